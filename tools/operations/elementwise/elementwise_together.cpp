// SPDX-License-Identifier: Apache-2.0
// Many elementwise functions in one kernel: compiling is what a check of each takes its time for.
#include <algorithm>

#include "elementwise_functions.hpp"
#include "rows.hpp"

namespace kiln::operations {

namespace {

using namespace elementwise;

constexpr std::size_t kOperands = 32;  // of a kernel
constexpr std::int64_t kColumns = 32;

struct One {
  const Function* function;
  std::vector<HostArray> inputs;
  std::vector<Placed> operands;  // inputs, then a given destination
  Expected expected;
  GpuArray result;
};

bool has(const Context& context, const Function& f, kiln_dtype d) {
  for (int k = 0; k < f.arity; ++k)
    if (!has_dtype(context, operand_dtype(f, d, k))) return false;
  return has_dtype(context, result_dtype(f, d));
}

// Special values, then others, as a matrix.
std::vector<HostArray> operands_of(Random& random, const Function& f, kiln_dtype d, std::int64_t rows) {
  const auto specials = special_operands(f, d);
  std::vector<HostArray> out;
  for (int k = 0; k < f.arity; ++k) {
    out.push_back(ordinary_operand(random, f, d, k, {rows, kColumns}));
    if (!specials.empty())
      std::copy(specials[std::size_t(k)].values.begin(), specials[std::size_t(k)].values.end(),
                out.back().values.begin());
  }
  return out;
}

void run(const Context& context, std::vector<One>& together, kiln_dtype d, Random& random, bool contiguous,
         bool in_place) {
  std::int64_t rows = 4;
  for (const One& one : together) {
    const auto specials = special_operands(*one.function, d);
    if (!specials.empty()) rows = std::max(rows, 2 + std::int64_t(specials[0].values.size()) / kColumns);
  }
  const auto layout = [&] { return contiguous ? 0 : int(random() % kLayouts); };
  std::string text, results, inputs;
  std::vector<kiln_argument> outputs, others;
  std::vector<kiln::detail::ArrayHandle> made(together.size());
  for (std::size_t i = 0; i < together.size(); ++i) {
    One& one = together[i];
    const Function& f = *one.function;
    one.inputs = operands_of(random, f, d, rows);
    const auto specials = special_operands(f, d);
    one.expected = reference(f, d, one.inputs, specials.empty() ? 0 : specials[0].values.size());
    const std::string number = std::to_string(i), result = "r" + number;
    text += result + " = " + f.name + "(";
    for (int k = 0; k < f.arity; ++k) {
      const HostArray& input = one.inputs[std::size_t(k)];
      one.operands.push_back(place(context, input.dtype, input.shape, layout(), &input));
      const std::string name = std::string(1, char('a' + k)) + number;
      text += (k ? ", " : "") + name;
      inputs += ", " + name;
      others.push_back(kiln::detail::array_argument(one.operands.back().view.get()));
      if (in_place && input.dtype == one.expected.array.dtype) one.result = one.operands.back().view;
    }
    text += "); ";
    results += (i ? ", " : "") + result;
    if (!one.result.valid() && random() % 2) {
      one.operands.push_back(place(context, one.expected.array.dtype, one.expected.array.shape, layout()));
      one.result = one.operands.back().view;
    }
    outputs.push_back(one.result.valid() ? kiln::detail::array_argument(one.result.get())
                                         : kiln::detail::new_argument(made[i].out(), KILN_DTYPE_AUTO));
  }
  const Elementwise compute(context, text, results + inputs);
  outputs.insert(outputs.end(), others.begin(), others.end());
  kiln::detail::check(kiln_elementwise_call(compute.get(), outputs.size(), outputs.data()));
  for (std::size_t i = 0; i < together.size(); ++i)
    if (made[i]) together[i].result = GpuArray(std::move(made[i]), context);
}

}  // namespace

std::vector<Failure> check_together(const Context& context, kiln_dtype dtype, std::uint64_t seed, Counts& counts) {
  std::vector<Failure> failures;
  std::seed_seq sequence{std::uint64_t(seed), std::uint64_t(dtype)};
  Random random(sequence);
  std::vector<One> together;
  std::size_t operands = 0, number = 0;
  const auto finish = [&] {
    std::string names;
    for (const One& one : together) names += std::string(names.empty() ? "" : ", ") + one.function->name;
    const auto fail = [&](const std::string& who, const std::string& what) {
      failures.push_back({who + " of " + kiln_dtype_name(dtype) + " (in one kernel: " + names + "): " + what});
    };
    try {
      // Contiguous operands have kernels of their own; which functions get them changes with the dtype.
      const std::size_t form = (number++ + std::size_t(dtype)) % 4;
      run(context, together, dtype, random, form == 0, form == 3);
      for (const One& one : together) {
        ++counts.samples;
        std::string problem = compare(tolerance(*one.function), one.result, one.expected);
        for (const Placed& operand : one.operands)
          if (problem.empty() && !gaps_untouched(operand)) problem = "memory beside an operand was written";
        if (one.result.dtype() != one.expected.array.dtype)
          problem = std::string("the result is ") + kiln_dtype_name(one.result.dtype());
        if (!problem.empty()) fail(one.function->name, "the result " + problem);
      }
    } catch (const Error& error) {
      fail("some function", std::string("failed: ") + error.what());
    }
    together.clear();
    operands = 0;
  };
  for (const Function& f : functions()) {
    if (!takes(f, dtype) || !has(context, f, dtype)) continue;
    const auto own = std::size_t(f.arity) + 1;
    if (operands + own > kOperands) finish();
    operands += own;
    together.push_back({&f, {}, {}, {}, {}});
  }
  if (!together.empty()) finish();
  return failures;
}

}  // namespace kiln::operations
