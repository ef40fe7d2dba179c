// SPDX-License-Identifier: Apache-2.0
// Reads /dev, /sys and folders. What cannot be read counts as not found.
#include "drivers/system.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "drivers/child.hpp"

namespace kiln_tool {
namespace {

std::string name_of_user(uid_t id) {
  const passwd* entry = getpwuid(id);
  return entry ? entry->pw_name : std::to_string(id);
}

std::string name_of_group(gid_t id) {
  const group* entry = getgrgid(id);
  return entry ? entry->gr_name : std::to_string(id);
}

std::string mode_text(mode_t mode) {
  char text[16];
  std::snprintf(text, sizeof text, "%04o", static_cast<unsigned>(mode & 07777));
  return text;
}

std::vector<std::string> matching(const char* pattern) {
  std::vector<std::string> paths;
  glob_t found{};
  if (glob(pattern, 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return paths;
}

unsigned read_hex(const std::string& path) {
  std::string text;
  std::getline(std::ifstream(path) >> std::ws, text);
  return static_cast<unsigned>(std::strtoul(text.c_str(), nullptr, 16));
}

// Returns what is wrong with the library, or "".
std::string load(const std::string& name, const std::vector<std::string>& symbols) {
  void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const reason = dlerror();
    const std::string told = reason ? reason : "does not load";
    return told.find(name) == std::string::npos ? name + ": " + told : told;
  }
  for (const std::string& symbol : symbols)
    if (dlsym(library, symbol.c_str())) return {};
  return symbols.empty() ? "" : name + " has no symbol " + symbols.front();
}

}  // namespace

std::string try_library(const std::string& name, const std::vector<std::string>& symbols, double seconds) {
  const auto work = [&](int pipe) { return write_all(pipe, load(name, symbols)) ? 0 : 1; };
  const Child child = run_child(work, seconds, true);
  return child.finished ? child.said : name + " " + child.fate("loading");
}

Library find_library(const char* variable, const std::vector<std::string>& names, const std::string& symbol,
                     double seconds) {
  const char* const chosen = std::getenv(variable);
  if (chosen && *chosen) return {chosen, try_library(chosen, {symbol}, seconds), variable};
  std::string first_problem;
  for (const std::string& name : names) {
    const std::string problem = try_library(name, {symbol}, seconds);
    if (problem.empty()) return {name, "", ""};
    if (first_problem.empty()) first_problem = problem;
  }
  return {names.front(), first_problem, ""};
}

std::vector<DeviceFile> find_device_files() {
  std::vector<DeviceFile> files;
  for (const char* pattern :
       {"/dev/nvidia[0-9]*", "/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/dri/renderD*", "/dev/kfd", "/dev/dxg"}) {
    for (const std::string& path : matching(pattern)) {
      struct stat facts {};
      if (stat(path.c_str(), &facts) != 0) continue;
      files.push_back({path, name_of_user(facts.st_uid), name_of_group(facts.st_gid), mode_text(facts.st_mode),
                       access(path.c_str(), R_OK | W_OK) == 0});
    }
  }
  return files;
}

std::vector<PciDevice> find_pci_gpus() {
  constexpr unsigned kDisplay = 0x03, kAccelerator = 0x12;
  std::vector<PciDevice> devices;
  for (const std::string& path : matching("/sys/bus/pci/devices/*")) {
    const unsigned kind = read_hex(path + "/class") >> 16;
    if (kind != kDisplay && kind != kAccelerator) continue;
    devices.push_back({read_hex(path + "/vendor"), path.substr(path.rfind('/') + 1)});
  }
  return devices;
}

Folder look_at_folder(const std::string& path) {
  Folder folder;
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return folder;
  folder.exists = true;
  folder.is_folder = S_ISDIR(facts.st_mode);
  folder.own = facts.st_uid == geteuid();
  folder.shared_writable = (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  folder.writable = faccessat(AT_FDCWD, path.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
  folder.owner = name_of_user(facts.st_uid);
  folder.mode = mode_text(facts.st_mode);
  struct statvfs space {};
  if (statvfs(path.c_str(), &space) == 0) folder.free_bytes = std::uint64_t{space.f_bavail} * space.f_frsize;
  return folder;
}

std::string user_name() { return name_of_user(geteuid()); }

bool in_container() {
  return access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 || std::getenv("container");
}

}  // namespace kiln_tool
