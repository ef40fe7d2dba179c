// SPDX-License-Identifier: Apache-2.0
// Pointwise functions of values that broadcast: one function of the expression language, or, after fusion,
// many with any number of results.
#pragma once

#include "expr/program.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

class Elementwise : public Op {
 public:
  // A result, an expression of inputs called x0, x1, ...
  using Outputs = std::vector<expr::Expr>;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool in_place(const Node& node, std::size_t input, std::size_t output) const override;
  virtual Outputs outputs() const = 0;
  // dtypes of the results for those of the inputs.
  virtual std::vector<DType> dtypes(std::span<const Type> inputs) const = 0;
};

// One function, or a cast.
class Pointwise final : public Elementwise {
 public:
  explicit Pointwise(expr::Fn fn) : fn_(fn) {}
  expr::Fn fn() const noexcept { return fn_; }
  std::string name() const override;
  std::string key() const override;
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Outputs outputs() const override;
  std::vector<DType> dtypes(std::span<const Type> inputs) const override;

 private:
  expr::Fn fn_;
};

class Cast final : public Elementwise {
 public:
  explicit Cast(DType dtype) : dtype_(dtype) {}
  std::string name() const override;
  DType dtype() const noexcept { return dtype_; }
  Values gradient(const Node& node, std::span<const Value> gradients) const override;
  Outputs outputs() const override;
  std::vector<DType> dtypes(std::span<const Type> inputs) const override;

 private:
  DType dtype_;
};

// Many at once. All results have one shape, which is given.
class Composite final : public Elementwise {
 public:
  Composite(Outputs outputs, std::vector<DType> dtypes, Dims shape, std::string name)
      : outputs_(std::move(outputs)), dtypes_(std::move(dtypes)), shape_(shape), name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Outputs outputs() const override { return outputs_; }
  std::vector<DType> dtypes(std::span<const Type>) const override { return dtypes_; }
  // Throws where the expressions make no program.
  void check(const Node& node) const;

 private:
  Outputs outputs_;
  std::vector<DType> dtypes_;
  Dims shape_;
  std::string name_;
};

// fn(arguments). Numbers take the dtype of what they meet.
Value apply(expr::Fn fn, Values arguments);
Value cast(const Value& value, DType dtype);  // the same value where it has the dtype

// The values of an expression whose names stand for values.
using Names = std::vector<std::pair<std::string, Value>>;
Value build(const expr::Expr& expression, const Names& names);
// Of a text of docs/expressions.md.
Value build(std::string_view text, const Names& names);

// The shape of values that broadcast against each other: an extent of 1 gives way, others must be equal where
// known.
Dims broadcast(std::span<const Type> types, const std::string& operation);

expr::Expr input_name(std::size_t i);  // x0, x1, ...
// The expression with its inputs replaced by name.
expr::Expr substitute(const expr::Expr& expression,
                      const std::vector<std::pair<std::string, expr::Expr>>& replacements);

}  // namespace kiln::graph
