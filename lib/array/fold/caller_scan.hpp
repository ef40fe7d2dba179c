// SPDX-License-Identifier: Apache-2.0
// Scans from expressions, and what is scanned and reduced by key, which is built on them.
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
  // `inputs`: their order in calls; empty: as they appear in the texts' map. `neighbours`: as
  // CallerScanClass has them.
  static Ref<Scan> create(runtime::Context& context, const ReduceTexts& texts, std::vector<std::string> inputs,
                          const char* operation, bool hold_context = true, std::uint16_t neighbours = 0);
  runtime::Context& context() const noexcept { return *context_; }
  // Inputs broadcast. Of the options axis, exclusive, reverse and traits count. outputs[i] given: it has the
  // result's shape and its dtype stands; null: made, of dtypes[i] or (-1) the expression's own. `operation`
  // lives for ever.
  void call(std::span<const Array* const> inputs, const ScanOptions& options, std::span<Ref<Array>> outputs,
            std::span<const int> dtypes, const char* operation);
  // Of 1-d inputs of one extent, as a scan whose accumulator 1 counts the runs that begin: the results at the
  // ends of runs, and the first input there. Waits for the device. Null, and nothing was done, where no group
  // has them all.
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

// A scan that begins anew wherever the key is another than the one before it. Keys: 1-d of the axis' extent,
// or an array that broadcasts to the array's shape. `into` null: a new array.
Ref<Array> scan_by_key(const Array& keys, const Array& array, int op, const ScanOptions& options, Array* into,
                       const char* operation);

// r[i] = x[i-1] r[i-1] + y[i-1] along the axis, beginning with 0; with `reverse` r[i] = x[i+1] r[i+1] +
// y[i+1].
void recurrence(const Array& x, const Array& y, std::int64_t axis, bool reverse, Array& into, const char* operation);

// The key of each run of equal neighbours among the 1-d keys, and the reduction of each run along the axis.
// Waits for the device. The destinations may be null.
KeyedResults reduce_by_key(const Array& keys, const Array& array, int op, std::int64_t axis, Array* keys_into,
                           Array* values_into, const char* operation, const codegen::Traits* traits = nullptr);

}  // namespace kiln::array
