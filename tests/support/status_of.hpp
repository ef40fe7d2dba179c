// SPDX-License-Identifier: Apache-2.0
// The status with which a call of kiln.hpp fails, or KILN_OK.
#pragma once

#include <kiln/kiln.hpp>

namespace kiln::test {

template <class Call>
kiln_status status_of(Call&& call) {
  try {
    call();
    return KILN_OK;
  } catch (const kiln::Error& error) {
    return error.status();
  }
}

}  // namespace kiln::test
