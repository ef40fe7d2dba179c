// SPDX-License-Identifier: Apache-2.0
// PoCL takes two to four times as long for a kernel that it optimises. It need not for kernels of the shape
// that a CPU device has in tests alone: while one of these says so, what its thread builds is not
// optimised. Only where builds.cpp is preloaded.
#pragma once

#include <dlfcn.h>

namespace kiln::test {

class PlainBuild {
 public:
  explicit PlainBuild(bool plain = true) : before_(set(plain)) {
    if (before_) set(true);
  }
  ~PlainBuild() { set(before_); }
  PlainBuild(const PlainBuild&) = delete;
  PlainBuild& operator=(const PlainBuild&) = delete;

 private:
  static bool set(bool plain) {
    static const auto set = reinterpret_cast<bool (*)(bool)>(::dlsym(RTLD_DEFAULT, "kiln_test_plain_builds"));
    return set && set(plain);
  }
  const bool before_;
};

}  // namespace kiln::test
