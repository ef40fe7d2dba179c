// SPDX-License-Identifier: Apache-2.0
// Queries of a device: the short description for probing, and the full properties of an opened device.
#pragma once

#include <kiln/backend.hpp>

#include "opencl/info.hpp"

namespace kiln::opencl {

// A device and its platform, as OpenCL's handles. It is copied freely, because root devices are never released.
struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
};

// The health of the platform's driver.
base::DriverHealth& health_of(cl_platform_id platform);
bool any_driver_lost();
// The reason why Kiln cannot use the device, or "".
std::string unusable(const Device& device);
// Describes the device; `id` is left to the caller.
backend::DeviceInfo describe(const Device& device);
backend::DeviceProperties read_properties(const Device& device, backend::DeviceInfo info);
// "-cl-std=CL1.2", or "-cl-std=CL3.0" for a device that takes no OpenCL C 1.2.
std::string standard_option(const Device& device);
// The platform's name with the vendor's part of the version: "Portable Computing Language (PoCL 3.1+debian)".
std::string platform_label(cl_platform_id platform);
// Whether the platform's queues are known to begin work without a flush.
bool begins_at_once(cl_platform_id platform);
// Whether the platform is PoCL. Its compiler reads the declarations of all built-in functions before each
// program, and compiles a kernel at its first launch and once more for a binary.
bool is_pocl(cl_platform_id platform);
// The path, size and time of the library that implements the platform, as far as they can be told; else "".
std::string library_identity(cl_platform_id platform);

}  // namespace kiln::opencl
