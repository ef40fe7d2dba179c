// SPDX-License-Identifier: Apache-2.0
// How shapes of views are inferred, and how gradients undo them.
#include "graph/ops/shape_ops.hpp"

#include <algorithm>

#include "array/elementwise/elementwise.hpp"
#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"

namespace kiln::graph {
namespace {

Layout shape_only(const Dims& shape) { return {shape, Dims(shape.size(), 0), 0}; }

// The axis, of an input of `ndim`, whose extent entry i of a shape keeps; -1 if the entry keeps none. An axis that the
// input does not have is one beyond its last.
std::int64_t kept_axis(const Dims& asked, std::size_t i, std::size_t ndim) {
  if (asked[i] == kKeep) return std::int64_t(std::min(i, ndim));
  const std::size_t behind = asked.size() - i;
  if (asked[i] == kKeepLast) return std::int64_t(behind > ndim ? ndim : ndim - behind);
  return -1;
}

// Resolves the -1 in a `shape` that also keeps extents. The -1 stands for all elements along the axes that are not
// kept. It is not computed by dividing the number of all elements, which would be 0 / 0 if a kept axis has no elements.
void resolve_beside_kept(const Dims& from, const Dims& asked, Dims& shape) {
  Dims others, known, kept;
  for (std::size_t i = 0; i < asked.size(); ++i) kept.push_back(kept_axis(asked, i, from.size()));
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!contains(kept, std::int64_t(i))) others.push_back(from[i]);
  for (const std::int64_t extent : asked)
    if (extent >= 0) known.push_back(extent);
  const std::int64_t all = layout::checked_size(others, 1, "graph.Reshape"),
                     part = layout::checked_size(known, 1, "graph.Reshape");
  if (part == 0 || all % part != 0) return;
  for (std::int64_t& extent : shape)
    if (extent == kUnknown) extent = all / part;
}

void check_inputs(std::span<const Type> inputs, std::size_t expected, const std::string& name) {
  if (inputs.size() != expected)
    fail(KILN_INVALID_ARGUMENT, "graph.{}: got {}, expected {}", name, base::plural(inputs.size(), "input"), expected);
}

}  // namespace

// ---- Reshape ----

std::vector<Type> Reshape::infer(std::span<const Type> inputs) const {
  check_inputs(inputs, shape_ ? 1 : 2, name());
  const Type& from = inputs[0];
  Dims shape = shape_ ? *shape_ : inputs[1].shape;
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (const std::int64_t axis = shape_ ? kept_axis(*shape_, i, from.ndim()) : -1; axis >= 0) {
      if (std::size_t(axis) == from.ndim())
        fail(KILN_SHAPE_ERROR, "graph.Reshape: axis {} is to be kept, but the input is {}",
             shape[i] == kKeep ? std::int64_t(i) : std::int64_t(i) - std::int64_t(shape.size()), type_text(from));
      shape[i] = from.shape[std::size_t(axis)];
    }
    if (shape[i] < kUnknown) fail(KILN_SHAPE_ERROR, "graph.Reshape: got extent {}", shape[i]);
    unknown += shape[i] == kUnknown;
  }
  if (from.known()) {
    if (!shape_ && unknown) return {{from.dtype, shape}};
    if (unknown > 1) fail(KILN_SHAPE_ERROR, "graph.Reshape: got {} extents of -1, expected at most one", unknown);
    if (shape_ && unknown) resolve_beside_kept(from.shape, *shape_, shape);
    shape = layout::resolve_reshape(from.shape, shape, "graph.Reshape");
  }
  return {{from.dtype, shape}};
}

Values Reshape::gradient(const Node& node, std::span<const Value> gradients) const {
  Values results(node.inputs().size());
  results[0] = reshape_like(gradients[0], node.inputs()[0]);
  return results;
}

std::optional<Layout> Reshape::view(const Node& node, const Layout& layout) const {
  return layout::reshape_view(layout, node.types()[0].shape, base::dtype_size(node.types()[0].dtype));
}

Runner Reshape::prepare(const Node& node, runtime::Context&) const {
  // The output is contiguous. So a view of it in the input's shape can be assigned the input, element by element
  // in C order.
  const Dims shape = node.inputs()[0].type().shape;
  return [shape](NodeArrays inputs, NodeArrays outputs) {
    const auto as_input =
        array::view(*outputs[0], *layout::reshape_view(outputs[0]->layout(), shape, outputs[0]->itemsize()), true);
    array::assign(*as_input, *inputs[0], "reshape");
  };
}

// ---- SpecifyShape ----

std::vector<Type> SpecifyShape::infer(std::span<const Type> inputs) const {
  check_inputs(inputs, 1, name());
  Type type = inputs[0];
  bool fits = type.ndim() == shape_.size();
  for (std::size_t i = 0; fits && i < shape_.size(); ++i) {
    std::int64_t& extent = type.shape[i];
    if (extent == kUnknown) extent = shape_[i];
    fits = shape_[i] == kUnknown || extent == shape_[i];
  }
  if (!fits)
    fail(KILN_SHAPE_ERROR, "graph.specify_shape: got {}, expected the shape {}", type_text(inputs[0]),
         extents_text(shape_));
  return {type};
}

// ---- DimShuffle ----

std::string DimShuffle::name() const {
  std::string text = "DimShuffle{";
  for (std::size_t i = 0; i < order_.size(); ++i)
    text += (i ? "," : "") + (order_[i] < 0 ? std::string("x") : std::to_string(order_[i]));
  return text + "}";
}

std::vector<Type> DimShuffle::infer(std::span<const Type> inputs) const {
  check_inputs(inputs, 1, name());
  const Type& from = inputs[0];
  bool used[KILN_MAX_DIMS] = {};
  Dims shape;
  for (const std::int64_t axis : order_) {
    if (axis < 0) {
      shape.push_back(1);
      continue;
    }
    if (std::size_t(axis) >= from.ndim() || used[axis])
      fail(KILN_INDEX_ERROR, "graph.{}: axis {} {}, the input is {}", name(), axis,
           std::size_t(axis) < from.ndim() ? "is given twice" : "is out of range", type_text(from));
    used[axis] = true;
    shape.push_back(from.shape[axis]);
  }
  for (std::size_t i = 0; i < from.ndim(); ++i)
    if (!used[i] && from.shape[i] != 1 && from.shape[i] != kUnknown)
      fail(KILN_SHAPE_ERROR, "graph.{}: axis {} of {} is left out, expected an extent of 1", name(), i,
           type_text(from));
  return {{from.dtype, shape}};
}

Values DimShuffle::gradient(const Node& node, std::span<const Value> gradients) const {
  return {dimshuffle(gradients[0], inverse_of(order_, node.inputs()[0].type().ndim()))};
}

std::optional<Layout> DimShuffle::view(const Node&, const Layout& layout) const {
  Layout out;
  out.offset = layout.offset;
  for (const std::int64_t axis : order_)
    out.push_axis(axis < 0 ? 1 : layout.shape[axis], axis < 0 ? 0 : layout.strides[axis]);
  return out;
}

// ---- BroadcastTo ----

std::vector<Type> BroadcastTo::infer(std::span<const Type> inputs) const {
  check_inputs(inputs, shape_ ? 1 : 2, name());
  const Dims& shape = shape_ ? *shape_ : inputs[1].shape;
  const Type& from = inputs[0];
  if (!broadcasts_to(from.shape, shape))
    fail(KILN_SHAPE_ERROR, "graph.BroadcastTo: {} does not broadcast to {}", type_text(from), extents_text(shape));
  return {{from.dtype, shape}};
}

Values BroadcastTo::gradient(const Node& node, std::span<const Value> gradients) const {
  Values results(node.inputs().size());
  results[0] = sum_like(gradients[0], node.inputs()[0]);
  return results;
}

std::optional<Layout> BroadcastTo::view(const Node& node, const Layout& layout) const {
  return layout::broadcast_to(layout, node.types()[0].shape, "graph.BroadcastTo");
}

// ---- Subtensors ----

bool spread_indices(std::span<const layout::Index> indices, std::size_t ndim, std::vector<layout::Index>& out) {
  using Kind = layout::Index::Kind;
  std::size_t used = 0;
  for (const auto& index : indices) used += index.kind == Kind::integer || index.kind == Kind::slice;
  if (used > ndim) return false;
  for (const auto& index : indices) {
    if (index.kind == Kind::ellipsis)
      out.resize(out.size() + ndim - used);
    else if (index.kind != Kind::new_axis)
      out.push_back(index);
  }
  out.resize(ndim);
  return true;
}

std::string indices_text(std::span<const layout::Index> indices) {
  std::string text;
  const auto bound = [](std::int64_t value) { return value == INT64_MIN ? std::string() : std::to_string(value); };
  for (const auto& index : indices) {
    if (!text.empty()) text += ", ";
    if (index.kind == layout::Index::Kind::integer)
      text += std::to_string(index.start);
    else if (index.kind == layout::Index::Kind::slice)
      text += bound(index.start) + ":" + bound(index.stop) + (index.step == 1 ? "" : ":" + bound(index.step));
    else
      text += index.kind == layout::Index::Kind::new_axis ? "newaxis" : "...";
  }
  return text;
}

std::vector<Type> Subtensor::infer(std::span<const Type> inputs) const {
  check_inputs(inputs, 1, name());
  const Type& from = inputs[0];
  const std::string operation = "graph." + name();
  if (from.known()) return {{from.dtype, layout::index(shape_only(from.shape), indices_, operation.c_str()).shape}};
  // An unknown extent is tried as two sizes, both beyond every index. Extents of the result that differ
  // between the two depend on the unknown extent.
  Dims small = from.shape, large = from.shape;
  std::int64_t reach = 2;
  for (const auto& index : indices_)
    for (const std::int64_t at : {index.start, index.stop})
      if (at != INT64_MIN) reach = std::max(reach, std::min<std::int64_t>(std::abs(at), INT64_C(1) << 40) + 2);
  for (std::size_t i = 0; i < from.ndim(); ++i)
    if (from.shape[i] == kUnknown) {
      small[i] = reach;
      large[i] = reach + 1;
    }
  Dims shape = layout::index(shape_only(small), indices_, operation.c_str()).shape;
  const Dims other = layout::index(shape_only(large), indices_, operation.c_str()).shape;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != other[i]) shape[i] = kUnknown;
  // If the axis turns out to be short, a slice gets fewer elements than its bounds ask for. So every extent that comes
  // from an unknown axis is unknown, except an extent of 1. The strides tell which axis an extent comes from.
  Layout names = shape_only(from.shape);
  for (std::size_t i = 0; i < from.ndim(); ++i) names.strides[i] = from.shape[i] == kUnknown ? 1 << i : 0;
  names.shape = small;
  const Dims strides = layout::index(names, indices_, operation.c_str()).strides;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (strides[i] != 0 && shape[i] != 1) shape[i] = kUnknown;
  return {{from.dtype, shape}};
}

Values Subtensor::gradient(const Node& node, std::span<const Value> gradients) const {
  return {update_subtensor(zeros_like(node.inputs()[0]), gradients[0], indices_, true)};
}

std::optional<Layout> Subtensor::view(const Node&, const Layout& layout) const {
  return layout::index(layout, indices_, "graph.Subtensor");
}

std::string UpdateSubtensor::name() const {
  return std::string(add_ ? "IncSubtensor{" : "SetSubtensor{") + indices_text(indices_) + "}";
}

std::vector<Type> UpdateSubtensor::infer(std::span<const Type> inputs) const {
  check_inputs(inputs, 2, name());
  const Type part = Subtensor(indices_).infer(inputs.first(1))[0];
  if (!broadcasts_to(inputs[1].shape, part.shape))
    fail(KILN_SHAPE_ERROR, "graph.{}: values of shape {} do not broadcast to {}, the part of {}", name(),
         extents_text(inputs[1].shape), extents_text(part.shape), type_text(inputs[0]));
  if (inputs[1].dtype != inputs[0].dtype)
    fail(KILN_TYPE_ERROR, "graph.{}: got {} for elements of {}, expected the same dtype", name(),
         base::dtype_name(inputs[1].dtype), base::dtype_name(inputs[0].dtype));
  return {inputs[0]};
}

Values UpdateSubtensor::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value& g = gradients[0];
  Value whole = g;
  if (!add_) whole = update_subtensor(g, zeros_like(node.inputs()[1]), indices_, false);
  return {whole, sum_like(subtensor(g, indices_), node.inputs()[1])};
}

Runner UpdateSubtensor::prepare(const Node&, runtime::Context& context) const {
  const auto indices = indices_;
  Ref<array::Elementwise> add;
  if (add_) add = array::Elementwise::create(context, expr::parse_statements("r = r + x"), "r, x");
  return [indices, add](NodeArrays inputs, NodeArrays outputs) {
    array::Array& out = *outputs[0];
    start_from(out, *inputs[0], "set_subtensor");
    const auto part = array::view(out, layout::index(out.layout(), indices, "set_subtensor"), true);
    if (part->size() == 0) return;
    if (add) {
      add->call({*part, *inputs[1]}, "inc_subtensor");
    } else {
      array::assign(*part, *inputs[1], "set_subtensor");
    }
  };
}

// ---- Building ----

Value reshape(const Value& value, const Dims& shape) { return single(base::make_ref<Reshape>(shape), {value}); }
Value reshape_like(const Value& value, const Value& like) {
  if (value.type().known() && value.type().shape == like.type().shape) return value;
  return single(base::make_ref<Reshape>(std::nullopt), {value, like});
}
Value specify_shape(const Value& value, const Dims& shape) {
  for (const std::int64_t extent : shape)
    if (extent < kUnknown)
      fail(KILN_SHAPE_ERROR, "graph.specify_shape: got the shape {}, expected extents of at least 0, or -1",
           layout::shape_text(shape));
  return single(base::make_ref<SpecifyShape>(shape), {value});
}
Value flatten(const Value& value) { return reshape(value, {-1}); }

Value dimshuffle(const Value& value, const Dims& order) {
  return order == counted(value.type().ndim()) ? value : single(base::make_ref<DimShuffle>(order), {value});
}

Value transpose(const Value& value) {
  Dims order = counted(value.type().ndim());
  std::reverse(order.begin(), order.end());
  return dimshuffle(value, order);
}

Value swap_last(const Value& value) {
  Dims order = counted(value.type().ndim());
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return dimshuffle(value, order);
}

Value broadcast_to(const Value& value, const Dims& shape) {
  if (value.type().shape == shape && value.type().known()) return value;
  return single(base::make_ref<BroadcastTo>(shape), {value});
}
Value broadcast_like(const Value& value, const Value& like) {
  if (value.type().shape == like.type().shape && value.type().known()) return value;
  return single(base::make_ref<BroadcastTo>(std::nullopt), {value, like});
}
Value subtensor(const Value& value, std::vector<layout::Index> indices) {
  return single(base::make_ref<Subtensor>(std::move(indices)), {value});
}
Value update_subtensor(const Value& value, const Value& with, std::vector<layout::Index> indices, bool add) {
  return single(base::make_ref<UpdateSubtensor>(std::move(indices), add), {value, cast(with, value.type().dtype)});
}
Value extent(const Value& value, std::optional<Dims> axes) {
  ArrayOp::Definition definition{.name = axes ? "Extent" : "Shape", .key = axes ? numbers_text(*axes) : "", .reads = 0};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    return {{KILN_INT64, axes ? Dims{} : Dims{std::int64_t(inputs[0].ndim())}}};
  };
  // Gives a constant once the extents are known.
  definition.expand = [=](const Node&, std::span<const Value> inputs) -> Values {
    const Dims& shape = inputs[0].type().shape;
    if (!axes) {
      HostValue extents{KILN_INT64, {std::int64_t(shape.size())}, std::vector<std::byte>(8 * shape.size())};
      std::copy_n(reinterpret_cast<const std::byte*>(shape.data()), extents.bytes.size(), extents.bytes.data());
      return {make_constant(std::move(extents))};
    }
    std::int64_t count = 1;
    for (const std::int64_t axis : *axes) count *= shape[axis];
    return {make_constant(Scalar::integer(KILN_INT64, count))};
  };
  return array_value(std::move(definition), {value});
}
Value zeros_like(const Value& value) {
  return broadcast_like(make_constant(Scalar::integer(KILN_INT64, 0).cast(value.type().dtype)), value);
}
Value ones_like(const Value& value) {
  return broadcast_like(make_constant(Scalar::integer(KILN_INT64, 1).cast(value.type().dtype)), value);
}

Value sum_to(const Value& value, const Value& like) {
  const Type &from = value.type(), &to = like.type();
  if (from.shape == to.shape) return value;
  const std::size_t lead = from.ndim() - to.ndim();
  Dims axes;
  for (std::size_t i = 0; i < from.ndim(); ++i)
    if (i < lead || (to.shape[i - lead] == 1 && from.shape[i] != 1)) axes.push_back(std::int64_t(i));
  Value result = axes.empty() ? value : reduce(KILN_REDUCE_SUM, value, axes, true, to.dtype);
  return dimshuffle(result, counted(to.ndim(), std::int64_t(lead)));
}

Value sum_like(const Value& value, const Value& like) {
  const auto sum = [](const Value& of, const Value& to) { return cast(sum_to(of, to), to.type().dtype); };
  if (value.type().known() && like.type().known()) return sum(value, like);
  ArrayOp::Definition definition{.name = "SumLike", .reads = 1};
  definition.infer = [](std::span<const Type> inputs) { return std::vector<Type>{inputs[1]}; };
  definition.gradient = [](const Node& node, std::span<const Value> g) {
    const Value& from = node.inputs()[0];
    return Values{broadcast_like(cast(g[0], from.type().dtype), from), Value{}};
  };
  definition.expand = [=](const Node&, std::span<const Value> inputs) { return Values{sum(inputs[0], inputs[1])}; };
  return array_value(std::move(definition), {value, like});
}

}  // namespace kiln::graph
