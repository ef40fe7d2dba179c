// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/index.h for elements by index arrays.
#include <algorithm>

#include "places.hpp"

namespace kiln::operations {

namespace {

std::string check_index() {
  kiln_flag_info info{};
  kiln::detail::check(kiln_flag_find("check_index", &info));
  return info.value;
}

}  // namespace

HostArray random_places(Random& random, kiln_dtype dtype, const Shape& shape, std::int64_t n) {
  HostArray out = within(random, dtype, shape, is_unsigned(dtype) ? 0 : Real(-n), Real(n));
  if (!out.values.empty() && check_index() == "False") out.values.back() = Real(n + 3);
  return out;
}

std::int64_t place_inside(Number index, std::int64_t n) {
  const auto i = std::int64_t(index.real());
  return std::clamp<std::int64_t>(i < 0 ? i + n : i, 0, n - 1);
}

Context checking_indices(const Context& context) {
  const std::string before = check_index();
  kiln::detail::check(kiln_flag_set("check_index", "True"));
  try {
    Context out(context.device());
    kiln::detail::check(kiln_flag_set("check_index", before.c_str()));
    return out;
  } catch (...) {
    kiln_flag_set("check_index", before.c_str());
    throw;
  }
}

Number replace(kiln_dtype, Number, Number value) { return value; }
// float16 and bfloat16 stay float32 until the end.
Number add_to(kiln_dtype d, Number old, Number value) {
  return convert(d == KILN_FLOAT16 || d == KILN_BFLOAT16 ? KILN_FLOAT32 : d, old + value);
}

Expected written(const HostArray& array, const Shape& shape, const HostArray& values, Combine combine,
                 const std::function<Shape(const Shape& at)>& place) {
  Expected out{array, {}};
  each(shape, [&](const Shape& at) {
    std::size_t flat = 0;
    const Shape to = place(at);
    for (std::size_t d = 0; d < to.size(); ++d) flat = flat * std::size_t(array.shape[d]) + std::size_t(to[d]);
    Number& element_there = out.array.values[flat];
    element_there = combine(array.dtype, element_there, element(values, at));
  });
  for (Number& value : out.array.values) value = convert(array.dtype, value);
  return out;
}

namespace {

// The shape of take: the axis replaced by the shape of the indices.
Shape taken_shape(Shape shape, std::size_t axis, const Shape& indices) {
  const auto at = shape.erase(shape.begin() + std::ptrdiff_t(axis));
  shape.insert(at, indices.begin(), indices.end());
  return shape;
}

// Where position `at` of such a shape comes from.
Shape source_of(const Shape& at, std::size_t axis, const HostArray& indices, std::int64_t n) {
  const auto first = at.begin() + std::ptrdiff_t(axis), last = first + std::ptrdiff_t(indices.shape.size());
  Shape from(at.begin(), first);
  from.push_back(place_inside(element(indices, Shape(first, last)), n));
  from.insert(from.end(), last, at.end());
  return from;
}

Expected taken(const HostArray& array, const HostArray& indices, std::size_t axis) {
  return elements(array.dtype, taken_shape(array.shape, axis, indices.shape),
                  [&](const Shape& at) { return element(array, source_of(at, axis, indices, array.shape[axis])); });
}

std::vector<Sample> take_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, HostArray array, HostArray chosen, std::int64_t axis) {
    const std::size_t at = axis_of(axis, array.shape.size());
    out.push_back(sample(
        std::move(text), {std::move(array), std::move(chosen)},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::take(in[0], in[1], axis, to); },
        [=](const Inputs& in) { return taken(in[0], in[1], at); }));
  };
  const auto array = [&](const Shape& shape) { return mixed(random, d, shape); };
  add("50 of 30 rows", array({30, 17}), random_places(random, KILN_INT64, {50}, 30), 0);
  add("(5, 33, 7), axis 1, by (4, 3)", array({5, 33, 7}), random_places(random, KILN_INT32, {4, 3}, 33), 1);
  add("as many of (40, 9), last axis", array({40, 9}), random_places(random, KILN_INT64, {9}, 9), -1);
  add("single elements", array({300}), random_places(random, KILN_INT8, {200}, 100), 0);
  add("unsigned indices", array({20, 3}), random_places(random, KILN_UINT16, {9}, 20), 0);
  out.push_back(sample(
      "flattened", {array({7, 5}), random_places(random, KILN_INT64, {3, 4}, 35)},
      [](const Context&, Given in, const GpuArray& to) { return kiln::take(in[0], in[1], KILN_AXIS_NONE, to); },
      [](const Inputs& in) {
        HostArray flat = in[0];
        flat.shape = {35};
        return taken(flat, in[1], 0);
      }));
  add("by a 0-d index", array({6, 5}), random_places(random, KILN_INT64, {}, 6), 0);
  add("no indices", array({6, 5}), random_places(random, KILN_INT64, {0}, 5), 1);
  return out;
}

std::vector<Sample> along_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& by, std::int64_t axis) {
    const std::size_t at = axis_of(axis, shape.size());
    out.push_back(sample(
        std::move(text), {mixed(random, d, shape), random_places(random, KILN_INT64, by, shape[at])},
        [=](const Context&, Given in, const GpuArray& to) { return kiln::take_along_axis(in[0], in[1], axis, to); },
        [=](const Inputs& in) {
          Shape result = in[1].shape;
          for (std::size_t i = 0; i < result.size(); ++i)
            if (i != at && result[i] == 1) result[i] = in[0].shape[i];
          return elements(d, result, [&](const Shape& position) {
            Shape from = position;
            from[at] = place_inside(element(in[1], position), in[0].shape[at]);
            return element(in[0], from);
          });
        }));
  };
  add("(40, 30) by (40, 9)", {40, 30}, {40, 9}, -1);
  add("(5, 33, 7) by (5, 4, 1), axis 1", {5, 33, 7}, {5, 4, 1}, 1);
  add("(9, 6) by (9, 6), axis 0", {9, 6}, {9, 6}, 0);
  add("no indices", {4, 5}, {4, 0}, 1);
  return out;
}

Expected scattered(const Inputs& in, std::size_t axis, Combine combine) {
  return written(in[0], taken_shape(in[0].shape, axis, in[1].shape), in[2], combine,
                 [&](const Shape& at) { return source_of(at, axis, in[1], in[0].shape[axis]); });
}

struct Scatter {
  const char* name;
  const char* function;
  void (*run)(kiln::Written array, const GpuArray& indices, std::int64_t axis, const GpuArray& values);
  Combine combine;
};
const Scatter kScatters[] = {{"put", "kiln_array_put", kiln::put, replace},
                             {"scatter_add", "kiln_array_scatter_add", kiln::scatter_add, add_to}};

std::vector<Sample> scatter_samples(const Scatter& scatter, Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, HostArray chosen, const Shape& values, std::int64_t axis) {
    const std::size_t at = axis_of(axis, shape.size());
    out.push_back(modifying(
        std::move(text), {ordinary(random, d, shape), std::move(chosen), ordinary(random, d, values)},
        [&scatter, axis](Given in) { scatter.run(in[0], in[1], axis, in[2]); },
        [&scatter, at](const Inputs& in) { return scattered(in, at, scatter.combine); }));
  };
  const auto by = [&](const Shape& shape, std::int64_t n) { return random_places(random, KILN_INT64, shape, n); };
  add("50 to 30 rows", {30, 17}, by({50}, 30), {50, 17}, 0);
  add("(5, 33, 7), axis 1, values broadcast", {5, 33, 7}, by({40}, 33), {40, 1}, 1);
  add("many to few", {5}, by({300}, 5), {300}, 0);
  add("few to many", {300}, by({5}, 300), {5}, 0);
  add("indices of two axes", {9, 4}, by({3, 5}, 9), {3, 5, 4}, 0);
  add("one value by a 0-d index", {6, 5}, by({}, 5), {}, -1);
  add("no indices", {6, 5}, by({0}, 5), {}, 1);
  return out;
}

using PlaceCall = std::function<void(const GpuArray& array, const GpuArray& indices, std::int64_t axis)>;

std::vector<ErrorSample> index_errors(const PlaceCall& call) {
  return {{"axis out of range", KILN_INDEX_ERROR, "axis 2 is out of range",
           [=](const Context& context) {
             call(zeros(context, {2, 3}), zeros(context, {1, 1}, KILN_INT64), 2);
           }},
          {"indices of float32", KILN_TYPE_ERROR, "integer",
           [=](const Context& context) {
             call(zeros(context, {2, 3}), zeros(context, {2, 3}), 0);
           }},
          {"an axis without elements", KILN_INDEX_ERROR, "no elements",
           [=](const Context& context) { call(zeros(context, {0}), zeros(context, {2}, KILN_INT64), 0); }},
          {"index outside, checked", KILN_INDEX_ERROR, "index 7", [=](const Context& context) {
             const Context checked = checking_indices(context);
             call(zeros(checked, {5}), GpuArray::full(checked, {1}, std::int64_t(7)), 0);
             checked.synchronize();
           }}};
}

Timing timing(std::string text, double bytes, std::function<void()> run) {
  return {std::move(text), std::move(run), bytes};
}

GpuArray random_indices(const Context& context, std::int64_t count, std::int64_t n) {
  return kiln::Random(context, 7).integers({count}, 0, n);
}

// Rows of `width` elements of a table that is a sixth as long as their number.
struct Rows {
  Rows(const Context& context, kiln_dtype d, std::int64_t size, std::int64_t width)
      : count(std::max<std::int64_t>(size / width, 1)),
        table(GpuArray::full(context, {std::max<std::int64_t>(count / 6, 1), width}, 1.0, d)),
        moved(GpuArray::full(context, {count, width}, 1.0, d)),
        indices(random_indices(context, count, table.shape()[0])) {}
  std::int64_t count;
  GpuArray table, moved, indices;
};

void add_takes(std::vector<Operation>& table) {
  for (const bool along : {false, true}) {
    const auto call = along ? kiln::take_along_axis : kiln::take;
    Operation operation =
        row(along ? "take_along_axis" : "take", "places", {along ? "kiln_array_take_along_axis" : "kiln_array_take"},
            all_dtypes(), Gradient::exists);
    operation.samples = along ? along_samples : take_samples;
    operation.errors = [=] {
      auto errors = index_errors(
          [=](const GpuArray& array, const GpuArray& by, std::int64_t axis) { call(array, by, axis, {}); });
      add_destination_errors(errors, {4}, KILN_FLOAT32, [=](const Context& context, const GpuArray& to) {
        call(zeros(context, {9}), zeros(context, {4}, KILN_INT64), 0, to);
      });
      return errors;
    };
    time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto from = random_elements(context, d, {size});
      const auto by = random_indices(context, std::max<std::int64_t>(size / 4, 1), size);
      const auto to = GpuArray::empty(context, by.shape(), d);
      std::vector<Timing> timings{
          timing("single elements", 2 * bytes_of(to) + bytes_of(by), [=] { call(from, by, 0, to); })};
      if (along) return timings;
      const Rows rows(context, d, size, 784);
      timings.push_back(
          timing("rows of 784", 2 * bytes_of(rows.moved), [=] { call(rows.table, rows.indices, 0, rows.moved); }));
      return timings;
    });
    table.push_back(std::move(operation));
  }
}

void add_scatters(std::vector<Operation>& table) {
  for (const Scatter& scatter : kScatters) {
    const bool adds = scatter.combine == add_to;
    Operation operation =
        row(scatter.name, "places", {scatter.function}, adds ? number_dtypes() : all_dtypes(), Gradient::exists);
    operation.samples = [&scatter](Random& random, kiln_dtype d) { return scatter_samples(scatter, random, d); };
    operation.errors = [&scatter, adds] {
      auto errors = index_errors([&scatter](const GpuArray& array, const GpuArray& by, std::int64_t axis) {
        scatter.run(array, by, axis, zeros(array.context(), {}));
      });
      errors.push_back({"read-only", KILN_READ_ONLY, "read-only", [&scatter](const Context& context) {
                          scatter.run(read_only(context, {3}), zeros(context, {2}, KILN_INT32), 0, zeros(context, {2}));
                        }});
      errors.push_back({"values of another shape", KILN_SHAPE_ERROR, "broadcast", [&scatter](const Context& context) {
                          scatter.run(zeros(context, {5}), zeros(context, {2}, KILN_INT32), 0, zeros(context, {3}));
                        }});
      if (adds)
        errors.push_back({"bool", KILN_TYPE_ERROR, "bool", [&scatter](const Context& context) {
                            scatter.run(zeros(context, {5}, KILN_BOOL), zeros(context, {2}, KILN_INT32), 0,
                                        zeros(context, {2}));
                          }});
      return errors;
    };
    time(operation, [&scatter](const Context& context, kiln_dtype d, std::int64_t size) {
      const Rows rows(context, d, size, 64);
      return std::vector<Timing>{timing("rows of 64", bytes_of(rows.moved),
                                        [&scatter, rows] { scatter.run(rows.table, rows.indices, 0, rows.moved); })};
    });
    table.push_back(std::move(operation));
  }
}

}  // namespace

void add_places(std::vector<Operation>& table) {
  add_takes(table);
  add_scatters(table);
}

}  // namespace kiln::operations
