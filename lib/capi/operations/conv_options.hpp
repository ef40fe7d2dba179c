// SPDX-License-Identifier: Apache-2.0
// The options of convolutions and of pooling, as callers give them.
#pragma once

#include "array/conv/conv.hpp"
#include "array/pool/pool.hpp"
#include "capi/handles.hpp"

namespace kiln::capi {

array::ConvOptions conv_options_of(const kiln_conv_options* given, const char* operation);
array::PoolOptions pool_options_of(const kiln_pool_options* given, const char* operation);
// A list of extents, one for each spatial axis that `like` has; none if `like` has too few or too many axes, which the
// operation refuses. There may be no list where it is not `needed`.
layout::Dims extents_like(const std::int64_t* extents, const array::Array& like, bool needed, const char* operation);

}  // namespace kiln::capi
