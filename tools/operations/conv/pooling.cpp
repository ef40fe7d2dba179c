// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/pool.h: pool, pool_gradient, pool_take.
#include <algorithm>
#include <cmath>

#include "images.hpp"

namespace kiln::operations {

namespace {

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

// Some of them, for images of special values.
std::vector<Windows> special_windows() {
  std::vector<Windows> out;
  for (const std::size_t which : {1, 2, 3}) {
    out.push_back(all_windows()[which]);
    out.back().text = "special values, " + out.back().text;
  }
  return out;
}

constexpr kiln_pool_op kOperations[] = {KILN_POOL_MAX, KILN_POOL_SUM, KILN_POOL_AVERAGE, KILN_POOL_AVERAGE_PADDED};
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
    for (const kiln_pool_op op : kOperations) add(w, op, with_equals(random, d, w.input));
  for (const Windows& w : special_windows())
    for (const kiln_pool_op op : kOperations) add(w, op, special_image(random, d, w.input, w.last));
  return out;
}

// Sums of 0 have either sign: a device may add to 0 or not. A scale that is not 0 says so.
constexpr Real kLeast = 0x1p-1060L;

Expected gradient_reference(const Windows& w, kiln_pool_op op, kiln_dtype d, const Inputs& in) {
  std::vector<Real> sums(in[0].values.size()), scale(sums.size(), kLeast);
  const auto place = [&](const Shape& at) {
    std::int64_t out = 0;
    for (std::size_t q = 0; q < at.size(); ++q) out = out * w.input[q] + at[q];
    return std::size_t(out);
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
}

std::vector<Sample> gradient_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](const Windows& w, kiln_pool_op op, const HostArray& x, const HostArray& y) {
    out.push_back(sample(
        std::string(kNames[op]) + ", " + w.text, {x, y},
        [=](const Context&, Given in, const GpuArray& to) {
          return kiln::pool_gradient(in[0], in[1], op, w.how(), to);
        },
        [=](const Inputs& in) { return gradient_reference(w, op, d, in); }));
  };
  for (const Windows& w : all_windows())
    for (const kiln_pool_op op : kOperations)
      add(w, op, with_equals(random, d, w.input), ordinary(random, d, w.output()));
  for (const Windows& w : special_windows())
    for (const kiln_pool_op op : kOperations)
      add(w, op, special_image(random, d, w.input, w.last), special_image(random, d, w.output(), w.last));
  return out;
}

std::vector<Sample> pool_take_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](const Windows& w, const HostArray& x, const HostArray& values) {
    out.push_back(sample(
        w.text, {x, values},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::pool_take(in[0], in[1], w.how(), to); },
        [=](const Inputs& in) {
          return elements(d, w.output(), [&](const Shape& y) { return element(in[1], w.greatest(y, in[0])); });
        }));
  };
  for (const Windows& w : all_windows()) add(w, with_equals(random, d, w.input), ordinary(random, d, w.input));
  for (const Windows& w : special_windows())
    add(w, special_image(random, d, w.input, w.last), mixed(random, d, w.input));
  return out;
}

const Shape kPoolOutput{1, 2, 2, 2};  // of errors; windows of 2 by 2

std::vector<ErrorSample> pool_errors() {
  const auto call = [](const Shape& shape, const Pool& how, kiln_dtype dtype = KILN_FLOAT32) {
    return [=](const Context& context) { kiln::pool(zeros(context, shape, dtype), KILN_POOL_MAX, how); };
  };
  const Pool two({2, 2});
  std::vector<ErrorSample> errors{
      {"int32", KILN_TYPE_ERROR, "expected a floating-point dtype", call(kImage, two, KILN_INT32)},
      {"no spatial axis", KILN_SHAPE_ERROR, "1 to 3 spatial axes", call({1, 2}, two)},
      {"a number", KILN_SHAPE_ERROR, "got 0 dimensions of the input, expected 3 to 5", call({}, Pool())},
      {"a vector", KILN_SHAPE_ERROR, "got 1 dimension of the input, expected 3 to 5", call({7}, Pool())},
      {"a window larger than the input", KILN_SHAPE_ERROR, "the input has shape (1, 2, 5, 5): got a window of 6",
       call(kImage, Pool({2, 6}))},
      {"no window", KILN_INVALID_ARGUMENT, "got a window of 0", call(kImage, Pool({2, 0}))},
      {"stride 0", KILN_INVALID_ARGUMENT, "stride of 0", call(kImage, Pool({2, 2}).stride({1, 0}))},
      {"negative padding", KILN_INVALID_ARGUMENT, "padding of -1", call(kImage, Pool({2, 2}).pad({0, -1}))},
      {"padding as large as the window", KILN_INVALID_ARGUMENT, "expected less than the window",
       call(kImage, Pool({2, 2}).pad({0, 2}))},
      {"no elements to pool", KILN_SHAPE_ERROR, "got an extent of 0 along spatial axis 0", call({1, 2, 0, 5}, two)}};
  add_destination_errors(errors, kPoolOutput, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
    kiln::pool(zeros(context, kImage), KILN_POOL_MAX, two, to);
  });
  return errors;
}

std::vector<ErrorSample> beside_errors(bool take) {
  const auto run = [take](const Context& context, const Shape& second, kiln_dtype dtype, const GpuArray& to) {
    const auto a = zeros(context, kImage), b = zeros(context, second, dtype);
    return take ? kiln::pool_take(a, b, Pool({2, 2}), to) : kiln::pool_gradient(a, b, KILN_POOL_MAX, Pool({2, 2}), to);
  };
  const Shape second = take ? kImage : kPoolOutput;
  std::vector<ErrorSample> errors{{"another shape", KILN_SHAPE_ERROR, "for an input of shape (1, 2, 5, 5)",
                                   [=](const Context& context) {
                                     run(context, {1, 2, 3, 2}, KILN_FLOAT32, {});
                                   }},
                                  {"int32", KILN_TYPE_ERROR, "expected a floating-point dtype",
                                   [=](const Context& context) { run(context, second, KILN_INT32, {}); }},
                                  {"a number", KILN_SHAPE_ERROR, "has shape (), expected (1, 2, ",
                                   [=](const Context& context) { run(context, {}, KILN_FLOAT32, {}); }},
                                  {"a vector", KILN_SHAPE_ERROR, "has shape (7,), expected (1, 2, ",
                                   [=](const Context& context) { run(context, {7}, KILN_FLOAT32, {}); }}};
  add_destination_errors(errors, take ? kPoolOutput : kImage, KILN_FLOAT32,
                         [=](const Context& context, const GpuArray& to) { run(context, second, KILN_FLOAT32, to); });
  return errors;
}

}  // namespace

void add_pooling(std::vector<Operation>& table) {
  const Pool two({2, 2});
  Operation pools = image_row("pool", "kiln_array_pool");
  pools.samples = pool_samples;
  pools.errors = pool_errors;
  time_images(pools, "max of 2 by 2",
              [=](const GpuArray& large, const GpuArray& small) { kiln::pool(large, KILN_POOL_MAX, two, small); });
  table.push_back(std::move(pools));

  Operation gradients = image_row("pool_gradient", "kiln_array_pool_gradient");
  gradients.samples = gradient_samples;
  gradients.errors = [] { return beside_errors(false); };
  time_images(gradients, "max of 2 by 2", [=](const GpuArray& large, const GpuArray& small) {
    kiln::pool_gradient(large, small, KILN_POOL_MAX, two);
  });
  table.push_back(std::move(gradients));

  Operation takes = image_row("pool_take", "kiln_array_pool_take");
  takes.tolerance = {};
  takes.samples = pool_take_samples;
  takes.errors = [] { return beside_errors(true); };
  time_images(takes, "of 2 by 2",
              [=](const GpuArray& large, const GpuArray& small) { kiln::pool_take(large, large, two, small); });
  table.push_back(std::move(takes));
}

}  // namespace kiln::operations
