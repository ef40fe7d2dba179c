// SPDX-License-Identifier: Apache-2.0
// What a process compiled for a function, a later one loads from the disk. The processes are this program.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "../support/support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

// Run alone, as a process: one step of training, with kernels of every kind.
TEST_CASE("kernels of a training step", "[.compiles]") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 4}});
  const graph::Value y = make_input("y", {KILN_INT32, Dims{kUnknown}});
  const graph::Value w = share(floats(context, std::vector<float>(20, 0.5F), {4, 5}), "w");
  const graph::Value scores = op("dot", {x, w}), cost = op("mean", {op("cross_entropy", {scores, y})});
  const graph::Value gradient = graph::grad(cost, std::vector{w}, {})[0];
  FunctionSpec spec;
  spec.inputs = {{x}, {y}};
  spec.outputs = {{cost}, {op("argmax", {scores})}, {op("sort", {scores})}};
  spec.updates = {{w, expression("w - 0.1 * g", {{"w", w}, {"g", gradient}})}};
  const auto f = Function::create(spec);
  const std::vector<float> data(12, 1.0F);
  const std::vector<std::int32_t> labels{0, 4, 2};
  Argument images = host(data), classes;
  images.shape = Dims{3, 4};
  classes.dtype = KILN_INT32;
  classes.shape = Dims{3};
  classes.data = labels.data();
  for (int i = 0; i < 3; ++i) f->call(std::vector{images, classes});
  auto& statistics = context.cache_statistics();
  std::printf("compiled %d, loaded %d\n", int(statistics.compiled), int(statistics.disk_hits));
}

TEST_CASE("a second process compiles no kernel of a function again") {
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  const auto cache = std::filesystem::temp_directory_path() / ("kiln-second-process-" + std::to_string(::getpid()));
  std::filesystem::remove_all(cache);
  int compiled[2] = {-1, -1}, loaded[2] = {-1, -1};
  for (int i = 0; i < 2; ++i) {
    const std::string command =
        "KILN_FLAGS='cache_store=now,cache_path=" + cache.string() + "' '" + self.string() + "' '[.compiles]'";
    FILE* const pipe = popen(command.c_str(), "r");
    REQUIRE(pipe);
    std::string text;
    std::array<char, 256> line;
    while (std::fgets(line.data(), line.size(), pipe)) {
      text += line.data();
      std::sscanf(line.data(), "compiled %d, loaded %d", &compiled[i], &loaded[i]);
    }
    INFO(text);
    CHECK(pclose(pipe) == 0);
  }
  CHECK(compiled[0] > 3);
  CHECK(loaded[0] == 0);
  CHECK(compiled[1] == 0);
  CHECK(loaded[1] == compiled[0]);
  std::filesystem::remove_all(cache);
}
