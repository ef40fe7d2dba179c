// SPDX-License-Identifier: Apache-2.0
// What the operations by index share: the device as they see it, rows that move by index, texts of kernels. Private to
// array/.
#pragma once

#include <concepts>
#include <string>

#include "array/index/index.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/kernel_text.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

struct IndexDevice {
  explicit IndexDevice(runtime::Context& context);
  bool cpu;                    // work-items have the shape for CPU devices; tuning may ask for it on others
  std::size_t units;           // compute units
  std::uint64_t unit_items;    // work-items that keep a compute unit busy
  std::size_t local;           // work-items of a group if it has more than one; a power of two up to 256
  std::uint64_t stream_bytes;  // results of at least so many bytes bypass the caches (stream.cl)
  const codegen::IndexTuning& tuning;
  std::size_t group() const noexcept { return cpu ? 1 : local; }
  // For CPU devices: how many work-items share `work` steps of about a nanosecond each.
  std::size_t items(std::int64_t work) const;
  // For CPU devices: into how many parts an axis is cut if the work-item of each part looks at all `count` indices.
  std::int64_t places(std::int64_t count) const;
  // Whether rows of a result bypass the caches.
  bool streams(std::int64_t rows, std::int64_t row_bytes) const;
};

// How work-items of CPU devices share rows. An item has whole rows, or, if rows are few, the same part of some rows.
struct Shares {
  Shares(std::int64_t rows, std::int64_t inner, std::int64_t items);
  std::int64_t rows, inner;    // rows of an item, and elements of each that it has
  std::int64_t shares, parts;  // how many shares of rows there are, and parts of a row
};

// The bytes of the widest unit, at most 16, of which the length of a row and all `offsets` (or-ed together) are
// multiples.
std::int64_t unit_of(std::int64_t row_bytes, std::int64_t offsets);
// The same for rows that are taken or put; at most 8 on CPU devices, whose compilers make vectors of such words.
std::int64_t row_unit(std::int64_t row_bytes, std::int64_t offsets, bool cpu);
// Whether the result has so few elements that an operation costs what its launches cost.
bool is_few(const Array& out, const IndexDevice& device);
// Says where the elements of an axis come from: element c of 0 .. to-1 is element (c - before) / each of 0 .. from-1.
// If there is no such element, `mode`, a kiln_pad_mode, says what element c is.
struct MapAxis {
  std::int64_t to, from, before = 0, each = 1;
  int mode = KILN_PAD_CONSTANT;
};
// Writes `out` from `source`, seen with the layout `from`, in one launch; `map` has an entry for each axis. It does so
// if there are few elements, or if rows are short and the device has many work-items. Else it does nothing and returns
// false.
bool map_axes(Array& out, const Array& source, const Layout& from, std::span<const MapAxis> map, const Scalar& value,
              const char* operation);
// Computes a result whose elements come from `array`, seen with the layout `from`, as `map` says for each axis.
// map_axes() writes the result if it can. Else `write(result)` does, and may read back what it has written. The
// destination `into`, which may be null, is checked first.
template <std::invocable<Array&> Write>
Ref<Array> map_into(const Array& array, const Layout& from, std::span<const MapAxis> map, const Scalar& value,
                    Array* into, const char* operation, Write&& write) {
  Dims shape;
  for (const MapAxis& axis : map) shape.push_back(axis.to);
  check_destination(array.context(), into, shape, operation);
  const bool direct = into && into->buffer().kernel_readable() && !may_overlap(*into, array);
  const auto out = target(array.context(), into, direct, array.dtype(), shape, operation);
  if (out->size() > 0 && !map_axes(*out, array, from, map, value, operation)) write(*out);
  return deliver(out, into, operation);
}

// The product of the extents of axes `first` .. last-1.
std::int64_t extents_product(const Dims& shape, std::size_t first, std::size_t last) noexcept;
// The shape of the elements that indices name: the array's shape with that of the indices in place of the axis.
Dims indexed_shape(const Array& array, std::size_t axis, const Array& indices);

// An array, or a copy of it, viewed along three axes.
struct Rows {
  Ref<Array> held;  // the copy, if the array itself has no such view
  const Array* array = nullptr;
  std::int64_t stride[3] = {0, 0, 0};  // in bytes
  // The strides in units of `unit` bytes, for a kernel.
  kernels::AxisSteps steps(std::int64_t unit) const {
    return {.outer = stride[0] / unit, .middle = stride[1] / unit, .inner = stride[2] / unit};
  }
};
// Views the array, seen with `layout`, along the three axes of `shape3`. If there is no such view, it copies the
// elements.
Rows rows_of(const Array& array, const Layout& layout, const Dims& shape3, const char* operation);

// Refuses indices of another context or of a dtype that is no integer.
void check_indices(const runtime::Context& context, const Array& indices, const char* operation);
// The text of kernels/index/index_place.cl with its definitions in front.
std::string place_text(DType indices, bool checked);
// The same, then the definitions of kernels/index/index_row.cl, stream.cl if `stream` is true, and index_row.cl.
std::string row_text(DType indices, bool checked, std::int64_t unit, bool wide, bool stream);
// The definition of KILN_EACH(do), which applies `do` to the numbers 0 .. count-1.
std::string each_text(std::size_t count);
// How put finds the last one of several values with the same index, which is the one that it writes. These are the
// values of KILN_WINNER, which index_move.cl explains.
enum class Winner : std::uint8_t { any, table, look, parts };
struct Move {
  std::int64_t outer, n, count, inner;
  Rows array;          // (outer, n, inner)
  Rows other;          // (outer, count, inner): the results, or, if `put`, the values
  Rows indices;        // (outer, count, inner)
  bool along = false;  // each element has an index of its own, not each row
  bool put = false;
  bool keep = false;  // a result stays as it was if its index names no element
  Winner winner = Winner::any;
  const Array* winners = nullptr;
  // Sets `array`, `other` and `indices` to these arrays, seen with these layouts.
  void see(const Array& a, const Layout& a_layout, const Array& b, const Layout& b_layout, const Array& index,
           const Layout& index_layout, const char* operation);
};
void move_rows(runtime::Context& context, Move move, bool checked, const char* operation);
// For CPU devices: how many indices ahead of its work a core prefetches rows of an array; 0: it does not. `run` says
// that rows are contiguous.
int indices_ahead(const IndexDevice& device, const Array& array, bool run, std::int64_t row_bytes);

// Whether the destination can take results directly: it is not null, has the array's dtype and a view of the shape
// `rows`, and shares no memory with the array and the indices.
bool fits(const Array* into, const Array& array, Arrays indices, const Dims& rows);
// The array from which an operation by index reads. It is a copy in C order if `array` lies across (lies_across()),
// `out` does not, and about as many elements are read as the array has.
Ref<Array> mostly_read(const Array& array, const Array& out, const char* operation);

// Does take_at in one launch; axes and places are not empty. Returns null, and does nothing, if the kernel cannot visit
// the arrays (lies_well() of index_meet.cpp).
Ref<Array> take_met(const Array& array, Arrays indices, const Dims& places, Array* into, const char* operation);

// If the flag check_index is set, looks for indices outside -n .. n-1, which the next call that waits reports, and
// returns true. Kernels then leave the elements of such indices alone.
bool check_positions(const Array& indices, std::int64_t n, const char* operation);
// Ends an operation whose indices were checked. If the flag launch_blocking is set, the call itself reports such
// indices.
void report_positions(runtime::Context& context, bool checked, const char* operation);

}  // namespace kiln::array
