// SPDX-License-Identifier: Apache-2.0
// Collectives that are refused, NCCL's own failures, and the lives of communicators.
#include "support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

struct OneRank {
  OneRank() : context(first_context()), ranks(context, collective_id(context), 1, 0) {}
  GpuArray zeros(const Shape& shape, kiln_dtype dtype = KILN_FLOAT32) const {
    return GpuArray::zeros(context, shape, dtype);
  }
  Context context;
  Communicator ranks;
};

}  // namespace

TEST_CASE("ranks out of range, and ids of nobody") {
  const Context context = first_context();
  const kiln_collective_id id = collective_id(context);
  for (const auto& [ranks, rank, part] : {std::tuple{0, 0, "ranks is 0, expected 1 or more"},
                                          {-1, 0, "ranks is -1"},
                                          {2, 2, "rank is 2, expected 0 to 1"},
                                          {1, -1, "rank is -1, expected 0 to 0"}}) {
    kiln_communicator communicator = reinterpret_cast<kiln_communicator>(&communicator);
    FAILS(kiln_communicator_create(context.get(), &id, ranks, rank, &communicator), KILN_INVALID_ARGUMENT, part);
    CHECK(communicator == nullptr);
  }
  kiln_collective_id other = collective_id(context);
  CHECK(std::memcmp(&id, &other, sizeof id) != 0);
  if (mock_nccl()) {
    other = {};
    kiln_communicator communicator = nullptr;
    FAILS(kiln_communicator_create(context.get(), &other, 1, 0, &communicator), KILN_BACKEND_ERROR,
          "ncclCommInitRank: invalid argument (4); the mock's last words");
    CHECK(last_error().vendor_code == 4);
  }
}

TEST_CASE("a communicator tells who it is") {
  const OneRank one;
  CHECK(one.ranks.ranks() == 1);
  CHECK(one.ranks.rank() == 0);
  kiln_context context = nullptr;
  WORKS(kiln_communicator_context(one.ranks.get(), &context));
  CHECK(context == one.context.get());
  kiln_context_release(context);
}

TEST_CASE("collectives refuse what they cannot do") {
  const OneRank one;
  const kiln_communicator ranks = one.ranks.get();
  const GpuArray a = one.zeros({4, 3}), b = one.zeros({3, 4}), i = one.zeros({4, 3}, KILN_INT32);
  FAILS(kiln_communicator_all_reduce(ranks, a.get(), KILN_REDUCE_SUM, b.get()), KILN_SHAPE_ERROR,
        "the source has shape (4, 3), the destination (3, 4), expected the same");
  FAILS(kiln_communicator_all_reduce(ranks, a.get(), KILN_REDUCE_SUM, i.get()), KILN_TYPE_ERROR,
        "the source is float32, the destination int32");
  const int number_below = -1;
  kiln_reduce_op out_of_range;
  std::memcpy(&out_of_range, &number_below, sizeof out_of_range);
  FAILS(kiln_communicator_all_reduce(ranks, a.get(), KILN_REDUCE_MEAN, a.get()), KILN_INVALID_ARGUMENT,
        "op is 4, expected KILN_REDUCE_SUM, PROD, MAX or MIN");
  FAILS(kiln_communicator_all_reduce(ranks, a.get(), out_of_range, a.get()), KILN_INVALID_ARGUMENT, "op is -1");
  for (const kiln_dtype dtype : kMovedOnly) {
    const GpuArray c = one.zeros({4}, dtype);
    const std::string part = std::string("got ") + kiln_dtype_name(dtype) + ", expected int8";
    FAILS(kiln_communicator_all_reduce(ranks, c.get(), KILN_REDUCE_SUM, c.get()), KILN_TYPE_ERROR, part);
    FAILS(kiln_communicator_reduce(ranks, c.get(), KILN_REDUCE_SUM, 0, c.get()), KILN_TYPE_ERROR, part);
    FAILS(kiln_communicator_reduce_scatter(ranks, c.get(), KILN_REDUCE_SUM, c.get()), KILN_TYPE_ERROR, part);
  }
  for (const int root : {-1, 1}) {
    const std::string part = "root is " + std::to_string(root) + ", expected a rank, 0 to 0";
    FAILS(kiln_communicator_reduce(ranks, a.get(), KILN_REDUCE_SUM, root, a.get()), KILN_INVALID_ARGUMENT, part);
    FAILS(kiln_communicator_broadcast(ranks, a.get(), root), KILN_INVALID_ARGUMENT, part);
  }
  FAILS(kiln_communicator_reduce(ranks, a.get(), KILN_REDUCE_SUM, 0, nullptr), KILN_INVALID_ARGUMENT,
        "destination is NULL on rank 0, the root");
  const GpuArray rows = one.zeros({4, 1}), lines = one.zeros({2, 3}), deep = one.zeros({1, 1, 4, 3}),
                 number = one.zeros({});
  for (const GpuArray& wrong : {b, rows, lines, deep, number}) {
    FAILS(kiln_communicator_reduce_scatter(ranks, a.get(), KILN_REDUCE_SUM, wrong.get()), KILN_SHAPE_ERROR,
          "expected 1 times its first extent, or 1 before its shape");
    FAILS(kiln_communicator_all_gather(ranks, wrong.get(), a.get()), KILN_SHAPE_ERROR,
          "the destination has shape (4, 3), the source");
  }
  FAILS(kiln_communicator_all_reduce(ranks, nullptr, KILN_REDUCE_SUM, a.get()), KILN_INVALID_ARGUMENT,
        "source is NULL");
  FAILS(kiln_communicator_all_reduce(ranks, a.get(), KILN_REDUCE_SUM, nullptr), KILN_INVALID_ARGUMENT,
        "destination is NULL");
  FAILS(kiln_communicator_reduce(ranks, nullptr, KILN_REDUCE_SUM, 0, a.get()), KILN_INVALID_ARGUMENT, "source is NULL");
  FAILS(kiln_communicator_reduce_scatter(ranks, a.get(), KILN_REDUCE_SUM, nullptr), KILN_INVALID_ARGUMENT,
        "destination is NULL");
  FAILS(kiln_communicator_broadcast(ranks, nullptr, 0), KILN_INVALID_ARGUMENT, "array is NULL");
  FAILS(kiln_communicator_all_gather(ranks, a.get(), nullptr), KILN_INVALID_ARGUMENT, "destination is NULL");
  FAILS(kiln_communicator_ranks(ranks, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
  FAILS(kiln_communicator_rank(ranks, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
  FAILS(kiln_communicator_context(ranks, nullptr), KILN_INVALID_ARGUMENT, "out is NULL");
  const GpuArray repeated = number.broadcast_to({4, 3});
  FAILS(kiln_communicator_all_reduce(ranks, a.get(), KILN_REDUCE_SUM, repeated.get()), KILN_READ_ONLY, "read-only");
  const Context other(one.context.device());
  const GpuArray foreign = GpuArray::zeros(other, {4, 3}, KILN_FLOAT32);
  FAILS(kiln_communicator_all_reduce(ranks, foreign.get(), KILN_REDUCE_SUM, a.get()), KILN_CONTEXT_MISMATCH,
        "another context");
  FAILS(kiln_communicator_broadcast(ranks, foreign.get(), 0), KILN_CONTEXT_MISMATCH, "another context");
  // Nothing of it reached NCCL, and nothing is broken.
  one.ranks.all_reduce(a, a);
  const GpuArray nothing = one.zeros({0, 3});
  one.ranks.all_reduce(nothing, nothing);
  one.ranks.broadcast(nothing);
  one.ranks.all_gather(nothing, nothing);
  if (const auto* const nccl = mock_nccl()) CHECK(nccl->calls.back().count == 12);
}

TEST_CASE("NCCL's failures name the call, and leave the context alone", "[mock]") {
  auto* const nccl = mock_nccl();
  if (!nccl) return;
  const OneRank one;
  const GpuArray a = make(one.context, {2}, KILN_FLOAT32, {1, 2});
  const auto fails = [&](const char* entry, auto&& call) {
    nccl->results = {{entry, 5}};
    FAILS(call(), KILN_BACKEND_ERROR, std::string(entry) + ": invalid usage (5); the mock's last words");
    CHECK(last_error().vendor_code == 5);
    nccl->results.clear();
    CHECK(read(a) == Values{1, 2});
  };
  const kiln_communicator ranks = one.ranks.get();
  kiln_collective_id id;
  kiln_communicator made = nullptr;
  fails("ncclGetUniqueId", [&] { return kiln_collective_id_create(one.context.get(), &id); });
  CHECK(id.bytes[100] == 0);
  WORKS(kiln_collective_id_create(one.context.get(), &id));
  fails("ncclCommInitRank", [&] { return kiln_communicator_create(one.context.get(), &id, 1, 0, &made); });
  CHECK(made == nullptr);
  fails("ncclAllReduce", [&] { return kiln_communicator_all_reduce(ranks, a.get(), KILN_REDUCE_SUM, a.get()); });
  fails("ncclReduce", [&] { return kiln_communicator_reduce(ranks, a.get(), KILN_REDUCE_SUM, 0, a.get()); });
  fails("ncclReduceScatter",
        [&] { return kiln_communicator_reduce_scatter(ranks, a.get(), KILN_REDUCE_SUM, a.get()); });
  fails("ncclBroadcast", [&] { return kiln_communicator_broadcast(ranks, a.get(), 0); });
  fails("ncclAllGather", [&] { return kiln_communicator_all_gather(ranks, a.get(), a.get()); });
  // What NCCL found in the meantime.
  nccl->late = 6;
  FAILS(kiln_communicator_broadcast(ranks, a.get(), 0), KILN_BACKEND_ERROR, "an earlier collective: error (6)");
  nccl->late = 0;
  one.ranks.broadcast(a);
}

TEST_CASE("bfloat16 where NCCL is too old for it", "[mock]") {
  auto* const nccl = mock_nccl();
  if (!nccl) return;
  nccl->version = 2804;
  {
    const OneRank one;
    const GpuArray a = one.zeros({4}, KILN_BFLOAT16), h = one.zeros({4}, KILN_FLOAT16);
    FAILS(kiln_communicator_all_reduce(one.ranks.get(), a.get(), KILN_REDUCE_SUM, a.get()), KILN_TYPE_ERROR,
          "bfloat16 needs NCCL 2.10 or newer");
    one.ranks.broadcast(a);
    one.ranks.all_reduce(h, h);
  }
  nccl->version = 22800;
}

TEST_CASE("communicators end with their last reference, in any order", "[mock]") {
  auto* const nccl = mock_nccl();
  auto* const cuda = mock_cuda();
  if (!nccl) return;
  const int live = nccl->live_communicators, aborted = nccl->aborted;
  {
    kiln_communicator kept = nullptr;
    {
      const OneRank one;
      CHECK(nccl->live_communicators == live + 1);
      const GpuArray a = one.zeros({4});
      cuda->deferred = true;
      one.ranks.all_reduce(a, a);
      kept = kiln_communicator_retain(one.ranks.get());
    }
    CHECK(nccl->live_communicators == live + 1);  // and the context is there still
    int ranks = 0;
    WORKS(kiln_communicator_ranks(kept, &ranks));
    CHECK(ranks == 1);
    kiln_communicator_release(kept);
    cuda->deferred = false;
  }
  CHECK(nccl->live_communicators == live);
  CHECK(nccl->aborted == aborted);
  {
    // The device has failed: the collectives queued may never end.
    const OneRank one;
    const GpuArray a = one.zeros({4});
    cuda->late_error = 700;
    FAILS(kiln_context_synchronize(one.context.get()), KILN_BACKEND_ERROR, "ILLEGAL_ADDRESS");
    FAILS(kiln_communicator_broadcast(one.ranks.get(), a.get(), 0), KILN_BACKEND_ERROR, "ILLEGAL_ADDRESS");
  }
  cuda->late_error = 0;
  CHECK(nccl->live_communicators == live);
  CHECK(nccl->aborted == aborted + 1);
}

TEST_CASE("ranks that differ in what they call are told", "[mock]") {
  if (!mock_nccl()) return;
  first_context();
  const auto messages = on_ranks<std::string>(2, [](const Communicator& ranks) {
    const GpuArray a = GpuArray::zeros(ranks.context(), {4 + ranks.rank()}, KILN_FLOAT32);
    try {
      ranks.all_reduce(a, a);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  });
  for (const std::string& message : messages) CHECK(message.find("invalid usage (5)") != std::string::npos);
}

TEST_CASE("without NCCL there are no collectives", "[.no-nccl]") {
  const auto devices = cuda_devices();
  REQUIRE_FALSE(devices.empty());
  const Context context(devices.front());
  const char* const why = std::getenv("KILN_TEST_WHY");
  REQUIRE(why != nullptr);
  for (int again = 0; again < 2; ++again) {
    kiln_collective_id id;
    FAILS(kiln_collective_id_create(context.get(), &id), KILN_UNSUPPORTED, why);
    kiln_communicator communicator = nullptr;
    FAILS(kiln_communicator_create(context.get(), &id, 1, 0, &communicator), KILN_UNSUPPORTED, why);
  }
}

TEST_CASE("OpenCL has no collectives", "[.opencl]") {
  const std::string device = test_devices().front();
  if (device.rfind("cuda", 0) == 0) skip("the device under test is of CUDA");
  const Context context(device);
  kiln_collective_id id;
  std::memset(&id, 1, sizeof id);
  FAILS(kiln_collective_id_create(context.get(), &id), KILN_UNSUPPORTED, "the backend has no collective operations");
  CHECK(id.bytes[127] == 0);
  kiln_communicator communicator = nullptr;
  FAILS(kiln_communicator_create(context.get(), &id, 1, 0, &communicator), KILN_UNSUPPORTED,
        "the backend has no collective operations");
}
