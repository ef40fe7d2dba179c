// SPDX-License-Identifier: Apache-2.0
// The examples' plot as well-formed XML with every curve on the paper, and the lines of their progress.
#include "plot.hpp"

#include <cctype>
#include <locale>
#include <sstream>

#include "catch.hpp"
#include "progress.hpp"

namespace {

// What is wrong with the nesting and the quotes of a text, or nothing. Enough for a picture without comments,
// entities and CDATA.
std::string malformed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size(); ++at) {
    if (xml[at] == '>') return "a lone > at " + std::to_string(at);
    if (xml[at] == '&' && xml.compare(at, 2, "&#") != 0) return "a lone & at " + std::to_string(at);
    if (xml[at] != '<') continue;
    const std::size_t end = xml.find('>', at);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (end == std::string::npos || tag.find('<') != std::string::npos) return "unfinished: " + tag;
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "quotes: " + tag;
    const std::string name = tag.substr(0, tag.find(' '));
    if (tag[0] == '/') {
      if (open.empty() || "/" + open.back() != name) return "closes another: " + tag;
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  return open.empty() ? "" : "open: " + open.back();
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

// Every corner of every curve: x and y in turn.
std::vector<double> corners(const std::string& svg) {
  std::vector<double> result;
  for (std::size_t at = 0; (at = svg.find("points=\"", at)) != std::string::npos;) {
    at += 8;
    std::string points = svg.substr(at, svg.find('"', at) - at);
    std::replace(points.begin(), points.end(), ',', ' ');
    std::istringstream numbers(points);
    numbers.imbue(std::locale::classic());
    for (double number; numbers >> number;) result.push_back(number);
  }
  return result;
}

void check_on_paper(const std::string& svg) {
  const std::vector<double> all = corners(svg);
  for (std::size_t i = 0; i < all.size(); i += 2) {
    CHECK((all[i] >= 70 && all[i] <= 690));
    CHECK((all[i + 1] >= 66 && all[i + 1] <= 380));
  }
}

}  // namespace

TEST_CASE("a plot is well-formed and has its curves, ticks and names") {
  const Plot plot = {"Loss of the <digits> & more",
                     "epoch",
                     "loss",
                     {{"training", {2.3, 1.1, 0.6, 0.41}}, {"held out", {2.2, 1.2, 0.8, 0.7}}}};
  const std::string svg = svg_text(plot);
  CHECK(malformed(svg) == "");
  CHECK(svg.find("Loss of the &#60;digits&#62; &#38; more") != std::string::npos);
  CHECK(count_of(svg, "<polyline") == 2);
  CHECK(corners(svg).size() == 16);
  check_on_paper(svg);
  for (const char* part : {">epoch<", ">loss<", ">training<", ">held out<", ">0<", ">0.5<", ">2.5<", ">4<"}) {
    INFO(part);
    CHECK(svg.find(part) != std::string::npos);
  }
  CHECK(malformed("<a><b></a>") != "");
}

TEST_CASE("plots of odd values are plots all the same") {
  const double nan = std::nan("");
  for (const std::vector<double>& values : std::vector<std::vector<double>>{{},
                                                                            {1},
                                                                            {0, 0, 0},
                                                                            {nan, nan},
                                                                            {-3, 5},
                                                                            {1e-12, 3e-12},
                                                                            {1e30, -1e30},
                                                                            {-2, -1},
                                                                            std::vector<double>(100000, 0.25)}) {
    const std::string svg = svg_text({"", "", "", {{"", values}}});
    INFO(svg.substr(0, 3000));
    CHECK(malformed(svg) == "");
    CHECK(svg.find("nan") == std::string::npos);
    CHECK(svg.size() < 100000);
    CHECK(count_of(svg, "class=\"grid\"") <= 24);
    check_on_paper(svg);
  }
  CHECK(count_of(svg_text({"", "", "", {{"", {3, 2, nan, 1, HUGE_VAL, 2}}}}), "<polyline") == 3);
  CHECK_THROWS_WITH(write_svg({}, "no/such/folder.svg"), "plot: cannot write no/such/folder.svg");
}

TEST_CASE("progress is a line a tenth in files, and a bar on terminals") {
  std::ostringstream file, terminal;
  {
    Progress to_file("epoch", 200, file, false), to_terminal("step", 4, terminal, true);
    for (std::size_t i = 1; i <= 200; ++i) to_file(i, "loss 0.5");
    to_terminal(2);
    to_terminal(4, "done");
  }
  CHECK(count_of(file.str(), "\n") == 10);
  CHECK(file.str().find("epoch 200/200 loss 0.5\n") != std::string::npos);
  CHECK(file.str().find('\r') == std::string::npos);
  CHECK(terminal.str().find("\r[###############...............] step 2/4") == 0);
  CHECK(terminal.str().find("step 4/4 done") != std::string::npos);
  CHECK(terminal.str().back() == '\n');
}
