// SPDX-License-Identifier: Apache-2.0
// Random streams on the host, as docs/reference/operations/random.md and docs/reference/loops.md describe them, and
// what else random programs compute of state.
#include <cmath>
#include <numbers>

#include "random_loops.hpp"

namespace kiln::test {
namespace {

using Block = std::array<std::uint32_t, 4>;

// Philox4x32-10.
Block philox(std::uint64_t seed, std::uint64_t counter) {
  Block c{std::uint32_t(counter), std::uint32_t(counter >> 32), 0, 0};
  std::uint32_t key[] = {std::uint32_t(seed), std::uint32_t(seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = 0xd2511f53u * std::uint64_t(c[0]), second = 0xcd9e8d57u * std::uint64_t(c[2]);
    c = {std::uint32_t(second >> 32) ^ c[1] ^ key[0], std::uint32_t(second), std::uint32_t(first >> 32) ^ c[3] ^ key[1],
         std::uint32_t(first)};
    key[0] += 0x9e3779b9u;
    key[1] += 0xbb67ae85u;
  }
  return c;
}
std::uint64_t wide_word(const Block& block, std::size_t j) {
  return block[2 * j] | std::uint64_t(block[2 * j + 1]) << 32;
}

// a in (0, 1], as logarithms read it, and the numbers of a pair that Box and Muller make.
double host_positive(std::uint32_t word) { return (word ? word : 1) * 0x1p-32; }
double host_positive(std::uint64_t word) { return (double(word) + 0.5) * 0x1p-64; }
std::array<double, 2> host_point(std::uint32_t word) {
  const double turns = std::int32_t(word) * 0x1p-34, angle = 2 * std::numbers::pi * turns;
  const double c = word & 2 ? -std::cos(angle) : std::cos(angle), s = std::sin(angle);
  return word & 1 ? std::array{s, c} : std::array{c, s};
}
std::array<double, 2> host_point(std::uint64_t word) {
  const double angle = 2 * std::numbers::pi * host_positive(word);
  return {std::cos(angle), std::sin(angle)};
}
template <class Word>
double host_normal(Word radius, Word direction, bool second) {
  return std::sqrt(-2 * std::log(host_positive(radius))) * host_point(direction)[second];
}

// Element i of those that a block gives.
double host_element(const ProgramDraw& what, bool wide, const Block& block, std::size_t i) {
  const double a = what.numbers[0], b = what.numbers[1];
  const std::size_t pair = i & ~std::size_t(1);
  switch (what.distribution) {
    case Distribution::uniform:
      return a + (b - a) * (wide ? double(wide_word(block, i) >> 11) * 0x1p-53 : (block[i] >> 8) * 0x1p-24);
    case Distribution::normal:
      return a + b * (wide ? host_normal(wide_word(block, 0), wide_word(block, 1), i % 2)
                           : host_normal(block[pair], block[pair + 1], i % 2));
    case Distribution::exponential:
      return -a * std::log(wide ? host_positive(wide_word(block, i)) : host_positive(block[i]));
    case Distribution::bernoulli:
      return block[i] < a * 0x1p32 ? 1 : 0;
    default: {  // integers, of fewer than 2^32
      const std::uint64_t word = wide_word(block, i), range = std::uint64_t(b - a);
      return a + double(((word >> 32) * range + ((word & 0xffffffffu) * range >> 32)) >> 32);
    }
  }
}

}  // namespace

Doubles HostStream::draw(const ProgramDraw& what, DType dtype, std::size_t count) {
  const bool wide = dtype == KILN_FLOAT64 && what.distribution <= Distribution::exponential;
  const std::size_t each = wide || what.distribution == Distribution::integers ? 2 : 4;
  Doubles out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(host_element(what, wide, philox(seed, counter + i / each), i % each));
  counter += (count + each - 1) / each;
  return out;
}

std::vector<HostStream> HostStream::of_steps(std::int64_t steps) {
  std::vector<HostStream> out;
  for (std::int64_t t = 0; t < steps; ++t) {
    const Block block = philox(seed, counter++);
    out.push_back({wide_word(block, 0), wide_word(block, 1)});
  }
  return out;
}

// Conversions, counts and draws.
HostTensor ProgramHost::state(const ProgramOperation& operation) {
  using Kind = ProgramOperation::Kind;
  HostTensor out;
  if (operation.kind == Kind::draw) {
    std::size_t count = 1;
    if (!operation.operands.empty())
      out.shape = values_[std::size_t(operation.operands[0])].shape;
    else
      for (const int extent : program_.values[std::size_t(operation.results[0])])
        out.shape.push_back(program_.sizes[shaping_][extent]);
    for (const std::int64_t extent : out.shape) count *= std::size_t(extent);
    const ProgramDraw& how = program_draws(program_.integers())[std::size_t(operation.draw)];
    for (const double number : streams_[std::size_t(operation.which)].draw(how, program_.dtype, count))
      out.numbers.push_back(tape_.number({number, 0}));
    return out;
  }
  const HostTensor x = values_[std::size_t(operation.operands[0])];
  if (operation.kind == Kind::convert && !(operation.which && !program_.integers())) return x;
  out.shape = x.shape;
  for (std::size_t i = 0; i < x.numbers.size(); ++i) {
    double number = tape_.at(x.numbers[i]).value;
    if (operation.kind == Kind::convert) {
      number = number * 0.01 - 0.5;
    } else {
      number = 3 * number + 1;
      if (operation.operands.size() > 1) {
        const HostTensor& more = values_[std::size_t(operation.operands[1])];
        number += tape_.at(more.numbers[i % more.numbers.size()]).value;
      }
      number -= 101 * std::floor(number / 101);
    }
    out.numbers.push_back(tape_.number({number, 0}));
  }
  return out;
}

}  // namespace kiln::test
