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
  std::uint64_t bytes = 0;  // that the function plans
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

// The launches of a training step of an LSTM, by scan or with its steps written out.
Count count_lstm(backend::DeviceKind kind, std::int64_t steps, bool looped) {
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.log_launches = options.unknown_kernels = true;
  options.recordings = false;
  options.kind = kind;
  auto context = Context::wrap(fake::make_context(options), "fake0", {});
  Count out;
  {
    constexpr std::int64_t batch = 4, width = 8;
    const auto x = make_input("x", {KILN_FLOAT32, Dims{steps, batch, width}}),
               zero = make_input("zero", {KILN_FLOAT32, Dims{batch, width}});
    const auto w = make_input("w", {KILN_FLOAT32, Dims{width, 4 * width}}),
               u = make_input("u", {KILN_FLOAT32, Dims{width, 4 * width}}),
               b = make_input("b", {KILN_FLOAT32, Dims{4 * width}});
    const auto cell = [&](const Values& v) {
      const auto z = op("add", {v[0], op("dot", {v[1], u})});
      const auto gate = [&](std::int64_t i) {
        Attributes columns;
        columns.indices = {layout::Index{}, {layout::Index::Kind::slice, i * width, (i + 1) * width}};
        return op("subtensor", {z}, columns);
      };
      const auto next =
          expression("f * c + i * tanh(a)",
                     {{"f", op("sigmoid", {gate(0)})}, {"c", v[2]}, {"i", op("sigmoid", {gate(1)})}, {"a", gate(2)}});
      return Values{expression("o * tanh(c)", {{"o", op("sigmoid", {gate(3)})}, {"c", next}}), next};
    };
    ScanRequest request;
    request.sequences = {{op("add", {op("dot", {x, w}), b})}};
    request.outputs = {{zero}, {zero}};
    const Values states = looped ? scan(request, cell) : written_out(request, cell);
    FunctionSpec spec;
    spec.inputs = {{x}, {zero}, {w}, {u}, {b}};
    spec.context = context.get();
    const auto cost = op("sum", {expression("s*s", {{"s", at(states[0], -1)}})});
    for (const auto& slope : grad(cost, Values{w, u, b})) spec.outputs.push_back({transfer(slope, context)});
    const auto f = Function::create(spec);
    std::vector<Ref<Array>> arrays;
    std::vector<Argument> arguments;
    for (const auto& input : spec.inputs) {
      arrays.push_back(array::empty(*context, KILN_FLOAT32, input.variable.type().shape, "test"));
      arguments.push_back({.array = arrays.back().get()});
    }
    f->call(arguments);
    log->clear();
    f->call(arguments);
    for (const auto& launch : log->launches()) ++out.kernels[launch.kernel];
    out.launches = log->launches().size();
    out.bytes = f->planned_bytes();
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

TEST_CASE("loops: a training step of an LSTM takes as many launches by scan as written out, and no more memory") {
  for (const auto kind : {backend::DeviceKind::cpu, backend::DeviceKind::gpu}) {
    INFO((kind == backend::DeviceKind::cpu ? "cpu" : "gpu"));
    const Count few = count_lstm(kind, 8, true), many = count_lstm(kind, 16, true), apart = count_lstm(kind, 16, false);
    // A product and what is elementwise forward, and as much back; the bias, and the gradients of the weights.
    CHECK(many.launches - few.launches == 4 * 8);
    CHECK(many.launches <= apart.launches + 4);
    CHECK(many.kernels.at("gemm") == 2 * 16 + 3);
    CHECK(many.bytes <= apart.bytes);
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
      Attributes columns;
      columns.axis = 0;
      // A mean divides by the number of examples; a normalisation over the batch also reduces ever other extents.
      Attributes first;
      first.axes = Dims{0};
      first.keepdims = true;
      const auto rest = expression("h - m", {{"h", hidden}, {"m", op("mean", {hidden}, first)}});
      const auto normal = expression("r / sqrt(v + 1e-5)",
                                     {{"r", rest}, {"v", op("mean", {expression("r * r", {{"r", rest}})}, first)}});
      const auto mean = op("mean", {expression("p * p", {{"p", op("dot", {normal, u})}})});
      const Values programs[] = {{softmax},
                                 grad(cost, Values{w, u}),
                                 {op("softmax", {x}, rows)},
                                 grad(op("mean", {op("log", {softmax})}), Values{w, u}),
                                 {op("softmax", {x}, columns)},
                                 grad(mean, Values{w, u})};
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
        const bool normalised = &outputs == std::end(programs) - 1;
        INFO((kind == backend::DeviceKind::cpu ? "cpu" : "gpu") << ", program " << &outputs - programs);
        // Kernels know whether an extent is 1, which algorithm suits it, and how many rows a block of theirs has: on
        // CPU devices 16 to 128, in steps of 16. The first specialisations write the numbers of their shapes.
        CHECK(late - before <= (normalised ? 45 : 20));
        CHECK(log->counters().builds - late <= (normalised ? 12 : 8));
      }
    }
  }
}
