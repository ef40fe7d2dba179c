// SPDX-License-Identifier: Apache-2.0
// Exceptions that come out of a driver's calls.
#include <new>
#include <stdexcept>

#include "base/plugin/driver_call.hpp"
#include "check_error.hpp"

using namespace kiln::base;

namespace {

int calls = 0;

int works(int value) {
  ++calls;
  return value;
}
int throws_bad_alloc(int) {
  ++calls;
  throw std::bad_alloc();
}
int throws_text(int) { throw std::runtime_error("broken"); }
int throws_number(int) { throw 7; }
void* makes(int, int* code) {
  *code = 0;
  return &calls;
}
void* makes_none(int, int*) { throw std::bad_alloc(); }
const char* says(int) { throw std::bad_alloc(); }

constexpr int kCode = -6;
constexpr DriverFunction<int(int)> kWorks{"works", kCode, &works},
    kBadAlloc{"throws_bad_alloc", kCode, &throws_bad_alloc}, kText{"throws_text", kCode, &throws_text},
    kNumber{"throws_number", kCode, &throws_number};
constexpr DriverFunction<void*(int, int*)> kMakes{"makes", kCode, &makes}, kMakesNone{"makes_none", kCode, &makes_none};
constexpr DriverFunction<const char*(int)> kSays{"says", kCode, &says};

}  // namespace

TEST_CASE("a call of a driver gives its code where an exception comes out, and no further call is made") {
  DriverHealth health;
  {
    const DriverScope scope(health);
    calls = 0;
    CHECK(kWorks(3) == 3);
    CHECK(!health.lost());
    CHECK(kBadAlloc(1) == kCode);
    CHECK(calls == 2);
    REQUIRE(health.lost());
    CHECK(health.status() == KILN_OUT_OF_HOST_MEMORY);
    CHECK(kWorks(3) == kCode);
    CHECK(kText(3) == kCode);
    CHECK(calls == 2);
    int code = 1;
    CHECK(kMakes(1, &code) == nullptr);
    CHECK(code == kCode);
    // The first call is the one to blame.
    CHECK_ERROR(throw_driver_error(KILN_BACKEND_ERROR, "clFinish: -6", -6), KILN_OUT_OF_HOST_MEMORY,
                "clFinish: -6; std::bad_alloc came out of the driver's throws_bad_alloc");
  }
  CHECK(DriverScope::current() == nullptr);
  CHECK(kWorks(4) == 4);
  CHECK_ERROR(throw_driver_error(KILN_BACKEND_ERROR, "clFinish: -5", -5), KILN_BACKEND_ERROR, "clFinish: -5");
}

TEST_CASE("every way to answer, and exceptions of every type") {
  for (const auto* call : {&kText, &kNumber}) {
    DriverHealth health;
    const DriverScope scope(health);
    CHECK((*call)(1) == kCode);
    CHECK(health.lost());
    CHECK(health.status() == KILN_BACKEND_ERROR);
  }
  {
    DriverHealth outer, inner;
    const DriverScope scope(outer);
    {
      const DriverScope nested(inner);
      int code = 1;
      CHECK(kMakesNone(1, &code) == nullptr);
      CHECK(code == kCode);
    }
    CHECK(inner.lost());
    CHECK(!outer.lost());
    CHECK(DriverScope::current() == &outer);
    CHECK(std::string(kSays(1)) == "no answer");
    CHECK(outer.lost());
  }
  // While devices are listed there is no context yet.
  CHECK(kBadAlloc(1) == kCode);
  CHECK(kWorks(1) == 1);
}
