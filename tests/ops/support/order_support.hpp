// SPDX-License-Identifier: Apache-2.0
// What the tests of scans, of sorting and of reductions share: elements as doubles, arrays from them and
// back, and both kernel shapes on every device.
#pragma once

#include <cmath>
#include <cstring>
#include <optional>
#include <random>
#include <vector>

#include "array/array.hpp"
#include "catch.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "devices.hpp"
#include "plain_build.hpp"

namespace kiln::test {

using array::Array;
using array::Dims;
using base::DType;
using base::Ref;
using base::Scalar;
using Values = std::vector<double>;

// Elements that the dtype holds exactly and whose sums of 60000 float32 holds exactly.
inline Values some_values(DType dtype, std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Values out(count);
  for (double& value : out) {
    const auto bits = random() >> 11;
    value = base::is_bool(dtype)       ? double(bits % 3 == 0)
            : base::is_unsigned(dtype) ? double(bits % 200)
            : base::is_integer(dtype)  ? double(bits % 200) - 100
                                       : double(std::int64_t(bits % 512) - 256) / 128;
  }
  return out;
}

inline Ref<Array> upload(runtime::Context& context, DType dtype, const Dims& shape, const Values& values) {
  std::vector<std::byte> bytes(values.size() * base::dtype_size(dtype));
  for (std::size_t i = 0; i < values.size(); ++i)
    Scalar::real(KILN_FLOAT64, values[i]).cast(dtype).store(bytes.data() + i * base::dtype_size(dtype));
  return array::from_host(context, dtype, shape, nullptr, dtype, bytes.data());
}

inline Values download(const Array& array) {
  std::vector<std::byte> bytes(array.bytes());
  array::read(array, bytes.data(), nullptr, "test");
  Values out;
  for (std::size_t i = 0; i < std::size_t(array.size()); ++i)
    out.push_back(Scalar::load(array.dtype(), bytes.data() + i * array.itemsize()).cast(KILN_FLOAT64).re);
  return out;
}

// Equal, or both NaN; zeros of another sign differ.
inline bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

inline std::size_t product(const Dims& shape) {
  std::size_t count = 1;
  for (auto extent : shape) count *= std::size_t(extent);
  return count;
}

// The flat C-order places of the elements of each line along `axis`.
inline std::vector<std::vector<std::size_t>> lines(const Dims& shape, std::size_t axis) {
  std::size_t inner = 1;
  for (std::size_t d = axis + 1; d < shape.size(); ++d) inner *= std::size_t(shape[d]);
  const auto n = std::size_t(shape[axis]);
  const std::size_t count = product(shape) / std::max<std::size_t>(n, 1);
  std::vector<std::vector<std::size_t>> out(n ? count : 0);
  for (std::size_t line = 0; line < out.size(); ++line)
    for (std::size_t i = 0; i < n; ++i) out[line].push_back((line / inner * n + i) * inner + line % inner);
  return out;
}

// The usual run on a CPU device, where every kernel takes long to compile, leaves to the operation table what
// that has too. Small and long runs have it here in both kernel shapes.
inline bool table_has_it(const runtime::Context& context) {
  return !many() && !small() && context.properties().info.kind == backend::DeviceKind::cpu;
}

// Shapes of kernels that a test has one after the other. PoCL does not optimise those that are not the
// device's.
class Shapes {
 public:
  Shapes(bool cpu, std::vector<codegen::Traits> all) : cpu_(cpu), all_(std::move(all)) {}
  void push_back(const codegen::Traits& traits) { all_.push_back(traits); }
  void pop_back() { all_.pop_back(); }
  std::size_t size() const { return all_.size(); }
  codegen::Traits& operator[](std::size_t i) { return all_[i]; }

  class Iterator {
   public:
    Iterator(const Shapes& shapes, std::size_t at) : shapes_(shapes), at_(at) {}
    const codegen::Traits& operator*() {
      const codegen::Traits& traits = shapes_.all_[at_];
      plain_.reset();
      plain_.emplace(traits.cpu != shapes_.cpu_);
      return traits;
    }
    void operator++() { ++at_; }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Shapes& shapes_;
    std::size_t at_;
    std::optional<PlainBuild> plain_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, all_.size()}; }

 private:
  bool cpu_;
  std::vector<codegen::Traits> all_;
};

// The device's kernel shape and the other one, which runs everywhere too; in small groups, since compilers
// for CPUs take long for kernels with large tiles.
inline Shapes both_shapes(runtime::Context& context) {
  const auto& properties = context.properties();
  codegen::Traits own = codegen::traits_of(properties), other = own;
  other.cpu = !other.cpu;
  if (!other.cpu) other.max_local_size = 32;
  if (properties.info.kind != backend::DeviceKind::cpu && small()) own.max_local_size = 32;
  return {own.cpu, {own, other}};
}

// For scans in one pass, which need groups that come to an end whatever the others do: so they do wherever
// they are begun in order. In groups as large as the device has, or of 32.
inline bool large_groups(const runtime::Context& context) {
  return context.properties().info.kind == backend::DeviceKind::gpu && !small();
}
inline codegen::Traits in_one_pass(const runtime::Context& context) {
  codegen::Traits traits = codegen::traits_of(context.properties());
  traits.cpu = false;
  // Scans in one pass wait for words of 64 bits of other groups. On Mesa's llvmpipe with several threads totals are
  // wrong in some of a hundred runs, with one thread in none. There are chunks instead, with the usual groups: the
  // context's kernels for chunks are written for these.
  traits.warps = context.properties().info.platform != "rusticl";
  if (traits.warps && !large_groups(context)) traits.max_local_size = 32;
  return traits;
}

}  // namespace kiln::test
