// SPDX-License-Identifier: Apache-2.0
// Printing against NumPy's own output (print_golden.txt, written by print_golden.py), and the dtype NumPy
// lacks.
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "array/array.hpp"
#include "array/host/number_text.hpp"
#include "base/half.hpp"
#include "base/text.hpp"
#include "catch.hpp"

using namespace kiln;
using namespace kiln::array;

namespace {

std::vector<std::byte> from_hex(std::string_view hex) {
  std::vector<std::byte> out;
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.push_back(static_cast<std::byte>(digit(hex[i]) * 16 + digit(hex[i + 1])));
  }
  return out;
}

std::vector<std::int64_t> numbers(std::string_view text) {
  std::vector<std::int64_t> out;
  if (text.empty()) return out;
  for (auto part : base::split(text, ',')) out.push_back(std::stoll(std::string(part)));
  return out;
}

template <class T>
std::string text_of(DType dtype, std::vector<std::int64_t> shape, const std::vector<T>& values) {
  return format_elements(dtype, shape, values.data(), -1, 0);
}

}  // namespace

TEST_CASE("arrays print as NumPy prints them") {
  const char* path = std::getenv("KILN_TEST_GOLDEN");
  REQUIRE(path != nullptr);
  std::ifstream file(path);
  REQUIRE(file.good());
  int cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const auto fields = base::split(line, ';');
    REQUIRE(fields.size() == 6);
    const auto dtype = base::dtype_from_name(fields[0]);
    const auto shape = numbers(fields[1]);
    const auto elements = from_hex(fields[4]);
    std::string expected(fields[5]);
    std::replace(expected.begin(), expected.end(), '|', '\n');
    const auto got = format_elements(dtype, shape, elements.data(), static_cast<int>(numbers(fields[2])[0]),
                                     static_cast<std::size_t>(numbers(fields[3])[0]));
    if (got != expected) {
      CAPTURE(line, cases);
      CHECK(got == expected);
    }
  }
  CHECK(cases > 400);
}

TEST_CASE("bfloat16 prints with the digits that name the value") {
  const auto b = [](float v) { return base::float_to_bfloat16(v); };
  CHECK(text_of(KILN_BFLOAT16, {3}, std::vector{b(0.1f), b(-1.5f), b(3.0f)}) == "[ 0.1 -1.5  3. ]");
  CHECK(text_of(KILN_BFLOAT16, {}, std::vector{b(0.3f)}) == "0.3");
  CHECK(text_of(KILN_BFLOAT16, {1}, std::vector{b(1e30f)}) == "[1.e+30]");
}

TEST_CASE("the digits of every 16 bit float read back, and no fewer do") {
  for (const auto dtype : {KILN_FLOAT16, KILN_BFLOAT16}) {
    int wrong = 0;
    for (unsigned bits = 0; bits < 0x8000; ++bits) {
      const auto half = static_cast<std::uint16_t>(bits);
      const double value = dtype == KILN_FLOAT16 ? base::half_to_float(half) : base::bfloat16_to_float(half);
      if (!std::isfinite(value)) continue;
      const auto back = [&](const std::string& text) {
        double read = 0;
        std::from_chars(text.data(), text.data() + text.size(), read);
        return dtype == KILN_FLOAT16 ? base::double_to_half(read) : base::double_to_bfloat16(read);
      };
      const auto parts = scientific(dtype, value, -1);
      wrong += back(parts.mantissa + exponent_text(parts.exponent, 2)) != half;
      wrong += back(positional(dtype, value, -1, false)) != half;
      const auto digits = static_cast<int>(parts.mantissa.size() - parts.mantissa.find('.')) - 1;
      if (digits == 0) continue;
      const auto shorter = scientific_exact(dtype, value, digits - 1);
      wrong += back(shorter.mantissa + exponent_text(shorter.exponent, 2)) == half;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a refused shape names the operation") {
  const std::int64_t shape[] = {-1};
  const int element = 0;
  CHECK_THROWS_AS(format_elements(KILN_INT32, shape, &element, -1, 0), base::Error);
}
