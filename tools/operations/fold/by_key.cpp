// SPDX-License-Identifier: Apache-2.0
// Rows of scans and reductions of runs of equal keys.
#include <algorithm>

#include "rows.hpp"

namespace kiln::operations {

namespace {

struct KeyedScan {
  kiln_scan_op op;
  bool exclusive, reverse;
};

// Keys that stay for some elements in C order. In floats there are NaN, which are runs of their own.
HostArray keys_of(Random& random, kiln_dtype dtype, const Shape& shape) {
  HostArray out{dtype, shape, std::vector<Number>(size_of(shape))};
  Number key = 0;
  for (Number& value : out.values) {
    if (random() % 6 == 0) key = Real(random() % (is_bool(dtype) ? 2 : 5));
    value = is_float(dtype) && random() % 15 == 0 ? Number(Real(NAN)) : key;
  }
  return out;
}

// Runs of places along a line, by the keys at them.
std::vector<std::vector<std::size_t>> runs_of(const std::vector<std::size_t>& line,
                                              const std::function<Number(std::size_t)>& key) {
  std::vector<std::vector<std::size_t>> out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i == 0 || key(line[i]) != key(line[i - 1])) out.emplace_back();
    out.back().push_back(line[i]);
  }
  return out;
}

HostArray picked(const HostArray& array, const std::vector<std::size_t>& places) {
  HostArray out{array.dtype, {std::int64_t(places.size())}, {}};
  for (const std::size_t place : places) out.values.push_back(array.values[place]);
  return out;
}

Expected scan_by_key_reference(const KeyedScan& scan, const HostArray& array, const HostArray& keys, std::size_t axis) {
  const Shape& shape = array.shape;
  Shape along(shape.size(), 1);
  if (!shape.empty()) along[axis] = shape[axis];
  const HostArray lined{keys.dtype, keys.shape.size() == 1 ? along : keys.shape, keys.values};
  const auto all = elements(keys.dtype, shape, [&](const Shape& at) { return element(lined, at); }).array;
  Expected out{{scan_reference(scan.op, false, false, {array.dtype, {0}, {}}).array.dtype, shape,
                std::vector<Number>(array.values.size())},
               std::vector<Real>(array.values.size())};
  for (const auto& line : lines(shape, axis))
    for (const auto& run : runs_of(line, [&](std::size_t at) { return all.values[at]; })) {
      const Expected part = scan_reference(scan.op, scan.exclusive, scan.reverse, picked(array, run));
      for (std::size_t i = 0; i < run.size(); ++i) {
        out.array.values[run[i]] = part.array.values[i];
        out.scale[run[i]] = part.scale[i];
      }
    }
  return out;
}

std::vector<Sample> scan_by_key_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, KeyedScan scan, const Shape& shape, HostArray keys, std::int64_t axis) {
    const bool extremum = scan.op == KILN_SCAN_MAX || scan.op == KILN_SCAN_MIN;
    if (extremum && is_complex(d)) return;
    const bool product = scan.op == KILN_SCAN_PROD && !is_integer(d);
    const Real low = is_complex(d) ? 0.63L : 0.9L, high = is_complex(d) ? 0.78L : 1.1L;
    HostArray array = product ? within(random, d, shape, low, high) : ordinary(random, d, shape);
    out.push_back(sample(
        std::move(text), {std::move(array), std::move(keys)},
        [=](const Context&, Given in, const GpuArray& to) {
          return kiln::scan_by_key(in[1], in[0], scan.op, axis, scan.exclusive, scan.reverse, KILN_DTYPE_AUTO, to);
        },
        [=](const Inputs& in) {
          HostArray flat = in[0];
          if (axis == KILN_AXIS_NONE) flat.shape = {std::int64_t(flat.values.size())};
          const std::size_t at = axis == KILN_AXIS_NONE ? 0 : axis_of(axis, flat.shape.size());
          return scan_by_key_reference(scan, flat, in[1], at);
        }));
  };
  const auto keys = [&](kiln_dtype dtype, const Shape& shape) { return keys_of(random, dtype, shape); };
  add("sum, (9, 300), axis 0", {KILN_SCAN_SUM, false, false}, {9, 300}, keys(KILN_INT32, {9}), 0);
  add("sum, (5, 33, 7), axis 1, keys of all", {KILN_SCAN_SUM, false, false}, {5, 33, 7}, keys(KILN_FLOAT32, {5, 33, 7}),
      1);
  add("max, (40, 70), from the end", {KILN_SCAN_MAX, false, true}, {40, 70}, keys(d, {70}), -1);
  add("min, (300,)", {KILN_SCAN_MIN, false, false}, {300}, keys(KILN_BOOL, {300}), 0);
  add("prod, (9, 40), axis 0, keys broadcast", {KILN_SCAN_PROD, false, false}, {9, 40}, keys(KILN_INT64, {9, 1}), 0);
  add("sum, (200,), exclusive", {KILN_SCAN_SUM, true, false}, {200}, keys(d, {200}), 0);
  add("prod, (7, 90), exclusive, from the end", {KILN_SCAN_PROD, true, true}, {7, 90}, keys(KILN_UINT8, {90}), 1);
  add("sum, flattened", {KILN_SCAN_SUM, false, false}, {6, 8}, keys(KILN_INT8, {48}), KILN_AXIS_NONE);
  add("one key", {KILN_SCAN_SUM, true, true}, {1}, keys(KILN_INT32, {1}), 0);
  add("no elements", {KILN_SCAN_SUM, false, false}, {3, 0}, keys(KILN_INT32, {3}), 0);
  return out;
}

std::vector<Expected> reduce_by_key_reference(kiln_reduce_op op, const HostArray& array, const HostArray& keys,
                                              std::size_t axis) {
  std::vector<std::size_t> all(keys.values.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto runs = runs_of(all, [&](std::size_t i) { return keys.values[i]; });
  Expected first{{keys.dtype, {std::int64_t(runs.size())}, {}}, {}};
  for (const auto& run : runs) first.array.values.push_back(keys.values[run[0]]);
  Shape shape = array.shape;
  shape[axis] = std::int64_t(runs.size());
  const kiln_dtype d = reduction_reference(op, {array.dtype, {1}, {0}}).array.dtype;
  Expected values{{d, shape, std::vector<Number>(size_of(shape))}, std::vector<Real>(size_of(shape))};
  const auto from = lines(array.shape, axis), to = lines(shape, axis);
  for (std::size_t line = 0; line < to.size(); ++line)
    for (std::size_t r = 0; r < runs.size(); ++r) {
      std::vector<std::size_t> places;
      for (const std::size_t i : runs[r]) places.push_back(from[line][i]);
      const Expected one = reduction_reference(op, picked(array, places));
      values.array.values[to[line][r]] = one.array.values[0];
      values.scale[to[line][r]] = one.scale[0];
    }
  return {first, values};
}

std::vector<Sample> reduce_by_key_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, kiln_reduce_op op, const Shape& shape, HostArray keys, std::int64_t axis) {
    if ((op == KILN_REDUCE_MAX || op == KILN_REDUCE_MIN) && is_complex(d)) return;
    const bool product = op == KILN_REDUCE_PROD && !is_integer(d);
    const Real low = is_complex(d) ? 0.63L : 0.9L, high = is_complex(d) ? 0.78L : 1.1L;
    Sample one;
    one.text = std::move(text);
    one.inputs = {product ? within(random, d, shape, low, high) : ordinary(random, d, shape), std::move(keys)};
    one.run = [=](const Context&, Given in, Given to) {
      auto made = kiln::reduce_by_key(in[1], in[0], op, axis, to.empty() ? ReducedByKey() : ReducedByKey{to[0], to[1]});
      return Arrays{made.keys, made.values};
    };
    one.expected = [=, inputs = one.inputs] {
      HostArray array = inputs[0];
      if (axis == KILN_AXIS_NONE) array.shape = {std::int64_t(array.values.size())};
      return reduce_by_key_reference(op, array, inputs[1],
                                     axis == KILN_AXIS_NONE ? 0 : axis_of(axis, array.shape.size()));
    };
    out.push_back(std::move(one));
  };
  const auto keys = [&](kiln_dtype dtype, std::int64_t n) { return keys_of(random, dtype, {n}); };
  add("sum, (5, 33, 7), axis 1", KILN_REDUCE_SUM, {5, 33, 7}, keys(KILN_INT32, 33), 1);
  add("mean, (40, 70)", KILN_REDUCE_MEAN, {40, 70}, keys(d, 70), -1);
  add("max, (300,)", KILN_REDUCE_MAX, {300}, keys(KILN_FLOAT32, 300), 0);
  add("prod, (50, 6), axis 0", KILN_REDUCE_PROD, {50, 6}, keys(KILN_UINT16, 50), 0);
  add("min, flattened", KILN_REDUCE_MIN, {6, 20}, keys(KILN_INT64, 120), KILN_AXIS_NONE);
  add("any, (9, 40)", KILN_REDUCE_ANY, {9, 40}, keys(KILN_BOOL, 40), 1);
  add("all, (40, 3), axis 0", KILN_REDUCE_ALL, {40, 3}, keys(KILN_INT8, 40), 0);
  add("count_nonzero, (200,)", KILN_REDUCE_COUNT_NONZERO, {200}, keys(KILN_COMPLEX64, 200), 0);
  add("no keys", KILN_REDUCE_MAX, {3, 0}, keys(KILN_INT32, 0), 1);
  add("no elements", KILN_REDUCE_SUM, {0, 30}, keys(KILN_INT32, 30), 1);
  return out;
}

}  // namespace

void add_by_key(std::vector<Operation>& table) {
  Operation scan = row("scan_by_key", "scan", {"kiln_array_scan_by_key"}, all_dtypes(), Gradient::exists);
  scan.tolerance = {2, 2, 400, 400, 400};
  scan.samples = scan_by_key_samples;
  scan.errors = [] {
    std::vector<ErrorSample> errors{
        {"axis out of range", KILN_INDEX_ERROR, "axis 2 is out of range",
         [](const Context& context) {
           kiln::scan_by_key(zeros(context, {3}), zeros(context, {2, 3}), KILN_SCAN_SUM, 2);
         }},
        {"too few keys", KILN_SHAPE_ERROR, "got 2 keys, expected 3",
         [](const Context& context) {
           kiln::scan_by_key(zeros(context, {2}), zeros(context, {2, 3}), KILN_SCAN_SUM, 1);
         }},
        {"keys that do not broadcast", KILN_SHAPE_ERROR, "(3, 2)",
         [](const Context& context) {
           kiln::scan_by_key(zeros(context, {3, 2}), zeros(context, {2, 3}), KILN_SCAN_SUM, 1);
         }},
        {"exclusive", KILN_INVALID_ARGUMENT, "no exclusive form",
         [](const Context& context) {
           kiln::scan_by_key(zeros(context, {3}), zeros(context, {3}), KILN_SCAN_MAX, 0, true);
         }},
        {"complex", KILN_TYPE_ERROR, "real", [](const Context& context) {
           kiln::scan_by_key(zeros(context, {3}), zeros(context, {3}, KILN_COMPLEX64), KILN_SCAN_MIN);
         }}};
    add_destination_errors(errors, {2, 3}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::scan_by_key(zeros(context, {3}), zeros(context, {2, 3}), KILN_SCAN_SUM, 1, false, false, KILN_DTYPE_AUTO,
                        to);
    });
    return errors;
  };
  time(scan, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const GpuArray by = kiln::floor_divide(GpuArray::arange(context, 0, double(size), 1, KILN_INT32), 16);
    const GpuArray from = GpuArray::full(context, {size}, 1.0, d);
    const auto to =
        GpuArray::empty(context, {size}, scan_reference(KILN_SCAN_SUM, false, false, {d, {0}, {}}).array.dtype);
    return std::vector<Timing>{
        {"sums of 16", [=] { kiln::scan_by_key(by, from, KILN_SCAN_SUM, 0, false, false, KILN_DTYPE_AUTO, to); },
         bytes_of(by) + bytes_of(from) + bytes_of(to)}};
  });
  table.push_back(std::move(scan));

  Operation reduce = row("reduce_by_key", "scan", {"kiln_array_reduce_by_key"}, all_dtypes(), Gradient::exists);
  reduce.tolerance = {2, 2, 400, 400, 400};
  reduce.samples = reduce_by_key_samples;
  reduce.errors = [] {
    std::vector<ErrorSample> errors{
        {"axis out of range", KILN_INDEX_ERROR, "axis 2 is out of range",
         [](const Context& context) {
           kiln::reduce_by_key(zeros(context, {3}), zeros(context, {2, 3}), KILN_REDUCE_SUM, 2);
         }},
        {"another number of keys", KILN_SHAPE_ERROR, "expected (3,)",
         [](const Context& context) {
           kiln::reduce_by_key(zeros(context, {2}), zeros(context, {2, 3}), KILN_REDUCE_SUM, 1);
         }},
        {"another operation", KILN_INVALID_ARGUMENT, "got var, expected sum, prod",
         [](const Context& context) {
           kiln::reduce_by_key(zeros(context, {3}), zeros(context, {3}), KILN_REDUCE_VAR);
         }},
        {"complex", KILN_TYPE_ERROR, "real", [](const Context& context) {
           kiln::reduce_by_key(zeros(context, {3}), zeros(context, {3}, KILN_COMPLEX64), KILN_REDUCE_MAX);
         }}};
    add_destination_errors(errors, {2, 1}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::reduce_by_key(zeros(context, {3}), zeros(context, {2, 3}), KILN_REDUCE_SUM, 1, {GpuArray(), to});
    });
    return errors;
  };
  time(reduce, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const GpuArray by = kiln::floor_divide(GpuArray::arange(context, 0, double(size), 1, KILN_INT32), 16);
    const auto from = GpuArray::full(context, {size}, 1.0, d);
    return std::vector<Timing>{
        {"sums of 16", [=] { kiln::reduce_by_key(by, from, KILN_REDUCE_SUM, 0); }, bytes_of(by) + bytes_of(from)}};
  });
  table.push_back(std::move(reduce));
}

}  // namespace kiln::operations
