// SPDX-License-Identifier: Apache-2.0
// The types of a loop's results, and whether its inputs fit its body.
#include "graph/loop/scan_op.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "graph/loop/body.hpp"
#include "graph/passes/optimise.hpp"

namespace kiln::graph {
namespace {

Type row_type_of(const Type& type) {
  return {type.dtype, Dims(std::span(type.shape.data() + 1, type.shape.size() - 1))};
}

// The type of the values of `count` steps behind `depth` first ones.
Type stacked_type(const std::string& loop, std::int64_t count, std::int64_t depth, const Type& row) {
  Type type{row.dtype, Dims{kUnknown}};
  for (const std::int64_t extent : row.shape) type.shape.push_back(extent);
  if (count == kUnknown) return type;
  std::int64_t bytes = std::int64_t(base::dtype_size(row.dtype));
  bool fits = !__builtin_add_overflow(count, depth, &type.shape[0]);
  for (const std::int64_t extent : type.shape)
    if (extent > 0) fits = fits && !__builtin_mul_overflow(bytes, extent, &bytes);
  if (!fits)
    fail(KILN_OVERFLOW, "{}: got {} steps that each give {}, expected fewer: their bytes overflow 64 bits", loop, count,
         type_text(row));
  return type;
}

}  // namespace

Scan::Scan(ScanDefinition definition) : definition_(std::move(definition)) {
  const ScanDefinition& d = definition_;
  std::unordered_set<const Node*> read;
  for (const NodeRef& node : topological(d.outputs)) {
    recordable_ &= node->op().recordable();
    for (std::size_t i = 0; i < node->inputs().size(); ++i)
      if (node->op().reads(i)) read.insert(node->inputs()[i].node.get());
  }
  for (const Value& output : d.outputs) read.insert(output.node.get());
  std::size_t taps = 0;
  for (const ScanState& state : d.states) taps += state.taps.size();
  for (std::size_t i = 0; i < d.sequences; ++i) reads_.push_back(read.count(d.inputs[i].node.get()) != 0);
  reads_.resize(d.sequences + d.states.size(), true);
  for (std::size_t i = d.sequences + taps; i < d.inputs.size(); ++i)
    reads_.push_back(read.count(d.inputs[i].node.get()) != 0);
  reads_.resize(reads_.size() + step_counts(), takes_count());
}

std::string Scan::bodies_text() const {
  return fmt::format("each step{}: {}", definition_.range == StepRange::until ? ", until its condition is true" : "",
                     operations_text(definition_.outputs));
}

std::string loop_text(const std::string& name) {
  return name.empty() ? "graph.scan" : fmt::format("graph.scan '{}'", base::excerpt(name));
}

std::string Scan::text() const { return loop_text(definition_.name); }

std::int64_t Scan::steps(std::span<const Type> inputs) const {
  std::int64_t steps = definition_.steps;
  for (std::size_t i = 0; i < definition_.sequences; ++i) {
    const std::int64_t rows = inputs[i].shape[0];
    if (rows == kUnknown) continue;
    if (steps != kUnknown && rows != steps)
      fail(KILN_SHAPE_ERROR, "{}: sequence {} is {}, expected {}", text(), i + 1, type_text(inputs[i]),
           base::plural(steps, "row"));
    steps = rows;
  }
  return steps;
}

std::vector<Type> Scan::inner_types(std::span<const Type> inputs) const {
  const ScanDefinition& d = definition_;
  std::vector<Type> inner;
  for (std::size_t i = 0; i < d.sequences; ++i) inner.push_back(row_type_of(inputs[i]));
  for (std::size_t j = 0; j < d.states.size(); ++j) {
    const Type& type = inputs[d.sequences + j];
    for (std::size_t k = 0; k < d.states[j].taps.size(); ++k)
      inner.push_back(d.states[j].last_only ? type : row_type_of(type));
  }
  inner.insert(inner.end(), inputs.begin() + std::ptrdiff_t(first_constant()),
               inputs.end() - std::ptrdiff_t(step_counts()));
  return inner;
}

std::string Scan::state_text(std::size_t j) const {
  const std::string& what = definition_.states[j].what;
  return what.empty() ? fmt::format("state {}", j + 1) : what;
}

std::string Scan::misfit(std::size_t j, Type& row, const Type& made) const {
  bool fits = row.dtype == made.dtype && row.ndim() == made.ndim();
  const Type expected = row;
  for (std::size_t a = 0; fits && a < row.ndim(); ++a) {
    fits = row.shape[a] == made.shape[a] || row.shape[a] == kUnknown || made.shape[a] == kUnknown;
    if (row.shape[a] == kUnknown) row.shape[a] = made.shape[a];
  }
  if (fits) return {};
  return fmt::format("a step gives {} as {}, expected {} as at first", state_text(j), type_text(made),
                     type_text(expected));
}

// A step that cannot read a state as it is at first fails, mostly because it gives the state another shape. So a step
// that reads states of any shape tells what it gives.
std::vector<Type> Scan::body_types(std::span<const Type> inputs) const {
  const ScanDefinition& d = definition_;
  const std::vector<Type> inner = inner_types(inputs);
  try {
    return step_types(inner);
  } catch (const backend::Error& error) {
    std::string changes;
    try {
      std::vector<Type> any = inner;
      std::size_t input = d.sequences;
      for (const ScanState& state : d.states)
        for (std::size_t k = 0; k < state.taps.size(); ++k, ++input)
          any[input].shape = Dims(any[input].ndim(), kUnknown);
      const std::vector<Type> made = step_types(any);
      for (std::size_t j = 0; changes.empty() && j < d.states.size(); ++j) {
        const Type& first = inputs[d.sequences + j];
        Type row = d.states[j].last_only ? first : row_type_of(first);
        changes = misfit(j, row, made[j]);
      }
    } catch (const backend::Error&) {
    }
    std::string message = error.message();
    if (!changes.empty()) message.insert(text().size(), ": " + changes);
    throw BodyError(error.status(), message);
  }
}

std::vector<Type> Scan::step_types(const std::vector<Type>& inner) const {
  const ScanDefinition& d = definition_;
  std::unordered_map<const Op*, Type> leaves;
  bool same = true;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    same &= inner[i] == d.inputs[i].type();
    leaves.emplace(&d.inputs[i].op(), inner[i]);
  }
  const Values outputs = same ? d.outputs : with_shapes(text(), d.outputs, leaves);
  std::vector<Type> types;
  for (const Value& output : outputs) types.push_back(output.type());
  return types;
}

std::vector<Type> Scan::infer(std::span<const Type> inputs) const {
  const std::lock_guard lock(mutex_);
  if (known_outputs_.empty() || !std::equal(inputs.begin(), inputs.end(), known_inputs_.begin(), known_inputs_.end())) {
    known_outputs_ = outer_types(inputs);
    known_inputs_.assign(inputs.begin(), inputs.end());
  }
  return known_outputs_;
}

std::vector<Type> Scan::outer_types(std::span<const Type> inputs) const {
  const ScanDefinition& d = definition_;
  const std::int64_t count = steps(inputs);
  const std::vector<Type> made = body_types(inputs);
  std::vector<Type> types;
  for (std::size_t j = 0; j < d.states.size(); ++j) {
    const ScanState& state = d.states[j];
    const Type& first = inputs[d.sequences + j];
    if (!state.last_only && first.shape[0] != kUnknown && first.shape[0] != state.depth)
      fail(KILN_SHAPE_ERROR, "{}: {} begins as {}, expected {} for its taps", text(), state_text(j), type_text(first),
           base::plural(state.depth, "row"));
    Type row = state.last_only ? first : row_type_of(first);
    if (const std::string wrong = misfit(j, row, made[j]); !wrong.empty())
      fail(row.dtype == made[j].dtype ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR, "{}: {}", text(), wrong);
    types.push_back(state.last_only ? row : stacked_type(text(), count, state.depth, row));
  }
  const bool known = std::all_of(inputs.begin(), inputs.end(), [](const Type& type) { return type.known(); });
  for (std::size_t m = d.states.size(); m < given(); ++m)
    if (known && !made[m].known())
      fail(KILN_UNSUPPORTED,
           "{}: a step gives {}, whose extents only the step tells, as a loop with until decides them: expected "
           "values of the same shape in all steps, or with one element along axis 0 for each row of that loop",
           text(), type_text(made[m]));
  for (std::size_t m = d.states.size(); m < given(); ++m) types.push_back(stacked_type(text(), count, 0, made[m]));
  if (d.range == StepRange::until) types.push_back({KILN_INT64, {}});
  return types;
}

}  // namespace kiln::graph
