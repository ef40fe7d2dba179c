// SPDX-License-Identifier: Apache-2.0
// Kernels that the program writes (docs/reference/kernels.md).
//
//   kiln::Program program(context, source);
//   auto scale = program.kernel("scale",
//                               {kiln::parameter::input<float>(), kiln::parameter::output<float>()});
//   scale.launch({400}, a, r);
#ifndef KILN_CXX_KERNEL_HPP
#define KILN_CXX_KERNEL_HPP

#include <kiln/cxx/array.hpp>

#include <cstdint>
#include <cstdio>
#include <initializer_list>

namespace kiln {

namespace parameter {
inline kiln_parameter input(kiln_dtype dtype) noexcept { return {KILN_PARAMETER_INPUT, dtype}; }
inline kiln_parameter output(kiln_dtype dtype) noexcept { return {KILN_PARAMETER_OUTPUT, dtype}; }
inline kiln_parameter input_output(kiln_dtype dtype) noexcept { return {KILN_PARAMETER_INPUT_OUTPUT, dtype}; }
inline kiln_parameter scalar(kiln_dtype dtype) noexcept { return {KILN_PARAMETER_SCALAR, dtype}; }
inline kiln_parameter local() noexcept { return {KILN_PARAMETER_LOCAL, KILN_INT8}; }
inline kiln_parameter bytes() noexcept { return {KILN_PARAMETER_BYTES, KILN_INT8}; }
inline kiln_parameter dynamic_local() noexcept { return {KILN_PARAMETER_DYNAMIC_LOCAL, KILN_INT8}; }
template <class T>
kiln_parameter input() noexcept {
  return input(dtype_of<T>);
}
template <class T>
kiln_parameter output() noexcept {
  return output(dtype_of<T>);
}
template <class T>
kiln_parameter input_output() noexcept {
  return input_output(dtype_of<T>);
}
template <class T>
kiln_parameter scalar() noexcept {
  return scalar(dtype_of<T>);
}
}  // namespace parameter

namespace detail {
// A size that the caller has as any integer, such as GpuArray::size().
template <class T>
std::size_t size_of_launch(T size, const char* what) {
  if constexpr (std::is_signed_v<T>)
    if (size < 0)
      throw Error(KILN_INVALID_ARGUMENT,
                  std::string(what) + ": got the size " + std::to_string(size) + ", expected 0 or more");
  return static_cast<std::size_t>(size);
}
// One size of an NdRange.
struct RangeSize {
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  RangeSize(T size) : value(size_of_launch(size, "NdRange")) {}
  std::size_t value;
};
}  // namespace detail

// What a launch passes for parameter::local() and dynamic_local(): the bytes of local memory of each group.
struct LocalBytes {
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  explicit LocalBytes(T count) : bytes(detail::size_of_launch(count, "LocalBytes")) {}
  std::size_t bytes;
};
// What a launch passes for parameter::bytes(). The memory must live until the launch returns.
struct ValueBytes {
  const void* data;
  std::size_t size;
};

// The work-items of a launch, in 1 to 3 dimensions. Without in_groups() Kiln chooses the size of the groups. Sizes are
// integers of any type.
//
//   {a.size()}     {20, 10}     NdRange{64, 64}.in_groups({8, 8})
class NdRange {
 public:
  NdRange(std::initializer_list<detail::RangeSize> global) : dims_(global.size()) { copy(global, global_); }
  NdRange in_groups(std::initializer_list<detail::RangeSize> local) const {
    NdRange result(*this);
    if (local.size() != dims_)
      throw Error(KILN_INVALID_ARGUMENT, "NdRange::in_groups: got " + detail::plural(local.size(), "size", "sizes") +
                                             ", expected " + std::to_string(dims_));
    copy(local, result.local_);
    result.grouped_ = true;
    return result;
  }
  std::size_t dims() const noexcept { return dims_; }
  const std::size_t* global() const noexcept { return global_; }
  const std::size_t* local() const noexcept { return grouped_ ? local_ : nullptr; }

 private:
  static void copy(std::initializer_list<detail::RangeSize> from, std::size_t (&to)[3]) {
    if (from.size() < 1 || from.size() > 3)
      throw Error(KILN_INVALID_ARGUMENT,
                  "NdRange: got " + std::to_string(from.size()) + " dimensions, expected 1 to 3");
    std::size_t i = 0;
    for (const detail::RangeSize size : from) to[i++] = size.value;
  }
  std::size_t dims_;
  std::size_t global_[3] = {1, 1, 1};
  std::size_t local_[3] = {0, 0, 0};
  bool grouped_ = false;
};

// One argument of a launch.
class KernelArgument {
 public:
  KernelArgument(const GpuArray& array) noexcept : kind_(Kind::array) { value_.array = array.get(); }
  KernelArgument(LocalBytes local) noexcept : kind_(Kind::local) { value_.local_bytes = local.bytes; }
  KernelArgument(ValueBytes value) noexcept : kind_(Kind::bytes) { value_.bytes = {value.data, value.size}; }
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  KernelArgument(T number) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      kind_ = Kind::real;
      value_.f64 = static_cast<double>(number);
    } else if constexpr (std::is_signed_v<T>) {
      kind_ = Kind::integer;
      value_.i64 = static_cast<std::int64_t>(number);
    } else {
      kind_ = Kind::natural;
      value_.u64 = static_cast<std::uint64_t>(number);
    }
  }
  template <class T>
  KernelArgument(const std::complex<T>& number) noexcept : kind_(Kind::complex) {
    value_.c128[0] = static_cast<double>(number.real());
    value_.c128[1] = static_cast<double>(number.imag());
  }

  // The argument in the form that its parameter needs. Returns false if it does not fit the parameter.
  bool convert(const kiln_parameter& parameter, kiln_kernel_argument& out) const noexcept {
    const bool wants_local = parameter.kind == KILN_PARAMETER_LOCAL || parameter.kind == KILN_PARAMETER_DYNAMIC_LOCAL;
    const bool wants_scalar = parameter.kind == KILN_PARAMETER_SCALAR;
    const bool wants_bytes = parameter.kind == KILN_PARAMETER_BYTES;
    const bool is_scalar = kind_ != Kind::array && kind_ != Kind::local && kind_ != Kind::bytes;
    if (wants_scalar != is_scalar || wants_local != (kind_ == Kind::local) || wants_bytes != (kind_ == Kind::bytes))
      return false;
    out = value_;  // the signed and unsigned members share their bits
    if (!wants_scalar) return true;
    if (parameter.dtype <= KILN_UINT64)  // bool and integers
      return kind_ == Kind::integer || kind_ == Kind::natural;
    const double number = kind_ == Kind::integer   ? static_cast<double>(value_.i64)
                          : kind_ == Kind::natural ? static_cast<double>(value_.u64)
                                                   : value_.f64;
    if (parameter.dtype == KILN_COMPLEX64 || parameter.dtype == KILN_COMPLEX128) {
      out.c128[0] = kind_ == Kind::complex ? value_.c128[0] : number;
      out.c128[1] = kind_ == Kind::complex ? value_.c128[1] : 0;
      return true;
    }
    out.f64 = number;
    return kind_ != Kind::complex;
  }
  bool is_empty_array() const noexcept { return kind_ == Kind::array && !value_.array; }
  // Whether an integer's sign is one that the dtype has. The library cannot tell, as it reads the bits as the dtype
  // says; it checks the rest.
  bool has_sign_of(kiln_dtype dtype) const noexcept {
    if (dtype > KILN_UINT64) return true;
    return dtype >= KILN_UINT8 ? kind_ != Kind::integer || value_.i64 >= 0
                               : kind_ != Kind::natural || value_.u64 <= static_cast<std::uint64_t>(INT64_MAX);
  }
  // For messages.
  std::string text() const {
    switch (kind_) {
      case Kind::array:
        return "an array";
      case Kind::local:
        return "local memory";
      case Kind::bytes:
        return "bytes";
      case Kind::integer:
        return "the integer " + std::to_string(value_.i64);
      case Kind::natural:
        return "the integer " + std::to_string(value_.u64);
      case Kind::real:
        return "the real number " + number_text(value_.f64);
      default:
        return "the complex number (" + number_text(value_.c128[0]) + ", " + number_text(value_.c128[1]) + ")";
    }
  }

 private:
  static std::string number_text(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
  }
  enum class Kind { array, local, bytes, integer, natural, real, complex };
  Kind kind_;
  kiln_kernel_argument value_{};
};

// A kernel of a program, with its parameters.
class Kernel {
 public:
  Kernel() noexcept = default;
  Kernel(detail::KernelHandle handle, std::string name, std::vector<kiln_parameter> parameters) noexcept
      : handle_(std::move(handle)), name_(std::move(name)), parameters_(std::move(parameters)) {}
  // Queues the kernel. An argument is an array, a number, LocalBytes, ValueBytes, or, for an input, an
  // expression, which is first computed into an array.
  template <class... Args>
  void launch(const NdRange& range, const Args&... args) const {
    run(range, {detail::makes_array<Args>...}, detail::settled(args)...);
  }
  kiln_kernel_properties properties() const {
    kiln_kernel_properties result = KILN_KERNEL_PROPERTIES_INIT;
    detail::check(kiln_kernel_get_properties(detail::need(*this), &result));
    return result;
  }
  kiln_kernel get() const noexcept { return handle_.get(); }

 private:
  template <class... Args>
  void run(const NdRange& range, const std::array<bool, sizeof...(Args)>& made, const Args&... args) const {
    const std::array<KernelArgument, sizeof...(Args)> given{KernelArgument(args)...};
    std::array<kiln_kernel_argument, sizeof...(Args)> values{};
    if (given.size() != parameters_.size())
      throw Error(KILN_INVALID_ARGUMENT, "Kernel::launch: " + name_ + ": got " +
                                             detail::plural(given.size(), "argument", "arguments") + ", expected " +
                                             std::to_string(parameters_.size()) + ": " + parameter_list());
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (made[i] && parameters_[i].kind != KILN_PARAMETER_INPUT)
        throw Error(KILN_INVALID_ARGUMENT, argument_text(i) + " is an expression, expected " + parameter_text(i));
      if (given[i].is_empty_array())
        throw Error(KILN_INVALID_ARGUMENT, argument_text(i) + " is an empty GpuArray, expected " + parameter_text(i));
      if (!given[i].convert(parameters_[i], values[i]))
        throw Error(KILN_TYPE_ERROR, argument_text(i) + " is " + given[i].text() + ", expected " + parameter_text(i));
      if (parameters_[i].kind == KILN_PARAMETER_SCALAR && !given[i].has_sign_of(parameters_[i].dtype))
        throw Error(KILN_OVERFLOW, argument_text(i) + " is " + given[i].text() + ", which does not fit " +
                                       kiln_dtype_name(parameters_[i].dtype));
    }
    detail::check(kiln_kernel_launch(detail::need(*this), range.dims(), range.global(), range.local(), values.size(),
                                     values.data()));
  }
  // For messages.
  std::string parameter_name(std::size_t index) const {
    const char* name = "";
    detail::check(kiln_kernel_parameter_name(detail::need(*this), index, &name));
    return name;
  }
  std::string argument_text(std::size_t index) const {
    const std::string name = parameter_name(index);
    return "Kernel::launch: " + name_ + ": argument " + std::to_string(index + 1) +
           (name.empty() ? "" : " ('" + name + "')");
  }
  std::string parameter_text(std::size_t index) const {
    constexpr const char* kinds[] = {"an array to read", "an array to write", "an array to read and write",
                                     "a scalar",         "LocalBytes",        "ValueBytes",
                                     "LocalBytes"};
    const kiln_parameter& parameter = parameters_[index];
    const bool typed = parameter.kind <= KILN_PARAMETER_SCALAR;
    return kinds[parameter.kind] + (typed ? std::string(" of ") + kiln_dtype_name(parameter.dtype) : std::string());
  }
  std::string parameter_list() const {
    std::string text;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const std::string name = parameter_name(i);
      text += (i ? ", " : "") + (name.empty() ? parameter_text(i) : name);
    }
    return text;
  }
  detail::KernelHandle handle_;
  std::string name_;
  std::vector<kiln_parameter> parameters_;
};

// A source that is compiled for a context.
class Program {
 public:
  Program() noexcept = default;
  Program(const Context& context, const std::string& source, kiln_language language = KILN_LANGUAGE_PORTABLE,
          const std::string& options = {}) {
    detail::check(kiln_program_create(detail::need(context), source.c_str(), language, options.c_str(), handle_.out()));
  }
  Kernel kernel(const std::string& name, std::vector<kiln_parameter> parameters) const {
    detail::KernelHandle kernel;
    detail::check(
        kiln_kernel_create(detail::need(*this), name.c_str(), parameters.size(), parameters.data(), kernel.out()));
    return Kernel(std::move(kernel), name, std::move(parameters));
  }
  kiln_program get() const noexcept { return handle_.get(); }

 private:
  detail::ProgramHandle handle_;
};

}  // namespace kiln

#endif
