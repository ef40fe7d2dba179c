// SPDX-License-Identifier: Apache-2.0
// Device strings: what parses, what is chosen, and what the errors say.
#include "base/flags/device_string.hpp"
#include "catch.hpp"
#include "check_error.hpp"

using namespace kiln::base;
using Kind = DeviceSpec::Kind;

namespace {

const std::vector<std::string> kBackends = {"opencl", "cuda", "fake"};

ListedDevice device(std::string backend, std::string id, std::string name, std::string platform,
                    kiln::backend::DeviceKind kind, std::string uid = "") {
  ListedDevice result;
  result.backend = std::move(backend);
  result.info.id = std::move(id);
  result.info.name = std::move(name);
  result.info.platform = std::move(platform);
  result.info.kind = kind;
  result.info.uid = std::move(uid);
  return result;
}

using kiln::backend::DeviceKind;
const ListedDevice kPocl = device("opencl", "0:0", "pthread-skylake", "Portable Computing Language", DeviceKind::cpu);
const ListedDevice kOpenclGpu = device("opencl", "1:0", "Big GPU", "Vendor CL", DeviceKind::gpu, "0000:01:00.0");
const ListedDevice kOpenclGpu1 = device("opencl", "1:1", "Small GPU", "Vendor CL", DeviceKind::gpu);
const ListedDevice kCuda0 = device("cuda", "0", "Big GPU", "CUDA", DeviceKind::gpu, "GPU-1234abcd");
const ListedDevice kCuda1 = device("cuda", "1", "Small GPU", "CUDA", DeviceKind::gpu, "GPU-5678abcd");
const ListedDevice kCuda10 = device("cuda", "10", "Tenth GPU", "CUDA", DeviceKind::gpu);
const std::vector<ListedDevice> kAll = {kPocl, kOpenclGpu, kOpenclGpu1, kCuda0, kCuda1, kCuda10};

std::string choose(std::string_view text, const std::vector<ListedDevice>& devices = kAll,
                   const std::vector<std::string>& reasons = {}) {
  return choose_device(parse_device(text, kBackends), text, devices, reasons).device();
}

}  // namespace

TEST_CASE("device strings parse") {
  struct Row {
    const char* text;
    Kind kind;
    const char* backend;
    const char* id;
    const char* name;
    bool fault;
  };
  const Row rows[] = {
      {"auto", Kind::automatic, "", "", "", false},
      {" auto ", Kind::automatic, "", "", "", false},
      {"cpu", Kind::cpu, "", "", "", false},
      {"gpu", Kind::gpu, "", "", "", false},
      {"cuda", Kind::first_of_backend, "cuda", "", "", false},
      {"opencl", Kind::first_of_backend, "opencl", "", "", false},
      {"cuda0", Kind::exact, "cuda", "0", "", false},
      {"cuda12", Kind::exact, "cuda", "12", "", false},
      {"cuda007", Kind::exact, "cuda", "7", "", false},
      {"opencl0:0", Kind::exact, "opencl", "0:0", "", false},
      {"opencl10:03", Kind::exact, "opencl", "10:3", "", false},
      {"opencl1", Kind::exact, "opencl", "1", "", false},
      {"opencl:pocl", Kind::by_name, "opencl", "", "pocl", false},
      {"opencl: Big GPU", Kind::by_name, "opencl", "", "Big GPU", false},
      {"cuda:GPU-1234", Kind::by_name, "cuda", "", "GPU-1234", false},
      {"opencl:0000:01:00.0", Kind::by_name, "opencl", "", "0000:01:00.0", false},
      {"gpu0", Kind::exact, "cuda", "0", "", false},
      {"gpu3", Kind::exact, "cuda", "3", "", false},
      {"fake0", Kind::exact, "fake", "0", "", false},
      {"fault:opencl0:0", Kind::exact, "opencl", "0:0", "", true},
      {"fault:opencl:pocl", Kind::by_name, "opencl", "", "pocl", true},
      {"fault:auto", Kind::automatic, "", "", "", true},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const DeviceSpec spec = parse_device(row.text, kBackends);
    CHECK(spec.kind == row.kind);
    CHECK(spec.backend == row.backend);
    CHECK(spec.id == row.id);
    CHECK(spec.name == row.name);
    CHECK(spec.fault == row.fault);
  }
  // The longest backend name wins.
  CHECK(parse_device("opencl20", {"opencl", "opencl2"}).backend == "opencl2");
}

TEST_CASE("strings that are no device strings name the nearest") {
  const std::pair<const char*, const char*> rows[] = {
      {"cuad0", "did you mean 'cuda0'?"},
      {"openlc0:0", "did you mean 'opencl0:0'?"},
      {"CUDA1", "did you mean 'cuda1'?"},
      {"cuda:0", "did you mean 'cuda0'?"},
      {"opencl:0:1", "did you mean 'opencl0:1'?"},
      {"atuo", "did you mean 'auto'?"},
      {"opncl:pocl", "did you mean 'opencl:pocl'?"},
      {"gpus", "did you mean 'gpu'?"},
  };
  for (const auto& [text, hint] : rows) CHECK_ERROR(parse_device(text, kBackends), KILN_NO_DEVICE, hint);
  for (const char* text : {"", " ", ":", "0", "0:0", "tpu-v5", "vulkan0", "opencl0:", "opencl0:0:0", "opencl:",
                           "opencl: ", "cuda-1", "cuda0x", "fault:", "fault:fault:cuda0", "cudaa,b", "gpu0:1"}) {
    INFO(text);
    CHECK_ERROR(parse_device(text, kBackends), KILN_NO_DEVICE, "no device string");
  }
  CHECK_ERROR(parse_device("vulkan0", kBackends), KILN_NO_DEVICE,
              "expected one of opencl, openclP:D, opencl:NAME, cuda, cudaN, cuda:NAME, cpu, gpu, auto");
}

TEST_CASE("choosing a device") {
  CHECK(choose("auto") == "cuda0");
  CHECK(choose("gpu") == "cuda0");
  CHECK(choose("cpu") == "opencl0:0");
  CHECK(choose("cuda") == "cuda0");
  CHECK(choose("cuda1") == "cuda1");
  CHECK(choose("gpu1") == "cuda1");
  CHECK(choose("opencl") == "opencl0:0");
  CHECK(choose("opencl1") == "opencl1:0");
  CHECK(choose("opencl1:1") == "opencl1:1");
  CHECK(choose("opencl:POCL") == "opencl0:0");
  CHECK(choose("opencl:portable") == "opencl0:0");
  CHECK(choose("opencl:small") == "opencl1:1");
  CHECK(choose("opencl:0000:01:00.0") == "opencl1:0");
  CHECK(choose("cuda:GPU-5678") == "cuda1");
  CHECK(choose("auto", {kPocl, kOpenclGpu}) == "opencl1:0");
  CHECK(choose("gpu", {kPocl, kOpenclGpu}) == "opencl1:0");
  CHECK(choose("auto", {kPocl}) == "opencl0:0");
  CHECK(choose("cuda1", {kCuda10, kCuda1}) == "cuda1");
}

TEST_CASE("a missing device lists what there is") {
  CHECK_ERROR(choose("cuda2"), KILN_NO_DEVICE, "no device 'cuda2', did you mean 'cuda0'?");
  CHECK_ERROR(choose("opencl2:0"), KILN_NO_DEVICE, "did you mean 'opencl0:0'?");
  CHECK_ERROR(choose("opencl2:0"), KILN_NO_DEVICE, "opencl1:1 (Small GPU), cuda0 (Big GPU)");
  CHECK_ERROR(choose("opencl2"), KILN_NO_DEVICE, "no device 'opencl2'");
  CHECK_ERROR(choose("opencl:rusticl"), KILN_NO_DEVICE, "no device 'opencl:rusticl'; devices found: opencl0:0");
  CHECK_ERROR(choose("cpu", {kCuda0}), KILN_NO_DEVICE, "there is no CPU device for 'cpu'; devices found: cuda0");
  CHECK_ERROR(choose("gpu", {kPocl}), KILN_NO_DEVICE, "there is no GPU for 'gpu'; devices found: opencl0:0");
  CHECK_ERROR(choose("opencl", {kCuda0}), KILN_NO_DEVICE,
              "there is no opencl device for 'opencl'; devices found: cuda0");
  CHECK_ERROR(choose("cuda", {kPocl}, {"cuda: no libcuda.so.1", "x: y"}), KILN_NO_DEVICE,
              "(pthread-skylake); cuda: no libcuda.so.1; x: y");
  CHECK_ERROR(choose("auto", {}, {"opencl: no ICD"}), KILN_NO_DEVICE,
              "device: there is no device for 'auto'; devices found: none; opencl: no ICD");
}

TEST_CASE("a mistyped name of a device suggests the nearest") {
  const std::pair<const char*, const char*> rows[] = {
      {"opencl:pcol", "did you mean 'opencl:pocl'? devices found: "},
      {"opencl:POCK", "did you mean 'opencl:pocl'?"},
      {"opencl:portabel", "did you mean 'opencl:Portable'?"},
      {"opencl:Vendor LC", "did you mean 'opencl:Vendor CL'?"},
      {"opencl:smal gpu", "did you mean 'opencl:Small GPU'?"},
      {"opencl:0000:01:0.0", "did you mean 'opencl:0000:01:00.0'?"},
      {"cuda:Tetnh", "did you mean 'cuda:Tenth'?"},
      {"fault:opencl:pcol", "'fault:opencl:pcol', did you mean 'opencl:pocl'?"},
  };
  for (const auto& [text, hint] : rows) {
    INFO(text);
    CHECK_ERROR(choose(text), KILN_NO_DEVICE, hint);
  }
  // Names of another backend, and names that are not near, are not suggested.
  CHECK_ERROR(choose("cuda:pcol"), KILN_NO_DEVICE, "there is no device 'cuda:pcol'; devices found: ");
  CHECK_ERROR(choose("opencl:no such name"), KILN_NO_DEVICE, "'opencl:no such name'; devices found: ");
}
