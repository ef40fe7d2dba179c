// SPDX-License-Identifier: Apache-2.0
// A sweep is one kernel that reads a matrix once and computes reductions of its rows together with reductions of its
// columns that need the rows' results. It also reduces the rows' results to one value each; these reductions are its
// sums. This pass finds such reductions. It is for CPU devices, where each work-group has accumulators for all columns.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/fusion/row_group.hpp"
#include "graph/fusion/sweep_op.hpp"
#include "graph/node/axes.hpp"
#include "graph/passes/pass.hpp"
#include "graph/passes/text_numbers.hpp"
#include "runtime/context.hpp"

namespace kiln::graph {
namespace {

using codegen::SweepInput;

constexpr std::int64_t kMinElements = 4096, kMinRows = 32;
constexpr std::int64_t kMaxColumnSums = 4096;  // the most accumulators of all columns together
constexpr std::size_t kMaxArrays = array::Sweep::kMostArrays, kMaxMatrices = 4;
constexpr int kMaxSweeps = 16, kMaxTries = 64;  // limits for one function

// A reduction of an array with rows and columns. An axis is -1 if there is none.
struct Grid {
  NodeRef node;
  const FusedReduce* op = nullptr;
  int row = -1, column = -1;  // axes of the reduced array
};

// Finds the axes of extents above 1. Returns false unless exactly one of them is reduced and at most one is kept.
bool find_axes(const FusedReduce& op, int& goes, int& stays) {
  const Dims& shape = op.shape();
  for (int d = 0; d < int(shape.size()); ++d) {
    if (shape[std::size_t(d)] == 1) continue;
    int& axis = contains(op.axes(), d) ? goes : stays;
    if (axis >= 0 || shape[std::size_t(d)] == 0) return false;
    axis = d;
  }
  return goes >= 0;
}

// A sweep in the making: one reduction of rows, to which add() joins others.
class Group {
 public:
  Group(const NodeRef& rows, const NodeRef& fused) {
    rows_.node = rows;
    fused_[rows.get()] = fused;
    rows_.op = op_as<FusedReduce>(*fused);
    valid_ = find_axes(*rows_.op, rows_.column, rows_.row) && rows_.row >= 0;
    if (!valid_) return;
    row_count_ = rows_.op->shape()[std::size_t(rows_.row)];
    column_count_ = rows_.op->shape()[std::size_t(rows_.column)];
    valid_ = row_count_ >= kMinRows && row_count_ * column_count_ >= kMinElements && column_count_ <= kMaxColumnSums &&
             take(rows_, *fused, parts_.rows, nullptr) && matrices_ > 0;
  }
  bool valid() const { return valid_; }
  const Node* rows() const { return rows_.node.get(); }

  // Joins a reduction that reads results of the rows. Returns false and changes nothing if it does not fit.
  // `after_rows` has all nodes that depend on the rows.
  bool add(const NodeRef& node, const std::unordered_set<const Node*>& after_rows) {
    const NodeRef fused = as_fused(node);
    if (!fused) return false;
    Grid grid{node, op_as<FusedReduce>(*fused), -1, -1};
    // If the squared deviations of a variance overflow, the kernel must read the elements again. It can do that
    // for rows but not for columns.
    if (!grid.op->parts().deviations.empty() || !find_axes(*grid.op, grid.row, grid.column)) return false;
    const Dims& shape = grid.op->shape();
    if (shape[std::size_t(grid.row)] != row_count_) return false;
    const bool columns = grid.column >= 0;
    if (columns && shape[std::size_t(grid.column)] != column_count_) return false;
    const std::int64_t accumulators =
        columns ? std::int64_t(grid.op->parts().identity.outputs.size()) * column_count_ : 0;
    if (accumulators_ + accumulators > kMaxColumnSums) return false;
    // All results of this reduction are stored.
    if (operands_.size() + stored_ + fused->types().size() > kMaxArrays) return false;
    const Group before = *this;
    array::SweepPart part;
    const bool fits = take(grid, *fused, part, &after_rows);
    const auto reads = [&](SweepInput::Kind kind) {
      return std::any_of(part.inputs.begin(), part.inputs.end(), [&](const auto& input) { return input.kind == kind; });
    };
    // A matrix that only this reduction reads would bring no gain.
    if (!fits || !reads(SweepInput::Kind::result) || reads(SweepInput::Kind::matrix) != columns ||
        matrices_ != before.matrices_) {
      *this = before;
      return false;
    }
    accumulators_ += accumulators;
    stored_ += fused->types().size();
    fused_[node.get()] = fused;
    (columns ? parts_.columns : parts_.sums).push_back(std::move(part));
    (columns ? columns_ : sums_).push_back(node);
    return true;
  }
  bool worth() const { return !columns_.empty() && may_write_extents({row_count_, column_count_}); }
  bool member(const Node* node) const { return fused_.count(node) != 0; }

  // Makes the sweep's node. Results of rows are outputs if `read_outside` says that other nodes read them.
  // `made` receives the new value of each output. Returns null if there are too many arrays.
  NodeRef make(const std::function<bool(const Value&)>& read_outside, const std::function<Value(const Value&)>& resolve,
               std::unordered_map<Value, Value, ValueHash>& made) {
    std::vector<Type> types;
    std::vector<Value> results;
    const auto outputs = [&](const NodeRef& node, array::SweepPart& part, bool all) {
      for (std::uint32_t i = 0; i < node->types().size(); ++i) {
        const bool stored = all || read_outside({node, i});
        part.outputs.push_back(stored ? int(types.size()) : -1);
        part.dtypes.push_back(node->types()[i].dtype);
        if (!stored) continue;
        types.push_back(node->types()[i]);
        results.push_back({node, i});
      }
    };
    std::vector<NodeRef> members{rows_.node};
    members.insert(members.end(), columns_.begin(), columns_.end());
    members.insert(members.end(), sums_.begin(), sums_.end());
    std::vector<array::SweepPart*> parts{&parts_.rows};
    for (array::SweepPart& part : parts_.columns) parts.push_back(&part);
    for (array::SweepPart& part : parts_.sums) parts.push_back(&part);
    for (std::size_t m = 0; m < members.size(); ++m) outputs(members[m], *parts[m], m > 0);
    if (types.size() + operands_.size() > kMaxArrays) return nullptr;
    parts_.outputs = types.size();
    for (const Type& type : types) parts_.operands.push_back(type.dtype);
    parts_.axes.assign(types.size(), {});
    Values inputs;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      parts_.operands.push_back(operands_[k].type().dtype);
      parts_.axes.push_back(axes_[k]);
      inputs.push_back(resolve(operands_[k]));
    }
    for (array::SweepPart* part : parts)
      for (SweepInput& input : part->inputs)
        if (input.kind != SweepInput::Kind::result) input.index += types.size();
    parts_.row_count = row_count_;
    parts_.column_count = column_count_;
    std::string name;
    for (const NodeRef& node : members) name += (name.empty() ? "Sweep{" : "; ") + inside(node.get());
    NodeRef node =
        Node::make(base::make_ref<Sweep>(std::move(parts_), std::move(types), name + "}"), std::move(inputs));
    node->set_place(rows_.node->place());
    node->set_members(std::move(members));
    for (std::uint32_t i = 0; i < results.size(); ++i) made[results[i]] = {node, i};
    return node;
  }
  const Values& operands() const { return operands_; }

 private:
  // "sum{1}, exp" for a node called "Reduce{sum{1}, exp}".
  std::string inside(const Node* node) const {
    std::string name = fused_.at(node)->op().name();
    if (name.starts_with("Reduce{")) name = name.substr(7, name.size() - 8);
    return name.size() > 40 ? name.substr(0, 37) + "..." : name;
  }

  // Adds the inputs of a reduction to `part`. Returns false if one is not laid out as the kernel can read it.
  bool take(const Grid& grid, const Node& fused, array::SweepPart& part,
            const std::unordered_set<const Node*>* after_rows) {
    const std::size_t mapped = grid.op->mapped();
    part.parts = grid.op->parts();
    const bool is_rows = grid.node.get() == rows_.node.get();
    // The number of elements is a constant here, not an input, so that the final expression may be computed on vectors.
    const expr::Expr count = expr::make_constant(Scalar::integer(KILN_INT64, is_rows ? column_count_ : row_count_));
    for (auto& output : part.parts.finish.outputs) output.value = substitute(output.value, {{"n", count}});
    const Dims& shape = grid.op->shape();
    // The axis that stays, and its index in the result's shape.
    const int kept = is_rows ? grid.row : grid.column;
    int kept_at = kept;
    if (!grid.op->keepdims() && kept >= 0)
      for (const std::int64_t axis : grid.op->axes()) kept_at -= axis < kept;
    const int result_ndim = int(fused.types()[0].ndim());
    for (const Type& type : fused.types())
      if (base::is_complex(type.dtype)) return false;
    for (std::size_t i = 0; i < fused.inputs().size(); ++i) {
      const bool end = i >= mapped;
      if (!end) part.names.push_back("x" + std::to_string(i));
      const int ndim = end ? result_ndim : int(shape.size());
      const int row = !end ? grid.row : is_rows ? kept_at : -1;
      const int column = !end ? grid.column : is_rows ? -1 : kept_at;
      if (!locate(fused.inputs()[i], ndim, row, column, after_rows, part)) return false;
      const SweepInput::Kind kind = part.inputs.back().kind;
      if (end && kind == SweepInput::Kind::result) return false;
    }
    return true;
  }

  // Adds an operand to `part`. It broadcasts to `ndim` axes, of which `row` and `column` are the matrix's; -1 says
  // that there is no such axis. Returns false if the kernel cannot read the operand.
  bool locate(Value value, int ndim, int row, int column, const std::unordered_set<const Node*>* after_rows,
              array::SweepPart& part) {
    if (base::is_complex(value.type().dtype)) return false;
    const int missing = ndim - int(value.type().ndim());
    const auto in_value = [&](int axis) {
      axis -= missing;
      return axis < 0 || value.type().shape[std::size_t(axis)] == 1 ? -1 : axis;
    };
    row = row < 0 ? -1 : in_value(row);
    column = column < 0 ? -1 : in_value(column);
    // Looks through views that move axes.
    while (const auto* shuffle = op_as<DimShuffle>(value)) {
      const auto from = [&](int axis) { return axis < 0 ? -1 : int(shuffle->order()[std::size_t(axis)]); };
      row = from(row);
      column = from(column);
      value = value.node->inputs()[0];
    }
    const std::int64_t size = (row >= 0 ? row_count_ : 1) * (column >= 0 ? column_count_ : 1);
    if (value.type().size() != size) return false;
    if (value.node.get() == rows_.node.get()) {
      if (row < 0 || column >= 0) return false;
      part.inputs.push_back({SweepInput::Kind::result, value.output});
      return true;
    }
    if (after_rows && after_rows->count(value.node.get())) return false;
    SweepInput input;
    input.kind = row >= 0 && column >= 0 ? SweepInput::Kind::matrix
                 : row >= 0              ? SweepInput::Kind::row
                 : column >= 0           ? SweepInput::Kind::column
                                         : SweepInput::Kind::scalar;
    const bool matrix = input.kind == SweepInput::Kind::matrix;
    if (matrix && row > column) return false;
    input.index = std::size_t(std::find(operands_.begin(), operands_.end(), value) - operands_.begin());
    if (input.index == operands_.size()) {
      operands_.push_back(value);
      axes_.push_back(matrix ? array::SweepParts::Axes{row, column} : array::SweepParts::Axes{});
      matrices_ += matrix;
    }
    part.inputs.push_back(input);
    return operands_.size() < kMaxArrays && matrices_ <= kMaxMatrices;
  }

  Grid rows_;
  bool valid_ = false;
  std::int64_t row_count_ = 0, column_count_ = 0, accumulators_ = 0;
  std::vector<NodeRef> columns_, sums_;
  std::unordered_map<const Node*, NodeRef> fused_;
  Values operands_;
  std::vector<array::SweepParts::Axes> axes_;
  std::size_t matrices_ = 0, stored_ = 0;  // stored: how many results of columns and sums
  array::SweepParts parts_;
};

// Looks for one sweep in a graph and rewrites the graph with it.
class Finder {
 public:
  Finder(std::span<const Value> values, bool everywhere)
      : everywhere_(everywhere), values_(values.begin(), values.end()), order_(topological(values)) {
    for (const NodeRef& node : order_)
      for (const Value& input : node->inputs()) users_[input.node.get()].push_back(node);
    outputs_.insert(values_.begin(), values_.end());
  }

  // Rewrites the values with one more sweep. Returns false if there is none.
  bool run(int& tries) {
    for (const NodeRef& node : order_) {
      if (tries >= kMaxTries) return false;
      if (!node->place()) continue;
      if (!everywhere_ && !codegen::traits_of(node->place()->properties()).cpu) continue;
      if (!op_as<FusedReduce>(*node) && !op_as<Reduce>(*node)) continue;
      const std::vector<NodeRef> readers = find_readers(node);
      if (readers.empty()) continue;
      const NodeRef fused = as_fused(node);
      if (!fused) continue;
      Group group(node, fused);
      if (!group.valid()) continue;
      ++tries;
      const std::unordered_set<const Node*> after = behind(node);
      for (const NodeRef& reader : readers)
        if (reader->place() == node->place()) group.add(reader, after);
      if (group.worth() && emit(group)) return true;
    }
    return false;
  }
  Values values() { return std::move(values_); }

 private:
  static bool is_view(const Node& node) { return op_as<DimShuffle>(node) != nullptr; }

  // The reductions that read results of the node, directly or through views, each once.
  std::vector<NodeRef> find_readers(const NodeRef& node) const {
    std::vector<NodeRef> readers, open{node};
    std::unordered_set<const Node*> known;
    while (!open.empty()) {
      const auto found = users_.find(open.back().get());
      open.pop_back();
      if (found == users_.end()) continue;
      for (const NodeRef& user : found->second) {
        if (!known.insert(user.get()).second) continue;
        if (is_view(*user))
          open.push_back(user);
        else if (op_as<FusedReduce>(*user) || op_as<Reduce>(*user))
          readers.push_back(user);
      }
    }
    return by_number(std::move(readers));
  }

  // All nodes that depend on the node.
  std::unordered_set<const Node*> behind(const NodeRef& node) const {
    std::unordered_set<const Node*> set;
    for (const NodeRef& each : order_) {
      const bool depends = std::any_of(each->inputs().begin(), each->inputs().end(), [&](const Value& input) {
        return input.node.get() == node.get() || set.count(input.node.get());
      });
      if (depends) set.insert(each.get());
    }
    return set;
  }

  bool read_outside(const Value& value, const Group& group) const {
    Values open{value};
    while (!open.empty()) {
      const Value at = std::move(open.back());
      open.pop_back();
      if (outputs_.count(at)) return true;
      const auto found = users_.find(at.node.get());
      if (found == users_.end()) continue;
      for (const NodeRef& user : found->second) {
        const bool reads = std::find(user->inputs().begin(), user->inputs().end(), at) != user->inputs().end();
        if (!reads || group.member(user.get())) continue;
        if (!is_view(*user)) return true;
        open.push_back({user, 0});
      }
    }
    return false;
  }

  // Makes the graph anew with the group as one node. Returns false if the group has too many arrays.
  bool emit(Group& group) {
    std::unordered_map<Value, Value, ValueHash> made;
    std::unordered_set<const Node*> done;
    const auto resolve = [&](const Value& value) {
      const auto found = made.find(value);
      return found == made.end() ? value : found->second;
    };
    bool fits = true;
    std::vector<NodeRef> stack;
    for (const Value& value : values_) stack.push_back(value.node);
    while (!stack.empty() && fits) {
      const NodeRef node = stack.back();
      if (done.count(node.get())) {
        stack.pop_back();
        continue;
      }
      const bool member = group.member(node.get());
      const Values& needs = member ? group.operands() : node->inputs();
      bool ready = true;
      for (const Value& input : needs)
        if (!done.count(input.node.get())) {
          stack.push_back(input.node);
          ready = false;
        }
      if (!ready) continue;
      stack.pop_back();
      if (member) {
        fits = bool(group.make([&](const Value& value) { return read_outside(value, group); }, resolve, made));
        for (const NodeRef& each : order_)
          if (group.member(each.get())) done.insert(each.get());
        continue;
      }
      done.insert(node.get());
      Values inputs;
      for (const Value& input : node->inputs()) inputs.push_back(resolve(input));
      if (inputs == node->inputs()) {
        for (const Value& value : all_outputs(node)) made.emplace(value, value);
        continue;
      }
      const NodeRef copy = with_inputs(node, std::move(inputs));
      copy->set_origin(node);
      for (std::uint32_t i = 0; i < node->types().size(); ++i) made[{node, i}] = {copy, i};
    }
    if (!fits) return false;
    for (Value& value : values_) value = resolve(value);
    if (RewriteNotes* notes = RewriteNotes::current()) notes->add(std::move(made));
    return true;
  }

  bool everywhere_;
  Values values_;
  std::vector<NodeRef> order_;
  std::unordered_map<const Node*, std::vector<NodeRef>> users_;
  std::unordered_set<Value, ValueHash> outputs_;
};

Values sweep_on(std::span<const Value> values, bool everywhere) {
  Values now(values.begin(), values.end());
  int tries = 0;
  for (int i = 0; i < kMaxSweeps; ++i) {
    Finder finder(now, everywhere);
    if (!finder.run(tries)) break;
    now = finder.values();
  }
  return now;
}

}  // namespace

Values sweep(std::span<const Value> values) { return sweep_on(values, false); }
Values sweep_everywhere(std::span<const Value> values) { return sweep_on(values, true); }

}  // namespace kiln::graph
