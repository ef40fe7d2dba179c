// SPDX-License-Identifier: Apache-2.0
// gpuarray/buffer_collectives.h and collectives.h. Kiln has no collectives yet, so no communicator comes to
// be: the answers are libgpuarray's where there is no NCCL, after its checks of the arguments.
#include <gpuarray/collectives.h>
#include <gpuarray/util.h>

#include "compat/array_struct.hpp"

using namespace kiln::compat;

namespace {

constexpr const char* kUnavailable = "Collectives unavailable";

// On OpenCL there is nothing to load; on CUDA it is NCCL that is not there.
int unavailable(gpucontext* context, int on_opencl) {
  if (!context) return note_failure(nullptr, GA_INVALID_ERROR, "ctx is NULL");
  return note_failure(context, context->backend == Backend::cuda ? GA_LOAD_ERROR : on_opencl, kUnavailable);
}

// The calls on a communicator: NULL is refused, and there is no other.
int unusable(const gpucomm* comm, const char* op) {
  return guard(comm ? comm->context : nullptr, [&] {
    if (!comm) fail(GA_INVALID_ERROR, "{}: comm is NULL", op);
    fail(GA_UNSUPPORTED_ERROR, "{}: {}", op, kUnavailable);
  });
}

// Two arrays of a collective: so many times the one's elements are so many times the other's.
void check_arrays(const char* op, std::size_t times_source, const GpuArray& source,
                  std::size_t times_destination, const GpuArray& destination) {
  if (times_source * element_count(source) != times_destination * element_count(destination))
    fail(GA_VALUE_ERROR, "{}: {} elements in src and {} in dest do not match", op, element_count(source),
         element_count(destination));
  if (source.typecode != destination.typecode)
    fail(GA_VALUE_ERROR, "{}: src has typecode {}, dest {}", op, source.typecode, destination.typecode);
  require_aligned(source, op, "src");
  if (!GpuArray_CHKFLAGS(&destination, GA_BEHAVED))
    fail(GA_UNALIGNED_ERROR, "{}: dest is not aligned or not writeable", op);
}

// The same for the arrays of a caller; then the buffer call.
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

int gpucomm_new(gpucomm** comm, gpucontext* ctx, gpucommCliqueId, int, int) {
  if (comm) *comm = nullptr;
  return unavailable(ctx, GA_UNSUPPORTED_ERROR);
}

void gpucomm_free(gpucomm*) {}

const char* gpucomm_error(gpucontext* ctx) { return ctx ? kUnavailable : "No context"; }

gpucontext* gpucomm_context(gpucomm* comm) { return comm ? comm->context : nullptr; }

int gpucomm_gen_clique_id(gpucontext* ctx, gpucommCliqueId* comm_id) {
  if (comm_id) *comm_id = {};
  return unavailable(ctx, GA_DEVSUP_ERROR);
}

int gpucomm_get_count(gpucomm* comm, int* devcount) {
  if (devcount) *devcount = 0;
  return unusable(comm, __func__);
}

int gpucomm_get_rank(gpucomm* comm, int* rank) {
  if (rank) *rank = 0;
  return unusable(comm, __func__);
}

int gpucomm_reduce(gpudata*, size_t, gpudata*, size_t, size_t, int, int, int, gpucomm* comm) {
  return unusable(comm, __func__);
}

int gpucomm_all_reduce(gpudata*, size_t, gpudata*, size_t, size_t, int, int, gpucomm* comm) {
  return unusable(comm, __func__);
}

int gpucomm_reduce_scatter(gpudata*, size_t, gpudata*, size_t, size_t, int, int, gpucomm* comm) {
  return unusable(comm, __func__);
}

int gpucomm_broadcast(gpudata*, size_t, size_t, int, int, gpucomm* comm) { return unusable(comm, __func__); }

int gpucomm_all_gather(gpudata*, size_t, gpudata*, size_t, size_t, int, gpucomm* comm) {
  return unusable(comm, __func__);
}

int GpuArray_reduce_from(const GpuArray* src, int opcode, int root, gpucomm* comm) {
  const char* op = __func__;
  const int code = guard(context_of(src), [&] {
    require_array(src, op, "src");
    require_aligned(*src, op, "src");
  });
  if (code) return code;
  return gpucomm_reduce(src->data, src->offset, nullptr, 0, element_count(*src), src->typecode, opcode, root,
                        comm);
}

int GpuArray_reduce(const GpuArray* src, GpuArray* dest, int opcode, int root, gpucomm* comm) {
  int rank = 0;
  if (const int code = gpucomm_get_rank(comm, &rank)) return code;
  if (rank != root) return GpuArray_reduce_from(src, opcode, root, comm);
  return checked(__func__, comm, src, 1, dest, 1, [&] {
    return gpucomm_reduce(src->data, src->offset, dest->data, dest->offset, element_count(*src),
                          src->typecode, opcode, root, comm);
  });
}

int GpuArray_all_reduce(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm) {
  return checked(__func__, comm, src, 1, dest, 1, [&] {
    return gpucomm_all_reduce(src->data, src->offset, dest->data, dest->offset, element_count(*src),
                              src->typecode, opcode, comm);
  });
}

int GpuArray_reduce_scatter(const GpuArray* src, GpuArray* dest, int opcode, gpucomm* comm) {
  return checked(__func__, comm, src, 1, dest, ranks(comm), [&] {
    return gpucomm_reduce_scatter(src->data, src->offset, dest->data, dest->offset, element_count(*dest),
                                  src->typecode, opcode, comm);
  });
}

int GpuArray_broadcast(GpuArray* array, int root, gpucomm* comm) {
  const char* op = __func__;
  const int code = guard(context_of(array), [&] {
    if (!comm) fail(GA_INVALID_ERROR, "{}: comm is NULL", op);
    require_array(array, op, "array");
    require_aligned(*array, op, "array");
  });
  if (code) return code;
  return gpucomm_broadcast(array->data, array->offset, element_count(*array), array->typecode, root, comm);
}

int GpuArray_all_gather(const GpuArray* src, GpuArray* dest, gpucomm* comm) {
  return checked(__func__, comm, src, ranks(comm), dest, 1, [&] {
    return gpucomm_all_gather(src->data, src->offset, dest->data, dest->offset, element_count(*src),
                              src->typecode, comm);
  });
}

}  // extern "C"
