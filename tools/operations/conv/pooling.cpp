// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/pool.h: pool, pool_gradient, pool_take, upsample, upsample_gradient.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

const Tolerance kPoolTolerance{1, 1, 4, 4};

// Windows by plain numbers.
struct Windows {
  std::string text;
  Shape input, window, stride;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  bool ceil = false, last = false;

  std::size_t rank() const { return window.size(); }
  std::size_t axis(std::size_t d) const { return d + (last ? 1 : 2); }
  Shape output() const {
    Shape out = input;
    for (std::size_t d = 0; d < rank(); ++d) {
      const std::int64_t x = input[axis(d)], padded = x + padding[d].first + padding[d].second;
      std::int64_t count = 0;
      while (count * stride[d] + (ceil ? 0 : window[d]) <= padded - (ceil ? 1 : 0) &&
             count * stride[d] < x + padding[d].first &&
             (count == 0 || !ceil || (count - 1) * stride[d] + window[d] < padded))
        ++count;
      out[axis(d)] = count;
    }
    return out;
  }
  Pool how() const {
    Shape before, behind;
    for (const auto& [first, second] : padding) {
      before.push_back(first);
      behind.push_back(second);
    }
    return Pool(window).stride(stride).pad(before, behind).ceil(ceil).channels_last(last);
  }
  // Calls visit(x) with the places of the elements in a window, in C order; returns by what the sums are divided.
  std::int64_t visit_window(const Shape& y, kiln_pool_op op, const std::function<void(const Shape& x)>& visit) const {
    Shape extents;
    std::int64_t inside = 1, padded = 1;
    for (std::size_t d = 0; d < rank(); ++d) {
      const std::int64_t begin = y[axis(d)] * stride[d] - padding[d].first, x = input[axis(d)];
      inside *= std::min(begin + window[d], x) - std::max<std::int64_t>(begin, 0);
      padded *= std::min(begin + window[d], x + padding[d].second) - begin;
      extents.push_back(window[d]);
    }
    each(extents, [&](const Shape& t) {
      Shape x = y;
      for (std::size_t d = 0; d < rank(); ++d) {
        x[axis(d)] = y[axis(d)] * stride[d] - padding[d].first + t[d];
        if (x[axis(d)] < 0 || x[axis(d)] >= input[axis(d)]) return;
      }
      visit(x);
    });
    return op == KILN_POOL_AVERAGE ? inside : op == KILN_POOL_AVERAGE_PADDED ? padded : 1;
  }
  // Where the first greatest element of a window is.
  Shape greatest(const Shape& y, const HostArray& x) const {
    Shape best;
    visit_window(y, KILN_POOL_MAX, [&](const Shape& at) {
      if (best.empty()) return void(best = at);
      const Real value = element(x, at).real(), known = element(x, best).real();
      if (value > known || (std::isnan(value) && !std::isnan(known))) best = at;
    });
    return best;
  }
};

std::vector<Windows> all_windows() {
  return {{"1 axis, overlapping", {2, 3, 11}, {3}, {2}, {{1, 1}}},
          {"2 axes", {2, 3, 6, 8}, {2, 2}, {2, 2}, {{0, 0}, {0, 0}}},
          {"padded unevenly", {1, 2, 7, 9}, {3, 3}, {2, 2}, {{1, 2}, {0, 1}}},
          {"ceil, channels last", {2, 6, 9, 5}, {3, 2}, {2, 3}, {{1, 1}, {0, 0}}, true, true},
          {"ceil, a window larger than the input", {1, 2, 3}, {5}, {1}, {{0, 0}}, true},
          {"strides beyond the window", {1, 3, 10}, {2}, {4}, {{0, 0}}},
          {"3 axes", {1, 2, 4, 5, 6}, {2, 3, 2}, {1, 2, 2}, {{1, 0}, {1, 1}, {0, 0}}},
          {"no channels", {2, 0, 4}, {2}, {2}, {{0, 0}}}};
}

// Elements of which some are equal, so that the first greatest counts.
HostArray with_equals(Random& random, kiln_dtype d, const Shape& shape) {
  HostArray out = ordinary(random, d, shape);
  for (Number& value : out.values) value = convert(d, std::round(value.real()));
  return out;
}

HostArray surprising_pool(Random& random, kiln_dtype d, const Shape& shape) {
  HostArray out = with_equals(random, d, shape);
  for (std::size_t i = 0; i < out.values.size(); i += 5)
    out.values[i] = i % 10 ? Number(NAN) : Number(i % 20 ? INFINITY : -INFINITY);
  return out;
}

const char* const kNames[] = {"max", "sum", "average", "average with padding"};

std::vector<Sample> pool_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](const Windows& w, kiln_pool_op op, const HostArray& x) {
    out.push_back(sample(
        std::string(kNames[op]) + ", " + w.text, {x},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::pool(in[0], op, w.how(), to); },
        [=](const Inputs& in) {
          Expected expected{{d, w.output(), {}}, {}};
          each(w.output(), [&](const Shape& y) {
            Real sum = 0, scale = 0;
            const std::int64_t count = w.visit_window(y, op, [&](const Shape& at) {
              sum += element(in[0], at).real();
              scale += std::abs(element(in[0], at).real());
            });
            const Real value = op == KILN_POOL_MAX ? element(in[0], w.greatest(y, in[0])).real() : sum / Real(count);
            expected.array.values.push_back(convert(d, value));
            expected.scale.push_back(op == KILN_POOL_MAX ? std::abs(value) : scale / Real(count));
          });
          return expected;
        }));
  };
  for (const Windows& w : all_windows())
    for (const kiln_pool_op op : {KILN_POOL_MAX, KILN_POOL_SUM, KILN_POOL_AVERAGE, KILN_POOL_AVERAGE_PADDED})
      add(w, op, with_equals(random, d, w.input));
  const Windows plain = all_windows()[1];
  add(plain, KILN_POOL_MAX, surprising_pool(random, d, plain.input));
  add(plain, KILN_POOL_SUM, surprising_pool(random, d, plain.input));
  return out;
}

std::vector<Sample> gradient_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  for (const Windows& w : all_windows())
    for (const kiln_pool_op op : {KILN_POOL_MAX, KILN_POOL_SUM, KILN_POOL_AVERAGE, KILN_POOL_AVERAGE_PADDED})
      out.push_back(sample(
          std::string(kNames[op]) + ", " + w.text, {with_equals(random, d, w.input), ordinary(random, d, w.output())},
          [=](const Context&, Given in, const GpuArray& to) {
            return kiln::pool_gradient(in[0], in[1], op, w.how(), to);
          },
          [=](const Inputs& in) {
            std::vector<Real> sums(in[0].values.size()), scale(sums.size());
            const auto place = [&](const Shape& at) {
              std::int64_t out_place = 0;
              for (std::size_t q = 0; q < at.size(); ++q) out_place = out_place * w.input[q] + at[q];
              return std::size_t(out_place);
            };
            each(w.output(), [&](const Shape& y) {
              const Real g = element(in[1], y).real();
              const auto give = [&](const Shape& at, Real value) {
                sums[place(at)] += value;
                scale[place(at)] += std::abs(value);
              };
              if (op == KILN_POOL_MAX) return give(w.greatest(y, in[0]), g);
              const std::int64_t count = w.visit_window(y, op, [](const Shape&) {});
              w.visit_window(y, op, [&](const Shape& at) { give(at, g / Real(count)); });
            });
            Expected expected{{d, w.input, {}}, scale};
            for (const Real sum : sums) expected.array.values.push_back(convert(d, sum));
            return expected;
          }));
  return out;
}

std::vector<Sample> pool_take_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  for (const Windows& w : all_windows())
    out.push_back(sample(
        w.text, {with_equals(random, d, w.input), ordinary(random, d, w.input)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::pool_take(in[0], in[1], w.how(), to); },
        [=](const Inputs& in) {
          return elements(d, w.output(), [&](const Shape& y) { return element(in[1], w.greatest(y, in[0])); });
        }));
  return out;
}

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

std::vector<Sample> upsample_samples(Random& random, kiln_dtype d, bool gradient) {
  std::vector<Sample> out;
  const Sampling all[] = {{"twice", {2, 3, 5}, {10}},
                          {"2 axes, any factors", {1, 2, 4, 3}, {7, 11}},
                          {"fewer, channels last", {2, 6, 5, 3}, {4, 2}, true},
                          {"3 axes", {1, 2, 2, 3, 1}, {4, 5, 3}},
                          {"no channels", {2, 0, 4}, {8}}};
  for (const Sampling& s : all)
    for (const bool linear : {false, true}) {
      const kiln_upsample_mode mode = linear ? KILN_UPSAMPLE_LINEAR : KILN_UPSAMPLE_NEAREST;
      const std::size_t first = s.last ? 1 : 2;
      const Shape from = gradient ? s.output() : s.input, to_shape = gradient ? s.input : s.output();
      out.push_back(sample(
          std::string(linear ? "linear, " : "nearest, ") + s.text, {ordinary(random, d, from)},
          [=](const Context&, Given in, const GpuArray& to) {
            const Shape extents(to_shape.begin() + std::ptrdiff_t(first),
                                to_shape.begin() + std::ptrdiff_t(first + s.extents.size()));
            return gradient ? kiln::upsample_gradient(in[0], extents, mode, s.last, to)
                            : kiln::upsample(in[0], extents, mode, s.last, to);
          },
          [=](const Inputs& in) {
            Expected expected{{d, to_shape, {}}, {}};
            std::vector<std::vector<std::vector<Real>>> by_axis;
            for (std::size_t q = 0; q < s.extents.size(); ++q)
              by_axis.push_back(weights(s.input[first + q], s.extents[q], linear));
            Shape other;
            for (std::size_t q = 0; q < s.extents.size(); ++q) other.push_back(from[first + q]);
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
                if (weight == 0) return;
                sum += weight * element(in[0], place).real();
                scale += std::abs(weight * element(in[0], place).real());
              });
              expected.array.values.push_back(convert(d, sum));
              expected.scale.push_back(scale);
            });
            return expected;
          }));
    }
  return out;
}

const Shape kPoolInput{1, 2, 5, 5}, kPoolOutput{1, 2, 2, 2};  // of errors; windows of 2 by 2

Operation begin(const char* name, const char* function) {
  Operation operation = row(name, "pooling", {function}, float_dtypes(), Gradient::exists);
  operation.tolerance = kPoolTolerance;
  return operation;
}

std::vector<ErrorSample> pool_errors() {
  const auto call = [](const Shape& shape, const Pool& how, kiln_dtype dtype = KILN_FLOAT32) {
    return [=](const Context& context) { kiln::pool(zeros(context, shape, dtype), KILN_POOL_MAX, how); };
  };
  const Pool two({2, 2});
  std::vector<ErrorSample> errors{
      {"int32", KILN_TYPE_ERROR, "expected a floating-point dtype", call(kPoolInput, two, KILN_INT32)},
      {"no spatial axis", KILN_SHAPE_ERROR, "1 to 3 spatial axes", call({1, 2}, two)},
      {"a window larger than the input", KILN_SHAPE_ERROR, "the input has shape (1, 2, 5, 5): got a window of 6",
       call(kPoolInput, Pool({2, 6}))},
      {"no window", KILN_INVALID_ARGUMENT, "got a window of 0", call(kPoolInput, Pool({2, 0}))},
      {"stride 0", KILN_INVALID_ARGUMENT, "stride of 0", call(kPoolInput, Pool({2, 2}).stride({1, 0}))},
      {"negative padding", KILN_INVALID_ARGUMENT, "padding of -1", call(kPoolInput, Pool({2, 2}).pad({0, -1}))},
      {"padding as large as the window", KILN_INVALID_ARGUMENT, "expected less than the window",
       call(kPoolInput, Pool({2, 2}).pad({0, 2}))},
      {"no elements to pool", KILN_SHAPE_ERROR, "got an extent of 0 along spatial axis 0", call({1, 2, 0, 5}, two)}};
  add_destination_errors(errors, kPoolOutput, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
    kiln::pool(zeros(context, kPoolInput), KILN_POOL_MAX, two, to);
  });
  return errors;
}

std::vector<ErrorSample> beside_errors(bool take) {
  const auto run = [take](const Context& context, const Shape& second, kiln_dtype dtype, const GpuArray& to) {
    const auto a = zeros(context, kPoolInput), b = zeros(context, second, dtype);
    return take ? kiln::pool_take(a, b, Pool({2, 2}), to) : kiln::pool_gradient(a, b, KILN_POOL_MAX, Pool({2, 2}), to);
  };
  const Shape second = take ? kPoolInput : kPoolOutput;
  std::vector<ErrorSample> errors{{"another shape", KILN_SHAPE_ERROR, "for an input of shape (1, 2, 5, 5)",
                                   [=](const Context& context) {
                                     run(context, {1, 2, 3, 2}, KILN_FLOAT32, {});
                                   }},
                                  {"int32", KILN_TYPE_ERROR, "expected a floating-point dtype",
                                   [=](const Context& context) { run(context, second, KILN_INT32, {}); }}};
  add_destination_errors(errors, take ? kPoolOutput : kPoolInput, KILN_FLOAT32,
                         [=](const Context& context, const GpuArray& to) { run(context, second, KILN_FLOAT32, to); });
  return errors;
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
         run(context, kPoolInput, KILN_INT32, {6, 6}, {});
       }},
      {"an extent of 0", KILN_SHAPE_ERROR, "at least 1",
       [=](const Context& context) {
         run(context, kPoolInput, KILN_FLOAT32, {6, 0}, {});
       }},
      {"a negative extent", KILN_SHAPE_ERROR, "got the extents (6, -2)",
       [=](const Context& context) {
         run(context, kPoolInput, KILN_FLOAT32, {6, -2}, {});
       }},
      {"no spatial axis", KILN_SHAPE_ERROR, "1 to 3 spatial axes", [=](const Context& context) {
         run(context, {2, 2}, KILN_FLOAT32, {6, 2}, {});
       }}};
  add_destination_errors(errors, {1, 2, 6, 7}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
    run(context, kPoolInput, KILN_FLOAT32, {6, 7}, to);
  });
  return errors;
}

// Calls over images of about `size` elements: call(large, small).
template <class Call>
void time_images(Operation& operation, const char* text, const Call& call) {
  time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
    const std::int64_t side = std::max<std::int64_t>(4, std::int64_t(std::sqrt(double(size) / 64)) / 2 * 2);
    const auto large = random_elements(context, d, {1, 64, side, side});
    const auto small = random_elements(context, d, {1, 64, side / 2, side / 2});
    return std::vector<Timing>{{text, [=] { call(large, small); }, bytes_of(large) + bytes_of(small)}};
  });
}

}  // namespace

void add_pooling(std::vector<Operation>& table) {
  const Pool two({2, 2});
  Operation pools = begin("pool", "kiln_array_pool");
  pools.samples = pool_samples;
  pools.errors = pool_errors;
  time_images(pools, "max of 2 by 2",
              [=](const GpuArray& large, const GpuArray& small) { kiln::pool(large, KILN_POOL_MAX, two, small); });
  table.push_back(std::move(pools));

  Operation gradients = begin("pool_gradient", "kiln_array_pool_gradient");
  gradients.samples = gradient_samples;
  gradients.errors = [] { return beside_errors(false); };
  time_images(gradients, "max of 2 by 2", [=](const GpuArray& large, const GpuArray& small) {
    kiln::pool_gradient(large, small, KILN_POOL_MAX, two);
  });
  table.push_back(std::move(gradients));

  Operation takes = begin("pool_take", "kiln_array_pool_take");
  takes.tolerance = {};
  takes.samples = pool_take_samples;
  takes.errors = [] { return beside_errors(true); };
  time_images(takes, "of 2 by 2",
              [=](const GpuArray& large, const GpuArray& small) { kiln::pool_take(large, large, two, small); });
  table.push_back(std::move(takes));

  for (const bool gradient : {false, true}) {
    Operation upsamples = begin(gradient ? "upsample_gradient" : "upsample",
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
