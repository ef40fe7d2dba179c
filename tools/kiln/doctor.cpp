// SPDX-License-Identifier: Apache-2.0
// `kiln doctor`: looks at everything that a device needs, from the flags to the device files, and says what
// to do about each problem. The exit status is 0 if at least one device works.
#include <kiln/kiln.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "commands.hpp"
#include "icd.hpp"
#include "output.hpp"
#include "system.hpp"
#include "try_device.hpp"

namespace kiln_tool {
namespace {

constexpr unsigned kNvidia = 0x10de, kAmd = 0x1002, kIntel = 0x8086;
constexpr std::uint64_t kLittleSpace = std::uint64_t{64} << 20;

class Report {
 public:
  void section(const std::string& title) { std::cout << '\n' << title << '\n'; }
  void ok(const std::string& text) { line("ok", text); }
  void note(const std::string& text) { line("note", text); }
  void problem(const std::string& text, const std::string& advice) {
    ++problems_;
    line("PROBLEM", text);
    line("  do:", advice);
  }
  int problems() const { return problems_; }

 private:
  static void line(const char* mark, const std::string& text) {
    std::string padded = mark;
    padded.resize(8, ' ');
    bool first = true;
    for (const std::string& part : lines_of(text.c_str())) {
      std::cout << "  " << (first ? padded : std::string(8, ' ')) << ' ' << part << '\n';
      first = false;
    }
  }
  int problems_ = 0;
};

// What is looked up before Kiln loads a driver, since libraries are tried in child processes, and fork()
// needs a process without other threads.
struct Findings {
  IcdList icds = find_icds();
  std::string loader = try_library("libOpenCL.so.1", {"clGetPlatformIDs"});
  std::string cuda = try_library("libcuda.so.1", {"cuInit"});
  std::string nvrtc;  // the library found, or ""
  std::vector<DeviceFile> files = find_device_files();
  std::vector<PciDevice> gpus = find_pci_gpus();

  Findings() {
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"}) {
      if (try_library(name, {"nvrtcVersion"}).empty()) {
        nvrtc = name;
        break;
      }
    }
  }
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

// Returns false if the OpenCL backend is installed and has no device.
bool check_backends(Report& report) {
  report.section("Backends");
  const char* path = std::getenv("KILN_BACKEND_PATH");
  if (path) {
    report.note(std::string("KILN_BACKEND_PATH=") + path);
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, ':');) {
      if (!part.empty() && part.front() != '/')
        report.problem("KILN_BACKEND_PATH: '" + part +
                           "' is not searched: a relative path would load code from the current folder",
                       "write it from the root: " + std::filesystem::absolute(part).lexically_normal().string());
    }
  }
  std::size_t count = 0;
  if (kiln_backend_count(&count) != KILN_OK)
    return report.problem(last_error(), "report this as a defect of Kiln"), false;
  bool opencl = false, cuda = false, opencl_device = false;
  for (std::size_t i = 0; i < count; ++i) {
    kiln_backend_info backend;
    if (kiln_backend_get(i, &backend) != KILN_OK) continue;
    if (std::strcmp(backend.name, "opencl") == 0) {
      opencl = true;
      opencl_device = backend.device_count > 0;
    }
    cuda = cuda || std::strcmp(backend.name, "cuda") == 0;
    const std::string name = backend.name;
    const std::string file = std::filesystem::path(backend.path).filename().string();
    if (!file.empty() && std::string_view(backend.reason).starts_with("module " + file)) {
      // The module itself is unusable; no driver is missing.
      report.problem(name + ": " + backend.reason,
                     "install the modules that belong to this libkiln, or remove " + std::string(backend.path));
    } else if (*backend.reason) {
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
  if (!opencl) report.problem("the module kiln_backend_opencl.so was not found", advice);
  if (!cuda) report.problem("the module kiln_backend_cuda.so was not found", advice);
  return opencl_device || !opencl;
}

void check_opencl(Report& report, const Findings& findings, bool has_device) {
  report.section("OpenCL");
  if (findings.loader.empty()) {
    report.ok("the loader libOpenCL.so.1 loads");
  } else {
    report.problem(findings.loader, "apt install ocl-icd-libopencl1");
  }
  const IcdList& list = findings.icds;
  if (!list.setting.empty()) report.note(list.setting + " replaces /etc/OpenCL/vendors");
  const std::string install =
      "apt install pocl-opencl-icd (any CPU), nvidia-opencl-icd, intel-opencl-icd or mesa-opencl-icd (GPUs)";
  if (!list.problem.empty() && !list.setting.empty()) {
    report.problem(list.place + ": " + list.problem, "unset OCL_ICD_VENDORS, or let it name a folder of .icd files");
  } else if (list.icds.empty()) {
    report.problem("no OpenCL driver in " + list.place, install);
  }
  bool any_loads = false, pocl_loads = false;
  for (const Icd& icd : list.icds) {
    const std::string name = icd.file.empty() ? icd.library : icd.file + " (" + icd.library + ")";
    if (!icd.problem.empty()) {
      std::string advice = icd.package.empty() ? "install the package that owns the library again"
                                               : "apt install --reinstall " + icd.package;
      if (!icd.file.empty()) advice += ", or remove " + icd.file;
      report.problem(name + ": " + icd.problem, advice);
      continue;
    }
    report.ok(name + " loads");
    any_loads = true;
    pocl_loads = pocl_loads || icd.library.find("libpocl") != std::string::npos;
    if (icd.library.find("Rusticl") != std::string::npos && !std::getenv("RUSTICL_ENABLE")) {
      report.note("rusticl shows devices only when asked: RUSTICL_ENABLE=radeonsi, iris, nouveau or llvmpipe");
    }
  }
  if (any_loads && !has_device) {
    report.problem("drivers load, but show no device that Kiln can use; see the platforms under Backends",
                   pocl_loads
                       ? "PoCL shows none where it cannot write its cache: let POCL_CACHE_DIR name a folder of your own"
                       : "a GPU's driver shows none without its hardware and device files; apt install "
                         "pocl-opencl-icd gives every machine one");
  }
  if (findings.has_gpu(kIntel)) report.note("an Intel GPU is on the PCI bus: intel-opencl-icd drives it");
  if (findings.has_gpu(kAmd)) report.note("an AMD GPU is on the PCI bus: mesa-opencl-icd (rusticl) or ROCm drives it");
}

void check_nvidia(Report& report, const Findings& findings) {
  report.section("CUDA");
  const bool hardware = findings.has_gpu(kNvidia);
  const bool files =
      findings.has_file("/dev/nvidia0") || findings.has_file("/dev/nvidiactl") || findings.has_file("/dev/dxg");
  const bool driver = findings.cuda.empty();
  if (!hardware && !files && !driver) {
    report.note("no NVIDIA GPU on the PCI bus, no /dev/nvidia*, no libcuda.so.1: nothing to look at");
    return;
  }
  if (driver) {
    report.ok("the driver library libcuda.so.1 loads");
  } else {
    report.problem(findings.cuda, "install NVIDIA's driver (Debian, component non-free: nvidia-driver and libcuda1)");
  }
  if (hardware && !files) {
    report.problem("an NVIDIA GPU is on the PCI bus, but there is no /dev/nvidia0",
                   in_container() ? "start the container with its GPUs (docker run --gpus all)"
                                  : "load the kernel module: modprobe nvidia; if that fails, install nvidia-driver");
  } else if (!files) {
    report.note("no /dev/nvidia*: the driver will find no GPU");
  }
  if (!findings.nvrtc.empty()) {
    report.ok("the compiler " + findings.nvrtc + " loads");
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

// The number of devices that work.
std::size_t check_devices(Report& report) {
  report.section("Devices");
  std::size_t count = 0, working = 0;
  if (kiln_device_count(&count) != KILN_OK || count == 0) {
    report.problem("there is no device", "see the problems above; pocl-opencl-icd gives every machine one");
    return 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    kiln_device_info device;
    if (kiln_device_get(i, &device) != KILN_OK) continue;
    const std::string name = std::string(device.device) + " (" + device.name + ")";
    const std::string problem = try_device(device.device);
    if (problem.empty()) {
      ++working;
      report.ok(name + " computes");
    } else {
      report.problem(name + ": " + problem, "mend what the message names, or use another device");
    }
  }
  return working;
}

void check_choice(Report& report) {
  kiln_flag_info flag;
  if (kiln_flag_find("device", &flag) != KILN_OK) return;
  kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
  options.preallocate = "0";
  kiln_context context = nullptr;
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  const std::string text = std::string("device=") + flag.value;
  if (kiln_context_create(nullptr, &options, &context) != KILN_OK ||
      kiln_context_get_properties(context, &properties) != KILN_OK) {
    report.problem(text + ": " + last_error(), "set the flag device to a device listed above");
  } else {
    report.ok(text + " opens " + properties.device);
  }
  kiln_context_release(context);
}

}  // namespace

int run_doctor() {
  const Findings findings;
  Report report;
  std::cout << "kiln " << library_version() << '\n';
  const bool flags_valid = check_flags(report);
  const bool opencl_device = check_backends(report);
  check_opencl(report, findings, opencl_device);
  check_nvidia(report, findings);
  check_device_files(report, findings);
  if (flags_valid) check_cache(report);
  const std::size_t working = check_devices(report);
  if (flags_valid) check_choice(report);
  std::cout << '\n'
            << working << (working == 1 ? " device works, " : " devices work, ") << report.problems()
            << (report.problems() == 1 ? " problem\n" : " problems\n");
  return working > 0 ? 0 : 1;
}

}  // namespace kiln_tool
