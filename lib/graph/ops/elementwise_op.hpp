// SPDX-License-Identifier: Apache-2.0
// Pointwise operations: the inputs are broadcast to one shape, and each element of a result is a function of
// the input elements at the same place. Before fusion a node is one function of the expression language; a
// fused node is any number of expressions.
#pragma once

#include "expr/program.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

expr::Expr input_name(std::size_t i);  // the expression x0, x1, ...
// The numbers of the inputs x0, x1, ... that an expression reads, each once. Their order depends on its form alone.
std::vector<std::size_t> inputs_read(const expr::Expr& expression);

class Elementwise : public Op {
 public:
  // One expression for each result. Its inputs are called x0, x1, ...
  using Outputs = std::vector<expr::Expr>;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override;
  virtual Outputs outputs() const = 0;
  virtual std::vector<DType> dtypes(std::span<const Type> inputs) const = 0;
};

// One function of the expression language.
class Pointwise final : public Elementwise {
 public:
  explicit Pointwise(expr::Fn fn) : fn_(fn) {}
  expr::Fn fn() const noexcept { return fn_; }
  std::string name() const override { return fmt::format("Elemwise{{{}}}", expr::info(fn_).name); }
  std::string key() const override { return fmt::format("Pointwise {}", int(fn_)); }
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Outputs outputs() const override;
  std::vector<DType> dtypes(std::span<const Type> inputs) const override;

 private:
  expr::Fn fn_;
};

class Cast final : public Elementwise {
 public:
  explicit Cast(DType dtype) : dtype_(dtype) {}
  std::string name() const override { return fmt::format("Elemwise{{Cast{{{}}}}}", base::dtype_name(dtype_)); }
  DType dtype() const noexcept { return dtype_; }
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Outputs outputs() const override { return {expr::make_cast(dtype_, input_name(0))}; }
  std::vector<DType> dtypes(std::span<const Type>) const override { return {dtype_}; }

 private:
  DType dtype_;
};

// Several expressions of the same inputs, made by fusion. All results have the given shape.
class Composite final : public Elementwise {
 public:
  Composite(Outputs outputs, std::vector<DType> dtypes, Dims shape, std::string name)
      : outputs_(std::move(outputs)), dtypes_(std::move(dtypes)), shape_(shape), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override { return fmt::format("Composite {}", static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Outputs outputs() const override { return outputs_; }
  std::vector<DType> dtypes(std::span<const Type>) const override { return dtypes_; }
  // Compiles the expressions as a check. Throws if they make no valid program.
  void check(const Node& node) const;

 private:
  Outputs outputs_;
  std::vector<DType> dtypes_;
  Dims shape_;
  std::string name_;
};

// A node fn(arguments). An argument that is a weak number gets the dtype that the other operands give it;
// throws KILN_OVERFLOW if an integer does not fit that dtype.
Value apply(expr::Fn fn, Values arguments);
Value cast(const Value& value, DType dtype);  // returns the value itself if it has this dtype

// Builds the nodes of an expression. Its inputs are found by name in `names`.
using Names = std::vector<std::pair<std::string, Value>>;
Value build(const expr::Expr& expression, const Names& names);
// The same for an expression as text, in the language of docs/reference/expressions.md.
Value build(std::string_view text, const Names& names);

// The common shape of values that broadcast against each other: an extent of 1 is stretched to the other's,
// and known extents must otherwise be equal. Throws KILN_SHAPE_ERROR, which names `operation`.
Dims broadcast(std::span<const Type> types, const std::string& operation);

// A copy of the expression in which inputs are replaced by the expressions given for their names.
expr::Expr substitute(const expr::Expr& expression,
                      const std::vector<std::pair<std::string, expr::Expr>>& replacements);

}  // namespace kiln::graph
