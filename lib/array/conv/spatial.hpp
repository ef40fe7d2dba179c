// SPDX-License-Identifier: Apache-2.0
// Shapes with a batch axis, an axis of channels and one to three spatial axes. Private to array/conv and array/pool.
#pragma once

#include <array>

#include "array/array.hpp"

namespace kiln::array {

inline constexpr std::int64_t kUnknownExtent = -1;  // of a graph's values before a call

// Where the axes of such a shape are. The constructor refuses a shape of other dimensions; `what` names it.
class Spatial {
 public:
  Spatial(const Dims& shape, bool channels_last, const char* what, const char* operation)
      : last_(channels_last), rank_(shape.size() - 2), operation_(operation) {
    if (shape.size() < 3 || shape.size() > 5)
      base::fail(KILN_SHAPE_ERROR,
                 "{}: {} has shape {}, expected a batch axis, an axis of channels and 1 to 3 spatial axes", operation,
                 what, layout::shape_text(shape));
  }
  std::size_t rank() const { return rank_; }
  std::size_t channels() const { return last_ ? rank_ + 1 : 1; }
  std::size_t spatial(std::size_t d) const { return d + (last_ ? 1 : 2); }
  // A shape of these extents: first axis, channels, spatial axes.
  Dims shape(std::int64_t first, std::int64_t channel, const Dims& extents) const {
    Dims out(rank_ + 2, 0);
    out[0] = first;
    out[channels()] = channel;
    for (std::size_t d = 0; d < rank_; ++d) out[spatial(d)] = extents[d];
    return out;
  }
  // Refuses a number of an option that is out of range, and a list that has neither no entry nor one for each axis.
  void range(std::int64_t number, const char* what, std::int64_t least) const {
    constexpr std::int64_t kMost = INT32_MAX;
    if (number < least || number > kMost)
      base::fail(KILN_INVALID_ARGUMENT, "{}: got a {} of {}, expected {} to {}", operation_, what, number, least,
                 kMost);
  }
  void list(const Dims& numbers, const char* what, std::int64_t least) const {
    if (!numbers.empty() && numbers.size() != rank_)
      base::fail(KILN_SHAPE_ERROR, "{}: got {} numbers of {}, expected one for each of {} spatial axes", operation_,
                 numbers.size(), what, rank_);
    for (const std::int64_t number : numbers) range(number, what, least);
  }
  void padding(const Dims& numbers) const {
    if (numbers.size() != 2 * rank_)
      base::fail(KILN_SHAPE_ERROR,
                 "{}: got {} numbers of padding, expected {}: before and behind each of {} spatial axes", operation_,
                 numbers.size(), 2 * rank_, rank_);
    for (const std::int64_t number : numbers) range(number, "padding", 0);
  }
  void extents(const Dims& extents, const char* what) const {
    if (extents.size() != rank_)
      base::fail(KILN_SHAPE_ERROR, "{}: got {} extents of {}, expected one for each of {} spatial axes", operation_,
                 extents.size(), what, rank_);
    for (const std::int64_t extent : extents)
      if (extent < kUnknownExtent)
        base::fail(KILN_SHAPE_ERROR, "{}: got an extent of {}, expected at least 0", operation_, extent);
  }

 protected:
  bool last_;
  std::size_t rank_;
  const char* operation_;
};

}  // namespace kiln::array
