// SPDX-License-Identifier: Apache-2.0
// kiln/pool.h: pooling, upsampling and their gradients.
#include "array/pool/pool.hpp"

#include "capi/guard.hpp"
#include "capi/operations/conv_options.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Array;
using array::PoolOp;

namespace {

PoolOp op_of(const kiln_pool_op& op, const char* operation) {
  return PoolOp(check_enum(op, KILN_POOL_MAX, KILN_POOL_AVERAGE_PADDED, operation, "op", "kiln_pool_op"));
}

bool linear(const kiln_upsample_mode& mode, const char* operation) {
  return check_enum(mode, KILN_UPSAMPLE_NEAREST, KILN_UPSAMPLE_LINEAR, operation, "mode", "kiln_upsample_mode") ==
         KILN_UPSAMPLE_LINEAR;
}

}  // namespace

extern "C" {

kiln_status kiln_array_pool(kiln_array input, kiln_pool_op op, const kiln_pool_options* options, kiln_array destination,
                            kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto& x = use(input, operation, "input");
    return array::pool(x, op_of(op, operation), pool_options_of(options, operation), into, operation);
  });
}

kiln_status kiln_array_pool_gradient(kiln_array input, kiln_array output, kiln_pool_op op,
                                     const kiln_pool_options* options, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto &x = use(input, operation, "input"), &y = use(output, operation, "output");
    return array::pool_gradient(x, y, op_of(op, operation), pool_options_of(options, operation), into, operation);
  });
}

kiln_status kiln_array_pool_take(kiln_array input, kiln_array values, const kiln_pool_options* options,
                                 kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto &x = use(input, operation, "input"), &v = use(values, operation, "values");
    return array::pool_take(x, v, pool_options_of(options, operation), into, operation);
  });
}

kiln_status kiln_array_upsample(kiln_array input, kiln_upsample_mode mode, const int64_t* extents, int channels_last,
                                kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto& x = use(input, operation, "input");
    return array::upsample(x, linear(mode, operation), extents_like(extents, x, true, operation), channels_last != 0,
                           into, operation);
  });
}

kiln_status kiln_array_upsample_gradient(kiln_array output, kiln_upsample_mode mode, const int64_t* extents,
                                         int channels_last, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, Array* into) {
    const auto& y = use(output, operation, "output");
    return array::upsample_gradient(y, linear(mode, operation), extents_like(extents, y, true, operation),
                                    channels_last != 0, into, operation);
  });
}

}  // extern "C"
