// SPDX-License-Identifier: Apache-2.0
// Reads /dev, /sys and folders. What cannot be read counts as not found.
#include "system.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace kiln_tool {
namespace {

constexpr unsigned kLoadSeconds = 20;

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

// Runs in the child process and never returns. It answers through the pipe, since the library may print.
[[noreturn]] void load_in_child(const std::string& name, const std::vector<std::string>& symbols, int answer) {
  alarm(kLoadSeconds);
  const int null = ::open("/dev/null", O_RDWR);
  if (null >= 0) {
    for (int standard : {0, 1, 2}) dup2(null, standard);
  }
  std::string problem;
  if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    bool found = symbols.empty();
    for (const std::string& symbol : symbols) found = found || dlsym(library, symbol.c_str());
    if (!found) problem = name + " has no symbol " + symbols.front();
  } else {
    const char* reason = dlerror();
    problem = reason ? reason : name + " does not load";
  }
  const ssize_t written = ::write(answer, problem.data(), problem.size());
  _exit(written == static_cast<ssize_t>(problem.size()) ? 0 : 1);
}

}  // namespace

std::string try_library(const std::string& name, const std::vector<std::string>& symbols) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::string("cannot make a pipe: ") + std::strerror(errno);
  const pid_t child = fork();
  if (child == 0) load_in_child(name, symbols, ends[1]);
  close(ends[1]);
  std::string problem;
  if (child < 0) problem = std::string("cannot fork: ") + std::strerror(errno);
  char block[512];
  for (ssize_t count; child > 0;) {
    count = read(ends[0], block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    problem.append(block, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  if (child < 0) return problem;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    problem = name + (signal == SIGALRM ? " does not finish loading"
                                        : std::string(" crashes while loading: ") + strsignal(signal));
  } else if (WEXITSTATUS(status) != 0 && problem.empty()) {
    problem = name + " ends the process while loading";
  }
  return problem;
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
