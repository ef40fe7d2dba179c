// SPDX-License-Identifier: Apache-2.0
// The kernel of covariances of few observations.
#pragma once

#include <cstdint>
#include <string>

#include "base/dtype.hpp"

namespace kiln::codegen {

constexpr std::uint64_t kCovarianceGroup = 256;  // work-items at most
// Deviations that a group has, real numbers of `computed`; those of a variable take an odd number of
// elements.
std::uint64_t covariance_numbers(base::DType computed);
// Kernel `covariances` of kernels/product/covariances.cl, which says what its arguments are.
std::string covariance_text(base::DType stored, base::DType result, bool coefficients);

}  // namespace kiln::codegen
