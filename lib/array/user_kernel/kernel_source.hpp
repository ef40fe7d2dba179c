// SPDX-License-Identifier: Apache-2.0
// Reads the parameters of kernels from the text of a user's program, to check what the program declares about
// them. Only a compiler understands every text. Where this reader is not certain, it reports the kernel or the
// type as unknown; it never guesses.
#pragma once

#include <kiln/kernel.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "array/user_kernel/language.hpp"
#include "base/dtype.hpp"

namespace kiln::array {

struct SourceType {
  bool known = false;
  bool is_void = false;
  base::DType dtype = KILN_INT8;
  int lanes = 1;  // the number of components; more than 1 for a vector type
};

struct SourceParameter {
  enum class Kind {
    unknown,
    value,
    array,    // KILN_ARG; in OpenCL C and CUDA C a pointer to the device's memory
    local,    // KILN_LOCAL_ARG; in OpenCL C a pointer to local memory
    pointer,  // a plain pointer in the portable dialect, which has macros for pointers
  };
  Kind kind = Kind::unknown;
  SourceType type;        // the type of the value, or the one that is pointed at
  bool constant = false;  // the pointer is to const
  std::string name;       // "" where it has none
  std::string text;       // the parameter as the source spells it, for messages
};

struct KernelSignature {
  std::string kernel;
  std::vector<SourceParameter> parameters;
};

// The kernels in a source whose parameters could be counted; others are left out. `definitions` are those of the
// compiler's options, "NAME" or "NAME=value".
std::vector<KernelSignature> read_signatures(std::string_view source, const Language& language,
                                             std::span<const std::string> definitions);

}  // namespace kiln::array
