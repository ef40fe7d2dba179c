// SPDX-License-Identifier: Apache-2.0
// Convolutions by a vendor's library, for which the fault backend has a stand-in: when it is asked, what it is asked,
// and what becomes of its faults.
#include <dlfcn.h>
#include <stdlib.h>

#include <filesystem>

#include "../support/tuned.hpp"
#include "../support/vendor_support.hpp"
#include "array/conv/conv.hpp"
#include "array/product/epilogue.hpp"
#include "fault/fault.hpp"
#include "runtime/context/recording.hpp"

using namespace kiln;
using array::ConvOptions;
using array::ConvWay;
using array::Dims;
using base::Ref;
using test::failure_of;
using test::has;
using test::Lines;
using test::read;
using test::Rig;
using test::Tuned;
using test::Values;

namespace {

constexpr const char* kWrapped = "fault:opencl:pocl";
// Microseconds that decide a measurement, however busy the machine is.
constexpr int kSlow = 20000;

void* fault_module() {
  void* const module = ::dlopen(::getenv("KILN_TEST_FAULT_MODULE"), RTLD_NOW);
  REQUIRE(module != nullptr);
  return module;
}

// The stand-in, which is there while this lives.
struct StandIn {
  StandIn()
      : control(*reinterpret_cast<fault::Convolutions* (*)()>(::dlsym(fault_module(), "kiln_fault_convolutions"))()) {
    control = {};
    control.ways = 2;
  }
  ~StandIn() { control = {}; }
  StandIn(const StandIn&) = delete;
  fault::Convolutions& control;
};

struct Measured {
  Measured() { array::force_conv(ConvWay::measured); }
  ~Measured() { array::force_conv(ConvWay::automatic); }
};

struct ConvCase {
  Dims x, filters;
  ConvOptions options;
};

ConvOptions with(const Dims& strides, const Dims& dilation, const Dims& padding, std::int64_t groups, bool flip,
                 bool last) {
  return {strides, dilation, ConvOptions::Border::numbers, padding, groups, flip, last};
}

// A convolution that is worth a measurement.
const ConvCase& large_case() {
  static const ConvCase one{{4, 16, 12, 12}, {16, 16, 3, 3}, with({1, 1}, {1, 1}, {1, 1, 1, 1}, 1, false, false)};
  return one;
}

// The convolution and both of its gradients.
std::vector<Values> all_three(const Rig& rig, const ConvCase& c) {
  const auto x = rig.make(c.x, 3), w = rig.make(c.filters, 5);
  const auto y = rig.make(array::conv_shape(c.x, c.filters, c.options, "test"), 1);
  const std::size_t first = c.options.channels_last ? 1 : 2, rank = c.x.size() - 2;
  const auto extents = [&](const Dims& shape) { return Dims(std::span(shape.data() + first, rank)); };
  return {read(*array::conv(*x, *w, c.options, nullptr, "conv")),
          read(*array::conv_transpose(*y, *w, c.options, extents(c.x), nullptr, "conv")),
          read(*array::conv_filter_gradient(*x, *y, c.options, extents(c.filters), nullptr, "conv"))};
}

Values forward(const Rig& rig, const ConvCase& c) {
  return read(*array::conv(*rig.make(c.x, 3), *rig.make(c.filters, 5), c.options, nullptr, "conv"));
}

const Values& large_values() {
  static const Values values = forward(Rig(runtime::VendorChoice::builtin, "opencl:pocl"), large_case());
  return values;
}

}  // namespace

TEST_CASE("conv=vendor: what the library is asked, and what it is not", "[vendor]") {
  StandIn stand_in;
  auto& control = stand_in.control;
  control.workspace = 4096;
  const Rig own(runtime::VendorChoice::builtin, kWrapped), rig(runtime::VendorChoice::vendor, kWrapped);
  const std::vector<ConvCase> cases = {
      {{2, 4, 7, 6}, {6, 2, 3, 2}, with({2, 1}, {1, 2}, {1, 1, 0, 0}, 2, true, false)},
      {{2, 7, 6, 4}, {6, 3, 2, 2}, with({1, 2}, {2, 1}, {0, 0, 1, 1}, 2, false, true)},
      {{1, 3, 9}, {4, 3, 2}, with({1}, {1}, {0, 3}, 1, true, false)},
      {{1, 2, 4, 3, 5}, {3, 2, 2, 1, 3}, with({1, 1, 2}, {1, 1, 1}, {1, 0, 0, 0, 2, 2}, 1, true, false)}};
  int calls = 0;
  for (const ConvCase& c : cases) {
    const auto want = all_three(own, c);
    CHECK(control.calls == calls);
    CHECK(all_three(rig, c) == want);
    CHECK(control.calls == calls + 3);
    CHECK(control.way == 1);
    calls = control.calls;
  }
  // A library that has cross-correlations alone: the filters are turned over for it.
  control.correlates = true;
  for (const ConvCase& c : cases)
    CHECK(all_three(Rig(runtime::VendorChoice::vendor, kWrapped), c) == all_three(own, c));
  CHECK(control.calls == calls + 12);
  control.correlates = false;
  calls = control.calls;
  // Arrays that are not packed, dtypes that the library does not take, a library that refuses: Kiln's kernels.
  const ConvCase& c = cases[0];
  const Values want = forward(own, c);
  const auto wide = rig.make({2, 4, 7, 7}, 3), w = rig.make(c.filters, 5);
  auto part = wide->layout();
  part.shape[3] = 6;
  const auto inside = array::view(*wide, part, false);
  const auto copied = array::copy(*inside, KILN_ORDER_C, "test");
  CHECK(read(*array::conv(*inside, *w, c.options, nullptr, "conv")) ==
        read(*array::conv(*copied, *w, c.options, nullptr, "conv")));
  CHECK(control.calls == calls + 1);
  const auto half = rig.make(c.x, 3, KILN_FLOAT16);
  array::conv(*half, *rig.make(c.filters, 5, KILN_FLOAT16), c.options, nullptr, "conv");
  CHECK(control.calls == calls + 1);
  control.refuses = true;
  CHECK(forward(rig, c) == want);
  control.refuses = false;
  CHECK(forward(rig, c) == want);
  CHECK(control.calls == calls + 2);
  // A workspace that is too large for the library to be asked, and one for which there is no memory.
  for (const std::uint64_t bytes : {std::uint64_t{1} << 40, std::uint64_t{1} << 30}) {
    control.workspace = bytes;
    auto options = runtime::ContextOptions::from_flags();
    options.conv = runtime::VendorChoice::vendor;
    options.cache_path = "";
    options.memory_budget = std::uint64_t{1} << 26;
    Rig small(runtime::VendorChoice::vendor, kWrapped);
    small.context = runtime::Context::open(kWrapped, options);
    CHECK(forward(small, c) == want);
  }
  CHECK(control.calls == calls + 2);
}

TEST_CASE("what follows a convolution is in Kiln's kernel, or behind the vendor's", "[vendor]") {
  const ConvCase c{{2, 4, 7, 6}, {6, 2, 3, 2}, with({2, 1}, {1, 2}, {1, 1, 0, 0}, 2, true, false)};
  const Dims shape = array::conv_shape(c.x, c.filters, c.options, "test");
  for (const auto choice : {runtime::VendorChoice::vendor, runtime::VendorChoice::builtin})
    for (const bool refuses : {false, true}) {
      StandIn stand_in;
      auto& control = stand_in.control;
      control.refuses = refuses;
      const Rig rig(choice, kWrapped);
      const base::DType types[] = {KILN_FLOAT32, KILN_FLOAT32};
      auto statements = expr::parse_statements("r0 = max(x0, 0) - x1");
      statements.inputs = {"x0", "x1"};
      const auto epilogue = array::ProductEpilogue::create(*rig.context, statements, types, {types, 1});
      const auto x = rig.make(c.x, 3), w = rig.make(c.filters, 5), rest = rig.make(shape, 7);
      Values want = forward(rig, c);
      const Values less = read(*rest);
      for (std::size_t i = 0; i < want.size(); ++i) want[i] = std::max(want[i], 0.0) - less[i];
      control.calls = 0;
      for (const bool in_place : {false, true}) {
        CAPTURE(int(choice), refuses, in_place);
        const auto into = in_place ? rest : array::empty(*rig.context, KILN_FLOAT32, shape, "test");
        array::Array* const inputs[] = {rest.get()};
        array::Array* const outputs[] = {into.get()};
        array::conv(*x, *w, c.options, *epilogue, inputs, outputs, "test");
        CHECK(read(*into) == want);
      }
      CHECK(control.calls == (choice == runtime::VendorChoice::vendor && !refuses ? 2 : 0));
    }
}

TEST_CASE("conv=auto and own: small convolutions, CPU devices, no library", "[vendor]") {
  StandIn stand_in;
  {
    const Rig own(runtime::VendorChoice::builtin, kWrapped), rig(runtime::VendorChoice::automatic, kWrapped);
    CHECK(forward(rig, large_case()) == large_values());  // a CPU device
    const Measured measured;
    CHECK(forward(own, large_case()) == large_values());
    forward(rig, {{1, 2, 9, 9}, {2, 2, 3, 3}, large_case().options});
  }
  CHECK(stand_in.control.calls == 0);
  stand_in.control.ways = 0;
  const Measured measured;
  for (const auto choice : {runtime::VendorChoice::automatic, runtime::VendorChoice::vendor})
    CHECK(forward(Rig(choice, kWrapped), large_case()) == large_values());
}

TEST_CASE("conv=auto: the fastest way that is right, measured once, also by later processes", "[vendor]") {
  const Measured measured;
  for (const bool fast : {true, false}) {
    StandIn stand_in;
    auto& control = stand_in.control;
    const std::string folder = std::string(::getenv("KILN_TEST_FOLDER")) + (fast ? "/fast-conv" : "/slow-conv");
    std::filesystem::remove_all(folder);
    control.fast = fast ? 2 : 0;
    control.launch_delay_us = fast ? kSlow : 0;
    control.delay_us = kSlow;
    for (int process = 0; process < 2; ++process) {
      const Rig rig(runtime::VendorChoice::automatic, kWrapped, folder);
      CHECK(forward(rig, large_case()) == large_values());
      const int calls = control.calls;
      // Both ways are checked and timed; then the convolution itself.
      CHECK((process == 0 ? calls >= 6 : calls == (fast ? 1 : 0)));
      if (fast) CHECK(control.way == 2);
      forward(rig, large_case());
      CHECK(control.calls == calls + (fast ? 1 : 0));
      ConvCase more = large_case();  // the same class
      more.x[0] = 5;
      forward(rig, more);
      CHECK(control.calls == calls + (fast ? 2 : 0));
      control.calls = 0;
    }
    std::filesystem::remove_all(folder);
  }
}

TEST_CASE("conv=auto: without a cache on disk, the contexts of a process measure once for a tuning", "[vendor]") {
  const Measured measured;
  StandIn stand_in;
  auto& control = stand_in.control;
  ConvCase c = large_case();
  c.x[2] = 14;  // a class of its own
  control.fast = 2;
  control.launch_delay_us = kSlow;
  Values first;
  for (int context = 0; context < 4; ++context) {
    const Rig rig(runtime::VendorChoice::automatic, kWrapped, "off");
    const Tuned tuned(*rig.context, [&](codegen::Tuning& numbers) { numbers.conv.winograd_cpu += context / 2; });
    const Values values = forward(rig, c);
    if (context == 0) first = values;
    CHECK(values == first);
    CAPTURE(context, control.calls, control.way);
    CHECK((context % 2 == 0 ? control.calls >= 6 : control.calls == 1));
    CHECK(control.way == 2);
    control.calls = 0;
  }
}

TEST_CASE("conv=auto: a way that is wrong, or fails, is not used, and this is logged", "[vendor]") {
  const Measured measured;
  Lines log;
  const auto run = [&](auto&& set) {
    StandIn stand_in;
    auto& control = stand_in.control;
    control.fast = 1;
    control.launch_delay_us = kSlow;
    set(control);
    const Rig rig(runtime::VendorChoice::automatic, kWrapped);
    log.lines.clear();
    CHECK(forward(rig, large_case()) == large_values());
    const int trial = control.calls;
    CHECK(forward(rig, large_case()) == large_values());
    CHECK(control.calls <= trial + 1);
    return log.lines;
  };
  for (const bool spills : {false, true}) {
    const auto lines = run([&](auto& control) { (spills ? control.spills : control.wrong) = 1; });
    REQUIRE(lines.size() == 1);
    CHECK(has(lines[0], "conv on fault:opencl"));
    CHECK(has(lines[0],
              "way 1 of the vendor's convolution gave wrong results for output float32 batch 4 channels 16 to "
              "16 groups 1 of 12x12 by 3x3 to 12x12"));
  }
  CHECK(run([](auto& control) { control.refuses = true; }).empty());
}

TEST_CASE("conv=auto: every backend call of a measured convolution fails once", "[vendor]") {
  const Measured measured;
  StandIn stand_in;
  stand_in.control.fast = 1;
  stand_in.control.launch_delay_us = kSlow;
  stand_in.control.workspace = 4096;
  Lines log;
  const Values want = large_values();
  void* const module = fault_module();
  const auto plan = reinterpret_cast<int (*)(std::uint64_t, int, const char*, int)>(::dlsym(module, "kiln_fault_plan"));
  const auto failures = reinterpret_cast<std::uint64_t (*)()>(::dlsym(module, "kiln_fault_failures"));
  const auto live = reinterpret_cast<std::int64_t (*)()>(::dlsym(module, "kiln_fault_live"));
  const std::int64_t alive = live();
  int right = 0, failed = 0;
  for (std::uint64_t call = 1;; call += test::many() ? 1 : 7) {
    {
      const Rig rig(runtime::VendorChoice::automatic, kWrapped);
      const auto x = rig.make(large_case().x, 3), w = rig.make(large_case().filters, 5);
      plan(call, 0, nullptr, KILN_BACKEND_ERROR);
      try {
        const auto y = array::conv(*x, *w, large_case().options, nullptr, "conv");
        const bool hit = failures() > 0;
        plan(0, 0, nullptr, KILN_BACKEND_ERROR);
        CHECK(read(*y) == want);
        if (!hit) break;
        ++right;
      } catch (const backend::Error& error) {
        CHECK(error.status() == KILN_BACKEND_ERROR);
        CHECK(has(error.message(), "conv on fault:opencl"));
        ++failed;
      }
      plan(0, 0, nullptr, KILN_BACKEND_ERROR);
    }
    REQUIRE(call < 1000);
  }
  CAPTURE(right, failed);
  CHECK(live() == alive);
  CHECK(right > 0);
  CHECK(failed > 0);
}

TEST_CASE("a recorded convolution: measured outside the recording, then a command of it", "[vendor]") {
  const Measured measured;
  StandIn stand_in;
  auto& control = stand_in.control;
  control.fast = 1;
  control.launch_delay_us = kSlow;
  control.workspace = 4096;
  const Rig rig(runtime::VendorChoice::automatic, kWrapped);
  const auto x = rig.make(large_case().x, 3), w = rig.make(large_case().filters, 5), y = rig.make({4, 16, 12, 12}, 0);
  const Values before = read(*y);
  runtime::Buffer* const externals[] = {&x->buffer(), &w->buffer(), &y->buffer()};
  Ref<runtime::Recording> recording;
  {
    runtime::Recording::Capture capture(*rig.context);
    array::conv(*x, *w, large_case().options, y.get(), "test");
    CHECK(rig.context->capturing());
    recording = capture.finish(externals);
  }
  CHECK(recording->commands() == 1);
  CHECK(recording->launches() == 0);
  const int calls = control.calls;
  CHECK(calls >= 4);
  CHECK(read(*y) == before);
  control.fast = 0;
  recording->replay(externals, 2, "step");
  CHECK(control.calls == calls + 2);
  CHECK(read(*y) == large_values());
  control.refuses = true;
  CHECK(has(failure_of([&] { recording->replay(externals, 1, "step"); }),
            "refuses a convolution that it took when recorded"));
}
