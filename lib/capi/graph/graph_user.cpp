// SPDX-License-Identifier: Apache-2.0
// kiln/graph.h: operations that the program writes, and the check of gradients.
#include "base/text.hpp"
#include "graph/ops/user_ops.hpp"

#include <memory>

#include "capi/graph/graph_handles.hpp"
#include "graph/function/verify.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

// The program's struct, which the callbacks of one operation share. Its destructor calls `release`.
struct Callbacks {
  explicit Callbacks(const kiln_user_op& given) : op(given), name(given.name ? base::excerpt(given.name) : "UserOp") {}
  ~Callbacks() {
    if (op.release) base::call_back({op.release, op.user});
  }
  Callbacks(const Callbacks&) = delete;
  Callbacks& operator=(const Callbacks&) = delete;

  template <class Call>
  void run(const char* what, const Call& call) const {
    run_callback("graph." + name, what, call);
  }

  kiln_user_op op;
  std::string name;
  std::vector<int> dtypes;
  std::vector<std::size_t> like;
};
using Shared = std::shared_ptr<const Callbacks>;

// Calls `release` even if there is no memory for the Callbacks.
std::shared_ptr<Callbacks> own_callbacks(const kiln_user_op& given) {
  try {
    return std::make_shared<Callbacks>(given);
  } catch (...) {
    if (given.release) base::call_back({given.release, given.user});
    throw;
  }
}

kiln_graph_type to_c(const graph::Type& type) {
  kiln_graph_type out = {type.dtype, type.ndim(), {}};
  std::copy(type.shape.begin(), type.shape.end(), out.shape);
  return out;
}

std::vector<graph::Type> infer(const Callbacks& own, std::span<const graph::Type> inputs) {
  const std::string operation = "graph." + own.name;
  std::vector<kiln_graph_type> given, made;
  for (const graph::Type& type : inputs) given.push_back(to_c(type));
  for (std::size_t i = 0; i < own.like.size(); ++i) {
    if (own.like[i] >= inputs.size() && !(own.op.shape && !own.op.like && own.op.dtypes))
      fail(KILN_INVALID_ARGUMENT, "{}: output {} is like input {}, got {}", operation, i, own.like[i],
           base::plural(inputs.size(), "input"));
    made.push_back(own.like[i] < inputs.size() ? given[own.like[i]] : kiln_graph_type{});
    if (own.dtypes[i] >= 0) made.back().dtype = kiln_dtype(own.dtypes[i]);
  }
  if (own.op.shape)
    own.run("the shape rule",
            [&] { return own.op.shape(own.op.user, given.size(), given.data(), made.size(), made.data()); });
  bool known = true;
  for (const graph::Type& type : inputs) known &= type.known();
  std::vector<graph::Type> types;
  for (const kiln_graph_type& type : made) {
    types.push_back(type_of(operation.c_str(), number_of(type.dtype), type.ndim, type.shape));
    if (known && !types.back().known())
      fail(KILN_SHAPE_ERROR, "{}: the shape rule gives {} though all inputs are known", operation,
           graph::type_text(types.back()));
  }
  return types;
}

std::vector<kiln_host_array> to_c(std::span<const graph::HostArray> arrays) {
  std::vector<kiln_host_array> out;
  for (const graph::HostArray& array : arrays)
    out.push_back({array.dtype, array.shape.size(), array.shape.data(), array.data});
  return out;
}

graph::Values gradient(const Callbacks& own, const graph::Node& node, std::span<const graph::Value> g) {
  const Handles inputs(node.inputs()), outputs(graph::all_outputs(graph::NodeRef(&node))), gradients(g);
  std::vector<kiln_variable> results(inputs.size(), nullptr);
  // Takes over the references in the results even if the callback fails.
  const auto call = [&] {
    return own.op.gradient(own.op.user, inputs.size(), inputs.data(), outputs.size(), outputs.data(), gradients.data(),
                           results.data());
  };
  std::vector<Ref<Variable>> taken;
  const auto take = [&] {
    for (kiln_variable result : results)
      taken.push_back(result ? Ref<Variable>::adopt(to_object(result)) : Ref<Variable>());
  };
  own.run("the gradient", [&] {
    const kiln_status status = call();
    take();
    return status;
  });
  graph::Values values;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    values.push_back(taken[i] ? taken[i]->value() : graph::Value{});
    if (!taken[i]) continue;
    const graph::Type &got = values.back().type(), &expected = node.inputs()[i].type();
    if (got.dtype != expected.dtype || got.ndim() != expected.ndim())
      fail(got.dtype == expected.dtype ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR,
           "graph.{}: the gradient by input {} is {}, expected {}", own.name, i, graph::type_text(got),
           graph::type_text(expected));
  }
  return values;
}

}  // namespace

extern "C" {

kiln_status kiln_graph_user_op(const kiln_user_op* operation, size_t count, const kiln_variable* inputs,
                               size_t out_count, kiln_variable* out) {
  if (out && out_count <= KILN_GRAPH_MAX_LIST)
    for (size_t i = 0; i < out_count; ++i) out[i] = nullptr;
  return guard(__func__, [&](const char* op) {
    require(operation, op, "operation");
    const auto given = load_struct(*operation, kiln_user_op KILN_USER_OP_INIT, op, "operation");
    const auto own = own_callbacks(given);
    check_list(given.output_count, op, "operation->output_count");
    check_list(out_count, op, "outputs");
    if (out_count) require(out, op, "out");
    if (out_count != given.output_count)
      fail(KILN_INVALID_ARGUMENT, "{}: {}: got {}, expected {}", op, own->name, base::plural(out_count, "output"),
           given.output_count);
    own->dtypes.resize(out_count, -1);
    own->like.resize(out_count, 0);
    for (size_t i = 0; i < out_count; ++i) {
      if (given.dtypes)
        own->dtypes[i] = int(check_dtype(given.dtypes[i], op, fmt::format("operation->dtypes[{}]", i).c_str()));
      if (given.like) own->like[i] = given.like[i];
    }
    if (given.source) require(given.kernel, op, "operation->kernel");
    graph::UserDefinition made;
    made.name = own->name;
    const Shared callbacks = own;
    made.infer = [callbacks](std::span<const graph::Type> types) { return infer(*callbacks, types); };
    if (given.gradient)
      made.gradient = [callbacks](const graph::Node& node, std::span<const graph::Value> g) {
        return gradient(*callbacks, node, g);
      };
    if (given.source) made.source = given.source;
    if (given.kernel) made.kernel = given.kernel;
    if (given.options) made.options = given.options;
    made.strided = given.strided != 0;
    if (given.compute)
      made.compute = [callbacks](std::span<const graph::HostArray> from, std::span<graph::HostArray> to) {
        const auto read = to_c(from), write = to_c(to);
        callbacks->run("the host function", [&] {
          return callbacks->op.compute(callbacks->op.user, read.size(), read.data(), write.size(), write.data());
        });
      };
    hand_out(graph::user_op(std::move(made), values_of(count, inputs, op, "inputs")), out);
  });
}

kiln_status kiln_graph_verify_grad(size_t output_count, const kiln_variable* outputs, size_t input_count,
                                   const kiln_variable* inputs, const kiln_value* points,
                                   const kiln_verify_options* options, double* worst) {
  if (worst) *worst = 0;
  return guard(__func__, [&](const char* op) {
    base::check_not_forked(op);
    const auto o = load_options(options, kiln_verify_options KILN_VERIFY_OPTIONS_INIT, op);
    if (input_count) require(points, op, "points");
    graph::VerifyOptions how;
    how.step = o.step;
    how.tolerance = o.tolerance;
    how.seed = o.seed;
    if (o.context) how.context = &use(o.context, op, "options->context");
    check_list(input_count, op, "inputs");
    Arguments at(input_count);
    for (size_t i = 0; i < input_count; ++i) at.add(points[i], op);
    const auto report = graph::verify_grad(values_of(output_count, outputs, op, "outputs"),
                                           values_of(input_count, inputs, op, "inputs"), at.list, how);
    if (worst) *worst = report.worst;
  });
}

}  // extern "C"
