// SPDX-License-Identifier: Apache-2.0
// For tests of kiln.hpp.
#pragma once

#include <kiln/kiln.hpp>

#include <string>

#include "support.hpp"

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

// Runs what must throw kiln::Error, with this status and a message that has the part.
template <class Body>
void refused(kiln_status status, const std::string& part, Body&& body) {
  try {
    body();
  } catch (const kiln::Error& error) {
    INFO(error.what());
    CHECK(error.status() == status);
    CHECK(std::string(error.what()).find(part) != std::string::npos);
    return;
  }
  FAIL_CHECK("nothing was refused, expected '" + part + "'");
}
