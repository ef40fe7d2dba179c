// SPDX-License-Identifier: Apache-2.0
// Parses and checks the texts of a fold, and types its programs for given dtypes.
#include "array/fold/fold.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/flags/flags.hpp"
#include "base/text.hpp"

namespace kiln::array {

using codegen::ReducePrograms;

namespace {

std::string missing(const expr::Statements& statements, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto same = [&](const auto& output) { return output.name == name; };
    if (std::none_of(statements.outputs.begin(), statements.outputs.end(), same)) return name;
  }
  return {};
}

// The named outputs in the order of `names`.
std::vector<expr::Statements::Output> pick(const expr::Statements& statements, const std::vector<std::string>& names) {
  std::vector<expr::Statements::Output> out;
  for (const std::string& name : names)
    for (const auto& output : statements.outputs)
      if (output.name == name) out.push_back(output);
  return out;
}

// The names of the accumulators of the left side, and of each element on the right side of `several`.
std::vector<std::string> several_sides(const std::vector<std::string>& accumulators) {
  std::vector<std::string> sides = accumulators;
  for (int u = 0; u < codegen::kReduceSeveral; ++u)
    for (const std::string& name : accumulators) sides.push_back(fmt::format("{}_{}", name, u));
  return sides;
}

// Errors of a part's text or types name the part.
template <class Call>
auto named(const char* op, const char* part, Call&& call) -> decltype(call()) {
  try {
    return call();
  } catch (const backend::Error& error) {
    throw backend::Error(error.status(), fmt::format("{}: {}: {}", op, part, error.message()), error.vendor_code(),
                         error.log());
  }
}

void check_inputs(const expr::Statements& statements, const std::vector<std::string>& known, const char* part,
                  const char* op) {
  for (const std::string& name : statements.inputs)
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail(KILN_INVALID_ARGUMENT, "{}: {} reads '{}', expected {}", op, part, name,
           known.empty() ? "constants only" : base::join(known, ", "));
}

bool calls_index(const expr::Statements& statements) {
  std::vector<const expr::Node*> open;
  std::unordered_set<const expr::Node*> seen;  // expressions are shared wherever a name is used
  for (const auto& output : statements.outputs) open.push_back(output.value.get());
  while (!open.empty()) {
    const expr::Node* const node = open.back();
    open.pop_back();
    if (!seen.insert(node).second) continue;
    if (node->kind == expr::Node::Kind::index) return true;
    for (const expr::Expr& arg : node->args) open.push_back(arg.get());
  }
  return false;
}

// Refuses two errors that the parser accepts: a name with two meanings, and index() where there is no element.
void check_texts(const FoldParts& parts, const char* op) {
  const auto& outputs = parts.identity.outputs;
  for (const auto& left : outputs) {
    if (left.name == "n") fail(KILN_INVALID_ARGUMENT, "{}: an accumulator is named 'n', the number of elements", op);
    for (const auto& other : outputs)
      if (other.name == left.name + "_")
        fail(KILN_INVALID_ARGUMENT, "{}: the accumulator '{}' has the name of the right side of the accumulator '{}'",
             op, other.name, left.name);
  }
  const std::pair<const char*, const expr::Statements*> texts[] = {
      {"identity", &parts.identity}, {"combine", &parts.combine}, {"finish", &parts.finish}};
  for (const auto& [part, statements] : texts)
    if (calls_index(*statements)) fail(KILN_INVALID_ARGUMENT, "{}: {} calls index(), which only map may", op, part);
}

}  // namespace

FoldParts parse_fold(const ReduceTexts& texts, const std::vector<std::string>& inputs, const char* operation) {
  FoldParts parts;
  parts.identity = named(operation, "identity", [&] { return expr::parse_statements(texts.identity); });
  std::vector<std::string> sides;
  for (const char* side : {"", "_"})
    for (const auto& output : parts.identity.outputs) sides.push_back(output.name + side);
  std::vector<std::string> ends(sides.begin(), sides.begin() + std::ptrdiff_t(sides.size() / 2));
  ends.push_back("n");
  parts.map = named(operation, "map", [&] { return expr::parse_statements(texts.map, inputs); });
  parts.combine = named(operation, "combine", [&] { return expr::parse_statements(texts.combine, sides); });
  if (!texts.next.empty()) parts.next = expr::parse_statements(texts.next, sides);
  if (!texts.several.empty()) {
    sides.resize(sides.size() / 2);
    parts.several = expr::parse_statements(texts.several, several_sides(sides));
  }
  parts.finish = named(operation, "finish", [&] { return expr::parse_statements(texts.finish, ends); });
  if (texts.deviation) parts.deviations = {0};
  check_texts(parts, operation);
  return parts;
}

Fold::Fold(FoldParts parts, std::vector<std::string> inputs, const char* operation) {
  identity_ = std::move(parts.identity);
  for (const auto& output : identity_.outputs) accumulators_.push_back(output.name);
  check_inputs(identity_, {}, "the identity", operation);
  map_ = std::move(parts.map);
  std::vector<std::string> sides = accumulators_;
  for (const std::string& name : accumulators_) sides.push_back(name + "_");
  combine_ = std::move(parts.combine);
  check_inputs(combine_, sides, "combine", operation);
  next_ = parts.next.outputs.empty() ? combine_ : std::move(parts.next);
  if (missing(parts.several, accumulators_).empty()) several_ = std::move(parts.several);
  std::vector<std::string> ends = accumulators_;
  ends.push_back("n");
  ends_ = std::move(parts.ends);
  ends.insert(ends.end(), ends_.begin(), ends_.end());
  finish_ = std::move(parts.finish);
  check_inputs(finish_, ends, "finish", operation);
  const std::pair<const char*, const expr::Statements*> texts[] = {{"map", &map_}, {"combine", &combine_}};
  for (const auto& [part, statements] : texts)
    if (const std::string name = missing(*statements, accumulators_); !name.empty())
      fail(KILN_INVALID_ARGUMENT, "{}: {} does not assign the accumulator '{}'", operation, part, name);
  inputs_ = inputs.empty() ? map_.inputs : std::move(inputs);
  check_inputs(map_, inputs_, "map", operation);
  if (inputs_.empty()) fail(KILN_INVALID_ARGUMENT, "{}: map reads no array, expected one", operation);
  deviations_ = std::move(parts.deviations);
}

ReducePrograms Fold::programs(runtime::Context& context, std::span<const int> signature, const char* op) const {
  ReducePrograms p = programs(signature, op);
  for (const auto* program : {&p.map, &p.combine, &p.finish})
    for (const auto& value : program->values) check_dtype(context, value.dtype, op);
  return p;
}

ReducePrograms Fold::programs(std::span<const int> signature, const char* op) const {
  const DType floating = base::flag_floatX();
  std::vector<expr::InputType> types;
  for (std::size_t i = 0; i < inputs_.size(); ++i) types.push_back({DType(signature[i]), false, false});
  const auto accumulators = pick(map_, accumulators_);
  std::vector<int> own(accumulators_.size(), -1), forced;
  ReducePrograms p;
  p.map = named(op, "map", [&] { return expr::compile(accumulators, inputs_, types, own, floating); });
  std::vector<DType> computed;
  for (const auto& output : p.map.outputs) computed.push_back(base::compute_dtype(output.dtype));
  for (DType dtype : computed) forced.push_back(int(dtype));
  p.map = named(op, "map", [&] { return expr::compile(accumulators, inputs_, types, forced, floating); });
  std::vector<std::string> sides = accumulators_;
  types.clear();
  for (int side = 0; side < 2; ++side)
    for (std::size_t c = 0; c < computed.size(); ++c) {
      types.push_back({computed[c], false, false});
      if (side) sides.push_back(accumulators_[c] + "_");
    }
  p.combine = named(op, "combine",
                    [&] { return expr::compile(pick(combine_, accumulators_), sides, types, forced, floating); });
  p.next = expr::compile(pick(next_, accumulators_), sides, types, forced, floating);
  if (!several_.outputs.empty()) {
    types.clear();
    for (int side = 0; side <= codegen::kReduceSeveral; ++side)
      for (const DType dtype : computed) types.push_back({dtype, false, false});
    p.several = expr::compile(pick(several_, accumulators_), several_sides(accumulators_), types, forced, floating);
    types.resize(2 * computed.size());
  }
  p.deviations = deviations_;
  p.tree = !deviations_.empty();
  std::vector<std::string> ends = accumulators_;
  ends.push_back("n");
  types.resize(computed.size());
  types.push_back({KILN_INT64, true, false});
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    ends.push_back(ends_[i]);
    types.push_back({DType(signature[inputs_.size() + i]), false, false});
  }
  p.finish = named(op, "finish", [&] {
    return expr::compile(finish_.outputs, ends, types, std::span(signature).subspan(inputs_.size() + ends_.size()),
                         floating);
  });
  const auto start = named(op, "identity", [&] { return expr::compile(identity_.outputs, {}, {}, forced, floating); });
  p.identity.resize(computed.size());
  expr::interpret(start, {}, 0, p.identity);
  return p;
}

}  // namespace kiln::array
