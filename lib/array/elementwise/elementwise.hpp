// SPDX-License-Identifier: Apache-2.0
// Elementwise computations. An object holds the statements of a text; for each combination of operand dtypes it
// makes a typed program, and for each class of layouts (contiguous, strided, ...) a kernel. A call that needs
// one kernel and whose combination was seen before hashes no text and allocates no host memory but for new arrays.
#pragma once

#include <kiln/kernel.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "array/array.hpp"
#include "expr/program.hpp"

namespace kiln::array {

// One argument of a call, in parameter order.
struct Operand {
  enum class Kind { array, scalar, number, fresh } kind = Kind::array;
  Array* array = nullptr;       // array
  Scalar scalar;                // scalar: promotes by its dtype; number: float64 or int64, promotes as a plain number
  Ref<Array>* fresh = nullptr;  // receives a new output
  int dtype = -1;               // the dtype of a fresh output; -1: that of the expression
  Operand() = default;
  Operand(const Array& of) : array(const_cast<Array*>(&of)) {}
  Operand(const Scalar& of) : kind(Kind::scalar), scalar(of) {}
};

class Elementwise final : public base::RefCounted {
 public:
  // `parameters` lists the operands' names. NULL: the outputs in order of assignment, then the inputs in order of
  // appearance. `hold_context` is false for objects that the context itself keeps; a reference to the context
  // would be a circle.
  static Ref<Elementwise> create(runtime::Context& context, expr::Statements statements, const char* parameters,
                                 bool hold_context = true);
  runtime::Context& context() const noexcept { return *context_; }
  const std::vector<std::string>& parameters() const noexcept { return names_; }
  const std::vector<const char*>& parameter_pointers() const noexcept { return name_pointers_; }
  const std::vector<kiln_parameter_kind>& parameter_kinds() const noexcept { return kinds_; }
  // Queues the computation. `operation` is the name in messages; it must never be freed. NULL stands for a name
  // made of the outputs, "elementwise (r)".
  void call(std::span<const Operand> operands, const char* operation = nullptr);
  void call(std::initializer_list<Operand> operands, const char* operation) {
    call(std::span(operands.begin(), operands.size()), operation);
  }
  // The dtype that output number `output` has in a call with these operands; outputs are numbered in order of
  // assignment. Nothing runs. Only the kinds, dtypes and values of numbers among the operands matter.
  DType result_dtype(std::span<const Operand> operands, std::size_t output, const char* operation);

 private:
  struct Impl;
  struct Written;
  Elementwise();
  ~Elementwise() override;
  void check_operands(std::span<const Operand> operands, const char* op) const;
  Dims shape_of_call(std::span<const Operand> operands, const char* op) const;
  void make_outputs(std::span<const Operand> operands, const Dims& shape, const expr::Program& program, bool pieces,
                    const char* op, Written& written) const;
  runtime::Context* context_ = nullptr;
  Ref<runtime::Context> held_;
  std::vector<std::string> names_;
  std::vector<const char*> name_pointers_;
  std::vector<kiln_parameter_kind> kinds_;
  std::unique_ptr<Impl> impl_;
};

// The unsigned dtype of the same size, for moving elements as they are; complex128 stands for 16 bytes.
DType bits_dtype(DType dtype);
// destination[...] = source, or = value, on the device. The source is broadcast and converted. Both arrays belong
// to one context; their layouts may be any and may overlap. copy, astype, assign and fill come here when none of
// their faster ways applies.
void elementwise_assign(Array& destination, const Array& source, const char* operation);
void elementwise_fill(Array& destination, const Scalar& value, const char* operation);
// Writes start + i * step to element i in C order. The numbers are computed in int64 if the dtype is an integer one and
// start and step are whole. Otherwise they are computed in float64, or in float32 on devices without double precision.
void elementwise_arange(Array& destination, double start, double step, const char* operation);

// Computes one function of docs/reference/expressions.md, without fusion. The result goes to `into`, or to a new array
// if that is null. At least one operand is an array.
Ref<Array> elementwise_apply(std::string_view function, std::span<const Operand> operands, Array* into,
                             const char* operation);
// The dtype of the new array that elementwise_apply() makes of the same function and operands.
DType elementwise_apply_dtype(std::string_view function, std::span<const Operand> operands, const char* operation);

}  // namespace kiln::array
