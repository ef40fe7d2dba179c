// SPDX-License-Identifier: Apache-2.0
// The simplifications of Builder. It never simplifies 0 * x, x + 0.0 or x - x of floats, never reassociates,
// and changes nothing that would round differently.
#include <algorithm>
#include <cmath>

#include "expr/builder.hpp"
#include "expr/evaluate/evaluate.hpp"

namespace kiln::expr {
namespace {

bool commutes(Fn fn) {
  const auto all = {Fn::add,       Fn::multiply,    Fn::bit_and,    Fn::bit_or,    Fn::bit_xor,    Fn::equal,
                    Fn::not_equal, Fn::logical_and, Fn::logical_or, Fn::isordered, Fn::isunordered};
  return std::find(all.begin(), all.end(), fn) != all.end();
}

// Whether `to` holds every value of `from`, and converting a value on to any other dtype gives the same from `to`
// as from `from`.
bool widens(DType from, DType to) {
  if (base::is_bool(from)) return true;
  const std::size_t a = base::dtype_size(from), b = base::dtype_size(to);
  if (base::is_unsigned(from)) return base::is_integer(to) && (base::is_unsigned(to) ? b >= a : b > a);
  if (base::is_signed(from)) return base::is_signed(to) && b >= a;
  return ((base::is_float(from) && base::is_float(to)) || (base::is_complex(from) && base::is_complex(to))) && b >= a;
}

}  // namespace

const Scalar* Builder::constant_of(Id id) const noexcept {
  return values_[id].kind == Value::Kind::constant ? &values_[id].constant : nullptr;
}

bool Builder::is_number(Id id, double number) const noexcept {
  const Scalar* c = constant_of(id);
  if (!c || base::is_complex(c->dtype) || base::is_bool(c->dtype)) return false;
  if (base::is_float(c->dtype)) return c->re == number;
  return c->i == static_cast<std::int64_t>(number);
}

// Whether adding the value changes nothing: any integer zero, or the float zero of this sign.
bool Builder::is_zero(Id id, bool negative) const noexcept {
  return is_number(id, 0) && (base::is_integer(values_[id].dtype) || std::signbit(constant_of(id)->re) == negative);
}

Builder::Id Builder::cast(Id id, DType to) {
  const Value from = values_[id];
  if (from.dtype == to) return id;
  if (from.kind == Value::Kind::constant) return constant(from.constant.cast(to));
  if (from.kind == Value::Kind::cast) {
    const DType first = values_[from.args[0]].dtype;
    if (widens(first, from.dtype)) return cast(from.args[0], to);
  }
  return push({.kind = Value::Kind::cast, .dtype = to, .args = {id}});
}

Builder::Id Builder::narrow(Id id, DType to) {
  const DType compute = base::compute_dtype(to);
  const Value from = values_[id];
  if (from.kind == Value::Kind::constant) return constant(from.constant.cast(to).cast(compute));
  // A conversion to float32 comes first. If float32 holds the number exactly, the number is still rounded only once.
  // Integers that float32 does not hold overflow float16, so their conversion to float16 is right too. In all other
  // cases the cast must know the final dtype.
  const DType real = base::is_complex(from.dtype) ? base::real_dtype(from.dtype) : from.dtype;
  const bool wide =
      real == KILN_FLOAT64 || (to == KILN_BFLOAT16 && base::is_integer(real) && base::dtype_size(real) >= 4);
  if (compute == to || !wide) return cast(id, compute);
  return push({.kind = Value::Kind::cast, .dtype = compute, .round_dtype = to, .args = {id}});
}

Builder::Id Builder::round(Id id, DType to) {
  const Value from = values_[id];
  if (from.kind == Value::Kind::constant) return constant(from.constant.cast(to).cast(KILN_FLOAT32));
  if (from.kind == Value::Kind::round_to && from.round_dtype == to) return id;
  return push({.kind = Value::Kind::round_to, .dtype = KILN_FLOAT32, .round_dtype = to, .args = {id}});
}

Builder::Id Builder::apply(Fn fn, DType result, std::initializer_list<Id> args) {
  Value value{.kind = Value::Kind::apply, .dtype = result, .fn = fn};
  std::copy(args.begin(), args.end(), value.args);
  if (commutes(fn) && value.args[0] > value.args[1]) std::swap(value.args[0], value.args[1]);
  if (const std::optional<Id> folded = fold(value)) return *folded;
  if (const std::optional<Id> lowered = lower(value)) return *lowered;
  if (const std::optional<Id> simpler = rewrite(value)) return *simpler;
  return push(value);
}

std::optional<Builder::Id> Builder::fold(const Value& value) {
  Scalar args[3];
  for (int i = 0; i < info(value.fn).arity; ++i) {
    const Scalar* c = constant_of(value.args[i]);
    if (!c) return std::nullopt;
    args[i] = *c;
  }
  return constant(evaluate(value.fn, value.dtype, args));
}

// Replaces functions that for some dtypes are another function, or do nothing. Kernels then have fewer cases.
std::optional<Builder::Id> Builder::lower(const Value& value) {
  const Id x = value.args[0];
  const DType dtype = values_[x].dtype;
  switch (value.fn) {
    case Fn::ceil:
    case Fn::floor:
    case Fn::rint:
    case Fn::round:
    case Fn::trunc:
      if (base::is_integer(dtype)) return x;
      break;
    case Fn::abs:
      if (base::is_unsigned(dtype)) return x;
      if (base::is_float(dtype)) return apply(Fn::fabs, dtype, {x});
      break;
    case Fn::fabs:
      if (values_[x].kind == Value::Kind::apply && values_[x].fn == Fn::negative)
        return apply(Fn::fabs, dtype, {values_[x].args[0]});
      break;
    case Fn::true_divide:
      return apply(Fn::divide, dtype, {x, value.args[1]});
    case Fn::remainder:
      if (base::is_float(dtype)) return apply(Fn::fmod, dtype, {x, value.args[1]});
      break;
    case Fn::conj:
    case Fn::real:
      if (!base::is_complex(dtype)) return x;
      break;
    case Fn::imag:
      if (!base::is_complex(dtype)) return constant(Scalar::natural(KILN_UINT8, 0).cast(dtype));
      break;
    case Fn::arg:
      if (!base::is_complex(dtype)) return apply(Fn::atan2, dtype, {constant(Scalar::real(dtype, 0)), x});
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::optional<Builder::Id> Builder::rewrite(const Value& value) {
  const Id x = value.args[0], y = value.args[1];
  switch (value.fn) {
    case Fn::where:
      if (y == value.args[2]) return y;
      if (const Scalar* c = constant_of(x)) return c->u != 0 ? y : value.args[2];
      return std::nullopt;
    case Fn::negative:
    case Fn::bit_not:
    case Fn::logical_not:
    case Fn::conj:
      if (values_[x].kind == Value::Kind::apply && values_[x].fn == value.fn) return values_[x].args[0];
      return std::nullopt;
    case Fn::pow:
    case Fn::pown:
      if (base::is_complex(value.dtype)) return std::nullopt;
      if (is_number(y, 1)) return x;
      if (is_number(y, 2)) return apply(Fn::multiply, value.dtype, {x, x});
      return std::nullopt;
    case Fn::add:
    case Fn::subtract:
    case Fn::multiply:
    case Fn::divide:
      return rewrite_arithmetic(value);
    case Fn::bit_and:
    case Fn::bit_or:
    case Fn::bit_xor:
    case Fn::shift_left:
    case Fn::shift_right:
      return rewrite_bits(value);
    case Fn::logical_and:
    case Fn::logical_or:
      return rewrite_logic(value);
    default:
      return std::nullopt;
  }
}

std::optional<Builder::Id> Builder::rewrite_arithmetic(const Value& value) {
  const Id x = value.args[0], y = value.args[1];
  const bool integers = base::is_integer(value.dtype);
  switch (value.fn) {
    case Fn::add:
      if (is_zero(x, true)) return y;
      if (is_zero(y, true)) return x;
      break;
    case Fn::subtract:
      if (is_zero(y, false)) return x;
      if (integers && x == y) return constant(Scalar::natural(KILN_UINT8, 0).cast(value.dtype));
      break;
    case Fn::multiply:
      if (is_number(x, 1)) return y;
      if (is_number(y, 1)) return x;
      if (integers && is_number(x, 0)) return x;
      if (integers && is_number(y, 0)) return y;
      break;
    case Fn::divide:
      if (is_number(y, 1)) return x;
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::optional<Builder::Id> Builder::rewrite_bits(const Value& value) {
  const Id x = value.args[0], y = value.args[1];
  const bool shift = value.fn == Fn::shift_left || value.fn == Fn::shift_right;
  if (value.fn == Fn::bit_and) {
    if (x == y) return x;
    if (is_number(x, 0)) return x;
    if (is_number(y, 0)) return y;
    return std::nullopt;
  }
  if (value.fn == Fn::bit_or && x == y) return x;
  if (is_number(y, 0)) return x;
  if (!shift && is_number(x, 0)) return y;
  return std::nullopt;
}

std::optional<Builder::Id> Builder::rewrite_logic(const Value& value) {
  const Id x = value.args[0], y = value.args[1];
  if (x == y) return x;
  const bool neutral = value.fn == Fn::logical_and;
  for (const auto& [one, other] : {std::pair{x, y}, std::pair{y, x}})
    if (const Scalar* c = constant_of(one)) return (c->u != 0) == neutral ? other : one;
  return std::nullopt;
}

}  // namespace kiln::expr
