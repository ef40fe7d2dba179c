// SPDX-License-Identifier: Apache-2.0
// Values in host memory: inputs with target "cpu", and what functions on the host read and make. No byte
// moves that no device reads.
#include "../support/support.hpp"
#include "fake/fake.hpp"
#include "graph/ops/user_ops.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// A function on the host: twice its operand. `seen` receives where it read.
graph::Value host_double(const graph::Value& x, const void** seen = nullptr) {
  UserDefinition own;
  own.name = "Double";
  own.infer = [](std::span<const Type> inputs) { return std::vector<Type>{inputs[0]}; };
  own.compute = [seen](std::span<const HostArray> inputs, std::span<HostArray> outputs) {
    if (seen) *seen = inputs[0].data;
    const auto* from = reinterpret_cast<const float*>(inputs[0].data);
    auto* to = reinterpret_cast<float*>(outputs[0].data);
    for (std::int64_t i = 0; i < layout::Layout{inputs[0].shape, {}, 0}.size(); ++i) to[i] = 2 * from[i];
  };
  return user_op(std::move(own), {x})[0];
}

FunctionInput on_host(const graph::Value& variable) { return {variable, true}; }

}  // namespace

TEST_CASE("what the host computes from inputs that stay there moves nothing") {
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.unified_memory = false;
  options.kind = backend::DeviceKind::gpu;
  auto context = Context::wrap(fake::make_context(options), "fake0", {});
  {
    const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, kUnknown}});
    const void* seen = nullptr;
    const graph::Value once = host_double(x, &seen), twice = host_double(once);
    FunctionSpec spec;
    spec.inputs = {on_host(x)};
    // Chains, views, the input itself, a value twice, a number of the program's.
    spec.outputs = {{once}, {twice}, {host_double(op("transpose", {x}))},
                    {x},    {once},  {host_double(make_constant(Scalar::real(KILN_FLOAT32, 4)))}};
    spec.context = context.get();
    const auto f = Function::create(spec);
    const std::vector<float> data{1, 2, 3, 4, 5, 6};
    Argument argument = host(data);
    argument.shape = Dims{2, 3};
    log->clear();
    std::vector<Ref<Array>> results;
    for (int i = 0; i < 3; ++i) {
      results = f->call(std::vector{argument});
      CHECK(seen == data.data());  // read where it is
      CHECK(values_of<float>(*results[0]) == std::vector<float>{2, 4, 6, 8, 10, 12});
      CHECK(values_of<float>(*results[1]) == std::vector<float>{4, 8, 12, 16, 20, 24});
      CHECK(values_of<float>(*results[2]) == std::vector<float>{2, 8, 4, 10, 6, 12});
      CHECK(values_of<float>(*results[3]) == data);
      CHECK(values_of<float>(*results[4]) == values_of<float>(*results[0]));
      CHECK(results[4] != results[0]);
      CHECK(values_of<float>(*results[5]) == std::vector<float>{8});
    }
    // Another dtype and other strides: converted on the host. A result on the host: read there.
    const std::vector<double> wide{1, 4, 2, 5, 3, 6};
    Argument strided = argument;
    strided.dtype = KILN_FLOAT64;
    strided.data = wide.data();
    const Dims strides{8, 16};
    strided.strides = &strides;
    FunctionSpec narrow = spec;
    narrow.downcast = true;
    CHECK(values_of<float>(*Function::create(narrow)->call(std::vector{strided})[1]) == values_of<float>(*results[1]));
    Argument pinned;
    pinned.array = results[0].get();
    CHECK(values_of<float>(*f->call(std::vector{pinned})[1]) == std::vector<float>{8, 16, 24, 32, 40, 48});
    f->run(std::vector{argument}, 3);
    for (const char* entry : {"memory_read", "memory_write", "memory_copy", "launch"}) {
      INFO(entry);
      CHECK(log->count(entry) == 0);
    }
    const std::string why = f->describe("explain");
    INFO(why);
    CHECK(has(why, "transfers: 0 to devices (0 B), 0 between devices (0 B), 0 to the host (0 B)"));
    CHECK(has(why, "on the host: the operation runs on the host; reads 24 B, writes 24 B"));
    CHECK(f->planned_bytes() == 0);
    CHECK(!has(f->describe("toposort"), "Gpu"));
    // An argument on the device comes to the host, once.
    const Ref<Array> there = array::empty(*context, KILN_FLOAT32, Dims{2, 3}, "test");
    array::write(*there, data.data(), nullptr, "test");
    Argument device;
    device.array = there.get();
    log->clear();
    CHECK(values_of<float>(*f->call(std::vector{device})[1]) == values_of<float>(*results[1]));
    CHECK(log->count("memory_read") == 1);
    CHECK(has(f->describe("explain"), "transfers: 0 to devices (0 B), 0 between devices (0 B), 1 to the host (24 B)"));
  }
  context = nullptr;
  CHECK(log->misuses() == 0);
  CHECK(log->live().total() == 0);
}

TEST_CASE("what devices read of values on the host is a transfer of the graph") {
  for (const auto& each : contexts()) {
    Context& context = *each;
    const graph::Value x = vector("x"), w = share(floats(context, {1, 2, 3}), "w");
    const graph::Value there = expression("x * w + x", {{"x", x}, {"w", w}});
    FunctionSpec spec;
    spec.inputs = {on_host(x)};
    spec.outputs = {{host_double(x)}, {there}, {host_double(there)}, {transfer(host_double(x), Ref(&context))}};
    spec.updates = {{w, host_double(expression("w + 1", {{"w", w}}))}};
    spec.name = "mixed";
    const auto f = Function::create(spec);
    spec.mode = Mode::debug;
    const auto checked = Function::create(spec);
    const std::vector<float> xs{1, 2, 4};
    std::vector<float> ws{1, 2, 3};
    for (int i = 0; i < 6; ++i) {
      const auto results = (i == 4 ? checked : f)->call(std::vector{host(xs)});
      CHECK(first(results) == std::vector<float>{2, 4, 8});
      const auto got = values_of<float>(*results[1]), doubled = values_of<float>(*results[2]);
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(got[k] == Near(xs[k] * ws[k] + xs[k]));
        CHECK(doubled[k] == Near(2 * got[k]));
        ws[k] = 2 * (ws[k] + 1);
      }
      CHECK(!results[3]->buffer().pinned());
      CHECK(values_of<float>(*results[3]) == std::vector<float>{2, 4, 8});
      CHECK(values_of<float>(*op_as<SharedLeaf>(w)->shared().value()) == ws);
    }
    const std::string sorted = f->describe("toposort"), why = f->describe("explain");
    INFO(sorted << why);
    CHECK(count_of(sorted, "GpuFromHost(gpuarray)(x)") == 1);
    CHECK(has(sorted, "Double(x)"));
    CHECK(has(sorted, "Double(HostFromGpu(gpuarray).0)"));
    // x, the doubled x of the last output, the new w; to the host: what Double reads, output 2 among it.
    CHECK(has(why, "transfers: 3 to devices (36 B), 0 between devices (0 B), 2 to the host (24 B)"));
    CHECK(has(why, "host to " + context.device() + ": GpuFromHost(gpuarray)(x), 12 B"));
    CHECK(has(why, "on " + context.device() + ": the next steps there read it; reads 12 B, writes 12 B"));
    CHECK(has(f->describe("svg"), "on the host"));
    // Views of it, several readers: one transfer of the whole.
    const graph::Value m = make_input("m", {KILN_FLOAT32, Dims{2, 2}});
    const graph::Value turned = op("transpose", {m});
    FunctionSpec views;
    views.inputs = {on_host(m)};
    views.outputs = {{expression("a + b", {{"a", turned}, {"b", m}})}, {turned}};
    views.context = &context;
    const auto g = Function::create(views);
    const std::vector<float> four{1, 2, 3, 4};
    Argument square = host(four);
    square.shape = Dims{2, 2};
    for (int i = 0; i < 3; ++i) {
      const auto results = g->call(std::vector{square});
      CHECK(first(results) == std::vector<float>{2, 5, 5, 8});
      CHECK(values_of<float>(*results[1]) == std::vector<float>{1, 3, 2, 4});
    }
    CHECK(has(g->describe("explain"), "transfers: 1 to devices (16 B), 0 between devices (0 B), 1 to the host (16 B)"));
  }
}
