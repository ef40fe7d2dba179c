// SPDX-License-Identifier: Apache-2.0
// What most tests of the public interface include, compiled once; see lib/pch/kiln_pch.hpp.
#ifndef KILN_PUBLIC_TESTS_PCH_HPP  // not #pragma once: GCC warns of it here
#define KILN_PUBLIC_TESTS_PCH_HPP

#include <kiln/kiln.hpp>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

#endif
