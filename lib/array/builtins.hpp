// SPDX-License-Identifier: Apache-2.0
// Computations and kernels that the library itself uses. Each is made once for each context, which keeps it.
// Private to array/.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
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

// None of these holds a reference to the context, which holds them.
struct Builtins final : runtime::Context::Attachment {
  explicit Builtins(runtime::Context& context);
  ~Builtins() override;
  Ref<Elementwise> identity, range_real, range_single, range_integer;
  // For products: c = alpha*t; c = alpha*t + beta*c; a += alpha*x*y, also with conj(y); r = a*b; r = a && b.
  Ref<Elementwise> scale, scale_add, rank_one, rank_one_conjugate, multiply, both;
  // See tuning.hpp. A copy, whose bytes between numbers are those of the library's: names of findings have them all.
  codegen::Tuning tuning = codegen::kTuning;
  std::mutex mutex;  // guards all members below except the other mutexes
  // The keys: the operation (with all else that its texts depend on), the dtype, and the correction or a norm's order.
  std::map<std::tuple<int, int, double>, Ref<Reduction>> reductions;
  // The keys: the operation with the Runs of scan_by_key.cpp, and the dtypes of elements and of results.
  std::map<std::tuple<int, DType, DType>, Ref<Scan>> scans_by_key;
  std::map<DType, Ref<Scan>> recurrences;  // the key: the dtype that is computed in
  Ref<Scan> repeat_ends[2];                // for index_repeat.cpp
  // `functions` belongs to elementwise_apply(), by the function's name; `expressions` to builtin_expression(), by text.
  std::unordered_map<std::string, Ref<Elementwise>, TextHash, std::equal_to<>> functions, expressions;
  Ref<Reduction> products[5];                                                    // for sum_of_products()
  std::unordered_map<KernelId, const runtime::Kernel*, KernelId::Hash> kernels;  // for library_kernel.hpp
  // For gemm_choice.cpp: whether the vendor's product was faster, for each class of products.
  std::unordered_map<base::ValueKey, bool, ValueKeyHash> vendor_products;
  // For conv_choice.cpp: the way of the vendor's library that was faster, for each class of convolutions. For
  // conv_vendor.cpp: the way and its workspace for each shape. Nothing stands for Kiln's kernels.
  std::unordered_map<base::ValueKey, std::optional<std::int64_t>, ValueKeyHash> conv_choices;
  std::unordered_map<base::ValueKey, std::optional<backend::ConvWay>, ValueKeyHash> vendor_convs;
  // Held while a product or a convolution is timed. They are locked before `mutex`, and measuring_convs first.
  std::mutex measuring, measuring_convs;
};
Builtins& builtins(runtime::Context& context);

}  // namespace kiln::array
