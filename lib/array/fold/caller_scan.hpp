// SPDX-License-Identifier: Apache-2.0
// Scans from expressions, and the scans and reductions by key, which are built on them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "array/fold/fold.hpp"
#include "array/fold/scan.hpp"

namespace kiln::array {

struct KeyedResults {
  Ref<Array> keys, values;
};

class Scan final : public base::RefCounted {
 public:
  // `inputs` names the inputs in the order of calls; if it is empty, they are ordered as `map` reads them.
  // CallerScanClass explains `neighbours`.
  static Ref<Scan> create(runtime::Context& context, const ReduceTexts& texts, std::vector<std::string> inputs,
                          const char* operation, bool hold_context = true, std::uint16_t neighbours = 0);
  runtime::Context& context() const noexcept { return *context_; }
  // Queues the scan of the inputs, which broadcast. Of the options, axis, exclusive, reverse and traits are read. If
  // outputs[i] is given, it must have the result's shape, and the result is converted to its dtype. If it is null, a
  // new array is made, of dtypes[i], or, if that is -1, of the expression's dtype. `operation` must never be freed.
  void call(std::span<const Array* const> inputs, const ScanOptions& options, std::span<Ref<Array>> outputs,
            std::span<const int> dtypes, const char* operation);
  // For reductions by key of few elements: scans 1-d inputs of one extent and keeps the results at the ends of
  // runs, with the first input there (the key). Accumulator 1 must count the runs that have begun. Waits for the
  // device. Returns nulls, and does nothing, if one group cannot scan all elements.
  KeyedResults gather(std::span<const Array* const> inputs, int dtype, const codegen::Traits* traits,
                      const char* operation);

 private:
  struct Impl;
  explicit Scan(Fold fold);
  ~Scan() override;
  runtime::Context* context_ = nullptr;
  Ref<runtime::Context> held_;
  Fold fold_;
  std::unique_ptr<Impl> impl_;
};

// A scan that begins anew wherever the key differs from the one before it. Keys are 1-d with the axis' extent, or
// broadcast to the array's shape. If `into` is null, the result is a new array.
Ref<Array> scan_by_key(const Array& keys, const Array& array, int op, const ScanOptions& options, Array* into,
                       const char* operation);

// Writes the recurrence r[0] = 0, r[i] = x[i-1] r[i-1] + y[i-1] along the axis. With `reverse` it runs from the
// end: r[i] = x[i+1] r[i+1] + y[i+1].
void recurrence(const Array& x, const Array& y, std::int64_t axis, bool reverse, Array& into, const char* operation);

// The key of each run of equal neighbours among the 1-d keys, and the reduction of each run along the axis.
// Waits for the device. The destinations may be null.
KeyedResults reduce_by_key(const Array& keys, const Array& array, int op, std::int64_t axis, Array* keys_into,
                           Array* values_into, const char* operation, const codegen::Traits* traits = nullptr);

}  // namespace kiln::array
