// SPDX-License-Identifier: Apache-2.0
// Elementwise calls of more arrays and scalars than a kernel takes, against a host model. Values are small
// integers, so that results are exact whatever the device contracts.
#include <random>

#include "../support/stores.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/launch/kernel_room.hpp"
#include "catch.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Array;
using array::Elementwise;
using array::Operand;
using base::Ref;
using base::Scalar;
using layout::Dims;
using layout::Layout;
using test::each;
using test::element;
using test::of;
using FloatStore = test::Store<float>;

namespace {

// "r, x0, x1, ..."
std::string names(const std::string& first, std::size_t inputs) {
  std::string text = first;
  for (std::size_t i = 0; i < inputs; ++i) text += ", x" + std::to_string(i);
  return text;
}

// "x0 + 2*x1 - x2 + ...": what is left out or taken twice shows.
std::string mixed_sum(std::size_t inputs) {
  std::string text = "x0";
  for (std::size_t i = 1; i < inputs; ++i)
    text += (i % 3 == 1 ? " + 2*x" : i % 3 == 2 ? " - x" : " + x") + std::to_string(i);
  return text;
}
float weight(std::size_t input) { return input == 0 || input % 3 == 0 ? 1.0F : input % 3 == 1 ? 2.0F : -1.0F; }

// Views of one shape into one buffer, each elsewhere in it; `permuted`: axes of every second one in another
// order, so that none joins another. Every fifth is broadcast along the first axis.
std::vector<Layout> layouts(const Dims& shape, std::size_t count, bool permuted) {
  std::vector<Layout> made;
  for (std::size_t k = 0; k < count; ++k) {
    Layout layout;
    layout.shape = shape;
    layout.strides = Dims(shape.size(), 0);
    layout.offset = std::int64_t(4 * k);
    std::int64_t stride = 4;
    for (std::size_t j = 0; j < shape.size(); ++j) {
      const std::size_t d = permuted && k % 2 ? j : shape.size() - 1 - j;
      layout.strides[d] = stride;
      stride *= shape[d];
    }
    if (k % 5 == 4 && shape.size() > 0) layout.shape[0] = 1;
    made.push_back(layout);
  }
  return made;
}

void check_sum(runtime::Context& context, const Dims& shape, std::size_t inputs, bool permuted) {
  INFO(inputs << " inputs of shape " << layout::shape_text(shape) << (permuted ? ", permuted" : ""));
  std::mt19937 random{unsigned(inputs)};
  auto elementwise =
      Elementwise::create(context, expr::parse_statements("r = " + mixed_sum(inputs)), names("r", inputs).c_str());
  std::int64_t size = 1;
  for (const auto extent : shape) size *= extent;
  const FloatStore from(context, std::size_t(size) + inputs, random);
  FloatStore to(context, std::size_t(size), random);
  const std::vector<Layout> where = layouts(shape, inputs, permuted);
  const Layout result = layouts(shape, 1, false)[0];
  std::vector<Ref<Array>> arrays{to.view(result)};
  for (const Layout& layout : where) arrays.push_back(from.view(layout));
  std::vector<Operand> operands;
  for (const auto& array : arrays) operands.push_back(of(array));
  for (int call = 0; call < 2; ++call) elementwise->call(operands);
  each(shape, [&](const Dims& index) {
    float sum = 0;
    for (std::size_t i = 0; i < inputs; ++i) sum += weight(i) * from.host[element<float>(where[i], index)];
    to.host[element<float>(result, index)] = sum;
  });
  to.check_equal("a sum");
}

}  // namespace

TEST_CASE("elementwise calls of 20 to 300 arrays", "[many]") {
  for (const auto& device : test::devices()) {
    INFO(device);
    runtime::Context& context = test::context(device);
    for (const std::size_t inputs : {20, 31, 32, 64, 254, 300})
      if (!test::brief() || inputs == 32 || inputs == 300) check_sum(context, Dims{37}, inputs, false);
    for (const std::size_t inputs : {20, 254})
      if (!test::brief() || inputs == 20) check_sum(context, Dims{}, inputs, false);
    check_sum(context, Dims{3, 5}, 100, true);
    for (const std::size_t inputs : {20, 120}) check_sum(context, Dims{2, 3, 2, 2, 3}, inputs, true);
  }
}

TEST_CASE("elementwise calls of many outputs and scalars", "[many]") {
  constexpr std::size_t kPairs = 40;
  for (const auto& device : test::devices()) {
    INFO(device);
    runtime::Context& context = test::context(device);
    std::string text, parameters;
    for (std::size_t i = 0; i < kPairs; ++i) {
      text += fmt::format("r{0} = x{0} * s{0} + float32(index()); ", i);
      parameters += fmt::format("{0}r{1}, x{1}, s{1}", i ? ", " : "", i);
    }
    auto elementwise = Elementwise::create(context, expr::parse_statements(text), parameters.c_str());
    std::mt19937 random{5};
    std::vector<FloatStore> inputs;
    std::vector<Ref<Array>> results(kPairs);
    std::vector<Operand> operands;
    for (std::size_t i = 0; i < kPairs; ++i) {
      inputs.emplace_back(context, 7, random);
      Operand fresh;
      fresh.kind = Operand::Kind::fresh;
      fresh.fresh = &results[i];
      operands.insert(operands.end(),
                      {fresh, of(inputs[i].flat), array::Operand(Scalar::real(KILN_FLOAT32, double(i) / 4))});
    }
    elementwise->call(operands);
    for (std::size_t i = 0; i < kPairs; ++i) {
      std::vector<float> got(7);
      array::read(*results[i], got.data(), nullptr, "test");
      for (std::size_t e = 0; e < got.size(); ++e) CHECK(got[e] == inputs[i].host[e] * float(i) / 4 + float(e));
    }

    // One array, and more scalars than a kernel has room for.
    std::string sum = "r = x";
    for (std::size_t i = 0; i < 300; ++i) sum += " + s" + std::to_string(i);
    auto scalars = Elementwise::create(context, expr::parse_statements(sum), nullptr);
    operands.assign({of(results[0]), of(inputs[0].flat)});
    for (std::size_t i = 0; i < 300; ++i) operands.push_back(array::Operand(Scalar::real(KILN_FLOAT32, double(i))));
    scalars->call(operands);
    std::vector<float> got(7);
    array::read(*results[0], got.data(), nullptr, "test");
    for (std::size_t e = 0; e < got.size(); ++e) CHECK(got[e] == inputs[0].host[e] + 300 * 299 / 2);
  }
}

TEST_CASE("of a call in pieces an output may be an input, or overlap one", "[many]") {
  constexpr std::size_t kInputs = 40;
  for (const auto& device : test::devices()) {
    INFO(device);
    runtime::Context& context = test::context(device);
    // The first output is stored by the first kernel, and its memory is read by the last.
    auto elementwise = Elementwise::create(context, expr::parse_statements("r = x0 + x1; s = " + mixed_sum(kInputs)),
                                           names("r, s", kInputs).c_str());
    for (const std::int64_t shift : {0, 4, -4}) {
      if (test::brief() && shift < 0) continue;
      INFO("shift " << shift);
      std::mt19937 random{9};
      FloatStore store(context, 64, random), other(context, 16, random);
      const std::vector<float> before = store.host;
      Layout input{Dims{16}, Dims{4}, 80}, output = input;
      output.offset += shift;
      const auto last = store.view(input), result = store.view(output);
      std::vector<Operand> operands{of(result), of(other.flat)};
      for (std::size_t i = 0; i < kInputs; ++i) operands.push_back(of(shift == 0 ? result : last));
      elementwise->call(operands);
      float weights = 0;
      for (std::size_t i = 0; i < kInputs; ++i) weights += weight(i);
      for (std::size_t e = 0; e < 16; ++e) {
        other.host[e] = weights * before[20 + e];
        store.host[std::size_t(output.offset) / 4 + e] = 2 * before[20 + e];
      }
      store.check_equal("the first output");
      other.check_equal("the second output");
    }
  }
}

TEST_CASE("a call has a limit of parameters", "[many]") {
  runtime::Context& context = test::context(test::devices()[0]);
  try {
    Elementwise::create(context, expr::parse_statements("r = " + mixed_sum(1024)), nullptr);
    FAIL("no error");
  } catch (const backend::Error& error) {
    CHECK(error.status() == KILN_INVALID_ARGUMENT);
    CHECK(std::string(error.what()) == "elementwise: 1025 parameters, expected at most 1024");
  }
}

TEST_CASE("how many arrays a kernel takes", "[many]") {
  backend::DeviceProperties device;
  CHECK(array::most_kernel_arrays(device, 1) == layout::kMaxOperands);
  for (std::size_t axes = 1; axes <= codegen::kMaxKernelDims; ++axes) {
    INFO(axes << " axes");
    for (const bool wide : {false, true})
      for (std::size_t scalars = 0; scalars < 64; scalars += 7) {
        const std::size_t arrays = array::most_kernel_arrays(device, axes, scalars, wide), index = wide ? 8 : 4;
        // Pointer, offset and strides; scalars; n, rows, chunks and extents.
        const auto bytes = [&](std::size_t some) {
          return some * (8 + 8 + axes * index) + scalars * 16 + (4 + axes) * index;
        };
        if (arrays > 0) CHECK(bytes(arrays) <= device.parameter_bytes);
        CHECK((arrays == layout::kMaxOperands || bytes(arrays + 1) > device.parameter_bytes));
      }
    // What one value needs is there.
    CHECK(array::most_kernel_arrays(device, axes, 3, true) >= 4);
  }
  CHECK(array::most_kernel_arrays(device, 0) == array::most_kernel_arrays(device, 1));
  CHECK(array::most_kernel_arrays(device, 99) == array::most_kernel_arrays(device, codegen::kMaxKernelDims));
  device.parameter_bytes = 4096;
  CHECK(array::most_kernel_arrays(device, codegen::kMaxKernelDims, 0, true) == layout::kMaxOperands);
}
