// SPDX-License-Identifier: Apache-2.0
// Products that are added up as one product, and products that are read transposed: the first two steps of the pass
// `shared`, see pass_shared.cpp.
#include <unordered_set>

#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/passes/join_products.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::graph {
namespace {

// Whether a step may write the value into a concatenation.
bool joins_free(const Value& value) {
  const Value* at = &value;
  while (op_as<DimShuffle>(*at) || op_as<Reshape>(*at)) {
    const Value& from = at->node->inputs()[0];
    if (op_as<Reshape>(*at) && op_as<DimShuffle>(from) && !from.op().leaf()) return true;
    at = &from;
  }
  return op_as<Elementwise>(*at) || op_as<Dot>(*at) || join_axis(*at->node);
}

// Whether another shape of the value needs no copy: it is computed, and so lies contiguous.
bool reshapes_free(const Value& value) {
  const Value* at = &value;
  while (op_as<Reshape>(*at)) at = &at->node->inputs()[0];
  // A reshape of a permuted value copies, and so lies contiguous too.
  if (at != &value && op_as<DimShuffle>(*at)) return true;
  return !at->op().leaf() && !op_as<DimShuffle>(*at) && !op_as<Subtensor>(*at) && !op_as<BroadcastTo>(*at);
}

}  // namespace

std::int64_t copied_elements(const Value& value) { return joins_free(value) ? 0 : value.type().size(); }

// The values, one behind the other along the axis. Where all are transposed, or have leading axes merged, the values
// before that are joined: other products may read these joined too.
Value joined(Values values, std::size_t axis) {
  const Values given = values;
  const std::size_t n = values[0].type().ndim();
  Dims swapped = counted(n);
  std::swap(swapped[n - 1], swapped[n - 2]);
  const auto all = [&](const auto& test) { return std::all_of(given.begin(), given.end(), test); };
  const auto inside = [&] {
    for (Value& value : values) value = Value(value.node->inputs()[0]);
  };
  if (all([&](const Value& value) {
        const auto* shuffle = op_as<DimShuffle>(value);
        return shuffle && shuffle->order() == swapped && value.node->inputs()[0].type().ndim() == n;
      })) {
    inside();
    return swap_last(joined(std::move(values), axis == n - 1 ? n - 2 : n - 1));
  }
  const auto leads = [](const Value& value) {
    Dims shape = value.type().shape;
    shape.erase(shape.size() - 1);
    return shape;
  };
  const auto merges = [&](const Value& value) {
    return op_as<Reshape>(value) && last_extent(value.node->inputs()[0]) == last_extent(value) &&
           value.node->inputs()[0].type().ndim() > 1 &&
           leads(value.node->inputs()[0]) == leads(given[0].node->inputs()[0]);
  };
  if (axis == n - 1 && all(merges)) {
    Dims shape = leads(given[0]);
    inside();
    const Value whole = joined(std::move(values), given[0].node->inputs()[0].type().ndim() - 1);
    shape.push_back(last_extent(whole));
    return reshape(whole, shape);
  }
  return concat(std::move(values), std::int64_t(axis));
}

namespace {

// ---- Turned products and sums of batches ----

// The order of axes without a swap of the last two of the operand, if the node puts that operand's last axis before the
// one ahead of it.
bool reads_turned(const DimShuffle& shuffle, std::size_t ndim) {
  const auto at = [&](std::size_t axis) {
    return std::find(shuffle.order().begin(), shuffle.order().end(), std::int64_t(axis));
  };
  const auto last = at(ndim - 1), before = at(ndim - 2);
  return last != shuffle.order().end() && before != shuffle.order().end() && last < before &&
         before + 1 == shuffle.order().end();
}

Value turned_product(const DimShuffle& shuffle, const Value& product) {
  const Values& x = product.node->inputs();
  Dims order = shuffle.order();
  const auto ndim = std::int64_t(product.type().ndim());
  for (std::int64_t& axis : order)
    if (axis >= ndim - 2) axis = 2 * ndim - 3 - axis;
  return dimshuffle(single(base::make_ref<Dot>(), {swap_last(x[1]), swap_last(x[0])}), order);
}

// The sum over a batch of products as one product: the gradient of a matrix that a batch was multiplied by. The left
// factors are transposed, so that those of the batch lie one below the other. Where a factor must be copied for this,
// the copy has no more elements than one of the products that are not computed. Empty for other nodes.
Value summed_batch(const Node& node, const Reduce& op, const Value& product) {
  if (op.op() != KILN_REDUCE_SUM || op.dtype() != product.type().dtype) return {};
  const std::size_t n = product.type().ndim(), batch_axes = n - 2;
  const Value &a = product.node->inputs()[0], &b = product.node->inputs()[1];
  if (batch_axes == 0 || a.type().ndim() != n || b.type().ndim() != n) return {};
  Dims swapped = counted(n);
  std::swap(swapped[n - 1], swapped[n - 2]);
  const auto* shuffle = op_as<DimShuffle>(a);
  if (!shuffle || shuffle->order() != swapped) return {};
  std::int64_t batch = 1;
  for (std::size_t d = 0; d < batch_axes; ++d) {
    const std::int64_t extent = product.type().shape[d];
    if (a.type().shape[d] != extent || b.type().shape[d] != extent) return {};
    if (extent != 1 && !contains(op.axes(), std::int64_t(d))) return {};
    batch *= extent;
  }
  for (const std::int64_t axis : op.axes())
    if (axis >= std::int64_t(batch_axes)) return {};
  const std::int64_t rows = a.type().shape[n - 2], k = a.type().shape[n - 1], columns = last_extent(b);
  const Value& left = a.node->inputs()[0];
  const std::int64_t copied = (reshapes_free(left) ? 0 : k * rows) + (reshapes_free(b) ? 0 : k * columns);
  if (batch < 2 || copied > rows * columns) return {};
  const Value sum =
      single(base::make_ref<Dot>(), {transpose(reshape(left, {batch * k, rows})), reshape(b, {batch * k, columns})});
  Dims order(node.types()[0].ndim() - 2, -1);
  order.push_back(0);
  order.push_back(1);
  return dimshuffle(sum, order);
}

}  // namespace

Values turn_and_sum(std::span<const Value> values) {
  const std::vector<NodeRef> order = topological(values);
  Readers readers = readers_of(order);
  std::unordered_set<const Node*> kept;
  for (const Value& value : values)
    if (value) kept.insert(value.node.get());
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    if (inputs.empty() || !op_as<Dot>(inputs[0]) || !base::is_float(inputs[0].type().dtype)) return {};
    const Node* before = node->inputs()[0].node.get();
    if (kept.count(before) || readers[before].size() != 1) return {};
    Value made;
    if (const auto* shuffle = op_as<DimShuffle>(*node)) {
      if (reads_turned(*shuffle, inputs[0].type().ndim())) made = turned_product(*shuffle, inputs[0]);
    } else if (const auto* reduction = op_as<Reduce>(*node)) {
      made = summed_batch(*node, *reduction, inputs[0]);
    }
    if (!made) return {};
    made.node->add_member(node);
    made.node->add_member(NodeRef(before));
    return {made};
  });
}

namespace {

// ---- Sums of products ----

bool adds_alike(const Node& node) {
  const auto* function = op_as<Pointwise>(node);
  return function && function->fn() == expr::Fn::add && node.inputs()[0].type() == node.types()[0] &&
         node.inputs()[1].type() == node.types()[0];
}

// Rewrites a whole tree of additions at once, at its root.
class SummedProducts {
 public:
  explicit SummedProducts(std::span<const Value> values) : SummedProducts(values, topological(values)) {}

  SummedProducts(std::span<const Value> values, const std::vector<NodeRef>& order) : join_order_(order) {
    std::unordered_map<const Node*, const Node*> user;
    for (const NodeRef& node : order) {
      for (const Value& input : node->inputs()) {
        ++uses_[input.node.get()];
        user[input.node.get()] = node.get();
      }
    }
    for (const Value& value : values) uses_[value.node.get()] += 2;
    for (const auto& [node, by] : user)
      if (adds_alike(*node) && uses_[node] == 1 && adds_alike(*by)) inner_.insert(node);
  }

  // `node` is the node before the rewrite, `inputs` are its inputs after it.
  Values operator()(const NodeRef& node, const Values& inputs) const {
    if (const auto stacked = stacked_rows(*node, inputs)) return {*stacked};
    if (!adds_alike(*node) || inner_.count(node.get())) return {};
    std::vector<Term> terms, products;
    std::vector<std::pair<NodeRef, Values>> open{{node, inputs}};
    while (!open.empty()) {
      const auto [sum, now] = std::move(open.back());
      open.pop_back();
      for (const std::size_t k : {1, 0}) {
        const NodeRef& before = sum->inputs()[k].node;
        if (inner_.count(before.get()))
          open.emplace_back(before, now[k].node->inputs());
        else
          (is_product(before, now[k]) ? products : terms).push_back({before, now[k]});
      }
    }
    const auto like = [&](const Term& term) {
      const Values &x = term.now.node->inputs(), &first = products[0].now.node->inputs();
      return x[0].type().ndim() == first[0].type().ndim() && x[1].type().ndim() == first[1].type().ndim();
    };
    if (products.size() < 2 || !std::all_of(products.begin(), products.end(), like) || !gains(products)) return {};
    join_order_.sort(products, [](const Term& term) { return term.before->inputs()[1]; });
    Values lefts, rights;
    for (const Term& term : products) {
      lefts.push_back(term.now.node->inputs()[0]);
      rights.push_back(term.now.node->inputs()[1]);
    }
    const std::size_t a_axis = lefts[0].type().ndim() - 1, b_axis = rights[0].type().ndim() - 2;
    Value sum = single(base::make_ref<Dot>(), {joined(std::move(lefts), a_axis), joined(std::move(rights), b_axis)});
    for (const Term& term : products) sum.node->add_member(term.before);
    for (std::size_t i = terms.size(); i-- > 0;) sum = apply(expr::Fn::add, {terms[i].now, sum});
    return {sum};
  }

 private:
  struct Term {
    NodeRef before;
    Value now;
  };

  // A concatenation of single rows as one of matrices: the form that a product reads. Empty for other nodes.
  static std::optional<Value> stacked_rows(const Node& node, const Values& inputs) {
    if (join_axis(node) != 0u) return std::nullopt;
    Values matrices;
    for (const Value& input : inputs) {
      const auto* shape = op_as<Reshape>(input);
      if (!shape || input.type().ndim() != 3 || input.type().shape[0] != 1) return std::nullopt;
      matrices.push_back(input.node->inputs()[0]);
      if (matrices.back().type().ndim() != 2 || matrices.back().type().shape[1] != input.type().shape[2])
        return std::nullopt;
    }
    return reshape(concat(std::move(matrices), 0), node.types()[0].shape);
  }

  bool is_product(const NodeRef& before, const Value& now) const {
    if (!op_as<Dot>(*before) || !op_as<Dot>(now) || uses_.at(before.get()) != 1) return false;
    const Values& x = now.node->inputs();
    const DType dtype = now.type().dtype;
    // Batches are equal, or the right operand is one matrix.
    const std::size_t n = now.type().ndim();
    bool batch = x[0].type().ndim() == n;
    if (x[1].type().ndim() != 2)
      for (std::size_t d = 0; batch && d + 2 < n; ++d)
        batch = x[1].type().ndim() == n && x[0].type().shape[d] == x[1].type().shape[d];
    return batch && base::is_float(dtype) && x[0].type().dtype == dtype && x[1].type().dtype == dtype &&
           last_extent(x[0]) > 0;
  }

  // Each product but one is not added to the sum of the others, which reads and writes that.
  static bool gains(const std::vector<Term>& products) {
    std::int64_t copied = 0;
    for (const Term& term : products)
      for (const Value& operand : term.now.node->inputs()) copied += copied_elements(operand);
    return copied <= std::int64_t(products.size() - 1) * products[0].now.type().size();
  }

  std::unordered_map<const Node*, std::size_t> uses_;
  std::unordered_set<const Node*> inner_;  // additions that only another addition of their type reads
  JoinOrder join_order_;
};

}  // namespace

Values sum_products(std::span<const Value> values) { return rewrite(values, SummedProducts(values)); }

}  // namespace kiln::graph
