// SPDX-License-Identifier: Apache-2.0
// Gradients of loops that end by a condition, beside the same steps written out.
#include <map>
#include <tuple>

#include "graph/function/verify.hpp"
#include "until_support.hpp"

using namespace kiln;
using namespace kiln::test;

TEST_CASE("until: gradients flow through the steps that ran") {
  const Growth loop;
  for (const bool last : {false, true}) {
    ScanRequest request = loop.request;
    request.outputs[0].last_only = last;
    request.outputs.resize(2);
    const auto out = scan(request, loop.body);
    const auto cost = op("mean", {expression("sin(v) * v", {{"v", out[0]}})});
    const Values by{loop.x, loop.h, loop.w};
    const Values first = grad(cost, by);
    const Values second = grad(op("sum", {expression("s*s", {{"s", first[2]}})}), by);
    Values outputs{cost};
    outputs.insert(outputs.end(), first.begin(), first.end());
    outputs.insert(outputs.end(), second.begin(), second.end());
    const auto f = Function::create(loop.spec(outputs));
    // The same steps written out. What the sequence has for later steps must not matter, whatever it is.
    for (const double most : {3.0, 1e9}) {
      const auto steps = std::int64_t(loop.steps(1.9, most).size() / 2);
      INFO("last " << last << ", " << steps << " steps");
      ScanRequest plain;
      plain.sequences = {{loop.x}};
      plain.outputs = {request.outputs[0]};
      plain.steps = steps;
      Attributes part;
      part.indices = {layout::Index{layout::Index::Kind::slice, 0, steps, 1}};
      plain.sequences[0].value = op("subtensor", {loop.x}, part);
      const auto same = written_out(plain, [&](const Values& v) { return Values{loop.body(v)[0]}; });
      const auto cost_same = op("mean", {expression("sin(v) * v", {{"v", same[0]}})});
      const Values first_same = grad(cost_same, by);
      const Values second_same = grad(op("sum", {expression("s*s", {{"s", first_same[2]}})}), by);
      Values outputs_same{cost_same};
      outputs_same.insert(outputs_same.end(), first_same.begin(), first_same.end());
      outputs_same.insert(outputs_same.end(), second_same.begin(), second_same.end());
      Growth spoiled = loop;
      for (std::size_t i = std::size_t(2 * steps); i < 12; ++i) spoiled.xs[i] = std::nan("");
      const auto got = spoiled.call(f, 1.9, most),
                 want = loop.call(Function::create(loop.spec(outputs_same)), 1.9, most);
      for (std::size_t i = 0; i < got.size(); ++i) {
        INFO("value " << i);
        check_close(got[i], want[i]);
      }
    }
  }
}

TEST_CASE("until: truncated gradients flow through the last steps that ran, with checkpoints too") {
  const StepsInVain batches;
  Growth loop;
  // The state is also read two steps back, so the last steps may read first values.
  const auto first = until_input("first", {2, 2});
  const ScanBody body = [&](const Values& v) {
    const auto next = expression("h * w + sin(g) + x", {{"h", v[1]}, {"g", v[2]}, {"w", loop.w}, {"x", v[0]}});
    return Values{next, op("sum", {v[1]}), op("greater", {op("sum", {next}), loop.limit})};
  };
  const auto function = [&](const Values& out, bool second, const graph::Value& x) {
    Values outputs{total(out)};
    for (const auto& slope : gradients(outputs[0], {x, first, loop.w}, second)) outputs.push_back(slope);
    outputs.push_back(out[1]);
    FunctionSpec spec = loop.spec(outputs);
    spec.inputs[0] = {x};
    spec.inputs[1] = {first};
    return Function::create(spec);
  };
  const auto call = [&](const Ref<Function>& f, double most) {
    const std::vector<double> hs{1, 0.5, -0.5, 0.25};
    const double factor = 1.9;
    std::vector<std::vector<double>> out;
    for (const auto& result : f->call(std::vector<Argument>{{nullptr, KILN_FLOAT64, {6, 2}, nullptr, loop.xs.data()},
                                                            {nullptr, KILN_FLOAT64, {2, 2}, nullptr, hs.data()},
                                                            {nullptr, KILN_FLOAT64, {}, nullptr, &factor},
                                                            {nullptr, KILN_FLOAT64, {}, nullptr, &most}}))
      out.push_back(values_of<double>(*result));
    return out;
  };
  std::vector<std::int64_t> ran;
  std::map<std::tuple<bool, std::int64_t, std::int64_t>, std::vector<std::vector<double>>> written;
  // Of segments of one step the first values of the loop are also those of the second segment.
  struct Case {
    bool last;
    std::int64_t truncate, every, known;
  };
  for (const Case& each : {Case{false, 3, 0, 6}, Case{false, 3, 1, kUnknown}, Case{false, INT64_MAX, 1, 6},
                           Case{false, 3, INT64_MAX, 6}, Case{true, 2, 0, 6}, Case{true, 2, 4, 6}}) {
    const bool last = each.last;
    const std::int64_t truncate = each.truncate, every = each.every;
    loop.x = until_input("x", {each.known, 2});
    ScanRequest request = loop.request;
    request.sequences = {{loop.x}};
    request.outputs = {{first, {-1, -2}, last}, {}};
    request.truncate = truncate;
    request.checkpoint_every = every;
    const auto f = function(scan(request, body), last, loop.x);
    const auto x = until_input("x", {6, 2});
    for (const double most : {3.0, 1e9}) {
      if ((last || truncate > 6) && most > 3) continue;
      const auto got = call(f, most);
      const auto steps = std::int64_t(got.back().size());
      INFO("last " << last << ", the last " << truncate << " of " << steps << " steps, every " << every);
      ran.push_back(steps);
      ScanRequest plain;
      plain.sequences = {{x}};
      plain.outputs = request.outputs;
      plain.steps = steps;
      std::int64_t step = 0;
      auto& want = written[{last, truncate, steps}];
      if (want.empty()) {
        const Values out = written_out(plain, [&](const Values& v) {
          Values values = body(v);
          values.pop_back();
          if (step++ < steps - truncate)
            for (auto& value : values) value = op("disconnected_gradient", {value});
          return values;
        });
        want = call(function(out, last, x), most);
      }
      REQUIRE(got.size() == want.size());
      for (std::size_t i = 0; i < got.size(); ++i) {
        INFO("value " << i);
        check_close(got[i], want[i]);
      }
    }
  }
  CHECK(ran == std::vector<std::int64_t>{4, 6, 4, 6, 4, 4, 6, 4, 4});
}

TEST_CASE("until: checkpoints change no value and no gradient") {
  const StepsInVain batches;
  Growth loop;
  const auto first = until_input("first", {2, 2});
  // 6 steps at most, which may be known at a call only: segments that these fill, or not; states of which the cost
  // reads all or the last.
  struct Case {
    std::int64_t every, known;
    bool last, second;
  };
  for (const Case& each : {Case{4, kUnknown, false, false}, Case{2, 6, true, true}}) {
    loop.x = until_input("x", {each.known, 2});
    loop.request.sequences = {{loop.x}};
    Ref<Function> functions[2];
    for (const bool kept : {false, true}) {
      ScanRequest request = loop.request;
      request.outputs = {{first, {-1, -2}, each.last}, {{}, {-1}, each.last}};
      request.checkpoint_every = kept ? each.every : 0;
      const Values out = scan(request, [&](const Values& v) {
        const auto next = expression("h * w + sin(g) + x", {{"h", v[1]}, {"g", v[2]}, {"w", loop.w}, {"x", v[0]}});
        return Values{next, op("sum", {expression("a * a", {{"a", v[1]}})}),
                      op("greater", {op("sum", {next}), loop.limit})};
      });
      Values outputs = out;
      for (const auto& slope : gradients(total(out), {loop.x, first, loop.w}, each.second)) outputs.push_back(slope);
      FunctionSpec spec = loop.spec(outputs);
      spec.inputs[1] = {first};
      functions[kept] = Function::create(spec);
    }
    for (const double most : {-1e9, 3.0, 1e9}) {
      INFO("every " << each.every << ", last " << each.last << ", limit " << most);
      const std::vector<double> hs{1, 0.5, -0.5, 0.25};
      const double factor = 1.9;
      const std::vector<Argument> arguments{{nullptr, KILN_FLOAT64, {6, 2}, nullptr, loop.xs.data()},
                                            {nullptr, KILN_FLOAT64, {2, 2}, nullptr, hs.data()},
                                            {nullptr, KILN_FLOAT64, {}, nullptr, &factor},
                                            {nullptr, KILN_FLOAT64, {}, nullptr, &most}};
      std::vector<std::vector<double>> got, want;
      for (const auto& result : functions[1]->call(arguments)) got.push_back(values_of<double>(*result));
      for (const auto& result : functions[0]->call(arguments)) want.push_back(values_of<double>(*result));
      check_close(got, want);
    }
  }
  // Four steps run.
  loop.limit = make_number(3);
  const std::vector<double> factor{1.9};
  const std::vector<Argument> points{{nullptr, KILN_FLOAT64, {6, 2}, nullptr, loop.xs.data()},
                                     {nullptr, KILN_FLOAT64, {2}, nullptr, loop.hs.data()},
                                     {nullptr, KILN_FLOAT64, {}, nullptr, factor.data()}};
  loop.request.checkpoint_every = 3;
  VerifyOptions options;
  options.context = &*contexts()[0];
  CHECK(verify_grad(scan(loop.request, loop.body), Values{loop.x, loop.h, loop.w}, points, options).worst < 1e-4);
}

TEST_CASE("until: the sum of the steps' products leaves out steps that did not run") {
  const auto x = until_input("x", {5, 2, 2}), h = until_input("h", {2, 2}), w = until_input("w", {2, 2}),
             limit = until_input("limit", {});
  ScanRequest request;
  request.until = true;
  request.sequences = {{x}};
  request.outputs = {{h, {-1}, true}};
  const auto last = scan(request, [&](const Values& v) {
    const auto next = expression("h + sin(p)", {{"h", v[1]}, {"p", op("dot", {v[0], w})}});
    return Values{next, op("greater", {op("sum", {v[0]}), limit})};
  })[0];
  FunctionSpec spec;
  spec.inputs = {{x}, {h}, {w}, {limit}};
  spec.outputs = {{grad(op("sum", {last}), Values{w})[0]}};
  spec.context = &*contexts()[0];
  const auto f = Function::create(spec);
  std::vector<double> xs(20, 0.25), more(4, 0.5);
  for (std::size_t i = 8; i < 12; ++i) xs[i] = 2;  // step 2 is the last one
  const double most = 3;
  std::vector<std::vector<double>> got;
  for (const double behind : {0.0, std::nan("")}) {
    std::fill(xs.begin() + 12, xs.end(), behind);
    got.push_back(
        values_of<double>(*f->call(std::vector<Argument>{{nullptr, KILN_FLOAT64, {5, 2, 2}, nullptr, xs.data()},
                                                         {nullptr, KILN_FLOAT64, {2, 2}, nullptr, more.data()},
                                                         {nullptr, KILN_FLOAT64, {2, 2}, nullptr, more.data()},
                                                         {nullptr, KILN_FLOAT64, {}, nullptr, &most}})[0]));
  }
  // x.T cos(x w), summed over the steps
  const double want = 2 * (2 * 0.25 * std::cos(0.25) + 2 * std::cos(2.0));
  for (const auto& values : got) check_close(values, std::vector<double>(4, want));
}
