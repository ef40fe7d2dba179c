// SPDX-License-Identifier: Apache-2.0
// Backends in C, built for other versions of the plug-in interface than this libkiln (plugin.c).
#include <kiln/backend.h>
#include <kiln/kiln.hpp>

#include "support.hpp"

using kiln::GpuArray;

namespace {

kiln_backend_info backend(const std::string& name) {
  std::size_t count = 0;
  WORKS(kiln_backend_count(&count));
  for (std::size_t i = 0; i < count; ++i) {
    kiln_backend_info info;
    WORKS(kiln_backend_get(i, &info));
    if (info.name == name) return info;
  }
  FAIL("no backend " << name);
  return {};
}

std::string version(int major, int minor) { return std::to_string(major) + "." + std::to_string(minor); }

}  // namespace

TEST_CASE("plug-ins of an earlier and of a later minor version compute") {
  for (const std::string name : {"old", "newer"}) {
    INFO(name);
    const kiln_backend_info info = backend(name);
    CHECK(std::string(info.reason) == "");
    CHECK(std::string(info.notes) == "a note");
    CHECK(info.device_count == 1);
    kiln::Context context(name + "0");
    const auto a = GpuArray::from(context, std::vector<float>{1, 2, 3, 4, 5}, {5});
    const auto b = GpuArray::from(context, std::vector<float>{10, 20, 30, 40, 50}, {5});
    const GpuArray sum = a + b;
    CHECK(sum.read<float>() == std::vector<float>{11, 22, 33, 44, 55});
  }
}

TEST_CASE("the error of a plug-in comes with its message, code and log") {
  for (const std::string device : {"old7", "newer7"}) {
    kiln_context none = nullptr;
    CHECK(kiln_context_create(device.c_str(), nullptr, &none) == KILN_NO_DEVICE);
    CHECK(none == nullptr);
  }
  try {
    kiln::Context device("old0");
    // The plug-in knows no reduction.
    const auto a = GpuArray::from(device, std::vector<float>{1, 2, 3}, {3});
    const GpuArray total = a.sum();
    FAIL("the plug-in built a reduction");
  } catch (const kiln::Error& error) {
    CHECK(error.status() == KILN_BUILD_ERROR);
    CHECK(std::string(error.what()).find("the text has no kernel that this device knows") != std::string::npos);
    CHECK(error.vendor_code() == -7);
    CHECK(std::string(error.build_log()) == "line 1: not a sum");
  }
}

TEST_CASE("plug-ins that this libkiln cannot use are refused, and say why") {
  const std::string ours = version(KILN_BACKEND_MAJOR, KILN_BACKEND_MINOR);
  const struct {
    const char *name, *reason;
    std::string more;
  } rows[] = {
      {"other", "is built for version ",
       version(KILN_BACKEND_MAJOR + 1, KILN_BACKEND_MINOR) + " of the plug-in interface, this Kiln has " + ours},
      {"demanding", "needs version ",
       version(KILN_BACKEND_MAJOR, KILN_BACKEND_MINOR + 1) + " of the plug-in interface or later, this Kiln has " +
           ours},
      {"huge", "has a kiln_backend_context_api of struct_size 1099511627776, expected ", ""},
      {"tiny", "has a kiln_backend_context_api of struct_size 12, expected ", ""},
      {"record", "has a kiln_backend_exports of struct_size 3, expected ", ""},
      {"lacking", "has null as function 26 of its kiln_backend_context_api, which every backend has", ""},
  };
  for (const auto& row : rows) {
    INFO(row.name);
    const kiln_backend_info info = backend(row.name);
    const std::string reason = info.reason;
    CHECK(reason.find("module kiln_backend_" + std::string(row.name) + ".so " + row.reason + row.more) == 0);
    CHECK(info.device_count == 0);
    kiln_context context = nullptr;
    FAILS(kiln_context_create((std::string(row.name) + "0").c_str(), nullptr, &context), KILN_NO_DEVICE, reason);
  }
}
