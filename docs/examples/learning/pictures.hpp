// SPDX-License-Identifier: Apache-2.0
// What the autoencoders share: minibatches of images, and images as an SVG picture.
#pragma once

#include <kiln/cxx/nn.hpp>

#include "../digits/digits_training.hpp"

// Rows of images of 8 x 8 pixels, 0 (paper) to 1 (ink), one row below the other.
inline void write_pictures(const std::vector<std::vector<float>>& rows, const std::string& path) {
  std::ofstream file(path);
  const std::size_t across = rows.at(0).size() / kDigitPixels;
  file << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << across * 9 + 1 << ' ' << rows.size() * 9 + 1
       << "\" width=\"" << across * 54 << "\" shape-rendering=\"crispEdges\">\n"
       << "<rect width=\"100%\" height=\"100%\" fill=\"#888888\"/>\n";
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t i = 0; i < across * kDigitPixels; ++i) {
      const int grey = 255 - int(255 * std::min(std::max(rows[row][i], 0.0F), 1.0F));
      const std::size_t image = i / kDigitPixels, pixel = i % kDigitPixels;
      file << "<rect x=\"" << 1 + image * 9 + pixel % 8 << "\" y=\"" << 1 + row * 9 + pixel / 8
           << "\" width=\"1\" height=\"1\" fill=\"rgb(" << grey << ',' << grey << ',' << grey << ")\"/>\n";
    }
  file << "</svg>\n" << std::flush;
  if (!file) throw std::runtime_error("pictures: cannot write " + path);
}

inline kiln::GpuArray images_of(const kiln::Context& context, const Digits& digits) {
  return kiln::GpuArray::from(context, digits.images, {std::int64_t(digits.size()), kDigitPixels}, KILN_FLOATX);
}

// Makes `cost`, which is one of images x, small over all images in a new order each epoch, and draws it in NAME.svg.
inline void train_on_images(const kiln::Context& context, const std::string& name, const kiln::graph::Variable& x,
                            const kiln::graph::Variable& cost, const kiln::nn::Updates& updates, const Digits& digits,
                            int epochs, std::mt19937_64& random) {
  namespace g = kiln::graph;
  const g::Variable images = g::shared(images_of(context, digits), "images", true),
                    rows = g::vector("rows", KILN_INT64);
  const g::Function step({.inputs = {rows},
                          .outputs = {cost.transfer(context)},  // on the device, where the epoch's sum is made
                          .updates = updates,
                          .givens = {{x, g::take(images, rows)}},
                          .name = "step"});
  std::vector<double> losses;
  Progress progress("epoch", std::size_t(epochs));
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    const kiln::GpuArray order = kiln::GpuArray::from(context, in_new_order(digits.size(), random));
    auto total = kiln::GpuArray::zeros(context, {});
    std::int64_t at = 0;
    for (; at + kBatch <= order.size(); at += kBatch)
      total = total + step(order(kiln::slice(at, at + kBatch)))[0];  // the host waits once an epoch
    losses.push_back(total.item<double>() * double(kBatch) / double(at));
    progress(std::size_t(epoch), "cost " + std::to_string(losses.back()));
  }
  write_svg({"Cost of " + name, "epoch", "cost", {{"training", losses}}}, name + ".svg");
}
