// SPDX-License-Identifier: Apache-2.0
// Operations that join arrays, split them, repeat, shift and pad them.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "array/index/index.hpp"
#include "base/checked.hpp"
#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/nn_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

// The index [:, ..., start:stop] that slices this axis and takes the others whole.
std::vector<layout::Index> part_of(std::size_t axis, std::int64_t start, std::int64_t stop) {
  std::vector<layout::Index> indices(axis + 1);
  indices[axis].start = start;
  indices[axis].stop = stop;
  return indices;
}

Values pieces(const Value& x, std::span<const std::int64_t> sizes, std::size_t axis) {
  Values out;
  std::int64_t start = 0;
  for (const std::int64_t size : sizes) {
    out.push_back(subtensor(x, part_of(axis, start, start + size)));
    start += size;
  }
  return out;
}

// Replaces sizes of -1 by equal shares of the extent n. They stay -1 if n is unknown.
std::vector<std::int64_t> sizes_along(std::span<const std::int64_t> sizes, std::int64_t n) {
  std::vector<std::int64_t> out(sizes.begin(), sizes.end());
  if (out[0] != kUnknown) {
    const std::int64_t sum = std::accumulate(out.begin(), out.end(), std::int64_t{0});
    if (n != kUnknown && sum != n)
      fail(KILN_SHAPE_ERROR, "graph.split: sizes {} sum to {}, expected {}, the extent of the axis",
           numbers_text(sizes), sum, n);
    return out;
  }
  if (n == kUnknown) return out;
  const std::int64_t count = std::int64_t(out.size());
  for (std::int64_t i = 0; i < count; ++i) out[std::size_t(i)] = n / count + (i < n % count);
  return out;
}

// The gradient of concat: splits `joined` into pieces with the extents of `parts`.
Values undo_concat(const Value& joined, const Values& parts, std::size_t axis) {
  ArrayOp::Definition definition{.name = "Split", .key = fmt::format("like {}", axis), .reads = 1};
  definition.infer = [](std::span<const Type> inputs) {
    std::vector<Type> types;
    for (const Type& part : inputs.subspan(1)) types.push_back({inputs[0].dtype, part.shape});
    return types;
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    Values results(node.inputs().size());
    results[0] = concat(Values(g.begin(), g.end()), std::int64_t(axis));
    return results;
  };
  definition.expand = [=](const Node&, std::span<const Value> inputs) {
    std::vector<std::int64_t> sizes;
    for (const Value& part : inputs.subspan(1)) sizes.push_back(part.type().shape[axis]);
    return pieces(inputs[0], sizes, axis);
  };
  Values inputs{joined};
  inputs.insert(inputs.end(), parts.begin(), parts.end());
  return all_outputs(array_node(std::move(definition), std::move(inputs)));
}

// Moves the axis to the end; move_last_to() moves the last axis back to `axis`.
Value move_last(const Value& x, std::size_t axis) {
  Dims order = others(x.type().ndim(), {std::int64_t(axis)});
  order.push_back(std::int64_t(axis));
  return dimshuffle(x, order);
}
Value move_last_to(const Value& x, std::size_t axis) {
  Dims order = counted(x.type().ndim() - 1);
  order.insert(axis, std::int64_t(x.type().ndim()) - 1);
  return dimshuffle(x, order);
}

// Sums the copies that a repetition made of each element. The copies are `count` neighbours along the axis
// (repeat), or lie a whole period apart (tile).
Value sum_repeated(const Value& g, std::size_t axis, std::int64_t count, bool neighbours) {
  Dims shape(g.type().ndim() - 1, kKeep);
  shape.push_back(neighbours ? -1 : count);
  shape.push_back(neighbours ? count : -1);
  const Value apart = reshape(move_last(g, axis), shape);
  return move_last_to(reduce(KILN_REDUCE_SUM, apart, Dims{neighbours ? -1 : -2}), axis);
}

std::int64_t times(std::int64_t extent, std::int64_t count, const char* operation) {
  return extent == kUnknown ? kUnknown : base::checked_mul(extent, count, operation);
}

}  // namespace

namespace {

// The inputs, one behind the other along an axis. Messages show the inputs' shapes as the program gave them: stack()
// has added the axis.
class Join final : public Op {
 public:
  Join(std::int64_t axis, bool stacked) : axis_(axis), stacked_(stacked) {}
  std::int64_t axis() const noexcept { return axis_; }
  std::string name() const override { return "Join"; }
  std::string key() const override { return fmt::format("Join {}", axis_); }
  std::vector<Type> infer(std::span<const Type> types) const override {
    Type out = types[0];
    for (const Type& next : types.subspan(1)) {
      bool fits = next.ndim() == out.ndim();
      for (std::size_t d = 0; fits && d < out.ndim(); ++d) {
        std::int64_t& extent = out.shape[d];
        if (std::int64_t(d) == axis_) {
          extent = extent == kUnknown || next.shape[d] == kUnknown
                       ? kUnknown
                       : base::checked_add(extent, next.shape[d], "graph.concat");
          continue;
        }
        fits = extent == next.shape[d] || extent == kUnknown || next.shape[d] == kUnknown;
        if (extent == kUnknown) extent = next.shape[d];
      }
      if (!fits) refuse(types[0].shape, next.shape);
    }
    return {out};
  }
  Values gradient(const Node& node, std::span<const Value> g) const override {
    if (!base::is_float(node.types()[0].dtype)) return Values(node.inputs().size());
    return undo_concat(g[0], node.inputs(), std::size_t(axis_));
  }
  Runner prepare(const Node&, runtime::Context&) const override {
    return [axis = axis_](NodeArrays arrays, NodeArrays outputs) {
      array::concat({arrays.data(), arrays.size()}, axis, outputs[0], "concat");
    };
  }

 private:
  void refuse(Dims first, Dims other) const {
    if (!stacked_)
      fail(KILN_SHAPE_ERROR, "graph.concat: shapes {} and {}, expected equal extents but for axis {}",
           extents_text(first), extents_text(other), axis_);
    first.erase(std::size_t(axis_));
    other.erase(std::size_t(axis_));
    fail(KILN_SHAPE_ERROR, "graph.stack: shapes {} and {}, expected equal ones", extents_text(first),
         extents_text(other));
  }

  std::int64_t axis_;
  bool stacked_;
};

Value join_along(Values inputs, std::int64_t axis, bool stacked) {
  DType dtype = inputs[0].type().dtype;
  for (const Value& input : inputs) dtype = base::promote(dtype, input.type().dtype);
  for (Value& input : inputs) input = cast(input, dtype);
  return single(base::make_ref<Join>(axis, stacked), std::move(inputs));
}

}  // namespace

Value concat(Values inputs, std::int64_t given_axis) {
  if (inputs.empty()) fail(KILN_INVALID_ARGUMENT, "graph.concat: got no inputs, expected at least one");
  if (given_axis == KILN_AXIS_NONE) {
    for (Value& input : inputs) input = flatten(input);
    given_axis = 0;
  }
  const std::int64_t axis = axis_of(inputs[0], given_axis, "graph.concat");
  return join_along(std::move(inputs), axis, false);
}

std::optional<std::size_t> join_axis(const Node& node) {
  const auto* join = op_as<Join>(node);
  return join ? std::optional(std::size_t(join->axis())) : std::nullopt;
}

Value stack(Values inputs, std::int64_t axis) {
  if (inputs.empty()) fail(KILN_INVALID_ARGUMENT, "graph.stack: got no inputs, expected at least one");
  const Dims first = inputs[0].type().shape;
  const std::size_t ndim = first.size();
  const std::size_t at = layout::normalize_axis(axis, ndim + 1, "graph.stack");
  for (Value& input : inputs) {
    if (input.type().ndim() != ndim)
      fail(KILN_SHAPE_ERROR, "graph.stack: shapes {} and {}, expected equal ones", extents_text(first),
           extents_text(input.type().shape));
    Dims order = counted(ndim);
    order.insert(at, -1);
    input = dimshuffle(input, order);
  }
  return join_along(std::move(inputs), std::int64_t(at), true);
}

Values split(const Value& x, std::vector<std::int64_t> sizes, std::int64_t given_axis) {
  const std::size_t axis = std::size_t(axis_of(x, given_axis, "graph.split"));
  const auto equal = std::count(sizes.begin(), sizes.end(), kUnknown);
  if (sizes.empty() || (equal != 0 && equal != std::ptrdiff_t(sizes.size())) ||
      std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < kUnknown; }))
    fail(KILN_SHAPE_ERROR, "graph.split: got sizes {}, expected extents, or -1 for each of equal pieces",
         layout::shape_text(sizes));
  ArrayOp::Definition definition{.name = "Split", .key = fmt::format("{} {}", numbers_text(sizes), axis)};
  definition.infer = [=](std::span<const Type> inputs) {
    std::vector<Type> types;
    for (const std::int64_t size : sizes_along(sizes, inputs[0].shape[axis])) {
      types.push_back(inputs[0]);
      types.back().shape[axis] = size;
    }
    return types;
  };
  definition.gradient = [=](const Node&, std::span<const Value> g) {
    return Values{concat(Values(g.begin(), g.end()), std::int64_t(axis))};
  };
  definition.expand = [=](const Node&, std::span<const Value> inputs) {
    return pieces(inputs[0], sizes_along(sizes, inputs[0].type().shape[axis]), axis);
  };
  return all_outputs(array_node(std::move(definition), {x}));
}

Value repeat(const Value& x, std::int64_t count, std::int64_t given_axis) {
  const std::int64_t axis = axis_of(x, given_axis, "graph.repeat");
  if (count < 0) fail(KILN_INVALID_ARGUMENT, "graph.repeat: got {} repeats, expected at least 0", count);
  ArrayOp::Definition definition{.name = "Repeat", .key = fmt::format("{} {}", count, axis)};
  definition.infer = [=](std::span<const Type> inputs) {
    std::vector<Type> types{inputs[0]};
    std::int64_t& extent = types[0].shape[std::size_t(axis)];
    extent = times(extent, count, "graph.repeat");
    return types;
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    if (count == 0) return Values{zeros_like(node.inputs()[0])};
    return Values{sum_repeated(g[0], std::size_t(axis), count, true)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::repeat(*inputs[0], count, axis, outputs[0], "repeat");
  };
  return array_value(std::move(definition), {x});
}

Value tile(const Value& given, const Dims& given_repeats) {
  Dims repeats = given_repeats, order;
  const std::size_t ndim = given.type().ndim();
  while (repeats.size() < ndim) repeats.insert(0, 1);
  for (std::size_t d = 0; d < repeats.size(); ++d) {
    if (repeats[d] < 0) fail(KILN_INVALID_ARGUMENT, "graph.tile: got {} repeats, expected at least 0", repeats[d]);
    const std::size_t lead = repeats.size() - ndim;
    order.push_back(d < lead ? -1 : std::int64_t(d - lead));
  }
  const Value x = dimshuffle(given, order);
  ArrayOp::Definition definition{.name = "Tile", .key = numbers_text(repeats)};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    for (std::size_t d = 0; d < repeats.size(); ++d) type.shape[d] = times(type.shape[d], repeats[d], "graph.tile");
    return {type};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    Value sum = g[0];
    for (std::size_t d = 0; d < repeats.size(); ++d) {
      if (repeats[d] == 0) return Values{zeros_like(node.inputs()[0])};
      if (repeats[d] > 1) sum = sum_repeated(sum, d, repeats[d], false);
    }
    return Values{sum};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) { array::tile(*inputs[0], repeats, outputs[0], "tile"); };
  return array_value(std::move(definition), {x});
}

Value roll(const Value& x, const Dims& shifts, std::optional<Dims> given_axes) {
  std::optional<Dims> axes = given_axes;
  if (shifts.size() != (axes ? axes->size() : 1))
    fail(KILN_INVALID_ARGUMENT, "graph.roll: got {}, expected {}", base::plural(shifts.size(), "shift"),
         axes ? axes->size() : 1);
  if (axes)
    for (std::int64_t& axis : *axes) axis = axis_of(x, axis, "graph.roll");
  ArrayOp::Definition definition{.name = "Roll",
                                 .key = numbers_text(shifts) + (axes ? " along " + numbers_text(*axes) : "")};
  definition.gradient = [=](const Node&, std::span<const Value> g) {
    Dims back = shifts;
    for (std::int64_t& shift : back) shift = -shift;
    return Values{roll(g[0], back, axes)};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    array::roll(*inputs[0], shifts, axes ? axes->data() : nullptr, outputs[0], "roll");
  };
  return array_value(std::move(definition), {x});
}

Value flip(const Value& x, std::optional<Dims> axes) {
  std::vector<layout::Index> indices(x.type().ndim());
  for (std::size_t d = 0; !axes && d < indices.size(); ++d) indices[d].step = -1;
  if (axes)
    for (const std::int64_t axis : *axes) indices[std::size_t(axis_of(x, axis, "graph.flip"))].step = -1;
  return subtensor(x, std::move(indices));
}

Value pad(const Value& x, std::vector<std::int64_t> widths, std::int64_t mode, double value) {
  const std::size_t ndim = x.type().ndim();
  if (widths.size() != 2 * ndim)
    fail(KILN_INVALID_ARGUMENT, "graph.pad: got {}, expected {}: (before, behind) for each axis of {}",
         base::plural(widths.size(), "width"), 2 * ndim, type_text(x.type()));
  for (std::size_t d = 0; d < ndim; ++d)
    if (widths[2 * d] < 0 || widths[2 * d + 1] < 0)
      fail(KILN_INVALID_ARGUMENT, "graph.pad: got widths {} and {} along axis {}, expected at least 0", widths[2 * d],
           widths[2 * d + 1], d);
  if (mode < KILN_PAD_CONSTANT || mode > KILN_PAD_SYMMETRIC)
    fail(KILN_INVALID_ARGUMENT, "graph.pad: got mode {}, expected a kiln_pad_mode", mode);
  ArrayOp::Definition definition{.name = "Pad",
                                 .key = fmt::format("{} {} {}", numbers_text(widths), mode, base::hexadecimal(value))};
  definition.infer = [=](std::span<const Type> inputs) -> std::vector<Type> {
    Type type = inputs[0];
    for (std::size_t d = 0; d < ndim; ++d) {
      const std::int64_t width = base::checked_add(widths[2 * d], widths[2 * d + 1], "graph.pad");
      if (type.shape[d] != kUnknown) type.shape[d] = base::checked_add(type.shape[d], width, "graph.pad");
    }
    return {type};
  };
  definition.gradient = [=](const Node& node, std::span<const Value> g) {
    const Value& from = node.inputs()[0];
    if (mode == KILN_PAD_CONSTANT) {
      std::vector<layout::Index> inside(ndim);
      for (std::size_t d = 0; d < ndim; ++d) {
        inside[d].start = widths[2 * d];
        if (const std::int64_t behind = widths[2 * d + 1]; behind > 0) inside[d].stop = -behind;
      }
      return Values{subtensor(g[0], std::move(inside))};
    }
    // pad() takes elements along one axis after the other. So its gradient scatters them back one axis at a time.
    // `partly` has the intermediate arrays, of which only the shapes are used.
    Values places, partly{from};
    for (std::size_t d = 0; d < ndim; ++d) {
      const Value numbers = arange_like(from, std::int64_t(d));
      places.push_back(pad(numbers, {widths[2 * d], widths[2 * d + 1]}, mode, 0));
      partly.push_back(take(partly.back(), places.back(), std::int64_t(d)));
    }
    Value back = g[0];
    for (std::size_t d = ndim; d-- > 0;)
      if (widths[2 * d] > 0 || widths[2 * d + 1] > 0)
        back = scatter_add(zeros_like(partly[d]), places[d], back, std::int64_t(d));
    return Values{back};
  };
  definition.run = [=](NodeArrays inputs, NodeArrays outputs) {
    const Scalar with = Scalar::real(KILN_FLOAT64, value).cast(inputs[0]->dtype());
    array::pad(*inputs[0], widths, int(mode), with, outputs[0], "pad");
  };
  return array_value(std::move(definition), {x});
}

}  // namespace kiln::graph
