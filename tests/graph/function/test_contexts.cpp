// SPDX-License-Identifier: Apache-2.0
// One function over several contexts: results, and no more transfers than it says.
#include "../support/support.hpp"
#include "fake/fake.hpp"
#include "runtime/context/named_context.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("contexts have names") {
  const std::string device = devices()[0];
  check_error(KILN_NO_DEVICE, "gives no names", [] { runtime::named_context("dev0"); });
  for (const char* bad : {"dev0", "->cuda0", "cuda1->cuda0", "cpu->cpu", "a->x!", "a b->cpu", "a->cpu;a->cpu"})
    check_error(KILN_FLAG_ERROR, "flag contexts: got", [&] { base::Flags::set("contexts", bad); });
  const WithFlag flag("contexts", " dev0 -> " + device + "; dev1->" + device + ";none->opencl:missing");
  CHECK(base::flag_text("contexts") == "dev0->" + device + ";dev1->" + device + ";none->opencl:missing");
  const auto a = runtime::named_context("dev0"), b = runtime::named_context("dev1");
  CHECK(a != b);
  CHECK(runtime::named_context("dev0") == a);
  CHECK(runtime::name_of_context(*b) == "dev1");
  CHECK(runtime::name_of_context(*contexts()[0]).empty());
  check_error(KILN_NO_DEVICE, "did you mean", [] { runtime::named_context("dev2"); });
  check_error(KILN_NO_DEVICE, "missing", [] { runtime::named_context("none"); });

  // x is read on both, y on dev1 alone, v on neither before it is combined.
  const graph::Value x = vector("x"), y = vector("y");
  const graph::Value v = share(floats(*a, {1, 2, 3}), "v"), w = share(floats(*b, {4, 5, 6}), "w");
  const graph::Value left = expression("exp(x) * v", {{"x", x}, {"v", v}});
  const graph::Value right = expression("x * w + y", {{"x", x}, {"w", w}, {"y", y}});
  const graph::Value both = expression("l + r", {{"l", left}, {"r", transfer(right, a)}});
  FunctionSpec spec;
  spec.inputs = {{x}, {y}};
  spec.outputs = {{both}, {transfer(right, b)}, {transfer(both, b)}, {transfer(y, b)}};
  spec.updates = {{w, expression("w + l", {{"w", w}, {"l", left}})}};
  spec.context = a.get();
  spec.name = "two";
  spec.profile = true;
  const auto profiled = Function::create(spec);
  spec.profile = false;
  const auto f = Function::create(spec);
  const std::vector<float> xs{0, 1, 2}, ys{7, 8, 9};
  std::vector<float> vs{1, 2, 3}, ws{4, 5, 6};
  for (int i = 0; i < 4; ++i) {
    const auto results = (i == 1 ? profiled : f)->call(std::vector{host(xs), host(ys)});
    CHECK(&results[1]->context() == b.get());
    CHECK(&results[2]->context() == b.get());
    const auto sum = values_of<float>(*results[0]), there = values_of<float>(*results[1]);
    CHECK(values_of<float>(*results[2]) == sum);
    CHECK(values_of<float>(*results[3]) == ys);
    for (std::size_t k = 0; k < 3; ++k) {
      const float l = std::exp(xs[k]) * vs[k], r = xs[k] * ws[k] + ys[k];
      CHECK(there[k] == Near(r));
      CHECK(sum[k] == Near(l + r));
      ws[k] += l;
    }
  }
  f->synchronize();
  const std::string why = f->describe("explain");
  INFO(why);
  // Arguments go where they are read: x to both, y to dev1. Between: right to dev0, left and both to dev1.
  CHECK(has(why, "transfers: 3 to devices (36 B), 3 between devices (36 B), 1 to the host (12 B)"));
  CHECK(has(why, "host to dev1: GpuFromHost<dev1>(y), 12 B"));
  CHECK(has(why, "dev1 to dev0: GpuToGpu<dev0>("));
  CHECK(count_of(f->describe("toposort"), ", GpuToGpu<dev0>(") == 1);
  CHECK(count_of(f->describe("toposort"), ", GpuToGpu<dev1>(") == 2);
  CHECK(has(f->describe("dot"), "on dev1"));
  CHECK(has(profiled->describe("profile"), "GpuToGpu<dev1>"));
}

TEST_CASE("moves between contexts start early and are waited for late") {
  Context& here = *contexts()[0];
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.unified_memory = false;
  options.unknown_kernels = true;
  options.kind = backend::DeviceKind::gpu;
  auto there = Context::wrap(fake::make_context(options), "fake0", {});
  {
    const std::int64_t n = 40000;
    const std::vector<float> values(n, 0.5F);
    const graph::Value a = share(floats(*there, values), "a"), b = share(floats(here, values), "b");
    const graph::Value own = op("cumsum", {expression("b * 2", {{"b", b}})});  // on the destination, of its own
    const graph::Value rest = op("cumsum", {a});                               // on the source
    const graph::Value moved = op("exp", {a});
    const graph::Value sum = expression("m + o", {{"m", transfer(moved, Ref(&here))}, {"o", own}});
    FunctionSpec spec;
    spec.outputs = {{transfer(rest, there), true}, {transfer(sum, Ref(&here)), true}};
    spec.context = &here;
    const auto f = Function::create(spec);
    for (int i = 0; i < 3; ++i) {
      here.synchronize();
      there->synchronize();
      log->clear();
      const auto results = f->call({});
      // Read as soon as it is there, before the other work of its queue; waited for behind all of it.
      std::vector<std::string> order;
      for (const fake::Call& call : log->calls()) {
        const std::string entry = call.entry;
        if (entry.find("launch") != std::string::npos || entry == "memory_read" || entry == "event_wait" ||
            entry == "queue_finish")
          order.push_back(entry);
      }
      std::string text;
      for (const std::string& entry : order) text += entry + " ";
      INFO(text);
      const auto read = std::find(order.begin(), order.end(), "memory_read");
      REQUIRE(read != order.end());
      CHECK(read == order.begin() + 1);
      CHECK(std::find_if(read, order.end(), [](const std::string& entry) { return has(entry, "launch"); }) !=
            order.end());
      const auto waits = [](const std::string& entry) { return entry == "event_wait" || entry == "queue_finish"; };
      const auto waited = std::find_if(order.begin(), order.end(), waits);
      CHECK(std::find_if(waited, order.end(), [](const std::string& entry) { return has(entry, "launch"); }) ==
            order.end());
    }
    const std::string why = f->describe("explain");
    INFO(why);
    CHECK(has(why, "start of GpuToGpu"));
    CHECK(has(why, "transfers: 0 to devices (0 B), 1 between devices (160.0 kB), 0 to the host (0 B)"));
  }
  there = nullptr;
  CHECK(log->misuses() == 0);
  CHECK(log->live().total() == 0);
}

TEST_CASE("a function over contexts of two backends") {
  Context& context = *contexts()[0];
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.unified_memory = false;
  options.kind = backend::DeviceKind::gpu;
  auto other = Context::wrap(fake::make_context(options), "fake0", {});
  {
    // A fake device computes nothing: it holds a variable, which is read and updated from the other side.
    const graph::Value w = share(floats(*other, {1, 2, 3}), "w");
    const graph::Value x = vector("x");
    const graph::Value there = transfer(w, Ref(&context));
    const graph::Value next = expression("w * x", {{"w", there}, {"x", x}});
    FunctionSpec spec;
    spec.inputs = {{x}};
    spec.outputs = {{op("sum", {next})}};
    spec.updates = {{w, transfer(next, other)}};
    spec.context = &context;
    const auto f = Function::create(spec);
    float factor = 1;
    for (int i = 0; i < 3; ++i) {
      log->clear();
      CHECK(first(f->call(std::vector{host({2, 2, 2})}))[0] == 6 * (factor *= 2));
      // One way and back: nothing else moves.
      CHECK(log->count("memory_read") == 1);
      CHECK(log->count("memory_write") == 1);
      CHECK(log->count("launch") == 0);
    }
    CHECK(values_of<float>(*op_as<SharedLeaf>(w)->shared().value()) == std::vector<float>{8, 16, 24});
    const std::string why = f->describe("explain");
    INFO(why);
    CHECK(has(why, "transfers: 1 to devices (12 B), 2 between devices (24 B), 1 to the host (4 B)"));
    CHECK(has(why, "fake0 to " + context.device()));
    // On a GPU between events, without waiting for them.
    spec.profile = true;
    const auto profiled = Function::create(spec);
    for (int i = 0; i < 3; ++i) profiled->call(std::vector{host({1, 1, 1})});
    CHECK(log->count("event_seconds") > 0);
    const std::string profile = profiled->describe("profile");
    INFO(profile);
    CHECK(has(profile, "GpuToGpu<" + context.device() + ">(w)"));
    CHECK(has(profiled->describe("trace"), "\"fake0\""));
  }
  other = nullptr;
  CHECK(log->misuses() == 0);
  CHECK(log->live().total() == 0);
}
