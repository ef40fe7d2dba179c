// SPDX-License-Identifier: Apache-2.0
// Convolutions: the gradients of each of the three operations are the other two.
#include "graph/spatial/conv_ops.hpp"

#include "graph/node/array_op.hpp"
#include "graph/ops/elementwise_op.hpp"

namespace kiln::graph {

using array::ConvOptions;

namespace {

std::string list_text(const Dims& numbers) { return layout::shape_text(numbers); }

std::string key_of(const ConvOptions& o, const Dims& extents = {}) {
  return fmt::format("{} {} {} {} {} {} {} {}", list_text(o.strides), list_text(o.dilation), int(o.border),
                     list_text(o.padding), o.groups, int(o.flip), int(o.channels_last), list_text(extents));
}

DType common_dtype(std::span<const Type> inputs, const char* operation) {
  for (const Type& type : inputs.first(2))
    if (!base::is_float(type.dtype))
      fail(KILN_TYPE_ERROR, "{}: got {} and {}, expected floating-point dtypes", operation, type_text(inputs[0]),
           type_text(inputs[1]));
  return base::promote(inputs[0].dtype, inputs[1].dtype);
}

// The extents that a result has: those of `like`, the third input, if there is one.
Dims extents_of(std::span<const Type> inputs, const ConvOptions& options, const Dims& extents) {
  return inputs.size() > 2 ? spatial_extents(inputs[2].shape, options.channels_last) : extents;
}

Values inputs_of(const Value& first, const Value& second, const Value& like) {
  Values inputs{first, second};
  if (like) inputs.push_back(like);
  return inputs;
}

// Gradients by the first two inputs, in their dtypes; the third only gives extents.
Values gradients_of(const Node& node, const Value& first, const Value& second) {
  Values results(node.inputs().size());
  results[0] = cast(first, node.inputs()[0].type().dtype);
  results[1] = cast(second, node.inputs()[1].type().dtype);
  return results;
}

}  // namespace

std::string Conv::key() const { return "Conv " + key_of(options_); }

std::vector<Type> Conv::infer(std::span<const Type> inputs) const {
  const DType dtype = common_dtype(inputs, "graph.conv");
  return {{dtype, array::conv_shape(inputs[0].shape, inputs[1].shape, options_, "graph.conv")}};
}

Values Conv::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value &a = node.inputs()[0], &b = node.inputs()[1], &g = gradients[0];
  return gradients_of(node, conv_transpose(g, b, a, options_, {}), conv_filter_gradient(a, g, b, options_, {}));
}

Runner Conv::prepare(const Node&, runtime::Context&) const {
  return [options = options_](NodeArrays inputs, NodeArrays outputs) {
    array::conv(*inputs[0], *inputs[1], options, outputs[0], "conv");
  };
}

Value conv(const Value& x, const Value& filters, const ConvOptions& options) {
  return {Node::make(base::make_ref<Conv>(options), {x, filters}), 0};
}

Value conv_transpose(const Value& y, const Value& filters, const Value& like, const ConvOptions& options,
                     const Dims& extents) {
  constexpr const char* kName = "graph.conv_transpose";
  if (!like) array::check_given_extents(extents, 0, "the input", kName);
  ArrayOp::Definition definition{.name = "ConvTranspose", .key = key_of(options, extents), .reads = 2};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    const DType dtype = common_dtype(inputs, kName);
    const Dims known = extents_of(inputs, options, extents);
    return {{dtype, array::conv_transpose_shape(inputs[0].shape, inputs[1].shape, options, known, kName)}};
  };
  // The operation is linear in each input, and the gradient by the other one is what multiplies it.
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    const Value &a = node.inputs()[0], &b = node.inputs()[1], &g = gradients[0];
    return gradients_of(node, conv(g, b, options), conv_filter_gradient(g, a, b, options, {}));
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::conv_transpose(*inputs[0], *inputs[1], options, spatial_extents(outputs[0]->shape(), options.channels_last),
                          outputs[0], "conv_transpose");
  };
  return array_value(std::move(definition), inputs_of(y, filters, like));
}

Value conv_filter_gradient(const Value& x, const Value& y, const Value& like, const ConvOptions& options,
                           const Dims& extents) {
  constexpr const char* kName = "graph.conv_filter_gradient";
  if (!like) array::check_given_extents(extents, 0, "the filters", kName);
  ArrayOp::Definition definition{.name = "ConvFilterGradient", .key = key_of(options, extents), .reads = 2};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    const DType dtype = common_dtype(inputs, kName);
    const Dims known = extents_of(inputs, options, extents);
    return {{dtype, array::conv_filter_shape(inputs[0].shape, inputs[1].shape, options, known, kName)}};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> gradients) {
    const Value &a = node.inputs()[0], &b = node.inputs()[1], &g = gradients[0];
    return gradients_of(node, conv_transpose(b, g, a, options, {}), conv(a, g, options));
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::conv_filter_gradient(*inputs[0], *inputs[1], options,
                                spatial_extents(outputs[0]->shape(), options.channels_last), outputs[0],
                                "conv_filter_gradient");
  };
  return array_value(std::move(definition), inputs_of(x, y, like));
}

}  // namespace kiln::graph
