// SPDX-License-Identifier: Apache-2.0
// What most examples include, compiled once; see lib/pch/kiln_pch.hpp. Programs of one's own need no such
// thing.
#ifndef KILN_EXAMPLES_PCH_HPP  // not #pragma once: GCC warns of it here
#define KILN_EXAMPLES_PCH_HPP

#include <kiln/kiln.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#endif
