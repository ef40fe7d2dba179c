// SPDX-License-Identifier: Apache-2.0
// The numbers of a launch: scalars at the limits of their dtypes.
#include <kiln/kiln.hpp>

#include <limits>
#include <type_traits>

#include "cxx_support.hpp"
#include "status_of.hpp"
#include "support.hpp"

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
