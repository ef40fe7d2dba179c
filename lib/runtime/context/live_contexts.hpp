// SPDX-License-Identifier: Apache-2.0
// The contexts that are open. At the end of the process, drivers such as PoCL may still compile or run for
// them, so the process must wait before it destroys what drivers use.
#pragma once

#include "runtime/context.hpp"

namespace kiln::runtime {

// From now on the process waits for this context's work before it ends by exit() or by return from main. Call
// it when the driver is loaded.
void enlist(Context& context);
// Removes the context from the list; waits if the process is ending. Does nothing for a context that is not
// in the list.
void delist(Context& context) noexcept;
// Registers the exit handler again. At the end of a process the newest handlers run first, and compilers inside the
// process (PoCL's LLVM) register theirs when they first compile. Returns false if there is no memory.
bool renew_exit_handler() noexcept;

}  // namespace kiln::runtime
