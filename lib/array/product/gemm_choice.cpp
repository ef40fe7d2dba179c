// SPDX-License-Identifier: Apache-2.0
// Chooses between the vendor's BLAS and Kiln's kernels for a class of products. A class is made of the dtype, the
// transpositions, and the extents, rounded to powers of two and reduced to a size that can be measured. The first
// product of a class runs both on operands of that size, compares the results, and takes the one with the shorter
// least time on the host. A vendor's library with wrong results is not used. The choice is kept as long as the
// context lives, and on disk, so that later processes give the same bits.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <vector>

#include "array/builtins.hpp"
#include "array/product/product.hpp"
#include "array/tuning.hpp"
#include "base/half.hpp"
#include "base/log.hpp"
#include "codegen/product/gemm.hpp"
#include "runtime/context/recording.hpp"

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

double real_at(const Bytes& bytes, DType real, std::size_t at) {
  const std::byte* const from = bytes.data() + at * base::dtype_size(real);
  if (real == KILN_FLOAT64) {
    double value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  if (real == KILN_FLOAT32) {
    float value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::uint16_t bits;
  std::memcpy(&bits, from, sizeof bits);
  return real == KILN_FLOAT16 ? base::half_to_float(bits) : base::bfloat16_to_float(bits);
}

// The operands of a class of products on the device, and the results of both ways.
class Trial {
 public:
  Trial(runtime::Context& context, const Class& c, const char* operation)
      : context_(context), class_(c), operation_(operation), real_(base::real_dtype(c.dtype)) {
    a_ = random(c.m + c.k + c.batch, 1);
    b_ = random(c.k + c.n + c.batch, 2);
    for (Ref<runtime::Buffer>& results : c_) results = make(c.m + c.n + c.batch);
  }

  // The product of the class, or, with `edge`, of extents that are smaller by so much, in the same memory.
  Gemm product(int which, std::int64_t edge) const {
    const std::int64_t m = std::int64_t{1} << class_.m, n = std::int64_t{1} << class_.n,
                       k = std::int64_t{1} << class_.k, batch = std::int64_t{1} << class_.batch;
    const auto side = [&](const Ref<runtime::Buffer>& buffer, std::int64_t rows, std::int64_t columns,
                          std::int32_t operation) {
      const bool straight = operation == Operation::none;
      return GemmSide{buffer.get(),
                      std::int64_t(buffer->offset()),
                      straight ? columns : 1,
                      straight ? 1 : rows,
                      0,
                      batch > 1 ? rows * columns : 0,
                      operation == Operation::conjugate_transpose};
    };
    const auto less = [&](std::int64_t extent) { return std::max<std::int64_t>(1, extent - edge); };
    return {&context_,
            class_.dtype,
            less(m),
            less(n),
            less(k),
            1,
            batch,
            side(a_, m, k, class_.a),
            side(b_, k, n, class_.b),
            side(c_[which], m, n, Operation::none),
            Scalar::complex(KILN_COMPLEX128, 1),
            Scalar::complex(KILN_COMPLEX128, 0)};
  }

  // Runs both ways once, on results that begin as NaN. Returns false if the vendor's library does not take the product.
  bool run(std::int64_t edge) {
    for (const int which : {0, 1}) {
      const unsigned char ones = 0xFF;
      context_.fill(*c_[which], 0, c_[which]->size(), &ones, 1, operation_);
    }
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
          const double x = real_at(results[0], real_, at), y = real_at(results[1], real_, at);
          if (!(std::abs(x - y) <= bound + 4 * step * std::abs(x))) return false;
        } else {
          const std::byte* const beside = results[1].data() + at * base::dtype_size(real_);
          if (std::any_of(beside, beside + base::dtype_size(real_), [](std::byte b) { return b != std::byte{0xFF}; }))
            return false;
        }
      }
    return true;
  }

  // The seconds for a product: Kiln's, then the vendor's. The least of several rounds counts, because other work of
  // the machine can only add time.
  std::array<double, 2> times() {
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&](bool of_vendor, int times) {
      context_.settle(operation_);
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < times; ++i) of_vendor ? void(vendor(0)) : own(0);
      context_.settle(operation_);
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / times;
    };
    // Short products are queued several times in a row, so that the wait at the end does not count for much.
    const double once = std::max(seconds(false, 1), seconds(true, 1));
    const int times = std::clamp(int(5e-4 / once), 1, 20);
    const codegen::GemmTuning& numbers = tuning(context_).gemm;
    std::array<double, 2> least = {INFINITY, INFINITY};
    for (int round = 0; round < numbers.tried_rounds; ++round) {
      for (const bool of_vendor : {false, true})
        least[of_vendor] = std::min(least[of_vendor], seconds(of_vendor, times));
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > numbers.tried_seconds)
        break;
    }
    return least;
  }

 private:
  Ref<runtime::Buffer> make(int elements) {
    return allocate(context_, base::dtype_size(class_.dtype) << elements, operation_);
  }
  // Numbers from -1 to 1 with full mantissas, from a table of them.
  Ref<runtime::Buffer> random(int elements, std::uint64_t seed) {
    constexpr std::size_t kTable = 4096;
    const std::size_t itemsize = base::dtype_size(real_);
    const std::size_t count = (base::dtype_size(class_.dtype) << elements) / itemsize;
    std::uint64_t state = seed;
    const auto next = [&] {
      state = state * 6364136223846793005U + 1442695040888963407U;  // Knuth's, of MMIX
      return state >> 32;
    };
    Bytes table(kTable * itemsize), values(count * itemsize);
    for (std::size_t i = 0; i < kTable; ++i)
      Scalar::real(real_, double(next() << 21 | next() >> 11) * 0x1p-52 - 1).store(&table[i * itemsize]);
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(&values[i * itemsize], &table[next() % kTable * itemsize], itemsize);
    auto buffer = make(elements);
    context_.write(*buffer, 0, values.data(), values.size(), operation_);
    return buffer;
  }

  runtime::Context& context_;
  const Class class_;
  const char* const operation_;
  const DType real_;
  Ref<runtime::Buffer> a_, b_, c_[2];
};

struct Finding {
  bool vendor = false;
  std::string lasting;    // for the disk: "vendor" or "own", then why; "": not to be kept
  std::string complaint;  // to be logged
};

Finding measure(runtime::Context& context, const Class& c, const char* operation) {
  const runtime::Recording::Suspend now;  // a trial is not part of a recording that this thread may be making
  // Wait for queued work first: it would be measured too, and its errors are not the trial's.
  context.settle(operation);
  Finding found;
  try {
    Trial trial(context, c, operation);
    for (const std::int64_t edge : {3, 0}) {
      if (!trial.run(edge)) return {false, "own: not taken", ""};
      if (!trial.agree(edge))
        return {false, "own: the vendor was wrong",
                fmt::format("{} on {}: the vendor's BLAS gave wrong results for {}; Kiln's kernels compute "
                            "such products",
                            operation, context.device(), c.text())};
    }
    const auto [own, vendor] = trial.times();
    found.vendor = vendor < own;
    found.lasting = fmt::format("{}: own {:.3g} s, vendor {:.3g} s", found.vendor ? "vendor" : "own", own, vendor);
  } catch (const std::bad_alloc&) {
  } catch (const backend::Error& error) {
    if (error.status() == KILN_BUILD_ERROR) found.lasting = "own: the vendor's kernels do not compile";
    // If there is no memory for a trial, Kiln's kernels are used. If the device has failed, they will report it.
    if (error.status() != KILN_OUT_OF_MEMORY && error.status() != KILN_OUT_OF_HOST_MEMORY)
      found.complaint = fmt::format("{}: the trial of the vendor's BLAS failed, Kiln's kernels are used: {}", operation,
                                    error.message());
  }
  return found;
}

// All that a finding depends on beside device and driver: how it is measured, the vendor's library, our
// kernels, the class.
std::string finding_name(runtime::Context& context, const Class& c, const std::string& library) {
  codegen::GemmClass kind;
  kind.kernel = codegen::GemmKernel::tiles;
  kind.dtype = c.dtype;
  std::string name = "products 3\n" + c.text() + "\n" + library + "\n";
  for (int tile = 0; tile < codegen::kGemmTiles; ++tile) {
    kind.tile = std::uint8_t(tile);
    name += codegen::gemm_text(kind, traits_of(context));
  }
  kind.n = kind.k = 2;
  for (const auto kernel : {codegen::GemmKernel::thin, codegen::GemmKernel::small, codegen::GemmKernel::combine}) {
    kind.kernel = kernel;
    name += codegen::gemm_text(kind, traits_of(context));
  }
  return name;
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
      const std::string name = finding_name(context, c, library);
      if (const auto kept = context.recall(name)) {
        constexpr std::string_view kVendor = "vendor:";
        found.vendor = kept->size() >= kVendor.size() && std::memcmp(kept->data(), kVendor.data(), kVendor.size()) == 0;
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
