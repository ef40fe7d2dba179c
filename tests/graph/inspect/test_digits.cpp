// SPDX-License-Identifier: Apache-2.0
// The reader of the examples' handwritten digits, on the file itself and on broken ones, and the parts it
// makes of them.
#include "digits.hpp"

#include <cstdio>

#include "catch.hpp"

namespace {

// A file of its own that goes away again.
class File {
 public:
  explicit File(const std::string& text) { std::ofstream(path) << text; }
  ~File() { std::remove(path.c_str()); }
  const std::string path = "test_digits_" + std::to_string(getpid()) + ".csv";
};

std::string line_of(const std::string& first, const std::string& label) {
  std::string line = first;
  for (std::size_t i = 1; i < kDigitPixels; ++i) line += ",16";
  return line + "," + label;
}

std::string error_of(const std::string& text) {
  const File file(text);
  try {
    load_digits(file.path);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the digits are all read") {
  const Digits digits = load_digits();
  CHECK(digits.size() == 1797);
  CHECK(digits.images.size() == 1797 * kDigitPixels);
  // How many of each the repository counts in the test set.
  std::vector<int> counts(kDigitClasses);
  for (const std::int32_t label : digits.labels) ++counts.at(label);
  CHECK(counts == std::vector<int>{178, 182, 177, 183, 181, 182, 181, 179, 174, 180});
  CHECK(std::vector<float>(digits.images.begin(), digits.images.begin() + 5) ==
        std::vector<float>{0, 0, 5.0F / 16, 13.0F / 16, 9.0F / 16});
}

TEST_CASE("digits are parted the same way everywhere") {
  const Digits digits = load_digits();
  const DigitParts parts = part_digits(digits);
  CHECK(parts.training.size() == 1437);
  CHECK(parts.held_out.size() == 360);
  CHECK(parts.held_out.images.size() == 360 * kDigitPixels);
  // std::mt19937_64 is the same on every machine, and so are the parts.
  CHECK(std::vector<std::int32_t>(parts.held_out.labels.begin(), parts.held_out.labels.begin() + 8) ==
        std::vector<std::int32_t>{4, 7, 6, 3, 4, 5, 1, 0});
  std::mt19937_64 random(7);
  CHECK(shuffled(5, random) == std::vector<std::size_t>{1, 3, 4, 2, 0});
  CHECK(shuffled(0, random).empty());

  // Every image is in one of the parts, with its label.
  const auto sums = [](const std::vector<const Digits*>& all) {
    std::vector<double> result(kDigitClasses);
    for (const Digits* some : all)
      for (std::size_t i = 0; i < some->images.size(); ++i)
        result[some->labels[i / kDigitPixels]] += some->images[i] * static_cast<double>(i % kDigitPixels + 1);
    return result;
  };
  CHECK(sums({&digits}) == sums({&parts.training, &parts.held_out}));
  CHECK_THROWS_WITH(part_digits(digits, 1797), "digits: cannot hold out 1797 of 1797");
}

TEST_CASE("files that hold no digits are refused by name and line") {
  const std::string good = line_of("0", "3") + "\n";
  CHECK(error_of(good + "\r\n" + good) == "");
  CHECK(error_of("").find(" is empty") != std::string::npos);
  const auto refused = [&](const std::string& line, const std::string& number) {
    const std::string error = error_of(good + line);
    INFO(error);
    CHECK(error.find(".csv, line 2: expected 64 whole numbers") != std::string::npos);
    CHECK(error.find("number " + number + " is wrong") != std::string::npos);
  };
  refused(line_of("17", "3"), "1");
  refused(line_of("-1", "3"), "1");
  refused(line_of("1.5", "3"), "1");
  refused(line_of("", "3"), "1");
  refused(line_of("0", "10"), "65");
  refused(line_of("0", ""), "65");
  refused(line_of("0", "3,4"), "65");
  refused("1,2,3", "3");
  CHECK_THROWS_WITH(load_digits("no/such/file.csv"), "digits: cannot open no/such/file.csv: No such file or directory");
}
