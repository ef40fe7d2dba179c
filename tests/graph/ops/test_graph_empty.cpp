// SPDX-License-Identifier: Apache-2.0
// Every operation of the table and its gradient where inputs have axes without elements.
#include <kiln/index.h>

#include <map>
#include <set>

#include "../support/ops_samples.hpp"
#include "graph/build/grad.hpp"
#include "graph/ops/reduce_op.hpp"

namespace kiln::test {
namespace {

// What a call gives: shapes and elements, or the error.
struct Outcome {
  std::vector<Dims> shapes;
  std::vector<Doubles> elements;
  std::string error;
};

Outcome outcome_of(const Pool& pool, const Values& values, runtime::Context& context, Mode mode) {
  Outcome outcome;
  try {
    for (const auto& result : pool.function(values, context, mode)->call(pool.arguments())) {
      outcome.shapes.push_back(result->shape());
      outcome.elements.push_back(numbers(*result));
    }
  } catch (const backend::Error& error) {
    outcome.error = error.message();
    // Nodes without a name have a number, which another function counts on.
    const auto named = outcome.error.find("graph.");
    if (named != std::string::npos) outcome.error.erase(0, named);
  }
  return outcome;
}

bool equal(const std::vector<Doubles>& a, const std::vector<Doubles>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k].size() != b[k].size()) return false;
    for (std::size_t i = 0; i < a[k].size(); ++i)
      if (!close(a[k][i], b[k][i], 1e-6)) return false;
  }
  return true;
}

// Where an operation has no meaning without the extent: nothing has a greatest element, and no place.
const std::set<std::string> kRefused{
    "inc_subtensor 2", "set_subtensor 2", "random_uniform 2", "random_normal 2", "random_exponential 2",
    "random_integers 2", "random_bernoulli 2", "random_bits 2", "random_permutation 2", "broadcast_to 3", "take 3",
    "put 3", "scatter_add 3", "pad 3", "argmax 4", "argmin 4", "reduce_max 4", "reduce_min 4", "broadcast_to 4",
    "inc_subtensor 4", "set_subtensor 4", "take_along_axis 4", "slice 4", "specify_shape 4", "split 4", "pad 4",
    "topk 4",
    // Other extents than the output's, and filters and windows without elements.
    "conv 2", "conv_transpose 2", "conv_filter_gradient 2", "conv 3", "conv_transpose 3", "pool_gradient 3", "conv 4",
    "conv_filter_gradient 4", "pool 4", "pool_gradient 4", "upsample 4", "upsample_gradient 4", "conv 5",
    "conv_transpose 5", "conv_filter_gradient 5", "pool 5", "pool_gradient 5", "upsample 5", "upsample_gradient 5"};
// Numbers to pad with and equal pieces there are always.
bool refused(const Sample& sample, std::int64_t extent) {
  const Attributes& a = sample.attributes;
  if (sample.row == "pad" && int(a.numbers[1]) == KILN_PAD_CONSTANT) return false;
  if (sample.row == "split" && a.shape[0] == kUnknown) return false;
  if (sample.row == "conv" && sample.inputs == "t t") return extent == 3;  // the others are batches and channels
  return kRefused.count(sample.row + " " + std::to_string(extent)) == 1;
}
// What reductions of rows without elements give.
const std::map<std::string, double> kNothing{{"all", 1},
                                             {"any", 0},
                                             {"count_nonzero", 0},
                                             {"logsumexp", -HUGE_VAL},
                                             {"mean", std::nan("")},
                                             {"norm", 0},
                                             {"prod", 1},
                                             {"std", std::nan("")},
                                             {"sum", 0},
                                             {"var", std::nan("")}};

// A cost that depends on all floating-point results.
Value cost_of(const Values& results, DType real) {
  Value cost;
  for (const Value& result : results) {
    if (result.type().dtype != real) continue;
    const Value squares = reduce(KILN_REDUCE_SUM, apply(expr::Fn::multiply, {result, result}), std::nullopt);
    cost = cost ? apply(expr::Fn::add, {cost, squares}) : squares;
  }
  return cost;
}

}  // namespace

TEST_CASE("operations of graphs and their gradients without elements", "[graph-empty]") {
  runtime::Context& context = test::context(devices()[0]);
  const DType real = real_of(context);
  const Pool whole = pool_of(context);
  std::size_t calls = 0;
  for (const std::int64_t extent : {2, 3, 4, 5}) {
    const Pool pool = whole.without(extent);
    for (const auto& group : samples())
      for (const Sample& sample : group) {
        Values inputs, wrt;
        bool empty = false;
        for (const std::string& name : words(sample.inputs)) {
          inputs.push_back(pool.value(name));
          empty |= pool.host(name).shape != whole.host(name).shape;
          if (pool.host(name).dtype == real) wrt.push_back(inputs.back());
        }
        if (!empty) continue;
        Values values = apply(sample.row, inputs, sample.attributes);
        const std::size_t results = values.size();
        GradOptions options;
        options.disconnected = Disconnected::ignore;
        const Value cost = cost_of(values, real);
        const bool derived = cost && !wrt.empty() && sample.gradient;
        if (derived)
          for (Value& gradient : grad(cost, wrt, options)) values.push_back(std::move(gradient));
        INFO(sample.row << " of " << sample.inputs << " without the extent " << extent);
        const Outcome fast = outcome_of(pool, values, context, Mode::fast_run);
        INFO("got: " << fast.error);
        CHECK(fast.error.empty() != refused(sample, extent));
        if (const auto nothing = kNothing.find(sample.row); nothing != kNothing.end() && extent == 4)
          CHECK(equal({fast.elements[0]}, {Doubles(fast.elements[0].size(), nothing->second)}));
        for (const Mode mode : {Mode::fast_compile, Mode::debug}) {
          const Outcome other = outcome_of(pool, values, context, mode);
          CHECK(other.error == fast.error);
          CHECK(other.shapes == fast.shapes);
          CHECK(equal(other.elements, fast.elements));
        }
        if (fast.error.empty())
          for (std::size_t i = 0; derived && i < wrt.size(); ++i) {
            for (const std::string& name : words(sample.inputs))
              if (pool.value(name) == wrt[i]) CHECK(fast.shapes[results + i] == pool.host(name).shape);
          }
        ++calls;
      }
  }
  CHECK(calls > 100);
}

}  // namespace kiln::test
