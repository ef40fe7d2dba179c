// SPDX-License-Identifier: Apache-2.0
// Where masks hold: counts of chunks and their scan, then the positions, or what lies there.
#include "array/index/index_true.hpp"

#include <algorithm>
#include <bit>

#include "array/elementwise/parts.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/host_number.hpp"
#include "base/rounding.hpp"
#include "kernels.hpp"

namespace kiln::array {

namespace {

// The first 16 bits of infinity; 0: a dtype without one.
unsigned float_top(DType dtype) {
  switch (base::real_dtype(dtype)) {
    case KILN_FLOAT16:
      return 0x7c00;
    case KILN_BFLOAT16:
    case KILN_FLOAT32:
      return 0x7f80;
    case KILN_FLOAT64:
      return 0x7ff0;
    default:
      return 0;
  }
}

}  // namespace

std::string TrueElements::definitions(std::size_t unit) const {
  return fmt::format("#define KILN_CPU {}\n#define KILN_ITEMS {}\n#define KILN_POSITION {}\n#define KILN_UNIT {}\n",
                     int(device_.cpu), device_.local, position_ == KILN_INT32 ? "int" : "long", word_type(unit));
}

const runtime::Kernel& TrueElements::kernel(const char* name, std::size_t unit) const {
  return library_kernel(context_, {KernelFamily::index, name, device_.cpu, unit, position_}, operation_, [&] {
    backend::Source source;
    source.text = definitions(unit) + std::string(kernels::find("index_mask.cl"));
    return source;
  });
}

const runtime::Kernel& TrueElements::few_kernel(const TrueOptions& options, std::size_t unit) const {
  const DType dtype = mask_.dtype();
  const KernelId id(KernelFamily::index, "index_few", device_.cpu, unit, position_, dtype, options.firsts,
                    options.lasts, options.kinds);
  return library_kernel(context_, id, operation_, [&] {
    const std::size_t parts = base::is_complex(dtype) ? 2 : 1;
    backend::Source source;
    source.text = definitions(unit) +
                  fmt::format(
                      "#define KILN_WORD {}\n#define KILN_PARTS {}\n#define KILN_TRUTH {}\n#define "
                      "KILN_FLOAT_TOP {:#x}\n#define KILN_FIRSTS {}\n#define KILN_LASTS {}\n#define "
                      "KILN_KINDS {}\n",
                      word_type(mask_.itemsize() / parts), parts, int(base::is_bool(dtype)), float_top(dtype),
                      int(options.firsts), int(options.lasts), int(options.kinds)) +
                  std::string(kernels::find("group_sums.cl")) + std::string(kernels::find("index_few.cl"));
    return source;
  });
}

bool TrueElements::few(const Array& elements) {
  const IndexDevice device(elements.context());
  const codegen::IndexTuning& tuning = device.tuning;
  const std::int64_t most = tuning.few_true_each * std::int64_t(device.local);
  return tuning.few && elements.size() <= (device.cpu ? tuning.few_true : std::min(tuning.few_true, most));
}

// One launch, with room for all.
void TrueElements::find_few(const TrueOptions& options) {
  const Array* const source = options.rows;
  const std::int64_t bytes = source ? options.inner * std::int64_t(source->itemsize()) : 0;
  const bool gathered = bytes > 0 && n_ * bytes <= device_.tuning.few_true_bytes && source->c_contiguous();
  Array* const into = options.into;
  const bool direct = (gathered || !source) &&
                      takes_packed(into, source ? source->dtype() : position_, {&mask_, source}) && into->size() > 0;
  const bool into_rows = direct && source, into_positions = direct && !source;
  const auto positions = into_positions ? Ref<Array>(into) : empty(context_, position_, Dims{n_}, operation_);
  const auto rows = into_rows  ? Ref<Array>(into)
                    : gathered ? empty(context_, source->dtype(), Dims{n_, options.inner}, operation_)
                               : Ref<Array>();
  if (options.kinds) kinds_ = empty(context_, mask_.dtype(), Dims{n_}, operation_);
  const std::int64_t unit = gathered ? unit_of(bytes, source->memory_offset() | rows->memory_offset()) : 4;
  HostNumber found(context_, operation_);
  const std::size_t items = device_.cpu ? 1 : device_.local;
  launch_kernel(context_, few_kernel(options, std::size_t(unit)),
                kernels::IndexFew{.elements = reads(mask_),
                                  .source = reads(gathered ? *source : mask_),
                                  .positions = writes(*positions),
                                  .rows = writes(gathered ? *rows : *positions),
                                  .kinds = writes(kinds_ ? *kinds_ : *positions),
                                  .count = writes(found.array()),
                                  .n = std::uint32_t(n_),
                                  .inner = std::uint32_t(gathered ? bytes / unit : 0),
                                  .expected = std::int32_t(direct ? into->shape()[0] : -1)},
                {items}, {items}, operation_);
  count_ = found.wait();
  // Of a destination of another extent the caller will complain.
  const auto first = [&](const Ref<Array>& all) {
    return all.get() == into ? all : view(*all, part(all->layout(), 0, 0, count_), true);
  };
  positions_ = first(positions);
  if (gathered) rows_ = first(rows);
  if (kinds_) kinds_ = first(kinds_);
}

TrueElements::TrueElements(const Array& elements, const TrueOptions& options, const char* operation)
    : context_(elements.context()), device_(context_), mask_(elements), operation_(operation), n_(elements.size()) {
  position_ = !options.wide && n_ < std::int64_t{1} << 31 ? KILN_INT32 : KILN_INT64;
  if (n_ == 0) {
    positions_ = empty(context_, position_, Dims{0}, operation);
    return;
  }
  if (few(elements)) {
    find_few(options);
    return;
  }
  const std::size_t group = device_.cpu ? 1 : device_.local;
  // Chunks of whole tiles: what a group has at a time, KILN_EACH elements an item.
  const std::int64_t tile = device_.cpu ? 1 : std::int64_t(device_.local) * 16;
  const std::int64_t most = device_.cpu ? std::int64_t(device_.items(n_)) : device_.tuning.mask_chunks;
  chunk_ = base::round_up(base::ceil_div(n_, most), tile);
  chunks_ = base::ceil_div(n_, chunk_);
  counts_ = empty(context_, KILN_INT64, Dims{chunks_}, operation);
  launch(kernel("index_mask_count"),
         kernels::IndexMaskCount{.mask = reads(elements), .counts = writes(*counts_), .n = n_, .chunk = chunk_});
  HostNumber total(context_, operation);
  launch_kernel(context_, kernel("index_mask_scan"),
                kernels::IndexMaskScan{.counts = updates(*counts_), .total = writes(total.array()), .chunks = chunks_},
                {group}, {group}, operation);
  count_ = total.wait();
}

Ref<Array> TrueElements::positions(Array* into) const {
  if (positions_) return positions_;
  const bool direct = takes_packed(into, position_, {&mask_}) && into->size() == count_;
  const auto out = target(context_, into, direct, position_, Dims{count_}, operation_);
  if (count_ == 0) return out;
  launch(kernel("index_mask_write"),
         kernels::IndexMaskWrite{
             .mask = reads(mask_), .counts = reads(*counts_), .out = writes(*out), .n = n_, .chunk = chunk_});
  return out;
}

bool TrueElements::gathers(const Array& source, std::int64_t inner) const {
  if (device_.cpu || !counts_ || source.size() == 0) return false;
  // Of longer rows, or of a few groups with much to move, positions are the least of it.
  const std::int64_t bytes = inner * std::int64_t(source.itemsize());
  const std::int64_t units = bytes / unit_of(bytes, source.memory_offset());
  return units == 1 || (units <= device_.tuning.gathered_units && chunks_ >= std::int64_t(device_.units));
}

void TrueElements::gather(const Array& source, std::int64_t inner, Array& out) const {
  if (count_ == 0) return;
  const std::int64_t bytes = inner * std::int64_t(source.itemsize());
  const std::int64_t unit = unit_of(bytes, source.memory_offset() | out.memory_offset());
  launch(kernel("index_mask_gather", std::size_t(unit)),
         kernels::IndexMaskGather{.mask = reads(mask_),
                                  .counts = reads(*counts_),
                                  .source = reads(source),
                                  .out = writes(out),
                                  .n = n_,
                                  .chunk = chunk_,
                                  .inner = std::uint32_t(bytes / unit)});
}

}  // namespace kiln::array
