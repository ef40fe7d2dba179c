// SPDX-License-Identifier: Apache-2.0
// Launches: every kind of argument, sub-ranges of memory, one to three dimensions, many threads on one
// kernel, and launches that are refused.
#include <atomic>
#include <thread>

#include "support.hpp"

using namespace conformance;

namespace {

constexpr const char* kSource = R"(
KILN_KERNEL void scale(KILN_ARG(float, out), KILN_ARG(const float, in), float factor, uint count) {
  KILN_PTR(float, out);
  KILN_PTR(const float, in);
  uint i = (uint)get_global_id(0);
  if (i < count) out[i] = in[i] * factor;
}
KILN_KERNEL void scalars(KILN_ARG(ulong, out), char a, ushort b, int c, ulong d, float e) {
  KILN_PTR(ulong, out);
  out[0] = (ulong)(long)a;
  out[1] = b;
  out[2] = (ulong)(long)c;
  out[3] = d;
  out[4] = (ulong)(e * 2.0f);
}
KILN_KERNEL void grid(KILN_ARG(uint, out)) {
  KILN_PTR(uint, out);
  uint x = (uint)get_global_id(0), y = (uint)get_global_id(1), z = (uint)get_global_id(2);
  uint at = x + (uint)get_global_size(0) * (y + (uint)get_global_size(1) * z);
  out[at] = x | (y << 8) | (z << 16) | ((uint)get_local_size(0) << 24);
}
KILN_KERNEL void group_sum(KILN_ARG(uint, out), KILN_LOCAL_ARG(uint, one), KILN_LOCAL_ARG(uint, two)) {
  KILN_PTR(uint, out);
  KILN_LOCAL_PTR(uint, one);
  KILN_LOCAL_PTR(uint, two);
  uint lane = (uint)get_local_id(0), lanes = (uint)get_local_size(0);
  one[lane] = (uint)get_global_id(0);
  two[lane] = 1u;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0) {
    uint sum = 0u, count = 0u;
    for (uint i = 0; i < lanes; ++i) {
      sum += one[i];
      count += two[i];
    }
    out[2 * get_group_id(0)] = sum;
    out[2 * get_group_id(0) + 1] = count;
  }
}
KILN_KERNEL void nothing() {}
)";

constexpr const char* kRawOpencl =
    "__kernel void copy4(__global uint *out, __global const uint *in)"
    "{ size_t i = get_global_id(0); out[i] = in[i]; }";
constexpr const char* kRawCuda =
    "extern \"C\" __global__ void copy4(unsigned *out, const unsigned *in)"
    "{ unsigned i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }";

}  // namespace

TEST_CASE("memory and scalars, with a guard and any local size") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const KernelHandle kernel = program.kernel("scale");
  std::vector<float> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const Memory in(device, 4000), out(device, 4000);
  write(device, in, values);
  for (const std::size_t local : {0, 1, 2, 8, 64}) {
    INFO("local " << local);
    write(device, out, std::vector<float>(1000, -1.0F));
    Arguments arguments;
    arguments.array(out).array(in).value(0.5F).value(std::uint32_t{999});
    launch(device, kernel, {1024}, local ? Sizes{local} : Sizes{}, arguments);
    const std::vector<float> result = read<float>(device, out, 1000);
    for (std::size_t i = 0; i < 999; ++i) REQUIRE(result[i] == values[i] * 0.5F);
    CHECK(result[999] == -1.0F);
  }
}

TEST_CASE("arrays begin at any byte offset the dialect passes") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const Memory in(device, 400), out(device, 400);
  std::vector<float> values(100);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i + 1);
  write(device, in, values);
  write(device, out, std::vector<float>(100, 0.0F));
  Arguments arguments;
  arguments.array(out, 4 * 3).array(in, 4 * 7).value(2.0F).value(std::uint32_t{10});
  launch(device, program.kernel("scale"), {16}, {8}, arguments);
  const std::vector<float> result = read<float>(device, out, 100);
  for (std::size_t i = 0; i < 100; ++i) REQUIRE(result[i] == (i >= 3 && i < 13 ? values[i + 4] * 2.0F : 0.0F));
}

TEST_CASE("scalars of all sizes arrive") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const Memory out(device, 40);
  Arguments arguments;
  arguments.array(out)
      .value(std::int8_t{-5})
      .value(std::uint16_t{65535})
      .value(std::int32_t{-123456789})
      .value(std::uint64_t{0xFEDCBA9876543210})
      .value(1.5F);
  launch(device, program.kernel("scalars"), {1}, {1}, arguments);
  CHECK(read<std::uint64_t>(device, out, 5) == std::vector<std::uint64_t>{static_cast<std::uint64_t>(-5), 65535,
                                                                          static_cast<std::uint64_t>(-123456789),
                                                                          0xFEDCBA9876543210, 3});
}

TEST_CASE("each launch has its own arguments, whatever the one before had") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const KernelHandle kernel = program.kernel("scale");
  const auto run = [&](float factor, float expected) {
    const Memory in(device, 16), out(device, 16);  // new ones may be at the addresses of those before
    write(device, in, std::vector<float>{1, 2, 3, 4});
    Arguments arguments;
    arguments.array(out).array(in).value(factor).value(std::uint32_t{4});
    launch(device, kernel, {4}, {4}, arguments);
    CHECK(read<float>(device, out, 4)[3] == expected);
  };
  for (const float factor : {2.0F, 3.0F, 3.0F, -3.0F, 2.0F, 0.0F, -0.0F}) run(factor, factor * 4);
  // A refused launch leaves nothing behind either.
  const Memory memory(device, 16);
  Arguments bad;
  bad.array(memory).array(memory).value(std::uint64_t{7}).value(std::uint32_t{4});
  CHECK_THROWS_AS(launch(device, kernel, {4}, {4}, bad), Error);
  run(5.0F, 20.0F);
}

TEST_CASE("sub-ranges are pointers to their first byte") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, raw(device, kRawOpencl, kRawCuda));
  const std::size_t step = device->properties().base_alignment;
  const std::size_t bytes = step * 4 + 256;
  const Memory in(device, bytes), out(device, bytes);
  std::vector<unsigned char> values(bytes);
  for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<unsigned char>(i * 7);
  for (const auto& [to, from] :
       {std::pair<std::size_t, std::size_t>{0, 0}, {step, 0}, {0, step * 2}, {step * 3, step}}) {
    INFO("to " << to << ", from " << from);
    write(device, in, values);
    write(device, out, std::vector<unsigned char>(bytes, 0));
    Arguments arguments;
    arguments.pointer(out, to).pointer(in, from);
    for (int repeat = 0; repeat < 20; ++repeat) launch(device, program.kernel("copy4"), {16}, {8}, arguments);
    std::vector<unsigned char> expected(bytes, 0);
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from), 64,
                expected.begin() + static_cast<std::ptrdiff_t>(to));
    REQUIRE(read<unsigned char>(device, out, bytes) == expected);
  }
}

TEST_CASE("an unaligned sub-range works or is KILN_UNSUPPORTED") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, raw(device, kRawOpencl, kRawCuda));
  const Memory in(device, 256), out(device, 256);
  std::vector<std::uint32_t> values(64);
  for (std::uint32_t i = 0; i < 64; ++i) values[i] = i;
  write(device, in, values);
  Arguments arguments;
  arguments.pointer(out).pointer(in, 4);
  std::string message;
  const kiln_status status = status_of([&] { launch(device, program.kernel("copy4"), {8}, {8}, arguments); }, &message);
  if (status == KILN_OK) {
    CHECK(read<std::uint32_t>(device, out, 8) == std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  } else {
    CHECK(status == KILN_UNSUPPORTED);
    CHECK(contains(message, "begins at byte 4"));
  }
}

TEST_CASE("kernels use pinned memory or refuse it") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, raw(device, kRawOpencl, kRawCuda));
  const Memory in(device, 256, MemoryKind::pinned), out(device, 256);
  auto* host = static_cast<std::uint32_t*>(device->memory_host_pointer(in));
  for (std::uint32_t i = 0; i < 64; ++i) host[i] = i * 3;
  Arguments arguments;
  arguments.pointer(out).pointer(in);
  const kiln_status status = status_of([&] { launch(device, program.kernel("copy4"), {8}, {8}, arguments); });
  if (status == KILN_OK)
    CHECK(read<std::uint32_t>(device, out, 3) == std::vector<std::uint32_t>{0, 3, 6});
  else
    CHECK(status == KILN_UNSUPPORTED);
}

TEST_CASE("one, two and three dimensions") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const KernelHandle kernel = program.kernel("grid");
  for (const auto& [global, local] : {std::pair<Sizes, Sizes>{{12}, {4}},
                                      {{12, 6}, {4, 2}},
                                      {{12, 6, 8}, {4, 2, 2}},
                                      {{5, 3, 2}, {1, 1, 1}},
                                      {{1, 1, 7}, {1, 1, 7}},
                                      {{1, 64}, {1, 8}}}) {
    std::size_t count = 1;
    for (const std::size_t size : global) count *= size;
    INFO(global.size() << " dimensions, " << count << " items");
    const Memory out(device, count * 4);
    Arguments arguments;
    arguments.array(out);
    launch(device, kernel, global, local, arguments);
    const std::vector<std::uint32_t> result = read<std::uint32_t>(device, out, count);
    const std::size_t width = global[0], height = global.size() > 1 ? global[1] : 1;
    for (std::size_t i = 0; i < count; ++i)
      REQUIRE(result[i] == (i % width | (i / width % height) << 8 | (i / width / height) << 16 | local[0] << 24));
  }
}

TEST_CASE("several local memories, their sizes changing from launch to launch") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const Memory out(device, 64);
  for (const std::uint32_t local : {8U, 32U, 2U, 16U}) {
    Arguments arguments;
    arguments.array(out).local(local * 4).local(local * 4);
    launch(device, program.kernel("group_sum"), {local * 4}, {local}, arguments);
    const std::vector<std::uint32_t> result = read<std::uint32_t>(device, out, 8);
    for (std::uint32_t g = 0; g < 4; ++g) {
      CHECK(result[2 * g] == local * (local - 1) / 2 + g * local * local);
      CHECK(result[2 * g + 1] == local);
    }
  }
}

TEST_CASE("a kernel without arguments") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  Arguments none;
  launch(device, program.kernel("nothing"), {8}, {8}, none);
  device->queue_finish(device.queue);
}

TEST_CASE("arguments of a queued launch may be reused at once") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const Memory in(device, 4), out(device, 400);
  write<float>(device, in, {1.0F});
  for (std::uint64_t i = 0; i < 100; ++i) {
    Arguments arguments;
    arguments.array(out, i * 4).array(in).value(static_cast<float>(i)).value(std::uint32_t{1});
    launch(device, program.kernel("scale"), {1}, {1}, arguments);
  }
  const std::vector<float> result = read<float>(device, out, 100);
  for (std::size_t i = 0; i < 100; ++i) REQUIRE(result[i] == static_cast<float>(i));
}

TEST_CASE("threads launch one kernel with arguments of their own", "[threads]") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const KernelHandle kernel = program.kernel("scale");
  constexpr std::uint32_t kThreads = 8, kLaunches = 2000;
  const Memory in(device, 4);
  write<float>(device, in, {1.0F});
  std::vector<int> failures(kThreads);
  std::vector<std::thread> threads;
  std::atomic<int> waiting{kThreads};
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      try {
        const QueueHandle queue = device->queue_create(false);
        {
          const Memory out(device, kLaunches * 4);
          for (--waiting; waiting > 0;) std::this_thread::yield();  // all at once
          for (std::uint64_t i = 0; i < kLaunches; ++i) {
            Arguments arguments;
            arguments.array(out, i * 4).array(in).value(static_cast<float>(t * kLaunches + i)).value(std::uint32_t{1});
            launch(*device.context, queue, kernel, {1}, {1}, arguments);
          }
          std::vector<float> result(kLaunches);
          device->memory_read(queue, out, 0, result.data(), kLaunches * 4, true);
          for (std::uint32_t i = 0; i < kLaunches; ++i)
            failures[t] += result[i] != static_cast<float>(t * kLaunches + i);
        }
        device->queue_destroy(queue);
      } catch (const std::exception&) {
        --waiting;  // at worst the others begin early
        ++failures[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : failures) CHECK(count == 0);
}

TEST_CASE("threads build programs of their own", "[threads]") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  std::vector<int> good(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < good.size(); ++t) {
    threads.emplace_back([&device, &good, t] {
      try {
        Source source = portable("KILN_KERNEL void k(KILN_ARG(int, out)) { KILN_PTR(int, out); out[0] = VALUE; }");
        source.defines = {"VALUE=" + std::to_string(t + 40)};
        const Program program(device, source);
        static_cast<void>(program.kernel("k"));
        good[t] = 1;
      } catch (const std::exception&) {
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int value : good) CHECK(value == 1);
}

TEST_CASE("launches that cannot be are errors and leave the kernel usable") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kSource));
  const KernelHandle kernel = program.kernel("scale");
  const Memory in(device, 64), out(device, 64);
  Arguments few, many, good, none;
  few.array(out).array(in).value(1.0F);
  many.array(out).array(in).value(1.0F).value(std::uint32_t{16}).value(1);
  good.array(out).array(in).value(2.0F).value(std::uint32_t{16});
  const auto attempt = [&](const Sizes& global, const Sizes& local, Arguments& arguments, KernelHandle which) {
    std::string message;
    const kiln_status status = status_of([&] { launch(device, which, global, local, arguments); }, &message);
    if (status != KILN_OK) CHECK_FALSE(message.empty());
    return status;
  };
  CHECK(attempt({16}, {16}, few, kernel) == KILN_INVALID_ARGUMENT);
  CHECK(attempt({16}, {16}, many, kernel) == KILN_INVALID_ARGUMENT);
  const std::size_t too_many = device->properties().max_local_size * 2;
  CHECK(attempt({too_many}, {too_many}, good, kernel) != KILN_OK);
  Arguments too_much;
  too_much.array(out).local(device->properties().local_memory + 1024).local(16);
  CHECK(attempt({4}, {4}, too_much, program.kernel("group_sum")) != KILN_OK);

  write(device, in, std::vector<float>(16, 21.0F));
  CHECK(attempt({16}, {8}, good, kernel) == KILN_OK);
  CHECK(read<float>(device, out, 16) == std::vector<float>(16, 42.0F));
}
