// SPDX-License-Identifier: Apache-2.0
// The gradient of a slice is an array of zeros with one part written. The gradient of several slices of one
// value is a sum of such arrays. Where the parts lie along one axis and do not overlap, this pass replaces
// the sum by a concatenation of the parts, with zeros in the gaps.
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// An array of zeros, except that along one axis the places [start, stop) hold `value`.
struct Part {
  std::size_t axis = 0;
  std::int64_t start = 0, stop = 0;
  Value value;
};

// The part that an update of zeros writes. Empty unless the part is one run of neighbours along one axis.
std::optional<Part> part_of(const Value& value) {
  const auto* update = op_as<UpdateSubtensor>(value);
  if (!update || !is_constant(value.node->inputs()[0], 0)) return std::nullopt;
  const Dims& shape = value.type().shape;
  std::vector<layout::Index> indices;
  if (!spread_indices(update->indices(), shape.size(), indices)) return std::nullopt;
  Part part{shape.size(), 0, 0, {}};
  Dims run = shape, backwards;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    layout::Index& index = indices[d];
    const std::int64_t n = shape[d];
    const Layout one{Dims{n}, Dims{1}, 0};
    const Layout at = layout::index(one, {&index, 1}, "graph.join");
    const bool number = at.shape.empty();
    const std::int64_t count = number ? 1 : at.shape[0], step = number ? 1 : at.strides[0];
    if (count == 0 || (count > 1 && step != 1 && step != -1)) return std::nullopt;
    if (count > 1 && step < 0) backwards.push_back(std::int64_t(d));
    if (count == n) continue;
    if (part.axis != shape.size()) return std::nullopt;
    part.axis = d;
    part.start = std::int64_t(at.offset) - (count > 1 && step < 0 ? count - 1 : 0);
    part.stop = part.start + count;
    run[d] = count;
  }
  if (part.axis == shape.size()) return std::nullopt;
  const Type written = Subtensor(update->indices()).infer({&value.type(), 1})[0];
  part.value = broadcast_to(value.node->inputs()[1], written.shape);
  if (written.shape != run) part.value = reshape(part.value, run);
  if (!backwards.empty()) part.value = flip(part.value, backwards);
  return part;
}

// Parts along one axis that do not overlap, in the order of their places.
class JoinedParts {
 public:
  // Whether the part lies along the same axis and overlaps none of these parts.
  bool takes(const Part& part) const {
    return parts_.empty() || (parts_.begin()->second.axis == part.axis && fits(parts_.lower_bound(part.start), part));
  }
  void add(Part part) { parts_.emplace(part.start, std::move(part)); }
  // The concatenation of the parts, with zeros in the gaps.
  Value joined(const Type& type) const {
    const std::size_t axis = parts_.begin()->second.axis;
    Values pieces;
    std::int64_t at = 0;
    const auto gap = [&](std::int64_t to) {
      if (to == at) return;
      Dims shape = type.shape;
      shape[axis] = to - at;
      pieces.push_back(broadcast_to(make_constant(Scalar::integer(KILN_INT64, 0).cast(type.dtype)), shape));
    };
    for (const auto& [start, part] : parts_) {
      gap(start);
      pieces.push_back(part.value);
      at = part.stop;
    }
    gap(type.shape[axis]);
    return concat(std::move(pieces), std::int64_t(axis));
  }

 private:
  using Parts = std::map<std::int64_t, Part>;
  bool fits(Parts::const_iterator next, const Part& part) const {
    if (next != parts_.end() && next->first < part.stop) return false;
    return next == parts_.begin() || std::prev(next)->second.stop <= part.start;
  }
  Parts parts_;
};

// Whether the node adds two values of its own type.
bool adds(const Node& node) {
  const auto* function = op_as<Pointwise>(node);
  return function && function->fn() == expr::Fn::add && node.inputs()[0].type() == node.types()[0] &&
         node.inputs()[1].type() == node.types()[0];
}

// Rewrites a whole tree of additions at once, at its root.
class Joining {
 public:
  explicit Joining(std::span<const Value> values) {
    std::unordered_map<const Node*, const Node*> user;
    for (const NodeRef& node : topological(values))
      for (const Value& input : node->inputs()) {
        ++uses_[input.node.get()];
        user[input.node.get()] = node.get();
      }
    for (const Value& value : values)
      if (value) uses_[value.node.get()] += 2;
    for (const auto& [node, by] : user)
      if (adds(*node) && uses_[node] == 1 && adds(*by) && node->types()[0] == by->types()[0]) inner_.insert(node);
  }

  // `node` is the node before the rewrite, `inputs` are its inputs after it.
  Values operator()(const NodeRef& node, const Values& inputs) {
    if (!adds(*node) || inner_.count(node.get())) return {};
    std::vector<Term> terms{{node, {}}};
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (i > 0 && !inner_.count(terms[i].before.get())) continue;
      // The inner sum may have been rewritten, but still has two inputs.
      const Values now = i > 0 ? terms[i].now.node->inputs() : inputs;
      terms[i].first = terms.size();
      for (std::size_t k = 0; k < 2; ++k) terms.push_back({terms[i].before->inputs()[k].node, now[k]});
    }
    if (!join(terms, node->types()[0])) return {};
    for (std::size_t i = terms.size(); i-- > 0;) {
      Term& term = terms[i];
      if (term.first == 0) continue;
      const Value &left = terms[term.first].now, &right = terms[term.first + 1].now;
      if (left && right && i > 0 && term.now.node->inputs() == Values{left, right}) continue;
      term.now = left && right ? apply(expr::Fn::add, {left, right}) : left ? left : right;
    }
    return {terms[0].now};
  }

 private:
  // A node in a tree of additions. If it is an addition, its operands are the terms number `first` and
  // `first` + 1; otherwise `first` is 0.
  struct Term {
    NodeRef before;
    Value now;
    std::size_t first = 0;
  };

  // Finds parts among the terms that can be joined. In the sum, the first part of each concatenation is replaced
  // by the concatenation, and the other parts are left out. Returns whether any were joined.
  bool join(std::vector<Term>& terms, const Type& type) const {
    struct Joined {
      JoinedParts row;
      std::vector<std::size_t> terms;
    };
    std::vector<Joined> all;
    for (std::size_t i = 1; i < terms.size(); ++i) {
      if (terms[i].first != 0 || uses_.at(terms[i].before.get()) != 1) continue;
      std::optional<Part> part = part_of(terms[i].now);
      if (!part) continue;
      // Only the last few of `all` are tried, so that many overlapping parts take linear time.
      constexpr std::size_t kTried = 8;
      std::size_t at = all.size() > kTried ? all.size() - kTried : 0;
      while (at < all.size() && !all[at].row.takes(*part)) ++at;
      if (at == all.size()) all.emplace_back();
      all[at].row.add(std::move(*part));
      all[at].terms.push_back(i);
    }
    bool any = false;
    for (const Joined& each : all) {
      if (each.terms.size() < 2) continue;
      any = true;
      const Value made = each.row.joined(type);
      for (const std::size_t i : each.terms) {
        made.node->add_member(terms[i].before);
        terms[i].now = i == each.terms[0] ? made : Value{};
      }
    }
    return any;
  }

  std::unordered_map<const Node*, std::size_t> uses_;
  std::unordered_set<const Node*> inner_;  // additions that only another addition of their type reads
};

}  // namespace

Values join_parts(std::span<const Value> values) { return rewrite(values, Joining(values)); }

}  // namespace kiln::graph
