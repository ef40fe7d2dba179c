// SPDX-License-Identifier: Apache-2.0
// What loops and functions of many shapes cost, counted: programs that are built and kernels that are launched, on fake
// devices.
#include <map>
#include <string_view>

#include "fake/fake.hpp"
#include "loop_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

struct Count {
  std::uint64_t builds = 0, code = 0;
  std::map<std::string, std::size_t> kernels;
  std::size_t launches = 0;
};

Count count(backend::DeviceKind kind, std::int64_t steps, bool vector, bool gradient) {
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.log_launches = options.unknown_kernels = true;
  options.recordings = false;
  options.kind = kind;
  auto context = Context::wrap(fake::make_context(options), "fake0", {});
  Count out;
  {
    const Dims rows = vector ? Dims{8} : Dims{4, 8};
    Dims all{steps};
    for (const std::int64_t extent : rows) all.push_back(extent);
    const auto x = make_input("x", {KILN_FLOAT32, all}), h = make_input("h", {KILN_FLOAT32, rows});
    const auto w = make_input("w", {KILN_FLOAT32, Dims{8, 8}}), b = make_input("b", {KILN_FLOAT32, Dims{8}});
    ScanRequest request;
    request.sequences = {{x}};
    request.outputs = {{h}};
    const auto states = scan(request, [&](const Values& v) {
      return Values{op("tanh", {op("add", {op("add", {op("dot", {v[1], w}), v[0]}), b})})};
    })[0];
    FunctionSpec spec;
    spec.inputs = {{x}, {h}, {w}, {b}};
    spec.context = context.get();
    Values outputs{states};
    if (gradient) outputs = grad(op("sum", {expression("s*s", {{"s", states}})}), Values{w, b, h});
    for (const auto& value : outputs) spec.outputs.push_back({transfer(value, context)});
    const auto f = Function::create(spec);
    std::vector<Ref<Array>> arrays;
    std::vector<Argument> arguments;
    for (const auto& input : {x, h, w, b}) {
      arrays.push_back(array::empty(*context, KILN_FLOAT32, input.type().shape, "test"));
      arguments.push_back({.array = arrays.back().get()});
    }
    f->call(arguments);
    out.builds = log->counters().builds;
    for (const auto& call : log->calls())
      if (std::string_view(call.entry) == "program_build") out.code += call.bytes;
    log->clear();
    f->call(arguments);
    for (const auto& launch : log->launches()) {
      ++out.kernels[launch.kernel];
      ++out.launches;
    }
    CHECK(log->counters().builds == out.builds);
  }
  return out;
}

}  // namespace

TEST_CASE("loops: a recurrent net takes at most two launches a step, and code that does not grow with the steps") {
  for (const auto kind : {backend::DeviceKind::cpu, backend::DeviceKind::gpu})
    for (const bool vector : {false, true}) {
      INFO((kind == backend::DeviceKind::cpu ? "cpu" : "gpu") << (vector ? ", vectors" : ", matrices"));
      const Count few = count(kind, 32, vector, false), many = count(kind, 1000, vector, false);
      CHECK(few.launches <= 2 * 32);
      CHECK(many.launches <= 2 * 1000);
      CHECK(many.builds == few.builds);
      CHECK(few.code > 0);
      CHECK(many.code == few.code);
      // Two launches forward and two back; what stands before and behind the loops does not depend on the steps.
      const Count back = count(kind, 32, vector, true), longer = count(kind, 64, vector, true);
      CHECK(longer.launches - back.launches <= 4 * 32);
      CHECK(back.launches <= 4 * 32 + 8);
      CHECK(longer.builds == back.builds);
      // The gradient of the weights is one product of the factors of all steps.
      CHECK(back.kernels.at("gemm") == (vector ? 1 : 2 * 32 + 1));
    }
}

TEST_CASE("functions: 200 batch sizes build a few programs") {
  for (const auto kind : {backend::DeviceKind::cpu, backend::DeviceKind::gpu}) {
    const auto log = std::make_shared<fake::Log>();
    fake::Options options;
    options.log = log;
    options.log_calls = false;
    options.unknown_kernels = true;
    options.kind = kind;
    auto context = Context::wrap(fake::make_context(options), "fake0", {});
    {
      const auto x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 6}});
      const auto w = make_input("w", {KILN_FLOAT32, Dims{6, 8}}), u = make_input("u", {KILN_FLOAT32, Dims{8, 3}});
      Attributes rows;
      rows.axis = 1;
      const auto hidden = op("tanh", {op("dot", {x, w})});
      const auto softmax = op("softmax", {op("dot", {hidden, u})}, rows);
      const auto cost = op("sum", {op("log", {softmax})});
      const Values programs[] = {{softmax}, grad(cost, Values{w, u}), {op("softmax", {x}, rows)}};
      for (const Values& outputs : programs) {
        FunctionSpec spec;
        spec.inputs = {{x}, {w}, {u}};
        spec.on_unused = OnUnused::ignore;
        spec.context = context.get();
        for (const auto& value : outputs) spec.outputs.push_back({transfer(value, context)});
        const auto f = Function::create(spec);
        const std::uint64_t before = log->counters().builds;
        std::vector<Ref<Array>> arrays{nullptr};
        for (const auto& input : {w, u})
          arrays.push_back(array::empty(*context, KILN_FLOAT32, input.type().shape, "test"));
        std::uint64_t late = before;  // builds before size 100
        for (std::int64_t k = 1; k <= 200; ++k) {
          if (k == 100) late = log->counters().builds;
          arrays[0] = array::empty(*context, KILN_FLOAT32, Dims{k < 100 ? k : 37 * k, 6}, "test");
          std::vector<Argument> arguments;
          for (const auto& each : arrays) arguments.push_back({.array = each.get()});
          f->call(arguments);
        }
        INFO((kind == backend::DeviceKind::cpu ? "cpu" : "gpu") << ", program " << &outputs - programs);
        // Kernels know whether an extent is 1 and which algorithm suits it, and no other extent.
        CHECK(late - before <= 16);
        CHECK(log->counters().builds - late <= 8);
      }
    }
  }
}
