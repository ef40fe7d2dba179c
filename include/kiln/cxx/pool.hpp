// SPDX-License-Identifier: Apache-2.0
// Pooling and upsampling over one to three extents, and their gradients (kiln/pool.h).
//
//   kiln::GpuArray y = kiln::pool(x, KILN_POOL_MAX, kiln::Pool({3, 3}).stride({2, 2}).pad({1, 1}));
//   kiln::GpuArray mean = kiln::pool(x, KILN_POOL_AVERAGE);   // of each channel
//
// If `out` is not empty, it receives the result and is returned.
#ifndef KILN_CXX_POOL_HPP
#define KILN_CXX_POOL_HPP

#include <kiln/pool.h>
#include <kiln/cxx/conv.hpp>

#include <utility>

namespace kiln {

// The windows of a pooling. Each function changes one thing and returns the object. Without any there is one window,
// the whole input; a window's strides are its extents.
class Pool {
 public:
  Pool() = default;
  explicit Pool(Shape window) : window_(std::move(window)) {}
  Pool& stride(Shape strides) { return strides_ = std::move(strides), *this; }
  // Padding on both sides of each extent, or before it and behind it.
  Pool& pad(const Shape& padding) { return pad(padding, padding); }
  Pool& pad(const Shape& before, const Shape& behind) {
    if (before.size() != behind.size())
      throw Error(KILN_SHAPE_ERROR, "pool: got the padding " + detail::spatial_text(before) + " before and " +
                                        detail::spatial_text(behind) + " behind, expected as many numbers");
    padding_.clear();
    for (std::size_t d = 0; d < before.size(); ++d) padding_.insert(padding_.end(), {before[d], behind[d]});
    return *this;
  }
  Pool& ceil(bool ceil = true) { return ceil_ = ceil, *this; }
  Pool& channels_last(bool last = true) { return last_ = last, *this; }

  // Calls call(options) with the struct of the C API, for `rank` extents.
  template <class Call>
  auto with(std::size_t rank, const char* operation, Call&& call) const {
    kiln_pool_options options = KILN_POOL_OPTIONS_INIT;
    options.rank = rank;
    options.window = detail::spatial_list(window_, rank, rank, operation, "window");
    options.strides = detail::spatial_list(strides_, rank, rank, operation, "strides");
    options.padding = detail::spatial_list(padding_, rank, 2 * rank, operation, "padding");
    options.ceil = ceil_;
    options.channels_last = last_;
    return call(options);
  }

 private:
  Shape window_, strides_, padding_;
  bool ceil_ = false, last_ = false;
};

inline GpuArray pool(const GpuArray& input, kiln_pool_op op, const Pool& how = {}, const GpuArray& out = {}) {
  return how.with(detail::conv_rank(input), "pool", [&](const kiln_pool_options& options) {
    return detail::product(
        out, [&](kiln_array to, kiln_array* made) { return kiln_array_pool(input.get(), op, &options, to, made); });
  });
}
// The gradient of pool() by its input, where `output` is that by its output.
inline GpuArray pool_gradient(const GpuArray& input, const GpuArray& output, kiln_pool_op op, const Pool& how = {},
                              const GpuArray& out = {}) {
  return how.with(detail::conv_rank(input), "pool_gradient", [&](const kiln_pool_options& options) {
    return detail::product(out, [&](kiln_array to, kiln_array* made) {
      return kiln_array_pool_gradient(input.get(), output.get(), op, &options, to, made);
    });
  });
}
// For each window the element of `values` where `input` has its first greatest element.
inline GpuArray pool_take(const GpuArray& input, const GpuArray& values, const Pool& how = {},
                          const GpuArray& out = {}) {
  return how.with(detail::conv_rank(input), "pool_take", [&](const kiln_pool_options& options) {
    return detail::product(out, [&](kiln_array to, kiln_array* made) {
      return kiln_array_pool_take(input.get(), values.get(), &options, to, made);
    });
  });
}

// The input at other extents; upsample_gradient() is the gradient by an input of these extents.
inline GpuArray upsample(const GpuArray& input, const Shape& extents, kiln_upsample_mode mode = KILN_UPSAMPLE_NEAREST,
                         bool channels_last = false, const GpuArray& out = {}) {
  const std::size_t rank = detail::conv_rank(input);
  const std::int64_t* const list = detail::spatial_list(extents, rank, rank, "upsample", "extents of the result");
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_upsample(input.get(), mode, list, channels_last, to, made);
  });
}
inline GpuArray upsample_gradient(const GpuArray& output, const Shape& extents,
                                  kiln_upsample_mode mode = KILN_UPSAMPLE_NEAREST, bool channels_last = false,
                                  const GpuArray& out = {}) {
  const std::size_t rank = detail::conv_rank(output);
  const std::int64_t* const list =
      detail::spatial_list(extents, rank, rank, "upsample_gradient", "extents of the result");
  return detail::product(out, [&](kiln_array to, kiln_array* made) {
    return kiln_array_upsample_gradient(output.get(), mode, list, channels_last, to, made);
  });
}

}  // namespace kiln

#endif
