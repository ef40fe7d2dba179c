// SPDX-License-Identifier: Apache-2.0
// What an elementwise function takes and gives, its operands and its results on the host: computed in long
// double, integers in 128 bits.
#include <algorithm>
#include <cmath>

#include "elementwise_functions.hpp"

namespace kiln::operations::elementwise {

namespace {

kiln_dtype computed_dtype(const Function& f, kiln_dtype d) {
  const bool floating = f.kind == Kind::floating || f.kind == Kind::classify || f.kind == Kind::to_int32 ||
                        f.kind == Kind::make_complex || f.kind == Kind::second_int32 || f.kind == Kind::angle;
  return floating && (is_bool(d) || is_integer(d)) ? default_float() : d;
}

Wide wrap(kiln_dtype d, Wide value) {
  const int bits = is_bool(d) ? 1 : bits_of(d);
  __extension__ typedef unsigned __int128 UnsignedWide;
  const UnsignedWide mask = (UnsignedWide(1) << bits) - 1;
  UnsignedWide low = UnsignedWide(value) & mask;
  if (is_signed(d) && (low >> (bits - 1)) & 1) low |= ~mask;
  return Wide(low);
}

}  // namespace

bool takes(const Function& f, kiln_dtype d) {
  if (is_complex(d) && !f.complex && f.kind != Kind::logical && f.kind != Kind::where) return false;
  switch (f.kind) {
    case Kind::arithmetic:
    case Kind::rounding:
    case Kind::part:
    case Kind::angle:
      return !is_bool(d);
    case Kind::bitwise:
      return is_bool(d) || is_integer(d);
    case Kind::integer:
      return is_integer(d);
    case Kind::floats_only:
      return is_float(d);
    default:
      return true;
  }
}

kiln_dtype result_dtype(const Function& f, kiln_dtype d) {
  const kiln_dtype computed = computed_dtype(f, d);
  switch (f.kind) {
    case Kind::equality:
    case Kind::comparison:
    case Kind::logical:
    case Kind::classify:
      return KILN_BOOL;
    case Kind::to_int32:
      return KILN_INT32;
    case Kind::part:
    case Kind::angle:
      return real_dtype(computed);
    case Kind::make_complex:
      return computed == KILN_FLOAT64 ? KILN_COMPLEX128 : KILN_COMPLEX64;
    default:
      return computed;
  }
}

kiln_dtype operand_dtype(const Function& f, kiln_dtype d, int operand) {
  if (f.kind == Kind::where && operand == 0) return KILN_BOOL;
  if (f.kind == Kind::second_int32 && operand == 1) return KILN_INT32;
  return d;
}

namespace {

// The next float16 or bfloat16.
double next_narrow(kiln_dtype d, double x, double y) {
  const bool half = d == KILN_FLOAT16;
  if (std::isnan(x) || std::isnan(y)) return NAN;
  if (x == y) return y;
  if (std::isinf(x)) return std::copysign(half ? 65504 : 0x1.fep127, x);
  const int digits = half ? 11 : 8, least = half ? -14 : -126;
  int exponent = x == 0 ? least : std::max(std::ilogb(x), least);
  const bool inwards = x != 0 && (y < x) == (x > 0);
  if (inwards && exponent > least && std::ldexp(1.0, exponent) == std::abs(x)) --exponent;
  const double next = x + std::copysign(std::ldexp(1.0, exponent - digits + 1), y - x);
  return next == 0 ? std::copysign(0.0, x) : next;
}

// Products and quotients: their parts may cancel, and are as near as the number is large.
bool is_product(const Function& f) {
  const std::string_view name = f.name;
  return name == "multiply" || name == "square";
}
bool is_quotient(const Function& f) {
  const std::string_view name = f.name;
  return name == "divide" || name == "true_divide" || name == "reciprocal";
}

// One element; operands have their own dtypes.
Number element(const Function& f, kiln_dtype d, const Number* operands, Real& scale) {
  const kiln_dtype computed = computed_dtype(f, d), result = result_dtype(f, d);
  Number a[3];
  Real real[3];
  Wide wide[3] = {};
  scale = 0;
  for (int i = 0; i < f.arity; ++i) {
    a[i] = f.kind == Kind::logical ? convert(KILN_BOOL, operands[i]) : operands[i];
    const bool count = f.kind == Kind::second_int32 && i == 1;
    if (computed != d && !count) a[i] = convert(computed, a[i]);
    real[i] = a[i].real();
    const bool whole = is_integer(operand_dtype(f, d, i)) || is_bool(operand_dtype(f, d, i)) || f.kind == Kind::logical;
    if (whole) wide[i] = Wide(real[i]);
    if (f.at_operands && std::isfinite(real[i])) scale = std::max(scale, std::abs(real[i]));
  }
  if (f.at_operands && f.arity == 3) scale = std::max(scale, std::abs(real[0] * real[1]));
  if (f.name == std::string("lgamma")) scale = std::max<Real>(1, scale);
  if (f.kind == Kind::where) return real[0] != 0 ? a[1] : a[2];
  if (f.kind == Kind::make_complex) return {real[0], real[1]};
  if (is_complex(computed) && f.kind != Kind::logical) {
    // pow is exp(b log(a)): the exponent's error grows with it.
    if (f.name == std::string("pow") && a[0] != Number(0))
      scale = std::abs(f.complex(a)) * (1 + std::abs(a[1] * std::log(a[0])));
    const Number exact = f.complex(a);
    // Where one part overflows, too; and a device may have no subnormals.
    if (is_quotient(f) && std::isfinite(std::abs(exact))) {
      const Real last = unit_in_last_place(real_dtype(computed), 0);
      scale = std::max(std::abs(exact), last / std::pow(unit_in_last_place(real_dtype(computed), 1), 2));
    }
    return exact;
  }
  const bool in_integers = is_integer(computed) || is_bool(computed) || f.kind == Kind::logical;
  if (in_integers && f.integer) {
    const Wide value = f.integer(f.kind == Kind::logical ? KILN_BOOL : computed, wide);
    return Real(wrap(result == KILN_BOOL ? KILN_BOOL : computed, value));
  }
  if (f.real) return f.real(real);
  // nextafter steps in the dtype.
  return d == KILN_FLOAT64   ? Number(std::nextafter(double(real[0]), double(real[1])))
         : d == KILN_FLOAT32 ? Number(std::nextafter(float(real[0]), float(real[1])))
                             : Number(next_narrow(d, double(real[0]), double(real[1])));
}

// Whether zeros and infinities of a function of a complex number may have either sign: annex G leaves them
// open beside NaN and at complex infinities, and a part that vanished may have lost it.
bool any_sign(Number operand, Number exact, Number rounded) {
  const Real parts[] = {operand.real(), operand.imag(), rounded.real(), rounded.imag()};
  if (std::any_of(std::begin(parts), std::end(parts), [](Real part) { return std::isnan(part); })) return true;
  if (std::isinf(operand.real()) && std::isinf(operand.imag())) return true;
  return (rounded.real() == 0 && exact.real() != 0) || (rounded.imag() == 0 && exact.imag() != 0);
}

}  // namespace

Expected reference(const Function& f, kiln_dtype d, const std::vector<HostArray>& inputs, std::size_t special) {
  // Shapes broadcast.
  Shape shape;
  for (const HostArray& input : inputs) {
    if (shape.size() < input.shape.size()) shape.insert(shape.begin(), input.shape.size() - shape.size(), 1);
    const std::size_t missing = shape.size() - input.shape.size();
    for (std::size_t i = 0; i < input.shape.size(); ++i)
      if (input.shape[i] != 1) shape[missing + i] = input.shape[i];
  }
  const kiln_dtype result = result_dtype(f, d);
  Expected out{{result, shape, {}}, {}};
  const std::size_t size = size_of(shape);
  for (std::size_t at = 0; at < size; ++at) {
    Number operands[3];
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      std::size_t place = 0, rest = at, step = 1;
      for (std::size_t i = shape.size(); i-- > 0;) {
        const std::size_t here = rest % std::size_t(shape[i]);
        rest /= std::size_t(shape[i]);
        const std::size_t missing = shape.size() - inputs[k].shape.size();
        if (i < missing) continue;
        const auto extent = std::size_t(inputs[k].shape[i - missing]);
        if (extent != 1) place += here * step;
        step *= extent;
      }
      operands[k] = inputs[k].values[place];
    }
    Real scale = 0;
    const Number exact = element(f, d, operands, scale), value = convert(result, exact);
    out.array.values.push_back(value);
    out.scale.push_back(scale);
    if (is_complex(result) && special > 0 && !is_product(f) && !is_quotient(f))
      out.parts.push_back(at >= special                         ? Expected::together
                          : any_sign(operands[0], exact, value) ? Expected::apart_of_any_sign
                                                                : Expected::apart);
  }
  return out;
}

HostArray ordinary_operand(Random& random, const Function& f, kiln_dtype d, int k, const Shape& shape) {
  const kiln_dtype dtype = operand_dtype(f, d, k);
  if (k == 1 && f.kind == Kind::second_int32) return within(random, dtype, shape, -9, 10);
  if (f.high[k] > f.low[k] && !is_bool(dtype)) return within(random, dtype, shape, f.low[k], f.high[k]);
  return ordinary(random, dtype, shape);
}

std::vector<HostArray> special_operands(const Function& f, kiln_dtype d) {
  std::vector<HostArray> out;
  const bool exact = f.units == 0 && !f.at_operands && f.name != std::string("sign");
  if (!f.specials) return out;
  if (is_complex(d) && (is_product(f) || is_quotient(f))) {
    // Plain products overflow on their way where quotients do not.
    const HostArray grid = finite_grid(d, is_quotient(f));
    const std::size_t n = grid.values.size(), times = f.arity == 1 ? 1 : 16;
    for (int k = 0; k < f.arity; ++k) {
      HostArray array{d, {std::int64_t(n * times)}, {}};
      for (std::size_t i = 0; i < n * times; ++i)
        array.values.push_back(grid.values[(k == 0 ? i : i * 7 + i / n * 37) % n]);
      out.push_back(std::move(array));
    }
    return out;
  }
  if (is_complex(d) && !exact && f.arity > 1) return out;
  if (is_complex(d) && !exact) return {special_grid(d)};
  const HostArray first = f.kind == Kind::second_int32 ? special(d) : special(operand_dtype(f, d, f.arity - 1));
  const std::size_t n = first.values.size(), total = f.arity == 1 ? n : n * n;
  for (int k = 0; k < f.arity; ++k) {
    const kiln_dtype dtype = operand_dtype(f, d, k);
    HostArray array{dtype, {std::int64_t(total)}, {}};
    for (std::size_t i = 0; i < total; ++i) {
      const std::size_t place = k == 0 ? i % n : k == 1 ? i / n : (i * 7 + i / n * 3) % n;
      if (dtype == d)
        array.values.push_back(first.values[place]);
      else if (dtype == KILN_BOOL)
        array.values.push_back(Real(i % 3 != 0));
      else
        array.values.push_back(Real(int(place % 9) - 4));
    }
    out.push_back(std::move(array));
  }
  return out;
}

Tolerance tolerance(const Function& f) {
  const bool exact = f.units == 0 && !f.at_operands;
  return {exact ? 0.0 : 1.0, exact ? 0.0 : 1.0, f.units, f.units, 16};
}

}  // namespace kiln::operations::elementwise
