// SPDX-License-Identifier: Apache-2.0
// Random numbers (kiln/random.h).
//
//   kiln::Random random(context, 42);
//   kiln::GpuArray x = random.normal({1000, 10}), i = random.integers({5}, 0, 100);
#ifndef KILN_CXX_RANDOM_HPP
#define KILN_CXX_RANDOM_HPP

#include <kiln/cxx/array.hpp>

namespace kiln {

// A generator of random numbers. If `out` is not empty, the numbers go to it, converted to its dtype.
class Random {
 public:
  explicit Random(const Context& context, std::uint64_t seed = 0) : context_(context) {
    detail::check(kiln_random_create(detail::need(context), seed, handle_.out()));
  }
  std::uint64_t counter() const {
    std::uint64_t result = 0;
    detail::check(kiln_random_counter(detail::need(*this), &result));
    return result;
  }
  void set_counter(std::uint64_t counter) { detail::check(kiln_random_set_counter(detail::need(*this), counter)); }

  GpuArray uniform(const Shape& shape, double low = 0, double high = 1, kiln_dtype dtype = KILN_FLOATX,
                   const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_uniform(detail::need(*this), dtype, shape.size(), shape.data(), low, high, out.get(), made);
    });
  }
  GpuArray normal(const Shape& shape, double mean = 0, double deviation = 1, kiln_dtype dtype = KILN_FLOATX,
                  const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_normal(detail::need(*this), dtype, shape.size(), shape.data(), mean, deviation, out.get(),
                                made);
    });
  }
  GpuArray exponential(const Shape& shape, double scale = 1, kiln_dtype dtype = KILN_FLOATX, const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_exponential(detail::need(*this), dtype, shape.size(), shape.data(), scale, out.get(), made);
    });
  }
  GpuArray integers(const Shape& shape, std::int64_t low, std::int64_t high, kiln_dtype dtype = KILN_INT64,
                    const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_integers(detail::need(*this), dtype, shape.size(), shape.data(), low, high, out.get(), made);
    });
  }
  GpuArray bernoulli(const Shape& shape, double p = 0.5, kiln_dtype dtype = KILN_BOOL, const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_bernoulli(detail::need(*this), dtype, shape.size(), shape.data(), p, out.get(), made);
    });
  }
  GpuArray bits(const Shape& shape, kiln_dtype dtype = KILN_UINT32, const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_bits(detail::need(*this), dtype, shape.size(), shape.data(), out.get(), made);
    });
  }
  GpuArray permutation(std::int64_t n, const GpuArray& out = {}) {
    return make([&](kiln_array* made) { return kiln_random_permutation(detail::need(*this), n, out.get(), made); });
  }
  // If `probabilities` is empty, all numbers are equally likely.
  GpuArray choice(std::int64_t n, std::int64_t count, bool replace = true, const GpuArray& probabilities = {},
                  const GpuArray& out = {}) {
    return make([&](kiln_array* made) {
      return kiln_random_choice(detail::need(*this), n, count, replace, probabilities.get(), out.get(), made);
    });
  }
  kiln_random get() const noexcept { return handle_.get(); }

 private:
  template <class Call>
  GpuArray make(Call&& call) const {
    detail::ArrayHandle made;
    detail::check(call(made.out()));
    return GpuArray(std::move(made), context_);
  }
  detail::RandomHandle handle_;
  Context context_;
};

}  // namespace kiln

#endif
