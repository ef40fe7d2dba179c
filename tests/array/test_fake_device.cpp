// SPDX-License-Identifier: Apache-2.0
// On a device of host memory with a call log: what reaches the device, and a device without double precision.
#include "fake/fake.hpp"

#include <cmath>

#include "support.hpp"

using namespace kiln;
using namespace kiln::array;
using namespace kiln::test;

namespace {

struct Fake {
  explicit Fake(bool has_float64 = true) {
    fake::Options options;
    options.log = log;
    options.has_float64 = has_float64;
    runtime::ContextOptions plain;
    context = Context::wrap(fake::make_context(options), "fake0", plain);
  }
  std::shared_ptr<fake::Log> log = std::make_shared<fake::Log>();
  Ref<Context> context;
};

}  // namespace

TEST_CASE("arrays without elements never reach the device") {
  Fake device, second;
  device.log->clear();
  second.log->clear();
  const auto value = Scalar::boolean(true);
  for (const auto& shape : {Dims{0}, Dims{3, 0}, Dims{0, 0, 2}}) {
    const auto array = full(*device.context, KILN_FLOAT32, shape, value, "op");
    from_host(*device.context, KILN_FLOAT32, shape, nullptr, KILN_INT8, nullptr);
    fill(*array, value, "op");
    write(*array, nullptr, nullptr, "op");
    read(*array, nullptr, nullptr, "op");
    for (auto order : {KILN_ORDER_C, KILN_ORDER_F, KILN_ORDER_KEEP}) copy(*array, order, "op");
    const auto converted = astype(*array, KILN_INT8, "op");
    assign(*array, *converted, "op");
    assign(*array, *array, "op");
    reshape(*array, Dims{7, 0}, KILN_COPY_ALWAYS);
    const auto moved = transfer(*array, *second.context, "op");
    assign(*moved, *converted, "op");
    to_host(*array);
    CHECK(to_string(*array, -1, 0) == "[]");
    CHECK_FALSE(may_overlap(*array, *array));
  }
  arange(*device.context, KILN_INT32, 5, 5, 1);
  for (const auto* log : {device.log.get(), second.log.get()}) {
    for (const auto* entry : {"memory_allocate", "memory_write", "memory_read", "memory_copy", "memory_fill",
                              "program_build", "kernel_launch"}) {
      CAPTURE(entry);
      CHECK(log->count(entry) == 0);
    }
  }
}

TEST_CASE("contiguous copies, fills and transfers need no kernel") {
  Fake device, second;
  const Memory memory(*device.context, 24);
  const auto matrix = view(*memory.whole, layout::c_layout(Dims{4, 6}, 4, "t"), true);
  const auto columns = view(*matrix, layout::reverse_axes(matrix->layout()), true);
  CHECK(values_of<std::int32_t>(*copy(*matrix, KILN_ORDER_C, "op")) == memory.host);
  CHECK(copy(*columns, KILN_ORDER_F, "op")->strides() == columns->strides());
  CHECK(values_of<std::int32_t>(*astype(*matrix, KILN_INT32, "op")) == memory.host);
  const auto moved = transfer(*matrix, *second.context, "op");
  CHECK(values_of<std::int32_t>(*moved) == memory.host);
  assign(*moved, *matrix, "op");
  const auto target = empty(*device.context, KILN_INT32, Dims{4, 6}, "op");
  const auto upside = layout::flip(target->layout(), {}, true, "t");
  fill(*view(*target, upside, true), Scalar::integer(KILN_INT8, 3), "op");
  CHECK(values_of<std::int32_t>(*target) == std::vector<std::int32_t>(24, 3));
  // Halves of one buffer do not overlap.
  const Layout first{Dims{12}, Dims{4}, 0}, last{Dims{12}, Dims{4}, 48};
  assign(*memory.with(last), *memory.with(first), "op");
  assign(*matrix, *matrix, "op");
  auto expected = memory.host;
  std::copy_n(expected.begin(), 12, expected.begin() + 12);
  CHECK(values_of<std::int32_t>(*memory.whole) == expected);
  CHECK(device.log->count("kernel_launch") == 0);
  CHECK(second.log->count("kernel_launch") == 0);
  CHECK(device.log->misuses() == 0);
}

TEST_CASE("a device without double precision") {
  Fake device(false);
  check_error(KILN_TYPE_ERROR, "empty: float64 needs a device with double precision; fake0 (Fake device) has none",
              [&] { empty(*device.context, KILN_FLOAT64, Dims{1}, "empty"); });
  check_error(KILN_TYPE_ERROR, "complex128", [&] { empty(*device.context, KILN_COMPLEX128, Dims{0}, "empty"); });
  const auto array = empty(*device.context, KILN_FLOAT32, Dims{2}, "op");
  check_error(KILN_TYPE_ERROR, "op: float64", [&] { astype(*array, KILN_FLOAT64, "op"); });
  Fake capable;
  const auto wide = empty(*capable.context, KILN_FLOAT64, Dims{2}, "op");
  check_error(KILN_TYPE_ERROR, "op: float64", [&] { transfer(*wide, *device.context, "op"); });
  // Doubles from the host are converted there.
  const double values[] = {1, 2.5, -3, 1e300};
  const Dims reversed{-8};
  const auto floats = from_host(*device.context, KILN_FLOAT32, Dims{4}, &reversed, KILN_FLOAT64, values + 3);
  CHECK(values_of<float>(*floats) == std::vector<float>{INFINITY, -3, 2.5F, 1});
  const auto bytes = from_host(*device.context, KILN_UINT8, Dims{2, 2}, nullptr, KILN_FLOAT64, values);
  CHECK(values_of<std::uint8_t>(*bytes) == std::vector<std::uint8_t>{1, 2, 0, 255});
  check_error(KILN_INVALID_ARGUMENT, "array.from_host: data is NULL",
              [&] { from_host(*device.context, KILN_FLOAT32, Dims{4}, nullptr, KILN_FLOAT64, nullptr); });
}
