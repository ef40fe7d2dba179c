// SPDX-License-Identifier: Apache-2.0
// Quantiles of rows. A quantile lies between two neighbours in order. They are found without sorting if the row does
// not fit into the local memory of a group.
#include <algorithm>
#include <bit>

#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/order/sort.hpp"
#include "array/order/sort_digits.hpp"
#include "array/order/sort_ways.hpp"
#include "base/flags/flags.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div, base::fail;

namespace {

// Where the quantile q lies in a row of n elements in order: a fraction t of the way from element `low` to the next.
struct Between {
  std::int64_t low;
  double t;
};
Between between(std::int64_t n, double q, bool wide) {
  const double place = std::min(double(n - 1) * q, double(n - 1));
  Between out{std::int64_t(place), 0};
  out.t = place - double(out.low);
  if (!wide) out.t = double(float(out.t));
  return out.t == 1 ? Between{out.low + 1, 0} : out;  // t was rounded up to 1
}

// Computes the quantiles of packed rows of n elements. They go to `out` in C order.
class Quantiles : DigitCounts {
 public:
  Quantiles(const Array& rows, std::int64_t n, const Between& at, bool wide, const SortKernels& kernels, Array& out)
      : DigitCounts(packed(rows, kernels.operation()), n, out.size(), wide ? KILN_FLOAT64 : KILN_FLOAT32, out.dtype(),
                    kernels),
        at_(at),
        out_(out) {}

  void run() {
    if (kernels_.tuning().few && RankSort(kernels_).suits(count_, n_)) return ranked_rows();
    const bool fits = n_ <= std::int64_t(kernels_.sizes().row);
    if (fits && (traits_.cpu || (kernels_.tuning().few && count_ < kNarrowLimit))) return short_rows();
    const std::int64_t parts = wanted_parts();
    !traits_.cpu&& parts == 1 ? whole_rows() : split_rows(parts);
  }

 private:
  void ranked_rows() {
    const std::int64_t blocks = ceil_div(n_, std::int64_t(kernels_.sizes().ranked));
    start(kernel("quantile_ranks", codegen::SortPart::quantile_ranks),
          kernels::QuantileRanks{.source = reads(*source_),
                                 .result = writes(out_),
                                 .n = std::uint32_t(n_),
                                 .low = std::uint32_t(at_.low),
                                 .blocks = std::uint32_t(blocks),
                                 .t = way(),
                                 .key = kernels_.key()},
          count_ * blocks);
  }

  // Looks at each row in the local memory of a GPU's group, or in the private memory of a CPU device's item
  // (sort_quantile.cl).
  void short_rows() {
    const auto padded = std::int64_t(std::bit_ceil(std::uint64_t(n_)));
    std::int64_t at_once = std::int64_t(kernels_.sizes().row) / padded;
    if (traits_.cpu)
      at_once = std::max(ceil_div(count_, kernels_.cpu_items()), ceil_div(kernels_.tuning().cpu_share, n_));
    start(kernel("quantile_rows", codegen::SortPart::quantile),
          kernels::QuantileRows{.wide = long_,
                                .source = reads(*source_),
                                .result = writes(out_),
                                .rows = count_,
                                .n = std::uint32_t(n_),
                                .low = std::uint32_t(at_.low),
                                .share = at_once,
                                .padded = std::uint32_t(padded),
                                .t = way(),
                                .key = kernels_.key()},
          ceil_div(count_, at_once));
  }

  void whole_rows() {
    start(kernel("digits_row"),
          kernels::DigitsRow{.wide = long_,
                             .source = reads(*source_),
                             .result = writes(out_),
                             .rows = count_,
                             .n = std::uint32_t(n_),
                             .low = std::uint32_t(at_.low),
                             .way = way(),
                             .key = kernels_.key()},
          count_);
  }

  void split_rows(std::int64_t parts) {
    cut(parts);
    const bool apart = at_.t != 0;
    const auto nexts = apart ? empty(context_, bases_->dtype(), Dims{most_, parts_}, operation_) : bases_;
    for (std::int64_t first = 0; first < count_; first += most_) {
      const std::int64_t rows = std::min(most_, count_ - first);
      find(first, rows, at_.low);
      if (apart)
        start(kernel("next_key"),
              kernels::NextKey{.wide = long_,
                               .source = rows_from(first),
                               .nexts = writes(*nexts),
                               .bases = reads(*bases_),
                               .parts = cut_of(rows),
                               .key = kernels_.key()},
              rows * parts_);
      const std::int64_t done = first * std::int64_t(out_.itemsize());
      start(kernel("finish_digits"),
            kernels::FinishDigits{.wide = long_,
                                  .counts = updates(*counts_),
                                  .bases = reads(*bases_),
                                  .found = reads(*found_),
                                  .nexts = reads(*nexts),
                                  .result = writes(out_.buffer(), out_.memory_offset() + done),
                                  .rows = rows,
                                  .parts = std::uint32_t(parts_),
                                  .t = way(),
                                  .key = kernels_.key()},
            rows);
    }
  }

  argument::Value way() const {
    return computed_ == KILN_FLOAT64 ? argument::Value(at_.t) : argument::Value(float(at_.t));
  }

  Between at_;
  Array& out_;
};

}  // namespace

Ref<Array> quantile(const Array& array, double q, std::int64_t given_axis, bool keepdims, Array* into,
                    const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  check_operand(context, array, operation);
  const DType given = array.dtype();
  if (base::is_complex(given))
    fail(KILN_TYPE_ERROR, "{}: got an array of {}, expected a real dtype", operation, base::dtype_name(given));
  if (!(q >= 0 && q <= 1)) fail(KILN_INVALID_ARGUMENT, "{}: got q {}, expected a number from 0 to 1", operation, q);
  const std::size_t ndim = array.shape().size();
  const bool flat = given_axis == KILN_AXIS_NONE;
  const std::size_t axis = flat ? 0 : layout::normalize_axis(given_axis, ndim, operation);
  Dims shape = array.shape();
  if (flat) {
    for (auto& extent : shape) extent = 1;
    if (!keepdims) shape = {};
  } else if (keepdims) {
    shape[axis] = 1;
  } else {
    shape.erase(axis);
  }
  check_destination(context, into, shape, operation);
  const DType dtype = base::is_float(given) ? given : base::flag_floatX();
  check_dtype(context, dtype, operation);
  const std::int64_t n = flat ? array.size() : array.shape()[axis];
  const auto out = target(context, into, true, dtype, shape, operation);
  if (out->size() == 0) return out;
  if (n == 0)
    fail(KILN_SHAPE_ERROR, "{}: the array is empty: no elements{} of shape {}, expected at least one", operation,
         flat ? "" : fmt::format(" along axis {}", axis), layout::shape_text(array.shape()));

  // A view whose rows lie along the last axis. Quantiles packs it.
  Ref<Array> rows;
  if (flat) {
    rows = flattened(array, operation);
  } else {
    Layout turned = array.layout();
    turned.erase_axis(axis);
    turned.push_axis(n, array.strides()[axis]);
    rows = view(array, turned, false, operation);
  }
  const bool wide = base::compute_dtype(dtype) == KILN_FLOAT64;
  const SortKernels kernels(context, given, codegen::SortOrder::ascending, traits, operation);
  const bool direct = out->c_contiguous() && !may_overlap(*out, array);
  const auto written = target(context, out.get(), direct, dtype, shape, operation);
  Quantiles(*rows, n, between(n, q, wide), wide, kernels, *written).run();
  return deliver(written, out.get(), operation);
}

}  // namespace kiln::array
