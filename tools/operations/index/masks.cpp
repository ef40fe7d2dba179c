// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/index.h for elements by masks.
#include <algorithm>

#include "rows.hpp"

namespace kiln::operations {

namespace {

// Positions where a mask holds, in C order.
std::vector<Shape> held(const HostArray& mask) {
  std::vector<Shape> out;
  each(mask.shape, [&](const Shape& at) {
    if (element(mask, at) != Number(0)) out.push_back(at);
  });
  return out;
}

Shape joined(Shape first, const Shape& second, std::size_t from) {
  first.insert(first.end(), second.begin() + std::ptrdiff_t(from), second.end());
  return first;
}

std::vector<Sample> compress_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& mask) {
    out.push_back(sample(
        std::move(text), {mixed(random, d, shape), ordinary(random, KILN_BOOL, mask)},
        [](const Context&, Given in, const GpuArray& to) { return kiln::compress(in[0], in[1], to); },
        [](const Inputs& in) {
          const auto places = held(in[1]);
          const Shape result = joined({std::int64_t(places.size())}, in[0].shape, in[1].shape.size());
          return elements(in[0].dtype, result,
                          [&](const Shape& at) { return element(in[0], joined(places[std::size_t(at[0])], at, 1)); });
        }));
  };
  add("(2000,)", {2000}, {2000});
  add("rows of (40, 9)", {40, 9}, {40});
  add("(5, 33, 7)", {5, 33, 7}, {5, 33, 7});
  add("0-d", {}, {});
  add("no elements", {0, 3}, {0, 3});
  return out;
}

std::vector<Sample> put_mask_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& masked, bool one_each, const Shape& rest) {
    HostArray mask = ordinary(random, KILN_BOOL, masked);
    const Shape values = one_each ? joined({std::int64_t(held(mask).size())}, rest, 0) : rest;
    out.push_back(modifying(
        std::move(text), {ordinary(random, d, shape), std::move(mask), mixed(random, d, values)},
        [](Given in) { kiln::put_mask(in[0], in[1], in[2]); },
        [one_each](const Inputs& in) {
          std::vector<std::int64_t> number(in[1].values.size(), -1);
          std::int64_t count = 0;
          for (std::size_t i = 0; i < number.size(); ++i)
            if (in[1].values[i] != Number(0)) number[i] = count++;
          const std::size_t axes = in[1].shape.size();
          return elements(in[0].dtype, in[0].shape, [&](const Shape& at) {
            std::size_t place = 0;
            for (std::size_t i = 0; i < axes; ++i) place = place * std::size_t(in[1].shape[i]) + std::size_t(at[i]);
            if (number[place] < 0) return element(in[0], at);
            const Shape from = joined(one_each ? Shape{number[place]} : Shape{}, at, axes);
            return element(in[2], from);
          });
        }));
  };
  add("(500,), a value each", {500}, {500}, true, {});
  add("rows of (40, 9), one row", {40, 9}, {40}, false, {9});
  add("(5, 33, 7), one value", {5, 33, 7}, {5, 33, 7}, false, {});
  add("rows of (40, 9), a row each", {40, 9}, {40}, true, {9});
  add("no elements", {0, 3}, {0}, false, {});
  return out;
}

std::vector<Sample> nonzero_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray array) {
    for (std::size_t i = 0; i < array.values.size(); i += 3) array.values[i] = i % 2 ? -0.0L : 0;
    for (Number& value : array.values) value = convert(array.dtype, value);
    Sample one;
    one.text = std::move(text);
    one.inputs = {std::move(array)};
    one.run = [](const Context&, Given in, Given to) { return kiln::nonzero(in[0], {to.begin(), to.end()}); };
    one.expected = [inputs = one.inputs] {
      const auto places = held(inputs[0]);
      const Shape shape{std::int64_t(places.size())};
      std::vector<Expected> axes;
      for (std::size_t axis = 0; axis < std::max<std::size_t>(inputs[0].shape.size(), 1); ++axis)
        axes.push_back(elements(KILN_INT64, shape, [&](const Shape& at) {
          const Shape& place = places[std::size_t(at[0])];
          return Number(place.empty() ? Real(0) : Real(place[axis]));
        }));
      return axes;
    };
    out.push_back(std::move(one));
  };
  add("(40, 30)", mixed(random, d, {40, 30}));
  add("(2000,)", ordinary(random, d, {2000}));
  add("special values", special(d));
  add("0-d", ordinary(random, d, {}));
  add("no elements", ordinary(random, d, {3, 0}));
  return out;
}

}  // namespace

void add_masks(std::vector<Operation>& table) {
  const auto mask_errors = [](void (*run)(const GpuArray& array, const GpuArray& mask)) {
    return std::vector<ErrorSample>{
        {"mask of int32", KILN_TYPE_ERROR, "expected bool",
         [=](const Context& context) { run(zeros(context, {3}), zeros(context, {3}, KILN_INT32)); }},
        {"mask of another shape", KILN_SHAPE_ERROR, "the mask has shape", [=](const Context& context) {
           run(zeros(context, {3, 2}), zeros(context, {2}, KILN_BOOL));
         }}};
  };
  Operation compress = row("compress", "places", {"kiln_array_compress"}, all_dtypes(), Gradient::exists);
  compress.samples = compress_samples;
  compress.errors = [=] {
    auto errors = mask_errors([](const GpuArray& array, const GpuArray& mask) { kiln::compress(array, mask); });
    add_destination_errors(errors, {0, 3}, KILN_FLOAT32, [](const Context& context, const GpuArray& out) {
      const auto mask = zeros(context, {2}, KILN_BOOL);
      kiln::compress(zeros(context, {2, 3}), mask, out);
    });
    return errors;
  };
  time(compress, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = GpuArray::full(context, {size}, 1.0, d);
    const auto mask = kiln::Random(context, 3).bernoulli({size});
    return std::vector<Timing>{
        Timing{"half", [=] { kiln::compress(from, mask); }, 1.5 * bytes_of(from) + bytes_of(mask)}};
  });
  table.push_back(std::move(compress));

  Operation put_mask = row("put_mask", "places", {"kiln_array_put_mask"}, all_dtypes(), Gradient::exists);
  put_mask.samples = put_mask_samples;
  put_mask.errors = [=] {
    auto errors = mask_errors(
        [](const GpuArray& array, const GpuArray& mask) { kiln::put_mask(array, mask, zeros(array.context(), {})); });
    errors.push_back({"read-only", KILN_READ_ONLY, "read-only", [](const Context& context) {
                        kiln::put_mask(read_only(context, {3}), zeros(context, {3}, KILN_BOOL), zeros(context, {}));
                      }});
    errors.push_back({"too many values", KILN_SHAPE_ERROR, "got 2 values", [](const Context& context) {
                        kiln::put_mask(zeros(context, {3}), zeros(context, {3}, KILN_BOOL), zeros(context, {2}));
                      }});
    return errors;
  };
  time(put_mask, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto array = GpuArray::full(context, {size}, 1.0, d), one = GpuArray::full(context, {}, 1.0, d);
    const auto mask = kiln::Random(context, 3).bernoulli({size});
    return std::vector<Timing>{
        Timing{"one value to half", [=] { kiln::put_mask(array, mask, one); }, 0.5 * bytes_of(array) + bytes_of(mask)}};
  });
  table.push_back(std::move(put_mask));

  Operation nonzero = row("nonzero", "places", {"kiln_array_nonzero", "kiln_array_nonzero_into"}, all_dtypes());
  nonzero.samples = nonzero_samples;
  nonzero.errors = [] {
    std::vector<ErrorSample> errors{
        {"room for too few axes", KILN_INVALID_ARGUMENT, "expected 2", [](const Context& context) {
           const auto array = zeros(context, {2, 3});
           kiln_array out = nullptr;
           kiln::detail::check(kiln_array_nonzero(array.get(), 1, &out));
         }}};
    add_destination_errors(errors, {0}, KILN_INT64, [](const Context& context, const GpuArray& to) {
      kiln::nonzero(zeros(context, {5}), {to});
    });
    return errors;
  };
  time(nonzero, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = kiln::Random(context, 3).bernoulli({size}, 0.5, d);
    return std::vector<Timing>{Timing{"half", [=] { kiln::nonzero(from); }, bytes_of(from) + 4.0 * double(size)}};
  });
  table.push_back(std::move(nonzero));
}

}  // namespace kiln::operations
