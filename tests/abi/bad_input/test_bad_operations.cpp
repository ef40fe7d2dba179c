// SPDX-License-Identifier: Apache-2.0
// What operations of graphs say of operands that do not fit: the shapes as the program gave them, and a status that
// tells dtypes from shapes.
#include <kiln/kiln.hpp>

#include "cxx_support.hpp"
#include "support.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;

TEST_CASE("operations that reshape what they are given show it as it was given") {
  const auto m = g::input("m", KILN_FLOAT32, {2, 3}), two = g::input("two", KILN_FLOAT32, {2});
  const auto t = g::input("t", KILN_FLOAT32, {4, 2, 3}), u = g::input("u", KILN_FLOAT32, {5, 3, 2});
  const auto doubles = g::input("doubles", KILN_FLOAT64, {5}), places = g::input("places", KILN_INT64, {7, 4});
  refused(KILN_SHAPE_ERROR, "shapes (2, 3) and (2,): a has 3 columns and b 2 rows", [&] { g::dot(m, two); });
  refused(KILN_SHAPE_ERROR, "shapes (3,) and (4, 2, 3)", [&] { g::dot(g::input("three", KILN_FLOAT32, {3}), t); });
  refused(KILN_SHAPE_ERROR, "shapes (4, 2, 3) and (5, 3, 2): batches (4,) and (5,) do not", [&] { g::dot(t, u); });
  refused(KILN_SHAPE_ERROR, "graph.stack: shapes (2, 3) and (3, 2)", [&] { g::stack({m, m.T()}, 1); });
  refused(KILN_SHAPE_ERROR, "graph.stack: shapes (2, 3) and (2,)", [&] { g::stack({m, two}); });
  refused(KILN_SHAPE_ERROR, "graph.tensordot: shapes (4, 2, 3) and (2, 3): axis 2 of a has extent 3 and axis 0 of b 2",
          [&] { g::tensordot(t, m, {2}, {0}); });
  refused(KILN_SHAPE_ERROR, "float32(2, 3) and indices int64(7, 4) do not broadcast together but for axis 0",
          [&] { g::take_along_axis(m, places, 0); });
  refused(KILN_SHAPE_ERROR, "values of shape (5,) do not broadcast to (3,), the part of float32(2, 3)",
          [&] { g::set_subtensor(m, {kiln::Index(0).value()}, doubles); });
  refused(KILN_SHAPE_ERROR, "graph.put: values of shape (5,) do not broadcast to (7, 4, 3)",
          [&] { g::put(m, places, doubles); });
  refused(KILN_TYPE_ERROR, "graph.cummax: got complex64(2, 2), expected a real dtype", [&] {
    g::apply("cummax", {g::input("z", KILN_COMPLEX64, {2, 2})});
  });
  // Extents that only a call tells.
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const auto ones = [&](const kiln::Shape& shape) { return GpuArray::full(context, shape, 1.0F); };
    const auto x = g::matrix("x", KILN_FLOAT32), cube = g::tensor3("cube", KILN_FLOAT32);
    const auto v = g::vector("v", KILN_FLOAT32);
    const auto called = [&](const g::Variables& inputs, const g::Variable& output, const std::vector<GpuArray>& with) {
      const g::Function function({.inputs = {inputs.begin(), inputs.end()}, .outputs = {output}});
      std::vector<g::Argument> arguments(with.begin(), with.end());
      return function.call(arguments);
    };
    refused(KILN_SHAPE_ERROR, "Dot(x, v) float32(?,): graph.dot: shapes (2, 3) and (2,): a has 3 columns and b 2 rows",
            [&] {
              called({x, v}, g::dot(x, v), {ones({2, 3}), ones({2})});
            });
    refused(KILN_SHAPE_ERROR, "Dot(v, x) float32(?,): graph.dot: shapes (3,) and (2, 3)", [&] {
      called({v, x}, g::dot(v, x), {ones({3}), ones({2, 3})});
    });
    refused(KILN_SHAPE_ERROR, "graph.tensordot: shapes (4, 2, 3) and (2, 2): axis 2 of a has extent 3 and axis 1 of b",
            [&] {
              called({cube, x}, g::tensordot(cube, x, {1, 2}, {0, 1}), {ones({4, 2, 3}), ones({2, 2})});
            });
    refused(KILN_SHAPE_ERROR, "graph.stack: shapes (2, 3) and (3, 2)", [&] {
      called({x}, g::stack({x, x.T()}), {ones({2, 3})});
    });
  }
}

TEST_CASE("operations of graphs tell wrong dtypes from wrong shapes") {
  const auto scores = g::matrix("scores", KILN_FLOAT32), x = g::vector("x", KILN_FLOAT32);
  const auto numbers = g::vector("numbers", KILN_INT64), table = g::matrix("table", KILN_INT64);
  refused(KILN_TYPE_ERROR, "float32(?,), expected floating-point scores and integer labels",
          [&] { g::cross_entropy(scores, x); });
  refused(KILN_TYPE_ERROR, "got int64(?, ?) and int64(?,)", [&] { g::cross_entropy(table, numbers); });
  refused(KILN_SHAPE_ERROR, "expected scores (..., classes) and labels (...)", [&] { g::cross_entropy(x, numbers); });
  refused(KILN_SHAPE_ERROR, "got float32(2, 3) and int32(5,), expected a label for each row", [&] {
    g::cross_entropy(g::input("scores", KILN_FLOAT32, {2, 3}), g::input("labels", KILN_INT32, {5}));
  });
  refused(KILN_TYPE_ERROR, "the start is float32(?,)", [&] { g::apply("slice", {x, x}); });
  refused(KILN_TYPE_ERROR, "the start is float32()", [&] { g::apply("slice", {x, g::scalar("s", KILN_FLOAT32)}); });
  refused(KILN_SHAPE_ERROR, "the start is int64(?,)", [&] { g::apply("slice", {x, numbers}); });
  kiln_graph_options draw = KILN_GRAPH_OPTIONS_INIT;
  const std::int64_t four = 4;
  draw.shape = &four;
  draw.shape_count = 1;
  refused(KILN_TYPE_ERROR, "the state is int64(?,), expected uint64(2,)",
          [&] { g::apply("random_uniform", {numbers}, draw, 2); });
  refused(KILN_SHAPE_ERROR, "the state is uint64(3,), expected uint64(2,)",
          [&] { g::apply("random_uniform", {g::input("state", KILN_UINT64, {3})}, draw, 2); });
}
