// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/index.h for arrays put together from others, and grids.
#include <algorithm>
#include <cstdlib>

#include "rows.hpp"

namespace kiln::operations {

namespace {

std::int64_t modulo(std::int64_t a, std::int64_t n) { return ((a % n) + n) % n; }

Arrays all_of(Given in) { return {in.begin(), in.end()}; }

// ---- concat, stack, split ----

Expected concatenated(const Inputs& in, std::int64_t axis) {
  const std::size_t at = axis_of(axis, in[0].shape.size());
  Shape shape = in[0].shape;
  shape[at] = 0;
  for (const HostArray& one : in) shape[at] += one.shape[at];
  return elements(in[0].dtype, shape, [&](const Shape& position) {
    Shape inside = position;
    std::size_t which = 0;
    while (inside[at] >= in[which].shape[at]) inside[at] -= in[which++].shape[at];
    return element(in[which], inside);
  });
}

std::vector<Sample> concat_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const std::vector<Shape>& shapes, std::int64_t axis) {
    Inputs inputs;
    for (const Shape& shape : shapes) inputs.push_back(mixed(random, d, shape));
    out.push_back(sample(
        std::move(text), std::move(inputs),
        [=](const Context&, Given in, const GpuArray& to) { return kiln::concat(all_of(in), axis, to); },
        [=](const Inputs& in) {
          if (axis != KILN_AXIS_NONE) return concatenated(in, axis);
          Inputs flat = in;
          for (HostArray& one : flat) one.shape = {std::int64_t(one.values.size())};
          return concatenated(flat, 0);
        }));
  };
  add("three along axis 1", {{4, 5, 3}, {4, 1, 3}, {4, 7, 3}}, 1);
  add("one and none along the last axis", {{6, 5}, {6, 0}}, -1);
  add("flattened", {{2, 3}, {}, {4}}, KILN_AXIS_NONE);
  add("no elements", {{0, 3}, {0, 3}}, 0);
  // Operands of another dtype are converted to the common one.
  const kiln_dtype common = promote(d, KILN_INT16);
  HostArray first = ordinary(random, d, {3, 4}), second = ordinary(random, KILN_INT16, {2, 4});
  out.push_back(sample(
      "with int16", {std::move(first), std::move(second)},
      [](const Context&, Given in, const GpuArray& to) { return kiln::concat(all_of(in), 0, to); },
      [common](const Inputs& in) {
        Inputs converted = in;
        for (HostArray& one : converted) {
          for (Number& value : one.values) value = cast(one.dtype, common, value);
          one.dtype = common;
        }
        return concatenated(converted, 0);
      }));
  return out;
}

std::vector<Sample> stack_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, std::size_t count, const Shape& shape, std::int64_t axis) {
    Inputs inputs;
    for (std::size_t i = 0; i < count; ++i) inputs.push_back(mixed(random, d, shape));
    out.push_back(sample(
        std::move(text), std::move(inputs),
        [=](const Context&, Given in, const GpuArray& to) { return kiln::stack(all_of(in), axis, to); },
        [=](const Inputs& in) {
          Shape result = shape;
          const auto at = std::ptrdiff_t(axis_of(axis, shape.size() + 1));
          result.insert(result.begin() + at, std::int64_t(count));
          return elements(d, result, [&](const Shape& position) {
            Shape from = position;
            from.erase(from.begin() + at);
            return element(in[std::size_t(position[std::size_t(at)])], from);
          });
        }));
  };
  add("three along the last axis", 3, {6, 5}, -1);
  add("two along axis 0", 2, {7}, 0);
  add("0-d", 4, {}, 0);
  add("no elements", 2, {0, 3}, 1);
  return out;
}

std::vector<Sample> split_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& sizes, bool equal, std::int64_t axis) {
    out.push_back(without_destination(
        std::move(text), {mixed(random, d, shape)},
        [=](const Context&, Given in) {
          return equal ? kiln::split(in[0], sizes.size(), axis) : kiln::split(in[0], sizes, axis);
        },
        [=](const Inputs& in) {
          std::vector<Expected> pieces;
          std::int64_t start = 0;
          const std::size_t at = axis_of(axis, shape.size());
          for (const std::int64_t size : sizes) {
            Shape piece = shape;
            piece[at] = size;
            pieces.push_back(elements(d, piece, [&](const Shape& position) {
              Shape from = position;
              from[at] += start;
              return element(in[0], from);
            }));
            start += size;
          }
          return pieces;
        }));
  };
  add("of sizes 2, 0 and 5, axis 1", {3, 7}, {2, 0, 5}, false, 1);
  add("into three, axis 0", {8, 2}, {3, 3, 2}, true, 0);
  add("no elements", {0}, {0, 0}, true, 0);
  return out;
}

// ---- tile, repeat, roll, pad: each element of the result is one of the input, or a constant ----

using Source = std::function<Number(const HostArray& array, const Shape& at)>;

void add_moved(std::vector<Sample>& out, std::string text, HostArray array, const Shape& result,
               std::function<GpuArray(const GpuArray& array, const GpuArray& to)> run, Source source) {
  out.push_back(sample(
      std::move(text), {std::move(array)}, [=](const Context&, Given in, const GpuArray& to) { return run(in[0], to); },
      [=](const Inputs& in) {
        return elements(in[0].dtype, result, [&](const Shape& at) { return source(in[0], at); });
      }));
}

std::vector<Sample> tile_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& repeats) {
    Shape times = repeats, source = shape, result;
    while (times.size() < source.size()) times.insert(times.begin(), 1);
    while (source.size() < times.size()) source.insert(source.begin(), 1);
    for (std::size_t i = 0; i < times.size(); ++i) result.push_back(source[i] * times[i]);
    add_moved(
        out, std::move(text), mixed(random, d, shape), result,
        [=](const GpuArray& array, const GpuArray& to) { return kiln::tile(array, repeats, to); },
        [=](const HostArray& array, const Shape& at) {
          Shape from;
          for (std::size_t i = source.size() - shape.size(); i < source.size(); ++i) from.push_back(at[i] % source[i]);
          return element(array, from);
        });
  };
  add("(4, 5) 3 by 2 times", {4, 5}, {3, 2});
  add("(5,) to three axes", {5}, {2, 3, 4});
  add("0-d 7 times", {}, {7});
  add("no times", {3, 2}, {0, 2});
  return out;
}

std::vector<Sample> repeat_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, std::int64_t repeats, std::int64_t axis) {
    Shape result = shape;
    const std::size_t at = axis_of(axis, shape.size());
    result[at] *= repeats;
    add_moved(
        out, std::move(text), mixed(random, d, shape), result,
        [=](const GpuArray& array, const GpuArray& to) { return kiln::repeat(array, repeats, axis, to); },
        [=](const HostArray& array, const Shape& position) {
          Shape from = position;
          from[at] /= repeats;
          return element(array, from);
        });
  };
  add("(4, 5, 3) 3 times, axis 1", {4, 5, 3}, 3, 1);
  add("(40,) 5 times", {40}, 5, -1);
  add("no times", {3, 2}, 0, 0);
  return out;
}

std::vector<Sample> repeat_each_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, std::int64_t axis, const Shape& counts) {
    Shape result = shape;
    const std::size_t at = axis_of(axis, shape.size());
    Shape from;  // places along the axis
    for (std::size_t i = 0; i < counts.size(); ++i) from.insert(from.end(), std::size_t(counts[i]), std::int64_t(i));
    result[at] = std::int64_t(from.size());
    add_moved(
        out, std::move(text), mixed(random, d, shape), result,
        [=](const GpuArray& array, const GpuArray& to) {
          return kiln::repeat(array, GpuArray::from(array.context(), counts), axis, to);
        },
        [=](const HostArray& array, const Shape& position) {
          Shape place = position;
          place[at] = from[std::size_t(position[at])];
          return element(array, place);
        });
  };
  add("(4, 5, 3), axis 1", {4, 5, 3}, 1, {2, 0, 1, 7, 1});
  add("(6,)", {6}, -1, {0, 0, 3, 1, 0, 2});
  add("no times", {3, 2}, 0, {0, 0, 0});
  return out;
}

std::vector<Sample> roll_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& shifts, const Shape& axes) {
    add_moved(
        out, std::move(text), mixed(random, d, shape), shape,
        [=](const GpuArray& array, const GpuArray& to) { return kiln::roll(array, shifts, axes, to); },
        [=](const HostArray& array, const Shape& at) {
          Shape from = at;
          for (std::size_t i = 0; i < axes.size(); ++i) {
            const std::size_t axis = axis_of(axes[i], shape.size());
            from[axis] = modulo(from[axis] - shifts[i], shape[axis]);
          }
          return element(array, from);
        });
  };
  add("(6, 70) by -9, last axis", {6, 70}, {-9}, {-1});
  add("(4, 5, 3) by 2 and 7", {4, 5, 3}, {2, 7}, {0, 1});
  add_moved(
      out, "(5, 8) flattened by 11", mixed(random, d, {5, 8}), {5, 8},
      [](const GpuArray& array, const GpuArray& to) { return kiln::roll(array, 11, to); },
      [](const HostArray& array, const Shape& at) {
        return array.values[std::size_t(modulo(at[0] * 8 + at[1] - 11, 40))];
      });
  add("one axis twice", {7, 3}, {3, 6}, {0, 0});
  add("no elements", {0, 3}, {1}, {1});
  return out;
}

std::vector<Sample> pad_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const kiln::PadWidths& widths, kiln_pad_mode mode,
                       bool zero = true) {
    Shape result = shape;
    for (std::size_t i = 0; i < shape.size(); ++i) result[i] += widths[i].first + widths[i].second;
    const Number constant = zero ? Number(0) : cast(KILN_FLOAT64, d, Real(-3.5));
    add_moved(
        out, std::move(text), mixed(random, d, shape), result,
        [=](const GpuArray& array, const GpuArray& to) {
          return zero ? kiln::pad(array, widths, mode, to) : kiln::pad_constant(array, widths, -3.5, to);
        },
        [=](const HostArray& array, const Shape& at) {
          Shape from = at;
          for (std::size_t i = 0; i < shape.size(); ++i) {
            const std::int64_t n = shape[i], place = at[i] - widths[i].first;
            const std::int64_t turn = n > 1 ? modulo(place, 2 * n - 2) : 0;
            if (mode == KILN_PAD_CONSTANT && (place < 0 || place >= n)) return constant;
            from[i] = mode == KILN_PAD_CONSTANT    ? place
                      : mode == KILN_PAD_WRAP      ? modulo(place, n)
                      : mode == KILN_PAD_REFLECT   ? std::min(turn, std::abs(2 * n - 2 - turn))
                      : mode == KILN_PAD_SYMMETRIC ? std::min(modulo(place, 2 * n), 2 * n - 1 - modulo(place, 2 * n))
                                                   : std::clamp<std::int64_t>(place, 0, n - 1);
          }
          return element(array, from);
        });
  };
  add("reflect", {6, 9}, {{2, 3}, {0, 8}}, KILN_PAD_REFLECT);
  add("constant", {6, 9}, {{2, 3}, {0, 8}}, KILN_PAD_CONSTANT, false);
  add("zeros", {5, 1, 4}, {{0, 0}, {1, 2}, {3, 0}}, KILN_PAD_CONSTANT);
  add("edge", {6, 9}, {{2, 0}, {5, 8}}, KILN_PAD_EDGE);
  add("wrap, farther than the array", {3, 4}, {{7, 1}, {0, 9}}, KILN_PAD_WRAP);
  add("reflect, farther than the array", {4}, {{11, 9}}, KILN_PAD_REFLECT);
  add("symmetric", {6, 9}, {{2, 3}, {0, 9}}, KILN_PAD_SYMMETRIC);
  add("symmetric, farther than the array", {4}, {{11, 9}}, KILN_PAD_SYMMETRIC);
  add("no elements", {0}, {{2, 1}}, KILN_PAD_CONSTANT, false);
  add("0-d", {}, {}, KILN_PAD_EDGE);
  return out;
}

std::vector<Sample> triangle_samples(Random& random, kiln_dtype d, bool upper) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, std::int64_t k) {
    add_moved(
        out, std::move(text), mixed(random, d, shape), shape,
        [=](const GpuArray& array, const GpuArray& to) {
          return upper ? kiln::triu(array, k, to) : kiln::tril(array, k, to);
        },
        [=](const HostArray& array, const Shape& at) {
          const std::int64_t below = at[at.size() - 1] - at[at.size() - 2];
          return (upper ? below >= k : below <= k) ? element(array, at) : Number(0);
        });
  };
  add("(30, 40)", {30, 40}, 0);
  add("(3, 7, 5), k -2", {3, 7, 5}, -2);
  add("(6, 6), k 3", {6, 6}, 3);
  add("k beyond", {4, 3}, INT64_MAX);
  add("k before", {4, 3}, INT64_MIN);
  add("no elements", {3, 0}, 0);
  return out;
}

// ---- Rows ----

using Run = std::function<GpuArray(const GpuArray& array, const GpuArray& to)>;

// Of one array of `shape`; `bad` are further errors, `run` gives an array of `result`.
Operation mover(const char* name, std::vector<Sample> (*samples)(Random&, kiln_dtype), Run run, const Shape& shape,
                const Shape& result, std::vector<ErrorSample> bad, double grows) {
  Operation operation = row(name, "moving", {"kiln_array_" + std::string(name)}, all_dtypes(), Gradient::exists);
  operation.samples = samples;
  operation.errors = [=] {
    auto errors = bad;
    add_destination_errors(errors, result, KILN_FLOAT32,
                           [=](const Context& context, const GpuArray& to) { run(zeros(context, shape), to); });
    return errors;
  };
  time(operation, [=](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = GpuArray::full(context, matrix_of(std::int64_t(double(size) / grows)), 1.0, d);
    const auto to = run(from, {});
    return std::vector<Timing>{{"", [=] { run(from, to); }, bytes_of(from) + bytes_of(to)}};
  });
  return operation;
}

ErrorSample bad_axis(std::function<void(const GpuArray& array)> run) {
  return {"axis out of range", KILN_INDEX_ERROR, "axis 5 is out of range", [=](const Context& context) {
            run(zeros(context, {2, 3}));
          }};
}

void add_joining(std::vector<Operation>& table) {
  table.push_back(mover(
      "concat", concat_samples,
      [](const GpuArray& a, const GpuArray& to) {
        return kiln::concat({a, a}, 0, to);
      },
      {2, 3}, {4, 3},
      {bad_axis([](const GpuArray& a) {
         kiln::concat({a, a}, 5);
       }),
       {"shapes", KILN_SHAPE_ERROR, "differ in more than axis 0",
        [](const Context& context) {
          kiln::concat({zeros(context, {2, 3}), zeros(context, {2, 4})}, 0);
        }}},
      2));
  time(table.back(), [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto a = GpuArray::full(context, matrix_of(size / 2), 1.0, d), b = a.copy(), to = kiln::concat({a, b}, 0);
    return std::vector<Timing>{{"", [=] { kiln::concat({a, b}, 0, to); }, 2 * bytes_of(a) + bytes_of(to)}};
  });
  table.push_back(mover(
      "stack", stack_samples,
      [](const GpuArray& a, const GpuArray& to) {
        return kiln::stack({a, a}, -1, to);
      },
      {2, 3}, {2, 3, 2},
      {bad_axis([](const GpuArray& a) {
         kiln::stack({a, a}, 5);
       }),
       {"shapes", KILN_SHAPE_ERROR, "expected equal ones",
        [](const Context& context) {
          kiln::stack({zeros(context, {2}), zeros(context, {3})}, 0);
        }}},
      2));
  Operation split = row("split", "moving", {"kiln_array_split"}, all_dtypes(), Gradient::exists);
  split.samples = split_samples;
  split.errors = [] {
    return std::vector<ErrorSample>{bad_axis([](const GpuArray& a) { kiln::split(a, 2, 5); }),
                                    {"sizes", KILN_SHAPE_ERROR, "sum to 4", [](const Context& context) {
                                       kiln::split(zeros(context, {5}), Shape{1, 3});
                                     }}};
  };
  table.push_back(std::move(split));
}

void add_repeating(std::vector<Operation>& table) {
  table.push_back(mover(
      "tile", tile_samples,
      [](const GpuArray& a, const GpuArray& to) {
        return kiln::tile(a, {2, 2}, to);
      },
      {2, 3}, {4, 6},
      {{"negative", KILN_INVALID_ARGUMENT, "got -1 repeats",
        [](const Context& context) { kiln::tile(zeros(context, {2}), {-1}); }}},
      4));
  table.push_back(mover(
      "repeat", repeat_samples, [](const GpuArray& a, const GpuArray& to) { return kiln::repeat(a, 4, -1, to); },
      {2, 3}, {2, 12},
      {bad_axis([](const GpuArray& a) { kiln::repeat(a, 2, 5); }),
       {"negative", KILN_INVALID_ARGUMENT, "got -1 repeats",
        [](const Context& context) { kiln::repeat(zeros(context, {2}), -1, 0); }}},
      4));
  table.push_back(mover(
      "repeat_each", repeat_each_samples,
      [](const GpuArray& a, const GpuArray& to) {
        return kiln::repeat(a, GpuArray::full(a.context(), {a.shape().back()}, 4, KILN_INT64), -1, to);
      },
      {2, 3}, {2, 12},
      {bad_axis([](const GpuArray& a) { kiln::repeat(a, GpuArray::full(a.context(), {2}, 2, KILN_INT64), 5); }),
       {"negative", KILN_INVALID_ARGUMENT, "got -1 repeats",
        [](const Context& context) {
          kiln::repeat(zeros(context, {2}), GpuArray::full(context, {2}, -1, KILN_INT64), 0);
        }}},
      4));
  time(table.back(), [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = GpuArray::full(context, matrix_of(size / 4), 1.0, d);
    const auto repeats = GpuArray::full(context, {from.shape().back()}, 4, KILN_INT64);
    const auto to = kiln::repeat(from, repeats, -1);
    return std::vector<Timing>{{"", [=] { kiln::repeat(from, repeats, -1, to); }, bytes_of(from) + bytes_of(to)}};
  });
}

void add_shifting(std::vector<Operation>& table) {
  table.push_back(mover(
      "roll", roll_samples,
      [](const GpuArray& a, const GpuArray& to) {
        return kiln::roll(a, {1, 7}, {0, 1}, to);
      },
      {2, 3}, {2, 3}, {bad_axis([](const GpuArray& a) { kiln::roll(a, {1}, {5}); })}, 1));
  table.push_back(mover(
      "pad", pad_samples,
      [](const GpuArray& a, const GpuArray& to) {
        return kiln::pad(a, {{1, 1}, {1, 1}}, KILN_PAD_REFLECT, to);
      },
      {2, 3}, {4, 5},
      {{"negative", KILN_INVALID_ARGUMENT, "widths -1 and 0",
        [](const Context& context) {
          kiln::pad(zeros(context, {2}), {{-1, 0}});
        }},
       {"nothing to mirror", KILN_SHAPE_ERROR, "no elements",
        [](const Context& context) {
          kiln::pad(zeros(context, {0}), {{1, 0}}, KILN_PAD_REFLECT);
        }}},
      1));
  const ErrorSample one_axis{"one axis", KILN_SHAPE_ERROR, "at least two axes",
                             [](const Context& context) { kiln::tril(zeros(context, {3})); }};
  table.push_back(mover(
      "tril", [](Random& random, kiln_dtype d) { return triangle_samples(random, d, false); },
      [](const GpuArray& a, const GpuArray& to) { return kiln::tril(a, 0, to); }, {2, 3}, {2, 3}, {one_axis}, 1));
  table.push_back(mover(
      "triu", [](Random& random, kiln_dtype d) { return triangle_samples(random, d, true); },
      [](const GpuArray& a, const GpuArray& to) { return kiln::triu(a, 0, to); }, {2, 3}, {2, 3}, {one_axis}, 1));
}

}  // namespace

void add_moving(std::vector<Operation>& table) {
  add_joining(table);
  add_repeating(table);
  add_shifting(table);
}

}  // namespace kiln::operations
