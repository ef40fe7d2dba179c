// SPDX-License-Identifier: Apache-2.0
// Rows of the caller's own: a fused elementwise computation, a reduction from expressions.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

std::vector<Sample> fused_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b, const Shape& c,
                       const Shape& result) {
    Sample one;
    one.text = std::move(text);
    one.inputs = {ordinary(random, d, a), ordinary(random, d, b), ordinary(random, d, c)};
    one.run = [](const Context& context, Given in, Given to) {
      const Elementwise compute(context, "r = a*b + c; s = a < b ? a : c", "r, s, a, b, c");
      Arrays made(to.begin(), to.end());
      if (!made.empty()) {
        compute(made[0], made[1], in[0], in[1], in[2]);
      } else {
        made.resize(2);
        compute(new_array(made[0]), new_array(made[1]), in[0], in[1], in[2]);
      }
      return made;
    };
    one.expected = [d, result, inputs = one.inputs] {
      std::vector<Real> scale;
      Expected r = elements(d, result, [&](const Shape& at) {
        const Real x = element(inputs[0], at).real() * element(inputs[1], at).real(),
                   y = element(inputs[2], at).real();
        scale.push_back(std::max(std::abs(x), std::abs(y)));
        return convert(d, x + y);
      });
      r.scale = scale;
      return std::vector<Expected>{r, elements(d, result, [&](const Shape& at) {
                                     const Number x = element(inputs[0], at);
                                     return x.real() < element(inputs[1], at).real() ? x
                                                                                     : element(inputs[2], at);
                                   })};
    };
    out.push_back(std::move(one));
  };
  add("(30, 40)", {30, 40}, {30, 40}, {30, 40}, {30, 40});
  add("broadcast", {5, 1, 3}, {4, 1}, {3}, {5, 4, 3});
  add("0-d", {}, {}, {}, {});
  add("no elements", {0, 3}, {3}, {1}, {0, 3});
  return out;
}

std::vector<Sample> reduction_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b, const Shape& whole, std::size_t axis,
                       bool keepdims) {
    Sample one;
    one.text = std::move(text);
    one.inputs = {ordinary(random, d, a), ordinary(random, d, b)};
    one.run = [axis, keepdims](const Context& context, Given in, Given to) {
      const Reduction compute(context, "s = 0; m = 0", "s = a*b; m = abs(a)", "s = s + s_; m = max(m, m_)",
                              "r = s; t = m", 2);
      return compute({in[0], in[1]}, std::int64_t(axis), keepdims, {to.begin(), to.end()});
    };
    one.expected = [=, inputs = one.inputs] {
      Shape result = whole;
      result[axis] = 1;
      if (!keepdims) result.erase(result.begin() + std::ptrdiff_t(axis));
      Expected sum{{d, result, {}}, {}}, most{{d, result, {}}, {}};
      Shape kept = whole;
      kept[axis] = 1;
      each(kept, [&](const Shape& at) {
        Real total = 0, scale = 0, top = 0;
        for (std::int64_t i = 0; i < whole[axis]; ++i) {
          Shape from = at;
          from[axis] = i;
          const Real x = element(inputs[0], from).real(), y = element(inputs[1], from).real();
          total += x * y;
          scale += std::abs(x * y);
          top = std::max(top, std::abs(x));
        }
        sum.array.values.push_back(convert(d, total));
        sum.scale.push_back(scale);
        most.array.values.push_back(top);
      });
      return std::vector<Expected>{sum, most};
    };
    out.push_back(std::move(one));
  };
  add("(40, 70), last axis", {40, 70}, {40, 70}, {40, 70}, 1, false);
  add("broadcast, axis 0, keepdims", {30, 9}, {9}, {30, 9}, 0, true);
  add("(5, 33, 7), axis 1", {5, 33, 7}, {33, 1}, {5, 33, 7}, 1, false);
  add("no elements", {3, 0}, {3, 0}, {3, 0}, 1, false);
  return out;
}

}  // namespace

void add_fused(std::vector<Operation>& table) {
  auto dtypes = real_dtypes();
  dtypes.erase(dtypes.begin());  // bool
  Operation operation =
      row("fused_elementwise", "elementwise", {"kiln_elementwise_call"}, dtypes, Gradient::exists);
  operation.tolerance = {1, 1, 1, 1, 1};
  operation.samples = fused_samples;
  operation.errors = [] {
    return std::vector<ErrorSample>{{"too few arguments", KILN_INVALID_ARGUMENT, "arguments",
                                     [](const Context& context) {
                                       const Elementwise compute(context, "r = a + b");
                                       GpuArray r;
                                       compute(new_array(r), zeros(context, {3}));
                                     }},
                                    {"shapes", KILN_SHAPE_ERROR, "broadcast",
                                     [](const Context& context) {
                                       const Elementwise compute(context, "r = a + b");
                                       GpuArray r;
                                       compute(new_array(r), zeros(context, {3}), zeros(context, {4}));
                                     }},
                                    {"text", KILN_PARSE_ERROR, "column", [](const Context& context) {
                                       const Elementwise compute(context, "r = a +");
                                     }}};
  };
  time(operation, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto a = GpuArray::full(context, {size}, 1.0, d), b = a.copy(), c = a.copy(), r = a.copy();
    const Elementwise compute(context, "r = a*b + c", "r, a, b, c");
    std::vector<Timing> timings{{"a*b + c", [=] { compute(r, a, b, c); }, 4 * bytes_of(a)}};
    if (is_float(d)) {
      const auto e = a.copy();
      const Elementwise with_exp(context, "r = a*b + c*exp(d)", "r, a, b, c, d");
      timings.push_back({"a*b + c*exp(d)", [=] { with_exp(r, a, b, c, e); }, 5 * bytes_of(a)});
    }
    const auto m = GpuArray::full(context, matrix_of(size), 1.0, d), sum = m.copy();
    const auto turned = m.copy().reshape({m.shape()[1], m.shape()[0]}).transpose();
    const Elementwise add(context, "r = a + b");
    timings.push_back({"a + b.T", [=] { add(sum, m, turned); }, 3 * bytes_of(m)});
    return timings;
  });
  table.push_back(std::move(operation));
}

void add_custom_reduction(std::vector<Operation>& table) {
  Operation operation =
      row("custom_reduction", "reduction", {"kiln_reduction_call", "kiln_reduction_call_into"},
          {KILN_INT32, KILN_INT64, KILN_FLOAT32, KILN_FLOAT64}, Gradient::exists);
  operation.tolerance = {2, 2, 4, 4, 4};
  operation.samples = reduction_samples;
  operation.errors = [] {
    return std::vector<ErrorSample>{
        {"axis out of range", KILN_INDEX_ERROR, "axis",
         [](const Context& context) {
           const Reduction compute(context, "s = 0", "s = a", "s = s + s_", "r = s");
           compute({zeros(context, {2, 3})}, 2);
         }},
        {"combine without the right side", KILN_INVALID_ARGUMENT, "", [](const Context& context) {
           const Reduction compute(context, "s = 0", "s = a", "t = s", "r = s");
         }}};
  };
  time(operation, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto a = GpuArray::full(context, {size}, 1.0, d), b = a.copy();
    const Reduction compute(context, "s = 0", "s = a*b", "s = s + s_", "r = s");
    return std::vector<Timing>{{"a*b of all", [=] { compute({a, b}); }, 2 * bytes_of(a)}};
  });
  table.push_back(std::move(operation));
}

}  // namespace kiln::operations
