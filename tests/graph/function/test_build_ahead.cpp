// SPDX-License-Identifier: Apache-2.0
// Where compilers run in several threads, the kernels of a function's first call are built at the same time.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "../support/support.hpp"
#include "fake/fake.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

struct Built {
  std::size_t programs = 0;
  std::set<std::thread::id> threads;
};

// Calls a function of several kernels on a fake device. What its compiler did in the first call, and in later ones.
std::pair<Built, std::size_t> calls(bool parallel) {
  const auto log = std::make_shared<fake::Log>();
  fake::Options options;
  options.log = log;
  options.unknown_kernels = true;
  options.kind = backend::DeviceKind::gpu;
  options.parallel_builds = parallel;
  // The first build ends when a second one has begun, on a machine that can run both.
  std::mutex mutex;
  std::condition_variable changed;
  int begun = 0;
  if (parallel && std::thread::hardware_concurrency() > 1)
    options.building = [&] {
      std::unique_lock lock(mutex);
      ++begun;
      changed.notify_all();
      changed.wait_for(lock, std::chrono::minutes(2), [&] { return begun > 1; });
    };
  auto context = Context::wrap(fake::make_context(options), "fake0", {});
  Built built;
  std::size_t later = 0;
  {
    const std::vector<float> values(64 * 64, 0.5F);
    const graph::Value a = share(floats(*context, values, {64, 64}), "a");
    const graph::Value product = op("dot", {a, a});
    FunctionSpec spec;
    spec.outputs = {{transfer(op("cumsum", {product}), context), true},
                    {transfer(op("sort", {a}), context), true},
                    {transfer(op("exp", {op("transpose", {a})}), context), true}};
    spec.context = context.get();
    const auto f = Function::create(spec);
    log->clear();
    f->call({});
    for (const fake::Call& call : log->calls())
      if (std::string(call.entry) == "program_build") ++built.programs, built.threads.insert(call.thread);
    log->clear();
    for (int i = 0; i < 3; ++i) f->call({});
    later = log->count("program_build");
  }
  context = nullptr;
  CHECK(log->misuses() == 0);
  CHECK(log->live().total() == 0);
  return {built, later};
}

}  // namespace

TEST_CASE("kernels of a first call are built by several threads where the compiler allows it") {
  const auto [one, one_later] = calls(false);
  const auto [several, several_later] = calls(true);
  CHECK(one.programs > 3);
  CHECK(one.threads.size() == 1);
  CHECK(several.programs == one.programs);
  CHECK((one_later == 0 && several_later == 0));
  if (std::thread::hardware_concurrency() > 1) CHECK(several.threads.size() > 1);
}
