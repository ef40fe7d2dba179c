// SPDX-License-Identifier: Apache-2.0
// Kernels of kernels/index/index_*.cl and how they are launched: rows moved by index. Private to array/.
#pragma once

#include <string>

#include "array/index/index.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

struct IndexDevice {
  explicit IndexDevice(runtime::Context& context);
  bool cpu;
  std::size_t units;           // compute units
  std::uint64_t unit_items;    // work-items that keep one busy
  std::size_t local;           // work-items of a group of the GPU shape, a power of two up to 256
  std::uint64_t stream_bytes;  // results of so many go past the caches (stream.cl)
  const codegen::IndexTuning& tuning;
  // CPU shape: work-items for `work` steps of about a nanosecond.
  std::size_t items(std::int64_t work) const;
  // CPU shape: parts of an axis, each with a work-item that looks at all of so many indices.
  std::int64_t places(std::int64_t count) const;
  // Whether rows of a result go past the caches.
  bool streams(std::int64_t rows, std::int64_t row_bytes) const;
};

// CPU shape: a work-item for each of some shares of rows, times parts of a row where rows are few.
struct Shares {
  Shares(std::int64_t rows, std::int64_t inner, std::int64_t items);
  std::int64_t rows, inner;    // of an item
  std::int64_t shares, parts;  // how many
};

// Bytes of the widest unit that rows of so many, and where they begin, are multiples of; at most 16.
std::int64_t unit_of(std::int64_t row_bytes, std::int64_t offsets);
// The same of rows that are taken or put.
std::int64_t row_unit(std::int64_t row_bytes, std::int64_t offsets, bool cpu);
// So few elements that launches are what they cost.
bool is_few(const Array& out, const IndexDevice& device);
// Where the elements of an axis come from: number c of 0 .. to-1 is number (c - before) / each of 0 ..
// from-1; where that is none of these, by a kiln_pad_mode.
struct MapAxis {
  std::int64_t to, from, before = 0, each = 1;
  int mode = KILN_PAD_CONSTANT;
};
// Of few elements, or of short rows on devices with many work-items, in one launch: out[...] = source, seen
// with the layout `from`, with an entry of `map` for each axis. False: nothing was done.
bool map_axes(Array& out, const Array& source, const Layout& from, std::span<const MapAxis> map, const Scalar& value,
              const char* operation);

// An array seen along three axes: strides in bytes.
struct Rows {
  Ref<Array> held;  // a copy, where the array itself cannot be seen so
  const Array* array = nullptr;
  std::int64_t stride[3] = {0, 0, 0};
  // The strides in units of so many bytes, for a kernel.
  kernels::AxisSteps steps(std::int64_t unit) const {
    return {.outer = stride[0] / unit, .middle = stride[1] / unit, .inner = stride[2] / unit};
  }
};
// Of a layout of the array; copies its elements where they do not fit a stride for each axis.
Rows rows_of(const Array& array, const Layout& layout, const Dims& shape3, const char* operation);

// An integer dtype, of the context.
void check_indices(const runtime::Context& context, const Array& indices, const char* operation);
// Definitions of kernels/index/index_place.cl, and its text.
std::string place_text(DType indices, bool checked);
// The same, then definitions of kernels/index/index_row.cl and its text, with `stream` behind that of
// stream.cl.
std::string row_text(DType indices, bool checked, std::int64_t unit, bool wide, bool stream);
// Which element of several with one index is written.
enum class Winner : std::uint8_t { any, table, look, parts };
struct Move {
  std::int64_t outer, n, count, inner;
  Rows array;          // (outer, n, inner)
  Rows other;          // (outer, count, inner): results, or with `put` values
  Rows indices;        // (outer, count, inner)
  bool along = false;  // the index depends on all three
  bool put = false;
  bool keep = false;  // where an index names no element a result stays as it was
  Winner winner = Winner::any;
  const Array* winners = nullptr;
};
void move_rows(runtime::Context& context, Move move, bool checked, const char* operation);
// CPU shape: how many indices ahead of its work a core asks for rows of an array (0: it does not). `run`:
// they are contiguous.
int indices_ahead(const IndexDevice& device, const Array& array, bool run, std::int64_t row_bytes);

// Results of this shape may be written to the destination itself, seen as `rows`.
bool fits(const Array* into, const Array& array, Arrays indices, const Dims& rows);
// A copy where elements would be read across what is written, and about as many as there are.
Ref<Array> mostly_read(const Array& array, const Array& out, const char* operation);

// take_at of existing places, in one launch. Null where the arrays do not lie well: nothing was done.
Ref<Array> take_met(const Array& array, Arrays indices, const Dims& places, Array* into, const char* operation);

// With the flag check_index: looks for indices outside -n .. n-1, which the next call that waits reports, and
// returns true: kernels then leave such elements alone.
bool check_positions(const Array& indices, std::int64_t n, const char* operation);
// Ends an operation that was checked: with launch_blocking the call itself reports.
void report_positions(runtime::Context& context, bool checked, const char* operation);

}  // namespace kiln::array
