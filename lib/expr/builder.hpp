// SPDX-License-Identifier: Apache-2.0
// Builds a program value by value. Equal values become one value, constants are folded, and simplifications
// are applied as values are made. Only those are applied that keep every IEEE result, such as NaN, infinities
// and the sign of zero. Only the files of lib/expr use this header.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <unordered_map>

#include "expr/program.hpp"

namespace kiln::expr {

int operand_count(const Value& value) noexcept;

class Builder {
 public:
  using Id = std::uint16_t;
  Id input(std::size_t which, DType dtype);  // `dtype` must be a compute dtype
  Id constant(Scalar value);                 // of a compute dtype
  Id index();
  Id cast(Id value, DType to);  // `to` must be a compute dtype
  // Converts to the compute dtype of `to` in such a way that rounding to `to` next gives no error of double rounding.
  Id narrow(Id value, DType to);
  Id round(Id value, DType to);  // rounds a float32 value to float16 or bfloat16
  Id apply(Fn fn, DType result, std::initializer_list<Id> args);
  const Value& operator[](Id id) const { return values_[id]; }

  // Writes the values that the outputs need to the program, renumbered in order; inputs come first. Throws
  // KILN_INVALID_ARGUMENT if there are more than kMaxValues.
  void finish(Program& program) const;

 private:
  struct Hash {
    std::size_t operator()(const Value& value) const noexcept;
  };
  struct Equal {
    bool operator()(const Value& a, const Value& b) const noexcept;
  };
  Id push(const Value& value);
  const Scalar* constant_of(Id id) const noexcept;
  bool is_number(Id id, double number) const noexcept;
  bool is_zero(Id id, bool negative) const noexcept;
  // These return the simpler value for an operation, or nothing if it stays as it is.
  std::optional<Id> fold(const Value& value);
  std::optional<Id> lower(const Value& value);
  std::optional<Id> rewrite(const Value& value);
  std::optional<Id> rewrite_arithmetic(const Value& value);
  std::optional<Id> rewrite_bits(const Value& value);
  std::optional<Id> rewrite_logic(const Value& value);

  std::vector<Value> values_;
  std::unordered_map<Value, Id, Hash, Equal> known_;
};

}  // namespace kiln::expr
