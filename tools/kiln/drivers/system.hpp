// SPDX-License-Identifier: Apache-2.0
// What the operating system tells about devices, drivers and folders. Nothing here calls Kiln.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kiln_tool {

// Loads a library in a child process (child.hpp). The result is "" if it loads and has one of `symbols` (or if
// `symbols` is empty), else what went wrong.
std::string try_library(const std::string& name, const std::vector<std::string>& symbols, double seconds);

// The library that a backend opens: the one that a variable of the environment names, or the first that loads.
struct Library {
  std::string name, problem;  // problem: why it does not load, or ""
  std::string variable;       // if that names the library, else ""
};
Library find_library(const char* variable, const std::vector<std::string>& names, const std::string& symbol,
                     double seconds);

struct DeviceFile {
  std::string path;
  std::string owner, group, mode;  // "root", "render", "0660"
  bool usable = false;             // this user may read and write it
};
// The device files /dev/nvidia*, /dev/dri/renderD*, /dev/kfd and /dev/dxg that there are.
std::vector<DeviceFile> find_device_files();

// A display or compute controller on the PCI bus: its vendor, such as 0x10de, and its address, such as
// "0000:01:00.0".
struct PciDevice {
  unsigned vendor = 0;
  std::string address;
};
std::vector<PciDevice> find_pci_gpus();

struct Folder {
  bool exists = false, is_folder = false, own = false, shared_writable = false, writable = false;
  std::string owner, mode;
  std::uint64_t free_bytes = 0;
};
Folder look_at_folder(const std::string& path);

std::string user_name();
// Whether this process seems to run in a container, where device files may be missing for another reason.
bool in_container();

}  // namespace kiln_tool
