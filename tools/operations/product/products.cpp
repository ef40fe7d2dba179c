// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/blas.h that make an array: dot, vdot, matmul, vecdot, outer, tensordot.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

const Tolerance kTolerance{2, 2, 16, 16, 16};  // of sums over up to some 300 products

std::vector<Sample> dot_samples(Random& random, kiln_dtype d, bool conjugate) {
  std::vector<Sample> out;
  for (const std::int64_t n : {301, 5, 0})
    out.push_back(sample(
        std::to_string(n), {ordinary(random, d, {n}), ordinary(random, d, {n})},
        [=](const Context&, Given in, const GpuArray& to) {
          return conjugate ? kiln::vdot(in[0], in[1], to) : kiln::dot(in[0], in[1], to);
        },
        [=](const Inputs& in) {
          return sums_of_products(
              d, {}, n,
              [&](const Shape&, std::int64_t i) {
                const Number x = in[0].values[std::size_t(i)];
                return conjugate ? std::conj(x) : x;
              },
              [&](const Shape&, std::int64_t i) { return in[1].values[std::size_t(i)]; });
        }));
  return out;
}

Expected matmul(HostArray a, HostArray b) {
  const bool row = a.shape.size() == 1, column = b.shape.size() == 1;
  if (row) a.shape.insert(a.shape.begin(), 1);
  if (column) b.shape.push_back(1);
  const std::size_t an = a.shape.size(), bn = b.shape.size(), n = std::max(an, bn);
  Shape shape(n, 1);
  for (std::size_t d = 2; d < n; ++d) {
    if (d < an && a.shape[an - 1 - d] != 1) shape[n - 1 - d] = a.shape[an - 1 - d];
    if (d < bn && b.shape[bn - 1 - d] != 1) shape[n - 1 - d] = b.shape[bn - 1 - d];
  }
  shape[n - 2] = a.shape[an - 2];
  shape[n - 1] = b.shape[bn - 1];
  Expected out = sums_of_products(
      a.dtype, shape, a.shape[an - 1],
      [&](Shape at, std::int64_t i) {
        at[n - 1] = i;
        return element(a, at);
      },
      [&](Shape at, std::int64_t i) {
        at[n - 2] = i;
        return element(b, at);
      });
  if (column) out.array.shape.erase(out.array.shape.end() - 1);
  if (row) out.array.shape.erase(out.array.shape.end() - (column ? 1 : 2));
  return out;
}

std::vector<Sample> matmul_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b) {
    out.push_back(sample(
        std::move(text), {ordinary(random, d, a), ordinary(random, d, b)},
        [](const Context&, Given in, const GpuArray& to) { return kiln::matmul(in[0], in[1], to); },
        [](const Inputs& in) { return matmul(in[0], in[1]); }));
  };
  add("(33, 47) by (47, 29)", {33, 47}, {47, 29});
  add("batches that broadcast", {5, 1, 6, 7}, {4, 7, 3});
  add("square, onto an operand", {20, 20}, {20, 20});
  add("vector by matrix", {60}, {60, 9});
  add("batch by vector", {3, 8, 60}, {60});
  add("vector by vector", {40}, {40});
  add("nothing along k", {3, 0}, {0, 4});
  add("no elements", {0, 3}, {3, 4});
  return out;
}

std::vector<Sample> vecdot_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  // `back`: the axis, counted from the end.
  const auto add = [&](std::string text, const Shape& a, const Shape& b, std::size_t back, const Shape& result) {
    out.push_back(sample(
        std::move(text), {ordinary(random, d, a), ordinary(random, d, b)},
        [=](const Context&, Given in, const GpuArray& to) {
          return kiln::vecdot(in[0], in[1], -std::int64_t(back), to);
        },
        [=](const Inputs& in) {
          const auto operand = [=](const HostArray& array, Shape at, std::int64_t i) {
            at.insert(at.end() - std::ptrdiff_t(back - 1), i);
            return element(array, at);
          };
          return sums_of_products(
              d, result, a[a.size() - back],
              [&](const Shape& at, std::int64_t i) { return std::conj(operand(in[0], at, i)); },
              [&](const Shape& at, std::int64_t i) { return operand(in[1], at, i); });
        }));
  };
  add("(301,) and (301,)", {301}, {301}, 1, {});
  add("(6, 50) and (50,)", {6, 50}, {50}, 1, {6});
  add("axis -2 of (20, 1) and (4, 20, 7)", {20, 1}, {4, 20, 7}, 2, {4, 7});
  add("nothing along the axis", {3, 0}, {3, 0}, 1, {3});
  add("no elements", {0, 3}, {3}, 1, {0});
  return out;
}

std::vector<Sample> outer_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b) {
    out.push_back(sample(
        std::move(text), {ordinary(random, d, a), ordinary(random, d, b)},
        [](const Context&, Given in, const GpuArray& to) { return kiln::outer(in[0], in[1], to); },
        [=](const Inputs& in) {
          return sums_of_products(
              d, {std::int64_t(in[0].values.size()), std::int64_t(in[1].values.size())}, 1,
              [&](const Shape& at, std::int64_t) { return in[0].values[std::size_t(at[0])]; },
              [&](const Shape& at, std::int64_t) { return in[1].values[std::size_t(at[1])]; });
        }));
  };
  add("(30,) and (70,)", {30}, {70});
  add("(2, 3) and (4, 5)", {2, 3}, {4, 5});
  add("0-d", {}, {});
  add("no elements", {3}, {0});
  return out;
}

std::vector<Sample> tensordot_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b, const Shape& axes_a, const Shape& axes_b) {
    out.push_back(sample(
        std::move(text), {ordinary(random, d, a), ordinary(random, d, b)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::tensordot(in[0], in[1], axes_a, axes_b, to); },
        [=](const Inputs& in) {
          std::vector<bool> goes_a(a.size()), goes_b(b.size());
          Shape result, gone;
          for (std::size_t i = 0; i < axes_a.size(); ++i) {
            goes_a[axis_of(axes_a[i], a.size())] = goes_b[axis_of(axes_b[i], b.size())] = true;
            gone.push_back(a[axis_of(axes_a[i], a.size())]);
          }
          for (std::size_t i = 0; i < a.size(); ++i)
            if (!goes_a[i]) result.push_back(a[i]);
          const std::size_t first = result.size();
          for (std::size_t i = 0; i < b.size(); ++i)
            if (!goes_b[i]) result.push_back(b[i]);
          // The element of an operand: kept axes from the result's position, the others from i.
          const auto operand = [&](const HostArray& array, const std::vector<bool>& goes, const Shape& axes,
                                   std::size_t kept, const Shape& at, std::int64_t i) {
            Shape from(goes.size());
            for (std::size_t axis = 0; axis < goes.size(); ++axis)
              if (!goes[axis]) from[axis] = at[kept++];
            for (std::size_t k = axes.size(); k-- > 0; i /= gone[k]) from[axis_of(axes[k], goes.size())] = i % gone[k];
            return element(array, from);
          };
          return sums_of_products(
              d, result, std::int64_t(size_of(gone)),
              [&](const Shape& at, std::int64_t i) { return operand(in[0], goes_a, axes_a, 0, at, i); },
              [&](const Shape& at, std::int64_t i) { return operand(in[1], goes_b, axes_b, first, at, i); });
        }));
  };
  add("two pairs of axes", {3, 4, 5}, {5, 2, 3}, {0, -1}, {2, 0});
  add("one pair", {6, 20}, {20, 7}, {1}, {0});
  add("all axes", {4, 5}, {5, 4}, {0, 1}, {1, 0});
  add("none", {3, 2}, {4}, {}, {});
  add("no elements", {0, 3}, {3, 2}, {1}, {0});
  return out;
}

using ProductCall = std::function<GpuArray(const GpuArray& a, const GpuArray& b, const GpuArray& to)>;

ErrorSample bad_shapes(const ProductCall& call, const Shape& a, const Shape& b, const char* part) {
  return {"shapes", KILN_SHAPE_ERROR, part,
          [=](const Context& context) { call(zeros(context, a), zeros(context, b), {}); }};
}

// Adds to each row's own errors what all of them refuse.
void set_errors(Operation& operation, const ProductCall& call, const Shape& a, const Shape& b, const Shape& result,
                std::vector<ErrorSample> own) {
  operation.errors = [=] {
    auto errors = own;
    add_destination_errors(errors, result, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
      call(zeros(context, a), zeros(context, b), to);
    });
    return errors;
  };
}

}  // namespace

void add_dots(std::vector<Operation>& table) {
  for (const bool conjugate : {false, true}) {
    const auto function = conjugate ? kiln::vdot : kiln::dot;
    auto dtypes = float_dtypes();
    dtypes.insert(dtypes.end(), {KILN_COMPLEX64, KILN_COMPLEX128});
    Operation operation = row(conjugate ? "vdot" : "dot", "product", {"kiln_blas_dot"}, dtypes, Gradient::exists);
    operation.tolerance = kTolerance;
    operation.samples = [=](Random& random, kiln_dtype d) { return dot_samples(random, d, conjugate); };
    const ProductCall call = function;
    set_errors(operation, call, {3}, {3}, {},
               {bad_shapes(call, {3}, {4}, "expected (3,)"),
                bad_shapes(call, {3, 2}, {3}, "1 dimension"),
                {"int32", KILN_TYPE_ERROR, "floating-point", [=](const Context& context) {
                   call(zeros(context, {3}, KILN_INT32), zeros(context, {3}, KILN_INT32), {});
                 }}});
    time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto x = random_elements(context, d, {size}), y = x.copy(), to = GpuArray::empty(context, {}, d);
      return std::vector<Timing>{{"", [=] { call(x, y, to); }, 2 * bytes_of(x), operations_of(d, double(size))}};
    });
    table.push_back(std::move(operation));
  }
}

void add_products(std::vector<Operation>& table) {
  Operation product = row("matmul", "product", {"kiln_array_matmul"}, all_dtypes(), Gradient::exists);
  product.tolerance = kTolerance;
  product.samples = matmul_samples;
  const ProductCall multiply = [](const GpuArray& a, const GpuArray& b, const GpuArray& to) {
    return kiln::matmul(a, b, to);
  };
  set_errors(product, multiply, {2, 3}, {3, 4}, {2, 4},
             {bad_shapes(multiply, {2, 3}, {2, 3}, "3 columns and b 2 rows"),
              bad_shapes(multiply, {}, {3}, "at least one dimension")});
  time(product, [](const Context& context, kiln_dtype d, std::int64_t size) {
    std::vector<Timing> timings;
    const std::int64_t n = sides_of(size).back();
    const auto a = random_elements(context, d, {n, n}), b = a.copy(), c = a.copy();
    timings.push_back({std::to_string(n), [=] { kiln::matmul(a, b, c); }, 3 * bytes_of(a),
                       operations_of(d, double(n) * double(n) * double(n))});
    const auto x = random_elements(context, d, {n}), y = x.copy();
    timings.push_back(
        {"matrix by vector", [=] { kiln::matmul(a, x, y); }, bytes_of(a), operations_of(d, double(n) * double(n))});
    return timings;
  });
  table.push_back(std::move(product));

  Operation vecdot = row("vecdot", "product", {"kiln_array_vecdot"}, all_dtypes(), Gradient::exists);
  vecdot.tolerance = kTolerance;
  vecdot.samples = vecdot_samples;
  const ProductCall along_last = [](const GpuArray& a, const GpuArray& b, const GpuArray& to) {
    return kiln::vecdot(a, b, -1, to);
  };
  set_errors(vecdot, along_last, {2, 3}, {3}, {2},
             {bad_shapes(along_last, {2, 3}, {1}, "axis -1 of a has extent 3 and of b 1"),
              bad_shapes(along_last, {3}, {}, "expected axis -1 in both"),
              {"axis out of range", KILN_INDEX_ERROR, "axis",
               [](const Context& context) { kiln::vecdot(zeros(context, {3}), zeros(context, {3}), 1); }}});
  time(vecdot, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const Shape shape = matrix_of(size);
    const auto x = random_elements(context, d, shape), y = x.copy();
    const auto to = GpuArray::empty(context, {shape[0]}, d);
    return std::vector<Timing>{
        {"", [=] { kiln::vecdot(x, y, -1, to); }, 2 * bytes_of(x), operations_of(d, double(size))}};
  });
  table.push_back(std::move(vecdot));

  Operation outer = row("outer", "product", {"kiln_array_outer"}, all_dtypes(), Gradient::exists);
  outer.tolerance = kTolerance;
  outer.samples = outer_samples;
  set_errors(outer, [](const GpuArray& a, const GpuArray& b, const GpuArray& to) { return kiln::outer(a, b, to); }, {2},
             {3}, {2, 3}, {});
  time(outer, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto side = std::max<std::int64_t>(std::int64_t(std::sqrt(double(size))), 1);
    const auto x = random_elements(context, d, {side}), y = x.copy();
    const auto to = GpuArray::empty(context, {side, side}, d);
    return std::vector<Timing>{{"", [=] { kiln::outer(x, y, to); }, bytes_of(to)}};
  });
  table.push_back(std::move(outer));

  Operation tensordot = row("tensordot", "product", {"kiln_array_tensordot"}, all_dtypes(), Gradient::exists);
  tensordot.tolerance = kTolerance;
  tensordot.samples = tensordot_samples;
  const ProductCall contract = [](const GpuArray& a, const GpuArray& b, const GpuArray& to) {
    return kiln::tensordot(a, b, Shape{1}, Shape{0}, to);
  };
  set_errors(tensordot, contract, {2, 3}, {3, 4}, {2, 4},
             {bad_shapes(contract, {2, 3}, {4, 3}, "expected equal ones"),
              {"axis twice", KILN_INDEX_ERROR, "given twice", [](const Context& context) {
                 const auto a = zeros(context, {3, 3});
                 kiln::tensordot(a, a, Shape{0, 0}, Shape{0, 1});
               }}});
  time(tensordot, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const std::int64_t n = std::min<std::int64_t>(sides_of(size).back(), 2048);
    const auto a = random_elements(context, d, {n, n}), c = a.copy();
    return std::vector<Timing>{{"columns with columns of " + std::to_string(n),
                                [=] { kiln::tensordot(a, a, Shape{0}, Shape{0}, c); }, 3 * bytes_of(a),
                                operations_of(d, double(n) * double(n) * double(n))}};
  });
  table.push_back(std::move(tensordot));
}

}  // namespace kiln::operations
