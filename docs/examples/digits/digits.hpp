// SPDX-License-Identifier: Apache-2.0
// The handwritten digits of data/digits.csv for the examples: reading them, and parting them into those that
// train and those held out.
#pragma once

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Where the build says that the data is; programs take another file as an argument.
#ifndef KILN_EXAMPLE_DATA
#define KILN_EXAMPLE_DATA "docs/examples/data"
#endif

constexpr const char* kDigitsPath = KILN_EXAMPLE_DATA "/digits.csv";
constexpr std::size_t kDigitPixels = 64, kDigitClasses = 10;

struct Digits {
  std::vector<float> images;         // size() x 64 in C order, 0 (paper) to 1 (ink)
  std::vector<std::int32_t> labels;  // 0 to 9
  std::size_t size() const { return labels.size(); }
};

// The image and the label of one line: 65 whole numbers with commas between them.
inline void read_digit(const std::string& line, const std::string& place, Digits& into) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (std::size_t i = 0; i <= kDigitPixels; ++i) {
    const int greatest = i < kDigitPixels ? 16 : 9;
    int value = -1;
    const auto [after, problem] = std::from_chars(at, end, value);
    const bool ends_well = i < kDigitPixels ? after != end && *after == ',' : after == end;
    if (problem != std::errc() || value < 0 || value > greatest || !ends_well)
      throw std::runtime_error(place +
                               ": expected 64 whole numbers from 0 to 16 and a digit, with commas between them; " +
                               "number " + std::to_string(i + 1) + " is wrong");
    at = after + 1;
    if (i < kDigitPixels)
      into.images.push_back(static_cast<float>(value) / 16);
    else
      into.labels.push_back(value);
  }
}

// Throws std::runtime_error, naming the file and the line.
inline Digits load_digits(const std::string& path = kDigitsPath) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("digits: cannot open " + path + ": " + std::strerror(errno));
  Digits digits;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) read_digit(line, "digits: " + path + ", line " + std::to_string(number), digits);
  }
  if (file.bad()) throw std::runtime_error("digits: cannot read " + path);
  if (digits.size() == 0) throw std::runtime_error("digits: " + path + " is empty");
  return digits;
}

// 0 to count-1 in an order that `random` alone decides: std::shuffle and the distributions of the standard
// library differ from one library to another.
inline std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64& random) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random() % i]);  // Fisher and Yates
  return order;
}

struct DigitParts {
  Digits training, held_out;
};
// The same parts on every machine. A fifth is held out unless said otherwise: 360 of 1797.
inline DigitParts part_digits(const Digits& digits, std::size_t held_out = 360, std::uint64_t seed = 42) {
  if (held_out >= digits.size())
    throw std::runtime_error("digits: cannot hold out " + std::to_string(held_out) + " of " +
                             std::to_string(digits.size()));
  std::mt19937_64 random(seed);
  const std::vector<std::size_t> order = shuffled(digits.size(), random);
  DigitParts parts;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Digits& part = i < digits.size() - held_out ? parts.training : parts.held_out;
    const float* image = digits.images.data() + order[i] * kDigitPixels;
    part.images.insert(part.images.end(), image, image + kDigitPixels);
    part.labels.push_back(digits.labels[order[i]]);
  }
  return parts;
}
