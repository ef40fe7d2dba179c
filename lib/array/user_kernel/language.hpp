// SPDX-License-Identifier: Apache-2.0
// A table of the languages in which a user may write a program, with everything that depends on the language.
#pragma once

#include <kiln/kernel.h>
#include <kiln/backend.hpp>

#include <algorithm>
#include <iterator>

namespace kiln::array {

struct Language {
  kiln_language code;
  const char* constant;      // its name in C
  const char* name;          // its name in sentences
  backend::Dialect dialect;  // of the devices that compile it; devices of every dialect compile the portable language
  // A kernel's declarations are Kiln's macros, and an array is two of its arguments, pointer and offset. Kernels of
  // the other languages get a pointer to the array's first element.
  bool portable;
  bool address_spaces;  // the declaration of a pointer says in which memory it points
  bool dynamic_local;   // a launch may give a kernel one block of local memory; local parameters are offsets into it
  const char* local_parameter;  // what a parameter of local memory is in the source, for messages
};

inline constexpr Language kLanguages[] = {
    {KILN_LANGUAGE_OPENCL_C, "KILN_LANGUAGE_OPENCL_C", "OpenCL C", backend::Dialect::opencl_c, false, true, false,
     "a pointer to local memory"},
    {KILN_LANGUAGE_CUDA_C, "KILN_LANGUAGE_CUDA_C", "CUDA C", backend::Dialect::cuda_c, false, false, true,
     "an unsigned int"},
    {KILN_LANGUAGE_PORTABLE, "KILN_LANGUAGE_PORTABLE", "host functions", backend::Dialect::host, true, true, false,
     "KILN_LOCAL_ARG(T, name)"},
};

inline constexpr kiln_language kLastLanguage = KILN_LANGUAGE_CUDA_C;

// The table's row for a language, or for the dialect of a device. Unknown ones get the last row.
inline const Language& language_of(kiln_language code) noexcept {
  return *std::find_if(std::begin(kLanguages), std::end(kLanguages) - 1,
                       [&](const Language& one) { return one.code == code; });
}
inline const Language& language_of(backend::Dialect dialect) noexcept {
  return *std::find_if(std::begin(kLanguages), std::end(kLanguages) - 1,
                       [&](const Language& one) { return one.dialect == dialect; });
}

}  // namespace kiln::array
