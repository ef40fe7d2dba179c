// SPDX-License-Identifier: Apache-2.0
// Random numbers: generators that hand out counter blocks of Philox4x32-10, and distributions that are drawn from the
// blocks. Element i of a draw comes from a fixed word of a fixed block: i, the distribution and the dtype choose it.
#pragma once

#include <atomic>
#include <optional>

#include "array/array.hpp"

namespace kiln::array {

class LibraryLaunch;

// A generator of random numbers. It is thread-safe: each call takes blocks of its own.
class RandomGenerator final : public base::RefCounted {
 public:
  // Tests may give the last two parameters. `stream` is the upper half of the counter, which is 0 for users.
  // `chunks` chooses the kernels for CPU devices; without a value the device decides.
  static Ref<RandomGenerator> create(runtime::Context& context, std::uint64_t seed, std::uint64_t stream = 0,
                                     std::optional<bool> chunks = std::nullopt);
  runtime::Context& context() const noexcept { return *context_; }
  std::uint64_t counter() const noexcept { return next_.load(std::memory_order_relaxed); }
  void set_counter(std::uint64_t counter) noexcept { next_.store(counter, std::memory_order_relaxed); }

  // What a call draws. If `into` is null, the result is a new array of `dtype`; else numbers of `dtype` are
  // converted to into's dtype and written there.
  struct Request {
    DType dtype;
    std::span<const std::int64_t> shape;
    Array* into;
    const char* operation;
    // Null, or an array from which the kernel reads seed and counter (two uint64). The draw then begins `skipped`
    // blocks after that counter, and the generator's own counter does not change.
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
  Ref<Array> permutation(const Request& request);  // dtype int64, one axis
  // If `weights` is null, all numbers are equally likely. With weights the call waits for the device.
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

// The number of pairs of rounds in the permutation's Feistel network (kernels/random/random_bits.cl). Small sets
// need more: with fewer rounds some of their orders come up measurably more often than others. The numbers were
// chosen by counting orders of sets of 8 and 16 elements.
constexpr std::uint32_t permutation_rounds(std::int64_t n) { return n <= 8 ? 16 : n <= 4096 ? 8 : 4; }

}  // namespace kiln::array
