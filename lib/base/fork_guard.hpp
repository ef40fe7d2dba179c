// SPDX-License-Identifier: Apache-2.0
// Knows whether this process is a fork() child of one that used Kiln: vendors' drivers do not survive fork().
#pragma once

namespace kiln::base {

// Call once before the first use of a vendor library; arms the guard.
void arm_fork_guard();
// True in a child forked after arming.
bool forked() noexcept;
// Throws KILN_FORKED in such a child.
void check_not_forked(const char* operation);

}  // namespace kiln::base
