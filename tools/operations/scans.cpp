// SPDX-License-Identifier: Apache-2.0
// Rows of the scans of kiln/scan.h.
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
  bool exclusive = false, reverse = false;
};

// The element after `run`; integers wrap at every step.
Number join(kiln_scan_op op, kiln_dtype result, Number run, Number x) {
  const Real a = run.real(), b = x.real();
  if (op == KILN_SCAN_SUM) return is_integer(result) ? convert(result, a + b) : run + x;
  if (op == KILN_SCAN_PROD) {
    if (!is_integer(result))
      return {a * b - run.imag() * x.imag(), is_complex(result) ? a * x.imag() + run.imag() * b : 0};
    const auto word = [](Real value) {
      return value < 0 ? std::uint64_t(std::int64_t(value)) : std::uint64_t(value);
    };
    return convert(result, Real(word(a) * word(b)));
  }
  if (std::isnan(a)) return run;
  return std::isnan(b) || (op == KILN_SCAN_MAX ? b > a : b < a) ? x : run;
}

Expected reference(const Scan& scan, const Options& options, const HostArray& input) {
  const kiln_dtype result = result_dtype(scan.op, input.dtype);
  Shape shape = input.shape;
  if (options.axis == KILN_AXIS_NONE) shape = {std::int64_t(input.values.size())};
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
          return kiln::scan(in[0], scan.op, options.axis, options.exclusive, options.reverse, KILN_DTYPE_AUTO,
                            result);
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
  }
  add("flattened", input({6, 8}), {KILN_AXIS_NONE});
  add("no elements", input({3, 0}), {0});
  add("0-d, flattened", input({}), {KILN_AXIS_NONE});
  return out;
}

std::vector<ErrorSample> errors(const Scan& scan) {
  std::vector<ErrorSample> out{{"axis out of range", KILN_INDEX_ERROR, "axis 2 is out of range",
                                [&scan](const Context& context) {
                                  kiln::scan(zeros(context, {2, 3}), scan.op, 2);
                                }},
                               {"0-d", KILN_INDEX_ERROR, "axis", [&scan](const Context& context) {
                                  kiln::scan(zeros(context, {}), scan.op, 1);
                                }}};
  if (extremum(scan.op)) {
    out.push_back({"exclusive", KILN_INVALID_ARGUMENT, "no exclusive form",
                   [&scan](const Context& context) { kiln::scan(zeros(context, {3}), scan.op, 0, true); }});
    out.push_back({"complex", KILN_TYPE_ERROR, "real", [&scan](const Context& context) {
                     kiln::scan(zeros(context, {3}, KILN_COMPLEX64), scan.op);
                   }});
  } else {
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

void add_scans(std::vector<Operation>& table) {
  for (const Scan& scan : kScans) {
    Operation operation = row(scan.name, "scan", {"kiln_array_scan"},
                              extremum(scan.op) ? real_dtypes() : all_dtypes(), Gradient::exists);
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
            {text,
             [&scan, from, to, axis] { kiln::scan(from, scan.op, axis, false, false, KILN_DTYPE_AUTO, to); },
             bytes_of(from) + bytes_of(to)});
      };
      add("", matrix.reshape({-1}), out.reshape({-1}), 0);
      add("axis 0", matrix, out, 0);
      add("axis 1", matrix, out, 1);
      return timings;
    });
    table.push_back(std::move(operation));
  }
}

}  // namespace kiln::operations
