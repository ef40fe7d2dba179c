// SPDX-License-Identifier: Apache-2.0
// Chooses between the vendor's BLAS and Kiln's kernels, and describes a product as BLAS knows it.
#include <atomic>

#include "array/product/product.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

namespace {

std::atomic<GemmWay> forced{GemmWay::automatic};

// Describes a matrix for BLAS, as it lies or transposed. Returns false if it has neither form.
bool place(const GemmSide& side, std::int64_t rows, std::int64_t columns, std::int32_t& operation,
           backend::Gemm::Matrix& out) {
  const bool straight = (side.column == 1 || columns == 1) && !side.conjugate;
  if (!straight && side.row != 1 && rows != 1) return false;
  operation = straight         ? backend::Gemm::Operation::none
              : side.conjugate ? backend::Gemm::Operation::conjugate_transpose
                               : backend::Gemm::Operation::transpose;
  const std::int64_t least = straight ? columns : rows;
  const std::int64_t step = straight ? side.row : side.column, count = straight ? rows : columns;
  out.leading = count > 1 ? step : least;
  out.memory = side.buffer->memory();
  out.offset = std::size_t(side.offset);
  out.distance = side.inner;
  return out.leading >= least;
}

}  // namespace

std::optional<backend::Gemm> vendor_call(const Gemm& g) {
  if (g.k == 0 || (!base::is_float(g.dtype) && !base::is_complex(g.dtype))) return std::nullopt;
  backend::Gemm call;
  std::int32_t of_c = backend::Gemm::Operation::none;
  if (!place(g.a, g.m, g.k, call.a_operation, call.a) || !place(g.b, g.k, g.n, call.b_operation, call.b) ||
      !place(g.c, g.m, g.n, of_c, call.c) || of_c != backend::Gemm::Operation::none)
    return std::nullopt;
  call.dtype = g.dtype;
  call.m = g.m;
  call.n = g.n;
  call.k = g.k;
  call.batch = g.inner;
  const Scalar* const scales[] = {&g.alpha, &g.beta};
  for (int i = 0; i < 2; ++i) {
    (i ? call.beta : call.alpha)[0] = scales[i]->re;
    (i ? call.beta : call.alpha)[1] = scales[i]->im;
  }
  call.tf32 = g.context->options().tensor_float && (g.dtype == KILN_FLOAT32 || g.dtype == KILN_COMPLEX64);
  return call;
}

bool vendor_gemm(const Gemm& g, backend::Gemm call, const char* operation) {
  const bool reads_c = !(g.beta.re == 0 && g.beta.im == 0);  // also where beta is NaN
  const runtime::BufferUse uses[] = {{g.a.buffer, true, false}, {g.b.buffer, true, false}, {g.c.buffer, reads_c, true}};
  const auto itemsize = std::int64_t(base::dtype_size(g.dtype));
  for (std::int64_t outer = 0; outer < g.outer; ++outer) {
    if (!g.context->gemm(call, uses, operation)) {
      if (outer == 0) return false;
      // The library took the products before, but had no memory for this one: Kiln's kernels compute the rest.
      Gemm rest = g;
      rest.outer -= outer;
      for (GemmSide* side : {&rest.a, &rest.b, &rest.c}) side->offset += outer * side->outer * itemsize;
      builtin_gemm(rest, GemmWay::builtin, operation);
      return true;
    }
    call.a.offset += std::size_t(g.a.outer * itemsize);
    call.b.offset += std::size_t(g.b.outer * itemsize);
    call.c.offset += std::size_t(g.c.outer * itemsize);
  }
  return true;
}

namespace {

std::int64_t batch_distance(const Gemm& g, const GemmSide& side) { return side.inner * g.inner; }

// The matrices of a factor, one behind the other, each lying as before: along its rows or along its columns.
Ref<Array> packed(const Gemm& g, const GemmSide& side, std::int64_t rows, std::int64_t columns, bool straight,
                  const char* operation) {
  const auto item = std::int64_t(base::dtype_size(g.dtype));
  Layout layout{{g.outer, g.inner, rows, columns},
                {side.outer * item, side.inner * item, side.row * item, side.column * item},
                side.offset - std::int64_t(side.buffer->offset())};
  if (!straight) {
    std::swap(layout.shape[2], layout.shape[3]);
    std::swap(layout.strides[2], layout.strides[3]);
  }
  return copy(Array(Ref<runtime::Buffer>(side.buffer), g.dtype, layout, false), KILN_ORDER_C, operation);
}

GemmSide packed_side(const GemmSide& side, const Array& copied, std::int64_t rows, std::int64_t columns,
                     bool straight) {
  GemmSide out = side;
  out.buffer = &copied.buffer();
  out.offset = std::int64_t(copied.buffer().offset()) + copied.layout().offset;
  out.row = straight ? columns : 1;
  out.column = straight ? 1 : rows;
  out.inner = rows * columns;
  return out;
}

// Computes a batch along two axes by one call of the vendor's library, which knows one axis. Factors whose axes do not
// make one are copied if that is cheaper than a call for each place along the outer axis. Returns false, and does
// nothing, if it is not, or if the library does not take the product.
struct VendorBatch {
  Gemm whole;
  bool copies[2];  // of A and of B
};
std::optional<VendorBatch> plan_batch(const Gemm& g, const backend::Gemm& call, bool asked, const char* operation) {
  if (g.outer < 2 || g.c.outer != batch_distance(g, g.c)) return std::nullopt;
  VendorBatch batch{g, {g.a.outer != batch_distance(g, g.a), g.b.outer != batch_distance(g, g.b)}};
  const auto& copies = batch.copies;
  const std::int64_t elements = copies[0] * g.m * g.k + copies[1] * g.k * g.n;
  const double bytes = double(elements) * double(g.outer * g.inner) * double(base::dtype_size(g.dtype));
  const std::int64_t calls = g.outer - 1 - copies[0] - copies[1];
  if (bytes > double(calls) * double(tuning(*g.context).gemm.batch_call)) return std::nullopt;
  batch.whole.outer = 1;
  batch.whole.inner = g.outer * g.inner;
  if (!asked) {
    // The choice knows the extents alone.
    backend::Gemm wanted = call;
    wanted.batch = batch.whole.inner;
    if (!prefer_vendor(batch.whole, wanted, operation)) return std::nullopt;
  }
  return batch;
}

bool vendor_batch(const Gemm& g, const backend::Gemm& call, bool asked, const char* operation) {
  auto batch = plan_batch(g, call, asked, operation);
  if (!batch) return false;
  auto& [whole, copies] = *batch;
  const bool straight[] = {call.a_operation == backend::Gemm::Operation::none,
                           call.b_operation == backend::Gemm::Operation::none};
  Ref<Array> left, right;
  if (copies[0]) {
    left = packed(g, g.a, g.m, g.k, straight[0], operation);
    whole.a = packed_side(g.a, *left, g.m, g.k, straight[0]);
  }
  if (copies[1]) {
    right = packed(g, g.b, g.k, g.n, straight[1], operation);
    whole.b = packed_side(g.b, *right, g.k, g.n, straight[1]);
  }
  for (GemmSide* side : {&whole.a, &whole.b, &whole.c}) side->outer = 0;
  const auto taken = vendor_call(whole);
  return taken && vendor_gemm(whole, *taken, operation);
}

}  // namespace

void force_gemm(GemmWay way) noexcept { forced.store(way, std::memory_order_relaxed); }

GemmWay forced_gemm() noexcept { return forced.load(std::memory_order_relaxed); }

namespace {

// The vendor's call for the product, if its library is to be asked or measured.
std::optional<backend::Gemm> vendor_candidate(const Gemm& gemm) {
  const GemmWay way = forced_gemm();
  const runtime::VendorChoice choice = gemm.context->options().blas;
  if ((way != GemmWay::automatic && way != GemmWay::measured) || choice == runtime::VendorChoice::builtin)
    return std::nullopt;
  const bool cpu = gemm.context->properties().info.kind == backend::DeviceKind::cpu;
  // On CPU devices libraries that were written for GPUs are much slower than Kiln's kernels, so they are not even
  // measured.
  if (choice != runtime::VendorChoice::vendor && cpu && way != GemmWay::measured) return std::nullopt;
  return vendor_call(gemm);
}

bool asked_vendor(const Gemm& gemm) { return gemm.context->options().blas == runtime::VendorChoice::vendor; }

}  // namespace

bool wants_vendor(const Gemm& gemm, const char* operation) {
  const auto call = vendor_candidate(gemm);
  if (!call) return false;
  return asked_vendor(gemm) || plan_batch(gemm, *call, false, operation) || prefer_vendor(gemm, *call, operation);
}

void run_gemm(const Gemm& gemm, const char* operation) {
  const GemmWay way = forced_gemm();
  if (const auto call = vendor_candidate(gemm)) {
    const bool asked = asked_vendor(gemm);
    if (vendor_batch(gemm, *call, asked, operation)) return;
    if ((asked || prefer_vendor(gemm, *call, operation)) && vendor_gemm(gemm, *call, operation)) return;
  }
  builtin_gemm(gemm, way == GemmWay::automatic || way == GemmWay::measured ? GemmWay::builtin : way, operation);
}

}  // namespace kiln::array
