// SPDX-License-Identifier: Apache-2.0
// The mock driver's streams, events, transfers, modules and launches. An image is any text; lines such as
// "// mock: scale 8 4 static=16 threads=256" declare kernels with their parameter sizes.
#include <cstdio>
#include <cstring>
#include <sstream>

#include "mock_state.hpp"

using namespace kiln::mock;

namespace {

void run_one(CUstream stream) {
  const auto work = std::move(stream->work.front());
  stream->work.pop_front();
  state().clock += 1;
  work();
}
void run(CUstream stream) {
  while (!stream->work.empty()) run_one(stream);
}
void run_until(const Moment& moment) {
  while (!moment.done && moment.stream && state().streams.count(moment.stream) && !moment.stream->work.empty())
    run_one(moment.stream);
}

CUresult check_stream(CUstream stream) {
  if (!state().streams.count(stream)) return kInvalidHandle;
  return stream->context == current_context ? kSuccess : kInvalidContext;
}
CUresult check_event(CUevent event) {
  if (!state().events.count(event)) return kInvalidHandle;
  return event->context == current_context ? kSuccess : kInvalidContext;
}

CUresult enqueue(CUstream stream, std::function<void()> work) {
  if (const CUresult bad = check_stream(stream)) return bad;
  if (stream->capture) return stream->capture->work.push_back(std::move(work)), kSuccess;
  stream->work.push_back(std::move(work));
  if (!state().control.deferred) run(stream);
  return kSuccess;
}

char* bytes_at(CUdeviceptr pointer) { return reinterpret_cast<char*>(static_cast<std::uintptr_t>(pointer)); }

CUresult copy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return enqueue(stream, [=] { std::memcpy(bytes_at(to), bytes_at(from), bytes); });
}

bool device_range(CUdeviceptr pointer, std::size_t bytes) {
  const Block* block = find_block(pointer, bytes);
  return block && !block->host;
}
// Host memory, or a range that fits its allocation.
bool any_range(CUdeviceptr pointer, std::size_t bytes) { return !find_block(pointer, 1) || find_block(pointer, bytes); }

template <class T>
CUresult set(CUdeviceptr to, std::size_t pitch, T value, std::size_t width, std::size_t height, CUstream stream) {
  const std::size_t bytes = height == 0 ? 0 : (height - 1) * pitch + width * sizeof(T);
  if (to % sizeof(T) != 0 || !find_block(to, bytes)) return kErrorInvalidValue;
  return enqueue(stream, [=] {
    for (std::size_t row = 0; row < height; ++row)
      for (std::size_t column = 0; column < width; ++column)
        std::memcpy(bytes_at(to) + row * pitch + column * sizeof(T), &value, sizeof(T));
  });
}

void declare(CUmod_st& module, const std::string& line) {
  std::istringstream words(line.substr(line.find("mock:") + 5));
  auto function = std::make_unique<CUfunc_st>();
  words >> function->name;
  function->declared = true;
  for (std::string word; words >> word;) {
    if (std::sscanf(word.c_str(), "static=%d", &function->static_shared) == 1) continue;
    if (std::sscanf(word.c_str(), "threads=%d", &function->max_threads) == 1) continue;
    function->sizes.push_back(std::stoul(word));
  }
  function->dynamic_limit = 49152 - function->static_shared;
  module.declares = true;
  const std::string name = function->name;
  module.functions[name] = std::move(function);
}

}  // namespace

namespace kiln::mock {
void run_everything() {
  for (const CUstream stream : state().streams) run(stream);
}
}  // namespace kiln::mock

extern "C" {

MOCK int kiln_mock_cuda_enqueue(void* stream, std::function<void()> work) {
  const std::lock_guard lock(state().mutex);
  return enqueue(static_cast<CUstream>(stream), std::move(work));
}
MOCK CUresult cuCtxSynchronize() {
  ENTER("cuCtxSynchronize", true);
  run_everything();
  return state().control.late_error;
}
MOCK CUresult cuStreamCreate(CUstream* out, unsigned flags) {
  ENTER("cuStreamCreate", true);
  *out = new CUstream_st{current_context, flags, {}, {}, false};
  state().streams.insert(*out);
  ++state().control.live_streams;
  return kSuccess;
}
MOCK CUresult cuStreamDestroy_v2(CUstream stream) {
  ENTER("cuStreamDestroy", true);
  if (const CUresult bad = check_stream(stream)) return bad;
  run(stream);
  state().streams.erase(stream);
  --state().control.live_streams;
  delete stream;
  return kSuccess;
}
MOCK CUresult cuStreamSynchronize(CUstream stream) {
  ENTER("cuStreamSynchronize", true);
  if (const CUresult bad = check_stream(stream)) return bad;
  if (stream->capture) return stream->spoilt = true, kCaptureUnsupported;
  run(stream);
  return state().control.late_error;
}
MOCK CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  ENTER("cuStreamWaitEvent", true);
  if (const CUresult bad = check_event(event)) return bad;
  return enqueue(stream, [moment = event->moment] {
    if (moment->recorded) run_until(*moment);
  });
}

MOCK CUresult cuEventCreate(CUevent* out, unsigned flags) {
  ENTER("cuEventCreate", true);
  *out = new CUevent_st{current_context, flags};
  state().events.insert(*out);
  ++state().control.live_events;
  return kSuccess;
}
MOCK CUresult cuEventDestroy_v2(CUevent event) {
  ENTER("cuEventDestroy", true);
  if (const CUresult bad = check_event(event)) return bad;
  state().events.erase(event);
  --state().control.live_events;
  delete event;
  return kSuccess;
}
MOCK CUresult cuEventRecord(CUevent event, CUstream stream) {
  ENTER("cuEventRecord", true);
  if (const CUresult bad = check_event(event)) return bad;
  event->moment = std::make_shared<Moment>(Moment{stream, true, false, 0});
  return enqueue(stream, [moment = event->moment] {
    moment->done = true;
    moment->milliseconds = state().clock;
  });
}
MOCK CUresult cuEventSynchronize(CUevent event) {
  ENTER("cuEventSynchronize", true);
  if (const CUresult bad = check_event(event)) return bad;
  run_until(*event->moment);
  return state().control.late_error;
}
MOCK CUresult cuEventQuery(CUevent event) {
  ENTER("cuEventQuery", true);
  if (const CUresult bad = check_event(event)) return bad;
  if (state().control.late_error != 0) return state().control.late_error;
  return event->moment->done || !event->moment->recorded ? kSuccess : kErrorNotReady;
}
MOCK CUresult cuEventElapsedTime(float* out, CUevent start, CUevent end) {
  ENTER("cuEventElapsedTime", true);
  if (check_event(start) != kSuccess || check_event(end) != kSuccess) return kInvalidHandle;
  if (((start->flags | end->flags) & kEventDisableTiming) != 0) return kInvalidHandle;
  if (!start->moment->done || !end->moment->done) return kErrorNotReady;
  *out = static_cast<float>(end->moment->milliseconds - start->moment->milliseconds);
  return kSuccess;
}

MOCK CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  ENTER("cuMemcpyHtoDAsync", true);
  const auto source = static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(from));
  if (!device_range(to, bytes) || !any_range(source, bytes)) return kErrorInvalidValue;
  return copy(to, source, bytes, stream);
}
MOCK CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  ENTER("cuMemcpyDtoHAsync", true);
  const auto target = static_cast<CUdeviceptr>(reinterpret_cast<std::uintptr_t>(to));
  if (!device_range(from, bytes) || !any_range(target, bytes)) return kErrorInvalidValue;
  return copy(target, from, bytes, stream);
}
MOCK CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  ENTER("cuMemcpyDtoDAsync", true);
  if (!device_range(to, bytes) || !device_range(from, bytes)) return kErrorInvalidValue;
  return copy(to, from, bytes, stream);
}
MOCK CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  ENTER("cuMemcpyAsync", true);
  if (!any_range(to, bytes) || !any_range(from, bytes)) return kErrorInvalidValue;
  return copy(to, from, bytes, stream);
}
MOCK CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                                std::size_t bytes, CUstream stream) {
  ENTER("cuMemcpyPeerAsync", true);
  const Block* target = find_block(to, bytes);
  const Block* source = find_block(from, bytes);
  if (!target || !source || target->context != to_context || source->context != from_context) return kErrorInvalidValue;
  return copy(to, from, bytes, stream);
}
MOCK CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t count, CUstream stream) {
  ENTER("cuMemsetD8Async", true);
  return set(to, 0, value, count, 1, stream);
}
MOCK CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, std::size_t count, CUstream stream) {
  ENTER("cuMemsetD16Async", true);
  return set(to, 0, value, count, 1, stream);
}
MOCK CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, std::size_t count, CUstream stream) {
  ENTER("cuMemsetD32Async", true);
  return set(to, 0, value, count, 1, stream);
}
MOCK CUresult cuMemsetD2D32Async(CUdeviceptr to, std::size_t pitch, unsigned value, std::size_t width,
                                 std::size_t height, CUstream stream) {
  ENTER("cuMemsetD2D32Async", true);
  return set(to, pitch, value, width, height, stream);
}

MOCK CUresult cuModuleLoadData(CUmodule* out, const void* image) {
  ENTER("cuModuleLoadData", true);
  const std::string text = static_cast<const char*>(image);
  if (text.empty()) return kErrorInvalidImage;
  auto module = std::make_unique<CUmod_st>();
  module->context = current_context;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find("// mock:") != std::string::npos) declare(*module, line);
  state().modules.insert(module.get());
  ++state().control.live_modules;
  *out = module.release();
  return kSuccess;
}
MOCK CUresult cuModuleUnload(CUmodule module) {
  ENTER("cuModuleUnload", true);
  if (state().modules.erase(module) == 0) return kInvalidHandle;
  --state().control.live_modules;
  delete module;
  return kSuccess;
}
MOCK CUresult cuModuleGetFunction(CUfunction* out, CUmodule module, const char* name) {
  ENTER("cuModuleGetFunction", true);
  if (!state().modules.count(module)) return kInvalidHandle;
  auto& function = module->functions[name];
  if (!function && module->declares) {
    module->functions.erase(name);
    return kErrorNotFound;
  }
  if (!function) function = std::make_unique<CUfunc_st>(CUfunc_st{name, false, {}, 0, 1024, 49152});
  *out = function.get();
  return kSuccess;
}
MOCK CUresult cuFuncGetAttribute(int* out, int which, CUfunction function) {
  ENTER("cuFuncGetAttribute", true);
  *out = which == kFunctionMaxThreadsPerBlock ? function->max_threads
         : which == kFunctionSharedSizeBytes  ? function->static_shared
                                              : function->dynamic_limit;
  return kSuccess;
}
MOCK CUresult cuFuncSetAttribute(CUfunction function, int which, int value) {
  ENTER("cuFuncSetAttribute", true);
  if (which != kFunctionMaxDynamicSharedSizeBytes || value + function->static_shared > kSharedOptin)
    return kErrorInvalidValue;
  function->dynamic_limit = value;
  return kSuccess;
}
MOCK CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                             unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void** parameters,
                             void**) {
  ENTER("cuLaunchKernel", true);
  const unsigned threads = block_x * block_y * block_z;
  if (threads == 0 || threads > static_cast<unsigned>(function->max_threads) || grid_x == 0 || grid_y > 65535 ||
      grid_z > 65535 || shared > static_cast<unsigned>(function->dynamic_limit))
    return kErrorInvalidValue;
  CudaLaunch launch{function->name, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, {}};
  for (std::size_t i = 0; i < function->sizes.size(); ++i) {
    const auto* first = static_cast<const std::byte*>(parameters[i]);
    launch.arguments.emplace_back(first, first + function->sizes[i]);
  }
  return enqueue(stream, [launch = std::move(launch)] {
    CudaControl& control = state().control;
    control.launches.push_back(launch);
    if (const auto found = control.kernels.find(launch.kernel); found != control.kernels.end()) found->second(launch);
  });
}

#ifndef KILN_MOCK_DRIVER_11
MOCK CUresult cuStreamBeginCapture_v2(CUstream stream, int) {
  ENTER("cuStreamBeginCapture", true);
  if (const CUresult bad = check_stream(stream)) return bad;
  if (stream->capture) return kErrorInvalidValue;
  stream->capture = std::make_unique<CUgraph_st>();
  stream->spoilt = false;
  return kSuccess;
}
MOCK CUresult cuStreamEndCapture(CUstream stream, CUgraph* out) {
  ENTER("cuStreamEndCapture", true);
  if (const CUresult bad = check_stream(stream)) return bad;
  *out = nullptr;
  if (!stream->capture) return kErrorInvalidValue;
  const auto graph = std::move(stream->capture);
  if (stream->spoilt) return kCaptureInvalidated;
  *out = new CUgraph_st(*graph);
  state().graphs.insert(*out);
  ++state().control.live_graphs;
  state().control.graph_nodes = graph->work.size();
  return kSuccess;
}
MOCK CUresult cuGraphInstantiateWithFlags(CUgraphExec* out, CUgraph graph, unsigned long long) {
  ENTER("cuGraphInstantiate", true);
  if (!state().graphs.count(graph)) return kInvalidHandle;
  *out = new CUgraphExec_st{current_context, graph->work};
  state().executables.insert(*out);
  ++state().control.live_executables;
  return kSuccess;
}
MOCK CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream) {
  ENTER("cuGraphLaunch", true);
  if (!state().executables.count(executable)) return kInvalidHandle;
  return enqueue(stream, [work = executable->work] {
    for (const auto& node : work) node();
  });
}
MOCK CUresult cuGraphDestroy(CUgraph graph) {
  ENTER("cuGraphDestroy", true);
  if (state().graphs.erase(graph) == 0) return kInvalidHandle;
  --state().control.live_graphs;
  delete graph;
  return kSuccess;
}
MOCK CUresult cuGraphExecDestroy(CUgraphExec executable) {
  ENTER("cuGraphExecDestroy", true);
  if (state().executables.erase(executable) == 0) return kInvalidHandle;
  --state().control.live_executables;
  delete executable;
  return kSuccess;
}

MOCK CUresult cuFuncGetName(const char** out, CUfunction function) {
  ENTER("cuFuncGetName", true);
  return *out = function->name.c_str(), kSuccess;
}
MOCK CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset, std::size_t* size) {
  ENTER("cuFuncGetParamInfo", true);
  if (!function->declared) return kErrorNotSupported;
  if (index >= function->sizes.size()) return kErrorInvalidValue;
  *offset = 0;
  *size = function->sizes[index];
  return kSuccess;
}
MOCK CUresult cuModuleGetFunctionCount(unsigned* out, CUmodule module) {
  ENTER("cuModuleGetFunctionCount", true);
  *out = static_cast<unsigned>(module->functions.size());
  return kSuccess;
}
MOCK CUresult cuModuleEnumerateFunctions(CUfunction* out, unsigned count, CUmodule module) {
  ENTER("cuModuleEnumerateFunctions", true);
  for (const auto& [name, function] : module->functions)
    if (count-- > 0) *out++ = function.get();
  return kSuccess;
}
#endif

}  // extern "C"
