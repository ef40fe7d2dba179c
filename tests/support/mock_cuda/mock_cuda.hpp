// SPDX-License-Identifier: Apache-2.0
// Controls of the mock libcuda and of the mock libraries over it, for tests: load the library with dlopen,
// look up kiln_mock_cuda_control or kiln_mock_nvrtc_control, set behaviour, read what was observed. Not
// thread-safe beyond the mock's own lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace kiln::mock {

struct CudaLaunch {
  std::string kernel;
  unsigned grid[3] = {};
  unsigned block[3] = {};
  unsigned shared = 0;
  std::vector<std::vector<std::byte>> arguments;  // where the module declares the kernel's parameters
};

// The nth call of an entry returns `code`; with `forever` every later one too.
struct Failure {
  int nth = 1;
  int code = 999;
  bool forever = false;
};

struct CudaControl {
  // Behaviour
  int device_count = 2;
  int driver_version = 13000;
  int capability = 90;
  int init_result = 0;
  bool deferred = false;                    // streams run only when something waits
  int late_error = 0;                       // what waiting calls return from now on, as after a kernel's fault
  std::map<std::string, Failure> failures;  // by entry name without _v2
  std::map<std::string, std::function<void(const CudaLaunch&)>> kernels;
  // Observations
  std::vector<std::string> calls;
  std::vector<CudaLaunch> launches;
  unsigned primary_flags[8] = {};
  int live_contexts = 0, live_streams = 0, live_events = 0, live_modules = 0;
  int live_graphs = 0, live_executables = 0;
  std::size_t graph_nodes = 0;  // of the graph made last
  int live_device_blocks = 0, live_host_blocks = 0, live_imports = 0;
  std::size_t device_bytes = 0;
  int live() const {
    return live_contexts + live_streams + live_events + live_modules + live_graphs + live_executables +
           live_device_blocks + live_host_blocks + live_imports;
  }
  int count(const std::string& name) const {
    int n = 0;
    for (const std::string& call : calls) n += call == name;
    return n;
  }
};

struct NvrtcControl {
  int version = 13000;
  std::vector<int> architectures = {75, 80, 86, 89, 90, 100, 120};
  std::vector<std::string> options;  // of the last compilation
  std::string name, source;          // likewise
  int compilations = 0;
  int live_programs = 0;
};

struct CublasControl {
  int result = 0;         // what the next products return
  int create_result = 0;  // what cublasCreate returns
  // kiln_mock_cuda_enqueue: products run with their stream's work; null: at once.
  int (*enqueue)(void* stream, std::function<void()> work) = nullptr;
  int live_handles = 0, products = 0, streams_set = 0, math_mode = -1, compute = 0;
  bool with_workspace = false;  // the last product had a workspace of its caller's
};

struct CudnnControl {
  std::size_t version = 91400;
  struct Engine {
    std::int64_t number = 0;  // which engine a configuration is of
    std::vector<int> numerical = {}, behavior = {};
    std::vector<std::int64_t> knobs = {};
    int plan_result = 0;  // what making its plan returns
  };
  std::vector<Engine> engines = {{1}, {0}};      // what the heuristics recommend, of each operation
  std::vector<Engine> fallback = {{0}};          // what cuDNN falls back to
  std::size_t workspace = 0;                     // what each plan needs
  int create_result = 0, heuristics_result = 0;  // what cudnnCreate and the heuristics return
  int result = 0;                                // what the next convolutions return
  int (*enqueue)(void* stream, std::function<void()> work) = nullptr;  // as of CublasControl
  int live = 0, convolutions = 0, streams_set = 0, asked = 0;          // asked: how often the heuristics were
  std::int64_t engine = -1;                                            // of the last convolution
  int compute = -1;
};

struct NcclCall {
  std::string name;
  std::size_t count = 0;
  int type = -1, reduction = -1, root = -1, rank = -1;
  const void* source = nullptr;
  const void* destination = nullptr;
};

struct NcclControl {
  // Behaviour
  int version = 22800;
  std::map<std::string, int> results;  // what entries return, by name
  int late = 0;                        // what ncclCommGetAsyncError tells
  // Observations
  std::vector<NcclCall> calls;  // collectives of all ranks
  int live_communicators = 0, aborted = 0;
};

}  // namespace kiln::mock

extern "C" {
// Environment KILN_MOCK_CUDA="devices=0,init=100,version=12020,fail=cuMemAlloc:2:2" sets the start.
kiln::mock::CudaControl* kiln_mock_cuda_control();
// Queues work on a stream, for other mock libraries.
int kiln_mock_cuda_enqueue(void* stream, std::function<void()> work);
kiln::mock::NvrtcControl* kiln_mock_nvrtc_control();
kiln::mock::CublasControl* kiln_mock_cublas_control();
kiln::mock::CudnnControl* kiln_mock_cudnn_control();
kiln::mock::NcclControl* kiln_mock_nccl_control();
}
