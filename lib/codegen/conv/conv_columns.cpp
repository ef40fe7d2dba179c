// SPDX-License-Identifier: Apache-2.0
#include "codegen/conv/conv_columns.hpp"

#include <fmt/format.h>

#include "codegen/spell/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

std::string conv_columns_text(const ConvColumnsClass& kind) {
  std::string out;
  const auto number = [&](const std::string& name, int value) {
    define(out, name.c_str(), fmt::format("({})", value));
  };
  define(out, "KILN_INDEX", "int");
  define(out, "KILN_T", storage_type(kind.dtype));
  number("KILN_LAST", int(kind.last));
  for (std::size_t d = 0; d < 3; ++d) {
    number(fmt::format("KILN_W{}", d), kind.taps[d]);
    number(fmt::format("KILN_S{}", d), kind.strides[d]);
    number(fmt::format("KILN_D{}", d), kind.steps[d]);
  }
  return out + std::string(kernels::find("quotient.cl")) + std::string(kernels::find("conv_columns.cl"));
}

}  // namespace kiln::codegen
