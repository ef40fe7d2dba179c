// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/index.h for elements where several index arrays meet.
#include <algorithm>

#include "places.hpp"

namespace kiln::operations {

namespace {

struct Case {
  const char* text;
  Shape shape;
  std::vector<Shape> by;
  bool alike = false;  // one dtype
};

// Index arrays for the first axes of a shape, else of dtypes by turns.
std::vector<HostArray> indices_of(Random& random, const Case& given) {
  constexpr kiln_dtype dtypes[] = {KILN_INT64, KILN_INT32, KILN_UINT64, KILN_INT8};
  std::vector<HostArray> out;
  for (std::size_t d = 0; d < given.by.size(); ++d)
    out.push_back(random_places(random, dtypes[given.alike ? 0 : d % std::size(dtypes)], given.by[d], given.shape[d]));
  return out;
}

Shape broadcast(const Inputs& in, std::size_t from, std::size_t count) {
  Shape out;
  for (std::size_t i = from; i < from + count; ++i) {
    const Shape& own = in[i].shape;
    if (own.size() > out.size()) out.insert(out.begin(), own.size() - out.size(), 1);
    for (std::size_t d = 0; d < own.size(); ++d) {
      std::int64_t& extent = out[out.size() - own.size() + d];
      if (own[d] != 1) extent = own[d];
    }
  }
  return out;
}

// The shape of take_at, and where a position of it comes from; the indices are in[1] to in[count].
Shape met_shape(const Inputs& in, std::size_t count) {
  Shape shape = broadcast(in, 1, count);
  shape.insert(shape.end(), in[0].shape.begin() + std::ptrdiff_t(count), in[0].shape.end());
  return shape;
}
Shape met_source(const Inputs& in, std::size_t count, const Shape& at) {
  const auto rest = at.end() - std::ptrdiff_t(in[0].shape.size() - count);
  Shape from;
  for (std::size_t d = 0; d < count; ++d)
    from.push_back(place_inside(element(in[1 + d], Shape(at.begin(), rest)), in[0].shape[d]));
  from.insert(from.end(), rest, at.end());
  return from;
}

const Case kCases[] = {{"50 pairs in (30, 17)", {30, 17}, {{50}, {50}}, true},
                       {"a grid of rows and columns of (9, 8, 5)", {9, 8, 5}, {{4, 1}, {3}}},
                       {"three axes of (3, 4, 5)", {3, 4, 5}, {{6}, {6}, {1}}},
                       {"rows of (3, 4, 5)", {3, 4, 5}, {{6}, {}}, true},
                       {"four axes by numbers and rows", {2, 3, 4, 5}, {{}, {7}, {2, 1}, {}}},
                       {"rows", {6, 5}, {{9}}},
                       {"no places", {6, 5}, {{0}, {1}}}};

std::vector<GpuArray> given_indices(Given in, std::size_t count) {
  return std::vector<GpuArray>(in.begin() + 1, in.begin() + 1 + std::ptrdiff_t(count));
}

std::vector<Sample> take_at_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  for (const Case& each : kCases) {
    Inputs inputs{mixed(random, d, each.shape)};
    for (HostArray& indices : indices_of(random, each)) inputs.push_back(std::move(indices));
    const std::size_t count = each.by.size();
    out.push_back(sample(
        each.text, std::move(inputs),
        [=](const Context&, Given in, const GpuArray& to) {
          return kiln::take_at(in[0], given_indices(in, count), to);
        },
        [=](const Inputs& in) {
          return elements(d, met_shape(in, count),
                          [&](const Shape& at) { return element(in[0], met_source(in, count, at)); });
        }));
  }
  return out;
}

struct Write {
  const char *name, *function;
  void (*run)(kiln::Written array, const std::vector<GpuArray>& indices, const GpuArray& values);
  Combine combine;
};
const Write kWrites[] = {{"put_at", "kiln_array_put_at", kiln::put_at, replace},
                         {"scatter_add_at", "kiln_array_scatter_add_at", kiln::scatter_add_at, add_to}};

std::vector<Sample> write_at_samples(const Write& write, Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  for (const Case& each : kCases) {
    const std::size_t count = each.by.size();
    Inputs inputs{ordinary(random, d, each.shape)};
    for (HostArray& indices : indices_of(random, each)) inputs.push_back(std::move(indices));
    inputs.push_back(ordinary(random, d, met_shape(inputs, count)));
    out.push_back(modifying(
        each.text, std::move(inputs),
        [&write, count](Given in) { write.run(in[0], given_indices(in, count), in[1 + count]); },
        [&write, count](const Inputs& in) {
          return written(in[0], met_shape(in, count), in[1 + count], write.combine,
                         [&](const Shape& at) { return met_source(in, count, at); });
        }));
  }
  return out;
}

using AtCall = std::function<void(const GpuArray& array, const std::vector<GpuArray>& indices)>;

std::vector<ErrorSample> at_errors(const AtCall& call) {
  const auto places = [](const Context& context, const Shape& shape, std::int64_t value = 0) {
    return GpuArray::full(context, shape, value);
  };
  return {{"no indices", KILN_SHAPE_ERROR, "got 0 index arrays for an array of shape (2, 3)",
           [=](const Context& context) {
             call(zeros(context, {2, 3}), {});
           }},
          {"more indices than axes", KILN_SHAPE_ERROR, "expected 1 to 1",
           [=](const Context& context) {
             call(zeros(context, {2}), {places(context, {1}), places(context, {1})});
           }},
          {"indices of float32", KILN_TYPE_ERROR, "integer",
           [=](const Context& context) {
             call(zeros(context, {2, 3}), {places(context, {1}), zeros(context, {1})});
           }},
          {"indices that do not meet", KILN_SHAPE_ERROR, "broadcast",
           [=](const Context& context) {
             call(zeros(context, {2, 3}), {places(context, {2}), places(context, {3})});
           }},
          {"an axis without elements", KILN_INDEX_ERROR, "axis 1 of shape (2, 0) has no elements",
           [=](const Context& context) {
             call(zeros(context, {2, 0}), {places(context, {1}), places(context, {1})});
           }},
          {"index outside, checked", KILN_INDEX_ERROR, "index 7 at position 0", [=](const Context& context) {
             const Context checked = checking_indices(context);
             call(zeros(checked, {9, 5}), {places(checked, {1}, 7), places(checked, {1}, 7)});
             checked.synchronize();
           }}};
}

}  // namespace

void add_places_at(std::vector<Operation>& table) {
  Operation take = row("take_at", "places", {"kiln_array_take_at"}, all_dtypes());
  take.samples = take_at_samples;
  take.errors = [] {
    auto errors = at_errors([](const GpuArray& array, const std::vector<GpuArray>& by) { kiln::take_at(array, by); });
    add_destination_errors(errors, {4}, KILN_FLOAT32, [](const Context& context, const GpuArray& to) {
      const auto by = zeros(context, {4}, KILN_INT64);
      kiln::take_at(zeros(context, {9, 2}), {by, by}, to);
    });
    return errors;
  };
  time(take, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const Shape shape = matrix_of(size);
    const auto from = random_elements(context, d, shape);
    kiln::Random random(context, 7);
    const std::int64_t count = std::max<std::int64_t>(size / 4, 1);
    const std::vector<GpuArray> by{random.integers({count}, 0, shape[0]), random.integers({count}, 0, shape[1])};
    const auto to = GpuArray::empty(context, {count}, d);
    return std::vector<Timing>{{"pairs", [=] { kiln::take_at(from, by, to); }, 2 * bytes_of(to) + 2 * bytes_of(by[0])}};
  });
  table.push_back(std::move(take));
  for (const Write& write : kWrites) {
    const bool adds = write.combine == add_to;
    Operation operation = row(write.name, "places", {write.function}, adds ? number_dtypes() : all_dtypes());
    operation.samples = [&write](Random& random, kiln_dtype d) { return write_at_samples(write, random, d); };
    operation.errors = [&write, adds] {
      auto errors = at_errors([&write](const GpuArray& array, const std::vector<GpuArray>& by) {
        write.run(array, by, zeros(array.context(), {}));
      });
      errors.push_back({"read-only", KILN_READ_ONLY, "read-only", [&write](const Context& context) {
                          const auto by = zeros(context, {2}, KILN_INT32);
                          write.run(read_only(context, {3, 3}), {by, by}, zeros(context, {}));
                        }});
      errors.push_back({"values of another shape", KILN_SHAPE_ERROR, "broadcast", [&write](const Context& context) {
                          const auto by = zeros(context, {2}, KILN_INT32);
                          write.run(zeros(context, {3, 3}), {by, by}, zeros(context, {3}));
                        }});
      if (adds)
        errors.push_back({"bool", KILN_TYPE_ERROR, "bool", [&write](const Context& context) {
                            const auto by = zeros(context, {0}, KILN_INT32);
                            write.run(zeros(context, {3, 3}, KILN_BOOL), {by, by}, zeros(context, {}));
                          }});
      return errors;
    };
    table.push_back(std::move(operation));
  }
}

}  // namespace kiln::operations
