// SPDX-License-Identifier: Apache-2.0
// What the conformance tests share: backend modules loaded by path, the devices named in KILN_TEST_DEVICES,
// owning wrappers for handles, and short ways to build and launch. Nothing here knows a vendor.
#pragma once

#include <kiln/backend.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "catch.hpp"

namespace conformance {

using namespace kiln::backend;

// The device strings to test: KILN_TEST_DEVICES, or "opencl:pocl".
std::vector<std::string> device_names();
// The module of a backend from the folders of KILN_BACKEND_PATH; throws std::runtime_error naming what is
// missing.
Driver& driver(const std::string& backend);
// "opencl0:0", "opencl:pocl", "opencl" as backend and the rest.
std::pair<std::string, std::string> split_device(const std::string& text);
// The id that probing lists for the device string; throws std::runtime_error with the probe's reason.
std::string find_id(const std::string& text);
std::unique_ptr<Context> open_device(const std::string& text);

// An opened device with one queue.
struct Device {
  explicit Device(const std::string& text, bool timing = false)
      : context(open_device(text)), queue(context->queue_create(timing)) {}
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { context->queue_destroy(queue); }
  Context* operator->() const { return context.get(); }
  // Devices whose kernels are functions of the host compile nothing.
  bool compiles() const { return context->properties().dialect != Dialect::host; }
  bool is_cuda() const { return context->properties().dialect == Dialect::cuda_c; }

  std::unique_ptr<Context> context;
  QueueHandle queue;
};

struct Memory {
  Memory(Context& owner, std::size_t bytes, MemoryKind kind = MemoryKind::device)
      : context(owner), handle(owner.memory_allocate(bytes, kind)) {}
  Memory(const Device& device, std::size_t bytes, MemoryKind kind = MemoryKind::device)
      : Memory(*device.context, bytes, kind) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { context.memory_free(handle); }
  operator MemoryHandle() const { return handle; }
  Context& context;
  MemoryHandle handle;
};

struct Event {
  Event(Context& owner, QueueHandle queue) : context(owner), handle(owner.event_record(queue)) {}
  explicit Event(const Device& device) : Event(*device.context, device.queue) {}
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { context.event_destroy(handle); }
  operator EventHandle() const { return handle; }
  Context& context;
  EventHandle handle;
};

struct Program {
  Program(Context& owner, ProgramHandle program) : context(owner), handle(program) {}
  Program(const Device& device, const Source& source) : Program(*device.context, device->program_build(source)) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { context.program_destroy(handle); }
  operator ProgramHandle() const { return handle; }
  KernelHandle kernel(const char* name) const { return context.program_kernel(handle, name); }
  Context& context;
  ProgramHandle handle;
};

inline Source portable(std::string text) { return Source{std::move(text), {}, false, false}; }
// The same kernel in the two raw languages.
inline Source raw(const Device& device, const char* opencl, const char* cuda) {
  return Source{device.is_cuda() ? cuda : opencl, {}, false, true};
}

template <class T>
void write(const Device& device, MemoryHandle to, const std::vector<T>& values, std::size_t offset = 0) {
  device->memory_write(device.queue, to, offset, values.data(), values.size() * sizeof(T), true);
}
template <class T>
std::vector<T> read(const Device& device, MemoryHandle from, std::size_t count, std::size_t offset = 0) {
  std::vector<T> values(count);
  device->memory_read(device.queue, from, offset, values.data(), count * sizeof(T), true);
  return values;
}

// Launch arguments; value() and array() keep what they point at alive through the vector they are put in.
class Arguments {
 public:
  template <class T>
  Arguments& value(T v) {
    static_assert(sizeof(T) <= sizeof(Bytes));
    Bytes bytes{};
    std::memcpy(bytes.data, &v, sizeof v);
    bytes_.push_back(bytes);
    list_.push_back(Argument{Argument::Kind::value, nullptr, 0, nullptr, sizeof v});
    return *this;
  }
  // A raw pointer parameter.
  Arguments& pointer(MemoryHandle memory, std::size_t offset = 0) {
    bytes_.push_back({});
    list_.push_back(Argument{Argument::Kind::memory, memory, offset, nullptr, 0});
    return *this;
  }
  // KILN_ARG: a pointer and a byte offset.
  Arguments& array(MemoryHandle memory, std::uint64_t offset = 0) { return pointer(memory).value(offset); }
  Arguments& local(std::size_t bytes) {
    bytes_.push_back({});
    list_.push_back(Argument{Argument::Kind::local, nullptr, 0, nullptr, bytes});
    return *this;
  }
  const std::vector<Argument>& list() {
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (list_[i].kind == Argument::Kind::value) list_[i].value = bytes_[i].data;
    return list_;
  }

 private:
  struct Bytes {
    alignas(16) unsigned char data[16];
  };
  std::vector<Argument> list_;
  std::vector<Bytes> bytes_;
};

using Sizes = std::vector<std::size_t>;
// local empty: left to the backend.
void launch(Context& context, QueueHandle queue, KernelHandle kernel, const Sizes& global, const Sizes& local,
            Arguments& arguments);
inline void launch(const Device& device, KernelHandle kernel, const Sizes& global, const Sizes& local,
                   Arguments& arguments) {
  launch(*device.context, device.queue, kernel, global, local, arguments);
}

// The status of the Error the call throws, KILN_OK if it throws none. The error's message goes to *message.
kiln_status status_of(const std::function<void()>& call, std::string* message = nullptr, std::string* log = nullptr);

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace conformance

// Begins a test that runs once for each device.
#define KILN_EACH_DEVICE(name)                                                  \
  const std::string name = GENERATE(from_range(::conformance::device_names())); \
  INFO("device " << name)
