// SPDX-License-Identifier: Apache-2.0
// Convolutions and their gradients by the definition, on arrays in host memory, for the stand-ins of vendors'
// libraries.
#pragma once

#include <kiln/backend.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace kiln::test {

// Calls visit(x, filters, y) with the places of the elements of every product.
template <class Visit>
void each_conv_product(const kiln_backend_conv& c, Visit&& visit) {
  using Place = std::array<std::int64_t, 3>;
  const auto each = [&](const std::int64_t(&extents)[3], auto&& call) {
    Place at{};
    for (at[0] = 0; at[0] < extents[0]; ++at[0])
      for (at[1] = 0; at[1] < extents[1]; ++at[1])
        for (at[2] = 0; at[2] < extents[2]; ++at[2]) call(at);
  };
  const auto offset = [&](std::int64_t first, std::int64_t channel, std::int64_t channels, const Place& at,
                          const std::int64_t(&extents)[3]) {
    const std::int64_t count = extents[0] * extents[1] * extents[2],
                       place = (at[0] * extents[1] + at[1]) * extents[2] + at[2];
    return c.channels_last ? (first * count + place) * channels + channel
                           : (first * channels + channel) * count + place;
  };
  const std::int64_t inputs = c.x_channels / c.groups, outputs = c.y_channels / c.groups;
  for (std::int64_t n = 0; n < c.batch; ++n)
    for (std::int64_t to = 0; to < c.y_channels; ++to)
      for (std::int64_t from = 0; from < inputs; ++from)
        each(c.filter_extents, [&](const Place& tap) {
          each(c.y_extents, [&](const Place& out) {
            Place in{};
            for (std::size_t d = 0; d < 3; ++d) {
              const std::int64_t t = c.flip ? c.filter_extents[d] - 1 - tap[d] : tap[d];
              in[d] = out[d] * c.strides[d] + t * c.dilation[d] - c.padding[d];
              if (in[d] < 0 || in[d] >= c.x_extents[d]) return;
            }
            visit(offset(n, to / outputs * inputs + from, c.x_channels, in, c.x_extents),
                  offset(to, from, inputs, tap, c.filter_extents), offset(n, to, c.y_channels, out, c.y_extents));
          });
        });
}

inline std::int64_t conv_elements(const std::int64_t (&extents)[3], std::int64_t first, std::int64_t channels) {
  return first * channels * extents[0] * extents[1] * extents[2];
}
inline std::int64_t conv_x_elements(const kiln_backend_conv& c) {
  return conv_elements(c.x_extents, c.batch, c.x_channels);
}
inline std::int64_t conv_y_elements(const kiln_backend_conv& c) {
  return conv_elements(c.y_extents, c.batch, c.y_channels);
}
inline std::int64_t conv_filter_elements(const kiln_backend_conv& c) {
  return conv_elements(c.filter_extents, c.y_channels, c.x_channels / c.groups);
}

// Computes the array that the operation names. Numbers of axes beyond c.axes are the defaults.
template <class T>
void host_conv(const kiln_backend_conv& c, T* x, T* filters, T* y) {
  if (c.operation == KILN_BACKEND_CONV_OUTPUT) {
    std::fill_n(y, conv_y_elements(c), T(0));
    each_conv_product(c, [&](auto i, auto w, auto o) { y[o] += x[i] * filters[w]; });
  } else if (c.operation == KILN_BACKEND_CONV_INPUT) {
    std::fill_n(x, conv_x_elements(c), T(0));
    each_conv_product(c, [&](auto i, auto w, auto o) { x[i] += y[o] * filters[w]; });
  } else {
    std::fill_n(filters, conv_filter_elements(c), T(0));
    each_conv_product(c, [&](auto i, auto w, auto o) { filters[w] += x[i] * y[o]; });
  }
}

}  // namespace kiln::test
