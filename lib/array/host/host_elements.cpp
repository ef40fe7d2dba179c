// SPDX-License-Identifier: Apache-2.0
// A conversion takes small pieces of the elements to the widest type of the source's family (signed, unsigned,
// real, complex), and from there to the destination. So each dtype needs two short loops, and no pair of dtypes
// needs one of its own. The step to the wide type never rounds.
#include "array/host/host_elements.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/half.hpp"
#include "layout/layout.hpp"

namespace kiln::array {
namespace {

using base::DType;
using base::fail;

struct Half {
  std::uint16_t bits;
};
struct BFloat {
  std::uint16_t bits;
};
template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

constexpr std::size_t kPiece = 512;

template <class T>
struct Stored {
  DType dtype;
};

// Calls visit with a null pointer of the element type that has the dtype.
template <class Visit, class... T>
void with_type_of(DType dtype, Visit visit, Stored<T>... types) {
  if (!((dtype == types.dtype && (visit(static_cast<T*>(nullptr)), true)) || ...))
    fail(KILN_TYPE_ERROR, "convert: got dtype number {}, expected a dtype", static_cast<int>(dtype));
}
template <class Visit>
void with_type(DType dtype, Visit visit) {
  with_type_of(dtype, visit, Stored<bool>{KILN_BOOL}, Stored<std::int8_t>{KILN_INT8}, Stored<std::int16_t>{KILN_INT16},
               Stored<std::int32_t>{KILN_INT32}, Stored<std::int64_t>{KILN_INT64}, Stored<std::uint8_t>{KILN_UINT8},
               Stored<std::uint16_t>{KILN_UINT16}, Stored<std::uint32_t>{KILN_UINT32},
               Stored<std::uint64_t>{KILN_UINT64}, Stored<Half>{KILN_FLOAT16}, Stored<BFloat>{KILN_BFLOAT16},
               Stored<float>{KILN_FLOAT32}, Stored<double>{KILN_FLOAT64}, Stored<std::complex<float>>{KILN_COMPLEX64},
               Stored<std::complex<double>>{KILN_COMPLEX128});
}

// ---- To the wide type ----

template <class Wide, class T>
Wide widen(T value) {
  return static_cast<Wide>(value);
}
template <class Wide>
Wide widen(Half value) {
  return base::half_to_float(value.bits);
}
template <class Wide>
Wide widen(BFloat value) {
  return base::bfloat16_to_float(value.bits);
}

template <class T>
using WideOf =
    std::conditional_t<kIsComplex<T>, std::complex<double>,
                       std::conditional_t<!std::is_integral_v<T>, double,
                                          std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>>;

template <class T, class Wide>
void load_piece(const std::byte* source, Wide* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_same_v<T, bool>) {
      out[i] = source[i] != std::byte{0};  // any byte but 0 is true
    } else {
      T value;
      std::memcpy(&value, source + i * sizeof(T), sizeof(T));
      out[i] = widen<Wide>(value);
    }
  }
}

// ---- From the wide type ----

template <class To>
To saturate(double value) {
  using Limits = std::numeric_limits<To>;
  const double end = std::ldexp(1.0, Limits::digits);
  if (std::isnan(value)) return 0;
  if (value >= end) return Limits::max();
  if (value <= (std::is_signed_v<To> ? -end : 0.0)) return Limits::min();
  return static_cast<To>(value);
}

// Converts a number to a double that a narrower floating-point type rounds as it would round the number itself.
double sticky(std::uint64_t magnitude) { return base::sticky_double(magnitude); }
double sticky(std::int64_t value) {
  return value < 0 ? -sticky(0 - static_cast<std::uint64_t>(value)) : sticky(static_cast<std::uint64_t>(value));
}
double sticky(double value) { return value; }

template <class To, class Wide>
To narrow(Wide value) {
  if constexpr (kIsComplex<Wide>) {
    if constexpr (std::is_same_v<To, bool>) {
      return value.real() != 0 || value.imag() != 0;
    } else if constexpr (kIsComplex<To>) {
      return To(value);
    } else {
      return narrow<To>(value.real());
    }
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != 0;
  } else if constexpr (kIsComplex<To>) {
    return To(static_cast<typename To::value_type>(value));
  } else if constexpr (std::is_same_v<To, Half>) {
    return {base::double_to_half(sticky(value))};
  } else if constexpr (std::is_same_v<To, BFloat>) {
    return {base::double_to_bfloat16(sticky(value))};
  } else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<Wide>) {
    return saturate<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

template <class T, class Wide>
void store_piece(const Wide* in, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const T value = narrow<T>(in[i]);
    std::memcpy(destination + i * sizeof(T), &value, sizeof(T));
  }
}

template <class Wide>
void convert_through(DType from, const std::byte* source, DType to, std::byte* destination, std::size_t count) {
  void (*load)(const std::byte*, Wide*, std::size_t) = nullptr;
  void (*store)(const Wide*, std::byte*, std::size_t) = nullptr;
  with_type(from, [&]<class T>(T*) {
    if constexpr (std::is_same_v<Wide, WideOf<T>>) load = load_piece<T, Wide>;
  });
  with_type(to, [&]<class T>(T*) { store = store_piece<T, Wide>; });
  Wide piece[kPiece];
  for (std::size_t done = 0; done < count; done += kPiece) {
    const auto now = std::min(kPiece, count - done);
    load(source + done * base::dtype_size(from), piece, now);
    store(piece, destination + done * base::dtype_size(to), now);
  }
}

// ---- Strided copies ----

template <std::size_t kSize>
void copy_row(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
              std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_stride, from + i * from_stride, kSize);
}

using CopyRow = void (*)(std::byte*, std::int64_t, const std::byte*, std::int64_t, std::int64_t);

CopyRow row_copier(std::size_t itemsize) {
  static constexpr CopyRow kCopiers[] = {copy_row<1>, copy_row<2>, copy_row<4>, copy_row<8>, copy_row<16>};
  return kCopiers[std::countr_zero(itemsize)];
}

void copy_axes(const layout::Collapsed& c, std::size_t axis, std::size_t itemsize, CopyRow row, std::byte* to,
               const std::byte* from) {
  const auto count = c.shape[axis], to_stride = c.strides[0][axis], from_stride = c.strides[1][axis];
  if (axis + 1 < c.shape.size()) {
    for (std::int64_t i = 0; i < count; ++i) {
      copy_axes(c, axis + 1, itemsize, row, to + i * to_stride, from + i * from_stride);
    }
    return;
  }
  const auto item = static_cast<std::int64_t>(itemsize);
  if (to_stride == item && from_stride == item) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * itemsize);
  } else {
    row(to, to_stride, from, from_stride, count);
  }
}

}  // namespace

void convert_elements(DType from, const void* source, DType to, void* destination, std::size_t count) {
  const auto* in = static_cast<const std::byte*>(source);
  auto* out = static_cast<std::byte*>(destination);
  if (from == to) {
    if (count > 0) std::memcpy(out, in, count * base::dtype_size(from));
  } else if (base::is_signed(from)) {
    convert_through<std::int64_t>(from, in, to, out, count);
  } else if (base::is_bool(from) || base::is_unsigned(from)) {
    convert_through<std::uint64_t>(from, in, to, out, count);
  } else if (base::is_complex(from)) {
    convert_through<std::complex<double>>(from, in, to, out, count);
  } else {
    convert_through<double>(from, in, to, out, count);
  }
}

void copy_elements(std::size_t itemsize, const layout::Dims& shape, void* destination,
                   const layout::Dims& destination_strides, const void* source, const layout::Dims& source_strides) {
  const layout::Dims* strides[] = {&destination_strides, &source_strides};
  layout::Collapsed c;
  layout::collapse(shape, strides, true, c);
  copy_axes(c, 0, itemsize, row_copier(itemsize), static_cast<std::byte*>(destination),
            static_cast<const std::byte*>(source));
}

}  // namespace kiln::array
