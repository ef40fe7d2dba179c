// SPDX-License-Identifier: Apache-2.0
// The table of operations: a name, how many inputs it takes, and what makes its nodes.
#include "graph/apply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "expr/callable.hpp"
#include "graph/elementwise_op.hpp"
#include "graph/grad.hpp"
#include "graph/leaf.hpp"
#include "graph/nn_ops.hpp"
#include "graph/reduce_op.hpp"
#include "graph/shape_ops.hpp"

namespace kiln::graph {
namespace {

struct Call {
  const std::string& name;
  const Values& x;
  const Attributes& a;
};

const Dims& needed_shape(const Call& call) {
  if (!call.a.has_shape) fail(KILN_INVALID_ARGUMENT, "graph.{}: no shape is given", call.name);
  return call.a.shape;
}

template <int op>
Values reduction(const Call& call) {
  return {reduce(op, call.x[0], call.a.axes, call.a.keepdims, call.a.dtype, call.a.numbers[0])};
}

struct Row {
  const char* name;
  int inputs;  // -1: any number
  Values (*make)(const Call& call);
};

constexpr Row kRows[] = {
    {"all", 1, reduction<KILN_REDUCE_ALL>},
    {"any", 1, reduction<KILN_REDUCE_ANY>},
    {"arange_like", 1, [](const Call& c) { return Values{arange_like(c.x[0], c.a.axis)}; }},
    {"argmax", 1, reduction<KILN_REDUCE_ARGMAX>},
    {"argmin", 1, reduction<KILN_REDUCE_ARGMIN>},
    {"broadcast_like", 2, [](const Call& c) { return Values{broadcast_like(c.x[0], c.x[1])}; }},
    {"broadcast_to", 1, [](const Call& c) { return Values{broadcast_to(c.x[0], needed_shape(c))}; }},
    {"cast", 1,
     [](const Call& c) {
       if (c.a.dtype < 0) fail(KILN_INVALID_ARGUMENT, "graph.cast: no dtype is given");
       return Values{cast(c.x[0], DType(c.a.dtype))};
     }},
    {"clip_gradient", 1,
     [](const Call& c) { return Values{clip_gradient(c.x[0], c.a.numbers[0], c.a.numbers[1])}; }},
    {"count_nonzero", 1, reduction<KILN_REDUCE_COUNT_NONZERO>},
    {"cross_entropy", 2, [](const Call& c) { return Values{cross_entropy(c.x[0], c.x[1])}; }},
    {"dimshuffle", 1,
     [](const Call& c) {
       if (!c.a.axes) fail(KILN_INVALID_ARGUMENT, "graph.dimshuffle: no axes are given");
       return Values{dimshuffle(c.x[0], *c.a.axes)};
     }},
    {"disconnected_gradient", 1, [](const Call& c) { return Values{disconnected_gradient(c.x[0])}; }},
    {"dot", 2, [](const Call& c) { return Values{dot(c.x[0], c.x[1])}; }},
    {"flatten", 1, [](const Call& c) { return Values{flatten(c.x[0])}; }},
    {"inc_subtensor", 2,
     [](const Call& c) { return Values{update_subtensor(c.x[0], c.x[1], c.a.indices, true)}; }},
    {"log_softmax", 1, [](const Call& c) { return Values{softmax(c.x[0], c.a.axis, true)}; }},
    {"logsumexp", 1, reduction<KILN_REDUCE_LOGSUMEXP>},
    {"mean", 1, reduction<KILN_REDUCE_MEAN>},
    {"norm", 1, reduction<KILN_REDUCE_NORM>},
    {"ones_like", 1, [](const Call& c) { return Values{ones_like(c.x[0])}; }},
    {"outer", 2, [](const Call& c) { return Values{outer(c.x[0], c.x[1])}; }},
    {"prod", 1, reduction<KILN_REDUCE_PROD>},
    // Of an axis; "max" and "min" of one value are these too.
    {"reduce_max", 1, reduction<KILN_REDUCE_MAX>},
    {"reduce_min", 1, reduction<KILN_REDUCE_MIN>},
    {"reshape", 1, [](const Call& c) { return Values{reshape(c.x[0], needed_shape(c))}; }},
    {"scale_gradient", 1, [](const Call& c) { return Values{scale_gradient(c.x[0], c.a.numbers[0])}; }},
    {"set_subtensor", 2,
     [](const Call& c) { return Values{update_subtensor(c.x[0], c.x[1], c.a.indices, false)}; }},
    {"shape", 1, [](const Call& c) { return Values{single(base::make_ref<Extent>(std::nullopt), c.x)}; }},
    {"sigmoid", 1, [](const Call& c) { return Values{sigmoid(c.x[0])}; }},
    {"size", 1,
     [](const Call& c) {
       Dims all;
       for (std::size_t i = 0; i < c.x[0].type().ndim(); ++i) all.push_back(std::int64_t(i));
       return Values{extent(c.x[0], all)};
     }},
    {"softmax", 1, [](const Call& c) { return Values{softmax(c.x[0], c.a.axis)}; }},
    {"softplus", 1, [](const Call& c) { return Values{softplus(c.x[0])}; }},
    {"std", 1, reduction<KILN_REDUCE_STD>},
    {"subtensor", 1, [](const Call& c) { return Values{subtensor(c.x[0], c.a.indices)}; }},
    {"sum", 1, reduction<KILN_REDUCE_SUM>},
    {"transpose", 1, [](const Call& c) { return Values{transpose(c.x[0])}; }},
    {"var", 1, reduction<KILN_REDUCE_VAR>},
    {"zero_gradient", 1, [](const Call& c) { return Values{zero_gradient(c.x[0])}; }},
    {"zeros_like", 1, [](const Call& c) { return Values{zeros_like(c.x[0])}; }},
};

const Row* find(std::string_view name) {
  for (const Row& row : kRows)
    if (name == row.name) return &row;
  return nullptr;
}

}  // namespace

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.push_back(row.name);
  std::sort(names.begin(), names.end());
  return names;
}

Values apply(std::string_view operation, Values inputs, const Attributes& attributes) {
  const std::string name(operation);
  for (const Value& value : inputs)
    if (!value) fail(KILN_INVALID_ARGUMENT, "graph.{}: an input is empty", name);
  const Row* row = find(name);
  if (!row && inputs.size() == 1 && (name == "max" || name == "min")) row = find("reduce_" + name);
  if (row) {
    if (row->inputs >= 0 && inputs.size() != std::size_t(row->inputs))
      fail(KILN_INVALID_ARGUMENT, "graph.{}: got {} inputs, expected {}", name, inputs.size(), row->inputs);
    return row->make({name, inputs, attributes});
  }
  if (const auto callable = expr::find_callable(name)) {
    Names names;
    std::vector<expr::Expr> arguments;
    if (inputs.size() != std::size_t(callable->arity))
      fail(KILN_INVALID_ARGUMENT, "graph.{}: got {} inputs, expected {}", name, inputs.size(),
           callable->arity);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      names.emplace_back("x" + std::to_string(i), inputs[i]);
      arguments.push_back(input_name(i));
    }
    return {build(expr::build_call(*callable, std::move(arguments), 0, 1), names)};
  }
  std::vector<std::string> known = operation_names();
  for (const std::string& each : expr::callable_names()) known.push_back(each);
  fail(KILN_INVALID_ARGUMENT, "graph: there is no operation '{}'{}", name, base::suggestion(name, known));
}

}  // namespace kiln::graph
