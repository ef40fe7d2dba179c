// SPDX-License-Identifier: Apache-2.0
// Every operation of the table: results against array operations and host loops, gradients against
// differences. An operation without a sample fails the test.
#include <fstream>
#include <set>
#include <sstream>

#include "array/scan.hpp"
#include "expr/program.hpp"
#include "graph/grad.hpp"
#include "graph/index_ops.hpp"
#include "graph/order_ops.hpp"
#include "ops_samples.hpp"

namespace kiln::test {
namespace {

DType real_of(runtime::Context& context) {
  return array::has_dtype(context, KILN_FLOAT64) ? KILN_FLOAT64 : KILN_FLOAT32;
}

Pool pool_of(runtime::Context& context) {
  const DType real = real_of(context);
  const auto mixed = [&](std::size_t n, double shift) {
    Doubles out;
    for (std::size_t i = 0; i < n; ++i)
      out.push_back(2.2 * std::sin(1.7 * double(i) + shift) + 0.013 * double(i));
    return out;
  };
  Pool pool;
  pool.add("x", {real, {3, 4}, mixed(12, 0.4)});
  pool.add("y", {real, {3, 4}, mixed(12, 1.9)});
  pool.add("zeros", {real, {3, 4}, {1.5, 0, -0.7, 2, 0, 1.1, 0, 0.4, 1.2, -0.6, 0.9, 1.7}});
  pool.add("small", {real, {3, 2}, mixed(6, 0.9)});
  pool.add("m", {real, {4, 2}, mixed(8, 2.5)});
  pool.add("t", {real, {2, 3, 4}, mixed(24, 0.1)});
  pool.add("v", {real, {5}, {-2.1, -0.6, 0.3, 0.8, 1.9}});
  pool.add("wide", {real, {4, 4}, mixed(16, 1.1)});
  pool.add("s", {real, {}, {0.6}});
  pool.add("i", {KILN_INT64, {4}, {2, 0, -1, 1}});
  pool.add("ii", {KILN_INT32, {2, 2}, {0, 2, -2, 0}});
  pool.add("j", {KILN_INT64, {3, 2}, {0, 3, 1, 1, 2, -1}});
  pool.add("labels", {KILN_INT32, {3}, {3, 0, 1}});
  pool.add("start", {KILN_INT64, {}, {1}});
  pool.add("state", {KILN_UINT64, {2}, {7, 5}});
  return pool;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> out;
  for (std::string word; stream >> word;) out.push_back(word);
  return out;
}

void check_group(runtime::Context& context, const Pool& pool, const std::vector<Sample>& list) {
  const bool wide = real_of(context) == KILN_FLOAT64;
  // Those with a gradient that differences can show, and the others.
  Values derived, others;
  std::vector<std::vector<std::pair<bool, std::size_t>>> found;  // by sample and output
  for (const Sample& sample : list) {
    INFO(sample.row);
    Values inputs;
    for (const std::string& name : words(sample.inputs)) inputs.push_back(pool.value(name));
    found.emplace_back();
    for (const Value& value : apply(sample.row, inputs, sample.attributes)) {
      value.node->set_label(sample.row);
      const bool shown = sample.gradient && value.type().dtype == real_of(context) &&
                         sample.inputs.find("state") == std::string::npos;
      Values& list_of = shown ? derived : others;
      found.back().emplace_back(shown, list_of.size());
      list_of.push_back(value);
    }
  }
  VerifyOptions options;
  options.context = &context;
  VerifyReport report;
  if (!derived.empty()) {
    report = verify_grad(derived, pool.inputs(), pool.arguments(), options);
    CHECK(report.compared > 50);
  }
  Arrays rest;
  if (!others.empty()) rest = pool.call(others, context);
  for (std::size_t k = 0; k < list.size(); ++k) {
    Inputs inputs{context, {}};
    for (const std::string& name : words(list[k].inputs)) inputs.hosts.push_back(&pool.host(name));
    const std::vector<Doubles> expected = list[k].expected(inputs);
    REQUIRE(expected.size() == found[k].size());
    for (std::size_t o = 0; o < expected.size(); ++o) {
      const auto [shown, place] = found[k][o];
      const array::Array& result = shown ? *report.results[place] : *rest[place];
      INFO(list[k].row << ", output " << o << " on " << context.device() << ": "
                       << layout::shape_text(result.shape()));
      const Doubles got = numbers(result);
      REQUIRE(got.size() == expected[o].size());
      for (std::size_t i = 0; i < got.size(); ++i) {
        INFO("element " << i << ": got " << got[i] << ", expected " << expected[o][i]);
        CHECK(close(got[i], expected[o][i], wide ? 1e-12 : 1e-5));
      }
    }
  }
}

}  // namespace

TEST_CASE("every operation of graphs has a sample", "[graph-table]") {
  std::set<std::string> tested{"compress", "nonzero", "unique"};
  for (const auto& group : samples())
    for (const Sample& sample : group) tested.insert(sample.row);
  std::ifstream file(KILN_GRAPH_PAGE);
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& name : operation_names()) {
    INFO(name);
    CHECK(tested.count(name) == 1);
    CHECK(page.find("`" + name + "`") != std::string::npos);
  }
}

TEST_CASE("operations of graphs give what array operations give, and their gradients differences",
          "[graph-ops]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool pool = pool_of(context);
    for (auto group : samples()) {
      // Kernels of distributions take long to compile; tests of arrays have them all.
      if (!many())
        std::erase_if(group, [](const Sample& sample) {
          return sample.row == "random_normal" || sample.row == "random_exponential" ||
                 sample.row == "random_bits";
        });
      check_group(context, pool, group);
    }
  }
}

TEST_CASE("second derivatives of operations", "[graph-long]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool pool = pool_of(context);
    const Value &x = pool.value("x"), &i = pool.value("i");
    const Value square = apply(expr::Fn::multiply, {x, x}),
                joined = concat({square, take(build("x*x*x", {{"x", x}}), i, 0)}, 0),
                shares = apply("softmax", {joined}, {})[0];
    Values costs{apply("sum", {build("a*a*b", {{"a", shares}, {"b", joined}})}, {})[0]};
    if (many()) {
      costs.push_back(apply("sum", {build("a*x", {{"a", sort(square, 1)}, {"x", x}})}, {})[0]);
      costs.push_back(apply("sum", {scan(KILN_SCAN_PROD, x, 1)}, {})[0]);
    }
    Values first;
    for (const Value& cost : costs) first.push_back(grad(cost, {&x, 1})[0]);
    VerifyOptions options;
    options.context = &context;
    CHECK(verify_grad(first, pool.inputs(), pool.arguments(), options).compared > 10);
  }
}

TEST_CASE("operations whose shape depends on elements are refused", "[graph-table]") {
  const Value x = make_input("x", {KILN_FLOAT32, {kUnknown}});
  for (const char* name : {"nonzero", "unique", "compress"}) {
    try {
      apply(name, {x}, {});
      FAIL(name);
    } catch (const backend::Error& error) {
      CHECK(error.status() == KILN_UNSUPPORTED);
      CHECK(error.message().find("the shape of the result depends on elements") != std::string::npos);
    }
  }
}

}  // namespace kiln::test
