// SPDX-License-Identifier: Apache-2.0
// What the text of a user's program says of its kernels' parameters. It is read as far as it is plain: a
// compiler alone knows the rest, and what is not known is said to be so, never guessed.
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
  int lanes = 1;  // of a vector
};

struct SourceParameter {
  enum class Kind {
    unknown,
    value,
    array,    // KILN_ARG; in the raw languages a pointer to the device's memory
    local,    // KILN_LOCAL_ARG; in OpenCL C a pointer to local memory
    pointer,  // of the portable dialect, without its macros
  };
  Kind kind = Kind::unknown;
  SourceType type;        // of the value, or of what is pointed at
  bool constant = false;  // what is pointed at is not to be written
  std::string text;       // as it is written, for messages
};

struct KernelSignature {
  std::string kernel;
  std::vector<SourceParameter> parameters;
};

// The kernels of which the text tells how many parameters they have. `definitions` are those of the
// compiler's options, "NAME" or "NAME=value".
std::vector<KernelSignature> read_signatures(std::string_view source, const Language& language,
                                             std::span<const std::string> definitions);

}  // namespace kiln::array
