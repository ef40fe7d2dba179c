// SPDX-License-Identifier: Apache-2.0
// Arrays on the host, as references compute them: every element of every dtype, exactly.
#pragma once

#include <kiln/kiln.hpp>

#include <cmath>
#include <complex>
#include <random>
#include <vector>

namespace kiln::operations {

// 64 bits of mantissa or more: holds every int64, uint64 and float64.
using Real = long double;
using Number = std::complex<Real>;
static_assert(std::numeric_limits<Real>::digits >= 64, "host references need a long double of 64 bits");

// Elements in C order.
struct HostArray {
  kiln_dtype dtype = KILN_FLOAT32;
  Shape shape;
  std::vector<Number> values;
};

std::size_t size_of(const Shape& shape);

inline bool is_bool(kiln_dtype d) { return d == KILN_BOOL; }
inline bool is_signed(kiln_dtype d) { return d >= KILN_INT8 && d <= KILN_INT64; }
inline bool is_unsigned(kiln_dtype d) { return d >= KILN_UINT8 && d <= KILN_UINT64; }
inline bool is_integer(kiln_dtype d) { return d >= KILN_INT8 && d <= KILN_UINT64; }
inline bool is_float(kiln_dtype d) { return d >= KILN_FLOAT16 && d <= KILN_FLOAT64; }
inline bool is_complex(kiln_dtype d) { return d == KILN_COMPLEX64 || d == KILN_COMPLEX128; }
int bits_of(kiln_dtype dtype);  // of an integer
kiln_dtype real_dtype(kiln_dtype dtype);
kiln_dtype default_float();  // the flag floatX
kiln_dtype promote(kiln_dtype a, kiln_dtype b);

// The number as the dtype holds it: rounded to nearest even, integers wrapped, bool: not 0.
Number convert(kiln_dtype to, Number value);
// Float to integer truncates and saturates, NaN gives 0: what a cast does.
Number cast(kiln_dtype from, kiln_dtype to, Number value);
inline Real magnitude(Number value) { return std::hypot(value.real(), value.imag()); }
// The distance from |value| to the next larger number of the dtype; 1 for integers and bool.
Real unit_in_last_place(kiln_dtype dtype, Real value);

// Elements in memory, one behind the other.
std::vector<unsigned char> bytes_of(const HostArray& array);
HostArray from_bytes(kiln_dtype dtype, const Shape& shape, const unsigned char* bytes);
// The elements of a device's array, of any strides. Waits.
HostArray download(const GpuArray& array);
// An array of a layout (0: C order; others: transposed, stepped, reversed, with gaps and an offset) and the
// memory that it is a view of. No kernel is used.
struct Placed {
  GpuArray whole, view;
};
inline constexpr int kLayouts = 5;
// With these elements, or without NULL.
Placed place(const Context& context, kiln_dtype dtype, const Shape& shape, int layout,
             const HostArray* values = nullptr);
// Is the memory beside the view as place() made it?
bool gaps_untouched(const Placed& placed);

// ---- Elements to try ----
using Random = std::mt19937_64;
// In a range where most functions are lively: integers of a few dozen, floats of a few units.
HostArray ordinary(Random& random, kiln_dtype dtype, const Shape& shape);
HostArray within(Random& random, kiln_dtype dtype, const Shape& shape, Real low, Real high);
// Zeros of both signs, ones, extremes, denormals, infinities, NaN; the ends of integers.
HostArray special(kiln_dtype dtype);
// Complex numbers of every pair of parts that functions may find hard.
HostArray special_grid(kiln_dtype dtype);
// Complex numbers but 0 whose products do not overflow on their way; with `extremes` of every size.
HostArray finite_grid(kiln_dtype dtype, bool extremes);

}  // namespace kiln::operations
