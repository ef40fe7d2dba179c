// SPDX-License-Identifier: Apache-2.0
// Rows of norms of any order (kiln/reduce.h), vector products and traces (kiln/blas.h).
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

kiln_dtype norm_dtype(kiln_dtype d) { return is_complex(d) ? real_dtype(d) : is_float(d) ? d : default_float(); }

Real norm(const std::vector<Real>& sizes, double ord) {
  if (std::isinf(ord))
    return ord > 0 ? *std::max_element(sizes.begin(), sizes.end()) : *std::min_element(sizes.begin(), sizes.end());
  Real sum = 0;
  for (const Real size : sizes) sum += ord == 0 ? Real(size != 0) : std::pow(size, Real(ord));
  return ord == 0 ? sum : std::pow(sum, 1 / Real(ord));
}

std::vector<Sample> norm_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](const std::string& text, const Shape& shape, std::size_t axis, bool keepdims, double ord) {
    out.push_back(sample(
        text + ", order " + std::to_string(ord), {ordinary(random, d, shape)},
        [=](const Context&, Given in, const GpuArray& to) {
          return kiln::vector_norm(in[0], std::int64_t(axis), keepdims, ord, KILN_DTYPE_AUTO, to);
        },
        [=](const Inputs& in) {
          Expected expected{{norm_dtype(d), shape, {}}, {}};
          if (keepdims)
            expected.array.shape[axis] = 1;
          else
            expected.array.shape.erase(expected.array.shape.begin() + std::ptrdiff_t(axis));
          for (const auto& line : lines(shape, axis)) {
            std::vector<Real> sizes;
            for (const std::size_t at : line) sizes.push_back(magnitude(in[0].values[at]));
            expected.array.values.push_back(convert(expected.array.dtype, norm(sizes, ord)));
          }
          return expected;
        }));
  };
  for (const double ord : {3.0, 1.0, 0.0, double(INFINITY), -double(INFINITY), 0.5, -2.0, 2.0, 13.0})
    add("(5, 33, 7)", {5, 33, 7}, 1, ord == 1, ord);
  add("(700,)", {700}, 0, false, 1.5);
  for (const double ord : {3.0, 1.5}) add("no elements", {3, 0}, 1, false, ord);
  return out;
}

std::vector<ErrorSample> norm_errors() {
  const auto call = [](const Shape& shape, kiln_dtype d, const Axes& axes, double ord, kiln_dtype dtype) {
    return [=](const Context& context) { kiln::vector_norm(zeros(context, shape, d), axes, false, ord, dtype); };
  };
  std::vector<ErrorSample> errors{
      {"axis out of range", KILN_INDEX_ERROR, "axis", call({2, 3}, KILN_FLOAT32, 2, 3, KILN_DTYPE_AUTO)},
      {"axis named twice", KILN_INDEX_ERROR, "twice", call({2, 3}, KILN_FLOAT32, {1, -1}, 1, KILN_DTYPE_AUTO)},
      {"order NaN", KILN_INVALID_ARGUMENT, "order NaN", call({3}, KILN_FLOAT32, 0, NAN, KILN_DTYPE_AUTO)},
      {"integer dtype", KILN_TYPE_ERROR, "got dtype int32", call({3}, KILN_FLOAT32, 0, 3, KILN_INT32)},
      {"greatest of no elements", KILN_SHAPE_ERROR, "no elements",
       call({3, 0}, KILN_FLOAT32, 1, double(INFINITY), KILN_DTYPE_AUTO)}};
  for (const double ord : {3.0, 0.5})
    add_destination_errors(errors, {4}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
      kiln::vector_norm(zeros(context, {4, 3}), -1, false, ord, KILN_DTYPE_AUTO, to);
    });
  return errors;
}

std::vector<Sample> cross_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  // `back`: the axis, counted from the end.
  const auto add = [&](std::string text, const Shape& a, const Shape& b, std::size_t back, const Shape& shape) {
    out.push_back(sample(
        std::move(text), {ordinary(random, d, a), ordinary(random, d, b)},
        [=](const Context&, Given in, const GpuArray& to) {
          return kiln::cross(in[0], in[1], -std::int64_t(back), to);
        },
        [=](const Inputs& in) {
          const auto operand = [=](const HostArray& array, Shape at, std::int64_t further) {
            std::int64_t& place = at[at.size() - back];
            place = (place + further) % 3;
            return element(array, at);
          };
          return sums_of_products(
              d, shape, 2, [&](const Shape& at, std::int64_t i) { return operand(in[0], at, i ? 2 : 1); },
              [&](const Shape& at, std::int64_t i) {
                const Number y = operand(in[1], at, i ? 1 : 2);
                return i ? -y : y;
              });
        }));
  };
  add("(3,) and (3,)", {3}, {3}, 1, {3});
  add("(700, 3) and (3,)", {700, 3}, {3}, 1, {700, 3});
  add("axis -2 of (3, 1) and (4, 3, 50)", {3, 1}, {4, 3, 50}, 2, {4, 3, 50});
  add("no elements", {0, 3}, {3}, 1, {0, 3});
  return out;
}

std::vector<Sample> trace_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, std::int64_t offset) {
    out.push_back(sample(
        std::move(text), {ordinary(random, d, shape)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::trace(in[0], offset, KILN_DTYPE_AUTO, to); },
        [=](const Inputs& in) {
          const std::int64_t rows = shape[shape.size() - 2], columns = shape.back();
          const std::int64_t row = std::max<std::int64_t>(-offset, 0), column = row + offset;
          const std::int64_t n = std::max<std::int64_t>(std::min(rows - row, columns - column), 0);
          const kiln_dtype result = is_unsigned(d) ? KILN_UINT64 : is_integer(d) || is_bool(d) ? KILN_INT64 : d;
          return sums_of_products(
              result, Shape(shape.begin(), shape.end() - 2), n,
              [&](Shape at, std::int64_t i) {
                at.push_back(row + i);
                at.push_back(column + i);
                return element(in[0], at);
              },
              [](const Shape&, std::int64_t) { return Number(1); });
        }));
  };
  add("(70, 50)", {70, 50}, 0);
  add("(3, 20, 30), offset 5", {3, 20, 30}, 5);
  add("(30, 20), offset -25", {30, 20}, -25);
  add("offset beyond", {4, 4}, 9);
  add("no elements", {0, 3}, 0);
  return out;
}

}  // namespace

void add_norms(std::vector<Operation>& table) {
  Operation norms = row("vector_norm", "reduction", {"kiln_array_vector_norm"}, all_dtypes(), Gradient::exists);
  // OpenCL lets pow be 16 units off, of elements and of the sum, and order 0.5 squares the sum.
  norms.tolerance = {2, 2, 64, 64, 64};
  norms.samples = norm_samples;
  norms.errors = norm_errors;
  time(norms, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto array = random_elements(context, d, matrix_of(size));
    std::vector<Timing> timings;
    for (const auto& [text, ord] : {std::pair{"order 1", 1.0}, std::pair{"order 3", 3.0}})
      timings.push_back({text, [=, order = ord] { kiln::vector_norm(array, {}, false, order); }, bytes_of(array)});
    return timings;
  });
  table.push_back(std::move(norms));

  Operation products = row("cross", "product", {"kiln_array_cross"}, number_dtypes(), Gradient::exists);
  products.tolerance = {2, 2, 4, 4, 4};
  products.samples = cross_samples;
  products.errors = [] {
    const auto call = [](const Shape& a, const Shape& b, std::int64_t axis, kiln_dtype d) {
      return [=](const Context& context) { kiln::cross(zeros(context, a, d), zeros(context, b, d), axis); };
    };
    std::vector<ErrorSample> errors{
        {"other extents", KILN_SHAPE_ERROR, "extent 3", call({2}, {2}, -1, KILN_FLOAT32)},
        {"an extent that would broadcast", KILN_SHAPE_ERROR, "extent 3", call({3}, {1}, -1, KILN_FLOAT32)},
        {"shapes that do not broadcast", KILN_SHAPE_ERROR, "broadcast", call({4, 3}, {5, 3}, -1, KILN_FLOAT32)},
        {"an axis of one alone", KILN_SHAPE_ERROR, "extent 3", call({3, 3}, {3}, 0, KILN_FLOAT32)},
        {"axis out of range", KILN_INDEX_ERROR, "axis", call({3}, {3}, 1, KILN_FLOAT32)},
        {"bool", KILN_TYPE_ERROR, "bool", call({3}, {3}, -1, KILN_BOOL)}};
    add_destination_errors(errors, {4, 3}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::cross(zeros(context, {4, 3}), zeros(context, {3}), -1, to);
    });
    return errors;
  };
  time(products, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto a = random_elements(context, d, {std::max<std::int64_t>(size / 3, 1), 3}), b = a.copy(), to = a.copy();
    return std::vector<Timing>{{"", [=] { kiln::cross(a, b, -1, to); }, 3 * bytes_of(a)}};
  });
  table.push_back(std::move(products));

  Operation traces = row("trace", "reduction", {"kiln_array_trace"}, all_dtypes(), Gradient::exists);
  traces.tolerance = {2, 2, 8, 8, 8};
  traces.samples = trace_samples;
  traces.errors = [] {
    std::vector<ErrorSample> errors{{"one dimension", KILN_SHAPE_ERROR, "two dimensions",
                                     [](const Context& context) { kiln::trace(zeros(context, {3})); }}};
    add_destination_errors(errors, {4}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::trace(zeros(context, {4, 3, 3}), 0, KILN_DTYPE_AUTO, to);
    });
    return errors;
  };
  time(traces, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const std::int64_t n = sides_of(size).back();
    const auto matrix = random_elements(context, d, {n, n});
    return std::vector<Timing>{
        {std::to_string(n), [=] { kiln::trace(matrix); }, double(n) * double(kiln_dtype_size(d))}};
  });
  table.push_back(std::move(traces));
}

}  // namespace kiln::operations
