// SPDX-License-Identifier: Apache-2.0
// Whole programs: softmax and normalisations of rows, Adam, a transformer's block, an LSTM. All are float32, and their
// results stay on the device. tools/bench/graph_peer_programs.py has the same in PyTorch and JAX.
#include <cmath>
#include <cstdio>
#include <string>

#include "graph_timing.hpp"

namespace kiln::bench {
namespace {

namespace g = graph;

using Update = std::pair<g::Variable, g::Variable>;

// Prints the median time of a call of a function. If `floor` is not 0, that many bytes must move, and the ratio to the
// time that the device's copy takes for them is printed too.
void time_program(const Context& context, const char* name, const Program& program,
                  const std::vector<GpuArray>& arguments, double floor = 0) {
  const bool cpu = context.properties().kind == std::string("cpu");
  std::vector<g::Argument> given(arguments.begin(), arguments.end());
  const auto call = [&](const g::Function& f) { f.call(given); };
  const auto wait = [&] { context.synchronize(); };
  if (first_call(
          name, [&] { call(program.with); }, wait))
    return;
  call(program.with);
  wait();
  const double seconds = time_pair(name, cpu ? 1 : 20, program, call, wait);
  if (floor > 0) print_floor(context, floor, seconds);
  std::printf("\n");
  std::fflush(stdout);
}

Program program(const Context& context, const std::vector<g::Variable>& inputs, const g::Variables& outputs,
                const std::vector<Update>& updates = {}) {
  g::FunctionOptions options;
  options.inputs.assign(inputs.begin(), inputs.end());
  for (const g::Variable& output : outputs) options.outputs.emplace_back(output.transfer(context), true);
  options.updates = updates;
  options.allow_gc = KILN_NO;
  options.context = context;
  return Program(options);
}

g::Variable normalised(const g::Variable& x, const g::Variable& w, const g::Variable& b) {
  const g::Variable rest = x - g::mean(x, {-1}, true);
  return rest / g::sqrt(g::mean(g::square(rest), {-1}, true) + 1e-5) * w + b;
}

g::Variable shared(const Context& context, const Shape& shape, float deviation = 0.02f) {
  return g::shared(normal(context, shape, deviation));
}

}  // namespace

void bench_rows(const Context& context) {
  const std::int64_t rows = 8192, columns = 4096;
  const double bytes = 4.0 * double(rows * columns);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), w = g::vector("w", KILN_FLOAT32),
                    b = g::vector("b", KILN_FLOAT32);
  const GpuArray data = normal(context, {rows, columns}), scale = normal(context, {columns}),
                 shift = normal(context, {columns});
  time_program(context, "softmax of rows, 8192 x 4096", program(context, {x}, {g::softmax(x, 1)}), {data}, 2 * bytes);
  time_program(context, "softmax of columns", program(context, {x}, {g::softmax(x, 0)}), {data}, 2 * bytes);
  const g::Variable y = normalised(x, w, b);
  time_program(context, "layer norm of rows", program(context, {x, w, b}, {y}), {data, scale, shift}, 2 * bytes);
  const auto gradients = g::grad(g::sum(g::square(y) * x), {x, w, b});
  time_program(context, "its gradient by x, w, b", program(context, {x, w, b}, gradients), {data, scale, shift},
               2 * bytes);
}

void bench_adam(const Context& context) {
  const auto run = [&](const char* name, const std::vector<std::int64_t>& sizes) {
    std::vector<Update> updates;
    std::vector<g::Variable> inputs;
    std::vector<GpuArray> arguments;
    double bytes = 0;
    const g::Variable t = g::shared(GpuArray::full(context, {}, 0.0f), "t"), step = t + 1.0f;
    updates.emplace_back(t, step);
    const g::Variable rate =
        0.001f * g::sqrt(1.0f - g::pow(g::Variable(0.999f), step)) / (1.0f - g::pow(g::Variable(0.9f), step));
    for (const std::int64_t size : sizes) {
      const g::Variable p = shared(context, {size}), m = g::shared(GpuArray::zeros(context, {size}, KILN_FLOAT32)),
                        v = g::shared(GpuArray::zeros(context, {size}, KILN_FLOAT32));
      const g::Variable slope = g::vector("g" + std::to_string(inputs.size()), KILN_FLOAT32);
      inputs.push_back(slope);
      arguments.push_back(normal(context, {size}));
      const g::Variable next_m = 0.9f * m + 0.1f * slope, next_v = 0.999f * v + 0.001f * g::square(slope);
      updates.emplace_back(m, next_m);
      updates.emplace_back(v, next_v);
      updates.emplace_back(p, p - rate * next_m / (g::sqrt(next_v) + 1e-8f));
      bytes += 7.0 * 4.0 * double(size);
    }
    time_program(context, name, program(context, inputs, {}, updates), arguments, bytes);
  };
  run("Adam, 4 tensors of 2^24", {1 << 24, 1 << 24, 1 << 24, 1 << 24});
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < 100; ++i) sizes.push_back(std::int64_t(1) << (12 + i % 5));
  run("Adam, 100 tensors of 2^12 to 2^16", sizes);
}

void bench_transformer(const Context& context) {
  const std::int64_t batch = 8, tokens = 256, width = 512, heads = 8, each = width / heads, inner = 2048;
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  g::Variables parameters;
  const auto weight = [&](const Shape& shape) {
    parameters.push_back(shape.size() > 1 ? shared(context, shape)
                                          : g::shared(GpuArray::zeros(context, shape, KILN_FLOAT32)));
    return parameters.back();
  };
  const auto layer = [&](const g::Variable& in, std::int64_t from, std::int64_t to) {
    const g::Variable w = weight({from, to});
    return g::dot(in, w) + weight({to});
  };
  const auto norm = [&](const g::Variable& in) {
    const g::Variable w = weight({width});
    return normalised(in, w + 1.0f, weight({width}));
  };
  const auto split = [&](const g::Variable& in) {
    return in.reshape({batch, tokens, heads, each}).dimshuffle({0, 2, 1, 3});
  };
  const g::Variable in = norm(x);
  const g::Variable q = split(layer(in, width, width)), k = split(layer(in, width, width)),
                    v = split(layer(in, width, width));
  const g::Variable scores = g::softmax(g::dot(q, k.dimshuffle({0, 1, 3, 2})) * (1 / std::sqrt(float(each))), -1);
  const g::Variable mixed = g::dot(scores, v).dimshuffle({0, 2, 1, 3}).reshape({batch, tokens, width});
  const g::Variable middle = x + layer(mixed, width, width);
  const g::Variable wide = layer(norm(middle), width, inner);
  const g::Variable gelu = 0.5f * wide * (1.0f + g::tanh(0.7978845608f * (wide + 0.044715f * wide * wide * wide)));
  const g::Variable out = middle + layer(gelu, inner, width);
  const GpuArray data = normal(context, {batch, tokens, width});
  time_program(context, "transformer block, forward", program(context, {x}, {out}), {data});
  const g::Variable cost = g::mean(g::square(out));
  const auto gradients = g::grad(cost, parameters);
  std::vector<Update> updates;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    updates.emplace_back(parameters[i], parameters[i] - 0.01f * gradients[i]);
  time_program(context, "transformer block, a training step", program(context, {x}, {cost}, updates), {data});
}

void bench_lstm(const Context& context) {
  const std::int64_t batch = 64, width = 256;
  const int steps = 32;
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  const g::Variable w = shared(context, {width, 4 * width}), u = shared(context, {width, 4 * width}),
                    b = g::shared(GpuArray::zeros(context, {4 * width}, KILN_FLOAT32));
  const g::Variable zero = g::shared(GpuArray::zeros(context, {batch, width}, KILN_FLOAT32));
  const auto cell = [&](const g::Variable& in, const g::Variable& h, const g::Variable& c) {
    const g::Variable z = in + g::dot(h, u);
    const auto gate = [&](int i) { return g::slice(z, i * width, width, 1); };
    const g::Variable next = g::sigmoid(gate(0)) * c + g::sigmoid(gate(1)) * g::tanh(gate(2));
    return g::Variables{g::sigmoid(gate(3)) * g::tanh(next), next};
  };
  const auto train = [&](const g::Variable& h) {
    const g::Variable cost = g::mean(g::square(h));
    const auto gradients = g::grad(cost, {w, u, b});
    return program(context, {x}, {cost},
                   {{w, w - 0.01f * gradients[0]}, {u, u - 0.01f * gradients[1]}, {b, b - 0.01f * gradients[2]}});
  };
  const GpuArray data = normal(context, {steps, batch, width});
  const g::Variable inputs = g::dot(x, w) + b;
  g::Variables state{zero, zero};
  for (int t = 0; t < steps; ++t) state = cell(g::slice(inputs, t, 1).reshape({batch, 4 * width}), state[0], state[1]);
  time_program(context, "LSTM of 32 steps unrolled, a training step", train(state[0]), {data});
  const auto step = [&](const g::Variables& at) { return cell(at[0], at[1], at[2]); };
  const g::Variables looped = g::scan(step, {inputs}, {zero, zero});
  time_program(context, "LSTM of 32 steps by scan, a training step",
               train(g::slice(looped[0], steps - 1, 1).reshape({batch, width})), {data});
}

}  // namespace kiln::bench
