// SPDX-License-Identifier: Apache-2.0
// The numbers of a launch: scalars at the limits of their dtypes, and sizes of any integer type.
#include <kiln/kiln.hpp>

#include <limits>
#include <type_traits>

#include "cxx_support.hpp"
#include "status_of.hpp"
#include "support.hpp"

using kiln::NdRange;
using kiln::test::status_of;

TEST_CASE("a scalar that its dtype does not hold is refused") {
  kiln::Context context(test_devices()[0]);
  // The launches have no work-items, so one kernel does for all dtypes.
  const kiln::Program program(context, "KILN_KERNEL void none(ulong n) {}", KILN_LANGUAGE_PORTABLE,
                              "-DKILN_UNCHECKED_PARAMETERS");
  const auto at_limits = [&](auto zero, const std::string& dtype) {
    using T = decltype(zero);
    const auto none = program.kernel("none", {kiln::parameter::scalar<T>()});
    const auto launch = [&](auto number) { return message_of([&] { none.launch({0}, number); }); };
    const auto refuses = [&](auto number) {
      CHECK(status_of([&] { none.launch({0}, number); }) == KILN_OVERFLOW);
      const std::string message = launch(number);
      INFO(message);
      CHECK(message.find("none: argument 1 is ") != std::string::npos);
      CHECK(message.find(std::to_string(number) + ", which does not fit " + dtype) != std::string::npos);
    };
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    CHECK(launch(least) == "");
    CHECK(launch(most) == "");
    if constexpr (std::is_signed_v<T>)
      refuses(std::uint64_t(INT64_MAX) + 1);
    else
      refuses(-1);
    if constexpr (sizeof(T) < 8) {
      refuses(std::int64_t(least) - 1);
      refuses(std::int64_t(most) + 1);
      refuses(std::int64_t(1) << 40);
      kiln_kernel_argument argument;
      argument.i64 = std::int64_t(most) + 1;
      const std::size_t nothing = 0;
      FAILS(
          kiln_kernel_launch(none.get(), 1, &nothing, nullptr, 1, &argument), KILN_OVERFLOW,
          "kiln_kernel_launch: none: argument 1 is " + std::to_string(argument.i64) + ", which does not fit " + dtype);
    }
  };
  at_limits(false, "bool");
  at_limits(std::int8_t(), "int8");
  at_limits(std::int16_t(), "int16");
  at_limits(std::int32_t(), "int32");
  at_limits(std::int64_t(), "int64");
  at_limits(std::uint8_t(), "uint8");
  at_limits(std::uint16_t(), "uint16");
  at_limits(std::uint32_t(), "uint32");
  at_limits(std::uint64_t(), "uint64");
}

TEST_CASE("the sizes of a launch are integers of any type, and not negative") {
  const std::int64_t n = 40;
  const int tile = 4;
  const std::size_t rows = 8;
  const NdRange range = NdRange{n, rows, 3}.in_groups({tile, 2u, n});
  CHECK(range.dims() == 3);
  CHECK((range.global()[0] == 40 && range.global()[1] == 8 && range.global()[2] == 3));
  CHECK((range.local()[0] == 4 && range.local()[1] == 2 && range.local()[2] == 40));
  CHECK(kiln::LocalBytes{tile * 4}.bytes == 16);
  CHECK(message_of([&] { NdRange{n, -n}; }) == "NdRange: got the size -40, expected 0 or more");
  CHECK(status_of([&] { NdRange{-1}; }) == KILN_INVALID_ARGUMENT);
  CHECK(message_of([&] { NdRange{n}.in_groups({-tile}); }) == "NdRange: got the size -4, expected 0 or more");
  CHECK(message_of([&] { kiln::LocalBytes{-tile}; }) == "LocalBytes: got the size -4, expected 0 or more");
}
