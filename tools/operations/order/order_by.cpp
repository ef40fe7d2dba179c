// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/sort.h: what goes where keys go, and what is at a place in order.
#include <cmath>

#include "order.hpp"

namespace kiln::operations {

namespace {

std::vector<Expected> by_key(const HostArray& keys, const HostArray& values, std::size_t axis, bool descending) {
  Expected sorted{keys, {}}, moved{values, {}};
  for (const auto& line : lines(keys.shape, axis)) {
    const auto places = in_order(keys, line, descending);
    for (std::size_t i = 0; i < line.size(); ++i) {
      sorted.array.values[line[i]] = keys.values[places[i]];
      moved.array.values[line[i]] = values.values[places[i]];
    }
  }
  return {sorted, moved};
}

std::vector<Sample> by_key_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray keys, kiln_dtype of, std::int64_t axis, bool descending) {
    Sample one;
    one.text = std::move(text);
    HostArray values = ordinary(random, of, keys.shape);
    one.inputs = {std::move(keys), std::move(values)};
    one.run = [=](const Context&, Given in, Given to) {
      const auto made =
          kiln::sort_by_key(in[0], in[1], axis, descending, to.empty() ? SortedByKey{} : SortedByKey{to[0], to[1]});
      return Arrays{made.keys, made.values};
    };
    one.expected = [=, inputs = one.inputs] {
      return by_key(inputs[0], inputs[1], axis_of(axis, inputs[0].shape.size()), descending);
    };
    out.push_back(std::move(one));
  };
  add("(6, 50), complex values", mixed(random, d, {6, 50}), KILN_COMPLEX64, -1, false);
  add("equal keys, descending", within(random, d, {300}, 0, 3), KILN_INT16, 0, true);
  add("(5, 33, 7), axis 1", mixed(random, d, {5, 33, 7}), d, 1, false);
  add("(2500,), descending", mixed(random, d, {2500}), KILN_FLOAT32, 0, true);
  add("special keys", special(d), KILN_UINT8, 0, false);
  add("no elements", ordinary(random, d, {3, 0}), d, 1, false);
  return out;
}

// Between two neighbours in order.
Expected quantiles(const HostArray& input, double q, std::int64_t axis, bool keepdims) {
  const bool flat = axis == KILN_AXIS_NONE;
  const HostArray from = flat ? HostArray{input.dtype, {std::int64_t(input.values.size())}, input.values} : input;
  const std::size_t at = flat ? 0 : axis_of(axis, input.shape.size());
  Shape shape = flat ? Shape(keepdims ? input.shape.size() : 0, 1) : input.shape;
  if (!flat && keepdims) shape[at] = 1;
  if (!flat && !keepdims) shape.erase(shape.begin() + std::ptrdiff_t(at));
  const kiln_dtype dtype = is_float(input.dtype) ? input.dtype : default_float();
  Expected out{{dtype, shape, {}}, {}};
  for (const auto& line : lines(from.shape, at)) {
    const auto order = in_order(from, line, false);
    const Real place = Real(double(line.size() - 1) * q), low = std::floor(place), t = place - low;
    const Real x = from.values[order[std::size_t(low)]].real(),
               y = from.values[order[std::min(std::size_t(low) + 1, order.size() - 1)]].real();
    const Real last = from.values[order.back()].real();
    const Real value = std::isnan(last) ? last : t == 0 || x == y ? x : x * (1 - t) + y * t;
    out.array.values.push_back(convert(dtype, value));
    out.scale.push_back(t == 0 ? 0 : std::max(std::isfinite(x) ? std::abs(x) : 0, std::isfinite(y) ? std::abs(y) : 0));
  }
  return out;
}

std::vector<Sample> quantile_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray input, double q, std::int64_t axis, bool keepdims) {
    out.push_back(sample(
        std::move(text), {std::move(input)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::quantile(in[0], q, axis, keepdims, to); },
        [=](const Inputs& in) { return quantiles(in[0], q, axis, keepdims); }));
  };
  add("median of (6, 50)", ordinary(random, d, {6, 50}), 0.5, -1, false);
  add("0.9 of (5, 33, 7), axis 1, keepdims", ordinary(random, d, {5, 33, 7}), 0.9, 1, true);
  add("0.125 of all of (40, 70)", ordinary(random, d, {40, 70}), 0.125, KILN_AXIS_NONE, false);
  add("special values among (9, 9)", mixed(random, d, {9, 9}), 0.25, 0, false);
  add("largest of (5, 33, 7)", ordinary(random, d, {5, 33, 7}), 1, 0, false);
  add("0-d, keepdims", ordinary(random, d, {}), 0.3, KILN_AXIS_NONE, true);
  add("no rows", ordinary(random, d, {0, 3}), 0.5, 1, false);
  return out;
}

}  // namespace

void add_order_by(std::vector<Operation>& table) {
  Operation by_key = row("sort_by_key", "order", {"kiln_array_sort_by_key"}, real_dtypes(), Gradient::exists);
  by_key.samples = by_key_samples;
  by_key.errors = [] {
    std::vector<ErrorSample> errors{
        {"complex keys", KILN_TYPE_ERROR, "real",
         [](const Context& context) { kiln::sort_by_key(zeros(context, {3}, KILN_COMPLEX64), zeros(context, {3})); }},
        {"another shape", KILN_SHAPE_ERROR, "have shape (3, 2), expected the keys' (2, 3)",
         [](const Context& context) {
           kiln::sort_by_key(zeros(context, {2, 3}), zeros(context, {3, 2}));
         }},
        {"axis of none", KILN_INDEX_ERROR, "axis",
         [](const Context& context) { kiln::sort_by_key(zeros(context, {}), zeros(context, {})); }},
        {"one destination for both", KILN_INVALID_ARGUMENT, "share memory", [](const Context& context) {
           const auto to = zeros(context, {4});
           kiln::sort_by_key(zeros(context, {4}), zeros(context, {4}), 0, false, {to, to});
         }}};
    add_destination_errors(errors, {4, 3}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::sort_by_key(zeros(context, {4, 3}), zeros(context, {4, 3}), -1, false, {{}, to});
    });
    return errors;
  };
  time(by_key, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto keys = random_elements(context, d, {size}), values = random_elements(context, d, {size});
    return std::vector<Timing>{{"", [=] { kiln::sort_by_key(keys, values); }, 4 * bytes_of(keys)}};
  });
  table.push_back(std::move(by_key));

  Operation quantile = row("quantile", "order", {"kiln_array_quantile"}, real_dtypes(), Gradient::exists);
  quantile.samples = quantile_samples;
  quantile.tolerance = {1, 1, 3, 3, 0};
  quantile.errors = [] {
    const auto of = [](const Shape& shape, kiln_dtype d, double q, std::int64_t axis) {
      return [=](const Context& context) { kiln::quantile(zeros(context, shape, d), q, axis); };
    };
    std::vector<ErrorSample> errors{
        {"complex", KILN_TYPE_ERROR, "real", of({3}, KILN_COMPLEX64, 0.5, 0)},
        {"q beyond 1", KILN_INVALID_ARGUMENT, "got q 1.5", of({3}, KILN_FLOAT32, 1.5, 0)},
        {"q NaN", KILN_INVALID_ARGUMENT, "got q nan", of({3}, KILN_FLOAT32, NAN, 0)},
        {"axis out of range", KILN_INDEX_ERROR, "axis", of({3}, KILN_FLOAT32, 0.5, 1)},
        {"no elements", KILN_SHAPE_ERROR, "no elements along axis 1", of({3, 0}, KILN_FLOAT32, 0.5, 1)}};
    add_destination_errors(errors, {4}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::quantile(zeros(context, {4, 3}), 0.5, -1, false, to);
    });
    return errors;
  };
  time(quantile, [](const Context& context, kiln_dtype d, std::int64_t size) {
    std::vector<Timing> timings;
    const auto add = [&](const char* text, const GpuArray& from, std::int64_t axis) {
      timings.push_back({text, [=] { kiln::median(from, axis); }, bytes_of(from)});
    };
    add("all", random_elements(context, d, {size}), KILN_AXIS_NONE);
    add("rows of 64", random_elements(context, d, {size / 64, 64}), -1);
    return timings;
  });
  table.push_back(std::move(quantile));
}

}  // namespace kiln::operations
