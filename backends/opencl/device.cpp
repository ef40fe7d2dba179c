// SPDX-License-Identifier: Apache-2.0
// Queries of a device. Optional queries are made only if the device lists the extension that they belong to.
#include "opencl/device.hpp"

#include <CL/cl_icd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "base/flags/environment.hpp"
#include "base/plugin/driver_support.hpp"
#include "base/text.hpp"
#include "kernels.hpp"

namespace kiln::opencl {
namespace {

// cl_nv_device_attribute_query; not in all headers.
constexpr cl_device_info kPciBusNv = 0x4008, kPciSlotNv = 0x4009, kPciDomainNv = 0x400A;

std::string pci_text(cl_uint domain, cl_uint bus, cl_uint device, cl_uint function) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, device, function);
}

// The PCI address, which the CUDA driver tells too, or else the UUID.
std::string unique_id(cl_device_id device, std::string_view extensions) {
#ifdef CL_DEVICE_PCI_BUS_INFO_KHR
  if (has_word(extensions, "cl_khr_pci_bus_info")) {
    const auto pci = device_value<cl_device_pci_bus_info_khr>(device, CL_DEVICE_PCI_BUS_INFO_KHR);
    return pci_text(pci.pci_domain, pci.pci_bus, pci.pci_device, pci.pci_function);
  }
#endif
  if (has_word(extensions, "cl_nv_device_attribute_query")) {
    cl_uint bus = 0, slot = 0, domain = 0;  // older drivers know fewer of these
    if (cl.clGetDeviceInfo(device, kPciBusNv, sizeof bus, &bus, nullptr) == CL_SUCCESS &&
        cl.clGetDeviceInfo(device, kPciSlotNv, sizeof slot, &slot, nullptr) == CL_SUCCESS) {
      if (cl.clGetDeviceInfo(device, kPciDomainNv, sizeof domain, &domain, nullptr) != CL_SUCCESS) domain = 0;
      return pci_text(domain, bus, slot >> 3, slot & 7);
    }
  }
#ifdef CL_DEVICE_UUID_KHR
  if (has_word(extensions, "cl_khr_device_uuid")) {
    using Uuid = std::array<unsigned char, CL_UUID_SIZE_KHR>;
    std::string text;
    for (const unsigned char byte : device_value<Uuid>(device, CL_DEVICE_UUID_KHR)) {
      if (text.size() == 8 || text.size() == 13 || text.size() == 18 || text.size() == 23) text += '-';
      text += fmt::format("{:02x}", byte);
    }
    return text;
  }
#endif
  return {};
}

backend::DeviceKind kind_of(cl_device_type type) {
  if (type & CL_DEVICE_TYPE_GPU) return backend::DeviceKind::gpu;
  if (type & CL_DEVICE_TYPE_ACCELERATOR) return backend::DeviceKind::accelerator;
  if (type & CL_DEVICE_TYPE_CPU) return backend::DeviceKind::cpu;
  return backend::DeviceKind::other;
}

bool has_double(cl_device_id device, std::string_view extensions) {
  if (has_word(extensions, "cl_khr_fp64")) return true;
  cl_device_fp_config config = 0;  // an optional query in early revisions of OpenCL 1.2
  return cl.clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, nullptr) == CL_SUCCESS &&
         config != 0;
}

#ifdef CL_DEVICE_OPENCL_C_ALL_VERSIONS
// A list of names and versions that OpenCL 3.0 drivers give; empty for older drivers and where a driver gives none.
std::vector<cl_name_version> listed(const Device& device, cl_device_info what) {
  if (parse_version(device_text(device.id, CL_DEVICE_VERSION)) < Version{3, 0}) return {};
  std::size_t size = 0;
  if (cl.clGetDeviceInfo(device.id, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::vector<cl_name_version> list(size / sizeof(cl_name_version));
  check(cl.clGetDeviceInfo(device.id, what, size, list.data(), nullptr), "clGetDeviceInfo");
  return list;
}
#endif

// Whether the device takes no OpenCL C 1.2. OpenCL 3.0 drivers list the languages that they take, some
// incompletely; the list counts only if the driver also calls its language newer than 1.2.
bool takes_only_newer([[maybe_unused]] const Device& device) {
#ifdef CL_DEVICE_OPENCL_C_ALL_VERSIONS
  if (parse_version(device_text(device.id, CL_DEVICE_OPENCL_C_VERSION)) < Version{2, 0}) return false;
  const std::vector<cl_name_version> list = listed(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  const auto lists = [&](cl_version wanted) {
    return std::any_of(list.begin(), list.end(), [&](const cl_name_version& entry) { return entry.version == wanted; });
  };
  return lists(CL_MAKE_VERSION(3, 0, 0)) && !lists(CL_MAKE_VERSION(1, 2, 0));
#else
  return false;
#endif
}

// Whether the device has OpenCL C 3.0's optional atomics with which a group sees what others wrote to memory.
bool has_acquire_release([[maybe_unused]] const Device& device) {
#ifdef CL_DEVICE_OPENCL_C_ALL_VERSIONS
  const std::vector<cl_name_version> list = listed(device, CL_DEVICE_OPENCL_C_FEATURES);
  const auto lists = [&](std::string_view name) {
    return std::any_of(list.begin(), list.end(), [&](const cl_name_version& entry) { return name == entry.name; });
  };
  return lists("__opencl_c_atomic_order_acq_rel") && lists("__opencl_c_atomic_scope_device");
#else
  return false;
#endif
}

// The environment variables that influence a platform's compiler, by the beginnings of their names. `except` has those
// that are known not to influence it. An unknown variable costs one compilation at worst.
struct CompilerVariables {
  std::string_view platform;  // a part of the platform's name
  std::vector<std::string_view> prefixes, except;
};

const std::vector<CompilerVariables>& compiler_variables() {
  static const auto& known = *new std::vector<CompilerVariables>{
      {"Portable Computing Language",
       {"POCL_"},
       {"POCL_AFFINITY", "POCL_CACHE_DIR", "POCL_CPU_MAX_CU_COUNT", "POCL_DEBUG", "POCL_DEVICES", "POCL_KERNEL_CACHE",
        "POCL_LEAVE_KERNEL_COMPILER_TEMP_FILES", "POCL_MAX_COMPUTE_UNITS", "POCL_MAX_PTHREAD_COUNT",
        "POCL_MEMORY_LIMIT", "POCL_SIGFPE_HANDLER", "POCL_STARTUP_DELAY", "POCL_TRACING", "POCL_TRACING_FILTER",
        "POCL_TRACING_OPT", "POCL_VECTORIZER_REMARKS"}},
      // Mesa: the layers that a kernel passes through, and the switches of its drivers.
      {"rusticl",
       {"RUSTICL_",  "CLC_",       "GALLIUM_", "GALLIVM_", "LP_",   "NIR_",  "MESA_SPIRV_",
        "AMD_DEBUG", "R600_DEBUG", "RADEON_",  "INTEL_",   "IRIS_", "NV50_", "NVC0_",
        "PAN_",      "BIFROST_",   "AGX_",     "ZINK_",    "FD_",   "IR3_"},
       {"RUSTICL_ENABLE", "GALLIUM_HUD", "LP_NUM_THREADS"}},
      {"Clover", {"CLOVER_", "GALLIUM_", "GALLIVM_", "AMD_DEBUG", "R600_DEBUG", "RADEON_"}, {}},
      {"Intel", {"CL_CONFIG_", "IGC_", "NEO_"}, {"CL_CONFIG_CPU_TBB_NUM_WORKERS"}},
      {"AMD", {"AMD_OCL_", "AMD_DEBUG", "GPU_", "HSA_"}, {"GPU_DEVICE_ORDINAL"}},
      {"NVIDIA", {"CUDA_FORCE_", "CUDA_DISABLE_", "NVVM_"}, {}},
      {"Oclgrind", {"OCLGRIND_"}, {"OCLGRIND_LOG", "OCLGRIND_NUM_THREADS"}},
  };
  return known;
}

std::string compiler_environment(cl_platform_id platform) {
  const std::string name = base::lower(platform_text(platform, CL_PLATFORM_NAME));
  for (const CompilerVariables& each : compiler_variables())
    if (name.find(base::lower(each.platform)) != std::string::npos)
      return base::environment_of(each.prefixes, each.except);
  return {};
}

struct Healths {
  std::mutex mutex;
  std::map<cl_platform_id, base::DriverHealth> all;
};

Healths& healths() {
  static Healths& one = *new Healths;  // never destroyed: contexts may outlive static destructors
  return one;
}

}  // namespace

base::DriverHealth& health_of(cl_platform_id platform) {
  Healths& known = healths();
  const std::lock_guard lock(known.mutex);
  return known.all[platform];
}

bool any_driver_lost() {
  Healths& known = healths();
  const std::lock_guard lock(known.mutex);
  return std::any_of(known.all.begin(), known.all.end(), [](const auto& each) { return each.second.lost(); });
}

std::string unusable(const Device& device) {
  if (!device_value<cl_bool>(device.id, CL_DEVICE_AVAILABLE)) return "the driver says that it is not available";
  const std::string version = device_text(device.id, CL_DEVICE_VERSION);
  if (parse_version(version) < Version{1, 2}) return "its version is '" + version + "', Kiln needs OpenCL 1.2";
  if (!device_value<cl_bool>(device.id, CL_DEVICE_COMPILER_AVAILABLE)) return "its driver has no compiler";
  return {};
}

backend::DeviceInfo describe(const Device& device) {
  backend::DeviceInfo info;
  info.name = device_text(device.id, CL_DEVICE_NAME);
  info.platform = platform_label(device.platform);
  info.driver = device_text(device.id, CL_DRIVER_VERSION);
  info.uid = unique_id(device.id, device_text(device.id, CL_DEVICE_EXTENSIONS));
  info.kind = kind_of(device_value<cl_device_type>(device.id, CL_DEVICE_TYPE));
  return info;
}

backend::DeviceProperties read_properties(const Device& device, backend::DeviceInfo info) {
  const cl_device_id id = device.id;
  const std::string extensions = device_text(id, CL_DEVICE_EXTENSIONS);
  backend::DeviceProperties properties;
  properties.vendor = device_text(id, CL_DEVICE_VENDOR);
  properties.language = standard_option(device) == "-cl-std=CL3.0" ? "OpenCL C 3.0" : "OpenCL C 1.2";
  properties.dialect = backend::Dialect::opencl_c;
  properties.has_vectors = true;
  // Oclgrind loses track of what is initialised in structures.
  properties.arguments_take_time = !info.platform.starts_with("Oclgrind");
  properties.groups_progress = properties.has_ptx = info.platform.starts_with("NVIDIA CUDA");
  // Drivers of CPU devices compile with a library in this process, and they time each command anyway. Pinned
  // memory is mapped memory in OpenCL, which kernels may not use; so kernels_reach_pinned stays false.
  properties.timing_is_free = properties.compiles_in_process = info.kind == backend::DeviceKind::cpu;
  properties.dlpack_device = 4;  // kDLOpenCL
  properties.compute_units = device_value<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS);
  properties.max_local_size = device_value<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const std::string sizes = info_bytes("clGetDeviceInfo", [&](std::size_t size, void* value, std::size_t* size_out) {
    return cl.clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, size, value, size_out);
  });
  for (std::size_t d = 0; d < 3 && (d + 1) * sizeof(std::size_t) <= sizes.size(); ++d) {
    std::size_t size = 1;
    sizes.copy(reinterpret_cast<char*>(&size), sizeof size, d * sizeof size);
    properties.max_local_sizes[d] = size;
  }
  // No query tells the most groups of a launch. Mesa counts in 32 bits in each dimension and ends the process
  // beyond. PoCL and llvmpipe number all groups of a launch in 32 bits, several at a time, so half is left free.
  std::fill(std::begin(properties.max_groups), std::end(properties.max_groups), INT32_MAX);
  if (info.kind == backend::DeviceKind::cpu) properties.max_groups_in_all = INT32_MAX;
  properties.local_memory = device_value<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE);
  properties.declared_local_memory = properties.local_memory;
  properties.total_memory = device_value<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
  properties.largest_block = device_value<cl_ulong>(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  properties.base_alignment = std::max<cl_uint>(1, device_value<cl_uint>(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8);
  properties.has_float16 = has_word(extensions, "cl_khr_fp16");
  properties.has_float64 = has_double(id, extensions);
  properties.has_subnormals = (device_value<cl_device_fp_config>(id, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM) != 0;
  properties.has_int64_atomics = has_word(extensions, "cl_khr_int64_base_atomics");
  properties.unified_memory =
      info.kind == backend::DeviceKind::cpu || device_value<cl_bool>(id, CL_DEVICE_HOST_UNIFIED_MEMORY) != CL_FALSE;
  properties.vector_bytes = sizeof(cl_float) * device_value<cl_uint>(id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
  properties.cache_bytes = device_value<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  properties.parameter_bytes = device_value<std::size_t>(id, CL_DEVICE_MAX_PARAMETER_SIZE);
  properties.acquire_release = has_acquire_release(device);
  properties.binary_compiles = is_pocl(device.platform);
  // PoCL builds a known program several times faster from a draft (compiled but not linked) than from its
  // text. But the first link of a context reads PoCL's library, which costs as much as a hundred texts.
  properties.builds_before_drafts = 64;
  // Mesa's llvmpipe ends loops after 65535 iterations (LP_MAX_TGSI_LOOP_ITERATIONS).
  properties.short_loops = info.name.starts_with("llvmpipe");
  properties.cache_identity = fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\nprelude {:016x} {:016x} {:016x}\n{}",
      platform_text(device.platform, CL_PLATFORM_NAME), platform_text(device.platform, CL_PLATFORM_VERSION), info.name,
      properties.vendor, info.driver, device_text(id, CL_DEVICE_VERSION), properties.language,
      library_identity(device.platform), kernels::digest("prelude_opencl.cl"), kernels::digest("builtins_opencl.cl"),
      kernels::digest("builtins_inline.cl"), compiler_environment(device.platform));
  properties.info = std::move(info);
  return properties;
}

std::string standard_option(const Device& device) {
  return takes_only_newer(device) ? "-cl-std=CL3.0" : "-cl-std=CL1.2";
}

bool begins_at_once(cl_platform_id platform) {
  const std::string name = platform_text(platform, CL_PLATFORM_NAME);
  return name == "NVIDIA CUDA" || name == "Portable Computing Language";
}

bool is_pocl(cl_platform_id platform) {
  return platform_text(platform, CL_PLATFORM_NAME) == "Portable Computing Language";
}

std::string platform_label(cl_platform_id platform) {
  std::string name = platform_text(platform, CL_PLATFORM_NAME);
  const std::string version = platform_text(platform, CL_PLATFORM_VERSION);
  std::string vendor_part;
  int words = 0;
  for (const std::string_view word : base::split(version, ' ')) {
    if (++words <= 2) continue;  // "OpenCL", "3.0"
    if (word.empty() || words > 4) break;
    if (!vendor_part.empty()) vendor_part += ' ';
    for (const char c : word)
      if (c != '(' && c != ')') vendor_part += c;
  }
  if (!vendor_part.empty()) name += " (" + vendor_part + ")";
  return name;
}

std::string library_identity(cl_platform_id platform) {
  // Objects of drivers that an ICD loader serves begin with a pointer to the driver's table of functions.
  if (!has_word(platform_text(platform, CL_PLATFORM_EXTENSIONS), "cl_khr_icd")) return {};
  const auto* table = *reinterpret_cast<const cl_icd_dispatch* const*>(platform);
  if (!table) return {};
  const std::string path = base::library_path(reinterpret_cast<const void*>(table->clGetPlatformInfo), "");
  return path.empty() ? path : base::file_identity(path);
}

}  // namespace kiln::opencl
