// SPDX-License-Identifier: Apache-2.0
// A mock libnccl over the mock driver, whose device memory is the host's. Ranks are threads of this process,
// each with a device of its own; they meet in the calls, as NCCL's may. One rank alone queues its work on the
// stream. What NCCL refuses is refused; ranks that wait in vain come back with an error after a while.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>

#include "base/half.hpp"
#include "cuda/libraries/cuda_abi.hpp"
#include "mock_cuda.hpp"

using namespace kiln::cuda;

extern "C" {
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuCtxGetCurrent(CUcontext* out);
}

namespace {

constexpr int kSystemError = 2, kInvalidArgument = 4, kInvalidUsage = 5;
constexpr std::chrono::seconds kPatience(20);

enum class Kind { all_reduce, reduce, reduce_scatter, broadcast, all_gather };

// One rank's part of a collective.
struct Part {
  Kind kind = Kind::all_reduce;
  std::size_t count = 0;
  int type = 0, reduction = 0, root = 0;
  const std::byte* source = nullptr;
  std::byte* destination = nullptr;
  bool matches(const Part& other) const {
    return kind == other.kind && count == other.count && type == other.type && reduction == other.reduction &&
           root == other.root;
  }
};

// The ranks of one id, and the collective that they are at.
struct World {
  explicit World(int size) : ranks(size), contexts(std::size_t(size)), parts(std::size_t(size)) {}
  const int ranks;
  std::vector<CUcontext> contexts;
  std::vector<Part> parts;
  int joined = 0, arrived = 0, result = 0;
  std::uint64_t round = 0;
};

struct Shared {
  std::mutex mutex;
  std::condition_variable changed;
  kiln::mock::NcclControl control;
  std::uint64_t last_id = 0;
  std::map<std::uint64_t, std::shared_ptr<World>> worlds;
};

Shared& shared() {
  static auto* instance = new Shared;
  return *instance;
}

int result_of(const char* name) {
  const std::lock_guard lock(shared().mutex);
  const auto found = shared().control.results.find(name);
  return found == shared().control.results.end() ? 0 : found->second;
}

std::size_t size_of(int type) {
  constexpr std::size_t kSizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return kSizes[type];
}

template <class T>
T combine(T a, T b, int reduction) {
  switch (reduction) {
    case kNcclSum:
      return static_cast<T>(a + b);
    case kNcclProd:
      return static_cast<T>(a * b);
    case kNcclMax:
      return std::max(a, b);
    default:
      return std::min(a, b);
  }
}

template <class T>
void combine_as(std::byte* to, const std::byte* from, std::size_t count, int reduction) {
  for (std::size_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, to + i * sizeof(T), sizeof(T));
    std::memcpy(&b, from + i * sizeof(T), sizeof(T));
    a = combine(a, b, reduction);
    std::memcpy(to + i * sizeof(T), &a, sizeof(T));
  }
}

template <class Widen, class Narrow>
void combine_narrow(std::byte* to, const std::byte* from, std::size_t count, int reduction, Widen widen,
                    Narrow narrow) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t a, b;
    std::memcpy(&a, to + i * 2, 2);
    std::memcpy(&b, from + i * 2, 2);
    a = narrow(combine(widen(a), widen(b), reduction));
    std::memcpy(to + i * 2, &a, 2);
  }
}

void combine(std::byte* to, const std::byte* from, std::size_t count, int type, int reduction) {
  using namespace kiln::base;
  switch (type) {
    case kNcclInt8:
      return combine_as<std::int8_t>(to, from, count, reduction);
    case kNcclUint8:
      return combine_as<std::uint8_t>(to, from, count, reduction);
    case kNcclInt32:
      return combine_as<std::int32_t>(to, from, count, reduction);
    case kNcclUint32:
      return combine_as<std::uint32_t>(to, from, count, reduction);
    case kNcclInt64:
      return combine_as<std::int64_t>(to, from, count, reduction);
    case kNcclUint64:
      return combine_as<std::uint64_t>(to, from, count, reduction);
    case kNcclFloat32:
      return combine_as<float>(to, from, count, reduction);
    case kNcclFloat64:
      return combine_as<double>(to, from, count, reduction);
    case kNcclFloat16:
      return combine_narrow(to, from, count, reduction, half_to_float, float_to_half);
    default:
      return combine_narrow(to, from, count, reduction, bfloat16_to_float, float_to_bfloat16);
  }
}

// The collective of all parts: sources are read before a destination is written.
void perform(const std::vector<Part>& parts) {
  const Part& any = parts.front();
  const std::size_t ranks = parts.size(), bytes = any.count * size_of(any.type);
  std::vector<std::byte> result;
  if (any.kind == Kind::broadcast) {
    const std::byte* const from = parts[std::size_t(any.root)].source;
    result.assign(from, from + bytes);
  } else if (any.kind == Kind::all_gather) {
    for (const Part& part : parts) result.insert(result.end(), part.source, part.source + bytes);
  } else {
    const std::size_t times = any.kind == Kind::reduce_scatter ? ranks : 1;
    result.assign(any.source, any.source + times * bytes);
    for (std::size_t r = 1; r < ranks; ++r)
      combine(result.data(), parts[r].source, times * any.count, any.type, any.reduction);
  }
  for (std::size_t r = 0; r < ranks; ++r) {
    if (any.kind == Kind::reduce && int(r) != any.root) continue;
    const std::size_t first = any.kind == Kind::reduce_scatter ? r * bytes : 0;
    const std::size_t length = any.kind == Kind::all_gather ? ranks * bytes : bytes;
    std::memcpy(parts[r].destination, result.data() + first, length);
  }
}

}  // namespace

namespace kiln::cuda {
struct ncclCommunicator {
  std::uint64_t id;
  std::shared_ptr<World> world;
  int rank;
};
}  // namespace kiln::cuda

static int collective(const char* name, ncclComm communicator, CUstream stream, const Part& part) {
  Shared& s = shared();
  if (const int result = result_of(name)) return result;
  World& world = *communicator->world;
  const auto rank = std::size_t(communicator->rank);
  if (part.type < 0 || part.type > kNcclBfloat16 || part.root < 0 || part.root >= world.ranks || !part.source)
    return kInvalidArgument;
  if (!part.destination && (part.kind != Kind::reduce || part.root == communicator->rank)) return kInvalidArgument;
  CUcontext current = nullptr;
  cuCtxGetCurrent(&current);
  if (current != world.contexts[rank]) return kInvalidUsage;
  std::unique_lock lock(s.mutex);
  s.control.calls.push_back(
      {name, part.count, part.type, part.reduction, part.root, communicator->rank, part.source, part.destination});
  lock.unlock();
  if (world.ranks == 1)
    return kiln_mock_cuda_enqueue(stream, [part] { perform({part}); }) == kSuccess ? 0 : kInvalidArgument;
  if (cuStreamSynchronize(stream) != kSuccess) return 1;
  lock.lock();
  world.parts[rank] = part;
  const std::uint64_t round = world.round;
  if (++world.arrived == world.ranks) {
    world.result = 0;
    for (const Part& other : world.parts)
      if (!other.matches(part)) world.result = kInvalidUsage;
    if (world.result == 0) perform(world.parts);
    world.arrived = 0;
    ++world.round;
    s.changed.notify_all();
  } else if (!s.changed.wait_for(lock, kPatience, [&] { return world.round != round; })) {
    --world.arrived;
    return kSystemError;
  }
  return world.result;
}

#define MOCK __attribute__((visibility("default")))

extern "C" {

MOCK kiln::mock::NcclControl* kiln_mock_nccl_control() { return &shared().control; }

MOCK int ncclGetVersion(int* out) {
  *out = shared().control.version;
  return result_of("ncclGetVersion");
}
MOCK const char* ncclGetErrorString(int result) {
  return result == kInvalidUsage ? "invalid usage" : result == kInvalidArgument ? "invalid argument" : "error";
}
MOCK const char* ncclGetLastError(ncclComm) { return "the mock's last words"; }
MOCK int ncclGetUniqueId(ncclUniqueId* out) {
  if (const int result = result_of("ncclGetUniqueId")) return result;
  Shared& s = shared();
  const std::lock_guard lock(s.mutex);
  *out = {};
  std::memcpy(out->internal + 100, &++s.last_id, sizeof s.last_id);  // behind what a short copy would take
  return 0;
}
MOCK int ncclCommInitRank(ncclComm* out, int ranks, ncclUniqueId id, int rank) {
  if (const int result = result_of("ncclCommInitRank")) return result;
  CUcontext current = nullptr;
  cuCtxGetCurrent(&current);
  if (ranks < 1 || rank < 0 || rank >= ranks || !current) return kInvalidArgument;
  Shared& s = shared();
  std::unique_lock lock(s.mutex);
  std::uint64_t number = 0;
  std::memcpy(&number, id.internal + 100, sizeof number);
  if (number == 0 || number > s.last_id) return kInvalidArgument;
  auto& known = s.worlds[number];
  if (!known) known = std::make_shared<World>(ranks);
  const std::shared_ptr<World> world = known;
  const auto taken = std::find(world->contexts.begin(), world->contexts.end(), current);
  if (world->ranks != ranks || world->contexts[std::size_t(rank)] || taken != world->contexts.end())
    return kInvalidUsage;
  world->contexts[std::size_t(rank)] = current;
  ++world->joined;
  s.changed.notify_all();
  if (!s.changed.wait_for(lock, kPatience, [&] { return world->joined == ranks; })) {
    world->contexts[std::size_t(rank)] = nullptr;
    --world->joined;
    return kSystemError;
  }
  *out = new ncclCommunicator{number, world, rank};
  ++s.control.live_communicators;
  return 0;
}
MOCK int ncclCommDestroy(ncclComm communicator) {
  const std::lock_guard lock(shared().mutex);
  shared().worlds.erase(communicator->id);
  --shared().control.live_communicators;
  delete communicator;
  return 0;
}
MOCK int ncclCommAbort(ncclComm communicator) {
  ++shared().control.aborted;
  return ncclCommDestroy(communicator);
}
MOCK int ncclCommGetAsyncError(ncclComm, int* out) {
  *out = shared().control.late;
  return result_of("ncclCommGetAsyncError");
}

MOCK int ncclAllReduce(const void* source, void* destination, std::size_t count, int type, int reduction,
                       ncclComm communicator, CUstream stream) {
  return collective("ncclAllReduce", communicator, stream,
                    {Kind::all_reduce, count, type, reduction, 0, static_cast<const std::byte*>(source),
                     static_cast<std::byte*>(destination)});
}
MOCK int ncclReduce(const void* source, void* destination, std::size_t count, int type, int reduction, int root,
                    ncclComm communicator, CUstream stream) {
  return collective("ncclReduce", communicator, stream,
                    {Kind::reduce, count, type, reduction, root, static_cast<const std::byte*>(source),
                     static_cast<std::byte*>(destination)});
}
MOCK int ncclReduceScatter(const void* source, void* destination, std::size_t count, int type, int reduction,
                           ncclComm communicator, CUstream stream) {
  return collective("ncclReduceScatter", communicator, stream,
                    {Kind::reduce_scatter, count, type, reduction, 0, static_cast<const std::byte*>(source),
                     static_cast<std::byte*>(destination)});
}
MOCK int ncclBroadcast(const void* source, void* destination, std::size_t count, int type, int root,
                       ncclComm communicator, CUstream stream) {
  return collective("ncclBroadcast", communicator, stream,
                    {Kind::broadcast, count, type, 0, root, static_cast<const std::byte*>(source),
                     static_cast<std::byte*>(destination)});
}
MOCK int ncclAllGather(const void* source, void* destination, std::size_t count, int type, ncclComm communicator,
                       CUstream stream) {
  return collective("ncclAllGather", communicator, stream,
                    {Kind::all_gather, count, type, 0, 0, static_cast<const std::byte*>(source),
                     static_cast<std::byte*>(destination)});
}

}  // extern "C"
