// SPDX-License-Identifier: Apache-2.0
// Random numbers on every device: the same bits as plain code on the host, in both shapes of kernels;
// published vectors of Philox; bits that must never change; statistics; destinations of any layout.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <thread>

#include "../support/random_host.hpp"
#include "array/random/random.hpp"
#include "catch.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "devices.hpp"
#include "plain_build.hpp"

using namespace kiln;
using array::Array;
using array::RandomGenerator;
using base::DType;
using base::Ref;
using base::Scalar;
using random_host::Words;

namespace {

constexpr std::uint64_t kSeed = 0x299f31d0a4093822u;
using Shape = std::vector<std::int64_t>;

template <class T>
std::vector<T> elements(const Array& array) {
  std::vector<T> out(std::size_t(array.size()));
  REQUIRE(array.itemsize() == sizeof(T));
  array::read(array, out.data(), nullptr, "test");
  return out;
}
std::vector<unsigned char> drawn_bytes(const Array& array) {
  std::vector<unsigned char> out(array.bytes());
  array::read(array, out.data(), nullptr, "test");
  return out;
}

// FNV-1a.
std::uint64_t digest(const std::vector<unsigned char>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

RandomGenerator::Request request(DType dtype, const Shape& shape, Array* into = nullptr) {
  return {dtype, shape, into, "test"};
}

int digits_of(DType d) { return d == KILN_FLOAT64 ? 53 : d == KILN_FLOAT32 ? 24 : d == KILN_FLOAT16 ? 11 : 8; }

// One call, its dtype, element i on the host as a number, and the digest of its first 1003 elements.
struct DrawCase {
  const char* name;
  DType dtype;
  std::function<Ref<Array>(RandomGenerator&, const RandomGenerator::Request&)> draw;
  std::function<Scalar(const Words&, std::uint64_t)> element;
  std::uint64_t digest;
};

template <class F>
void add_floats(std::vector<DrawCase>& out, DType dtype, const std::uint64_t (&digests)[4]) {
  const int digits = digits_of(dtype);
  const F low = F(-0.25), high = F(1.5), last = F(1.5) - F(std::ldexp(1.0, 1 - digits));
  out.push_back(
      {"uniform", dtype, [](auto& g, auto& r) { return g.uniform(r, -0.25, 1.5); },
       [=](auto& w, auto i) { return Scalar::real(dtype, random_host::uniform<F>(w, i, digits, low, high, last)); },
       digests[0]});
  out.push_back({"normal", dtype, [](auto& g, auto& r) { return g.normal(r, 0.5, 3); },
                 [=](auto& w, auto i) { return Scalar::real(dtype, random_host::normal<F>(w, i, F(0.5), F(3))); },
                 digests[1]});
  out.push_back({"exponential", dtype, [](auto& g, auto& r) { return g.exponential(r, 0.75); },
                 [=](auto& w, auto i) { return Scalar::real(dtype, random_host::exponential<F>(w, i, F(0.75))); },
                 digests[2]});
  out.push_back({"standard normal", dtype, [](auto& g, auto& r) { return g.normal(r, 0, 1); },
                 [=](auto& w, auto i) { return Scalar::real(dtype, random_host::normal<F>(w, i, F(0), F(1))); },
                 digests[3]});
}

std::vector<DrawCase> cases() {
  std::vector<DrawCase> out;
  add_floats<float>(out, KILN_FLOAT16,
                    {0x8cae10dc3c81cc2c, 0xaf44a7eebaa12c40, 0x59d8c57872418a17, 0xfc45710ae61f8605});
  add_floats<float>(out, KILN_BFLOAT16,
                    {0xf1591915a87056a, 0x92958c9fbb8d0af8, 0xb34abf2c9ebe7359, 0xcb08c8840ed4517a});
  add_floats<float>(out, KILN_FLOAT32, {0xed0c67f664645d2a, 0x6cce44b28b5cb99, 0x8e1d782503333aaf, 0xd74daeed9affb1f3});
  add_floats<double>(out, KILN_FLOAT64,
                     {0x2822bda4803293c, 0xe415aa59459476f6, 0xe4f7de5b50840328, 0x91ad4ddddd47cd30});
  const auto integers = [&](DType dtype, std::int64_t low, std::int64_t high, std::uint64_t digest) {
    const std::uint64_t range = std::uint64_t(high) - std::uint64_t(low);
    out.push_back({"integers", dtype, [=](auto& g, auto& r) { return g.integers(r, low, high); },
                   [=](auto& w, auto i) {
                     const std::uint64_t value = random_host::integer(w, i, std::uint64_t(low), range);
                     return base::is_signed(dtype) ? Scalar::integer(dtype, std::int64_t(value))
                                                   : Scalar::natural(dtype, value);
                   },
                   digest});
  };
  integers(KILN_INT8, -128, 128, 0x482c5a8e5c6cff90);
  integers(KILN_UINT8, 3, 10, 0xfd865d825aa6a147);
  integers(KILN_INT16, -5, 32768, 0x59b574237c676330);
  integers(KILN_UINT16, 0, 65536, 0x1e0ea8bc0ee592dc);
  integers(KILN_INT32, INT32_MIN, std::int64_t(INT32_MAX) + 1, 0x15985c504d5a861d);
  integers(KILN_UINT32, 7, 4000000000, 0xb246e982cc735135);
  integers(KILN_INT64, INT64_MIN, INT64_MAX, 0xa59ddaf9c0a68aa4);
  integers(KILN_UINT64, 1, INT64_MAX, 0xde80921cb65c9fd);
  const auto bernoulli = [&](DType dtype, std::uint64_t digest) {
    out.push_back({"bernoulli", dtype, [](auto& g, auto& r) { return g.bernoulli(r, 0.3); },
                   [=](auto& w, auto i) {
                     return Scalar::natural(KILN_UINT64, w.word(i) < std::nearbyint(0.3 * 0x1p32)).cast(dtype);
                   },
                   digest});
  };
  bernoulli(KILN_BOOL, 0x5f96116369bb0f80);
  bernoulli(KILN_FLOAT16, 0x5d57a13a378242c9);
  bernoulli(KILN_FLOAT32, 0xd8982c5ff4b08658);
  bernoulli(KILN_COMPLEX64, 0xe56ccbd76812a698);
  bernoulli(KILN_COMPLEX128, 0x748347c5435655b8);
  const auto bits = [&](DType dtype, std::uint64_t digest) {
    const unsigned size = unsigned(base::dtype_size(dtype));
    out.push_back({"bits", dtype, [](auto& g, auto& r) { return g.bits(r); },
                   [=](auto& w, auto i) {
                     const std::uint64_t at = i * size;
                     const std::uint64_t value = size == 8 ? w.wide(i) : w.word(at / 4) >> at % 4 * 8;
                     return Scalar::natural(dtype, size == 8 ? value : value & ((std::uint64_t(1) << 8 * size) - 1));
                   },
                   digest});
  };
  bits(KILN_UINT8, 0x3828aa9a650e3aa9);
  bits(KILN_UINT16, 0xf99d608e171cb856);
  bits(KILN_UINT32, 0xbc88faeef3bb88d9);
  bits(KILN_UINT64, 0x38ba316b90a4ac2e);
  return out;
}

// The greatest distance between the values' distribution and the given one, times the root of their number.
double kolmogorov(std::vector<double> values, double (*cdf)(double)) {
  std::sort(values.begin(), values.end());
  double worst = 0;
  const double n = double(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double at = cdf(values[i]);
    worst = std::max({worst, double(i + 1) / n - at, at - double(i) / n});
  }
  return worst * std::sqrt(n);
}

}  // namespace

TEST_CASE("Philox gives its published vectors", "[random]") {
  struct Vector {
    std::uint64_t counter, stream, seed;
    std::vector<std::uint32_t> words;
  };
  // philox4x32-10 of Random123's kat_vectors.
  const Vector vectors[] = {
      {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {~0ull, ~0ull, ~0ull, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {0x85a308d3243f6a88, 0x0370734413198a2e, kSeed, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
  for (const Vector& vector : vectors) {
    const Words words{vector.seed, vector.counter, vector.stream};
    for (unsigned i = 0; i < 4; ++i) CHECK(words.word(i) == vector.words[i]);
    for (const auto& device : test::devices())
      for (const bool chunks : {true, false}) {
        const auto random = RandomGenerator::create(test::context(device), vector.seed, vector.stream, chunks);
        random->set_counter(vector.counter);
        CHECK(elements<std::uint32_t>(*random->bits(request(KILN_UINT32, {4}))) == vector.words);
        CHECK(random->counter() == vector.counter + 1);
      }
  }
}

TEST_CASE("every distribution has the host's bits, which never change", "[random]") {
  const std::int64_t n = test::small() ? 1003 : 5003;
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    for (const DrawCase& one : cases()) {
      if (!array::has_dtype(context, one.dtype)) continue;
      INFO(device << " " << one.name << " " << base::dtype_name(one.dtype));
      const std::uint64_t start = 0xfffffff8;  // the lower word of the counter overflows
      const Words words{kSeed, start};
      std::vector<unsigned char> expected(std::size_t(n) * base::dtype_size(one.dtype));
      for (std::int64_t i = 0; i < n; ++i)
        one.element(words, std::uint64_t(i)).store(expected.data() + std::size_t(i) * base::dtype_size(one.dtype));
      const bool subset = one.dtype == KILN_FLOAT32 || one.dtype == KILN_INT8 || one.dtype == KILN_UINT16 ||
                          (one.dtype == KILN_FLOAT64 && one.name[0] == 'n');
      for (const bool chunks : {true, false}) {
        // Each costs a compilation, which takes long on CPU devices. The operation table has every dtype
        // there.
        const bool chosen = codegen::traits_of(context.properties()).cpu == chunks;
        if (!test::many() && !(test::small() ? chosen && subset : subset || (chosen && !chunks))) continue;
        INFO((chunks ? "chunks" : "items"));
        const test::PlainBuild plain(!chosen);
        const auto random = RandomGenerator::create(context, kSeed, 0, chunks);
        random->set_counter(start);
        auto got = drawn_bytes(*one.draw(*random, request(one.dtype, {n})));
        CHECK((got == expected));
        got.resize(1003 * base::dtype_size(one.dtype));
        const std::uint64_t found = digest(got);
        CHECK(found == one.digest);
      }
    }
  }
}

TEST_CASE("random numbers do not depend on geometry or layout", "[random]") {
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const std::int64_t many = test::small() ? 5000 : 300001;
    const auto chunks = RandomGenerator::create(context, 1, 0, true),
               items = RandomGenerator::create(context, 1, 0, false);
    CHECK((drawn_bytes(*chunks->uniform(request(KILN_FLOAT32, {many}), 0, 1)) ==
           drawn_bytes(*items->uniform(request(KILN_FLOAT32, {many}), 0, 1))));
    const auto random = RandomGenerator::create(context, 9);
    const auto again = [&](Array* into, DType dtype, const Shape& shape) {
      random->set_counter(3);
      return random->uniform(request(dtype, shape, into), 0, 100);
    };
    const auto plain = elements<float>(*again(nullptr, KILN_FLOAT32, {6, 7}));
    // Reversed and transposed; one element on (an address no vector store takes); another dtype.
    const auto memory = array::empty(context, KILN_FLOAT32, Shape{200}, "test");
    const layout::Layout turned{{6, 7}, {-8, 48}, 4 * 10};
    const auto view = array::view(*memory, turned, true);
    CHECK(again(view.get(), KILN_FLOAT32, {6, 7}).get() == view.get());
    CHECK(elements<float>(*view) == plain);
    for (const auto& generator : {chunks, items}) {
      const auto shifted = array::view(*memory, {{42}, {4}, 4}, true);
      generator->set_counter(0);
      generator->uniform(request(KILN_FLOAT32, {42}, shifted.get()), 0, 1);
      generator->set_counter(0);
      CHECK(elements<float>(*shifted) == elements<float>(*generator->uniform(request(KILN_FLOAT32, {42}), 0, 1)));
    }
    const auto whole = array::empty(context, KILN_INT32, Shape{6, 7}, "test");
    again(whole.get(), KILN_FLOAT32, {6, 7});
    CHECK(elements<std::int32_t>(*whole) == std::vector<std::int32_t>(plain.begin(), plain.end()));
    // Bytes of bits, whole words or not, aligned or not; nothing beyond is written.
    const auto line = array::full(context, KILN_UINT8, Shape{64}, Scalar::natural(KILN_UINT8, 7), "test");
    const Words words{9, 3};
    for (const std::int64_t at : {1, 8}) {
      const auto piece = array::view(*line, {{13}, {1}, at}, true);
      random->set_counter(3);
      random->bits(request(KILN_UINT8, {13}, piece.get()));
      const auto bytes = elements<std::uint8_t>(*line);
      for (unsigned i = 0; i < 13; ++i)
        CHECK(bytes[std::size_t(at) + i] == std::uint8_t(words.word(i / 4) >> i % 4 * 8));
      CHECK(bytes[0] == 7);
      CHECK(bytes[std::size_t(at) + 13] == 7);
    }
    // Counters: as documented; nothing for no elements.
    random->set_counter(0);
    CHECK(random->normal(request(KILN_FLOAT32, {0, 3}), 0, 1)->size() == 0);
    CHECK(random->counter() == 0);
    CHECK(elements<float>(*random->normal(request(KILN_FLOAT32, {}), 0, 1)).size() == 1);
    CHECK(random->counter() == 1);
    random->integers(request(KILN_INT32, {5}), 0, 3);
    CHECK(random->counter() == 4);
    random->bits(request(KILN_UINT8, {17}));
    CHECK(random->counter() == 6);
    random->permutation(10, nullptr, "test");
    CHECK(random->counter() == 8);
  }
}

TEST_CASE("random numbers have their statistics", "[random]") {
  for (const auto& device : test::devices()) {
    const auto random = RandomGenerator::create(test::context(device), 2024);
    const std::int64_t n = test::brief() ? 2000 : test::small() ? 4000 : 100000;
    const auto values = [&](const Ref<Array>& array, double mean, double variance, double (*cdf)(double)) {
      const auto read = elements<float>(*array);
      const std::vector<double> v(read.begin(), read.end());
      double sum = 0, square = 0;
      for (const double x : v) {
        sum += x;
        square += (x - mean) * (x - mean);
      }
      CHECK(std::abs(sum / double(n) - mean) < 4 * std::sqrt(variance / double(n)));
      CHECK(std::abs(square / double(n) - variance) < 12 * variance / std::sqrt(double(n)));
      CHECK(kolmogorov(v, cdf) < 1.95);  // one in a thousand seeds is above
    };
    values(random->uniform(request(KILN_FLOAT32, {n}), 0, 1), 0.5, 1.0 / 12, [](double x) { return x; });
    values(random->normal(request(KILN_FLOAT32, {n}), 0, 1), 0, 1,
           [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); });
    values(random->exponential(request(KILN_FLOAT32, {n}), 1), 1, 1, [](double x) { return -std::expm1(-x); });
    // Chi-square of bytes and of dice; 255 and 5 degrees of freedom.
    const auto chi_square = [&](const std::vector<std::uint8_t>& drawn, int low, int high) {
      std::vector<double> counts(256);
      for (const auto x : drawn) ++counts[x];
      const double each = double(drawn.size()) / (high - low);
      double sum = 0;
      for (int x = 0; x < 256; ++x) {
        if (x < low || x >= high)
          CHECK(counts[std::size_t(x)] == 0);
        else
          sum += (counts[std::size_t(x)] - each) * (counts[std::size_t(x)] - each) / each;
      }
      return sum;
    };
    CHECK(chi_square(elements<std::uint8_t>(*random->bits(request(KILN_UINT8, {n}))), 0, 256) < 330);
    CHECK(chi_square(elements<std::uint8_t>(*random->integers(request(KILN_UINT8, {n}), 1, 7)), 1, 7) < 20.5);
    const auto hits = elements<std::uint8_t>(*random->bernoulli(request(KILN_BOOL, {n}), 0.2));
    const double share = std::accumulate(hits.begin(), hits.end(), 0.0) / double(n);
    CHECK(std::abs(share - 0.2) < 4 * std::sqrt(0.16 / double(n)));
    for (const double p : {0.0, 1.0})
      for (const auto x : elements<std::uint8_t>(*random->bernoulli(request(KILN_BOOL, {100}), p)))
        CHECK(x == std::uint8_t(p));
    // The ends of a range: never `high`, though most sums round to it.
    for (const float x : elements<float>(*random->uniform(request(KILN_FLOAT32, {1000}), 16777215, 16777216)))
      CHECK(x == 16777215.0F);
  }
}

TEST_CASE("concurrent calls take distinct blocks", "[random][threads]") {
  runtime::Context& context = test::context(test::devices().front());
  const auto random = RandomGenerator::create(context, 11);
  random->bits(request(KILN_UINT32, {4}));
  constexpr unsigned kThreads = 4, kCalls = 10;
  std::vector<std::vector<std::uint32_t>> found(kThreads);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (unsigned call = 0; call < kCalls; ++call) {
        const Shape shape{4};
        const auto array = random->bits({KILN_UINT32, shape, nullptr, "test"});
        std::uint32_t words[4];
        array::read(*array, words, nullptr, "test");
        found[t].insert(found[t].end(), words, words + 4);
      }
    });
  for (auto& thread : threads) thread.join();
  std::vector<std::uint32_t> all, expected;
  for (const auto& one : found) all.insert(all.end(), one.begin(), one.end());
  const Words words{11, 1};
  for (unsigned i = 0; i < 4 * kThreads * kCalls; ++i) expected.push_back(words.word(i));
  std::sort(all.begin(), all.end());
  std::sort(expected.begin(), expected.end());
  CHECK(all == expected);
}
