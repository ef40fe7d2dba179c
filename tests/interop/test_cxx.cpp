// SPDX-License-Identifier: Apache-2.0
// interop of kiln.hpp: adopted memory in operations and in compiled functions, scopes of foreign queues,
// tensors.
#include <kiln/kiln.hpp>

#include "dlpack_support.hpp"

namespace g = kiln::graph;
using kiln::test::HostFloats;

TEST_CASE("compiled functions take adopted memory, one after the other") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  const kiln::Context context(device);
  g::Variable x = g::vector("x", KILN_FLOAT32);
  const g::Function f({.inputs = {x}, .outputs = {x * 2 + 1, g::sum(x)}, .context = context});
  int released = 0;
  HostFloats memory(100);  // the same address each time, so that only the buffer tells one from the next
  for (int round = 0; round < 20; ++round) {
    memory.data[0] = static_cast<float>(round);
    kiln::Buffer buffer;
    try {
      buffer = kiln::adopt_host_memory(context, memory.data, 400, round >= 10, [&] { ++released; });
    } catch (const kiln::Error& error) {
      CHECK(error.status() == KILN_UNSUPPORTED);
      return;
    }
    const std::int64_t count = 100;
    kiln_array handle = nullptr;
    WORKS(kiln_array_from_buffer(buffer.get(), KILN_FLOAT32, 1, &count, nullptr, 0, &handle));
    buffer = kiln::Buffer();
    {
      const kiln::GpuArray array = kiln::GpuArray::adopt(handle);
      const auto results = f(array);
      CHECK(results[0].read<float>()[0] == static_cast<float>(2 * round + 1));
      CHECK(results[0].read<float>()[99] == 199);
      CHECK(results[1].read<float>()[0] == static_cast<float>(4950 + round));
      CHECK(released == round);
    }
    CHECK(released == round + 1);
  }
}

namespace {

// Two views of the memory of `array`, each of a buffer that was adopted for itself; the second begins at element 1.
std::pair<kiln::GpuArray, kiln::GpuArray> adopted_twice(const kiln::Context& context, const kiln::GpuArray& array) {
  const auto view = [&](std::size_t first) {
    void* memory = nullptr;
    std::size_t offset = 0;
    WORKS(kiln_buffer_get_native(array.buffer().get(), &memory, &offset));
    const std::int64_t count = array.size() - 1;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float);
    kiln_buffer buffer = nullptr;
    kiln_array made = nullptr;
    WORKS(kiln_buffer_adopt(context.get(), memory, offset + first * sizeof(float), bytes, nullptr, nullptr, &buffer));
    WORKS(kiln_array_from_buffer(buffer, KILN_FLOAT32, 1, &count, nullptr, 0, &made));
    kiln_buffer_release(buffer);
    return kiln::GpuArray::adopt(made);
  };
  return {view(0), view(1)};
}

}  // namespace

TEST_CASE("memory that was adopted twice is one memory") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  const kiln::Context context(device);
  const std::int64_t count = 100001;
  const auto whole = kiln::GpuArray::arange(context, 0, count, 1, KILN_FLOAT32);
  context.synchronize();
  const auto [from, to] = adopted_twice(context, whole);
  CHECK(from.may_overlap(to));
  CHECK_FALSE(from[kiln::slice(0, 10)].may_overlap(to[kiln::slice(10)]));
  to(kiln::ellipsis).assign(from);  // a byte copy, one element further
  CHECK(whole.read<float>()[static_cast<std::size_t>(count) - 1] == static_cast<float>(count - 2));
  to(kiln::ellipsis).assign(from + 0.5F);  // a kernel
  const std::vector<float> seen = whole.read<float>();
  std::int64_t wrong = 0;
  for (std::int64_t i = 2; i < count; ++i) wrong += seen[std::size_t(i)] != static_cast<float>(i - 2) + 0.5F;
  CHECK(wrong == 0);
  // An argument that lies in a shared variable's memory is read before the variable is updated.
  const auto w = g::shared(to, "w", true);
  const auto x = g::vector("x", KILN_FLOAT32);
  const g::Function f({.inputs = {x}, .outputs = {x + 1}, .updates = {{w, w * 0 + g::sum(w) * 0}}});
  const float before = from.read<float>()[1];
  CHECK(f(from)[0].read<float>()[1] == before + 1);
}

TEST_CASE("a scope of a foreign queue, and tensors") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  const kiln::Context context(device), other = kiln::adopt_context(device.starts_with("cuda") ? "cuda" : "opencl", [&] {
                                         kiln_native_context given = kiln::native(context);
                                         given.queue = nullptr;
                                         return given;
                                       }());
  // Two contexts of Kiln's on one of the vendor's: the queue of the first is foreign to the second.
  void* const queue = kiln::native(context.compute_queue());
  CHECK(queue == kiln::native(context).queue);
  const auto a = kiln::GpuArray::arange(context, 0, 1000, 1, KILN_FLOAT32);
  kiln_dlpack_options options = KILN_DLPACK_OPTIONS_INIT;
  options.order = KILN_DLPACK_ORDER_NONE;
  for (int round = 0; round < 3; ++round) {
    a(kiln::ellipsis).assign(a + 1);
    kiln::QueueScope scope(other, queue);
    const auto b = kiln::from_dlpack(other, kiln::to_dlpack(a, options), options);
    b(kiln::ellipsis).assign(b * 2);
    scope.end();
    // Behind the scope the first context sees what the second did, without a wait of the host.
    const std::vector<float> seen = a.read<float>();
    REQUIRE(seen.size() == 1000);
    const float expected[] = {2, 6, 14};
    CHECK(seen[0] == expected[round]);
  }
}
