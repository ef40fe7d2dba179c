// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/sort.h.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "order.hpp"

namespace kiln::operations {

bool before(Number x, Number y, bool descending, Nan nan) {
  const bool same = x.real() == y.real() || (std::isnan(x.real()) && std::isnan(y.real()));
  const Real a = same ? x.imag() : x.real(), b = same ? y.imag() : y.real();
  if (std::isnan(a) || std::isnan(b))
    return nan == Nan::first ? std::isnan(a) && !std::isnan(b) : !std::isnan(a) && std::isnan(b);
  return descending ? a > b : a < b;
}

std::vector<std::size_t> in_order(const HostArray& array, std::vector<std::size_t> line, bool descending, Nan nan) {
  std::stable_sort(line.begin(), line.end(), [&](std::size_t a, std::size_t b) {
    return before(array.values[a], array.values[b], descending, nan);
  });
  return line;
}

namespace {

Real position_in(const std::vector<std::size_t>& line, std::size_t place) {
  return Real(std::find(line.begin(), line.end(), place) - line.begin());
}

// Sorted elements, or their positions.
Expected sorted(const HostArray& input, std::int64_t axis, bool descending, bool positions) {
  Expected out{{positions ? KILN_INT64 : input.dtype, input.shape, input.values}, {}};
  for (const auto& line : lines(input.shape, axis_of(axis, input.shape.size()))) {
    const auto places = in_order(input, line, descending);
    for (std::size_t i = 0; i < line.size(); ++i)
      out.array.values[line[i]] = positions ? Number(position_in(line, places[i])) : input.values[places[i]];
  }
  return out;
}

std::vector<Sample> sort_samples(Random& random, kiln_dtype d, bool positions) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray input, std::int64_t axis, bool descending) {
    out.push_back(sample(
        std::move(text), {std::move(input)},
        [=](const Context&, Given in, const GpuArray& to) {
          return positions ? kiln::argsort(in[0], axis, descending, to) : kiln::sort(in[0], axis, descending, to);
        },
        [=](const Inputs& in) { return sorted(in[0], axis, descending, positions); }));
  };
  add("(6, 50), last axis", mixed(random, d, {6, 50}), -1, false);
  add("(2500,), descending", mixed(random, d, {2500}), 0, true);
  add("(5, 33, 7), axis 1", mixed(random, d, {5, 33, 7}), 1, false);
  add("(40, 70), last axis", mixed(random, d, {40, 70}), -1, false);
  add("special values, descending", special(d), 0, true);
  add("equal elements", within(random, d, {300}, 0, 3), 0, true);
  add("one element", ordinary(random, d, {1}), 0, false);
  add("no elements", ordinary(random, d, {3, 0}), 1, false);
  return out;
}

std::vector<Expected> top(const HostArray& input, std::int64_t k, std::int64_t axis, bool largest) {
  const std::size_t at = axis_of(axis, input.shape.size());
  Shape shape = input.shape;
  shape[at] = k;
  Expected values{{input.dtype, shape, std::vector<Number>(size_of(shape))}, {}};
  Expected places{{KILN_INT64, shape, std::vector<Number>(size_of(shape))}, {}};
  const auto from = lines(input.shape, at), to = lines(shape, at);
  for (std::size_t l = 0; l < to.size(); ++l) {
    const auto order = in_order(input, from[l], largest, largest ? Nan::first : Nan::last);
    for (std::size_t i = 0; i < to[l].size(); ++i) {
      values.array.values[to[l][i]] = input.values[order[i]];
      places.array.values[to[l][i]] = position_in(from[l], order[i]);
    }
  }
  return {values, places};
}

std::vector<Sample> topk_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray input, std::int64_t k, std::int64_t axis, bool largest) {
    Sample one;
    one.text = std::move(text);
    one.inputs = {std::move(input)};
    one.run = [=](const Context&, Given in, Given to) {
      const auto made = kiln::topk(in[0], k, axis, largest, to.empty() ? TopK{} : TopK{to[0], to[1]});
      return Arrays{made.values, made.indices};
    };
    one.expected = [=, inputs = one.inputs] { return top(inputs[0], k, axis, largest); };
    out.push_back(std::move(one));
  };
  add("7 largest of 6 rows of 50", mixed(random, d, {6, 50}), 7, -1, true);
  add("5 smallest of (9, 33, 4), axis 1", mixed(random, d, {9, 33, 4}), 5, 1, false);
  add("300 largest of 3000", mixed(random, d, {3000}), 300, 0, true);
  add("all special values, smallest", special(d), special(d).shape[0], 0, false);
  add("none", ordinary(random, d, {3, 4}), 0, 1, true);
  return out;
}

std::vector<Expected> distinct(const HostArray& input) {
  std::vector<std::size_t> all(input.values.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Real> first, count;
  std::vector<Number> values;
  Expected inverse{{KILN_INT64, input.shape, std::vector<Number>(all.size())}, {}};
  for (std::size_t place : in_order(input, all, false)) {
    if (values.empty() || values.back() != input.values[place]) {
      values.push_back(input.values[place]);
      first.push_back(Real(place));
      count.push_back(0);
    }
    count.back() += 1;
    inverse.array.values[place] = Real(values.size() - 1);
  }
  const Shape shape{std::int64_t(values.size())};
  return {{{input.dtype, shape, values}, {}}, {list(KILN_INT64, first), {}}, inverse, {list(KILN_INT64, count), {}}};
}

std::vector<Sample> unique_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray input) {
    Sample one;
    one.text = std::move(text);
    one.inputs = {std::move(input)};
    one.run = [](const Context&, Given in, Given to) {
      const auto made = kiln::unique_all(in[0], to.empty() ? kiln::Unique{} : kiln::Unique{to[0], to[1], to[2], to[3]});
      return Arrays{made.values, made.indices, made.inverse, made.counts};
    };
    one.expected = [inputs = one.inputs] { return distinct(inputs[0]); };
    out.push_back(std::move(one));
  };
  HostArray few = within(random, d, {300}, 0, 5);
  for (Number& value : few.values) value = {std::floor(value.real()), std::floor(value.imag())};
  add("few different", few);
  add("(60, 40)", mixed(random, d, {60, 40}));
  add("special values", special(d));
  add("0-d", ordinary(random, d, {}));
  add("no elements", ordinary(random, d, {0, 3}));
  return out;
}

std::vector<Sample> searchsorted_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray among, HostArray values, bool right) {
    std::stable_sort(among.values.begin(), among.values.end(), [](Number a, Number b) { return before(a, b, false); });
    out.push_back(sample(
        std::move(text), {std::move(among), std::move(values)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::searchsorted(in[0], in[1], right, to); },
        [=](const Inputs& in) {
          return elements(KILN_INT64, in[1].shape, [&](const Shape& at) {
            const Number value = element(in[1], at);
            const auto less = [](Number a, Number b) { return before(a, b, false); };
            const auto& from = in[0].values;
            const auto found = right ? std::upper_bound(from.begin(), from.end(), value, less)
                                     : std::lower_bound(from.begin(), from.end(), value, less);
            return Number(Real(found - from.begin()));
          });
        }));
  };
  add("(30, 10) among 500", mixed(random, d, {500}), mixed(random, d, {30, 10}), false);
  add("right, special values", special(d), special(d), true);
  add("0-d among 10, right", ordinary(random, d, {10}), ordinary(random, d, {}), true);
  add("among none", ordinary(random, d, {0}), ordinary(random, d, {4}), false);
  add("no values", ordinary(random, d, {5}), ordinary(random, d, {0, 2}), false);
  return out;
}

using OrderCall = std::function<void(const GpuArray& array)>;

std::vector<ErrorSample> axis_errors(const OrderCall& call) {
  return {{"complex", KILN_TYPE_ERROR, "real",
           [=](const Context& context) {
             call(zeros(context, {2, 3}, KILN_COMPLEX64));
           }},
          {"axis out of range", KILN_INDEX_ERROR, "axis", [=](const Context& context) { call(zeros(context, {})); }}};
}

}  // namespace

void add_order(std::vector<Operation>& table) {
  for (const bool positions : {false, true}) {
    Operation operation =
        row(positions ? "argsort" : "sort", "order", {positions ? "kiln_array_argsort" : "kiln_array_sort"},
            real_dtypes(), positions ? Gradient::none : Gradient::exists);
    operation.samples = [=](Random& random, kiln_dtype d) { return sort_samples(random, d, positions); };
    const auto run = [=](const GpuArray& array, const GpuArray& to) {
      return positions ? kiln::argsort(array, -1, false, to) : kiln::sort(array, -1, false, to);
    };
    operation.errors = [=] {
      auto errors = axis_errors([=](const GpuArray& array) { run(array, {}); });
      add_destination_errors(errors, {4, 3}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
        run(zeros(context, {4, 3}), to);
      });
      return errors;
    };
    time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
      std::vector<Timing> timings;
      const auto add = [&](const char* text, const GpuArray& from) {
        const auto to = GpuArray::empty(context, from.shape(), positions ? KILN_INT64 : d);
        timings.push_back({text, [=] { run(from, to); }, bytes_of(from) + bytes_of(to)});
      };
      add("", random_elements(context, d, {positions ? size / 4 : size}));
      add("rows of 64", random_elements(context, d, {size / 64, 64}));
      return timings;
    });
    table.push_back(std::move(operation));
  }

  Operation topk = row("topk", "order", {"kiln_array_topk", "kiln_array_topk_into"}, real_dtypes(), Gradient::exists);
  topk.samples = topk_samples;
  topk.errors = [] {
    auto errors = axis_errors([](const GpuArray& array) { kiln::topk(array, 1); });
    errors.push_back({"k beyond the axis", KILN_INVALID_ARGUMENT, "got k 4", [](const Context& context) {
                        kiln::topk(zeros(context, {2, 3}), 4);
                      }});
    return errors;
  };
  time(topk, [](const Context& context, kiln_dtype d, std::int64_t size) {
    std::vector<Timing> timings;
    const auto add = [&](const char* text, const GpuArray& from) {
      timings.push_back({text, [=] { kiln::topk(from, 10); }, bytes_of(from)});
    };
    add("10 of all", random_elements(context, d, {size}));
    add("10 of rows of 1024", random_elements(context, d, {std::max<std::int64_t>(size / 1024, 1), 1024}));
    return timings;
  });
  table.push_back(std::move(topk));

  Operation unique = row("unique", "order", {"kiln_array_unique", "kiln_array_unique_into"}, all_dtypes());
  unique.samples = unique_samples;
  unique.errors = [] {
    std::vector<ErrorSample> errors{{"no array", KILN_INVALID_ARGUMENT, "GpuArray: the object is empty",
                                     [](const Context&) { kiln::unique(GpuArray()); }}};
    add_destination_errors(errors, {1}, KILN_FLOAT32,
                           [](const Context& context, const GpuArray& to) { kiln::unique(zeros(context, {5}), to); });
    return errors;
  };
  time(unique, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = random_elements(context, d, {size});
    return std::vector<Timing>{{"", [=] { kiln::unique(from); }, 2 * bytes_of(from)}};
  });
  table.push_back(std::move(unique));

  Operation searchsorted = row("searchsorted", "order", {"kiln_array_searchsorted"}, real_dtypes());
  searchsorted.samples = searchsorted_samples;
  searchsorted.errors = [] {
    std::vector<ErrorSample> errors{
        {"complex", KILN_TYPE_ERROR, "real",
         [](const Context& context) { kiln::searchsorted(zeros(context, {3}, KILN_COMPLEX64), zeros(context, {3})); }},
        {"sorted array of two axes", KILN_SHAPE_ERROR, "one dimension", [](const Context& context) {
           kiln::searchsorted(zeros(context, {3, 2}), zeros(context, {3}));
         }}};
    add_destination_errors(errors, {3}, KILN_INT64, [](const Context& context, const GpuArray& to) {
      kiln::searchsorted(zeros(context, {5}), zeros(context, {3}), false, to);
    });
    return errors;
  };
  time(searchsorted, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto among = kiln::sort(random_elements(context, d, {1024}));
    const auto values = random_elements(context, d, {size});
    const auto to = GpuArray::empty(context, {size}, KILN_INT64);
    return std::vector<Timing>{
        {"among 1024", [=] { kiln::searchsorted(among, values, false, to); }, bytes_of(values) + bytes_of(to)}};
  });
  table.push_back(std::move(searchsorted));
}

}  // namespace kiln::operations
