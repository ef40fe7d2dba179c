// SPDX-License-Identifier: Apache-2.0
// Symbolic programs: variables with operators, gradients, compiled functions.
//   namespace g = kiln::graph;
//   g::Variable x = g::matrix("x"), w = g::shared(weights, "w");
//   g::Variable cost = g::sum(g::square(g::dot(x, w)));
//   g::Function train({.inputs = {x}, .outputs = {cost}, .updates = {{w, w - 0.1 * g::grad(cost, w)}}});
//   float value = train(batch)[0].item<float>();
// kiln/graph.h says what each does and refuses.
#ifndef KILN_CXX_GRAPH_HPP
#define KILN_CXX_GRAPH_HPP

#include <kiln/graph.h>
#include <kiln/cxx/array.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace kiln::graph {

namespace detail {
using kiln::detail::check;
using VariableHandle = kiln::detail::Handle<kiln_variable, kiln_variable_retain, kiln_variable_release>;
using FunctionHandle = kiln::detail::Handle<kiln_function, kiln_function_retain, kiln_function_release>;
}  // namespace detail

class Variable;
using Variables = std::vector<Variable>;

// A value of a graph; copies are the same value.
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
    detail::check(kiln_variable_get_info(get(), &result));
    return result;
  }
  kiln_dtype dtype() const { return info().dtype; }
  std::size_t ndim() const { return info().ndim; }
  std::string name() const { return info().name; }
  const Variable& named(const std::string& name) const {
    detail::check(kiln_variable_set_name(get(), name.c_str()));
    return *this;
  }

  // Of shared variables.
  GpuArray get_value(bool borrow = false) const {
    kiln_array out = nullptr;
    detail::check(kiln_shared_get(get(), borrow, &out));
    return GpuArray::adopt(out);
  }
  void set_value(const GpuArray& value, bool borrow = false) const {
    detail::check(kiln_shared_set(get(), value.get(), borrow));
  }
  template <class Range>
  void set_value(const Range& elements) const {
    const GpuArray live = get_value(true);
    set_value(GpuArray::from(live.context(), elements, live.shape(), live.dtype()), true);
  }

  // On another context, or on the host.
  Variable transfer(const Context& context) const {
    Variable out;
    detail::check(kiln_graph_transfer(get(), context.get(), out.handle_.out()));
    return out;
  }
  // "cpu", or a name of the flag `contexts`.
  Variable transfer(const std::string& target) const {
    return target == "cpu" ? transfer_to_host() : transfer(Context::named(target));
  }
  Variable transfer_to_host() const {
    Variable out;
    detail::check(kiln_graph_transfer(get(), nullptr, out.handle_.out()));
    return out;
  }

  Variable T() const;
  Variable astype(kiln_dtype dtype) const;
  Variable reshape(const Shape& shape) const;
  Variable dimshuffle(const Shape& order) const;  // -1: a new axis
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
inline Variable scalar(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return tensor(name, 0, dtype);
}
inline Variable vector(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return tensor(name, 1, dtype);
}
inline Variable matrix(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return tensor(name, 2, dtype);
}
inline Variable tensor3(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return tensor(name, 3, dtype);
}
inline Variable tensor4(const std::string& name = "", kiln_dtype dtype = KILN_FLOATX) {
  return tensor(name, 4, dtype);
}
// A row or column broadcasts along its axis of extent 1.
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
inline Variable shared(const GpuArray& value, const std::string& name = "", bool borrow = false) {
  detail::VariableHandle handle;
  detail::check(kiln_graph_shared(value.get(), name.c_str(), nullptr, borrow, handle.out()));
  return Variable(std::move(handle));
}

// On the context that the flag `contexts` calls `target`.
inline Variable shared_on(const std::string& target, const GpuArray& value, const std::string& name = "") {
  return shared(value.transfer(Context::named(target)), name);
}

// ---- Operations: more in graph_ops.hpp ----

namespace detail {
inline std::vector<kiln_variable> handles(const Variables& variables) {
  std::vector<kiln_variable> out;
  for (const Variable& variable : variables) out.push_back(variable.get());
  return out;
}
// Takes the references over.
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
    out.first.push_back(first.get());
    out.second.push_back(second.get());
  }
  return out;
}
}  // namespace detail

inline Variable apply(const std::string& operation, const Variables& inputs,
                      const kiln_graph_options& options = KILN_GRAPH_OPTIONS_INIT) {
  std::vector<kiln_variable> handles;
  for (const Variable& input : inputs) handles.push_back(input.get());
  Variable out;
  detail::check(
      kiln_graph_apply(operation.c_str(), handles.size(), handles.data(), &options, 1, out.handle_.out()));
  return out;
}

// An operation of several results.
inline Variables apply(const std::string& operation, const Variables& inputs,
                       const kiln_graph_options& options, std::size_t results) {
  const auto handles = detail::handles(inputs);
  std::vector<kiln_variable> out(results);
  detail::check(
      kiln_graph_apply(operation.c_str(), handles.size(), handles.data(), &options, out.size(), out.data()));
  return detail::variables(out);
}

// "a*b + exp(c)" of named values.
inline Variable expression(const std::string& text,
                           const std::vector<std::pair<std::string, Variable>>& values) {
  std::vector<const char*> names;
  std::vector<kiln_variable> handles;
  for (const auto& [name, value] : values) {
    names.push_back(name.c_str());
    handles.push_back(value.get());
  }
  detail::VariableHandle handle;
  detail::check(
      kiln_graph_expression(text.c_str(), names.size(), names.data(), handles.data(), handle.out()));
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
inline Variable Variable::dimshuffle(const Shape& order) const {
  static const std::int64_t no_axes = 0;
  kiln_graph_options options = KILN_GRAPH_OPTIONS_INIT;
  options.axes = order.empty() ? &no_axes : order.data();
  options.axis_count = order.size();
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

// ---- Functions ----

// An input, with a value for calls that leave the argument out. With the target "cpu" arguments stay in host
// memory, for functions on the host.
struct In {
  Variable variable;
  GpuArray value;
  std::string target;
  In(Variable given, GpuArray fallback = {}, std::string place = {})
      : variable(std::move(given)), value(std::move(fallback)), target(std::move(place)) {}
};
// An output: borrowed ones are the function's own memory, which the next call may overwrite.
struct Out {
  Variable variable;
  bool borrow = false;
  Out(Variable value, bool borrowed = false) : variable(std::move(value)), borrow(borrowed) {}
};

struct FunctionOptions {
  std::vector<In> inputs = {};
  std::vector<Out> outputs = {};
  std::vector<std::pair<Variable, Variable>> updates = {};
  std::vector<std::pair<Variable, Variable>> givens = {};
  std::string name = {};
  kiln_mode mode = KILN_MODE_FLAG;
  kiln_unused on_unused_input = KILN_UNUSED_FLAG;
  bool allow_input_downcast = false;
  kiln_tristate profile = KILN_FLAG;
  kiln_tristate allow_gc = KILN_FLAG;
  Context context = Context::none();
};

// An argument: an array, or elements on the host that live until the call returns.
class Argument {
 public:
  Argument() noexcept = default;  // the input's default
  Argument(const GpuArray& array) { value_.array = array.get(); }
  template <class T>
  Argument(const T* data, const Shape& shape) : shape_(shape) {
    host(dtype_of<T>, data);
  }
  template <class T>
  Argument(const std::vector<T>& elements)
      : Argument(elements.data(), Shape{static_cast<std::int64_t>(elements.size())}) {}
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  Argument(T scalar) {
    static_assert(sizeof(T) <= sizeof scalar_);
    std::memcpy(scalar_, &scalar, sizeof scalar);
    host(dtype_of<T>, nullptr);
  }
  kiln_value value() const noexcept {
    kiln_value value = value_;
    if (!value.array) {
      value.shape = shape_.data();
      if (!value.data && given_) value.data = scalar_;
    }
    return value;
  }

 private:
  void host(kiln_dtype dtype, const void* data) {
    given_ = true;
    value_.dtype = dtype;
    value_.ndim = shape_.size();
    value_.data = data;
  }
  kiln_value value_ = {};
  Shape shape_;
  alignas(16) unsigned char scalar_[16] = {};
  bool given_ = false;
};

class Function {
 public:
  Function() noexcept = default;
  Function(const FunctionOptions& given) {
    std::vector<kiln_variable> inputs, outputs;
    std::vector<kiln_array> defaults;
    std::vector<const char*> targets;
    for (const In& in : given.inputs) {
      inputs.push_back(in.variable.get());
      defaults.push_back(in.value.get());
      targets.push_back(in.target.empty() ? nullptr : in.target.c_str());
    }
    std::vector<int> borrow;
    for (const Out& out : given.outputs) {
      outputs.push_back(out.variable.get());
      borrow.push_back(out.borrow);
    }
    const auto [updated, new_values] = detail::handles(given.updates);
    const auto [givens, given_as] = detail::handles(given.givens);
    kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
    options.name = given.name.c_str();
    options.input_count = inputs.size();
    options.inputs = inputs.data();
    options.input_defaults = defaults.data();
    options.input_targets = targets.data();
    options.output_count = outputs.size();
    options.outputs = outputs.data();
    options.output_borrow = borrow.data();
    options.update_count = updated.size();
    options.updated = updated.data();
    options.new_values = new_values.data();
    options.given_count = givens.size();
    options.givens = givens.data();
    options.given_as = given_as.data();
    options.mode = given.mode;
    options.on_unused_input = given.on_unused_input;
    options.allow_input_downcast = given.allow_input_downcast;
    options.profile = given.profile;
    options.allow_gc = given.allow_gc;
    options.context = given.context.get();
    detail::check(kiln_function_create(&options, handle_.out()));
    outputs_ = outputs.size();
  }

  template <class... Arguments>
  std::vector<GpuArray> operator()(const Arguments&... arguments) const {
    const std::array<Argument, sizeof...(Arguments)> list{Argument(arguments)...};
    return run(list.data(), list.size(), 1);
  }
  std::vector<GpuArray> call(const std::vector<Argument>& arguments) const {
    return run(arguments.data(), arguments.size(), 1);
  }
  // `times` calls, updates included; the last one's outputs.
  template <class... Arguments>
  std::vector<GpuArray> run(std::size_t times, const Arguments&... arguments) const {
    const std::array<Argument, sizeof...(Arguments)> list{Argument(arguments)...};
    return run(list.data(), list.size(), times);
  }
  void synchronize() const { detail::check(kiln_function_synchronize(handle_.get())); }
  void free() const { detail::check(kiln_function_free(handle_.get())); }
  std::uint64_t planned_bytes() const {
    std::uint64_t bytes = 0;
    detail::check(kiln_function_planned_bytes(handle_.get(), &bytes));
    return bytes;
  }
  Function copy(const std::vector<std::pair<Variable, Variable>>& swap, const std::string& name = "",
                bool updates = true) const {
    const auto [old, fresh] = detail::handles(swap);
    Function out;
    detail::check(kiln_function_copy(handle_.get(), name.c_str(), old.size(), old.data(), fresh.data(),
                                     updates, out.handle_.out()));
    out.outputs_ = outputs_;
    return out;
  }
  std::string describe(const std::string& what) const {
    char* text = nullptr;
    std::size_t length = 0;
    detail::check(kiln_function_describe(handle_.get(), what.c_str(), &text, &length));
    const std::unique_ptr<char, void (*)(char*)> owner(text, kiln_string_release);
    return std::string(text, length);
  }
  std::string toposort() const { return describe("toposort"); }
  kiln_function get() const noexcept { return handle_.get(); }

 private:
  std::vector<GpuArray> run(const Argument* arguments, std::size_t count, std::size_t times) const {
    std::vector<kiln_value> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(arguments[i].value());
    std::vector<kiln_array> out(outputs_);
    detail::check(
        kiln_function_run(handle_.get(), values.size(), values.data(), times, out.size(), out.data()));
    std::vector<GpuArray> results;
    for (kiln_array array : out) results.push_back(GpuArray::adopt(array));
    return results;
  }

  detail::FunctionHandle handle_;
  std::size_t outputs_ = 0;
};

}  // namespace kiln::graph

#include <kiln/cxx/graph_ops.hpp>

#endif
