// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation: goes from the cost to its inputs and visits each node once.
#include "graph/build/grad.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "base/log.hpp"
#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/ifelse_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Returns the value unchanged, but `change` is applied to the gradient that flows through. The key tells apart
// different changes.
Value identity(const Value& value, std::string key,
               std::function<Value(const Value& gradient, const Value& x)> change) {
  ArrayOp::Definition definition{.name = "GradientIdentity", .key = std::move(key)};
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    return Values{change(gradients[0], node.inputs()[0])};
  };
  definition.expand = [](const Node&, std::span<const Value> inputs) { return Values{inputs[0]}; };
  return array_value(std::move(definition), {value});
}

// The nodes of `order` that depend on one of `wrt`, other than through one of `constants`. Gradients are
// computed for these nodes only.
std::unordered_set<const Node*> between(const std::vector<NodeRef>& order, std::span<const Value> wrt,
                                        std::span<const Value> constants) {
  std::unordered_set<const Node*> on_way;
  std::unordered_set<Value, ValueHash> wanted(wrt.begin(), wrt.end());
  std::unordered_set<Value, ValueHash> blocked(constants.begin(), constants.end());
  for (const NodeRef& node : order) {
    bool reaches = false;
    for (const Value& input : node->inputs())
      if (!blocked.count(input) && (wanted.count(input) || on_way.count(input.node.get()))) reaches = true;
    if (reaches) on_way.insert(node.get());
  }
  return on_way;
}

Value add(const Value& a, const Value& b) { return a ? apply(expr::Fn::add, {a, b}) : b; }

// A gradient that flows through the side of a choice. It counts if all conditions are as the pairs say, the outermost
// first; elsewhere the gradient is zero. What computes it is needed on that side only.
struct Flow {
  using Conditions = std::vector<std::pair<Value, bool>>;
  Value value;
  Conditions conditions;

  // The gradient with the first `keep` conditions; zeros stand where another one fails.
  Flow limited(std::size_t keep) const {
    Flow out = *this;
    while (out.conditions.size() > keep) {
      const auto [condition, side] = out.conditions.back();
      out.conditions.pop_back();
      const Value zeros = zeros_like(out.value);
      out.value = side ? ifelse(condition, {out.value}, {zeros})[0] : ifelse(condition, {zeros}, {out.value})[0];
    }
    return out;
  }
};

std::size_t common(const Flow::Conditions& a, const Flow::Conditions& b) {
  std::size_t count = 0;
  while (count < a.size() && count < b.size() && a[count] == b[count]) ++count;
  return count;
}

Flow add(const Flow& a, const Flow& b) {
  if (!a.value) return b;
  const std::size_t keep = common(a.conditions, b.conditions);
  // The gradients of both sides of a choice.
  if (a.conditions.size() == keep + 1 && b.conditions.size() == keep + 1 &&
      a.conditions[keep].first == b.conditions[keep].first) {
    const Flow &yes = a.conditions[keep].second ? a : b, &no = a.conditions[keep].second ? b : a;
    Flow out = a;
    out.conditions.pop_back();
    out.value = ifelse(a.conditions[keep].first, {yes.value}, {no.value})[0];
    return out;
  }
  Flow out = a.limited(keep);
  out.value = add(out.value, b.limited(keep).value);
  return out;
}

// The way from the node to the cost for an error message: "exp 'a' <- Sum 'cost'".
std::string path_text(const Node* node, const std::unordered_map<const Node*, const Node*>& towards) {
  std::string text = node_text(*node);
  for (int i = 0; i < 8; ++i) {
    const auto next = towards.find(node);
    if (next == towards.end()) return text;
    node = next->second;
    text += " <- " + node_text(*node);
  }
  return text + " <- ...";
}

}  // namespace

Values grad(const Value& given_cost, std::span<const Value> wrt, const GradOptions& options) {
  if (wrt.empty()) fail(KILN_INVALID_ARGUMENT, "graph.grad: nothing to derive by, expected at least one variable");
  Values starts;
  if (given_cost) {
    if (given_cost.type().ndim() != 0)
      fail(KILN_SHAPE_ERROR, "graph.grad: the cost is {}, expected no dimensions: reduce it, with a sum or a mean",
           value_text(given_cost));
    if (!base::is_float(given_cost.type().dtype))
      fail(KILN_TYPE_ERROR, "graph.grad: the cost is {}, expected a floating-point dtype", value_text(given_cost));
  } else if (options.known_gradients.empty()) {
    fail(KILN_INVALID_ARGUMENT, "graph.grad: no cost and no known gradients");
  }
  for (const Value& value : wrt) {
    if (!value) fail(KILN_INVALID_ARGUMENT, "graph.grad: a variable is empty");
    if (!base::is_float(value.type().dtype))
      fail(KILN_TYPE_ERROR, "graph.grad: got {}, expected a floating-point dtype", value_text(value));
  }
  // The gradient is taken of the stabilised cost: log(sigmoid(x)) has a finite gradient where the one of
  // log(1 / (1 + exp(-x))) is NaN.
  Values fixed(wrt.begin(), wrt.end());
  for (const Value& value : options.consider_constant) fixed.push_back(value);
  for (const auto& [value, gradient] : options.known_gradients) fixed.push_back(value);
  const Value cost = given_cost ? stabilise({&given_cost, 1}, fixed)[0] : Value{};

  std::unordered_map<Value, Flow, ValueHash> gradients;
  if (cost) {
    starts.push_back(cost);
    gradients[cost].value = make_constant(Scalar::real(cost.type().dtype, 1));
  }
  for (const auto& [value, gradient] : options.known_gradients) {
    if (value.type().ndim() != gradient.type().ndim())
      fail(KILN_SHAPE_ERROR, "graph.grad: the known gradient of {} is {}, expected as many dimensions",
           value_text(value), value_text(gradient));
    starts.push_back(value);
    Value& known = gradients[value].value;
    known = add(known, cast(gradient, value.type().dtype));
  }
  const std::vector<NodeRef> order = topological(starts);
  const auto on_way = between(order, wrt, options.consider_constant);
  const std::unordered_set<Value, ValueHash> constants(options.consider_constant.begin(),
                                                       options.consider_constant.end());
  std::unordered_map<const Node*, const Node*> towards;
  for (std::size_t i = order.size(); i-- > 0;) {
    const Node& node = *order[i];
    if (!on_way.count(&node)) continue;
    std::vector<Flow> given(node.types().size());
    const Flow* any = nullptr;
    Flow::Conditions conditions;
    for (std::uint32_t k = 0; k < given.size(); ++k) {
      const auto found = gradients.find({order[i], k});
      if (found == gradients.end()) continue;
      given[k] = found->second;
      if (!any) conditions = given[k].conditions;
      conditions.resize(common(conditions, given[k].conditions));
      any = &given[k];
    }
    if (!any) continue;
    Values flowing;
    for (const Flow& flow : given) flowing.push_back(flow.value ? flow.limited(conditions.size()).value : Value{});
    for (std::uint32_t k = 0; k < flowing.size(); ++k)
      if (!flowing[k] && base::is_float(node.types()[k].dtype)) flowing[k] = zeros_like({order[i], k});
    Values results;
    try {
      results = node.op().gradient(node, flowing);
    } catch (const backend::Error& error) {
      throw backend::Error(error.status(),
                           fmt::format("{}; on the way {}", error.message(), path_text(&node, towards)));
    }
    for (std::size_t k = 0; k < node.inputs().size(); ++k) {
      const Value& input = node.inputs()[k];
      if (!results[k] || constants.count(input)) continue;
      Flow flow{results[k], conditions};
      if (const auto side = node.op().counts_if(node, k)) flow.conditions.emplace_back(node.inputs()[0], *side);
      Flow& sum = gradients[input];
      sum = add(sum, flow);
      towards.emplace(input.node.get(), &node);
    }
  }
  Values out;
  for (const Value& value : wrt) {
    const auto found = gradients.find(value);
    if (found != gradients.end()) {
      out.push_back(found->second.limited(0).value);
      continue;
    }
    if (options.disconnected == Disconnected::leave) {
      out.emplace_back();
      continue;
    }
    const std::string what = fmt::format("graph.grad: {} not depend on {}",
                                         given_cost ? fmt::format("the cost {} does", node_text(*given_cost.node))
                                                    : "the values with known gradients do",
                                         node_text(*value.node));
    if (options.disconnected == Disconnected::raise)
      fail(KILN_INVALID_ARGUMENT, "{}; the option disconnected = KILN_DISCONNECTED_IGNORE gives zeros", what);
    if (options.disconnected == Disconnected::warn) base::log(KILN_LOG_WARNING, what);
    out.push_back(zeros_like(value));
  }
  return out;
}

Value zero_gradient(const Value& value) {
  return identity(value, "zero", [](const Value&, const Value& x) { return zeros_like(x); });
}
Value disconnected_gradient(const Value& value) {
  return identity(value, "disconnected", [](const Value&, const Value&) { return Value{}; });
}
Value clip_gradient(const Value& value, double low, double high) {
  return identity(value, fmt::format("clip {} {}", base::hexadecimal(low), base::hexadecimal(high)),
                  [=](const Value& g, const Value&) {
                    return apply(expr::Fn::clamp, {g, make_number(low), make_number(high)});
                  });
}
Value scale_gradient(const Value& value, double factor) {
  return identity(value, "scale " + base::hexadecimal(factor), [=](const Value& g, const Value&) {
    return apply(expr::Fn::multiply, {g, make_number(factor)});
  });
}

}  // namespace kiln::graph
