// SPDX-License-Identifier: Apache-2.0
// The texts of bench_peers.py and of the files that follow it, which the build embeds in the program.
#pragma once

#include <string_view>

namespace kiln_tool::bench {
std::string_view peers_program();
}
