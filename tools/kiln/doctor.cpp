// SPDX-License-Identifier: Apache-2.0
// `kiln doctor`: looks at everything that a device needs, from the flags to the device files, and says what
// to do about each problem. The exit status is 0 if the devices that the flags choose compute.
#include <kiln/kiln.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "commands.hpp"
#include "drivers/guard.hpp"
#include "drivers/icd.hpp"
#include "drivers/system.hpp"
#include "drivers/try_device.hpp"
#include "output.hpp"
#include "report.hpp"

namespace kiln_tool {
namespace {

// Whether each device computes, by its name.
using Tried = std::map<std::string, bool>;

constexpr unsigned kNvidia = 0x10de, kAmd = 0x1002, kIntel = 0x8086;
constexpr std::uint64_t kLittleSpace = std::uint64_t{64} << 20;

// What is looked up before Kiln loads a driver, since libraries are tried in child processes.
struct Findings {
  explicit Findings(double seconds)
      : loader(find_library("KILN_OPENCL_LIBRARY", {"libOpenCL.so.1"}, "clGetPlatformIDs", seconds)),
        cuda(find_library("KILN_CUDA_LIBRARY", {"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}, "cuInit", seconds)),
        nvrtc(find_library("KILN_NVRTC_LIBRARY",
                           {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"}, "nvrtcVersion",
                           seconds)) {
    try_icds(icds, seconds);
    if (const char* const path = std::getenv("KILN_BACKEND_PATH")) backend_path = path;
  }
  IcdList icds = find_icds();
  std::optional<std::string> backend_path;  // KILN_BACKEND_PATH
  Library loader, cuda, nvrtc;
  std::vector<DeviceFile> files = find_device_files();
  std::vector<PciDevice> gpus = find_pci_gpus();

  bool has_gpu(unsigned vendor) const {
    for (const PciDevice& gpu : gpus) {
      if (gpu.vendor == vendor) return true;
    }
    return false;
  }
  bool has_file(const char* prefix) const {
    for (const DeviceFile& file : files) {
      if (file.path.rfind(prefix, 0) == 0) return true;
    }
    return false;
  }
};

// What to do about a driver.
std::string repair(const Icd& icd) {
  if (!icd.variable.empty()) return "unset " + icd.variable + ", or let it name a driver that loads";
  const std::string advice = icd.package.empty() ? "install the package that owns the library again"
                                                 : "apt install --reinstall " + icd.package;
  return advice + ", or remove " + icd.file;
}

bool check_flags(Report& report) {
  report.section("Flags");
  kiln_flag_info flag;
  if (kiln_flag_get(0, &flag) != KILN_OK) {
    report.problem(last_error(),
                   "mend the setting named above (KILN_FLAGS or the rc file); see docs/reference/flags.md");
    return false;
  }
  report.ok("all " + std::to_string(kiln_flag_count()) + " flags are valid");
  for (std::size_t i = 0; i < kiln_flag_count(); ++i) {
    if (kiln_flag_get(i, &flag) == KILN_OK && std::strcmp(flag.source, "default") != 0) {
      report.note(std::string(flag.name) + "=" + flag.value + " (from " + flag.source + ")");
    }
  }
  return true;
}

// Whether OpenCL's module was found, and shows a device.
struct OpenclModule {
  bool found = false, has_device = false;
};

void check_backend_path(Report& report, const std::string& path) {
  report.note("KILN_BACKEND_PATH=" + path);
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, ':');) {
    if (part.empty()) continue;
    const std::string text = "KILN_BACKEND_PATH: '" + part + "' ";
    if (part.front() != '/')
      report.problem(text + "is not searched: a relative path would load code from the current folder",
                     "write it from the root: " + std::filesystem::absolute(part).lexically_normal().string());
    else if (const std::string why = no_module_in(part); !why.empty())
      report.problem(text + why,
                     "take it out of KILN_BACKEND_PATH, or let it name a folder that holds kiln_backend_*.so");
  }
}

OpenclModule check_backends(Report& report, const Findings& findings, const Guard& guard) {
  report.section("Backends");
  const bool path = findings.backend_path.has_value();
  if (path) check_backend_path(report, *findings.backend_path);
  OpenclModule opencl;
  std::size_t count = 0;
  if (const std::string why = guard.list_devices(); !why.empty()) {
    report.problem(why, "remove drivers until this is gone");
    return opencl;
  }
  for (const Broken& broken : guard.broken()) {
    report.problem(
        broken.name + " " + broken.problem,
        "programs meet this too: " + (broken.icd.library.empty() ? "remove the module" : repair(broken.icd)));
    report.note("what follows was found without it");
  }
  if (kiln_backend_count(&count) != KILN_OK) {
    report.problem(last_error(), "report this as a defect of Kiln");
    return opencl;
  }
  bool cuda = false;
  for (std::size_t i = 0; i < count; ++i) {
    kiln_backend_info backend;
    if (kiln_backend_get(i, &backend) != KILN_OK) continue;
    if (std::strcmp(backend.name, "opencl") == 0) opencl = {true, backend.device_count > 0};
    cuda = cuda || std::strcmp(backend.name, "cuda") == 0;
    const std::string name = backend.name;
    const std::string file = std::filesystem::path(backend.path).filename().string();
    if (!file.empty() && std::string_view(backend.reason).starts_with("module " + file)) {
      // The module itself is unusable; no driver is missing.
      report.problem(
          name + ": " + backend.reason,
          (path ? "unset KILN_BACKEND_PATH, or let it name the modules that belong to this libkiln"
                : "install the modules that belong to this libkiln, or remove " + std::string(backend.path)));
    } else if (backend.device_count == 0) {
      report.note(name + ": no devices: " + backend.reason);
    } else {
      report.ok(name + ": " + std::to_string(backend.device_count) +
                (backend.device_count == 1 ? " device" : " devices"));
    }
    report.note(name + ": " + (file.empty() ? "built in" : "module " + std::string(backend.path)));
    for (const std::string& note : lines_of(backend.notes)) report.note(name + ": " + note);
  }
  const std::string advice = path ? "unset KILN_BACKEND_PATH, or let it name the folders that hold kiln_backend_*.so"
                                  : "install Kiln again: the module belongs in the folder kiln beside libkiln.so";
  if (!opencl.found) report.problem("the module kiln_backend_opencl.so was not found", advice);
  if (!cuda) report.problem("the module kiln_backend_cuda.so was not found", advice);
  return opencl;
}

void check_opencl(Report& report, const Findings& findings, const OpenclModule& module) {
  report.section("OpenCL");
  const IcdList& list = findings.icds;
  const Library& loader = findings.loader;
  if (loader.problem.empty()) {
    report.ok("the loader " + loader.name + " loads");
  } else if (module.has_device) {  // the process has a preloaded one
    report.note(loader.problem);
  } else {  // without a loader drivers do not matter
    report.problem("there is no OpenCL loader: " + loader.problem,
                   loader.variable.empty() ? loader_advice(list)
                                           : "unset " + loader.variable + ", or let it name a libOpenCL.so.1");
    return;
  }
  const std::string setting = list.variable.empty() ? "" : list.variable + "=";
  if (!setting.empty()) report.note(setting + list.place + " replaces /etc/OpenCL/vendors");
  if (!list.problem.empty() && !setting.empty()) {
    report.problem(setting + list.place + ": " + list.problem, driver_advice(list));
  } else if (list.icds.empty()) {
    report.problem("no OpenCL driver in " + setting + list.place, driver_advice(list));
  }
  bool any_loads = false, pocl_loads = false;
  for (const Icd& icd : list.icds) {
    if (!icd.problem.empty()) {
      report.problem(icd.name() + ": " + icd.problem, repair(icd));
      continue;
    }
    report.ok(icd.name() + " loads");
    any_loads = true;
    pocl_loads = pocl_loads || icd.library.find("libpocl") != std::string::npos;
    if (icd.library.find("Rusticl") != std::string::npos && !std::getenv("RUSTICL_ENABLE")) {
      report.note("rusticl shows devices only when asked: RUSTICL_ENABLE=radeonsi, iris, nouveau or llvmpipe");
    }
  }
  if (any_loads && module.found && !module.has_device) {
    report.problem("drivers load, but show no device that Kiln can use; see the platforms under Backends",
                   pocl_loads
                       ? "PoCL shows none where it cannot write its cache: let POCL_CACHE_DIR name a folder of your own"
                       : "a GPU's driver shows none without its hardware and device files; " +
                             (list.variable.empty() ? "apt install pocl-opencl-icd gives every machine one"
                                                    : driver_advice(list)));
  }
  if (findings.has_gpu(kIntel)) report.note("an Intel GPU is on the PCI bus: intel-opencl-icd drives it");
  if (findings.has_gpu(kAmd)) report.note("an AMD GPU is on the PCI bus: mesa-opencl-icd (rusticl) or ROCm drives it");
}

void check_nvidia(Report& report, const Findings& findings) {
  report.section("CUDA");
  const bool hardware = findings.has_gpu(kNvidia);
  const bool files =
      findings.has_file("/dev/nvidia0") || findings.has_file("/dev/nvidiactl") || findings.has_file("/dev/dxg");
  const bool driver = findings.cuda.problem.empty();
  const std::string& variable = findings.cuda.variable;
  if (!hardware && !files && !driver && variable.empty()) {
    report.note("no NVIDIA GPU on the PCI bus, no /dev/nvidia*, no libcuda.so.1: nothing to look at");
    return;
  }
  if (driver) {
    report.ok("the driver library " + findings.cuda.name + " loads");
  } else {
    report.problem(findings.cuda.problem,
                   variable.empty() ? "install NVIDIA's driver (Debian, component non-free: nvidia-driver and libcuda1)"
                                    : "unset " + variable + ", or let it name a libcuda.so.1");
  }
  if (hardware && !files) {
    report.problem("an NVIDIA GPU is on the PCI bus, but there is no /dev/nvidia0",
                   in_container() ? "start the container with its GPUs (docker run --gpus all)"
                                  : "load the kernel module: modprobe nvidia; if that fails, install nvidia-driver");
  } else if (!files) {
    report.note("no /dev/nvidia*: the driver will find no GPU");
  }
  if (findings.nvrtc.problem.empty()) {
    report.ok("the compiler " + findings.nvrtc.name + " loads");
  } else if (!findings.nvrtc.variable.empty()) {
    report.problem(findings.nvrtc.problem, "unset " + findings.nvrtc.variable + ", or let it name a libnvrtc.so");
  } else if (driver || files) {
    report.problem("the compiler NVRTC (libnvrtc.so) was not found in the loader's path",
                   "apt install libnvrtc11.2 (Debian, component non-free), or put the lib64 folder of a CUDA toolkit "
                   "on LD_LIBRARY_PATH");
  }
}

void check_device_files(Report& report, const Findings& findings) {
  report.section("Device files");
  if (findings.files.empty()) report.note("no GPU device files in /dev");
  for (const DeviceFile& file : findings.files) {
    const std::string text = file.path + ", " + file.owner + ":" + file.group + " " + file.mode;
    if (file.usable) {
      report.ok(text);
    } else if (file.group == "root") {
      report.problem(text + ": " + user_name() + " may not use it", "chmod 666 " + file.path + " (as root)");
    } else {
      report.problem(text + ": " + user_name() + " may not use it",
                     "usermod -aG " + file.group + " " + user_name() + " (as root), then log in again");
    }
  }
}

void check_cache(Report& report) {
  report.section("Kernel cache");
  kiln_disk_cache_info info = KILN_DISK_CACHE_INFO_INIT;
  if (kiln_disk_cache(KILN_CACHE_STAT, 0, &info) != KILN_OK) {
    return report.problem(last_error(), "mend what the message names");
  }
  kiln_flag_info flag;
  const bool off = kiln_flag_find("cache_path", &flag) == KILN_OK && std::strcmp(flag.value, "off") == 0;
  if (off) return report.note("switched off by cache_path=off: kernels are compiled in every process");
  const char* const xdg = std::getenv("XDG_CACHE_HOME");
  if (xdg && *xdg && *xdg != '/')
    report.note(std::string("XDG_CACHE_HOME=") + xdg + " is no absolute path and does not count");
  const std::string path = info.path;
  const std::string elsewhere = "set the flag cache_path to a folder of your own";
  const bool enabled = *info.reason == '\0';
  if (!enabled) {
    report.problem(std::string("the disk cache is off: ") + info.reason,
                   path.empty()
                       ? "set HOME or XDG_CACHE_HOME, or " + elsewhere
                       : "make " + path + " a folder of mode 0700 that " + user_name() + " owns, or " + elsewhere);
  }
  if (path.empty()) return;
  const Folder folder = look_at_folder(path);
  if (!folder.exists) return report.note(path + " does not exist");
  const std::string facts =
      path + ", owner " + folder.owner + ", mode " + folder.mode + ", " + bytes_text(folder.free_bytes) + " free";
  if (!folder.is_folder) return report.note(path + " is no folder");
  if (enabled) {
    report.ok(facts);
    report.ok(std::to_string(info.entries) + " entries, " + bytes_text(info.bytes));
  } else {
    report.note(facts);
  }
  if (!folder.own) report.problem(path + " belongs to " + folder.owner, elsewhere);
  if (folder.shared_writable) report.problem("others may write to " + path, "chmod 700 " + path);
  if (!folder.writable)
    report.problem(user_name() + " may not write to " + path, "chmod 700 " + path + ", or " + elsewhere);
  if (folder.free_bytes < kLittleSpace)
    report.problem("little space is left for " + path, "free some, or " + elsewhere);
}

// Tries every listed device. Returns whether each computes, by its name.
Tried check_devices(Report& report, const Guard& guard) {
  report.section("Devices");
  Tried tried;
  std::size_t count = 0;
  if (!guard.list_devices().empty() || kiln_device_count(&count) != KILN_OK || count == 0) {
    report.problem("there is no device", report.problems() > 0
                                             ? "mend the problems above"
                                             : "apt install pocl-opencl-icd, which gives every machine one");
    return tried;
  }
  for (std::size_t i = 0; i < count; ++i) {
    kiln_device_info device;
    if (kiln_device_get(i, &device) != KILN_OK) continue;
    const std::string name = std::string(device.device) + " (" + device.name + ")";
    std::string problem = guard.step("computing on " + std::string(device.device));
    if (problem.empty()) problem = try_device(device.device);
    tried[device.device] = problem.empty();
    if (problem.empty()) {
      report.ok(name + " computes");
    } else {
      report.problem(name + ": " + problem, "mend what the message names, or use another device");
    }
  }
  return tried;
}

// Whether the device that a flag chooses computes. `text` is the choice, such as "device=auto".
bool check_choice(Report& report, const Guard& guard, const Tried& tried, const kiln_flag_info& flag,
                  const std::string& text, const std::string& device) {
  const std::string advice =
      "let the flag " + std::string(flag.name) + " (from " + flag.source + ") name a device that computes";
  std::string problem = guard.step("opening " + text), opened;
  if (problem.empty()) problem = open_device(device, opened);
  if (problem.empty()) {
    const auto known = tried.find(opened);
    if (known == tried.end())  // a device that is used only where it is named
      problem = try_device(device.c_str());
    else if (!known->second)
      problem = opened + " does not compute";
  }
  if (problem.empty())
    report.ok(text + " opens " + opened);
  else
    report.problem(text + ": " + problem, advice);
  return problem.empty();
}

// Whether the devices that the flags choose compute.
bool check_choices(Report& report, const Guard& guard, const Tried& tried) {
  kiln_flag_info flag;
  bool good = true;
  if (kiln_flag_find("device", &flag) == KILN_OK)
    good = check_choice(report, guard, tried, flag, std::string("device=") + flag.value, flag.value);
  if (kiln_flag_find("contexts", &flag) != KILN_OK) return good;
  std::istringstream rows(flag.value);  // "name->device;name->device"
  for (std::string row; std::getline(rows, row, ';');)
    good = check_choice(report, guard, tried, flag, "contexts=" + row, row.substr(row.find("->") + 2)) && good;
  return good;
}

int examine(const Findings& findings, const Guard& guard, bool json) {
  Report report;
  const bool flags_valid = check_flags(report);
  const OpenclModule opencl = check_backends(report, findings, guard);
  check_opencl(report, findings, opencl);
  check_nvidia(report, findings);
  check_device_files(report, findings);
  if (flags_valid) check_cache(report);
  const Tried tried = check_devices(report, guard);
  const auto working =
      std::size_t(std::count_if(tried.begin(), tried.end(), [](const auto& device) { return device.second; }));
  const bool good = flags_valid && working > 0 && check_choices(report, guard, tried);
  json ? report.print_json(working) : report.print(working);
  return good ? 0 : 1;
}

}  // namespace

int run_doctor(bool json, double driver_seconds) {
  const Findings findings(driver_seconds);
  Guard guard(driver_seconds);
  return guard.run([&] { return examine(findings, guard, json); });
}

}  // namespace kiln_tool
