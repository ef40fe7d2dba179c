// SPDX-License-Identifier: Apache-2.0
// The CUDA backend on a real GPU, with kernels in raw CUDA C. Exits with 77 (skipped) where there is no
// device or no NVRTC.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>

#include "cuda_support.hpp"

using namespace kiln::test;

namespace {

struct Device {
  Device() : driver(make_driver()) {
    const Probe probe = driver->probe();
    std::string why = probe.reason;
    if (why.empty() && contains(probe.notes.back(), "could not be loaded")) why = probe.notes.back();
    if (!why.empty()) {
      std::printf("skipped: %s\n", why.c_str());
      std::fflush(stdout);
      ::_exit(77);
    }
    context = driver->open("0");
    queue = context->queue_create(true);
  }
  ~Device() {
    if (program) context->program_destroy(program);
    context->queue_destroy(queue);
  }
  KernelHandle kernel(const char* text, const char* name) {
    Source source;
    source.text = text;
    source.raw = true;
    program = context->program_build(source);
    return context->program_kernel(program, name);
  }
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  QueueHandle queue = nullptr;
  ProgramHandle program = nullptr;
};

struct Arguments {
  Arguments& memory(MemoryHandle handle, std::size_t offset = 0) {
    list.push_back({Argument::Kind::memory, handle, offset, nullptr, 0});
    return *this;
  }
  template <class T>
  Arguments& value(const T& given) {
    list.push_back({Argument::Kind::value, nullptr, 0, &given, sizeof given});
    return *this;
  }
  Arguments& local(std::size_t bytes) {
    list.push_back({Argument::Kind::local, nullptr, 0, nullptr, bytes});
    return *this;
  }
  std::vector<Argument> list;
};

void launch(Device& d, KernelHandle kernel, std::vector<std::size_t> global, std::vector<std::size_t> local,
            const Arguments& arguments) {
  Launch request;
  request.dims = static_cast<unsigned>(global.size());
  std::copy(global.begin(), global.end(), request.global);
  std::copy(local.begin(), local.end(), request.local);
  request.arguments = arguments.list.data();
  request.argument_count = arguments.list.size();
  d.context->kernel_launch(d.queue, kernel, request);
}

}  // namespace

TEST_CASE("cuda device: properties are plausible") {
  Device d;
  const DeviceProperties& p = d.context->properties();
  CHECK_FALSE(p.info.name.empty());
  CHECK(p.language.substr(0, 3) == "sm_");
  CHECK(p.max_local_size >= 1024);
  CHECK(p.local_memory >= 49152);
  CHECK(p.info.uid.size() >= 10);
  const MemoryInfo info = d.context->memory_info();
  CHECK(info.free <= info.total);
  CHECK(info.total == p.total_memory);
}

TEST_CASE("cuda device: a kernel on device and pinned memory, at an offset") {
  Device d;
  const KernelHandle kernel = d.kernel(
      "extern \"C\" __global__ void scale(const float* x, float* y, float a, unsigned n) {\n"
      "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) y[i] = a * x[i];\n}\n",
      "scale");
  const unsigned n = 10007;
  const float a = 2.5F;
  std::vector<float> x(n);
  std::iota(x.begin(), x.end(), 0.0F);
  const MemoryHandle from = d.context->memory_allocate(n * 4 + 16, MemoryKind::device);
  const MemoryHandle to = d.context->memory_allocate(n * 4, MemoryKind::pinned);
  d.context->memory_write(d.queue, from, 16, x.data(), n * 4, true);
  launch(d, kernel, {n}, {}, Arguments().memory(from, 16).memory(to).value(a).value(n));
  d.context->queue_finish(d.queue);
  const auto* y = static_cast<const float*>(d.context->memory_host_pointer(to));
  bool good = true;
  for (unsigned i = 0; i < n; ++i) good = good && y[i] == a * x[i];
  CHECK(good);
  CHECK(d.context->program_kernels(d.program) == std::vector<std::string>{"scale"});
  const Error error = error_of([&] { launch(d, kernel, {n}, {}, Arguments().memory(from).value(a)); });
  CHECK(error.status() == KILN_INVALID_ARGUMENT);
  CHECK(error_of([&] { d.context->program_kernel(d.program, "none"); }).status() == KILN_INVALID_ARGUMENT);
  // What the cache would do.
  const ProgramHandle again = d.context->program_load(d.context->program_binary(d.program), Source());
  CHECK(d.context->program_kernel(again, "scale") != nullptr);
  d.context->program_destroy(again);
  d.context->memory_free(from);
  d.context->memory_free(to);
}

TEST_CASE("cuda device: local memory by offset, small and above 48 KiB") {
  Device d;
  const KernelHandle kernel = d.kernel(
      "extern __shared__ __align__(16) unsigned char shared_bytes[];\n"
      "extern \"C\" __global__ void reverse(unsigned* x, unsigned first, unsigned second) {\n"
      "  unsigned* a = reinterpret_cast<unsigned*>(shared_bytes + first);\n"
      "  unsigned* b = reinterpret_cast<unsigned*>(shared_bytes + second);\n"
      "  a[threadIdx.x] = x[threadIdx.x];\n  b[threadIdx.x] = 1000 * x[threadIdx.x];\n  __syncthreads();\n"
      "  const unsigned last = blockDim.x - 1 - threadIdx.x;\n"
      "  x[threadIdx.x] = a[last] + b[last];\n}\n",
      "reverse");
  const MemoryHandle memory = d.context->memory_allocate(1024, MemoryKind::device);
  for (const std::size_t first : {std::size_t{1028}, std::size_t{60000}}) {
    std::vector<unsigned> x(256);
    std::iota(x.begin(), x.end(), 0U);
    d.context->memory_write(d.queue, memory, 0, x.data(), 1024, true);
    launch(d, kernel, {256}, {256}, Arguments().memory(memory).local(first).local(1024));
    std::vector<unsigned> back(256);
    d.context->memory_read(d.queue, memory, 0, back.data(), 1024, true);
    bool good = true;
    for (unsigned i = 0; i < 256; ++i) good = good && back[i] == 1001 * (255 - i);
    CHECK(good);
  }
  const Error error =
      error_of([&] { launch(d, kernel, {256}, {256}, Arguments().memory(memory).local(1U << 30).local(1024)); });
  CHECK(error.status() == KILN_INVALID_ARGUMENT);
  d.context->memory_free(memory);
}

TEST_CASE("cuda device: fills of every pattern size, large") {
  Device d;
  const std::size_t bytes = std::size_t{1} << 28;  // 2^25 8-byte patterns: more rows than a grid's y or z dimension
  const MemoryHandle memory = d.context->memory_allocate(bytes + 32, MemoryKind::device);
  std::vector<unsigned char> back(bytes + 32);
  unsigned char pattern[16];
  std::iota(pattern, pattern + 16, static_cast<unsigned char>(1));
  const unsigned char mark = 0xee;
  for (const std::size_t size : {1U, 2U, 4U, 8U, 16U}) {
    d.context->memory_fill(d.queue, memory, 0, bytes + 32, &mark, 1);
    const EventHandle start = d.context->event_record(d.queue);
    d.context->memory_fill(d.queue, memory, 16, bytes, pattern, size);
    const EventHandle end = d.context->event_record(d.queue);
    d.context->memory_read(d.queue, memory, 0, back.data(), back.size(), true);
    bool good = back[15] == mark && back[bytes + 16] == mark;
    for (std::size_t at = 16; at < bytes + 16; at += size) good = good && std::memcmp(&back[at], pattern, size) == 0;
    INFO("pattern of " << size << " bytes");
    CHECK(good);
    std::printf("fill, pattern of %zu bytes: %.0f GB/s\n", size,
                static_cast<double>(bytes) * 1e-9 / d.context->event_seconds(start, end));
    d.context->event_destroy(start);
    d.context->event_destroy(end);
  }
  d.context->memory_free(memory);
}

TEST_CASE("cuda device: out of memory is an ordinary error") {
  Device d;
  const Error error = error_of([&] { d.context->memory_allocate(std::size_t{1} << 50, MemoryKind::device); });
  CHECK(error.status() == KILN_OUT_OF_MEMORY);
  d.context->memory_free(d.context->memory_allocate(1, MemoryKind::device));
}

TEST_CASE("cuda device: copies between two devices") {
  Device d;
  if (d.driver->probe().devices.size() < 2) return;
  const auto other = d.driver->open("1");
  const QueueHandle queue = other->queue_create(false);
  const MemoryHandle from = other->memory_allocate(4, MemoryKind::device);
  const MemoryHandle to = d.context->memory_allocate(4, MemoryKind::device);
  const unsigned value = 77;
  unsigned back = 0;
  other->memory_write(queue, from, 0, &value, 4, true);
  REQUIRE(d.context->memory_copy_peer(d.queue, to, 0, *other, from, 0, 4));
  d.context->memory_read(d.queue, to, 0, &back, 4, true);
  CHECK(back == 77);
  d.context->memory_free(to);
  other->memory_free(from);
  other->queue_destroy(queue);
}

// Ruins the process's context, so it runs in a process of its own.
TEST_CASE("cuda device: a fault in a kernel surfaces at the next wait, by name", "[.fault]") {
  Device d;
  const KernelHandle kernel =
      d.kernel("extern \"C\" __global__ void wild(unsigned* x) { x[1ull << 40] = 1; }\n", "wild");
  launch(d, kernel, {1}, {1}, Arguments().memory(nullptr));
  const Error error = error_of([&] { d.context->queue_finish(d.queue); });
  CHECK(contains(error.message(), "cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
  CHECK(contains(error.message(), "context is lost"));
}
