// SPDX-License-Identifier: Apache-2.0
// What the tests of recordings share.
#pragma once

#include <algorithm>

#include "rig.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::test {

using runtime::Recording;

inline constexpr std::size_t kLarge = std::size_t{1} << 20;

inline Ref<Buffer> filled(Context& context, std::size_t bytes, unsigned char value) {
  auto buffer = context.allocate(bytes);
  const std::vector<unsigned char> data(bytes, value);
  context.write(*buffer, 0, data.data(), bytes, "write");
  return buffer;
}

inline bool all_are(Context& context, Buffer& buffer, unsigned char value) {
  const auto data = read_all(context, buffer);
  return std::all_of(data.begin(), data.end(), [&](unsigned char x) { return x == value; });
}

// to = from + 1 by way of a temporary.
inline Ref<Recording> record_step(Context& context, const runtime::Kernel& add, Buffer& to, Buffer& from) {
  Recording::Capture capture(context);
  auto between = context.allocate(from.size());
  Context::copy(*between, 0, from, 0, from.size(), "copy");
  launch_add(context, add, *between);
  Context::copy(to, 0, *between, 0, to.size(), "copy");
  between = nullptr;
  Buffer* const externals[] = {&to, &from};
  return capture.finish(externals);
}

}  // namespace kiln::test
