// SPDX-License-Identifier: Apache-2.0
// What the headers of kiln::nn share: dtypes, and checks and extents whose messages name the function.
#ifndef KILN_CXX_NN_COMMON_HPP
#define KILN_CXX_NN_COMMON_HPP

#include <kiln/cxx/graph.hpp>
#include <kiln/cxx/graph_ops.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace kiln::nn {

using graph::Variable;
using graph::Variables;

// Shared variables and their new values, as FunctionOptions::updates takes them.
using Updates = std::vector<std::pair<Variable, Variable>>;

// Adds `more` behind `updates`.
inline void append(Updates& updates, const Updates& more) { updates.insert(updates.end(), more.begin(), more.end()); }

namespace detail {

inline bool is_half(kiln_dtype dtype) { return dtype == KILN_FLOAT16 || dtype == KILN_BFLOAT16; }
inline bool is_real(kiln_dtype dtype) { return is_half(dtype) || dtype == KILN_FLOAT32 || dtype == KILN_FLOAT64; }
inline bool is_integer(kiln_dtype dtype) { return dtype >= KILN_INT8 && dtype <= KILN_UINT64; }
// The dtype for sums and states where elements have `dtype`: float32 in place of float16 and bfloat16.
inline kiln_dtype wide(kiln_dtype dtype) { return is_half(dtype) ? KILN_FLOAT32 : dtype; }
inline Variable as(const Variable& x, kiln_dtype dtype) { return x.dtype() == dtype ? x : x.astype(dtype); }
inline Variable widened(const Variable& x) { return as(x, wide(x.dtype())); }
// A parameter as an operand of x: in the dtype of x if that is float16 or bfloat16, which it would promote.
inline Variable beside(const Variable& parameter, const Variable& x) {
  return is_half(x.dtype()) ? as(parameter, x.dtype()) : parameter;
}

[[noreturn]] inline void fail(kiln_status status, const std::string& where, const std::string& what) {
  throw Error(status, where + ": " + what);
}
inline std::string text_of(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + (shape[i] < 0 ? std::string("?") : std::to_string(shape[i]));
  return text + (shape.size() == 1 ? ",)" : ")");
}
inline Shape shape_of(const Variable& x) {
  const kiln_variable_info info = x.info();
  return Shape(info.shape, info.shape + info.ndim);
}
// "float32 (?, 3)"
inline std::string text_of(const Variable& x) {
  return std::string(kiln_dtype_name(x.dtype())) + ' ' + text_of(shape_of(x));
}
inline std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

inline void check_real(const Variable& x, const std::string& where, const char* what) {
  if (!is_real(x.dtype()))
    fail(KILN_TYPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + ", expected a floating-point dtype");
}
// Numbers beside others of a floating-point dtype, such as targets: of any dtype but complex ones.
inline void check_not_complex(const Variable& x, const std::string& where, const char* what) {
  if (x.dtype() == KILN_COMPLEX64 || x.dtype() == KILN_COMPLEX128)
    fail(KILN_TYPE_ERROR, where, std::string("got ") + what + " of " + text_of(x) + ", expected a real dtype");
}
inline void check_ndim(const Variable& x, std::size_t least, std::size_t most, const std::string& where,
                       const char* what) {
  const std::size_t ndim = x.ndim();
  if (ndim >= least && ndim <= most) return;
  std::string expected = std::to_string(least);
  if (most != least) expected += most == std::size_t(-1) ? " or more" : " to " + std::to_string(most);
  fail(KILN_SHAPE_ERROR, where,
       std::string("got ") + what + " of " + text_of(x) + ", expected " + expected +
           (expected == "1" ? " dimension" : " dimensions"));
}
// An axis whose extent the graph knows must have the extent that is expected.
inline void check_extent(const Variable& x, std::size_t axis, std::int64_t extent, const std::string& where,
                         const char* what) {
  const std::int64_t found = shape_of(x).at(axis);
  if (found >= 0 && found != extent)
    fail(KILN_SHAPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + ", expected " + std::to_string(extent) + " along axis " +
             std::to_string(axis));
}
// x with these extents, -1 for one that is not stated; x has as many axes. What the graph knows to differ is refused
// now. Where it does not know an extent, it learns it, and a call with another one is refused by a node that has the
// name of the function.
inline Variable with_extents(const Variable& x, const Shape& shape, const std::string& where, const char* what) {
  const Shape found = shape_of(x);
  bool told = false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0) continue;
    check_extent(x, i, shape[i], where, what);
    told |= found.at(i) < 0;
  }
  return told ? graph::specify_shape(x, shape).named(where + ": " + what) : x;
}
inline Variable with_extent(const Variable& x, std::size_t axis, std::int64_t extent, const std::string& where,
                            const char* what) {
  Shape shape(x.ndim(), -1);
  shape.at(axis) = extent;
  return with_extents(x, shape, where, what);
}
// Both get the extent along these axes that the graph knows of one of them.
inline void match(Variable& x, std::size_t axis, const char* what, Variable& y, std::size_t other_axis,
                  const char* other, const std::string& where) {
  const std::int64_t a = shape_of(x).at(axis), b = shape_of(y).at(other_axis);
  if (a >= 0 && b >= 0 && a != b)
    fail(KILN_SHAPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + " and " + other + " of " + text_of(y) +
             ", expected the same extent along axis " + std::to_string(axis) + " of the first and axis " +
             std::to_string(other_axis) + " of the second");
  if (a < 0 && b >= 0) x = with_extent(x, axis, b, where, what);
  if (b < 0 && a >= 0) y = with_extent(y, other_axis, a, where, other);
}
// Both have one shape, and each gets the extents that the graph knows of the other.
inline void match(Variable& x, const char* what, Variable& y, const char* other, const std::string& where) {
  Shape shape = shape_of(x);
  const Shape others = shape_of(y);
  bool fits = shape.size() == others.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i) {
    if (shape[i] < 0) shape[i] = others[i];
    fits = others[i] < 0 || others[i] == shape[i];
  }
  if (!fits)
    fail(KILN_SHAPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + " and " + other + " of " + text_of(y) +
             ", expected the same shape");
  x = with_extents(x, shape, where, what);
  y = with_extents(y, shape, where, other);
}
inline void check_positive(std::int64_t number, const std::string& where, const char* what) {
  if (number < 1)
    fail(KILN_INVALID_ARGUMENT, where,
         std::string("got ") + std::to_string(number) + ' ' + what + ", expected at least 1");
}
// `good` says whether the number lies where it should, `expected` where that is: "at least 0".
inline void check_number(bool good, double number, const std::string& where, const char* what, const char* expected) {
  if (!good)
    fail(KILN_INVALID_ARGUMENT, where, std::string("got ") + what + ' ' + text_of(number) + ", expected " + expected);
}
inline void check_finite(double number, const std::string& where, const char* what) {
  check_number(std::isfinite(number), number, where, what, "a finite number");
}
inline void check_above_0(double number, const std::string& where, const char* what) {
  check_number(number > 0 && std::isfinite(number), number, where, what, "a finite number above 0");
}
inline void check_at_least_0(double number, const std::string& where, const char* what) {
  check_number(number >= 0 && std::isfinite(number), number, where, what, "a finite number of at least 0");
}

}  // namespace detail

// A learning rate: a number above 0, or a variable without dimensions, of which only a call knows the value.
class Rate {
 public:
  Rate(double number) : number_(number), is_number_(true) {}
  Rate(const Variable& variable) : variable_(variable) {}
  // The variable; errors name `where`.
  Variable checked(const std::string& where) const {
    if (is_number_) {
      detail::check_above_0(number_, where, "a learning rate of");
      return number_;
    }
    if (!variable_) detail::fail(KILN_INVALID_ARGUMENT, where, "got an empty learning rate, expected a variable");
    detail::check_ndim(variable_, 0, 0, where, "a learning rate");
    return variable_;
  }

 private:
  double number_ = 0;
  bool is_number_ = false;
  Variable variable_;
};

}  // namespace kiln::nn

#endif
