// SPDX-License-Identifier: Apache-2.0
// The status with which a call of kiln.hpp fails, or KILN_OK.
#pragma once

#include <kiln/kiln.hpp>

#include <string>

#include "catch.hpp"

namespace kiln::test {

template <class Call>
kiln_status status_of(Call&& call) {
  try {
    call();
    return KILN_OK;
  } catch (const kiln::Error& error) {
    CHECK(std::string(error.what()) != "");
    return error.status();
  }
}

}  // namespace kiln::test
