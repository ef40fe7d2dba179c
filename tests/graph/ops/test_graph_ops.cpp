// SPDX-License-Identifier: Apache-2.0
// Every operation of the table: results against array operations and host loops, gradients against
// differences. An operation without a sample fails the test.
#include <fstream>
#include <set>

#include "../support/ops_samples.hpp"

namespace kiln::test {
namespace {

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
      const bool shown =
          sample.gradient && value.type().dtype == real_of(context) && sample.inputs.find("state") == std::string::npos;
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
      INFO(list[k].row << ", output " << o << " on " << context.device() << ": " << layout::shape_text(result.shape()));
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

TEST_CASE("operations of graphs give what array operations give, and their gradients differences", "[graph-ops]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const Pool pool = pool_of(context);
    for (auto group : samples()) {
      // Kernels of distributions take long to compile; tests of arrays have them all.
      if (!many())
        std::erase_if(group, [](const Sample& sample) {
          return sample.row == "random_normal" || sample.row == "random_exponential" || sample.row == "random_bits";
        });
      check_group(context, pool, group);
    }
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
