// SPDX-License-Identifier: Apache-2.0
// Finds the OpenCL drivers ("ICDs") that the loader will see, as ocl-icd finds them.
#pragma once

#include <string>
#include <vector>

namespace kiln_tool {

struct Icd {
  std::string file;     // the .icd file, or "" for a library named directly
  std::string library;  // the library that the file names
  std::string name() const { return file.empty() ? library : file + " (" + library + ")"; }
  std::string problem;   // why it does not load, or ""
  std::string package;   // the Debian package it comes from, or ""
  std::string variable;  // the environment variable that names the library directly, or ""
};

struct IcdList {
  std::string place;     // the folder, file or library looked at
  std::string variable;  // the environment variable that chose the place, or ""
  std::string problem;   // why the place cannot be read, or ""
  std::vector<Icd> icds;
};

IcdList find_icds();
// Tries every library in a child process (child.hpp), and notes why it does not load.
void try_icds(IcdList& list, double seconds);
// What to do where the place has no driver that can be used, or where there is no loader.
std::string driver_advice(const IcdList& list);
std::string loader_advice(const IcdList& list);

}  // namespace kiln_tool
