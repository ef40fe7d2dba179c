// SPDX-License-Identifier: Apache-2.0
// Loops that end by a condition and give values after their last step: these have memory for the steps that are queued
// together, not for the most steps.
#include "until_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// h is doubled and x is added until the sum of h exceeds a limit.
struct Doubling {
  graph::Value h = until_input("h", {3}), limit = until_input("limit", {});
  const std::vector<double> first{1, 0.5, -0.25};

  Values loop(std::int64_t most, bool rows = false) const {
    ScanRequest request;
    request.until = true;
    request.steps = most;
    request.outputs = {{h, {-1}, true}, {make_number(0.0), {-1}, true}};
    if (rows) request.outputs.push_back({});
    return scan(request, [&](const Values& v) {
      const auto next = expression("2 * h + 0.125", {{"h", v[0]}});
      Values out{next, expression("n + 1", {{"n", v[1]}})};
      if (rows) out.push_back(op("sum", {v[0]}));
      out.push_back(op("greater", {op("sum", {next}), limit}));
      return out;
    });
  }
  Ref<Function> function(const Values& outputs) const {
    FunctionSpec spec;
    spec.inputs = {{h}, {limit}};
    for (const auto& output : outputs) spec.outputs.push_back({output});
    spec.context = &*contexts()[0];
    return Function::create(spec);
  }
  std::vector<std::vector<double>> call(const Ref<Function>& f, double most) const {
    const std::vector<Argument> arguments{{nullptr, KILN_FLOAT64, {3}, nullptr, first.data()},
                                          {nullptr, KILN_FLOAT64, {}, nullptr, &most}};
    std::vector<std::vector<double>> out;
    for (const auto& result : f->call(arguments)) out.push_back(values_of<double>(*result));
    return out;
  }
  // The value after the last step, and how many steps ran.
  std::pair<std::vector<double>, double> want(std::int64_t most, double bound) const {
    std::vector<double> now = first;
    for (std::int64_t t = 0; t < most; ++t) {
      double sum = 0;
      for (double& value : now) sum += value = 2 * value + 0.125;
      if (sum > bound) return {now, double(t + 1)};
    }
    return {now, double(most)};
  }
};

// Lets devices queue so many steps before the host reads conditions.
class Together {
 public:
  explicit Together(std::int64_t count) {
    codegen::Tuning numbers = known_;
    numbers.loop.until_steps = numbers.loop.cpu_until_steps = count;
    numbers.loop.until_most = count;
    array::set_tuning(*contexts()[0], numbers);
  }
  ~Together() { array::set_tuning(*contexts()[0], known_); }

 private:
  const codegen::Tuning known_ = array::tuning(*contexts()[0]);
};

}  // namespace

TEST_CASE("until: the value after the last step, however many steps run in vain") {
  const Doubling doubling;
  for (const std::int64_t together : {1, 3, 64}) {
    const Together batch(together);
    for (const std::int64_t most : {1, 2, 7, 40}) {
      const auto f = doubling.function(doubling.loop(most));
      const auto with_rows = doubling.function(doubling.loop(most, true));
      for (const double bound : {-1e9, 3.0, 1e4, 1e9, 1e300}) {
        INFO(together << " steps together, at most " << most << ", limit " << bound);
        const auto [value, ran] = doubling.want(most, bound);
        for (int call = 0; call < 2; ++call) {
          const auto got = doubling.call(f, bound);
          check_close(got[0], value);
          CHECK(got[1] == std::vector<double>{ran});
        }
        const auto got = doubling.call(with_rows, bound);
        check_close(got[0], value);
        CHECK(got[2].size() == std::size_t(ran));
      }
    }
  }
}

TEST_CASE("until: memory does not grow with the bound on the steps, if only last values are read") {
  const Doubling doubling;
  std::vector<std::uint64_t> bytes;
  for (const std::int64_t most : {std::int64_t{1000}, std::int64_t{1} << 40}) {
    const auto f = doubling.function(doubling.loop(most));
    const auto got = doubling.call(f, 100);
    check_close(got[0], doubling.want(most, 100).first);
    bytes.push_back(f->planned_bytes());
  }
  CHECK(bytes[0] == bytes[1]);
  CHECK(bytes[0] < 20000);
}

TEST_CASE("until: gradients of the value after the last step") {
  const Doubling doubling;
  const Values loop = doubling.loop(20);
  const auto cost = op("sum", {expression("h * h", {{"h", loop[0]}})});
  const auto f = doubling.function({loop[0], grad(cost, {{doubling.h}})[0]});
  for (const double bound : {3.0, 1e4}) {
    const auto [value, ran] = doubling.want(20, bound);
    const auto got = doubling.call(f, bound);
    check_close(got[0], value);
    std::vector<double> slope;
    for (const double each : value) slope.push_back(2 * each * std::pow(2, ran));
    check_close(got[1], slope);
  }
}

TEST_CASE("scan: a loop may give nothing but new values of shared variables") {
  Context& context = *contexts()[0];
  for (const bool until : {false, true}) {
    const auto count = share(floats(context, {3}), "count"), power = share(floats(context, {1}), "power");
    ScanRequest request;
    request.steps = 7;
    request.updated = {count, power};
    request.until = until;
    const Values last = scan(request, [&](const Values& v) {
      CHECK(v.empty());
      Values out{expression("c + 1", {{"c", count}}), expression("2 * p", {{"p", power}})};
      if (until) out.push_back(op("greater", {op("sum", {out[1]}), make_number(10)}));
      return out;
    });
    REQUIRE(last.size() == 2);
    FunctionSpec spec;
    spec.updates = {{count, last[0]}, {power, last[1]}};
    spec.context = &context;
    const auto f = Function::create(spec);
    const auto now = [&](const graph::Value& v) {
      return values_of<float>(*op_as<SharedLeaf>(v)->shared().value())[0];
    };
    f->call({});
    CHECK(now(count) == (until ? 7 : 10));
    CHECK(now(power) == (until ? 16 : 128));
    f->run({}, 2);
    CHECK(now(count) == (until ? 9 : 24));
    CHECK(now(power) == (until ? 64 : float(1 << 21)));
  }
  ScanRequest request;
  request.steps = 2;
  check_error(KILN_INVALID_ARGUMENT, "graph.scan: no outputs and no updated variables, expected at least one",
              [&] { scan(request, [](const Values& v) { return v; }); });
}
