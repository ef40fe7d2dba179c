// SPDX-License-Identifier: Apache-2.0
// Where masks hold: counts of chunks and their scan, then the positions, or what lies there.
#include "array/index_true.hpp"

#include <algorithm>
#include <bit>

#include "base/rounding.hpp"
#include "kernels.hpp"

namespace kiln::array {

namespace {

constexpr std::int64_t kFewPositions = 4096;  // elements of a mask whose positions one group finds

}  // namespace

const runtime::Kernel& TrueElements::kernel(IndexKernel which, const char* name, std::size_t unit) const {
  const auto variant = std::uint64_t(std::countr_zero(unit)) << 1 | std::uint64_t(position_ == KILN_INT64);
  return library_kernel(context_, index_key(which, device_.cpu, variant), name, operation_, [&] {
    backend::Source source;
    source.text =
        fmt::format(
            "#define KILN_CPU {}\n#define KILN_ITEMS {}\n#define KILN_POSITION {}\n#define "
            "KILN_UNIT {}\n",
            int(device_.cpu), device_.local, position_ == KILN_INT32 ? "int" : "long", word_type(unit)) +
        std::string(kernels::find("index_mask.cl"));
    return source;
  });
}

void TrueElements::launch(LibraryLaunch& launch, const runtime::Kernel& kernel) const {
  const std::size_t items = device_.cpu ? 1 : device_.local;
  launch.launch(kernel, {std::size_t(chunks_) * items}, {items}, operation_);
}

TrueElements::TrueElements(const Array& mask, bool wide, const char* operation)
    : context_(mask.context()), device_(context_), mask_(mask), operation_(operation), n_(mask.size()) {
  position_ = !wide && n_ < std::int64_t{1} << 31 ? KILN_INT32 : KILN_INT64;
  if (n_ == 0) {
    positions_ = empty(context_, position_, Dims{0}, operation);
    return;
  }
  const std::size_t group = device_.cpu ? 1 : device_.local;
  if (n_ <= kFewPositions && index_few) {
    // One launch, with room for all.
    const auto all = empty(context_, position_, Dims{n_}, operation),
               found = empty(context_, KILN_INT64, Dims{1}, operation);
    LibraryLaunch(context_).read(mask).write(*all).write(*found).value(n_).launch(
        kernel(IndexKernel::mask_few, "index_mask_few"), {group}, {group}, operation);
    context_.read(found->buffer(), 0, &count_, sizeof count_, operation);
    positions_ = view(*all, layout::c_layout(Dims{count_}, base::dtype_size(position_), operation), true);
    return;
  }
  // Chunks of whole tiles: what a group has at a time, KILN_EACH elements an item.
  const std::int64_t tile = device_.cpu ? 1 : std::int64_t(device_.local) * 16;
  const std::int64_t most = device_.cpu ? std::int64_t(device_.items(n_)) : 4096;
  chunk_ = base::round_up(base::ceil_div(n_, most), tile);
  chunks_ = base::ceil_div(n_, chunk_);
  counts_ = empty(context_, KILN_INT64, Dims{chunks_ + 1}, operation);
  LibraryLaunch count(context_);
  launch(count.read(mask).write(*counts_).value(n_).value(chunk_),
         kernel(IndexKernel::mask_count, "index_mask_count"));
  LibraryLaunch(context_).update(*counts_).value(chunks_).launch(
      kernel(IndexKernel::mask_scan, "index_mask_scan"), {group}, {group}, operation);
  context_.read(counts_->buffer(), std::size_t(chunks_) * sizeof count_, &count_, sizeof count_, operation);
}

Ref<Array> TrueElements::positions(Array* into) const {
  if (positions_) return positions_;
  const bool direct = into && into->dtype() == position_ && into->c_contiguous() &&
                      !may_overlap(*into, mask_) && into->size() == count_;
  const auto out = target(context_, into, direct, position_, Dims{count_}, operation_);
  if (count_ == 0) return out;
  LibraryLaunch write(context_);
  launch(write.read(mask_).read(*counts_).write(*out).value(n_).value(chunk_),
         kernel(IndexKernel::mask_write, "index_mask_write"));
  return out;
}

namespace {

// Bytes of the widest unit that rows of so many, and where they begin, are multiples of.
std::int64_t unit_of(std::int64_t row_bytes, std::int64_t offsets) {
  const std::int64_t bits = row_bytes | offsets;
  return std::min<std::int64_t>(bits & -bits, 16);
}

}  // namespace

bool TrueElements::gathers(const Array& source, std::int64_t inner) const {
  if (device_.cpu || !counts_ || source.size() == 0) return false;
  // Of longer rows, or of a few groups with much to move, positions are the least of it.
  constexpr std::int64_t kMostUnits = 8;
  const std::int64_t bytes = inner * std::int64_t(source.itemsize());
  const std::int64_t units = bytes / unit_of(bytes, source.memory_offset());
  return units == 1 || (units <= kMostUnits && chunks_ >= std::int64_t(device_.units));
}

void TrueElements::gather(const Array& source, std::int64_t inner, Array& out) const {
  if (count_ == 0) return;
  const std::int64_t bytes = inner * std::int64_t(source.itemsize());
  const std::int64_t unit = unit_of(bytes, source.memory_offset() | out.memory_offset());
  LibraryLaunch move(context_);
  launch(move.read(mask_).read(*counts_).read(source).write(out).value(n_).value(chunk_).value(
             std::uint32_t(bytes / unit)),
         kernel(IndexKernel::mask_gather, "index_mask_gather", std::size_t(unit)));
}

}  // namespace kiln::array
