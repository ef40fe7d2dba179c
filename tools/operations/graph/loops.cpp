// SPDX-License-Identifier: Apache-2.0
// Rows of loops and choices of graphs: scan, map, reduce, foldl and foldr, which kiln_graph_scan() builds, and ifelse.
// A sample builds a function of its inputs, compiles it and calls it once.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

namespace g = kiln::graph;
using Build = std::function<g::Variables(const g::Variables& inputs)>;

// Compiles a function of the inputs and calls it. It learns their extents at the call.
Arrays call(const Context& context, Given in, const Build& build) {
  g::FunctionOptions options;
  options.context = context;
  options.on_unused_input = KILN_UNUSED_IGNORE;
  g::Variables inputs;
  std::vector<g::Argument> arguments;
  for (const GpuArray& array : in) {
    inputs.push_back(g::tensor("", array.ndim(), array.dtype()));
    options.inputs.emplace_back(inputs.back());
    arguments.emplace_back(array);
  }
  for (const g::Variable& result : build(inputs)) options.outputs.emplace_back(result.transfer(context));
  return g::Function(options).call(arguments);
}

// What a sample builds from inputs of these shapes, and its results.
struct Loop {
  const char* text;
  std::vector<Shape> inputs;
  Build build;
  std::function<std::vector<Expected>(const Inputs& in)> expected;
};

Sample loop_sample(const Loop& loop, Inputs inputs, const std::string& text) {
  return without_destination(
      text, std::move(inputs), [=](const Context& context, Given in) { return call(context, in, loop.build); },
      loop.expected);
}

// ---- References ----

// Row `i` of an array, as one of its own.
HostArray row_of(const HostArray& array, std::int64_t i) {
  HostArray out{array.dtype, {array.shape.begin() + 1, array.shape.end()}, {}};
  const std::size_t size = size_of(out.shape);
  const auto begin = array.values.begin() + std::ptrdiff_t(std::size_t(i) * size);
  out.values.assign(begin, begin + std::ptrdiff_t(size));
  return out;
}

// Rows under each other; `shape` is a row's.
HostArray stacked(kiln_dtype dtype, Shape shape, const std::vector<HostArray>& rows) {
  shape.insert(shape.begin(), std::int64_t(rows.size()));
  HostArray out{dtype, shape, {}};
  for (const HostArray& each : rows) out.values.insert(out.values.end(), each.values.begin(), each.values.end());
  return out;
}

// x + y, or x - y, element by element, as the dtype holds it.
HostArray sum(const HostArray& x, const HostArray& y, Real sign = 1) {
  HostArray out = x;
  for (std::size_t i = 0; i < out.values.size(); ++i)
    out.values[i] = convert(x.dtype, x.values[i] + sign * y.values[i]);
  return out;
}

// The values after each step, where a step makes a value of row `i` of the sequence and the value before. `in` has
// the sequence and the value before the first step.
std::vector<HostArray> states(const Inputs& in, bool backwards,
                              const std::function<HostArray(const HostArray& row, const HostArray& before)>& step) {
  std::vector<HostArray> out;
  HostArray state = in[1];
  for (std::int64_t t = 0; t < in[0].shape[0]; ++t) {
    state = step(row_of(in[0], backwards ? in[0].shape[0] - 1 - t : t), state);
    out.push_back(state);
  }
  return out;
}

HostArray add_step(const HostArray& x, const HostArray& before) { return sum(before, x); }
HostArray subtract_step(const HostArray& x, const HostArray& before) { return sum(x, before, -1); }

// ---- scan ----

std::vector<Expected> running_sum(const Inputs& in, bool backwards = false) {
  return {{stacked(in[1].dtype, in[1].shape, states(in, backwards, add_step)), {}}};
}

g::Variables add_build(const g::Variables& v, const g::ScanOptions& options = {}) {
  return g::scan([](const g::Variables& s) { return g::Variables{s[1] + s[0]}; }, {v[0]}, {v[1]}, options);
}

// s[t] = s[t - 2] + x[t + 1], from two values before the first step, and x[t] - s[t - 1].
std::vector<Expected> taps_expected(const Inputs& in) {
  const auto row = [&](std::size_t i, std::int64_t t) { return row_of(in[i], t); };
  std::vector<HostArray> sums{row(1, 0), row(1, 1)}, differences;
  for (std::int64_t t = 0; t + 1 < in[0].shape[0]; ++t) {
    differences.push_back(sum(row(0, t), sums.back(), -1));
    sums.push_back(sum(sums[sums.size() - 2], row(0, t + 1)));
  }
  sums.erase(sums.begin(), sums.begin() + 2);
  const Shape shape(in[0].shape.begin() + 1, in[0].shape.end());
  return {{stacked(in[0].dtype, shape, sums), {}}, {stacked(in[0].dtype, shape, differences), {}}};
}

g::Variables taps_build(const g::Variables& v) {
  return g::scan(
      [](const g::Variables& s) {
        return g::Variables{s[3] + s[1], s[0] - s[2]};
      },
      {g::Sequence(v[0], {0, 1})}, {g::Recurrence(v[1], {-1, -2}), {}});
}

// A sum that ends with the first element that is equal to the third input.
g::Variables until_build(const g::Variables& v) {
  g::ScanOptions options;
  options.until = true;
  const g::Variable last = v[2];
  return g::scan(
      [=](const g::Variables& s) {
        return g::Variables{s[1] + s[0], g::equal(s[0], last)};
      },
      {v[0]}, {v[1]}, options);
}

std::vector<Expected> until_expected(const Inputs& in) {
  const auto& values = in[0].values;
  const auto end = std::find(values.begin(), values.end(), in[2].values[0]);
  HostArray read{in[0].dtype, {std::min(end - values.begin() + 1, std::ptrdiff_t(values.size()))}, {}};
  read.values.assign(values.begin(), values.begin() + read.shape[0]);
  return running_sum({read, in[1]});
}

Build backwards_build() {
  return [](const g::Variables& v) {
    g::ScanOptions options;
    options.backwards = true;
    return add_build(v, options);
  };
}

const Build kAdd = [](const g::Variables& v) { return add_build(v); };

std::vector<Loop> scans() {
  const auto forward = [](const Inputs& in) { return running_sum(in); };
  return {
      {"(9, 7)", {{9, 7}, {7}}, kAdd, forward},
      {"0-d steps, backwards", {{11}, {}}, backwards_build(), [](const Inputs& in) { return running_sum(in, true); }},
      {"taps", {{8, 3, 5}, {2, 3, 5}}, taps_build, taps_expected},
      {"no steps", {{0, 5}, {5}}, kAdd, forward},
      {"rows without elements", {{4, 0}, {0}}, kAdd, forward}};
}

// ---- map ----

// Rows of the first array and of the second, as many as the shorter has.
std::vector<Expected> mapped_sum(const Inputs& in, Real sign = 1) {
  std::vector<HostArray> rows;
  for (std::int64_t t = 0; t < std::min(in[0].shape[0], in[1].shape[0]); ++t)
    rows.push_back(sum(row_of(in[0], t), row_of(in[1], t), sign));
  return {{stacked(in[0].dtype, {in[0].shape.begin() + 1, in[0].shape.end()}, rows), {}}};
}

std::vector<Expected> mapped_neighbours(const Inputs& in) {
  std::vector<HostArray> rows;
  for (std::int64_t t = in[0].shape[0] - 2; t >= 1; --t)
    rows.push_back(sum(row_of(in[0], t + 1), row_of(in[0], t - 1), -1));
  return {{stacked(in[0].dtype, {in[0].shape.begin() + 1, in[0].shape.end()}, rows), {}}};
}

g::Variables neighbours_build(const g::Variables& v) {
  g::ScanOptions options;
  options.backwards = true;
  return g::map([](const g::Variables& s) { return g::Variables{s[1] - s[0]}; }, {g::Sequence(v[0], {-1, 1})}, options);
}

std::vector<Loop> maps() {
  const Build both = [](const g::Variables& v) {
    return g::map([](const g::Variables& s) { return g::Variables{s[0] + s[1], s[0] - s[1]}; }, {v[0], v[1]}, {}, 2);
  };
  const auto expected = [](const Inputs& in) {
    return std::vector<Expected>{mapped_sum(in)[0], mapped_sum(in, -1)[0]};
  };
  return {{"(9, 7), two outputs", {{9, 7}, {9, 7}}, both, expected},
          {"0-d steps, sequences of 11 and 8", {{11}, {8}}, both, expected},
          {"taps, backwards", {{7, 3, 4}}, neighbours_build, mapped_neighbours},
          {"no steps", {{0, 5}, {3, 5}}, both, expected},
          {"rows without elements", {{4, 0}, {4, 0}}, both, expected}};
}

// ---- reduce, foldl, foldr ----

using Fold = g::Variables (*)(const g::StepFunction& step, const std::vector<g::Sequence>& sequences,
                              const g::Variables& initial, g::ScanOptions options);

g::Variables reduce(const g::StepFunction& step, const std::vector<g::Sequence>& sequences, const g::Variables& initial,
                    g::ScanOptions options) {
  return g::reduce(step, sequences, initial, options);
}
g::Variables foldl(const g::StepFunction& step, const std::vector<g::Sequence>& sequences, const g::Variables& initial,
                   g::ScanOptions options) {
  return g::foldl(step, sequences, initial, options);
}

// Differences, as their order tells: with an even number of steps their sign is that of the way.
std::vector<Loop> folds(Fold fold, bool backwards) {
  const Build build = [=](const g::Variables& v) {
    return fold([](const g::Variables& s) { return g::Variables{s[0] - s[1]}; }, {v[0]}, {v[1]}, {});
  };
  const auto expected = [=](const Inputs& in) {
    const auto all = states(in, backwards, subtract_step);
    return std::vector<Expected>{{all.empty() ? in[1] : all.back(), {}}};
  };
  return {{"(8, 7)", {{8, 7}, {7}}, build, expected},
          {"0-d steps", {{6}, {}}, build, expected},
          {"steps of two axes", {{4, 3, 5}, {3, 5}}, build, expected},
          {"no steps: the initial value", {{0, 5}, {5}}, build, expected},
          {"rows without elements", {{4, 0}, {0}}, build, expected}};
}

// ---- Rows ----

// Two rows of special values, one the other way round, and a row of them for the initial value.
Inputs special_rows(kiln_dtype d, bool second) {
  const HostArray values = special(d);
  HostArray turned = values;
  std::reverse(turned.values.begin(), turned.values.end());
  const HostArray sequence = stacked(d, values.shape, {values, turned});
  return {sequence, second ? stacked(d, values.shape, {turned, turned}) : values};
}

Operation loop_row(const char* name, std::vector<Loop> loops) {
  Operation operation = row(name, "loop", {"kiln_graph_scan"}, number_dtypes(), Gradient::exists);
  operation.tolerance = {1, 1, 1, 1, 1};
  operation.samples = [=](Random& random, kiln_dtype d) {
    std::vector<Sample> out;
    for (const Loop& loop : loops) {
      Inputs inputs;
      for (const Shape& shape : loop.inputs) inputs.push_back(ordinary(random, d, shape));
      out.push_back(loop_sample(loop, std::move(inputs), loop.text));
    }
    const bool map = loops[0].inputs[1].size() == loops[0].inputs[0].size();
    out.push_back(loop_sample(loops[0], special_rows(d, map), "special values"));
    return out;
  };
  return operation;
}

// An error of a call with zeros.
ErrorSample error(const char* text, kiln_status status, const char* part, const std::vector<Shape>& shapes,
                  const Build& build) {
  return {text, status, part, [=](const Context& context) {
            Arrays in;
            for (const Shape& shape : shapes) in.push_back(zeros(context, shape));
            call(context, in, build);
          }};
}

std::vector<ErrorSample> scan_errors() {
  return {error("too few rows", KILN_SHAPE_ERROR, "expected at least 5 rows for 5 steps", {{3, 2}, {2}},
                [](const g::Variables& v) {
                  g::ScanOptions options;
                  options.steps = 5;
                  return add_build(v, options);
                }),
          error("nothing says how many steps", KILN_INVALID_ARGUMENT, "no sequences and no number of steps", {{2}},
                [](const g::Variables& v) { return g::scan([](const g::Variables& s) { return s; }, {}, {v[0]}); }),
          error("too few values for the taps", KILN_SHAPE_ERROR, "expected 2 rows for its taps", {{5, 3}, {1, 3}},
                taps_build)};
}

std::vector<ErrorSample> map_errors() {
  const auto same = [](const g::Variables& s) { return s; };
  return {error("a sequence without axes", KILN_SHAPE_ERROR, "expected an axis for the steps", {{}},
                [=](const g::Variables& v) { return g::map(same, {v[0]}); }),
          error("more outputs than the step gives", KILN_INVALID_ARGUMENT, "a step gives 1 variable, expected 2", {{3}},
                [=](const g::Variables& v) { return g::map(same, {v[0]}, {}, 2); })};
}

std::vector<ErrorSample> fold_errors(Fold fold) {
  return {
      error("a new value of another dtype", KILN_TYPE_ERROR, "cast one of them", {{3}, {}},
            [=](const g::Variables& v) {
              const auto step = [](const g::Variables& s) { return g::Variables{g::cast(s[0], KILN_FLOAT64)}; };
              return fold(step, {v[0]}, {v[1]}, {});
            }),
      error("a new value of another shape", KILN_SHAPE_ERROR, "expected", {{3, 2}, {4}}, [=](const g::Variables& v) {
        return fold([](const g::Variables& s) { return g::Variables{s[0]}; }, {v[0]}, {v[1]}, {});
      })};
}

// ---- ifelse ----

// The inputs are the values of one side, those of the other, and the condition.
g::Variables choice(const g::Variables& v) {
  const std::size_t count = v.size() / 2;
  const auto at = v.begin() + std::ptrdiff_t(count);
  return g::ifelse(v.back(), g::Variables(v.begin(), at), g::Variables(at, v.end() - 1));
}

std::vector<Expected> chosen(const Inputs& in) {
  const std::size_t count = in.size() / 2, first = in.back().values[0] == Number(0) ? count : 0;
  std::vector<Expected> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back({in[first + i], {}});
  return out;
}

HostArray number(kiln_dtype d, Real value) { return {d, {}, {Number(value)}}; }

std::vector<Sample> choice_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](const std::string& text, Inputs inputs) {
    out.push_back(without_destination(
        text, std::move(inputs), [](const Context& context, Given in) { return call(context, in, choice); }, chosen));
  };
  const auto some = [&](const Shape& shape) { return ordinary(random, d, shape); };
  const HostArray values = special(d), other = ordinary(random, d, values.shape);
  const kiln_dtype condition = is_complex(d) ? real_dtype(d) : d;
  add("two values, the first side", {some({5, 7}), some({3}), some({5, 7}), some({3}), number(KILN_BOOL, 1)});
  add("two values, the second side", {some({5, 7}), some({}), some({5, 7}), some({}), number(KILN_BOOL, 0)});
  add("special values, the first side", {values, other, number(condition, 1)});
  add("special values, the second side", {other, values, number(condition, 0)});
  for (const Number& value : special(condition).values)
    add("the condition " + std::to_string(double(value.real())),
        {some({4}), some({4}), number(condition, value.real())});
  add("no elements", {some({0, 3}), some({0, 3}), number(KILN_BOOL, 0)});
  return out;
}

std::vector<ErrorSample> choice_errors() {
  const auto by = [](const char* text, kiln_status status, const char* part, std::vector<Shape> shapes) {
    return error(text, status, part, shapes, choice);
  };
  return {by("a condition with axes", KILN_SHAPE_ERROR, "expected", {{3}, {3}, {2}}),
          by("sides of other shapes", KILN_SHAPE_ERROR, "expected", {{3}, {3, 2}, {}}),
          error("sides of other dtypes", KILN_TYPE_ERROR, "expected", {{3}, {3}, {}},
                [](const g::Variables& v) { return g::Variables{g::ifelse(v[2], v[0], g::cast(v[1], KILN_INT32))}; }),
          error("one side alone", KILN_INVALID_ARGUMENT, "as many values for each side", {{3}, {}},
                [](const g::Variables& v) {
                  return g::Variables{g::apply("ifelse", {v[1], v[0]})};
                })};
}

}  // namespace

void add_loops(std::vector<Operation>& table) {
  std::vector<Loop> steps = scans();
  Operation scan = loop_row("scan", steps);
  scan.samples = [first = scan.samples](Random& random, kiln_dtype d) {
    std::vector<Sample> out = first(random, d);
    const Loop until{"the condition of until", {}, until_build, until_expected};
    for (const Real last : {4, 1, 9})
      out.push_back(loop_sample(until, {list(d, {1, 2, 3, 4, 5, 6}), number(d, 7), number(d, last)},
                                std::string(until.text) + " at " + std::to_string(int(last))));
    return out;
  };
  scan.errors = scan_errors;
  table.push_back(std::move(scan));

  Operation map = loop_row("map", maps());
  map.errors = map_errors;
  table.push_back(std::move(map));

  for (const auto& [name, fold] : {std::pair("reduce", Fold(reduce)), {"foldl", foldl}, {"foldr", g::foldr}}) {
    Operation folded = loop_row(name, folds(fold, fold == Fold(g::foldr)));
    folded.errors = [fold = fold] { return fold_errors(fold); };
    table.push_back(std::move(folded));
  }

  Operation choices = row("ifelse", "loop", {"kiln_graph_apply"}, all_dtypes(), Gradient::exists);
  choices.samples = choice_samples;
  choices.errors = choice_errors;
  table.push_back(std::move(choices));
}

}  // namespace kiln::operations
