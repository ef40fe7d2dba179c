// SPDX-License-Identifier: Apache-2.0
// The fault plan and the counters of this process. All functions are thread-safe.
#pragma once

#include "fault/fault.hpp"

namespace kiln::fault {

// Counts a call. Returns the error if the plan makes it fail, else null.
std::unique_ptr<backend::Error> count_call(const char* entry);
// Counts a call and throws its error.
void pass_or_throw(const char* entry);
void add_live(std::int64_t Live::*member, std::int64_t change) noexcept;
// Computes a convolution as convolutions() says.
bool queue_convolution(backend::Context& inner, backend::QueueHandle queue, const backend::Conv& conv);
// Reads KILN_FAULT unless a plan was set. Throws KILN_FLAG_ERROR.
void take_environment_plan();

}  // namespace kiln::fault
