// SPDX-License-Identifier: Apache-2.0
// What most files of the library include, compiled once. A file still names what it uses:
// tools/sanitize.sh builds without this.
#ifndef KILN_LIB_PCH_HPP  // not #pragma once: GCC warns of it here
#define KILN_LIB_PCH_HPP

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#endif
