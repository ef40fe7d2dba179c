// SPDX-License-Identifier: Apache-2.0
// The child announces each step through its pipe. When it does not come back, its last step says what failed. If that
// was the listing of devices, drivers and modules are added one by one, each in a child process of its own.
#include "drivers/guard.hpp"

#include <dlfcn.h>
#include <kiln/context.h>
#include <stdlib.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace kiln_tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListing = "listing the devices";
constexpr const char* kEnding = "ending the process";

// The folders in which libkiln looks for modules.
std::vector<fs::path> module_folders() {
  std::vector<fs::path> folders;
  if (const char* const text = std::getenv("KILN_BACKEND_PATH")) {
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, ':');)
      if (part.rfind('/', 0) == 0) folders.emplace_back(part);
    return folders;
  }
  Dl_info info{};
  if (dladdr(dlsym(RTLD_DEFAULT, "kiln_version"), &info) == 0 || !info.dli_fname) return {};
  std::error_code error;
  const fs::path folder = fs::canonical(info.dli_fname, error).parent_path();
  return error ? folders : std::vector<fs::path>{folder, folder / "kiln"};
}

// The modules of a folder, in no order.
std::vector<fs::path> modules_in(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> modules;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.rfind("kiln_backend_", 0) == 0 && at->path().extension() == ".so") modules.push_back(at->path());
  }
  return modules;
}

// The modules that libkiln loads: of those with the same name the first.
std::vector<fs::path> find_modules() {
  std::vector<fs::path> modules;
  for (const fs::path& folder : module_folders()) {
    std::error_code ignored;
    for (const fs::path& module : modules_in(folder, ignored)) {
      const auto same = [&](const fs::path& known) { return known.filename() == module.filename(); };
      if (std::none_of(modules.begin(), modules.end(), same)) modules.push_back(module);
    }
  }
  std::sort(modules.begin(), modules.end());
  return modules;
}

std::string last_line(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t before = text.rfind('\n', text.size() - 2);
  return text.substr(before == std::string::npos ? 0 : before + 1, text.size() - 2 - before);
}

// The files of `kept` under names of their own, as drivers may stand in several folders.
std::string file_name(const Icd& icd, std::size_t index) {
  return icd.file.empty() ? "library-" + std::to_string(index) + ".icd" : fs::path(icd.file).filename().string();
}

}  // namespace

std::string no_module_in(const fs::path& folder) {
  std::error_code error;
  const bool some = !modules_in(folder, error).empty();
  if (error) return "cannot be read: " + error.message();
  return some ? "" : "holds no module kiln_backend_*.so";
}

Guard::~Guard() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::string Guard::step(const std::string& doing) const {
  const auto found = failed_.find(doing);
  if (found != failed_.end()) return found->second;
  write_all(pipe_, doing + '\n');
  return {};
}

// Exit handlers run, as at the end of any program.
void Guard::do_work(const std::function<int()>& work, int pipe) {
  pipe_ = pipe;
  if (!broken_.empty()) see_only(kept_);
  std::ostringstream out, error;
  std::streambuf* const real_out = std::cout.rdbuf(out.rdbuf());
  std::streambuf* const real_error = std::cerr.rdbuf(error.rdbuf());
  int status = 1;
  try {
    status = work();
  } catch (const std::exception& problem) {
    std::cerr << "kiln: " << problem.what() << '\n';
  }
  std::cout.rdbuf(real_out);
  std::cerr.rdbuf(real_error);
  std::cout << out.str() << std::flush;
  std::cerr << error.str();
  if (!std::cout) {
    std::cerr << "kiln: cannot write the output\n";
    status = 1;
  }
  write_all(pipe_, kEnding + std::string(": ") + std::to_string(status) + '\n');
  std::exit(status);
}

int Guard::run(const std::function<int()>& work) {
  for (;;) {
    std::cout.flush();
    const Child child = run_child([&](int pipe) -> int { do_work(work, pipe); }, seconds_, false);
    const std::string doing = last_line(child.said);
    if (doing.rfind(kEnding, 0) == 0) {
      const int status = std::stoi(doing.substr(doing.rfind(' ')));
      if (child.silent > 0 || child.status != status << 8)
        std::cerr << "kiln: a driver " << child.fate(kEnding) << '\n';
      return status;
    }
    const std::string fate = "a driver " + child.fate(doing.empty() ? "starting" : doing);
    if (doing.empty() || failed_.count(doing)) throw std::runtime_error(fate);
    std::cerr << "kiln: " << fate << '\n';
    if (doing != kListing || !broken_.empty() || !leave_out_broken())
      failed_[doing] = fate;
    else
      write_files(kept_);
  }
}

// Makes the folder into which keep_only() puts files.
void Guard::make_folder() {
  std::string name = (fs::temp_directory_path() / "kiln-drivers-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder '" + name + "'");
  folder_ = name;
}

void Guard::write_files(const Kept& kept) const {
  for (const char* part : {"icds", "modules"}) {
    fs::remove_all(folder_ / part);
    fs::create_directory(folder_ / part);
  }
  for (std::size_t i = 0; i < kept.icds.size(); ++i)
    std::ofstream(folder_ / "icds" / file_name(kept.icds[i], i)) << kept.icds[i].library << '\n';
  for (const fs::path& module : kept.modules) fs::create_symlink(module, folder_ / "modules" / module.filename());
}

// Makes this process, a child, see no drivers and modules but these, for which there are files.
void Guard::see_only(const Kept& kept) const {
  if (kept.icds.size() < all_.icds.size()) {
    setenv("OCL_ICD_VENDORS", (folder_ / "icds").c_str(), 1);
    unsetenv("OCL_ICD_FILENAMES");
  }
  if (kept.modules.size() < all_.modules.size())
    setenv("KILN_BACKEND_PATH", kept.modules.empty() ? "" : (folder_ / "modules").c_str(), 1);
}

// Lists the devices in a child process.
Child Guard::try_listing(const Kept& kept) const {
  write_files(kept);
  const auto list = [&](int) {
    see_only(kept);
    std::size_t count = 0;
    kiln_device_count(&count);
    return 0;
  };
  return run_child(list, seconds_, true);
}

// Finds what breaks the listing of devices. Returns false if there is no such thing.
bool Guard::leave_out_broken() {
  std::cerr << "kiln: each driver is tried in a process of its own\n";
  make_folder();
  all_ = {find_icds().icds, find_modules()};
  kept_ = {};
  for (const fs::path& module : all_.modules) {
    kept_.modules.push_back(module);
    const Child child = try_listing(kept_);
    if (child.finished) continue;
    kept_.modules.pop_back();
    broken_.push_back({{}, "module " + module.string(), child.fate("listing its devices")});
  }
  for (const Icd& icd : all_.icds) {
    kept_.icds.push_back(icd);
    const Child child = try_listing(kept_);
    if (child.finished) continue;
    kept_.icds.pop_back();
    std::string problem = child.fate("listing its devices");
    if (!kept_.icds.empty() && child.silent == 0 && try_listing({{icd}, kept_.modules}).finished) {
      problem += " (not alone, but beside";
      for (const Icd& other : kept_.icds) problem += (&other == &kept_.icds[0] ? " " : ", ") + other.name();
      problem += ")";
    }
    broken_.push_back({icd, icd.name(), problem});
  }
  return !broken_.empty();
}

}  // namespace kiln_tool
