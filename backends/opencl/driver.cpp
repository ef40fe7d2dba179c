// SPDX-License-Identifier: Apache-2.0
// Finds OpenCL devices through the ICD loader and opens them. Probing reports problems; it never fails. A
// device's id is its place "P:D" in the loader's lists. All platforms and devices count, so that an id stays
// the same when others are skipped.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <new>

#include "base/plugin/driver_support.hpp"
#include "base/text.hpp"
#include "opencl/context.hpp"

namespace kiln::opencl {
namespace {

// The objects that `query`(count, objects, count_out) lists. The code `none` says that there are none.
template <class Object, class Query>
std::vector<Object> list_all(const char* call, cl_int none, Query query) {
  cl_uint count = 0;
  const cl_int code = query(0, nullptr, &count);
  if (code == none || (code == CL_SUCCESS && count == 0)) return {};
  check(code, call);
  std::vector<Object> all(count);
  check(query(count, all.data(), &count), call);
  all.resize(std::min<std::size_t>(count, all.size()));
  return all;
}

std::vector<cl_platform_id> list_platforms() {
  return list_all<cl_platform_id>("clGetPlatformIDs", CL_PLATFORM_NOT_FOUND_KHR, cl.clGetPlatformIDs);
}

std::vector<cl_device_id> list_devices(cl_platform_id platform) {
  return list_all<cl_device_id>("clGetDeviceIDs", CL_DEVICE_NOT_FOUND,
                                [&](cl_uint most, cl_device_id* devices, cl_uint* count) {
                                  return cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, most, devices, count);
                                });
}

std::vector<cl_device_id> devices_of(cl_context context) {
  std::size_t bytes = 0;
  check(cl.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes), "clGetContextInfo");
  std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
  check(cl.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr), "clGetContextInfo");
  return devices;
}

// Call this before any OpenCL function; it throws if there is no loader.
void need_functions() {
  if (const std::string& why = load_functions(); !why.empty()) base::fail(KILN_NO_DEVICE, "{}", why);
}

// Describes where the loader looks for drivers and what is there.
std::string vendors_note() {
  std::string folder = "/etc/OpenCL/vendors", label = "vendors folder " + folder;
  for (const char* const variable : {"OPENCL_VENDOR_PATH", "OCL_ICD_VENDORS"}) {  // the latter comes first
    const char* const setting = std::getenv(variable);
    if (!setting || !*setting) continue;
    folder = setting;
    label = std::string(variable) + "=" + setting;
  }
  std::error_code error;
  const auto status = std::filesystem::status(folder, error);
  if (!std::filesystem::exists(status)) return label + " does not exist";
  if (!std::filesystem::is_directory(status)) return label;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".icd") names.push_back(entry->path().filename().string());
  if (error) return label + " cannot be read: " + error.message();
  std::sort(names.begin(), names.end());
  return label + (names.empty() ? " holds no .icd file" : " holds " + base::join(names, ", "));
}

// Adds the usable devices of one platform and returns a line about it. `failed` becomes true if something was left out.
std::string probe_platform(cl_platform_id platform, std::size_t index, backend::Probe& probe, bool& failed) {
  std::string line = fmt::format("platform {}", index), left_out;
  const base::DriverScope scope(health_of(platform));
  try {
    line += fmt::format(": {} ({})", platform_text(platform, CL_PLATFORM_NAME),
                        platform_text(platform, CL_PLATFORM_VERSION));
    const std::vector<cl_device_id> devices = list_devices(platform);
    for (std::size_t d = 0; d < devices.size(); ++d) {
      const Device device{platform, devices[d]};
      const std::string id = fmt::format("{}:{}", index, d);
      try {
        if (const std::string why = unusable(device); !why.empty()) {
          left_out += fmt::format("; device {} ({}) is left out: {}", id, device_text(device.id, CL_DEVICE_NAME), why);
          continue;
        }
        backend::DeviceInfo info = describe(device);
        info.id = id;
        probe.devices.push_back(std::move(info));
      } catch (const backend::Error& error) {
        left_out += fmt::format("; device {} is left out: {}", id, error.message());
        failed = true;
      }
    }
    line += devices.empty() ? ": no devices" : fmt::format(": {} device(s)", devices.size()) + left_out;
  } catch (const backend::Error& error) {
    line += ": " + error.message();
    failed = true;
  }
  probe.notes.push_back(line);
  return line;
}

backend::Probe probe_all() {
  backend::Probe probe;
  if (const std::string& why = load_functions(); !why.empty()) {
    probe.reason = why;
    return probe;
  }
  const std::string loader = "loader " + base::library_path(cl.clGetPlatformIDs.address(), "unknown"),
                    vendors = vendors_note();
  probe.notes = {loader, vendors};
  std::vector<cl_platform_id> platforms;
  try {
    platforms = list_platforms();
  } catch (const backend::Error& error) {
    probe.reason = fmt::format("{} ({}; {})", error.message(), loader, vendors);
    return probe;
  }
  std::vector<std::string> lines, failures;
  for (std::size_t p = 0; p < platforms.size(); ++p) {
    bool failed = false;
    lines.push_back(probe_platform(platforms[p], p, probe, failed));
    if (failed) failures.push_back(lines.back());
  }
  if (!probe.devices.empty()) {
    probe.reason = base::join(failures, "; ");
    return probe;
  }
  if (platforms.empty())
    probe.reason = fmt::format("the loader found no platform ({}; {})", loader, vendors);
  else
    probe.reason = "no platform has a device that can be used: " + base::join(lines, "; ");
  return probe;
}

// Parses "P:D" into two indices.
bool parse_id(std::string_view id, std::size_t& platform, std::size_t& device) {
  const std::size_t colon = id.find(':');
  if (colon == std::string_view::npos) return false;
  const auto number = [](std::string_view text, std::size_t& out) {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), out);
    return parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  };
  return number(id.substr(0, colon), platform) && number(id.substr(colon + 1), device);
}

class OpenclDriver final : public backend::Driver {
 public:
  const char* name() const noexcept override { return "opencl"; }

  backend::Probe probe() noexcept override {
    try {
      return probe_all();
    } catch (const std::exception& error) {
      backend::Probe probe;  // only a lack of host memory comes here; the reason stays empty if there is none for it
      try {
        probe.reason = error.what();
      } catch (...) {
      }
      return probe;
    }
  }

  std::unique_ptr<backend::Context> open(const std::string& id, backend::Sched) override {
    std::size_t p = 0, d = 0;
    if (!parse_id(id, p, d))
      base::fail(KILN_NO_DEVICE, "'{}' is no OpenCL device, expected platform:device such as 0:0", id);
    need_functions();
    const std::vector<cl_platform_id> platforms = list_platforms();
    if (p >= platforms.size()) base::fail(KILN_NO_DEVICE, "no OpenCL platform {}, there are {}", p, platforms.size());
    const base::DriverScope scope(health_of(platforms[p]));
    const std::vector<cl_device_id> devices = list_devices(platforms[p]);
    if (d >= devices.size())
      base::fail(KILN_NO_DEVICE, "platform {} ({}) has no device {}, it has {}", p,
                 platform_text(platforms[p], CL_PLATFORM_NAME), d, devices.size());
    const Device device{platforms[p], devices[d]};
    if (const std::string why = unusable(device); !why.empty())
      base::fail(KILN_NO_DEVICE, "opencl{} ({}) cannot be used: {}", id, device_text(device.id, CL_DEVICE_NAME), why);
    backend::DeviceInfo info = describe(device);
    info.id = id;
    return std::make_unique<OpenclContext>(device, std::move(info));
  }

  std::unique_ptr<backend::Context> adopt(const backend::Native& native, backend::Sched) override {
    need_functions();
    const auto context = reinterpret_cast<cl_context>(native.context);
    const std::vector<cl_device_id> own = devices_of(context);
    auto id = reinterpret_cast<cl_device_id>(native.device);
    if (!id && own.size() != 1)
      base::fail(KILN_INVALID_ARGUMENT, "the device is NULL and the cl_context has {} devices, expected one of them",
                 own.size());
    if (!id) id = own[0];
    if (std::find(own.begin(), own.end(), id) == own.end())
      base::fail(KILN_CONTEXT_MISMATCH, "the cl_device_id is none of the {} of the cl_context", own.size());
    const std::vector<cl_platform_id> platforms = list_platforms();
    const base::DriverHealth* lost = nullptr;
    for (std::size_t p = 0; p < platforms.size(); ++p) {
      base::DriverHealth& health = health_of(platforms[p]);
      if (health.lost()) {
        lost = &health;
        continue;
      }
      const base::DriverScope scope(health);
      const std::vector<cl_device_id> devices = list_devices(platforms[p]);
      const auto found = std::find(devices.begin(), devices.end(), id);
      if (found == devices.end()) continue;
      const Device device{platforms[p], id};
      if (const std::string why = unusable(device); !why.empty())
        base::fail(KILN_NO_DEVICE, "{} cannot be used: {}", device_text(id, CL_DEVICE_NAME), why);
      backend::DeviceInfo info = describe(device);
      info.id = fmt::format("{}:{}", p, found - devices.begin());
      return std::make_unique<OpenclContext>(device, std::move(info), context);
    }
    if (lost) base::fail(lost->status(), "{}", lost->reason());
    base::fail(KILN_UNSUPPORTED, "the cl_device_id is in no platform's list, expected a root device");
  }

  backend::Native memory_owner(std::uintptr_t native) override {
    need_functions();
    const auto context = memory_value<cl_context>(reinterpret_cast<cl_mem>(native), CL_MEM_CONTEXT);
    const std::vector<cl_device_id> devices = devices_of(context);
    if (devices.empty()) base::fail(KILN_INVALID_ARGUMENT, "the cl_mem's cl_context has no device");
    // Any device of the memory's context can read it, so the first one is returned.
    return {reinterpret_cast<std::uintptr_t>(context), reinterpret_cast<std::uintptr_t>(devices[0]), 0};
  }
};

backend::Driver* create_driver() { return new (std::nothrow) OpenclDriver; }

}  // namespace
}  // namespace kiln::opencl

KILN_BACKEND_MODULE("opencl", &kiln::opencl::create_driver);
