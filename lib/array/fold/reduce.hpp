// SPDX-License-Identifier: Apache-2.0
// Reductions over any set of axes, from three texts: map, combine, finish. The library's own are rows of a
// table of such texts (reduce_builtin.cpp).
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
  std::span<const std::int64_t> axes;  // unless all; negative ones count from the end
  bool keepdims = false;
};

struct ReducePasses;

class Reduction final : public base::RefCounted {
 public:
  // `inputs`: their order in calls; empty: as they appear in `map`. empty_ok: without elements the result is
  // finish of the identity, else an error.
  static Ref<Reduction> create(runtime::Context& context, const ReduceTexts& texts, std::vector<std::string> inputs,
                               bool empty_ok, const char* operation, bool hold_context = true);
  // The same from statements.
  using Parts = FoldParts;
  static Ref<Reduction> create(runtime::Context& context, Parts parts, std::vector<std::string> inputs, bool empty_ok,
                               const char* operation, bool hold_context = true);
  runtime::Context& context() const noexcept { return *context_; }
  std::size_t input_count() const noexcept { return fold_.inputs().size(); }
  std::size_t output_count() const noexcept { return fold_.output_count(); }
  // Inputs broadcast. outputs[i] given: its shape must be the result's and its dtype stands; null: made, of
  // dtypes[i] or (-1) the expression's own. `operation` lives for ever. Inputs that
  // only `finish` reads come behind the others and broadcast to the result's shape; an output may be exactly
  // one of these.
  void call(std::span<const Array* const> inputs, const ReduceAxes& axes, std::span<Ref<Array>> outputs,
            std::span<const int> dtypes, const char* operation);

  // Its programs for these dtypes of inputs, of arrays behind them and of outputs (-1: the expression's own).
  codegen::ReducePrograms programs(std::span<const int> signature, const char* operation) const;

 private:
  struct Impl;
  class Call;
  // `signature`: dtypes of inputs, then of outputs (-1: the expression's own).
  void specialise(std::span<const int> signature, ReducePasses& passes, const char* operation) const;
  explicit Reduction(Fold fold);
  ~Reduction() override;
  runtime::Context* context_ = nullptr;
  Ref<runtime::Context> held_;
  Fold fold_;
  bool empty_ok_ = true;
  std::unique_ptr<Impl> impl_;
};

// The library's own reductions, by number: "sum". Throws KILN_INVALID_ARGUMENT for a number that is none.
const char* reduction_name(int op, const char* operation = "reduction");
// The dtype of the result for elements of `given`; dtype -1: the operation's own. Refuses what reduce()
// refuses.
DType reduction_dtype(int op, DType given, int dtype, double correction, const char* operation);
// The texts of one over elements `a` of `given` with a result of dtype `result`; `count` elements at most.
ReduceTexts reduction_texts(int op, DType given, DType result, double correction, std::int64_t count, bool* empty_ok,
                            const char* operation);

// What that asks of a kernel which it shares with others: its accumulators and its programs.
KernelLoad reduction_load(int op, DType given, DType result, double correction, std::int64_t count,
                          const char* operation);

// dtype -1: each operation's. `into` null: a new array.
Ref<Array> reduce(const Array& array, int op, const ReduceAxes& axes, int dtype, double correction, Array* into,
                  const char* operation);
// The norm of order `ord`, which may be infinite.
Ref<Array> vector_norm(const Array& array, double ord, const ReduceAxes& axes, int dtype, Array* into,
                       const char* operation);

}  // namespace kiln::array
