// SPDX-License-Identifier: Apache-2.0
// Symbolic programs: variables and their gradients (kiln/graph.h). Operators are in graph_ops.hpp, functions
// in graph_function.hpp.
//
//   namespace g = kiln::graph;
//   g::Variable x = g::matrix("x"), w = g::shared(weights, "w");
//   g::Variable cost = g::sum(g::square(g::dot(x, w)));
//   g::Function train({.inputs = {x}, .outputs = {cost}, .updates = {{w, w - 0.1 * g::grad(cost, w)}}});
//   float value = train(batch)[0].item<float>();
#ifndef KILN_CXX_GRAPH_HPP
#define KILN_CXX_GRAPH_HPP

#include <kiln/graph.h>
#include <kiln/cxx/array.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kiln::graph {

namespace detail {
using kiln::detail::check;
using kiln::detail::need;
using VariableHandle = kiln::detail::Handle<kiln_variable, kiln_variable_retain, kiln_variable_release>;
}  // namespace detail

class Variable;
using Variables = std::vector<Variable>;

// A variable of a graph. Copies are the same variable.
class Variable {
 public:
  Variable() noexcept = default;
  Variable(double number) { detail::check(kiln_graph_number(number, handle_.out())); }
  Variable(float number) : Variable(static_cast<double>(number)) {}
  Variable(int number) : Variable(static_cast<std::int64_t>(number)) {}
  Variable(std::int64_t number) { detail::check(kiln_graph_integer(number, handle_.out())); }
  explicit Variable(detail::VariableHandle handle) noexcept : handle_(std::move(handle)) {}
  kiln_variable get() const noexcept { return handle_.get(); }
  explicit operator bool() const noexcept { return static_cast<bool>(handle_); }

  kiln_variable_info info() const {
    kiln_variable_info result = KILN_VARIABLE_INFO_INIT;
    detail::check(kiln_variable_get_info(detail::need(*this), &result));
    return result;
  }
  kiln_dtype dtype() const { return info().dtype; }
  std::size_t ndim() const { return info().ndim; }
  std::string name() const { return info().name; }
  const Variable& named(const std::string& name) const {
    detail::check(kiln_variable_set_name(detail::need(*this), name.c_str()));
    return *this;
  }

  // For shared variables only: reads and sets their elements.
  GpuArray get_value(bool borrow = false) const {
    kiln_array out = nullptr;
    detail::check(kiln_shared_get(detail::need(*this), borrow, &out));
    return GpuArray::adopt(out);
  }
  void set_value(const GpuArray& value, bool borrow = false) const {
    detail::check(kiln_shared_set(detail::need(*this), detail::need(value), borrow));
  }
  template <class Range>
  std::enable_if_t<!std::is_convertible_v<const Range&, GpuArray>> set_value(const Range& elements) const {
    const GpuArray live = get_value(true);
    set_value(GpuArray::from(live.context(), elements, live.shape(), live.dtype()), true);
  }

  // A variable with the same value on another context.
  Variable transfer(const Context& context) const {
    Variable out;
    detail::check(kiln_graph_transfer(detail::need(*this), detail::need(context), out.handle_.out()));
    return out;
  }
  // The same by name: "cpu" is the host, another name that of a context in the flag `contexts`.
  Variable transfer(const std::string& target) const {
    return target == "cpu" ? transfer_to_host() : transfer(Context::named(target));
  }
  Variable transfer_to_host() const {
    Variable out;
    detail::check(kiln_graph_transfer(detail::need(*this), nullptr, out.handle_.out()));
    return out;
  }

  Variable T() const;
  Variable astype(kiln_dtype dtype) const;
  Variable reshape(const Shape& shape) const;
  Variable dimshuffle(const Shape& order) const;  // -1 makes a new axis
  Variable flatten() const;
  template <class... Subscripts>
  Variable operator()(const Subscripts&... subscripts) const;
  Variable operator[](const Index& subscript) const { return (*this)(subscript); }

 private:
  friend Variable apply(const std::string&, const Variables&, const kiln_graph_options&);
  detail::VariableHandle handle_;
};

// ---- Making variables ----

inline Variable input(const std::string& name, kiln_dtype dtype, const Shape& shape) {
  detail::VariableHandle handle;
  detail::check(kiln_graph_input(name.c_str(), dtype, shape.size(), shape.data(), handle.out()));
  return Variable(std::move(handle));
}
inline Variable tensor(const std::string& name, std::size_t ndim, kiln_dtype dtype = KILN_FLOATX) {
  return input(name, dtype, Shape(ndim, -1));
}
inline Variable scalar(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) { return tensor(name, 0, dtype); }
inline Variable vector(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) { return tensor(name, 1, dtype); }
inline Variable matrix(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) { return tensor(name, 2, dtype); }
inline Variable tensor3(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) { return tensor(name, 3, dtype); }
inline Variable tensor4(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) { return tensor(name, 4, dtype); }
// A matrix whose extent is 1 along one axis, so that it broadcasts along it.
inline Variable row(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return input(name, dtype, {1, -1});
}
inline Variable column(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return input(name, dtype, {-1, 1});
}
template <class T>
Variable constant(const T* data, const Shape& shape) {
  detail::VariableHandle handle;
  detail::check(kiln_graph_constant(dtype_of<T>, shape.size(), shape.data(), data, handle.out()));
  return Variable(std::move(handle));
}
template <class T>
Variable constant(const std::vector<T>& values) {
  return constant(values.data(), Shape{static_cast<std::int64_t>(values.size())});
}
// A shared variable. `broadcastable` is empty or says for each axis whether its extent is always 1, so that
// it broadcasts.
inline Variable shared(const GpuArray& value, const std::string& name = "", bool borrow = false,
                       const std::vector<bool>& broadcastable = {}) {
  const std::vector<int> axes(broadcastable.begin(), broadcastable.end());
  if (!axes.empty() && axes.size() != value.ndim())
    throw Error(KILN_SHAPE_ERROR, "graph.shared: '" + name + "': broadcastable has " +
                                      kiln::detail::plural(axes.size(), "entry", "entries") + ", expected " +
                                      std::to_string(value.ndim()));
  detail::VariableHandle handle;
  detail::check(
      kiln_graph_shared(detail::need(value), name.c_str(), axes.empty() ? nullptr : axes.data(), borrow, handle.out()));
  return Variable(std::move(handle));
}

// A shared variable on the context to which the flag `contexts` gives the name `target`.
inline Variable shared_on(const std::string& target, const GpuArray& value, const std::string& name = "",
                          const std::vector<bool>& broadcastable = {}) {
  return shared(value.transfer(Context::named(target)), name, false, broadcastable);
}

// ---- Operations (graph_ops.hpp has more) ----

namespace detail {
inline std::vector<kiln_variable> handles(const Variables& variables) {
  std::vector<kiln_variable> out;
  for (const Variable& variable : variables) out.push_back(detail::need(variable, out.size()));
  return out;
}
// Takes over the references.
inline Variables variables(const std::vector<kiln_variable>& handles) {
  Variables out;
  for (kiln_variable handle : handles) out.push_back(Variable(VariableHandle::adopt(handle)));
  return out;
}
template <class First, class Second>
std::pair<std::vector<kiln_variable>, std::vector<kiln_variable>> handles(
    const std::vector<std::pair<First, Second>>& pairs) {
  std::pair<std::vector<kiln_variable>, std::vector<kiln_variable>> out;
  for (const auto& [first, second] : pairs) {
    out.first.push_back(detail::need(first, out.first.size()));
    out.second.push_back(detail::need(second, out.second.size()));
  }
  return out;
}
}  // namespace detail

inline Variable apply(const std::string& operation, const Variables& inputs,
                      const kiln_graph_options& options = KILN_GRAPH_OPTIONS_INIT) {
  std::vector<kiln_variable> handles;
  for (const Variable& input : inputs) handles.push_back(detail::need(input, handles.size()));
  Variable out;
  detail::check(kiln_graph_apply(operation.c_str(), handles.size(), handles.data(), &options, 1, out.handle_.out()));
  return out;
}

// Applies an operation that has several outputs.
inline Variables apply(const std::string& operation, const Variables& inputs, const kiln_graph_options& options,
                       std::size_t results) {
  const auto handles = detail::handles(inputs);
  std::vector<kiln_variable> out(results);
  detail::check(kiln_graph_apply(operation.c_str(), handles.size(), handles.data(), &options, out.size(), out.data()));
  return detail::variables(out);
}

// Builds a variable from a text such as "a*b + exp(c)" and the variables that its names stand for. The text's
// `/` and `%` are C's, those of variables Python's.
inline Variable expression(const std::string& text, const std::vector<std::pair<std::string, Variable>>& values) {
  std::vector<const char*> names;
  std::vector<kiln_variable> handles;
  for (const auto& [name, value] : values) {
    names.push_back(name.c_str());
    handles.push_back(detail::need(value, handles.size()));
  }
  detail::VariableHandle handle;
  detail::check(kiln_graph_expression(text.c_str(), names.size(), names.data(), handles.data(), handle.out()));
  return Variable(std::move(handle));
}
inline Variable Variable::T() const { return apply("transpose", {*this}); }
inline Variable Variable::astype(kiln_dtype dtype) const {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.dtype = dtype;
  return apply("cast", {*this}, options);
}
inline Variable Variable::flatten() const { return apply("flatten", {*this}); }
inline Variable Variable::reshape(const Shape& shape) const {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.shape = shape.data();
  options.shape_count = shape.size();
  return apply("reshape", {*this}, options);
}
namespace detail {
inline kiln_graph_options of_axes(const Shape& axes) {
  static const std::int64_t no_axes = 0;  // an empty list must not look like "all"
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axes = axes.empty() ? &no_axes : axes.data();
  options.axis_count = axes.size();
  return options;
}
}  // namespace detail
inline Variable Variable::dimshuffle(const Shape& order) const {
  const kiln_graph_options options = detail::of_axes(order);
  return apply("dimshuffle", {*this}, options);
}
template <class... Subscripts>
Variable Variable::operator()(const Subscripts&... subscripts) const {
  const std::array<kiln_index, sizeof...(Subscripts)> indices{Index(subscripts).value()...};
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.indices = indices.data();
  options.index_count = indices.size();
  return apply("subtensor", {*this}, options);
}

// ---- Gradients ----

// See kiln_grad_options. `known` has pairs of a variable and its gradient; with it the cost may be an empty Variable.
struct GradOptions {
  Variables consider_constant;
  std::vector<std::pair<Variable, Variable>> known;
  kiln_disconnected disconnected = KILN_DISCONNECTED_RAISE;
};

inline Variables grad(const Variable& cost, const Variables& wrt, const GradOptions& given = {}) {
  const auto constants = detail::handles(given.consider_constant);
  const auto [known, gradients] = detail::handles(given.known);
  kiln_grad_options options = KILN_GRAD_OPTIONS_INIT;
  options.consider_constant = constants.data();
  options.constant_count = constants.size();
  options.known = known.data();
  options.known_gradients = gradients.data();
  options.known_count = known.size();
  options.disconnected = given.disconnected;
  const auto by = detail::handles(wrt);
  std::vector<kiln_variable> out(wrt.size());
  detail::check(kiln_graph_grad(cost.get(), by.size(), by.data(), &options, out.data()));
  return detail::variables(out);
}
inline Variable grad(const Variable& cost, const Variable& wrt) { return grad(cost, Variables{wrt})[0]; }
inline Variable clip_gradient(const Variable& x, double low, double high) {
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.numbers[0] = low;
  options.numbers[1] = high;
  return apply("clip_gradient", {x}, options);
}

}  // namespace kiln::graph

#include <kiln/cxx/graph_function.hpp>
#include <kiln/cxx/graph_ops.hpp>

#endif
