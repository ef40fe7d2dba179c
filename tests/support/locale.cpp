// SPDX-License-Identifier: Apache-2.0
// Preloaded into a test program: takes the locale of the environment, in C and in C++, as a program of its
// user's may. The program ends where there is none such.
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <locale>

namespace {

[[gnu::constructor]] void take_locale() {
  const char* const name = std::setlocale(LC_ALL, "");
  char number[16];
  std::snprintf(number, sizeof number, "%.1f", 1.5);
  try {
    std::locale::global(std::locale(""));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "locale.cpp: %s\n", error.what());
    std::_Exit(2);
  }
  if (name && number[1] == ',') return;
  std::fprintf(stderr, "locale.cpp: LANG=%s has no decimal comma\n", std::getenv("LANG"));
  std::_Exit(2);
}

}  // namespace
