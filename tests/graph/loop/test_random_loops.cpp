// SPDX-License-Identifier: Apache-2.0
// Random programs with loops and choices beside the same programs on the host: as they are compiled by default, and
// with passes left out. Each call goes on from the shared variables and random streams that the call before left.
// KILN_TEST_CASES=n runs n times as many. KILN_TEST_SEED=n begins with program n, and runs it alone, with its text if
// it fails, if KILN_TEST_CASES is not set.
#include <fmt/ranges.h>

#include <cstdlib>
#include <functional>
#include <numeric>

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
    make_state();
    Values given = arguments, states = streams_;
    given.insert(given.end(), variables_.begin(), variables_.end());
    const Values values = build_program(program_, given, states);
    FunctionSpec spec;
    spec.name = "loops";
    spec.context = &context_;
    spec.on_unused = OnUnused::ignore;
    for (const graph::Value& argument : arguments) spec.inputs.push_back({argument});
    for (const int output : program_.outputs) spec.outputs.push_back({values[std::size_t(output)]});
    for (const ProgramUpdate& update : program_.updates) {
      const graph::Value& variable = given[std::size_t(update.variable)];
      spec.updates.emplace_back(variable, graph::cast(values[std::size_t(update.next)], variable.type().dtype));
    }
    for (std::size_t i = 0; !program_.default_updates && i < states.size(); ++i)
      spec.updates.emplace_back(streams_[i], states[i]);
    if (program_.gradients == 0) return spec;
    const GradOptions options{{}, {}, Disconnected::ignore};
    Values by;
    for (std::size_t i = 0; i < given.size(); ++i)
      if (program_.differentiable(int(i))) by.push_back(given[i]);
    const Values first = grad(program_cost(program_, values), by, options);
    for (const graph::Value& each : first) spec.outputs.push_back({each});
    if (program_.gradients == 2)
      for (const graph::Value& each : grad(total(first), by, options)) spec.outputs.push_back({each});
    return spec;
  }

  void make_state() {
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      variable_elements_.emplace_back();
      variables_.push_back(share(first_value(i, 0), "s" + std::to_string(i)));
    }
    for (const auto& words : program_.streams) {
      streams_.push_back(share(array::from_host(context_, KILN_UINT64, Dims{2}, nullptr, KILN_UINT64, words.data())));
      host_streams_.push_back({words[0], words[1]});
    }
  }
  static Shared& shared(const graph::Value& leaf) { return op_as<SharedLeaf>(leaf)->shared(); }
  Dims variable_shape(std::size_t i, std::size_t shaping) const {
    Dims shape;
    for (const int extent : program_.values[std::size_t(program_.arguments) + i])
      shape.push_back(program_.sizes[shaping][extent]);
    return shape;
  }
  Ref<Array> first_value(std::size_t i, std::size_t shaping) {
    const Dims shape = variable_shape(i, shaping);
    auto& own = variable_elements_[i];
    own.clear();
    for (std::int64_t k = std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>()); k > 0; --k)
      own.push_back(program_.variables[i].counter ? double(program_.below(101)) : program_.element());
    const auto bytes = bytes_of(own, program_.variables[i].dtype);
    const DType dtype = program_.variables[i].dtype;
    return array::from_host(context_, dtype, shape, nullptr, dtype, bytes.data(), "test");
  }
  static std::vector<std::byte> bytes_of(const std::vector<double>& numbers, DType dtype) {
    std::vector<std::byte> bytes(numbers.size() * base::dtype_size(dtype));
    for (std::size_t k = 0; k < numbers.size(); ++k)
      Scalar::real(KILN_FLOAT64, numbers[k]).cast(dtype).store(bytes.data() + k * base::dtype_size(dtype));
    return bytes;
  }

  // Compares what a call left, and takes the device's numbers for the next call.
  std::string check_state(const ProgramHost& host) {
    const std::vector<ProgramHost::Result> want = host.variables();
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const Ref<Array> now = shared(variables_[i]).value();
      const std::string wrong = difference(*now, want[i]);
      if (!wrong.empty()) return fmt::format("shared variable {}: {}", i, wrong);
      variable_elements_[i] = numbers_of(*now);
    }
    host_streams_ = host.streams();
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      const auto now = values_of<std::uint64_t>(*shared(streams_[i]).value());
      if (now != std::vector{host_streams_[i].seed, host_streams_[i].counter})
        return fmt::format("stream {} is {}, expected counter {}", i, now, host_streams_[i].counter);
    }
    return "";
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
      for (std::int64_t k = 0; k < size; ++k) own.push_back(program_.element());
      argument.data = bytes.emplace_back(bytes_of(own, program_.dtype)).data();
      arguments.push_back(argument);
    }
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const Dims shape = variable_shape(i, shaping);
      if (shared(variables_[i]).value()->shape() != shape)
        shared(variables_[i]).replace(first_value(i, shaping), "test");
    }
    elements.insert(elements.end(), variable_elements_.begin(), variable_elements_.end());
    ProgramHost host(program_, shaping, elements, host_streams_);
    const auto want = host.results();
    const auto got = function.call(arguments);
    if (got.size() != want.size()) return fmt::format("{} outputs, expected {}", got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      const std::string wrong = difference(*got[i], want[i]);
      if (!wrong.empty()) return fmt::format("shaping {}: output {}: {}", shaping, i, wrong);
    }
    return check_state(host);
  }

  static std::vector<double> numbers_of(const Array& array) {
    std::vector<std::byte> bytes(std::size_t(array.size()) * array.itemsize());
    if (!bytes.empty()) array::read(array, bytes.data(), nullptr, "test");
    std::vector<double> numbers;
    for (std::size_t at = 0; at < bytes.size(); at += array.itemsize())
      numbers.push_back(Scalar::load(array.dtype(), &bytes[at]).cast(KILN_FLOAT64).re);
    return numbers;
  }

  std::string difference(const Array& got, const ProgramHost::Result& want) const {
    if (got.size() != std::int64_t(want.numbers.size()) || (got.size() > 0 && got.shape() != want.shape))
      return fmt::format("shape {}, expected {}", layout::shape_text(got.shape()), layout::shape_text(want.shape));
    const std::vector<double> numbers = numbers_of(got);
    double largest = 1;
    for (const double number : want.numbers) largest = std::max(largest, std::fabs(number));
    const double allowed = base::is_integer(got.dtype()) ? 0 : (program_.exact() ? 1e-9 : 1e-3) * largest;
    for (std::size_t i = 0; i < want.numbers.size(); ++i) {
      if (!(std::fabs(numbers[i] - want.numbers[i]) <= allowed))
        return fmt::format("element {} is {}, expected {}", i, numbers[i], want.numbers[i]);
    }
    return "";
  }

  Context& context_;
  LoopProgram program_;
  Values variables_, streams_;
  std::vector<std::vector<double>> variable_elements_;  // present ones
  std::vector<HostStream> host_streams_;
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
