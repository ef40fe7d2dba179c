// SPDX-License-Identifier: Apache-2.0
// Collectives by NCCL. Its calls wait for other ranks, so none is made while a lock of this module is held.
#include "cuda/libraries/nccl.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cuda/context.hpp"

namespace kiln::cuda {
namespace {

using backend::Collective;
using base::fail;

constexpr int kVersionBfloat16 = 21000;

constexpr std::pair<int, int> kTypes[] = {{KILN_INT8, kNcclInt8},       {KILN_UINT8, kNcclUint8},
                                          {KILN_INT32, kNcclInt32},     {KILN_UINT32, kNcclUint32},
                                          {KILN_INT64, kNcclInt64},     {KILN_UINT64, kNcclUint64},
                                          {KILN_FLOAT16, kNcclFloat16}, {KILN_BFLOAT16, kNcclBfloat16},
                                          {KILN_FLOAT32, kNcclFloat32}, {KILN_FLOAT64, kNcclFloat64}};
constexpr std::pair<int, int> kOperations[] = {{Collective::Reduction::sum, kNcclSum},
                                               {Collective::Reduction::prod, kNcclProd},
                                               {Collective::Reduction::max, kNcclMax},
                                               {Collective::Reduction::min, kNcclMin}};

// The second of the pair whose first is `key`, or -1.
template <class Table>
int value_in(const Table& table, int key) {
  const auto found = std::ranges::find(table, key, &std::pair<int, int>::first);
  return found == std::end(table) ? -1 : found->second;
}

void* address(const Collective::Range& range) {
  return range.memory ? reinterpret_cast<void*>(as_memory(range.memory).pointer + range.offset) : nullptr;
}

}  // namespace

void Nccl::start(const DriverApi& driver) {
  const std::lock_guard lock(mutex_);
  if (!tried_) load_nccl(api_, driver.version);
  tried_ = true;
  if (!api_.missing.empty()) fail(KILN_UNSUPPORTED, "{}", api_.missing);
}

void Nccl::check(const char* call, int result, ncclComm communicator) {
  if (result == 0) return;
  std::string message = fmt::format("{}: {} ({})", call, api_.ncclGetErrorString(result), result);
  const char* const last = api_.ncclGetLastError ? api_.ncclGetLastError(communicator) : nullptr;
  if (last && *last) message += fmt::format("; {}", last);
  base::throw_driver_error(KILN_BACKEND_ERROR, std::move(message), result);
}

backend::CollectiveId Nccl::id(const DriverApi& driver) {
  start(driver);
  ncclUniqueId made{};
  check("ncclGetUniqueId", api_.ncclGetUniqueId(&made), nullptr);
  return std::bit_cast<backend::CollectiveId>(made);
}

ncclComm Nccl::create(const DriverApi& driver, const backend::CollectiveId& id, int ranks, int rank) {
  start(driver);
  ncclComm communicator = nullptr;
  check("ncclCommInitRank", api_.ncclCommInitRank(&communicator, ranks, std::bit_cast<ncclUniqueId>(id), rank),
        nullptr);
  return communicator;
}

void Nccl::destroy(ncclComm communicator, bool lost) noexcept {
  // Failures have nobody to be reported to.
  if (lost && api_.ncclCommAbort)
    api_.ncclCommAbort(communicator);
  else if (!lost)
    api_.ncclCommDestroy(communicator);
}

void Nccl::queue(CUstream stream, ncclComm communicator, const Collective& c) {
  const int type = value_in(kTypes, int(c.dtype));
  const int operation = value_in(kOperations, int(c.reduction));
  if (operation < 0) fail(KILN_UNSUPPORTED, "reduction {} is not known to this backend", c.reduction);
  if (type < 0) fail(KILN_TYPE_ERROR, "NCCL has no dtype {}", static_cast<int>(c.dtype));
  if (c.dtype == KILN_BFLOAT16 && api_.version < kVersionBfloat16)
    fail(KILN_TYPE_ERROR, "bfloat16 needs NCCL 2.10 or newer, {} is of version code {}", api_.path, api_.version);
  if (int late = 0; api_.ncclCommGetAsyncError) {
    check("ncclCommGetAsyncError", api_.ncclCommGetAsyncError(communicator, &late), communicator);
    check("an earlier collective", late, communicator);
  }
  const void* const from = address(c.source);
  void* const to = address(c.destination);
  switch (c.operation) {
    case Collective::Operation::all_reduce:
      return check("ncclAllReduce", api_.ncclAllReduce(from, to, c.count, type, operation, communicator, stream),
                   communicator);
    case Collective::Operation::reduce:
      return check("ncclReduce", api_.ncclReduce(from, to, c.count, type, operation, c.root, communicator, stream),
                   communicator);
    case Collective::Operation::reduce_scatter:
      return check("ncclReduceScatter",
                   api_.ncclReduceScatter(from, to, c.count, type, operation, communicator, stream), communicator);
    case Collective::Operation::broadcast:
      return check("ncclBroadcast", api_.ncclBroadcast(from, to, c.count, type, c.root, communicator, stream),
                   communicator);
    case Collective::Operation::all_gather:
      return check("ncclAllGather", api_.ncclAllGather(from, to, c.count, type, communicator, stream), communicator);
    default:
      fail(KILN_UNSUPPORTED, "operation {} is not known to this backend", c.operation);
  }
}

}  // namespace kiln::cuda
