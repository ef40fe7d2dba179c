// SPDX-License-Identifier: Apache-2.0
// Programs whose nodes one kernel does not hold: they are split, in every mode; what compiling them takes is
// linear in their nodes; and kernels that are refused all the same.
#include "../support/large_graph.hpp"
#include "fake/fake.hpp"
#include "graph/build/grad.hpp"
#include "graph/function/function.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/optimise.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::test {
namespace {

class Program {
 public:
  explicit Program(Context& context) : context_(context) {}
  // A shared variable of numbers between -1 and 1.
  Value variable(const Dims& shape, DType dtype = KILN_FLOAT32) {
    std::int64_t size = 1;
    for (const std::int64_t extent : shape) size *= extent;
    Doubles numbers;
    for (; size > 0; --size) {
      next_ = next_ * 7919 % 1009;
      numbers.push_back(base::is_float(dtype) ? double(next_) / 505 - 1 : double(next_ % 5));
    }
    return make_shared(Host(dtype, shape, numbers).upload(context_), "", nullptr);
  }
  static Value sum(const Value& value) { return reduce(KILN_REDUCE_SUM, value, std::nullopt); }
  static Value plus(const Value& a, const Value& b) { return a ? graph::apply(expr::Fn::add, {a, b}) : b; }

 private:
  Context& context_;
  std::int64_t next_ = 3;
};

Values summed_arrays(Program& p, int count) {
  Value all;
  // Some of one number, the last ones too.
  for (int i = 0; i < count; ++i) all = Program::plus(all, p.variable(i % 3 ? Dims{10} : Dims{}));
  return {Program::sum(all)};
}
Values weight_decay(Program& p, int layers) {
  Value all;
  for (int i = 0; i < layers; ++i) {
    const Value w = p.variable({i % 10 == 9 ? 5 : 4, 4});
    all = Program::plus(all, Program::sum(build("w * w", {{"w", w}})));
  }
  return {all};
}
Values products_added(Program& p, int count) {
  Value all;
  for (int i = 0; i < count; ++i) all = Program::plus(all, dot(p.variable({4, 5}), p.variable({5})));
  return {all};
}
Values cross_entropies_added(Program& p, int count) {
  Value all;
  for (int i = 0; i < count; ++i)
    all = Program::plus(all, Program::sum(cross_entropy(p.variable({3, 5}), p.variable({3}, KILN_INT32))));
  return {all};
}
Values moments(Program& p, int count) {
  const Value x = p.variable({30});
  Values all;
  for (int i = 1; i <= count; ++i)
    all.push_back(reduce(KILN_REDUCE_MEAN, build("pow(x, k)", {{"x", x}, {"k", make_number(i)}}), std::nullopt));
  return all;
}
Values variances(Program& p, int count) {
  Values all;
  for (int i = 0; i < count; ++i) all.push_back(reduce(KILN_REDUCE_VAR, p.variable({20}), std::nullopt));
  return all;
}
Values layer_norms(Program& p, int count) {
  Values all;
  for (int i = 0; i < count; ++i) {
    const Value x = p.variable({3, 6});
    all.push_back(build("(x - u) / sqrt(v + 0.01) * g + b", {{"x", x},
                                                             {"u", reduce(KILN_REDUCE_MEAN, x, Dims{-1}, true)},
                                                             {"v", reduce(KILN_REDUCE_VAR, x, Dims{-1}, true)},
                                                             {"g", p.variable({6})},
                                                             {"b", p.variable({6})}}));
  }
  return all;
}
Values hessian(Program& p, int count) {
  const Value x = p.variable({count});
  const Value cost = Program::sum(build("sin(x) * s", {{"x", x}, {"s", Program::sum(build("x * x * x", {{"x", x}}))}}));
  const Value slope = grad(cost, std::vector{x})[0];
  Values rows;
  for (int i = 0; i < count; ++i) {
    layout::Index one;
    one.start = i;
    one.stop = i + 1;
    rows.push_back(grad(Program::sum(subtensor(slope, {one})), std::vector{x})[0]);
  }
  return rows;
}
Values long_front(Program& p, int steps) {
  Value y = p.variable({10});
  for (int i = 0; i < steps; ++i) y = build("y * 0.5 + 1", {{"y", y}});
  return {Program::sum(y)};
}
Values wide_front(Program& p, int terms) {
  const Value x = p.variable({10});
  Value all;
  for (int i = 0; i < terms; ++i) all = Program::plus(all, build("x * k", {{"x", x}, {"k", make_number(i % 7)}}));
  return {Program::sum(all)};
}
Values squared_again(Program& p, int times) {
  Value y = p.variable({10});
  for (int i = 0; i < times; ++i) y = build("y * y", {{"y", y}});
  return {Program::sum(y)};
}
Values mandelbrot(Program& p, int times) {
  const Value x = build("x * 0.25", {{"x", p.variable({10})}}), y = build("y * 0.25", {{"y", p.variable({10})}});
  Value a = x, b = y;
  for (int i = 0; i < times; ++i) {
    const Names names{{"a", a}, {"b", b}, {"x", x}, {"y", y}};
    a = build("a * a - b * b + x", names);
    b = build("2 * a * b + y", names);
  }
  return {Program::sum(build("a * a + b * b", {{"a", a}, {"b", b}}))};
}

struct Named {
  const char* name;
  Values (*make)(Program& program, int count);
  int usual, many;
};
constexpr Named kPrograms[] = {
    {"sums of arrays", summed_arrays, 40, 100},
    {"weight decay", weight_decay, 14, 40},
    {"matrix-vector products", products_added, 7, 30},
    {"cross entropies", cross_entropies_added, 2, 8},
    {"moments", moments, 20, 40},
    {"variances", variances, 5, 40},
    {"layer norms", layer_norms, 4, 12},
    {"a Hessian", hessian, 3, 12},
    {"a long front", long_front, 2100, 20000},
    {"a wide front", wide_front, 1100, 5000},
    {"squares of squares", squared_again, 60, 1000},
    {"Mandelbrot", mandelbrot, 40, 400},
};

std::vector<Doubles> results_of(const Values& outputs, Context& context, Mode mode, const char* without = "") {
  FunctionSpec spec;
  for (const Value& output : outputs) spec.outputs.push_back({output});
  spec.context = &context;
  spec.mode = mode;
  if (*without) spec.excluded_passes = {without};
  std::vector<Doubles> out;
  for (const auto& result : Function::create(std::move(spec))->call({})) out.push_back(numbers(*result));
  return out;
}

}  // namespace

TEST_CASE("programs that one kernel does not hold", "[graph][large][device]") {
  for (const auto& context : contexts())
    for (const Named& named : kPrograms) {
      Program program(*context);
      const Values outputs = named.make(program, many() ? named.many : named.usual);
      const std::vector<Doubles> expected = results_of(outputs, *context, Mode::fast_compile);
      const auto check = [&](const std::vector<Doubles>& got) {
        for (std::size_t k = 0; k < expected.size(); ++k)
          for (std::size_t i = 0; i < expected[k].size(); ++i)
            if (!close(got[k][i], expected[k][i], 1e-4))
              FAIL_CHECK(named.name << ": element " << i << " of output " << k << " is " << got[k][i] << ", expected "
                                    << expected[k][i]);
      };
      const Logged log;
      INFO(named.name);
      check(results_of(outputs, *context, Mode::fast_run));
      if (many()) {
        check(results_of(outputs, *context, Mode::nan_guard));
        for (const std::string& pass : pass_names()) check(results_of(outputs, *context, Mode::fast_run, pass.c_str()));
        // Which keeps every value of every node.
        Program shorter(*context);
        results_of(named.make(shorter, named.usual), *context, Mode::debug);
      }
      CHECK(log.text == "");
    }
}

TEST_CASE("what passes make is linear in the nodes", "[graph][large]") {
  fake::Options options;
  options.kind = backend::DeviceKind::gpu;
  const auto context = Context::wrap(fake::make_context(options), "fake0", {});
  for (const Named& named : kPrograms)
    for (const int count : {named.usual, named.many}) {
      Program program(*context);
      FunctionSpec spec;
      for (const Value& output : named.make(program, count)) spec.outputs.push_back({output});
      spec.context = context.get();
      Values built;
      for (const FunctionOutput& output : spec.outputs) built.push_back(output.value);
      const double nodes = double(topological(built).size());
      const auto before = make_number(0).node->number();
      const Values made = optimise(spec, {}, *context, nullptr);
      const double work = double(make_number(0).node->number() - before);  // nodes that passes made on the way
      INFO(named.name << " " << count << ": " << nodes << " nodes, passes made " << work);
      CHECK(double(values_in_kernels(made)) < 100 * nodes);
      CHECK(work < 20 * nodes + 100);
    }
}

TEST_CASE("reductions of more than a kernel of the device holds are refused", "[graph][large]") {
  fake::Options options;
  options.kind = backend::DeviceKind::gpu;
  const auto context = Context::wrap(fake::make_context(options), "fake0", {});
  const auto make = [&](int inputs, int outputs, int accumulators) {
    array::ReduceTexts texts;
    std::vector<std::string> names;
    for (int i = 0; i < inputs; ++i) names.push_back(fmt::format("x{}", i));
    for (int i = 0; i < accumulators; ++i) {
      texts.identity += fmt::format("s{} = 0; ", i);
      texts.map += fmt::format("s{0} = x{1}; ", i, i % inputs);
      texts.combine += fmt::format("s{0} = s{0} + s{0}_; ", i);
    }
    for (int i = 0; i < outputs; ++i) texts.finish += fmt::format("r{} = s{}; ", i, i % accumulators);
    return array::Reduction::create(*context, texts, names, true, "sums");
  };
  CHECK(make(20, 1, 1)->input_count() == 20);
  CHECK(make(14, 14, 14)->output_count() == 14);
  check_error(KILN_INVALID_ARGUMENT, "sums: 33 arrays, expected at most 32", [&] { make(32, 1, 1); });
  check_error(KILN_INVALID_ARGUMENT,
              "sums: 1 input, 16 outputs and 16 accumulators, whose 1080 bytes of arguments are more than the "
              "device's 1024",
              [&] { make(1, 16, 16); });
  options.local_memory = 4096;
  const auto small = Context::wrap(fake::make_context(options), "fake0", {});
  const auto three = array::Reduction::create(
      *small, {"a = 0; b = 0; c = 0", "a = x; b = x; c = x", "a = a + a_; b = b + b_; c = c + c_", "r = a"}, {"x"},
      true, "sums");
  const int narrow[] = {KILN_FLOAT32, -1}, wide[] = {KILN_FLOAT64, -1};
  CHECK_NOTHROW(three->programs(narrow, "sums"));
  check_error(KILN_INVALID_ARGUMENT, "sums: 3 accumulators of 24 bytes, expected at most 16 bytes",
              [&] { three->programs(wide, "sums"); });
  // What a launch may have, a kernel's source need not.
  options.local_memory = 65536;
  options.declared_local_memory = 4096;
  const auto declared = Context::wrap(fake::make_context(options), "fake0", {});
  CHECK(array::KernelRoom(declared->properties()).reduce_refusal({.accumulator_bytes = 16}).empty());
  CHECK(array::KernelRoom(declared->properties()).reduce_refusal({.accumulator_bytes = 17}) ==
        "0 accumulators of 17 bytes, expected at most 16 bytes");
}

TEST_CASE("as many accumulators as a kernel of the device holds", "[graph][large][device]") {
  for (const auto& context : contexts()) {
    const array::KernelRoom room(context->properties());
    const bool wide = context->properties().has_float64;
    array::KernelLoad load{.inputs = 1, .outputs = 1};
    const auto grow = [&](std::size_t accumulators) {
      load.accumulators = accumulators;
      load.accumulator_bytes = accumulators * (wide ? 8 : 4);
    };
    std::size_t most = 0;
    for (grow(1); room.reduce_refusal(load).empty(); grow(most + 1)) most = load.accumulators;
    REQUIRE(most > 0);
    array::ReduceTexts texts;
    for (std::size_t i = 0; i < most; ++i) {
      texts.identity += fmt::format("s{} = 0; ", i);
      texts.map += fmt::format("s{0} = x * {0}; ", i);
      texts.combine += fmt::format("s{0} = s{0} + s{0}_; ", i);
      texts.finish += fmt::format("{}s{}", i ? " + " : "r = ", i);
    }
    const auto sums = array::Reduction::create(*context, texts, {"x"}, true, "sums");
    std::vector<float> elements(300);
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = float(i % 3);
    const Dims shape{3, 100};
    const auto memory = floats(*context, elements, shape);
    for (const Dims& axes : {Dims{0}, Dims{1}}) {
      const std::vector<const Array*> inputs{memory.get()};
      Ref<Array> result[1];
      const int dtypes[] = {wide ? KILN_FLOAT64 : KILN_FLOAT32};
      sums->call(inputs, {false, axes, false}, result, dtypes, "sums");
      const std::vector<double> got = numbers(*result[0]);
      for (std::size_t k = 0; k < got.size(); ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < elements.size(); ++i)
          if ((axes[0] ? i / 100 : i % 100) == k) sum += elements[i];
        CHECK(got[k] == sum * double(most * (most - 1) / 2));
      }
    }
  }
}

TEST_CASE("arrays of more axes than there are arguments for", "[graph][large][device]") {
  for (const auto& context : contexts()) {
    constexpr int kArrays = 28;
    std::string map = "s = x0";
    std::vector<std::string> names;
    for (int i = 0; i < kArrays; ++i) {
      names.push_back(fmt::format("x{}", i));
      if (i) map += fmt::format(" + x{} * {}", i, i);
    }
    const auto sums = array::Reduction::create(*context, {"s = 0", map, "s = s + s_", "r = s"}, names, true, "sums");
    // Read across: no two axes are one.
    std::vector<float> elements(36);
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = float(i % 5);
    const Dims shape{3, 2, 3, 2}, turned{3, 1, 0, 2}, axes{1, 3};
    const auto memory = floats(*context, elements, shape);
    const auto view = array::view(*memory, layout::transpose(memory->layout(), turned, "test"), false);
    const std::vector<const Array*> inputs(kArrays, view.get());
    Ref<Array> result[1];
    const int dtypes[] = {-1};
    sums->call(inputs, {false, axes, false}, result, dtypes, "sums");
    const std::vector<float> got = values_of<float>(*result[0]);
    const float weight = 1 + kArrays * (kArrays - 1) / 2;
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 3; ++b) {
        float sum = 0;
        for (std::size_t c = 0; c < 2; ++c)
          for (std::size_t d = 0; d < 3; ++d) sum += elements[((b * 2 + c) * 3 + d) * 2 + a];
        CHECK(got[a * 3 + b] == sum * weight);
      }
  }
}

TEST_CASE("a fused kernel that is refused", "[graph][large]") {
  fake::Options options;
  options.kind = backend::DeviceKind::gpu;
  options.unknown_kernels = true;
  const auto make = [](Context& context, DType dtype) {
    FunctionSpec spec;
    Program program(context);
    const Value x = program.variable({6}, dtype);
    for (int i = 0; i < 10; ++i)
      spec.outputs.push_back({Program::sum(build("sin(x * k) * 2", {{"x", x}, {"k", make_number(i + 2)}}))});
    spec.context = &context;
    return spec;
  };
  const Logged log;
  SECTION("by the array layer: its nodes run each by itself") {
    options.has_float64 = false;
    const auto context = Context::wrap(fake::make_context(options), "fake0", {});
    FunctionSpec spec;
    const Value x = make_input("x", {KILN_FLOAT64, {6}});
    spec.inputs = {{x}};
    spec.outputs = {{Program::sum(build("sin(x) * 2", {{"x", x}}))}};
    spec.context = context.get();
    const Type type{KILN_FLOAT64, {6}};
    const Values made = optimise(spec, {&type, 1}, *context, nullptr);
    CHECK(has(log.text, "fusion: 3 nodes run each by itself: "));
    for (const NodeRef& node : topological(made)) CHECK(!op_as<FusedReduce>(*node));
  }
  SECTION("by the device's compiler: the function is compiled without fusion") {
    {
      const auto context = Context::wrap(fake::make_context(options), "fake0", {});
      const auto fused = Function::create(make(*context, KILN_FLOAT32));
      fused->call({});
      CHECK(has(fused->describe("toposort"), "sum{0}, sum{0}"));
      CHECK(log.text == "");
    }
    const auto log_of_builds = std::make_shared<fake::Log>();
    options.log = log_of_builds;
    options.longest_text = 9000;
    const auto context = Context::wrap(fake::make_context(options), "fake0", {});
    const auto f = Function::create(make(*context, KILN_FLOAT32));
    for (int call = 0; call < 3; ++call) f->call({});
    CHECK(!has(f->describe("toposort"), "sum{0}, sum{0}"));
    CHECK(has(log.text, "function: compiled without fusion, as the device's compiler refused a fused kernel"));
    CHECK(log_of_builds->counters().builds_refused == 1);
  }
  SECTION("by the device's compiler, and so are the others: the error") {
    options.longest_text = 100;
    const auto context = Context::wrap(fake::make_context(options), "fake0", {});
    const auto f = Function::create(make(*context, KILN_FLOAT32));
    CHECK_THROWS_AS(f->call({}), base::Error);
    CHECK_THROWS_AS(f->call({}), base::Error);
  }
}

}  // namespace kiln::test
