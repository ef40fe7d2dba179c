// SPDX-License-Identifier: Apache-2.0
// Operations recorded and replayed: the same bits as when they are called.
#include "array/elementwise/elementwise.hpp"
#include "array/fold/reduce.hpp"
#include "array/fold/scan.hpp"
#include "array/order/sort.hpp"
#include "array/product/blas.hpp"
#include "kiln/reduce.h"
#include "kiln/scan.h"
#include "runtime/context/recording.hpp"
#include "support/order_support.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// A step of some program: operations into given arrays and by way of temporaries.
struct Step {
  explicit Step(runtime::Context& of)
      : context(of),
        scale(array::Elementwise::create(context, expr::parse_statements("r = a * 0.5f + 1.0f"), nullptr)) {
    const Dims square{kN, kN}, row{kN}, none{};
    a = array::empty(context, KILN_FLOAT32, square, "test");
    b = array::empty(context, KILN_FLOAT32, square, "test");
    c = array::full(context, KILN_FLOAT32, square, Scalar::real(KILN_FLOAT32, 0), "test");
    sums = array::empty(context, KILN_FLOAT32, row, "test");
    order = array::empty(context, KILN_INT64, row, "test");
    spread = array::empty(context, KILN_FLOAT32, none, "test");
    flipped = array::empty(context, KILN_FLOAT32, square, "test");
    running = array::empty(context, KILN_FLOAT32, Dims{kN * kN}, "test");
  }
  void run() const {
    Ref<Array> scaled;
    array::Operand operands[2];
    operands[0].kind = array::Operand::Kind::fresh;
    operands[0].fresh = &scaled;
    operands[1] = array::Operand(*a);
    scale->call(operands);
    array::gemm(0, 0, {0.5, 0}, *scaled, *b, {1, 0}, *c, "test");
    const std::int64_t axis = 1;
    array::reduce(*c, KILN_REDUCE_SUM, {false, {&axis, 1}, false}, -1, 0, sums.get(), "test");
    array::argsort(*sums, 0, false, order.get(), "test");
    array::reduce(*array::sort(*c, 1, true, nullptr, "test"), KILN_REDUCE_VAR, {}, -1, 0, spread.get(), "test");
    array::assign(*flipped, *array::view(*c, {{kN, kN}, {4, 4 * kN}, 0}, false), "test");
    array::scan(*flipped, KILN_SCAN_SUM, {KILN_AXIS_NONE}, running.get(),
                "test");  // its workspace is filled before
  }
  void set(unsigned seed) const {
    for (const Ref<Array>& input : {a, b}) {
      const auto from = upload(context, KILN_FLOAT32, {kN, kN}, some_values(KILN_FLOAT32, kN * kN, seed++));
      array::assign(*input, *from, "test");
    }
    array::fill(*c, Scalar::real(KILN_FLOAT32, 0), "test");
  }
  std::vector<std::vector<std::byte>> results() const {
    std::vector<std::vector<std::byte>> out;
    for (const Ref<Array>& result : {c, sums, order, spread, flipped, running}) {
      out.emplace_back(result->bytes());
      array::read(*result, out.back().data(), nullptr, "test");
    }
    return out;
  }
  std::vector<runtime::Buffer*> externals() const {
    std::vector<runtime::Buffer*> out;
    for (const Ref<Array>& each : {a, b, c, sums, order, spread, flipped, running}) out.push_back(&each->buffer());
    return out;
  }
  static constexpr std::int64_t kN = 160;  // large enough for the vendor's BLAS to be asked
  runtime::Context& context;
  Ref<array::Elementwise> scale;
  Ref<Array> a, b, c, sums, order, spread, flipped, running;
};

}  // namespace

TEST_CASE("recorded operations give the bits of those called", "[recording]") {
  const std::string device = GENERATE(from_range(devices()));
  CAPTURE(device);
  runtime::Context& context = test::context(device);
  const Step step(context);
  const auto externals = step.externals();
  context.synchronize();
  const std::uint64_t before = context.memory_statistics().in_use;
  Ref<runtime::Recording> recording;
  {
    // Kernels are built, and products measured, in its midst.
    runtime::Recording::Capture capture(context);
    step.run();
    recording = capture.finish(externals);
  }
  CHECK(recording->commands() >= 7);
  CHECK(context.memory_statistics().in_use == before + recording->bytes());
  INFO(recording->commands() << " commands, " << recording->bytes() << " bytes");
  for (const unsigned seed : {1u, 2u}) {
    for (const std::size_t times : {1, 3}) {
      CAPTURE(seed, times);
      step.set(seed);
      for (std::size_t i = 0; i < times; ++i) step.run();
      const auto expected = step.results();
      step.set(seed);
      recording->replay(externals, times, "step");
      CHECK((step.results() == expected));
    }
  }
  // What has to wait says so, and leaves the thread as it was.
  {
    runtime::Recording::Capture capture(context);
    CHECK_THROWS_AS(array::unique(*step.sums, false, false, false, {}, "test"), backend::Error);
  }
  CHECK(!context.capturing());
  recording = nullptr;
  CHECK(context.memory_statistics().in_use == before);
}
