// SPDX-License-Identifier: Apache-2.0
// Device strings: "cuda0", "opencl0:0", "opencl:pocl", "cpu", "gpu", "auto", and "fault:INNER" for tests.
#pragma once

#include <kiln/backend.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace kiln::base {

struct DeviceSpec {
  enum class Kind { exact, first_of_backend, by_name, cpu, gpu, automatic } kind = Kind::automatic;
  std::string backend;  // for exact, first_of_backend and by_name
  std::string id;       // "0:0" or "0" for exact
  std::string name;     // for by_name: matched, ignoring case, as a part of platform, device name or uid
  bool fault = false;   // wrapped by the fault backend
};

// Throws KILN_NO_DEVICE for a string that is no device string. `backends` are the known backend names; "gpuN"
// (Theano's old name) maps to the N-th GPU's backend string "cudaN".
DeviceSpec parse_device(std::string_view text, const std::vector<std::string>& backends);

// A device that probing found, in listing order.
struct ListedDevice {
  std::string backend;
  backend::DeviceInfo info;
  std::string device() const { return backend + info.id; }
};
// Picks the listed device; throws KILN_NO_DEVICE naming what was asked, the nearest, the list, and `reasons`
// (one line for each backend without devices). auto prefers a gpu (cuda before opencl), then any.
const ListedDevice& choose_device(const DeviceSpec& spec, std::string_view text,
                                  const std::vector<ListedDevice>& devices,
                                  const std::vector<std::string>& reasons);

}  // namespace kiln::base
