// SPDX-License-Identifier: Apache-2.0
// Kernels for more work than a device has work-items, and results too large for its caches, at the sizes of
// tests.
#pragma once

#include "codegen/elementwise/elementwise.hpp"

namespace kiln::test {

struct FewItems {
  FewItems() { codegen::unit_items = 4; }
  ~FewItems() { codegen::unit_items = usual; }
  const std::uint64_t usual = codegen::unit_items;
};

struct StreamAll {
  explicit StreamAll(bool all) { codegen::stream_all = all; }
  ~StreamAll() { codegen::stream_all = false; }
};

}  // namespace kiln::test
