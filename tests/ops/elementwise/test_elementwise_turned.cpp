// SPDX-License-Identifier: Apache-2.0
// Elementwise calls whose operands run along different axes, so that some are read by tiles, and calls of
// strided operands that pass through memory of the kernel's own, against a host model.
#include <algorithm>
#include <numeric>
#include <random>

#include "../support/few_items.hpp"
#include "../support/stores.hpp"
#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;
using array::Elementwise;
using array::Operand;
using base::Ref;
using layout::Dims;
using layout::Layout;
using test::each;
using test::element;
using test::of;
using test::Store;
using test::stream_all;
using test::stream_large;
using test::Tuned;

namespace {

// Elements in the order of some axes, with a gap behind every row now and then, and every `step`-th alone.
Layout ordered(const Dims& shape, std::span<const std::size_t> order, std::int64_t itemsize, std::int64_t step,
               std::mt19937& random, std::size_t& needed) {
  Layout layout{shape, Dims(shape.size(), 0), itemsize * std::int64_t(random() % 3)};
  std::int64_t stride = itemsize * step;
  for (std::size_t k = order.size(); k-- > 0;) {
    layout.strides[order[k]] = stride;
    stride *= shape[order[k]] + (k && random() % 3 == 0 ? 1 : 0);
  }
  needed = std::size_t((stride + layout.offset) / itemsize + 1);
  return layout;
}

template <class T, class Model>
void run(const std::string& device, const char* text, bool index, std::initializer_list<Dims> shapes, Model model) {
  auto& context = test::context(device);
  auto elementwise = Elementwise::create(context, expr::parse_statements(text), "r, a, b, c");
  unsigned seed = 0;
  for (const Dims& shape : shapes) {
    if (test::small() && seed > 1) return;
    for (int turn = 0; turn < 3; ++turn, ++seed) {
      if (test::brief() && turn == 1) continue;
      std::mt19937 random{seed};
      INFO(device << " " << text << " seed " << seed << " shape " << layout::shape_text(shape));
      std::vector<std::size_t> straight(shape.size());
      std::iota(straight.begin(), straight.end(), std::size_t(0));
      std::vector<Store<T>> stores;
      std::vector<Layout> layouts;
      std::vector<Ref<array::Array>> arrays;
      std::vector<Operand> operands;
      for (int k = 0; k < 4; ++k) {
        // Turned ones are among b and c, or all inputs; the result now and then too.
        auto order = straight;
        if (k > turn || (k == 0 && seed % 5 == 4)) {
          if (index || random() % 2)
            std::swap(order[order.size() - 1], order[order.size() - 2]);
          else
            std::shuffle(order.begin(), order.end(), random);
        }
        std::size_t needed = 0;
        layouts.push_back(ordered(shape, order, sizeof(T), 1, random, needed));
        stores.emplace_back(context, needed, random);
        arrays.push_back(stores.back().view(layouts.back()));
        operands.push_back(of(arrays.back()));
      }
      if (seed % 4 == 3) {  // in place
        stores[1] = stores[0], layouts[1] = layouts[0], arrays[1] = arrays[0], operands[1] = operands[0];
      }
      elementwise->call(operands);
      std::int64_t place = 0;
      auto& r = stores[0].host;
      each(shape, [&](const Dims& at) {
        const T a = stores[1].host[element<T>(layouts[1], at)], b = stores[2].host[element<T>(layouts[2], at)],
                c = stores[3].host[element<T>(layouts[3], at)];
        r[element<T>(layouts[0], at)] = model(a, b, c, place++);
      });
      stores[0].check_equal("turned");
    }
  }
}

// The usual run has some shapes of each kernel: most of its time goes to the compiler.
template <class T>
void run_all(const std::string& device, bool all) {
  const std::initializer_list<Dims> many = {{33, 70},        {16, 16},     {129, 131}, {3, 40, 65},
                                            {2, 3, 17, 150}, {20, 2, 600}, {70, 1030}, {64, 5, 64}},
                                    few = {{33, 70}, {3, 40, 65}, {70, 1030}};
  const auto shapes = all ? many : few;
  run<T>(device, "r = a*2 - b + c", false, shapes, [](T a, T b, T c, std::int64_t) { return T(a * 2 - b + c); });
  if (!all && sizeof(T) != 4) return;
  run<T>(device, "r = a > b ? c : a", false, shapes, [](T a, T b, T c, std::int64_t) { return a > b ? c : a; });
  run<T>(device, "r = a + b + c + index() % 3", true, shapes,
         [](T a, T b, T c, std::int64_t at) { return T(a + b + c + T(at % 3)); });
}

}  // namespace

TEST_CASE("turned operands", "[turned]") {
  for (const auto& device : test::devices())
    for (const bool stream : {false, true}) {
      const Tuned all(test::context(device), stream ? stream_all : stream_large);
      if (stream && test::small()) continue;
      const std::initializer_list<Dims> all_shapes = {{33, 70}, {3, 129, 131}, {70, 1030}},
                                        few_shapes = {{33, 70}, {3, 40, 67}}, long_rows = {{70, 1030}},
                                        shapes = test::small() ? few_shapes : all_shapes;
      if (stream && !test::many()) {
        run<float>(device, "r = a*2 - b + c", false, long_rows,
                   [](float a, float b, float c, std::int64_t) { return a * 2 - b + c; });
      } else {
        run_all<float>(device, test::many());
        run_all<std::int8_t>(device, test::many());
      }
      run<float>(device, "r = a + b*exp(0*c)", false, stream ? long_rows : shapes,
                 [](float a, float b, float, std::int64_t) { return a + b; });
      if (!test::context(device).properties().has_float64 || test::brief()) continue;
      run<double>(device, "r = a*2 - b + c", false, stream ? long_rows : shapes,
                  [](double a, double b, double c, std::int64_t) { return a * 2 - b + c; });
    }
}

TEST_CASE("turned operands of many tiles", "[turned]") {
  for (const auto& device : test::devices()) {
    if (test::small()) continue;
    run<float>(device, "r = a*2 - b + c", false, {{1100, 1500}},
               [](float a, float b, float c, std::int64_t) { return a * 2 - b + c; });
  }
}

TEST_CASE("complex numbers turned", "[turned]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const base::DType dtype : {KILN_COMPLEX64, KILN_COMPLEX128}) {
      if (dtype == KILN_COMPLEX128 && !context.properties().has_float64) continue;
      const std::int64_t rows = 37, columns = 75, shape[] = {rows, columns}, turned[] = {columns, rows};
      std::vector<double> numbers(std::size_t(rows * columns) * 2);
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = double(i % 1001);
      const auto a = array::from_host(context, dtype, shape, nullptr, KILN_COMPLEX128, numbers.data());
      const auto b = array::from_host(context, dtype, turned, nullptr, KILN_COMPLEX128, numbers.data());
      const auto bt = array::view(*b, layout::reverse_axes(b->layout()), false);
      Ref<array::Array> r;
      Operand operands[] = {of(a), of(a), of(bt)};
      operands[0].kind = Operand::Kind::fresh;
      operands[0].fresh = &r;
      Elementwise::create(context, expr::parse_statements("r = a - b"), "r, a, b")->call(operands);
      std::vector<double> got(numbers.size());
      array::read_as(*r, KILN_COMPLEX128, got.data(), "test");
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns * 2; ++j) {
          const double want =
              numbers[std::size_t(i * columns * 2 + j)] - numbers[std::size_t((j / 2 * rows + i) * 2 + j % 2)];
          REQUIRE(got[std::size_t(i * columns * 2 + j)] == want);
        }
    }
  }
}

TEST_CASE("turned operands of every dtype give what packed ones give", "[turned]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const auto& [text, float_only] : {std::pair{"r = a != 0 ? b : a", false}, {"r = exp(a*0.125) + b", true}}) {
      for (const auto d :
           {KILN_BOOL, KILN_INT16, KILN_UINT64, KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT64, KILN_COMPLEX128}) {
        if (!array::has_dtype(context, d) || (float_only && !base::is_float(d))) continue;
        if (test::small() && d != KILN_UINT64 && d != KILN_FLOAT16) continue;
        const std::int64_t rows = 43, columns = 90, shape[] = {rows, columns}, other[] = {columns, rows};
        std::vector<std::int8_t> values(std::size_t(rows * columns));
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::int8_t(i * 37 % 23);
        const auto a = array::from_host(context, d, shape, nullptr, KILN_INT8, values.data());
        const auto b = array::from_host(context, d, other, nullptr, KILN_INT8, values.data());
        const auto turned = array::view(*b, layout::reverse_axes(b->layout()), false);
        const auto packed = array::packed(*turned, "test");
        auto elementwise = Elementwise::create(context, expr::parse_statements(text), "r, a, b");
        std::vector<unsigned char> got[2];
        for (int k = 0; k < 2; ++k) {
          Ref<array::Array> r;
          Operand operands[] = {of(a), of(a), of(k ? packed : turned)};
          operands[0].kind = Operand::Kind::fresh;
          operands[0].fresh = &r;
          elementwise->call(operands);
          got[k].resize(r->bytes());
          array::read(*array::packed(*r, "test"), got[k].data(), nullptr, "test");
        }
        INFO(device << " " << text << " " << base::dtype_name(d));
        CHECK(got[0] == got[1]);
      }
    }
  }
}

TEST_CASE("strided operands of light and heavy expressions", "[turned]") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const bool stream : {false, true}) {
      const Tuned all(test::context(device), stream ? stream_all : stream_large);
      for (const char* text :
           {"r = a + b", "r = (a + b)*2 - (a + b)", "r = a + b*exp(0*a)", "r = sqrt(a*a)*0 + a + b"}) {
        auto elementwise = Elementwise::create(context, expr::parse_statements(text), "r, a, b");
        for (const std::int64_t n : {1, 3, 17, 255, 256, 257, 511, 1000, 5003}) {
          if (test::small() && n > 300) continue;
          if (test::brief() && n != 1 && n != 17 && n != 257) continue;
          for (const int steps : {0, 1, 2, 3}) {
            std::mt19937 random{unsigned(n) + unsigned(steps)};
            const auto step = [&](int bit) { return std::int64_t(steps & bit ? 3 : 1) * 4; };
            const Layout lr{{n}, {step(1)}, 4}, la{{n}, {-step(2)}, step(2) * (n - 1)}, lb{{n}, {steps ? 8 : 4}, 0};
            Store<float> r(context, std::size_t(3 * n + 2), random), a(context, std::size_t(3 * n), random),
                b(context, std::size_t(2 * n), random);
            const auto vr = r.view(lr), va = a.view(la), vb = b.view(lb);
            const Operand operands[] = {of(vr), of(va), of(vb)};
            elementwise->call(operands);
            each(lr.shape, [&](const Dims& at) {
              r.host[element<float>(lr, at)] = a.host[element<float>(la, at)] + b.host[element<float>(lb, at)];
            });
            INFO(device << " " << text << " n " << n << " steps " << steps);
            r.check_equal("strided");
          }
        }
      }
    }
  }
}
