// SPDX-License-Identifier: Apache-2.0
// The program in C++17. An error of Kiln crosses the program as an exception.
#include <kiln/kiln.hpp>

#include <iostream>

int main() {
  try {
    kiln::Context("no such device");
  } catch (const kiln::Error& error) {
    if (error.status() != KILN_NO_DEVICE) return 2;
  }
  const kiln::Context context("auto");
  const kiln::GpuArray sum = kiln::GpuArray::arange(context, 0, 10, 1, KILN_FLOAT32).sum();
  std::cout << sum.item<float>() << " KILN_OK\n";
}
