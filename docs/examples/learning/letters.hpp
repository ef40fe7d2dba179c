// SPDX-License-Identifier: Apache-2.0
// What letters_lstm and letters_transformer share: a text as numbers, training to guess the letter behind each letter,
// and writing on from a beginning.
#pragma once

#include <kiln/cxx/nn.hpp>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "../plot.hpp"
#include "../progress.hpp"

#ifndef KILN_EXAMPLE_TEXT
#define KILN_EXAMPLE_TEXT "LICENSE"
#endif

struct Text {
  std::string letters;                 // each that occurs, once
  std::vector<std::int32_t> elements;  // the text: positions in `letters`
  std::int64_t classes() const { return std::int64_t(letters.size()); }
};

inline Text load_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  if (!file || bytes.size() < 1000) throw std::runtime_error("letters: " + path + " is no file of 1000 bytes or more");
  Text text;
  for (const char c : bytes) {
    if (text.letters.find(c) == std::string::npos) text.letters += c;
    text.elements.push_back(std::int32_t(text.letters.find(c)));
  }
  return text;
}

struct Lesson {
  std::string name;  // the picture is NAME.svg, the parameters are in NAME.safetensors
  // letters (batch, kWindow) -> scores of the letter behind each, (batch, kWindow, classes).
  std::function<kiln::graph::Variable(const kiln::graph::Variable&)> scores;
  double rate;
  int steps;
  double enough;  // the mean loss of the last tenth of the steps that the program promises
};
constexpr std::int64_t kWindow = 32, kTexts = 16;

// Lets the net write `count` letters behind some from the middle of the text, the likeliest each time.
inline std::string written(const kiln::Context& context, const Text& text, const Lesson& lesson, int count) {
  namespace g = kiln::graph;
  const g::Variable x = g::matrix("x", KILN_INT32);
  const g::Function next({.inputs = {x}, .outputs = {g::argmax(lesson.scores(x)(0, -1), {0})}, .name = "next"});
  const auto begin = text.elements.begin() + std::ptrdiff_t(text.elements.size() / 2);
  std::vector<std::int32_t> window(begin, begin + kWindow);
  std::string out;
  for (int i = 0; i < count; ++i) {
    const auto answer = next(kiln::GpuArray::from(context, window, {1, kWindow}))[0].item<std::int64_t>();
    window.erase(window.begin());
    window.push_back(std::int32_t(answer));
    out += text.letters[std::size_t(answer)];
  }
  return out;
}

// Trains, prints and draws the loss, saves the parameters and loads them again. The exit status of the program.
inline int learn_letters(const kiln::Context& context, const Text& text, kiln::nn::Parameters& net,
                         const Lesson& lesson) {
  namespace g = kiln::graph;
  namespace nn = kiln::nn;
  using kiln::GpuArray;
  // The text is on the device; a step gets the places where its windows begin.
  const g::Variable starts = g::vector("starts", KILN_INT64);
  const g::Variable onwards = g::shared(GpuArray::arange(context, 0, kWindow + 1, 1, KILN_INT64), "onwards");
  const g::Variable places = starts.reshape({-1, 1}) + onwards;
  const g::Variable windows = g::take(g::shared(GpuArray::from(context, text.elements), "text", true), places);
  const g::Variable x = g::slice(windows, 0, kWindow, 1), behind = g::slice(windows, 1, kWindow, 1);
  const g::Variable cost = nn::cross_entropy(lesson.scores(x), behind);
  const g::Variables gradients = nn::clip_by_global_norm(g::grad(cost, net.trained()), 1);
  const g::Function step(
      {.inputs = {starts}, .outputs = {cost}, .updates = nn::adam(net, gradients, lesson.rate), .name = "step"});

  std::mt19937_64 random(3);
  std::vector<double> losses;
  const auto begin = std::chrono::steady_clock::now();
  {
    Progress progress("step", std::size_t(lesson.steps));
    for (int i = 1; i <= lesson.steps; ++i) {
      std::vector<std::int64_t> chosen(kTexts);
      for (auto& each : chosen) each = std::int64_t(random() % (text.elements.size() - kWindow - 1));
      losses.push_back(step(GpuArray::from(context, chosen))[0].item<double>());
      progress(std::size_t(i), "loss " + std::to_string(losses.back()));
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const int last = lesson.steps / 10;
  double loss = 0;
  for (int i = lesson.steps - last; i < lesson.steps; ++i) loss += losses[std::size_t(i)] / last;

  const std::string before = written(context, text, lesson, 60), file = lesson.name + ".safetensors";
  nn::save(file, net.model());
  for (const auto& [name, variable] : net.model()) variable.get_value(true).fill(0);
  nn::load(file, net.model());
  const std::string after = written(context, text, lesson, 60);
  write_svg({"Loss of " + lesson.name, "step", "cross-entropy of a letter", {{"training", losses}}},
            lesson.name + ".svg");
  std::printf("%d steps with %d parameters in %.2f s on %s\n", lesson.steps, int(net.size()), seconds.count(),
              context.device().c_str());
  std::printf("loss of a letter in the last %d steps: %.3f (at most %.2f expected)\n", last, loss, lesson.enough);
  std::printf("it writes: %s\n", after.c_str());
  std::printf("with the parameters of %s it writes %s\n", file.c_str(),
              before == after ? "the same" : "SOMETHING ELSE");
  return loss <= lesson.enough && before == after ? 0 : 1;
}

template <class Body>
int run_letters(int count, char** arguments, Body&& body) {
  try {
    const Text text = load_text(count > 1 ? arguments[1] : KILN_EXAMPLE_TEXT);
    return body(kiln::Context(), text);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  return 1;
}
