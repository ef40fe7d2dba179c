// SPDX-License-Identifier: Apache-2.0
// Copies the arguments of an elementwise call to one buffer, and its results back.
#include "compat/elemwise/elemwise_packed.hpp"

#include <gpuarray/elemwise.h>
#include <gpuarray/util.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "compat/half.hpp"

namespace kiln::compat {

bool takes_arguments(const gpucontext& context, const std::vector<int>& types) noexcept {
  std::size_t bytes = 0;
  for (const int typecode : types) {
    const std::size_t size = gpuarray_get_elsize(typecode), align = std::bit_ceil(size);
    bytes = (bytes + align - 1) / align * align + size;
  }
  return bytes <= context.properties.parameter_bytes && types.size() <= kMostArguments;
}

PackedCall::PackedCall(gpucontext& context, const ElemwiseSource& source, const Loop& loop, void** args,
                       const char* operation)
    : source_(source), loop_(loop), operation_(operation), count_(loop.count) {
  const std::size_t scalars = source.arguments.size() - loop.arrays.size();
  std::size_t itemsizes = 0, bytes;
  for (const LoopArray& array : loop.arrays) itemsizes += array.itemsize;
  room_ = (count_ / kPackedUnit + 1) * kPackedUnit;
  if (__builtin_mul_overflow(room_, itemsizes, &bytes) || __builtin_add_overflow(bytes, scalars * kPackedUnit, &bytes))
    fail(GA_XLARGE_ERROR, "{}: {} arguments of {} elements do not fit a buffer", operation, source.arguments.size(),
         count_);
  int code = GA_NO_ERROR;
  buffer_.reset(gpudata_alloc(&context, bytes, nullptr, 0, &code));
  if (!buffer_) fail(code, "{}: {}", operation, gpucontext_error(&context, code));
  copy_all(GE_READ, false);
  if (scalars > 0) write_scalars(context, args);
}

void PackedCall::unpack() const { copy_all(GE_WRITE, true); }

void PackedCall::copy_all(int flag, bool back) const {
  std::size_t k = 0, before = 0;
  for (const ElemwiseArgument& argument : source_.arguments) {
    if (!argument.is_array()) continue;
    if (argument.flags & flag) copy(k, before * room_, back);
    before += loop_.arrays[k++].itemsize;
  }
}

// Copies the elements of array k of the loop to their place in the packed buffer, or back.
void PackedCall::copy(std::size_t k, std::size_t offset, bool back) const {
  const GpuArray& array = *loop_.arrays[k].array;
  const std::size_t itemsize = loop_.arrays[k].itemsize;
  const unsigned nd = loop_.contiguous ? 1 : loop_.nd;
  Axes theirs(nd), packed(nd);
  if (loop_.contiguous) {
    theirs.dims[0] = loop_.count;
    theirs.strides[0] = ssize_t(itemsize);
  } else {
    std::copy_n(loop_.dims.data(), nd, theirs.dims.get());
    std::copy_n(loop_.strides.data() + k * nd, nd, theirs.strides.get());
  }
  std::copy_n(theirs.dims.get(), nd, packed.dims.get());
  contiguous_strides(nd, packed.dims.get(), itemsize, GA_C_ORDER, packed.strides.get());
  const auto of = [&](gpudata* data, const Axes& axes, std::size_t at) {
    GpuArray made{};
    made.data = data;
    made.dimensions = axes.dims.get();
    made.strides = axes.strides.get();
    made.offset = at;
    made.nd = nd;
    made.typecode = loop_.arrays[k].typecode;
    set_layout_flags(made);
    return made;
  };
  const GpuArray given = of(array.data, theirs, array.offset), ours = of(buffer_.get(), packed, offset);
  assign(back ? given : ours, back ? ours : given, operation_);
}

void PackedCall::write_scalars(gpucontext& context, void** args) const {
  std::vector<std::byte> bytes;
  std::size_t itemsizes = 0;
  for (const LoopArray& array : loop_.arrays) itemsizes += array.itemsize;
  for (std::size_t i = 0; i < source_.arguments.size(); ++i) {
    const ElemwiseArgument& argument = source_.arguments[i];
    if (argument.is_array()) continue;
    bytes.resize(bytes.size() + kPackedUnit);
    std::byte* const slot = bytes.data() + bytes.size() - kPackedUnit;
    if (seen_typecode(source_, argument) != argument.typecode) {
      std::uint16_t half;
      std::memcpy(&half, args[i], sizeof half);
      const float value = float_of_half(half);
      std::memcpy(slot, &value, sizeof value);
    } else {
      std::memcpy(slot, args[i], gpuarray_get_elsize(argument.typecode));
    }
  }
  const int code = gpudata_write(buffer_.get(), itemsizes * room_, bytes.data(), bytes.size());
  if (code != GA_NO_ERROR) fail(code, "{}: {}", operation_, gpucontext_error(&context, code));
}

}  // namespace kiln::compat
