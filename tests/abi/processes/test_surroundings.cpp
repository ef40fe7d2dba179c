// SPDX-License-Identifier: Apache-2.0
// Machines where a device is missing: the C ABI lists what there is, says why there is no more, and opens
// nothing. Devices are listed once a process, so that each case runs in one of its own (meson.build).
#include <dlfcn.h>
#include <kiln/backend.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "support.hpp"

namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    char name[] = "/tmp/kiln-surroundings-XXXXXX";
    path = ::mkdtemp(name);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  void icd(const std::string& library) const { std::ofstream(path + "/test.icd") << library << '\n'; }
  std::string path;
};

std::string file_of(const char* variable) {
  const char* value = std::getenv(variable);
  INFO(variable << " is set by meson test");
  REQUIRE(value);
  return value;
}

// The reason why a backend has no devices.
std::string reason_of(const std::string& name) {
  std::size_t count = 0;
  WORKS(kiln_backend_count(&count));
  for (std::size_t i = 0; i < count; ++i) {
    kiln_backend_info info;
    WORKS(kiln_backend_get(i, &info));
    if (info.name != name) continue;
    CHECK(info.device_count == 0);
    return info.reason;
  }
  FAIL("no backend " << name);
  return {};
}

// No string opens a device of the backend; the message says why.
void check_closed(const std::vector<std::string>& devices, const std::string& reason) {
  for (const std::string& device : devices) {
    INFO(device);
    int place = 0;
    auto context = reinterpret_cast<kiln_context>(&place);
    FAILS(kiln_context_create(device.c_str(), nullptr, &context), KILN_NO_DEVICE, "'" + device + "'");
    CHECK(message_has(reason));
    CHECK(context == nullptr);
  }
}

void use_vendors(const Folder& folder) {
  setenv("OCL_ICD_VENDORS", folder.path.c_str(), 1);  // the loader of Debian, and that of Khronos
  unsetenv("OCL_ICD_FILENAMES");
}

const std::vector<std::string> kOpencl = {"opencl", "opencl0:0", "opencl0", "opencl:pocl"};

}  // namespace

TEST_CASE("no OpenCL driver", "[.no-icd]") {
  const Folder folder;
  use_vendors(folder);
  const std::string reason = reason_of("opencl");
  CHECK(reason.find("the loader found no platform") == 0);
  CHECK(reason.find("OCL_ICD_VENDORS=" + folder.path + " holds no .icd file") != std::string::npos);
  check_closed(kOpencl, "opencl: " + reason);
}

TEST_CASE("an OpenCL driver whose library is missing", "[.missing-icd]") {
  const Folder folder;
  folder.icd("libkiln-no-such-driver.so.7");
  use_vendors(folder);
  const std::string reason = reason_of("opencl");
  CHECK(reason.find("the loader found no platform") != std::string::npos);
  CHECK(reason.find("holds test.icd") != std::string::npos);
  check_closed(kOpencl, "opencl: " + reason);
}

TEST_CASE("an OpenCL driver without a device", "[.empty-icd]") {
  const Folder folder;
  folder.icd(file_of("KILN_TEST_EMPTY_ICD"));
  use_vendors(folder);
  const std::string reason = reason_of("opencl");
  CHECK(reason ==
        "no platform has a device that can be used: platform 0: Platform without devices "
        "(OpenCL 1.2 test): "
        "no devices");
  check_closed(kOpencl, "opencl: " + reason);
}

TEST_CASE("an OpenCL loader without versions of its symbols", "[.unversioned-loader]") {
  const std::string reason = reason_of("opencl");
  CHECK(reason.find("the loader found no platform") == 0);
  CHECK(reason.find("unversioned") != std::string::npos);  // its folder
  check_closed(kOpencl, "opencl: " + reason);
}

TEST_CASE("an OpenCL loader without some functions", "[.incomplete-loader]") {
  const std::string reason = reason_of("opencl");
  CHECK(reason.find("the OpenCL loader ") == 0);
  CHECK(reason.find("incomplete") != std::string::npos);
  CHECK(reason.find(" lacks clFinish, clLinkProgram: one of OpenCL 1.2 or newer is needed") != std::string::npos);
  check_closed(kOpencl, "opencl: " + reason);
}

TEST_CASE("an OpenCL loader that is named and missing", "[.missing-loader]") {
  setenv("KILN_OPENCL_LIBRARY", "/nonexistent/libOpenCL.so.1", 1);
  const std::string reason = reason_of("opencl");
  CHECK(reason.find("the OpenCL loader could not be loaded: "
                    "/nonexistent/libOpenCL.so.1: cannot open") == 0);
  check_closed(kOpencl, "opencl: " + reason);
}

TEST_CASE("no CUDA driver", "[.no-libcuda]") {
  // Where the machine has none, as it is; elsewhere as if the file were missing.
  std::string file = "libcuda.so.1";
  if (void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    dlclose(library);
    file = "/nonexistent/libcuda.so.1";
    setenv("KILN_CUDA_LIBRARY", file.c_str(), 1);
  }
  const std::string reason = reason_of("cuda");
  CHECK(reason.find("the CUDA driver could not be loaded: ") == 0);
  CHECK(reason.find(file + ": cannot open shared object file") != std::string::npos);
  check_closed({"cuda", "cuda0", "cuda3", "gpu0", "cuda:Tesla"}, "cuda: " + reason);
}

TEST_CASE("a backend module of another version", "[.other-version]") {
  const Folder folder;
  fs::copy_file(file_of("KILN_TEST_FUTURE_MODULE"), folder.path + "/kiln_backend_opencl.so");
  setenv("KILN_BACKEND_PATH", folder.path.c_str(), 1);
  const std::string reason = reason_of("opencl");
  const auto version = [](int later) {
    return std::to_string(KILN_BACKEND_MAJOR + later) + "." + std::to_string(KILN_BACKEND_MINOR);
  };
  CHECK(reason == "module kiln_backend_opencl.so is built for version " + version(7) +
                      " of the plug-in interface, this Kiln has " + version(0));
  check_closed(kOpencl, "opencl: " + reason);
  check_closed({"cuda0", "gpu", "cpu", "auto"}, "cuda: no module kiln_backend_cuda.so was found");
}

TEST_CASE("modules in a folder of a relative path", "[.relative-path]") {
  const std::string all = file_of("KILN_BACKEND_PATH");
  const fs::path folder = all.substr(0, all.find(':'));
  fs::current_path(folder.parent_path());
  setenv("KILN_BACKEND_PATH", folder.filename().c_str(), 1);
  static std::vector<std::string> lines;
  kiln_set_log_callback([](kiln_log_level, const char* line, void*) { lines.emplace_back(line); }, nullptr);
  std::size_t count = 1;
  WORKS(kiln_backend_count(&count));
  kiln_set_log_callback(nullptr, nullptr);
  CHECK(count == 0);
  const std::string why =
      "KILN_BACKEND_PATH: '" + folder.filename().string() + "' is not searched, expected an absolute path";
  CHECK(lines == std::vector<std::string>{why});
  check_closed({"opencl", "cuda0", "auto"}, why);
}

TEST_CASE("device strings that name no device suggest the nearest", "[.device-names]") {
  struct Row {
    const char *text, *part;
  };
  const Row rows[] = {
      {"openlc0:0", "'openlc0:0' is no device string, did you mean 'opencl0:0'?"},
      {"cdua1", "did you mean 'cuda1'?"},
      {"cuda:0", "did you mean 'cuda0'?"},
      {"Cpu", "did you mean 'cpu'?"},
      {"vulkan0", "expected one of cuda, cudaN, cuda:NAME, opencl, openclP:D, opencl:NAME, cpu, gpu, auto"},
      {"opencl99:0", "there is no device 'opencl99:0', did you mean 'opencl"},
      {"opencl:no such name", "there is no device 'opencl:no such name'; devices found: "},
      {"opencl:pcol", "there is no device 'opencl:pcol', did you mean 'opencl:pocl'?"}};
  for (const Row& row : rows) {
    int place = 0;
    auto context = reinterpret_cast<kiln_context>(&place);
    FAILS(kiln_context_create(row.text, nullptr, &context), KILN_NO_DEVICE, row.part);
    CHECK(context == nullptr);
  }
}
