// SPDX-License-Identifier: Apache-2.0
// Pooling and its gradients against plain loops, at extents that cut channels and planes into parts.
#include <limits>

#include "../support/product_support.hpp"
#include "../support/tuned.hpp"
#include "array/pool/pool.hpp"

using namespace kiln;
using namespace kiln::test;
using array::PoolOp;
using array::PoolOptions;

namespace {

struct Case {
  const char* text;
  std::int64_t batch, channels;
  Dims extents, window, strides, padding;
  bool ceil = false;
  std::vector<PoolOp> operations{PoolOp::max};  // the table has all of them
};

const std::vector<Case>& cases_of_pooling() {
  static const std::vector<Case> some = {
      {"windows side by side", 2, 83, {6, 10}, {2, 2}, {2, 2}, {0, 0, 0, 0}, false, {PoolOp::max, PoolOp::average}},
      {"windows side by side, elements in none", 1, 70, {7, 9}, {2, 3}, {2, 4}, {0, 0, 1, 0}},
      {"overlapping", 1, 81, {23, 22}, {3, 3}, {2, 2}, {1, 1, 1, 1}},
      {"overlapping, ceil", 2, 3, {12, 37}, {3, 5}, {1, 3}, {1, 0, 2, 4}, true, {PoolOp::max, PoolOp::average_padded}},
      {"1 axis", 2, 4, {700}, {4}, {2}, {1, 3}},
      {"3 axes", 1, 2, {11, 6, 17}, {2, 3, 2}, {2, 1, 2}, {1, 0, 1, 2, 0, 1}},
      {"3 axes side by side, ceil", 1, 3, {5, 6, 7}, {2, 2, 2}, {2, 2, 3}, {0, 1, 0, 0, 1, 1}, true},
      {"the whole", 3, 20, {5, 7}, {5, 7}, {1, 1}, {0, 0, 0, 0}, false, {PoolOp::max, PoolOp::sum, PoolOp::average}}};
  return some;
}

// An axis of three, of which missing ones come first and are 1.
struct Axis {
  std::int64_t input = 1, window = 1, stride = 1, before = 0, end = 1, output = 1;
};
using Axes = std::array<Axis, 3>;

// Calls visit(x) with the places in the input's plane of the elements of a window; returns the number that an average
// is divided by.
template <class Visit>
double each_element(const Axes& axes, std::int64_t window, bool padded, Visit&& visit) {
  std::int64_t begin[3], count = 1, rest = window;
  for (std::size_t d = 3; d-- > 0; rest /= axes[d].output) {
    const Axis& axis = axes[d];
    begin[d] = rest % axis.output * axis.stride - axis.before;
    count *= std::min(begin[d] + axis.window, padded ? axis.end : axis.input) -
             (padded ? begin[d] : std::max<std::int64_t>(begin[d], 0));
  }
  for (std::int64_t i = 0; i < axes[0].window; ++i)
    for (std::int64_t j = 0; j < axes[1].window; ++j)
      for (std::int64_t k = 0; k < axes[2].window; ++k) {
        const std::int64_t at[] = {begin[0] + i, begin[1] + j, begin[2] + k};
        bool inside = true;
        for (std::size_t d = 0; d < 3; ++d) inside = inside && at[d] >= 0 && at[d] < axes[d].input;
        if (inside) visit(std::size_t((at[0] * axes[1].input + at[1]) * axes[2].input + at[2]));
      }
  return double(count);
}

void compare(const Complexes& got, const std::vector<double>& want, double step) {
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double value = got[i].real();
    const bool same = std::isnan(want[i])   ? std::isnan(value)
                      : std::isinf(want[i]) ? value == want[i]
                                            : std::abs(value - want[i]) <= 64 * step * std::max(1.0, std::abs(want[i]));
    if (!same) FAIL("element " << i << " is " << value << ", want " << want[i]);
  }
}

// Values of few kinds, so that many are equal. `special`: some are infinite or NaN, all of some windows -infinity.
Complexes some_values(std::size_t count, bool special, std::mt19937_64& random) {
  Complexes out(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = double(random() % 7) - 3;
    if (special && i % 61 < 29) out[i] = -std::numeric_limits<double>::infinity();
    if (special && i % 97 == 0) out[i] = std::numeric_limits<double>::quiet_NaN();
  }
  return out;
}

void check(runtime::Context& context, const Case& c, DType dtype, bool last, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::size_t rank = c.extents.size();
  const PoolOptions options{c.window, c.strides, c.padding, c.ceil, last};
  const auto shape_of = [&](const Dims& extents) {
    Dims shape{c.batch};
    if (!last) shape.push_back(c.channels);
    for (const std::int64_t extent : extents) shape.push_back(extent);
    if (last) shape.push_back(c.channels);
    return shape;
  };
  const Dims x_shape = shape_of(c.extents), y_shape = array::pool_shape(x_shape, options, "test");
  Axes axes;
  std::int64_t places = 1, windows = 1;
  for (std::size_t d = 0; d < rank; ++d) {
    axes[3 - rank + d] = {c.extents[d],
                          c.window[d],
                          c.strides[d],
                          c.padding[2 * d],
                          c.extents[d] + c.padding[2 * d + 1],
                          y_shape[d + (last ? 1 : 2)]};
    places *= c.extents[d], windows *= y_shape[d + (last ? 1 : 2)];
  }
  // The place in memory of an element of a channel's plane.
  const auto at = [&](std::int64_t plane, std::int64_t element, std::int64_t count) {
    const std::int64_t image = plane / c.channels, channel = plane % c.channels;
    return std::size_t(last ? (image * count + element) * c.channels + channel : plane * count + element);
  };
  const std::int64_t planes = c.batch * c.channels;
  for (const PoolOp op : c.operations) {
    const Complexes x = some_values(std::size_t(planes * places), op == PoolOp::max, random),
                    y = some_values(std::size_t(planes * windows), false, random);
    std::vector<double> pooled(y.size()), gradient(x.size());
    for (std::int64_t plane = 0; plane < planes; ++plane)
      for (std::int64_t window = 0; window < windows; ++window) {
        const auto value = [&](std::size_t element) { return x[at(plane, std::int64_t(element), places)].real(); };
        const std::size_t to = at(plane, window, windows);
        std::size_t best = SIZE_MAX;
        double sum = 0;
        const double count = each_element(axes, window, op == PoolOp::average_padded, [&](std::size_t element) {
          sum += value(element);
          if (best == SIZE_MAX || value(element) > value(best) ||
              (std::isnan(value(element)) && !std::isnan(value(best))))
            best = element;
        });
        const double divided = op == PoolOp::max || op == PoolOp::sum ? 1 : count;
        pooled[to] = op == PoolOp::max ? value(best) : sum / divided;
        if (op == PoolOp::max)
          gradient[at(plane, std::int64_t(best), places)] += y[to].real();
        else
          each_element(axes, window, false, [&](std::size_t element) {
            gradient[at(plane, std::int64_t(element), places)] += y[to].real() / divided;
          });
      }
    const auto input = upload_complexes(context, dtype, x_shape, x),
               output = upload_complexes(context, dtype, y_shape, y);
    INFO(base::dtype_name(dtype) << " " << c.text << (last ? ", channels last" : "") << ", operation " << int(op));
    const double step = step_of(dtype);
    compare(gathered(*array::pool(*input, op, options, nullptr, "test")), pooled, step);
    compare(gathered(*array::pool_gradient(*input, *output, op, options, nullptr, "test")), gradient, step);
  }
}

}  // namespace

TEST_CASE("pool: parts of planes and of channels", "[conv]") {
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.conv.plane_bytes = 3072; });
    // Whether a case has the channels first or last where each has one of them, and -1 where it is left out.
    const int brief[] = {0, -1, -1, 1, -1, 0, -1, 1};
    std::uint64_t seed = 3;
    for (std::size_t i = 0; i < cases_of_pooling().size(); ++i) {
      Case c = cases_of_pooling()[i];
      if (test::small()) c.batch = 1, c.channels = std::min<std::int64_t>(c.channels, 3);
      for (const bool last : {false, true}) {
        ++seed;
        if (test::brief() && brief[i] != int(last)) continue;
        check(context, c, KILN_FLOAT32, last, seed);
      }
    }
    if (!test::small() && array::has_dtype(context, KILN_FLOAT16))
      check(context, cases_of_pooling()[2], KILN_FLOAT16, false, ++seed);
  }
}

TEST_CASE("pool: windows of more elements than 32 bits count", "[conv]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    // One window has the whole input, and 1500 places along each axis with the padding.
    const std::vector<float> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const Dims shape{1, 1, 3, 2, 2};
    const auto x = array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, values.data());
    const PoolOptions options{{1500, 1500, 1500}, {1 << 30, 1 << 30, 1 << 30}, {1000, 1499, 1000, 1499, 1000, 1499}};
    const double count = 1500.0 * 1500 * 1500;
    const auto values_of = [](const Array& array) {
      std::vector<double> out(std::size_t(array.size()));
      array::read_as(array, KILN_FLOAT64, out.data(), "test");
      return out;
    };
    const auto averages = values_of(*array::pool(*x, PoolOp::average_padded, options, nullptr, "pool"));
    REQUIRE(averages.size() == 1);
    CHECK(std::abs(averages[0] * count / 78 - 1) < 1e-6);
    const float one = 1;
    const auto y = array::from_host(context, KILN_FLOAT32, Dims{1, 1, 1, 1, 1}, nullptr, KILN_FLOAT32, &one);
    for (const double slope :
         values_of(*array::pool_gradient(*x, *y, PoolOp::average_padded, options, nullptr, "pool")))
      CHECK(std::abs(slope * count - 1) < 1e-6);
    CHECK(values_of(*array::pool(*x, PoolOp::max, options, nullptr, "pool")) == std::vector<double>{12});
    CHECK(values_of(*array::pool(*x, PoolOp::average, options, nullptr, "pool")) == std::vector<double>{6.5});
  }
}

TEST_CASE("pool: kernels of CPU devices", "[conv][unsimulated]") {
  // Simulators of other devices run them too.
  const Case some[] = {{"planes", 1, 2, {5, 9}, {3, 2}, {2, 1}, {1, 1, 0, 1}, false, {PoolOp::max, PoolOp::average}},
                       {"planes, side by side", 1, 2, {4, 18}, {2, 2}, {2, 2}, {0, 0, 0, 0}}};
  if (!test::small()) return;  // other tests have them
  for (const auto& device : test::devices()) {
    runtime::Context& context = test::context(device);
    const Tuned tuned(context, [](codegen::Tuning& numbers) { numbers.device.as_cpu = true; });
    std::uint64_t seed = 91;
    for (const Case& c : some)
      for (const bool last : {false, true}) {
        ++seed;
        // Mesa's device takes long to compile these, which are not its own.
        if (test::small() && context.properties().short_loops && last != (&c == some)) continue;
        if (test::brief() && context.properties().short_loops && &c == some) continue;
        check(context, c, KILN_FLOAT32, last, seed);
      }
  }
}
