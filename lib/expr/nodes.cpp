// SPDX-License-Identifier: Apache-2.0
// Untyped expression nodes. They are immutable and may be shared. Nothing that walks or destroys expressions
// recurses, as they may be deep.
#include <algorithm>

#include "base/error.hpp"
#include "expr/callable.hpp"

namespace kiln::expr {
namespace {

base::Ref<Node> make_node(Node::Kind kind, int column, int line) {
  base::Ref<Node> node = base::make_ref<Node>();
  node->kind = kind;
  node->column = column;
  node->line = line;
  return node;
}

Expr make_scalar(Node::Kind kind, const Scalar& value) {
  base::Ref<Node> node = make_node(kind, 0, 1);
  node->scalar = value;
  return node;
}

void adopt_args(Node& node, std::vector<Expr> args, const char* name) {
  for (const Expr& arg : args) {
    if (!arg) base::fail(KILN_INVALID_ARGUMENT, "expression: {}: an argument is NULL", name);
    node.depth = std::max(node.depth, arg->depth + 1);
  }
  if (node.depth > kMaxTreeDepth)
    base::fail(KILN_INVALID_ARGUMENT, "expression: {}: more than {} operations, each an operand of the next", name,
               kMaxTreeDepth);
  node.args = std::move(args);
}

}  // namespace

Node::~Node() {
  const Node* dead = nullptr;
  take(args, dead);
  while (dead) {
    Node* node = const_cast<Node*>(dead);
    dead = node->next_dead_;
    take(node->args, dead);
    node->release();
  }
}

// Releases the arguments. Nodes that nobody else holds are chained to `dead`, which has one reference to each.
void Node::take(std::vector<Expr>& args, const Node*& dead) noexcept {
  for (Expr& arg : args) {
    const Node* node = arg.detach();
    if (!node) continue;
    if (node->use_count() != 1) {
      node->release();
      continue;
    }
    // This makes the reads of other threads, which have released the node, happen before the changes to it here.
    node->retain();
    node->release();
    node->next_dead_ = dead;
    dead = node;
  }
}

Expr make_input(std::string name, int column, int line) {
  base::Ref<Node> node = make_node(Node::Kind::input, column, line);
  node->name = std::move(name);
  return node;
}

Expr make_constant(Scalar value) { return make_scalar(Node::Kind::constant, value); }
Expr make_number(double value) { return make_scalar(Node::Kind::number, Scalar::real(KILN_FLOAT64, value)); }
Expr make_integer(std::int64_t value) { return make_scalar(Node::Kind::number, Scalar::integer(KILN_INT64, value)); }

Expr make_apply(Fn fn, std::vector<Expr> args, int column, int line) {
  const FunctionInfo& function = info(fn);
  if (args.size() != function.arity)
    base::fail(KILN_INVALID_ARGUMENT, "expression: {}", count_error(function.name, function.arity, args.size()));
  base::Ref<Node> node = make_node(Node::Kind::apply, column, line);
  node->fn = fn;
  adopt_args(*node, std::move(args), function.name);
  return node;
}

Expr make_cast(DType dtype, Expr arg, int column, int line) {
  if (dtype != KILN_FLOATX && !base::is_dtype(dtype))
    base::fail(KILN_TYPE_ERROR, "expression: cast: {} is no dtype", static_cast<int>(dtype));
  base::Ref<Node> node = make_node(Node::Kind::cast, column, line);
  node->dtype = dtype;
  adopt_args(*node, {std::move(arg)}, "cast");
  return node;
}

Expr make_index() { return make_node(Node::Kind::index, 0, 1); }

}  // namespace kiln::expr
