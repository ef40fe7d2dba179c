// SPDX-License-Identifier: Apache-2.0
// Shapes with a batch axis, an axis of channels and one to three spatial axes. Private to array/conv and array/pool.
#pragma once

#include <fmt/format.h>

#include <array>

#include "array/array.hpp"
#include "base/text.hpp"

namespace kiln::array {

inline constexpr std::int64_t kUnknownExtent = -1;  // of a graph's values before a call

// Where the axes of such a shape are. The constructor refuses a shape of other dimensions. Messages begin with the
// shape, which `what` names, and with the operation's other shape, if it has one: both must outlive this object.
class Spatial {
 public:
  Spatial(const Dims& shape, bool channels_last, const char* what, const char* operation, const char* other_what = {},
          const Dims* other = nullptr)
      : last_(channels_last),
        rank_(shape.size() - 2),
        operation_(operation),
        what_(what),
        other_what_(other_what),
        shape_(shape),
        other_(other) {
    if (shape.size() < 3 || shape.size() > 5)
      refuse(KILN_SHAPE_ERROR,
             "got {} of {}, expected 3 to 5: a batch axis, an axis of channels and 1 to 3 spatial axes",
             base::plural(shape.size(), "dimension"), what);
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

  // Throws "graph.conv: the input has shape (2, 4, 5, 5) and the filters (6, 4, 3, 3): got 0 groups, expected ...".
  template <class... Args>
  [[noreturn]] void refuse(kiln_status status, fmt::format_string<const Args&...> text, const Args&... args) const {
    const std::string other = other_ ? fmt::format(" and {} {}", other_what_, layout::extents_text(*other_)) : "";
    base::fail(status, "{}: {} has shape {}{}: {}", operation_, what_, layout::extents_text(shape_), other,
               fmt::format(text, args...));
  }
  // Refuses a list that has neither no entry nor one for each axis, and one with a number that is out of range. `one`
  // names an entry.
  void list(const Dims& numbers, const char* what, const char* one, std::int64_t least) const {
    if (!numbers.empty()) counted(numbers, what, rank_, "one for each spatial axis");
    for (std::size_t d = 0; d < numbers.size(); ++d) range(numbers[d], one, "along", d, least);
  }
  void padding(const Dims& numbers) const {
    counted(numbers, "padding", 2 * rank_, "before and behind each spatial axis");
    for (std::size_t i = 0; i < numbers.size(); ++i)
      range(numbers[i], "padding", i % 2 ? "behind" : "before", i / 2, 0);
  }
  void extents(const Dims& extents, const char* what) const {
    counted(extents, what, rank_, "one for each spatial axis");
  }

  // Arithmetic with the numbers of an axis.
  std::int64_t sum(std::int64_t a, std::int64_t b, std::size_t d) const {
    std::int64_t result;
    if (__builtin_add_overflow(a, b, &result)) too_large(a, '+', b, d);
    return result;
  }
  std::int64_t product(std::int64_t a, std::int64_t b, std::size_t d) const {
    std::int64_t result;
    if (__builtin_mul_overflow(a, b, &result)) too_large(a, '*', b, d);
    return result;
  }

 private:
  void range(std::int64_t number, const char* one, const char* where, std::size_t d, std::int64_t least) const {
    constexpr std::int64_t kMost = INT32_MAX;
    if (number < least || number > kMost)
      refuse(KILN_INVALID_ARGUMENT, "got a {} of {} {} spatial axis {}, expected {} to {}", one, number, where, d,
             least, kMost);
  }
  void counted(const Dims& numbers, const char* what, std::size_t count, const char* meaning) const {
    if (numbers.size() != count)
      refuse(KILN_SHAPE_ERROR, "got the {} {}, expected {}: {}", what, layout::extents_text(numbers),
             base::plural(count, "number"), meaning);
  }
  [[noreturn]] void too_large(std::int64_t a, char sign, std::int64_t b, std::size_t d) const {
    refuse(KILN_OVERFLOW, "got {} {} {} along spatial axis {}, expected less than 2^63", a, sign, b, d);
  }

 protected:
  bool last_;
  std::size_t rank_;
  const char* operation_;

 private:
  const char *what_, *other_what_;
  const Dims& shape_;
  const Dims* other_;
};

}  // namespace kiln::array
