// SPDX-License-Identifier: Apache-2.0
// Collectives of one rank alone and of two in two threads, against the host: every operation, reduction and
// dtype; in place; arrays out of order; order with other work. On mock libraries, and on devices where they
// are.
#include "support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

std::vector<kiln_dtype> all_dtypes() {
  std::vector<kiln_dtype> result = kReduced;
  result.insert(result.end(), kMovedOnly.begin(), kMovedOnly.end());
  return result;
}

// Every operation once, for one dtype; what each left behind, in order.
using Outcome = std::vector<Values>;

Outcome reductions(const Communicator& ranks, kiln_dtype dtype, kiln_reduce_op op) {
  const Context& context = ranks.context();
  const int rank = ranks.rank(), count = ranks.ranks();
  constexpr std::int64_t kRows = 6, kColumns = 5;
  const Values own = values_of(rank, 30);
  Outcome out;
  const GpuArray source = make(context, {kRows, kColumns}, dtype, own);
  const GpuArray destination = GpuArray::empty(context, {kRows, kColumns}, dtype);
  ranks.all_reduce(source, destination, op);
  out.push_back(read(destination));
  ranks.all_reduce(source, source, op);
  out.push_back(read(source));
  for (int root = 0; root < count; ++root) {
    write(source, own);
    write(destination, Values(30, 3));
    ranks.reduce(source, root, rank == root ? destination : GpuArray(), op);
    out.push_back(read(destination));
    ranks.reduce(source, root, source, op);  // others' destinations are left alone
    out.push_back(read(source));
  }
  // A part of the first axis, and one of an axis before it.
  write(source, own);
  const GpuArray rows = GpuArray::empty(context, {kRows / count, kColumns}, dtype);
  ranks.reduce_scatter(source, rows, op);
  out.push_back(read(rows));
  const GpuArray stacked = make(context, {count, 3}, dtype, values_of(rank, std::size_t(count) * 3));
  const GpuArray one = GpuArray::empty(context, {3}, dtype);
  ranks.reduce_scatter(stacked, one, op);
  out.push_back(read(one));
  // In place: the rank's own rows.
  const GpuArray own_rows = source(slice(rank * kRows / count, (rank + 1) * kRows / count));
  ranks.reduce_scatter(source, own_rows, op);
  out.push_back(read(own_rows));
  return out;
}

Outcome expected_reductions(int rank, int count, kiln_reduce_op op) {
  const Values own = values_of(rank, 30), all = combined(op, count, 30);
  const std::size_t each = 30 / std::size_t(count), first = std::size_t(rank) * each;
  Outcome out = {all, all};
  for (int root = 0; root < count; ++root) {
    out.push_back(rank == root ? all : Values(30, 3));
    out.push_back(rank == root ? all : own);
  }
  out.push_back(part(all, first, each));
  out.push_back(part(combined(op, count, std::size_t(count) * 3), std::size_t(rank) * 3, 3));
  out.push_back(part(all, first, each));
  return out;
}

Outcome moves(const Communicator& ranks, kiln_dtype dtype) {
  const Context& context = ranks.context();
  const int rank = ranks.rank(), count = ranks.ranks();
  Outcome out;
  const GpuArray array = GpuArray::empty(context, {4, 3}, dtype);
  for (int root = 0; root < count; ++root) {
    write(array, values_of(rank, 12));
    ranks.broadcast(array, root);
    out.push_back(read(array));
  }
  write(array, values_of(rank, 12));
  const GpuArray joined = GpuArray::empty(context, {count * 4, 3}, dtype),
                 stacked = GpuArray::empty(context, {count, 4, 3}, dtype);
  ranks.all_gather(array, joined);
  out.push_back(read(joined));
  ranks.all_gather(array, stacked);
  out.push_back(read(stacked));
  // In place: the rank's own rows; and a single element.
  write(joined, Values(std::size_t(count) * 12, 0));
  const GpuArray own_rows = joined(slice(rank * 4, rank * 4 + 4));
  write(own_rows, values_of(rank, 12));
  ranks.all_gather(own_rows, joined);
  out.push_back(read(joined));
  const GpuArray single = make(context, {}, dtype, values_of(rank, 1));
  const GpuArray singles = GpuArray::empty(context, {count}, dtype);
  ranks.all_gather(single, singles);
  out.push_back(read(singles));
  return out;
}

Outcome expected_moves(int count) {
  Outcome out;
  for (int root = 0; root < count; ++root) out.push_back(values_of(root, 12));
  for (int i = 0; i < 3; ++i) out.push_back(joined(count, 12));
  out.push_back(joined(count, 1));
  return out;
}

// All of it on one communicator.
std::vector<Outcome> everything(const Communicator& ranks) {
  std::vector<Outcome> out;
  for (const kiln_dtype dtype : kReduced)
    for (const kiln_reduce_op op : kReductions) out.push_back(reductions(ranks, dtype, op));
  for (const kiln_dtype dtype : all_dtypes()) out.push_back(moves(ranks, dtype));
  return out;
}

void check_all(int count) {
  const auto outcomes = on_ranks<std::vector<Outcome>>(count, everything);
  for (int rank = 0; rank < count; ++rank) {
    auto outcome = outcomes[std::size_t(rank)].begin();
    for (const kiln_dtype dtype : kReduced)
      for (const kiln_reduce_op op : kReductions) {
        INFO(kiln_dtype_name(dtype) << " op " << op << ", rank " << rank << " of " << count);
        CHECK(*outcome++ == expected_reductions(rank, count, op));
      }
    for (const kiln_dtype dtype : all_dtypes()) {
      INFO(kiln_dtype_name(dtype) << ", rank " << rank << " of " << count);
      CHECK(*outcome++ == expected_moves(count));
    }
  }
}

}  // namespace

TEST_CASE("one rank alone: every collective, reduction and dtype") {
  first_context();
  check_all(1);
}

TEST_CASE("two ranks in two threads: every collective, reduction and dtype") {
  first_context();
  if (cuda_devices().size() < 2) {
    WARN("one CUDA device alone: not run");
    return;
  }
  check_all(2);
}

TEST_CASE("collectives are in order with other work, without waits of the host") {
  first_context();
  const int count = cuda_devices().size() < 2 ? 1 : 2;
  constexpr std::size_t kCount = 100000;
  const auto results = on_ranks<Values>(count, [&](const Communicator& ranks) {
    const Context& context = ranks.context();
    const std::vector<float> one(kCount, 1);
    const GpuArray x = GpuArray::empty(context, {kCount}, KILN_FLOAT32), y = x.copy(), sum = x.copy();
    for (int round = 0; round < 10; ++round) {
      // A transfer, copies and a fill around each, all queued.
      x.fill(float(round));
      ranks.all_reduce(x, sum);
      y.assign(sum);
      x.fill(-1.0F);
      ranks.all_reduce(y, y);
      detail::check(kiln_array_write(x.get(), one.data(), kCount * 4));
      ranks.all_reduce(x, x);
    }
    Values out = {read(sum)[kCount - 1], read(y)[kCount - 1], read(x)[kCount - 1]};
    const Values all = read(y);
    for (const double value : all)
      if (value != out[1]) out.push_back(value);
    return out;
  });
  for (const Values& result : results) CHECK(result == Values{9.0 * count, 9.0 * count * count, double(count)});
}

TEST_CASE("arrays out of order go through copies") {
  const Context context = first_context();
  const Communicator ranks(context, collective_id(context), 1, 0);
  const GpuArray matrix = make(context, {3, 4}, KILN_INT32, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const GpuArray turned = matrix.transpose(), other = GpuArray::empty(context, {4, 3}, KILN_INT32),
                 wide = make(context, {3, 8}, KILN_INT32, Values(24, -1));
  const GpuArray every_other = wide(slice(0, 3), slice(0, 8, 2));
  if (auto* const nccl = mock_nccl()) {
    // The mock's kernels do nothing: are there copies, and does NCCL get other memory?
    auto* const cuda = mock_cuda();
    const auto launches = [&] {
      context.synchronize();
      return cuda->launches.size();
    };
    const std::size_t before = launches();
    nccl->calls.clear();
    ranks.all_reduce(turned, other);
    CHECK(launches() == before + 1);
    ranks.all_reduce(matrix, every_other);
    CHECK(launches() == before + 2);
    ranks.broadcast(every_other);
    CHECK(launches() == before + 3);
    ranks.reduce(turned, 0, other);
    CHECK(launches() == before + 4);
    REQUIRE(nccl->calls.size() == 4);
    const auto first = nccl->calls[0];  // calls grow
    ranks.all_reduce(matrix, other.reshape({3, 4}));
    CHECK(launches() == before + 4);
    CHECK(nccl->calls[4].destination == first.destination);
    CHECK(nccl->calls[4].source != first.source);
    return;
  }
  ranks.all_reduce(turned, other);
  CHECK(read(other) == Values{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
  ranks.all_reduce(matrix, every_other, KILN_REDUCE_MAX);
  CHECK(read(every_other) == read(matrix));
  CHECK(read(wide)[1] == -1);
  ranks.broadcast(every_other);
  CHECK(read(every_other) == read(matrix));
  ranks.all_gather(turned, other);
  CHECK(read(other) == read(turned));
}

TEST_CASE("sources that overlap the destination are read first") {
  const Context context = first_context();
  const Communicator ranks(context, collective_id(context), 1, 0);
  const GpuArray line = make(context, {6}, KILN_FLOAT32, {1, 2, 3, 4, 5, 6});
  ranks.all_reduce(line(slice(0, 4)), line(slice(1, 5)));
  CHECK(read(line) == Values{1, 1, 2, 3, 4, 6});
  if (const auto* const nccl = mock_nccl()) {
    const auto& call = nccl->calls.back();
    const auto* const from = static_cast<const std::byte*>(call.source);
    const auto* const to = static_cast<const std::byte*>(call.destination);
    CHECK((from + 16 <= to || to + 16 <= from));
  }
  ranks.all_gather(line(slice(2, 6)), line(slice(0, 4)));
  CHECK(read(line) == Values{2, 3, 4, 6, 4, 6});
}

TEST_CASE("in place is without copies", "[mock]") {
  auto* const nccl = mock_nccl();
  if (!nccl) return;
  nccl->calls.clear();
  on_ranks<int>(2, [](const Communicator& ranks) {
    const int rank = ranks.rank();
    const GpuArray whole = GpuArray::zeros(ranks.context(), {4, 3}, KILN_INT32);
    const GpuArray own = whole(slice(2 * rank, 2 * rank + 2));
    ranks.reduce_scatter(whole, own);
    ranks.all_gather(own, whole);
    ranks.all_reduce(whole, whole);
    ranks.reduce(whole, 0, whole);
    ranks.broadcast(whole, 1);
    return 0;
  });
  REQUIRE(nccl->calls.size() == 10);
  for (const auto& call : nccl->calls) {
    INFO(call.name << " of rank " << call.rank);
    const auto* const from = static_cast<const std::byte*>(call.source);
    const auto* const to = static_cast<const std::byte*>(call.destination);
    if (call.name == "ncclReduceScatter") {
      CHECK(to == from + 24 * call.rank);
      CHECK(call.count == 6);
      CHECK(call.type == 2);
    } else if (call.name == "ncclAllGather") {
      CHECK(from == to + 24 * call.rank);
      CHECK(call.count == 24);
      CHECK(call.type == 1);  // bytes
    } else {
      CHECK(to == (call.name == "ncclReduce" && call.rank != 0 ? nullptr : from));
    }
  }
}
