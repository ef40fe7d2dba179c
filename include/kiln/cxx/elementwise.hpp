// SPDX-License-Identifier: Apache-2.0
// Elementwise computations from texts (kiln/elementwise.h), whose `/` and `%` are C's.
//
//   kiln::Elementwise axpy(context, "r = a*x + y");
//   kiln::GpuArray r;
//   axpy(kiln::new_array(r), 2.5, x, y);   // parameters: r, a, x, y
#ifndef KILN_CXX_ELEMENTWISE_HPP
#define KILN_CXX_ELEMENTWISE_HPP

#include <kiln/cxx/array.hpp>

#include <cstdint>
#include <cstring>

namespace kiln {

// An output that the call allocates and writes to *array.
struct NewArray {
  GpuArray* array;
  int dtype;  // KILN_DTYPE_AUTO (-1): the typing rules choose it
};
inline NewArray new_array(GpuArray& array) noexcept { return {&array, -1}; }
inline NewArray new_array(GpuArray& array, kiln_dtype dtype) noexcept { return {&array, dtype}; }

// A number with the dtype of T. A plain number takes the dtype of the operand beside it instead.
template <class T>
struct Typed {
  T value;
};
template <class T>
Typed<T> typed(T value) noexcept {
  return {value};
}

namespace detail {

inline kiln_argument array_argument(kiln_array array) noexcept {
  kiln_argument argument{};
  argument.kind = KILN_ARGUMENT_ARRAY;
  argument.value.array = array;
  return argument;
}

inline kiln_argument new_argument(kiln_array* out, int dtype) noexcept {
  kiln_argument argument{};
  argument.kind = KILN_ARGUMENT_NEW;
  static_assert(sizeof argument.dtype == sizeof dtype);
  std::memcpy(&argument.dtype, &dtype, sizeof dtype);  // a number outside the enum's range is kept, too
  argument.value.new_array = out;
  return argument;
}

template <class T>
kiln_argument typed_argument(T value) noexcept {
  kiln_argument argument{};
  argument.kind = KILN_ARGUMENT_SCALAR;
  argument.dtype = dtype_of<T>;
  if constexpr (std::is_floating_point_v<T>) {
    argument.value.f64 = static_cast<double>(value);
  } else if constexpr (!std::is_integral_v<T>) {
    argument.value.c128[0] = static_cast<double>(value.real());
    argument.value.c128[1] = static_cast<double>(value.imag());
  } else if constexpr (std::is_signed_v<T> || std::is_same_v<T, bool>) {
    argument.value.i64 = static_cast<std::int64_t>(value);
  } else {
    argument.value.u64 = static_cast<std::uint64_t>(value);
  }
  return argument;
}

// A number that takes the dtype of the operand beside it. Bools, complex numbers, and integers that int64 does not
// hold have their own dtypes instead.
template <class T>
kiln_argument number_argument(T value) noexcept {
  if constexpr (std::is_same_v<T, bool> || !std::is_arithmetic_v<T>) {
    return typed_argument(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    kiln_argument argument{};
    argument.kind = KILN_ARGUMENT_NUMBER;
    argument.value.f64 = static_cast<double>(value);
    return argument;
  } else {
    if constexpr (!std::is_signed_v<T> && sizeof(T) == 8) {
      if (value > static_cast<std::uint64_t>(INT64_MAX)) return typed_argument(static_cast<std::uint64_t>(value));
    }
    kiln_argument argument{};
    argument.kind = KILN_ARGUMENT_INTEGER;
    argument.value.i64 = static_cast<std::int64_t>(value);
    return argument;
  }
}

}  // namespace detail

// One argument of a call. It refers to its array, which must outlive the call.
class Argument {
 public:
  Argument(const GpuArray& array) noexcept : value_(detail::array_argument(array.get())) {}
  Argument(const NewArray& output) noexcept
      : value_(detail::new_argument(nullptr, output.dtype)), target_(output.array) {}
  template <class T>
  Argument(Typed<T> scalar) noexcept : value_(detail::typed_argument(scalar.value)) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Argument(T number) noexcept : value_(detail::number_argument(number)) {}
  template <class T>
  Argument(const std::complex<T>& number) noexcept : value_(detail::typed_argument(number)) {}
  const kiln_argument& value() const noexcept { return value_; }
  GpuArray* target() const noexcept { return target_; }

 private:
  kiln_argument value_;
  GpuArray* target_ = nullptr;
};

// A computation that is prepared for a context.
class Elementwise {
 public:
  // `parameters` lists the names of the arguments in order, such as "r, a, b". Without it the outputs come
  // first, then the inputs, in the order in which the text has them.
  Elementwise(const Context& context, const std::string& text, const std::string& parameters = {}) : context_(context) {
    detail::check(kiln_elementwise_create(detail::need(context), text.c_str(),
                                          parameters.empty() ? nullptr : parameters.c_str(), handle_.out()));
  }

  // Queues the computation. An argument is an array, a number, typed(), new_array() for an output, or, for an
  // input, an expression, which is first computed into an array.
  template <class... Args>
  void operator()(const Args&... args) const {
    if constexpr ((detail::makes_array<Args> || ...)) require_inputs({detail::makes_array<Args>...});
    call(detail::settled(args)...);
  }
  std::vector<std::string> parameters() const {
    std::size_t count = 0;
    const char* const* names = nullptr;
    detail::check(kiln_elementwise_parameters(detail::need(*this), &count, &names));
    return std::vector<std::string>(names, names + count);
  }
  kiln_elementwise get() const noexcept { return handle_.get(); }

 private:
  void require_inputs(const std::vector<bool>& made) const {
    std::size_t count = 0;
    const kiln_parameter_kind* kinds = nullptr;
    detail::check(kiln_elementwise_kinds(detail::need(*this), &count, &kinds));
    for (std::size_t i = 0; i < made.size() && i < count; ++i)
      if (made[i] && kinds[i] != KILN_PARAMETER_INPUT)
        throw Error(KILN_INVALID_ARGUMENT, "Elementwise: argument " + std::to_string(i + 1) + " ('" + parameters()[i] +
                                               "') is an expression, expected an array to write");
  }
  [[noreturn]] void refuse_empty(std::size_t i) const {
    const auto names = parameters();
    throw Error(KILN_INVALID_ARGUMENT, "Elementwise: argument " + std::to_string(i + 1) +
                                           (i < names.size() ? " ('" + names[i] + "')" : "") +
                                           " is an empty GpuArray, expected an array");
  }
  template <class... Args>
  void call(const Args&... args) const {
    const std::array<Argument, sizeof...(Args)> given{Argument(args)...};
    std::array<kiln_argument, sizeof...(Args)> values{};
    std::array<detail::ArrayHandle, sizeof...(Args)> made;
    for (std::size_t i = 0; i < given.size(); ++i) {
      values[i] = given[i].value();
      if (given[i].target()) values[i].value.new_array = made[i].out();
    }
    const kiln_elementwise elementwise = detail::need(*this);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i].kind == KILN_ARGUMENT_ARRAY && !values[i].value.array) refuse_empty(i);
    detail::check(kiln_elementwise_call(elementwise, values.size(), values.data()));
    for (std::size_t i = 0; i < given.size(); ++i)
      if (given[i].target()) *given[i].target() = GpuArray(std::move(made[i]), context_);
  }

  detail::ElementwiseHandle handle_;
  Context context_;
};

}  // namespace kiln

#endif
