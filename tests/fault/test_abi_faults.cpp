// SPDX-License-Identifier: Apache-2.0
// Every backend call that a program of the C ABI makes fails, one a run: statuses, messages and outputs are
// right, nothing leaks, and a context whose device did not fail late works afterwards as before.
#include <dlfcn.h>
#include <kiln/kiln.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "catch.hpp"
#include "device_list.hpp"
#include "fake/fake.hpp"

namespace fake = kiln::fake;

namespace {

constexpr std::size_t kElements = 150000;  // several chunks of staged transfers
constexpr std::size_t kBytes = kElements * sizeof(float);
constexpr int kVendorCode = -1;  // of every fault

void* module(const char* variable) {
  const char* const path = std::getenv(variable);
  INFO(variable << " names the module; meson test sets it");
  REQUIRE(path != nullptr);
  void* const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  return handle;
}

// The modules that libkiln has loaded too.
struct Modules {
  void* const fault = module("KILN_TEST_FAULT_MODULE");
  void* const fake = module("KILN_TEST_FAKE_MODULE");
  template <class Function>
  static Function* symbol(void* handle, const char* name) {
    return reinterpret_cast<Function*>(dlsym(handle, name));
  }
  int (*const set_plan)(std::uint64_t, int, const char*,
                        int) = symbol<int(std::uint64_t, int, const char*, int)>(fault, "kiln_fault_plan");
  std::uint64_t (*const failures)() = symbol<std::uint64_t()>(fault, "kiln_fault_failures");
  std::int64_t (*const live)() = symbol<std::int64_t()>(fault, "kiln_fault_live");
  const char* (*const entry_seen)(std::size_t) = symbol<const char*(std::size_t)>(fault, "kiln_fault_entry_seen");
  std::uint64_t (*const calls_of)(const char*) = symbol<std::uint64_t(const char*)>(fault, "kiln_fault_calls_of");
  fake::Log& log = *symbol<fake::Log*()>(fake, "kiln_fake_log")();
};

const Modules& modules() {
  static const Modules loaded;
  return loaded;
}

// What the device's compiler would make of the two kernels below.
void register_kernels() {
  const auto add = [](const char* name, const fake::KernelFunction& function) {
    Modules::symbol<void(const char*, const fake::KernelFunction*)>(modules().fake, "kiln_fake_register_kernel")(
        name, &function);
  };
  const auto at = [](const fake::KernelCall& call, std::size_t index) {
    return reinterpret_cast<float*>(call.pointer<char>(index) + call.value<std::int64_t>(index + 1));
  };
  add("elementwise", [at](const fake::KernelCall& call) {
    for (std::uint32_t i = 0; i < call.value<std::uint32_t>(4); ++i) at(call, 0)[i] = 2 * at(call, 2)[i] + 1;
  });
  add("negate", [at](const fake::KernelCall& call) {
    for (int i = 0; i < call.value<int>(2); ++i) at(call, 0)[i] = -at(call, 0)[i];
  });
}

const char* const kSource = R"(
KILN_KERNEL void negate(KILN_ARG(float, a), int n) {
  KILN_PTR(float, a);
  const int i = (int)get_global_id(0);
  if (i < n) a[i] = -a[i];
}
)";

template <class Handle, void (*release)(Handle)>
struct Held {
  Held() = default;
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { release(handle); }
  Handle* out() { return &handle; }
  operator Handle() const { return handle; }
  Handle handle = nullptr;
};
using HeldContext = Held<kiln_context, kiln_context_release>;
using HeldQueue = Held<kiln_queue, kiln_queue_release>;
using HeldEvent = Held<kiln_event, kiln_event_release>;
using HeldBuffer = Held<kiln_buffer, kiln_buffer_release>;
using HeldArray = Held<kiln_array, kiln_array_release>;
using HeldElementwise = Held<kiln_elementwise, kiln_elementwise_release>;
using HeldProgram = Held<kiln_program, kiln_program_release>;
using HeldKernel = Held<kiln_kernel, kiln_kernel_release>;

struct Contexts {
  HeldContext first, second;
  kiln_status open(const std::string& device, kiln_tristate single_stream) {
    kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
    options.single_stream = single_stream;
    for (HeldContext* context : {&first, &second}) {
      const kiln_status status = kiln_context_create(device.c_str(), &options, context->out());
      CHECK((context->handle == nullptr) == (status != KILN_OK));
      if (status != KILN_OK) return status;
    }
    return KILN_OK;
  }
};

#define TRY(call)                                                            \
  do {                                                                       \
    if (const kiln_status status = (call); status != KILN_OK) return status; \
  } while (0)
// A call with an output, which a failure leaves NULL.
#define MAKE(held, call)                                    \
  do {                                                      \
    const kiln_status status = (call);                      \
    CHECK((held.handle == nullptr) == (status != KILN_OK)); \
    if (status != KILN_OK) return status;                   \
  } while (0)

// Out to the host and into another context: whoever fails, nothing that went out stays behind.
kiln_status share(kiln_array array, kiln_context other, std::vector<float>& got) {
  kiln_dlpack_options options = KILN_DLPACK_OPTIONS_INIT;
  options.copy = KILN_DLPACK_COPY_IF_NEEDED;
  options.host = 1;
  DLManagedTensorVersioned* tensor = nullptr;
  const kiln_status exported = kiln_array_to_dlpack(array, &options, &tensor);
  CHECK((tensor == nullptr) == (exported != KILN_OK));
  TRY(exported);
  HeldArray shared;
  MAKE(shared, kiln_array_from_dlpack(other, tensor, &options, shared.out()));
  return kiln_array_read(shared, got.data(), kBytes);
}

// Uses all of the ABI that reaches the device. `results` collects what comes back.
kiln_status work(kiln_context context, kiln_context other, std::vector<float>& results) {
  static const std::vector<float> given = [] {
    std::vector<float> values(kElements);
    for (std::size_t i = 0; i < kElements; ++i) values[i] = static_cast<float>(i % 1000);
    return values;
  }();
  std::vector<float> got(kElements);
  const auto keep = [&](const void* data) {
    const auto* const values = static_cast<const float*>(data);
    results.insert(results.end(), values, values + kElements);
  };
  results.clear();
  results.reserve(6 * kElements);

  HeldBuffer a, b, pinned;
  MAKE(a, kiln_buffer_create(context, kBytes, KILN_BUFFER_DEVICE, given.data(), a.out()));
  MAKE(b, kiln_buffer_create(context, kBytes, KILN_BUFFER_DEVICE, nullptr, b.out()));
  MAKE(pinned, kiln_buffer_create(context, kBytes, KILN_BUFFER_HOST, nullptr, pinned.out()));
  const float seven = 7;
  TRY(kiln_buffer_fill(b, 0, kBytes, &seven, sizeof seven));
  TRY(kiln_buffer_copy(b, 400, a, 400, kBytes - 400));
  TRY(kiln_buffer_write(b, 40, given.data(), 40));  // small: the compute queue

  HeldProgram program;
  HeldKernel negate;
  MAKE(program, kiln_program_create(context, kSource, KILN_LANGUAGE_PORTABLE, nullptr, program.out()));
  const kiln_parameter parameters[] = {{KILN_PARAMETER_INPUT_OUTPUT, KILN_FLOAT32},
                                       {KILN_PARAMETER_SCALAR, KILN_INT32}};
  MAKE(negate, kiln_kernel_create(program, "negate", 2, parameters, negate.out()));
  HeldArray whole;
  const std::int64_t shape[] = {kElements};
  MAKE(whole, kiln_array_from_buffer(b, KILN_FLOAT32, 1, shape, nullptr, 0, whole.out()));
  kiln_kernel_argument arguments[2];
  arguments[0].array = whole;
  arguments[1].i64 = kElements;
  const std::size_t global[] = {kElements};
  TRY(kiln_kernel_launch(negate, 1, global, nullptr, 2, arguments));

  HeldQueue compute, transfer;
  HeldEvent launched, read;
  MAKE(compute, kiln_context_compute_queue(context, compute.out()));
  MAKE(transfer, kiln_context_transfer_queue(context, transfer.out()));
  MAKE(launched, kiln_event_record(compute, launched.out()));
  TRY(kiln_queue_wait_event(transfer, launched));
  void* host = nullptr;
  TRY(kiln_buffer_host_pointer(pinned, &host));
  MAKE(read, kiln_buffer_read_async(b, 0, host, kBytes, read.out()));
  int done = 0;
  TRY(kiln_event_done(read, &done));
  TRY(kiln_event_synchronize(read));
  keep(host);
  HeldEvent written;
  MAKE(written, kiln_buffer_write_async(a, 0, host, kBytes, written.out()));
  TRY(kiln_event_synchronize(written));
  HeldEvent end;
  MAKE(end, kiln_event_record(compute, end.out()));
  double seconds = 0;
  TRY(kiln_event_elapsed(launched, end, &seconds));
  TRY(kiln_queue_synchronize(transfer));

  HeldElementwise twice;
  HeldArray x, r, on_host, moved;
  MAKE(twice, kiln_elementwise_create(context, "r = 2 * x + 1", nullptr, twice.out()));
  MAKE(x, kiln_array_from_host(context, KILN_FLOAT32, 1, shape, nullptr, KILN_FLOAT32, given.data(), x.out()));
  kiln_argument operands[2];
  operands[0] = {KILN_ARGUMENT_NEW, KILN_FLOAT32, {}};
  operands[0].value.new_array = r.out();
  operands[1] = {KILN_ARGUMENT_ARRAY, KILN_FLOAT32, {}};
  operands[1].value.array = x;
  MAKE(r, kiln_elementwise_call(twice, 2, operands));
  const void* pointer = nullptr;
  MAKE(on_host, kiln_array_to_host(r, on_host.out(), &pointer));
  keep(pointer);
  TRY(kiln_array_read(r, got.data(), kBytes));
  keep(got.data());
  MAKE(moved, kiln_array_transfer(r, other, moved.out()));
  TRY(kiln_buffer_read(a, 0, got.data(), kBytes));
  keep(got.data());
  TRY(kiln_array_write(x, given.data(), kBytes));
  TRY(kiln_array_synchronize(x));
  TRY(kiln_array_read(moved, got.data(), kBytes));
  keep(got.data());

  void* native = nullptr;
  TRY(kiln_queue_get_native(transfer, &native));
  TRY(kiln_context_after_queue(context, native));
  TRY(kiln_context_before_queue(context, native));
  TRY(kiln_buffer_get_native_part(a, &native));
  TRY(kiln_context_enter(context, &native));
  TRY(kiln_context_leave(context, native));
  TRY(share(r, other, got));
  keep(got.data());

  // Too much is out of memory, whatever befalls those who gather the figures for the message.
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  TRY(kiln_context_get_properties(context, &properties));
  HeldBuffer huge;
  CHECK(kiln_buffer_create(context, properties.largest_block + 1, KILN_BUFFER_DEVICE, nullptr, huge.out()) ==
        KILN_OUT_OF_MEMORY);
  CHECK(huge.handle == nullptr);
  kiln_memory_info memory = KILN_MEMORY_INFO_INIT;
  TRY(kiln_context_get_memory(context, &memory));
  TRY(kiln_context_trim(context));
  TRY(kiln_context_synchronize(context));
  return KILN_OK;
}

std::string last_message() {
  kiln_error_info info;
  kiln_last_error(&info);
  return info.message;
}

struct Fault {
  std::string entry;  // "": any
  std::uint64_t call = 0;
  bool persistent = false;
  kiln_status status = KILN_BACKEND_ERROR;

  bool is(const char* name) const { return entry == name; }
  // The runtime does without what failed.
  bool recovers() const {
    return is("program_load") || is("program_binary") || is("program_draft") ||
           (is("memory_allocate") && !persistent &&
            (status == KILN_OUT_OF_MEMORY || status == KILN_OUT_OF_HOST_MEMORY));
  }
  // A look at what has passed, or a figure for a message: the caller may get along without it.
  bool minor() const { return is("event_done") || is("event_record") || is("memory_info"); }
  // The device found an error late: what it computed is unknown, and the context stays failed.
  bool late() const { return is("event_wait") || is("queue_finish") || is("event_done"); }
};

void check_error(const Fault& fault, kiln_status status) {
  kiln_error_info error;
  kiln_last_error(&error);
  CAPTURE(error.message);
  CHECK(status == fault.status);
  CHECK(error.status == fault.status);
  CHECK(error.vendor_code == kVendorCode);
  const std::string message = error.message;
  CHECK(message.find(fault.entry + ": made to fail") != std::string::npos);
  CHECK(message.find(" on fault:") != std::string::npos);
  if (fault.is("program_build") && status == KILN_BUILD_ERROR) CHECK(error.build_log[0] != '\0');
}

// After the fault is gone, and all that the failed work had made.
void check_usable(const Fault& fault, const Contexts& contexts, const std::vector<float>& expected) {
  std::vector<float> results;
  bool failed = false;
  for (const kiln_context context : {contexts.first.handle, contexts.second.handle}) {
    const kiln_status status = kiln_context_synchronize(context);
    if (status == KILN_OK) continue;
    failed = true;
    CHECK(fault.late());
    CHECK(status == fault.status);
    CHECK(last_message().find("the context has failed") != std::string::npos);
  }
  const kiln_status again = work(contexts.first, contexts.second, results);
  if (failed) {
    CHECK(again == fault.status);
    return;
  }
  INFO(last_message());
  CHECK(again == KILN_OK);
  CHECK(results == expected);
}

// One run with a fault. False: the run made no such call.
bool run(const std::string& device, kiln_tristate single_stream, const Fault& fault,
         const std::vector<float>& expected) {
  CAPTURE(device, int{single_stream}, fault.entry, fault.call, fault.persistent, int{fault.status});
  bool reached = false;
  {
    Contexts contexts;
    std::vector<float> results;
    REQUIRE(modules().set_plan(fault.call, fault.persistent, fault.entry.c_str(), fault.status));
    const kiln_status opened = contexts.open(device, single_stream);
    const kiln_status status = opened == KILN_OK ? work(contexts.first, contexts.second, results) : opened;
    reached = modules().failures() > 0;
    if (status != KILN_OK)
      check_error(fault, status);
    else
      CHECK(results == expected);
    if (reached && fault.recovers()) CHECK(status == KILN_OK);
    if (reached && !fault.recovers() && !fault.minor()) CHECK(status != KILN_OK);
    REQUIRE(modules().set_plan(0, 0, "", KILN_BACKEND_ERROR));
    if (opened == KILN_OK) check_usable(fault, contexts, expected);
  }
  CHECK(modules().live() == 0);
  CHECK(modules().log.live().total() == 0);
  CHECK(modules().log.misuses() == 0);
  modules().log.clear();
  return reached;
}

struct Ordinary {
  std::vector<float> results;
  std::vector<std::pair<std::string, std::uint64_t>> calls;
};

Ordinary ordinary_run(const std::string& device, kiln_tristate single_stream) {
  Ordinary ordinary;
  Contexts contexts;
  REQUIRE(modules().set_plan(0, 0, "", KILN_BACKEND_ERROR));
  const bool right = contexts.open(device, single_stream) == KILN_OK &&
                     work(contexts.first, contexts.second, ordinary.results) == KILN_OK;
  INFO(last_message());
  REQUIRE(right);
  for (std::size_t i = 0; const char* const entry = modules().entry_seen(i); ++i)
    ordinary.calls.emplace_back(entry, modules().calls_of(entry));
  return ordinary;
}

struct Way {
  bool persistent;
  kiln_status status;
};

void fail_every_call(const std::string& device, const std::vector<Way>& ways) {
  register_kernels();
  std::size_t runs = 0, reached = 0;
  for (const kiln_tristate single_stream : {KILN_YES, KILN_NO}) {
    ordinary_run(device, single_stream);  // fills the kernel cache
    const Ordinary ordinary = ordinary_run(device, single_stream);
    REQUIRE(ordinary.results.size() == 6 * kElements);
    CHECK(ordinary.results[200] == -200);
    CHECK(ordinary.results[kElements + 200] == 401);
    CHECK(ordinary.calls.size() >= 15);
    for (const auto& [entry, count] : ordinary.calls) {
      for (std::uint64_t call = 1; call <= count; ++call) {
        for (const Way& way : ways) {
          ++runs;
          reached += run(device, single_stream, {entry, call, way.persistent, way.status}, ordinary.results);
        }
      }
    }
  }
  CHECK(reached * 10 >= runs * 9);  // how often events are looked at may differ
  std::printf("%s: %zu runs, %zu with a fault\n", device.c_str(), runs, reached);
}

const std::vector<Way> kAllWays = {{false, KILN_BACKEND_ERROR}, {false, KILN_OUT_OF_MEMORY},
                                   {false, KILN_NO_DEVICE},     {false, KILN_OUT_OF_HOST_MEMORY},
                                   {false, KILN_BUILD_ERROR},   {true, KILN_BACKEND_ERROR},
                                   {true, KILN_OUT_OF_MEMORY},  {true, KILN_NO_DEVICE}};

}  // namespace

TEST_CASE("every backend call of a C program fails: fake device") {
  fail_every_call("fault:fake0", {{false, KILN_BACKEND_ERROR}, {false, KILN_OUT_OF_MEMORY}, {true, KILN_NO_DEVICE}});
}

TEST_CASE("every backend call of a C program fails: devices") {
  for (const auto& device : kiln::test::devices()) fail_every_call("fault:" + device, {{false, KILN_BACKEND_ERROR}});
}

TEST_CASE("every backend call of a C program fails in every way", "[.long]") {
  fail_every_call("fault:fake0", kAllWays);
  for (const auto& device : kiln::test::devices()) fail_every_call("fault:" + device, kAllWays);
}
