// SPDX-License-Identifier: Apache-2.0
// The plug-in interface (kiln/backend.h, which says what each struct and function means) for C++: a backend
// derives its classes from Driver and Context, and KILN_BACKEND_MODULE makes the tables of C functions of
// them.
//
// A function fails by throwing Error, or std::bad_alloc where host memory ends; one that is noexcept cannot
// fail. The tables catch what is thrown, so that no exception leaves a module. Module and libkiln may be
// built by different compilers with different standard libraries.
#pragma once

#include <kiln/backend.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

#define KILN_VISIBLE __attribute__((visibility("default")))

namespace kiln::backend {

// The only type of exception that Kiln throws inside. At the C ABI it becomes a status and a message.
class Error : public std::exception {
 public:
  Error(kiln_status status, std::string message, std::int64_t vendor_code = 0, std::string log = {})
      : status_(status), vendor_code_(vendor_code), message_(std::move(message)), log_(std::move(log)) {}
  const char* what() const noexcept override { return message_.c_str(); }
  kiln_status status() const noexcept { return status_; }
  std::int64_t vendor_code() const noexcept { return vendor_code_; }
  const std::string& message() const noexcept { return message_; }
  const std::string& log() const noexcept { return log_; }

 private:
  kiln_status status_;
  std::int64_t vendor_code_;
  std::string message_;
  std::string log_;
};

// Thrown by recording_replay: some commands were queued, then the device refused one twice.
class PartlyQueued final : public Error {
 public:
  PartlyQueued(const Error& error, std::size_t queued) : Error(error), queued_(queued) {}
  std::size_t queued() const noexcept { return queued_; }  // commands, repetitions included

 private:
  std::size_t queued_;
};

// ---- The structs of kiln/backend.h under shorter names ----

using QueueHandle = kiln_backend_queue*;
using EventHandle = kiln_backend_event*;
using MemoryHandle = kiln_backend_memory*;
using ProgramHandle = kiln_backend_program*;
using KernelHandle = kiln_backend_kernel*;
using RecordingHandle = kiln_backend_recording*;
using CommunicatorHandle = kiln_backend_communicator*;

enum class DeviceKind : std::int32_t {
  cpu = KILN_BACKEND_CPU,
  gpu = KILN_BACKEND_GPU,
  accelerator = KILN_BACKEND_ACCELERATOR,
  other = KILN_BACKEND_OTHER
};
enum class Dialect : std::int32_t {
  opencl_c = KILN_BACKEND_OPENCL_C,
  cuda_c = KILN_BACKEND_CUDA_C,
  host = KILN_BACKEND_HOST
};
enum class MemoryKind : std::int32_t { device = KILN_BACKEND_DEVICE_MEMORY, pinned = KILN_BACKEND_PINNED_MEMORY };
enum class Sched : std::int32_t {
  driver = KILN_BACKEND_WAIT_AS_DRIVER,
  multi = KILN_BACKEND_WAIT_ASLEEP,
  single = KILN_BACKEND_WAIT_SPINNING
};

struct DeviceInfo {
  std::string id, name, platform, driver, uid;
  DeviceKind kind = DeviceKind::other;
};

struct Probe {
  std::vector<DeviceInfo> devices;
  std::string reason;
  std::vector<std::string> notes;
};

struct DeviceProperties : kiln_backend_properties {
  DeviceInfo info;
  std::string vendor, language, cache_identity;
  Dialect dialect = Dialect::opencl_c;
};

struct Source {
  std::string text;
  std::vector<std::string> defines;
  bool fast_math = false, raw = false;
  unsigned max_registers = 0;
  bool acquire_release = false;
};

using MemoryInfo = kiln_backend_memory_info;
using Native = kiln_backend_native;
using AdoptedMemory = kiln_backend_adopted;
using IpcHandle = kiln_backend_ipc_handle;
using KernelInfo = kiln_backend_kernel_info;
using CollectiveId = kiln_backend_collective_id;

struct Argument : kiln_backend_argument {
  struct Kind {
    enum : std::int32_t {
      memory = KILN_BACKEND_MEMORY_ARGUMENT,
      value = KILN_BACKEND_VALUE_ARGUMENT,
      local = KILN_BACKEND_LOCAL_ARGUMENT
    };
  };
};
using Launch = kiln_backend_launch;

struct Gemm : kiln_backend_gemm {
  using Matrix = kiln_backend_matrix;
  struct Operation {
    enum : std::int32_t {
      none = KILN_BACKEND_AS_STORED,
      transpose = KILN_BACKEND_TRANSPOSED,
      conjugate_transpose = KILN_BACKEND_CONJUGATE_TRANSPOSED
    };
  };
};

struct Collective : kiln_backend_collective {
  using Range = kiln_backend_range;
  struct Operation {
    enum : std::int32_t {
      all_reduce = KILN_BACKEND_ALL_REDUCE,
      reduce = KILN_BACKEND_REDUCE,
      reduce_scatter = KILN_BACKEND_REDUCE_SCATTER,
      broadcast = KILN_BACKEND_BROADCAST,
      all_gather = KILN_BACKEND_ALL_GATHER
    };
  };
  struct Reduction {
    enum : std::int32_t {
      sum = KILN_BACKEND_SUM,
      prod = KILN_BACKEND_PROD,
      max = KILN_BACKEND_MAX,
      min = KILN_BACKEND_MIN
    };
  };
};

struct Conv : kiln_backend_conv {
  using Range = kiln_backend_range;
  struct Operation {
    enum : std::int32_t {
      output = KILN_BACKEND_CONV_OUTPUT,
      input = KILN_BACKEND_CONV_INPUT,
      filters = KILN_BACKEND_CONV_FILTERS
    };
  };
};
using ConvWay = kiln_backend_conv_way;

using Copy = kiln_backend_copy;
using Fill = kiln_backend_fill;
using Section = kiln_backend_section;
using Command = kiln_backend_command;

// Copies the fields that lie within the struct_size of both structs, but not struct_size itself. The other fields of
// `to` stay.
template <class Plain>
void copy_known(Plain& to, const Plain& from) noexcept {
  constexpr std::size_t first = sizeof(to.struct_size);
  const std::size_t bytes = std::min(to.struct_size, from.struct_size);
  if (bytes <= first) return;
  std::memcpy(reinterpret_cast<char*>(&to) + first, reinterpret_cast<const char*>(&from) + first, bytes - first);
}
// The struct that was given. Fields that its maker did not know have their defaults.
template <class Whole, class Plain>
Whole whole(const Plain& given) noexcept {
  Whole result;
  copy_known(static_cast<Plain&>(result), given);
  return result;
}

// These make commands. A command points at `work`, which must outlive it.
inline Command command(const char* operation, KernelHandle kernel, const Launch& work) {
  return {operation, nullptr, KILN_BACKEND_LAUNCH_COMMAND, kernel, &work};
}
inline Command command(const char* operation, const Gemm& work) {
  return {operation, nullptr, KILN_BACKEND_GEMM_COMMAND, nullptr, static_cast<const kiln_backend_gemm*>(&work)};
}
inline Command command(const char* operation, const Conv& work) {
  return {operation, nullptr, KILN_BACKEND_CONV_COMMAND, nullptr, static_cast<const kiln_backend_conv*>(&work)};
}
inline Command command(const char* operation, const Copy& work) {
  return {operation, nullptr, KILN_BACKEND_COPY_COMMAND, nullptr, &work};
}
inline Command command(const char* operation, const Fill& work) {
  return {operation, nullptr, KILN_BACKEND_FILL_COMMAND, nullptr, &work};
}
inline Launch launch_of(const Command& command) {
  return whole<Launch>(*static_cast<const kiln_backend_launch*>(command.work));
}

// ---- The classes: each function does what the function of the same name in the tables does ----

class Context {
 public:
  virtual ~Context() = default;
  virtual const DeviceProperties& properties() const noexcept = 0;
  virtual MemoryInfo memory_info() = 0;

  virtual QueueHandle queue_create(bool timing) = 0;
  virtual void queue_destroy(QueueHandle queue) noexcept = 0;
  virtual void queue_flush(QueueHandle queue) = 0;
  virtual void queue_finish(QueueHandle queue) = 0;

  virtual EventHandle event_record(QueueHandle queue) = 0;
  virtual void event_enqueue_wait(QueueHandle queue, EventHandle event) = 0;
  virtual void event_wait(EventHandle event) = 0;
  virtual bool event_done(EventHandle event) = 0;
  virtual void event_destroy(EventHandle event) noexcept = 0;

  virtual MemoryHandle memory_allocate(std::size_t bytes, MemoryKind kind) = 0;
  virtual void memory_free(MemoryHandle memory) noexcept = 0;
  virtual void* memory_host_pointer(MemoryHandle memory) noexcept = 0;
  virtual std::uintptr_t memory_native(MemoryHandle memory) noexcept = 0;
  virtual void memory_write(QueueHandle queue, MemoryHandle to, std::size_t to_offset, const void* from,
                            std::size_t bytes, bool block) = 0;
  virtual void memory_read(QueueHandle queue, MemoryHandle from, std::size_t from_offset, void* to, std::size_t bytes,
                           bool block) = 0;
  virtual void memory_copy(QueueHandle queue, MemoryHandle to, std::size_t to_offset, MemoryHandle from,
                           std::size_t from_offset, std::size_t bytes) = 0;
  virtual void memory_fill(QueueHandle queue, MemoryHandle to, std::size_t offset, std::size_t bytes,
                           const void* pattern, std::size_t pattern_bytes) = 0;

  virtual ProgramHandle program_build(const Source& source) = 0;
  virtual ProgramHandle program_load(std::span<const std::byte> binary, const Source& source) = 0;
  virtual std::vector<std::byte> program_binary(ProgramHandle program) = 0;
  virtual void program_destroy(ProgramHandle program) noexcept = 0;
  virtual KernelHandle program_kernel(ProgramHandle program, const char* name) = 0;
  virtual KernelInfo kernel_info(KernelHandle kernel) = 0;
  virtual void kernel_launch(QueueHandle queue, KernelHandle kernel, const Launch& launch) = 0;

  // ---- Functions with a default, which a backend need not override ----
  virtual double event_seconds(EventHandle, EventHandle) { unsupported("the backend has no device timestamps"); }
  virtual bool event_wait_for(EventHandle event, double seconds) {
    // Polls without sleeping at first. Later it sleeps between polls, for a small part of the time waited so far.
    using Seconds = std::chrono::duration<double>;
    const auto begin = std::chrono::steady_clock::now();
    while (!event_done(event)) {
      const Seconds waited = std::chrono::steady_clock::now() - begin;
      if (waited.count() >= seconds) return false;
      constexpr double kAtOnce = 1e-4, kLongest = 1e-3;
      const double nap = std::min({waited.count() / 16, kLongest, seconds - waited.count()});
      if (waited.count() < kAtOnce)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(Seconds(nap));
    }
    return true;
  }
  virtual bool memory_copy_peer(QueueHandle, MemoryHandle /*to*/, std::size_t, Context& /*from_context*/,
                                MemoryHandle /*from*/, std::size_t, std::size_t /*bytes*/) {
    return false;
  }
  virtual EventHandle memory_read_event(QueueHandle queue, MemoryHandle from, std::size_t from_offset, void* to,
                                        std::size_t bytes) {
    memory_read(queue, from, from_offset, to, bytes, false);
    try {
      return event_record(queue);
    } catch (...) {
      try {
        queue_finish(queue);
      } catch (const Error&) {  // the error that is thrown below says more
      }
      throw;
    }
  }
  virtual std::vector<std::byte> program_draft(ProgramHandle) { return {}; }
  virtual std::vector<std::string> program_kernels(ProgramHandle) { return {}; }
  virtual bool blas_gemm(QueueHandle, const Gemm&) { return false; }
  virtual bool blas_takes(const Gemm&) { return false; }
  virtual std::string blas_identity() { return {}; }
  virtual RecordingHandle recording_create(std::span<const Command>) { return nullptr; }
  virtual void recording_replay(QueueHandle, RecordingHandle, std::size_t /*times*/) {
    unsupported("the backend has no recordings");
  }
  virtual void recording_destroy(RecordingHandle) noexcept {}

  virtual Native native() noexcept { return {}; }
  virtual QueueHandle queue_adopt(std::uintptr_t) { unsupported("the backend takes no foreign queues"); }
  virtual std::uintptr_t queue_native(QueueHandle) noexcept { return 0; }
  virtual AdoptedMemory memory_adopt(std::uintptr_t, std::size_t /*offset*/, std::size_t /*bytes*/) {
    unsupported("the backend takes no foreign memory");
  }
  virtual AdoptedMemory memory_adopt_host(void*, std::size_t /*bytes*/) { return {}; }
  virtual void* memory_host_view(MemoryHandle) { return nullptr; }
  virtual IpcHandle memory_export(MemoryHandle) { unsupported("the backend shares no memory between processes"); }
  virtual MemoryHandle memory_import(const IpcHandle&, std::size_t /*bytes*/) {
    unsupported("the backend shares no memory between processes");
  }
  virtual MemoryHandle memory_part(MemoryHandle, std::size_t /*offset*/, std::size_t /*bytes*/) { return nullptr; }
  virtual std::uintptr_t enter() { return 0; }
  virtual void leave(std::uintptr_t /*previous*/) {}

  virtual CollectiveId collective_id() { unsupported("the backend has no collective operations"); }
  virtual CommunicatorHandle communicator_create(const CollectiveId&, std::int32_t /*ranks*/, std::int32_t /*rank*/) {
    unsupported("the backend has no collective operations");
  }
  virtual void communicator_destroy(CommunicatorHandle, bool /*lost*/) noexcept {}
  virtual void collective(QueueHandle, CommunicatorHandle, const Collective&) {
    unsupported("the backend has no collective operations");
  }

  virtual std::vector<ConvWay> conv_ways(const Conv&) { return {}; }
  virtual bool conv(QueueHandle, const Conv&) { return false; }
  virtual std::string conv_identity() { return {}; }

 protected:
  [[noreturn]] static void unsupported(const char* message) { throw Error(KILN_UNSUPPORTED, message); }
};

class Driver {
 public:
  virtual ~Driver() = default;
  virtual const char* name() const noexcept = 0;
  virtual Probe probe() noexcept = 0;
  virtual std::unique_ptr<Context> open(const std::string& id, Sched sched = Sched::driver) = 0;
  virtual std::unique_ptr<Context> adopt(const Native&, Sched) {
    throw Error(KILN_UNSUPPORTED, "the backend opens no foreign contexts");
  }
  virtual Native memory_owner(std::uintptr_t) { throw Error(KILN_UNSUPPORTED, "the backend takes no foreign memory"); }
};

// Queues one command by calling the function that its kind names. Returns what blas_gemm or conv returned, and true
// for other kinds.
inline bool queue_command(Context& context, QueueHandle queue, const Command& command) {
  if (command.kind == KILN_BACKEND_LAUNCH_COMMAND) {
    context.kernel_launch(queue, command.kernel, launch_of(command));
  } else if (command.kind == KILN_BACKEND_GEMM_COMMAND) {
    return context.blas_gemm(queue, whole<Gemm>(*static_cast<const kiln_backend_gemm*>(command.work)));
  } else if (command.kind == KILN_BACKEND_CONV_COMMAND) {
    return context.conv(queue, whole<Conv>(*static_cast<const kiln_backend_conv*>(command.work)));
  } else if (command.kind == KILN_BACKEND_COPY_COMMAND) {
    const auto& copy = *static_cast<const Copy*>(command.work);
    context.memory_copy(queue, copy.to, copy.to_offset, copy.from, copy.from_offset, copy.bytes);
  } else {
    const auto& fill = *static_cast<const Fill*>(command.work);
    context.memory_fill(queue, fill.to, fill.offset, fill.bytes, fill.pattern, fill.pattern_bytes);
  }
  return true;
}

// Queues a command of a list by calling `work`; `queued` commands of the list were queued before it. If the
// device refuses the command, it is tried again when those have run.
template <class Work>
void queue_behind(Context& context, QueueHandle queue, std::size_t queued, Work&& work) {
  try {
    return work();
  } catch (const Error&) {
    if (queued == 0) throw;
  }
  try {
    context.queue_finish(queue);
    work();
  } catch (const Error& error) {
    throw PartlyQueued(error, queued);
  }
}

// ---- The tables: C functions that call those of the classes ----

namespace table {

inline const char* text(const char* given) noexcept { return given ? given : ""; }

// Call this inside a catch block: it turns the exception into a status and a message in `error`. Where a thread
// is being cancelled, unwinding goes on.
inline kiln_status report(kiln_backend_error* error) {
  const auto tell = [&](kiln_status status, const char* message, const char* log) {
    error->describe(error, message, log);
    return status == KILN_OK ? KILN_INTERNAL : status;
  };
  const auto tell_error = [&](const Error& known) {
    error->vendor_code = known.vendor_code();
    return tell(known.status(), known.what(), known.log().c_str());
  };
  try {
    throw;
#if defined(__GLIBCXX__)
  } catch (const abi::__forced_unwind&) {
    throw;
#endif
  } catch (const PartlyQueued& known) {
    error->queued = known.queued();
    return tell_error(known);
  } catch (const Error& known) {
    return tell_error(known);
  } catch (const std::bad_alloc&) {
    return KILN_OUT_OF_HOST_MEMORY;
  } catch (const std::exception& other) {
    return tell(KILN_INTERNAL, other.what(), nullptr);
  } catch (...) {
    return tell(KILN_INTERNAL, "an exception of an unknown type", nullptr);
  }
}

template <class Work>
kiln_status guarded(kiln_backend_error* error, Work&& work) {
  try {
    work();
    return KILN_OK;
  } catch (...) {
    return report(error);
  }
}

inline void put(kiln_backend_sink* sink, const void* data, std::size_t bytes) {
  if (!sink->take(sink, data, bytes)) throw std::bad_alloc();
}

// Says how C passes a parameter of a class's function: `Type` is the type in C, and value() makes the parameter from
// it.
template <class Parameter>
struct In {
  using Type = Parameter;
  static Parameter value(Type given) noexcept { return given; }
};
template <class Enum>
requires std::is_enum_v<Enum>
struct In<Enum> {
  using Type = std::int32_t;
  static Enum value(Type given) noexcept { return static_cast<Enum>(given); }
};
template <class Struct>
struct In<const Struct&> {
  using Type = const Struct*;
  static Struct value(Type given) noexcept {
    if constexpr (requires { given->struct_size; })
      return whole<Struct>(*given);
    else
      return *given;
  }
};
template <>
struct In<const Gemm&> {
  using Type = const kiln_backend_gemm*;
  static Gemm value(Type given) noexcept { return whole<Gemm>(*given); }
};
template <>
struct In<const Conv&> {
  using Type = const kiln_backend_conv*;
  static Conv value(Type given) noexcept { return whole<Conv>(*given); }
};
template <>
struct In<const Collective&> {
  using Type = const kiln_backend_collective*;
  static Collective value(Type given) noexcept { return whole<Collective>(*given); }
};
template <>
struct In<const std::string&> {
  using Type = const char*;
  static std::string value(Type given) { return text(given); }
};
template <>
struct In<const Source&> {
  using Type = const kiln_backend_source*;
  static Source value(Type given) {
    const auto source = whole<kiln_backend_source>(*given);
    return {std::string(source.text, source.text_bytes),
            {source.defines, source.defines + source.define_count},
            source.fast_math,
            source.raw,
            source.max_registers,
            source.acquire_release};
  }
};
template <>
struct In<Context&> {
  using Type = kiln_backend_context*;
  static Context& value(Type given) noexcept { return *reinterpret_cast<Context*>(given); }
};

// Says how C returns the result of a class's function: `Type` is the type of the last C parameter, and give() writes
// the result there.
template <class Result>
struct Out {
  using Type = Result*;
  static void give(Type to, const Result& result) noexcept {
    if constexpr (requires { to->struct_size; })
      copy_known(*to, result);
    else
      *to = result;
  }
};
template <class Object>
struct Out<std::unique_ptr<Object>> {
  using Type = kiln_backend_context**;
  static void give(Type to, std::unique_ptr<Object> result) noexcept {
    *to = reinterpret_cast<kiln_backend_context*>(result.release());
  }
};
template <>
struct Out<std::vector<std::byte>> {
  using Type = kiln_backend_sink*;
  static void give(Type to, const std::vector<std::byte>& result) { put(to, result.data(), result.size()); }
};
template <>
struct Out<std::string> {
  using Type = kiln_backend_sink*;
  static void give(Type to, const std::string& result) { put(to, result.data(), result.size()); }
};
template <>
struct Out<std::vector<std::string>> {
  using Type = kiln_backend_sink*;
  static void give(Type to, const std::vector<std::string>& result) {
    for (const std::string& item : result) Out<std::string>::give(to, item);
  }
};

template <>
struct Out<std::vector<ConvWay>> {
  using Type = kiln_backend_sink*;
  static void give(Type to, const std::vector<ConvWay>& result) {
    for (const ConvWay& item : result) put(to, &item, sizeof item);
  }
};

template <class Object>
using Opaque = std::conditional_t<std::is_same_v<Object, Context>, kiln_backend_context, kiln_backend_driver>;
template <class Object>
Object& object(Opaque<Object>* self) noexcept {
  return *reinterpret_cast<Object*>(self);
}

// Entry<&Context::function>::call is the C function for a function of the classes.
template <auto function, class Type = decltype(function)>
struct Entry;
template <auto function, class Object, class Result, class... P>
struct Entry<function, Result (Object::*)(P...)> {
  static kiln_status call(Opaque<Object>* self, typename In<P>::Type... arguments, typename Out<Result>::Type result,
                          kiln_backend_error* error) {
    return guarded(error,
                   [&] { Out<Result>::give(result, (object<Object>(self).*function)(In<P>::value(arguments)...)); });
  }
};
template <auto function, class Object, class... P>
struct Entry<function, void (Object::*)(P...)> {
  static kiln_status call(Opaque<Object>* self, typename In<P>::Type... arguments, kiln_backend_error* error) {
    return guarded(error, [&] { (object<Object>(self).*function)(In<P>::value(arguments)...); });
  }
};
template <auto function, class Object, class Result, class... P>
struct Entry<function, Result (Object::*)(P...) noexcept> {
  static Result call(Opaque<Object>* self, P... arguments) { return (object<Object>(self).*function)(arguments...); }
};

template <class Object>
void destroy(Opaque<Object>* self) {
  delete &object<Object>(self);
}

inline kiln_backend_device texts(const DeviceInfo& info) noexcept {
  kiln_backend_device device;
  device.id = info.id.c_str();
  device.name = info.name.c_str();
  device.platform = info.platform.c_str();
  device.driver = info.driver.c_str();
  device.uid = info.uid.c_str();
  device.kind = static_cast<std::int32_t>(info.kind);
  return device;
}

inline kiln_status properties(kiln_backend_context* self, kiln_backend_device* device,
                              kiln_backend_properties* properties, kiln_backend_error*) {
  const DeviceProperties& known = object<Context>(self).properties();
  kiln_backend_device all = texts(known.info);
  all.dialect = static_cast<std::int32_t>(known.dialect);
  all.vendor = known.vendor.c_str();
  all.language = known.language.c_str();
  all.cache_identity = known.cache_identity.c_str();
  copy_known(*device, all);
  copy_known(*properties, static_cast<const kiln_backend_properties&>(known));
  return KILN_OK;
}

inline kiln_status program_load(kiln_backend_context* self, const void* binary, std::size_t bytes,
                                const kiln_backend_source* source, kiln_backend_program** program,
                                kiln_backend_error* error) {
  return guarded(error, [&] {
    *program = object<Context>(self).program_load({static_cast<const std::byte*>(binary), bytes},
                                                  In<const Source&>::value(source));
  });
}

inline kiln_status recording_create(kiln_backend_context* self, const kiln_backend_command* commands, std::size_t count,
                                    kiln_backend_recording** recording, kiln_backend_error* error) {
  return guarded(error, [&] { *recording = object<Context>(self).recording_create({commands, count}); });
}

inline void native(kiln_backend_context* self, kiln_backend_native* native) {
  *native = object<Context>(self).native();
}

inline void probe(kiln_backend_driver* self, kiln_backend_sink* devices, kiln_backend_sink* reason,
                  kiln_backend_sink* notes) {
  const Probe found = object<Driver>(self).probe();
  for (const DeviceInfo& info : found.devices) {
    const kiln_backend_device device = texts(info);
    devices->take(devices, &device, sizeof device);
  }
  reason->take(reason, found.reason.data(), found.reason.size());
  for (const std::string& note : found.notes) notes->take(notes, note.data(), note.size());
}

#define KILN_ENTRY(name) Entry<&Context::name>::call
inline constexpr kiln_backend_context_api kContext = {
    sizeof(kiln_backend_context_api),
    destroy<Context>,
    properties,
    KILN_ENTRY(memory_info),
    KILN_ENTRY(queue_create),
    KILN_ENTRY(queue_destroy),
    KILN_ENTRY(queue_flush),
    KILN_ENTRY(queue_finish),
    KILN_ENTRY(event_record),
    KILN_ENTRY(event_enqueue_wait),
    KILN_ENTRY(event_wait),
    KILN_ENTRY(event_done),
    KILN_ENTRY(event_destroy),
    KILN_ENTRY(memory_allocate),
    KILN_ENTRY(memory_free),
    KILN_ENTRY(memory_host_pointer),
    KILN_ENTRY(memory_native),
    KILN_ENTRY(memory_write),
    KILN_ENTRY(memory_read),
    KILN_ENTRY(memory_copy),
    KILN_ENTRY(memory_fill),
    KILN_ENTRY(program_build),
    program_load,
    KILN_ENTRY(program_binary),
    KILN_ENTRY(program_destroy),
    KILN_ENTRY(program_kernel),
    KILN_ENTRY(kernel_info),
    KILN_ENTRY(kernel_launch),
    KILN_ENTRY(event_seconds),
    KILN_ENTRY(event_wait_for),
    KILN_ENTRY(memory_copy_peer),
    KILN_ENTRY(memory_read_event),
    KILN_ENTRY(program_draft),
    KILN_ENTRY(program_kernels),
    KILN_ENTRY(blas_gemm),
    KILN_ENTRY(blas_takes),
    KILN_ENTRY(blas_identity),
    recording_create,
    KILN_ENTRY(recording_replay),
    KILN_ENTRY(recording_destroy),
    native,
    KILN_ENTRY(queue_adopt),
    KILN_ENTRY(queue_native),
    KILN_ENTRY(memory_adopt),
    KILN_ENTRY(memory_adopt_host),
    KILN_ENTRY(memory_host_view),
    KILN_ENTRY(memory_export),
    KILN_ENTRY(memory_import),
    KILN_ENTRY(memory_part),
    KILN_ENTRY(enter),
    KILN_ENTRY(leave),
    KILN_ENTRY(collective_id),
    KILN_ENTRY(communicator_create),
    KILN_ENTRY(communicator_destroy),
    KILN_ENTRY(collective),
    KILN_ENTRY(conv_ways),
    KILN_ENTRY(conv),
    KILN_ENTRY(conv_identity),
};
#undef KILN_ENTRY

template <Driver* (*make)()>
kiln_status create(kiln_backend_driver** driver, kiln_backend_error* error) {
  return guarded(error, [&] {
    Driver* const made = make();
    if (!made) throw std::bad_alloc();
    *driver = reinterpret_cast<kiln_backend_driver*>(made);
  });
}

template <Driver* (*make)()>
inline constexpr kiln_backend_driver_api kDriver = {sizeof(kiln_backend_driver_api),
                                                    create<make>,
                                                    destroy<Driver>,
                                                    probe,
                                                    Entry<&Driver::open>::call,
                                                    Entry<&Driver::adopt>::call,
                                                    Entry<&Driver::memory_owner>::call};

}  // namespace table
}  // namespace kiln::backend

// Put KILN_BACKEND_MODULE("name", create_function) at the end of a module. create_function gives a new Driver, or null
// if host memory ran out.
#define KILN_BACKEND_MODULE(name, create)                                                     \
  extern "C" KILN_VISIBLE const kiln_backend_exports kiln_backend_module;                     \
  const kiln_backend_exports kiln_backend_module = {KILN_BACKEND_MAJOR,                       \
                                                    KILN_BACKEND_MINOR,                       \
                                                    0,                                        \
                                                    sizeof(kiln_backend_exports),             \
                                                    name,                                     \
                                                    &::kiln::backend::table::kDriver<create>, \
                                                    &::kiln::backend::table::kContext}
