// SPDX-License-Identifier: Apache-2.0
// A user's C++ program: a bad device string is a kiln::Error that says so.
#include <kiln/kiln.hpp>

#include <iostream>

int main() {
  try {
    kiln::Context context("no such device");
  } catch (const kiln::Error& error) {
    std::cout << kiln_status_name(error.status()) << ": " << error.what() << '\n';
    return error.status() == KILN_NO_DEVICE ? 0 : 1;
  }
  return 2;
}
