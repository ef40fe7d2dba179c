// SPDX-License-Identifier: Apache-2.0
// kiln/collective.h: communicators and collectives.
#include "array/copy/collective.hpp"

#include <bit>

#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;

extern "C" {

kiln_status kiln_collective_id_create(kiln_context context, kiln_collective_id* out) {
  return guard_get(__func__, out, "out", [&](const char* operation) {
    const backend::CollectiveId id = runtime::Communicator::new_id(use(context, operation, "context"), operation);
    return std::bit_cast<kiln_collective_id>(id);
  });
}

kiln_status kiln_communicator_create(kiln_context context, const kiln_collective_id* id, int ranks, int rank,
                                     kiln_communicator* out) {
  return guard_new(__func__, out, context, "context", [&](const char* operation, auto& owner) {
    require(id, operation, "id");
    return runtime::Communicator::create(owner, std::bit_cast<backend::CollectiveId>(*id), ranks, rank, operation);
  });
}

kiln_communicator kiln_communicator_retain(kiln_communicator communicator) { return retain(communicator); }
void kiln_communicator_release(kiln_communicator communicator) { release(communicator); }

kiln_status kiln_communicator_ranks(kiln_communicator communicator, int* out) {
  return guard_get(__func__, out, "out",
                   [&](const char* operation) { return use(communicator, operation, "communicator").ranks(); });
}

kiln_status kiln_communicator_rank(kiln_communicator communicator, int* out) {
  return guard_get(__func__, out, "out",
                   [&](const char* operation) { return use(communicator, operation, "communicator").rank(); });
}

kiln_status kiln_communicator_context(kiln_communicator communicator, kiln_context* out) {
  return guard_new(__func__, out, [&](const char* operation) {
    return Ref<runtime::Context>(&use(communicator, operation, "communicator").context());
  });
}

kiln_status kiln_communicator_all_reduce(kiln_communicator communicator, kiln_array source, kiln_reduce_op op,
                                         kiln_array destination) {
  return guard(__func__, communicator, "communicator", [&](const char* operation, auto& ranks) {
    const auto& from = use(source, operation, "source");
    array::all_reduce(ranks, from, number_of(op), use(destination, operation, "destination"), operation);
  });
}

kiln_status kiln_communicator_reduce(kiln_communicator communicator, kiln_array source, kiln_reduce_op op, int root,
                                     kiln_array destination) {
  return guard(__func__, communicator, "communicator", [&](const char* operation, auto& ranks) {
    array::reduce(ranks, use(source, operation, "source"), number_of(op), root, to_object(destination), operation);
  });
}

kiln_status kiln_communicator_reduce_scatter(kiln_communicator communicator, kiln_array source, kiln_reduce_op op,
                                             kiln_array destination) {
  return guard(__func__, communicator, "communicator", [&](const char* operation, auto& ranks) {
    const auto& from = use(source, operation, "source");
    array::reduce_scatter(ranks, from, number_of(op), use(destination, operation, "destination"), operation);
  });
}

kiln_status kiln_communicator_broadcast(kiln_communicator communicator, kiln_array array, int root) {
  return guard(__func__, communicator, "communicator", [&](const char* operation, auto& ranks) {
    array::broadcast(ranks, use(array, operation, "array"), root, operation);
  });
}

kiln_status kiln_communicator_all_gather(kiln_communicator communicator, kiln_array source, kiln_array destination) {
  return guard(__func__, communicator, "communicator", [&](const char* operation, auto& ranks) {
    const auto& from = use(source, operation, "source");
    array::all_gather(ranks, from, use(destination, operation, "destination"), operation);
  });
}

}  // extern "C"
