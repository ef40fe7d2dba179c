// SPDX-License-Identifier: Apache-2.0
// Quantiles: of rows, a number between two elements that are neighbours in order, which no row is sorted for
// that does not fit into the local memory of a group.
#include <algorithm>
#include <bit>

#include "array/index_rows.hpp"
#include "array/index_support.hpp"
#include "array/sort.hpp"
#include "array/sort_run.hpp"
#include "base/flags.hpp"
#include "base/rounding.hpp"

namespace kiln::array {

using base::ceil_div, base::fail;

namespace {

// Where elements of a row meet, of rows of n.
struct Between {
  std::int64_t low;
  double t;
};
Between between(std::int64_t n, double q, bool wide) {
  const double place = std::min(double(n - 1) * q, double(n - 1));
  Between out{std::int64_t(place), 0};
  out.t = place - double(out.low);
  if (!wide) out.t = double(float(out.t));
  return out.t == 1 ? Between{out.low + 1, 0} : out;  // rounded
}

constexpr int kDigitBits = 11, kDigits = 1 << kDigitBits;  // of sort_digits.cl
constexpr std::int64_t kMostPart = std::int64_t{1} << 30, kLeastPart = 1 << 14;

// Launches over packed rows of n elements, whose results go to `out` in C order.
class Quantiles {
 public:
  Quantiles(const Array& rows, std::int64_t n, const Between& at, bool wide, const SortRunner& runner,
            Array& out, const char* operation)
      : context_(out.context()),
        source_(packed(rows, operation)),
        n_(n),
        count_(out.size()),
        at_(at),
        computed_(wide ? KILN_FLOAT64 : KILN_FLOAT32),
        long_(std::max(n, count_) >= kNarrowLimit || quantile_long),
        runner_(runner),
        traits_(runner.traits()),
        group_(runner.sizes().group),
        out_(out),
        operation_(operation) {}

  void run() {
    if (index_few && runner_.ranks(count_, n_)) return ranked_rows();
    if (!traits_.cpu && runner_.few(n_) && count_ < kNarrowLimit) return short_rows();
    const bool private_rows = traits_.cpu && n_ <= std::int64_t(runner_.sizes().row);
    if (private_rows) return quantile_rows();
    const auto items = std::int64_t(4 * traits_.compute_units);
    const std::int64_t wanted = std::max(ceil_div(items, count_), ceil_div(n_, kMostPart));
    const std::int64_t parts = std::clamp<std::int64_t>(wanted, 1, ceil_div(n_, kLeastPart));
    !traits_.cpu&& parts == 1 ? whole_rows() : split_rows(parts);
  }

 private:
  void ranked_rows() {
    const auto& kernel = this->kernel("quantile_ranks", 6, codegen::SortPart::quantile_ranks);
    const std::int64_t blocks = ceil_div(n_, std::int64_t(runner_.sizes().ranked));
    LibraryLaunch launch(context_);
    launch.read(*source_).write(out_);
    for (const std::int64_t value : {n_, at_.low, blocks}) launch.value(std::uint32_t(value));
    way(launch);
    runner_.key(launch);
    start(launch, kernel, count_ * blocks);
  }

  // Of sort_quantile.cl: rows that fit into the local memory of a GPU's groups.
  void short_rows() {
    const auto padded = std::int64_t(std::bit_ceil(std::uint64_t(n_)));
    const auto& kernel = this->kernel("sort_quantile", 0, codegen::SortPart::quantile);
    LibraryLaunch launch(context_);
    launch.read(*source_).write(out_);
    for (const std::int64_t value : {count_, n_, padded, at_.low}) launch.value(std::uint32_t(value));
    way(launch);
    runner_.key(launch);
    start(launch, kernel, ceil_div(count_, std::int64_t(runner_.sizes().row) / padded));
  }

  void quantile_rows() {
    const auto& kernel = this->kernel("quantile_rows", 1);
    const std::int64_t share =
        std::max(ceil_div(count_, std::int64_t(8 * traits_.compute_units)), ceil_div(std::int64_t{1024}, n_));
    LibraryLaunch launch(context_);
    launch.read(*source_).write(out_);
    index(launch, count_);
    launch.value(std::uint32_t(n_)).value(std::uint32_t(at_.low));
    index(launch, share);
    way(launch);
    runner_.key(launch);
    start(launch, kernel, ceil_div(count_, share));
  }

  void whole_rows() {
    const auto& kernel = this->kernel("digits_row", 1);
    LibraryLaunch launch(context_);
    launch.read(*source_).write(out_);
    index(launch, count_);
    launch.value(std::uint32_t(n_)).value(std::uint32_t(at_.low));
    way(launch);
    runner_.key(launch);
    start(launch, kernel, count_);
  }

  void split_rows(std::int64_t parts) {
    const std::int64_t length = ceil_div(n_, parts), most = std::min(count_, quantile_counted);
    parts = ceil_div(n_, length);
    const int bits = 8 * int(source_->itemsize());
    const DType key = bits == 64 ? KILN_UINT64 : KILN_UINT32;
    const auto counts = full(context_, KILN_UINT32, Dims{most, (long_ ? 2 : 1) * kDigits + 1},
                             Scalar::integer(KILN_INT64, 0), operation_);
    const auto bases = empty(context_, key, Dims{most}, operation_);
    const auto found = empty(context_, long_ ? KILN_UINT64 : KILN_UINT32, Dims{most, 2}, operation_);
    const bool apart = at_.t != 0;
    const auto nexts = apart ? empty(context_, key, Dims{most, parts}, operation_) : bases;
    for (std::int64_t first = 0; first < count_; first += most) {
      const std::int64_t rows = std::min(most, count_ - first);
      const auto read_part = [&](LibraryLaunch& launch) {
        launch.read(source_->buffer(),
                    source_->memory_offset() + first * n_ * std::int64_t(source_->itemsize()));
      };
      const auto part_of_rows = [&](LibraryLaunch& launch) {
        index(launch, rows);
        index(launch, n_);
        launch.value(std::uint32_t(parts)).value(std::uint32_t(length));
      };
      for (int shift = bits; shift > 0;) {
        shift = std::max(shift - kDigitBits, 0);
        LibraryLaunch count(context_), choose(context_);
        read_part(count);
        count.update(*counts).read(*bases);
        part_of_rows(count);
        count.value(std::int32_t(shift));
        runner_.key(count);
        start(count, kernel("count_digits", 2), rows * parts);
        choose.update(*counts).update(*bases).update(*found);
        index(choose, rows);
        index(choose, at_.low);
        choose.value(std::int32_t(shift));
        start(choose, kernel("choose_digit", 3), rows);
      }
      if (apart) {
        LibraryLaunch next(context_);
        read_part(next);
        next.write(*nexts).read(*bases);
        part_of_rows(next);
        runner_.key(next);
        start(next, kernel("next_key", 4), rows * parts);
      }
      LibraryLaunch finish(context_);
      finish.update(*counts).read(*bases).read(*found).read(*nexts);
      finish.write(out_.buffer(), out_.memory_offset() + first * std::int64_t(out_.itemsize()));
      index(finish, rows);
      finish.value(std::uint32_t(parts));
      way(finish);
      runner_.key(finish);
      start(finish, kernel("finish_digits", 5), rows);
    }
  }

  const runtime::Kernel& kernel(const char* name, unsigned number,
                                codegen::SortPart part = codegen::SortPart::digits) {
    const std::uint64_t variant = std::uint64_t{1} << 24 | std::uint64_t(number) << 28 |
                                  std::uint64_t(traits_.cpu) << 26 | std::uint64_t(long_) << 25 |
                                  std::uint64_t(source_->dtype()) << 16 | std::uint64_t(computed_) << 8 |
                                  std::uint64_t(out_.dtype());
    return library_kernel(context_, kernel_key(KernelFamily::sort, variant), name, operation_, [&] {
      backend::Source text;
      text.text = codegen::quantile_text(source_->dtype(), computed_, out_.dtype(), long_, part, traits_);
      return text;
    });
  }
  void index(LibraryLaunch& launch, std::int64_t value) const {
    long_ ? launch.value(value) : launch.value(std::uint32_t(value));
  }
  void way(LibraryLaunch& launch) const {
    computed_ == KILN_FLOAT64 ? launch.value(at_.t) : launch.value(float(at_.t));
  }
  void start(LibraryLaunch& launch, const runtime::Kernel& kernel, std::int64_t groups) {
    const auto most = std::int64_t(std::min<std::uint64_t>(traits_.max_groups[0], 1 << 30));
    launch.launch(kernel, {std::size_t(std::min(groups, most)) * group_}, {group_}, operation_);
  }

  runtime::Context& context_;
  Ref<Array> source_;
  std::int64_t n_, count_;
  Between at_;
  DType computed_;
  bool long_;
  const SortRunner& runner_;
  const codegen::Traits& traits_;
  std::size_t group_;
  Array& out_;
  const char* operation_;
};

}  // namespace

Ref<Array> quantile(const Array& array, double q, std::int64_t given_axis, bool keepdims, Array* into,
                    const char* operation, const codegen::Traits* traits) {
  runtime::Context& context = array.context();
  check_operand(context, array, operation);
  const DType given = array.dtype();
  if (base::is_complex(given))
    fail(KILN_TYPE_ERROR, "{}: got an array of {}, expected a real dtype", operation,
         base::dtype_name(given));
  if (!(q >= 0 && q <= 1))
    fail(KILN_INVALID_ARGUMENT, "{}: got q {}, expected a number from 0 to 1", operation, q);
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
    fail(KILN_SHAPE_ERROR, "{}: no elements along axis {} of shape {}, expected at least one", operation,
         flat ? "KILN_AXIS_NONE" : std::to_string(axis), layout::shape_text(array.shape()));

  // Rows along the last axis, which are packed anyway.
  Ref<Array> rows;
  if (flat) {
    rows = reshape(array, Dims{n}, KILN_COPY_IF_NEEDED, operation);
  } else {
    Layout turned = array.layout();
    turned.shape.erase(axis);
    turned.strides.erase(axis);
    turned.shape.push_back(n);
    turned.strides.push_back(array.strides()[axis]);
    rows = view(array, turned, false, operation);
  }
  const bool wide = base::compute_dtype(dtype) == KILN_FLOAT64;
  const SortRunner runner(context, given, codegen::SortOrder::ascending, traits, operation);
  const bool direct = out->c_contiguous() && !may_overlap(*out, array);
  const auto written = target(context, out.get(), direct, dtype, shape, operation);
  Quantiles(*rows, n, between(n, q, wide), wide, runner, *written, operation).run();
  return deliver(written, out.get(), operation);
}

}  // namespace kiln::array
