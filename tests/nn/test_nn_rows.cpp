// SPDX-License-Identifier: Apache-2.0
// What normalisations, losses and attention become on devices: how many row programs, and how many steps in all.
#include <cstdlib>

#include "nn_support.hpp"

namespace {

// A device that computes nothing, so that what functions become is the same on every machine.
kiln::Context silent(bool gpu) {
  const char* const options = gpu ? "gpu=1,unknown_kernels=1,largest_real=0,local_memory=49152"
                                  : "unknown_kernels=1,largest_real=0,local_memory=1048576";
  setenv("KILN_FAKE", options, 1);
  kiln::Context context("fake0");
  unsetenv("KILN_FAKE");
  return context;
}

// What explain says of a function of shared variables, which is compiled when it is made.
struct Steps {
  std::string text;
  std::size_t programs, steps;
  Steps(const kiln::Context& context, const g::Variables& outputs, const nn::Updates& updates = {}) {
    g::FunctionOptions options;
    for (const g::Variable& output : outputs) options.outputs.push_back(output);
    options.updates = updates;
    options.context = context;
    text = g::Function(options).describe("explain");
    programs = count(": GpuRows{");
    steps = count("  step ");
  }
  std::size_t count(const std::string& part) const {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  }
  // Compares with "PROGRAMS of STEPS", and reasons of nodes that stay apart, in their order.
  void check(const std::string& numbers, const std::vector<std::string>& reasons = {}) const {
    INFO(text);
    CHECK(std::to_string(programs) + " of " + std::to_string(steps) == numbers);
    CHECK(count("\napart: ") == reasons.size());
    std::size_t from = 0;
    for (const std::string& reason : reasons) {
      const std::size_t apart = text.find("\napart: ", from), end = text.find('\n', apart + 1);
      REQUIRE(apart != std::string::npos);
      CHECK(text.substr(apart, end - apart).find(reason) != std::string::npos);
      from = end;
    }
  }
};

// Layers on one device, without elements that mean anything.
struct Bench {
  kiln::Context context;
  explicit Bench(bool gpu) : context(silent(gpu)) {}
  g::Variable variable(const char* name, const Shape& shape, kiln_dtype dtype = KILN_FLOAT32) const {
    return g::shared(GpuArray::zeros(context, shape, dtype), name);
  }
  Steps of(const g::Variables& outputs, const nn::Updates& updates = {}) const { return {context, outputs, updates}; }
  // The gradients of y, for those of what is behind it.
  Steps gradient(const g::Variable& y, const Shape& shape, const g::Variables& by) const {
    return of(g::grad(g::sum(y * variable("dy", shape)), by));
  }
  // The result and the gradients in one function.
  Steps both(const g::Variable& y, const Shape& shape, const g::Variables& by) const {
    g::Variables outputs = g::grad(g::sum(y * variable("dy", shape)), by);
    outputs.insert(outputs.begin(), y);
    return of(outputs);
  }
};

const Shape kRows{64, 512}, kImages{16, 32, 14, 14}, kChannelsLast{16, 14, 14, 32}, kScores{2, 4, 32, 128};
const char* const kOtherAxes = "the reduced axes differ, ";

}  // namespace

TEST_CASE("nn: layer norm and RMS norm on GPUs are a program of rows, and their gradients one and sums of columns") {
  const Bench gpu(true);
  const g::Variable x = gpu.variable("x", kRows), scale = gpu.variable("s", {512}), shift = gpu.variable("t", {512});
  const g::Variable layer = nn::layer_norm(x, scale, shift), rms = nn::rms_norm(x, scale);
  gpu.of({layer}).check("1 of 1");
  gpu.of({rms}).check("1 of 1");
  gpu.gradient(layer, kRows, {x}).check("1 of 1");
  gpu.gradient(rms, kRows, {x}).check("1 of 1");
  // The gradients of the parameters are sums along the other axis.
  gpu.gradient(layer, kRows, {x, scale, shift}).check("2 of 2", {kOtherAxes});
  gpu.gradient(rms, kRows, {x, scale}).check("1 of 2", {kOtherAxes});
  gpu.both(layer, kRows, {x, scale, shift}).check("2 of 2", {kOtherAxes});
  gpu.both(rms, kRows, {x, scale}).check("1 of 2", {kOtherAxes});
}

TEST_CASE("nn: batch norm on GPUs is a program of rows") {
  const Bench gpu(true);
  nn::Parameters net(gpu.context);
  const nn::BatchNorm channels(net, "channels", 32), last(net, "last", 32, {1e-5, 0.1, -1});
  nn::Updates updates, of_last;
  const g::Variable x = gpu.variable("x", kImages), images = channels.train(x, updates);
  gpu.of({images}).check("1 of 1");
  gpu.of({images}, updates).check("1 of 3");  // two steps say only that a variable has a new value
  gpu.gradient(images, kImages, {x, channels.scale, channels.shift}).check("1 of 1");
  gpu.both(images, kImages, {x, channels.scale, channels.shift}).check("1 of 1");
  const g::Variable z = gpu.variable("z", kChannelsLast), behind = last.train(z, of_last);
  gpu.of({behind}).check("1 of 1");
  gpu.of({behind}, of_last).check("1 of 3");
  gpu.gradient(behind, kChannelsLast, {z, last.scale, last.shift}).check("1 of 1");
  gpu.both(behind, kChannelsLast, {z, last.scale, last.shift}).check("1 of 1");
  const Shape fewer{8, 14, 14, 32};
  const g::Variable half = gpu.variable("half", fewer);
  gpu.gradient(last.train(half, of_last), fewer, {half, last.scale, last.shift}).check("1 of 1");
}

TEST_CASE("nn: group norm is a program of rows, and its gradient one and sums of columns") {
  for (const bool is_gpu : {true, false}) {
    CAPTURE(is_gpu);
    const Bench on(is_gpu);
    const g::Variable scale = on.variable("s", {32}), shift = on.variable("t", {32});
    for (const std::int64_t axis : {1, -1}) {
      CAPTURE(axis);
      const Shape& shape = axis == 1 ? kImages : kChannelsLast;
      const g::Variable x = on.variable("x", shape), y = nn::group_norm(x, 4, 32, scale, shift, 1e-5, axis);
      on.of({y}).check("1 of 1");
      on.gradient(y, shape, {x}).check("1 of 1");
    }
    const g::Variable x = on.variable("x", kImages), y = nn::group_norm(x, 4, 32, scale, shift);
    on.gradient(y, kImages, {x, scale, shift}).check("2 of 2", {kOtherAxes});
    on.both(y, kImages, {x, scale, shift}).check("2 of 2", {kOtherAxes});
    // What stands behind is computed in the shape of the groups.
    const g::Variable behind = g::relu(y + on.variable("r", kImages));
    on.of({behind}).check("1 of 1");
    on.gradient(behind, kImages, {x, scale, shift}).check("1 of 2", {kOtherAxes});
  }
}

TEST_CASE("nn: log-softmax and cross-entropy on GPUs are a program of rows") {
  const Bench gpu(true);
  const g::Variable x = gpu.variable("x", kRows);
  for (const std::int64_t axis : {-1, 0}) {
    CAPTURE(axis);
    const g::Variable y = g::log_softmax(x, axis);
    gpu.of({y}).check("1 of 1");
    gpu.gradient(y, kRows, {x}).check("1 of 1");
    gpu.both(y, kRows, {x}).check("1 of 1");
  }
  const g::Variable labels = gpu.variable("labels", {64}, KILN_INT32);
  nn::LossOptions each;
  each.reduce = nn::Reduce::none;
  gpu.of({nn::cross_entropy(x, labels, each)}).check("1 of 1");
  // The mean of all rows is a step of its own, which the gradient does not need.
  const g::Variable cost = nn::cross_entropy(x, labels), slope = g::grad(cost, x);
  gpu.of({cost}).check("1 of 2");
  gpu.of({slope}).check("1 of 1");
  gpu.of({cost, slope}).check("1 of 2");
}

TEST_CASE("nn: masked scores of attention on GPUs are a program of rows between products") {
  const Bench gpu(true);
  const g::Variable scores = gpu.variable("scores", kScores), mask = gpu.variable("mask", {32, 128}),
                    seen = gpu.variable("seen", {32, 128}, KILN_BOOL);
  for (const g::Variable& masked : {scores + mask, g::where(seen, scores, -8e9)}) {
    const g::Variable weights = g::softmax(masked, -1);
    gpu.of({weights}).check("1 of 1");
    gpu.gradient(weights, kScores, {scores}).check("1 of 1");
    gpu.both(weights, kScores, {scores}).check("1 of 1");
  }
  const Shape asked{8, 32, 64}, offered{8, 128, 64};
  const g::Variable q = gpu.variable("q", asked), k = gpu.variable("k", offered), v = gpu.variable("v", offered);
  nn::AttentionOptions masked, causal;
  masked.mask = seen;
  causal.causal = true;
  // The queries by the scale, two products and the weights; the causal mask has two steps more.
  const g::Variable y = nn::attention(q, k, v, 64, masked), behind = nn::attention(q, k, v, 64, causal);
  gpu.of({y}).check("1 of 4");
  gpu.gradient(y, asked, {q, k, v}).check("1 of 7");
  gpu.both(y, asked, {q, k, v}).check("1 of 8");
  gpu.of({behind}).check("1 of 6");
  gpu.gradient(behind, asked, {q, k, v}).check("1 of 9");
  gpu.both(behind, asked, {q, k, v}).check("1 of 10");
}

TEST_CASE("nn: rows on CPU devices are the programs of GPUs, but for columns") {
  const Bench cpu(false);
  const g::Variable x = cpu.variable("x", kRows), scale = cpu.variable("s", {512}), shift = cpu.variable("t", {512});
  const g::Variable layer = nn::layer_norm(x, scale, shift), rms = nn::rms_norm(x, scale);
  cpu.of({layer}).check("1 of 1");
  cpu.of({rms}).check("1 of 1");
  // Sums of columns are steps of their own.
  cpu.gradient(layer, kRows, {x, scale, shift}).check("1 of 3", {kOtherAxes, "separate kernels read them once too"});
  cpu.gradient(rms, kRows, {x, scale}).check("1 of 2", {kOtherAxes});
  for (const std::int64_t axis : {-1, 0}) {
    const g::Variable y = g::log_softmax(x, axis);
    cpu.of({y}).check("1 of 1");
    cpu.gradient(y, kRows, {x}).check("1 of 1");
  }
  const g::Variable cost = nn::cross_entropy(x, cpu.variable("labels", {64}, KILN_INT32));
  cpu.of({cost}).check("1 of 2");
  cpu.of({g::grad(cost, x)}).check("1 of 1");
  const g::Variable scores = cpu.variable("scores", kScores);
  const g::Variable weights = g::softmax(scores + cpu.variable("mask", {32, 128}), -1);
  cpu.of({weights}).check("1 of 1");
  cpu.gradient(weights, kScores, {scores}).check("1 of 1");
  nn::Parameters net(cpu.context);
  nn::Updates updates;
  const nn::BatchNorm channels(net, "channels", 32), last(net, "last", 32, {1e-5, 0.1, -1});
  const g::Variable z = cpu.variable("z", kImages), images = channels.train(z, updates);
  cpu.of({images}).check("1 of 1");
  cpu.gradient(images, kImages, {z, channels.scale, channels.shift}).check("1 of 1");
  const g::Variable w = cpu.variable("w", kChannelsLast), behind = last.train(w, updates);
  const std::string pieces = "separate kernels read 128 bytes in order and are faster where pieces are below 512";
  cpu.of({behind}).check("0 of 4", {pieces});
  cpu.gradient(behind, kChannelsLast, {w, last.scale, last.shift}).check("0 of 10", {pieces});
}
