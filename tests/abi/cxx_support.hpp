// SPDX-License-Identifier: Apache-2.0
// For tests of kiln.hpp.
#pragma once

#include <kiln/kiln.hpp>

#include <string>

// What a call that throws kiln::Error says; "" where it does not.
template <class Call>
std::string message_of(Call&& call) {
  try {
    call();
    return "";
  } catch (const kiln::Error& error) {
    return error.what();
  }
}
