// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that kernels/product/covariances.cl expects, and appends it.
#include "codegen/product/covariance.hpp"

#include "base/error.hpp"
#include "codegen/spell/spelling.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

std::uint64_t covariance_numbers(DType computed) {
  constexpr std::uint64_t kBytes = 16384;  // of local memory
  return kBytes / base::dtype_size(base::real_dtype(computed));
}

std::string covariance_text(DType stored, DType result, bool coefficients) {
  const bool complex = base::is_complex(result);
  // The two parts of a complex number are treated as neighbouring real numbers.
  const DType from = base::real_dtype(stored), to = base::real_dtype(result), computed = base::compute_dtype(to);
  return fmt::format(
             "#define KILN_GROUP {}\n#define KILN_MOST {}\n#define KILN_PARTS {}\n#define KILN_COEFFICIENTS "
             "{}\n"
             "#define KILN_STORED {}\n#define KILN_RESULT {}\n#define KILN_REAL {}\n"
             "#define KILN_NUMBER(x) {}\n#define KILN_ROUNDED(x) {}\n",
             kCovarianceGroup, covariance_numbers(computed), complex ? 2 : 1, int(coefficients), storage_type(from),
             storage_type(to), storage_type(computed), cast_text(widen(from, "x"), base::compute_dtype(from), computed),
             to_storage(to, "(x)")) +
         std::string(kernels::find("covariances.cl"));
}

}  // namespace kiln::codegen
