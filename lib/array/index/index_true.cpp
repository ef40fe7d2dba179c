// SPDX-License-Identifier: Apache-2.0
// Finds where masks hold: counts the true elements of each chunk, sums the counts, and writes positions or their rows.
#include "array/index/index_true.hpp"

#include <algorithm>

#include "array/elementwise/parts.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/host_number.hpp"
#include "base/rounding.hpp"
#include "codegen/spell/body.hpp"

namespace kiln::array {

namespace {

// The first 16 bits of infinity, or 0 if the dtype has none.
unsigned float_top(DType dtype) {
  if (!base::is_float(dtype) && !base::is_complex(dtype)) return 0;
  const DType real = base::real_dtype(dtype);
  return real == KILN_FLOAT16 ? 0x7c00 : real == KILN_FLOAT64 ? 0x7ff0 : 0x7f80;
}

}  // namespace

const runtime::Kernel& TrueElements::kernel(const char* name, std::size_t word) const {
  return library_kernel(context_, {KernelFamily::index, name, device_.cpu, word, position_}, operation_, [&] {
    return kernel_text({"group_sums.cl", "index_mask.cl"}, "KILN_CPU", device_.cpu, "KILN_ITEMS", device_.group(),
                       "KILN_ROWS", word > 0, "KILN_UNIT",
                       word > 0 ? word_type(word) : codegen::storage_type(position_));
  });
}

void TrueElements::write(std::size_t word, const Array& source, std::int64_t inner, Array& out) const {
  launch(kernel("index_mask_write", word), kernels::IndexMaskWrite{.mask = reads(mask_),
                                                                   .counts = reads(*counts_),
                                                                   .source = reads(source),
                                                                   .out = writes(out),
                                                                   .n = n_,
                                                                   .chunk = chunk_,
                                                                   .inner = std::uint32_t(inner)});
}

const runtime::Kernel& TrueElements::few_kernel(const TrueOptions& options, std::size_t unit) const {
  const DType dtype = mask_.dtype();
  const KernelId id(KernelFamily::index, "index_few", device_.cpu, unit, position_, dtype, options.firsts,
                    options.lasts, options.kinds);
  return library_kernel(context_, id, operation_, [&] {
    const std::size_t parts = base::is_complex(dtype) ? 2 : 1;
    return kernel_text({"group_sums.cl", "index_few.cl"}, "KILN_CPU", device_.cpu, "KILN_ITEMS", device_.group(),
                       "KILN_POSITION", codegen::storage_type(position_), "KILN_UNIT", word_type(unit), "KILN_WORD",
                       word_type(mask_.itemsize() / parts), "KILN_PARTS", parts, "KILN_TRUTH", base::is_bool(dtype),
                       "KILN_FLOAT_TOP", float_top(dtype), "KILN_FIRSTS", options.firsts, "KILN_LASTS", options.lasts,
                       "KILN_KINDS", options.kinds);
  });
}

bool TrueElements::few(const Array& elements) {
  const IndexDevice device(elements.context());
  const codegen::IndexTuning& tuning = device.tuning;
  const std::int64_t most = tuning.few_true_each * std::int64_t(device.local);
  return tuning.few && elements.size() <= (device.cpu ? tuning.few_true : std::min(tuning.few_true, most));
}

// Finds and gathers few elements in one launch. The memory for results has room for all elements.
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
                {device_.group()}, {device_.group()}, operation_);
  count_ = found.wait();
  // If the destination has another extent, the caller refuses it.
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
  // A chunk has whole tiles, which a group looks at one after the other. In a tile each item has KILN_EACH elements.
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
                {device_.group()}, {device_.group()}, operation);
  count_ = total.wait();
}

Ref<Array> TrueElements::positions(Array* into) const {
  if (positions_) return positions_;
  const bool direct = takes_packed(into, position_, {&mask_}) && into->size() == count_;
  const auto out = target(context_, into, direct, position_, Dims{count_}, operation_);
  if (count_ == 0) return out;
  write(0, mask_, 1, *out);
  return out;
}

bool TrueElements::gathers(const Array& source, std::int64_t inner) const {
  if (device_.cpu || !counts_ || source.size() == 0) return false;
  // Gathering saves writing and reading positions, which counts little if rows are long or few groups share the work.
  const std::int64_t bytes = inner * std::int64_t(source.itemsize());
  const std::int64_t units = bytes / unit_of(bytes, source.memory_offset());
  return units == 1 || (units <= device_.tuning.gathered_units && chunks_ >= std::int64_t(device_.units));
}

void TrueElements::gather(const Array& source, std::int64_t inner, Array& out) const {
  if (count_ == 0) return;
  const std::int64_t bytes = inner * std::int64_t(source.itemsize());
  const std::int64_t unit = unit_of(bytes, source.memory_offset() | out.memory_offset());
  write(std::size_t(unit), source, bytes / unit, out);
}

}  // namespace kiln::array
