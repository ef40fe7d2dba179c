// SPDX-License-Identifier: Apache-2.0
// kiln/graph.h: variables, operations, gradients and functions.
#include <kiln/graph.h>

#include "base/text.hpp"
#include "capi/graph/graph_handles.hpp"
#include "capi/operations/conv_options.hpp"
#include "graph/build/apply.hpp"
#include "graph/build/grad.hpp"
#include "graph/function/function.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

using namespace kiln;
using namespace kiln::capi;

namespace {

static_assert(kiln::graph::kKeep == KILN_GRAPH_KEEP);
static_assert(kiln::graph::kKeepLast == KILN_GRAPH_KEEP_LAST);

graph::Shared& shared_of(kiln_variable variable, const char* operation) {
  const auto* leaf = graph::op_as<graph::SharedLeaf>(value_of(variable, operation, "shared"));
  if (!leaf)
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected a shared variable", operation,
         graph::node_text(*to_object(variable)->value().node));
  return leaf->shared();
}

// Converts the caller's options. For operations whose options->shape is no shape but a list, as the sizes of split and
// the widths of pad, `sizes` is the most entries that it may have.
graph::Attributes attributes_of(const kiln_graph_options* given, std::size_t sizes, const char* operation) {
  graph::Attributes attributes;
  if (!given) return attributes;
  const auto options = load_options(given, kiln_graph_options KILN_GRAPH_OPTIONS_INIT, operation);
  if (options.axes)
    attributes.axes = graph::Dims(check_dims(options.axis_count, options.axes, operation, "options->axes"));
  else if (options.axis_count)
    fail(KILN_INVALID_ARGUMENT, "{}: options->axes is NULL, and options->axis_count is {}, expected 0", operation,
         options.axis_count);
  attributes.keepdims = options.keepdims != 0;
  attributes.axis = options.axis;
  const int dtype = number_of(options.dtype);
  attributes.dtype = dtype == KILN_DTYPE_AUTO ? -1 : int(check_dtype(dtype, operation, "options->dtype"));
  attributes.has_shape = options.shape || options.shape_count == 0;
  if (options.shape_count > KILN_MAX_DIMS && options.shape_count <= sizes) {
    require(options.shape, operation, "options->shape");
    attributes.sizes.assign(options.shape, options.shape + options.shape_count);
  } else {
    attributes.shape = graph::Dims(check_dims(options.shape_count, options.shape, operation, "options->shape"));
  }
  // As for arrays, every subscript other than a new axis takes an axis, and there may be one ellipsis.
  constexpr size_t kMostIndices = 2 * KILN_MAX_DIMS + 1;
  if (options.index_count > kMostIndices)
    fail(KILN_INDEX_ERROR, "{}: options->indices has too many subscripts, got {}, expected at most {}", operation,
         options.index_count, kMostIndices);
  if (options.index_count) require(options.indices, operation, "options->indices");
  for (size_t i = 0; i < options.index_count; ++i)
    attributes.indices.push_back(subscript_of(options.indices[i], operation, "options->indices", i));
  attributes.numbers[0] = options.numbers[0];
  attributes.numbers[1] = options.numbers[1];
  attributes.flag = options.flag;
  if (options.conv) attributes.conv = conv_options_of(options.conv, operation);
  if (options.pool) attributes.pool = pool_options_of(options.pool, operation);
  return attributes;
}

std::vector<std::pair<graph::Value, graph::Value>> pairs_of(size_t count, const kiln_variable* first,
                                                            const char* first_name, const kiln_variable* second,
                                                            const char* second_name, const char* operation) {
  const auto from = values_of(count, first, operation, first_name);
  const auto to = values_of(count, second, operation, second_name);
  std::vector<std::pair<graph::Value, graph::Value>> pairs;
  for (size_t i = 0; i < count; ++i) pairs.emplace_back(from[i], to[i]);
  return pairs;
}

graph::FunctionSpec spec_of(const kiln_function_options& given, const char* op) {
  const auto o = load_options(&given, kiln_function_options KILN_FUNCTION_OPTIONS_INIT, op);
  graph::FunctionSpec spec;
  if (o.name) spec.name = o.name;
  for (const auto& value : values_of(o.input_count, o.inputs, op, "options->inputs")) spec.inputs.push_back({value});
  for (size_t i = 0; o.input_defaults && i < o.input_count; ++i)
    if (o.input_defaults[i])
      spec.inputs[i].value = Ref<array::Array>(&use(o.input_defaults[i], op, "options->input_defaults", i));
  for (size_t i = 0; o.input_targets && i < o.input_count; ++i) {
    const char* const target = o.input_targets[i];
    if (!target) continue;
    if (std::strcmp(target, "cpu") != 0)
      fail(KILN_INVALID_ARGUMENT, "{}: options->input_targets[{}] is '{}', expected NULL or 'cpu'", op, i,
           base::excerpt(target));
    spec.inputs[i].on_host = true;
  }
  const auto outputs = values_of(o.output_count, o.outputs, op, "options->outputs");
  for (size_t i = 0; i < outputs.size(); ++i)
    spec.outputs.push_back({outputs[i], o.output_borrow && o.output_borrow[i] != 0});
  spec.updates = pairs_of(o.update_count, o.updated, "options->updated", o.new_values, "options->new_values", op);
  spec.givens = pairs_of(o.given_count, o.givens, "options->givens", o.given_as, "options->given_as", op);
  graph::apply_flags(spec);
  const auto mode = check_enum(o.mode, KILN_MODE_FLAG, KILN_MODE_NAN_GUARD, op, "options->mode", "kiln_mode");
  const auto unused = check_enum(o.on_unused_input, KILN_UNUSED_FLAG, KILN_UNUSED_IGNORE, op,
                                 "options->on_unused_input", "kiln_unused");
  if (mode >= 0) spec.mode = graph::Mode(mode);
  if (unused >= 0) spec.on_unused = graph::OnUnused(unused);
  spec.downcast = o.allow_input_downcast != 0;
  if (number_of(o.profile) != KILN_FLAG) spec.profile = number_of(o.profile) == KILN_YES;
  if (number_of(o.allow_gc) != KILN_FLAG) spec.keep_memory = number_of(o.allow_gc) == KILN_NO;
  if (o.context) spec.context = &use(o.context, op, "options->context");
  return spec;
}

// A reference that keeps the function until the call is done, since a callback may release the caller's.
Ref<graph::Function> function_of(kiln_function function, const char* operation) {
  require(function, operation, "function");
  return Ref<graph::Function>(to_object(function));
}

constexpr size_t kMostTimes = size_t{1} << 32;  // so that `times` times the commands of a call fit in 64 bits

kiln_status run(const char* name, kiln_function function, size_t count, const kiln_value* arguments, size_t times,
                size_t out_count, kiln_array* out) {
  return guard_list(name, out_count, out, [&](const char* op) {
    const Ref<graph::Function> held = function_of(function, op);
    base::check_not_forked(op);
    graph::Function& f = *held;
    check_list(count, op, "arguments");
    if (count) require(arguments, op, "arguments");
    if (out_count != f.spec().outputs.size())
      fail(KILN_INVALID_ARGUMENT, "{}: {}: got {}, expected {}", op, graph::function_text(f.spec()),
           base::plural(out_count, "output"), f.spec().outputs.size());
    if (times == 0 || times > kMostTimes)
      fail(KILN_INVALID_ARGUMENT, "{}: got {} times, expected 1 to {}", op, times, kMostTimes);
    const auto& inputs = f.spec().inputs;
    const auto fallback = [&](size_t i) { return i < inputs.size() ? inputs[i].value.get() : nullptr; };
    Arguments given(inputs.size());
    for (size_t i = 0; i < count; ++i)
      if (!arguments[i].array && !arguments[i].data && fallback(i))
        given.add(fallback(i));
      else
        given.add(arguments[i], op);
    while (auto* const left_out = fallback(given.list.size())) given.add(left_out);
    auto results = f.run(given.list, times);
    for (size_t i = 0; i < results.size(); ++i) out[i] = to_handle(results[i].detach());
  });
}

}  // namespace

extern "C" {

kiln_status kiln_graph_input(const char* name, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                             kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char* op) {
    return graph::make_input(name ? name : "", type_of(op, number_of(dtype), ndim, shape));
  });
}

kiln_status kiln_graph_constant(kiln_dtype dtype, size_t ndim, const int64_t* shape, const void* data,
                                kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char* op) {
    const graph::Type type = type_of(op, number_of(dtype), ndim, shape);
    if (ndim) require(shape, op, "shape");
    const std::int64_t size = layout::checked_size(type.shape, base::dtype_size(type.dtype), op);
    if (size) require(data, op, "data");
    graph::HostValue value{type.dtype, type.shape, {}};
    value.bytes.resize(std::size_t(size) * base::dtype_size(type.dtype));
    if (size) std::memcpy(value.bytes.data(), data, value.bytes.size());
    return graph::make_constant(std::move(value));
  });
}

kiln_status kiln_graph_number(double value, kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char*) { return graph::make_number(value); });
}

kiln_status kiln_graph_integer(int64_t value, kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char*) { return graph::make_integer(value); });
}

kiln_status kiln_graph_shared(kiln_array value, const char* name, const int* broadcastable, int borrow,
                              kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char* op) {
    array::Array& array = use(value, op, "value");
    bool axes[KILN_MAX_DIMS] = {};
    for (size_t i = 0; broadcastable && i < array.shape().size(); ++i) axes[i] = broadcastable[i] != 0;
    if (borrow) array::check_writable(array, op);
    return graph::make_shared(borrow ? Ref<array::Array>(&array) : array::copy(array, KILN_ORDER_C, op),
                              name ? name : "", axes);
  });
}

kiln_status kiln_shared_get(kiln_variable shared, int borrow, kiln_array* out) {
  return guard_new(__func__, out, [&](const char* op) {
    auto value = shared_of(shared, op).value();
    return borrow ? value : array::copy(*value, KILN_ORDER_C, op);
  });
}

kiln_status kiln_shared_set(kiln_variable shared, kiln_array value, int borrow) {
  return guard(__func__, [&](const char* op) {
    graph::Shared& variable = shared_of(shared, op);
    array::Array& array = use(value, op, "value");
    if (borrow && &array.context() == &variable.context()) {
      array::check_writable(array, op);
      variable.replace(Ref<array::Array>(&array), op);
      return;
    }
    auto moved = array::transfer(array, variable.context(), op);
    if (moved.get() == &array) moved = array::copy(array, KILN_ORDER_C, op);
    variable.replace(std::move(moved), op);
  });
}

kiln_variable kiln_variable_retain(kiln_variable variable) { return retain(variable); }
void kiln_variable_release(kiln_variable variable) { release(variable); }

kiln_status kiln_variable_get_info(kiln_variable variable, kiln_variable_info* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const graph::Value& value = value_of(variable, op, "variable");
    kiln_variable_info info = KILN_VARIABLE_INFO_INIT;
    info.dtype = value.type().dtype;
    info.ndim = value.type().ndim();
    info.shape = value.type().shape.data();
    info.name = value.node->label().c_str();
    info.operation = to_object(variable)->operation().c_str();
    return info;
  });
}

kiln_status kiln_variable_set_name(kiln_variable variable, const char* name) {
  return guard(__func__, [&](const char* op) {
    const graph::Value& value = value_of(variable, op, "variable");
    value.node->set_label(name ? name : "");
    // A product with a vector is a Dot and a DimShuffle that drops an axis. Errors name the Dot, so it is named too.
    if (!graph::op_as<graph::DimShuffle>(value) || !graph::op_as<graph::Dot>(value.node->inputs()[0])) return;
    const graph::Value& product = value.node->inputs()[0];
    if (value.type().ndim() < product.type().ndim()) product.node->set_label(name ? name : "");
  });
}

kiln_status kiln_graph_apply(const char* operation, size_t count, const kiln_variable* inputs,
                             const kiln_graph_options* options, size_t out_count, kiln_variable* out) {
  return guard_list(__func__, out_count, out, [&](const char* op) {
    require(operation, op, "operation");
    const std::string_view name = operation;
    // split has a size for each result, pad two widths for each axis.
    const std::size_t sizes = name == "split" ? out_count : name == "pad" ? 2 * KILN_MAX_DIMS : 0;
    const graph::Attributes attributes = attributes_of(options, sizes, op);
    const graph::Values results = graph::apply(operation, values_of(count, inputs, op, "inputs"), attributes);
    if (results.size() != out_count)
      fail(KILN_INVALID_ARGUMENT, "{}: {} has {}, got room for {}", op, base::excerpt(operation),
           base::plural(results.size(), "result"), out_count);
    hand_out(results, out);
  });
}

kiln_status kiln_graph_expression(const char* text, size_t count, const char* const* names, const kiln_variable* inputs,
                                  kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char* op) {
    require(text, op, "text");
    check_list(count, op, "names");
    if (count) require(names, op, "names");
    const graph::Values values = values_of(count, inputs, op, "inputs");
    graph::Names known;
    for (size_t i = 0; i < count; ++i) {
      require(names[i], op, "names", i);
      known.emplace_back(names[i], values[i]);
    }
    return graph::build(text, known);
  });
}

kiln_status kiln_graph_transfer(kiln_variable variable, kiln_context context, kiln_variable* out) {
  return guard_variable(__func__, out, [&](const char* op) {
    const graph::Value& value = value_of(variable, op, "variable");
    if (!context) return graph::transfer(value, nullptr);
    return graph::transfer(value, Ref<runtime::Context>(&use(context, op, "context")));
  });
}

kiln_status kiln_graph_grad(kiln_variable cost, size_t count, const kiln_variable* wrt,
                            const kiln_grad_options* options, kiln_variable* out) {
  return guard_list(__func__, count, out, [&](const char* op) {
    const auto o = load_options(options, kiln_grad_options KILN_GRAD_OPTIONS_INIT, op);
    const auto constants = values_of(o.constant_count, o.consider_constant, op, "options->consider_constant");
    const auto known =
        pairs_of(o.known_count, o.known, "options->known", o.known_gradients, "options->known_gradients", op);
    graph::GradOptions gradient;
    gradient.consider_constant = constants;
    gradient.known_gradients = known;
    gradient.disconnected =
        graph::Disconnected(check_enum(o.disconnected, KILN_DISCONNECTED_RAISE, KILN_DISCONNECTED_IGNORE, op,
                                       "options->disconnected", "kiln_disconnected"));
    const graph::Value start = cost ? to_object(cost)->value() : graph::Value{};
    hand_out(graph::grad(start, values_of(count, wrt, op, "wrt"), gradient), out);
  });
}

kiln_status kiln_function_create(const kiln_function_options* options, kiln_function* out) {
  return guard_new(__func__, out, [&](const char* op) {
    require(options, op, "options");
    return graph::Function::create(spec_of(*options, op));
  });
}

kiln_function kiln_function_retain(kiln_function function) { return retain(function); }
void kiln_function_release(kiln_function function) { release(function); }

kiln_status kiln_function_call(kiln_function function, size_t count, const kiln_value* arguments, size_t out_count,
                               kiln_array* out) {
  return run(__func__, function, count, arguments, 1, out_count, out);
}

kiln_status kiln_function_run(kiln_function function, size_t count, const kiln_value* arguments, size_t times,
                              size_t out_count, kiln_array* out) {
  return run(__func__, function, count, arguments, times, out_count, out);
}

kiln_status kiln_function_synchronize(kiln_function function) {
  return guard(__func__, [&](const char* op) { function_of(function, op)->synchronize(); });
}

kiln_status kiln_function_copy(kiln_function function, const char* name, size_t count, const kiln_variable* old,
                               const kiln_variable* fresh, int updates, kiln_function* out) {
  return guard_new(__func__, out, [&](const char* op) {
    const auto held = function_of(function, op);
    const auto swap = pairs_of(count, old, "old", fresh, "fresh", op);
    for (size_t i = 0; i < count; ++i) {
      shared_of(old[i], op);
      shared_of(fresh[i], op);
    }
    return held->copy(swap, name ? name : "", updates != 0);
  });
}

kiln_status kiln_function_free(kiln_function function) {
  return guard(__func__, [&](const char* op) { function_of(function, op)->release_memory(); });
}

kiln_status kiln_function_planned_bytes(kiln_function function, uint64_t* out) {
  return guard_get(__func__, out, "out", [&](const char* op) { return function_of(function, op)->planned_bytes(); });
}

kiln_status kiln_function_describe(kiln_function function, const char* what, char** out, size_t* length) {
  if (out) *out = nullptr;
  if (length) *length = 0;
  return guard(__func__, [&](const char* op) {
    const auto held = function_of(function, op);
    require(what, op, "what");
    require(out, op, "out");
    *out = new_string(held->describe(what), length);
  });
}

}  // extern "C"
