// SPDX-License-Identifier: Apache-2.0
// Finds the OpenCL drivers. OCL_ICD_VENDORS may name a folder, an .icd file or a library. OCL_ICD_FILENAMES
// adds libraries, separated by colons.
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

Icd icd_of(const std::string& file, const std::string& library) { return {file, library, {}, package_of(library)}; }

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
  const char* vendors = std::getenv("OCL_ICD_VENDORS");
  if (vendors && *vendors) {
    list.place = vendors;
    list.setting = std::string("OCL_ICD_VENDORS=") + vendors;
  }
  std::error_code code;
  if (fs::is_directory(list.place, code)) {
    read_folder(list.place, list);
  } else if (fs::path(list.place).extension() == ".icd") {
    list.icds.push_back(read_icd(list.place));
  } else if (!list.setting.empty() && list.place.find(".so") != std::string::npos) {
    list.icds.push_back(icd_of("", list.place));
  } else {
    list.problem = code ? code.message() : "no folder, .icd file or library";
  }
  if (const char* names = std::getenv("OCL_ICD_FILENAMES")) {
    std::istringstream stream(names);
    for (std::string name; std::getline(stream, name, ':');) {
      if (!name.empty()) list.icds.push_back(icd_of("", name));
    }
  }
  return list;
}

void try_icds(IcdList& list, double seconds) {
  const std::vector<std::string> symbols = {"clGetExtensionFunctionAddress", "clIcdGetPlatformIDsKHR"};
  for (Icd& icd : list.icds)
    icd.problem = icd.library.empty() ? "the file names no library" : try_library(icd.library, symbols, seconds);
}

std::string loader_advice(const IcdList& list) {
  return std::string("apt install ocl-icd-libopencl1") + (list.icds.empty() ? " pocl-opencl-icd" : "") +
         " (Debian; elsewhere the package is called ocl-icd)";
}

}  // namespace kiln_tool
