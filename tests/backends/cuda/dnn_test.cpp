// SPDX-License-Identifier: Apache-2.0
// cuDNN over mock libraries: how it is described a convolution, which of its engines are taken, and what becomes of its
// faults.
#include <unistd.h>

#include <filesystem>

#include "cuda_support.hpp"
#include "host_conv.hpp"

using namespace kiln::test;

namespace {

kiln::mock::CudnnControl& cudnn() {
  auto& control = control_of<kiln::mock::CudnnControl>("KILN_TEST_MOCK_CUDNN", "kiln_mock_cudnn_control");
  control = {};
  ::setenv("KILN_CUDNN_LIBRARY", variable("KILN_TEST_MOCK_CUDNN").c_str(), 1);
  return control;
}

// 4 channels in 2 groups to 6, over 5 x 7.
Conv some_conv(std::int32_t operation) {
  Conv c;
  c.operation = operation;
  c.flip = true;
  c.batch = 2, c.groups = 2, c.x_channels = 4, c.y_channels = 6;
  const std::int64_t x[] = {5, 7}, taps[] = {3, 2}, strides[] = {2, 1}, dilation[] = {1, 2}, padding[] = {1, 0};
  for (int d = 0; d < 2; ++d) {
    c.x_extents[d] = x[d], c.filter_extents[d] = taps[d];
    c.strides[d] = strides[d], c.dilation[d] = dilation[d], c.padding[d] = padding[d];
    c.y_extents[d] = (x[d] + 2 * padding[d] - (taps[d] - 1) * dilation[d] - 1) / strides[d] + 1;
  }
  return c;
}

template <class T>
std::vector<T> some_numbers(std::int64_t count, int seed) {
  std::vector<T> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>((i * 7 + std::size_t(seed)) % 11) - 5;
  return values;
}

// The engine of a way.
std::int64_t engine_of(const ConvWay& way) { return way.way >> 40; }

// Runs the convolution on the device by an engine, and compares the array that it computes with the host's.
template <class T>
void check_conv(Opened& o, Conv c, std::int64_t engine = 1) {
  auto x = some_numbers<T>(conv_x_elements(c), 1), w = some_numbers<T>(conv_filter_elements(c), 2),
       y = some_numbers<T>(conv_y_elements(c), 3);
  std::vector<MemoryHandle> memories;
  constexpr std::size_t offset = 32;
  for (auto [array, range] : {std::pair{&x, &c.x}, std::pair{&w, &c.filters}, std::pair{&y, &c.y}}) {
    const std::size_t bytes = array->size() * sizeof(T);
    memories.push_back(o.allocate(offset + bytes));
    o.context->memory_write(o.queue, memories.back(), offset, array->data(), bytes, true);
    *range = {memories.back(), offset};
  }
  c.way = -1;
  for (const ConvWay& way : o.context->conv_ways(c))
    if (engine_of(way) == engine) c.way = way.way;
  REQUIRE(o.context->conv(o.queue, c));
  host_conv(c, x.data(), w.data(), y.data());
  const auto& [range, want] = c.operation == Conv::Operation::output  ? std::pair{c.y, y}
                              : c.operation == Conv::Operation::input ? std::pair{c.x, x}
                                                                      : std::pair{c.filters, w};
  std::vector<T> got(want.size());
  o.context->memory_read(o.queue, range.memory, range.offset, got.data(), got.size() * sizeof(T), true);
  CHECK(got == want);
  for (const MemoryHandle memory : memories) o.context->memory_free(memory);
}

std::vector<std::int64_t> engines_of(const std::vector<ConvWay>& ways) {
  std::vector<std::int64_t> engines;
  for (const ConvWay& way : ways) engines.push_back(engine_of(way));
  return engines;
}

}  // namespace

TEST_CASE("cuda: convolutions and both gradients by cuDNN, over one to three axes", "[cuda]") {
  auto& control = cudnn();
  {
    Opened o;
    CHECK(contains(o.context->conv_identity(), "libmock_cudnn.so "));
    for (const std::int32_t operation : {0, 1, 2}) {
      Conv c = some_conv(operation);
      check_conv<float>(o, c);
      CHECK(control.compute == 0);
      c.channels_last = true;
      c.flip = false;
      check_conv<float>(o, c, 0);
      CHECK(control.engine == 0);
      c.dtype = KILN_FLOAT64;
      check_conv<double>(o, c);
      CHECK(control.compute == 1);
      Conv line = some_conv(operation);
      line.axes = 1;
      line.x_extents[1] = line.filter_extents[1] = line.y_extents[1] = line.dilation[1] = 1;
      check_conv<float>(o, line);
      Conv solid = some_conv(operation);
      solid.axes = 3;
      solid.x_extents[2] = 4, solid.filter_extents[2] = 3, solid.y_extents[2] = 3;
      solid.strides[2] = 2, solid.padding[2] = 2;
      check_conv<float>(o, solid);
    }
    CHECK(control.streams_set == 1);
    Conv uneven = some_conv(0);  // more zeros behind than before, and fewer
    for (const std::int64_t extent : {4, 2}) {
      uneven.y_extents[0] = extent;
      check_conv<float>(o, uneven);
    }
    for (const kiln_dtype dtype : {KILN_FLOAT16, KILN_BFLOAT16}) {
      Conv c = some_conv(0);
      c.dtype = dtype;
      c.way = o.context->conv_ways(c).at(0).way;
      REQUIRE(o.context->conv(o.queue, c));
      CHECK(control.compute == 0);  // in float32
    }
  }
  CHECK(control.live == 0);
}

TEST_CASE("cuda: of cuDNN's engines those that are exact in the usual sense, and the same every time", "[cuda]") {
  auto& control = cudnn();
  Opened o;
  std::int64_t batch = 1;  // so that each question is about another convolution
  const auto ways = [&](kiln_dtype dtype = KILN_FLOAT32) {
    Conv c = some_conv(0);
    c.dtype = dtype;
    c.batch = ++batch;
    return o.context->conv_ways(c);
  };
  using Engines = std::vector<std::int64_t>;
  control.fallback.clear();
  // In this order: as they are, tensor cores, shorter inputs, shorter sums, Fourier, not the same every time, Winograd,
  // with certain tiles, strict about NaN, one whose plan fails, one that is compiled at run time, one with a note of a
  // later version.
  control.engines = {{7}, {1, {0}}, {2, {1}}, {3, {2}}, {4, {3}}, {5, {4}}, {6, {5}}, {12, {7}}, {8, {9}}};
  control.engines.push_back({.number = 9, .plan_result = 3000});
  control.engines.push_back({.number = 10, .behavior = {0}});
  control.engines.push_back({.number = 11, .numerical = {99}, .behavior = {3, 4}});
  CHECK(engines_of(ways()) == Engines{7, 6, 12, 8, 11});
  CHECK(engines_of(ways(KILN_FLOAT64)) == Engines{7, 1, 6, 12, 8, 11});
  for (const kiln_dtype dtype : {KILN_FLOAT16, KILN_BFLOAT16}) CHECK(engines_of(ways(dtype)) == Engines{7, 1, 8, 11});
  control.workspace = 4096;
  for (const ConvWay& way : ways()) CHECK(way.workspace_bytes == 4096);

  // An engine with other knobs is another way. The number of a way is the same for all shapes.
  control.engines = {{.number = 5, .knobs = {1, 2}}, {.number = 5, .knobs = {2, 1}}, {.number = 5, .knobs = {1, 2}}};
  const auto two = ways(), again = ways();
  CHECK(engines_of(two) == Engines{5, 5});
  CHECK(two.at(0).way != two.at(1).way);
  CHECK(again.at(0).way == two.at(0).way);

  // Behind those that the heuristics recommend come others. No convolution is asked for twice.
  control.engines = {{7}};
  control.fallback = {{7}, {4}, {2, {1}}};
  CHECK(engines_of(ways()) == Engines{7, 4});
  control.engines.clear();
  control.fallback = {{4}};
  CHECK(engines_of(ways()) == Engines{4});
  const int asked = control.asked;
  --batch;
  CHECK(engines_of(ways()) == Engines{4});
  CHECK(control.asked == asked);
  control.heuristics_result = 3000;
  CHECK(ways().empty());
}

TEST_CASE("cuda: what cuDNN cannot describe, and what it refuses, is not queued", "[cuda]") {
  auto& control = cudnn();
  Opened o;
  const auto refused = [&](auto&& change) {
    Conv c = some_conv(0);
    change(c);
    return o.context->conv_ways(c).empty() && !o.context->conv(o.queue, c);
  };
  CHECK(refused([](Conv& c) { c.y_extents[0] = 1; }));  // no number of zeros gives it
  CHECK(refused([](Conv& c) { c.padding[1] = -1; }));
  CHECK(refused([](Conv& c) { c.batch = std::int64_t{1} << 31; }));
  CHECK(refused([](Conv& c) { c.batch = std::int64_t{1} << 26; }));  // elements that an int does not count
  CHECK(refused([](Conv& c) { c.dtype = KILN_INT32; }));
  CHECK(refused([](Conv& c) { c.axes = 4; }));
  CHECK(control.convolutions == 0);
  Conv c = some_conv(0);
  CHECK_FALSE(o.context->conv(o.queue, c));  // 0 is no way
  c.way = o.context->conv_ways(c).at(0).way;
  control.result = 3000;
  CHECK_FALSE(o.context->conv(o.queue, c));
  control.result = 0;
  control.workspace = 64;  // of which there is none
  c.batch = 3;
  c.way = o.context->conv_ways(c).at(0).way;
  CHECK_FALSE(o.context->conv(o.queue, c));
  CHECK(control.convolutions == 0);
}

TEST_CASE("cuda: no cuDNN, or one that is not whole, is no convolution", "[cuda]") {
  auto& control = cudnn();
  const auto absent = [] {
    Opened o;
    return o.context->conv_identity().empty() && o.context->conv_ways(some_conv(0)).empty() &&
           !o.context->conv(o.queue, some_conv(0));
  };
  control.create_result = 1;
  CHECK(absent());
  control.create_result = 0;
  control.version = 8499;
  CHECK(absent());
  control.version = 8500;
  CHECK_FALSE(absent());
  for (const std::string& library :
       {std::string("/no/such/library"), std::string("libcudnn.so.9"), variable("KILN_TEST_MOCK_CUBLAS")}) {
    ::setenv("KILN_CUDNN_LIBRARY", library.c_str(), 1);
    CHECK(absent());
  }
  // A front whose parts are missing would end the process when it is used.
  const auto folder = std::filesystem::temp_directory_path() / ("kiln-cudnn-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  for (const char* name : {"libcudnn.so.9", "libcudnn.so.8"}) {
    std::filesystem::copy_file(variable("KILN_TEST_MOCK_CUDNN"), folder / name);
    ::setenv("KILN_CUDNN_LIBRARY", (folder / name).c_str(), 1);
    CAPTURE(name);
    CHECK(absent());
  }
  std::filesystem::remove_all(folder);
  CHECK(control.live == 0);
}

TEST_CASE("cuda: convolutions of a recording, which runs one by one where cuDNN cannot be captured", "[cuda]") {
  auto& control = cudnn();
  void* const cuda = open_library(variable("KILN_TEST_MOCK_CUDA"));
  const auto enqueue = reinterpret_cast<int (*)(void*, std::function<void()>)>(::dlsym(cuda, "kiln_mock_cuda_enqueue"));
  REQUIRE(enqueue != nullptr);
  control.enqueue = enqueue;
  Opened o;
  Conv c = some_conv(0);
  const auto x = some_numbers<float>(conv_x_elements(c), 1), w = some_numbers<float>(conv_filter_elements(c), 2);
  std::vector<float> y(std::size_t(conv_y_elements(c)));
  for (auto [count, range] : {std::pair{x.size(), &c.x}, std::pair{w.size(), &c.filters}, std::pair{y.size(), &c.y}})
    *range = {o.allocate(count * 4), 0};
  o.context->memory_write(o.queue, c.x.memory, 0, x.data(), x.size() * 4, true);
  o.context->memory_write(o.queue, c.filters.memory, 0, w.data(), w.size() * 4, true);
  c.way = o.context->conv_ways(c).at(0).way;
  const Command commands[] = {command("conv", c), command("conv", c)};
  const RecordingHandle recording = o.context->recording_create(commands);
  REQUIRE(recording != nullptr);
  CHECK(control.convolutions == 2);
  o.context->recording_replay(o.queue, recording, 3);
  CHECK(control.convolutions == 2);
  host_conv(c, const_cast<float*>(x.data()), const_cast<float*>(w.data()), y.data());
  CHECK(o.read<float>(c.y.memory, y.size()) == y);
  o.context->recording_destroy(recording);

  control.result = 3000;
  CHECK(o.context->recording_create(commands) == nullptr);
  control.result = 0;
  const RecordingHandle single = o.context->recording_create({commands, 1});
  REQUIRE(single != nullptr);
  control.result = 3000;
  CHECK(contains(error_of([&] { o.context->recording_replay(o.queue, single, 1); }).message(),
                 "cuDNN refuses a convolution of 'conv'"));
  o.context->recording_destroy(single);
  for (const MemoryHandle memory : {c.x.memory, c.filters.memory, c.y.memory}) o.context->memory_free(memory);
}
