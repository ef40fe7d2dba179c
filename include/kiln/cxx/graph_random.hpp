// SPDX-License-Identifier: Apache-2.0
// Random numbers in graphs.
//
//   kiln::graph::RandomStream random(context, 42);
//   g::Variable mask = random.bernoulli_like(x, 0.5), noise = random.normal({3, 4});
//
// A function that draws numbers advances the stream by itself, as Theano's default updates do, unless it
// updates random.state() itself. The numbers are those of kiln::Random with the same seed, in the order in
// which the draws were made; a function that uses only some of the draws skips the numbers of unused earlier ones.
// Bounds of integers must lie within 2^53 of 0.
#ifndef KILN_CXX_GRAPH_RANDOM_HPP
#define KILN_CXX_GRAPH_RANDOM_HPP

#include <kiln/cxx/graph_ops.hpp>

namespace kiln::graph {

class RandomStream {
 public:
  explicit RandomStream(const Context& context, std::uint64_t seed = 0)
      : shared_(graph::shared(state_of(context, seed, 0), "random")), next_(shared_) {}
  // The shared variable that holds the seed and the counter, both uint64.
  const Variable& state() const noexcept { return shared_; }
  void seed(std::uint64_t seed, std::uint64_t counter = 0) const {
    shared_.set_value(state_of(shared_.get_value(true).context(), seed, counter), true);
  }

  Variable uniform(const Shape& shape, double low = 0, double high = 1, kiln_dtype dtype = KILN_FLOATX) {
    return draw("random_uniform", {}, shape, low, high, dtype);
  }
  Variable uniform_like(const Variable& x, double low = 0, double high = 1, kiln_dtype dtype = KILN_FLOATX) {
    return draw("random_uniform", x, {}, low, high, dtype);
  }
  // Normally distributed numbers with a mean and a standard deviation.
  Variable normal(const Shape& shape, double mean = 0, double deviation = 1, kiln_dtype dtype = KILN_FLOATX) {
    return draw("random_normal", {}, shape, mean, deviation, dtype);
  }
  Variable normal_like(const Variable& x, double mean = 0, double deviation = 1, kiln_dtype dtype = KILN_FLOATX) {
    return draw("random_normal", x, {}, mean, deviation, dtype);
  }
  Variable exponential(const Shape& shape, double scale = 1, kiln_dtype dtype = KILN_FLOATX) {
    return draw("random_exponential", {}, shape, scale, 0, dtype);
  }
  Variable integers(const Shape& shape, std::int64_t low, std::int64_t high, kiln_dtype dtype = KILN_INT64) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (low < -exact || high > exact)
      throw Error(KILN_INVALID_ARGUMENT, "RandomStream::integers: got bounds " + std::to_string(low) + " and " +
                                             std::to_string(high) + ", expected them within 2^53 of 0");
    return draw("random_integers", {}, shape, double(low), double(high), dtype);
  }
  Variable bernoulli(const Shape& shape, double p = 0.5, kiln_dtype dtype = KILN_BOOL) {
    return draw("random_bernoulli", {}, shape, p, 0, dtype);
  }
  // A mask of the shape of x, as dropout needs it.
  Variable bernoulli_like(const Variable& x, double p = 0.5, kiln_dtype dtype = KILN_BOOL) {
    return draw("random_bernoulli", x, {}, p, 0, dtype);
  }
  Variable permutation(std::int64_t n) { return draw("random_permutation", {}, {n}, 0, 0, KILN_INT64); }

 private:
  static GpuArray state_of(const Context& context, std::uint64_t seed, std::uint64_t counter) {
    return GpuArray::from(context, std::vector<std::uint64_t>{seed, counter});
  }
  Variable draw(const char* operation, const Variable& like, const Shape& shape, double a, double b, kiln_dtype dtype) {
    kiln_graph_options options = detail::of_shape(shape);
    options.numbers[0] = a;
    options.numbers[1] = b;
    options.dtype = dtype;
    const Variables inputs = like ? Variables{next_, like} : Variables{next_};
    Variables made = apply(operation, inputs, options, 2);
    next_ = made[1];
    return made[0];
  }
  Variable shared_, next_;
};

}  // namespace kiln::graph

#endif
