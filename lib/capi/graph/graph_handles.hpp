// SPDX-License-Identifier: Apache-2.0
// Handles of graphs, and functions that their entries share.
#pragma once

#include <kiln/graph.h>

#include <deque>

#include "base/numbered.hpp"
#include "base/text.hpp"
#include "capi/guard.hpp"
#include "graph/function/function.hpp"

namespace kiln::capi {

// The object behind kiln_variable.
class Variable final : public base::RefCounted {
 public:
  explicit Variable(graph::Value value) : value_(std::move(value)), operation_(value_.op().name()) {}
  const graph::Value& value() const noexcept { return value_; }
  const std::string& operation() const noexcept { return operation_; }

 private:
  graph::Value value_;
  std::string operation_;
};

inline const graph::Value& value_of(kiln_variable variable, const char* operation, const char* argument) {
  require(variable, operation, argument);
  return to_object(variable)->value();
}

// Refuses too long a list before memory is allocated for it and before it is read or written.
inline void check_list(size_t count, const char* operation, const char* what) {
  if (count > KILN_GRAPH_MAX_LIST)
    fail(KILN_INVALID_ARGUMENT, "{}: got {} {}, expected at most {}", operation, count, what, KILN_GRAPH_MAX_LIST);
}

inline graph::Values values_of(size_t count, const kiln_variable* variables, const char* operation,
                               const char* argument) {
  check_list(count, operation, argument);
  if (count) require(variables, operation, argument);
  graph::Values values;
  values.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    require(variables[i], operation, argument, i);
    values.push_back(to_object(variables[i])->value());
  }
  return values;
}

// Writes the results to `out` after handles for all of them have been made.
inline void hand_out(const graph::Values& values, kiln_variable* out) {
  std::vector<Ref<Variable>> made;
  for (const graph::Value& value : values) made.push_back(base::make_ref<Variable>(value));
  for (size_t i = 0; i < made.size(); ++i) out[i] = to_handle(made[i].detach());
}

template <class Body>
kiln_status guard_variable(const char* operation, kiln_variable* out, Body&& body) noexcept {
  return guard_new(operation, out, [&](const char* op) { return base::make_ref<Variable>(body(op)); });
}

// Runs an entry with a list of results, which are NULL on failure.
template <class Handle, class Body>
kiln_status guard_list(const char* operation, size_t count, Handle* out, Body&& body) noexcept {
  if (out && count <= KILN_GRAPH_MAX_LIST)
    for (size_t i = 0; i < count; ++i) out[i] = nullptr;
  return guard(operation, [&](const char* op) {
    check_list(count, op, "outputs");
    if (count) require(out, op, "out");
    body(op);
  });
}

inline graph::Type type_of(const char* operation, int dtype, size_t ndim, const int64_t* shape) {
  graph::Type type{check_dtype(dtype, operation, "dtype"), {}};
  if (ndim > KILN_MAX_DIMS)
    fail(KILN_SHAPE_ERROR, "{}: got {} dimensions, expected at most {}", operation, ndim, KILN_MAX_DIMS);
  for (size_t i = 0; i < ndim; ++i) {
    if (shape && shape[i] < -1)
      fail(KILN_SHAPE_ERROR, "{}: axis {} has extent {}, expected -1 or more", operation, i, shape[i]);
    type.shape.push_back(shape ? shape[i] : graph::kUnknown);
  }
  return type;
}

// The arguments of a call. They hold references to the arrays, since a callback may release the caller's.
struct Arguments {
  explicit Arguments(std::size_t count) {
    list.reserve(count);
    arrays.reserve(count);
  }
  void add(array::Array* array) {
    arrays.emplace_back(array);
    list.emplace_back().array = array;
  }
  void add(const kiln_value& value, const char* op) {
    const std::size_t number = list.size();
    if (value.array) return add(&use(value.array, op, "arguments", number));
    graph::Argument& argument = list.emplace_back();
    base::numbered(op, "arguments[{}]", number, [&] {
      const graph::Type type = type_of(op, number_of(value.dtype), value.ndim, value.shape);
      if (value.ndim) require(value.shape, op, "shape");
      const std::int64_t size = layout::checked_size(type.shape, base::dtype_size(type.dtype), op);
      if (size) require(value.data, op, "data");
      argument.dtype = type.dtype;
      argument.shape = type.shape;
      argument.data = value.data;
      if (!value.strides) return;
      argument.strides = &strides.emplace_back(graph::Dims(check_dims(value.ndim, value.strides, op, "strides")));
    });
  }
  std::vector<graph::Argument> list;
  std::vector<Ref<array::Array>> arrays;
  std::deque<graph::Dims> strides;
};

// Calls a callback of `operation`. A failure becomes an exception whose message contains that of what failed inside.
template <class Call>
void run_callback(const std::string& operation, const char* what, const Call& call) {
  const std::uint64_t before = error_count();
  kiln_status status = [&] {
    const base::CallbackScope scope;
    return call();
  }();
  if (status == KILN_OK) return;
  if (status < KILN_OK || status > base::kLastStatus) status = KILN_CALLBACK_FAILED;
  const kiln_error_info& error = last_error();
  const bool told = error.status == status && before != error_count();
  fail(status, "{}: {} failed with {}{}{}", operation, what, kiln_status_name(status), told ? ": " : "",
       told ? error.message : "");
}

// Handles for the arguments of a callback, released after it.
class Handles {
 public:
  explicit Handles(std::span<const graph::Value> values) {
    for (const graph::Value& value : values) {
      if (value) objects_.push_back(base::make_ref<Variable>(value));
      list_.push_back(value ? to_handle(objects_.back().get()) : nullptr);
    }
  }
  const kiln_variable* data() const { return list_.data(); }
  std::size_t size() const { return list_.size(); }

 private:
  std::vector<Ref<Variable>> objects_;
  std::vector<kiln_variable> list_;
};

}  // namespace kiln::capi
