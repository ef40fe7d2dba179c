// SPDX-License-Identifier: Apache-2.0
// Value numbering: each distinct value of a program exists once. finish() keeps only the values that outputs need.
#include "expr/builder.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace kiln::expr {

int operand_count(const Value& value) noexcept {
  if (value.kind == Value::Kind::apply) return info(value.fn).arity;
  return value.kind == Value::Kind::cast || value.kind == Value::Kind::round_to ? 1 : 0;
}

std::size_t Builder::Hash::operator()(const Value& value) const noexcept {
  std::uint64_t hash = 0x9e3779b97f4a7c15u;
  const auto mix = [&](std::uint64_t part) { hash = (std::rotl(hash, 23) ^ part) * 0xd6e8feb86659fd93u; };
  mix(static_cast<std::uint64_t>(value.kind) << 32 | static_cast<std::uint64_t>(value.dtype));
  mix(static_cast<std::uint64_t>(value.fn) << 32 | static_cast<std::uint64_t>(value.round_dtype));
  mix(std::uint64_t{value.args[0]} << 32 | std::uint64_t{value.args[1]} << 16 | value.args[2]);
  mix(value.input);
  if (value.kind == Value::Kind::constant) {
    mix(static_cast<std::uint64_t>(value.constant.dtype) ^ value.constant.u);
    mix(std::bit_cast<std::uint64_t>(value.constant.re));
    mix(std::bit_cast<std::uint64_t>(value.constant.im));
  }
  return hash ^ hash >> 29;
}

bool Builder::Equal::operator()(const Value& a, const Value& b) const noexcept {
  if (a.kind != b.kind || a.dtype != b.dtype) return false;
  if (a.kind == Value::Kind::constant) return a.constant == b.constant;
  return a.fn == b.fn && a.round_dtype == b.round_dtype && a.input == b.input && a.args[0] == b.args[0] &&
         a.args[1] == b.args[1] && a.args[2] == b.args[2];
}

Builder::Id Builder::push(const Value& value) {
  if (const auto found = known_.find(value); found != known_.end()) return found->second;
  if (values_.size() >= std::numeric_limits<Id>::max())
    base::fail(KILN_INVALID_ARGUMENT, "expression: too many operations, the limit is {}", kMaxValues);
  const Id id = static_cast<Id>(values_.size());
  values_.push_back(value);
  known_.emplace(value, id);
  return id;
}

Builder::Id Builder::input(std::size_t which, DType dtype) {
  return push({.kind = Value::Kind::input, .dtype = dtype, .input = static_cast<std::uint16_t>(which)});
}

Builder::Id Builder::constant(Scalar scalar) {
  // Processors differ in the NaN that an operation on the host gives. So all NaNs become the same one.
  if (std::isnan(scalar.re)) scalar.re = std::numeric_limits<double>::quiet_NaN();
  if (std::isnan(scalar.im)) scalar.im = std::numeric_limits<double>::quiet_NaN();
  return push({.kind = Value::Kind::constant, .dtype = scalar.dtype, .constant = scalar});
}

Builder::Id Builder::index() { return push({.kind = Value::Kind::index, .dtype = KILN_INT64}); }

void Builder::finish(Program& program) const {
  std::vector<bool> live(values_.size(), false);
  for (const Program::Output& output : program.outputs) live[output.value] = true;
  for (std::size_t i = values_.size(); i-- > 0;)
    for (int a = 0; live[i] && a < operand_count(values_[i]); ++a) live[values_[i].args[a]] = true;
  std::vector<Id> renumbered(values_.size(), 0);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (!live[i]) continue;
    Value value = values_[i];
    for (int a = 0; a < operand_count(value); ++a) value.args[a] = renumbered[value.args[a]];
    renumbered[i] = static_cast<Id>(program.values.size());
    program.values.push_back(value);
  }
  if (program.values.size() > kMaxValues)
    base::fail(KILN_INVALID_ARGUMENT, "expression: {} operations, the limit is {}", program.values.size(), kMaxValues);
  for (Program::Output& output : program.outputs) output.value = renumbered[output.value];
}

}  // namespace kiln::expr
