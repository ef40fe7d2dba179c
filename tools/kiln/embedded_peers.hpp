// SPDX-License-Identifier: Apache-2.0
// The text of bench_peers.py and what follows it, which the build puts into the program.
#pragma once

#include <string_view>

namespace kiln_tool::bench {
std::string_view peers_program();
}
