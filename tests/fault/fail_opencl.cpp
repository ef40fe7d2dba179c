// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program, makes calls of PoCL fail: what tests/support/fault is to a backend's entries,
// with the same KILN_FAULT (call, persistent, entry, code) and KILN_FAULT_REPORT. A call that fails has no
// effect, but waits have waited and releases have released.
//
// Objects of a driver behind an ICD loader begin with a pointer to the driver's table of functions. The table
// is changed in place when the platforms are first listed; PoCL does not use it for calls of its own.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

namespace {

struct State {
  std::mutex mutex;
  std::string entry;
  unsigned long call = 0, seen = 0, failures = 0;
  bool persistent = false;
  cl_int code = CL_OUT_OF_RESOURCES;
  std::map<std::string, unsigned long> calls;
  std::map<std::string, long> live;
};

State& state() {
  static State* const shared = [] {
    auto* const made = new State;
    const char* const plan = std::getenv("KILN_FAULT");
    std::string text = plan ? plan : "";
    for (char* part = std::strtok(text.data(), ","); part; part = std::strtok(nullptr, ",")) {
      const std::string word = part, value = word.substr(word.find('=') + 1);
      if (word.rfind("entry=", 0) == 0) made->entry = value;
      if (word.rfind("call=", 0) == 0) made->call = std::stoul(value);
      if (word.rfind("persistent=", 0) == 0) made->persistent = value != "0";
      if (word.rfind("code=", 0) == 0) made->code = std::stoi(value);
    }
    return made;
  }();
  return *shared;
}

// What the call has to return instead of its own result, or CL_SUCCESS.
cl_int count_call(const char* name) {
  State& shared = state();
  const std::lock_guard lock(shared.mutex);
  ++shared.calls[name];
  if (!shared.entry.empty() && shared.entry != name) return CL_SUCCESS;
  const unsigned long call = ++shared.seen;
  if (shared.call == 0 || (shared.persistent ? call < shared.call : call != shared.call)) return CL_SUCCESS;
  ++shared.failures;
  return shared.code;
}

void add_live(const char* kind, long change) {
  State& shared = state();
  const std::lock_guard lock(shared.mutex);
  shared.live[kind] += change;
}

template <class T>
constexpr const char* kind_of() {
  if constexpr (std::is_same_v<T, cl_context>) return "contexts";
  if constexpr (std::is_same_v<T, cl_command_queue>) return "queues";
  if constexpr (std::is_same_v<T, cl_mem>) return "memories";
  if constexpr (std::is_same_v<T, cl_program>) return "programs";
  if constexpr (std::is_same_v<T, cl_kernel>) return "kernels";
  if constexpr (std::is_same_v<T, cl_event>) return "events";
  return nullptr;
}

template <auto member>
struct Hook;

template <class Result, class... Arguments, Result (*cl_icd_dispatch::*member)(Arguments...)>
struct Hook<member> {
  using Function = Result (*)(Arguments...);
  using Last = std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>;
  static inline Function real = nullptr;
  static inline const char* name = nullptr;

  static Result call(Arguments... arguments) {
    const cl_int code = count_call(name);
    const Last last = std::get<sizeof...(Arguments) - 1>(std::tie(arguments...));
    if constexpr (std::is_same_v<Result, cl_int>) {
      const bool releases = std::strncmp(name, "clRelease", 9) == 0;
      const bool waits = std::strcmp(name, "clFinish") == 0 || std::strcmp(name, "clWaitForEvents") == 0;
      if (code != CL_SUCCESS && !releases && !waits) return code;
      const cl_int result = real(arguments...);
      if constexpr (kind_of<Last>() != nullptr) {
        if (releases && result == CL_SUCCESS) add_live(kind_of<Last>(), -1);
      }
      if constexpr (std::is_same_v<Last, cl_event*>) {
        if (last && result == CL_SUCCESS) add_live("events", 1);
      }
      return code != CL_SUCCESS ? code : result;
    } else {
      if (code != CL_SUCCESS) {
        if (last) *last = code;
        return nullptr;
      }
      const Result result = real(arguments...);
      if constexpr (kind_of<Result>() != nullptr) {
        if (result) add_live(kind_of<Result>(), 1);
      }
      return result;
    }
  }

  static void set(cl_icd_dispatch& table, const char* entry) {
    if (table.*member == &call) return;
    name = entry;
    real = table.*member;
    table.*member = &call;
  }
};

// All that backends/opencl calls, but clGetPlatformIDs.
void change(cl_icd_dispatch& table) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(&table) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(&table + 1);
  if (mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE) != 0) return;
#define HOOK(name) Hook<&cl_icd_dispatch::name>::set(table, #name)
  HOOK(clGetPlatformInfo);
  HOOK(clGetDeviceIDs);
  HOOK(clGetDeviceInfo);
  HOOK(clCreateContext);
  HOOK(clReleaseContext);
  HOOK(clCreateCommandQueue);
  HOOK(clReleaseCommandQueue);
  HOOK(clFlush);
  HOOK(clFinish);
  HOOK(clCreateBuffer);
  HOOK(clCreateSubBuffer);
  HOOK(clReleaseMemObject);
  HOOK(clEnqueueMapBuffer);
  HOOK(clEnqueueUnmapMemObject);
  HOOK(clEnqueueMigrateMemObjects);
  HOOK(clEnqueueReadBuffer);
  HOOK(clEnqueueWriteBuffer);
  HOOK(clEnqueueCopyBuffer);
  HOOK(clEnqueueFillBuffer);
  HOOK(clCreateProgramWithSource);
  HOOK(clCreateProgramWithBinary);
  HOOK(clBuildProgram);
  HOOK(clGetProgramInfo);
  HOOK(clGetProgramBuildInfo);
  HOOK(clReleaseProgram);
  HOOK(clCreateKernel);
  HOOK(clReleaseKernel);
  HOOK(clGetKernelInfo);
  HOOK(clGetKernelWorkGroupInfo);
  HOOK(clSetKernelArg);
  HOOK(clEnqueueNDRangeKernel);
  HOOK(clEnqueueMarkerWithWaitList);
  HOOK(clEnqueueBarrierWithWaitList);
  HOOK(clGetEventInfo);
  HOOK(clGetEventProfilingInfo);
  HOOK(clWaitForEvents);
  HOOK(clReleaseEvent);
#undef HOOK
}

[[gnu::destructor]] void write_report() {
  const char* const path = std::getenv("KILN_FAULT_REPORT");
  std::FILE* const file = path ? std::fopen(path, "w") : nullptr;
  if (!file) return;
  const State& shared = state();
  for (const auto& [name, count] : shared.calls) std::fprintf(file, "calls %s %lu\n", name.c_str(), count);
  std::fprintf(file, "failures %lu\n", shared.failures);
  for (const auto& [kind, count] : shared.live) std::fprintf(file, "live %s %ld\n", kind.c_str(), count);
  std::fprintf(file, "live objects 0\n");
  std::fclose(file);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int clGetPlatformIDs(cl_uint entries, cl_platform_id* platforms,
                                                                          cl_uint* count) {
  static void* const loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  static const auto real = reinterpret_cast<decltype(&clGetPlatformIDs)>(dlsym(loader, "clGetPlatformIDs"));
  if (const cl_int code = count_call("clGetPlatformIDs"); code != CL_SUCCESS) return code;
  const cl_int result = real(entries, platforms, count);
  if (result == CL_SUCCESS && platforms) {
    for (cl_uint i = 0; i < entries; ++i) {
      // One driver's, since a hook knows one real function.
      cl_icd_dispatch& table = **reinterpret_cast<cl_icd_dispatch**>(platforms[i]);
      char name[64] = "";
      if (table.clGetPlatformInfo == &Hook<&cl_icd_dispatch::clGetPlatformInfo>::call) continue;
      table.clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
      if (std::strcmp(name, "Portable Computing Language") == 0) change(table);
    }
  }
  return result;
}
