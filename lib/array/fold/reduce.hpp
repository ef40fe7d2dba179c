// SPDX-License-Identifier: Apache-2.0
// Reductions over any set of axes, from texts (map, combine, finish). The built-in reductions are rows of a table
// of such texts (reduce_builtin.cpp).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "array/fold/fold.hpp"
#include "array/launch/kernel_room.hpp"
#include "codegen/fold/reduce.hpp"

namespace kiln::array {

struct ReduceAxes {
  bool all = true;
  std::span<const std::int64_t> axes;  // read unless `all`; negative ones count from the end
  bool keepdims = false;
};

struct ReducePasses;

class Reduction final : public base::RefCounted {
 public:
  // `inputs` names the inputs in the order of calls; if it is empty, they are ordered as `map` reads them. If
  // `empty_ok` is true, the result for no elements is `finish` of the identity; otherwise it is an error.
  static Ref<Reduction> create(runtime::Context& context, const ReduceTexts& texts, std::vector<std::string> inputs,
                               bool empty_ok, const char* operation, bool hold_context = true);
  using Parts = FoldParts;
  static Ref<Reduction> create(runtime::Context& context, Parts parts, std::vector<std::string> inputs, bool empty_ok,
                               const char* operation, bool hold_context = true);
  runtime::Context& context() const noexcept { return *context_; }
  std::size_t input_count() const noexcept { return fold_.inputs().size(); }
  std::size_t output_count() const noexcept { return fold_.output_count(); }
  // Queues the reduction. Inputs broadcast; those that only `finish` reads come last and broadcast to the result's
  // shape. If outputs[i] is given, it must have the result's shape, and the result is converted to its dtype; it
  // may be exactly one of the arrays that only `finish` reads. If it is null, a new array is made, of dtypes[i],
  // or, if that is -1, of the expression's dtype. `operation` must never be freed.
  void call(std::span<const Array* const> inputs, const ReduceAxes& axes, std::span<Ref<Array>> outputs,
            std::span<const int> dtypes, const char* operation);

  // The programs for the dtypes of the inputs, of the arrays that only `finish` reads, and of the outputs (-1: the
  // expression's own).
  codegen::ReducePrograms programs(std::span<const int> signature, const char* operation) const;

 private:
  struct Impl;
  class Call;
  // `signature` has the dtypes of the inputs, then those of the outputs (-1: the expression's own).
  void specialise(std::span<const int> signature, ReducePasses& passes, const char* operation) const;
  explicit Reduction(Fold fold);
  ~Reduction() override;
  runtime::Context* context_ = nullptr;
  Ref<runtime::Context> held_;
  Fold fold_;
  bool empty_ok_ = true;
  std::string name_;  // the operation that made it, for messages
  std::unique_ptr<Impl> impl_;
};

// The name of a built-in reduction, such as "sum". Throws KILN_INVALID_ARGUMENT if `op` is no kiln_reduce_op.
const char* reduction_name(int op, const char* operation = "reduction");
// The dtype of the result for elements of `given`. If `dtype` is -1, the operation chooses. Refuses what reduce()
// refuses.
DType reduction_dtype(int op, DType given, int dtype, double correction, const char* operation);
// The texts of a built-in reduction over elements `a` of dtype `given` with a result of dtype `result`. There are
// at most `count` elements.
ReduceTexts reduction_texts(int op, DType given, DType result, double correction, std::int64_t count, bool* empty_ok,
                            const char* operation);

// The load that such a reduction puts on a kernel which it shares with other reductions: its accumulators and programs.
KernelLoad reduction_load(int op, DType given, DType result, double correction, std::int64_t count,
                          const char* operation);

// If `dtype` is -1, the operation chooses the dtype. If `into` is null, the result is a new array.
Ref<Array> reduce(const Array& array, int op, const ReduceAxes& axes, int dtype, double correction, Array* into,
                  const char* operation);
// The norm of order `ord`, which may be infinite.
Ref<Array> vector_norm(const Array& array, double ord, const ReduceAxes& axes, int dtype, Array* into,
                       const char* operation);

}  // namespace kiln::array
