// SPDX-License-Identifier: Apache-2.0
// Finds the OpenCL drivers. OCL_ICD_VENDORS may name a folder, an .icd file or a library. Where it is not set,
// OPENCL_VENDOR_PATH may name a folder. OCL_ICD_FILENAMES adds libraries, separated by colons.
#include "drivers/icd.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "drivers/system.hpp"

namespace kiln_tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVendors = "/etc/OpenCL/vendors";

std::string package_of(const std::string& library) {
  struct Row {
    const char* part;
    const char* package;
  };
  constexpr Row kRows[] = {
      {"libpocl", "pocl-opencl-icd"},          {"libMesaOpenCL", "mesa-opencl-icd"},
      {"libRusticlOpenCL", "mesa-opencl-icd"}, {"libnvidia-opencl", "nvidia-opencl-icd"},
      {"libigdrcl", "intel-opencl-icd"},       {"liboclgrind", "oclgrind"},
      {"libamdocl", "rocm-opencl-icd"},
  };
  for (const Row& row : kRows) {
    if (library.find(row.part) != std::string::npos) return row.package;
  }
  return {};
}

Icd icd_of(const std::string& file, const std::string& library, const std::string& variable = {}) {
  return {file, library, {}, package_of(library), variable};
}

Icd read_icd(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream >> std::ws, line);
  line.erase(line.find_last_not_of(" \t\r\n") + 1);
  return icd_of(file.string(), line);
}

void read_folder(const fs::path& folder, IcdList& list) {
  std::error_code code;
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    if (it->path().extension() == ".icd") files.push_back(it->path());
  }
  if (code) {
    list.problem = code.message();
    return;
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) list.icds.push_back(read_icd(file));
}

}  // namespace

IcdList find_icds() {
  IcdList list;
  list.place = kVendors;
  for (const char* const variable : {"OPENCL_VENDOR_PATH", "OCL_ICD_VENDORS"}) {  // the latter comes first
    const char* const value = std::getenv(variable);
    if (value && *value) {
      list.place = value;
      list.variable = variable;
    }
  }
  std::error_code code;
  if (fs::is_directory(list.place, code)) {
    read_folder(list.place, list);
  } else if (fs::path(list.place).extension() == ".icd") {
    list.icds.push_back(read_icd(list.place));
  } else if (!list.variable.empty() && list.place.find(".so") != std::string::npos) {
    list.icds.push_back(icd_of("", list.place, list.variable));
  } else {
    list.problem = code ? code.message() : "no folder, .icd file or library";
  }
  if (const char* names = std::getenv("OCL_ICD_FILENAMES")) {
    std::istringstream stream(names);
    for (std::string name; std::getline(stream, name, ':');) {
      if (!name.empty()) list.icds.push_back(icd_of("", name, "OCL_ICD_FILENAMES"));
    }
  }
  return list;
}

void try_icds(IcdList& list, double seconds) {
  const std::vector<std::string> symbols = {"clGetExtensionFunctionAddress", "clIcdGetPlatformIDsKHR"};
  for (Icd& icd : list.icds)
    icd.problem = icd.library.empty() ? "the file names no library" : try_library(icd.library, symbols, seconds);
}

std::string driver_advice(const IcdList& list) {
  return list.variable.empty()
             ? "apt install pocl-opencl-icd (any CPU), nvidia-opencl-icd, intel-opencl-icd or mesa-opencl-icd (GPUs)"
             : "unset " + list.variable + ", or let it name a folder of .icd files";
}

std::string loader_advice(const IcdList& list) {
  const bool no_driver = list.icds.empty() && list.variable.empty();
  return std::string("apt install ocl-icd-libopencl1") + (no_driver ? " pocl-opencl-icd" : "") +
         " (Debian; elsewhere the package is called ocl-icd)";
}

}  // namespace kiln_tool
