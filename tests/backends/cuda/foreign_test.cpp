// SPDX-License-Identifier: Apache-2.0
// Foreign contexts, streams and memory over the mock driver, and memory of other processes.
#include "cuda_support.hpp"

using namespace kiln::test;

namespace {

std::uintptr_t address(Opened& opened, MemoryHandle memory) { return opened.context->memory_native(memory); }

}  // namespace

TEST_CASE("a context on a context made elsewhere", "[cuda]") {
  Opened owner;
  const Native native = owner.context->native();
  CHECK(native.context != 0);
  CHECK(native.device == 0);
  {
    const auto adopted = owner.driver->adopt(native, Sched::driver);
    CHECK(adopted->properties().info.id == "0");
    CHECK(adopted->native().context == native.context);
    const QueueHandle queue = adopted->queue_create(false);
    const MemoryHandle memory = adopted->memory_allocate(64, MemoryKind::device);
    const unsigned value = 7;
    adopted->memory_fill(queue, memory, 0, 64, &value, sizeof value);
    unsigned got[16] = {};
    adopted->memory_read(queue, memory, 0, got, sizeof got, true);
    CHECK(got[15] == 7);
    adopted->memory_free(memory);
    adopted->queue_destroy(queue);
  }
  // It was not ours to release.
  CHECK(owner.cuda.live_contexts == 1);
  CHECK(owner.cuda.count("cuDevicePrimaryCtxRelease") == 0);
}

TEST_CASE("a stream made elsewhere carries work and stays", "[cuda]") {
  Opened opened;
  const std::uintptr_t stream = opened.context->queue_native(opened.queue);
  const QueueHandle adopted = opened.context->queue_adopt(stream);
  CHECK(opened.context->queue_native(adopted) == stream);
  const MemoryHandle memory = opened.allocate(16);
  const unsigned char value = 3;
  opened.context->memory_fill(adopted, memory, 0, 16, &value, 1);
  const EventHandle event = opened.context->event_record(adopted);
  opened.context->event_wait(event);
  opened.context->event_destroy(event);
  opened.context->queue_destroy(adopted);
  CHECK(opened.cuda.live_streams == 1);
  CHECK(opened.read<unsigned char>(memory, 16)[15] == 3);
  opened.context->memory_free(memory);

  CHECK(error_of([&] { opened.context->queue_adopt(0); }).status() == KILN_INVALID_ARGUMENT);
  const auto other = opened.driver->open("1");
  const QueueHandle foreign = other->queue_create(false);
  CHECK(error_of([&] { opened.context->queue_adopt(other->queue_native(foreign)); }).status() == KILN_CONTEXT_MISMATCH);
  other->queue_destroy(foreign);
}

TEST_CASE("memory made elsewhere: whose and how large", "[cuda]") {
  Opened opened;
  const MemoryHandle own = opened.allocate(1000);
  const std::uintptr_t pointer = address(opened, own);
  // From the middle on: the handle begins where memory of the driver's could.
  const AdoptedMemory part = opened.context->memory_adopt(pointer, 100, 40);
  CHECK((opened.context->memory_native(part.handle) % 256) == 0);
  CHECK(opened.context->memory_native(part.handle) + part.offset == pointer + 100);
  CHECK(part.readable);
  CHECK(part.writable);
  const unsigned char value = 9;
  opened.context->memory_fill(opened.queue, part.handle, part.offset, 40, &value, 1);
  const auto bytes = opened.read<unsigned char>(own, 1000);
  CHECK(bytes[100] == 9);
  CHECK(bytes[139] == 9);
  CHECK(bytes[140] != 9);
  opened.context->memory_free(part.handle);
  CHECK(opened.cuda.live_device_blocks == 1);

  const auto refused = [&](std::uintptr_t at, std::size_t offset, std::size_t size) {
    return error_of([&] { opened.context->memory_adopt(at, offset, size); });
  };
  CHECK(refused(pointer, 0, 1001).status() == KILN_INVALID_ARGUMENT);
  CHECK(contains(refused(pointer, 990, 11).message(), "do not fit"));
  CHECK(contains(refused(pointer, SIZE_MAX - pointer, 8).message(), "wrap"));
  CHECK(contains(refused(4096, 0, 8).message(), "no memory that CUDA knows"));
  const MemoryHandle pinned = opened.allocate(64, MemoryKind::pinned);
  CHECK(contains(refused(address(opened, pinned), 0, 8).message(), "host memory"));
  opened.context->memory_free(pinned);
  const auto other = opened.driver->open("1");
  const MemoryHandle there = other->memory_allocate(64, MemoryKind::device);
  CHECK(refused(other->memory_native(there), 0, 8).status() == KILN_CONTEXT_MISMATCH);
  const Native owner = opened.driver->memory_owner(other->memory_native(there));
  CHECK(owner.device == 1);
  CHECK(owner.context == other->native().context);
  other->memory_free(there);
  opened.context->memory_free(own);
}

TEST_CASE("host memory is used in place where CUDA has locked it", "[cuda]") {
  Opened opened;
  std::vector<unsigned char> pageable(64);
  CHECK(opened.context->memory_adopt_host(pageable.data(), 64).handle == nullptr);
  const MemoryHandle pinned = opened.allocate(512, MemoryKind::pinned);
  auto* const host = static_cast<unsigned char*>(opened.context->memory_host_pointer(pinned));
  CHECK(opened.context->memory_adopt_host(host + 8, 512).handle == nullptr);  // not all of it
  const AdoptedMemory adopted = opened.context->memory_adopt_host(host + 8, 100);
  REQUIRE(adopted.handle);
  CHECK(static_cast<unsigned char*>(opened.context->memory_host_pointer(adopted.handle)) + adopted.offset == host + 8);
  const unsigned char value = 5;
  opened.context->memory_fill(opened.queue, adopted.handle, adopted.offset, 100, &value, 1);
  opened.context->queue_finish(opened.queue);
  CHECK(host[8] == 5);
  CHECK(host[107] == 5);
  opened.context->memory_free(adopted.handle);
  CHECK(opened.cuda.live_host_blocks == 1);
  opened.context->memory_free(pinned);
}

TEST_CASE("memory goes to other processes and comes from them", "[cuda]") {
  Opened opened;
  const MemoryHandle own = opened.allocate(256);
  const IpcHandle handle = opened.context->memory_export(own);
  const MemoryHandle imported = opened.context->memory_import(handle, 256);
  CHECK(opened.context->memory_native(imported) == address(opened, own));
  CHECK(error_of([&] { opened.context->memory_export(imported); }).status() == KILN_UNSUPPORTED);
  opened.context->memory_free(imported);
  CHECK(opened.cuda.live_imports == 0);
  CHECK(contains(error_of([&] { opened.context->memory_import(handle, 257); }).message(), "exported 256"));
  CHECK(opened.cuda.live_imports == 0);
  CHECK(error_of([&] { opened.context->memory_import(IpcHandle{}, 8); }).status() != KILN_OK);
  const MemoryHandle pinned = opened.allocate(64, MemoryKind::pinned);
  CHECK(error_of([&] { opened.context->memory_export(pinned); }).status() == KILN_UNSUPPORTED);
  opened.context->memory_free(pinned);
  opened.context->memory_free(own);
}

TEST_CASE("the context is current in between", "[cuda]") {
  Opened opened;
  const auto other = opened.driver->open("1");
  const std::uintptr_t before = opened.context->enter();
  const std::uintptr_t first = other->enter();
  CHECK(first == opened.context->native().context);
  const MemoryHandle memory = opened.allocate(64);  // leaves what is current as it was
  CHECK(opened.context->enter() == other->native().context);
  opened.context->leave(other->native().context);
  other->leave(first);
  CHECK(other->enter() == first);
  other->leave(before);
  CHECK(opened.context->enter() == before);
  opened.context->leave(before);
  CHECK(opened.context->memory_part(memory, 16, 8) == nullptr);  // its address does
  opened.context->memory_free(memory);
}
