// SPDX-License-Identifier: Apache-2.0
// The calling side of the plug-in interface: a backend's tables of C functions as the classes of
// kiln/backend.hpp.
#pragma once

#include <kiln/backend.hpp>

#include <memory>

namespace kiln::base {

// Checks what a module exports, and makes its driver. Throws Error where this libkiln cannot use it:
// KILN_UNSUPPORTED with the versions of both, or what the module's own failure was. What is wrong begins with
// a verb: "is built ...".
std::unique_ptr<backend::Driver> load_plugin(const kiln_backend_exports& exports);

// A context behind its table. The new object owns it, and destroys it also where this throws.
std::unique_ptr<backend::Context> import_context(const kiln_backend_context_api& api, kiln_backend_context* context);

// Both as numbers for the driver that wraps the contexts of others (backends/fault): the context, and its
// table as the device. The wrapper's adopt() owns the context, also where it fails.
backend::Native export_context(std::unique_ptr<backend::Context> context);
std::unique_ptr<backend::Context> import_context(const backend::Native& native);

}  // namespace kiln::base
