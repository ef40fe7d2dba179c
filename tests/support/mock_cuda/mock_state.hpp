// SPDX-License-Identifier: Apache-2.0
// What the parts of the mock driver share. Everything is guarded by State::mutex; nothing is ever torn down.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cuda/libraries/cuda_abi.hpp"
#include "mock_cuda.hpp"

namespace kiln::cuda {

struct CUctx_st {
  int references = 0;
};

// Events outlive their handle while queued work refers to them.
struct Moment {
  CUstream stream = nullptr;
  bool recorded = false;
  bool done = false;
  double milliseconds = 0;
};
struct CUevent_st {
  CUcontext context = nullptr;
  unsigned flags = 0;
  std::shared_ptr<Moment> moment = std::make_shared<Moment>();
};
struct CUgraph_st {
  std::vector<std::function<void()>> work;
};
struct CUgraphExec_st {
  CUcontext context = nullptr;
  std::vector<std::function<void()>> work;
};
struct CUstream_st {
  CUcontext context = nullptr;
  unsigned flags = 0;
  std::deque<std::function<void()>> work;
  std::unique_ptr<CUgraph_st> capture;  // work goes there instead
  bool spoilt = false;                  // by a call that a capture does not allow
};
struct CUfunc_st {
  std::string name;
  bool declared = false;
  std::vector<std::size_t> sizes;
  int static_shared = 0;
  int max_threads = 1024;
  int dynamic_limit = 49152;
};
struct CUmod_st {
  CUcontext context = nullptr;
  bool declares = false;  // the image lists its kernels
  std::map<std::string, std::unique_ptr<CUfunc_st>> functions;
};

}  // namespace kiln::cuda

namespace kiln::mock {

using namespace kiln::cuda;

inline constexpr CUresult kInvalidContext = 201;
inline constexpr CUresult kInvalidHandle = 400;
inline constexpr CUresult kCaptureUnsupported = 900, kCaptureInvalidated = 901;
inline constexpr std::size_t kTotalMemory = std::size_t{1} << 28;
inline constexpr int kSharedOptin = 232448;

struct Block {
  std::size_t bytes = 0;
  bool host = false;
  CUcontext context = nullptr;
};

struct State {
  std::recursive_mutex mutex;
  CudaControl control;
  CUctx_st contexts[8];
  std::map<CUdeviceptr, Block> blocks;
  std::set<CUstream> streams;
  std::set<CUevent> events;
  std::set<CUmodule> modules;
  std::set<CUgraph> graphs;
  std::set<CUgraphExec> executables;
  double clock = 0;  // milliseconds; each piece of work takes one
};

State& state();
extern thread_local CUcontext current_context;
// Logs the call; an injected failure, a missing context, or success.
CUresult enter(const char* name, bool needs_context);
// The allocation that holds the range, or null.
const Block* find_block(CUdeviceptr pointer, std::size_t bytes);
void run_everything();

}  // namespace kiln::mock

#define MOCK __attribute__((visibility("default")))
// The beginning of an entry: takes the lock, and returns what enter() gives but success.
#define ENTER(name, needs_context)                       \
  const std::lock_guard lock(kiln::mock::state().mutex); \
  if (const CUresult entered = enter(name, needs_context)) return entered
