// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/sort.h: membership and sets.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "order.hpp"

namespace kiln::operations {

namespace {

bool among(Number value, const HostArray& values) {
  return std::find(values.values.begin(), values.values.end(), value) != values.values.end();
}

// Elements of which many are in both.
HostArray few(Random& random, kiln_dtype d, const Shape& shape) {
  HostArray out = within(random, d, shape, 0, 9);
  for (Number& value : out.values) value = {std::floor(value.real()), std::floor(value.imag())};
  return out;
}

std::vector<Sample> isin_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray array, HostArray values, bool invert) {
    out.push_back(sample(
        std::move(text), {std::move(array), std::move(values)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::isin(in[0], in[1], invert, to); },
        [=](const Inputs& in) {
          return elements(KILN_BOOL, in[0].shape,
                          [&](const Shape& at) { return Number(Real(among(element(in[0], at), in[1]) != invert)); });
        }));
  };
  add("(30, 10) among (4, 2)", few(random, d, {30, 10}), few(random, d, {4, 2}), false);
  add("not among 300", mixed(random, d, {60}), mixed(random, d, {300}), true);
  add("special values", special(d), special(d), false);
  add("0-d among one", ordinary(random, d, {}), ordinary(random, d, {}), false);
  add("not among none", ordinary(random, d, {4, 2}), ordinary(random, d, {0}), true);
  add("none", ordinary(random, d, {0, 2}), ordinary(random, d, {5}), false);
  return out;
}

struct Set {
  const char* name;
  GpuArray (*call)(const GpuArray& a, const GpuArray& b, const GpuArray& out);
  bool of_a, of_b;  // whether those of one alone are in it
  bool of_both;
};
constexpr Set kSets[] = {{"union1d", kiln::union1d, true, true, true},
                         {"intersect1d", kiln::intersect1d, false, false, true},
                         {"setdiff1d", kiln::setdiff1d, true, false, false},
                         {"setxor1d", kiln::setxor1d, true, true, false}};

Expected set_of(const Set& set, const HostArray& a, const HostArray& b) {
  HostArray all{a.dtype, {}, {}};
  for (Number x : a.values)
    if (among(x, b) ? set.of_both : set.of_a) all.values.push_back(x);
  for (Number x : b.values)
    if (among(x, a) ? set.of_both : set.of_b) all.values.push_back(x);
  std::vector<std::size_t> places(all.values.size());
  std::iota(places.begin(), places.end(), 0);
  std::vector<Number> distinct;
  for (std::size_t place : in_order(all, places, false))
    if (distinct.empty() || distinct.back() != all.values[place]) distinct.push_back(all.values[place]);
  return {{a.dtype, {std::int64_t(distinct.size())}, distinct}, {}};
}

std::vector<Sample> set_samples(const Set& set, Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray a, HostArray b) {
    out.push_back(sample(
        std::move(text), {std::move(a), std::move(b)},
        [&set](const Context&, Given in, const GpuArray& to) { return set.call(in[0], in[1], to); },
        [&set](const Inputs& in) { return set_of(set, in[0], in[1]); }));
  };
  add("(30, 10) and (4, 2)", few(random, d, {30, 10}), few(random, d, {4, 2}));
  add("100 and (50, 60)", mixed(random, d, {100}), mixed(random, d, {50, 60}));
  add("0-d and 0-d", ordinary(random, d, {}), ordinary(random, d, {}));
  add("none and (3, 2)", ordinary(random, d, {0}), ordinary(random, d, {3, 2}));
  add("(3, 2) and none", ordinary(random, d, {3, 2}), ordinary(random, d, {0, 2}));
  return out;
}

}  // namespace

void add_sets(std::vector<Operation>& table) {
  Operation isin = row("isin", "order", {"kiln_array_isin"}, all_dtypes());
  isin.samples = isin_samples;
  isin.errors = [] {
    std::vector<ErrorSample> errors{{"no values", KILN_INVALID_ARGUMENT, "GpuArray: the object is empty",
                                     [](const Context& context) { kiln::isin(zeros(context, {3}), {}); }}};
    add_destination_errors(errors, {3}, KILN_BOOL, [](const Context& context, const GpuArray& to) {
      kiln::isin(zeros(context, {3}), zeros(context, {5}), false, to);
    });
    return errors;
  };
  time(isin, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto array = random_elements(context, d, {size}), values = random_elements(context, d, {1024});
    const auto to = GpuArray::empty(context, {size}, KILN_BOOL);
    return std::vector<Timing>{
        {"among 1024", [=] { kiln::isin(array, values, false, to); }, bytes_of(array) + bytes_of(to)}};
  });
  table.push_back(std::move(isin));

  for (const Set& set : kSets) {
    Operation operation = row(set.name, "order", {"kiln_array_set"}, all_dtypes());
    operation.samples = [&set](Random& random, kiln_dtype d) { return set_samples(set, random, d); };
    operation.errors = [&set] {
      std::vector<ErrorSample> errors{{"no second array", KILN_INVALID_ARGUMENT, "GpuArray: the object is empty",
                                       [&set](const Context& context) { set.call(zeros(context, {3}), {}, {}); }}};
      // Of zeros and none, and of zeros alone.
      add_destination_errors(errors, {1}, KILN_FLOAT32, [&set](const Context& context, const GpuArray& to) {
        set.call(zeros(context, {5}), zeros(context, {set.of_both ? 3 : 0}), to);
      });
      return errors;
    };
    time(operation, [&set](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto a = random_elements(context, d, {size / 2}), b = random_elements(context, d, {size / 2});
      return std::vector<Timing>{{"", [=, &set] { set.call(a, b, {}); }, 2 * (bytes_of(a) + bytes_of(b))}};
    });
    table.push_back(std::move(operation));
  }
}

}  // namespace kiln::operations
