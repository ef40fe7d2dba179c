// SPDX-License-Identifier: Apache-2.0
// What most of these tests include, compiled once; see lib/pch.hpp.
#ifndef KILN_TESTS_PCH_PUBLIC_HPP  // not #pragma once: GCC warns of it here
#define KILN_TESTS_PCH_PUBLIC_HPP

#include <kiln/kiln.hpp>

#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

#endif
