// SPDX-License-Identifier: Apache-2.0
// A backend module of a later interface version: nothing of it but the version may be used.
#include <kiln/backend.hpp>

#include <cstdlib>

namespace {
kiln::backend::Driver* create() { std::abort(); }
}  // namespace

extern "C" KILN_VISIBLE const kiln::backend::Module kiln_backend_module;
const kiln::backend::Module kiln_backend_module = {kiln::backend::kInterfaceVersion + 7, "future", create};
