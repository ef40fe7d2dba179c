// SPDX-License-Identifier: Apache-2.0
// Rows of the views of kiln/array.h, and of reshape, which copies where it must.
#include <algorithm>

#include "rows.hpp"

namespace kiln::operations {

namespace {

using View = std::function<GpuArray(const GpuArray& array)>;
using From = std::function<Shape(const Shape& at)>;

Sample view_sample(std::string text, HostArray array, const Shape& result, View view, From from) {
  return without_destination(
      std::move(text), {std::move(array)}, [=](const Context&, Given in) { return Arrays{view(in[0])}; },
      [=](const Inputs& in) {
        return std::vector<Expected>{
            elements(in[0].dtype, result, [&](const Shape& at) { return element(in[0], from(at)); })};
      });
}

Shape reversed(Shape at) {
  std::reverse(at.begin(), at.end());
  return at;
}

std::vector<Sample> index_samples(Random& random, kiln_dtype d) {
  return {view_sample(
              "(:, 2, 9:1:-3)", mixed(random, d, {4, 5, 11}), {4, 3},
              [](const GpuArray& a) { return a(slice(), 2, slice(9, 1, -3)); },
              [](const Shape& at) {
                return Shape{at[0], 2, 9 - 3 * at[1]};
              }),
          view_sample(
              "(..., -1, newaxis)", mixed(random, d, {6, 5}), {6, 1},
              [](const GpuArray& a) { return a(ellipsis, -1, newaxis); },
              [](const Shape& at) {
                return Shape{at[0], 4};
              }),
          view_sample(
              "one element", mixed(random, d, {3, 4}), {}, [](const GpuArray& a) { return a(1, -2); },
              [](const Shape&) {
                return Shape{1, 2};
              }),
          view_sample(
              "nothing", mixed(random, d, {3}), {0}, [](const GpuArray& a) { return a(slice(2, 1)); },
              [](const Shape& at) { return at; })};
}

std::vector<Sample> transpose_samples(Random& random, kiln_dtype d) {
  return {view_sample(
              "(4, 5, 6), all axes", mixed(random, d, {4, 5, 6}), {6, 5, 4},
              [](const GpuArray& a) { return a.transpose(); }, reversed),
          view_sample(
              "(4, 5, 6) to 2, 0, 1", mixed(random, d, {4, 5, 6}), {6, 4, 5},
              [](const GpuArray& a) {
                return a.transpose({2, 0, -2});
              },
              [](const Shape& at) {
                return Shape{at[1], at[2], at[0]};
              }),
          view_sample(
              "0-d", mixed(random, d, {}), {}, [](const GpuArray& a) { return a.transpose(); }, reversed)};
}

std::vector<Sample> reshape_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, const Shape& wanted, const Shape& result,
                       kiln_reshape_copy copy) {
    out.push_back(without_destination(
        std::move(text), {mixed(random, d, shape)},
        [=](const Context&, Given in) { return Arrays{in[0].reshape(wanted, copy)}; },
        [=](const Inputs& in) {
          return std::vector<Expected>{{{d, result, in[0].values}, {}}};
        }));
  };
  add("(6, 10) to (4, -1)", {6, 10}, {4, -1}, {4, 15}, KILN_COPY_IF_NEEDED);
  add("(5, 6, 2) to (60,)", {5, 6, 2}, {60}, {60}, KILN_COPY_IF_NEEDED);
  add("always a copy", {3, 4}, {3, 1, 4}, {3, 1, 4}, KILN_COPY_ALWAYS);
  add("to 0-d", {1, 1}, {}, {}, KILN_COPY_IF_NEEDED);
  add("no elements", {0, 4}, {2, 0}, {2, 0}, KILN_COPY_IF_NEEDED);
  // A transposed array has no view of that shape.
  out.push_back(without_destination(
      "transposed", {mixed(random, d, {6, 10})},
      [](const Context&, Given in) { return Arrays{in[0].transpose().reshape({60})}; },
      [=](const Inputs& in) {
        return std::vector<Expected>{elements(d, {60}, [&](const Shape& at) {
          return element(in[0], {at[0] % 6, at[0] / 6});
        })};
      }));
  return out;
}

std::vector<Sample> broadcast_samples(Random& random, kiln_dtype d) {
  return {view_sample(
              "(5, 1) to (3, 5, 4)", mixed(random, d, {5, 1}), {3, 5, 4},
              [](const GpuArray& a) {
                return a.broadcast_to({3, 5, 4});
              },
              [](const Shape& at) {
                return Shape{at[1], 0};
              }),
          view_sample(
              "0-d to (7,)", mixed(random, d, {}), {7}, [](const GpuArray& a) { return a.broadcast_to({7}); },
              [](const Shape&) { return Shape(); }),
          view_sample(
              "to none", mixed(random, d, {1, 2}), {0, 2},
              [](const GpuArray& a) {
                return a.broadcast_to({0, 2});
              },
              [](const Shape& at) { return at; })};
}

std::vector<Sample> flip_samples(Random& random, kiln_dtype d) {
  return {
      view_sample(
          "(6, 7), every axis", mixed(random, d, {6, 7}), {6, 7}, [](const GpuArray& a) { return a.flip(); },
          [](const Shape& at) {
            return Shape{5 - at[0], 6 - at[1]};
          }),
      view_sample(
          "(3, 4, 5), axis 1", mixed(random, d, {3, 4, 5}), {3, 4, 5}, [](const GpuArray& a) { return a.flip({-2}); },
          [](const Shape& at) {
            return Shape{at[0], 3 - at[1], at[2]};
          }),
      view_sample(
          "no elements", mixed(random, d, {0}), {0}, [](const GpuArray& a) { return a.flip(); },
          [](const Shape& at) { return at; })};
}

std::vector<Sample> diagonal_samples(Random& random, kiln_dtype d) {
  return {view_sample(
              "(6, 9), offset 2", mixed(random, d, {6, 9}), {6}, [](const GpuArray& a) { return a.diagonal(2); },
              [](const Shape& at) {
                return Shape{at[0], at[0] + 2};
              }),
          view_sample(
              "(3, 4, 5), axes 2 and 0", mixed(random, d, {3, 4, 5}), {4, 2},
              [](const GpuArray& a) { return a.diagonal(-1, 0, -1); },
              [](const Shape& at) {
                return Shape{at[1] + 1, at[0], at[1]};
              }),
          view_sample(
              "beyond", mixed(random, d, {3, 4}), {0}, [](const GpuArray& a) { return a.diagonal(9); },
              [](const Shape& at) { return at; })};
}

std::vector<Sample> reinterpret_samples(Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  const auto add = [&](std::string text, const Shape& shape, kiln_dtype to, const Shape& result) {
    Sample one = without_destination(
        std::move(text), {mixed(random, d, shape)},
        [=](const Context&, Given in) { return Arrays{in[0].reinterpret(to)}; },
        [=](const Inputs& in) {
          return std::vector<Expected>{{from_bytes(to, result, bytes_of(in[0]).data()), {}}};
        });
    one.strided_inputs = false;
    out.push_back(std::move(one));
  };
  const auto item = std::int64_t(kiln_dtype_size(d));
  add("as bytes", {5, 3}, KILN_UINT8, {5, 3 * item});
  if (item <= 4) add("as wider words", {3, 8}, KILN_INT32, {3, 8 * item / 4});
  if (item == 1) add("0-d", {}, KILN_UINT8, {});
  return out;
}

Operation view_row(const char* name, std::vector<Sample> (*samples)(Random&, kiln_dtype),
                   std::vector<ErrorSample> errors, Gradient gradient = Gradient::exists) {
  Operation operation = row(name, "array", {"kiln_array_" + std::string(name)}, all_dtypes(), gradient);
  operation.samples = samples;
  operation.errors = [=] { return errors; };
  return operation;
}

ErrorSample refuses(const char* text, kiln_status status, const char* part,
                    std::function<void(const GpuArray& array)> run) {
  return {text, status, part, [=](const Context& context) { run(zeros(context, {2, 3})); }};
}

}  // namespace

void add_views(std::vector<Operation>& table) {
  table.push_back(view_row(
      "index", index_samples,
      {refuses("out of range", KILN_INDEX_ERROR, "index 3 is out of range", [](const GpuArray& a) { a(0, 3); }),
       refuses("too many", KILN_INDEX_ERROR, "subscripts", [](const GpuArray& a) { a(0, 0, 0); }),
       refuses("step 0", KILN_INVALID_ARGUMENT, "step of 0", [](const GpuArray& a) { a(slice(0, 1, 0)); })}));
  table.push_back(view_row("transpose", transpose_samples,
                           {refuses("axis named twice", KILN_INVALID_ARGUMENT, "twice",
                                    [](const GpuArray& a) {
                                      a.transpose({0, 0});
                                    }),
                            refuses("axis out of range", KILN_INDEX_ERROR, "out of range", [](const GpuArray& a) {
                              a.transpose({0, 2});
                            })}));
  Operation reshape =
      view_row("reshape", reshape_samples,
               {refuses("another size", KILN_SHAPE_ERROR, "cannot become", [](const GpuArray& a) { a.reshape({5}); }),
                refuses("two unknown extents", KILN_SHAPE_ERROR, "at most one",
                        [](const GpuArray& a) {
                          a.reshape({-1, -1});
                        }),
                refuses("no view", KILN_SHAPE_ERROR, "without a copy",
                        [](const GpuArray& a) { a.transpose().reshape({6}, KILN_COPY_NEVER); })});
  time(reshape, [](const Context& context, kiln_dtype d, std::int64_t size) {
    const auto from = GpuArray::full(context, matrix_of(size), 1.0, d).transpose();
    return std::vector<Timing>{
        {"transposed", [=] { from.reshape({-1}); }, 2 * double(from.size()) * double(kiln_dtype_size(d))}};
  });
  table.push_back(std::move(reshape));
  table.push_back(view_row("broadcast_to", broadcast_samples,
                           {refuses("another extent", KILN_SHAPE_ERROR, "does not broadcast", [](const GpuArray& a) {
                             a.broadcast_to({2, 4});
                           })}));
  table.push_back(view_row(
      "flip", flip_samples,
      {refuses("axis out of range", KILN_INDEX_ERROR, "out of range", [](const GpuArray& a) { a.flip({2}); })}));
  table.push_back(
      view_row("diagonal", diagonal_samples,
               {refuses("axes", KILN_INVALID_ARGUMENT, "twice", [](const GpuArray& a) { a.diagonal(0, 1, 1); })}));
  table.push_back(view_row(
      "reinterpret", reinterpret_samples,
      {refuses("stride", KILN_SHAPE_ERROR, "stride", [](const GpuArray& a) { a.transpose().reinterpret(KILN_UINT8); })},
      Gradient::none));
}

}  // namespace kiln::operations
