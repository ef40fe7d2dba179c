// SPDX-License-Identifier: Apache-2.0
// Through kiln.hpp: the program's own operations, random streams, minibatches by a variable start.
#include <kiln/kiln.hpp>

#include <cmath>
#include <numeric>

#include "../../abi/support.hpp"

namespace g = kiln::graph;
using kiln::GpuArray;
using Floats = std::vector<float>;

namespace {

constexpr const char* kSource = R"(
KILN_KERNEL void twice(KILN_ARG(const float, x), KILN_ARG(float, y), long n) {
  KILN_PTR(const float, x);
  KILN_PTR(float, y);
  const long i = get_global_id(0);
  if (i < n) y[i] = x[i] * 2;
}
KILN_KERNEL void product(KILN_ARG(const float, x), KILN_ARG(const float, y), KILN_ARG(float, z), long n) {
  KILN_PTR(const float, x);
  KILN_PTR(const float, y);
  KILN_PTR(float, z);
  const long i = get_global_id(0);
  if (i < n) z[i] = x[i] * y[i] * FACTOR;
}
KILN_KERNEL void both(KILN_ARG(const float, x), KILN_ARG(const float, y), KILN_ARG(float, sum),
                      KILN_ARG(float, difference), long n, long rows, long columns, long down, long right,
                      long y_rows, long y_columns, long y_down, long y_right, long s0, long s1, long d0, long d1) {
  KILN_PTR(const float, x);
  KILN_PTR(const float, y);
  KILN_PTR(float, sum);
  KILN_PTR(float, difference);
  const long i = get_global_id(0);
  if (i >= n) return;
  const long r = i / columns, c = i % columns;
  const float a = x[r * down + c * right], b = y[r * y_down + c * y_right];
  sum[i] = a + b;
  difference[i] = a - b;
}
)";

g::UserOp kernel_op(const std::string& kernel) {
  g::UserOp op;
  op.name = kernel;
  op.source = kSource;
  op.kernel = kernel;
  op.options = "-DFACTOR=1";
  return op;
}

Floats ramp(std::size_t n, float start = 1) {
  Floats out(n);
  std::iota(out.begin(), out.end(), start);
  return out;
}

template <class Call>
std::string refused(kiln_status status, Call&& call) {
  try {
    call();
  } catch (const kiln::Error& error) {
    CHECK(error.status() == status);
    return error.what();
  }
  FAIL("no error");
  return "";
}
#define HAS(text, part)                           \
  do {                                            \
    const std::string text_ = (text);             \
    INFO(text_);                                  \
    CHECK(text_.find(part) != std::string::npos); \
  } while (0)

}  // namespace

// More results than an array may have dimensions.
TEST_CASE("splits into many pieces, by sizes and into equal ones") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  constexpr std::int64_t kPieces = 40;
  kiln::Shape sizes(kPieces, 2);
  sizes[3] = 0;
  sizes[7] = 4;
  const g::Variables given = g::split(x, sizes), equal = g::split(x, kPieces);
  REQUIRE(given.size() == kPieces);
  REQUIRE(equal.size() == kPieces);
  g::Variable cost = g::sum(given[0]);
  for (const std::size_t k : {1, 39}) cost = cost + double(k) * g::sum(given[k]) * g::sum(equal[k]);
  const g::Function f({.inputs = {x}, .outputs = {given[7], equal[39], g::grad(cost, x)}, .context = context});
  const auto results = f(ramp(2 * kPieces));
  CHECK(results[0].read<float>() == Floats{13, 14, 15, 16});
  CHECK(results[1].read<float>() == Floats{79, 80});
  // Of x[0]: its own sum alone. Of x[2]: each of two sums has the other one's value, 3 + 4, for its factor.
  const Floats gradient = results[2].read<float>();
  CHECK(gradient[0] == 1);
  CHECK(gradient[2] == 14);
  CHECK_THROWS_AS(g::split(x, kiln::Shape(kPieces, -2)), kiln::Error);
  CHECK_THROWS_AS(g::apply("reshape", {x}, g::detail::of_shape(sizes)), kiln::Error);
}

// The gradients that verify_grad gives to the outputs are constants.
TEST_CASE("a constant gradient is summed over the axes along which an operand broadcasts") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), b = g::vector("b", KILN_FLOAT32);
  const g::Variable slope = g::grad({}, {b}, {.known = {{x + b, g::constant(ramp(6).data(), {2, 3})}}})[0];
  const g::Function f(
      {.inputs = {x, b}, .outputs = {slope}, .on_unused_input = KILN_UNUSED_IGNORE, .context = context});
  CHECK(f(GpuArray::zeros(context, {2, 3}, KILN_FLOAT32), ramp(3))[0].read<float>() == Floats{5, 7, 9});
  const Floats points = ramp(6);
  g::verify_grad({x + b}, {x, b}, {g::Argument(points.data(), {2, 3}), g::Argument(points.data(), {3})}, context);
}

TEST_CASE("reshape keeps extents that the graph does not know") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::tensor3("x", KILN_FLOAT32);
  const g::Variable heads = x.reshape({KILN_GRAPH_KEEP, KILN_GRAPH_KEEP, 2, -1});
  const g::Variable joined = heads.reshape({KILN_GRAPH_KEEP, KILN_GRAPH_KEEP, -1});
  const g::Function f({.inputs = {x}, .outputs = {heads, joined}, .context = context});
  for (const std::int64_t batch : {3, 0}) {
    const auto out = f(GpuArray::zeros(context, {batch, 2, 6}, KILN_FLOAT32));
    CHECK(out[0].shape() == kiln::Shape{batch, 2, 2, 3});
    CHECK(out[1].shape() == kiln::Shape{batch, 2, 6});
  }
  HAS(refused(KILN_SHAPE_ERROR,
              [&] {
                g::vector("v").reshape({-1, KILN_GRAPH_KEEP});
              }),
      "graph.Reshape: axis 1 is to be kept, but the input is");
  HAS(refused(KILN_SHAPE_ERROR, [&] { x.reshape({-1, -4}); }), "graph.Reshape: got extent -4");
}

TEST_CASE("reshape keeps extents that count from the last axis") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::tensor4("x", KILN_FLOAT32);
  const std::int64_t keep = KILN_GRAPH_KEEP, last = KILN_GRAPH_KEEP_LAST;
  const g::Variable parts = x.reshape({keep, 2, 3, last, last}), joined = parts.reshape({keep, 6, last, last}),
                    flat = x.reshape({-1, last}), slope = g::grad(g::sum(g::square(parts)), x);
  const g::Function f({.inputs = {x}, .outputs = {parts, joined, flat, slope}, .context = context});
  // What is not kept has elements or none, whatever the kept axes have.
  for (const kiln::Shape& shape : {kiln::Shape{2, 6, 4, 5}, {0, 6, 4, 5}, {2, 6, 0, 5}, {2, 6, 4, 0}}) {
    const auto out = f(GpuArray::full(context, shape, 3.0f, KILN_FLOAT32));
    CHECK(out[0].shape() == kiln::Shape{shape[0], 2, 3, shape[2], shape[3]});
    CHECK(out[1].shape() == shape);
    CHECK(out[2].shape() == kiln::Shape{shape[0] * 6 * shape[2], shape[3]});
    CHECK(out[3].shape() == shape);
    for (const float each : out[3].read<float>()) CHECK(each == 6);
  }
  HAS(refused(KILN_SHAPE_ERROR,
              [&] {
                g::vector("v").reshape({last, -1});
              }),
      "graph.Reshape: axis -2 is to be kept, but the input is");
}

TEST_CASE("a program states extents") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::matrix("x", KILN_FLOAT32), row = g::matrix("row", KILN_FLOAT32);
  const g::Variable wide = g::specify_shape(x, {-1, 3}).named("features");
  CHECK(std::vector<std::int64_t>(wide.info().shape, wide.info().shape + 2) == std::vector<std::int64_t>{-1, 3});
  // An extent of 1 that is stated broadcasts, forwards and in the gradient.
  const g::Variable sum = wide + g::specify_shape(row, {1, -1});
  const g::Function f({.inputs = {x, row}, .outputs = {sum, g::grad(g::sum(g::square(sum)), row)}, .context = context});
  const auto out = f(GpuArray::from(context, ramp(6), {2, 3}), GpuArray::from(context, ramp(3), {1, 3}));
  CHECK(out[0].read<float>() == Floats{2, 4, 6, 5, 7, 9});
  CHECK(out[1].read<float>() == Floats{14, 22, 30});
  HAS(refused(KILN_SHAPE_ERROR,
              [&] {
                f(GpuArray::zeros(context, {2, 4}, KILN_FLOAT32), GpuArray::zeros(context, {1, 4}, KILN_FLOAT32));
              }),
      "SpecifyShape 'features': graph.specify_shape: got float32(2, 4), expected the shape (?, 3); of Input 'x'");
  HAS(refused(KILN_SHAPE_ERROR,
              [&] {
                f(GpuArray::zeros(context, {2, 3}, KILN_FLOAT32), GpuArray::zeros(context, {2, 3}, KILN_FLOAT32));
              }),
      "got float32(2, 3), expected the shape (1, ?)");
  // What is known when the graph is built fails then.
  HAS(refused(KILN_SHAPE_ERROR,
              [&] {
                g::specify_shape(wide, {2, 4});
              }),
      "graph.specify_shape: got float32(?, 3), expected the shape (2, 4)");
  HAS(refused(KILN_SHAPE_ERROR, [&] { g::specify_shape(x, {3}); }), "got float32(?, ?), expected the shape (3,)");
  HAS(refused(KILN_SHAPE_ERROR, [&] { g::specify_shape(x, {3, -2}); }), "graph.specify_shape: got the shape (3, -2)");
}

TEST_CASE("kernels of the program's own in graphs") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const g::Variable x = g::matrix("x", KILN_FLOAT32), y = g::matrix("y", KILN_FLOAT32);
    // Theano's PyCUDADoubleOp.
    g::UserOp twice = kernel_op("twice");
    twice.gradient = [](const g::Variables&, const g::Variables&, const g::Variables& gradients) {
      return g::Variables{2 * gradients[0]};
    };
    // x * y, with its gradient.
    g::UserOp product = kernel_op("product");
    product.gradient = [](const g::Variables& inputs, const g::Variables&, const g::Variables& gradients) {
      return g::Variables{gradients[0] * inputs[1], gradients[0] * inputs[0]};
    };
    // x + y and x - y of inputs as they lie.
    g::UserOp both = kernel_op("both");
    both.outputs = 2;
    both.strided = true;
    const g::Variables sums = both({x.T(), y.T()});
    const g::Variable doubled = twice({x})[0], multiplied = product({x.T(), y.T()})[0];
    const g::Function f(
        {.inputs = {x, y}, .outputs = {doubled, multiplied, sums[0], sums[1]}, .name = "f", .context = context});
    const Floats a = ramp(20), b = ramp(20, 5);
    const auto xs = GpuArray::from(context, a, {4, 5}), ys = GpuArray::from(context, b, {4, 5});
    for (int i = 0; i < 3; ++i) {  // step by step, recorded, replayed
      const auto out = f(xs, ys);
      const Floats twos = out[0].read<float>(), products = out[1].read<float>(), plus = out[2].read<float>(),
                   minus = out[3].read<float>();
      CHECK(out[1].shape() == kiln::Shape{5, 4});
      for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 5; ++c) {
          const float p = a[r * 5 + c], q = b[r * 5 + c];
          CHECK(twos[r * 5 + c] == 2 * p);
          CHECK(products[c * 4 + r] == p * q);
          CHECK(plus[c * 4 + r] == p + q);
          CHECK(minus[c * 4 + r] == p - q);
        }
    }
    CHECK(g::verify_grad({doubled, multiplied}, {x, y}, {{a.data(), {4, 5}}, {b.data(), {4, 5}}}, context) < 1e-2);

    // Errors name the operation and the node.
    HAS(refused(KILN_UNSUPPORTED, [&] { g::grad(g::sum(sums[0]), x); }), "both");
    g::UserOp broken = kernel_op("none");
    const g::Function no_kernel({.inputs = {x}, .outputs = {broken({x})[0]}, .context = context});
    HAS(refused(KILN_INVALID_ARGUMENT, [&] { no_kernel(xs); }), "none");
    g::UserOp empty;
    HAS(refused(KILN_INVALID_ARGUMENT, [&] { empty({x}); }), "expected either a kernel or a host function");
    g::UserOp wrong = kernel_op("twice");
    wrong.gradient = [](const g::Variables&, const g::Variables&, const g::Variables& gradients) {
      return g::Variables{g::sum(gradients[0])};
    };
    HAS(refused(KILN_SHAPE_ERROR, [&] { g::grad(g::sum(wrong({x})[0]), x); }), "the gradient by input 0");
    wrong.gradient = [](const g::Variables&, const g::Variables&, const g::Variables& gradients) {
      return g::Variables{g::dot(gradients[0], g::scalar())};
    };
    HAS(refused(KILN_SHAPE_ERROR, [&] { g::grad(g::sum(wrong({x})[0]), x); }),
        "the gradient failed with KILN_SHAPE_ERROR: graph.dot");
    wrong.gradient = [](const g::Variables&, const g::Variables&, const g::Variables& gradients) {
      return g::Variables{3 * gradients[0]};
    };
    HAS(refused(KILN_INVALID_ARGUMENT,
                [&] {
                  g::verify_grad({wrong({x})[0].named("w")}, {x}, {{a.data(), {4, 5}}}, context);
                }),
        "the gradient is");
  }
}

TEST_CASE("host functions in graphs") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const g::Variable x = g::vector("x", KILN_FLOAT32);
    // The elements twice over, reversed, and how many are above 2.
    g::UserOp op;
    op.name = "Mirror";
    op.outputs = 2;
    op.dtypes = {KILN_FLOAT32, KILN_INT64};
    op.shape = [](const std::vector<kiln_graph_type>& inputs, std::vector<kiln_graph_type>& outputs) {
      if (inputs[0].shape[0] >= 0) outputs[0].shape[0] = 2 * inputs[0].shape[0];
      outputs[1].ndim = 0;
    };
    int calls = 0;
    bool fail = false;
    op.compute = [&](const std::vector<kiln_host_array>& inputs, const std::vector<kiln_host_array>& outputs) {
      ++calls;
      if (fail) throw kiln::Error(KILN_UNSUPPORTED, "not today");
      const auto* from = static_cast<const float*>(inputs[0].data);
      auto* to = static_cast<float*>(outputs[0].data);
      const std::int64_t n = inputs[0].shape[0];
      std::int64_t large = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        to[i] = from[i];
        to[2 * n - 1 - i] = from[i];
        large += from[i] > 2;
      }
      *static_cast<std::int64_t*>(outputs[1].data) = large;
    };
    op.gradient = [](const g::Variables&, const g::Variables&, const g::Variables& gradients) {
      CHECK(!gradients[1]);
      const g::Variables halves = g::split(gradients[0], std::size_t(2));
      return g::Variables{halves[0] + g::flip(halves[1], {0})};
    };
    const g::Variables made = op({x + 1});
    const g::Function f({.inputs = {x}, .outputs = {2 * made[0], made[1]}, .context = context});
    for (int i = 0; i < 3; ++i) {
      const auto out = f(Floats{0, 1, 2});
      CHECK(out[0].read<float>() == Floats{2, 4, 6, 6, 4, 2});
      CHECK(out[1].item<std::int64_t>() == 1);
    }
    CHECK(calls == 3);
    // An input that stays on the host moves nothing for what the host computes.
    const g::Variables direct = op({x});
    const g::Function still({.inputs = {g::In(x, {}, "cpu")}, .outputs = {direct[0], direct[1]}, .context = context});
    for (int i = 0; i < 3; ++i) CHECK(still(Floats{1, 3})[0].read<float>() == Floats{1, 3, 3, 1});
    HAS(still.describe("explain"), "transfers: 0 to devices (0 B), 0 between devices (0 B), 0 to the host (0 B)");
    const g::Function mixed({.inputs = {g::In(x, GpuArray::from(context, Floats{4}), "cpu")},
                             .outputs = {direct[0] * 2, x + 1},
                             .context = context});
    CHECK(mixed()[0].read<float>() == Floats{8, 8});
    CHECK(mixed(Floats{1, 3})[1].read<float>() == Floats{2, 4});
    HAS(mixed.toposort(), "GpuFromHost(gpuarray)(x)");
    HAS(mixed.toposort(), "Mirror(x)");
    HAS(refused(KILN_INVALID_ARGUMENT, [&] { g::Function({.inputs = {g::In(x, {}, "dev1")}, .outputs = {x}}); }),
        "options->input_targets[0] is 'dev1', expected NULL or 'cpu'");
    calls = 3;
    const Floats point{0.5f, -1, 2};
    CHECK(g::verify_grad({made[0] * made[0]}, {x}, {point}, context) < 1e-2);
    fail = true;
    HAS(refused(KILN_UNSUPPORTED, [&] { f(Floats{0, 1, 2}); }), "Mirror");
    fail = false;
    CHECK(f(Floats{5})[1].item<std::int64_t>() == 1);
  }
}

TEST_CASE("random streams draw what generators draw, and anew in every call") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    g::RandomStream stream(context, 42);
    kiln::Random random(context, 42);
    const g::Variable x = g::matrix("x", KILN_FLOAT32);
    const g::Variable u = stream.uniform({7}, -1, 1, KILN_FLOAT32), mask = stream.bernoulli_like(x, 0.25);
    const g::Function f({.inputs = {x}, .outputs = {u, mask}, .context = context});
    const auto zeros = GpuArray::full(context, {3, 3}, 0.0f);
    for (int i = 0; i < 4; ++i) {
      const auto out = f(zeros);
      CHECK(out[0].read<float>() == random.uniform({7}, -1, 1, KILN_FLOAT32).read<float>());
      CHECK(out[1].read<bool>() == random.bernoulli({3, 3}, 0.25).read<bool>());
    }
    // Many calls in one submission.
    f.run(3, zeros);
    for (int i = 0; i < 3; ++i) {
      random.uniform({7}, -1, 1, KILN_FLOAT32);
      random.bernoulli({3, 3}, 0.25);
    }
    CHECK(f(zeros)[0].read<float>() == random.uniform({7}, -1, 1, KILN_FLOAT32).read<float>());
    random.bernoulli({3, 3}, 0.25);
    const auto counter = [&] { return stream.state().get_value().read<std::uint64_t>()[1]; };
    CHECK(counter() == random.counter());
    // A function that uses the second draw alone.
    const g::Function second({.inputs = {x}, .outputs = {mask}, .context = context});
    random.uniform({7}, -1, 1, KILN_FLOAT32);
    CHECK(second(zeros)[0].read<bool>() == random.bernoulli({3, 3}, 0.25).read<bool>());
    CHECK(counter() == random.counter());
    // The program's own update stands; without updates the same numbers come again.
    const g::Function fixed({.outputs = {u}, .updates = {{stream.state(), stream.state()}}});
    CHECK(fixed()[0].read<float>() == fixed()[0].read<float>());
    stream.seed(42);
    kiln::Random again(context, 42);
    const auto first = again.uniform({7}, -1, 1, KILN_FLOAT32).read<float>();
    const g::Function still = g::Function({.outputs = {u}}).copy({}, "still", false);
    CHECK(still()[0].read<float>() == first);
    CHECK(still()[0].read<float>() == first);
    HAS(refused(KILN_INVALID_ARGUMENT, [&] { stream.uniform({2}, 1, 1); }), "low < high");
    HAS(refused(KILN_TYPE_ERROR, [&] { stream.integers({2}, 0, 3, KILN_FLOAT32); }), "an integer dtype");
  }
}

// The recipe of docs/reference/graph_operations.md, beside what it is for.
TEST_CASE("a function has an operand it can take where it is not taken") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  const g::Variable inside = g::where(x > 0.0, x, 1.0);
  const g::Variable y = g::where(x > 0.0, g::sqrt(inside), 0.0), plain = g::where(x > 0.0, g::sqrt(x), 0.0);
  const g::Function f(
      {.inputs = {x}, .outputs = {y, plain, g::grad(g::sum(y), x), g::grad(g::sum(plain), x)}, .context = context});
  const auto results = f(Floats{4, 0, -4});
  CHECK(results[0].read<float>() == Floats{2, 0, 0});
  CHECK(results[1].read<float>() == Floats{2, 0, 0});
  CHECK(results[2].read<float>() == Floats{0.25, 0, 0});
  const Floats gradient = results[3].read<float>();
  CHECK(gradient[0] == 0.25F);
  CHECK(std::isnan(gradient[1]));
  CHECK(std::isnan(gradient[2]));
}

TEST_CASE("minibatches by a variable start") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    const g::Variable data = g::shared(GpuArray::from(context, ramp(24, 0), {8, 3}), "data");
    const g::Variable index = g::scalar("index", KILN_INT64);
    const g::Variable batch = g::slice(data, 2 * index, 2), sum = g::sum(batch * batch);
    const g::Function f({.inputs = {index}, .outputs = {batch, g::grad(sum, data)}, .context = context});
    for (std::int64_t i = 0; i < 4; ++i) {
      const auto out = f(i);
      CHECK(out[0].read<float>() == ramp(6, float(6 * i)));
      const Floats gradient = out[1].read<float>();
      for (std::size_t k = 0; k < 24; ++k) CHECK(gradient[k] == (std::int64_t(k) / 6 == i ? 2 * float(k) : 0));
    }
  }
}

TEST_CASE("operations with more operands and results than a list on the stack held") {
  for (const auto& device : test_devices()) {
    const kiln::Context context(device);
    for (const std::size_t count : {64u, 65u, 80u, 300u}) {
      g::UserOp op;
      op.name = "Spread";
      op.outputs = count;
      // Result k is the sum of all operands and k.
      op.compute = [](const std::vector<kiln_host_array>& from, const std::vector<kiln_host_array>& to) {
        for (std::size_t k = 0; k < to.size(); ++k)
          for (std::int64_t i = 0; i < from[0].shape[0]; ++i) {
            float sum = float(k);
            for (const kiln_host_array& each : from) sum += static_cast<const float*>(each.data)[i];
            static_cast<float*>(to[k].data)[i] = sum;
          }
      };
      g::Variables inputs;
      std::vector<g::In> in;
      std::vector<g::Argument> arguments;
      const Floats one{1, 2};
      for (std::size_t i = 0; i < count; ++i) {
        inputs.push_back(g::vector("x" + std::to_string(i), KILN_FLOAT32));
        in.push_back(inputs.back());
        arguments.push_back(one);
      }
      std::vector<g::Out> out;
      for (const g::Variable& each : op(inputs)) out.push_back(each);
      const g::Function f({.inputs = in, .outputs = out, .context = context});
      const auto n = float(count);
      for (int round = 0; round < 2; ++round) {
        const auto results = f.call(arguments);
        REQUIRE(results.size() == count);
        CHECK(results[0].read<float>() == Floats{n, 2 * n});
        CHECK(results[count - 1].read<float>() == Floats{2 * n - 1, 3 * n - 1});
      }
    }
    // A kernel has a limit, which is told.
    g::UserOp wide = kernel_op("twice");
    wide.outputs = 300;
    const g::Variable x = g::vector("x", KILN_FLOAT32);
    const g::Variables results = wide({x});
    const g::Function f({.inputs = {x}, .outputs = {results[299]}, .context = context});
    try {
      f(Floats{1});
      FAIL("a kernel of 302 parameters");
    } catch (const kiln::Error& error) {
      CHECK(std::string(error.what()).find("a kernel of 302 parameters, expected at most 256") != std::string::npos);
    }
  }
}

TEST_CASE("loops begin with plain numbers") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  const auto step = [](const g::Variables& v) { return g::Variables{v[0] + v[1]}; };
  const g::Variable sums = g::scan(step, {x}, {0.0})[0], more = g::scan(step, {x}, {{1.0, {-1}, true}})[0];
  const g::Function f({.inputs = {x}, .outputs = {sums, more}, .context = context});
  const auto results = f.call({Floats{1, 2, 3}});
  CHECK(results[0].read<float>() == Floats{1, 3, 6});
  CHECK(results[1].read<float>() == Floats{7});
}
