// SPDX-License-Identifier: Apache-2.0
// Finds backend modules, probes them once, and opens devices. The registry is never destroyed: vendor
// libraries do not survive static destruction.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/device_string.hpp"

namespace kiln::runtime {

struct BackendRecord {
  std::string name;
  std::string path;
  backend::Driver* driver = nullptr;  // null if the module could not be used; never freed
  backend::Probe probe;               // probe.reason also says why a module could not be used
};

class Registry {
 public:
  static Registry& instance();
  // Modules in KILN_BACKEND_PATH (a list of absolute paths of folders, separated by ':'), else beside
  // libkiln: kiln_backend_*.so. Probed at the first call.
  const std::vector<BackendRecord>& backends();
  const std::vector<base::ListedDevice>& devices();  // without those of the test backends "fake" and "fault"
  // Resolves a device string (empty: the flag `device`) and opens it. The string that opens the same device
  // again goes to `device`. Throws KILN_NO_DEVICE with reasons. "fault:INNER" wraps INNER by the fault
  // backend; "fake0" is the fake.
  std::unique_ptr<backend::Context> open(const std::string& text, std::string& device,
                                         backend::Sched sched = backend::Sched::driver);
  // A context of `backend` ("opencl", "fault:opencl") on handles made elsewhere; `device` as above.
  std::unique_ptr<backend::Context> adopt(const std::string& backend, const backend::Native& native,
                                          std::string& device, backend::Sched sched);
  // Throws KILN_NO_DEVICE.
  backend::Driver& driver(const std::string& name);

 private:
  Registry();
  struct Impl;
  Impl* impl_;
};

}  // namespace kiln::runtime
