// SPDX-License-Identifier: Apache-2.0
// Arrays as text, character for character as NumPy 1.24's str() writes them. Only the elements that are shown are
// read from the device; of an abridged array those are its corners.
#include <algorithm>
#include <cmath>
#include <vector>

#include "array/array.hpp"
#include "array/host/host_elements.hpp"
#include "array/host/number_text.hpp"

namespace kiln::array {
namespace {

constexpr std::int64_t kEdgeItems = 3;
constexpr std::size_t kLineWidth = 75;
constexpr int kDefaultPrecision = 8;
constexpr std::size_t kDefaultThreshold = 1000;

// ---- One column width for all elements ----

class RealFormat {
 public:
  // If `plus` is true, every number has a sign, as imaginary parts do.
  RealFormat(DType dtype, const std::vector<double>& values, int precision, bool plus)
      : dtype_(base::real_dtype(dtype)), precision_(precision), plus_(plus) {
    std::vector<double> finite;
    bool negative_infinity = plus;
    for (double v : values) {
      if (std::isfinite(v)) finite.push_back(v);
      negative_infinity = negative_infinity || (std::isinf(v) && v < 0);
    }
    exponential_ = needs_exponent(finite);
    if (!finite.empty()) exponential_ ? fit_exponential(finite) : fit_positional(finite);
    if (finite.size() == values.size()) return;
    const auto behind = pad_right_ + 1;  // characters after the whole digits, the point included
    const std::size_t widest = negative_infinity ? 4 : 3;
    pad_left_ = std::max(pad_left_, widest > behind ? widest - behind : 0);
  }

  std::string operator()(double value) const {
    if (!std::isfinite(value))
      return fmt::format("{:>{}}", signed_text(value, special_text(value)), pad_left_ + pad_right_ + 1);
    std::string text;
    if (exponential_) {
      const auto parts = scientific_exact(dtype_, value, precision_);
      text = signed_text(value, parts.mantissa + exponent_text(parts.exponent, exponent_digits_));
    } else {
      text = signed_text(value, positional(dtype_, value, precision_, true));
    }
    const auto point = text.find('.');
    std::string out(pad_left_ > point ? pad_left_ - point : 0, ' ');
    out += text;
    const auto behind = text.size() - point - 1;
    if (!exponential_ && behind < pad_right_) out.append(pad_right_ - behind, ' ');
    return out;
  }

 private:
  bool needs_exponent(const std::vector<double>& finite) const {
    double largest = 0, smallest = INFINITY;
    for (double v : finite) {
      if (v == 0) continue;
      largest = std::max(largest, std::abs(v));
      smallest = std::min(smallest, std::abs(v));
    }
    if (largest == 0) return false;
    // NumPy divides in the dtype, so the ratio is rounded to it.
    const double ratio = Scalar::real(dtype_, largest / smallest).re;
    return largest >= 1e8 || smallest < 1e-4 || ratio > 1000;
  }

  void fit_exponential(const std::vector<double>& finite) {
    std::size_t digits = 0;
    for (double v : finite) {
      const auto parts = scientific(dtype_, v, precision_);
      const auto point = parts.mantissa.find('.');
      pad_left_ = std::max(pad_left_, signed_text(v, parts.mantissa.substr(0, point)).size());
      digits = std::max(digits, parts.mantissa.size() - point - 1);
      exponent_digits_ = std::max(exponent_digits_, exponent_text(parts.exponent, 2).size() - 2);
    }
    precision_ = static_cast<int>(digits);
    pad_right_ = exponent_digits_ + 2 + digits;
  }

  void fit_positional(const std::vector<double>& finite) {
    for (double v : finite) {
      const auto text = signed_text(v, positional(dtype_, v, precision_, true));
      const auto point = text.find('.');
      pad_left_ = std::max(pad_left_, point);
      pad_right_ = std::max(pad_right_, text.size() - point - 1);
    }
  }

  // NaN has the sign of a positive number.
  std::string signed_text(double value, std::string text) const {
    return plus_ && (std::isnan(value) || !std::signbit(value)) ? "+" + text : text;
  }

  DType dtype_;
  int precision_;
  bool plus_, exponential_ = false;
  std::size_t pad_left_ = 0, pad_right_ = 0, exponent_digits_ = 2;
};

using Words = std::vector<std::string>;

Words complex_words(DType dtype, const std::vector<Scalar>& values, int precision) {
  std::vector<double> real, imaginary;
  for (const auto& v : values) {
    real.push_back(v.re);
    imaginary.push_back(v.im);
  }
  const RealFormat real_format(dtype, real, precision, false), imaginary_format(dtype, imaginary, precision, true);
  Words words;
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto part = imaginary_format(imaginary[i]);
    part.insert(part.find_last_not_of(' ') + 1, "j");  // before the padding
    words.push_back(real_format(real[i]) + part);
  }
  return words;
}

Words element_words(DType dtype, const std::byte* elements, std::size_t count, int precision) {
  std::vector<Scalar> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(Scalar::load(dtype, elements + i * base::dtype_size(dtype)));
  }
  if (base::is_complex(dtype)) return complex_words(dtype, values, precision);
  Words words;
  if (base::is_float(dtype)) {
    std::vector<double> real;
    for (const auto& v : values) real.push_back(v.re);
    const RealFormat format(dtype, real, precision, false);
    for (double v : real) words.push_back(format(v));
    return words;
  }
  std::size_t width = base::is_bool(dtype) ? 5 : 0;
  for (const auto& v : values) {
    words.push_back(scalar_text(v));
    width = std::max(width, words.back().size());
  }
  for (auto& word : words) word.insert(0, width - word.size(), ' ');
  return words;
}

// ---- Brackets, lines and dots ----

class Writer {
 public:
  Writer(std::span<const std::int64_t> shape, bool abridged, const Words& words)
      : shape_(shape), abridged_(abridged), words_(words) {}
  // Nested lists from `axis` on; lines that follow the first begin with `indent` blanks.
  std::string write(std::size_t axis, std::size_t indent, std::size_t width) {
    std::string text = axis + 1 == shape_.size() ? row(shape_[axis], indent, width) : rows(axis, indent, width);
    return "[" + text.substr(indent) + "]";
  }

 private:
  bool cut(std::int64_t extent) const { return abridged_ && extent > 2 * kEdgeItems; }

  std::string row(std::int64_t extent, std::size_t indent, std::size_t width) {
    std::string text, line(indent, ' ');
    const auto limit = width - 1;  // a bracket follows
    const auto add = [&](const std::string& word) {
      if (line.size() + word.size() > limit && line.size() > indent) {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
        line.assign(indent, ' ');
      }
      line += word;
    };
    const bool dots = cut(extent);
    const auto shown = dots ? 2 * kEdgeItems : extent;
    for (std::int64_t i = 0; i < shown; ++i) {
      if (dots && i == kEdgeItems) {
        add("...");
        line += ' ';
      }
      add(words_[next_++]);
      if (i + 1 < shown) line += ' ';
    }
    return text + line;
  }

  std::string rows(std::size_t axis, std::size_t indent, std::size_t width) {
    std::string text;
    const std::string blanks(indent, ' '), newlines(shape_.size() - axis - 1, '\n');
    const bool dots = cut(shape_[axis]);
    const auto shown = dots ? 2 * kEdgeItems : shape_[axis];
    for (std::int64_t i = 0; i < shown; ++i) {
      if (dots && i == kEdgeItems) text += blanks + "..." + newlines;
      text += blanks + write(axis + 1, indent + 1, width - 1);
      if (i + 1 < shown) text += newlines;
    }
    return text;
  }

  std::span<const std::int64_t> shape_;
  bool abridged_;
  const Words& words_;
  std::size_t next_ = 0;
};

bool is_abridged(std::int64_t size, std::size_t threshold) {
  return static_cast<std::uint64_t>(size) > (threshold == 0 ? kDefaultThreshold : threshold);
}

// The elements that an abridged array shows. A long axis becomes two axes: its two ends, and three elements of each.
Layout corners(const Layout& layout) {
  Layout out;
  out.offset = layout.offset;
  for (std::size_t i = 0; i < layout.ndim(); ++i) {
    auto extent = layout.shape[i];
    const auto stride = layout.strides[i];
    if (extent == 1) continue;
    if (extent > 2 * kEdgeItems) {
      out.push_axis(2, stride * (extent - kEdgeItems));
      extent = kEdgeItems;
    }
    out.push_axis(extent, stride);
  }
  return out;
}

// Formats an array. `elements` are in C order: all of them, or the corners if the array is abridged.
std::string format_shown(DType dtype, std::span<const std::int64_t> shape, bool abridged, const std::byte* elements,
                         std::size_t count, int precision) {
  if (shape.empty()) return scalar_text(Scalar::load(dtype, elements));
  const auto words = element_words(dtype, elements, count, precision < 0 ? kDefaultPrecision : precision);
  return Writer(shape, abridged, words).write(0, 1, kLineWidth);
}

}  // namespace

std::string format_elements(DType dtype, std::span<const std::int64_t> shape, const void* elements, int precision,
                            std::size_t threshold) {
  const auto itemsize = base::dtype_size(dtype);
  const auto all = layout::c_layout(shape, itemsize, "array.to_string");
  const auto size = all.size();
  if (size == 0) return "[]";
  const auto* bytes = static_cast<const std::byte*>(elements);
  if (!is_abridged(size, threshold)) {
    return format_shown(dtype, shape, false, bytes, static_cast<std::size_t>(size), precision);
  }
  const auto shown = corners(all);
  const auto count = static_cast<std::size_t>(layout::checked_size(shown.shape, itemsize, "array.to_string"));
  const auto packed = host_bytes(count * itemsize);
  copy_elements(itemsize, shown.shape, packed.get(), layout::c_strides(shown.shape, itemsize), bytes, shown.strides);
  return format_shown(dtype, shape, true, packed.get(), count, precision);
}

std::string to_string(const Array& array, int precision, std::size_t threshold, const char* operation) {
  if (array.size() == 0) return "[]";
  const bool abridged = is_abridged(array.size(), threshold);
  const auto shown = abridged ? view(array, corners(array.layout()), false, operation) : itself(array);
  const auto elements = host_bytes(shown->bytes());
  read(*shown, elements.get(), nullptr, operation);
  return format_shown(array.dtype(), array.shape(), abridged, elements.get(), static_cast<std::size_t>(shown->size()),
                      precision);
}

}  // namespace kiln::array
