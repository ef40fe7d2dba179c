// SPDX-License-Identifier: Apache-2.0
// Checks the arguments of collectives, and copies arrays of other layouts to and from the dense ranges that the
// vendor's library takes. All checks come before anything is queued.
#include "array/copy/collective.hpp"

namespace kiln::array {

namespace {

using backend::Collective;
using runtime::Communicator;

std::int32_t check_reduction(int op, const Array& source, const char* operation) {
  if (op < KILN_REDUCE_SUM || op > KILN_REDUCE_MIN)
    fail(KILN_INVALID_ARGUMENT, "{}: op is {}, expected KILN_REDUCE_SUM, PROD, MAX or MIN", operation, op);
  switch (source.dtype()) {
    case KILN_INT8:
    case KILN_UINT8:
    case KILN_INT32:
    case KILN_UINT32:
    case KILN_INT64:
    case KILN_UINT64:
    case KILN_FLOAT16:
    case KILN_BFLOAT16:
    case KILN_FLOAT32:
    case KILN_FLOAT64:
      return op;
    default:
      fail(KILN_TYPE_ERROR,
           "{}: got {}, expected int8, uint8, int32, uint32, int64, uint64, float16, bfloat16, float32 or "
           "float64",
           operation, base::dtype_name(source.dtype()));
  }
}

void check_root(const Communicator& communicator, int root, const char* operation) {
  if (root < 0 || root >= communicator.ranks())
    fail(KILN_INVALID_ARGUMENT, "{}: root is {}, expected a rank, 0 to {}", operation, root, communicator.ranks() - 1);
}

void check_array(const Communicator& communicator, const Array& array, const char* operation) {
  if (&array.context() != &communicator.context())
    fail(KILN_CONTEXT_MISMATCH, "{}: an array of {}, the communicator is of {}{}", operation, array.context().device(),
         communicator.context().device(),
         array.context().device() == communicator.context().device() ? ", another context" : "");
}

void check_pair(const Communicator& communicator, const Array& source, const Array& destination,
                const char* operation) {
  check_array(communicator, source, operation);
  check_array(communicator, destination, operation);
  if (source.dtype() != destination.dtype())
    fail(KILN_TYPE_ERROR, "{}: the source is {}, the destination {}, expected one dtype", operation,
         base::dtype_name(source.dtype()), base::dtype_name(destination.dtype()));
  check_writable(destination, operation);
}

void check_same_shape(const Array& source, const Array& destination, const char* operation) {
  if (source.shape() == destination.shape()) return;
  fail(KILN_SHAPE_ERROR, "{}: the source has shape {}, the destination {}, expected the same", operation,
       layout::shape_text(source.shape()), layout::shape_text(destination.shape()));
}

// Checks that the parts of all ranks, one behind the other, make the whole: along their first axis, or along a
// new axis in front of it.
void check_parts(const Communicator& communicator, const Array& whole, const char* name, const Array& part,
                 const char* part_name, const char* operation) {
  const std::int64_t ranks = communicator.ranks();
  const Dims &large = whole.shape(), &small = part.shape();
  const std::size_t more = large.size() - small.size();
  bool fits = large.size() >= small.size() && more <= 1 && large.size() > 0;
  for (std::size_t i = 1; fits && i < large.size(); ++i) fits = large[i] == small[i - more];
  // Extents are below 2^63, so that a quotient is safe where a product is not.
  if (fits) fits = more == 1 ? large[0] == ranks : large[0] % ranks == 0 && large[0] / ranks == small[0];
  if (fits) return;
  fail(KILN_SHAPE_ERROR,
       "{}: the {} has shape {}, the {} {}, expected {} times its first extent, or {} before its shape", operation,
       name, layout::shape_text(large), part_name, layout::shape_text(small), ranks, ranks);
}

Collective::Range range_of(const Array& array) { return {array.buffer().memory(), std::size_t(array.memory_offset())}; }

// Queues the collective `call`, whose ranges are filled in here. A rank that receives nothing has no destination. If
// the source shares memory with the destination, it is copied, unless it begins at byte `in_place` of the destination.
void run(Communicator& communicator, Collective call, const Array& source, Array* destination, std::int64_t in_place,
         const char* operation) {
  if (call.count == 0) return;
  const bool dense = !destination || destination->c_contiguous();
  const Ref<Array> target = dense
                                ? Ref<Array>(destination)
                                : empty(destination->context(), destination->dtype(), destination->shape(), operation);
  const bool apart =
      !target || !may_overlap(source, *target) || source.memory_offset() == target->memory_offset() + in_place;
  const auto from = apart ? packed(source, operation) : copy(source, KILN_ORDER_C, operation);
  call.source = range_of(*from);
  if (target) call.destination = range_of(*target);
  runtime::BufferUse uses[2] = {{&from->buffer(), true, false}};
  if (target) uses[1] = {&target->buffer(), false, true};
  communicator.run(call, std::span(uses, target ? 2 : 1), operation);
  if (!dense) assign(*destination, *target, operation);
}

// Operations that only move elements take them as bytes.
void move_bytes(Collective& call, const Array& part) {
  call.dtype = KILN_UINT8;
  call.count = part.bytes();
}

Collective reduction(std::int32_t kind, int op, const Array& source, const Array& counted, const char* operation) {
  Collective call;
  call.operation = kind;
  call.reduction = check_reduction(op, source, operation);
  call.dtype = source.dtype();
  call.count = std::size_t(counted.size());
  return call;
}

}  // namespace

void all_reduce(Communicator& communicator, const Array& source, int op, Array& destination, const char* operation) {
  communicator.check(operation);
  const Collective call = reduction(Collective::Operation::all_reduce, op, source, source, operation);
  check_pair(communicator, source, destination, operation);
  check_same_shape(source, destination, operation);
  run(communicator, call, source, &destination, 0, operation);
}

void reduce(Communicator& communicator, const Array& source, int op, int root, Array* destination,
            const char* operation) {
  communicator.check(operation);
  Collective call = reduction(Collective::Operation::reduce, op, source, source, operation);
  check_root(communicator, root, operation);
  call.root = root;
  if (communicator.rank() != root) {
    check_array(communicator, source, operation);
    return run(communicator, call, source, nullptr, 0, operation);
  }
  if (!destination) fail(KILN_INVALID_ARGUMENT, "{}: destination is NULL on rank {}, the root", operation, root);
  check_pair(communicator, source, *destination, operation);
  check_same_shape(source, *destination, operation);
  run(communicator, call, source, destination, 0, operation);
}

void reduce_scatter(Communicator& communicator, const Array& source, int op, Array& destination,
                    const char* operation) {
  communicator.check(operation);
  const Collective call = reduction(Collective::Operation::reduce_scatter, op, source, destination, operation);
  check_pair(communicator, source, destination, operation);
  check_parts(communicator, source, "source", destination, "destination", operation);
  // In place, the destination is the rank's part of the source, which therefore begins before it.
  run(communicator, call, source, &destination, -communicator.rank() * std::int64_t(destination.bytes()), operation);
}

void broadcast(Communicator& communicator, Array& array, int root, const char* operation) {
  communicator.check(operation);
  check_root(communicator, root, operation);
  check_array(communicator, array, operation);
  const bool gives = communicator.rank() == root, dense = array.c_contiguous();
  if (!gives) check_writable(array, operation);
  Collective call;
  call.operation = Collective::Operation::broadcast;
  call.root = root;
  move_bytes(call, array);
  if (call.count == 0) return;
  const Ref<Array> whole = dense   ? Ref<Array>(&array)
                           : gives ? copy(array, KILN_ORDER_C, operation)
                                   : empty(array.context(), array.dtype(), array.shape(), operation);
  call.source = call.destination = range_of(*whole);
  const runtime::BufferUse uses[] = {{&whole->buffer(), gives, !gives}};
  communicator.run(call, uses, operation);
  if (!gives && !dense) assign(array, *whole, operation);
}

void all_gather(Communicator& communicator, const Array& source, Array& destination, const char* operation) {
  communicator.check(operation);
  check_pair(communicator, source, destination, operation);
  check_parts(communicator, destination, "destination", source, "source", operation);
  Collective call;
  call.operation = Collective::Operation::all_gather;
  move_bytes(call, source);
  run(communicator, call, source, &destination, communicator.rank() * std::int64_t(source.bytes()), operation);
}

}  // namespace kiln::array
