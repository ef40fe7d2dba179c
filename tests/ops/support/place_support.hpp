// SPDX-License-Identifier: Apache-2.0
// For tests of elements by index: both shapes of kernels, and random indices.
#pragma once

#include <algorithm>

#include "array/index/index_rows.hpp"
#include "index_support.hpp"
#include "plain_build.hpp"
#include "tuned.hpp"

namespace kiln::test {

using base::Scalar;

class ForcedShape {
 public:
  ForcedShape(runtime::Context& context, int shape)
      : plain_(shape == 0), tuned_(context, [&](codegen::Tuning& numbers) { numbers.index.cpu_shape = shape == 1; }) {}

 private:
  const PlainBuild plain_;
  const Tuned tuned_;
};
inline bool has_cpu_shape(runtime::Context& context) { return array::IndexDevice(context).cpu; }

struct Few : Tuned {
  Few(runtime::Context& context, bool few)
      : Tuned(context, [&](codegen::Tuning& numbers) { numbers.index.few = numbers.sort.few = few; }) {}
};

// Both shapes of kernels on every device; long loops only where it has them.
inline void everywhere(const std::function<void(runtime::Context&, Random&)>& run) {
  for (const auto& device : devices())
    for (const int shape : {1, 0}) {
      if (shape == 1 && !small() && test::context(device).properties().short_loops) continue;
      Random random(17);
      const ForcedShape forced(test::context(device), shape);
      INFO("shape " << shape);
      run(test::context(device), random);
    }
}

// Integers as elements of a dtype, in C order.
inline Ref<Array> of_integers(runtime::Context& context, DType dtype, const Dims& shape,
                              const std::vector<std::int64_t>& numbers) {
  const std::size_t item = base::dtype_size(dtype);
  std::string bytes(numbers.size() * item, '\0');
  for (std::size_t i = 0; i < numbers.size(); ++i)
    Scalar::integer(KILN_INT64, numbers[i]).cast(dtype).store(bytes.data() + i * item);
  const auto out = array::empty(context, dtype, shape, "test");
  if (!bytes.empty()) array::write(*out, bytes.data(), nullptr, "test");
  return out;
}

// Indices from -n to n - 1, a few beyond; in a random layout.
inline Ref<Array> random_indices(runtime::Context& context, DType dtype, const Dims& shape, std::int64_t n,
                                 Random& random, std::vector<std::int64_t>& values, bool plain = false) {
  values.clear();
  std::int64_t count = 1;
  for (const auto extent : shape) count *= extent;
  for (std::int64_t i = 0; i < count; ++i) values.push_back(pick(random, base::is_unsigned(dtype) ? 0 : -n, n - 1));
  std::vector<std::string> elements;
  for (const std::int64_t value : values) {
    elements.emplace_back(base::dtype_size(dtype), '\0');
    Scalar::integer(KILN_INT64, value).cast(dtype).store(elements.back().data());
  }
  if (!plain) return spread(context, dtype, shape, elements, random);
  const auto out = array::empty(context, dtype, shape, "test");
  std::string bytes;
  for (const std::string& element : elements) bytes += element;
  if (!bytes.empty()) array::write(*out, bytes.data(), nullptr, "test");
  return out;
}

// Indices into an axis of 7: inside, beside it and far outside.
inline Ref<Array> near_seven(runtime::Context& context, DType dtype, std::vector<std::int64_t>& values) {
  values = {0, 6, 3, 7, 100};
  if (base::is_signed(dtype)) values.insert(values.end(), {-1, -7, -8, -100});
  if (base::dtype_size(dtype) == 8) values.insert(values.end(), {INT64_MAX, INT64_MIN});
  const Dims shape{std::int64_t(values.size())};
  const auto wide = array::from_host(context, KILN_INT64, shape, nullptr, KILN_INT64, values.data());
  return array::astype(*wide, dtype, "test");
}

inline std::int64_t inside(std::int64_t index, std::int64_t n) {
  if (index < 0) index += n;
  return std::min(std::max<std::int64_t>(index, 0), n - 1);
}

// The place of an element in C order.
inline std::size_t flat(const Dims& shape, const Dims& at) {
  std::int64_t i = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) i = i * shape[d] + at[d];
  return std::size_t(i);
}

}  // namespace kiln::test
