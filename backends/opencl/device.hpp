// SPDX-License-Identifier: Apache-2.0
// What is asked of a device: the short description of probing and the full properties of an opened one.
#pragma once

#include <kiln/backend.hpp>

#include "opencl/info.hpp"

namespace kiln::opencl {

// A device by its place in the loader's lists; kept by value, as OpenCL's root devices are never released.
struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
};

// Of the platform's driver.
base::DriverHealth& health_of(cl_platform_id platform);
bool any_driver_lost();
// Why Kiln cannot use the device, or "".
std::string unusable(const Device& device);
// All but `id`.
backend::DeviceInfo describe(const Device& device);
backend::DeviceProperties read_properties(const Device& device, backend::DeviceInfo info);
// "-cl-std=CL1.2" wherever the device takes it: the common denominator of all devices.
std::string standard_option(const Device& device);
// "Portable Computing Language (PoCL 3.1+debian)": the name with the vendor's part of the version.
std::string platform_label(cl_platform_id platform);
// Is it known that the platform's queues begin work without a flush?
bool begins_at_once(cl_platform_id platform);
// PoCL's compiler reads the declarations of all built-in functions before each program, and compiles a kernel
// at its first launch, and once more for a binary.
bool is_pocl(cl_platform_id platform);
// Path, size and time of the library that implements the platform, as far as they can be told; else "".
std::string library_identity(cl_platform_id platform);

}  // namespace kiln::opencl
