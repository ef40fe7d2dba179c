// SPDX-License-Identifier: Apache-2.0
// Recordings as CUDA graphs over the mock driver: what becomes a graph, repetition, products, failures.
#include "cuda_support.hpp"

using namespace kiln::test;

namespace {

kiln::mock::CublasControl& recorded_cublas() {
  auto& control = control_of<kiln::mock::CublasControl>("KILN_TEST_MOCK_CUBLAS", "kiln_mock_cublas_control");
  control = {};
  ::setenv("KILN_CUBLAS_LIBRARY", variable("KILN_TEST_MOCK_CUBLAS").c_str(), 1);
  using Enqueue = int(void*, std::function<void()>);
  void* const driver = open_library(variable("KILN_TEST_MOCK_CUDA"));
  control.enqueue = reinterpret_cast<Enqueue*>(::dlsym(driver, "kiln_mock_cuda_enqueue"));
  REQUIRE(control.enqueue != nullptr);
  return control;
}

Fill fill(MemoryHandle memory, std::size_t bytes, unsigned value) {
  Fill work{memory, 0, bytes, {}, 4};
  std::memcpy(work.pattern, &value, sizeof value);
  return work;
}

// C = 2 A B + C of two by two matrices of ones: what is in C grows by 4.
Gemm product(MemoryHandle ones, MemoryHandle c) {
  Gemm gemm;
  gemm.m = gemm.n = gemm.k = 2;
  gemm.a = gemm.b = {ones, 0, 2, 0};
  gemm.c = {c, 0, 2, 0};
  gemm.alpha[0] = 2;
  gemm.beta[0] = 1;
  return gemm;
}

std::vector<float> fours(float value) { return std::vector<float>(4, value); }

}  // namespace

TEST_CASE("cuda: a list of commands becomes one graph", "[cuda]") {
  auto& blas = recorded_cublas();
  {
    Opened o;
    o.cuda.deferred = GENERATE(false, true);
    const MemoryHandle ones = o.allocate(16), c = o.allocate(16), copy = o.allocate(16);
    const float one = 1;
    unsigned bits;
    std::memcpy(&bits, &one, sizeof bits);
    const Fill filled = fill(ones, 16, bits);
    const Gemm gemm = product(ones, c);
    const Copy copied{copy, 0, c, 0, 16};
    const Command commands[] = {command("fill", filled), command("gemm", gemm), command("copy", copied)};
    o.context->memory_fill(o.queue, c, 0, 16, "\0", 1);
    REQUIRE(o.context->blas_takes(gemm));
    o.cuda.calls.clear();
    const RecordingHandle recording = o.context->recording_create(commands);
    REQUIRE(recording != nullptr);
    CHECK(o.cuda.graph_nodes == 3);
    CHECK(o.cuda.live_graphs == 0);
    CHECK(o.read<float>(c, 4) == fours(0));  // nothing ran
    for (int i = 1; i <= 3; ++i) {
      o.cuda.calls.clear();
      o.context->recording_replay(o.queue, recording, 1);
      CHECK(o.cuda.calls == std::vector<std::string>{"cuGraphLaunch"});
      CHECK(o.read<float>(copy, 4) == fours(float(4 * i)));
    }
    CHECK(blas.with_workspace);
    // An eager product afterwards has its stream again, and the workspace.
    CHECK(o.context->blas_gemm(o.queue, gemm));
    CHECK(blas.with_workspace);
    CHECK(o.read<float>(c, 4) == fours(16));
    o.context->recording_destroy(recording);
    for (const MemoryHandle memory : {ones, c, copy}) o.context->memory_free(memory);
  }
  CHECK(blas.live_handles == 0);
}

TEST_CASE("cuda: repetition takes few launches", "[cuda]") {
  recorded_cublas();
  const std::size_t count = GENERATE(1, 2, 3, 400, 1500);
  CAPTURE(count);
  Opened o;
  const MemoryHandle ones = o.allocate(16), c = o.allocate(16);
  const float values[] = {1, 1, 1, 1};
  o.context->memory_write(o.queue, ones, 0, values, 16, true);
  const Gemm gemm = product(ones, c);
  const std::vector<Command> commands(count, command("gemm", gemm));
  REQUIRE(o.context->blas_takes(gemm));
  const RecordingHandle recording = o.context->recording_create(commands);
  REQUIRE(recording != nullptr);
  CHECK(o.cuda.live_executables == (count > 1 ? 1 : 0));
  for (const std::size_t times : {1, 2, 7, 1000, 999, 1000, 10, 100, 1000}) {
    CAPTURE(times);
    o.context->memory_fill(o.queue, c, 0, 16, "\0", 1);
    o.cuda.calls.clear();
    o.context->recording_replay(o.queue, recording, times);
    const auto launches = std::size_t(o.cuda.count("cuGraphLaunch"));
    CHECK(launches <= 2 * (times * count / 500 + 1) + 8);
    CHECK(o.cuda.graph_nodes <= std::max<std::size_t>(1000, count));
    CHECK(o.read<float>(c, 4) == fours(float(4 * count * times)));
    CHECK(o.cuda.live_executables <= 2);
  }
  // What it has is used again.
  o.cuda.calls.clear();
  o.context->recording_replay(o.queue, recording, 1000);
  CHECK(o.cuda.count("cuGraphInstantiate") == 0);
  o.context->recording_destroy(recording);
  CHECK(o.cuda.live_executables == 0);
  for (const MemoryHandle memory : {ones, c}) o.context->memory_free(memory);
}

TEST_CASE("cuda: a recording that cannot be made leaves nothing behind", "[cuda]") {
  auto& blas = recorded_cublas();
  Opened o;
  const MemoryHandle ones = o.allocate(16), c = o.allocate(16);
  const Gemm gemm = product(ones, c);
  const std::vector<Command> commands(3, command("gemm", gemm));
  REQUIRE(o.context->blas_takes(gemm));
  blas.result = 15;  // not supported
  const Error refused = error_of([&] { o.context->recording_create(commands); });
  CHECK(refused.status() == KILN_UNSUPPORTED);
  CHECK(contains(refused.message(), "gemm"));
  blas.result = 0;
  for (const char* entry : {"cuStreamBeginCapture", "cuGraphInstantiate"}) {
    CAPTURE(entry);
    o.cuda.failures[entry] = {1, 2, false};
    CHECK(error_of([&] { o.context->recording_create(commands); }).status() == KILN_OUT_OF_MEMORY);
    o.cuda.failures.clear();
    CHECK(o.cuda.live_executables == 0);
    CHECK(o.cuda.live_graphs == 0);
  }
  for (const MemoryHandle memory : {ones, c}) o.context->memory_free(memory);
}

TEST_CASE("cuda: no room for a graph of copies is no failure", "[cuda]") {
  recorded_cublas();
  Opened o;
  const MemoryHandle ones = o.allocate(16), c = o.allocate(16);
  const float values[] = {1, 1, 1, 1};
  o.context->memory_write(o.queue, ones, 0, values, 16, true);
  o.context->memory_fill(o.queue, c, 0, 16, "\0", 1);
  const Gemm gemm = product(ones, c);
  const std::vector<Command> commands(2, command("gemm", gemm));
  REQUIRE(o.context->blas_takes(gemm));
  const RecordingHandle recording = o.context->recording_create(commands);
  o.cuda.failures["cuGraphInstantiate"] = {1, 2, true};
  o.context->recording_replay(o.queue, recording, 100);
  CHECK(o.read<float>(c, 4) == fours(800));
  o.cuda.failures.clear();
  o.cuda.failures["cuGraphLaunch"] = {3, 700, false};
  CHECK(contains(error_of([&] { o.context->recording_replay(o.queue, recording, 5); }).message(), "cuGraphLaunch"));
  o.cuda.failures.clear();
  o.context->recording_destroy(recording);
  for (const MemoryHandle memory : {ones, c}) o.context->memory_free(memory);
}

TEST_CASE("cuda: drivers without graphs queue commands one by one", "[cuda]") {
  Opened o(false, "KILN_TEST_MOCK_CUDA_11");
  const MemoryHandle memory = o.allocate(16);
  const Fill first = fill(memory, 16, 1), second = fill(memory, 16, 2);
  const Command commands[] = {command("fill", first), command("fill", second)};
  CHECK(o.context->recording_create(commands) == nullptr);
  o.context->memory_free(memory);
}
