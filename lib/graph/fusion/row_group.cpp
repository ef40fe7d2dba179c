// SPDX-License-Identifier: Apache-2.0
// Turns nodes into the steps of a row program.
#include "graph/fusion/row_group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/fusion/rows_op.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {

using codegen::RowInput;
using codegen::RowStep;

namespace {

constexpr std::size_t kLongestName = 120;

// "sum{1}, exp" for a node called "Reduce{sum{1}, exp}".
std::string inside(const Node& node) {
  std::string name = node.op().name();
  for (const char* kind : {"Reduce{", "Elemwise{", "Composite{"})
    if (name.starts_with(kind) && name.ends_with("}")) {
      const std::size_t begin = std::string_view(kind).size();
      name = name.substr(begin, name.size() - begin - 1);
    }
  return name;
}

}  // namespace

NodeRef as_fused(const NodeRef& node) {
  if (op_as<FusedReduce>(*node)) return node;
  if (!op_as<Reduce>(*node) || constant_scalar(node->inputs()[0]) || node->inputs()[0].type().size() == 0)
    return nullptr;
  KernelBuilder builder([](const Value& value) { return value; });
  NodeRef made = builder.reduction({node}, {}, {node});
  made->set_place(node->place());
  return made;
}

RowGroup::RowGroup(const NodeRef& reduction, bool must_gain) : must_gain_(must_gain) {
  const NodeRef fused = as_fused(reduction);
  if (!fused) return;
  const auto& op = *op_as<FusedReduce>(*fused);
  shape_ = op.shape();
  for (std::size_t d = 0; d < shape_.size(); ++d) {
    const bool goes = contains(op.axes(), std::int64_t(d));
    if (shape_[d] == 0) return;
    if (goes) reduced_.push_back(std::int64_t(d));
    if (!goes) kept_shape_.push_back(shape_[d]);
    wide_shape_.push_back(goes ? 1 : shape_[d]);
  }
  std::int64_t n = 1;
  for (const std::int64_t axis : reduced_) n *= shape_[std::size_t(axis)];
  if (n == 1) return;
  refusal_ = add(reduction);
}

bool RowGroup::over_shape(const Node& node) const {
  if (const auto* fused = op_as<FusedReduce>(node)) return fused->shape() == shape_;
  if (op_as<Reduce>(node)) return node.inputs()[0].type().shape == shape_;
  return elementwise(node) && role_of(node);
}

bool RowGroup::over_rows(const Node& node) const {
  if (!over_shape(node)) return false;
  if (const auto* fused = op_as<FusedReduce>(node)) return fused->axes() == reduced_;
  const auto* reduction = op_as<Reduce>(node);
  return !reduction || reduction->axes() == reduced_;
}

std::string RowGroup::add(const NodeRef& node) {
  if (!members_.empty() && node->place() != members_[0]->place()) return "different devices compute them";
  std::vector<NodeRef> members = members_;
  members.push_back(node);
  const NodeRef fused = op_as<Reduce>(*node) || op_as<FusedReduce>(*node) ? as_fused(node) : nullptr;
  if (fused) fused_[node.get()] = fused;
  std::sort(members.begin(), members.end(),
            [](const NodeRef& a, const NodeRef& b) { return a->number() < b->number(); });
  array::RowParts parts;
  Values operands;
  if (std::string refusal = plan(members, parts, operands); !refusal.empty()) {
    fused_.erase(node.get());
    return refusal;
  }
  members_ = std::move(members);
  known_.insert(node.get());
  parts_ = std::move(parts);
  operands_ = std::move(operands);
  return {};
}

Values RowGroup::elements() const {
  const std::int64_t all = Type{KILN_BOOL, shape_}.size();
  Values found;
  std::copy_if(operands_.begin(), operands_.end(), std::back_inserter(found),
               [&](const Value& operand) { return operand.type().size() == all; });
  return found;
}

std::vector<std::int64_t> RowGroup::extents() const {
  std::vector<std::int64_t> extents;
  for (const std::int64_t axis : reduced_) extents.push_back(shape_[std::size_t(axis)]);
  return extents;
}

bool RowGroup::reduced(std::size_t axis) const { return contains(reduced_, std::int64_t(axis)); }

std::optional<RowGroup::Role> RowGroup::role_of(const Node& node) const {
  const Dims& shape = node.types()[0].shape;
  if (shape == shape_) return Role::whole;
  if (shape == wide_shape_) return Role::kept_wide;
  if (shape == kept_shape_) return Role::kept;
  return std::nullopt;
}

// For each axis of the elements' shape, the axis of a value of this role; -1 if it has none.
RowGroup::Axes RowGroup::axes_of(Role role) const {
  Axes axes;
  int at = 0;
  for (std::size_t d = 0; d < shape_.size(); ++d) {
    const bool goes = reduced(d);
    const int place = role == Role::kept ? at : int(d);
    axes.push_back(shape_[d] == 1 || (goes && role != Role::whole) ? -1 : place);
    at += !goes;
  }
  return axes;
}

std::string RowGroup::plan(const std::vector<NodeRef>& members, array::RowParts& parts, Values& operands) const {
  parts.shape = shape_;
  parts.reduced = reduced_;
  std::unordered_map<const Node*, std::size_t> places;
  for (const NodeRef& node : members) {
    if (std::string refusal = take(node, places, parts, operands); !refusal.empty()) return refusal;
    places.emplace(node.get(), parts.steps.size() - 1);
  }
  // Which results become outputs is not known yet. Each may be one more array.
  array::RowParts all = parts;
  for (const array::RowPart& part : parts.steps)
    for (const DType dtype : part.step.dtypes)
      all.operands.push_back({dtype, part.step.kind == RowStep::Kind::elements});
  return members[0]->place() ? array::row_refusal(members[0]->place()->properties(), all, must_gain_) : std::string();
}

std::string RowGroup::take(const NodeRef& node, const std::unordered_map<const Node*, std::size_t>& places,
                           array::RowParts& parts, Values& operands) const {
  array::RowPart part;
  for (const Type& type : node->types()) {
    if (base::is_complex(type.dtype)) return "row programs compute no complex numbers";
    part.step.dtypes.push_back(type.dtype);
  }
  part.step.outputs.assign(node->types().size(), -1);
  const Node* from = node.get();
  std::vector<Role> roles;
  if (const auto found = fused_.find(node.get()); found != fused_.end()) {
    from = found->second.get();
    const auto& op = *op_as<FusedReduce>(*from);
    if (op.shape() != shape_) return "the elements have another shape";
    if (op.axes() != reduced_) {
      // The same text in whichever order the two come.
      const auto &a = op.axes(), &b = reduced_;
      const bool first = std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
      return fmt::format("the reduced axes differ, {{{}}} and {{{}}}", fmt::join(first ? a : b, ","),
                         fmt::join(first ? b : a, ","));
    }
    part.step.kind = RowStep::Kind::reduce;
    part.step.mapped = op.mapped();
    part.fold = op.parts();
    // The number of elements is known, which leaves a finish without integers in most cases.
    std::int64_t n = 1;
    for (const std::int64_t axis : reduced_) n *= shape_[std::size_t(axis)];
    const expr::Expr count = expr::make_constant(base::Scalar::integer(KILN_INT64, n));
    for (auto& output : part.fold.finish.outputs) output.value = substitute(output.value, {{"n", count}});
    roles.assign(op.mapped(), Role::whole);
    roles.resize(from->inputs().size(), op.keepdims() ? Role::kept_wide : Role::kept);
  } else if (const Elementwise* function = elementwise(*node)) {
    const std::optional<Role> role = role_of(*node);
    if (!role) return "the results have another shape";
    part.step.kind = *role == Role::whole ? RowStep::Kind::elements : RowStep::Kind::row;
    roles.assign(node->inputs().size(), *role);
    for (const expr::Expr& output : function->outputs())
      part.values.push_back({"r" + std::to_string(part.values.size()), output});
  } else {
    return "only reductions and functions of elements can be in row programs";
  }
  for (std::size_t i = 0; i < roles.size(); ++i) {
    RowInput input;
    std::string refusal = take_input(from->inputs()[i], roles[i], places, parts, operands, input);
    if (!refusal.empty()) return refusal;
    // The kernel repairs an overflown sum of squares by reading the row's elements again, from memory. Elements that a
    // step computes are only in registers.
    if (!part.fold.deviations.empty() && i < part.step.mapped && !input.operand &&
        parts.steps[input.index].step.kind == RowStep::Kind::elements)
      return "the repair of a sum of squares that overflows reads its elements from memory";
    part.step.inputs.push_back(input);
  }
  parts.steps.push_back(std::move(part));
  return {};
}

std::string RowGroup::take_input(Value value, Role role, const std::unordered_map<const Node*, std::size_t>& places,
                                 array::RowParts& parts, Values& operands, RowInput& input) const {
  // Values broadcast from the right to the shape of their role.
  Axes axes = axes_of(role);
  const auto follow = [&](int missing, const Dims& shape) {
    for (int& axis : axes) {
      axis -= axis < 0 ? 0 : missing;
      if (axis < 0 || shape[std::size_t(axis)] == 1) axis = -1;
    }
  };
  const Dims& to = role == Role::whole ? shape_ : role == Role::kept ? kept_shape_ : wide_shape_;
  follow(int(to.size()) - int(value.type().ndim()), value.type().shape);
  for (;;) {
    const auto* shuffle = op_as<DimShuffle>(value);
    if (!shuffle && !op_as<BroadcastTo>(value)) break;
    const Value& source = value.node->inputs()[0];
    if (shuffle)
      for (int& axis : axes) axis = axis < 0 ? -1 : int(shuffle->order()[std::size_t(axis)]);
    follow(shuffle ? 0 : int(value.type().ndim()) - int(source.type().ndim()), source.type().shape);
    value = Value(source);
  }
  if (base::is_complex(value.type().dtype)) return "row programs compute no complex numbers";
  if (const auto found = places.find(value.node.get()); found != places.end()) {
    const RowStep& step = parts.steps[found->second].step;
    const std::optional<Role> own = role_of(*value.node);
    if (!own || axes != axes_of(*own)) return "one reads a result of the other along other axes";
    // A function of rows' values cannot read elements.
    if (step.kind == RowStep::Kind::elements && role != Role::whole) return "a function of rows reads elements";
    input = {false, found->second, value.output};
    return {};
  }
  std::size_t k = 0;
  while (k < operands.size() && (operands[k] != value || parts.axes[k] != axes)) ++k;
  if (k == operands.size()) {
    bool whole = false;
    for (std::size_t d = 0; d < shape_.size(); ++d) whole = whole || (reduced(d) && axes[d] >= 0);
    if (whole && role != Role::whole) return "a function of rows reads elements";
    operands.push_back(value);
    parts.operands.push_back({value.type().dtype, whole});
    parts.axes.push_back(axes);
  }
  input = {true, k, 0};
  return {};
}

std::string RowGroup::name() const {
  std::string name;
  for (std::size_t m = 0; m < members_.size() && name.size() < kLongestName; ++m) {
    const auto fused = fused_.find(members_[m].get());
    name += (m ? "; " : "") + inside(*(fused == fused_.end() ? members_[m] : fused->second));
  }
  if (name.size() > kLongestName) name.replace(kLongestName - 3, std::string::npos, "...");
  return "Rows{" + name + "}";
}

void RowGroup::check() const { array::RowProgram::create(*members_[0]->place(), parts_, "function"); }

NodeRef RowGroup::make(const std::function<bool(const Value&)>& read_outside,
                       const std::function<Value(const Value&)>& resolve,
                       std::unordered_map<Value, Value, ValueHash>& made) const {
  array::RowParts parts = parts_;
  std::vector<codegen::RowOperand> outputs;
  std::vector<std::vector<int>> axes;
  std::vector<Type> types;
  Values results;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const NodeRef& node = members_[m];
    RowStep& step = parts.steps[m].step;
    for (std::uint32_t o = 0; o < node->types().size(); ++o) {
      if (!read_outside({node, o})) continue;
      step.outputs[o] = int(types.size());
      types.push_back(node->types()[o]);
      results.push_back({node, o});
      outputs.push_back({types.back().dtype, step.kind == RowStep::Kind::elements});
      axes.push_back(axes_of(*role_of(*node)));
    }
  }
  for (array::RowPart& part : parts.steps)
    for (RowInput& input : part.step.inputs)
      if (input.operand) input.index += outputs.size();
  parts.outputs = outputs.size();
  parts.operands.insert(parts.operands.begin(), outputs.begin(), outputs.end());
  parts.axes.insert(parts.axes.begin(), axes.begin(), axes.end());
  // Blocks of rows have an extent in the text, which follows the number of rows.
  parts.any_rows = !may_write_extents({shape_.begin(), shape_.end()});
  Values inputs;
  for (const Value& operand : operands_) inputs.push_back(resolve(operand));
  NodeRef node = Node::make(base::make_ref<Rows>(std::move(parts), std::move(types), name()), std::move(inputs));
  node->set_place(members_[0]->place());
  node->set_members(members_);
  for (std::uint32_t i = 0; i < results.size(); ++i) made[results[i]] = {node, i};
  return node;
}

}  // namespace kiln::graph
