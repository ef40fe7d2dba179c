// SPDX-License-Identifier: Apache-2.0
// Plots bandwidth over size as SVG: a line for each operation of each library, and one for the device's copy, which is
// the floor. Colours and marks tell operations apart, dashes libraries.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <set>
#include <tuple>

#include "bench/bench.hpp"

namespace kiln_tool::bench {

namespace {

constexpr double kWidth = 960, kHeight = 560, kLeft = 80, kRight = 260, kTop = 50, kBottom = 60;
constexpr double kInnerWidth = kWidth - kLeft - kRight, kInnerHeight = kHeight - kTop - kBottom;
// Colours that colour-blind readers can tell apart and that show on white and on black (Okabe and Ito, 2008).
const char* const kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
// Of Kiln and of its peers.
const char* const kDashes[] = {"none", "7 4", "2 3", "10 3 2 3", "1 5"};
constexpr std::size_t kMarks = 4;

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
// The lines of a case of an operation: first Kiln's, then those of the peers in the report's order.
struct Operation {
  std::string what;
  std::vector<std::vector<Point>> lines;
};
struct Plot {
  std::vector<std::string> libraries, not_in_bytes;
  std::set<std::string> dtypes;
  std::vector<Point> copy;
  std::map<std::tuple<std::string, kiln_dtype, int>, Operation> operations;  // by name, dtype and number of the case
};

void sort_by_bytes(std::vector<Point>& points) {
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.bytes < b.bytes; });
}

// Copies of about the same size that ran beside several operations become one point.
std::vector<Point> merged(std::vector<Point> copies) {
  sort_by_bytes(copies);
  std::vector<Point> points;
  for (std::size_t first = 0; first < copies.size();) {
    std::size_t last = first;
    std::vector<double> rates;
    do rates.push_back(copies[last++].rate);
    while (last < copies.size() && copies[last].bytes <= copies[last - 1].bytes * 1.2);
    std::sort(rates.begin(), rates.end());
    points.push_back({copies[first + rates.size() / 2].bytes, rates[rates.size() / 2]});
    first = last;
  }
  return points;
}

// Of several operations each has the line of its first case, such as the sum of all elements; one alone has all.
Plot plot_of(const Report& report) {
  Plot plot;
  plot.libraries = {"Kiln"};
  for (const Peer& peer : report.peers)
    if (!peer.version.empty()) plot.libraries.push_back(peer.name);
  std::set<std::string> names, not_in_bytes;
  for (const Measurement& m : report.measurements) {
    names.insert(m.operation);
    plot.dtypes.insert(kiln_dtype_name(m.dtype));
    if (m.bytes <= 0 || m.arithmetic()) not_in_bytes.insert(m.operation);
  }
  plot.not_in_bytes.assign(not_in_bytes.begin(), not_in_bytes.end());
  std::map<std::tuple<std::string, kiln_dtype, std::int64_t>, int> cases;
  for (const Measurement& m : report.measurements) {
    const int number = cases[{m.operation, m.dtype, m.size}]++;
    if (not_in_bytes.count(m.operation) || (names.size() > 1 && number > 0)) continue;
    Operation& operation = plot.operations[{m.operation, m.dtype, number}];
    if (operation.lines.empty()) operation = {m.what, std::vector<std::vector<Point>>(plot.libraries.size())};
    if (operation.what != m.what) operation.what.clear();  // it says a size
    operation.lines[0].push_back({m.bytes, m.bytes / m.own.median() / 1e9});
    for (std::size_t i = 1; i < plot.libraries.size(); ++i)
      if (const auto rounds = m.peers.find(plot.libraries[i]); rounds != m.peers.end())
        operation.lines[i].push_back({m.bytes, m.bytes / rounds->second.median() / 1e9});
    if (!m.copy.empty()) plot.copy.push_back({m.bytes, m.bytes / m.copy.median() / 1e9});
  }
  for (auto& [key, operation] : plot.operations)
    for (auto& points : operation.lines) sort_by_bytes(points);
  plot.copy = merged(std::move(plot.copy));
  return plot;
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

Scale scale_of(const Plot& plot) {
  Scale scale{HUGE_VAL, -HUGE_VAL, 0};
  const auto fit = [&](const std::vector<Point>& points) {
    for (const Point& p : points) {
      scale.first = std::min(scale.first, std::floor(std::log10(p.bytes)));
      scale.last = std::max(scale.last, std::ceil(std::log10(p.bytes)));
      scale.greatest = std::max(scale.greatest, p.rate);
    }
  };
  fit(plot.copy);
  for (const auto& [key, operation] : plot.operations)
    for (const auto& points : operation.lines) fit(points);
  if (scale.greatest <= 0) scale = {3, 4, 1};  // axes for an empty plot, if nothing was measured in bytes
  if (scale.last <= scale.first) scale.last = scale.first + 1;
  return scale;
}

std::string mark(std::size_t kind, const std::string& colour, double x, double y) {
  const std::string fill = "fill=\"" + colour + "\"";
  switch (kind % kMarks) {
    case 0:
      return text("<circle %s cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", fill.c_str(), x, y);
    case 1:
      return text("<rect %s x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\"/>\n", fill.c_str(), x - 3, y - 3);
    case 2:
      return text("<path %s d=\"M%.1f %.1f l4 7 h-8 z\"/>\n", fill.c_str(), x, y - 4);
    default:
      return text("<path %s d=\"M%.1f %.1f l4 4 -4 4 -4 -4 z\"/>\n", fill.c_str(), x, y - 4);
  }
}

std::string line(const std::vector<Point>& points, const Scale& scale, const std::string& style) {
  std::string places;
  for (const Point& p : points) places += text("%.1f,%.1f ", scale.x(p.bytes), scale.y(p.rate));
  return "<polyline " + style + " points=\"" + places + "\"/>\n";
}

// What stands beside the plot, from the top on.
class Legend {
 public:
  explicit Legend(std::string& out) : out_(out) {}
  void entry(const std::string& name, const std::string& style) {
    out_ += "<path " + style + text(" d=\"M%.1f %.1f h28\"/>\n", kLegend, y_);
    write(name, kLegend + 36);
  }
  void entry(const std::string& name, const std::string& style, std::size_t mark_kind, const std::string& colour) {
    out_ += mark(mark_kind, colour, kLegend + 14, y_);
    entry(name, style);
  }
  void note(const std::string& words) { write(words, kLegend); }
  void gap() { y_ += 10; }

 private:
  static constexpr double kLegend = kLeft + kInnerWidth + 20;
  void write(const std::string& words, double x) {
    out_ += text("<text x=\"%.1f\" y=\"%.1f\">", x, y_ + 4) + escaped(words) + "</text>\n";
    y_ += 20;
  }
  std::string& out_;
  double y_ = kTop + 8;
};

std::string line_style(const std::string& colour, const char* dash) {
  return text("class=\"line\" stroke=\"%s\" stroke-dasharray=\"%s\"", colour.c_str(), dash);
}

std::string title_of(const Report& report, const Plot& plot) {
  std::string dtypes;
  for (const std::string& dtype : plot.dtypes) dtypes += (dtypes.empty() ? "" : ", ") + dtype;
  return dtypes + (dtypes.empty() ? "" : " on ") + report.name + " (" + report.device + ")";
}

}  // namespace

std::string plot_text(const Report& report) {
  const Plot plot = plot_of(report);
  Scale scale = scale_of(plot);
  const double step = step_of(scale.greatest);
  scale.greatest = std::ceil(scale.greatest * 1.001 / step) * step;

  // The picture is high enough for the legend, which may be longer than the plot is high.
  const std::size_t entries = plot.operations.size() + plot.libraries.size() + plot.not_in_bytes.size() + 3;
  const double height = std::max(kHeight, kTop + 20 * double(entries) + 40);
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
  out += text("<text x=\"%.1f\" y=\"26\" font-size=\"16\">", kLeft) + escaped(title_of(report, plot)) + "</text>\n";
  out += axes(scale, step);
  Legend legend(out);
  const std::string copy_style = "class=\"line copy\"";
  if (!plot.copy.empty()) {
    out += line(plot.copy, scale, copy_style);
    legend.entry("device copy", copy_style);
  }
  std::size_t i = 0;
  for (const auto& [key, operation] : plot.operations) {
    const std::string colour = kColours[i % std::size(kColours)];
    const std::size_t mark_kind = i++ / std::size(kColours);
    for (std::size_t l = 0; l < plot.libraries.size(); ++l) {
      const auto& points = operation.lines[l];
      if (points.empty()) continue;
      out += line(points, scale, line_style(colour, kDashes[l % std::size(kDashes)]));
      for (const Point& p : points) out += mark(mark_kind, colour, scale.x(p.bytes), scale.y(p.rate));
    }
    std::string name = std::get<0>(key) + (operation.what.empty() ? "" : ", " + operation.what);
    if (plot.dtypes.size() > 1) name += std::string(", ") + kiln_dtype_name(std::get<1>(key));
    legend.entry(name, line_style(colour, "none"), mark_kind, colour);
  }
  legend.gap();
  for (std::size_t l = 0; l < plot.libraries.size() && plot.libraries.size() > 1; ++l)
    legend.entry(plot.libraries[l], line_style("#888888", kDashes[l % std::size(kDashes)]));
  legend.gap();
  if (!plot.not_in_bytes.empty()) legend.note("Not shown, as bytes do not bound them:");
  for (const std::string& name : plot.not_in_bytes) legend.note(name);
  return out + "</svg>\n";
}

}  // namespace kiln_tool::bench
