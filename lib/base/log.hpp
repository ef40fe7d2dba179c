// SPDX-License-Identifier: Apache-2.0
// The process-wide log callback. Messages that are logged inside an entry of the C ABI are delivered at its
// end (base/callback.hpp).
#pragma once

#include <kiln/types.h>

#include <string>

namespace kiln::base {

void set_log_callback(kiln_log_callback callback, void* user) noexcept;
void log(kiln_log_level level, const std::string& line) noexcept;

}  // namespace kiln::base
