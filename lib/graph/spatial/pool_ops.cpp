// SPDX-License-Identifier: Apache-2.0
// Pooling and upsampling.
#include "graph/node/array_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/spatial/conv_ops.hpp"

namespace kiln::graph {

using array::PoolOp;
using array::PoolOptions;

namespace {

std::string key_of(PoolOp op, const PoolOptions& o) {
  return fmt::format("{} {} {} {} {} {}", int(op), layout::shape_text(o.window), layout::shape_text(o.strides),
                     layout::shape_text(o.padding), int(o.ceil), int(o.channels_last));
}

void check_float(const Type& type, const char* operation) {
  if (!base::is_float(type.dtype))
    fail(KILN_TYPE_ERROR, "{}: got {}, expected a floating-point dtype", operation, type_text(type));
}

// Refuses a second input of another shape than `expected`, as far as both are known.
void check_shape(const Type& type, const Dims& expected, const Type& x, const char* operation) {
  bool fits = type.ndim() == expected.size();
  for (std::size_t d = 0; fits && d < expected.size(); ++d)
    fits = type.shape[d] == expected[d] || type.shape[d] == kUnknown || expected[d] == kUnknown;
  if (!fits)
    fail(KILN_SHAPE_ERROR, "{}: got {} and {}, expected the shape {} of the second", operation, type_text(x),
         type_text(type), extents_text(expected));
}

// The spatial extents of `like`, the second input, if there is one.
Dims extents_of(std::span<const Type> inputs, bool channels_last, const Dims& extents) {
  if (inputs.size() < 2) return extents;
  return spatial_extents(inputs[1].shape, channels_last);
}

}  // namespace

Value pool(const Value& x, PoolOp op, const PoolOptions& options) {
  ArrayOp::Definition definition{.name = "Pool", .key = key_of(op, options)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    check_float(inputs[0], "graph.pool");
    return {{inputs[0].dtype, array::pool_shape(inputs[0].shape, options, "graph.pool")}};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    return Values{pool_gradient(node.inputs()[0], gradients[0], op, options)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::pool(*inputs[0], op, options, outputs[0], "pool");
  };
  return array_value(std::move(definition), {x});
}

Value pool_gradient(const Value& x, const Value& y, PoolOp op, const PoolOptions& options) {
  ArrayOp::Definition definition{.name = "PoolGradient", .key = key_of(op, options)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    check_float(inputs[0], "graph.pool_gradient");
    check_float(inputs[1], "graph.pool_gradient");
    const Dims shape = array::pool_shape(inputs[0].shape, options, "graph.pool_gradient");
    check_shape(inputs[1], shape, inputs[0], "graph.pool_gradient");
    return {inputs[0]};
  };
  // It is linear in y. x only says where the greatest elements are, and a small change leaves them there.
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    const Value &a = node.inputs()[0], &g = gradients[0];
    const Value by_y = op == PoolOp::max ? pool_take(a, g, options) : pool(g, op, options);
    return Values{Value{}, cast(by_y, node.inputs()[1].type().dtype)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::pool_gradient(*inputs[0], *inputs[1], op, options, outputs[0], "pool_gradient");
  };
  return array_value(std::move(definition), {x, y});
}

Value pool_take(const Value& x, const Value& values, const PoolOptions& options) {
  ArrayOp::Definition definition{.name = "PoolTake", .key = key_of(PoolOp::max, options)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    check_float(inputs[0], "graph.pool_take");
    check_float(inputs[1], "graph.pool_take");
    check_shape(inputs[1], inputs[0].shape, inputs[0], "graph.pool_take");
    return {{inputs[0].dtype, array::pool_shape(inputs[0].shape, options, "graph.pool_take")}};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    const Value by_values = pool_gradient(node.inputs()[0], gradients[0], PoolOp::max, options);
    return Values{Value{}, cast(by_values, node.inputs()[1].type().dtype)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::pool_take(*inputs[0], *inputs[1], options, outputs[0], "pool_take");
  };
  return array_value(std::move(definition), {x, values});
}

namespace {

Value sampled(const Value& x, const Value& like, bool gradient, bool linear, const Dims& extents, bool channels_last) {
  const char* const name = gradient ? "graph.upsample_gradient" : "graph.upsample";
  if (!like) array::check_given_extents(extents, 1, "the result", name);
  ArrayOp::Definition definition{
      .name = gradient ? "UpsampleGradient" : "Upsample",
      .key = fmt::format("{} {} {}", int(linear), layout::shape_text(extents), int(channels_last)),
      .reads = 1};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    check_float(inputs[0], name);
    const Dims known = extents_of(inputs, channels_last, extents);
    return {{inputs[0].dtype, array::upsample_shape(inputs[0].shape, known, channels_last, name)}};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    Values results(node.inputs().size());
    results[0] = sampled(gradients[0], node.inputs()[0], !gradient, linear, {}, channels_last);
    return results;
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    const Dims to = spatial_extents(outputs[0]->shape(), channels_last);
    if (gradient)
      array::upsample_gradient(*inputs[0], linear, to, channels_last, outputs[0], "upsample_gradient");
    else
      array::upsample(*inputs[0], linear, to, channels_last, outputs[0], "upsample");
  };
  return array_value(std::move(definition), like ? Values{x, like} : Values{x});
}

}  // namespace

Value upsample(const Value& x, const Value& like, bool linear, const Dims& extents, bool channels_last) {
  return sampled(x, like, false, linear, extents, channels_last);
}

Value upsample_gradient(const Value& y, const Value& like, bool linear, const Dims& extents, bool channels_last) {
  return sampled(y, like, true, linear, extents, channels_last);
}

}  // namespace kiln::graph
