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
  std::string backend;  // the backend's name; for exact, first_of_backend and by_name
  std::string id;       // "0:0" or "0"; for exact
  std::string name;     // a part of the platform's name, the device's name or its uid, in any case; for by_name
  bool fault = false;   // the device is wrapped by the fault backend
};

// Throws KILN_NO_DEVICE for a text that is no device string. `backends` has the names of all backends.
// "gpuN" is Theano's old name of a device of kTheanoBackend.
DeviceSpec parse_device(std::string_view text, const std::vector<std::string>& backends);

// A device that probing found.
struct ListedDevice {
  std::string backend;
  backend::DeviceInfo info;
  std::string device() const { return backend + info.id; }
};
// Returns the listed device that the spec means. "auto" prefers a GPU, in the order of kShippedBackends, then takes
// any device. Throws KILN_NO_DEVICE, with `text`, the nearest device string, the list and `reasons`, which has a
// line for each backend without devices.
const ListedDevice& choose_device(const DeviceSpec& spec, std::string_view text,
                                  const std::vector<ListedDevice>& devices, const std::vector<std::string>& reasons);

}  // namespace kiln::base
