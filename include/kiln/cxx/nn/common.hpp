// SPDX-License-Identifier: Apache-2.0
// What the headers of kiln::nn share: dtypes, and checks whose messages name the function.
#ifndef KILN_CXX_NN_COMMON_HPP
#define KILN_CXX_NN_COMMON_HPP

#include <kiln/cxx/graph.hpp>
#include <kiln/cxx/graph_ops.hpp>

#include <cstdint>
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
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

inline void check_real(const Variable& x, const std::string& where, const char* what) {
  if (!is_real(x.dtype()))
    fail(KILN_TYPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + ", expected a floating-point dtype");
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
// An axis whose extent the graph knows must have the extent that is expected; the device checks the others.
inline void check_extent(const Variable& x, std::size_t axis, std::int64_t extent, const std::string& where,
                         const char* what) {
  const std::int64_t found = shape_of(x).at(axis);
  if (found >= 0 && found != extent)
    fail(KILN_SHAPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + ", expected " + std::to_string(extent) + " along axis " +
             std::to_string(axis));
}
// Whether two extents, -1 for one that the graph does not know, may be the same. A known 1 and an unknown extent are
// not: the axis would broadcast, and no device would find a fault.
inline bool same_extent(std::int64_t a, std::int64_t b) { return a == b || (a < 0 && b != 1) || (b < 0 && a != 1); }
inline void check_same(const Variable& x, const Variable& y, const std::string& where, const char* what,
                       const char* other) {
  const Shape a = shape_of(x), b = shape_of(y);
  bool fits = a.size() == b.size();
  for (std::size_t i = 0; fits && i < a.size(); ++i) fits = same_extent(a[i], b[i]);
  if (!fits)
    fail(KILN_SHAPE_ERROR, where,
         std::string("got ") + what + " of " + text_of(x) + " and " + other + " of " + text_of(y) +
             ", expected the same shape");
}
// The same variable with the extents of `shape` if one of them is 1, which the graph must know so that the axis does
// not count as one that may broadcast (same_extent).
inline Variable with_extents(const Variable& x, const Shape& shape) {
  for (const std::int64_t extent : shape)
    if (extent == 1) return x.reshape(shape);
  return x;
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

}  // namespace detail
}  // namespace kiln::nn

#endif
