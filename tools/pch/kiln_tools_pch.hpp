// SPDX-License-Identifier: Apache-2.0
// What most files of the tools include, compiled once; see lib/pch/kiln_pch.hpp.
#ifndef KILN_TOOLS_PCH_HPP  // not #pragma once: GCC warns of it here
#define KILN_TOOLS_PCH_HPP

#include <kiln/kiln.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <iostream>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#endif
