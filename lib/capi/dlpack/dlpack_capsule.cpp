// SPDX-License-Identifier: Apache-2.0
// kiln/interop.h: the destructor of Python's capsules. It needs two functions of the interpreter's C API. It
// looks them up in the process, which has them if it has capsules.
#include <dlfcn.h>

#include <string_view>

#include "capi/dlpack/dlpack.hpp"
#include "kiln/interop.h"

namespace {

template <class Managed>
void drop(void* pointer) {
  auto* const managed = static_cast<Managed*>(pointer);
  if (managed && managed->deleter) managed->deleter(managed);
}

}  // namespace

extern "C" void kiln_dlpack_capsule_destructor(void* capsule) {
  using NameOf = const char* (*)(void*);
  using PointerOf = void* (*)(void*, const char*);
  static const auto name_of = reinterpret_cast<NameOf>(dlsym(RTLD_DEFAULT, "PyCapsule_GetName"));
  static const auto pointer_of = reinterpret_cast<PointerOf>(dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer"));
  if (!capsule || !name_of || !pointer_of) return;
  const char* const name = name_of(capsule);
  if (!name) return;
  // A consumer that takes the tensor renames the capsule.
  if (std::string_view(name) == "dltensor_versioned")
    drop<DLManagedTensorVersioned>(pointer_of(capsule, name));
  else if (std::string_view(name) == "dltensor")
    drop<DLManagedTensor>(pointer_of(capsule, name));
}
