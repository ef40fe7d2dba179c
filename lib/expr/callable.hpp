// SPDX-License-Identifier: Apache-2.0
// Tells what a name in front of '(' means. Only the files of lib/expr use this header.
#pragma once

#include <cstdint>
#include <optional>

#include "expr/program.hpp"

namespace kiln::expr {

struct Callable {
  enum class Kind : std::uint8_t {
    function,
    cast,
    index,
    square,
    reciprocal,
    positive,
    logical_xor,
    less_or_greater,
    multiply_add
  } kind;
  int arity = 0;
  Fn fn = Fn::add;          // for kind function
  DType dtype = KILN_BOOL;  // for kind cast
};

std::optional<Callable> find_callable(std::string_view name) noexcept;
std::vector<std::string> callable_names();
// Builds the expression for a call. The number of arguments must be right, and none may be null.
Expr build_call(const Callable& callable, std::vector<Expr> args, int column, int line);
std::string count_error(std::string_view name, int expected, std::size_t got);
// The dtype of a dtype name or of a C name (int, uint, float, ...). These names are reserved: they cannot be variables.
std::optional<DType> dtype_named(std::string_view name) noexcept;

}  // namespace kiln::expr
