// SPDX-License-Identifier: Apache-2.0
// Finds the OpenCL drivers ("ICDs") that the loader will see, as ocl-icd finds them.
#pragma once

#include <string>
#include <vector>

namespace kiln_tool {

struct Icd {
  std::string file;     // the .icd file, or "" for a library named directly
  std::string library;  // the library that the file names
  std::string problem;  // why it does not load, or ""
  std::string package;  // the Debian package it comes from, or ""
};

struct IcdList {
  std::string place;    // the folder, file or library looked at
  std::string setting;  // "OCL_ICD_VENDORS=..." if that chose the place, else ""
  std::string problem;  // why the place cannot be read, or ""
  std::vector<Icd> icds;
};

// Finds the drivers and tries every library in a child process. Call it before Kiln starts any threads.
IcdList find_icds();

}  // namespace kiln_tool
