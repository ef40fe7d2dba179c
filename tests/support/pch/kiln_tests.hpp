// SPDX-License-Identifier: Apache-2.0
// What most tests include, compiled once; see lib/pch/kiln_pch.hpp.
#ifndef KILN_TESTS_PCH_HPP  // not #pragma once: GCC warns of it here
#define KILN_TESTS_PCH_HPP

#include "catch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#endif
