// SPDX-License-Identifier: Apache-2.0
// Curves, such as the loss of every epoch, as an SVG picture.
#pragma once

#include <locale.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

struct Series {
  std::string name;
  std::vector<double> values;  // of epochs 1, 2, ...; one that is not finite leaves a gap
};
struct Plot {
  std::string title, x_label, y_label;
  std::vector<Series> series;
};

namespace plot_detail {

constexpr double kWidth = 720, kHeight = 440, kLeft = 70, kRight = 30, kTop = 66, kBottom = 60;
constexpr double kInnerWidth = kWidth - kLeft - kRight, kInnerHeight = kHeight - kTop - kBottom;
// Told apart by colour-blind readers too, and readable on white and on black (Okabe and Ito, 2008).
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
constexpr std::size_t kMostPoints = 2000;  // of a curve: more than the picture has columns

__attribute__((format(printf, 1, 2))) inline std::string text(const char* format, ...) {
  // printf has the decimal point of the process's locale, pictures have one of their own.
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  const locale_t before = uselocale(plain);
  char buffer[400];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  uselocale(before);
  return buffer;
}

inline std::string escaped(const std::string& plain) {
  std::string out;
  for (const char c : plain)
    if (c == '<' || c == '>' || c == '&')
      out += "&#" + std::to_string(int(c)) + ";";
    else
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return out;
}

// Whole steps of 1, 2 or 5 times a power of ten around the values, about eight at most.
struct Axis {
  double first, step;
  int steps;
  Axis(double least, double greatest, double least_step) {
    if (!(greatest > least)) greatest = least + std::max(least_step, std::fabs(least) / 2);
    if (!(greatest > least)) greatest = least + 1;
    const double power = std::pow(10, std::floor(std::log10((greatest - least) / 5)));
    step = power * 10;
    for (const double factor : {5.0, 2.0, 1.0})
      if ((greatest - least) / (power * factor) <= 8) step = power * factor;
    step = std::max(step, least_step);
    const double before = std::floor(least / step + 1e-9);
    first = before * step;
    steps = std::max(1, static_cast<int>(std::ceil(greatest / step - before - 1e-9)));
  }
  // The rounding keeps the ticks free of remainders such as 1e-17.
  double tick(int i) const { return std::round(first / step + i) * step; }
  double share(double value) const { return (value - first) / (step * steps); }
};

struct Scale {
  Axis x, y;
  double across(double value) const { return kLeft + x.share(value) * kInnerWidth; }
  double down(double value) const { return kTop + (1 - y.share(value)) * kInnerHeight; }
};

inline Scale scale_of(const Plot& plot) {
  double least = 0, greatest = 0;  // the axis has zero on it
  std::size_t longest = 1;
  for (const Series& series : plot.series) {
    longest = std::max(longest, series.values.size());
    for (const double value : series.values)
      if (std::isfinite(value)) least = std::min(least, value), greatest = std::max(greatest, value);
  }
  return {Axis(0, static_cast<double>(longest), 1), Axis(least, greatest, 0)};
}

inline std::string grid(const Scale& scale) {
  std::string out;
  const double right = kLeft + kInnerWidth, bottom = kTop + kInnerHeight;
  for (int i = 0; i <= scale.x.steps; ++i) {
    const double x = scale.across(scale.x.tick(i));
    out += text("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x, kTop, x, bottom);
    out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%g</text>\n", x, bottom + 18, scale.x.tick(i));
  }
  for (int i = 0; i <= scale.y.steps; ++i) {
    const double y = scale.down(scale.y.tick(i));
    out += text("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", kLeft, y, right, y);
    out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", kLeft - 8, y + 4, scale.y.tick(i));
  }
  return out;
}

inline std::string curve(const Scale& scale, const std::vector<double>& values, const char* colour) {
  const std::size_t stride = (values.size() + kMostPoints - 1) / kMostPoints;
  std::string out, points;
  const auto finish = [&] {
    if (!points.empty())
      out += std::string("<polyline class=\"line\" stroke=\"") + colour + "\" points=\"" + points + "\"/>\n";
    points.clear();
  };
  for (std::size_t i = 0; i < values.size(); i += std::min(stride, std::max<std::size_t>(values.size() - 1 - i, 1))) {
    if (!std::isfinite(values[i])) {
      finish();
      continue;
    }
    const double x = scale.across(static_cast<double>(i + 1)), y = scale.down(values[i]);
    points += text("%.1f,%.1f ", x, y);
    if (values.size() <= 40) out += text("<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", colour, x, y);
  }
  finish();
  return out;
}

}  // namespace plot_detail

inline std::string svg_text(const Plot& plot) {
  using namespace plot_detail;
  const Scale scale = scale_of(plot);
  std::string out = text(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n",
      kWidth, kHeight, kWidth, kHeight);
  out +=
      "<style>\n"
      ".paper { fill: #ffffff } text { fill: #222222 } .grid { stroke: #d8d8d8 }\n"
      ".line { fill: none; stroke-width: 2 }\n"
      "@media (prefers-color-scheme: dark) {\n"
      ".paper { fill: #161616 } text { fill: #e6e6e6 } .grid { stroke: #3c3c3c }\n"
      "}\n</style>\n";
  out += text("<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\"/>\n", kWidth, kHeight);
  out += text("<text x=\"%.1f\" y=\"26\" font-size=\"16\">", kLeft) + escaped(plot.title) + "</text>\n";
  out += grid(scale);
  out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", kLeft + kInnerWidth / 2, kHeight - 16) +
         escaped(plot.x_label) + "</text>\n";
  out += text("<text transform=\"translate(20 %.1f) rotate(-90)\" text-anchor=\"middle\">", kTop + kInnerHeight / 2) +
         escaped(plot.y_label) + "</text>\n";
  double legend = kLeft;  // a row above the curves, where none can cross it
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const char* colour = kColours[i % std::size(kColours)];
    out += curve(scale, plot.series[i].values, colour);
    out += text("<path class=\"line\" stroke=\"%s\" d=\"M%.1f 46 h24\"/>\n", colour, legend);
    out += text("<text x=\"%.1f\" y=\"50\">", legend + 30) + escaped(plot.series[i].name) + "</text>\n";
    legend += 60 + 7.5 * static_cast<double>(plot.series[i].name.size());
  }
  return out + "</svg>\n";
}

// Throws std::runtime_error where the file cannot be written.
inline void write_svg(const Plot& plot, const std::string& path) {
  std::ofstream file(path);
  file << svg_text(plot) << std::flush;
  if (!file) throw std::runtime_error("plot: cannot write " + path);
}
