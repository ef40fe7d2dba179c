// SPDX-License-Identifier: Apache-2.0
// Why nodes that one kernel could have had are in no row program, as explain says it.
#include <algorithm>

#include "../support/row_values.hpp"
#include "array/tuning.hpp"
#include "fake/fake.hpp"
#include "graph/ops/shape_ops.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// A device that computes nothing, so that limits and sentences are the same on every machine.
fake::Options processor() {
  fake::Options options;
  options.largest_real = 0;
  options.unknown_kernels = true;
  options.local_memory = std::uint64_t{1} << 20;
  return options;
}
fake::Options graphics() {
  fake::Options options = processor();
  options.kind = backend::DeviceKind::gpu;
  options.local_memory = std::uint64_t{32} << 10;
  return options;
}

// Takes variables of a device and says what explain has to say of what is computed from them.
class Explained {
 public:
  explicit Explained(const fake::Options& options)
      : context_(Context::wrap(fake::make_context(options), "fake0", {})) {}
  graph::Value variable(const std::string& name, Dims shape, DType dtype = KILN_FLOAT32) const {
    return share(array::empty(*context_, dtype, std::move(shape), "test"), name);
  }
  // The sentences, a line each.
  std::string operator()(const Values& outputs) const {
    FunctionSpec spec;
    for (const graph::Value& output : outputs) spec.outputs.push_back({output});
    spec.context = context_.get();
    const std::string all = Function::create(spec)->describe("explain");
    std::string found;
    for (std::size_t at = 0, end; at < all.size(); at = end + 1) {
      end = all.find('\n', at);
      if (all.compare(at, 7, "apart: ") == 0) found += all.substr(at, end + 1 - at);
    }
    return found;
  }
  Context& context() const { return *context_; }

 private:
  Ref<Context> context_;
};

// What is said of a softmax.
std::string softmax_of(const fake::Options& options, const Dims& shape, std::int64_t axis) {
  const Explained explained(options);
  return explained({softmax_along(explained.variable("x", shape), axis)});
}

}  // namespace

TEST_CASE("nothing is said of nodes that are in a row program, or have none beside them", "[apart]") {
  const Explained explained(processor());
  const graph::Value x = explained.variable("x", {64, 64});
  CHECK(explained({softmax_along(x, 1)}) == "");
  CHECK(explained({op("sum", {x})}) == "");
  CHECK(explained({expression("exp(x)", {{"x", x}})}) == "");
  // One row, which alone would be refused.
  CHECK(explained({op("sum", {explained.variable("y", {1, 5000})})}) == "");
  // Rows of one element, and none.
  CHECK(explained({softmax_along(explained.variable("y", {64, 1}), 1)}) == "");
  CHECK(explained({softmax_along(explained.variable("y", {0, 4}), 1)}) == "");
}

TEST_CASE("one sentence names the nodes, the reason and both costs", "[apart]") {
  CHECK(softmax_of(processor(), {1, 5000}, 1) ==
        "apart: max{1}, Elemwise{Composite{subtract, exp}}, sum{1} and Elemwise{true_divide} (nodes: Softmax(x) "
        "float32(?, ?)) have no row program: one kernel would run on 1 of 4 cores, separate kernels share out rows of "
        "more than 4096 elements to all 4\n");
}

TEST_CASE("rows and columns that a processor computes in separate kernels", "[apart]") {
  struct Case {
    Dims shape;
    std::int64_t axis;
    const char* reason;
  };
  for (const Case& each :
       {Case{{15, 15},
             1,
             "vectors along rows take 16 elements, a row has 15; vectors across rows take 16 rows side "
             "by side, there are 15"},
        Case{{16, 15}, 0, "vectors across rows take 16 rows side by side, there are 15"},
        Case{{16, 40},
             0,
             "one kernel would compute 8 of 40 columns one by one, separate kernels are faster above "
             "2"},
        Case{{2048, 256},
             0,
             "one kernel would read pieces of 256 bytes of the columns, separate kernels read 1024 "
             "bytes in order and are faster where pieces are below 512"},
        Case{{65536, 64}, 0, " bytes in the caches, expected at most 1048576 bytes in all"},
        Case{{8, 300000}, 1, "one kernel would keep 1200000 bytes of a row, expected at most 1048576"}}) {
    CAPTURE(layout::shape_text(each.shape), each.axis);
    const std::string said = softmax_of(processor(), each.shape, each.axis);
    CAPTURE(said);
    CHECK(has(said, each.reason));
    CHECK(count_of(said, "apart: ") == count_of(said, "\n"));
  }
  const Explained explained(processor());
  const graph::Value x = explained.variable("x", {16, 16}), e = expression("exp(x)", {{"x", x}});
  CHECK(has(explained({e, over("sum", e, {0}), over("reduce_max", x, {0})}),
            "have no row program: one kernel would read the columns once, and separate kernels read them once too, as "
            "none reads them again behind a reduction\n"));
  CHECK(has(explained({expression("x - m", {{"x", dimshuffle(x, {1, 0})}, {"m", over("mean", x, {1})}})}),
            " stays out of a row program with mean{1}: the axes of an array lie in another order\n"));
}

TEST_CASE("rows that a device with many work-items computes in separate kernels", "[apart]") {
  // Of rows that registers do not hold a kernel reads the rest again. There are four compute units.
  CHECK(softmax_of(graphics(), {4, 270001}, 1) == "");
  CHECK(has(softmax_of(graphics(), {2, 270001}, 1),
            "a work-item would hold 528 words, expected at most 96; one kernel that reads them again would give 4 "
            "compute units 2 groups in 1 turns, expected at least 3\n"));
  CHECK(has(softmax_of(graphics(), {5, 270001}, 1), " 5 groups in 2 turns, expected at least 6\n"));
  CHECK(softmax_of(graphics(), {100000, 32}, 0) == "");
  CHECK(has(softmax_of(graphics(), {100000, 33}, 0), " words, expected at most 64; neighbouring columns do not fill"));
  fake::Options options = graphics();
  options.parameter_bytes = 128;
  CHECK(
      has(softmax_of(options, {64, 64}, 1), ": one kernel would have 152 bytes of arguments, expected at most 128\n"));
  options = graphics();
  options.local_memory = 1024;
  CHECK(has(softmax_of(options, {64, 4096}, 1), " bytes of local memory, expected at most 1024\n"));
}

TEST_CASE("nodes that are no rows of one program", "[apart]") {
  const Explained explained(processor());
  const graph::Value x = explained.variable("x", {64, 64}), soft = softmax_along(x, 1);
  // Others reduce the same array along another axis.
  CHECK(explained({soft, over("sum", x, {0})}) ==
        "apart: sum{0} (nodes: sum{0}(x) float32(1, ?)) stays out of Rows{max{1}; subtract, exp; sum{1}; true_divide}: "
        "the reduced axes differ, {0} and {1}\n");
  CHECK(has(explained({over("sum", x, {0}), over("sum", x, {1})}),
            " stays out of a row program with sum{1}: the reduced axes differ, {0} and {1}\n"));
  // A row's value goes along the columns.
  const graph::Value most = over("reduce_max", x, {1});
  CHECK(has(explained({expression("x - m", {{"x", x}, {"m", dimshuffle(most, {1, 0})}})}),
            ": one reads a result of the other along other axes\n"));
  const graph::Value z = explained.variable("z", {64, 64}, KILN_COMPLEX64);
  CHECK(has(explained({expression("z - m", {{"z", z}, {"m", over("mean", z, {1})}})}),
            "have no row program: row programs compute no complex numbers\n"));
  // The repair of a standard deviation reads what another step computes.
  const graph::Value e = expression("exp(x)", {{"x", x}});
  CHECK(has(explained({e, over("std", e, {1})}),
            ": the repair of a sum of squares that overflows reads its elements from memory\n"));
  // A product lies between.
  const graph::Value product = op("dot", {soft, x});
  CHECK(has(explained({expression("p * m", {{"p", softmax_along(product, 1)}, {"m", most}})}),
            ": a node outside needs results of one kernel for all, and that kernel would need the node's\n"));
}

TEST_CASE("row programs that are full", "[apart]") {
  const Explained explained(processor());
  graph::Value chain = explained.variable("x", {64, 64});
  for (int i = 0; i < 13; ++i) chain = expression("exp(x - m)", {{"x", chain}, {"m", over("mean", chain, {1})}});
  const std::string said = explained({chain});
  CHECK(has(said, ": one kernel would have 25 arrays, expected at most 24\n"));
  // A list of many nodes is cut.
  CHECK(has(said, "...) stays out of Rows{mean{1}; "));
}

TEST_CASE("a function keeps a bounded number of sentences", "[apart]") {
  const Explained explained(processor());
  Values outputs;
  // Of other shapes each, as fusion puts what has one shape together.
  for (std::int64_t rows = 1; rows <= 7; ++rows)
    for (std::int64_t n = 2; n < 12; ++n) outputs.push_back(softmax_along(explained.variable("x", {rows, n}), 1));
  const std::string said = explained(outputs);
  CHECK(count_of(said, " have no row program: ") == 64);
  CHECK(has(said, "\napart: and 6 more\n"));
}

TEST_CASE("a function that is called with ever other shapes has no row program for each", "[apart]") {
  const Explained explained(processor());
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, kUnknown}});
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{softmax_along(x, 1)}};
  spec.context = &explained.context();
  const auto f = Function::create(spec);
  const std::string sentence =
      ": a row program would need a text of its own for these extents, and the function has had many\n";
  for (std::int64_t n = 32; n < 41; ++n) {
    const Ref<Array> data = array::empty(explained.context(), KILN_FLOAT32, Dims{64, n}, "test");
    Argument argument;
    argument.array = data.get();
    f->call(std::vector{argument});
    CHECK(has(f->describe("explain"), sentence) == (n == 40));
  }
}

TEST_CASE("explain says of a device's function why it has no row program", "[apart]") {
  Context& context = *contexts()[0];
  if (!array::traits_of(context).cpu) return;
  const graph::Value x = share(floats(context, std::vector<float>(16 * 15, 1.0F), {16, 15}), "x");
  FunctionSpec spec;
  spec.outputs = {{softmax_along(x, 0)}};
  const auto f = Function::create(spec);
  f->call({});
  const std::string why = f->describe("explain");
  const std::size_t said = why.find("\napart: ");
  REQUIRE(said != std::string::npos);
  CHECK(said < why.find("\ntransfers: "));
  CHECK(has(why, "vectors across rows take 16 rows side by side, there are 15\n"));
}
