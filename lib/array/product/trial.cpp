// SPDX-License-Identifier: Apache-2.0
#include "array/product/trial.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <type_traits>

#include "array/tuning.hpp"
#include "base/half.hpp"
#include "codegen/product/gemm.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::array {

using Bytes = std::vector<std::byte>;

namespace {

// A turn of a way is as many calls as take this many seconds, and at most so many.
constexpr double kTurn = 5e-4;
constexpr double kMostInTurn = 20;
// A way has no turn if its single call takes more than this many times the fastest one's.
constexpr double kHopeless = 4;

}  // namespace

double trial_element(std::span<const std::byte> array, DType dtype, std::size_t at) {
  const std::byte* const from = array.data() + at * base::dtype_size(dtype);
  if (dtype == KILN_FLOAT64) {
    double value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  if (dtype == KILN_FLOAT32) {
    float value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  std::uint16_t bits;
  std::memcpy(&bits, from, sizeof bits);
  return dtype == KILN_FLOAT16 ? base::half_to_float(bits) : base::bfloat16_to_float(bits);
}

Ref<runtime::Buffer> trial_numbers(runtime::Context& context, DType dtype, std::size_t count, std::uint64_t seed,
                                   const char* operation) {
  constexpr std::size_t kTable = 4096;
  const std::size_t itemsize = base::dtype_size(dtype);
  std::uint64_t state = seed;
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;  // Knuth's, of MMIX
    return state >> 32;
  };
  Bytes table(kTable * itemsize), values(count * itemsize);
  for (std::size_t i = 0; i < kTable; ++i)
    Scalar::real(dtype, double(next() << 21 | next() >> 11) * 0x1p-52 - 1).store(&table[i * itemsize]);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(&values[i * itemsize], &table[next() % kTable * itemsize], itemsize);
  auto buffer = allocate(context, values.size(), operation);
  context.write(*buffer, 0, values.data(), values.size(), operation);
  return buffer;
}

void trial_clear(runtime::Buffer& buffer, const char* operation) {
  const unsigned char ones = 0xFF;
  buffer.context().fill(buffer, 0, buffer.size(), &ones, 1, operation);
}

std::vector<double> trial_times(runtime::Context& context, std::span<const std::function<void()>> ways, int rounds,
                                double most, const char* operation) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const auto seconds = [&](const std::function<void()>& way, int times) {
    context.settle(operation);
    const auto start = Clock::now();
    for (int i = 0; i < times; ++i) way();
    context.settle(operation);
    return since(start) / times;
  };
  for (const auto& way : ways) way();  // the first call may build or load kernels
  const auto begin = Clock::now();
  std::vector<double> least;
  for (const auto& way : ways) least.push_back(std::min(seconds(way, 1), seconds(way, 1)));
  const double hopeless = kHopeless * *std::min_element(least.begin(), least.end());
  // Short calls are queued several times in a row, so that the wait at the end does not count for much.
  std::vector<int> times;
  for (const double once : least)
    times.push_back(once > hopeless ? 0 : int(std::clamp(kTurn / once, 1.0, kMostInTurn)));
  for (int round = 0; round < rounds && (round == 0 || since(begin) <= most); ++round)
    for (std::size_t i = 0; i < ways.size(); ++i)
      if (times[i] > 0) least[i] = std::min(least[i], seconds(ways[i], times[i]));
  return least;
}

Finding trial_run(runtime::Context& context, const char* what, const char* operation,
                  const std::function<Finding()>& trial) {
  const runtime::Recording::Suspend now;  // a trial is not part of a recording that this thread may be making
  // Wait for queued work first: it would be measured too, and its errors are not the trial's.
  context.settle(operation);
  try {
    return trial();
  } catch (const std::bad_alloc&) {
    return {};
  } catch (const backend::Error& error) {
    Finding found;
    if (error.status() == KILN_BUILD_ERROR) found.lasting = "own: the vendor's kernels do not compile";
    // If there is no memory for a trial, Kiln's kernels are used. If the device has failed, they will report it.
    if (error.status() != KILN_OUT_OF_MEMORY && error.status() != KILN_OUT_OF_HOST_MEMORY)
      found.complaint =
          fmt::format("{}: the trial of {} failed, Kiln's kernels are used: {}", operation, what, error.message());
    return found;
  }
}

std::string product_texts(runtime::Context& context, DType dtype) {
  codegen::GemmClass kind;
  kind.kernel = codegen::GemmKernel::tiles;
  kind.dtype = dtype;
  std::string text;
  for (int tile = 0; tile < codegen::kGemmTiles; ++tile) {
    kind.tile = std::uint8_t(tile);
    text += codegen::gemm_text(kind, traits_of(context));
  }
  kind.n = kind.k = 2;
  for (const auto kernel : {codegen::GemmKernel::thin, codegen::GemmKernel::small, codegen::GemmKernel::combine}) {
    kind.kernel = kernel;
    text += codegen::gemm_text(kind, traits_of(context));
  }
  return text;
}

std::string finding_name(runtime::Context& context, std::string_view depends_on) {
  static_assert(std::is_trivially_copyable_v<codegen::Tuning>);
  // Bytes, so that no number can be forgotten. Those between numbers are zeros, as in the library's tables, of which
  // contexts have copies; others would only make Kiln measure again.
  const codegen::Tuning& numbers = tuning(context);
  std::string name(depends_on);
  name += '\n';
  name.append(reinterpret_cast<const char*>(&numbers), sizeof numbers);
  return name;
}

}  // namespace kiln::array
