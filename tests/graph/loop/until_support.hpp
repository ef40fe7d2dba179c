// SPDX-License-Identifier: Apache-2.0
// A loop that ends by a condition, for tests.
#pragma once

#include "array/tuning.hpp"
#include "loop_support.hpp"

namespace kiln::test {

inline graph::Value until_input(const std::string& name, Dims shape) { return make_input(name, {KILN_FLOAT64, shape}); }

// h[t] = h[t - 1] * w + x[t] until sum(h) exceeds the limit.
struct Growth {
  graph::Value x = until_input("x", {6, 2}), h = until_input("h", {2}), w = until_input("w", {}),
               limit = until_input("limit", {});
  ScanRequest request;
  ScanBody body = [this](const Values& v) {
    const auto next = expression("h * w + x", {{"h", v[1]}, {"w", w}, {"x", v[0]}});
    return Values{next, op("sum", {v[1]}), op("greater", {op("sum", {next}), limit})};
  };
  Growth() {
    request.until = true;
    request.sequences = {{x}};
    request.outputs = {{h}, {}};
  }
  std::vector<double> xs = some_numbers(12, 5), hs{1, 0.5};

  FunctionSpec spec(const Values& outputs) const {
    FunctionSpec spec;
    spec.inputs = {{x}, {h}, {w}, {limit}};
    for (const auto& output : outputs) spec.outputs.push_back({output});
    spec.context = &*contexts()[0];
    spec.on_unused = OnUnused::ignore;
    return spec;
  }
  std::vector<std::vector<double>> call(const Ref<Function>& f, double factor, double most,
                                        Dims* shape = nullptr) const {
    std::vector<Argument> arguments{{nullptr, KILN_FLOAT64, {6, 2}, nullptr, xs.data()},
                                    {nullptr, KILN_FLOAT64, {2}, nullptr, hs.data()},
                                    {nullptr, KILN_FLOAT64, {}, nullptr, &factor},
                                    {nullptr, KILN_FLOAT64, {}, nullptr, &most}};
    std::vector<std::vector<double>> out;
    for (const auto& result : f->call(arguments)) {
      if (shape && out.empty()) *shape = result->shape();
      out.push_back(values_of<double>(*result));
    }
    return out;
  }
  // The states of the steps that run.
  std::vector<double> steps(double factor, double most) const {
    std::vector<double> all, now = hs;
    for (std::size_t t = 0; t < 6; ++t) {
      for (std::size_t i = 0; i < 2; ++i) all.push_back(now[i] = now[i] * factor + xs[2 * t + i]);
      if (now[0] + now[1] > most) break;
    }
    return all;
  }
};

// Lets devices queue some steps before the host reads their conditions, as those with many work-items do.
class StepsInVain {
 public:
  StepsInVain() {
    codegen::Tuning numbers = known_;
    numbers.loop.until_steps = numbers.loop.cpu_until_steps = 3;
    array::set_tuning(*contexts()[0], numbers);
  }
  ~StepsInVain() { array::set_tuning(*contexts()[0], known_); }
  StepsInVain(const StepsInVain&) = delete;
  StepsInVain& operator=(const StepsInVain&) = delete;

 private:
  const codegen::Tuning known_ = array::tuning(*contexts()[0]);
};

inline void check_close(const std::vector<double>& got, const std::vector<double>& want) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Near(want[i]));
}

}  // namespace kiln::test
