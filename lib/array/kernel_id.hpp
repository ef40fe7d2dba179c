// SPDX-License-Identifier: Apache-2.0
// KernelId identifies a kernel of the library, so that a context finds it again after compiling it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/value_key.hpp"

namespace kiln::array {

// The family that a kernel belongs to. Kernels of different families may have the same name.
enum class KernelFamily : std::uint8_t { index, scan, sort, random, product, transpose, statistics, conv };

// The identity consists of a family, the kernel's name in its text, and all values that the text depends on
// beside the device.
class KernelId {
 public:
  // `name` must outlive the identity; it is a literal.
  template <class... Values>
  constexpr KernelId(KernelFamily family, const char* name, Values... specialised_on) noexcept
      : name_(name), values_(family, specialised_on...) {}

  const char* name() const noexcept { return name_.data(); }
  friend bool operator==(const KernelId&, const KernelId&) = default;
  struct Hash {
    std::size_t operator()(const KernelId& id) const noexcept {
      return id.values_.hash() ^ std::hash<std::string_view>()(id.name_);
    }
  };

 private:
  std::string_view name_;
  base::ValueKey values_;
};

}  // namespace kiln::array
