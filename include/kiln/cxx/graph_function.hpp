// SPDX-License-Identifier: Apache-2.0
// Compiled functions of graphs: their inputs, outputs and calls.
#ifndef KILN_CXX_GRAPH_FUNCTION_HPP
#define KILN_CXX_GRAPH_FUNCTION_HPP

#include <kiln/cxx/graph.hpp>

#include <cstring>
#include <memory>
#include <type_traits>

namespace kiln::graph {

namespace detail {
using FunctionHandle = kiln::detail::Handle<kiln_function, kiln_function_retain, kiln_function_release>;
}  // namespace detail

// An input of a function. `value` is its argument in calls that leave it out. With the target "cpu" arguments
// stay in host memory, where UserOp::compute (graph_user.hpp) reads them.
struct In {
  Variable variable;
  GpuArray value;
  std::string target;
  In(Variable given, GpuArray fallback = {}, std::string place = {})
      : variable(std::move(given)), value(std::move(fallback)), target(std::move(place)) {}
};
// An output of a function. If `borrow` is true, a call hands out the function's own memory, which the next
// call may overwrite.
struct Out {
  Variable variable;
  bool borrow = false;
  Out(Variable value, bool borrowed = false) : variable(std::move(value)), borrow(borrowed) {}
};

// See kiln_function_options. `updates` has pairs of a shared variable and its new value, `givens` pairs of a
// variable and what replaces it.
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

// An argument of a call: an array, or elements on the host, which must live until the call returns.
class Argument {
 public:
  Argument() noexcept = default;  // stands for the input's default
  Argument(const GpuArray& array) { value_.array = kiln::detail::need(array); }
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
      inputs.push_back(detail::need(in.variable, inputs.size()));
      defaults.push_back(in.value.get());
      targets.push_back(in.target.empty() ? nullptr : in.target.c_str());
    }
    std::vector<int> borrow;
    for (const Out& out : given.outputs) {
      outputs.push_back(detail::need(out.variable, outputs.size()));
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

  // Calls the function. Arguments are arrays, expressions, vectors and numbers of the host, and Argument()
  // for a default.
  template <class... Arguments>
  std::vector<GpuArray> operator()(const Arguments&... arguments) const {
    return run(1, arguments...);
  }
  std::vector<GpuArray> call(const std::vector<Argument>& arguments) const {
    return run(arguments.data(), arguments.size(), 1);
  }
  // Calls the function `times` times, updates included, and returns the outputs of the last call.
  template <class... Arguments>
  std::vector<GpuArray> run(std::size_t times, const Arguments&... arguments) const {
    return run_settled(times, kiln::detail::settled(arguments)...);
  }
  void synchronize() const { detail::check(kiln_function_synchronize(detail::need(*this))); }
  void free() const { detail::check(kiln_function_free(detail::need(*this))); }
  std::uint64_t planned_bytes() const {
    std::uint64_t bytes = 0;
    detail::check(kiln_function_planned_bytes(detail::need(*this), &bytes));
    return bytes;
  }
  Function copy(const std::vector<std::pair<Variable, Variable>>& swap, const std::string& name = "",
                bool updates = true) const {
    const auto [old, fresh] = detail::handles(swap);
    Function out;
    detail::check(kiln_function_copy(detail::need(*this), name.c_str(), old.size(), old.data(), fresh.data(), updates,
                                     out.handle_.out()));
    out.outputs_ = outputs_;
    return out;
  }
  std::string describe(const std::string& what) const {
    char* text = nullptr;
    std::size_t length = 0;
    detail::check(kiln_function_describe(detail::need(*this), what.c_str(), &text, &length));
    const std::unique_ptr<char, void (*)(char*)> owner(text, kiln_string_release);
    return std::string(text, length);
  }
  std::string toposort() const { return describe("toposort"); }
  kiln_function get() const noexcept { return handle_.get(); }

 private:
  template <class... Arguments>
  std::vector<GpuArray> run_settled(std::size_t times, const Arguments&... arguments) const {
    const std::array<Argument, sizeof...(Arguments)> list{Argument(arguments)...};
    return run(list.data(), list.size(), times);
  }
  std::vector<GpuArray> run(const Argument* arguments, std::size_t count, std::size_t times) const {
    std::vector<kiln_value> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(arguments[i].value());
    std::vector<kiln_array> out(outputs_);
    detail::check(kiln_function_run(detail::need(*this), values.size(), values.data(), times, out.size(), out.data()));
    std::vector<GpuArray> results;
    for (kiln_array array : out) results.push_back(GpuArray::adopt(array));
    return results;
  }

  detail::FunctionHandle handle_;
  std::size_t outputs_ = 0;
};

}  // namespace kiln::graph

#endif
