// SPDX-License-Identifier: Apache-2.0
// What the library computes with its own expressions, made once a context. Private to array/.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>

#include "array/elementwise.hpp"
#include "array/reduce.hpp"
#include "array/scan_own.hpp"
#include "runtime/program.hpp"

namespace kiln::array {

// None of these holds the context.
struct Builtins final : runtime::Context::Attachment {
  explicit Builtins(runtime::Context& context);
  Ref<Elementwise> identity, range_real, range_single, range_integer;
  // Of products: c = alpha*t, c = alpha*t + beta*c, a += alpha*x*y, with conj(y), r = a*b, r = a && b.
  Ref<Elementwise> scale, scale_add, rank_one, rank_one_conjugate, multiply, both;
  std::mutex mutex;  // of what follows
  std::map<std::tuple<int, int, double>, Ref<Reduction>>
      reductions;  // by operation (and what else its texts depend on), dtype and correction
  std::map<std::tuple<int, DType, DType>, Ref<Scan>>
      scans_by_key;                        // by operation, dtypes of elements and results
  std::map<DType, Ref<Scan>> recurrences;  // by dtype computed in
  Ref<Scan> repeat_ends[2];                // of index_repeat.cpp
  std::map<std::string, Ref<Elementwise>, std::less<>>
      functions;               // of elementwise_apply, by name, and by text
  Ref<Reduction> products[5];  // of sum_of_products
  std::unordered_map<std::uint64_t, const runtime::Kernel*> kernels;  // of library_kernel.hpp
  std::unordered_map<std::uint64_t, bool> vendor_products;            // of gemm_choice.cpp, by class
  std::unordered_map<const void*, Ref<Elementwise>> expressions;      // of index_support.hpp, by their text
  std::mutex measuring;                                               // taken before `mutex`
};
Builtins& builtins(runtime::Context& context);

}  // namespace kiln::array
