// SPDX-License-Identifier: Apache-2.0
// Finds and opens the ICD loader. It is never unloaded, because drivers have threads and exit handlers of their own.
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <unistd.h>

#include "opencl/libraries/cl.hpp"

namespace kiln::opencl {

Functions cl;

namespace {

constexpr const char* kLoader = "libOpenCL.so.1";

// Finds a function. A library that the process has preloaded (Oclgrind, layers that watch calls) or linked
// comes first, as if this module were linked with it.
void* find(void* library, bool only_there, const char* name) {
  if (!only_there)
    if (void* const global = ::dlsym(RTLD_DEFAULT, name)) return global;
  return library ? ::dlsym(library, name) : nullptr;
}

// Opens `path`. `error` receives the dynamic linker's reason where it does not.
void* open(const std::string& path, std::string& error) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  // The text is copied, because the next call of the dynamic linker frees it.
  const char* const told = library ? nullptr : ::dlerror();
  if (!library) error = told ? told : "no reason given";
  return library;
}

// The loader that a package, such as a wheel, brings in this module's folder; "" where it brings none.
std::string bundled_loader() {
  Dl_info self;
  if (::dladdr(reinterpret_cast<void*>(&bundled_loader), &self) == 0 || !self.dli_fname) return {};
  const std::string module = self.dli_fname;
  const size_t slash = module.rfind('/');
  if (slash == std::string::npos) return {};
  std::string path = module.substr(0, slash + 1) + kLoader;
  return ::access(path.c_str(), R_OK) == 0 ? path : "";
}

std::string load_loader() {
  const char* const setting = ::secure_getenv("KILN_OPENCL_LIBRARY");
  const bool given = setting && *setting;
  std::string path = given ? setting : kLoader;
  if (given && path.front() != '/')
    return fmt::format("KILN_OPENCL_LIBRARY: expected an absolute path, got '{}'", path);
  std::string error;
  void* library = open(path, error);
  // The system's loader comes first: it knows the drivers that are registered.
  if (const std::string bundled = library || given ? "" : bundled_loader(); !bundled.empty())
    library = open(path = bundled, error);
  Functions found;
  std::string missing;
#define KILN_OPENCL_ENTRY(name)                \
  found.name.set(find(library, given, #name)); \
  if (!found.name) missing += missing.empty() ? #name : ", " #name;
#include "opencl/libraries/opencl.def"
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
