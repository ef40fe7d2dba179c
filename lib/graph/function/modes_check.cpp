// SPDX-License-Identifier: Apache-2.0
// DebugMode. For each pass, every node and what the pass replaced it by are computed from the same arguments.
// Nodes are compared operands first, and the error names the first node whose values differ. Floating-point
// numbers may differ by a tolerance that depends on the dtype, and by what rounding makes of them (moved.hpp). Booleans
// and integers must be equal, unless they were decided from a number that the pass has rounded in another way.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "graph/function/call.hpp"
#include "graph/function/modes.hpp"
#include "graph/function/moved.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/optimise.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Values of a graph that are computed separately from the function's calls. Each is an output on the host.
struct Evaluation {
  FunctionSpec spec;
  Specialisation s;
};

constexpr std::size_t kNone = SIZE_MAX;

// A node as it was before the pass.
struct Found {
  std::vector<std::size_t> operands;  // indices of the operands in Stage::order
  std::vector<std::size_t> compared;  // for each result the index of its comparison, or kNone
  bool gone = false;                  // no value of it is left, so its numbers may have been rounded in another way
};

// All that is compared for one pass.
struct Stage {
  std::string pass;
  std::vector<std::string> names;
  std::vector<Found> order;  // operands first
  // For each result of the graph, the index of its comparison and that of its node.
  std::vector<std::pair<std::size_t, std::size_t>> results;
  // Whether the pass may improve numbers: it may replace wrong digits by correct ones, and a NaN or an infinity by a
  // number.
  bool keeps_digits = false;
  Evaluation before, after;
};

void prepare(Evaluation& e, const FunctionSpec& spec, Values values, bool placed, std::span<const Ref<Shared>> shared,
             runtime::Context& context) {
  e.spec.name = spec.name;
  e.spec.inputs = spec.inputs;
  e.spec.downcast = spec.downcast;
  e.spec.mode = Mode::debug;
  e.spec.make_callee = spec.make_callee;
  for (const Value& value : values) e.spec.outputs.push_back({value, false});
  // Short forms can only be computed after they are expanded. Their expansions may have short forms in them,
  // so this is done twice.
  e.s.graph = placed ? values : place(expand(expand(values)), e.spec, context);
  make_steps(e.spec, shared, context, e.s);
  plan_memory(e.s);
}

double tolerance(DType dtype) {
  const DType part = base::real_dtype(dtype);
  if (part == KILN_FLOAT64) return 1e-9;
  if (part == KILN_FLOAT32) return 1e-4;
  if (part == KILN_FLOAT16) return 1e-2;
  return part == KILN_BFLOAT16 ? 5e-2 : 0;
}

std::vector<std::byte> bytes_of(const array::Array& array) {
  std::vector<std::byte> bytes(std::size_t(array.size()) * base::dtype_size(array.dtype()));
  if (!bytes.empty()) array::read(array, bytes.data(), nullptr, "function");
  return bytes;
}

struct Difference {
  std::string text;       // describes a difference beyond the tolerance; "" if there is none
  bool bits = false;      // whether any element differs at all
  std::size_t count = 0;  // of elements beyond the tolerance
};

// `rounding`: how far a number may differ whatever the size of the array's numbers.
Difference difference(const array::Array& before, const array::Array& after, bool keeps_digits, double rounding = 0) {
  if (before.shape() != after.shape() || before.dtype() != after.dtype())
    return {fmt::format("{} became {}", type_text({before.dtype(), before.shape()}),
                        type_text({after.dtype(), after.shape()})),
            true, SIZE_MAX};
  const std::vector<std::byte> a = bytes_of(before), b = bytes_of(after);
  if (a == b) return {};
  Difference found;
  found.bits = true;
  const DType dtype = before.dtype();
  const std::size_t size = base::dtype_size(dtype);
  const bool exact = tolerance(dtype) == 0;
  const auto element = [&](const std::vector<std::byte>& bytes, std::size_t at) {
    const Scalar scalar = Scalar::load(dtype, &bytes[at]);
    return exact ? scalar : scalar.cast(KILN_COMPLEX128);
  };
  double norm = 1e-30;
  for (std::size_t at = 0; !exact && at < a.size(); at += size) {
    const Scalar value = element(a, at);
    if (std::isfinite(value.re) && std::isfinite(value.im))
      norm = std::max({norm, std::fabs(value.re), std::fabs(value.im)});
  }
  // A pass that improves numbers may correct most digits: log(1 - p) has one correct digit if p is almost 1.
  const double allowed = keeps_digits ? std::max(tolerance(dtype), 0.05) : tolerance(dtype);
  const auto differ = [&](double x, double y) {
    if (x == y || (std::isnan(x) && std::isnan(y))) return false;
    if (!std::isfinite(x)) return !(keeps_digits && std::isfinite(y));
    return !std::isfinite(y) || std::fabs(x - y) > std::max(allowed * norm, rounding);
  };
  std::string first;
  for (std::size_t at = 0; at < a.size(); at += size) {
    const Scalar x = element(a, at), y = element(b, at);
    if (exact ? std::equal(&a[at], &a[at] + size, &b[at]) : !differ(x.re, y.re) && !differ(x.im, y.im)) continue;
    if (found.count++ == 0)
      first = exact ? fmt::format("element {} was {} and became {}", at / size, x.i, y.i)
                    : fmt::format("element {} was {} and became {}", at / size, x.re, y.re);
  }
  if (found.count) found.text = fmt::format("{} of {} elements differ; {}", found.count, a.size() / size, first);
  return found;
}

// A number that is rounding may differ by so many times what it changes in trials.
constexpr double kRoundings = 64;

// How far each number of `b` lies from that of `a`; 0 where one is not finite, and for integers and booleans.
std::vector<double> distances(const array::Array& a, const array::Array& b) {
  const DType dtype = a.dtype();
  std::vector<double> out(std::size_t(a.size()));
  if (!base::is_float(base::real_dtype(dtype)) || a.shape() != b.shape()) return out;
  const std::vector<std::byte> x = bytes_of(a), y = bytes_of(b);
  const std::size_t size = base::dtype_size(dtype);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Scalar u = Scalar::load(dtype, &x[i * size]).cast(KILN_COMPLEX128),
                 v = Scalar::load(dtype, &y[i * size]).cast(KILN_COMPLEX128);
    for (const double apart : {std::fabs(u.re - v.re), std::fabs(u.im - v.im)})
      if (std::isfinite(apart)) out[i] = std::max(out[i], apart);
  }
  return out;
}

// For each comparison of the stage, how far its numbers move if arguments and shared variables move by two roundings. A
// gradient that is zero but for rounding moves by as much as it has. In a pair of trials the numbers move in opposite
// directions, and the smaller change counts: a function that jumps, as floor does at whole numbers, jumps one way only.
std::vector<double> roundings(Stage& stage, std::span<const Ref<array::Array>> before,
                              std::span<const Ref<Shared>> shared, std::span<const Argument> arguments,
                              runtime::Context& context) {
  constexpr std::uint64_t kPairs = 3;
  std::vector<double> out(before.size());
  for (std::uint64_t pair = 0; pair < kPairs; ++pair) {
    std::vector<std::vector<double>> one;
    for (const bool turned : {false, true}) {
      const Moved moved(stage.before.spec, arguments, shared, context, pair, turned);
      const auto there = run_once(stage.before.spec, stage.before.s, moved.shared(), moved.arguments());
      for (std::size_t i = 0; i < out.size(); ++i) {
        const std::vector<double> apart = distances(*before[i], *there[i]);
        if (!turned) {
          one.push_back(apart);
          continue;
        }
        for (std::size_t k = 0; k < apart.size(); ++k) out[i] = std::max(out[i], std::min(apart[k], one[i][k]));
      }
    }
  }
  return out;
}

// Whether the node's results may be rounded in another way when it is computed together with other nodes.
bool rounds(const Node& node) {
  using expr::Fn;
  if (const auto* function = op_as<Pointwise>(node)) {
    const auto exact = {Fn::negative, Fn::abs,  Fn::fabs,  Fn::max,  Fn::min,   Fn::where,
                        Fn::clamp,    Fn::sign, Fn::floor, Fn::ceil, Fn::trunc, Fn::rint};
    return std::find(exact.begin(), exact.end(), function->fn()) == exact.end();
  }
  return !node.op().leaf() && !op_as<DimShuffle>(node) && !op_as<BroadcastTo>(node) && !op_as<Subtensor>(node) &&
         !op_as<Reshape>(node);
}

// The first difference between the two evaluations of a stage, as "NODE: ...", or "". `rounding` has a number for each
// comparison, or none.
std::string compare(const Stage& stage, std::span<const Ref<array::Array>> before,
                    std::span<const Ref<array::Array>> after, std::span<const double> rounding) {
  // For each node, whether its operands may have been rounded in another way, and whether that decided a
  // boolean or an integer.
  struct State {
    bool rounded = false, decided = false;
  };
  std::vector<State> states;
  const auto check = [&](std::size_t i, State& state) -> std::string {
    if (i == kNone || state.decided) return "";
    Difference found =
        difference(*before[i], *after[i], stage.keeps_digits, rounding.empty() ? 0 : kRoundings * rounding[i]);
    const DType dtype = before[i]->dtype();
    if (!found.text.empty() && tolerance(dtype) == 0 && state.rounded &&
        found.count <= std::size_t(before[i]->size()) / 100 + 1) {
      state.decided = true;
      found.text = "";
    }
    state.rounded = state.rounded || found.bits;
    return found.text.empty() ? "" : fmt::format("{}: {}", stage.names[i], found.text);
  };
  for (const Found& node : stage.order) {
    State state;
    state.rounded = node.gone;
    for (const std::size_t operand : node.operands) {
      state.rounded = state.rounded || states[operand].rounded;
      state.decided = state.decided || states[operand].decided;
    }
    for (const std::size_t i : node.compared)
      if (std::string text = check(i, state); !text.empty()) return text;
    states.push_back(state);
  }
  for (const auto& [i, node] : stage.results)
    if (std::string text = check(i, states[node]); !text.empty()) return text;
  return "";
}

}  // namespace

struct PassCheck {
  std::vector<std::unique_ptr<Stage>> stages;
  Evaluation last;
};

namespace {

std::shared_ptr<PassCheck> make_check(const FunctionSpec& spec, const Specialisation& s,
                                      std::span<const Ref<Shared>> shared, runtime::Context& context) {
  auto check = std::make_shared<PassCheck>();
  History history;
  optimise(spec, s.inputs, context, &history);
  std::size_t k = 0;
  while (k < history.size() && history[k].name != "shapes") ++k;
  for (++k; k < history.size(); ++k) {
    const PassResult &before = history[k - 1], &after = history[k];
    auto stage = std::make_unique<Stage>();
    stage->pass = after.name;
    stage->keeps_digits = after.name == "stabilise";
    Values from, to;
    const auto add = [&](const Value& old, const Value& fresh) {
      if (!fresh || fresh == old || old.op().leaf()) return kNone;
      from.push_back(old);
      to.push_back(fresh);
      stage->names.push_back(node_text(*old.node));
      return from.size() - 1;
    };
    std::unordered_map<const Node*, std::size_t> places;
    for (const NodeRef& node : topological(before.values)) {
      Found found;
      for (const Value& input : node->inputs()) found.operands.push_back(places.at(input.node.get()));
      for (const Value& value : all_outputs(node)) {
        const Value fresh = after.notes.find(value);
        found.compared.push_back(add(value, fresh));
        found.gone |= !fresh && base::is_float(base::real_dtype(value.type().dtype)) && rounds(*node);
      }
      places.emplace(node.get(), stage->order.size());
      stage->order.push_back(std::move(found));
    }
    for (std::size_t i = 0; i < before.values.size(); ++i)
      stage->results.emplace_back(add(before.values[i], after.values[i]), places.at(before.values[i].node.get()));
    if (from.empty()) continue;
    const bool placed = runs_placed(after.name);
    prepare(stage->before, spec, std::move(from), placed, shared, context);
    prepare(stage->after, spec, std::move(to), placed || after.name == "place", shared, context);
    check->stages.push_back(std::move(stage));
  }
  prepare(check->last, spec, s.graph, true, shared, context);
  return check;
}

}  // namespace

std::vector<Ref<array::Array>> check_passes(const FunctionSpec& spec, Specialisation& s,
                                            std::span<const Ref<Shared>> shared, std::span<const Argument> arguments,
                                            runtime::Context& context) {
  if (!s.pass_check) s.pass_check = make_check(spec, s, shared, context);
  for (const auto& stage : s.pass_check->stages) {
    const auto before = run_once(stage->before.spec, stage->before.s, shared, arguments);
    const auto after = run_once(stage->after.spec, stage->after.s, shared, arguments);
    std::string text = compare(*stage, before, after, {});
    if (!text.empty()) text = compare(*stage, before, after, roundings(*stage, before, shared, arguments, context));
    if (!text.empty())
      fail(KILN_INTERNAL, "{}: DebugMode: pass {} changed the value of {}", function_text(spec), stage->pass, text);
  }
  return run_once(s.pass_check->last.spec, s.pass_check->last.s, shared, arguments);
}

void check_call(const FunctionSpec& spec, const Specialisation& s, std::span<const Ref<Shared>> shared,
                std::span<const Ref<array::Array>> expected, std::span<const Ref<array::Array>> results) {
  const auto check = [&](std::size_t i, const array::Array& got, const std::string& what) {
    const std::string text = difference(*expected[i], got, false).text;
    if (!text.empty())
      fail(KILN_INTERNAL, "{}: DebugMode: where the memory plan puts it, {} has another value: {}", function_text(spec),
           what, text);
  };
  for (std::size_t i = 0; i < results.size(); ++i)
    check(i, *results[i], fmt::format("output {} ({})", i + 1, node_text(*s.graph[i].node)));
  for (std::size_t k = 0; k < s.updates.size(); ++k)
    check(results.size() + k, *shared[s.updates[k].shared]->value(),
          fmt::format("the update of {}", node_text(*spec.updates[k].first.node)));
}

}  // namespace kiln::graph
