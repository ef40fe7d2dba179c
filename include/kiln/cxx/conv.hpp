// SPDX-License-Identifier: Apache-2.0
// Convolutions of one to three dimensions, and their gradients (kiln/conv.h).
//
//   kiln::GpuArray y = kiln::conv(x, filters, kiln::Conv().stride({2, 2}).half());
//
// If `out` is not empty, it receives the result and is returned.
#ifndef KILN_CXX_CONV_HPP
#define KILN_CXX_CONV_HPP

#include <kiln/conv.h>
#include <kiln/cxx/blas.hpp>

#include <utility>
#include <vector>

namespace kiln {

namespace detail {
// How many extents an operand has; the library refuses what is neither 1, 2 nor 3.
inline std::size_t conv_rank(const GpuArray& array) {
  const std::size_t ndim = array.ndim();
  return ndim >= 3 && ndim <= 5 ? ndim - 2 : 0;
}
// "(2, 2)", for a message.
inline std::string spatial_text(const Shape& numbers) {
  std::string text = "(";
  for (std::size_t i = 0; i < numbers.size(); ++i) text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + (numbers.size() == 1 ? ",)" : ")");
}
// A list of `count` numbers for the C API, or null if there are none. Operands whose dimensions do not fit have rank 0:
// the library refuses them.
inline const std::int64_t* spatial_list(const Shape& numbers, std::size_t rank, std::size_t count,
                                        const char* operation, const char* name) {
  if (rank == 0 || numbers.empty()) return nullptr;
  if (numbers.size() != count)
    throw Error(KILN_SHAPE_ERROR, std::string(operation) + ": got the " + name + ' ' + spatial_text(numbers) +
                                      ", expected " + std::to_string(count) + (count == 1 ? " number" : " numbers") +
                                      (count == rank ? ": one for" : ": before and behind") + " each spatial axis");
  return numbers.data();
}
}  // namespace detail

// What a convolution has beside its operands. Each function changes one thing and returns the object. Without any the
// filters are turned over, the input is not padded, and the channels are the second axis.
class Conv {
 public:
  Conv& stride(Shape strides) { return strides_ = std::move(strides), *this; }
  Conv& dilate(Shape dilation) { return dilation_ = std::move(dilation), *this; }
  // Zeros on both sides of each extent, or so many before it and so many behind it.
  Conv& pad(const Shape& padding) { return pad(padding, padding); }
  Conv& pad(const Shape& before, const Shape& behind) {
    if (before.size() != behind.size())
      throw Error(KILN_SHAPE_ERROR, "conv: got the padding " + detail::spatial_text(before) + " before and " +
                                        detail::spatial_text(behind) + " behind, expected as many numbers");
    padding_.clear();
    for (std::size_t d = 0; d < before.size(); ++d) padding_.insert(padding_.end(), {before[d], behind[d]});
    return border_ = KILN_CONV_PADDED, *this;
  }
  Conv& valid() { return border_ = KILN_CONV_VALID, *this; }
  Conv& half() { return border_ = KILN_CONV_HALF, *this; }
  Conv& full() { return border_ = KILN_CONV_FULL, *this; }
  Conv& groups(std::int64_t groups) { return groups_ = groups, *this; }
  Conv& flip(bool flip) { return flip_ = flip, *this; }
  Conv& correlate() { return flip(false); }
  Conv& channels_last(bool last = true) { return last_ = last, *this; }

  // Calls call(options) with the struct of the C API, for `rank` extents.
  template <class Call>
  auto with(std::size_t rank, const char* operation, Call&& call) const {
    kiln_conv_options options = KILN_CONV_OPTIONS_INIT;
    options.rank = rank;
    options.strides = detail::spatial_list(strides_, rank, rank, operation, "strides");
    options.dilation = detail::spatial_list(dilation_, rank, rank, operation, "dilation");
    if (border_ == KILN_CONV_PADDED)
      options.padding = detail::spatial_list(padding_, rank, 2 * rank, operation, "padding");
    options.border = border_;
    options.groups = groups_;
    options.filter_flip = flip_;
    options.channels_last = last_;
    return call(options);
  }

 private:
  Shape strides_, dilation_, padding_;
  kiln_conv_border border_ = KILN_CONV_VALID;
  std::int64_t groups_ = 1;
  bool flip_ = true, last_ = false;
};

inline GpuArray conv(const GpuArray& input, const GpuArray& filters, const Conv& how = {}, const GpuArray& out = {}) {
  return how.with(detail::conv_rank(input), "conv", [&](const kiln_conv_options& options) {
    return detail::product(out, [&](kiln_array to, kiln_array* made) {
      return kiln_array_conv(input.get(), filters.get(), &options, to, made);
    });
  });
}
// The gradient of conv() by an input with these extents, where `output` is that by its output: the transposed
// convolution. Without extents these are the least that fit.
inline GpuArray conv_transpose(const GpuArray& output, const GpuArray& filters, const Conv& how = {},
                               const Shape& extents = {}, const GpuArray& out = {}) {
  const std::size_t rank = detail::conv_rank(output);
  const std::int64_t* const list = detail::spatial_list(extents, rank, rank, "conv_transpose", "extents of the input");
  return how.with(rank, "conv_transpose", [&](const kiln_conv_options& options) {
    return detail::product(out, [&](kiln_array to, kiln_array* made) {
      return kiln_array_conv_transpose(output.get(), filters.get(), &options, list, to, made);
    });
  });
}
// The gradient of conv() by filters with these extents, where `output` is that by its output.
inline GpuArray conv_filter_gradient(const GpuArray& input, const GpuArray& output, const Shape& extents,
                                     const Conv& how = {}, const GpuArray& out = {}) {
  const std::size_t rank = detail::conv_rank(input);
  const std::int64_t* const list =
      detail::spatial_list(extents, rank, rank, "conv_filter_gradient", "extents of the filters");
  return how.with(rank, "conv_filter_gradient", [&](const kiln_conv_options& options) {
    return detail::product(out, [&](kiln_array to, kiln_array* made) {
      return kiln_array_conv_filter_gradient(input.get(), output.get(), &options, list, to, made);
    });
  });
}

}  // namespace kiln

#endif
