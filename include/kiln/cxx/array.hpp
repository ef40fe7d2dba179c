// SPDX-License-Identifier: Apache-2.0
// GpuArray: creation, facts, views, copies and transfers to and from the host. Its operators are in
// expression.hpp.
#ifndef KILN_CXX_ARRAY_HPP
#define KILN_CXX_ARRAY_HPP

#include <kiln/cxx/context.hpp>

#include <array>
#include <cstdint>
#include <ostream>
#include <type_traits>
#include <utility>

namespace kiln {

class Expr;

using Shape = std::vector<std::int64_t>;
// How many elements pad() puts (before, behind) each axis: {{1, 2}, {0, 3}} for a matrix.
using PadWidths = std::vector<std::pair<std::int64_t, std::int64_t>>;

namespace detail {
// The widths in one list, as kiln_array_pad() takes them.
inline Shape flat(const PadWidths& widths) {
  Shape result;
  for (const auto& [before, behind] : widths) result.insert(result.end(), {before, behind});
  return result;
}
}  // namespace detail

// ---- Subscripts: a(2), a(slice(0, 10, 2), newaxis, ellipsis, -1) ----

inline constexpr std::int64_t none = KILN_INDEX_NONE;  // a missing bound of a slice
struct NewAxis {};
struct Ellipsis {};
inline constexpr NewAxis newaxis{};
inline constexpr Ellipsis ellipsis{};

// One subscript: an integer, slice(), newaxis or ellipsis.
class Index {
 public:
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  Index(T at) noexcept : value_{KILN_INDEX_INTEGER, static_cast<std::int64_t>(at), 0, 0} {}
  Index(NewAxis) noexcept : value_{KILN_INDEX_NEW_AXIS, 0, 0, 0} {}
  Index(Ellipsis) noexcept : value_{KILN_INDEX_ELLIPSIS, 0, 0, 0} {}
  explicit Index(const kiln_index& value) noexcept : value_(value) {}
  const kiln_index& value() const noexcept { return value_; }

 private:
  kiln_index value_;
};

// The subscript start:stop:step; `none` is a missing bound.
inline Index slice(std::int64_t start = none, std::int64_t stop = none, std::int64_t step = 1) noexcept {
  return Index(kiln_index{KILN_INDEX_SLICE, start, stop, step});
}

// The axes of a reduction. Axes() and {} mean all axes, an empty Shape none. Negative ones count from the end.
class Axes {
 public:
  Axes() = default;
  Axes(std::int64_t axis) : axes_{axis}, all_(false) {}
  Axes(std::initializer_list<std::int64_t> axes) : axes_(axes), all_(false) {}
  Axes(const Shape& axes) : axes_(axes), all_(false) {}
  // The options of a C call. They point into this object and are valid as long as it lives.
  kiln_reduce_options options(bool keepdims, kiln_dtype dtype = KILN_DTYPE_AUTO, double correction = 0) const {
    static const std::int64_t no_axes = 0;  // an empty list must not look like "all"
    kiln_reduce_options result = KILN_REDUCE_OPTIONS_INIT;
    if (!all_) result.axes = axes_.empty() ? &no_axes : axes_.data();
    result.axis_count = axes_.size();
    result.keepdims = keepdims;
    result.dtype = dtype;
    result.correction = correction;
    return result;
  }

 private:
  Shape axes_;
  bool all_ = true;
};

// The elements of an array in pinned host memory, in C order. They are valid as long as this object lives.
class HostArray {
 public:
  HostArray() noexcept = default;
  HostArray(detail::ArrayHandle handle, const void* data, std::size_t size, kiln_dtype dtype) noexcept
      : handle_(std::move(handle)), data_(data), size_(size), dtype_(dtype) {}
  const void* data() const noexcept { return handle_ ? data_ : nullptr; }
  std::size_t size() const noexcept { return handle_ ? size_ : 0; }  // the number of elements
  kiln_dtype dtype() const noexcept { return dtype_; }
  template <class T>
  const T* as() const {
    if (handle_ && dtype_ != dtype_of<T>)
      throw Error(KILN_TYPE_ERROR, std::string("HostArray::as: got ") + kiln_dtype_name(dtype_of<T>) + ", expected " +
                                       kiln_dtype_name(dtype_));
    return static_cast<const T*>(data());
  }

 private:
  detail::ArrayHandle handle_;
  const void* data_ = nullptr;
  std::size_t size_ = 0;
  kiln_dtype dtype_ = KILN_BOOL;
};

// A strided view of device memory. Copies of the object are the same array; copy() copies the elements.
class GpuArray {
 public:
  GpuArray() noexcept : context_(Context::none()) {}
  // Computes an expression in one kernel.
  GpuArray(const Expr& expression);
  // Takes over the caller's reference to the handle.
  static GpuArray adopt(kiln_array array) {
    auto handle = detail::ArrayHandle::adopt(array);
    kiln_context context = nullptr;
    detail::check(kiln_array_context(array, &context));
    return GpuArray(std::move(handle), Context::adopt(context));
  }
  GpuArray(detail::ArrayHandle handle, Context context) noexcept
      : handle_(std::move(handle)), context_(std::move(context)) {}
  GpuArray(const GpuArray&) noexcept = default;
  GpuArray(GpuArray&&) noexcept = default;
  // Makes this object another array; the old array's elements stay. Elements are written by a(slice(0,
  // 3)).assign(b).
  GpuArray& operator=(const GpuArray&) & noexcept = default;
  GpuArray& operator=(GpuArray&&) & noexcept = default;
  ~GpuArray() = default;

  // ---- Creation ----
  static GpuArray empty(const Context& context, const Shape& shape, kiln_dtype dtype = KILN_FLOATX) {
    return make(context, [&](kiln_array* out) {
      return kiln_array_empty(detail::need(context), dtype, shape.size(), shape.data(), out);
    });
  }
  static GpuArray zeros(const Context& context, const Shape& shape, kiln_dtype dtype = KILN_FLOATX) {
    return make(context, [&](kiln_array* out) {
      return kiln_array_zeros(detail::need(context), dtype, shape.size(), shape.data(), out);
    });
  }
  template <class T>
  static GpuArray full(const Context& context, const Shape& shape, T value, kiln_dtype dtype = dtype_of<T>) {
    return make(context, [&](kiln_array* out) {
      return kiln_array_full(detail::need(context), dtype, shape.size(), shape.data(), dtype_of<T>, &value, out);
    });
  }
  static GpuArray arange(const Context& context, double start, double stop, double step = 1,
                         kiln_dtype dtype = KILN_FLOATX, const GpuArray& out = {}) {
    return make(context, [&](kiln_array* result) {
      return kiln_array_arange(detail::need(context), dtype, start, stop, step, out.get(), result);
    });
  }
  // A copy of host elements in C order, converted to `dtype`.
  template <class T>
  static GpuArray from(const Context& context, const T* data, const Shape& shape, kiln_dtype dtype = dtype_of<T>) {
    return make(context, [&](kiln_array* out) {
      return kiln_array_from_host(detail::need(context), dtype, shape.size(), shape.data(), nullptr, dtype_of<T>, data,
                                  out);
    });
  }
  // A copy of a vector, std::array, std::span or another contiguous range. Without a shape it is 1-d.
  template <class Range,
            class T = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<const Range&>().data())>>>
  static GpuArray from(const Context& context, const Range& range) {
    return from(context, range.data(), Shape{static_cast<std::int64_t>(range.size())});
  }
  template <class Range,
            class T = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<const Range&>().data())>>>
  static GpuArray from(const Context& context, const Range& range, const Shape& shape, kiln_dtype dtype = dtype_of<T>) {
    // The number of elements is divided by each extent, since the product of all extents could overflow.
    std::size_t rest = range.size();
    bool fits = true, nothing = false;
    for (auto extent : shape) nothing = nothing || extent == 0;
    for (auto extent : shape) {
      fits = fits && (nothing || (extent > 0 && rest % static_cast<std::size_t>(extent) == 0));
      if (fits && !nothing) rest /= static_cast<std::size_t>(extent);
    }
    if (!fits || rest != (nothing ? 0 : 1)) {
      std::string text;
      for (auto extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
      throw Error(KILN_SHAPE_ERROR, "GpuArray::from: got " + detail::plural(range.size(), "element", "elements") +
                                        ", expected as many as shape (" + text + ") has");
    }
    return from(context, range.data(), shape, dtype);
  }
  static GpuArray from(const Context& context, const std::vector<bool>& values) {
    const std::vector<unsigned char> bytes(values.begin(), values.end());
    return from(context, bytes.data(), Shape{static_cast<std::int64_t>(bytes.size())}, KILN_BOOL);
  }
  template <class T>
  static GpuArray from(const Context& context, std::initializer_list<T> values) {
    return from(context, values.begin(), Shape{static_cast<std::int64_t>(values.size())});
  }
  static GpuArray from_buffer(const Context& context, const Buffer& buffer, kiln_dtype dtype, const Shape& shape,
                              std::int64_t offset = 0, const Shape& strides = {}) {
    kiln_array out = nullptr;
    detail::check(kiln_array_from_buffer(detail::need(buffer), dtype, shape.size(), shape.data(),
                                         strides.empty() ? nullptr : strides.data(), offset, &out));
    GpuArray result = adopt(out);
    if (result.context() != context)
      throw Error(KILN_CONTEXT_MISMATCH, "GpuArray::from_buffer: a buffer of another context (on " +
                                             result.context().device() + "), expected one of the context given");
    return result;
  }

  // ---- Facts ----
  kiln_array_info info() const {
    kiln_array_info result = KILN_ARRAY_INFO_INIT;
    detail::check(kiln_array_get_info(detail::need(*this), &result));
    return result;
  }
  kiln_dtype dtype() const { return info().dtype; }
  std::size_t ndim() const { return info().ndim; }
  Shape shape() const {
    const auto i = info();
    return Shape(i.shape, i.shape + i.ndim);
  }
  Shape strides() const {
    const auto i = info();
    return Shape(i.strides, i.strides + i.ndim);
  }
  std::int64_t size() const { return info().size; }
  std::size_t bytes() const { return info().bytes; }
  bool writable() const { return info().writable != 0; }
  const Context& context() const noexcept { return context_; }
  Buffer buffer() const {
    detail::BufferHandle buffer;
    detail::check(kiln_array_buffer(detail::need(*this), buffer.out()));
    return Buffer(std::move(buffer));
  }
  bool may_overlap(const GpuArray& other) const {
    int result = 0;
    detail::check(kiln_array_may_overlap(detail::need(*this), detail::need(other), &result));
    return result != 0;
  }
  kiln_array get() const noexcept { return handle_.get(); }
  bool valid() const noexcept { return static_cast<bool>(handle_); }  // false if the object is empty

  // ---- Views ----
  template <class... Subscripts>
  GpuArray operator()(const Subscripts&... subscripts) const {
    const std::array<kiln_index, sizeof...(Subscripts)> indices{Index(subscripts).value()...};
    return derive(
        [&](kiln_array* out) { return kiln_array_index(detail::need(*this), indices.size(), indices.data(), out); });
  }
  GpuArray operator[](const Index& subscript) const { return (*this)(subscript); }
  GpuArray transpose() const {
    return derive([&](kiln_array* out) { return kiln_array_transpose(detail::need(*this), nullptr, out); });
  }
  GpuArray transpose(const Shape& axes) const {
    if (axes.size() != ndim())
      throw Error(KILN_INDEX_ERROR, "GpuArray::transpose: got " + detail::plural(axes.size(), "axis", "axes") +
                                        ", expected " + std::to_string(ndim()));
    return derive([&](kiln_array* out) { return kiln_array_transpose(detail::need(*this), axes.data(), out); });
  }
  GpuArray reshape(const Shape& shape, kiln_reshape_copy copy = KILN_COPY_IF_NEEDED) const {
    return derive([&](kiln_array* out) {
      return kiln_array_reshape(detail::need(*this), shape.size(), shape.data(), copy, out);
    });
  }
  GpuArray broadcast_to(const Shape& shape) const {
    return derive(
        [&](kiln_array* out) { return kiln_array_broadcast_to(detail::need(*this), shape.size(), shape.data(), out); });
  }
  GpuArray flip() const {
    return derive([&](kiln_array* out) { return kiln_array_flip(detail::need(*this), 0, nullptr, out); });
  }
  GpuArray flip(const Shape& axes) const {
    // An empty list flips no axis, so it must not look like "every axis".
    static const std::int64_t no_axes = 0;
    return derive([&](kiln_array* out) {
      return kiln_array_flip(detail::need(*this), axes.size(), axes.empty() ? &no_axes : axes.data(), out);
    });
  }
  GpuArray diagonal(std::int64_t offset = 0, std::int64_t axis1 = 0, std::int64_t axis2 = 1) const {
    return derive([&](kiln_array* out) { return kiln_array_diagonal(detail::need(*this), offset, axis1, axis2, out); });
  }
  GpuArray reinterpret(kiln_dtype dtype) const {
    return derive([&](kiln_array* out) { return kiln_array_reinterpret(detail::need(*this), dtype, out); });
  }

  // ---- Copies ----
  GpuArray copy(kiln_order order = KILN_ORDER_C) const {
    return derive([&](kiln_array* out) { return kiln_array_copy(detail::need(*this), order, out); });
  }
  GpuArray astype(kiln_dtype dtype) const {
    return derive([&](kiln_array* out) { return kiln_array_astype(detail::need(*this), dtype, out); });
  }
  GpuArray transfer(const Context& context) const {
    return make(context,
                [&](kiln_array* out) { return kiln_array_transfer(detail::need(*this), detail::need(context), out); });
  }
  // Writes the elements of `source`, broadcast and converted, into this array.
  void assign(const GpuArray& source) const {
    detail::check(kiln_array_assign(detail::need(*this), detail::need(source)));
  }
  void assign(const Expr& expression) const;
  template <class T>
  void fill(T value) const {
    detail::check(kiln_array_fill(detail::need(*this), dtype_of<T>, &value));
  }

  // ---- Reductions (kiln/reduce.h describes them and their dtypes) ----
  GpuArray reduce(kiln_reduce_op op, const Axes& axes = {}, bool keepdims = false, kiln_dtype dtype = KILN_DTYPE_AUTO,
                  double correction = 0, const GpuArray& into = {}) const {
    const auto options = axes.options(keepdims, dtype, correction);
    return derive(
        [&](kiln_array* out) { return kiln_array_reduce(detail::need(*this), op, &options, into.get(), out); });
  }
  GpuArray sum(const Axes& axes = {}, bool keepdims = false, kiln_dtype dtype = KILN_DTYPE_AUTO) const {
    return reduce(KILN_REDUCE_SUM, axes, keepdims, dtype);
  }
  GpuArray prod(const Axes& axes = {}, bool keepdims = false, kiln_dtype dtype = KILN_DTYPE_AUTO) const {
    return reduce(KILN_REDUCE_PROD, axes, keepdims, dtype);
  }
  GpuArray mean(const Axes& axes = {}, bool keepdims = false, kiln_dtype dtype = KILN_DTYPE_AUTO) const {
    return reduce(KILN_REDUCE_MEAN, axes, keepdims, dtype);
  }
  // The sum of squared deviations divided by (number of elements - correction).
  GpuArray var(const Axes& axes = {}, bool keepdims = false, double correction = 0) const {
    return reduce(KILN_REDUCE_VAR, axes, keepdims, KILN_DTYPE_AUTO, correction);
  }
  GpuArray stddev(const Axes& axes = {}, bool keepdims = false, double correction = 0) const {
    return reduce(KILN_REDUCE_STD, axes, keepdims, KILN_DTYPE_AUTO, correction);
  }
  GpuArray max(const Axes& axes = {}, bool keepdims = false) const { return reduce(KILN_REDUCE_MAX, axes, keepdims); }
  GpuArray min(const Axes& axes = {}, bool keepdims = false) const { return reduce(KILN_REDUCE_MIN, axes, keepdims); }
  GpuArray argmax(const Axes& axes = {}, bool keepdims = false) const {
    return reduce(KILN_REDUCE_ARGMAX, axes, keepdims);
  }
  GpuArray argmin(const Axes& axes = {}, bool keepdims = false) const {
    return reduce(KILN_REDUCE_ARGMIN, axes, keepdims);
  }
  GpuArray any(const Axes& axes = {}, bool keepdims = false) const { return reduce(KILN_REDUCE_ANY, axes, keepdims); }
  GpuArray all(const Axes& axes = {}, bool keepdims = false) const { return reduce(KILN_REDUCE_ALL, axes, keepdims); }
  GpuArray count_nonzero(const Axes& axes = {}, bool keepdims = false) const {
    return reduce(KILN_REDUCE_COUNT_NONZERO, axes, keepdims);
  }
  GpuArray norm(const Axes& axes = {}, bool keepdims = false) const { return reduce(KILN_REDUCE_NORM, axes, keepdims); }
  GpuArray logsumexp(const Axes& axes = {}, bool keepdims = false) const {
    return reduce(KILN_REDUCE_LOGSUMEXP, axes, keepdims);
  }

  // ---- The host ----
  // The elements in C order, converted to T.
  template <class T>
  std::vector<T> read() const {
    const auto count = static_cast<std::size_t>(size());
    if constexpr (std::is_same_v<T, bool>) {
      std::vector<unsigned char> bytes(count);
      detail::check(kiln_array_read_as(detail::need(*this), KILN_BOOL, bytes.data(), bytes.size()));
      return std::vector<bool>(bytes.begin(), bytes.end());
    } else {
      std::vector<T> result(count);
      detail::check(kiln_array_read_as(detail::need(*this), dtype_of<T>, result.data(), count * sizeof(T)));
      return result;
    }
  }
  // Copies the elements to host memory. The array must have `count` elements and the dtype of T.
  template <class T>
  void read_into(T* destination, std::size_t count) const {
    check_type(dtype_of<T>, "GpuArray::read_into");
    detail::check(kiln_array_read(detail::need(*this), destination, count * sizeof(T)));
  }
  template <class T>
  void write_from(const T* source, std::size_t count) const {
    check_type(dtype_of<T>, "GpuArray::write_from");
    detail::check(kiln_array_write(detail::need(*this), source, count * sizeof(T)));
  }
  // The element of an array that has one.
  template <class T>
  T item() const {
    if (size() != 1)
      throw Error(KILN_SHAPE_ERROR, size() == 0
                                        ? std::string("GpuArray::item: the array is empty, expected 1 element")
                                        : "GpuArray::item: got " + std::to_string(size()) + " elements, expected 1");
    return read<T>()[0];
  }
  HostArray to_host() const {
    detail::ArrayHandle host;
    const void* data = nullptr;
    const auto i = info();
    detail::check(kiln_array_to_host(detail::need(*this), host.out(), &data));
    return HostArray(std::move(host), data, static_cast<std::size_t>(i.size), i.dtype);
  }
  // Waits for the work that is queued on this array's buffer so far, and throws its late errors. It does not wait
  // for other work of the context.
  void sync() const { detail::check(kiln_array_synchronize(detail::need(*this))); }
  // The same, by the name that contexts, queues, buffers and functions have for it.
  void synchronize() const { sync(); }
  // Waits at most `seconds` for the work on this array's buffer. Returns false if some of it has not run yet.
  bool wait(double seconds) const {
    int done = 0;
    detail::check(kiln_array_wait(detail::need(*this), seconds, &done));
    return done != 0;
  }
  // The elements as NumPy's str() writes them.
  std::string to_string(int precision = -1, std::size_t threshold = 0) const {
    char* text = nullptr;
    std::size_t length = 0;
    detail::check(kiln_array_to_string(detail::need(*this), precision, threshold, &text, &length));
    const std::unique_ptr<char, void (*)(char*)> owner(text, kiln_string_release);
    return std::string(text, length);
  }
  friend std::ostream& operator<<(std::ostream& stream, const GpuArray& array) { return stream << array.to_string(); }

 private:
  template <class Call>
  static GpuArray make(const Context& context, Call&& call) {
    detail::ArrayHandle handle;
    detail::check(call(handle.out()));
    return GpuArray(std::move(handle), context);
  }
  template <class Call>
  GpuArray derive(Call&& call) const {
    return make(context_, std::forward<Call>(call));
  }
  void check_type(kiln_dtype given, const char* operation) const {
    if (dtype() != given)
      throw Error(KILN_TYPE_ERROR, std::string(operation) + ": got " + kiln_dtype_name(given) + ", expected " +
                                       kiln_dtype_name(dtype()));
  }

  detail::ArrayHandle handle_;
  Context context_;
};

namespace detail {

// Types of arguments, such as expressions, that a call first turns into an array of its own.
template <class T>
inline constexpr bool makes_array = std::is_convertible_v<const T&, GpuArray> && !std::is_base_of_v<GpuArray, T>;

// The argument that a call refers to: the array that it was turned into, which must live through the call, or
// the argument itself.
template <class T>
decltype(auto) settled(const T& argument) {
  if constexpr (makes_array<T>)
    return GpuArray(argument);
  else
    return (argument);
}

}  // namespace detail

// A parameter for an array whose elements a call changes. It refuses expressions, whose result would be lost.
class Written {
 public:
  Written(const GpuArray& array) noexcept : array_(array.get()) {}
  template <class T, std::enable_if_t<detail::makes_array<T>, int> = 0>
  Written(const T&) = delete;
  kiln_array get() const noexcept { return array_; }

 private:
  kiln_array array_;
};

}  // namespace kiln

#endif
