// SPDX-License-Identifier: Apache-2.0
// Layers of networks for images: each distinct convolution of ResNet-50, VGG-16 and MobileNet-V2, forward and both
// gradients, and their pooling. tools/bench/graph_peer_layers.py reads the table and has the same in PyTorch and JAX.
// A row's floor_us is the time that the bytes of both operands and of the result take at the rate of the device's copy,
// and nothing else: how far sums of products are from the device's rate of computing is seen from gflop/s beside it.
// Pooling has one operand, the gradient of the maximum two.
#include <cmath>
#include <cstdio>
#include <ctime>

#include "graph_timing.hpp"

namespace kiln::bench {
namespace {

struct Layer {
  const char* net;
  const char* operation;  // conv, max or average
  std::int64_t channels, filters, window, stride, padding, groups, extent;
};

std::vector<Layer> resnet50() {
  std::vector<Layer> out{{"resnet50", "conv", 3, 64, 7, 2, 3, 1, 224}};
  const auto conv = [&](std::int64_t channels, std::int64_t filters, std::int64_t window, std::int64_t stride,
                        std::int64_t extent) {
    out.push_back({"resnet50", "conv", channels, filters, window, stride, window / 2, 1, extent});
  };
  std::int64_t channels = 64, extent = 56;
  for (std::int64_t width = 64; width <= 512; width *= 2) {
    const std::int64_t stride = width == 64 ? 1 : 2;
    conv(channels, width, 1, 1, extent);
    if (stride == 2) conv(width, width, 3, 2, extent);
    conv(channels, 4 * width, 1, stride, extent);
    extent /= stride;
    conv(width, width, 3, 1, extent);
    if (stride == 2) conv(width, 4 * width, 1, 1, extent);
    conv(4 * width, width, 1, 1, extent);
    channels = 4 * width;
  }
  out.push_back({"resnet50", "max", 64, 64, 3, 2, 1, 1, 112});
  out.push_back({"resnet50", "average", 2048, 2048, 7, 7, 0, 1, 7});
  return out;
}

std::vector<Layer> vgg16() {
  std::vector<Layer> out;
  std::int64_t channels = 3, extent = 224;
  for (const std::int64_t filters : {64, 128, 256, 512, 512}) {
    if (channels < filters) out.push_back({"vgg16", "conv", channels, filters, 3, 1, 1, 1, extent});
    out.push_back({"vgg16", "conv", filters, filters, 3, 1, 1, 1, extent});
    out.push_back({"vgg16", "max", filters, filters, 2, 2, 0, 1, extent});
    channels = filters, extent /= 2;
  }
  return out;
}

std::vector<Layer> mobilenet2() {
  std::vector<Layer> out{{"mobilenet2", "conv", 3, 32, 3, 2, 1, 1, 224}};
  std::int64_t extent = 112;
  const auto conv = [&](std::int64_t channels, std::int64_t filters, std::int64_t window, std::int64_t stride,
                        std::int64_t groups) {
    for (const Layer& layer : out)
      if (layer.channels == channels && layer.filters == filters && layer.window == window && layer.stride == stride &&
          layer.extent == extent)
        return;
    out.push_back({"mobilenet2", "conv", channels, filters, window, stride, window / 2, groups, extent});
  };
  std::int64_t channels = 32;
  const std::int64_t blocks[][4] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                    {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};  // widening, filters, count, stride
  for (const auto& [widening, filters, count, first] : blocks)
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t inner = channels * widening, stride = i == 0 ? first : 1;
      if (widening > 1) conv(channels, inner, 1, 1, 1);
      conv(inner, inner, 3, stride, inner);
      extent /= stride;
      conv(inner, filters, 1, 1, 1);
      channels = filters;
    }
  conv(channels, 1280, 1, 1, 1);
  out.push_back({"mobilenet2", "average", 1280, 1280, 7, 7, 0, 1, 7});
  return out;
}

// Seconds of a call: the median of rounds that each take long enough for the clock. Few rounds suffice if they are
// long.
double seconds_of(const Context& context, const std::function<void()>& call) {
  const auto wait = [&] { context.synchronize(); };
  const auto round = [&](int count) {
    const double begin = now();
    for (int i = 0; i < count; ++i) call();
    wait();
    return (now() - begin) / count;
  };
  round(1);
  round(1);
  const double once = round(1);
  if (once > 0.2) return std::min(once, round(1));
  const int count = std::clamp(int(0.015 / once), 1, 200);
  std::array<double, 5> rounds{};
  for (double& took : rounds) took = round(count);
  std::sort(rounds.begin(), rounds.end());
  return rounds[2];
}

// The bytes of the operands and of the result of a layer's pass.
double bytes_of(const Layer& layer, std::int64_t batch, std::int64_t outputs, bool forward) {
  const double x = 4.0 * double(batch * layer.channels * layer.extent * layer.extent),
               y = 4.0 * double(batch * layer.filters * outputs * outputs),
               w = 4.0 * double(layer.filters * (layer.channels / layer.groups) * layer.window * layer.window);
  if (layer.operation == std::string("conv")) return x + y + w;
  // The gradient of the greatest element reads where it lay.
  return forward || layer.operation == std::string("average") ? x + y : 2 * x + y;
}

// Prints a row of the table: the layer, and microseconds with the channels behind the batch and with the channels last.
void time_layer(const Context& context, const Layer& layer, std::int64_t batch, bool processor) {
  const bool conv = layer.operation == std::string("conv");
  const std::int64_t outputs = (layer.extent + 2 * layer.padding - layer.window) / layer.stride + 1;
  const kiln_pool_op op = layer.operation == std::string("max") ? KILN_POOL_MAX : KILN_POOL_AVERAGE;
  constexpr const char* kPasses[] = {"forward", "by_input", "by_filter"};
  double took[3][2] = {};
  for (const bool last : {false, true}) {
    const auto shape = [&](std::int64_t first, std::int64_t channels, std::int64_t extent) {
      return last ? Shape{first, extent, extent, channels} : Shape{first, channels, extent, extent};
    };
    const GpuArray x = normal(context, shape(batch, layer.channels, layer.extent)),
                   y = normal(context, shape(batch, layer.filters, outputs));
    const auto measure = [&](int pass, const std::function<void()>& call) {
      took[pass][last] =
          processor ? processor_seconds(call, [&] { context.synchronize(); }) : seconds_of(context, call);
    };
    if (!conv) {
      Pool pool({layer.window, layer.window});
      pool.stride({layer.stride, layer.stride}).pad({layer.padding, layer.padding}).channels_last(last);
      measure(0, [&] { kiln::pool(x, op, pool); });
      measure(1, [&] { pool_gradient(x, y, op, pool); });
      continue;
    }
    const GpuArray w = normal(context, shape(layer.filters, layer.channels / layer.groups, layer.window));
    Conv how;
    how.correlate().stride({layer.stride, layer.stride}).pad({layer.padding, layer.padding});
    how.groups(layer.groups).channels_last(last);
    measure(0, [&] { kiln::conv(x, w, how); });
    measure(1, [&] { conv_transpose(y, w, how, {layer.extent, layer.extent}); });
    measure(2, [&] { conv_filter_gradient(x, y, {layer.window, layer.window}, how); });
  }
  for (int pass = 0; pass < (conv ? 3 : 2); ++pass) {
    const double best = std::min(took[pass][0], took[pass][1]);
    const std::int64_t channels = layer.channels / layer.groups, results = batch * outputs * outputs * layer.filters;
    const double flops = 2e-9 * double(results * channels * layer.window * layer.window);
    std::printf("%-10s %-7s %-9s %5lld %8lld %7lld %6lld %6lld %7lld %6lld %6lld %12.1f %12.1f %10.1f %8.1f\n",
                layer.net, layer.operation, kPasses[pass], static_cast<long long>(batch),
                static_cast<long long>(layer.channels), static_cast<long long>(layer.filters),
                static_cast<long long>(layer.window), static_cast<long long>(layer.stride),
                static_cast<long long>(layer.padding), static_cast<long long>(layer.groups),
                static_cast<long long>(layer.extent), 1e6 * took[pass][0], 1e6 * took[pass][1],
                1e6 * bytes_of(layer, batch, outputs, pass == 0) / copy_rate(context), conv ? flops / best : 0.0);
  }
  std::fflush(stdout);
}

// Times a convolution with bias and activation behind it, in both orders of the channels.
void time_behind(const Context& context, const Layer& layer, std::int64_t batch) {
  for (const bool last : {false, true}) {
    const auto shape = [&](std::int64_t first, std::int64_t channels, std::int64_t extent) {
      return last ? Shape{first, extent, extent, channels} : Shape{first, channels, extent, extent};
    };
    Conv how;
    how.correlate().stride({layer.stride, layer.stride}).pad({layer.padding, layer.padding});
    how.groups(layer.groups).channels_last(last);
    const auto x = graph::shared(normal(context, shape(batch, layer.channels, layer.extent))),
               w = graph::shared(normal(context, shape(layer.filters, layer.channels / layer.groups, layer.window))),
               b = graph::shared(normal(context, {layer.filters}));
    const auto bias =
        b.dimshuffle(last ? std::vector<std::int64_t>{-1, -1, -1, 0} : std::vector<std::int64_t>{-1, 0, -1, -1});
    const Program layer_of(graph::FunctionOptions{
        .outputs = {graph::Out(graph::relu(graph::conv(x, w, how) + bias).transfer(context), true)},
        .allow_gc = KILN_NO});
    const auto call = [](const graph::Function& f) { f(); };
    const auto wait = [&] { context.synchronize(); };
    const double once = seconds_of(context, [&] { call(layer_of.with); });
    const auto name =
        std::string(layer.net) + " " + std::to_string(layer.channels) + " to " + std::to_string(layer.filters) + ", " +
        std::to_string(layer.window) + " x " + std::to_string(layer.window) + " by " + std::to_string(layer.stride) +
        ", " + (layer.groups > 1 ? "depthwise, " : "") + std::to_string(layer.extent) + (last ? ", last" : ", first");
    time_pair(name.c_str(), std::clamp(int(0.004 / once), 1, 50), layer_of, call, wait);
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace

void bench_behind(const Context& context, std::int64_t batch) {
  for (const auto& layers : {resnet50(), mobilenet2()})
    for (const Layer& layer : layers)
      if (layer.operation == std::string("conv")) time_behind(context, layer, batch);
}

void bench_layers(const Context& context, std::int64_t batch, bool processor) {
  std::printf("%-10s %-7s %-9s %5s %8s %7s %6s %6s %7s %6s %6s %12s %12s %10s %8s\n", "net", "op", "pass", "batch",
              "channels", "filters", "window", "stride", "padding", "groups", "extent", "first_us", "last_us",
              "floor_us", "gflop/s");
  for (const auto& layers : {resnet50(), vgg16(), mobilenet2()})
    for (const Layer& layer : layers) time_layer(context, layer, batch, processor);
}

}  // namespace kiln::bench
