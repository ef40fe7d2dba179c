// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/conv.h: conv, conv_transpose, conv_filter_gradient.
#include <cmath>
#include <limits>

#include "rows.hpp"

namespace kiln::operations {

namespace {

const Tolerance kConvTolerance{2, 2, 16, 16};  // of sums over up to some hundred products

// A convolution by plain numbers: what it computes stands in `product` alone.
struct Layer {
  std::string text;
  Shape input, filters, stride, dilation;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  std::int64_t groups = 1;
  bool flip = true, last = false;

  std::size_t rank() const { return stride.size(); }
  std::size_t channel() const { return last ? rank() + 1 : 1; }
  std::size_t axis(std::size_t d) const { return d + (last ? 1 : 2); }
  std::int64_t reach(std::size_t d) const { return (filters[axis(d)] - 1) * dilation[d] + 1; }
  Shape extents(const Shape& shape) const {
    Shape out;
    for (std::size_t d = 0; d < rank(); ++d) out.push_back(shape[axis(d)]);
    return out;
  }
  Shape output() const {
    Shape out = input;
    out[channel()] = filters[0];
    for (std::size_t d = 0; d < rank(); ++d)
      out[axis(d)] = (input[axis(d)] + padding[d].first + padding[d].second - reach(d)) / stride[d] + 1;
    return out;
  }
  Conv how() const {
    Shape before, behind;
    for (const auto& [first, last_one] : padding) {
      before.push_back(first);
      behind.push_back(last_one);
    }
    return Conv().stride(stride).dilate(dilation).pad(before, behind).groups(groups).flip(flip).channels_last(last);
  }
  // Whether the output's element at `y` has a product of the input's at `x` and the filters' at `w`.
  bool meets(const Shape& y, const Shape& x, const Shape& w) const {
    const std::int64_t inputs = filters[channel()], outputs = filters[0] / groups;
    if (y[0] != x[0] || y[channel()] != w[0] || x[channel()] != w[0] / outputs * inputs + w[channel()]) return false;
    for (std::size_t d = 0; d < rank(); ++d) {
      const std::int64_t tap = flip ? filters[axis(d)] - 1 - w[axis(d)] : w[axis(d)];
      if (y[axis(d)] * stride[d] + tap * dilation[d] - padding[d].first != x[axis(d)]) return false;
    }
    return true;
  }
  // For each element of a result of `shape` the places in two operands whose products it sums.
  template <class Meets>
  Expected sums(kiln_dtype dtype, const Shape& shape, const HostArray& a, const HostArray& b, Meets&& meet) const {
    std::vector<std::vector<std::pair<Number, Number>>> terms;
    std::size_t most = 0;
    each(shape, [&](const Shape& at) {
      terms.emplace_back();
      meet(at, [&](const Shape& left, const Shape& right) {
        terms.back().emplace_back(element(a, left), element(b, right));
      });
      most = std::max(most, terms.back().size());
    });
    const auto term = [&](const Shape& at, std::int64_t i) -> const std::pair<Number, Number>* {
      std::size_t place = 0;
      for (std::size_t d = 0; d < shape.size(); ++d) place = place * std::size_t(shape[d]) + std::size_t(at[d]);
      return std::size_t(i) < terms[place].size() ? &terms[place][std::size_t(i)] : nullptr;
    };
    return sums_of_products(
        dtype, shape, std::int64_t(most),
        [&](const Shape& at, std::int64_t i) { return term(at, i) ? term(at, i)->first : Number(0); },
        [&](const Shape& at, std::int64_t i) { return term(at, i) ? term(at, i)->second : Number(0); });
  }
};

std::vector<Layer> layers() {
  return {
      {"1 axis, stride 2, padded unevenly", {2, 3, 11}, {4, 3, 3}, {2}, {1}, {{2, 1}}},
      {"2 axes, correlation", {2, 3, 6, 7}, {5, 3, 3, 2}, {1, 1}, {1, 1}, {{1, 1}, {0, 1}}, 1, false},
      {"2 axes, dilation, channels last", {2, 9, 8, 4}, {4, 3, 2, 4}, {2, 1}, {2, 3}, {{0, 2}, {3, 3}}, 1, true, true},
      {"2 axes, groups", {1, 4, 5, 6}, {6, 2, 2, 3}, {1, 2}, {1, 1}, {{0, 0}, {1, 1}}, 2, false},
      {"depthwise", {2, 5, 6, 9}, {5, 1, 3, 3}, {1, 1}, {1, 1}, {{1, 1}, {1, 1}}, 5},
      {"depthwise, channels last, stride 2",
       {1, 7, 6, 9},
       {9, 3, 3, 1},
       {2, 2},
       {1, 1},
       {{1, 1}, {1, 1}},
       9,
       false,
       true},
      {"filters of 1 by 1", {2, 5, 4, 3}, {6, 5, 1, 1}, {1, 1}, {1, 1}, {{0, 0}, {0, 0}}},
      {"3 axes", {1, 2, 4, 5, 4}, {4, 2, 2, 3, 2}, {1, 2, 2}, {1, 1, 2}, {{1, 0}, {1, 1}, {2, 2}}},
      {"stride beyond the filters", {1, 2, 10, 9}, {4, 2, 2, 1}, {3, 4}, {1, 1}, {{0, 0}, {0, 0}}},
      {"an empty batch", {0, 2, 4}, {3, 2, 2}, {1}, {1}, {{0, 0}}},
      {"no channels", {2, 0, 4}, {3, 0, 2}, {1}, {1}, {{0, 0}}},
  };
}

// The input with infinities and NaN.
HostArray surprising(Random& random, kiln_dtype d, const Shape& shape) {
  HostArray out = ordinary(random, d, shape);
  const Real infinity = std::numeric_limits<Real>::infinity();
  const Real numbers[] = {infinity, -infinity, std::numeric_limits<Real>::quiet_NaN()};
  for (std::size_t i = 0; i < 3; ++i) out.values[(i * 7 + 3) % out.values.size()] = numbers[i];
  return out;
}

using Reference = std::function<Expected(const Layer& layer, kiln_dtype d, const Inputs& in)>;
using Call = std::function<GpuArray(const Layer& layer, Given in, const GpuArray& to)>;
using Operands = std::function<std::pair<Shape, Shape>(const Layer& layer)>;

std::vector<Sample> samples(Random& random, kiln_dtype d, const Operands& operands, const Call& call,
                            const Reference& reference) {
  std::vector<Sample> out;
  const auto add = [&](const Layer& layer, const std::string& text, const HostArray& first, const HostArray& second) {
    out.push_back(sample(
        text, {first, second}, [=](const Context&, Given in, const GpuArray& to) { return call(layer, in, to); },
        [=](const Inputs& in) { return reference(layer, d, in); }));
  };
  for (const Layer& layer : layers()) {
    const auto [first, second] = operands(layer);
    add(layer, layer.text, ordinary(random, d, first), ordinary(random, d, second));
  }
  const Layer plain{"infinities and NaN", {1, 2, 5, 6}, {4, 2, 2, 2}, {1, 1}, {1, 1}, {{0, 0}, {0, 0}}};
  const auto [first, second] = operands(plain);
  add(plain, plain.text, surprising(random, d, first), within(random, d, second, Real(0.5), 2));
  return out;
}

Expected conv_reference(const Layer& layer, kiln_dtype d, const Inputs& in) {
  return layer.sums(d, layer.output(), in[0], in[1], [&](const Shape& y, const auto& add) {
    each(layer.filters, [&](const Shape& w) {
      if (w[0] != y[layer.channel()]) return;
      Shape x = y;
      const std::int64_t outputs = layer.filters[0] / layer.groups;
      x[layer.channel()] = w[0] / outputs * layer.filters[layer.channel()] + w[layer.channel()];
      for (std::size_t q = 0; q < layer.rank(); ++q) {
        const std::int64_t taps = layer.filters[layer.axis(q)], t = w[layer.axis(q)];
        x[layer.axis(q)] = y[layer.axis(q)] * layer.stride[q] + (layer.flip ? taps - 1 - t : t) * layer.dilation[q] -
                           layer.padding[q].first;
        if (x[layer.axis(q)] < 0 || x[layer.axis(q)] >= layer.input[layer.axis(q)]) return;
      }
      add(x, w);
    });
  });
}

Expected transpose_reference(const Layer& layer, kiln_dtype d, const Inputs& in) {
  const Shape outputs = layer.output();
  return layer.sums(d, layer.input, in[0], in[1], [&](const Shape& x, const auto& add) {
    each(outputs, [&](const Shape& y) {
      if (y[0] != x[0]) return;
      each(layer.filters, [&](const Shape& w) {
        if (layer.meets(y, x, w)) add(y, w);
      });
    });
  });
}

Expected filter_reference(const Layer& layer, kiln_dtype d, const Inputs& in) {
  const Shape outputs = layer.output();
  return layer.sums(d, layer.filters, in[0], in[1], [&](const Shape& w, const auto& add) {
    each(outputs, [&](const Shape& y) {
      if (y[layer.channel()] != w[0]) return;
      each(layer.input, [&](const Shape& x) {
        if (layer.meets(y, x, w)) add(x, y);
      });
    });
  });
}

// What all three refuse of an input (1, 2, 5, 5) and filters (4, 2, 3, 3).
using Refused =
    std::function<void(const Context& context, const Shape& a, const Shape& b, kiln_dtype dtype, const Conv& how)>;

std::vector<ErrorSample> common_errors(const Refused& call, const Shape& a, const Shape& b) {
  const auto with = [=](const Conv& how) {
    return [=](const Context& context) { call(context, a, b, KILN_FLOAT32, how); };
  };
  return {{"int32", KILN_TYPE_ERROR, "expected a floating-point dtype",
           [=](const Context& context) { call(context, a, b, KILN_INT32, Conv()); }},
          {"complex64", KILN_TYPE_ERROR, "expected a floating-point dtype",
           [=](const Context& context) { call(context, a, b, KILN_COMPLEX64, Conv()); }},
          {"no groups", KILN_INVALID_ARGUMENT, "got 0 groups, expected at least 1", with(Conv().groups(0))},
          {"negative padding", KILN_INVALID_ARGUMENT, "padding of -1", with(Conv().pad({0, -1}))},
          {"stride 0", KILN_INVALID_ARGUMENT, "stride of 0", with(Conv().stride({1, 0}))},
          {"dilation 0", KILN_INVALID_ARGUMENT, "dilation of 0", with(Conv().dilate({0, 1}))},
          {"a number", KILN_SHAPE_ERROR, "got 0 dimensions of the ",
           [=](const Context& context) { call(context, {}, b, KILN_FLOAT32, Conv()); }},
          {"a vector for the second", KILN_SHAPE_ERROR, "got 1 dimension of the ",
           [=](const Context& context) { call(context, a, {7}, KILN_FLOAT32, Conv()); }},
          {"no spatial axis", KILN_SHAPE_ERROR, "1 to 3 spatial axes",
           [=](const Context& context) {
             call(context, {1, 2}, b, KILN_FLOAT32, Conv());
           }},
          {"too many spatial axes", KILN_SHAPE_ERROR, "1 to 3 spatial axes",
           [=](const Context& context) {
             call(context, {1, 2, 3, 3, 3, 3}, b, KILN_FLOAT32, Conv());
           }},
          {"other dimensions", KILN_SHAPE_ERROR, "got 3 dimensions of the ", [=](const Context& context) {
             call(context, a, {4, 2, 3}, KILN_FLOAT32, Conv());
           }}};
}

const Shape x{1, 2, 5, 5}, w{4, 2, 3, 3}, y{1, 4, 3, 3};  // of errors

Operation begin(const char* name, const char* function, const Operands& operands, const Call& call,
                const Reference& reference) {
  Operation operation = row(name, "convolution", {function}, float_dtypes(), Gradient::exists);
  operation.tolerance = kConvTolerance;
  operation.samples = [=](Random& random, kiln_dtype d) { return samples(random, d, operands, call, reference); };
  return operation;
}

// A layer of a network, of about `size` elements in and out.
template <class Function>
auto timings(const Function& call) {
  return [=](const Context& context, kiln_dtype d, std::int64_t size) {
    const std::int64_t side = std::max<std::int64_t>(8, std::int64_t(std::sqrt(double(size) / 64)));
    const auto input = random_elements(context, d, {1, 64, side, side});
    const auto filters = random_elements(context, d, {64, 64, 3, 3}), output = input.copy();
    return std::vector<Timing>{{"64 filters of 3 by 3, side " + std::to_string(side),
                                [=] { call(input, filters, output); }, 2 * bytes_of(input) + bytes_of(filters),
                                2 * double(side) * double(side) * 64 * 64 * 9}};
  };
}

Operation forward_row() {
  Operation forward = begin(
      "conv", "kiln_array_conv", [](const Layer& layer) { return std::pair(layer.input, layer.filters); },
      [](const Layer& layer, Given in, const GpuArray& to) { return kiln::conv(in[0], in[1], layer.how(), to); },
      conv_reference);
  forward.errors = [] {
    const auto call = [](const Context& context, const Shape& a, const Shape& b, kiln_dtype dtype, const Conv& how) {
      kiln::conv(zeros(context, a, dtype), zeros(context, b, dtype), how);
    };
    auto errors = common_errors(call, x, w);
    const auto refuse = [&](const char* text, const char* part, const Shape& a, const Shape& b, const Conv& how) {
      errors.push_back(
          {text, KILN_SHAPE_ERROR, part, [=](const Context& context) { call(context, a, b, KILN_FLOAT32, how); }});
    };
    refuse("filters larger than the input", "the filters cover 6", x, {4, 2, 6, 3}, Conv());
    refuse("dilated beyond the input", "the filters cover 7", x, w, Conv().dilate({3, 1}));
    refuse("other channels", "got 2 channels, expected 3", x, {4, 3, 3, 3}, Conv());
    refuse("channels that do not fit groups", "got 2 channels, expected 4 (2 groups of 2)", x, w, Conv().groups(2));
    refuse("filters that do not fit groups", "a multiple of 2 groups", x, {3, 1, 3, 3}, Conv().groups(2));
    refuse("filters without elements", "spatial extents of at least 1", x, {4, 2, 0, 3}, Conv());
    add_destination_errors(errors, y, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
      kiln::conv(zeros(context, x), zeros(context, w), Conv(), to);
    });
    return errors;
  };
  time(forward,
       timings([](const GpuArray& a, const GpuArray& b, const GpuArray& to) { kiln::conv(a, b, Conv().half(), to); }));
  return forward;
}

Operation transpose_row() {
  Operation transpose = begin(
      "conv_transpose", "kiln_array_conv_transpose",
      [](const Layer& layer) { return std::pair(layer.output(), layer.filters); },
      [](const Layer& layer, Given in, const GpuArray& to) {
        return kiln::conv_transpose(in[0], in[1], layer.how(), layer.extents(layer.input), to);
      },
      transpose_reference);
  transpose.errors = [] {
    const auto call = [](const Context& context, const Shape& a, const Shape& b, kiln_dtype dtype, const Conv& how) {
      kiln::conv_transpose(zeros(context, a, dtype), zeros(context, b, dtype), how);
    };
    auto errors = common_errors(call, y, w);
    errors.push_back(
        {"extents of another output", KILN_SHAPE_ERROR, "expected (1, 4, 4, 3)", [=](const Context& context) {
           kiln::conv_transpose(zeros(context, y), zeros(context, w), Conv(), {6, 5});
         }});
    errors.push_back({"too much padding", KILN_SHAPE_ERROR, "expected at most 5 together", [=](const Context& context) {
                        kiln::conv_transpose(zeros(context, y), zeros(context, w), Conv().pad({3, 3}));
                      }});
    add_destination_errors(errors, x, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
      kiln::conv_transpose(zeros(context, y), zeros(context, w), Conv(), {}, to);
    });
    return errors;
  };
  time(transpose, timings([](const GpuArray& a, const GpuArray& b, const GpuArray& to) {
         kiln::conv_transpose(a, b, Conv().half(), {}, to);
       }));
  return transpose;
}

Operation gradient_row() {
  Operation gradient = begin(
      "conv_filter_gradient", "kiln_array_conv_filter_gradient",
      [](const Layer& layer) { return std::pair(layer.input, layer.output()); },
      [](const Layer& layer, Given in, const GpuArray& to) {
        return kiln::conv_filter_gradient(in[0], in[1], layer.extents(layer.filters), layer.how(), to);
      },
      filter_reference);
  gradient.errors = [] {
    const auto call = [](const Context& context, const Shape& a, const Shape& b, kiln_dtype dtype, const Conv& how) {
      kiln::conv_filter_gradient(zeros(context, a, dtype), zeros(context, b, dtype), {3, 3}, how);
    };
    auto errors = common_errors(call, x, y);
    errors.push_back(
        {"extents of other filters", KILN_SHAPE_ERROR, "expected (1, 4, 4, 3)", [=](const Context& context) {
           kiln::conv_filter_gradient(zeros(context, x), zeros(context, y), {2, 3});
         }});
    add_destination_errors(errors, w, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
      kiln::conv_filter_gradient(zeros(context, x), zeros(context, y), {3, 3}, Conv(), to);
    });
    return errors;
  };
  time(gradient, timings([](const GpuArray& a, const GpuArray& b, const GpuArray& to) {
         kiln::conv_filter_gradient(a, to, {3, 3}, Conv().half(), b);
       }));
  return gradient;
}

}  // namespace

void add_convolutions(std::vector<Operation>& table) {
  table.push_back(forward_row());
  table.push_back(transpose_row());
  table.push_back(gradient_row());
}

}  // namespace kiln::operations
