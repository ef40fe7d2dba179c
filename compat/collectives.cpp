// SPDX-License-Identifier: Apache-2.0
// gpuarray/buffer_collectives.h and collectives.h, by kiln/collective.h. Where Kiln has no collectives, on
// OpenCL and without NCCL, the errors are those of libgpuarray.
#include <gpuarray/collectives.h>
#include <gpuarray/util.h>

#include <cstring>

#include "compat/array/array_struct.hpp"

using namespace kiln::compat;

namespace {

constexpr const char* kUnavailable = "Collectives unavailable";

// Checks a status as check() does, with libgpuarray's codes for a missing or failing NCCL. OpenCL has no NCCL, so
// there the code for a missing one is `on_opencl`.
void check_comm(kiln_status status, const gpucontext& context, int on_opencl, const char* op) {
  if (status == KILN_OK) return;
  kiln_error_info info;
  kiln_last_error(&info);
  if (status == KILN_UNSUPPORTED)
    fail(context.backend == Backend::cuda ? GA_LOAD_ERROR : on_opencl, "{}: {}: {}", op, kUnavailable, info.message);
  if (status == KILN_BACKEND_ERROR) fail(GA_COMM_ERROR, "{}: {}", op, info.message);
  fail_status(status, op);
}

// A view of `count` times `times` elements of a buffer.
OwnedArray elements(gpudata* data, std::size_t offset, std::size_t count, std::size_t times, int typecode,
                    const char* op) {
  const kiln_dtype dtype = dtype_of(typecode);
  if (dtype == KILN_DTYPE_AUTO) fail(GA_INVALID_ERROR, "{}: no collective of elements of typecode {}", op, typecode);
  std::size_t size = 0;
  if (__builtin_mul_overflow(count, times, &size))
    fail(GA_XLARGE_ERROR, "{}: {} elements of {} ranks are too many", op, count, times);
  return view(data, offset, dtype, 1, &size, nullptr, op);
}

// Kiln's operation for an opcode of libgpuarray, which has the same number.
kiln_reduce_op reduction_of(int opcode, const char* op) {
  static_assert(int{GA_SUM} == int{KILN_REDUCE_SUM} && int{GA_PROD} == int{KILN_REDUCE_PROD} &&
                int{GA_MAX} == int{KILN_REDUCE_MAX} && int{GA_MIN} == int{KILN_REDUCE_MIN});
  if (opcode < GA_SUM || opcode > GA_MIN) fail(GA_INVALID_ERROR, "{}: opcode {} is no reduction of ranks", op, opcode);
  return static_cast<kiln_reduce_op>(opcode);
}

// Runs a call on a communicator, which must not be NULL.
template <class Body>
int on_comm(const gpucomm* comm, const char* op, Body&& body) {
  return guard(comm ? comm->context : nullptr, [&] {
    if (!comm) fail(GA_INVALID_ERROR, "{}: comm is NULL", op);
    body();
  });
}

// Refuses an array that is not contiguous: libgpuarray takes the elements in the order of memory.
void require_contiguous(const GpuArray& array, const char* op, const char* argument) {
  if (!GpuArray_ISONESEGMENT(&array)) fail(GA_VALUE_ERROR, "{}: {} is not contiguous", op, argument);
}

// Checks two arrays of a collective: times_source times the source's elements must be as many as
// times_destination times the destination's.
void check_arrays(const char* op, std::size_t times_source, const GpuArray& source, std::size_t times_destination,
                  const GpuArray& destination) {
  if (times_source * element_count(source) != times_destination * element_count(destination))
    fail(GA_VALUE_ERROR, "{}: {} elements in src and {} in dest do not match", op, element_count(source),
         element_count(destination));
  if (source.typecode != destination.typecode)
    fail(GA_VALUE_ERROR, "{}: src has typecode {}, dest {}", op, source.typecode, destination.typecode);
  require_aligned(source, op, "src");
  if (!GpuArray_CHKFLAGS(&destination, GA_BEHAVED))
    fail(GA_UNALIGNED_ERROR, "{}: dest is not aligned or not writeable", op);
  require_contiguous(source, op, "src");
  require_contiguous(destination, op, "dest");
}

// Checks a caller's two arrays and then makes the call on their buffers.
template <class Call>
int checked(const char* op, const gpucomm* comm, const GpuArray* source, std::size_t times_source,
            const GpuArray* destination, std::size_t times_destination, Call&& call) {
  const int code = guard(context_of(source), [&] {
    if (!comm) fail(GA_INVALID_ERROR, "{}: comm is NULL", op);
    require_array(source, op, "src");
    require_array(destination, op, "dest");
    check_arrays(op, times_source, *source, times_destination, *destination);
  });
  return code ? code : call();
}

std::size_t ranks(const gpucomm* comm) { return comm && comm->count > 0 ? std::size_t(comm->count) : 1; }

}  // namespace

extern "C" {

int gpucomm_new(gpucomm** comm, gpucontext* ctx, gpucommCliqueId comm_id, int ndev, int rank) {
  const char* op = __func__;
  if (comm) *comm = nullptr;
  return guard(ctx, [&] {
    if (!ctx) fail(GA_INVALID_ERROR, "{}: ctx is NULL", op);
    if (!comm) fail(GA_INVALID_ERROR, "{}: comm is NULL", op);
    kiln_collective_id id;
    static_assert(sizeof id == sizeof comm_id);
    std::memcpy(&id, &comm_id, sizeof id);
    auto made = std::make_unique<gpucomm>();
    kiln_communicator communicator = nullptr;
    check_comm(kiln_communicator_create(ctx->context.get(), &id, ndev, rank, &communicator), *ctx, GA_UNSUPPORTED_ERROR,
               op);
    made->communicator.reset(communicator);
    made->count = ndev;
    made->rank = rank;
    made->context = ctx;
    retain(ctx);
    *comm = made.release();
  });
}

void gpucomm_free(gpucomm* comm) {
  if (!comm) return;
  gpucontext* const context = comm->context;
  delete comm;
  release(context);
}

const char* gpucomm_error(gpucontext* ctx) {
  if (!ctx) return "No context";
  {
    const std::lock_guard lock(ctx->error_mutex);
    if (ctx->error_code != GA_COMM_ERROR) return kUnavailable;
  }
  return gpucontext_error(ctx, GA_COMM_ERROR);
}

gpucontext* gpucomm_context(gpucomm* comm) { return comm ? comm->context : nullptr; }

int gpucomm_gen_clique_id(gpucontext* ctx, gpucommCliqueId* comm_id) {
  const char* op = __func__;
  if (comm_id) *comm_id = {};
  return guard(ctx, [&] {
    if (!ctx) fail(GA_INVALID_ERROR, "{}: ctx is NULL", op);
    if (!comm_id) fail(GA_INVALID_ERROR, "{}: comm_id is NULL", op);
    kiln_collective_id id;
    check_comm(kiln_collective_id_create(ctx->context.get(), &id), *ctx, GA_DEVSUP_ERROR, op);
    std::memcpy(comm_id, &id, sizeof id);
  });
}

int gpucomm_get_count(gpucomm* comm, int* devcount) {
  const char* op = __func__;
  if (devcount) *devcount = 0;
  return on_comm(comm, op, [&] {
    require(devcount, op, "devcount");
    *devcount = comm->count;
  });
}

int gpucomm_get_rank(gpucomm* comm, int* rank) {
  const char* op = __func__;
  if (rank) *rank = 0;
  return on_comm(comm, op, [&] {
    require(rank, op, "rank");
    *rank = comm->rank;
  });
}

int gpucomm_reduce(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count, int typecode, int opcode,
                   int root, gpucomm* comm) {
  const char* op = __func__;
  return on_comm(comm, op, [&] {
    const kiln_reduce_op reduction = reduction_of(opcode, op);
    const auto from = elements(src, offsrc, count, 1, typecode, op);
    OwnedArray to;
    if (comm->rank == root) to = elements(dest, offdest, count, 1, typecode, op);
    check_comm(kiln_communicator_reduce(comm->communicator.get(), from.get(), reduction, root, to.get()),
               *comm->context, GA_DEVSUP_ERROR, op);
  });
}

int gpucomm_all_reduce(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count, int typecode,
                       int opcode, gpucomm* comm) {
  const char* op = __func__;
  return on_comm(comm, op, [&] {
    const kiln_reduce_op reduction = reduction_of(opcode, op);
    const auto from = elements(src, offsrc, count, 1, typecode, op),
               to = elements(dest, offdest, count, 1, typecode, op);
    check_comm(kiln_communicator_all_reduce(comm->communicator.get(), from.get(), reduction, to.get()), *comm->context,
               GA_DEVSUP_ERROR, op);
  });
}

int gpucomm_reduce_scatter(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count, int typecode,
                           int opcode, gpucomm* comm) {
  const char* op = __func__;
  return on_comm(comm, op, [&] {
    const kiln_reduce_op reduction = reduction_of(opcode, op);
    const auto from = elements(src, offsrc, count, ranks(comm), typecode, op),
               to = elements(dest, offdest, count, 1, typecode, op);
    check_comm(kiln_communicator_reduce_scatter(comm->communicator.get(), from.get(), reduction, to.get()),
               *comm->context, GA_DEVSUP_ERROR, op);
  });
}

int gpucomm_broadcast(gpudata* array, size_t offset, size_t count, int typecode, int root, gpucomm* comm) {
  const char* op = __func__;
  return on_comm(comm, op, [&] {
    const auto all = elements(array, offset, count, 1, typecode, op);
    check_comm(kiln_communicator_broadcast(comm->communicator.get(), all.get(), root), *comm->context, GA_DEVSUP_ERROR,
               op);
  });
}

int gpucomm_all_gather(gpudata* src, size_t offsrc, gpudata* dest, size_t offdest, size_t count, int typecode,
                       gpucomm* comm) {
  const char* op = __func__;
  return on_comm(comm, op, [&] {
    const auto from = elements(src, offsrc, count, 1, typecode, op),
               to = elements(dest, offdest, count, ranks(comm), typecode, op);
    check_comm(kiln_communicator_all_gather(comm->communicator.get(), from.get(), to.get()), *comm->context,
               GA_DEVSUP_ERROR, op);
  });
}

int GpuArray_reduce_from(const GpuArray* src, int opcode, int root, gpucomm* comm) {
  const char* op = __func__;
  const int code = guard(context_of(src), [&] {
    require_array(src, op, "src");
    require_aligned(*src, op, "src");
    require_contiguous(*src, op, "src");
  });
  if (code) return code;
  return gpucomm_reduce(src->data, src->offset, nullptr, 0, element_count(*src), src->typecode, opcode, root, comm);
}

int GpuArray_reduce(const GpuArray* src, GpuArray* dest, int opcode, int root, gpucomm* comm) {
  int rank = 0;
  if (const int code = gpucomm_get_rank(comm, &rank)) return code;
  if (rank != root) return GpuArray_reduce_from(src, opcode, root, comm);
  return checked(__func__, comm, src, 1, dest, 1, [&] {
    return gpucomm_reduce(src->data, src->offset, dest->data, dest->offset, element_count(*src), src->typecode, opcode,
                          root, comm);
  });
}

int GpuArray_all_reduce(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm) {
  return checked(__func__, comm, src, 1, dest, 1, [&] {
    return gpucomm_all_reduce(src->data, src->offset, dest->data, dest->offset, element_count(*src), src->typecode,
                              opcode, comm);
  });
}

int GpuArray_reduce_scatter(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm) {
  return checked(__func__, comm, src, 1, dest, ranks(comm), [&] {
    return gpucomm_reduce_scatter(src->data, src->offset, dest->data, dest->offset, element_count(*dest), src->typecode,
                                  opcode, comm);
  });
}

int GpuArray_broadcast(GpuArray* array, int root, gpucomm* comm) {
  const char* op = __func__;
  const int code = guard(context_of(array), [&] {
    if (!comm) fail(GA_INVALID_ERROR, "{}: comm is NULL", op);
    require_array(array, op, "array");
    require_aligned(*array, op, "array");
    require_contiguous(*array, op, "array");
    if (comm->rank != root) require_writeable(*array, op, "array");
  });
  if (code) return code;
  return gpucomm_broadcast(array->data, array->offset, element_count(*array), array->typecode, root, comm);
}

int GpuArray_all_gather(const GpuArray* src, GpuArray* dest, gpucomm* comm) {
  return checked(__func__, comm, src, ranks(comm), dest, 1, [&] {
    return gpucomm_all_gather(src->data, src->offset, dest->data, dest->offset, element_count(*src), src->typecode,
                              comm);
  });
}

}  // extern "C"
