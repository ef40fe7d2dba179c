// SPDX-License-Identifier: Apache-2.0
// Chooses between the vendor's BLAS and Kiln's kernels for a class of products. A class is made of the dtype, the
// transpositions, and the extents, rounded to powers of two and reduced to a size that can be measured. The first
// product of a class runs both on operands of that size, compares the results, and takes the one with the shorter
// least time on the host. A vendor's library with wrong results is not used. The choice is kept as long as the
// context lives, and on disk, so that later processes give the same bits.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "array/builtins.hpp"
#include "array/product/product.hpp"
#include "array/product/trial.hpp"
#include "array/tuning.hpp"
#include "base/log.hpp"
#include "runtime/build_ahead.hpp"

namespace kiln::array {

namespace {

using Operation = backend::Gemm::Operation;
using Bytes = std::vector<std::byte>;

struct Class {
  DType dtype;
  std::int32_t a, b;  // Operation
  bool tf32;
  int m, n, k, batch;  // logarithms
  base::ValueKey key() const noexcept { return base::ValueKey(dtype, a, b, tf32, m, n, k, batch); }
  std::string text() const {
    return fmt::format("{} {}{} tf32 {} m {} n {} k {} batch {}", base::dtype_name(dtype), int(a), int(b), int(tf32),
                       1 << m, 1 << n, 1 << k, 1 << batch);
  }
};

int nearest_power(std::int64_t extent) { return int(std::lround(std::log2(double(extent)))); }

Class class_of(const Gemm& g, const backend::Gemm& call) {
  Class c{g.dtype,
          call.a_operation,
          call.b_operation,
          call.tf32,
          nearest_power(g.m),
          nearest_power(g.n),
          nearest_power(g.k),
          nearest_power(g.inner)};
  const int units = int(std::bit_width(g.context->properties().compute_units));
  const codegen::GemmTuning& numbers = tuning(*g.context).gemm;
  const int most = std::clamp(25 + units, numbers.tried_work_least, numbers.tried_work_most);
  while (c.m + c.n + c.k + c.batch > most ||
         std::max({c.m + c.k, c.k + c.n, c.m + c.n}) + c.batch > numbers.tried_elements) {
    if (c.batch > 0)
      --c.batch;
    else
      --*std::max({&c.m, &c.n, &c.k}, [](const int* x, const int* y) { return *x < *y; });
  }
  return c;
}

// The product of the class, or, with `edge`, of extents that are smaller by so much, in the same memory.
Gemm class_product(runtime::Context& context, const Class& c, runtime::Buffer& a, runtime::Buffer& b,
                   runtime::Buffer& result, std::int64_t edge) {
  const std::int64_t m = std::int64_t{1} << c.m, n = std::int64_t{1} << c.n, k = std::int64_t{1} << c.k,
                     batch = std::int64_t{1} << c.batch;
  const auto side = [&](runtime::Buffer& buffer, std::int64_t rows, std::int64_t columns, std::int32_t operation) {
    const bool straight = operation == Operation::none;
    return GemmSide{&buffer,
                    std::int64_t(buffer.offset()),
                    straight ? columns : 1,
                    straight ? 1 : rows,
                    0,
                    batch > 1 ? rows * columns : 0,
                    operation == Operation::conjugate_transpose};
  };
  const auto less = [&](std::int64_t extent) { return std::max<std::int64_t>(1, extent - edge); };
  return {&context,
          c.dtype,
          less(m),
          less(n),
          less(k),
          1,
          batch,
          side(a, m, k, c.a),
          side(b, k, n, c.b),
          side(result, m, n, Operation::none),
          Scalar::complex(KILN_COMPLEX128, 1),
          Scalar::complex(KILN_COMPLEX128, 0)};
}

// The operands of a class of products on the device, and the results of both ways.
class Trial {
 public:
  Trial(runtime::Context& context, const Class& c, const char* operation)
      : context_(context), class_(c), operation_(operation), real_(base::real_dtype(c.dtype)) {
    a_ = numbers(c.m + c.k + c.batch, 1);
    b_ = numbers(c.k + c.n + c.batch, 2);
    for (Ref<runtime::Buffer>& results : c_)
      results = allocate(context, base::dtype_size(c.dtype) << (c.m + c.n + c.batch), operation);
  }

  Gemm product(int which, std::int64_t edge) const {
    return class_product(context_, class_, *a_, *b_, *c_[which], edge);
  }

  // Runs both ways once, on results that begin as NaN. Returns false if the vendor's library does not take the product.
  bool run(std::int64_t edge) {
    for (const Ref<runtime::Buffer>& results : c_) trial_clear(*results, operation_);
    own(edge);
    return vendor(edge);
  }
  void own(std::int64_t edge) { builtin_gemm(product(0, edge), GemmWay::builtin, operation_); }
  bool vendor(std::int64_t edge) {
    const Gemm gemm = product(1, edge);
    auto call = vendor_call(gemm);
    if (!call) return false;
    call->tf32 = class_.tf32;
    return vendor_gemm(gemm, *call, operation_);
  }

  // Whether the vendor's results agree with Kiln's, and the memory beside them is unchanged. Every fourth element
  // is compared. Elements are sums of k products of numbers from -1 to 1: partial sums grow as sqrt(k), so rounding
  // errors add up to about k u. TensorFloat-32 also rounds each factor by 2^-11.
  bool agree(std::int64_t edge) {
    Bytes results[2];
    for (const int which : {0, 1}) {
      results[which].resize(c_[which]->size());
      context_.read_now(*c_[which], 0, results[which].data(), results[which].size(), operation_);
    }
    const Gemm g = product(0, edge);
    const double k = double(g.k), parts = base::is_complex(class_.dtype) ? 2 : 1;
    const double u = real_ == KILN_FLOAT64 ? 0x1p-53 : 0x1p-24;
    const double step = real_ == KILN_FLOAT16 ? 0x1p-11 : real_ == KILN_BFLOAT16 ? 0x1p-8 : u;
    const double bound = parts * (8 * k * u + (class_.tf32 ? 0x1p-7 * std::sqrt(k) : 0));
    const std::int64_t rows = std::int64_t{1} << (class_.m + class_.batch), each = std::int64_t{1} << class_.m;
    const auto columns = std::int64_t(parts) << class_.n;
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = i % 4; j < columns; j += 4) {
        const auto at = std::size_t(i * columns + j);
        if (i % each < g.m && j < g.n * std::int64_t(parts)) {
          const double x = trial_element(results[0], real_, at), y = trial_element(results[1], real_, at);
          if (!(std::abs(x - y) <= bound + 4 * step * std::abs(x))) return false;
        } else {
          const std::byte* const beside = results[1].data() + at * base::dtype_size(real_);
          if (std::any_of(beside, beside + base::dtype_size(real_), [](std::byte b) { return b != std::byte{0xFF}; }))
            return false;
        }
      }
    return true;
  }

  // The seconds for a product: Kiln's, then the vendor's.
  std::array<double, 2> times() {
    const codegen::GemmTuning& numbers = tuning(context_).gemm;
    const std::function<void()> ways[] = {[&] { own(0); }, [&] { vendor(0); }};
    const auto least = trial_times(context_, ways, numbers.tried_rounds, numbers.tried_seconds, operation_);
    return {least[0], least[1]};
  }

 private:
  Ref<runtime::Buffer> numbers(int elements, std::uint64_t seed) const {
    const std::size_t count = (base::dtype_size(class_.dtype) << elements) / base::dtype_size(real_);
    return trial_numbers(context_, real_, count, seed, operation_);
  }

  runtime::Context& context_;
  const Class class_;
  const char* const operation_;
  const DType real_;
  Ref<runtime::Buffer> a_, b_, c_[2];
};

Finding measure(runtime::Context& context, const Class& c, const char* operation) {
  return trial_run(context, "the vendor's BLAS", operation, [&]() -> Finding {
    Trial trial(context, c, operation);
    for (const std::int64_t edge : {3, 0}) {
      if (!trial.run(edge)) return {.lasting = "own: not taken"};
      if (!trial.agree(edge))
        return {
            .lasting = "own: the vendor was wrong",
            .complaint = fmt::format("{} on {}: the vendor's BLAS gave wrong results for {}; Kiln's kernels compute "
                                     "such products",
                                     operation, context.device(), c.text())};
    }
    const auto [own, vendor] = trial.times();
    Finding found{.vendor = vendor < own};
    found.lasting = fmt::format("{}: own {:.3g} s, vendor {:.3g} s", found.vendor ? "vendor" : "own", own, vendor);
    return found;
  });
}

std::string product_finding_name(runtime::Context& context, const Class& c, const std::string& library) {
  return finding_name(context, "products 4\n" + c.text() + "\n" + library + "\n" + product_texts(context, c.dtype));
}

}  // namespace

bool prefer_vendor(const Gemm& g, const backend::Gemm& call, const char* operation) {
  runtime::Context& context = *g.context;
  if (double(g.m) * double(g.n) * double(g.k) * double(g.inner) < tuning(context).gemm.tried) return false;
  const Class c = class_of(g, call);
  const base::ValueKey key = c.key();
  Builtins& own = builtins(context);
  const auto known = [&]() -> const bool* {
    const std::lock_guard lock(own.mutex);
    const auto at = own.vendor_products.find(key);
    return at == own.vendor_products.end() ? nullptr : &at->second;
  };
  if (const bool* const vendor = known()) return *vendor;

  Finding found;
  {
    const std::lock_guard one_at_a_time(own.measuring);
    if (const bool* const vendor = known()) return *vendor;
    if (const std::string library = context.blas_identity(operation); !library.empty()) {
      const std::string name = product_finding_name(context, c, library);
      if (const auto kept = context.recall(name)) {
        constexpr std::string_view kVendor = "vendor:";
        found.vendor = kept->size() >= kVendor.size() && std::memcmp(kept->data(), kVendor.data(), kVendor.size()) == 0;
      } else if (runtime::BuildAhead::of(context)) {
        // Kiln's kernel, which the trial will need.
        builtin_gemm(class_product(context, c, *g.a.buffer, *g.b.buffer, *g.c.buffer, 0), GemmWay::builtin, operation);
        return true;
      } else {
        found = measure(context, c, operation);
        if (!found.lasting.empty()) context.remember(name, std::as_bytes(std::span(found.lasting)));
      }
    }
    const std::lock_guard lock(own.mutex);
    own.vendor_products.emplace(key, found.vendor);
  }
  if (!found.complaint.empty()) base::log(KILN_LOG_WARNING, found.complaint);
  return found.vendor;
}

}  // namespace kiln::array
