// SPDX-License-Identifier: Apache-2.0
// Knows whether this process is a child that was forked after its parent had used Kiln. Vendors' drivers do
// not survive fork().
#pragma once

namespace kiln::base {

// Arms the guard. Call it before the first use of a vendor's library; further calls do nothing.
void arm_fork_guard();
// Whether this process was forked after arming.
bool forked() noexcept;
// Throws KILN_FORKED if so.
void check_not_forked(const char* operation);

}  // namespace kiln::base
