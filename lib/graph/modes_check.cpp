// SPDX-License-Identifier: Apache-2.0
// DebugMode. For each pass, what it made of every node is computed beside the node itself, from the same
// arguments; the first node, operands before what reads them, whose values differ is the one to name.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/modes.hpp"
#include "graph/pass.hpp"
#include "graph/place.hpp"

namespace kiln::graph {
namespace {

// Values of a graph, each a result on the host.
struct Evaluation {
  FunctionSpec spec;
  Specialisation s;
};

// A pass, the values it replaced, and what it replaced them by.
struct Stage {
  std::string pass;
  std::vector<std::string> names;
  bool finite = false;  // the pass may give numbers where there were none
  Evaluation before, after;
};

void prepare(Evaluation& e, const FunctionSpec& spec, Values values, bool placed,
             std::span<const Ref<Shared>> shared, runtime::Context& context) {
  e.spec.name = spec.name;
  e.spec.inputs = spec.inputs;
  e.spec.downcast = spec.downcast;
  e.spec.mode = Mode::debug;
  for (const Value& value : values) e.spec.outputs.push_back({value, false});
  // Short forms have nothing but their expansions that computes them.
  e.s.graph = placed ? values : place(expand(values), e.spec, context);
  make_steps(e.spec, shared, context, e.s);
  plan_memory(e.s);
}

double tolerance(DType dtype) {
  switch (base::real_dtype(dtype)) {
    case KILN_FLOAT64:
      return 1e-9;
    case KILN_FLOAT32:
      return 1e-4;
    case KILN_FLOAT16:
      return 1e-2;
    case KILN_BFLOAT16:
      return 5e-2;
    default:
      return 0;
  }
}

std::vector<Scalar> elements(const array::Array& array) {
  const std::size_t size = base::dtype_size(array.dtype());
  std::vector<std::byte> bytes(std::size_t(array.size()) * size);
  if (!bytes.empty()) array::read(array, bytes.data(), nullptr, "function");
  std::vector<Scalar> out;
  for (std::size_t at = 0; at < bytes.size(); at += size)
    out.push_back(Scalar::load(array.dtype(), &bytes[at]).cast(KILN_COMPLEX128));
  return out;
}

// How the arrays differ, or "". Results of comparisons and places of extremes may change where rounding does:
// one element in a hundred.
std::string difference(const array::Array& before, const array::Array& after, bool finite) {
  if (before.shape() != after.shape())
    return fmt::format("shape {} became {}", layout::shape_text(before.shape()),
                       layout::shape_text(after.shape()));
  const double allowed = std::max(tolerance(before.dtype()), tolerance(after.dtype()));
  const auto a = elements(before), b = elements(after);
  double norm = 0;
  for (const Scalar& value : a)
    if (std::isfinite(value.re) && std::isfinite(value.im))
      norm = std::max({norm, std::fabs(value.re), std::fabs(value.im)});
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto differ = [&](double x, double y) {
      if (x == y || (std::isnan(x) && std::isnan(y))) return false;
      if (!std::isfinite(x)) return !(finite && std::isfinite(y));
      if (!std::isfinite(y)) return true;
      return std::fabs(x - y) > allowed * (std::max(norm, 1e-30));
    };
    if (!differ(a[i].re, b[i].re) && !differ(a[i].im, b[i].im)) continue;
    if (count++ == 0) first = fmt::format("element {} was {} and became {}", i, a[i].re, b[i].re);
  }
  if (count == 0 || (allowed == 0 && count <= a.size() / 100 + 1)) return "";
  return fmt::format("{} of {} elements differ; {}", count, a.size(), first);
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
    stage->finite = after.name == "stabilise";
    Values from, to;
    const auto add = [&](const Value& old, const Value& fresh, std::string name) {
      if (!fresh || fresh == old || old.op().leaf()) return;
      from.push_back(old);
      to.push_back(fresh);
      stage->names.push_back(std::move(name));
    };
    for (const NodeRef& node : topological(before.values))
      for (const Value& value : all_outputs(node)) add(value, after.notes.find(value), node_text(*node));
    for (std::size_t i = 0; i < before.values.size(); ++i)
      add(before.values[i], after.values[i], node_text(*before.values[i].node));
    if (from.empty()) continue;
    const bool placed = after.name == "fusion" || after.name == "sweep";
    prepare(stage->before, spec, std::move(from), placed, shared, context);
    prepare(stage->after, spec, std::move(to), placed || after.name == "place", shared, context);
    check->stages.push_back(std::move(stage));
  }
  prepare(check->last, spec, s.graph, true, shared, context);
  return check;
}

}  // namespace

std::vector<Ref<array::Array>> check_passes(const FunctionSpec& spec, Specialisation& s,
                                            std::span<const Ref<Shared>> shared,
                                            std::span<const Argument> arguments, runtime::Context& context) {
  if (!s.pass_check) s.pass_check = make_check(spec, s, shared, context);
  for (const auto& stage : s.pass_check->stages) {
    const auto before = run_once(stage->before.spec, stage->before.s, shared, arguments);
    const auto after = run_once(stage->after.spec, stage->after.s, shared, arguments);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::string text = difference(*before[i], *after[i], stage->finite);
      if (!text.empty())
        fail(KILN_INTERNAL, "{}: DebugMode: pass {} changed the value of {}: {}", function_text(spec),
             stage->pass, stage->names[i], text);
    }
  }
  return run_once(s.pass_check->last.spec, s.pass_check->last.s, shared, arguments);
}

void check_call(const FunctionSpec& spec, const Specialisation& s, std::span<const Ref<Shared>> shared,
                std::span<const Ref<array::Array>> expected, std::span<const Ref<array::Array>> results) {
  const auto check = [&](std::size_t i, const array::Array& got, const std::string& what) {
    const std::string text = difference(*expected[i], got, false);
    if (!text.empty())
      fail(KILN_INTERNAL, "{}: DebugMode: where the memory plan puts it, {} has another value: {}",
           function_text(spec), what, text);
  };
  for (std::size_t i = 0; i < results.size(); ++i)
    check(i, *results[i], fmt::format("output {} ({})", i + 1, node_text(*s.graph[i].node)));
  for (std::size_t k = 0; k < s.updates.size(); ++k)
    check(results.size() + k, *shared[s.updates[k].shared]->value(),
          fmt::format("the update of {}", node_text(*spec.updates[k].first.node)));
}

}  // namespace kiln::graph
