// SPDX-License-Identifier: Apache-2.0
// Covariances of few observations. One launch does all that otherwise takes several: means, deviations and products.
#include "array/statistics/covariance_few.hpp"

#include <algorithm>
#include <bit>

#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/tuning.hpp"
#include "base/rounding.hpp"
#include "codegen/product/covariance.hpp"

namespace kiln::array {

Ref<Array> few_covariances(const Observed& observed, double divisor, bool coefficients, const Dims& shape, Array* into,
                           const char* operation, const codegen::Traits* traits) {
  const Array &first = *observed.arrays[0], &second = observed.arrays[1] ? *observed.arrays[1] : first;
  runtime::Context& context = first.context();
  const codegen::Traits own = traits ? *traits : traits_of(context);
  const DType stored = first.dtype(), result = observed.result;
  const std::int64_t count = observed.variables, n = observed.observations;
  const std::int64_t parts = base::is_complex(observed.computed) ? 2 : 1;
  const auto most = std::int64_t(codegen::covariance_numbers(observed.computed));
  // CPU devices are left out: every row of the result computes all deviations anew, which costs there more than another
  // launch. The limits on count and n also keep their product from overflowing.
  if (own.cpu || !tuning(context).index.few || count == 0 || n == 0 || n > most || count > most ||
      count * (n | 1) * parts > most || second.dtype() != stored ||
      base::is_complex(stored) != base::is_complex(result))
    return {};
  const KernelId id(KernelFamily::statistics, "covariances", stored, result, coefficients);
  const runtime::Kernel& kernel = library_kernel(context, id, operation, [&] {
    backend::Source source;
    source.text = codegen::covariance_text(stored, result, coefficients);
    return source;
  });
  if (!fits_local_memory(context, kernel)) return {};
  const bool direct = into && into->dtype() == result && apart_from(*into, {&first, &second}) &&
                      !layout::overlaps_itself(into->layout(), into->itemsize());
  const auto out = target(context, into, direct, result, shape, operation);
  const std::uint64_t limit = std::min({own.max_local_size, own.max_local_sizes[0],
                                        std::uint64_t(kernel.info.max_local_size), codegen::kCovarianceGroup});
  const std::uint64_t group = std::bit_floor(std::max<std::uint64_t>(limit, 1));
  const std::uint64_t rows = std::min(std::bit_ceil(std::uint64_t(count)), group);
  // Each lane sums about eight observations, or fewer if there are not so many.
  const std::uint64_t lanes = std::min(group / rows, std::bit_ceil(std::uint64_t(base::ceil_div(n, std::int64_t{8}))));
  const auto at = [&](const Array& array, const Layout& layout) -> Array {
    return Array(array.buffer_ref(), array.dtype(), layout, false);
  };
  const Array these = at(first, observed.rows[0]), others = at(second, observed.rows[observed.arrays[1] ? 1 : 0]);
  const auto step = [&](const Array& array, std::size_t axis) {
    return array.layout().strides[axis] / (std::int64_t(array.itemsize()) / parts);
  };
  const bool wide = base::real_dtype(observed.computed) == KILN_FLOAT64;
  launch_kernel(context, kernel,
                kernels::Covariances{
                    .first = reads(these),
                    .second = reads(others),
                    .result = writes(*out),
                    .n = std::uint32_t(observed.rows[0].shape[0]),
                    .variables = std::uint32_t(count),
                    .observations = std::uint32_t(n),
                    .lanes = std::uint32_t(lanes),
                    .first_row = step(these, 0),
                    .first_step = step(these, 1),
                    .second_row = step(others, 0),
                    .second_step = step(others, 1),
                    .result_row = shape.empty() ? std::int64_t{0} : step(*out, 0),
                    .result_step = shape.empty() ? std::int64_t{0} : step(*out, 1),
                    .divisor = wide ? argument::Value(divisor) : argument::Value(float(divisor)),
                },
                {std::size_t(count) * rows * lanes}, {rows * lanes}, operation);
  return deliver(out, into, operation);
}

}  // namespace kiln::array
