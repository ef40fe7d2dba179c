// SPDX-License-Identifier: Apache-2.0
// The calling side of the plug-in interface: a backend's tables of C functions as the classes of kiln/backend.hpp.
#pragma once

#include <kiln/backend.hpp>

#include <memory>

namespace kiln::base {

// Checks what a module exports, and makes its driver. Throws Error if this libkiln cannot use it:
// KILN_UNSUPPORTED with the versions of both, or the error of the module's create(). The message continues a
// sentence that begins with the module's name: "is built for ...".
std::unique_ptr<backend::Driver> load_plugin(const kiln_backend_exports& exports);

// Makes a Context that calls `context` through its table `api`. The new object owns `context`. If this function
// throws, `context` has been destroyed.
std::unique_ptr<backend::Context> import_context(const kiln_backend_context_api& api, kiln_backend_context* context);

// Make and read the argument of adopt() of the fault backend (tests/support/fault), a driver that wraps contexts of
// others: Native::context is the context, Native::device its table. adopt() owns the context, even if it fails.
backend::Native export_context(std::unique_ptr<backend::Context> context);
std::unique_ptr<backend::Context> import_context(const backend::Native& native);

}  // namespace kiln::base
