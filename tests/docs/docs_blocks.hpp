// SPDX-License-Identifier: Apache-2.0
// What blocks of C++ in the pages may use without showing it.
#ifndef DOCS_BLOCKS_HPP
#define DOCS_BLOCKS_HPP

#include <kiln/kiln.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "docs_blocks.h"

const kiln::Context& docs_context();

#endif
