// SPDX-License-Identifier: Apache-2.0
// Checks of options and shapes, and the shapes of results.
#include <fmt/format.h>

#include "array/conv/conv_task.hpp"
#include "array/conv/spatial.hpp"
#include "base/text.hpp"

namespace kiln::array {

using base::fail;
using layout::extents_text;

namespace {

// Shapes of a convolution by their axes: the two that are given, by name.
class Checker : public Spatial {
 public:
  Checker(const ConvOptions& options, const char* what, const Dims& shape, const char* other_what, const Dims& other,
          const char* operation)
      : Spatial(shape, options.channels_last, what, operation, other_what, &other), options_(options) {
    if (other.size() != rank_ + 2)
      refuse(KILN_SHAPE_ERROR, "got {} of {}, expected {}", base::plural(other.size(), "dimension"), other_what,
             rank_ + 2);
    list(options.strides, "strides", "stride", 1);
    list(options.dilation, "dilation", "dilation", 1);
    if (options.groups < 1) refuse(KILN_INVALID_ARGUMENT, "got {} groups, expected at least 1", options.groups);
    if (options.border == ConvOptions::Border::numbers) padding(options.padding);
  }

  std::int64_t stride(std::size_t d) const { return options_.strides.empty() ? 1 : options_.strides[d]; }
  std::int64_t dilation(std::size_t d) const { return options_.dilation.empty() ? 1 : options_.dilation[d]; }

  // The extent that so many taps cover.
  std::int64_t reach(std::int64_t taps, std::size_t d) const { return sum(product(taps - 1, dilation(d), d), 1, d); }
  std::pair<std::int64_t, std::int64_t> border(std::int64_t reach, std::size_t d) const {
    switch (options_.border) {
      case ConvOptions::Border::numbers:
        return {options_.padding[2 * d], options_.padding[2 * d + 1]};
      case ConvOptions::Border::half:
        return {reach / 2, reach / 2};
      case ConvOptions::Border::full:
        return {reach - 1, reach - 1};
      default:
        return {0, 0};
    }
  }
  // The extent of an output.
  std::int64_t output(std::int64_t input, std::int64_t taps, std::size_t d, const Dims& x, const Dims& filters) const {
    if (taps == 0)
      fail(KILN_SHAPE_ERROR, "{}: the filters have shape {}, expected spatial extents of at least 1", operation_,
           extents_text(filters));
    if (input == kUnknownExtent || taps == kUnknownExtent) return kUnknownExtent;
    const std::int64_t covered = reach(taps, d);
    const auto [before, behind] = border(covered, d);
    const std::int64_t padded = sum(input, sum(before, behind, d), d);
    if (padded < covered)
      fail(KILN_SHAPE_ERROR,
           "{}: filters of shape {} on an input of shape {}: along spatial axis {} the filters cover {}, expected at "
           "most the input's {} with its padding",
           operation_, extents_text(filters), extents_text(x), d, covered, padded);
    return (padded - covered) / stride(d) + 1;
  }
  // Checks channels of x, if known, against those of the filters.
  void check_channels(const Dims& x, const Dims& filters) const {
    const std::int64_t groups = options_.groups, outputs = filters[0], inputs = filters[channels()],
                       given = x[channels()];
    if (outputs != kUnknownExtent && outputs % groups)
      refuse(KILN_SHAPE_ERROR, "got {}, expected a multiple of {} groups", base::plural(outputs, "filter"), groups);
    if (inputs == kUnknownExtent || given == kUnknownExtent) return;
    if (const std::int64_t expected = all_channels(inputs); given != expected)
      refuse(KILN_SHAPE_ERROR, "got {}, expected {}{}", base::plural(given, "channel"), expected,
             groups == 1 ? "" : fmt::format(" ({} groups of {})", groups, inputs));
  }
  // The channels of all groups, from those of one.
  std::int64_t all_channels(std::int64_t each) const {
    std::int64_t all;
    if (__builtin_mul_overflow(each, options_.groups, &all))
      refuse(KILN_OVERFLOW, "got {} groups of {}, expected less than 2^63 channels", options_.groups,
             base::plural(each, "channel"));
    return all;
  }
  // Checks an output against the input and the filters that it belongs to.
  void check_output(const Dims& y, const Dims& x, const Dims& filters) const {
    const auto agree = [](std::int64_t a, std::int64_t b) {
      return a == b || a == kUnknownExtent || b == kUnknownExtent;
    };
    bool fits = agree(y[0], x[0]) && agree(y[channels()], filters[0]);
    Dims expected = y;
    expected[0] = x[0];
    expected[channels()] = filters[0];
    for (std::size_t d = 0; d < rank_; ++d) {
      expected[spatial(d)] = output(x[spatial(d)], filters[spatial(d)], d, x, filters);
      fits = fits && agree(y[spatial(d)], expected[spatial(d)]);
    }
    if (!fits)
      fail(KILN_SHAPE_ERROR, "{}: the output has shape {}, expected {} for an input of shape {} and filters of {}",
           operation_, extents_text(y), extents_text(expected), extents_text(x), extents_text(filters));
  }

 private:
  const ConvOptions& options_;
};

}  // namespace

Dims conv_shape(const Dims& x, const Dims& filters, const ConvOptions& options, const char* operation) {
  const Checker checker(options, "the input", x, "the filters", filters, operation);
  checker.check_channels(x, filters);
  Dims extents;
  for (std::size_t d = 0; d < checker.rank(); ++d)
    extents.push_back(checker.output(x[checker.spatial(d)], filters[checker.spatial(d)], d, x, filters));
  return checker.shape(x[0], filters[0], extents);
}

Dims conv_transpose_shape(const Dims& y, const Dims& filters, const ConvOptions& options, const Dims& extents,
                          const char* operation) {
  const Checker checker(options, "the output", y, "the filters", filters, operation);
  Dims inputs = extents;
  if (extents.empty()) {
    for (std::size_t d = 0; d < checker.rank(); ++d) {
      const std::int64_t output = y[checker.spatial(d)], taps = filters[checker.spatial(d)];
      if (output == kUnknownExtent || taps <= 0) {
        inputs.push_back(kUnknownExtent);
        continue;
      }
      const std::int64_t reach = checker.reach(taps, d);
      const auto [before, behind] = checker.border(reach, d);
      if (output < 1)
        checker.refuse(KILN_SHAPE_ERROR, "got an output of {} along spatial axis {}, expected at least 1", output, d);
      const std::int64_t covered = checker.sum(checker.product(output - 1, checker.stride(d), d), reach, d);
      const std::int64_t padded = checker.sum(before, behind, d);
      if (covered < padded)
        checker.refuse(KILN_SHAPE_ERROR,
                       "got a padding of {} and {} along spatial axis {}, expected at most {} together", before, behind,
                       d, covered);
      inputs.push_back(covered - padded);
    }
  }
  checker.extents(inputs, "extents of the input");
  const std::int64_t channels = filters[checker.channels()];
  const Dims x =
      checker.shape(y[0], channels == kUnknownExtent ? kUnknownExtent : checker.all_channels(channels), inputs);
  checker.check_channels(x, filters);
  checker.check_output(y, x, filters);
  return x;
}

Dims conv_filter_shape(const Dims& x, const Dims& y, const ConvOptions& options, const Dims& extents,
                       const char* operation) {
  const Checker checker(options, "the input", x, "the output", y, operation);
  checker.extents(extents, "extents of the filters");
  const std::int64_t channels = x[checker.channels()];
  if (channels != kUnknownExtent && channels % options.groups)
    checker.refuse(KILN_SHAPE_ERROR, "got {}, expected a multiple of {} groups", base::plural(channels, "channel"),
                   options.groups);
  const Dims filters = checker.shape(y[checker.channels()],
                                     channels == kUnknownExtent ? kUnknownExtent : channels / options.groups, extents);
  checker.check_channels(x, filters);
  checker.check_output(y, x, filters);
  return filters;
}

void check_given_extents(const Dims& extents, std::int64_t least, const char* what, const char* operation) {
  for (std::size_t d = 0; d < extents.size(); ++d)
    if (extents[d] < least)
      fail(KILN_SHAPE_ERROR, "{}: got the extents {} of {}, expected at least {} along spatial axis {}", operation,
           layout::shape_text(extents), what, least, d);
}

ConvGeometry geometry_of(const Dims& x, const Dims& filters, const Dims& y, const ConvOptions& options) {
  const Checker checker(options, "the input", x, "the filters", filters, "conv");
  ConvGeometry g;
  g.batch = x[0];
  g.groups = options.groups;
  g.inputs = filters[checker.channels()];
  g.outputs = filters[0] / options.groups;
  const std::size_t missing = 3 - checker.rank();
  for (std::size_t d = 0; d < checker.rank(); ++d) {
    ConvGeometry::Axis& axis = g.axes[missing + d];
    axis.input = x[checker.spatial(d)];
    axis.output = y[checker.spatial(d)];
    axis.taps = filters[checker.spatial(d)];
    axis.stride = checker.stride(d);
    axis.step = options.flip ? -checker.dilation(d) : checker.dilation(d);
    const std::int64_t reach = checker.reach(axis.taps, d);
    axis.origin = (options.flip ? reach - 1 : 0) - checker.border(reach, d).first;
  }
  return g;
}

}  // namespace kiln::array
