// SPDX-License-Identifier: Apache-2.0
// Collectives by NCCL. Its calls wait for other ranks, so none is made while a lock of this module is held.
#include "nccl.hpp"

#include <cstring>

#include "context.hpp"

namespace kiln::cuda {
namespace {

using backend::Collective;
using base::fail;

constexpr int kVersionBfloat16 = 21000;

int type_of(kiln_dtype dtype) {
  switch (dtype) {
    case KILN_INT8:
      return kNcclInt8;
    case KILN_UINT8:
      return kNcclUint8;
    case KILN_INT32:
      return kNcclInt32;
    case KILN_UINT32:
      return kNcclUint32;
    case KILN_INT64:
      return kNcclInt64;
    case KILN_UINT64:
      return kNcclUint64;
    case KILN_FLOAT16:
      return kNcclFloat16;
    case KILN_BFLOAT16:
      return kNcclBfloat16;
    case KILN_FLOAT32:
      return kNcclFloat32;
    case KILN_FLOAT64:
      return kNcclFloat64;
    default:
      return -1;
  }
}

int operation_of(std::int32_t reduction) {
  switch (reduction) {
    case Collective::Reduction::sum:
      return kNcclSum;
    case Collective::Reduction::prod:
      return kNcclProd;
    case Collective::Reduction::max:
      return kNcclMax;
    case Collective::Reduction::min:
      return kNcclMin;
    default:
      fail(KILN_UNSUPPORTED, "collective: reduction {} is not known to this backend", reduction);
  }
}

void* address(const Collective::Range& range) {
  return range.memory ? reinterpret_cast<void*>(as_memory(range.memory).pointer + range.offset) : nullptr;
}

}  // namespace

void Nccl::start(const DriverApi& driver) {
  const std::lock_guard lock(mutex_);
  if (!tried_) load_nccl(api_, driver.version);
  tried_ = true;
  if (!api_.missing.empty()) fail(KILN_UNSUPPORTED, "collectives: {}", api_.missing);
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
  backend::CollectiveId id;
  static_assert(sizeof id == sizeof made);
  std::memcpy(id.bytes, made.internal, sizeof id.bytes);
  return id;
}

ncclComm Nccl::create(const DriverApi& driver, const backend::CollectiveId& id, int ranks, int rank) {
  start(driver);
  ncclUniqueId given;
  std::memcpy(given.internal, id.bytes, sizeof given.internal);
  ncclComm communicator = nullptr;
  check("ncclCommInitRank", api_.ncclCommInitRank(&communicator, ranks, given, rank), nullptr);
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
  const int type = type_of(c.dtype), operation = operation_of(c.reduction);
  if (type < 0) fail(KILN_TYPE_ERROR, "collective: NCCL has no dtype {}", static_cast<int>(c.dtype));
  if (c.dtype == KILN_BFLOAT16 && api_.version < kVersionBfloat16)
    fail(KILN_TYPE_ERROR, "collective: bfloat16 needs NCCL 2.10 or newer, {} is of version code {}", api_.path,
         api_.version);
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
      fail(KILN_UNSUPPORTED, "collective: operation {} is not known to this backend", c.operation);
  }
}

}  // namespace kiln::cuda
