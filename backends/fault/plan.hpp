// SPDX-License-Identifier: Apache-2.0
// The process's fault plan and counters. Thread-safe.
#pragma once

#include "fault/fault.hpp"

namespace kiln::fault {

// The error of a counted call that the plan makes fail, else null.
std::unique_ptr<backend::Error> count_call(const char* entry);
// Throws that error.
void pass_or_throw(const char* entry);
void add_live(std::int64_t Live::*member, std::int64_t change) noexcept;
// Reads KILN_FAULT unless a plan was set; throws KILN_FLAG_ERROR.
void take_environment_plan();

}  // namespace kiln::fault
