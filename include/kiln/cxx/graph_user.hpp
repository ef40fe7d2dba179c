// SPDX-License-Identifier: Apache-2.0
// Operations that the program writes for graphs, and the check of gradients.
//
//   g::UserOp twice;
//   twice.name = "Twice";
//   twice.source = "KILN_KERNEL void twice(KILN_ARG(const float, x), KILN_ARG(float, y), long n) {...}";
//   twice.kernel = "twice";
//   g::Variable y = twice({x})[0];
#ifndef KILN_CXX_GRAPH_USER_HPP
#define KILN_CXX_GRAPH_USER_HPP

#include <kiln/cxx/graph.hpp>

#include <functional>
#include <memory>

namespace kiln::graph {

// See kiln_user_op. The functions may throw. An Error keeps its status, std::bad_alloc becomes
// KILN_OUT_OF_HOST_MEMORY, and others KILN_CALLBACK_FAILED; the failed call's message contains their text.
struct UserOp {
  std::string name = "UserOp";
  std::size_t outputs = 1;
  std::vector<kiln_dtype> dtypes = {};  // empty: all have that of input 0
  std::vector<std::size_t> like = {};   // output i has the shape of input like[i]; empty: all have that of input 0
  std::function<void(const std::vector<kiln_graph_type>& inputs, std::vector<kiln_graph_type>& outputs)> shape = {};
  std::string source = {}, kernel = {}, options = {};
  bool strided = false;
  std::function<void(const std::vector<kiln_host_array>& inputs, const std::vector<kiln_host_array>& outputs)> compute =
      {};
  // Returns a gradient for each input; an empty variable means that the outputs do not depend on it.
  std::function<Variables(const Variables& inputs, const Variables& outputs, const Variables& gradients)> gradient = {};

  Variables operator()(const Variables& inputs) const {
    if ((!dtypes.empty() && dtypes.size() != outputs) || (!like.empty() && like.size() != outputs))
      throw Error(KILN_INVALID_ARGUMENT, name + ": as many dtypes and shapes are needed as outputs");
    kiln_user_op op = KILN_USER_OP_INIT;
    op.name = name.c_str();
    op.output_count = outputs;
    op.dtypes = dtypes.empty() ? nullptr : dtypes.data();
    op.like = like.empty() ? nullptr : like.data();
    op.source = source.empty() ? nullptr : source.c_str();
    op.kernel = kernel.c_str();
    op.options = options.c_str();
    op.strided = strided;
    if (shape) op.shape = call_shape;
    if (compute) op.compute = call_compute;
    if (gradient) op.gradient = call_gradient;
    op.user = new UserOp(*this);
    op.release = [](void* user) { delete static_cast<UserOp*>(user); };
    const auto handles = detail::handles(inputs);
    std::vector<kiln_variable> out(outputs);
    detail::check(kiln_graph_user_op(&op, handles.size(), handles.data(), out.size(), out.data()));
    return detail::variables(out);
  }

 private:
  template <class Body>
  static kiln_status guarded(Body&& body) noexcept {
    try {
      body();
      return KILN_OK;
    } catch (const Error& error) {
      return kiln_callback_failed(error.status(), error.what());
    } catch (const std::bad_alloc&) {
      return kiln_callback_failed(KILN_OUT_OF_HOST_MEMORY, "out of host memory");
    } catch (const std::exception& error) {
      return kiln_callback_failed(KILN_CALLBACK_FAILED, error.what());
    } catch (...) {
      return kiln_callback_failed(KILN_CALLBACK_FAILED, "an exception of an unknown type");
    }
  }
  static kiln_status call_shape(void* user, std::size_t count, const kiln_graph_type* inputs, std::size_t results,
                                kiln_graph_type* outputs) {
    return guarded([&] {
      std::vector<kiln_graph_type> made(outputs, outputs + results);
      static_cast<const UserOp*>(user)->shape({inputs, inputs + count}, made);
      std::copy(made.begin(), made.begin() + static_cast<std::ptrdiff_t>(results), outputs);
    });
  }
  static kiln_status call_compute(void* user, std::size_t count, const kiln_host_array* inputs, std::size_t results,
                                  const kiln_host_array* outputs) {
    return guarded([&] {
      static_cast<const UserOp*>(user)->compute({inputs, inputs + count}, {outputs, outputs + results});
    });
  }
  static kiln_status call_gradient(void* user, std::size_t count, const kiln_variable* inputs, std::size_t results,
                                   const kiln_variable* outputs, const kiln_variable* gradients, kiln_variable* made) {
    return guarded([&] {
      const Variables found = static_cast<const UserOp*>(user)->gradient(held(inputs, count), held(outputs, results),
                                                                         held(gradients, results));
      for (std::size_t i = 0; i < count && i < found.size(); ++i) made[i] = kiln_variable_retain(found[i].get());
    });
  }
  static Variables held(const kiln_variable* handles, std::size_t count) {
    std::vector<kiln_variable> own(handles, handles + count);
    for (kiln_variable handle : own) kiln_variable_retain(handle);
    return detail::variables(own);
  }
};

// Compares gradients with differences (kiln_graph_verify_grad). Returns the largest error, or throws if it is
// too large.
inline double verify_grad(const Variables& outputs, const Variables& inputs, const std::vector<Argument>& points,
                          const Context& context = Context::none()) {
  std::vector<kiln_value> values;
  for (const Argument& point : points) values.push_back(point.value());
  const auto results = detail::handles(outputs), given = detail::handles(inputs);
  kiln_verify_options options = KILN_VERIFY_OPTIONS_INIT;
  options.context = context.get();
  double worst = 0;
  detail::check(kiln_graph_verify_grad(results.size(), results.data(), given.size(), given.data(), values.data(),
                                       &options, &worst));
  return worst;
}

}  // namespace kiln::graph

#endif
