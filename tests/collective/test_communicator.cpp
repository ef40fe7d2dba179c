// SPDX-License-Identifier: Apache-2.0
// Communicators over the fake device, whose only rank copies: order with work on both queues, captures,
// failures, and what is left behind.
#include "runtime/context/communicator.hpp"

#include "../runtime/rig.hpp"
#include "array/copy/collective.hpp"
#include "fault/fault.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using namespace kiln::test;
using runtime::Communicator;

namespace {

Ref<Communicator> one_rank(Context& context) {
  return Communicator::create(context, Communicator::new_id(context, "id"), 1, 0, "create");
}

// The bytes of one buffer to another.
void gather(Communicator& ranks, Buffer& to, Buffer& from) {
  backend::Collective call;
  call.operation = backend::Collective::Operation::all_gather;
  call.dtype = KILN_UINT8;
  call.count = from.size();
  call.source = {from.memory(), from.offset()};
  call.destination = {to.memory(), to.offset()};
  const runtime::BufferUse uses[] = {{&from, true, false}, {&to, false, true}};
  ranks.run(call, uses, "gather");
}

}  // namespace

TEST_CASE("communicator: collectives follow what their buffers depend on, and are followed") {
  const bool single = GENERATE(true, false);
  ContextOptions options;
  options.single_stream = single;
  Rig rig(deferred_gpu(), options);
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  {
    const auto ranks = one_rank(*rig.context);
    CHECK(ranks->ranks() == 1);
    CHECK(ranks->rank() == 0);
    const auto from = rig->allocate(kBytes), to = rig->allocate(kBytes);
    const auto pinned = rig->allocate(kBytes, backend::MemoryKind::pinned);
    const auto holds = [&](const std::vector<unsigned char>& expected) {
      rig->synchronize(QueueId::transfer);
      const auto* const got = static_cast<const unsigned char*>(pinned->host_pointer());
      return std::equal(expected.begin(), expected.end(), got);
    };
    // Large transfers have a queue of their own. It is waited for alone: what it holds runs no later than it
    // must, and the compute queue only as far as the order between the two says.
    const auto first = pattern(kBytes, 1), second = pattern(kBytes, 2), third = pattern(kBytes, 3);
    rig->write(*from, 0, first.data(), kBytes, "write");
    gather(*ranks, *to, *from);  // after the write
    rig->read_async(*to, 0, *pinned, 0, kBytes, "read");
    CHECK(holds(first));
    rig->write(*from, 0, second.data(), kBytes, "write");
    gather(*ranks, *to, *from);
    rig->write(*from, 0, third.data(), kBytes, "write");  // after the collective has read it
    CHECK((read_all(*rig.context, *from) == third));
    CHECK((read_all(*rig.context, *to) == second));
    // And among kernels.
    const runtime::Kernel* const add = adder(*rig.context);
    launch_add(*rig.context, *add, *from);
    gather(*ranks, *to, *from);
    launch_add(*rig.context, *add, *to);
    rig->read_async(*to, 0, *pinned, 0, kBytes, "read");
    auto expected = third;
    for (unsigned char& value : expected) value = static_cast<unsigned char>(value + 2);
    CHECK(holds(expected));
    CHECK(rig.log->count("collective") == 3);
  }
  rig.check_clean();
}

TEST_CASE("communicator: the last release waits for the collectives queued") {
  Rig rig(deferred_gpu());
  {
    auto ranks = one_rank(*rig.context);
    const auto from = rig->allocate(64), to = rig->allocate(64);
    const auto values = pattern(64, 1);
    rig->write(*from, 0, values.data(), 64, "write");
    gather(*ranks, *to, *from);
    const auto done = [&] {
      std::size_t count = 0;
      for (const fake::Call& call : rig.log->executed()) count += std::string(call.entry) == "collective";
      return count;
    };
    CHECK(done() == 0);
    ranks = nullptr;
    CHECK(done() == 1);
    CHECK(read_all(*rig.context, *to) == values);
  }
  rig.check_clean();
}

TEST_CASE("communicator: no captures, no foreign buffers, no read-only results") {
  Rig rig, other;
  {
    const auto ranks = one_rank(*rig.context);
    const auto from = rig->allocate(64), to = rig->allocate(64), fixed = rig->allocate(64);
    fixed->make_read_only();
    const auto foreign = other->allocate(64);
    CHECK(contains(failure(KILN_CONTEXT_MISMATCH, [&] { gather(*ranks, *to, *foreign); }), "gather"));
    CHECK(contains(failure(KILN_READ_ONLY, [&] { gather(*ranks, *fixed, *from); }), "gather"));
    runtime::Recording::Capture capture(*rig.context);
    CHECK(contains(failure(KILN_UNSUPPORTED, [&] { gather(*ranks, *to, *from); }), "cannot be recorded"));
    // Nor are the copies recorded that would go before.
    const auto array = array::empty(*other.context, KILN_INT32, std::vector<std::int64_t>{4}, "empty");
    CHECK(contains(failure(KILN_UNSUPPORTED, [&] { array::broadcast(*ranks, *array, 0, "broadcast"); }),
                   "cannot be recorded"));
    CHECK(capture.finish({})->commands() == 0);
  }
  CHECK(rig.log->count("collective") == 0);
  other.check_clean();
  rig.check_clean();
}

TEST_CASE("communicator: the number of ranks and the rank are checked before the device is asked") {
  Rig rig;
  const auto id = Communicator::new_id(*rig.context, "id");
  for (const auto& place : {std::pair{0, 0}, {-3, 0}, {2, 2}, {2, -1}})
    CHECK(contains(failure(KILN_INVALID_ARGUMENT,
                           [&] { Communicator::create(*rig.context, id, place.first, place.second, "create"); }),
                   "create: "));
  CHECK(rig.log->count("communicator_create") == 0);
  CHECK(contains(failure(KILN_UNSUPPORTED, [&] { Communicator::create(*rig.context, id, 2, 1, "create"); }),
                 "create on fake0"));
  rig.check_clean();
}

TEST_CASE("communicator: what fails leaves nothing behind and says where") {
  auto log = std::make_shared<fake::Log>();
  fault::set_plan({});
  for (const char* entry : {"collective_id", "communicator_create", "collective"}) {
    fake::Options options = deferred_gpu();
    options.log = log;
    auto context = Context::wrap(fault::wrap(fake::make_context(options)), "fault:fake0", ContextOptions());
    const auto from = context->allocate(64), to = context->allocate(64);
    const auto values = pattern(64, 7);
    context->write(*to, 0, values.data(), 64, "write");
    const auto use = [&] { gather(*one_rank(*context), *to, *from); };
    fault::set_plan({1, false, entry, KILN_BACKEND_ERROR, -7});
    CHECK(contains(failure(KILN_BACKEND_ERROR, use), std::string("on fault:fake0: ") + entry));
    fault::set_plan({});
    CHECK(read_all(*context, *to) == values);
    use();  // and the next one works
  }
  CHECK(fault::live().total() == 0);
  CHECK(log->live().total() == 0);
  CHECK(log->misuses() == 0);
}

TEST_CASE("communicator: with launch_blocking a collective is done when it returns") {
  ContextOptions options;
  options.launch_blocking = true;
  Rig rig(deferred_gpu(), options);
  {
    const auto ranks = one_rank(*rig.context);
    const auto from = rig->allocate(64), to = rig->allocate(64);
    gather(*ranks, *to, *from);
    std::size_t done = 0;
    for (const fake::Call& call : rig.log->executed()) done += std::string(call.entry) == "collective";
    CHECK(done == 1);
  }
  rig.check_clean();
}
