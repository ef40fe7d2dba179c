// SPDX-License-Identifier: Apache-2.0
// Random graphs, compiled and run as programs run them, against the same graphs without optimisation where
// every value is kept: calls of each signature one by one, recorded and replayed, other extents between them.
// KILN_TEST_CASES=n runs n times as many graphs. KILN_TEST_SEED=n begins with graph n, and runs it alone, with its text
// if it fails, if KILN_TEST_CASES is not set.
#include <cstdlib>

#include "../support/random_graph.hpp"
#include "graph/passes/pass.hpp"

namespace kiln::test {
namespace {

std::vector<double> drawn(const std::vector<std::byte>& bytes, DType dtype) {
  std::vector<double> out;
  for (std::size_t at = 0; at < bytes.size(); at += base::dtype_size(dtype))
    out.push_back(Scalar::load(dtype, &bytes[at]).cast(KILN_FLOAT64).re);
  return out;
}
std::vector<std::byte> bytes_of(const Array& array) {
  std::vector<std::byte> bytes(std::size_t(array.size()) * array.itemsize());
  if (!bytes.empty()) array::read(array, bytes.data(), nullptr, "test");
  return bytes;
}
std::vector<double> drawn(const Array& array) { return drawn(bytes_of(array), array.dtype()); }

using Results = std::vector<Ref<Array>>;

class RandomCase {
 public:
  RandomCase(std::uint64_t seed, Context& context) : context_(context), graph_(seed, context) {
    for (std::size_t k = 0; k < graph_.inputs.size(); ++k) on_device_.push_back(graph_.below(3));
    arrays_.resize(graph_.inputs.size());
  }

  // What went wrong, or "".
  std::string run() {
    try {
      make();
      const std::size_t order[] = {0, 0, 0, 1, 1, 0};
      std::size_t last = SIZE_MAX;
      for (const std::size_t shaping : order) {
        if (shaping != last) reshape(last = shaping);
        const std::size_t times = graph_.repeatable && graph_.chance(4) ? 3 : 1;
        std::string wrong = call(shaping, times);
        if (!wrong.empty()) return wrong;
        if (graph_.chance(12)) function_->release_memory();
      }
      return "";
    } catch (const base::Error& error) {
      return error.message();
    }
  }
  std::string text() const {
    return graph_.text() + (function_ ? function_->describe("debugprint") + function_->describe("passes") : "");
  }

 private:
  void make() {
    FunctionSpec spec;
    spec.context = &context_;
    spec.name = "random";
    spec.on_unused = OnUnused::ignore;
    for (const std::size_t i : graph_.inputs) spec.inputs.push_back({graph_.values[i].value});
    FunctionSpec plain = spec;
    plain.optimizer = Optimizer::none;
    plain.excluded_passes = pass_names();
    for (const RandomValue& value : graph_.values) plain.outputs.push_back({value.value});
    plain_ = Function::create(std::move(plain));
    for (const std::size_t i : graph_.outputs) {
      const Value& value = graph_.values[i].value;
      switch (graph_.below(4)) {
        case 0:
          spec.outputs.push_back({transfer(value, Ref<Context>(&context_))});
          break;
        case 1:
          spec.outputs.push_back({transfer(value, Ref<Context>(&context_)), true});
          break;
        default:
          spec.outputs.push_back({value});
      }
    }
    for (const auto& [variable, value] : graph_.updates)
      spec.updates.emplace_back(graph_.values[variable].value, graph_.values[value].value);
    spec.keep_memory = graph_.chance(2);
    const std::int64_t mode = graph_.below(8);
    if (mode == 0) spec.mode = Mode::fast_compile;
    if (mode == 1 && many()) spec.mode = Mode::debug;
    if (mode == 2)
      for (const std::string& pass : pass_names())
        if (graph_.chance(3)) spec.excluded_passes.push_back(pass);
    function_ = Function::create(std::move(spec));
  }

  static Shared& shared(const RandomValue& value) { return op_as<SharedLeaf>(value.value)->shared(); }

  // New elements of the shaping's extents for shared variables and arguments on the device.
  void reshape(std::size_t shaping) {
    for (const std::size_t i : graph_.shared) {
      const RandomValue& value = graph_.values[i];
      const auto bytes = graph_.elements(value, shaping);
      shared(value).replace(
          array::from_host(context_, value.dtype(), value.shape(shaping), nullptr, value.dtype(), bytes.data(), "test"),
          "test");
    }
    for (std::size_t k = 0; k < graph_.inputs.size(); ++k)
      if (on_device_[k] > 0) arrays_[k] = device_array(graph_.values[graph_.inputs[k]], shaping, on_device_[k] == 2);
  }
  // Contiguous, or every second element backwards.
  Ref<Array> device_array(const RandomValue& value, std::size_t shaping, bool strided) {
    Dims shape = value.shape(shaping);
    if (!strided || shape.empty()) return array::empty(context_, value.dtype(), shape, "test");
    shape.back() *= 2;
    const auto whole = array::empty(context_, value.dtype(), shape, "test");
    std::vector<layout::Index> indices(shape.size());
    indices.back().step = -2;
    return array::view(*whole, layout::index(whole->layout(), indices, "test"), true);
  }

  std::string call(std::size_t shaping, std::size_t times) {
    std::vector<std::vector<std::byte>> hosts;
    std::vector<Argument> arguments;
    for (std::size_t k = 0; k < graph_.inputs.size(); ++k) {
      const RandomValue& value = graph_.values[graph_.inputs[k]];
      hosts.push_back(graph_.elements(value, shaping));
      Argument argument;
      argument.dtype = value.dtype();
      argument.shape = value.shape(shaping);
      argument.data = hosts.back().data();
      if (on_device_[k] > 0) {
        argument.array = arrays_[k].get();
        if (!hosts.back().empty()) array::write(*arrays_[k], hosts.back().data(), nullptr, "test");
      }
      arguments.push_back(argument);
    }
    std::vector<std::vector<std::byte>> before;
    for (const std::size_t i : graph_.shared) before.push_back(bytes_of(*shared(graph_.values[i]).value()));
    Results expected = plain_->call(arguments);
    for (std::size_t t = 1; t < times; ++t) {
      for (const auto& [variable, value] : graph_.updates)
        array::assign(*shared(graph_.values[variable]).value(), *expected[value], "test");
      expected = plain_->call(arguments);
    }
    for (std::size_t k = 0; times > 1 && k < graph_.shared.size(); ++k)
      if (!before[k].empty())
        array::write(*shared(graph_.values[graph_.shared[k]]).value(), before[k].data(), nullptr, "test");
    const Results got = function_->run(arguments, times);
    for (std::size_t k = 0; k < got.size(); ++k) {
      const std::string wrong = difference(graph_.outputs[k], *expected[graph_.outputs[k]], *got[k]);
      if (!wrong.empty())
        return fmt::format("call {} with shaping {} x{}: output {}: {}", calls_, shaping, times, k, wrong);
    }
    for (std::size_t k = 0; k < graph_.shared.size(); ++k) {
      const std::size_t variable = graph_.shared[k];
      std::size_t value = variable;
      for (const auto& [updated, fresh] : graph_.updates)
        if (updated == variable) value = fresh;
      const std::string wrong = difference(value, *expected[value], *shared(graph_.values[variable]).value());
      if (!wrong.empty())
        return fmt::format("call {} with shaping {} x{}: shared %{}: {}", calls_, shaping, times, variable, wrong);
    }
    ++calls_;
    return "";
  }

  std::string difference(std::size_t which, const Array& expected, const Array& got) const {
    const RandomValue& value = graph_.values[which];
    if (got.shape() != expected.shape() || got.dtype() != expected.dtype())
      return fmt::format("%{} is {}{}, expected {}{}", which, base::dtype_name(got.dtype()),
                         layout::shape_text(got.shape()), base::dtype_name(expected.dtype()),
                         layout::shape_text(expected.shape()));
    const std::vector<double> a = drawn(expected), b = drawn(got);
    double largest = 1;
    for (const double number : a)
      if (std::isfinite(number)) largest = std::max(largest, std::fabs(number));
    const double allowed = value.last ? value.range.error * largest : value.range.exact ? 0 : 4 * value.range.error;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
      // Derivatives may be no numbers where those of the stable form are.
      if (value.last && !std::isfinite(a[i])) continue;
      if (std::fabs(a[i] - b[i]) <= allowed) continue;
      return fmt::format("element {} of %{} is {}, expected {}, at most {} off", i, which, b[i], a[i], allowed);
    }
    return "";
  }

  Context& context_;
  RandomGraph graph_;
  std::vector<std::int64_t> on_device_;
  Results arrays_;
  Ref<Function> plain_, function_;
  int calls_ = 0;
};

TEST_CASE("random graphs are what they are without optimisation", "[graph][random]") {
  const auto [first, end] = seeds(2);
  for (const auto& context : contexts())
    for (std::uint64_t seed = first; seed < end; ++seed) {
      RandomCase random(seed, *context);
      const std::string wrong = random.run();
      if (std::getenv("KILN_TEST_VERBOSE")) WARN(seed << "\n" << random.text());
      if (wrong.empty()) continue;
      FAIL_CHECK("KILN_TEST_SEED=" << seed << ": " << wrong << (end == first + 1 ? "\n" + random.text() : ""));
    }
}

}  // namespace
}  // namespace kiln::test
