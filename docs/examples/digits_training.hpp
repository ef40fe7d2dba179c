// SPDX-License-Identifier: Apache-2.0
// What digits_logreg and digits_mlp share: minibatches on the device, the loop over epochs, the report.
#pragma once

#include <kiln/kiln.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "digits.hpp"
#include "plot.hpp"
#include "progress.hpp"

struct Training {
  std::string name;              // "digits_mlp": the picture is NAME.svg
  kiln::graph::Variable x, y;    // images of one minibatch, and their labels
  kiln::graph::Variable scores;  // of x, a column for each digit
  kiln::graph::Variable cost;    // what training makes small
  std::vector<std::pair<kiln::graph::Variable, kiln::graph::Variable>> updates;
  int epochs;
  double enough;  // the accuracy on held-out digits that the program promises
};
constexpr std::int64_t kBatch = 32;

inline std::vector<std::int64_t> in_new_order(std::int64_t count, std::mt19937_64& random) {
  const auto order = shuffled(static_cast<std::size_t>(count), random);
  return {order.begin(), order.end()};
}

// Elements around zero, uniform in [-bound, bound].
inline kiln::GpuArray random_weights(const kiln::Context& context, const kiln::Shape& shape, double bound,
                                     std::mt19937_64& random) {
  std::vector<double> values(static_cast<std::size_t>(shape[0] * shape[1]));
  for (double& value : values)
    value = bound * (2 * static_cast<double>(random() >> 11) / 9007199254740992.0 - 1);
  return kiln::GpuArray::from(context, values, shape, KILN_FLOATX);
}

// Trains, prints the accuracy on digits that were held out, draws the loss. The exit status of the program.
inline int train(const kiln::Context& context, const Training& t, const DigitParts& parts,
                 std::mt19937_64& random) {
  namespace g = kiln::graph;
  const auto count = static_cast<std::int64_t>(parts.training.size());
  const auto images =
      kiln::GpuArray::from(context, parts.training.images, {count, kDigitPixels}, KILN_FLOATX);
  const auto labels = kiln::GpuArray::from(context, parts.training.labels);

  // The losses of an epoch's minibatches add up on the device, so that no call waits for the host.
  const g::Variable total = g::shared(kiln::GpuArray::zeros(context, {}), "total");
  auto updates = t.updates;
  updates.emplace_back(total, total + t.cost);
  const g::Function step({.inputs = {t.x, t.y}, .updates = updates, .name = "step"});
  const g::Function right({.inputs = {t.x, t.y},
                           .outputs = {g::mean(g::equal(g::argmax(t.scores, {1}), t.y).astype(KILN_FLOATX))},
                           .name = "right"});

  std::vector<double> losses;
  const std::int64_t batches = count / kBatch;
  const auto begin = std::chrono::steady_clock::now();
  {
    Progress progress("epoch", static_cast<std::size_t>(t.epochs));
    for (int epoch = 1; epoch <= t.epochs; ++epoch) {
      const auto order = kiln::GpuArray::from(context, in_new_order(count, random));
      const auto x = kiln::take(images, order, 0), y = kiln::take(labels, order, 0);
      total.set_value(kiln::GpuArray::zeros(context, {}));
      for (std::int64_t i = 0; i < batches; ++i) {
        const auto part = kiln::slice(i * kBatch, (i + 1) * kBatch);
        step(x(part), y(part));
      }
      losses.push_back(total.get_value().item<double>() / static_cast<double>(batches));
      progress(static_cast<std::size_t>(epoch), "loss " + std::to_string(losses.back()));
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;

  const auto accuracy = [&](const Digits& digits) {
    const auto n = static_cast<std::int64_t>(digits.size());
    return right(kiln::GpuArray::from(context, digits.images, {n, kDigitPixels}, KILN_FLOATX),
                 kiln::GpuArray::from(context, digits.labels))[0]
        .template item<double>();
  };
  const double held_out = accuracy(parts.held_out);
  const std::string picture = t.name + ".svg";
  write_svg({"Loss of " + t.name, "epoch", "cross-entropy", {{"training", losses}}}, picture);
  std::printf("%d epochs of %d minibatches in %.2f s on %s %s\n", t.epochs, int(batches), seconds.count(),
              context.device().c_str(), context.name().c_str());
  std::printf("accuracy on %d digits it learned from: %.4f\n", int(count), accuracy(parts.training));
  std::printf("accuracy on %d held-out digits: %.4f (at least %.2f expected)\n", int(parts.held_out.size()),
              held_out, t.enough);
  std::printf("the loss of every epoch is drawn in %s\n", picture.c_str());
  return held_out >= t.enough ? 0 : 1;
}

// Runs a program whose first argument may name another file of digits; errors go to standard error.
template <class Body>
int run_digits(int count, char** arguments, Body&& body) {
  kiln_set_log_callback([](kiln_log_level, const char* line, void*) { std::cerr << line << '\n'; }, nullptr);
  try {
    const DigitParts parts = part_digits(load_digits(count > 1 ? arguments[1] : kDigitsPath));
    std::mt19937_64 random(1);
    return body(kiln::Context(), parts, random);
  } catch (const kiln::Error& error) {
    std::cerr << kiln_status_name(error.status()) << ": " << error.what() << '\n' << error.build_log();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return 1;
}
