// SPDX-License-Identifier: Apache-2.0
// Gathers read elements by index, scatters write them. The gradient of each kind is of the other kind.
#include "graph/ops/index_ops.hpp"

#include <fmt/format.h>

#include <numeric>

#include "array/index/index.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {

Values ArrayOp::gradient(const Node& node, std::span<const Value> gradients) const {
  if (!base::is_float(node.types()[0].dtype)) return Values(node.inputs().size());
  return definition_.gradient ? definition_.gradient(node, gradients) : Op::gradient(node, gradients);
}

void start_from(array::Array& output, const array::Array& input, const char* operation) {
  const bool same =
      output.buffer().memory() == input.buffer().memory() && output.memory_offset() == input.memory_offset();
  if (!same) array::assign(output, input, operation);
}

std::string IndexCheck::key() const {
  return fmt::format("CheckIndex {} {} {} {}", axis_, from_end_, operation_, length_);
}

std::vector<Type> IndexCheck::infer(std::span<const Type> inputs) const {
  const std::int64_t extent = inputs[1].shape[axis_];
  if (length_ > 1 && extent != kUnknown && length_ > extent)
    fail(KILN_SHAPE_ERROR, "graph.{}: got length {}, expected at most {}, the extent of axis {} of {}", operation_,
         length_, extent, axis_, type_text(inputs[1]));
  return {inputs[0]};
}

Runner IndexCheck::prepare(const Node& node, runtime::Context&) const {
  const std::int64_t n = node.inputs()[1].type().shape[axis_], low = from_end_ ? -n : 0;
  return [end = n + 1 - length_, low, operation = operation_](NodeArrays inputs, NodeArrays outputs) {
    start_from(*outputs[0], *inputs[0], operation);
    array::check_numbers(*outputs[0], low, end, operation);
  };
}

Value checked(const Value& numbers, const Value& like, std::size_t axis, bool from_end, const char* operation,
              std::int64_t length) {
  return single(base::make_ref<IndexCheck>(axis, from_end, operation, length), {numbers, like});
}

Values without_checks(std::span<const Value> values) {
  return rewrite(values, [](const NodeRef& node, const Values& inputs) -> Values {
    return op_as<IndexCheck>(*node) ? Values{inputs[0]} : Values{};
  });
}

namespace {

void check_indices(const Value& indices, const char* operation) {
  if (!base::is_integer(indices.type().dtype))
    fail(KILN_TYPE_ERROR, "{}: indices are {}, expected an integer dtype", operation, type_text(indices.type()));
}

Type taken(const Type& x, const Type& indices, std::size_t axis) {
  Type type{x.dtype, Dims(std::span(x.shape.data(), axis))};
  for (const std::int64_t extent : indices.shape) type.shape.push_back(extent);
  for (std::size_t d = axis + 1; d < x.ndim(); ++d) type.shape.push_back(x.shape[d]);
  return type;
}

Value along(const Value& vector, std::size_t axis, std::size_t ndim) {
  Dims order(ndim, -1);
  order[axis] = 0;
  return dimshuffle(vector, order);
}

// For each element that take_along_axis reads, its position in x flattened.
Value flat_positions(const Value& x, const Value& indices, std::size_t axis) {
  const std::size_t ndim = x.type().ndim();
  Value flat;
  for (std::size_t d = 0; d < ndim; ++d) {
    const Value n = extent(x, Dims{std::int64_t(d)});
    const Value place = d == axis ? build("clamp(i < 0 ? i + n : i, 0, n - 1)", {{"i", indices}, {"n", n}})
                                  : along(arange_like(x, std::int64_t(d)), d, ndim);
    flat = flat ? build("f * n + p", {{"f", flat}, {"n", n}, {"p", place}}) : place;
  }
  return flat;
}

// If several indices are equal, put() writes the values of the last one. The result is true for indices that are
// the last of their kind; its shape broadcasts to that of take().
Value last_ones(const Value& x, const Value& indices, std::size_t axis) {
  const Value flat = flatten(indices), numbers = arange_like(flat, 0);
  const Value nobody = build("0 * a - 1", {{"a", arange_like(x, std::int64_t(axis))}});
  const Value winners = put(nobody, flat, numbers, 0);
  const Value hit = reshape_like(apply(expr::Fn::equal, {take(winners, flat, 0), numbers}), indices);
  Dims order(x.type().ndim() - 1 + indices.type().ndim(), -1);
  std::iota(order.begin() + axis, order.begin() + axis + indices.type().ndim(), 0);
  return dimshuffle(hit, order);
}

Value write(const Value& x, const Value& indices, const Value& given, std::int64_t given_axis, bool add) {
  const char* const operation = add ? "graph.scatter_add" : "graph.put";
  const std::int64_t axis = axis_of(x, given_axis, operation);
  check_indices(indices, operation);
  const Value values = cast(given, x.type().dtype);
  ArrayOp::Definition definition{.name = add ? "ScatterAdd" : "Put", .key = std::to_string(axis), .over_first = true};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    const Type part = taken(inputs[0], inputs[1], std::size_t(axis));
    if (!broadcasts_to(inputs[2].shape, part.shape))
      fail(KILN_SHAPE_ERROR, "{}: values of shape {} do not broadcast to {}, that of the indices in {}", operation,
           extents_text(inputs[2].shape), extents_text(part.shape), type_text(inputs[0]));
    return {inputs[0]};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    const Value &from = node.inputs()[0], &at = node.inputs()[1], &with = node.inputs()[2];
    const Value part = take(g[0], at, axis);
    if (add) return Values{g[0], Value{}, sum_like(part, with)};
    const Value none = make_constant(Scalar::integer(KILN_INT64, 0).cast(from.type().dtype));
    const Value kept = apply(expr::Fn::where, {last_ones(from, at, std::size_t(axis)), part, none});
    return Values{put(g[0], at, none, axis), Value{}, sum_like(kept, with)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    start_from(*outputs[0], *inputs[0], operation);
    if (add)
      array::scatter_add(*outputs[0], *inputs[1], axis, *inputs[2], operation);
    else
      array::put(*outputs[0], *inputs[1], axis, *inputs[2], operation);
  };
  return array_value(std::move(definition), {x, indices, values});
}

}  // namespace

Value take(const Value& x, const Value& indices, std::int64_t given_axis) {
  const std::int64_t axis = axis_of(x, given_axis, "graph.take");
  check_indices(indices, "graph.take");
  ArrayOp::Definition definition{.name = "Take", .key = std::to_string(axis)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    return {taken(inputs[0], inputs[1], std::size_t(axis))};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    return Values{scatter_add(zeros_like(node.inputs()[0]), node.inputs()[1], g[0], axis), Value{}};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::take(*inputs[0], *inputs[1], axis, outputs[0], "take");
  };
  return array_value(std::move(definition), {x, indices});
}

Value take_along_axis(const Value& x, const Value& indices, std::int64_t given_axis) {
  const std::int64_t axis = axis_of(x, given_axis, "graph.take_along_axis");
  check_indices(indices, "graph.take_along_axis");
  if (indices.type().ndim() != x.type().ndim())
    fail(KILN_SHAPE_ERROR, "graph.take_along_axis: got {} and indices {}, expected as many dimensions",
         type_text(x.type()), type_text(indices.type()));
  ArrayOp::Definition definition{.name = "TakeAlongAxis", .key = std::to_string(axis)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    Type types[] = {inputs[0], inputs[1]};
    types[0].shape[std::size_t(axis)] = inputs[1].shape[std::size_t(axis)];
    try {
      return {{inputs[0].dtype, broadcast(types, "take_along_axis")}};
    } catch (const base::Error&) {
      fail(KILN_SHAPE_ERROR, "graph.take_along_axis: {} and indices {} do not broadcast together but for axis {}",
           type_text(inputs[0]), type_text(inputs[1]), axis);
    }
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    return Values{scatter_along_axis(node.inputs()[0], node.inputs()[1], g[0], axis), Value{}};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::take_along_axis(*inputs[0], *inputs[1], axis, outputs[0], "take_along_axis");
  };
  return array_value(std::move(definition), {x, indices});
}

Value put(const Value& x, const Value& indices, const Value& values, std::int64_t axis) {
  return write(x, indices, values, axis, false);
}
Value scatter_add(const Value& x, const Value& indices, const Value& values, std::int64_t axis) {
  return write(x, indices, values, axis, true);
}

Value scatter_along_axis(const Value& x, const Value& indices, const Value& values, std::int64_t given_axis) {
  const auto axis = std::size_t(axis_of(x, given_axis, "graph.scatter_along_axis"));
  const Value known = checked(indices, x, axis, true, "take_along_axis");
  const Value positions = flat_positions(x, cast(known, KILN_INT64), axis);
  return reshape_like(scatter_add(zeros_like(flatten(x)), flatten(positions), flatten(values), 0), x);
}

namespace {

// The places that a slice takes along the axis. The start is checked when a call brings it.
Value places_of_slice(const Value& x, const Value& start, std::int64_t length, std::size_t axis) {
  // The start is checked in the dtype in which it was given: a large uint64 would be negative as an int64.
  const Value given = checked(start, x, axis, true, "slice", 0);
  const bool wide = start.type().dtype == KILN_UINT64;
  const Value most = make_constant(Scalar::natural(KILN_UINT64, INT64_MAX));
  const Value known = cast(wide ? apply(expr::Fn::min, {given, most}) : given, KILN_INT64);
  const Value n = extent(x, Dims{std::int64_t(axis)});
  const Value first = checked(build("i < 0 ? i + n : i", {{"i", known}, {"n", n}}), x, axis, false, "slice", length);
  const Value inside = build("max(min(i, n - l), 0)",
                             {{"i", first}, {"n", n}, {"l", make_constant(Scalar::integer(KILN_INT64, length))}});
  return apply(expr::Fn::add, {inside, arange(length)});
}

// A slice whose start is a constant. Once the extent is known, it is a view of basic indexing, and so is the part of
// its gradient that is not zero. A start outside keeps the general form, which reports it when it runs.
class FixedSlice {
 public:
  FixedSlice(const Value& start, std::int64_t at, std::int64_t length, std::size_t axis)
      : start_(start), at_(at), length_(length), axis_(axis) {}

  Value of(const Value& x) const {
    const FixedSlice own = *this;
    ArrayOp::Definition definition{.name = "Slice", .key = key()};
    definition.infer = [own](std::span<const Type> inputs) { return std::vector<Type>{own.part(inputs[0])}; };
    definition.gradient = [own](const Node& node, std::span<const Value> g) {
      return Values{own.placed(g[0], node.inputs()[0])};
    };
    definition.expand = [own](const Node&, std::span<const Value> inputs) -> Values {
      if (const auto indices = own.indices(inputs[0].type())) return {subtensor(inputs[0], *indices)};
      return {take(inputs[0], own.places(inputs[0]), std::int64_t(own.axis_))};
    };
    return array_value(std::move(definition), {x});
  }

 private:
  // Zeros in the shape of `like`, with `part` in the place of the slice.
  Value placed(const Value& part, const Value& like) const {
    const FixedSlice own = *this;
    ArrayOp::Definition definition{.name = "PlacedSlice", .key = key(), .reads = 1};
    definition.infer = [](std::span<const Type> inputs) { return std::vector<Type>{inputs[1]}; };
    definition.gradient = [own](const Node&, std::span<const Value> g) { return Values{own.of(g[0]), Value{}}; };
    definition.expand = [own](const Node&, std::span<const Value> inputs) -> Values {
      const Value zeros = zeros_like(inputs[1]);
      if (const auto indices = own.indices(inputs[1].type()))
        return {update_subtensor(zeros, inputs[0], *indices, false)};
      return {scatter_add(zeros, own.places(inputs[1]), inputs[0], std::int64_t(own.axis_))};
    };
    return array_value(std::move(definition), {part, like});
  }

  std::string key() const { return fmt::format("{} {} {}", at_, length_, axis_); }
  Value places(const Value& x) const { return places_of_slice(x, start_, length_, axis_); }
  Type part(const Type& whole) const {
    // checked() refuses a length above the extent.
    const std::int64_t extent = whole.shape[axis_];
    if (extent != kUnknown && length_ > extent) {
      const Type types[] = {start_.type(), whole};
      IndexCheck(axis_, false, "slice", length_).infer(types);
    }
    Type type = whole;
    type.shape[axis_] = length_;
    return type;
  }
  // Empty if the start lies outside.
  std::optional<std::vector<layout::Index>> indices(const Type& type) const {
    const std::int64_t n = type.shape[axis_], first = at_ < 0 ? at_ + n : at_;
    if (first < 0 || first > n - length_) return std::nullopt;
    std::vector<layout::Index> out(axis_ + 1);
    out[axis_].start = first;
    out[axis_].stop = first + length_;
    return out;
  }

  Value start_;
  std::int64_t at_, length_;
  std::size_t axis_;
};

}  // namespace

Value slice(const Value& x, const Value& start, std::int64_t length, std::int64_t given_axis) {
  if (const Type& type = start.type(); !base::is_integer(type.dtype) || type.ndim() != 0)
    fail(base::is_integer(type.dtype) ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR,
         "graph.slice: the start is {}, expected an integer without dimensions", type_text(type));
  if (length < 0) fail(KILN_SHAPE_ERROR, "graph.slice: got length {}, expected at least 0", length);
  const auto axis = std::size_t(axis_of(x, given_axis, "graph.slice"));
  if (const auto fixed = constant_scalar(start); fixed && start.type().dtype != KILN_UINT64)
    return FixedSlice(start, fixed->cast(KILN_INT64).i, length, axis).of(x);
  return take(x, places_of_slice(x, start, length, axis), std::int64_t(axis));
}

}  // namespace kiln::graph
