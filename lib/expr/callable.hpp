// SPDX-License-Identifier: Apache-2.0
// Inside the expression layer: what a name followed by '(' means.
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
  Fn fn = Fn::add;          // function
  DType dtype = KILN_BOOL;  // cast
};

std::optional<Callable> find_callable(std::string_view name) noexcept;
std::vector<std::string> callable_names();
// The count of arguments must be right and none null.
Expr build_call(const Callable& callable, std::vector<Expr> args, int column, int line);
std::string count_error(std::string_view name, int expected, std::size_t got);
// Dtype names and the C names (int, uint, float, ...). These are reserved: never variables.
std::optional<DType> dtype_named(std::string_view name) noexcept;

}  // namespace kiln::expr
