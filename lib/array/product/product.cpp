// SPDX-License-Identifier: Apache-2.0
// Brings any product into one of three forms: a reduction if C is a vector, else one batch of matrix products, or
// several batches.
#include "array/product/product.hpp"

#include <algorithm>
#include <array>

#include "array/builtins.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/fold/reduce.hpp"
#include "codegen/product/gemm.hpp"

namespace kiln::array {

namespace {

bool is(const Scalar& scale, double re) { return scale.re == re && scale.im == 0; }

// The axes before the last two.
Dims batch_of(const Dims& dims) {
  Dims out;
  for (std::size_t d = 0; d + 2 < dims.size(); ++d) out.push_back(dims[d]);
  return out;
}

// The layout with its leading axes broadcast to `batch`; the last two stay.
Layout spread(const Layout& layout, const Dims& batch, const char* operation) {
  Dims shape = batch;
  shape.push_back(layout.shape[layout.ndim() - 2]);
  shape.push_back(layout.shape[layout.ndim() - 1]);
  return layout::broadcast_to(layout, shape, operation);
}

Layout swapped(Layout layout) {
  const std::size_t last = layout.ndim() - 1;
  std::swap(layout.shape[last], layout.shape[last - 1]);
  std::swap(layout.strides[last], layout.strides[last - 1]);
  return layout;
}

Layout without_axis(Layout layout, std::size_t axis) {
  layout.erase_axis(axis);
  return layout;
}

// Computes a product whose C is a vector, or a batch of vectors: its elements are sums along k, which a reduction
// computes.
void vector_product(const Factor& a, const Factor& b, Array& c, const Layout& c_layout, const Scalar& alpha,
                    const Scalar& beta, const char* op) {
  // B is turned to (n, k), so that the sums go along the last axis of both; one of the two has a single row.
  const Layout right = swapped(b.layout);
  const std::size_t last = c_layout.ndim() - 1, vector = c_layout.shape[last] == 1 ? last : last - 1;
  // Views of this call alone, and so not on the heap.
  Array a_view(a.array->buffer_ref(), a.array->dtype(), a.layout, false),
      b_view(b.array->buffer_ref(), b.array->dtype(), right, false),
      c_view(c.buffer_ref(), c.dtype(), without_axis(c_layout, vector), true);
  if (is(alpha, 1) && is(beta, 0)) {
    sum_of_products(a_view, a.conjugate, b_view, b.conjugate, &c_view, -1, op);
    return;
  }
  const DType computed = base::compute_dtype(c.dtype());
  const auto sums = sum_of_products(a_view, a.conjugate, b_view, b.conjugate, nullptr, computed, op);
  Builtins& own = builtins(c.context());
  const Scalar times = alpha.cast(computed);
  if (is(beta, 0))
    own.scale->call({c_view, times, *sums}, op);
  else
    own.scale_add->call({c_view, times, *sums, beta.cast(computed), c_view}, op);
}

GemmSide side(const Array& array, const Layout& layout, const layout::Collapsed& grid, std::size_t which,
              bool conjugate) {
  const auto itemsize = std::int64_t(array.itemsize());
  const std::size_t row = layout.ndim() - 2, last = grid.shape.size() - 1;
  // Steps along extents of 1 do not matter: 0 keeps spans and classes small.
  const auto step = [&](std::int64_t extent, std::int64_t bytes) { return extent > 1 ? bytes / itemsize : 0; };
  const Dims& strides = grid.strides[which];
  return {&array.buffer(),
          std::int64_t(array.buffer().offset()) + layout.offset,
          step(layout.shape[row], layout.strides[row]),
          step(layout.shape[row + 1], layout.strides[row + 1]),
          last > 0 ? step(grid.shape[last - 1], strides[last - 1]) : 0,
          step(grid.shape[last], strides[last]),
          conjugate};
}

// Merges a batch of products into one: matrices A that lie one below the other, times a single B.
void merge_batches(Gemm& g) {
  const std::span operands(g.after.sides.data(), g.after.count);
  // Whether C and the operands of an epilogue step from product to product as from one row or column to the next.
  const auto joins = [&](std::int64_t extent, std::int64_t GemmSide::*step) {
    const auto one = [&](const GemmSide& s) { return s.inner == extent * s.*step; };
    return one(g.c) && std::all_of(operands.begin(), operands.end(), one);
  };
  const auto join = [&](GemmSide& factor, std::int64_t& extent) {
    extent *= g.inner;
    g.inner = 1;
    factor.inner = g.c.inner = 0;
    for (GemmSide& s : operands) s.inner = 0;
  };
  if (g.inner > 1 && g.b.inner == 0 && g.a.inner == g.m * g.a.row && g.a.row != 0 && joins(g.m, &GemmSide::row))
    join(g.a, g.m);
  if (g.inner > 1 && g.a.inner == 0 && g.b.inner == g.n * g.b.column && g.b.column != 0 &&
      joins(g.n, &GemmSide::column))
    join(g.b, g.n);
  if (g.inner == 1) {
    std::swap(g.inner, g.outer);
    for (GemmSide* s : {&g.a, &g.b, &g.c}) std::swap(s->inner, s->outer);
    for (GemmSide& s : operands) std::swap(s.inner, s.outer);
  }
}

// Transposes the product if C is not contiguous along its rows but along its columns. Returns whether it did.
bool turn(Gemm& g) {
  if (std::abs(g.c.column) <= std::abs(g.c.row) || g.n == 1 || g.m == 1) return false;
  g = turned_gemm(g);
  return true;
}

// Runs the batches one at a time along the first `looped` axes of the grid. `which` says which of the grid's
// strides belong to c, a and b.
void each_product(Gemm& g, const layout::Collapsed& grid, std::size_t looped, const std::array<std::size_t, 3>& which,
                  const char* op) {
  GemmSide* const sides[] = {&g.c, &g.a, &g.b};
  Dims at(looped, 0);
  for (;;) {
    run_gemm(g, op);
    std::size_t d = looped;
    for (; d > 0; --d) {
      const bool ends = ++at[d - 1] == grid.shape[d - 1];
      const std::int64_t steps = ends ? 1 - at[d - 1] : 1;
      for (std::size_t s = 0; s < 3; ++s) sides[s]->offset += steps * grid.strides[which[s]][d - 1];
      if (!ends) break;
      at[d - 1] = 0;
    }
    if (d == 0) return;
  }
}

void matrix_product(const Factor& a, const Factor& b, Array& c, const Layout& c_layout, const Scalar& alpha,
                    const Scalar& beta, const char* op) {
  const Dims batch = batch_of(c_layout.shape);
  const Dims strides[] = {batch_of(c_layout.strides), batch_of(a.layout.strides), batch_of(b.layout.strides)};
  const Dims* const pointers[] = {&strides[0], &strides[1], &strides[2]};
  layout::Collapsed grid;
  layout::collapse(batch, pointers, true, grid);
  const std::size_t axes = grid.shape.size(), looped = axes > 2 ? axes - 2 : 0, last = c_layout.ndim() - 1;
  Gemm g{&c.context(),
         c.dtype(),
         c_layout.shape[last - 1],
         c_layout.shape[last],
         a.layout.shape[last],
         axes > 1 ? grid.shape[axes - 2] : 1,
         grid.shape[axes - 1],
         side(*a.array, a.layout, grid, 1, a.conjugate && base::is_complex(c.dtype())),
         side(*b.array, b.layout, grid, 2, b.conjugate && base::is_complex(c.dtype())),
         side(c, c_layout, grid, 0, false),
         alpha,
         beta};
  // With alpha 0, A and B must not be read.
  if (is(alpha, 0)) g.k = 0;
  if (g.k == 0 && is(beta, 0)) return fill(*view(c, c_layout, true, op), Scalar::integer(KILN_INT64, 0), op);
  if (g.k == 0) {
    g.alpha = Scalar::complex(KILN_COMPLEX128, 0);
    // An array without elements has no memory to pass.
    g.a.buffer = g.b.buffer = g.c.buffer;
  }
  merge_batches(g);
  if (turn(g)) return each_product(g, grid, looped, {0, 2, 1}, op);
  each_product(g, grid, looped, {0, 1, 2}, op);
}

// Whether a product of a matrix and a vector goes to the kernels for matrix products with few rows or columns, and not
// to a reduction. On CPU devices this is so if the elements along the matrix's short axis are contiguous; on others if
// the rows are long, so that the vector is read only once.
bool beside_vector(const Factor& a, const Factor& b, const Array& c, const Layout& c_layout, const Scalar& beta) {
  const std::size_t last = c_layout.ndim() - 1;
  const std::int64_t m = c_layout.shape[last - 1], n = c_layout.shape[last], k = a.layout.shape[last];
  if (c.size() != m * n) return false;
  const auto item = std::int64_t(c.itemsize());
  // The strides of the matrix along k and along its other axis.
  const Layout& matrix = n == 1 ? a.layout : b.layout;
  const std::int64_t along = matrix.strides[n == 1 ? last : last - 1], other = matrix.strides[n == 1 ? last - 1 : last],
                     count = std::max(m, n);
  const codegen::Traits traits = traits_of(c.context());
  const codegen::GemmTuning& tuning = traits.tuning->gemm;
  if (!traits.cpu)
    return !base::is_integer(c.dtype()) && !base::is_bool(c.dtype()) && count > 1 && count <= tuning.vector_rows &&
           k >= tuning.thin_long && along == item;
  if (!traits.vectors || !is(beta, 0) || base::is_complex(c.dtype()) || !codegen::gemm_plain(c.dtype()) ||
      k * c.size() < tuning.small_worth)
    return false;
  if (count <= tuning.small_columns)
    return count > 1 && k >= tuning.thin_long && other == item && along == item * count;
  return k > 1 && k <= codegen::kGemmSmallDepth && along == item && other == item * k;
}

}  // namespace

Ref<Array> sum_of_products(const Array& a, bool conjugate_a, const Array& b, bool conjugate_b, Array* into, int dtype,
                           const char* operation) {
  // Conjugation changes complex elements only.
  const bool complex = base::is_complex(a.dtype());
  const int which = base::is_bool(a.dtype())     ? 4
                    : !complex                   ? 0
                    : conjugate_a && conjugate_b ? 3
                    : conjugate_a || conjugate_b ? 1
                                                 : 0;
  const Array* inputs[] = {&a, &b};
  if (which == 1 && !conjugate_a) std::swap(inputs[0], inputs[1]);
  static constexpr const char* kMaps[] = {"s = a*b", "s = conj(a)*b", "", "s = conj(a*b)", "s = a && b"};
  Builtins& own = builtins(a.context());
  Ref<Reduction> reduction;
  {
    std::lock_guard lock(own.mutex);
    Ref<Reduction>& known = own.products[which];
    if (!known) {
      const ReduceTexts texts = which == 4 ? ReduceTexts{"s = false", kMaps[which], "s = s || s_", "r = s"}
                                           : ReduceTexts{"s = 0", kMaps[which], "s = s + s_", "r = s"};
      known = Reduction::create(a.context(), texts, {"a", "b"}, true, operation, false);
    }
    reduction = known;
  }
  static constexpr std::int64_t kLast[] = {-1};
  ReduceAxes axes;
  axes.all = false;
  axes.axes = kLast;
  Ref<Array> outputs[] = {Ref<Array>(into)};
  const int dtypes[] = {dtype};
  reduction->call(inputs, axes, outputs, dtypes, operation);
  return outputs[0];
}

void product(const Factor& a, const Factor& b, Array& c, const Layout& c_layout, const Scalar& alpha,
             const Scalar& beta, const char* operation) {
  if (c.size() == 0) return;
  if (may_overlap(c, *a.array) || may_overlap(c, *b.array)) {
    const auto target = view(c, c_layout, true, operation);
    const auto through =
        is(beta, 0) ? empty(c.context(), c.dtype(), c_layout.shape, operation) : copy(*target, KILN_ORDER_C, operation);
    product(a, b, *through, through->layout(), alpha, beta, operation);
    return elementwise_assign(*target, *through, operation);
  }
  const Dims batch = batch_of(c_layout.shape);
  const Factor left{a.array, spread(a.layout, batch, operation), a.conjugate};
  const Factor right{b.array, spread(b.layout, batch, operation), b.conjugate};
  const std::size_t last = c_layout.ndim() - 1;
  const bool vector = c_layout.shape[last] == 1 || c_layout.shape[last - 1] == 1;
  if (vector && left.layout.shape[last] > 0 && !is(alpha, 0) && !beside_vector(left, right, c, c_layout, beta))
    vector_product(left, right, c, c_layout, alpha, beta, operation);
  else
    matrix_product(left, right, c, c_layout, alpha, beta, operation);
}

bool fused_product(const Factor& a, const Factor& b, const ProductEpilogue& epilogue, std::span<Array* const> operands,
                   std::optional<std::size_t> sums, const char* op) {
  const std::size_t place = sums.value_or(0);
  const Array& first = *operands[place];
  const Dims &shape = first.shape(), batch = batch_of(shape);
  const std::size_t last = shape.size() - 1;
  if (shape[last] == 1 || shape[last - 1] == 1 || a.layout.shape[a.layout.ndim() - 1] == 0) return false;
  std::vector<Layout> layouts{spread(a.layout, batch, op), spread(b.layout, batch, op)};
  for (const Array* operand : operands) layouts.push_back(layout::broadcast_to(operand->layout(), shape, op));
  std::vector<Dims> strides;
  std::vector<const Dims*> pointers;
  for (const Layout& each : layouts) strides.push_back(batch_of(each.strides));
  for (const Dims& each : strides) pointers.push_back(&each);
  layout::Collapsed grid;
  layout::collapse(batch, pointers, true, grid);
  const std::size_t axes = grid.shape.size();
  if (axes > 2) return false;
  Gemm g{.context = &first.context(),
         .dtype = a.array->dtype(),
         .m = shape[last - 1],
         .n = shape[last],
         .k = a.layout.shape[a.layout.ndim() - 1],
         .outer = axes > 1 ? grid.shape[axes - 2] : 1,
         .inner = grid.shape[axes - 1],
         .a = side(*a.array, layouts[0], grid, 0, a.conjugate),
         .b = side(*b.array, layouts[1], grid, 1, b.conjugate),
         .c = side(first, layouts[2 + place], grid, 2 + place, false),
         .alpha = Scalar::complex(KILN_COMPLEX128, 1),
         .beta = Scalar::complex(KILN_COMPLEX128, 0),
         .after = {&epilogue, operands.size(), sums.has_value()}};
  for (std::size_t i = 0; i < operands.size(); ++i)
    g.after.sides[i] = side(*operands[i], layouts[2 + i], grid, 2 + i, false);
  return fused_gemm(g, op);
}

namespace {

// The way in which Kiln's kernels compute a product and its epilogue, after it was brought into run_gemm()'s form;
// nothing if they do not.
std::optional<GemmWay> fused_way(Gemm& g, const char* op) {
  merge_batches(g);
  turn(g);
  const GemmWay forced = forced_gemm();
  const GemmWay way = forced == GemmWay::automatic || forced == GemmWay::measured ? GemmWay::builtin : forced;
  if (g.m == 1 || g.n == 1 || wants_vendor(g, op) || !takes_epilogue(g, way)) return std::nullopt;
  return way;
}

}  // namespace

bool fuses(Gemm gemm, const char* operation) { return fused_way(gemm, operation).has_value(); }

bool fused_gemm(Gemm gemm, const char* operation) {
  const auto way = fused_way(gemm, operation);
  if (way) builtin_gemm(gemm, *way, operation);
  return way.has_value();
}

}  // namespace kiln::array
