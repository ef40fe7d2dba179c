// SPDX-License-Identifier: Apache-2.0
// Elements by mask: the positions where it holds, then a move by index.
#include <algorithm>
#include <array>

#include "array/index_rows.hpp"
#include "kernels.hpp"

namespace kiln::array {

using base::fail;

namespace {

constexpr std::int64_t kFewPositions = 4096;  // elements of a mask whose positions one group finds

backend::Source mask_source(const IndexDevice& device, DType position) {
  backend::Source source;
  source.text = fmt::format("#define KILN_CPU {}\n#define KILN_ITEMS {}\n#define KILN_POSITION {}\n",
                            int(device.cpu), device.local, position == KILN_INT32 ? "int" : "long") +
                std::string(kernels::find("index_mask.cl"));
  return source;
}

// counts[chunks] becomes their sum.
void scan_counts(Array& counts, std::int64_t chunks, const char* operation) {
  auto& context = counts.context();
  const IndexDevice device(context);
  const auto& scan =
      library_kernel(context, index_key(IndexKernel::mask_scan, device.cpu, 0), "index_mask_scan", operation,
                     [&] { return mask_source(device, KILN_INT32); });
  const std::size_t items = device.cpu ? 1 : device.local;
  LibraryLaunch(context).update(counts).value(chunks).launch(scan, {items}, {items}, operation);
}

}  // namespace

Ref<Array> true_positions(const Array& mask, bool wide, const char* operation) {
  auto& context = mask.context();
  const IndexDevice device(context);
  const std::int64_t n = mask.size();
  const DType position = !wide && n < std::int64_t{1} << 31 ? KILN_INT32 : KILN_INT64;
  if (n == 0) return empty(context, position, Dims{0}, operation);
  std::int64_t chunks = std::int64_t(device.items(n));
  if (!device.cpu) chunks = std::clamp<std::int64_t>(n / 4096, 1, 4096);
  const std::int64_t chunk = (n + chunks - 1) / chunks;
  chunks = (n + chunk - 1) / chunk;
  const auto variant = std::uint64_t(position == KILN_INT64);
  const auto source = [&] { return mask_source(device, position); };
  std::int64_t total = 0;
  if (n <= kFewPositions && index_few) {
    // One launch, with room for all.
    const auto& few = library_kernel(context, index_key(IndexKernel::mask_few, device.cpu, variant),
                                     "index_mask_few", operation, source);
    const std::size_t group = device.cpu ? 1 : device.local;
    const auto all = empty(context, position, Dims{n}, operation),
               found = empty(context, KILN_INT64, Dims{1}, operation);
    LibraryLaunch(context).read(mask).write(*all).write(*found).value(n).launch(few, {group}, {group},
                                                                                operation);
    context.read(found->buffer(), 0, &total, sizeof total, operation);
    return view(*all, layout::c_layout(Dims{total}, base::dtype_size(position), operation), true);
  }
  const auto& count = library_kernel(context, index_key(IndexKernel::mask_count, device.cpu, variant),
                                     "index_mask_count", operation, source);
  const auto& write = library_kernel(context, index_key(IndexKernel::mask_write, device.cpu, variant),
                                     "index_mask_write", operation, source);
  const std::size_t items = device.cpu ? 1 : device.local, global = std::size_t(chunks) * items;
  const auto counts = empty(context, KILN_INT64, Dims{chunks + 1}, operation);
  LibraryLaunch(context).read(mask).write(*counts).value(n).value(chunk).launch(count, {global}, {items},
                                                                                operation);
  scan_counts(*counts, chunks, operation);
  context.read(counts->buffer(), std::size_t(chunks) * sizeof total, &total, sizeof total, operation);
  auto out = empty(context, position, Dims{total}, operation);
  if (total == 0) return out;
  LibraryLaunch(context).read(mask).read(*counts).write(*out).value(n).value(chunk).launch(
      write, {global}, {items}, operation);
  return out;
}

namespace {

// The array's extents behind those of the mask.
Dims check_mask(const Array& array, const Array& mask, const char* operation) {
  check_operand(array.context(), mask, operation);
  check_operand(array.context(), array, operation);
  if (mask.dtype() != KILN_BOOL)
    fail(KILN_TYPE_ERROR, "{}: the mask has dtype {}, expected bool", operation,
         base::dtype_name(mask.dtype()));
  const Dims &shape = array.shape(), &masked = mask.shape();
  if (masked.size() > shape.size() || !std::equal(masked.begin(), masked.end(), shape.begin()))
    fail(KILN_SHAPE_ERROR, "{}: the mask has shape {}, expected {} or its first extents", operation,
         layout::shape_text(masked), layout::shape_text(shape));
  return Dims(std::span(shape.begin() + masked.size(), shape.end()));
}

std::int64_t element_count(const Dims& shape) {
  std::int64_t n = 1;
  for (const auto extent : shape) n *= extent;
  return n;
}

}  // namespace

Ref<Array> compress(const Array& array, const Array& mask, Array* into, const char* operation) {
  auto& context = array.context();
  Dims shape = check_mask(array, mask, operation);
  const auto positions = true_positions(*packed(mask, operation), false, operation);
  Move move;
  move.outer = 1;
  move.n = mask.size();
  move.count = positions->size();
  move.inner = element_count(shape);
  shape.insert(0, move.count);
  check_destination(context, into, shape, operation);
  const Dims shape3{1, move.count, move.inner};
  const bool direct = into && into->size() > 0 && into->dtype() == array.dtype() &&
                      !may_overlap(*into, array) &&
                      layout::reshape_view(into->layout(), shape3, into->itemsize()).has_value();
  const auto out = target(context, into, direct, array.dtype(), shape, operation);
  if (out->size() == 0) return deliver(out, into, operation);
  move.array = rows_of(array, array.layout(), Dims{1, move.n, move.inner}, operation);
  move.other = rows_of(*out, out->layout(), shape3, operation);
  move.indices = rows_of(*positions, positions->layout(), Dims{1, move.count, 1}, operation);
  move_rows(context, std::move(move), false, operation);
  return deliver(out, into, operation);
}

void put_mask(Array& array, const Array& mask, const Array& values, const char* operation) {
  auto& context = array.context();
  check_writable(array, operation);
  Dims rest = check_mask(array, mask, operation);
  check_operand(context, values, operation);
  Layout layout = values.layout();
  const bool leading = layout.ndim() == rest.size() + 1;
  if (layout.ndim() > rest.size() + 1)
    fail(KILN_SHAPE_ERROR, "{}: the values have shape {}, expected at most {} axes", operation,
         layout::shape_text(layout.shape), rest.size() + 1);
  const bool counted = leading && layout.shape[0] != 1;
  Ref<Array> held;
  const Array* from = &values;
  if (values.dtype() != array.dtype()) {
    held = astype(values, array.dtype(), operation);
  } else if (counted && may_overlap(values, array)) {
    held = copy(values, KILN_ORDER_C, operation);
  }
  if (held) {
    from = held.get();
    layout = held->layout();
  }
  if (!counted) {
    // The same for every element of the mask: no positions are needed.
    if (leading) {
      layout.shape.erase(0);
      layout.strides.erase(0);
    }
    layout::broadcast_to(layout, rest, operation);  // refuses other shapes
    if (array.size() == 0) return;
    Layout over = mask.layout();
    for (std::size_t d = 0; d < rest.size(); ++d) {
      over.shape.push_back(1);
      over.strides.push_back(0);
    }
    const DType bits = bits_dtype(array.dtype());
    const Array result(array.buffer_ref(), bits, array.layout(), true),
        source(from->buffer_ref(), bits, layout, false), where(mask.buffer_ref(), KILN_BOOL, over, false);
    const Operand operands[] = {operand_of(result), operand_of(where), operand_of(source)};
    return own_expression(context, "r = m ? v : r", "r, m, v").call(operands, operation);
  }
  const auto positions = true_positions(*packed(mask, operation), false, operation);
  if (layout.shape[0] != positions->size())
    fail(KILN_SHAPE_ERROR, "{}: got {} values, expected {}, where the mask holds", operation, layout.shape[0],
         positions->size());
  Move move;
  move.put = true;
  move.outer = 1;
  move.n = mask.size();
  move.count = positions->size();
  move.inner = element_count(rest);
  rest.insert(0, move.count);
  const Layout wide = layout::broadcast_to(layout, rest, operation);
  if (move.count == 0 || move.inner == 0) return;
  move.array = rows_of(array, array.layout(), Dims{1, move.n, move.inner}, operation);
  move.other = rows_of(*from, wide, Dims{1, move.count, move.inner}, operation);
  move.indices = rows_of(*positions, positions->layout(), Dims{1, move.count, 1}, operation);
  const auto copied = move.array.held;
  move_rows(context, std::move(move), false, operation);
  if (copied) move_part(array, array.layout(), *copied, copied->layout(), operation);
}

std::vector<Ref<Array>> nonzero(const Array& array, std::span<Array* const> into, const char* operation) {
  auto& context = array.context();
  check_operand(context, array, operation);
  Ref<Array> mask =
      array.dtype() == KILN_BOOL ? packed(array, operation) : astype(array, KILN_BOOL, operation);
  const auto positions = true_positions(*mask, array.shape().size() < 2, operation);
  Dims shape = array.shape();
  if (shape.empty()) shape.push_back(1);
  std::vector<Ref<Array>> out;
  const DType dtype = positions->dtype();
  std::int64_t step = element_count(shape);
  for (const auto extent : shape) {
    if (extent > 0) step /= extent;
    if (shape.size() == 1) {
      out.push_back(positions);
      continue;
    }
    out.push_back(empty(context, KILN_INT64, Dims{positions->size()}, operation));
    if (positions->size() == 0) continue;
    const Operand operands[] = {operand_of(*out.back()), operand_of(*positions),
                                operand_of(Scalar::integer(dtype, step)),
                                operand_of(Scalar::integer(dtype, extent))};
    own_expression(context, "r = p / step % extent", "r, p, step, extent").call(operands, operation);
  }
  deliver_each(out, into, operation);
  return out;
}

}  // namespace kiln::array
