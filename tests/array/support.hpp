// SPDX-License-Identifier: Apache-2.0
// Contexts of the devices under test, and arrays of numbered elements that a naive host model can follow.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "../layout/model.hpp"
#include "array/array.hpp"
#include "device_list.hpp"

namespace kiln::test {

using array::Array;
using base::DType;
using base::Ref;
using base::Scalar;
using runtime::Context;

// KILN_TEST_DEVICES, or PoCL; opened once and kept, since vendors' libraries do not survive static
// destruction.
inline const std::vector<Ref<Context>>& contexts() {
  static const auto* all = [] {
    auto* out = new std::vector<Ref<Context>>;
    for (const auto& device : devices()) out->push_back(Context::open(device, runtime::ContextOptions::from_flags()));
    return out;
  }();
  return *all;
}

inline std::vector<DType> dtypes(Context& context) {
  std::vector<DType> out;
  for (int i = 0; i < base::kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    if (!base::needs_float64(dtype) || context.properties().has_float64) out.push_back(dtype);
  }
  return out;
}

template <class T>
std::vector<T> values_of(const Array& array) {
  // Threads come here too, and Catch counts for one of them alone.
  if (sizeof(T) != array.itemsize()) FAIL("an element has " << array.itemsize() << " bytes");
  std::vector<T> out(static_cast<std::size_t>(array.size()));
  array::read(array, out.data(), nullptr, "test");
  return out;
}

// An int32 array over `elements` numbered elements of a buffer: element i of the memory holds first + i.
inline std::vector<std::int32_t> numbered(std::size_t elements, std::int32_t first = 0) {
  std::vector<std::int32_t> out(elements);
  for (std::size_t i = 0; i < elements; ++i) out[i] = first + static_cast<std::int32_t>(i);
  return out;
}

// The whole memory of numbered elements, and its arrays of any layout.
struct Memory {
  Memory(Context& context, std::size_t elements, std::int32_t first = 0) : host(numbered(elements, first)) {
    const auto count = static_cast<std::int64_t>(elements);
    whole = array::from_host(context, KILN_INT32, std::span(&count, 1), nullptr, KILN_INT32, host.data());
  }
  Ref<Array> with(const Layout& layout) const { return array::from_buffer(whole->buffer_ref(), KILN_INT32, layout); }
  // What the host model says a view holds.
  std::vector<std::int32_t> expected(const Layout& layout) const {
    std::vector<std::int32_t> out;
    for (auto offset : model_of(layout).offsets) out.push_back(host[static_cast<std::size_t>(offset / 4)]);
    return out;
  }
  void check() const { CHECK(values_of<std::int32_t>(*whole) == host); }

  std::vector<std::int32_t> host;  // the model's memory
  Ref<Array> whole;
};

inline std::size_t elements_for(const Layout& layout) {
  return static_cast<std::size_t>(std::max<std::int64_t>(layout::byte_span(layout, 4, "test").high / 4, 1));
}

// "text" holds "part"; the error's status is as given.
template <class Call>
void check_error(kiln_status status, const std::string& part, Call call) {
  try {
    call();
    FAIL("expected an error with: " << part);
  } catch (const base::Error& error) {
    INFO(error.message());
    CHECK(error.status() == status);
    CHECK(error.message().find(part) != std::string::npos);
  }
}

}  // namespace kiln::test
