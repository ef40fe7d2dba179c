// SPDX-License-Identifier: Apache-2.0
// Adopted memory and tensors in the hands of several threads, each with a context of its own beside one that
// all share: results, and owners that are told once, behind the work and with no lock of Kiln's held.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <kiln/kiln.hpp>

#include <atomic>
#include <barrier>
#include <exception>
#include <functional>
#include <thread>

#include "dlpack_support.hpp"

using kiln::Context;
using kiln::GpuArray;
using kiln::test::HostFloats;

namespace {

constexpr std::size_t kThreads = 4, kRounds = 4, kCount = 20000;
constexpr std::size_t kBytes = kCount * sizeof(float);

// Catch's macros are for one thread: what the others find comes here.
class Findings {
 public:
  void expect(bool holds, const std::string& what) {
    if (holds) return;
    const std::lock_guard lock(mutex_);
    found_ += what + "\n";
  }
  std::string found() const { return found_; }

 private:
  std::mutex mutex_;
  std::string found_;
};

// work(number of the thread) on all threads at once. A thread that throws leaves the barriers to the others.
void on_threads(Findings& findings, std::barrier<>& together, const std::function<void(std::size_t)>& work) {
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      try {
        together.arrive_and_wait();
        work(t);
      } catch (const std::exception& error) {
        findings.expect(false, error.what());
      }
      together.arrive_and_drop();
    });
  for (std::thread& thread : threads) thread.join();
  INFO(findings.found());
  CHECK(findings.found().empty());
}

GpuArray view_of(const Context& context, const kiln::Buffer& buffer) {
  return GpuArray::from_buffer(context, buffer, KILN_FLOAT32, {static_cast<std::int64_t>(kCount)});
}

// Another context of Kiln's on the vendor's that `context` is on.
Context beside(const Context& context, const std::string& device) {
  kiln_native_context native = kiln::native(context);
  native.queue = nullptr;
  return kiln::adopt_context(device.starts_with("cuda") ? "cuda" : "opencl", native);
}

bool in_place(const Context& context) {
  HostFloats memory(kCount);
  try {
    return kiln::adopt_host_memory(context, memory.data, kBytes).size() == kBytes;
  } catch (const kiln::Error& error) {
    CHECK(error.status() == KILN_UNSUPPORTED);
    return false;
  }
}

std::size_t in_use(const Context& context) {
  kiln_memory_info info = KILN_MEMORY_INFO_INIT;
  WORKS(kiln_context_get_memory(context.get(), &info));
  return info.in_use;
}

}  // namespace

TEST_CASE("threads adopt one host memory at once, on contexts of their own and on a shared one") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  if (!in_place(Context(device))) {
    CHECK(std::getenv("KILN_TEST_DEVICES"));  // PoCL works in place
    return;
  }
  const Context shared(device);  // nothing is known of it yet: the threads find out together
  // A slice for each thread, and one that all read.
  HostFloats memory((kThreads + 1) * kCount);
  std::fill_n(memory.data, (kThreads + 1) * kCount, 1.0F);
  Findings findings;
  std::atomic<int> told{0};
  std::barrier<> together(kThreads);
  on_threads(findings, together, [&](std::size_t t) {
    float* const mine = memory.data + (t + 1) * kCount;
    for (std::size_t round = 0; round < kRounds; ++round) {
      Context context = round % 2 ? shared : Context(device);
      const auto expected = static_cast<float>(round + 2);
      std::atomic<int> own{0}, common{0};
      const kiln_context kept = kiln_context_retain(shared.get());
      GpuArray x = view_of(context, kiln::adopt_host_memory(context, mine, kBytes, false, [&] {
                             ++own;
                             ++told;
                             // The work is done, and nothing is locked.
                             findings.expect(mine[kCount - 1] == expected, "told before the work was done");
                             findings.expect(kiln_context_synchronize(kept) == KILN_OK, "synchronize");
                             kiln_context_release(kept);
                           }));
      GpuArray ones = view_of(context, kiln::adopt_host_memory(context, memory.data, kBytes, true, [&] {
                                ++common;
                                ++told;
                              }));
      x(kiln::ellipsis).assign(x + ones);
      context = Context::none();  // the arrays keep it
      ones = GpuArray();
      findings.expect(own == 0, "told while an array is left");
      x = GpuArray();
      findings.expect(own == 1, "the owner of the thread's slice is not told once");
      findings.expect(common == 1, "the owner of the common slice is not told once");
      findings.expect(mine[0] == expected && mine[kCount - 1] == expected, "a wrong sum");
    }
  });
  CHECK(told == 2 * kThreads * kRounds);
  CHECK(memory.data[kCount - 1] == 1);
}

TEST_CASE("the last of several threads to let go of an adopted buffer tells the owner") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  const Context context(device);
  if (!in_place(context)) return;
  HostFloats memory(kCount);
  constexpr std::size_t kMany = 100;
  std::vector<std::atomic<int>> told(kMany);
  std::vector<kiln::Buffer> buffers;
  for (auto& count : told)
    buffers.push_back(kiln::adopt_host_memory(context, memory.data, kBytes, true, [&] { ++count; }));
  std::vector<std::vector<kiln::Buffer>> held(kThreads, buffers);
  buffers.clear();
  Findings findings;
  std::barrier<> together(kThreads);
  on_threads(findings, together, [&](std::size_t t) {
    for (std::size_t i = 0; i < kMany; ++i) {
      together.arrive_and_wait();
      const GpuArray view = view_of(context, held[t][i]);
      held[t][i] = kiln::Buffer();
      findings.expect(told[i] == 0, "told while an array is left");
      const GpuArray copy = view.copy();  // is queued when the view goes
    }
  });
  for (const auto& count : told) CHECK(count == 1);
}

TEST_CASE("threads adopt one cl_mem at once, and ask for handles of their own") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  if (!device.starts_with("opencl")) return;
  const Context shared(device);
  const auto cl = static_cast<cl_context>(kiln::native(shared).context);
  cl_int code = CL_SUCCESS;
  const std::size_t slice = (kBytes + 4095) / 4096 * 4096;  // where a sub-buffer may begin
  cl_mem memory = clCreateBuffer(cl, CL_MEM_READ_WRITE, kThreads * slice, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  // All but perhaps one begin inside the pool's memory, so that their own handles have to be made.
  constexpr std::size_t kMany = 50;
  std::vector<kiln::Buffer> common;
  for (std::size_t i = 0; i < kMany; ++i) common.emplace_back(shared, std::size_t{100});
  std::vector<std::vector<void*>> parts(kThreads, std::vector<void*>(kMany));
  std::atomic<int> told{0};
  std::atomic<std::size_t> arrived{0};
  Findings findings;
  std::barrier<> together(kThreads);
  on_threads(findings, together, [&](std::size_t t) {
    for (std::size_t i = 0; i < kMany; ++i) {
      // Nobody sleeps here, so that they ask at the same time.
      for (++arrived; arrived < (i + 1) * kThreads;) std::this_thread::yield();
      const kiln_status status = kiln_buffer_get_native_part(common[i].get(), &parts[t][i]);
      findings.expect(status == KILN_OK && parts[t][i], "no handle of its own");
    }
    for (std::size_t round = 0; round < kRounds; ++round) {
      const Context context = round % 2 ? shared : beside(shared, device);
      GpuArray x = view_of(context, kiln::adopt_memory(context, memory, t * slice, kBytes, [&] { ++told; }));
      const auto first = static_cast<float>(10 * t + round);
      x.fill(first);
      x(kiln::ellipsis).assign(x + 1);
      const std::vector<float> values = x.read<float>();
      findings.expect(values.front() == first + 1 && values.back() == first + 1, "a wrong sum");
    }
  });
  CHECK(told == kThreads * kRounds);
  for (const auto& seen : parts) CHECK(seen == parts[0]);
  cl_uint references = 0;
  CHECK(clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr) == CL_SUCCESS);
  CHECK(references == 1);
  clReleaseMemObject(memory);
}

TEST_CASE("tensors go from thread to thread") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  const Context shared(device);
  const std::size_t before = in_use(shared);
  {
    const GpuArray common = GpuArray::full(shared, {static_cast<std::int64_t>(kCount)}, 5.0F);
    std::vector<DLManagedTensorVersioned*> given(kThreads), again(kThreads);
    std::vector<DLManagedTensor*> legacy(kThreads);
    Findings findings;
    std::barrier<> together(kThreads);
    on_threads(findings, together, [&](std::size_t t) {
      const Context own = beside(shared, device);
      const std::size_t other = (t + 1) % kThreads;
      for (std::size_t round = 0; round < 2 * kRounds; ++round) {
        const auto value = [&](std::size_t thread) { return static_cast<float>(100 * thread + round); };
        {
          const GpuArray made = GpuArray::full(shared, {static_cast<std::int64_t>(kCount)}, value(t));
          given[t] = kiln::to_dlpack(made);
          again[t] = kiln::to_dlpack(common);
          if (kiln_array_to_dlpack_legacy(made.get(), nullptr, &legacy[t]) != KILN_OK) legacy[t] = nullptr;
        }
        together.arrive_and_wait();
        // The maker's arrays are gone. The legacy tensor goes unread, before or behind the other one.
        findings.expect(legacy[other] != nullptr, "no legacy tensor");
        if (legacy[other] && round % 4 < 2) legacy[other]->deleter(legacy[other]);
        const GpuArray x = kiln::from_dlpack(round % 2 ? shared : own, given[other]);
        if (legacy[other] && round % 4 >= 2) legacy[other]->deleter(legacy[other]);
        x(kiln::ellipsis).assign(x + 1);
        const std::vector<float> values = x.read<float>();
        findings.expect(values.front() == value(other) + 1 && values.back() == value(other) + 1, "wrong elements");
        again[other]->deleter(again[other]);
        together.arrive_and_wait();
      }
    });
    CHECK(common.read<float>()[kCount - 1] == 5);
  }
  CHECK(in_use(shared) == before);
}

TEST_CASE("each deleter of a tensor is called once, whichever thread ends with it") {
  const std::string device = GENERATE(from_range(test_devices()));
  CAPTURE(device);
  const Context shared(device);
  HostFloats memory(kCount);
  kiln_dlpack_options copies = KILN_DLPACK_OPTIONS_INIT;
  copies.copy = KILN_DLPACK_COPY_IF_NEEDED;
  std::vector<std::unique_ptr<kiln::test::Tensor>> tensors;
  for (std::size_t i = 0; i < 2 * kThreads * kRounds; ++i)
    tensors.push_back(std::make_unique<kiln::test::Tensor>(
        memory.data, std::vector<std::int64_t>{static_cast<std::int64_t>(kCount)}, kiln::test::kFloat32Type));
  std::vector<GpuArray> arrays(tensors.size());
  Findings findings;
  std::barrier<> together(kThreads);
  on_threads(findings, together, [&](std::size_t t) {
    const Context own(device);
    // Both kinds of context; one of two is read, and let go of by the next thread.
    for (std::size_t i = t; i < tensors.size(); i += kThreads)
      arrays[i] = kiln::from_dlpack(i / kThreads % 2 ? shared : own, &tensors[i]->managed, copies);
    together.arrive_and_wait();
    for (std::size_t i = (t + 1) % kThreads; i < tensors.size(); i += kThreads) {
      if (i / kThreads % 4 < 2) findings.expect(arrays[i].read<float>()[kCount - 1] == kCount - 1, "elements");
      arrays[i] = GpuArray();
    }
  });
  for (const auto& tensor : tensors) CHECK(tensor->deleted == 1);
}
