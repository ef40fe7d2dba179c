// SPDX-License-Identifier: Apache-2.0
#include "host_array.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace kiln::operations {

namespace {

struct Format {
  int digits, least, greatest;  // mantissa bits, exponents of the least denormal and of the largest number
};
Format format_of(kiln_dtype dtype) {
  switch (dtype) {
    case KILN_FLOAT16:
      return {11, -24, 15};
    case KILN_BFLOAT16:
      return {8, -133, 127};
    case KILN_FLOAT32:
    case KILN_COMPLEX64:
      return {24, -149, 127};
    default:
      return {53, -1074, 1023};
  }
}

// To nearest, ties to even.
Real rounded(kiln_dtype dtype, Real value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const Format f = format_of(dtype);
  int exponent = 0;
  std::frexp(value, &exponent);  // value = 0.5..1 * 2^exponent
  const int last = std::max(exponent - f.digits, f.least);
  const Real whole = std::nearbyint(std::ldexp(value, -last));
  const Real result = std::ldexp(whole, last);
  return std::abs(result) >= std::ldexp(Real(1), f.greatest + 1) ? std::copysign(HUGE_VALL, value) : result;
}

Real lowest(kiln_dtype d) { return is_signed(d) ? -std::ldexp(Real(1), bits_of(d) - 1) : 0; }
Real highest(kiln_dtype d) { return std::ldexp(Real(1), bits_of(d) - is_signed(d)) - 1; }

Real wrapped(kiln_dtype dtype, Real value) {
  const Real span = std::ldexp(Real(1), bits_of(dtype));
  Real low = std::fmod(value, span);
  if (low < lowest(dtype)) low += span;
  if (low > highest(dtype)) low -= span;
  return low + 0;  // not -0.0
}

template <class T>
void put(unsigned char* at, T value) {
  std::memcpy(at, &value, sizeof value);
}
template <class T>
T get(const unsigned char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// float16 and bfloat16 bits of a number that the dtype holds exactly.
std::uint16_t short_bits(kiln_dtype dtype, Real value) {
  const Format f = format_of(dtype);
  const unsigned stored = unsigned(f.digits - 1);
  const unsigned greatest_exponent = (1U << (15 - stored)) - 1;
  const auto sign = std::uint16_t(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return std::uint16_t(sign | greatest_exponent << stored | 1U << (stored - 1));
  if (std::isinf(value)) return std::uint16_t(sign | greatest_exponent << stored);
  if (value == 0) return sign;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - f.digits, f.least);
  const auto mantissa = unsigned(std::ldexp(std::abs(value), -last));
  const unsigned biased = mantissa >> stored ? unsigned(last - f.least + 1) : 0;
  return std::uint16_t(sign | biased << stored | (mantissa & ((1U << stored) - 1)));
}

Real from_short_bits(kiln_dtype dtype, std::uint16_t bits) {
  const Format f = format_of(dtype);
  const unsigned stored = unsigned(f.digits - 1);
  const unsigned greatest_exponent = (1U << (15 - stored)) - 1;
  const unsigned biased = bits >> stored & greatest_exponent, mantissa = bits & ((1U << stored) - 1);
  const Real sign = bits & 0x8000 ? -1 : 1;
  if (biased == greatest_exponent) return mantissa ? NAN : sign * HUGE_VALL;
  const Real whole = Real(mantissa | (biased ? 1U << stored : 0));
  return sign * std::ldexp(whole, f.least + int(biased ? biased - 1 : 0));
}

void store(unsigned char* at, kiln_dtype dtype, Number value) {
  const Real x = value.real();
  switch (dtype) {
    case KILN_BOOL:
      return put(at, std::uint8_t(x != 0));
    case KILN_INT8:
      return put(at, std::int8_t(x));
    case KILN_INT16:
      return put(at, std::int16_t(x));
    case KILN_INT32:
      return put(at, std::int32_t(x));
    case KILN_INT64:
      return put(at, std::int64_t(x));
    case KILN_UINT8:
      return put(at, std::uint8_t(x));
    case KILN_UINT16:
      return put(at, std::uint16_t(x));
    case KILN_UINT32:
      return put(at, std::uint32_t(x));
    case KILN_UINT64:
      return put(at, std::uint64_t(x));
    case KILN_FLOAT16:
    case KILN_BFLOAT16:
      return put(at, short_bits(dtype, x));
    case KILN_FLOAT32:
      return put(at, float(x));
    case KILN_FLOAT64:
      return put(at, double(x));
    case KILN_COMPLEX64:
      put(at, float(x));
      return put(at + 4, float(value.imag()));
    default:
      put(at, double(x));
      return put(at + 8, double(value.imag()));
  }
}

Number load(const unsigned char* at, kiln_dtype dtype) {
  switch (dtype) {
    case KILN_BOOL:
    case KILN_UINT8:
      return Real(get<std::uint8_t>(at));
    case KILN_INT8:
      return Real(get<std::int8_t>(at));
    case KILN_INT16:
      return Real(get<std::int16_t>(at));
    case KILN_INT32:
      return Real(get<std::int32_t>(at));
    case KILN_INT64:
      return Real(get<std::int64_t>(at));
    case KILN_UINT16:
      return Real(get<std::uint16_t>(at));
    case KILN_UINT32:
      return Real(get<std::uint32_t>(at));
    case KILN_UINT64:
      return Real(get<std::uint64_t>(at));
    case KILN_FLOAT16:
    case KILN_BFLOAT16:
      return from_short_bits(dtype, get<std::uint16_t>(at));
    case KILN_FLOAT32:
      return Real(get<float>(at));
    case KILN_FLOAT64:
      return Real(get<double>(at));
    case KILN_COMPLEX64:
      return {Real(get<float>(at)), Real(get<float>(at + 4))};
    default:
      return {Real(get<double>(at)), Real(get<double>(at + 8))};
  }
}

}  // namespace

std::size_t size_of(const Shape& shape) {
  std::size_t size = 1;
  for (auto extent : shape) size *= std::size_t(extent);
  return size;
}

int bits_of(kiln_dtype dtype) { return int(8 * kiln_dtype_size(dtype)); }

kiln_dtype real_dtype(kiln_dtype d) {
  return d == KILN_COMPLEX64 ? KILN_FLOAT32 : d == KILN_COMPLEX128 ? KILN_FLOAT64 : d;
}

kiln_dtype default_float() {
  kiln_dtype dtype = KILN_FLOAT32;
  detail::check(kiln_dtype_from_name("floatX", &dtype));
  return dtype;
}

kiln_dtype promote(kiln_dtype a, kiln_dtype b) {
  kiln_dtype dtype = a;
  detail::check(kiln_dtype_promote(a, b, &dtype));
  return dtype;
}

Number convert(kiln_dtype to, Number value) {
  if (is_bool(to)) return value != Number(0) ? 1 : 0;
  if (is_integer(to)) return wrapped(to, value.real());
  if (is_complex(to)) return {rounded(to, value.real()), rounded(to, value.imag())};
  return rounded(to, value.real());
}

Number cast(kiln_dtype from, kiln_dtype to, Number value) {
  if (is_integer(to) && (is_float(from) || is_complex(from))) {
    const Real x = value.real();
    return std::isnan(x) ? 0 : std::clamp(std::trunc(x) + 0, lowest(to), highest(to));
  }
  return convert(to, value);
}

Real unit_in_last_place(kiln_dtype dtype, Real value) {
  if (is_bool(dtype) || is_integer(dtype)) return 1;
  const Format f = format_of(dtype);
  int exponent = f.least + f.digits;
  if (value != 0 && std::isfinite(value)) std::frexp(value, &exponent);
  return std::ldexp(Real(1), std::max(exponent - f.digits, f.least));
}

std::vector<unsigned char> bytes_of(const HostArray& array) {
  const std::size_t item = kiln_dtype_size(array.dtype);
  std::vector<unsigned char> bytes(array.values.size() * item);
  for (std::size_t i = 0; i < array.values.size(); ++i) store(&bytes[i * item], array.dtype, array.values[i]);
  return bytes;
}

HostArray from_bytes(kiln_dtype dtype, const Shape& shape, const unsigned char* bytes) {
  HostArray out{dtype, shape, {}};
  const std::size_t item = kiln_dtype_size(dtype), size = size_of(shape);
  out.values.reserve(size);
  for (std::size_t i = 0; i < size; ++i) out.values.push_back(load(bytes + i * item, dtype));
  return out;
}

namespace {

constexpr Real kGap = 1;  // between the elements of a view: a value of every dtype

// Where in its buffer, counted in elements, an array has each element, in C order.
std::vector<std::size_t> places(const kiln_array_info& view) {
  const auto item = std::int64_t(kiln_dtype_size(view.dtype));
  std::vector<std::size_t> out;
  out.reserve(std::size_t(view.size));
  Shape at(view.ndim, 0);
  std::int64_t place = view.offset;
  for (std::int64_t i = 0; i < view.size; ++i) {
    out.push_back(std::size_t(place / item));
    for (std::size_t d = view.ndim; d-- > 0;) {
      place += view.strides[d];
      if (++at[d] < view.shape[d]) break;
      place -= view.strides[d] * view.shape[d];
      at[d] = 0;
    }
  }
  return out;
}

}  // namespace

HostArray download(const GpuArray& array) {
  // Strided elements are picked here: a test of an operation compiles no kernel of another.
  const auto info = array.info();
  if (info.size == 0) return {info.dtype, array.shape(), {}};
  const Buffer buffer = array.buffer();
  std::size_t size = 0;
  detail::check(kiln_buffer_size(buffer.get(), &size));
  std::vector<unsigned char> bytes(size);
  array.context().synchronize();
  detail::check(kiln_buffer_read(buffer.get(), 0, bytes.data(), size));
  const std::size_t item = kiln_dtype_size(info.dtype);
  HostArray out{info.dtype, array.shape(), {}};
  for (std::size_t place : places(info)) out.values.push_back(load(&bytes[place * item], info.dtype));
  return out;
}

Placed place(const Context& context, kiln_dtype dtype, const Shape& shape, int layout, const HostArray* values) {
  const std::size_t n = shape.size();
  Shape whole = shape;
  if (n == 0 && layout != 0) whole = {3};  // an element of a larger array
  if (n > 0 && layout == 1) std::reverse(whole.begin(), whole.end());
  if (n > 0 && layout == 2) whole[n - 1] = 2 * whole[n - 1] + 1;
  if (n > 0 && layout == 4) {
    whole[0] += 1;
    whole[n - 1] += 3;
  }
  Placed out;
  out.whole = GpuArray::empty(context, whole, dtype);
  out.view = out.whole;
  if (n == 0 && layout != 0) out.view = out.whole[layout % 3];
  if (n > 0 && layout == 1) out.view = out.whole.transpose();                   // axes in memory the other way round
  if (n > 0 && layout == 2) out.view = out.whole(ellipsis, slice(1, none, 2));  // every other one of the last axis
  if (n > 0 && layout == 3) out.view = out.whole.flip();                        // backwards
  if (n > 0 && layout == 4)  // rows of a wider array, with a gap before them
    out.view = out.whole(slice(1, none), ellipsis)(ellipsis, slice(0, -3)).reshape(shape, KILN_COPY_NEVER);
  HostArray memory{dtype, whole, std::vector<Number>(size_of(whole), Number(kGap))};
  if (values) {
    const auto at = places(out.view.info());
    for (std::size_t i = 0; i < at.size(); ++i) memory.values[at[i]] = values->values[i];
  }
  const auto bytes = bytes_of(memory);
  if (!bytes.empty()) detail::check(kiln_array_write(out.whole.get(), bytes.data(), bytes.size()));
  return out;
}

bool gaps_untouched(const Placed& placed) {
  HostArray memory = download(placed.whole);
  for (std::size_t at : places(placed.view.info())) memory.values[at] = kGap;
  return std::all_of(memory.values.begin(), memory.values.end(), [](Number v) { return v == Number(kGap); });
}

HostArray within(Random& random, kiln_dtype dtype, const Shape& shape, Real low, Real high) {
  HostArray out{dtype, shape, std::vector<Number>(size_of(shape))};
  auto one = [&] { return low + (high - low) * (Real(random() >> 11) * 0x1p-53L); };
  for (Number& value : out.values) {
    const Real re = one();
    value = is_bool(dtype)      ? Number(Real(random() % 2))
            : is_integer(dtype) ? Number(std::clamp(std::floor(re), lowest(dtype), highest(dtype)))
            : is_complex(dtype) ? convert(dtype, {re, one()})
                                : convert(dtype, re);
  }
  return out;
}

HostArray ordinary(Random& random, kiln_dtype dtype, const Shape& shape) {
  return is_integer(dtype) ? within(random, dtype, shape, -60, 60) : within(random, dtype, shape, -4, 4);
}

HostArray special(kiln_dtype dtype) {
  HostArray out{dtype, {}, {}};
  if (is_bool(dtype)) {
    out.values = {0, 1};
  } else if (is_integer(dtype)) {
    for (Real value : {Real(0), Real(1), Real(-1), Real(2), Real(7), Real(-7), Real(100), lowest(dtype),
                       lowest(dtype) + 1, highest(dtype) - 1, highest(dtype)})
      if (value >= lowest(dtype)) out.values.emplace_back(value);
  } else {
    const kiln_dtype real = real_dtype(dtype);
    const Format f = format_of(real);
    const Real greatest = std::ldexp(Real(2) - std::ldexp(Real(1), 1 - f.digits), f.greatest);
    std::vector<Real> values;
    for (Real value : {Real(0), Real(1), Real(0.5), Real(1.5), Real(2), Real(2.5), Real(3), Real(100.25), greatest,
                       std::ldexp(Real(1), f.least + f.digits - 1), Real(HUGE_VALL)})
      for (Real sign : {1, -1}) values.push_back(convert(real, std::copysign(value, sign)).real());
    values.push_back(NAN);
    for (Real value : values) out.values.emplace_back(value, is_complex(dtype) ? values[values.size() / 3] : 0);
    if (is_complex(dtype))
      for (Real value : values) out.values.emplace_back(values[values.size() / 2], value);
  }
  out.shape = {std::int64_t(out.values.size())};
  return out;
}

HostArray special_grid(kiln_dtype dtype) {
  HostArray out{dtype, {}, {}};
  const Format f = format_of(real_dtype(dtype));
  const auto two_to = [](int power) { return std::ldexp(Real(1), power); };
  // Beside 1, where squares vanish beside it or overflow, and where exp and sinh overflow.
  std::vector<Real> values;
  for (Real size : {Real(0), two_to(f.least + f.digits - 1), two_to(f.least / 2), two_to(-f.digits / 2), Real(0.3L),
                    1 - two_to(-8), Real(1), 1 + two_to(-8), Real(1.5), Real(3), Real(20),
                    Real(0.6935L) * Real(f.greatest + 1), Real(2 * f.greatest), two_to(f.digits + 4),
                    two_to(f.greatest / 2 + 1), (2 - two_to(1 - f.digits)) * two_to(f.greatest), Real(HUGE_VALL)})
    for (Real sign : {1, -1}) values.push_back(std::copysign(convert(real_dtype(dtype), size).real(), sign));
  values.push_back(NAN);
  for (Real re : values)
    for (Real im : values) out.values.emplace_back(re, im);
  out.shape = {std::int64_t(out.values.size())};
  return out;
}

HostArray finite_grid(kiln_dtype dtype, bool extremes) {
  HostArray out{dtype, {}, {}};
  const Format f = format_of(real_dtype(dtype));
  const auto two_to = [](int power) { return std::ldexp(Real(1), power); };
  std::vector<Real> sizes{two_to(f.least / 2 + f.digits), Real(0.3L), Real(1), Real(3), two_to(f.greatest / 2 - 1)};
  if (extremes)
    for (Real size : {two_to(f.least), (2 - two_to(1 - f.digits)) * two_to(f.greatest)}) sizes.push_back(size);
  std::vector<Real> values{0};
  for (Real size : sizes)
    for (Real sign : {1, -1}) values.push_back(sign * convert(real_dtype(dtype), size).real());
  for (Real re : values)
    for (Real im : values)
      if (re != 0 || im != 0) out.values.emplace_back(re, im);
  out.shape = {std::int64_t(out.values.size())};
  return out;
}

}  // namespace kiln::operations
