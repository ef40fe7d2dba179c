// SPDX-License-Identifier: Apache-2.0
// Recordings as CUDA graphs. The calls that queue the commands are made on a stream that captures. If a
// recording is run many times at once, a second graph with several copies of it needs fewer launches.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

constexpr std::size_t kMostNodes = 1000;  // the nodes of a graph with copies: each of them takes time to make
constexpr unsigned kSetDependencies = 1;  // CU_STREAM_SET_CAPTURE_DEPENDENCIES
constexpr std::size_t kWorthCopies = 8;   // fewer runs than this are launched one by one

void destroy(const DriverApi& api, CUgraphExec& executable) noexcept {
  // A graph that is still to run is freed when it has run.
  if (executable) api.cuGraphExecDestroy(executable);
  executable = nullptr;
}

const char* refusal(const backend::Command& command) {
  return command.kind == KILN_BACKEND_CONV_COMMAND ? "cuDNN refuses a convolution" : "cuBLAS refuses a product";
}

// The sections of a recording as branches of the graph that a stream captures. Each section begins behind the
// last nodes of the sections that come before it.
class Branches {
 public:
  Branches(const DriverApi& driver, Queue& queue) : driver_(driver), queue_(queue), stream_(queue.stream) {}
  // Begins a section with these commands. Products that share a workspace of cuBLAS follow each other.
  void enter(std::span<const backend::Command> commands) {
    const auto* section = commands.front().section;
    if (!section || !driver_.cuStreamGetCaptureInfo || !driver_.cuStreamUpdateCaptureDependencies) return;
    leave();
    number_ = section->number;
    Nodes nodes;
    Before before;
    for (std::size_t i = 0; i < section->after_count; ++i) follow(section->after[i], nodes, before);
    if (multiplies(commands)) {
      // Takes a workspace that is free when the section begins, or else the one that was taken longest ago.
      unsigned lane = 0;
      for (unsigned other = 0; other < Blas::kLanes; ++other) {
        const auto& last = products_[other];
        if (!last || before.count(*last)) {
          lane = other;
          break;
        }
        if (*last < *products_[lane]) lane = other;
      }
      if (products_[lane] && !before.count(*products_[lane])) follow(*products_[lane], nodes, before);
      products_[lane] = number_;
      queue_.lane = lane;
    }
    before_[*number_] = std::move(before);
    add(nodes, nodes.empty() ? begin_ : Nodes());
    set(nodes);
  }
  // Ends the sections: further commands come after all of them.
  void join() {
    if (!number_) return;
    leave();
    Nodes nodes;
    for (const auto& [number, end] : ends_) add(nodes, end);
    set(nodes);
    begin_ = std::move(nodes);
    ends_.clear();
    before_.clear();
    number_.reset();
    for (auto& product : products_) product.reset();
  }

 private:
  using Nodes = std::vector<CUgraphNode>;
  using Before = std::set<std::uint32_t>;  // the sections that have ended when a section begins
  static bool multiplies(std::span<const backend::Command> commands) {
    for (const backend::Command& command : commands) {
      if (command.section != commands.front().section) break;
      if (command.kind == KILN_BACKEND_GEMM_COMMAND) return true;
    }
    return false;
  }
  void follow(std::uint32_t section, Nodes& nodes, Before& before) {
    add(nodes, ends_[section]);
    before.insert(section);
    before.insert(before_[section].begin(), before_[section].end());
  }
  static void add(Nodes& nodes, const Nodes& more) {
    for (const CUgraphNode node : more)
      if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
  void set(Nodes& nodes) {
    check(driver_, "cuStreamUpdateCaptureDependencies",
          driver_.cuStreamUpdateCaptureDependencies(stream_, nodes.data(), nodes.size(), kSetDependencies));
  }
  // Notes where the current section ended.
  void leave() {
    if (!number_) return;
    int status = 0;
    unsigned long long id = 0;
    CUgraph graph = nullptr;
    const CUgraphNode* nodes = nullptr;
    std::size_t count = 0;
    check(driver_, "cuStreamGetCaptureInfo",
          driver_.cuStreamGetCaptureInfo(stream_, &status, &id, &graph, &nodes, &count));
    ends_[*number_].assign(nodes, nodes + count);
  }

  const DriverApi& driver_;
  Queue& queue_;
  CUstream stream_;
  std::map<std::uint32_t, Nodes> ends_;
  std::map<std::uint32_t, Before> before_;
  Nodes begin_;
  std::optional<std::uint32_t> number_, products_[Blas::kLanes];
};

}  // namespace

CUgraphExec CudaContext::make_graph(std::span<const backend::Command> commands, std::size_t times) {
  const std::lock_guard lock(recorder_mutex_);
  if (!recorder_) recorder_ = queue_create(false);
  Queue& recorder = as_queue(recorder_);
  recorder.records = true;
  recorder.lane = 0;
  const CUstream stream = recorder.stream;
  // The relaxed mode lets libraries load kernels and get memory on the way.
  KILN_CUDA(api(), cuStreamBeginCapture, stream, kCaptureRelaxed);
  CUgraph graph = nullptr;
  try {
    Branches branches(api(), recorder);
    for (std::size_t time = 0; time < times; ++time) {
      for (std::size_t i = 0; i < commands.size(); ++i) {
        const backend::Command& command = commands[i];
        if (i == 0 || command.section != commands[i - 1].section) branches.enter(commands.subspan(i));
        if (!backend::queue_command(*this, recorder_, command))
          base::fail(KILN_UNSUPPORTED, "{} of '{}'", refusal(command), command.operation);
      }
      branches.join();
    }
  } catch (...) {
    if (api().cuStreamEndCapture(stream, &graph) == kSuccess && graph) api().cuGraphDestroy(graph);
    throw;
  }
  KILN_CUDA(api(), cuStreamEndCapture, stream, &graph);
  CUgraphExec executable = nullptr;
  const CUresult result = api().cuGraphInstantiate(&executable, graph, 0);
  api().cuGraphDestroy(graph);
  check(api(), "cuGraphInstantiateWithFlags", result);
  return executable;
}

backend::RecordingHandle CudaContext::recording_create(std::span<const backend::Command> commands) {
  const DriverApi& driver = api();
  if (!driver.cuStreamBeginCapture || !driver.cuStreamEndCapture || !driver.cuGraphInstantiate ||
      !driver.cuGraphLaunch || !driver.cuGraphDestroy || !driver.cuGraphExecDestroy)
    return nullptr;
  const Current current(*this, "recording_create");
  auto recording = std::make_unique<Recording>();
  recording->commands = commands;
  recording->multiplies = std::any_of(commands.begin(), commands.end(), [](const backend::Command& command) {
    return command.kind == KILN_BACKEND_GEMM_COMMAND;
  });
  if (commands.size() > 1) {
    try {
      recording->once = make_graph(commands, 1);
    } catch (const backend::Error&) {
      // cuDNN may have engines that cannot be captured. Commands are then queued one by one.
      if (std::any_of(commands.begin(), commands.end(),
                      [](const auto& command) { return command.kind == KILN_BACKEND_CONV_COMMAND; }))
        return nullptr;
      throw;
    }
  }
  return reinterpret_cast<backend::RecordingHandle>(recording.release());
}

// Makes a graph of several copies for `times` runs, unless the present one does nearly as well.
void CudaContext::prepare(Recording& recording, std::size_t times) {
  const std::size_t most = std::max<std::size_t>(1, kMostNodes / recording.commands.size());
  const std::size_t pieces = (times + most - 1) / most, copies = times / pieces;
  if (times < kWorthCopies || copies < 2 || recording.too_large) return;
  if (recording.copies != 0 && times / recording.copies + times % recording.copies <= 2 * pieces + kWorthCopies) return;
  destroy(api(), recording.several);
  recording.copies = 0;
  try {
    recording.several = make_graph(recording.commands, copies);
    recording.copies = copies;
  } catch (const backend::Error&) {
    recording.too_large = true;  // the launches will tell what else may be wrong
  }
}

void CudaContext::recording_replay(backend::QueueHandle queue, backend::RecordingHandle handle, std::size_t times) {
  Recording& recording = as_recording(handle);
  const Current current(*this, "recording_replay");
  const CUstream stream = as_queue(queue).stream;
  if (recording.multiplies) blas_.claim(api(), stream);
  if (times > 1) prepare(recording, times);
  for (; recording.copies != 0 && times >= recording.copies; times -= recording.copies)
    KILN_CUDA(api(), cuGraphLaunch, recording.several, stream);
  for (; times > 0; --times) {
    if (recording.once)
      KILN_CUDA(api(), cuGraphLaunch, recording.once, stream);
    else if (!backend::queue_command(*this, queue, recording.commands.front()))
      base::fail(KILN_BACKEND_ERROR, "{} of '{}'", refusal(recording.commands.front()),
                 recording.commands.front().operation);
  }
}

void CudaContext::recording_destroy(backend::RecordingHandle handle) noexcept {
  if (!handle) return;
  const std::unique_ptr<Recording> recording(&as_recording(handle));
  const Current current(*this);
  if (!current.ok()) return;
  destroy(api(), recording->once);
  destroy(api(), recording->several);
}

}  // namespace kiln::cuda
