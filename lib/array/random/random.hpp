// SPDX-License-Identifier: Apache-2.0
// Random numbers: generators that hand out counter blocks of Philox4x32-10, and what is drawn from them.
// Which word of which block an element comes from depends on its place and the distribution alone.
#pragma once

#include <atomic>
#include <optional>

#include "array/array.hpp"

namespace kiln::array {

class LibraryLaunch;

// Thread-safe: each call takes blocks of its own.
class RandomGenerator final : public base::RefCounted {
 public:
  // For tests: `stream` is the upper half of the counter, 0 for users; `chunks` the shape of kernels that
  // suits CPU devices, by default where the device is one.
  static Ref<RandomGenerator> create(runtime::Context& context, std::uint64_t seed, std::uint64_t stream = 0,
                                     std::optional<bool> chunks = std::nullopt);
  runtime::Context& context() const noexcept { return *context_; }
  std::uint64_t counter() const noexcept { return next_.load(std::memory_order_relaxed); }
  void set_counter(std::uint64_t counter) noexcept { next_.store(counter, std::memory_order_relaxed); }

  // `into` null: a new array of `dtype`, else the values of that dtype are converted to into's.
  struct Request {
    DType dtype;
    std::span<const std::int64_t> shape;
    Array* into;
    const char* operation;
    // Where the seed and the counter are read by the kernel: two uint64 of the device. The draw begins
    // `skipped` blocks behind; the generator's own counter stays.
    const Array* state = nullptr;
    std::uint64_t skipped = 0;
  };
  Ref<Array> uniform(const Request& request, double low, double high);
  Ref<Array> normal(const Request& request, double mean, double deviation);
  Ref<Array> exponential(const Request& request, double scale);
  Ref<Array> integers(const Request& request, std::int64_t low, std::int64_t high);
  Ref<Array> bernoulli(const Request& request, double p);
  Ref<Array> bits(const Request& request);
  Ref<Array> permutation(std::int64_t n, Array* into, const char* operation);
  Ref<Array> permutation(const Request& request);  // of int64 and one dimension
  // `weights` null: equal ones. Waits for the device where they are given.
  Ref<Array> choice(std::int64_t n, std::int64_t count, bool replace, const Array* weights, Array* into,
                    const char* operation);

 private:
  struct Fill;
  RandomGenerator(runtime::Context& context, std::uint64_t seed, std::uint64_t stream, bool chunks)
      : context_(&context), seed_(seed), stream_(stream), chunks_(chunks) {}
  // These two are in random_launch.hpp.
  template <class Launch>
  Ref<Array> produce(const Request& request, std::size_t alignment, Launch&& launch);
  template <class Values>
  Ref<Array> fill(const Request& request, const Fill& how, Values&& values);
  Ref<Array> permuted(std::int64_t n, const Request& request);
  void start(LibraryLaunch& launch, const Request& request, std::uint64_t blocks);
  Ref<Array> weighted(const Request& request, const Array& weights);
  std::uint64_t take(std::uint64_t blocks) noexcept { return next_.fetch_add(blocks, std::memory_order_relaxed); }

  Ref<runtime::Context> context_;
  std::uint64_t seed_, stream_;
  bool chunks_;
  std::atomic<std::uint64_t> next_{0};
};

// Rounds of the permutation's network, in pairs (kernels/random/random_bits.cl).
// Small sets need many before all orders come up alike: in 4 million draws 24 rounds show in 8 elements, 8
// rounds in 16, 12 do not.
constexpr std::uint32_t permutation_rounds(std::int64_t n) { return n <= 8 ? 16 : n <= 4096 ? 8 : 4; }

}  // namespace kiln::array
