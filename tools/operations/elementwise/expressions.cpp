// SPDX-License-Identifier: Apache-2.0
// Rows of the caller's own: a fused elementwise computation, a reduction and a scan from expressions.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

std::vector<Sample> fused_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b, const Shape& c, const Shape& result) {
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
        const Real x = element(inputs[0], at).real() * element(inputs[1], at).real(), y = element(inputs[2], at).real();
        scale.push_back(std::max(std::abs(x), std::abs(y)));
        return convert(d, x + y);
      });
      r.scale = scale;
      return std::vector<Expected>{r, elements(d, result, [&](const Shape& at) {
                                     const Number x = element(inputs[0], at);
                                     return x.real() < element(inputs[1], at).real() ? x : element(inputs[2], at);
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

// r[i] = x[i] r[i - 1] + y[i]: maps are composed, which does not commute. And the greatest of |y| so far.
std::vector<Sample> scan_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& a, const Shape& b, const Shape& whole, std::size_t axis,
                       bool exclusive, bool reverse) {
    Sample one;
    one.text = std::move(text);
    // Results stay in range: factors of at most 1, of integers 1 and -1.
    one.inputs = {within(random, d, a, -1, 1), ordinary(random, d, b)};
    if (is_integer(d))
      for (Number& factor : one.inputs[0].values) factor = factor == Number(0) ? 1 : -1;
    one.run = [=](const Context& context, Given in, Given to) {
      const kiln::Scan compute(context, "a = 1; b = 0; m = 0", "a = x; b = y; m = abs(y)",
                               "b = b*a_ + b_; a = a*a_; m = max(m, m_)", "r = b; t = m", 2);
      return compute({in[0], in[1]}, std::int64_t(axis), exclusive, reverse, {to.begin(), to.end()});
    };
    one.expected = [=, inputs = one.inputs] {
      Expected last{{d, whole, std::vector<Number>(size_of(whole))}, std::vector<Real>(size_of(whole))};
      Expected most{{d, whole, std::vector<Number>(size_of(whole))}, {}};
      std::vector<HostArray> full;
      for (const HostArray& input : inputs)
        full.push_back(elements(d, whole, [&](const Shape& at) { return element(input, at); }).array);
      for (auto line : lines(whole, axis)) {
        if (reverse) std::reverse(line.begin(), line.end());
        Real r = 0, scale = 0, top = 0;
        for (const std::size_t at : line) {
          const auto put = [&] {
            last.array.values[at] = convert(d, r);
            last.scale[at] = scale;
            most.array.values[at] = top;
          };
          if (exclusive) put();
          const Real x = full[0].values[at].real(), y = full[1].values[at].real();
          r = convert(d, convert(d, x * r) + y).real();
          scale = std::abs(x) * scale + std::abs(y);
          top = std::max(top, std::abs(y));
          if (!exclusive) put();
        }
      }
      return std::vector<Expected>{last, most};
    };
    out.push_back(std::move(one));
  };
  add("(40, 70), last axis", {40, 70}, {40, 70}, {40, 70}, 1, false, false);
  add("broadcast, axis 0, exclusive", {30, 9}, {9}, {30, 9}, 0, true, false);
  add("(5, 33, 7), axis 1, from the end", {5, 33, 7}, {33, 1}, {5, 33, 7}, 1, false, true);
  add("(500,), exclusive, from the end", {500}, {500}, {500}, 0, true, true);
  add("no elements", {3, 0}, {3, 0}, {3, 0}, 1, false, false);
  return out;
}

}  // namespace

void add_fused(std::vector<Operation>& table) {
  auto dtypes = real_dtypes();
  dtypes.erase(dtypes.begin());  // bool
  Operation operation = row("fused_elementwise", "elementwise", {"kiln_elementwise_call"}, dtypes, Gradient::exists);
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
                                    {"text", KILN_PARSE_ERROR, "column",
                                     [](const Context& context) { const Elementwise compute(context, "r = a +"); }}};
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
  Operation operation = row("custom_reduction", "reduction", {"kiln_reduction_call", "kiln_reduction_call_into"},
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
        {"combine without the right side", KILN_INVALID_ARGUMENT, "",
         [](const Context& context) { const Reduction compute(context, "s = 0", "s = a", "t = s", "r = s"); }}};
  };
  time(operation, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto a = GpuArray::full(context, {size}, 1.0, d), b = a.copy();
    const Reduction compute(context, "s = 0", "s = a*b", "s = s + s_", "r = s");
    return std::vector<Timing>{{"a*b of all", [=] { compute({a, b}); }, 2 * bytes_of(a)}};
  });
  table.push_back(std::move(operation));
}

void add_custom_scan(std::vector<Operation>& table) {
  Operation operation = row("custom_scan", "scan", {"kiln_scan_call", "kiln_scan_call_into"},
                            {KILN_INT32, KILN_INT64, KILN_FLOAT32, KILN_FLOAT64}, Gradient::exists);
  operation.tolerance = {2, 2, 8, 8, 8};
  operation.samples = scan_samples;
  operation.errors = [] {
    return std::vector<ErrorSample>{
        {"axis out of range", KILN_INDEX_ERROR, "axis",
         [](const Context& context) {
           const kiln::Scan compute(context, "s = 0", "s = a", "s = s + s_", "r = s");
           compute({zeros(context, {2, 3})}, 2);
         }},
        {"too few arrays", KILN_INVALID_ARGUMENT, "got 1 array, expected 2: a, b",
         [](const Context& context) {
           const kiln::Scan compute(context, "s = 0", "s = a + b", "s = s + s_", "r = s");
           compute({zeros(context, {2, 3})});
         }},
        {"a destination of another shape", KILN_SHAPE_ERROR, "expected (2, 3)",
         [](const Context& context) {
           const kiln::Scan compute(context, "s = 0", "s = a", "s = s + s_", "r = s");
           compute({zeros(context, {2, 3})}, -1, false, false, {zeros(context, {3})});
         }},
        {"combine without the right side", KILN_INVALID_ARGUMENT, "does not assign the accumulator 's'",
         [](const Context& context) { const kiln::Scan compute(context, "s = 0", "s = a", "t = s", "r = s"); }}};
  };
  time(operation, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto a = GpuArray::full(context, matrix_of(size), 1.0, d), to = a.copy();
    const kiln::Scan compute(context, "s = 0", "s = a", "s = s + s_", "r = s");
    std::vector<Timing> timings;
    const auto add = [&](const char* text, const GpuArray& from, const GpuArray& into, std::int64_t axis) {
      timings.push_back({text, [=] { compute({from}, axis, false, false, {into}); }, 2 * bytes_of(from)});
    };
    add("", a.reshape({-1}), to.reshape({-1}), 0);
    add("axis 0", a, to, 0);
    add("axis 1", a, to, 1);
    return timings;
  });
  table.push_back(std::move(operation));
}

}  // namespace kiln::operations
