// SPDX-License-Identifier: Apache-2.0
// Chooses between the vendor's library and Kiln's kernels for a class of convolutions: all its numbers, but for the
// number of images, which is rounded to a power of two and brought down until arrays and work are no larger than a
// trial may be. The first convolution of a class runs Kiln's kernels and some ways of the library on random elements,
// compares the results, and takes the one with the shorter least time on the host. A way with wrong results is not
// used. The choice is kept as long as the context lives, and on disk, so that later processes give the same bits.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <numeric>

#include "array/builtins.hpp"
#include "array/conv/conv_vendor.hpp"
#include "array/product/trial.hpp"
#include "array/tuning.hpp"
#include "base/log.hpp"
#include "codegen/conv/conv.hpp"
#include "codegen/conv/conv_columns.hpp"
#include "codegen/conv/conv_points.hpp"
#include "codegen/conv/winograd.hpp"
#include "runtime/build_ahead.hpp"

namespace kiln::array {

namespace {

using Bytes = std::vector<std::byte>;

// Elements up to which a trial compares each of them.
constexpr std::size_t kAllCompared = std::size_t{1} << 18;
// Bytes behind a result that must stay as they were.
constexpr std::size_t kBehindResult = 1024;

double product_of_axes(const std::int64_t (&numbers)[3]) {
  return double(numbers[0]) * double(numbers[1]) * double(numbers[2]);
}

double conv_multiplications(const backend::Conv& c) {
  const std::int64_t channels = c.x_channels / c.groups;
  return double(c.batch) * double(c.y_channels) * double(channels) * product_of_axes(c.y_extents) *
         product_of_axes(c.filter_extents);
}

// How many products are summed up for an element of the result, at most.
double sum_length(const backend::Conv& c) {
  if (c.operation == ConvOperation::filters) return double(c.batch) * product_of_axes(c.y_extents);
  const std::int64_t channels = (c.operation == ConvOperation::output ? c.x_channels : c.y_channels) / c.groups;
  return double(channels) * product_of_axes(c.filter_extents);
}

backend::Conv conv_class_of(const backend::Conv& conv, const codegen::ConvTuning& numbers) {
  backend::Conv c = conv;
  c.batch = std::int64_t(std::bit_floor(std::uint64_t(conv.batch)));
  if (conv.batch - c.batch > c.batch / 2) c.batch *= 2;
  const auto elements = [&] {
    return double(c.batch) * std::max(double(c.x_channels) * product_of_axes(c.x_extents),
                                      double(c.y_channels) * product_of_axes(c.y_extents));
  };
  while (c.batch > 1 && (elements() > numbers.tried_elements || conv_multiplications(c) > numbers.tried_work))
    c.batch /= 2;
  return c;
}

std::string conv_class_text(const backend::Conv& c) {
  const char* const names[] = {"output", "input", "filters"};
  const auto axes = [&](const std::int64_t(&numbers)[3]) {
    std::string text;
    for (std::int32_t d = 0; d < c.axes; ++d) text += (d ? "x" : "") + std::to_string(numbers[d]);
    return text;
  };
  return fmt::format(
      "{} {} batch {} channels {} to {} groups {} of {} by {} to {} strides {} dilation {} padding {}{}{}",
      names[c.operation], base::dtype_name(c.dtype), c.batch, c.x_channels, c.y_channels, c.groups, axes(c.x_extents),
      axes(c.filter_extents), axes(c.y_extents), axes(c.strides), axes(c.dilation), axes(c.padding),
      c.flip ? " flip" : "", c.channels_last ? " last" : "");
}

// The library's number of the way, and whether Kiln turns the filters.
std::string way_text(std::int64_t way) { return std::to_string(way / 2) + (way % 2 ? " with turned filters" : ""); }

// The operands of a class on the device, and the results of both.
class ConvTrial {
 public:
  ConvTrial(runtime::Context& context, const ConvCall& call, const backend::Conv& c, const char* operation)
      : context_(context), class_(c), call_(call), operation_(operation) {
    call_.geometry.batch = c.batch;
    const auto array = [&](const Dims& shape, auto&& memory) {
      const Layout packed = layout::c_layout(shape, base::dtype_size(c.dtype), operation);
      return base::make_ref<Array>(memory(std::size_t(packed.size())), c.dtype, packed, true);
    };
    const auto numbers = [&](std::uint64_t seed) {
      return [&, seed](std::size_t count) { return trial_numbers(context, c.dtype, count, seed, operation); };
    };
    a_ = array(shape_of(*call.a), numbers(1));
    b_ = array(shape_of(*call.b), numbers(2));
    for (Ref<Array>& result : results_)
      result = array(shape_of(*call.result), [&](std::size_t count) {
        return allocate(context, count * base::dtype_size(c.dtype) + kBehindResult, operation);
      });
  }

  void own() {
    ConvCall call = with(0);
    own_conv(call, nullptr, operation_);
  }
  // Returns false if the library refuses the convolution.
  bool vendor(const backend::ConvWay& way) {
    const ConvCall call = with(1);
    auto conv = describe_conv(call);
    if (!conv) return false;
    conv->way = way.way;
    conv->workspace_bytes = way.workspace_bytes;
    return queue_conv(call, *conv, operation_);
  }
  bool small() const { return std::size_t(results_[0]->size()) <= kAllCompared; }
  // Whether the library's results by this way agree with Kiln's, and the memory behind them is unchanged. Nothing if
  // the library refuses. Of many elements every third is compared. Elements are sums of k products of numbers from -1
  // to 1: partial sums grow as sqrt(k), so rounding errors add up to about k u, and those of Winograd's transforms to
  // up to ten times as much; either side may have them.
  std::optional<bool> agrees(const backend::ConvWay& way) {
    trial_clear(results_[1]->buffer(), operation_);
    if (!vendor(way)) return std::nullopt;
    if (expected_.empty()) {
      trial_clear(results_[0]->buffer(), operation_);
      own();
      expected_ = bytes_of(0);
    }
    const Bytes got = bytes_of(1);
    const double k = sum_length(class_), u = class_.dtype == KILN_FLOAT64 ? 0x1p-53 : 0x1p-24;
    const double step = class_.dtype == KILN_FLOAT16 ? 0x1p-11 : class_.dtype == KILN_BFLOAT16 ? 0x1p-8 : u;
    const double bound = (16 * k + 128 * std::sqrt(k)) * u;
    const auto count = std::size_t(results_[1]->size());
    for (std::size_t i = 0; i < count; i += small() ? 1 : 3) {
      const double x = trial_element(expected_, class_.dtype, i), y = trial_element(got, class_.dtype, i);
      if (!(std::abs(x - y) <= bound + 4 * step * std::abs(x))) return false;
    }
    return std::all_of(got.begin() + std::ptrdiff_t(count * base::dtype_size(class_.dtype)), got.end(),
                       [](std::byte b) { return b == std::byte{0xFF}; });
  }

 private:
  Dims shape_of(const Array& like) const {
    Dims shape = like.shape();
    const bool filters = &like == (class_.operation == ConvOperation::filters ? call_.result : call_.b);
    if (!filters) shape[0] = class_.batch;
    return shape;
  }
  ConvCall with(std::size_t which) const {
    ConvCall call = call_;
    call.a = a_.get(), call.b = b_.get(), call.result = results_[which].get();
    return call;
  }
  Bytes bytes_of(std::size_t which) const {
    runtime::Buffer& buffer = results_[which]->buffer();
    Bytes bytes(buffer.size());
    context_.read_now(buffer, 0, bytes.data(), bytes.size(), operation_);
    return bytes;
  }

  runtime::Context& context_;
  const backend::Conv class_;
  ConvCall call_;
  const char* const operation_;
  Ref<Array> a_, b_, results_[2];
  Bytes expected_;
};

Finding measure_conv(const ConvCall& call, const backend::Conv& c, const char* operation) {
  runtime::Context& context = call.result->context();
  return trial_run(context, "the vendor's convolution", operation, [&]() -> Finding {
    const codegen::ConvTuning& numbers = tuning(context).conv;
    auto ways = ways_of(context, c, operation);
    std::size_t counts[2] = {};  // of either form of the filters
    std::erase_if(ways, [&](const backend::ConvWay& way) { return ++counts[way.way % 2] > numbers.tried_ways; });
    if (ways.empty()) return {.lasting = "own: not taken: " + conv_class_text(c)};
    ConvTrial trial(context, call, c, operation);
    std::vector<std::function<void()>> runs{[&] { trial.own(); }};
    std::erase_if(ways, [&](const backend::ConvWay& way) { return !trial.vendor(way); });
    for (const backend::ConvWay& way : ways) runs.push_back([&trial, way] { trial.vendor(way); });
    if (ways.empty()) return {.lasting = "own: not taken: " + conv_class_text(c)};
    const auto times = trial_times(context, runs, numbers.tried_rounds, numbers.tried_seconds, operation);
    std::vector<std::size_t> order(ways.size());
    std::iota(order.begin(), order.end(), std::size_t{1});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) { return times[i] < times[k]; });
    // The fastest right way counts. Comparing large results takes longer than computing them, so slower ways are then
    // not looked at.
    Finding found;
    std::optional<std::size_t> right;
    for (const std::size_t i : order) {
      if (right || (times[i] >= times[0] && !trial.small())) break;
      const backend::ConvWay& way = ways[i - 1];
      const auto agrees = trial.agrees(way);
      if (!agrees) continue;
      if (*agrees)
        right = i;
      else
        found.complaint = fmt::format(
            "{} on {}: way {} of the vendor's convolution gave wrong results for {}; it is not "
            "used",
            operation, context.device(), way_text(way.way), conv_class_text(c));
    }
    if (!right && !found.complaint.empty()) {
      found.lasting = "own: the vendor was wrong: " + conv_class_text(c);
      return found;
    }
    const std::size_t best = right.value_or(order[0]);
    found.vendor = right && times[best] < times[0];
    found.way = ways[best - 1].way;
    found.lasting = fmt::format("{} {}: own {:.3g} s, vendor {:.3g} s by way {}: {}", found.vendor ? "vendor" : "own",
                                found.way, times[0], times[best], way_text(found.way), conv_class_text(c));
    return found;
  });
}

std::string conv_finding_name(runtime::Context& context, const backend::Conv& c, const std::string& library,
                              const char* operation) {
  const bool products = context.options().blas != runtime::VendorChoice::builtin;
  std::string name = "convolutions 6\n" + conv_class_text(c) + "\n" + library + "\n" +
                     (products ? context.blas_identity(operation) : "") + "\n" + product_texts(context, c.dtype);
  codegen::ConvClass kind;
  kind.dtype = c.dtype;
  for (int tile = 0; tile <= codegen::kGemmSmallTile; ++tile) {
    kind.tile = std::uint8_t(tile);
    name += codegen::conv_text(kind, traits_of(context));
  }
  for (const auto kernel : {codegen::ConvKernel::direct, codegen::ConvKernel::sums}) {
    kind.kernel = kernel;
    name += codegen::conv_text(kind, traits_of(context));
  }
  if (context.options().winograd && (c.dtype == KILN_FLOAT32 || c.dtype == KILN_FLOAT64))
    for (int step = 0; step <= int(codegen::WinogradStep::taps); ++step)
      name += codegen::winograd_text(
          {.step = codegen::WinogradStep(step), .dtype = c.dtype, .cpu = traits_of(context).cpu}, traits_of(context));
  for (const bool sums : {false, true})
    name += codegen::conv_points_text({.sums = sums, .dtype = c.dtype}, traits_of(context));
  if (c.operation == ConvOperation::input)
    name += codegen::conv_columns_text({.dtype = c.dtype}) + codegen::conv_blocks_text({.dtype = c.dtype});
  return finding_name(context, name);
}

// What was kept on disk: "vendor WAY: ..." or "own...".
Finding kept_finding(std::span<const std::byte> kept) {
  constexpr std::string_view kVendor = "vendor ";
  const std::string_view text(reinterpret_cast<const char*>(kept.data()), kept.size());
  Finding found;
  if (!text.starts_with(kVendor)) return found;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data() + kVendor.size(), end, found.way);
  found.vendor = error == std::errc() && next != end && *next == ':';
  return found;
}

}  // namespace

std::optional<std::int64_t> choose_conv(const ConvCall& call, const backend::Conv& conv, const char* operation) {
  runtime::Context& context = call.result->context();
  const codegen::ConvTuning& numbers = tuning(context).conv;
  if (conv_multiplications(conv) < numbers.tried) return std::nullopt;
  const backend::Conv c = conv_class_of(conv, numbers);
  const base::ValueKey key = conv_key(c);
  Builtins& own = builtins(context);
  Finding found;
  std::optional<std::int64_t> chosen;
  {
    const std::lock_guard one_at_a_time(own.measuring_convs);
    {
      const std::lock_guard lock(own.mutex);
      if (const auto at = own.conv_choices.find(key); at != own.conv_choices.end()) return at->second;
    }
    if (const std::string library = context.conv_identity(operation); !library.empty()) {
      const std::string name = conv_finding_name(context, c, library, operation);
      if (const auto kept = context.recall(name)) {
        found = kept_finding(*kept);
      } else if (runtime::BuildAhead::of(context)) {
        return std::nullopt;  // the trial will need Kiln's kernels
      } else {
        found = measure_conv(call, c, operation);
        if (!found.lasting.empty()) context.remember(name, std::as_bytes(std::span(found.lasting)));
      }
    }
    if (found.vendor) chosen = found.way;
    const std::lock_guard lock(own.mutex);
    own.conv_choices.emplace(key, chosen);
  }
  if (!found.complaint.empty()) base::log(KILN_LOG_WARNING, found.complaint);
  return chosen;
}

}  // namespace kiln::array
