// SPDX-License-Identifier: Apache-2.0
// Convolutions by the vendor's library. Private to array/conv.
#pragma once

#include "array/conv/conv_task.hpp"
#include "base/value_key.hpp"

namespace kiln::array {

using ConvOperation = backend::Conv::Operation;

// A convolution or a gradient of it, on operands of one dtype.
struct ConvCall {
  std::int32_t operation;  // of ConvOperation
  ConvGeometry geometry;
  std::size_t axes;
  bool channels_last;
  const Array *a, *b;  // x and the filters, or y and the filters, or x and y
  Array* result;
};

// Computes the call by Kiln's kernels, and what comes after its result, if `after` is not null: then the call is a
// forward convolution whose result is not stored. Returns false, and does nothing, if other kernels are to compute it.
bool own_conv(const ConvCall& call, const EpilogueSides* after, const char* operation);
// Computes the call by the vendor's library, if the flag `conv` and the choice say so. Returns false otherwise; what it
// has written is then to be written again.
bool vendor_conv(const ConvCall& call, const char* operation);
// Whether vendor_conv() asks the library.
bool wants_vendor(const ConvCall& call, const char* operation);

// The call as a backend knows it, without a way and a workspace. Nothing if an array is not packed, or numbers exceed
// 32 bits.
std::optional<backend::Conv> describe_conv(const ConvCall& call);
// The library's ways of the convolution, apart from those that need too large a workspace. If filters are to be turned
// over, a cross-correlation with filters that Kiln has turned is one more way: libraries have more ways for it.
// The numbers are of this list's making, and the same in later processes.
std::vector<backend::ConvWay> ways_of(runtime::Context& context, const backend::Conv& conv, const char* operation);
// Queues the convolution by conv.way, one of ways_of(). Returns false if the library refuses it.
bool queue_conv(const ConvCall& call, backend::Conv conv, const char* operation);
// The way of ways_of() that is right and faster than Kiln's kernels, or nothing. This is measured once for each class
// of convolutions and remembered (conv_choice.cpp).
std::optional<std::int64_t> choose_conv(const ConvCall& call, const backend::Conv& conv, const char* operation);
// All numbers that describe a convolution.
base::ValueKey conv_key(const backend::Conv& conv) noexcept;

}  // namespace kiln::array
