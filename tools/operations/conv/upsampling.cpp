// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/pool.h: upsample, upsample_gradient.
#include <algorithm>
#include <cmath>

#include "images.hpp"

namespace kiln::operations {

namespace {

// Upsampling along one axis as weights: rows of y, columns of x.
std::vector<std::vector<Real>> weights(std::int64_t x, std::int64_t y, bool linear) {
  std::vector<std::vector<Real>> out{std::size_t(y), std::vector<Real>(static_cast<std::size_t>(x))};
  for (std::int64_t i = 0; i < y; ++i) {
    const Real centre = (Real(i) + Real(0.5)) * Real(x) / Real(y) - Real(0.5);
    const Real inside = std::clamp<Real>(centre, 0, Real(x - 1));
    const auto low = std::int64_t(std::floor(inside));
    auto& row = out[std::size_t(i)];
    if (!linear) {
      row[std::size_t(i * x / y)] = 1;
      continue;
    }
    row[std::size_t(low)] += 1 - (inside - Real(low));
    row[std::size_t(std::min(low + 1, x - 1))] += inside - Real(low);
  }
  return out;
}

struct Sampling {
  std::string text;
  Shape input, extents;
  bool last = false;
  Shape output() const {
    Shape out = input;
    for (std::size_t d = 0; d < extents.size(); ++d) out[d + (last ? 1 : 2)] = extents[d];
    return out;
  }
};

Expected upsample_reference(const Sampling& s, kiln_dtype d, bool gradient, bool linear, const HostArray& operand) {
  const std::size_t first = s.last ? 1 : 2;
  const Shape to_shape = gradient ? s.input : s.output();
  Expected expected{{d, to_shape, {}}, {}};
  std::vector<std::vector<std::vector<Real>>> by_axis;
  for (std::size_t q = 0; q < s.extents.size(); ++q)
    by_axis.push_back(weights(s.input[first + q], s.extents[q], linear));
  Shape other;
  for (std::size_t q = 0; q < s.extents.size(); ++q) other.push_back(operand.shape[first + q]);
  each(to_shape, [&](const Shape& at) {
    Real sum = 0, scale = 0;
    each(other, [&](const Shape& e) {
      Shape place = at;
      Real weight = 1;
      for (std::size_t q = 0; q < e.size(); ++q) {
        place[first + q] = e[q];
        const std::int64_t i = gradient ? e[q] : at[first + q], j = gradient ? at[first + q] : e[q];
        weight *= by_axis[q][std::size_t(i)][std::size_t(j)];
      }
      if (weight == 0) return;  // an element that is not taken from counts for nothing, be it infinite
      sum += weight * element(operand, place).real();
      scale += std::abs(weight * element(operand, place).real());
    });
    expected.array.values.push_back(convert(d, sum));
    expected.scale.push_back(scale);
  });
  return expected;
}

std::vector<Sample> upsample_samples(Random& random, kiln_dtype d, bool gradient) {
  std::vector<Sample> out;
  const auto add = [&](const Sampling& s, bool linear, const std::string& text, const HostArray& operand) {
    const kiln_upsample_mode mode = linear ? KILN_UPSAMPLE_LINEAR : KILN_UPSAMPLE_NEAREST;
    const std::ptrdiff_t first = s.last ? 1 : 2;
    const Shape shape = gradient ? s.input : s.output();
    const Shape extents(shape.begin() + first, shape.begin() + first + std::ptrdiff_t(s.extents.size()));
    out.push_back(sample((linear ? "linear, " : "nearest, ") + text, {operand},
                         [=](const Context&, Given in, const GpuArray& to) {
                           return gradient ? kiln::upsample_gradient(in[0], extents, mode, s.last, to)
                                           : kiln::upsample(in[0], extents, mode, s.last, to);
                         },
                         [=](const Inputs& in) { return upsample_reference(s, d, gradient, linear, in[0]); }));
  };
  const Sampling all[] = {{"twice", {2, 3, 5}, {10}},
                          {"2 axes, any factors", {1, 2, 4, 3}, {7, 11}},
                          {"fewer, channels last", {2, 6, 5, 3}, {4, 2}, true},
                          {"3 axes", {1, 2, 2, 3, 1}, {4, 5, 3}},
                          {"no channels", {2, 0, 4}, {8}}};
  for (const Sampling& s : all)
    for (const bool linear : {false, true})
      add(s, linear, s.text, ordinary(random, d, gradient ? s.output() : s.input));
  for (const Sampling& s : std::span(all).first(3))
    for (const bool linear : {false, true})
      add(s, linear, "special values, " + s.text, special_image(random, d, gradient ? s.output() : s.input, s.last));
  return out;
}

std::vector<ErrorSample> upsample_errors(bool gradient) {
  const auto run = [gradient](const Context& context, const Shape& shape, kiln_dtype dtype, const Shape& extents,
                              const GpuArray& to) {
    const auto a = zeros(context, shape, dtype);
    return gradient ? kiln::upsample_gradient(a, extents, KILN_UPSAMPLE_LINEAR, false, to)
                    : kiln::upsample(a, extents, KILN_UPSAMPLE_LINEAR, false, to);
  };
  std::vector<ErrorSample> errors{
      {"int32", KILN_TYPE_ERROR, "expected a floating-point dtype",
       [=](const Context& context) {
         run(context, kImage, KILN_INT32, {6, 6}, {});
       }},
      {"an extent of 0", KILN_SHAPE_ERROR, "at least 1",
       [=](const Context& context) {
         run(context, kImage, KILN_FLOAT32, {6, 0}, {});
       }},
      {"a negative extent", KILN_SHAPE_ERROR, "got the extents (6, -2)",
       [=](const Context& context) {
         run(context, kImage, KILN_FLOAT32, {6, -2}, {});
       }},
      {"a number", KILN_SHAPE_ERROR, "got 0 dimensions of the operand, expected 3 to 5",
       [=](const Context& context) { run(context, {}, KILN_FLOAT32, {}, {}); }},
      {"a vector", KILN_SHAPE_ERROR, "got 1 dimension of the operand, expected 3 to 5",
       [=](const Context& context) { run(context, {7}, KILN_FLOAT32, {7}, {}); }},
      {"no spatial axis", KILN_SHAPE_ERROR, "1 to 3 spatial axes", [=](const Context& context) {
         run(context, {2, 2}, KILN_FLOAT32, {6, 2}, {});
       }}};
  add_destination_errors(errors, {1, 2, 6, 7}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
    run(context, kImage, KILN_FLOAT32, {6, 7}, to);
  });
  return errors;
}

}  // namespace

void add_upsampling(std::vector<Operation>& table) {
  for (const bool gradient : {false, true}) {
    Operation upsamples = image_row(gradient ? "upsample_gradient" : "upsample",
                                    gradient ? "kiln_array_upsample_gradient" : "kiln_array_upsample");
    upsamples.samples = [=](Random& random, kiln_dtype d) { return upsample_samples(random, d, gradient); };
    upsamples.errors = [=] { return upsample_errors(gradient); };
    time_images(upsamples, "linear, twice", [=](const GpuArray& large, const GpuArray& small) {
      const Shape shape = large.shape(), less = small.shape();
      if (gradient)
        kiln::upsample_gradient(large, {less[2], less[3]}, KILN_UPSAMPLE_LINEAR, false, small);
      else
        kiln::upsample(small, {shape[2], shape[3]}, KILN_UPSAMPLE_LINEAR, false, large);
    });
    table.push_back(std::move(upsamples));
  }
}

}  // namespace kiln::operations
