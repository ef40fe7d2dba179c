// SPDX-License-Identifier: Apache-2.0
// Computations and kernels that the library makes once a context, and keeps with the context. Private to
// array/.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "array/array.hpp"
#include "array/kernel_id.hpp"
#include "array/tuning.hpp"
#include "runtime/program.hpp"

namespace kiln::array {

class Elementwise;
class Reduction;
class Scan;

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
};

struct ValueKeyHash {
  std::size_t operator()(const base::ValueKey& key) const noexcept { return key.hash(); }
};

// None of these holds the context.
struct Builtins final : runtime::Context::Attachment {
  explicit Builtins(runtime::Context& context);
  ~Builtins() override;
  Ref<Elementwise> identity, range_real, range_single, range_integer;
  // Of products: c = alpha*t, c = alpha*t + beta*c, a += alpha*x*y, with conj(y), r = a*b, r = a && b.
  Ref<Elementwise> scale, scale_add, rank_one, rank_one_conjugate, multiply, both;
  codegen::Tuning tuning;  // of tuning.hpp
  std::mutex mutex;        // guards all that follows but `measuring`
  // By operation (and what else its texts depend on), dtype and correction.
  std::map<std::tuple<int, int, double>, Ref<Reduction>> reductions;
  // By operation, dtypes of elements and of results.
  std::map<std::tuple<int, DType, DType>, Ref<Scan>> scans_by_key;
  std::map<DType, Ref<Scan>> recurrences;  // by the dtype computed in
  Ref<Scan> repeat_ends[2];                // of index_repeat.cpp
  // Of elementwise_apply, by the function's name; of builtin_expression.hpp, by text.
  std::unordered_map<std::string, Ref<Elementwise>, TextHash, std::equal_to<>> functions, expressions;
  Ref<Reduction> products[5];                                                    // of sum_of_products
  std::unordered_map<KernelId, const runtime::Kernel*, KernelId::Hash> kernels;  // of library_kernel.hpp
  // Of gemm_choice.cpp, by class.
  std::unordered_map<base::ValueKey, bool, ValueKeyHash> vendor_products;
  std::mutex measuring;  // taken before `mutex`
};
Builtins& builtins(runtime::Context& context);

}  // namespace kiln::array
