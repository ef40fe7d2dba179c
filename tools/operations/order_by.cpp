// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/sort.h: what goes where keys go.
#include "order.hpp"

namespace kiln::operations {

namespace {

std::vector<Expected> by_key(const HostArray& keys, const HostArray& values, std::size_t axis,
                             bool descending) {
  Expected sorted{keys, {}}, moved{values, {}};
  for (const auto& line : lines(keys.shape, axis)) {
    const auto places = in_order(keys, line, descending);
    for (std::size_t i = 0; i < line.size(); ++i) {
      sorted.array.values[line[i]] = keys.values[places[i]];
      moved.array.values[line[i]] = values.values[places[i]];
    }
  }
  return {sorted, moved};
}

std::vector<Sample> by_key_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray keys, kiln_dtype of, std::int64_t axis, bool descending) {
    Sample one;
    one.text = std::move(text);
    HostArray values = ordinary(random, of, keys.shape);
    one.inputs = {std::move(keys), std::move(values)};
    one.run = [=](const Context&, Given in, Given to) {
      const auto made = kiln::sort_by_key(in[0], in[1], axis, descending,
                                          to.empty() ? SortedByKey{} : SortedByKey{to[0], to[1]});
      return Arrays{made.keys, made.values};
    };
    one.expected = [=, inputs = one.inputs] {
      return by_key(inputs[0], inputs[1], axis_of(axis, inputs[0].shape.size()), descending);
    };
    out.push_back(std::move(one));
  };
  add("(6, 50), complex values", mixed(random, d, {6, 50}), KILN_COMPLEX64, -1, false);
  add("equal keys, descending", within(random, d, {300}, 0, 3), KILN_INT16, 0, true);
  add("(5, 33, 7), axis 1", mixed(random, d, {5, 33, 7}), d, 1, false);
  add("(2500,), descending", mixed(random, d, {2500}), KILN_FLOAT32, 0, true);
  add("special keys", special(d), KILN_UINT8, 0, false);
  add("no elements", ordinary(random, d, {3, 0}), d, 1, false);
  return out;
}

}  // namespace

void add_order_by(std::vector<Operation>& table) {
  Operation by_key = row("sort_by_key", "order", {"kiln_array_sort_by_key"}, real_dtypes(), Gradient::exists);
  by_key.samples = by_key_samples;
  by_key.errors = [] {
    std::vector<ErrorSample> errors{
        {"complex keys", KILN_TYPE_ERROR, "real",
         [](const Context& context) {
           kiln::sort_by_key(zeros(context, {3}, KILN_COMPLEX64), zeros(context, {3}));
         }},
        {"another shape", KILN_SHAPE_ERROR, "have shape (3, 2), expected the keys' (2, 3)",
         [](const Context& context) {
           kiln::sort_by_key(zeros(context, {2, 3}), zeros(context, {3, 2}));
         }},
        {"axis of none", KILN_INDEX_ERROR, "axis",
         [](const Context& context) { kiln::sort_by_key(zeros(context, {}), zeros(context, {})); }},
        {"one destination for both", KILN_INVALID_ARGUMENT, "share memory", [](const Context& context) {
           const auto to = zeros(context, {4});
           kiln::sort_by_key(zeros(context, {4}), zeros(context, {4}), 0, false, {to, to});
         }}};
    add_destination_errors(errors, {4, 3}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      kiln::sort_by_key(zeros(context, {4, 3}), zeros(context, {4, 3}), -1, false, {{}, to});
    });
    return errors;
  };
  time(by_key, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto keys = random_elements(context, d, {size}), values = random_elements(context, d, {size});
    return std::vector<Timing>{{"", [=] { kiln::sort_by_key(keys, values); }, 4 * bytes_of(keys)}};
  });
  table.push_back(std::move(by_key));
}

}  // namespace kiln::operations
