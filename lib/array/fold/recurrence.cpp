// SPDX-License-Identifier: Apache-2.0
// Linear recurrences of first order, as scans: each element stands for the map r -> x r + y, and joining composes maps.
#include "array/builtins.hpp"
#include "array/fold/caller_scan.hpp"

namespace kiln::array {

void recurrence(const Array& x, const Array& y, std::int64_t axis, bool reverse, Array& into, const char* operation) {
  Builtins& own = builtins(into.context());
  const DType computed = base::compute_dtype(into.dtype());
  Ref<Scan> scan;
  {
    std::lock_guard lock(own.mutex);
    Ref<Scan>& known = own.recurrences[computed];
    if (!known) {
      const ReduceTexts texts{.identity = "a = 1; b = 0",
                              .map = fmt::format("a = {0}(x); b = {0}(y)", base::dtype_name(computed)),
                              .combine = "b = b*a_ + b_; a = a*a_",
                              .finish = "r = b"};
      known = Scan::create(into.context(), texts, {"x", "y"}, operation, false);
    }
    scan = known;
  }
  ScanOptions options;
  options.axis = axis;
  options.exclusive = true;
  options.reverse = reverse;
  const Array* inputs[] = {&x, &y};
  Ref<Array> outputs[] = {Ref<Array>(&into)};
  const int dtypes[] = {int(into.dtype())};
  scan->call(inputs, options, outputs, dtypes, operation);
}

}  // namespace kiln::array
