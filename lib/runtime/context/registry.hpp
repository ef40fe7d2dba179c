// SPDX-License-Identifier: Apache-2.0
// Finds backend modules, probes them once, and opens devices. The registry is never destroyed, as vendors'
// libraries do not survive static destruction.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/flags/device_string.hpp"

namespace kiln::runtime {

struct BackendRecord {
  std::string name;
  std::string path;                   // empty: the backend is inside libkiln
  backend::Driver* driver = nullptr;  // null: the module cannot be used; never freed
  backend::Probe probe;               // probe.reason also says why a module cannot be used
};

class Registry {
 public:
  static Registry& instance();
  // The modules kiln_backend_*.so in the folders of KILN_BACKEND_PATH (absolute paths separated by ':') or,
  // if it is not set, in libkiln's folder and its subfolder `kiln`; then the backends inside a static libkiln. They
  // are probed at the first call.
  const std::vector<BackendRecord>& backends();
  const std::vector<base::ListedDevice>& devices();  // without the test backends "fake" and "fault"
  // Opens the device that `text` names; if empty, the one of the flag `device`. Sets `device` to the string
  // that opens the same device again. Throws KILN_NO_DEVICE with the reasons. "fault:INNER" wraps INNER by
  // the fault backend; "fake0" is the fake backend's device.
  std::unique_ptr<backend::Context> open(const std::string& text, std::string& device,
                                         backend::Sched sched = backend::Sched::driver, const char* operation = "open");
  // Makes a context of `backend` ("opencl", "fault:opencl") from handles that were created elsewhere. Sets
  // `device` as open() does.
  std::unique_ptr<backend::Context> adopt(const std::string& backend, const backend::Native& native,
                                          std::string& device, backend::Sched sched, const char* operation);
  // The context, or the number of the device, of memory that was made elsewhere.
  backend::Native memory_owner(const std::string& backend, std::uintptr_t memory, const char* operation);

 private:
  // Throws KILN_NO_DEVICE if there is no such backend or it cannot be used.
  backend::Driver& driver(const std::string& name, const char* operation);
  Registry();
  struct Impl;
  Impl* impl_;
};

}  // namespace kiln::runtime
