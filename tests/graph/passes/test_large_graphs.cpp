// SPDX-License-Identifier: Apache-2.0
// Graphs of many leaves, reductions and outputs, deep and wide: none is refused, in any mode and with any
// pass left out, values are those of the graph as built, and what passes make is linear in the nodes.
// KILN_TEST_CASES=n runs n times as many graphs. KILN_TEST_SEED=n begins with graph n, and runs it alone if
// KILN_TEST_CASES is not set.
#include <cstdlib>

#include "../support/large_graph.hpp"
#include "fake/fake.hpp"
#include "graph/passes/optimise.hpp"
#include "graph/passes/pass.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::test {
namespace {

// A device that computes nothing, with limits of its own.
Ref<Context> device_with(LargeGraph& graph) {
  fake::Options options;
  options.log_calls = false;
  const std::uint64_t parameters[] = {1024, 1024, 4096, 4352}, local[] = {16384, 32768, 49152};
  options.parameter_bytes = parameters[graph.below(4)];
  options.local_memory = local[graph.below(3)];
  options.kind = graph.chance(3) ? backend::DeviceKind::cpu : backend::DeviceKind::gpu;
  return Context::wrap(fake::make_context(options), "fake0", {});
}

std::string difference(const LargeGraph& graph, std::size_t output, const Doubles& expected, const Doubles& got) {
  if (expected.size() != got.size())
    return fmt::format("output {} has {} elements, expected {}", output, got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(std::fabs(got[i] - expected[i]) <= graph.tolerance()))
      return fmt::format("element {} of output {} is {}, expected {}", i, output, got[i], expected[i]);
  return "";
}

// Passes and plans alone, and the values of what they made on the host. What went wrong, or "".
std::string check_passes_of(std::uint64_t seed, double& most_seconds, double& most_written) {
  LargeGraph graph(seed, 600, true);
  const std::size_t nodes = graph.nodes();
  const Ref<Context> context = device_with(graph);
  std::vector<Type> types;
  for (const Host& host : graph.elements) types.push_back({host.dtype, host.shape});
  HostEvaluation plain(graph);
  std::vector<Doubles> expected;
  for (const Value& output : graph.outputs) expected.push_back(plain.of(output));
  for (int variant = 0; variant < 4; ++variant) {
    FunctionSpec spec = graph.spec();
    spec.context = context.get();
    if (variant == 1) spec.mode = Mode::fast_compile;
    const std::vector<std::string> passes = pass_names();
    if (variant == 2) spec.excluded_passes = {passes[std::size_t(graph.below(std::int64_t(passes.size())))]};
    for (const std::string& pass : passes)
      if (variant == 3 && graph.chance(3)) spec.excluded_passes.push_back(pass);
    const std::string what = fmt::format("variant {} without {}: ", variant, fmt::join(spec.excluded_passes, ":"));
    try {
      const double begin = processor_seconds();
      Specialisation made;
      made.graph = optimise(spec, types, *context, nullptr);
      make_steps(spec, {}, *context, made);
      plan_memory(made);
      const double took = (processor_seconds() - begin) / double(nodes);
      most_seconds = std::max(most_seconds, took);
      most_written = std::max(most_written, double(values_in_kernels(made.graph)) / double(nodes));
      if (context->properties().info.kind == backend::DeviceKind::cpu) continue;  // with sweeps
      HostEvaluation optimised(graph);
      for (std::size_t k = 0; k < graph.outputs.size(); ++k)
        if (const std::string wrong = difference(graph, k, expected[k], optimised.of(made.graph[k])); !wrong.empty())
          return what + wrong;
    } catch (const base::Error& error) {
      return what + error.message();
    }
  }
  return "";
}

// Compiled and run, against the same without fusion. What went wrong, or "".
std::string check_call_of(std::uint64_t seed, Context& context) {
  LargeGraph graph(seed, 120, context.properties().has_float64);
  const auto run = [&](FunctionSpec spec) {
    spec.context = &context;
    std::vector<Doubles> out;
    const auto function = Function::create(std::move(spec));
    for (int call = 0; call < 2; ++call) {
      out.clear();
      for (const auto& result : function->call(graph.arguments())) out.push_back(numbers(*result));
    }
    return out;
  };
  try {
    FunctionSpec plain = graph.spec();
    plain.mode = Mode::fast_compile;
    const std::vector<Doubles> expected = run(plain);
    FunctionSpec spec = graph.spec();
    const std::vector<std::string> passes = pass_names();
    const std::int64_t variant = graph.below(8);
    if (variant == 0) spec.mode = Mode::nan_guard;
    if (variant == 1) spec.mode = Mode::debug;
    if (variant == 2) spec.included_passes = {"rows", "sweep"};
    if (variant == 3) spec.excluded_passes = {passes[std::size_t(graph.below(std::int64_t(passes.size())))]};
    const std::vector<Doubles> got = run(spec);
    for (std::size_t k = 0; k < got.size(); ++k)
      if (const std::string wrong = difference(graph, k, expected[k], got[k]); !wrong.empty())
        return fmt::format("variant {}: {}", variant, wrong);
  } catch (const base::Error& error) {
    return error.message();
  }
  return "";
}

template <class Check>
void each_seed(int usual, Check&& check) {
  const auto [first, end] = seeds(usual);
  for (std::uint64_t seed = first; seed < end; ++seed) {
    const std::string wrong = check(seed);
    if (!wrong.empty()) FAIL_CHECK("KILN_TEST_SEED=" << seed << ": " << wrong);
  }
}

}  // namespace

TEST_CASE("passes keep the values of large graphs", "[graph][large]") {
  double most_seconds = 0, most_written = 0;
  const Logged log;
  each_seed(30, [&](std::uint64_t seed) { return check_passes_of(seed, most_seconds, most_written); });
  CHECK(log.text == "");
  INFO("seconds a node " << most_seconds << ", values in kernels a node " << most_written);
  if (std::getenv("KILN_TEST_VERBOSE"))
    WARN("seconds a node " << most_seconds << ", values in kernels a node " << most_written);
  // A node has some values, and some kernels compute it: not hundreds. Nor does a node take a millisecond,
  // if its readers are not walked over and over.
  CHECK(most_written < 100);
  CHECK(most_seconds < 0.005);
}

TEST_CASE("large graphs are what they are without fusion", "[graph][large][device]") {
  for (const auto& context : contexts()) {
    const Logged log;
    each_seed(1, [&](std::uint64_t seed) { return check_call_of(seed, *context); });
    CHECK(log.text == "");
  }
}

}  // namespace kiln::test
