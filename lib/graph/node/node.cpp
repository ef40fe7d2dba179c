// SPDX-License-Identifier: Apache-2.0
// How nodes are made, destroyed, named in messages, ordered and rewritten.
#include "graph/node/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include "base/text.hpp"
#include "graph/node/leaf.hpp"

namespace kiln::graph {

bool Type::known() const noexcept {
  return std::all_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent >= 0; });
}

std::int64_t Type::size() const noexcept {
  std::int64_t size = 1;
  for (auto extent : shape) size *= extent;
  return size;
}

std::string type_text(const Type& type) { return base::dtype_name(type.dtype) + extents_text(type.shape); }

Values Op::gradient(const Node& node, std::span<const Value>) const {
  if (std::none_of(node.types().begin(), node.types().end(),
                   [](const Type& type) { return base::is_float(type.dtype); }))
    return Values(node.inputs().size());
  fail(KILN_UNSUPPORTED, "graph.grad: {} has no gradient", node_text(node));
}

Runner Op::prepare(const Node&, runtime::Context&) const { return nullptr; }

namespace {
// The node that rewrite() is at on this thread, or null. Nodes made meanwhile get it as their origin.
thread_local const NodeRef* rewritten = nullptr;
class Rewritten {
 public:
  explicit Rewritten(const NodeRef& node) : outer_(std::exchange(rewritten, &node)) {}
  ~Rewritten() { rewritten = outer_; }
  Rewritten(const Rewritten&) = delete;
  Rewritten& operator=(const Rewritten&) = delete;

 private:
  const NodeRef* outer_;
};
}  // namespace

Node::Node(OpRef op, Values inputs, std::vector<Type> types)
    : op_(std::move(op)), inputs_(std::move(inputs)), types_(std::move(types)) {
  static std::atomic<std::uint64_t> made{0};
  number_ = ++made;
  source_ = !inputs_.empty() && op_->repeats_input() ? inputs_[0].node->source_ : this;
  if (rewritten) set_origin(*rewritten);
}

Node::~Node() {
  // Nodes to which only this node refers are destroyed in a loop, as graphs may be too deep for recursion.
  thread_local const Node* dead = nullptr;
  thread_local bool destroying = false;
  const auto drop = [](NodeRef& ref) {
    const Node* node = ref.detach();
    if (node && node->use_count() == 1) {
      // This is the last reference, so nobody else can see the node any more.
      const_cast<Node*>(node)->next_dead_ = dead;
      dead = node;
    } else if (node) {
      node->release();
    }
  };
  for (Value& value : inputs_) drop(value.node);
  if (members_ && members_.use_count() == 1)
    for (NodeRef& member : *members_) drop(member);
  if (destroying) return;
  destroying = true;
  while (dead) {
    const Node* node = dead;
    dead = node->next_dead_;
    node->release();
  }
  destroying = false;
}

namespace {

// The text for a value that another node reads: its label, or its operation with its operands in parentheses. The
// parentheses nest `depth` deep at most. Nodes that only order axes are passed over.
std::string operand_text(const Value& value, int depth) {
  const Node* node = value.node.get();
  while (node->label().empty() && node->op().only_orders_axes()) node = node->inputs()[0].node.get();
  if (!node->label().empty()) return base::excerpt(node->label());
  if (const auto scalar = constant_scalar({NodeRef(node), 0}); scalar && !base::is_complex(scalar->dtype))
    return fmt::format("{}", scalar->cast(KILN_FLOAT64).re);
  if (node->op().leaf()) return node->op().name();
  std::string text = node->op().name() + '(';
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; depth > 0 && i < std::min(node->inputs().size(), kMost); ++i)
    text += (i ? ", " : "") + operand_text(node->inputs()[i], depth - 1);
  if (depth == 0 || node->inputs().size() > kMost) text += "...";
  return text + ')';
}

// "; of Input 'x', Dot(x, w)": the operands, for the end of an error message. Leaves without a label are left
// out, as they tell a reader nothing.
std::string operands_text(const Values& inputs) {
  std::string text;
  for (const Value& input : inputs) {
    const Node* node = input.node.get();
    while (node->label().empty() && node->op().only_orders_axes()) node = node->inputs()[0].node.get();
    if (node->label().empty() && node->op().leaf()) continue;
    text += text.empty() ? "; of " : ", ";
    text += node->label().empty() ? operand_text(input, 2) : node_text(*node);
  }
  return text;
}

}  // namespace

NodeRef Node::make(OpRef op, Values inputs) {
  std::vector<Type> types;
  types.reserve(inputs.size());
  for (const Value& value : inputs) {
    if (!value) fail(KILN_INVALID_ARGUMENT, "graph.{}: an input is empty", op->name());
    types.push_back(value.type());
  }
  std::vector<Type> results;
  try {
    results = op->infer(types);
  } catch (const BodyError& error) {
    throw backend::Error(error.status(), error.message());
  } catch (const backend::Error& error) {
    throw backend::Error(error.status(), error.message() + operands_text(inputs));
  }
  return make_typed(std::move(op), std::move(inputs), std::move(results));
}

NodeRef Node::make_typed(OpRef op, Values inputs, std::vector<Type> types) {
  return NodeRef::adopt(new Node(std::move(op), std::move(inputs), std::move(types)));
}

void Node::set_origin(const NodeRef& node) const {
  origin_ = node->origin_ ? node->origin_ : node;
  members_ = node->members_;
}

void Node::add_member(const NodeRef& node) const {
  if (!members_)
    members_ = std::make_shared<std::vector<NodeRef>>();
  else if (members_.use_count() > 1)
    members_ = std::make_shared<std::vector<NodeRef>>(*members_);
  members_->push_back(node);
}

std::vector<NodeRef> Node::origins() const {
  std::vector<NodeRef> all, stack{NodeRef(this)};
  std::unordered_set<const Node*> seen;
  std::unordered_set<const std::vector<NodeRef>*> lists;
  while (!stack.empty()) {
    const NodeRef node = std::move(stack.back());
    stack.pop_back();
    if (!seen.insert(node.get()).second) continue;
    if (node->members_ && lists.insert(node->members_.get()).second)
      stack.insert(stack.end(), node->members_->rbegin(), node->members_->rend());
    if (node->origin_) stack.push_back(node->origin_);
    if (!node->members_ && !node->origin_) all.push_back(node);
  }
  return all;
}

NodeRef with_inputs(const NodeRef& node, Values inputs) {
  NodeRef made = Node::make(node->op_ref(), std::move(inputs));
  made->set_label(node->label());
  made->set_place(node->place());
  return made;
}

std::vector<NodeRef> by_number(std::vector<NodeRef> nodes) {
  std::sort(nodes.begin(), nodes.end(), [](const NodeRef& a, const NodeRef& b) { return a->number() < b->number(); });
  return nodes;
}

Values all_outputs(const NodeRef& node) {
  Values values;
  for (std::uint32_t i = 0; i < node->types().size(); ++i) values.push_back({node, i});
  return values;
}

namespace {

// The node's operation with its label or, without one, with its operands.
std::string name_text(const Node& node) {
  if (!node.label().empty()) return fmt::format("{} '{}'", node.op().name(), base::excerpt(node.label()));
  std::string text = node.op().name();
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(node.inputs().size(), kMost); ++i)
    text += (i ? ", " : "(") + operand_text(node.inputs()[i], 2);
  if (node.inputs().size() > kMost) text += ", ...";
  if (!node.inputs().empty()) text += ')';
  constexpr std::size_t kLongest = 120;
  if (text.size() > kLongest) text.replace(kLongest - 3, std::string::npos, "...");
  return text;
}

}  // namespace

std::string node_text(const Node& node) {
  return node.label().empty() ? value_text({NodeRef(&node), 0}) : name_text(node);
}

std::string value_text(const Value& value) {
  const Type& type = value.type();
  return name_text(*value.node) + ' ' + type_text(value.output == 0 ? value.op().as_asked(type) : type);
}

namespace {

// A set of nodes as a hash table in one block of memory, which is faster than std::unordered_set. Graphs are
// walked many times while a function compiles.
class NodeSet {
 public:
  // Returns false if the node was in the set already.
  bool insert(const Node* node) {
    if (2 * (count_ + 1) > slots_.size()) {
      std::vector<const Node*> old(std::max<std::size_t>(64, 4 * slots_.size()));
      old.swap(slots_);
      for (const Node* each : old)
        if (each) slots_[place(each)] = each;
    }
    const Node*& slot = slots_[place(node)];
    if (slot) return false;
    slot = node;
    ++count_;
    return true;
  }

 private:
  // The index of the node's slot, or of the free slot for it. The hash drops the lowest 4 bits, as addresses
  // of nodes are multiples of 16.
  std::size_t place(const Node* node) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (reinterpret_cast<std::uintptr_t>(node) >> 4) * 0x9E3779B97F4A7C15u >> 20 & mask;
    while (slots_[at] && slots_[at] != node) at = (at + 1) & mask;
    return at;
  }
  std::vector<const Node*> slots_;
  std::size_t count_ = 0;
};

}  // namespace

std::vector<NodeRef> topological(std::span<const Value> values) {
  std::vector<NodeRef> order;
  NodeSet seen;
  for (const Value& value : values)
    if (value && seen.insert(value.node.get())) order.push_back(value.node);
  for (std::size_t i = 0; i < order.size(); ++i) {
    // This is a copy because push_back below may move the vector's elements.
    const NodeRef node = order[i];
    for (const Value& input : node->inputs())
      if (seen.insert(input.node.get())) order.push_back(input.node);
  }
  return by_number(std::move(order));
}

namespace {
thread_local RewriteNotes* current_notes = nullptr;
}  // namespace

RewriteNotes::Scope::Scope(RewriteNotes* notes) : outer_(std::exchange(current_notes, notes)) {}
RewriteNotes::Scope::~Scope() { current_notes = outer_; }
RewriteNotes* RewriteNotes::current() noexcept { return current_notes; }

Value RewriteNotes::find(const Value& value) const {
  Value at = value;
  bool found = false;
  for (const Made& made : rewrites_) {
    const auto next = made.find(at);
    if (next == made.end()) continue;
    at = next->second;
    found = true;
  }
  return found ? at : Value{};
}

Values rewrite(std::span<const Value> values, const Replace& replace) {
  const std::vector<NodeRef> order = topological(values);
  // The results of order[n] are made[first[n]] and those behind it. numbers[n] is the number of order[n];
  // numbers rise, so a node is found by binary search.
  std::vector<std::uint64_t> numbers;
  std::vector<std::size_t> first;
  Values made, inputs;
  numbers.reserve(order.size());
  first.reserve(order.size());
  made.reserve(order.size());
  const auto find = [&](const Value& value) -> const Value& {
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), value.node->number());
    return made[first[std::size_t(at - numbers.begin())] + value.output];
  };
  for (const NodeRef& node : order) {
    inputs.clear();
    bool changed = false;
    for (const Value& input : node->inputs()) {
      inputs.push_back(find(input));
      changed |= !(inputs.back() == input);
    }
    const Rewritten scope(node);
    Values results = replace(node, inputs);
    if (results.empty()) results = all_outputs(changed ? with_inputs(node, inputs) : node);
    numbers.push_back(node->number());
    first.push_back(made.size());
    made.insert(made.end(), results.begin(), results.end());
  }
  if (RewriteNotes* notes = RewriteNotes::current()) {
    RewriteNotes::Made pairs;
    for (std::size_t n = 0; n < order.size(); ++n)
      for (std::size_t i = first[n]; i < (n + 1 < order.size() ? first[n + 1] : made.size()); ++i)
        pairs.emplace(Value{order[n], std::uint32_t(i - first[n])}, made[i]);
    notes->add(std::move(pairs));
  }
  Values out;
  for (const Value& value : values) out.push_back(value ? find(value) : Value{});
  return out;
}

}  // namespace kiln::graph
