// SPDX-License-Identifier: Apache-2.0
// Elementwise computations: an expression program, specialised for each signature of dtypes and each layout
// class. A call whose signature was seen before allocates no host memory and hashes no text.
#pragma once

#include <kiln/kernel.h>

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
  Scalar scalar;                // scalar (typed) or number (weak, float64 or int64)
  Ref<Array>* fresh = nullptr;  // receives a new output
  int dtype = -1;               // of a fresh output; -1: the expression's own
};

inline Operand operand_of(const Array& array) {
  Operand operand;
  operand.array = const_cast<Array*>(&array);
  return operand;
}
inline Operand operand_of(const Scalar& scalar) {
  Operand operand;
  operand.kind = Operand::Kind::scalar;
  operand.scalar = scalar;
  return operand;
}

class Elementwise final : public base::RefCounted {
 public:
  // `parameters` NULL: outputs in order of assignment, then inputs in order of appearance.
  // hold_context false: for objects the context itself keeps.
  static Ref<Elementwise> create(runtime::Context& context, expr::Statements statements, const char* parameters,
                                 bool hold_context = true);
  runtime::Context& context() const noexcept { return *context_; }
  const std::vector<std::string>& parameters() const noexcept { return names_; }
  const std::vector<const char*>& parameter_pointers() const noexcept { return name_pointers_; }
  const std::vector<kiln_parameter_kind>& parameter_kinds() const noexcept { return kinds_; }
  // `operation` is for messages and lives for ever; NULL: "elementwise (r)", after the outputs.
  void call(std::span<const Operand> operands, const char* operation = nullptr);
  // The dtype that the output numbered `output`, in order of assignment, has or gets in a call with these
  // operands. Nothing runs. Of the operands only kinds, dtypes and the values of numbers matter.
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

// An unsigned dtype of as many bytes, for moving elements as they are; complex128 for 16.
DType bits_dtype(DType dtype);
// destination[...] = source or value on the device, dtypes converted, source broadcast. Same context; layouts
// may be any and may overlap. The general path behind copy, astype, assign and fill; those take contiguous
// short cuts themselves.
void elementwise_assign(Array& destination, const Array& source, const char* operation);
void elementwise_fill(Array& destination, const Scalar& value, const char* operation);
// destination.flat[i] = start + i * step, computed in float64 (int64 for integer dtypes where start and step
// are integral; float32 on devices without double precision).
void elementwise_arange(Array& destination, double start, double step, const char* operation);

// function(operands) of docs/expressions.md as an operation of its own, into a new array or the given one. At
// least one operand is an array.
Ref<Array> elementwise_apply(std::string_view function, std::span<const Operand> operands, Array* into,
                             const char* operation);
// The dtype of the new array that elementwise_apply() makes of the same function and operands.
DType elementwise_apply_dtype(std::string_view function, std::span<const Operand> operands, const char* operation);

}  // namespace kiln::array
