// SPDX-License-Identifier: Apache-2.0
// The graph a program builds: immutable nodes, each one operation on values of nodes made before it. Nodes
// are numbered as they are made, so the order of numbers is a topological order.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "array/array.hpp"
#include "base/dtype.hpp"
#include "base/error.hpp"
#include "base/ref.hpp"
#include "layout/layout.hpp"

namespace kiln::graph {

using base::DType;
using base::fail;
using base::Ref;
using base::Scalar;
using layout::Dims;
using layout::Layout;

// An extent that is not known before a call.
inline constexpr std::int64_t kUnknown = -1;

// What is known of a value before it is computed. An extent known to be 1 broadcasts; one that is not known
// does not.
struct Type {
  DType dtype = KILN_FLOAT32;
  Dims shape;
  std::size_t ndim() const noexcept { return shape.size(); }
  bool known() const noexcept;         // every extent
  std::int64_t size() const noexcept;  // elements, where known
  std::size_t bytes() const noexcept { return std::size_t(size()) * base::dtype_size(dtype); }
  friend bool operator==(const Type&, const Type&) = default;
};
std::string type_text(const Type& type);  // "float32(?, 784)"

class Node;
class Op;
using NodeRef = Ref<const Node>;
using OpRef = Ref<const Op>;

// One result of a node. Empty: none.
struct Value {
  NodeRef node;
  std::uint32_t output = 0;
  explicit operator bool() const noexcept { return bool(node); }
  const Type& type() const noexcept;
  const Op& op() const noexcept;
  friend bool operator==(const Value&, const Value&) = default;
};
struct ValueHash {
  std::size_t operator()(const Value& value) const noexcept {
    return std::hash<const void*>()(value.node.get()) * 31 + value.output;
  }
};
using Values = std::vector<Value>;

// Runs a node once its types and its place are known: arrays of exactly these types.
using Runner =
    std::function<void(std::span<array::Array* const> inputs, std::span<array::Array* const> outputs)>;

// What a node does. Immutable, shared between nodes.
class Op : public base::RefCounted {
 public:
  virtual std::string name() const = 0;               // "Dot", "Elemwise{exp}"
  virtual std::string key() const { return name(); }  // equal keys and classes: the same operation
  // The types of the results; throws KILN_TYPE_ERROR and KILN_SHAPE_ERROR. With known shapes the results' are
  // known.
  virtual std::vector<Type> infer(std::span<const Type> inputs) const = 0;
  // The gradient of a cost for every input from those for the outputs (empty: the cost does not depend on
  // it), as values of the graph. Empty results: disconnected. Throws KILN_UNSUPPORTED where there is none.
  virtual Values gradient(const Node& node, std::span<const Value> gradients) const;
  // Does computing the node read the elements of this input, or its shape alone?
  virtual bool reads(std::size_t) const { return true; }
  // The same results from simpler nodes, where the operation is a short form of others; empty: it is none.
  // Types of the inputs are known.
  virtual Values expand(const Node&, std::span<const Value>) const { return {}; }
  // The layout of output 0 as a view of input 0, where it is one: no work, no memory. Types are known.
  virtual std::optional<Layout> view(const Node&, const Layout&) const { return std::nullopt; }
  // What computes the node on a context. Null: nothing does.
  virtual Runner prepare(const Node& node, runtime::Context& context) const;
  // Can what the runner queues be recorded and replayed?
  virtual bool recordable() const { return true; }
  // May the elements of an output lie where those of an input do, which nothing needs afterwards?
  virtual bool in_place(const Node&, std::size_t /*input*/, std::size_t /*output*/) const { return false; }
  virtual bool leaf() const { return false; }
  // Are the results the elements of input 0, repeated or under another shape? Node::source() passes over
  // these.
  virtual bool repeats_input() const { return false; }
  // Does it only give axes another order or place? Messages leave such nodes out.
  virtual bool only_orders_axes() const { return false; }
  // Does the host compute it, from elements it reads from the device?
  virtual bool on_host() const { return false; }
};

// The operation a value or node has, or null for another class.
template <class T>
const T* op_as(const Node& node) noexcept;
template <class T>
const T* op_as(const Value& value) noexcept {
  return value ? op_as<T>(*value.node) : nullptr;
}

class Node final : public base::RefCounted {
 public:
  // Checks and infers. Errors name the operation.
  static NodeRef make(OpRef op, Values inputs);
  // A node whose types are told: for leaves.
  static NodeRef make_typed(OpRef op, Values inputs, std::vector<Type> types);
  ~Node() override;  // without recursion: graphs may be deep
  const Op& op() const noexcept { return *op_; }
  const OpRef& op_ref() const noexcept { return op_; }
  const Values& inputs() const noexcept { return inputs_; }
  const std::vector<Type>& types() const noexcept { return types_; }
  std::uint64_t number() const noexcept { return number_; }
  // What this node only repeats, or gives other axes: the first of a chain of such views, else itself.
  const Node& source() const noexcept { return *source_; }
  // The user's name for the node, which messages and pictures show.
  const std::string& label() const noexcept { return label_; }
  void set_label(std::string label) const { label_ = std::move(label); }
  // What the program built that this node computes: the node that a rewrite made this one for, all of them
  // where it stands for several, each once; of a node as built itself.
  std::vector<NodeRef> origins() const;
  // A node that passes made this one for, in the place of what a rewrite says.
  void set_origin(const NodeRef& node) const;
  // It computes what these do.
  void set_members(std::vector<NodeRef> members) const {
    members_ = std::make_shared<std::vector<NodeRef>>(std::move(members));
  }
  void add_member(const NodeRef& node) const;
  // Where it runs, once placement has decided.
  runtime::Context* place() const noexcept { return place_; }
  void set_place(runtime::Context* place) const noexcept { place_ = place; }

 private:
  Node(OpRef op, Values inputs, std::vector<Type> types);
  OpRef op_;
  Values inputs_;
  std::vector<Type> types_;
  std::uint64_t number_;
  const Node* source_;  // held by the inputs
  mutable std::string label_;
  mutable runtime::Context* place_ = nullptr;
  mutable NodeRef origin_;  // null: as built
  // Null: it stands for one node. Copies of a node share the list.
  mutable std::shared_ptr<std::vector<NodeRef>> members_;
  const Node* next_dead_ = nullptr;
};

inline const Type& Value::type() const noexcept { return node->types()[output]; }
inline const Op& Value::op() const noexcept { return node->op(); }
template <class T>
const T* op_as(const Node& node) noexcept {
  return dynamic_cast<const T*>(&node.op());
}

// A node's only value.
inline Value single(OpRef op, Values inputs) { return {Node::make(std::move(op), std::move(inputs)), 0}; }
Values all_outputs(const NodeRef& node);
// "Dot 'z'", or "Dot(x, w) float32(3, 5)" where it has no name: for messages.
std::string node_text(const Node& node);

// Every node the values depend on, each once, inputs before what uses them.
std::vector<NodeRef> topological(std::span<const Value> values);

// The values with nodes replaced, which become the origins of what is made for them: `replace` gets each node
// with its new inputs, in topological order, and returns its outputs (one for each); or nothing, and the node
// is kept, made anew where its inputs changed.
using Replace = std::function<Values(const NodeRef& node, const Values& inputs)>;
Values rewrite(std::span<const Value> values, const Replace& replace);

// What rewrites made of each value: for DebugMode.
class RewriteNotes {
 public:
  using Made = std::unordered_map<Value, Value, ValueHash>;
  void add(Made made) { rewrites_.push_back(std::move(made)); }
  // What stands for the value after all of them; empty: nothing is known to.
  Value find(const Value& value) const;
  // Those of this thread, while it lives.
  class Scope {
   public:
    explicit Scope(RewriteNotes* notes);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    RewriteNotes* outer_;
  };
  static RewriteNotes* current() noexcept;  // or null

 private:
  std::vector<Made> rewrites_;
};

}  // namespace kiln::graph
