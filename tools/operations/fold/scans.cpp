// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/scan.h.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

struct Scan {
  const char* name;
  kiln_scan_op op;
  double units;  // at the size of the scale
};

const Scan kScans[] = {{"cumsum", KILN_SCAN_SUM, 4},
                       {"cumprod", KILN_SCAN_PROD, 400},
                       {"cummax", KILN_SCAN_MAX, 0},
                       {"cummin", KILN_SCAN_MIN, 0}};

bool extremum(kiln_scan_op op) { return op == KILN_SCAN_MAX || op == KILN_SCAN_MIN; }

kiln_dtype result_dtype(kiln_scan_op op, kiln_dtype d) {
  if (extremum(op)) return d;
  return is_unsigned(d) ? KILN_UINT64 : is_integer(d) || is_bool(d) ? KILN_INT64 : d;
}

struct Options {
  std::int64_t axis = -1;
  bool exclusive = false, reverse = false, initial = false;
};

// The element after `run`; integers wrap at every step.
Number join(kiln_scan_op op, kiln_dtype result, Number run, Number x) {
  const Real a = run.real(), b = x.real();
  if (op == KILN_SCAN_SUM) return is_integer(result) ? convert(result, a + b) : run + x;
  if (op == KILN_SCAN_PROD) {
    if (!is_integer(result))
      return {a * b - run.imag() * x.imag(), is_complex(result) ? a * x.imag() + run.imag() * b : 0};
    const auto word = [](Real value) { return value < 0 ? std::uint64_t(std::int64_t(value)) : std::uint64_t(value); };
    return convert(result, Real(word(a) * word(b)));
  }
  if (std::isnan(a)) return run;
  return std::isnan(b) || (op == KILN_SCAN_MAX ? b > a : b < a) ? x : run;
}

Expected reference(const Scan& scan, const Options& options, const HostArray& input);

// The reference without it, and 0 or 1 at one end.
Expected with_initial(const Scan& scan, Options options, const HostArray& input, const Shape& shape) {
  options.initial = false;
  const Expected others = reference(scan, options, input);
  const std::size_t axis = options.axis == KILN_AXIS_NONE ? 0 : axis_of(options.axis, shape.size());
  Shape whole = shape;
  ++whole[axis];
  const std::int64_t place = options.reverse ? shape[axis] : 0;
  const HostArray sizes{KILN_FLOAT64, shape, {others.scale.begin(), others.scale.end()}};
  std::vector<Real> scale;
  Expected out = elements(others.array.dtype, whole, [&](Shape at) {
    const bool initial = at[axis] == place;
    if (at[axis] > place) --at[axis];
    scale.push_back(initial ? 0 : element(sizes, at).real());
    return initial ? Number(scan.op == KILN_SCAN_PROD ? 1 : 0) : element(others.array, at);
  });
  out.scale = scale;
  return out;
}

Expected reference(const Scan& scan, const Options& options, const HostArray& input) {
  const kiln_dtype result = result_dtype(scan.op, input.dtype);
  Shape shape = input.shape;
  if (options.axis == KILN_AXIS_NONE) shape = {std::int64_t(input.values.size())};
  if (options.initial) return with_initial(scan, options, input, shape);
  Expected out{{result, shape, input.values}, std::vector<Real>(input.values.size())};
  const std::size_t axis = options.axis == KILN_AXIS_NONE ? 0 : axis_of(options.axis, shape.size());
  for (auto line : lines(shape, axis)) {
    if (options.reverse) std::reverse(line.begin(), line.end());
    Number run = scan.op == KILN_SCAN_PROD ? 1 : 0;
    Real size = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const Number x = input.values[line[i]];
      const Number next = i == 0 && !options.exclusive ? x : join(scan.op, result, run, x);
      if (scan.op == KILN_SCAN_SUM && std::isfinite(std::abs(x))) size += std::abs(x);
      out.array.values[line[i]] = convert(result, options.exclusive ? run : next);
      out.scale[line[i]] = size;
      run = next;
    }
  }
  return out;
}

std::vector<Sample> samples(const Scan& scan, Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  // Products stay in range.
  const auto input = [&](const Shape& shape) {
    if (scan.op != KILN_SCAN_PROD || is_integer(d)) return ordinary(random, d, shape);
    return is_complex(d) ? within(random, d, shape, 0.63L, 0.78L) : within(random, d, shape, 0.9L, 1.1L);
  };
  const auto add = [&](std::string text, HostArray array, Options options) {
    out.push_back(sample(
        std::move(text), {std::move(array)},
        [&scan, options](const Context&, Given in, const GpuArray& result) {
          return kiln::scan(in[0], scan.op, options.axis, options.exclusive, options.reverse, KILN_DTYPE_AUTO, result,
                            options.initial);
        },
        [&scan, options](const Inputs& in) { return reference(scan, options, in[0]); }));
  };
  add("(9, 300), axis 0", input({9, 300}), {0});
  if (extremum(scan.op)) {
    add("special values", special(d), {0});
    add("special values, from the end", special(d), {0, false, true});
  } else if (is_float(d)) {
    const Real inf = HUGE_VALL;
    const HostArray zeros = list(d, {-0.0L, -0.0L, 0.0L, -0.0L, 1, inf, 2, -inf, 3});
    add("signed zeros and infinities", zeros, {0});
    add("NaN, exclusive", list(d, {-0.0L, 1, NAN, 2, inf}), {0, true});
  }
  add("(5, 33, 7), axis 1", input({5, 33, 7}), {1});
  add("(40, 70), last axis, from the end", input({40, 70}), {-1, false, true});
  if (!extremum(scan.op)) {
    add("(9, 40), axis 0, exclusive", input({9, 40}), {0, true});
    add("(200,), exclusive, from the end", input({200}), {0, true, true});
    add("(9, 40), the initial value before", input({9, 40}), {1, false, false, true});
    add("(7, 30), the initial value behind", input({7, 30}), {0, false, true, true});
    add("(0,), the initial value alone", input({0}), {KILN_AXIS_NONE, false, false, true});
  }
  add("flattened", input({6, 8}), {KILN_AXIS_NONE});
  add("no elements", input({3, 0}), {0});
  add("0-d, flattened", input({}), {KILN_AXIS_NONE});
  return out;
}

std::vector<Sample> diff_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  // `ends` elements before and behind along the axis.
  const auto add = [&](std::string text, const Shape& shape, std::int64_t count, std::int64_t axis,
                       std::int64_t ends = 0) {
    const std::size_t at = axis_of(axis, shape.size());
    Inputs inputs{ordinary(random, d, shape)};
    if (ends > 0) {
      Shape end = shape;
      end[at] = ends;
      inputs.push_back(ordinary(random, d, end));
      inputs.push_back(ordinary(random, d, end));
    }
    out.push_back(sample(
        std::move(text), std::move(inputs),
        [=](const Context&, Given in, const GpuArray& to) {
          return ends > 0 ? kiln::diff(in[0], count, axis, in[1], in[2], to)
                          : kiln::diff(in[0], count, axis, {}, {}, to);
        },
        [=](const Inputs& in) {
          const std::int64_t own = shape[at];
          const auto joined = [&](Shape place, std::int64_t i) {
            const std::size_t which = i < ends ? 1 : i < ends + own ? 0 : 2;
            place[at] = which == 1 ? i : which == 0 ? i - ends : i - ends - own;
            return element(in[which], place);
          };
          Shape result = shape;
          result[at] = std::max<std::int64_t>(own + 2 * ends - count, 0);
          Expected made = elements(d, result, [&](const Shape& place) {
            std::vector<Number> line;
            for (std::int64_t i = 0; i <= count; ++i) line.push_back(joined(place, place[at] + i));
            for (std::int64_t left = count; left > 0; --left)
              for (std::int64_t i = 0; i < left; ++i) {
                Number& to = line[std::size_t(i)];
                to = convert(d, line[std::size_t(i) + 1] - to);
              }
            return line[0];
          });
          return made;
        }));
  };
  add("(300,)", {300}, 1, 0);
  add("(9, 40), axis 0", {9, 40}, 1, 0);
  add("(5, 33, 7), axis 1, twice", {5, 33, 7}, 2, 1);
  add("(40, 9), with ends, three times", {40, 9}, 3, -1, 2);
  add("as often as there are elements", {3, 4}, 4, 1);
  add("0 times", {3, 4}, 0, 0);
  add("no elements", {0, 4}, 1, 1);
  return out;
}

void add_diff(std::vector<Operation>& table) {
  Operation diff = row("diff", "scan", {"kiln_array_diff"}, number_dtypes(), Gradient::exists);
  diff.samples = diff_samples;
  diff.errors = [] {
    std::vector<ErrorSample> errors{{"axis out of range", KILN_INDEX_ERROR, "axis 2 is out of range",
                                     [](const Context& context) {
                                       kiln::diff(zeros(context, {2, 3}), 1, 2);
                                     }},
                                    {"count", KILN_INVALID_ARGUMENT, "got count -1",
                                     [](const Context& context) {
                                       kiln::diff(zeros(context, {2, 3}), -1);
                                     }},
                                    {"bool", KILN_TYPE_ERROR, "numbers",
                                     [](const Context& context) { kiln::diff(zeros(context, {3}, KILN_BOOL)); }},
                                    {"ends of another shape", KILN_SHAPE_ERROR, "(3, 1)", [](const Context& context) {
                                       kiln::diff(zeros(context, {2, 3}), 1, 1, zeros(context, {3, 1}));
                                     }}};
    add_destination_errors(errors, {2, 2}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::diff(zeros(context, {2, 3}), 1, 1, {}, {}, to);
    });
    return errors;
  };
  time(diff, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = random_elements(context, d, {size});
    const auto to = GpuArray::empty(context, {std::max<std::int64_t>(size - 1, 0)}, d);
    return std::vector<Timing>{{"", [=] { kiln::diff(from, 1, 0, {}, {}, to); }, bytes_of(from) + bytes_of(to)}};
  });
  table.push_back(std::move(diff));
}

std::vector<ErrorSample> errors(const Scan& scan) {
  std::vector<ErrorSample> out{{"axis out of range", KILN_INDEX_ERROR, "axis 2 is out of range",
                                [&scan](const Context& context) {
                                  kiln::scan(zeros(context, {2, 3}), scan.op, 2);
                                }},
                               {"0-d", KILN_INDEX_ERROR, "axis",
                                [&scan](const Context& context) { kiln::scan(zeros(context, {}), scan.op, 1); }}};
  if (extremum(scan.op)) {
    out.push_back({"exclusive", KILN_INVALID_ARGUMENT, "no exclusive form",
                   [&scan](const Context& context) { kiln::scan(zeros(context, {3}), scan.op, 0, true); }});
    out.push_back({"initial", KILN_INVALID_ARGUMENT, "include_initial of", [&scan](const Context& context) {
                     kiln::scan(zeros(context, {3}), scan.op, 0, false, false, KILN_DTYPE_AUTO, {}, true);
                   }});
    out.push_back({"complex", KILN_TYPE_ERROR, "real",
                   [&scan](const Context& context) { kiln::scan(zeros(context, {3}, KILN_COMPLEX64), scan.op); }});
  } else {
    out.push_back({"initial", KILN_INVALID_ARGUMENT, "of an exclusive scan", [&scan](const Context& context) {
                     kiln::scan(zeros(context, {3}), scan.op, 0, true, false, KILN_DTYPE_AUTO, {}, true);
                   }});
    out.push_back({"bool", KILN_TYPE_ERROR, "numbers", [&scan](const Context& context) {
                     kiln::scan(zeros(context, {3}), scan.op, 0, false, false, KILN_BOOL);
                   }});
  }
  add_destination_errors(out, {2, 3}, KILN_FLOAT32, [&scan](const Context& context, const GpuArray& to) {
    kiln::scan(zeros(context, {2, 3}), scan.op, 0, false, false, KILN_DTYPE_AUTO, to);
  });
  return out;
}

}  // namespace

Expected scan_reference(kiln_scan_op op, bool exclusive, bool reverse, const HostArray& line) {
  for (const Scan& scan : kScans)
    if (scan.op == op) return reference(scan, {0, exclusive, reverse}, line);
  return {};
}

void add_scans(std::vector<Operation>& table) {
  for (const Scan& scan : kScans) {
    Operation operation =
        row(scan.name, "scan", {"kiln_array_scan"}, extremum(scan.op) ? real_dtypes() : all_dtypes(), Gradient::exists);
    const double narrow = scan.units > 0 ? 2 : 0;
    operation.tolerance = {narrow, narrow, scan.units, scan.units, scan.units};
    operation.samples = [&scan](Random& random, kiln_dtype d) { return samples(scan, random, d); };
    operation.errors = [&scan] { return errors(scan); };
    time(operation, [&scan](const Context& context, kiln_dtype d, std::int64_t size) {
      const Shape shape = matrix_of(size);
      const auto matrix = GpuArray::full(context, shape, 1.0, d);
      const auto out = GpuArray::empty(context, shape, result_dtype(scan.op, d));
      std::vector<Timing> timings;
      const auto add = [&](const char* text, const GpuArray& from, const GpuArray& to, std::int64_t axis) {
        timings.push_back(
            {text, [&scan, from, to, axis] { kiln::scan(from, scan.op, axis, false, false, KILN_DTYPE_AUTO, to); },
             bytes_of(from) + bytes_of(to)});
      };
      add("", matrix.reshape({-1}), out.reshape({-1}), 0);
      add("axis 0", matrix, out, 0);
      add("axis 1", matrix, out, 1);
      return timings;
    });
    table.push_back(std::move(operation));
  }
  add_diff(table);
}

}  // namespace kiln::operations
