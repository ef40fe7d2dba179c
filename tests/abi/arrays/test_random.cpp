// SPDX-License-Identifier: Apache-2.0
// Random numbers through the C ABI and kiln.hpp: results, destinations, and calls that cannot be.
#include <kiln/kiln.hpp>

#include <algorithm>
#include <cmath>

#include "support.hpp"

using kiln::GpuArray;
using kiln::Random;

namespace {

using Shape = std::vector<std::int64_t>;

// Fails, clears `out`, and takes no block.
#define RANDOM_FAILS(expected, part, function, ...)        \
  do {                                                     \
    static int place;                                      \
    kiln_array out = reinterpret_cast<kiln_array>(&place); \
    const std::uint64_t before = random.counter();         \
    FAILS(function(__VA_ARGS__, &out), expected, part);    \
    CHECK(last_message().rfind(#function, 0) == 0);        \
    CHECK(out == nullptr);                                 \
    CHECK(random.counter() == before);                     \
  } while (0)

}  // namespace

TEST_CASE("random numbers of kiln.hpp") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    Random random(context);
    // Philox4x32-10's published vector of zeros.
    CHECK(random.bits({4}).read<std::uint32_t>() ==
          std::vector<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    CHECK(random.counter() == 1);
    random.set_counter(0);
    const auto first = random.normal({100, 3}, 1, 2, KILN_FLOAT32);
    CHECK(first.shape() == Shape{100, 3});
    CHECK(first.mean().item<float>() == Approx(1).margin(0.5));
    const auto second = random.normal({100, 3}, 1, 2, KILN_FLOAT32);
    CHECK(first.read<float>() != second.read<float>());
    random.set_counter(0);
    CHECK(random.normal({100, 3}, 1, 2, KILN_FLOAT32).read<float>() == first.read<float>());
    CHECK(Random(context, 1).normal({100, 3}, 1, 2, KILN_FLOAT32).read<float>() != first.read<float>());

    const auto u = random.uniform({1000}, -2, 3, KILN_FLOAT16).read<float>();
    CHECK(*std::min_element(u.begin(), u.end()) >= -2);
    CHECK(*std::max_element(u.begin(), u.end()) < 3);
    CHECK(random.exponential({1000}, 4, KILN_FLOAT32).mean().item<float>() == Approx(4).margin(0.6));
    const auto dice = random.integers({1000}, 1, 7, KILN_INT8).read<std::int64_t>();
    for (std::int64_t face = 1; face <= 6; ++face) CHECK(std::count(dice.begin(), dice.end(), face) > 100);
    CHECK(random.bernoulli({1000}, 0.25).dtype() == KILN_BOOL);
    CHECK(random.bernoulli({1000}, 1, KILN_COMPLEX64).sum().read<std::complex<float>>()[0] ==
          std::complex<float>(1000, 0));
    auto order = random.permutation(50).read<std::int64_t>();
    CHECK_FALSE(std::is_sorted(order.begin(), order.end()));
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < 50; ++i) CHECK(order[i] == std::int64_t(i));
    CHECK(random.choice(5, 5, false).sum().item<std::int64_t>() == 10);
    CHECK(random.choice(3, 10).shape() == Shape{10});
    const auto weights = GpuArray::from(context, {0.0F, 3.0F, 0.0F});
    CHECK(random.choice(3, 10, true, weights).read<std::int64_t>() == std::vector<std::int64_t>(10, 1));
    CHECK(random.choice(0, 0).size() == 0);

    const auto out = GpuArray::zeros(context, {4, 2}, KILN_INT16);
    CHECK(random.integers({2, 4}, 5, 6, KILN_INT64, out.transpose()).read<int>() == std::vector<int>(8, 5));
    CHECK(out.read<int>() == std::vector<int>(8, 5));
    // It may be the last reference to the context.
    kiln_random kept = kiln_random_retain(Random(kiln::Context(device)).get());
    std::uint64_t counter = 7;
    WORKS(kiln_random_counter(kept, &counter));
    CHECK(counter == 0);
    kiln_random_release(kept);
  }
}

TEST_CASE("random numbers that cannot be") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    Random random(context);
    const auto r = random.get();
    const std::int64_t shape[] = {3}, negative[] = {-3}, vast[] = {INT64_MAX / 2, 5};
    RANDOM_FAILS(KILN_TYPE_ERROR, "got dtype int32, expected float16", kiln_random_uniform, r, KILN_INT32, 1, shape, 0,
                 1, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "expected low < high", kiln_random_uniform, r, KILN_FLOAT32, 1, shape, 1, 1,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "low < high in float16", kiln_random_uniform, r, KILN_FLOAT16, 1, shape, 1,
                 1.0001, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "high nan", kiln_random_uniform, r, KILN_FLOAT32, 1, shape, 0, NAN, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "high - low", kiln_random_uniform, r, KILN_FLOAT32, 1, shape, -3e38, 3e38,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got mean inf", kiln_random_normal, r, KILN_FLOAT32, 1, shape, INFINITY, 1,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "finite in float32", kiln_random_normal, r, KILN_FLOAT16, 1, shape, 1e39, 1,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got deviation -1", kiln_random_normal, r, KILN_FLOAT32, 1, shape, 0, -1,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got scale -2", kiln_random_exponential, r, KILN_FLOAT32, 1, shape, -2,
                 nullptr);
    RANDOM_FAILS(KILN_TYPE_ERROR, "got dtype float32, expected an integer one", kiln_random_integers, r, KILN_FLOAT32,
                 1, shape, 0, 2, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got low 2 and high 2", kiln_random_integers, r, KILN_INT8, 1, shape, 2, 2,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "int8 holds: -128 to 127", kiln_random_integers, r, KILN_INT8, 1, shape, 0, 129,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "uint64 holds: 0 to", kiln_random_integers, r, KILN_UINT64, 1, shape, -1, 2,
                 nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got p 1.5", kiln_random_bernoulli, r, KILN_BOOL, 1, shape, 1.5, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got p nan", kiln_random_bernoulli, r, KILN_BOOL, 1, shape, NAN, nullptr);
    RANDOM_FAILS(KILN_TYPE_ERROR, "got dtype int32, expected uint8", kiln_random_bits, r, KILN_INT32, 1, shape,
                 nullptr);
    RANDOM_FAILS(KILN_TYPE_ERROR, "", kiln_random_bits, r, static_cast<kiln_dtype>(44), 1, shape, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "shape is NULL", kiln_random_bits, r, KILN_UINT8, 1, nullptr, nullptr);
    RANDOM_FAILS(KILN_SHAPE_ERROR, "", kiln_random_bits, r, KILN_UINT8, 1, negative, nullptr);
    RANDOM_FAILS(KILN_OVERFLOW, "", kiln_random_bits, r, KILN_UINT8, 2, vast, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got n -1", kiln_random_permutation, r, -1, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got count 4 of n 3", kiln_random_choice, r, 3, 4, 0, nullptr, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "nothing to choose", kiln_random_choice, r, 0, 4, 1, nullptr, nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "got n 3 and count -4", kiln_random_choice, r, 3, -4, 1, nullptr, nullptr);
    const auto weights = GpuArray::from(context, {1.0F, 2.0F, -1.0F});
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "with replacement only", kiln_random_choice, r, 3, 2, 0, weights.get(),
                 nullptr);
    RANDOM_FAILS(KILN_SHAPE_ERROR, "shape (3,), expected (4,)", kiln_random_choice, r, 4, 2, 1, weights.get(), nullptr);
    RANDOM_FAILS(KILN_INVALID_ARGUMENT, "probabilities[2] is -1, expected", kiln_random_choice, r, 3, 2, 1,
                 weights.get(), nullptr);
    const auto whole = GpuArray::from(context, {1, 2, 3});
    RANDOM_FAILS(KILN_TYPE_ERROR, "probabilities of int32", kiln_random_choice, r, 3, 2, 1, whole.get(), nullptr);
    const auto foreign = GpuArray::zeros(other, {3}, KILN_FLOAT32);
    RANDOM_FAILS(KILN_CONTEXT_MISMATCH, "probabilities of another context", kiln_random_choice, r, 3, 2, 1,
                 foreign.get(), nullptr);
    RANDOM_FAILS(KILN_CONTEXT_MISMATCH, "a destination of another context", kiln_random_normal, r, KILN_FLOAT32, 1,
                 shape, 0, 1, foreign.get());
    const auto wrong = GpuArray::zeros(context, {3, 1}, KILN_FLOAT32);
    RANDOM_FAILS(KILN_SHAPE_ERROR, "the destination has shape (3, 1), expected (3,)", kiln_random_normal, r,
                 KILN_FLOAT32, 1, shape, 0, 1, wrong.get());
    CHECK(wrong.read<float>() == std::vector<float>(3, 0));
    const auto frozen = GpuArray::zeros(context, {1}, KILN_FLOAT32).broadcast_to({3});
    RANDOM_FAILS(KILN_READ_ONLY, "", kiln_random_normal, r, KILN_FLOAT32, 1, shape, 0, 1, frozen.get());
  }
}

TEST_CASE("random numbers of NULL") {
  const std::int64_t shape[] = {1};
  kiln_array out = nullptr;
#define REFUSES(argument, function, ...) \
  FAILS(function(__VA_ARGS__), KILN_INVALID_ARGUMENT, std::string(#function ": ") + argument + " is NULL")
  kiln_random_release(kiln_random_retain(nullptr));
  kiln_random random = nullptr;
  std::uint64_t counter = 5;
  REFUSES("context", kiln_random_create, nullptr, 1, &random);
  REFUSES("out", kiln_random_create, nullptr, 1, nullptr);
  REFUSES("random", kiln_random_counter, nullptr, &counter);
  CHECK(counter == 0);
  REFUSES("random", kiln_random_set_counter, nullptr, 1);
  REFUSES("random", kiln_random_uniform, nullptr, KILN_FLOAT32, 1, shape, 0, 1, nullptr, &out);
  REFUSES("out", kiln_random_uniform, nullptr, KILN_FLOAT32, 1, shape, 0, 1, nullptr, nullptr);
  REFUSES("random", kiln_random_normal, nullptr, KILN_FLOAT32, 1, shape, 0, 1, nullptr, &out);
  REFUSES("random", kiln_random_exponential, nullptr, KILN_FLOAT32, 1, shape, 1, nullptr, &out);
  REFUSES("random", kiln_random_integers, nullptr, KILN_INT8, 1, shape, 0, 1, nullptr, &out);
  REFUSES("random", kiln_random_bernoulli, nullptr, KILN_BOOL, 1, shape, 0, nullptr, &out);
  REFUSES("random", kiln_random_bits, nullptr, KILN_UINT8, 1, shape, nullptr, &out);
  REFUSES("random", kiln_random_permutation, nullptr, 4, nullptr, &out);
  REFUSES("random", kiln_random_choice, nullptr, 4, 2, 1, nullptr, nullptr, &out);
#undef REFUSES
}
