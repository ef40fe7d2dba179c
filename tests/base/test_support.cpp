// SPDX-License-Identifier: Apache-2.0
// Text helpers, the log callback and the fork guard.
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/callback.hpp"
#include "base/flags/environment.hpp"
#include "base/log.hpp"
#include "base/plugin/fork_guard.hpp"
#include "base/rounding.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "check_error.hpp"

using namespace kiln::base;

TEST_CASE("variables of the environment by the beginnings of their names") {
  const char* const variables[] = {"KILNTEST_B", "KILNTEST_A", "KILNTEST_A_LONG", "KILNTESTS", "KILNOTHER"};
  for (const char* name : variables) ::setenv(name, "x=y z", 1);
  const std::string_view prefixes[] = {"KILNTEST_", "KILNOTHER"}, except[] = {"KILNTEST_A"};
  CHECK(environment_of(prefixes) == "KILNOTHER=x=y z\nKILNTEST_A=x=y z\nKILNTEST_A_LONG=x=y z\nKILNTEST_B=x=y z\n");
  CHECK(environment_of(prefixes, except) == "KILNOTHER=x=y z\nKILNTEST_A_LONG=x=y z\nKILNTEST_B=x=y z\n");
  for (const char* name : variables) ::unsetenv(name);
  CHECK(environment_of(prefixes).empty());
}

TEST_CASE("trim, split, lower, join") {
  CHECK(trim(" \t a b \r\n") == "a b");
  CHECK(trim("   ").empty());
  CHECK(split("", ',').size() == 1);
  CHECK(split("a,,b,", ',') == std::vector<std::string_view>{"a", "", "b", ""});
  CHECK(lower("FloatX-\xC3\x84") == "floatx-\xC3\x84");
  const std::vector<std::string> parts = {"a", "", "b"};
  CHECK(join(parts, ", ") == "a, , b");
  CHECK(join({}, ", ").empty());
}

TEST_CASE("a number of things is told in the singular or in the plural") {
  CHECK(plural(0, "argument") == "0 arguments");
  CHECK(plural(1, "argument") == "1 argument");
  CHECK(plural(std::size_t{2}, "argument") == "2 arguments");
  CHECK(plural(std::int64_t{-1}, "byte") == "-1 bytes");
  CHECK(plural(1, "axis", "axes") == "1 axis");
  CHECK(plural(3, "axis", "axes") == "3 axes");
}

TEST_CASE("the nearest name is a typing error away") {
  const std::vector<std::string> names = {"device", "floatX", "sched", "single_stream", "cache_path"};
  CHECK(nearest("devcie", names) == "device");
  CHECK(nearest("DEVICE", names) == "device");
  CHECK(nearest("floatx", names) == "floatX");
  CHECK(nearest("single-stream", names) == "single_stream");
  CHECK(nearest("cachepath", names) == "cache_path");
  CHECK(nearest("colour", names).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest(std::string(100000, 'a'), names).empty());
  const std::vector<std::string> letters = {"q"};
  CHECK(nearest("z", letters).empty());
  const std::vector<std::string> functions = {"tan", "tanh"};  // both are one edit from "tahn"
  CHECK(nearest("tahn", functions) == "tanh");
  CHECK(nearest("tam", functions) == "tan");
  const std::vector<std::string> operations = {"rem", "gemv", "batched_gemm", "gemm", "argsort", "sort"};
  CHECK(nearest("gem", operations) == "gemm");  // begins so, although "rem" is as near
  CHECK(nearest("batched", operations) == "batched_gemm");
  CHECK(nearest("rgso", operations) == "argsort");  // contains it
  CHECK(nearest("g", operations).empty());
  CHECK(suggestion("devcie", names) == ", did you mean 'device'?");
  // Every completion of a shortened name may be meant; a typing error means one name.
  CHECK(suggestion("gem", operations) == ", did you mean 'gemm' or 'gemv'?");
  CHECK(suggestion("sort", std::vector<std::string>{"Sort", "sort_by_key"}) == ", did you mean 'Sort'?");
  CHECK(suggestion("col", std::vector<std::string>{"cold", "cols", "colours", "colder", "cold"}) ==
        ", did you mean 'cold', 'cols' or 'colder'?");
  CHECK(suggestion("tam", std::vector<std::string>{"tan", "tap"}) == ", did you mean 'tan'?");
  CHECK(suggestion("colour", names).empty());
  CHECK(excerpt("short") == "short");
  CHECK(excerpt(std::string(100, 'x')) == std::string(100, 'x'));
  CHECK(excerpt(std::string(101, 'x')) == std::string(100, 'x') + "...");
  CHECK(excerpt(std::string(99, 'x') + "\xC3\xA9") == std::string(99, 'x') + "...");  // no half of a character
}

TEST_CASE("hexadecimal constants are the value, whatever its size") {
  CHECK(hexadecimal(1.5) == "0x1.8p+0");
  CHECK(hexadecimal(-0.0) == "-0x0p+0");
  CHECK(hexadecimal(-3) == "-0x1.8p+1");
  std::mt19937_64 random(5);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t bits = i == 0 ? 1 : i == 1 ? 0xfffffffffffff : random();  // subnormals first
    double value, read = 0;
    std::memcpy(&value, &bits, sizeof value);
    const std::string text = hexadecimal(value);
    if (!std::isfinite(value)) continue;
    REQUIRE(text.find(',') == std::string::npos);
    const bool negative = text[0] == '-';
    const char* const begin = text.data() + (negative ? 3 : 2);
    const auto end = std::from_chars(begin, text.data() + text.size(), read, std::chars_format::hex);
    REQUIRE(end.ptr == text.data() + text.size());
    REQUIRE((negative ? -read : read) == value);
  }
}

TEST_CASE("JSON strings") {
  CHECK(json_quote("a\"b\\c\n\t\x01\x7F") == R"("a\"b\\c\n\t\u0001\u007f")");
  CHECK(json_quote("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
  // Bytes that are no UTF-8: stray, truncated, overlong, surrogate, too large.
  for (const char* wrong : {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
    const std::string quoted = json_quote(wrong);
    CHECK(quoted.find("\xEF\xBF\xBD") == 1);
  }
  CHECK(json_quote("\xC3z") == "\"\xEF\xBF\xBDz\"");
}

TEST_CASE("log lines reach the callback in force") {
  using Lines = std::vector<std::pair<kiln_log_level, std::string>>;
  Lines lines;
  set_log_callback(
      [](kiln_log_level level, const char* line, void* user) { static_cast<Lines*>(user)->emplace_back(level, line); },
      &lines);
  log(KILN_LOG_WARNING, "one");
  log(KILN_LOG_INFO, "two");
  set_log_callback(nullptr, nullptr);
  log(KILN_LOG_INFO, "three");
  CHECK(lines == Lines{{KILN_LOG_WARNING, "one"}, {KILN_LOG_INFO, "two"}});
  set_log_callback([](kiln_log_level, const char*, void*) { throw std::runtime_error("callback"); }, nullptr);
  log(KILN_LOG_INFO, "four");
  set_log_callback(nullptr, nullptr);
}

TEST_CASE("a child of fork() is told so") {
  arm_fork_guard();
  arm_fork_guard();
  CHECK_FALSE(forked());
  check_not_forked("test");
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int code = forked() ? 0 : 1;
    try {
      check_not_forked("test");
      code = 2;
    } catch (const Error& error) {
      if (error.status() != KILN_FORKED || error.message().rfind("test: ", 0) != 0) code = 3;
    }
    const pid_t grandchild = fork();
    if (grandchild == 0) _exit(forked() ? 0 : 1);
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(status != 0 ? 4 : code);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK_FALSE(forked());
}

TEST_CASE("callbacks wait for the end of the outermost entry, and begin with nothing of their thread's") {
  struct Told {
    int times = 0, inner = 0;
    bool in_entry = true;
  } told;
  const auto tell = [](void* user) {
    Told& it = *static_cast<Told*>(user);
    ++it.times;
    it.in_entry = thread_state().entries != 0 || thread_state().capture != nullptr || thread_state().index_hold;
    {
      const Entry entry;  // it may call Kiln
      call_back({[](void* count) { ++*static_cast<int*>(count); }, &it.inner});
      CHECK(it.inner == it.times - 1);
    }
    CHECK(it.inner == it.times);
    throw 1;  // dropped
  };
  call_back({tell, &told});
  CHECK(told.times == 1);
  {
    const Entry outer;
    thread_state().capture = &told;
    {
      const Entry inner;
      call_back({tell, &told});
      call_back({tell, &told});
    }
    CHECK(told.times == 1);
    thread_state().capture = nullptr;
  }
  CHECK(told.times == 3);
  CHECK(!told.in_entry);
  // Log lines too, as the callback is then.
  std::string text;
  set_log_callback([](kiln_log_level, const char* line, void* user) { *static_cast<std::string*>(user) += line; },
                   &text);
  {
    const Entry entry;
    log(KILN_LOG_INFO, "one");
    CHECK(text.empty());
  }
  CHECK(text == "one");
  {
    const Entry entry;
    log(KILN_LOG_INFO, "two");
    set_log_callback(nullptr, nullptr);
  }
  CHECK(text == "one");
}

TEST_CASE("messages show an excerpt of what they quote") {
  const std::string name(1000, 'n');
  CHECK_ERROR(fail(KILN_INVALID_ARGUMENT, "{}: unknown '{}', got {:#x}, {{{}}}", "call", name, 255, 1),
              KILN_INVALID_ARGUMENT, "call: unknown '" + std::string(100, 'n') + "...', got 0xff, {1}");
  CHECK_ERROR(fail(KILN_INVALID_ARGUMENT, "{} and '{}'", name, "short"), KILN_INVALID_ARGUMENT, name + " and 'short'");
  CHECK_ERROR(fail(KILN_INVALID_ARGUMENT, "no field"), KILN_INVALID_ARGUMENT, "no field");
}

TEST_CASE("division by a factor and a shift") {
  // As KILN_QUOTIENT of kernels/common/quotient.cl computes it.
  const auto quotient = [](std::uint32_t n, std::uint64_t by) {
    return (std::uint32_t((n * (by & 0xffffffff)) >> 32) + n) >> (by >> 32);
  };
  constexpr std::uint32_t kMost = 0x7fffffff;
  std::vector<std::uint32_t> numbers{1, 2, 3, 5, 6, 7, 10, 641, 65535, 65536, 65537, 1u << 30, kMost - 1, kMost};
  std::mt19937 random(1);
  for (int i = 0; i < 400; ++i) numbers.push_back(std::uint32_t(random() & kMost) >> random() % 31);
  for (std::uint32_t& number : numbers) number = std::max(number, 1u);
  for (const std::uint32_t d : numbers) {
    const std::uint64_t by = divisor(d);
    for (const std::uint32_t m : numbers)
      for (const std::uint32_t n : {m, m / d * d, std::min(m / d * d, kMost - d) + d - 1, 0u, kMost})
        if (quotient(n, by) != n / d) FAIL(n << " / " << d << " gave " << quotient(n, by));
  }
  CHECK(divisor(0) == 0);
  CHECK(divisor(std::int64_t{1} << 31) == 0);
}
