// SPDX-License-Identifier: Apache-2.0
// The contexts that are open, so that the end of the process finds them: while drivers still compile or run
// (PoCL), what they use must not be destroyed beneath them.
#pragma once

#include "runtime/context.hpp"

namespace kiln::runtime {

// From here on the process waits for what the context has queued before it ends by exit() or by return from
// main. Call when the driver is loaded.
void enlist(Context& context);
// Waits while the process is leaving. Nothing happens for a context that is not listed.
void delist(Context& context) noexcept;
// At the end of the process, what was registered last goes first. Compilers inside the process (PoCL's LLVM)
// register what they make when they first compile: then our handler has to be registered once more. False:
// out of memory.
bool renew_exit_handler() noexcept;

}  // namespace kiln::runtime
