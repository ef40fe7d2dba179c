// SPDX-License-Identifier: Apache-2.0
// A context over a fake device, whose log outlives it, and shorthands for the tests of the runtime.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "fake/fake.hpp"
#include "runtime/context.hpp"

namespace kiln::test {

using base::Ref;
using runtime::Buffer;
using runtime::Context;
using runtime::ContextOptions;
using runtime::Event;
using runtime::QueueId;

struct Rig {
  std::shared_ptr<fake::Log> log = std::make_shared<fake::Log>();
  Ref<Context> context;

  explicit Rig(fake::Options fake = {}, const ContextOptions& options = {}) {
    fake.log = log;
    context = Context::wrap(fake::make_context(fake), "fake0", options);
  }
  Context* operator->() const { return context.get(); }
  // Nothing is left and nothing was misused. Call after the last reference is gone.
  void check_clean() {
    context = nullptr;
    INFO("misuses: " << (log->misuses() ? log->misuse_messages().front() : ""));
    CHECK(log->misuses() == 0);
    CHECK(log->live().total() == 0);
  }
};

// A place for a cache, which goes with this.
struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kiln-program-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name + "/cache";
    root = name;
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(root, error);
  }
  std::string path, root;
};

// A GPU: memory of its own, and nothing runs before it must.
inline fake::Options deferred_gpu() {
  fake::Options options;
  options.deferred = true;
  options.unified_memory = false;
  options.kind = backend::DeviceKind::gpu;
  return options;
}

inline std::vector<unsigned char> pattern(std::size_t bytes, unsigned seed) {
  std::vector<unsigned char> result(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    result[i] = static_cast<unsigned char>((i * 2654435761u + seed * 40503u) >> 13);
  return result;
}

inline std::vector<unsigned char> read_all(Context& context, Buffer& buffer) {
  std::vector<unsigned char> result(buffer.size());
  context.read(buffer, 0, result.data(), result.size(), "read");
  return result;
}

// The message of the Error that `call` throws, after its status was checked; "" if it throws none.
template <class Call>
std::string failure(kiln_status status, Call&& call) {
  try {
    call();
  } catch (const backend::Error& error) {
    INFO(error.message());
    CHECK(error.status() == status);
    return error.message();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A kernel of the fake that adds 1 to the first `bytes` bytes of a buffer's range.
inline const runtime::Kernel* adder(Context& context) {
  fake::register_kernel("add", [](const fake::KernelCall& call) {
    auto* const data = call.pointer<unsigned char>(0);
    const auto bytes = call.value<std::uint64_t>(1);
    for (std::uint64_t i = 0; i < bytes; ++i) data[i] = static_cast<unsigned char>(data[i] + 1);
  });
  return context.program({"kernel void add(global uchar* data, ulong bytes)", {}, false, false})->kernel("add");
}

// Queues "buffer += 1".
inline void launch_add(Context& context, const runtime::Kernel& kernel, Buffer& buffer, const char* operation = "add") {
  const std::uint64_t bytes = buffer.size();
  backend::Argument arguments[2];
  arguments[0].kind = backend::Argument::Kind::memory;
  arguments[0].memory = buffer.memory();
  arguments[0].offset = buffer.offset();
  arguments[1].kind = backend::Argument::Kind::value;
  arguments[1].value = &bytes;
  arguments[1].size = sizeof(bytes);
  backend::Launch launch;
  launch.global[0] = 16;
  launch.arguments = arguments;
  launch.argument_count = 2;
  const runtime::BufferUse uses[] = {{&buffer, true, true}};
  context.launch(kernel, launch, uses, operation);
}

}  // namespace kiln::test
