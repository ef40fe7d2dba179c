// SPDX-License-Identifier: Apache-2.0
// For tests: a context tuned by other numbers for a while.
#pragma once

#include "array/tuning.hpp"

namespace kiln::test {

// Changes the context's numbers until it goes out of scope. Those that came last go first.
class Tuned {
 public:
  template <class Change>
  Tuned(runtime::Context& context, const Change& change) : context_(context), before_(array::tuning(context)) {
    codegen::Tuning numbers = before_;
    change(numbers);
    array::set_tuning(context, numbers);
  }
  Tuned(const Tuned&) = delete;
  Tuned& operator=(const Tuned&) = delete;
  ~Tuned() { array::set_tuning(context_, before_); }

 private:
  runtime::Context& context_;
  const codegen::Tuning before_;
};

}  // namespace kiln::test
