// SPDX-License-Identifier: Apache-2.0
// The golden texts name the files of kernels/ instead of quoting them; templates.txt has a digest of each.
// Digests are of the text that libkiln embeds: comments do not count.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "net.hpp"

using namespace kiln::test;

namespace {

std::string digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) out[i] = "0123456789abcdef"[hash & 15];
  return out;
}

}  // namespace

TEST_CASE("golden: the code of templates") {
  std::string lines;
  for (const auto& [name, body] : templates()) lines += name + " " + digest(body) + "\n";
  check_golden("templates.txt", lines);
}

TEST_CASE("golden: every file of kernels/ is reached") {
  // Compilers get these in front of what a launch has: backends add them.
  const std::set<std::string> beside = {"builtins_inline.cl", "builtins_opencl.cl", "prelude_opencl.cl"};
  std::string texts;
  for (const auto& entry : std::filesystem::directory_iterator(std::getenv("KILN_GOLDEN_DIR"))) {
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    texts += text.str();
  }
  for (const auto& [name, body] : templates()) {
    INFO(name << " is in no golden text: add an operation that launches it");
    CHECK((texts.find("<<" + name + ">>") != std::string::npos) == (beside.count(name) == 0));
  }
}
