// SPDX-License-Identifier: Apache-2.0
// Random programs with loops and choices beside the same programs on the host: as they are compiled by default, and
// with passes left out. KILN_TEST_CASES=n runs n times as many. KILN_TEST_SEED=n begins with program n, and runs it
// alone, with its text if it fails, if KILN_TEST_CASES is not set.
#include <fmt/ranges.h>

#include <cstdlib>

#include "graph/passes/pass.hpp"
#include "random_loops.hpp"

namespace kiln::test {
namespace {

class LoopCase {
 public:
  LoopCase(std::uint64_t seed, Context& context)
      : context_(context), program_(seed, context.properties().has_float64) {}

  // What went wrong, or "".
  std::string run() {
    try {
      FunctionSpec spec = made();
      std::string wrong = check(spec, "");
      if (!wrong.empty()) return wrong;
      const std::int64_t variant = program_.below(6);
      if (variant > 2) return "";
      if (variant == 0) spec.mode = Mode::fast_compile;
      if (variant == 1) spec.optimizer = Optimizer::none;
      for (const std::string& pass : pass_names())
        if (variant == 1 || program_.chance(3)) spec.excluded_passes.push_back(pass);
      return check(spec, fmt::format("variant {} without {}: ", variant, fmt::join(spec.excluded_passes, ":")));
    } catch (const base::Error& error) {
      return error.message();
    }
  }
  std::string text() const { return program_.text(); }

 private:
  FunctionSpec made() {
    Values arguments;
    for (int i = 0; i < program_.arguments; ++i) {
      Type type{program_.dtype, {}};
      for (const int extent : program_.values[std::size_t(i)])
        type.shape.push_back(program_.known_extents ? program_.sizes[0][extent] : kUnknown);
      arguments.push_back(make_input("x" + std::to_string(i), type));
    }
    const Values values = build_program(program_, arguments);
    FunctionSpec spec;
    spec.name = "loops";
    spec.context = &context_;
    spec.on_unused = OnUnused::ignore;
    for (const graph::Value& argument : arguments) spec.inputs.push_back({argument});
    for (const int output : program_.outputs) spec.outputs.push_back({values[std::size_t(output)]});
    if (program_.gradients == 0) return spec;
    const GradOptions options{{}, {}, Disconnected::ignore};
    const Values first = grad(program_cost(program_, values), arguments, options);
    for (const graph::Value& each : first) spec.outputs.push_back({each});
    if (program_.gradients == 2)
      for (const graph::Value& each : grad(total(first), arguments, options)) spec.outputs.push_back({each});
    return spec;
  }

  std::string check(const FunctionSpec& spec, const std::string& what) {
    const auto function = Function::create(spec);
    // Step by step, with a recording, replayed; then with other extents and back.
    const std::size_t order[] = {0, 0, 0, 1, 0};
    const std::size_t calls = program_.known_extents ? 3 : 5;
    for (std::size_t call = 0; call < calls; ++call) {
      const std::string wrong = check_call(*function, order[call]);
      if (!wrong.empty()) return fmt::format("{}call {}: {}", what, call, wrong);
    }
    return "";
  }

  std::string check_call(Function& function, std::size_t shaping) {
    std::vector<std::vector<double>> elements;
    std::vector<std::vector<std::byte>> bytes;
    std::vector<Argument> arguments;
    for (int i = 0; i < program_.arguments; ++i) {
      Argument argument;
      argument.dtype = program_.dtype;
      std::int64_t size = 1;
      for (const int extent : program_.values[std::size_t(i)]) {
        argument.shape.push_back(program_.sizes[shaping][extent]);
        size *= argument.shape.back();
      }
      auto& own = elements.emplace_back();
      auto& raw = bytes.emplace_back(std::size_t(size) * base::dtype_size(program_.dtype));
      for (std::int64_t k = 0; k < size; ++k) {
        own.push_back(program_.element());
        Scalar::real(KILN_FLOAT64, own.back())
            .cast(program_.dtype)
            .store(raw.data() + std::size_t(k) * base::dtype_size(program_.dtype));
      }
      argument.data = raw.data();
      arguments.push_back(argument);
    }
    const auto want = ProgramHost(program_, shaping, elements).results();
    const auto got = function.call(arguments);
    if (got.size() != want.size()) return fmt::format("{} outputs, expected {}", got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      const std::string wrong = difference(*got[i], want[i]);
      if (!wrong.empty()) return fmt::format("shaping {}: output {}: {}", shaping, i, wrong);
    }
    return "";
  }

  std::string difference(const Array& got, const ProgramHost::Result& want) const {
    if (got.size() != std::int64_t(want.numbers.size()) || (got.size() > 0 && got.shape() != want.shape))
      return fmt::format("shape {}, expected {}", layout::shape_text(got.shape()), layout::shape_text(want.shape));
    std::vector<std::byte> bytes(want.numbers.size() * got.itemsize());
    if (!bytes.empty()) array::read(got, bytes.data(), nullptr, "test");
    double largest = 1;
    for (const double number : want.numbers) largest = std::max(largest, std::fabs(number));
    const double allowed = program_.integers() ? 0 : (program_.dtype == KILN_FLOAT64 ? 1e-9 : 1e-3) * largest;
    for (std::size_t i = 0; i < want.numbers.size(); ++i) {
      const double number = Scalar::load(got.dtype(), &bytes[i * got.itemsize()]).cast(KILN_FLOAT64).re;
      if (!(std::fabs(number - want.numbers[i]) <= allowed))
        return fmt::format("element {} is {}, expected {}", i, number, want.numbers[i]);
    }
    return "";
  }

  Context& context_;
  LoopProgram program_;
};

TEST_CASE("random programs with loops are what they are on the host", "[loops-random]") {
  const auto [first, end] = seeds(small() ? 16 : 4);
  for (const auto& context : contexts())
    for (std::uint64_t seed = first; seed < end; ++seed) {
      if (std::getenv("KILN_TEST_VERBOSE")) WARN(seed << "\n" << LoopProgram(seed, true).text());
      LoopCase random(seed, *context);
      const std::string wrong = random.run();
      if (wrong.empty()) continue;
      FAIL_CHECK("KILN_TEST_SEED=" << seed << ": " << wrong << (end == first + 1 ? "\n" + random.text() : ""));
    }
}

}  // namespace
}  // namespace kiln::test
