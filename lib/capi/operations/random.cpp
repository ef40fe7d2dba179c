// SPDX-License-Identifier: Apache-2.0
// kiln/random.h: generators and distributions.
#include "array/random/random.hpp"

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::RandomGenerator;

namespace {

// Runs an entry that draws numbers of a shape. `draw` gets the generator and the request.
template <class Draw>
kiln_status distribution(const char* entry, kiln_random random, kiln_dtype dtype, std::size_t ndim,
                         const std::int64_t* shape, kiln_array destination, kiln_array* out, Draw&& draw) {
  return guard_into(entry, destination, out, [&](const char* operation, array::Array* into) {
    auto& generator = use(random, operation, "random");
    const DType type = check_dtype(dtype, operation, "dtype");
    return draw(generator,
                RandomGenerator::Request{type, check_dims(ndim, shape, operation, "shape"), into, operation});
  });
}

}  // namespace

extern "C" {

kiln_status kiln_random_create(kiln_context context, uint64_t seed, kiln_random* out) {
  return guard_new(__func__, out, [&](const char* operation) {
    return RandomGenerator::create(use(context, operation, "context"), seed);
  });
}

kiln_random kiln_random_retain(kiln_random random) { return retain(random); }
void kiln_random_release(kiln_random random) { release(random); }

kiln_status kiln_random_counter(kiln_random random, uint64_t* out) {
  return guard_get(__func__, out, "out",
                   [&](const char* operation) { return use(random, operation, "random").counter(); });
}

kiln_status kiln_random_set_counter(kiln_random random, uint64_t counter) {
  return guard(__func__, [&](const char* operation) { use(random, operation, "random").set_counter(counter); });
}

kiln_status kiln_random_uniform(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape, double low,
                                double high, kiln_array destination, kiln_array* out) {
  return distribution(__func__, random, dtype, ndim, shape, destination, out,
                      [&](auto& generator, const auto& request) { return generator.uniform(request, low, high); });
}

kiln_status kiln_random_normal(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape, double mean,
                               double deviation, kiln_array destination, kiln_array* out) {
  return distribution(__func__, random, dtype, ndim, shape, destination, out,
                      [&](auto& generator, const auto& request) { return generator.normal(request, mean, deviation); });
}

kiln_status kiln_random_exponential(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                    double scale, kiln_array destination, kiln_array* out) {
  return distribution(__func__, random, dtype, ndim, shape, destination, out,
                      [&](auto& generator, const auto& request) { return generator.exponential(request, scale); });
}

kiln_status kiln_random_integers(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape, int64_t low,
                                 int64_t high, kiln_array destination, kiln_array* out) {
  return distribution(__func__, random, dtype, ndim, shape, destination, out,
                      [&](auto& generator, const auto& request) { return generator.integers(request, low, high); });
}

kiln_status kiln_random_bernoulli(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape, double p,
                                  kiln_array destination, kiln_array* out) {
  return distribution(__func__, random, dtype, ndim, shape, destination, out,
                      [&](auto& generator, const auto& request) { return generator.bernoulli(request, p); });
}

kiln_status kiln_random_bits(kiln_random random, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                             kiln_array destination, kiln_array* out) {
  return distribution(__func__, random, dtype, ndim, shape, destination, out,
                      [&](auto& generator, const auto& request) { return generator.bits(request); });
}

kiln_status kiln_random_permutation(kiln_random random, int64_t n, kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    return use(random, operation, "random").permutation(n, into, operation);
  });
}

kiln_status kiln_random_choice(kiln_random random, int64_t n, int64_t count, int replace, kiln_array probabilities,
                               kiln_array destination, kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* operation, array::Array* into) {
    const array::Array* weights = use_optional(probabilities, operation, "probabilities");
    return use(random, operation, "random").choice(n, count, replace != 0, weights, into, operation);
  });
}

}  // extern "C"
