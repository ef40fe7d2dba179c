// SPDX-License-Identifier: Apache-2.0
// Finds and opens the ICD loader. It is never unloaded, because drivers have threads and exit handlers of their own.
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#include "base/error.hpp"
#include "opencl/cl.hpp"

namespace kiln::opencl {

Functions cl;

namespace {

// Finds a function. A library that the process has preloaded (Oclgrind, layers that watch calls) or linked
// comes first, as if this module were linked with it.
void* find(void* library, bool only_there, const char* name) {
  if (!only_there)
    if (void* const global = ::dlsym(RTLD_DEFAULT, name)) return global;
  return library ? ::dlsym(library, name) : nullptr;
}

std::string load_loader() {
  const char* const setting = ::secure_getenv("KILN_OPENCL_LIBRARY");
  const bool given = setting && *setting;
  std::string path = given ? setting : "libOpenCL.so.1";
  if (given && path.front() != '/')
    return fmt::format("KILN_OPENCL_LIBRARY: expected an absolute path, got '{}'", path);
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  // The text is copied, because the next call of the dynamic linker frees it.
  const char* const told = library ? nullptr : ::dlerror();
  const std::string error = told ? told : "no reason given";
  Functions found;
  std::string missing;
#define KILN_OPENCL_ENTRY(name)                \
  found.name.set(find(library, given, #name)); \
  if (!found.name) missing += missing.empty() ? #name : ", " #name;
#include "opencl/opencl.def"
#undef KILN_OPENCL_ENTRY
  if (missing.empty()) {
    cl = found;
    return {};
  }
  if (!library) return fmt::format("the OpenCL loader could not be loaded: {}", error);
  const link_map* file = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &file) == 0 && *file->l_name) path = file->l_name;
  return fmt::format("the OpenCL loader {} lacks {}: one of OpenCL 1.2 or newer is needed", path, missing);
}

}  // namespace

const std::string& load_functions() {
  static const std::string& reason = *new std::string(load_loader());
  return reason;
}

}  // namespace kiln::opencl
