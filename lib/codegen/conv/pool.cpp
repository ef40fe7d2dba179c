// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels of pooling and upsampling expect, and appends these kernels.
#include "codegen/conv/pool.hpp"

#include "codegen/conv/conv.hpp"
#include "codegen/spell/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

std::string pool_text(const PoolClass& kind) {
  std::string out;
  const auto number = [&](const char* name, int value) { define(out, name, std::to_string(value)); };
  define(out, "KILN_INDEX", kind.wide ? "long" : "int");
  define(out, "KILN_PLACE", kind.wide ? "long" : "int");
  define(out, "KILN_T", storage_type(gemm_dtype(kind.dtype)));
  define(out, "KILN_STORED", storage_type(kind.dtype));
  define(out, "KILN_LOAD(x)", "(" + widen(kind.dtype, "(x)") + ")");
  define(out, "KILN_STORE(x)", to_storage(kind.dtype, "(x)"));
  number("KILN_LAST", int(kind.last));
  number("KILN_WIDE", int(kind.wide));
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string axis = std::to_string(d);
    number(("KILN_W" + axis).c_str(), kind.windows[d]);
    define(out, ("KILN_S" + axis).c_str(), kind.strides[d] ? std::to_string(kind.strides[d]) : "s" + axis);
  }
  if (kind.kernel == PoolKernel::blocks)
    return out + std::string(kernels::find("quotient.cl")) + std::string(kernels::find("pool_blocks.cl"));
  if (kind.kernel == PoolKernel::spread || kind.kernel == PoolKernel::spread_greatest) {
    define_lanes(out, kind.dtype);
    number("KILN_UNIT", int(kind.unit));
    number("KILN_DISJOINT", int(kind.disjoint));
    number("KILN_GREATEST", int(kind.kernel == PoolKernel::spread_greatest));
    number("KILN_COUNT", kind.count);
    return out + std::string(kernels::find("pool_spread.cl"));
  }
  if (kind.kernel >= PoolKernel::upsample) {
    number("KILN_LINEAR", int(kind.linear));
    number("KILN_GRADIENT", int(kind.kernel == PoolKernel::upsample_gradient));
    return out + std::string(kernels::find("upsample.cl"));
  }
  number("KILN_MODE", int(kind.kernel));
  number("KILN_COUNT", kind.count);
  return out + std::string(kernels::find("quotient.cl")) + std::string(kernels::find("pool.cl"));
}

}  // namespace kiln::codegen
