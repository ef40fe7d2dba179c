// SPDX-License-Identifier: Apache-2.0
// Rows of kiln/random.h. The reference is Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011, and Random123)
// and the definitions of docs/reference/operations/random.md.
#include <algorithm>
#include <cmath>

#include "rows.hpp"

namespace kiln::operations {

namespace {

constexpr std::uint64_t kSeed = 0x299f31d0a4093822u;
constexpr std::uint64_t kStart = 0xfffffffeu;  // the lower word of the counter overflows

// The words of the generator from block kStart on.
std::uint32_t word(std::uint64_t i) {
  const std::uint64_t block = kStart + i / 4;
  std::uint32_t counter[4] = {std::uint32_t(block), std::uint32_t(block >> 32), 0, 0};
  std::uint32_t key[2] = {std::uint32_t(kSeed), std::uint32_t(kSeed >> 32)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t(0xd2511f53u) * counter[0], b = std::uint64_t(0xcd9e8d57u) * counter[2];
    const std::uint32_t next[4] = {std::uint32_t(b >> 32) ^ counter[1] ^ key[0], std::uint32_t(b),
                                   std::uint32_t(a >> 32) ^ counter[3] ^ key[1], std::uint32_t(a)};
    std::copy(next, next + 4, counter);
    key[0] += 0x9e3779b9u;
    key[1] += 0xbb67ae85u;
  }
  return counter[i % 4];
}
std::uint64_t wide(std::uint64_t i) { return word(2 * i) | std::uint64_t(word(2 * i + 1)) << 32; }

// Word i of float32 and narrower, two words of float64, as a number in (0, 1).
Real inside(kiln_dtype d, std::uint64_t i) {
  return d == KILN_FLOAT64 ? (Real(wide(i)) + 0.5L) * 0x1p-64L : Real(std::max(word(i), 1U)) * 0x1p-32L;
}

Real uniform(kiln_dtype d, std::uint64_t i) {
  const int digits = d == KILN_FLOAT64 ? 53 : d == KILN_FLOAT32 ? 24 : d == KILN_FLOAT16 ? 11 : 8;
  const std::uint64_t top = d == KILN_FLOAT64 ? wide(i) >> 11 : word(i) >> (32 - digits);
  return std::ldexp(Real(top), -digits);
}

Real normal(kiln_dtype d, std::uint64_t i) {
  const Real radius = std::sqrt(-2 * std::log(inside(d, i & ~std::uint64_t(1)))), turn = 2 * 3.14159265358979323846264L;
  if (d == KILN_FLOAT64) {
    const Real angle = turn * inside(d, i | 1);
    return radius * (i % 2 ? std::sin(angle) : std::cos(angle));
  }
  const std::uint32_t w = word(i | 1);
  const Real angle = turn * std::int32_t(w) * 0x1p-34L;
  return radius * ((i ^ w) & 1 ? std::sin(angle) : w & 2 ? -std::cos(angle) : std::cos(angle));
}

std::int64_t integer(std::uint64_t i, std::int64_t low, std::int64_t high) {
  __extension__ typedef unsigned __int128 Wide;
  const std::uint64_t range = std::uint64_t(high) - std::uint64_t(low);
  return std::int64_t(std::uint64_t(low) + std::uint64_t(Wide(wide(i)) * range >> 64));
}

kiln::Random generator(const Context& context) {
  kiln::Random random(context, kSeed);
  random.set_counter(kStart);
  return random;
}

// A distribution: how a generator draws, and element i.
struct Distribution {
  const char* name;
  const char* function;
  std::vector<kiln_dtype> dtypes;
  Tolerance tolerance;
  GpuArray (*draw)(kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& out);
  Number (*element)(kiln_dtype d, std::uint64_t i);
  Real scale;  // at which errors arise
  std::vector<ErrorSample> errors;
};

// A range that the dtype holds, of both signs where it has them.
std::int64_t low_of(kiln_dtype d) { return is_unsigned(d) ? 3 : -100; }

std::vector<kiln_dtype> unsigned_dtypes() { return {KILN_UINT8, KILN_UINT16, KILN_UINT32, KILN_UINT64}; }

ErrorSample refuses(const char* text, kiln_status status, const char* part,
                    std::function<void(kiln::Random& random)> run) {
  return {text, status, part, [=](const Context& context) {
            kiln::Random random(context);
            run(random);
          }};
}

std::vector<Distribution> distributions() {
  std::vector<Distribution> out;
  out.push_back({"random_uniform",
                 "kiln_random_uniform",
                 float_dtypes(),
                 {},
                 [](kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& to) {
                   return random.uniform(shape, -0.25, 1.5, d, to);
                 },
                 [](kiln_dtype d, std::uint64_t i) { return Number(-0.25L + 1.75L * uniform(d, i)); },
                 0,
                 {refuses("low not below high", KILN_INVALID_ARGUMENT, "low < high",
                          [](kiln::Random& random) { random.uniform({3}, 1, 1); }),
                  refuses("int32", KILN_TYPE_ERROR, "expected float16",
                          [](kiln::Random& random) { random.uniform({3}, 0, 1, KILN_INT32); })}});
  out.push_back({"random_normal",
                 "kiln_random_normal",
                 float_dtypes(),
                 {1, 1, 8, 8},
                 [](kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& to) {
                   return random.normal(shape, 0, 1, d, to);
                 },
                 [](kiln_dtype d, std::uint64_t i) { return Number(normal(d, i)); },
                 0,
                 {refuses("negative deviation", KILN_INVALID_ARGUMENT, "deviation -1",
                          [](kiln::Random& random) { random.normal({3}, 0, -1); })}});
  out.push_back({"random_exponential",
                 "kiln_random_exponential",
                 float_dtypes(),
                 {1, 1, 4, 4},
                 [](kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& to) {
                   return random.exponential(shape, 0.75, d, to);
                 },
                 [](kiln_dtype d, std::uint64_t i) { return Number(-0.75L * std::log(inside(d, i))); },
                 0,
                 {refuses("negative scale", KILN_INVALID_ARGUMENT, "scale -1",
                          [](kiln::Random& random) { random.exponential({3}, -1); })}});
  out.push_back({"random_integers",
                 "kiln_random_integers",
                 integer_dtypes(),
                 {},
                 [](kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& to) {
                   return random.integers(shape, low_of(d), 120, d, to);
                 },
                 [](kiln_dtype d, std::uint64_t i) { return Number(Real(integer(i, low_of(d), 120))); },
                 0,
                 {refuses("low not below high", KILN_INVALID_ARGUMENT, "low < high",
                          [](kiln::Random& random) { random.integers({3}, 5, 5); }),
                  refuses("beyond the dtype", KILN_INVALID_ARGUMENT, "expected a range",
                          [](kiln::Random& random) { random.integers({3}, 0, 300, KILN_UINT8); }),
                  refuses("float32", KILN_TYPE_ERROR, "expected an integer",
                          [](kiln::Random& random) { random.integers({3}, 0, 3, KILN_FLOAT32); })}});
  out.push_back({"random_bernoulli",
                 "kiln_random_bernoulli",
                 all_dtypes(),
                 {},
                 [](kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& to) {
                   return random.bernoulli(shape, 0.3, d, to);
                 },
                 [](kiln_dtype, std::uint64_t i) { return Number(word(i) < std::nearbyint(0.3 * 0x1p32) ? 1 : 0); },
                 0,
                 {refuses("probability 2", KILN_INVALID_ARGUMENT, "got p 2",
                          [](kiln::Random& random) { random.bernoulli({3}, 2); })}});
  out.push_back({"random_bits",
                 "kiln_random_bits",
                 unsigned_dtypes(),
                 {},
                 [](kiln::Random& random, const Shape& shape, kiln_dtype d, const GpuArray& to) {
                   return random.bits(shape, d, to);
                 },
                 [](kiln_dtype d, std::uint64_t i) {
                   const std::uint64_t bits = std::uint64_t(bits_of(d)), at = i * bits;
                   if (bits == 64) return Number(Real(wide(i)));
                   return convert(d, Real(word(at / 32) >> at % 32));
                 },
                 0,
                 {refuses("int32", KILN_TYPE_ERROR, "expected uint8",
                          [](kiln::Random& random) { random.bits({3}, KILN_INT32); })}});
  return out;
}

std::vector<Sample> samples(const Distribution& of, kiln_dtype d) {
  std::vector<Sample> out;
  for (const Shape& shape : {Shape{301}, Shape{60, 37}, Shape{}, Shape{0, 3}})
    out.push_back(sample(
        std::to_string(shape.size()) + "-d", {},
        [=, &of](const Context& context, Given, const GpuArray& to) {
          kiln::Random random = generator(context);
          return of.draw(random, shape, d, to);
        },
        [=, &of](const Inputs&) {
          std::uint64_t i = 0;
          Expected made = elements(d, shape, [&](const Shape&) { return convert(d, of.element(d, i++)); });
          made.scale.assign(made.array.values.size(), of.scale);
          return made;
        }));
  return out;
}

std::vector<Sample> permutation_samples(Random&, kiln_dtype) {
  std::vector<Sample> out;
  // Each element once; without replacement come the first of these.
  for (const std::int64_t n : {37, 3000, 1, 0})
    out.push_back(without_destination(
        std::to_string(n), {},
        [=](const Context& context, Given) {
          kiln::Random random = generator(context), again = generator(context);
          const auto all = random.permutation(n), first = again.choice(n, n / 2, false);
          return Arrays{kiln::sort(all), kiln::apply("equal", {all(slice(0, n / 2)), first})};
        },
        [=](const Inputs&) {
          return std::vector<Expected>{elements(KILN_INT64, {n}, [](const Shape& at) { return Number(Real(at[0])); }),
                                       elements(KILN_BOOL, {n / 2}, [](const Shape&) { return Number(1); })};
        }));
  return out;
}

std::vector<Sample> choice_samples(Random&, kiln_dtype) {
  std::vector<Sample> out;
  for (const std::int64_t count : {101, 2000, 0})
    out.push_back(sample(
        std::to_string(count) + " of 10", {},
        [=](const Context& context, Given, const GpuArray& to) {
          return generator(context).choice(10, count, true, {}, to);
        },
        [=](const Inputs&) {
          return elements(KILN_INT64, {count},
                          [](const Shape& at) { return Number(Real(integer(std::uint64_t(at[0]), 0, 10))); });
        }));
  out.push_back(sample(
      "by weights", {list(KILN_FLOAT32, {0, 1, 0, 2.5L, 0, 0.5L, 0})},
      [](const Context& context, Given in, const GpuArray& to) {
        return generator(context).choice(7, 300, true, in[0], to);
      },
      [](const Inputs& in) {
        return elements(KILN_INT64, {300}, [&](const Shape& at) {
          const Real u = 4 * uniform(KILN_FLOAT64, std::uint64_t(at[0]));
          Real sum = 0;
          std::size_t place = 0;
          while ((sum += in[0].values[place].real()) <= u) ++place;
          return Number(Real(place));
        });
      }));
  return out;
}

}  // namespace

void add_random(std::vector<Operation>& table) {
  static const std::vector<Distribution> all = distributions();
  for (const Distribution& of : all) {
    Operation operation = row(of.name, "random", {of.function}, of.dtypes);
    operation.tolerance = of.tolerance;
    operation.samples = [&of](Random&, kiln_dtype d) { return samples(of, d); };
    operation.errors = [&of] {
      auto errors = of.errors;
      const kiln_dtype d = of.dtypes.front();
      add_destination_errors(errors, {5}, d, [&of, d](const Context& context, const GpuArray& to) {
        kiln::Random random(context);
        of.draw(random, {5}, d, to);
      });
      return errors;
    };
    time(operation, [&of](const Context& context, kiln_dtype d, std::int64_t size) {
      const auto to = GpuArray::empty(context, {size}, d);
      return std::vector<Timing>{
          {"", [&of, d, size, to, random = kiln::Random(context)]() mutable { of.draw(random, {size}, d, to); },
           bytes_of(to)}};
    });
    table.push_back(std::move(operation));
  }

  Operation permutation = row("random_permutation", "random", {"kiln_random_permutation"}, {KILN_INT64});
  permutation.samples = permutation_samples;
  permutation.errors = [] {
    std::vector<ErrorSample> errors{
        refuses("negative", KILN_INVALID_ARGUMENT, "got n -1", [](kiln::Random& random) { random.permutation(-1); })};
    add_destination_errors(errors, {5}, KILN_INT64, [](const Context& context, const GpuArray& to) {
      kiln::Random(context).permutation(5, to);
    });
    return errors;
  };
  time(permutation, [](const Context& context, kiln_dtype, std::int64_t size) {
    const auto to = GpuArray::empty(context, {size}, KILN_INT64);
    return std::vector<Timing>{
        {"", [size, to, random = kiln::Random(context)]() mutable { random.permutation(size, to); }, bytes_of(to)}};
  });
  table.push_back(std::move(permutation));

  Operation choice = row("random_choice", "random", {"kiln_random_choice"}, {KILN_INT64});
  choice.samples = choice_samples;
  choice.errors = [] {
    std::vector<ErrorSample> errors{
        refuses("more than there are", KILN_INVALID_ARGUMENT, "without replacement",
                [](kiln::Random& random) { random.choice(3, 4, false); }),
        refuses("of nothing", KILN_INVALID_ARGUMENT, "nothing to choose",
                [](kiln::Random& random) { random.choice(0, 1); }),
        {"negative weight", KILN_INVALID_ARGUMENT, "probabilities[0]", [](const Context& context) {
           kiln::Random(context).choice(2, 4, true, GpuArray::full(context, {2}, -1.0F));
         }}};
    add_destination_errors(errors, {5}, KILN_INT64, [](const Context& context, const GpuArray& to) {
      kiln::Random(context).choice(9, 5, true, {}, to);
    });
    return errors;
  };
  time(choice, [](const Context& context, kiln_dtype, std::int64_t size) {
    const auto to = GpuArray::empty(context, {size}, KILN_INT64);
    return std::vector<Timing>{
        {"of 1000", [size, to, random = kiln::Random(context)]() mutable { random.choice(1000, size, true, {}, to); },
         bytes_of(to)}};
  });
  table.push_back(std::move(choice));
}

}  // namespace kiln::operations
