// SPDX-License-Identifier: Apache-2.0
// What the operating system shows of devices, drivers and folders. Nothing here calls Kiln.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kiln_tool {

// Loads a library in a child process, so that one which crashes or hangs does no harm here. "" if it loads
// and has one of `symbols` (none asked: any library will do), else what went wrong. Call before Kiln starts
// any threads.
std::string try_library(const std::string& name, const std::vector<std::string>& symbols = {});

struct DeviceFile {
  std::string path;
  std::string owner, group, mode;  // "root", "render", "0660"
  bool usable = false;             // may be read and written by this user
};
// /dev/nvidia*, /dev/dri/renderD*, /dev/kfd, /dev/dxg
std::vector<DeviceFile> find_device_files();

// Display and compute controllers on the PCI bus: 0x10de, "0000:01:00.0".
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
// Runs in a container, as far as that can be told: device files are then missing for another reason.
bool in_container();

}  // namespace kiln_tool
