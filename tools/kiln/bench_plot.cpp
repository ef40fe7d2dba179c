// SPDX-License-Identifier: Apache-2.0
// Plots bandwidth over size as SVG: a line for each operation, and one for the device's copy, which is the
// floor.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "bench.hpp"

namespace kiln_tool::bench {

namespace {

constexpr double kWidth = 960, kHeight = 560, kLeft = 80, kRight = 260, kTop = 50, kBottom = 60;
constexpr double kInnerWidth = kWidth - kLeft - kRight, kInnerHeight = kHeight - kTop - kBottom;
// Colours that colour-blind readers can tell apart and that show on white and on black (Okabe and Ito, 2008).
const char* const kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
const char* const kDashes[] = {"none", "8 3", "3 3", "10 3 2 3"};

std::string text(const char* format, ...) __attribute__((format(printf, 1, 2)));
std::string text(const char* format, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

std::string escaped(const std::string& plain) {
  std::string out;
  for (char c : plain)
    if (c == '<' || c == '>' || c == '&' || c == '"')
      out += "&#" + std::to_string(int(c)) + ";";
    else if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F)
      out += c;
    else
      out += '?';  // names come from drivers and may hold any bytes
  return out;
}

struct Point {
  double bytes, rate;
};
struct Line {
  std::string name;
  std::vector<Point> points;
};

// The lines of the plot. The first one is the device's copy.
std::vector<Line> lines_of(const Report& report) {
  std::vector<Line> lines = {{"device copy", {}}};
  for (const Measurement& m : report.measurements) {
    if (m.bytes <= 0 || m.arithmetic()) continue;
    std::string name = m.operation + (m.what.empty() ? "" : ", " + m.what);
    if (m.dtype != KILN_FLOAT32) name += std::string(", ") + kiln_dtype_name(m.dtype);
    auto line = std::find_if(lines.begin(), lines.end(), [&](const Line& l) { return l.name == name; });
    if (line == lines.end()) line = lines.insert(lines.end(), {name, {}});
    line->points.push_back({m.bytes, m.bytes / m.own.median() / 1e9});
    if (!m.copy.empty()) lines[0].points.push_back({m.bytes, m.bytes / m.copy.median() / 1e9});
  }
  for (Line& line : lines)
    std::sort(line.points.begin(), line.points.end(), [](const Point& a, const Point& b) { return a.bytes < b.bytes; });
  // Copies of about the same size that ran beside several operations become one point.
  auto& copies = lines[0].points;
  std::vector<Point> merged;
  for (std::size_t first = 0; first < copies.size();) {
    std::size_t last = first;
    std::vector<double> rates;
    do rates.push_back(copies[last++].rate);
    while (last < copies.size() && copies[last].bytes <= copies[last - 1].bytes * 1.2);
    std::sort(rates.begin(), rates.end());
    merged.push_back({copies[first + rates.size() / 2].bytes, rates[rates.size() / 2]});
    first = last;
  }
  copies = std::move(merged);
  return lines;
}

std::string bytes_label(int exponent) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  return std::to_string(int(std::pow(10, exponent % 3))) + " " + units[std::clamp(exponent / 3, 0, 4)];
}

// A step of 1, 2 or 5 times a power of ten that divides the range into 4 to 10.
double step_of(double range) {
  const double power = std::pow(10, std::floor(std::log10(range / 5)));
  for (double factor : {1.0, 2.0, 5.0})
    if (range / (power * factor) <= 8) return power * factor;
  return power * 10;
}

struct Scale {
  double first, last, greatest;  // first and last: decimal logarithms of bytes; greatest: GB/s
  double x(double bytes) const { return kLeft + (std::log10(bytes) - first) / (last - first) * kInnerWidth; }
  double y(double rate) const { return kTop + (1 - rate / greatest) * kInnerHeight; }
};

std::string axes(const Scale& scale, double step) {
  std::string out;
  for (int decade = int(scale.first); decade <= int(scale.last); ++decade) {
    const double x = scale.x(std::pow(10.0, decade));
    out += text("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x, kTop, x,
                kTop + kInnerHeight);
    out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x, kTop + kInnerHeight + 18,
                bytes_label(decade).c_str());
  }
  for (double rate = 0; rate <= scale.greatest * 1.0001; rate += step) {
    const double y = scale.y(rate);
    out += text("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", kLeft, y,
                kLeft + kInnerWidth, y);
    out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", kLeft - 8, y + 4, rate);
  }
  out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">bytes in and out</text>\n", kLeft + kInnerWidth / 2,
              kHeight - 14);
  out += text("<text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">GB/s</text>\n",
              kTop + kInnerHeight / 2);
  return out;
}

}  // namespace

std::string plot_text(const Report& report) {
  const std::vector<Line> lines = lines_of(report);
  Scale scale{HUGE_VAL, -HUGE_VAL, 0};
  for (const Line& line : lines)
    for (const Point& p : line.points) {
      scale.first = std::min(scale.first, std::floor(std::log10(p.bytes)));
      scale.last = std::max(scale.last, std::ceil(std::log10(p.bytes)));
      scale.greatest = std::max(scale.greatest, p.rate);
    }
  if (scale.greatest <= 0) scale = {3, 4, 1};  // axes for an empty plot, if nothing was measured in bytes
  if (scale.last <= scale.first) scale.last = scale.first + 1;
  const double step = step_of(scale.greatest);
  scale.greatest = std::ceil(scale.greatest * 1.001 / step) * step;

  // The picture is high enough for the legend, which may be longer than the plot is high.
  const double height = std::max(kHeight, kTop + 20 * double(lines.size()) + 20);
  std::string out = text(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n",
      kWidth, height, kWidth, height);
  out +=
      "<style>\n"
      ".paper { fill: #ffffff } text { fill: #222222 } .grid { stroke: #d8d8d8 } .copy { stroke: #222222 }\n"
      ".line { fill: none; stroke-width: 2 }\n"
      "@media (prefers-color-scheme: dark) {\n"
      ".paper { fill: #161616 } text { fill: #e6e6e6 } .grid { stroke: #3c3c3c } .copy { stroke: #e6e6e6 }\n"
      "}\n</style>\n";
  out += text("<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\"/>\n", kWidth, height);
  out += text("<text x=\"%.1f\" y=\"26\" font-size=\"16\">", kLeft) +
         escaped(report.name + " (" + report.device + ")") + "</text>\n";
  out += axes(scale, step);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].points.empty()) continue;
    const std::size_t colour = (i + std::size(kColours) - 1) % std::size(kColours),
                      dash = (i - 1) / std::size(kColours) % std::size(kDashes);
    const std::string style =
        i == 0 ? "class=\"line copy\" stroke-dasharray=\"6 4\""
               : text("class=\"line\" stroke=\"%s\" stroke-dasharray=\"%s\"", kColours[colour], kDashes[dash]);
    std::string points;
    for (const Point& p : lines[i].points) {
      const double x = scale.x(p.bytes), y = scale.y(p.rate);
      points += text("%.1f,%.1f ", x, y);
      out += "<circle " + style + text(" style=\"stroke-dasharray: none\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", x, y);
    }
    out += "<polyline " + style + " points=\"" + points + "\"/>\n";
    const double y = kTop + 8 + 20 * double(i), x = kLeft + kInnerWidth + 20;
    out += "<path " + style + text(" d=\"M%.1f %.1f h28\"/>\n", x, y);
    out += text("<text x=\"%.1f\" y=\"%.1f\">", x + 36, y + 4) + escaped(lines[i].name) + "</text>\n";
  }
  return out + "</svg>\n";
}

}  // namespace kiln_tool::bench
