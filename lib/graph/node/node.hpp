// SPDX-License-Identifier: Apache-2.0
// The graph that a program builds. A node is one operation on values of nodes that were made before.
// Operation, inputs and types of a node never change. Nodes are numbered in the order in which they are made,
// so this order is a topological one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
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

// Stands in a shape for an extent that only a call tells.
inline constexpr std::int64_t kUnknown = -1;

// A type is what is known of a value before it is computed: its dtype and its shape. An extent known to be 1
// broadcasts; an unknown extent never does, even if a call tells that it is 1.
struct Type {
  DType dtype = KILN_FLOAT32;
  Dims shape;
  std::size_t ndim() const noexcept { return shape.size(); }
  bool known() const noexcept;         // is every extent known?
  std::int64_t size() const noexcept;  // the number of elements; call only if known()
  std::size_t bytes() const noexcept { return std::size_t(size()) * base::dtype_size(dtype); }
  friend bool operator==(const Type&, const Type&) = default;
};
using layout::extents_text;
std::string type_text(const Type& type);  // "float32(?, 784)"

// What Op::infer() throws where a node of its body fails. The message names that node's operands.
class BodyError final : public backend::Error {
 public:
  using Error::Error;
};

class Node;
class Op;
struct FunctionSpec;
using NodeRef = Ref<const Node>;
using OpRef = Ref<const Op>;

// One result of a node. A default-made Value is empty and stands for no result.
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

// The arrays of a node's inputs or results. They have exactly the node's types.
using NodeArrays = std::span<array::Array* const>;
// Computes a node.
using Runner = std::function<void(NodeArrays inputs, NodeArrays outputs)>;

// Tells a number of bytes. For bodies that are functions it depends on the calls so far.
using BodyBytes = std::function<std::uint64_t()>;

// What prepare_for() tells of the bodies that it compiles.
struct Bodies {
  BodyBytes bytes = nullptr;  // of device memory that they take while the function runs; null: there are none
  std::function<std::string()> text = nullptr;  // their steps, for explain
};

// An operation says what a node computes. It never changes, so nodes share it.
class Op : public base::RefCounted {
 public:
  virtual std::string name() const = 0;  // "Dot", "Elemwise{exp}"
  // Two operations of one class with equal keys are the same.
  virtual std::string key() const { return name(); }
  // The types of the results. If all shapes of the inputs are known, so are those of the results. Throws
  // KILN_TYPE_ERROR or KILN_SHAPE_ERROR if the inputs do not fit.
  virtual std::vector<Type> infer(std::span<const Type> inputs) const = 0;
  // Takes the gradient of a cost for each result, and returns the gradient for each input, as values of the
  // graph. An empty Value means that the cost does not depend on this result or input; an empty vector means
  // that it depends on no input. Throws KILN_UNSUPPORTED if the operation has no gradient; where no result is
  // floating-point, the cost depends on no input.
  virtual Values gradient(const Node& node, std::span<const Value> gradients) const;
  // Whether the elements of this input are read. False: only its shape is used.
  virtual bool reads(std::size_t) const { return true; }
  // The same results from simpler nodes, for an operation that is a short form of others. Called once the
  // types of the inputs are known. Empty: the operation stays as it is.
  virtual Values expand(const Node&, std::span<const Value>) const { return {}; }
  // The layout of result 0 where it is a view of input 0, which costs neither work nor memory. Called once
  // the types are known; empty where the result is no view.
  virtual std::optional<Layout> view(const Node&, const Layout&) const { return std::nullopt; }
  // Returns the function that computes the node on this context. Null: nothing can compute it.
  virtual Runner prepare(const Node& node, runtime::Context& context) const;
  // The same for a node of this function, whose options an operation with a body follows where it compiles that.
  // `bodies` receives what there is to tell of them.
  virtual Runner prepare_for(const FunctionSpec&, const Node& node, runtime::Context& context,
                             Bodies& /*bodies*/) const {
    return prepare(node, context);
  }
  // Whether it has a graph of its own, which prepare_for() compiles.
  virtual bool has_body() const { return false; }
  // Whether a recording may replay what the runner queues.
  virtual bool recordable() const { return true; }
  // Whether this output may share the memory of this input, given that no later node needs the input.
  virtual bool in_place(const Node&, std::size_t /*input*/, std::size_t /*output*/) const { return false; }
  // Whether it has no inputs: an input of a function, a constant or a shared variable.
  virtual bool leaf() const { return false; }
  // Whether the gradient of a loop keeps the results of all steps instead of computing them again, as of products.
  virtual bool worth_keeping() const { return false; }
  // Whether the results are the elements of input 0, repeated or in another shape. Node::source() looks
  // through such nodes.
  virtual bool repeats_input() const { return false; }
  // Whether it only permutes, inserts or drops axes. Messages leave such nodes out.
  virtual bool only_orders_axes() const { return false; }
  // The type of result 0 as the program asked for it, for messages: without axes that building the node added.
  virtual Type as_asked(Type type) const { return type; }
  // Whether the host computes it from elements that were read back from the device.
  virtual bool on_host() const { return false; }
  // Whether the host reads the elements of this input before the node's work is queued.
  virtual bool reads_on_host(std::size_t) const { return on_host(); }
  // The results depend on this input only if input 0, a condition, is true or false, as this says. The gradient for the
  // input, as gradient() gives it, counts only then. Empty: they always do.
  virtual std::optional<bool> counts_if(const Node&, std::size_t /*input*/) const { return std::nullopt; }
  // What its graphs compute, for explain; empty for an operation that has none.
  virtual std::string bodies_text() const { return {}; }
};

// The node's operation as a T, or null if it is of another class.
template <class T>
const T* op_as(const Node& node) noexcept;
template <class T>
const T* op_as(const Value& value) noexcept {
  return value ? op_as<T>(*value.node) : nullptr;
}

class Node final : public base::RefCounted {
 public:
  // Checks the inputs and infers the types of the results. Errors name the operation.
  static NodeRef make(OpRef op, Values inputs);
  // Makes a node whose types are given instead of inferred; for leaves.
  static NodeRef make_typed(OpRef op, Values inputs, std::vector<Type> types);
  ~Node() override;  // not recursive, as graphs may be deep
  const Op& op() const noexcept { return *op_; }
  const OpRef& op_ref() const noexcept { return op_; }
  const Values& inputs() const noexcept { return inputs_; }
  const std::vector<Type>& types() const noexcept { return types_; }
  std::uint64_t number() const noexcept { return number_; }
  // The node whose elements this one has, possibly repeated or in another shape, or the node itself. See
  // Op::repeats_input().
  const Node& source() const noexcept { return *source_; }
  // The name that the caller gave the node. Messages and pictures show it.
  const std::string& label() const noexcept { return label_; }
  void set_label(std::string label) const { label_ = std::move(label); }
  // The nodes that the program built and that this node computes, each once. For a node that the program
  // built, the node itself; for one that rewrites made, all nodes it stands for.
  std::vector<NodeRef> origins() const;
  // Says which node this one replaces. rewrite() says so of each node that is made while it visits the replaced one.
  void set_origin(const NodeRef& node) const;
  // Says that this node computes all of `members`, as a fused node does.
  void set_members(std::vector<NodeRef> members) const {
    members_ = std::make_shared<std::vector<NodeRef>>(std::move(members));
  }
  void add_member(const NodeRef& node) const;
  // The context that computes the node; null until the placement pass has chosen it.
  runtime::Context* place() const noexcept { return place_; }
  void set_place(runtime::Context* place) const noexcept { place_ = place; }

 private:
  Node(OpRef op, Values inputs, std::vector<Type> types);
  OpRef op_;
  Values inputs_;
  std::vector<Type> types_;
  std::uint64_t number_;
  const Node* source_;  // the inputs keep it alive
  mutable std::string label_;
  mutable runtime::Context* place_ = nullptr;
  mutable NodeRef origin_;  // null: the program built the node
  // Null: the node stands for one node. Copies of a node share the list until one is changed.
  mutable std::shared_ptr<std::vector<NodeRef>> members_;
  const Node* next_dead_ = nullptr;
};

inline const Type& Value::type() const noexcept { return node->types()[output]; }
inline const Op& Value::op() const noexcept { return node->op(); }
template <class T>
const T* op_as(const Node& node) noexcept {
  return dynamic_cast<const T*>(&node.op());
}

// Makes a node of one result and returns that result.
inline Value single(OpRef op, Values inputs) { return {Node::make(std::move(op), std::move(inputs)), 0}; }
// The node's operation on other inputs, with the node's label and place.
NodeRef with_inputs(const NodeRef& node, Values inputs);
std::vector<NodeRef> by_number(std::vector<NodeRef> nodes);
Values all_outputs(const NodeRef& node);
// The node as messages name it: "Dot 'z'", or "Dot(x, w) float32(3, 5)" if it has no label.
std::string node_text(const Node& node);
// The value with its type, labelled or not: "Dot 'z' float32(3, 5)".
std::string value_text(const Value& value);

// Every node that the values depend on, once each, inputs before the nodes that use them.
std::vector<NodeRef> topological(std::span<const Value> values);

// Returns the values with nodes replaced. `replace` is called for each node in topological order, with the
// node's inputs as they are after replacement. It returns one value for each result of the node, or an empty
// vector to keep the node, which is then copied if its inputs changed. Nodes made during the call have the
// replaced node as their origin.
using Replace = std::function<Values(const NodeRef& node, const Values& inputs)>;
Values rewrite(std::span<const Value> values, const Replace& replace);

// Notes what rewrites replaced each value by. DebugMode looks values up here to compare them before and after a pass.
class RewriteNotes {
 public:
  using Made = std::unordered_map<Value, Value, ValueHash>;
  void add(Made made) { rewrites_.push_back(std::move(made)); }
  // Returns what stands for the value after all rewrites; empty if no rewrite noted it.
  Value find(const Value& value) const;
  // While it lives, rewrites of this thread note to `notes`. Scopes may nest.
  class Scope {
   public:
    explicit Scope(RewriteNotes* notes);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    RewriteNotes* outer_;
  };
  static RewriteNotes* current() noexcept;  // the notes of this thread, or null

 private:
  std::vector<Made> rewrites_;
};

}  // namespace kiln::graph
