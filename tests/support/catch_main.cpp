// SPDX-License-Identifier: Apache-2.0
// The main function of tests. A program that is asked for tests by a name or tag that none has fails, even if other
// names are found: a run that a misspelt filter leaves empty would pass else.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
constexpr auto kUnmatched = Catch::WarnAbout::UnmatchedTestSpec;
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
constexpr auto kUnmatched = Catch::WarnAbout::NoTests;
#endif

int main(int argc, char** argv) {
  Catch::Session session;
  session.configData().warnings = kUnmatched;
  const int refused = session.applyCommandLine(argc, argv);
  return refused != 0 ? refused : session.run();
}
