// SPDX-License-Identifier: Apache-2.0
// Work that calls drivers is done in a child process. If a driver crashes there, never answers or ends the process,
// the driver is found and named, and the work is done again without it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "drivers/child.hpp"
#include "drivers/icd.hpp"

namespace kiln_tool {

// A driver or backend module that cannot be used in this process, and what it does.
struct Broken {
  Icd icd;  // empty for a module
  std::string name, problem;
};

// Why no backend module can be found in the folder, or "".
std::string no_module_in(const std::filesystem::path& folder);

class Guard {
 public:
  // A step of the work may take `seconds`.
  explicit Guard(double seconds) : seconds_(seconds) {}
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

  // Does the work in a child process, again after each failure, and returns its exit status. What it writes to
  // std::cout and std::cerr is shown once, when it has returned. Call this before any function of Kiln.
  int run(const std::function<int()>& work);

  // For the work: it is about to list the devices, or to do what the text says, such as "opening opencl0:0". The
  // result is "", or why this cannot be done.
  std::string list_devices() const { return step("listing the devices"); }
  std::string step(const std::string& doing) const;
  // What was left out of the list of devices.
  const std::vector<Broken>& broken() const { return broken_; }

 private:
  // Drivers and modules that the listing of devices may use.
  struct Kept {
    std::vector<Icd> icds;
    std::vector<std::filesystem::path> modules;
  };
  [[noreturn]] void do_work(const std::function<int()>& work, int pipe);
  bool leave_out_broken();
  void write_files(const Kept& kept) const;
  void see_only(const Kept& kept) const;
  Child try_listing(const Kept& kept) const;
  void make_folder();

  double seconds_;
  int pipe_ = -1;                              // in the child
  std::map<std::string, std::string> failed_;  // by step: what became of it
  std::vector<Broken> broken_;
  Kept all_, kept_;
  std::filesystem::path folder_;  // has files for what is kept; empty until it is needed
};

}  // namespace kiln_tool
