// SPDX-License-Identifier: Apache-2.0
// The kernel of covariances of few observations.
#pragma once

#include <cstdint>
#include <string>

#include "base/dtype.hpp"

namespace kiln::codegen {

constexpr std::uint64_t kCovarianceGroup = 256;  // work-items of a group, at most
// The most deviations that a group can hold in local memory, as real numbers of `computed`. The deviations of a
// variable take an odd number of places there, so that lanes access different banks.
std::uint64_t covariance_numbers(base::DType computed);
// Writes the kernel `covariances` of kernels/product/covariances.cl, which explains its arguments.
std::string covariance_text(base::DType stored, base::DType result, bool coefficients);

}  // namespace kiln::codegen
