// SPDX-License-Identifier: Apache-2.0
// Reductions over axes, and matrix products.
#pragma once

#include <kiln/reduce.h>

#include "expr/program.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

class Reduce final : public Op {
 public:
  // `axes` ascend. `dtype` is that of the result.
  Reduce(int op, Dims axes, bool keepdims, DType dtype, double correction)
      : op_(op), axes_(axes), keepdims_(keepdims), dtype_(dtype), correction_(correction) {}
  int op() const noexcept { return op_; }
  const Dims& axes() const noexcept { return axes_; }
  bool keepdims() const noexcept { return keepdims_; }
  double correction() const noexcept { return correction_; }
  DType dtype() const noexcept { return dtype_; }
  // The dtype to pass to reduce() for the same operation; -1 where the operation decides the dtype itself.
  int fixed_dtype() const;
  std::string name() const override;
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;

 private:
  int op_;
  Dims axes_;
  bool keepdims_;
  DType dtype_;  // of the result
  double correction_;
};

// Reduces over `axes`, or over all axes if there are none given. dtype -1: the operation's default dtype for the value.
Value reduce(int op, const Value& value, std::optional<Dims> axes, bool keepdims = false, int dtype = -1,
             double correction = 0);

// Matrix products over the last two axes, where both inputs have at least two. Leading axes broadcast. Messages show
// the shapes of vectors that dot() made a row and a column of.
class Dot final : public Op {
 public:
  explicit Dot(bool row = false, bool column = false) : row_(row), column_(column) {}
  std::string name() const override { return "Dot"; }
  bool worth_keeping() const override { return true; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  Type as_asked(Type type) const override;

 private:
  bool row_, column_;  // whether the first input stands for a vector, and the second one
};

// alpha * a b + beta * c, where a, b and c are matrices and inputs 0 to 2. Rewrites make it from a product and a sum.
class Gemm final : public Op {
 public:
  Gemm(double alpha, double beta) : alpha_(alpha), beta_(beta) {}
  std::string name() const override { return "Gemm"; }
  std::string key() const override;
  double alpha() const noexcept { return alpha_; }
  double beta() const noexcept { return beta_; }
  std::vector<Type> infer(std::span<const Type> inputs) const override;  // inputs a, b, c
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool in_place(const Node&, std::size_t input, std::size_t) const override { return input == 2; }

 private:
  double alpha_, beta_;
};

// NumPy's matmul, which takes vectors too.
Value dot(const Value& a, const Value& b);
Value outer(const Value& a, const Value& b);

}  // namespace kiln::graph
