// SPDX-License-Identifier: Apache-2.0
#include "random_loops.hpp"

#include <fmt/ranges.h>

namespace kiln::test {

std::int64_t ProgramSequence::low() const {
  std::int64_t low = 0;
  for (const std::int64_t tap : taps) low = std::min(low, tap);
  return low;
}
std::int64_t ProgramSequence::high() const {
  std::int64_t high = 0;
  for (const std::int64_t tap : taps) high = std::max(high, tap);
  return high;
}
std::int64_t ProgramResult::depth() const {
  std::int64_t depth = 0;
  for (const std::int64_t tap : taps) depth = std::max(depth, -tap);
  return initial < 0 ? 0 : depth;
}

LoopProgram::LoopProgram(std::uint64_t seed, bool wide) : rng_(seed) {
  const DType dtypes[] = {KILN_FLOAT64, KILN_FLOAT64, KILN_FLOAT64, KILN_FLOAT32, KILN_INT64};
  dtype = dtypes[below(5)];
  if (!wide && dtype == KILN_FLOAT64) dtype = KILN_FLOAT32;
  if (!integers() && !chance(3)) gradients = dtype == KILN_FLOAT64 && chance(4) ? 2 : 1;
  known_extents = chance(2);
  for (auto& size : sizes) {
    size[kSteps] = 3 + below(5);
    size[kElements] = 1 + below(4);
    size[kThree] = 3;
  }
  for (int i = 0; i < kArgumentExtents; ++i) extents_.push_back({i == kElements ? 1 : 3, 0, false});
  Scope scope;
  for (const Extents& extents : std::vector<Extents>{{kSteps, kElements},
                                                     {kSteps},
                                                     {kSteps, kElements},
                                                     {kElements},
                                                     {kThree, kElements},
                                                     {kElements, kElements},
                                                     {}})
    made(extents, scope);
  arguments = int(values.size());
  if (seed % 2) add_variables(scope, wide);
  // State makes programs larger.
  const std::int64_t loops = 1 + below(variables.empty() && streams.empty() ? 3 : 2);
  for (std::int64_t i = 0; i < loops; ++i) {
    for (std::int64_t k = below(3); k > 0; --k) grow(operations, scope, 1);
    loop(operations, scope, 0);
  }
  for (std::int64_t k = below(4); k > 0; --k) grow(operations, scope, 1);
  for (int value = arguments; value < int(values.size()); ++value)
    if (std::count(scope.begin(), scope.end(), value) && (value + 1 == int(values.size()) || chance(2)))
      outputs.push_back(value);
  if (outputs.empty()) outputs.push_back(scope.back());
  end_state(scope);
}

double LoopProgram::element() { return integers() ? double(below(101)) : double(below(1 << 20)) / (1 << 19) - 1; }

int LoopProgram::made(const Extents& extents, Scope& scope) {
  values.push_back(extents);
  scope.push_back(int(values.size()) - 1);
  return scope.back();
}
bool LoopProgram::leads(const Extents& extents, std::int64_t least) const {
  return !extents.empty() && extents_[std::size_t(extents[0])].least >= least;
}
bool LoopProgram::has_elements(const Extents& extents) const {
  return std::all_of(extents.begin(), extents.end(), [&](int e) { return extents_[std::size_t(e)].least > 0; });
}
// All steps must give values of one shape.
bool LoopProgram::may_leave(const Extents& extents, int depth) const {
  return std::none_of(extents.begin(), extents.end(), [&](int e) {
    return extents_[std::size_t(e)].varies && extents_[std::size_t(e)].depth >= depth;
  });
}

// The leading extent, if a loop with a condition in the step makes it and all steps have the same at most. The step
// makes the extents from `first` on.
int LoopProgram::rows_made(const Extents& extents, int first, int depth) const {
  if (extents.empty() || !may_leave(Extents(extents.begin() + 1, extents.end()), depth)) return -1;
  return extents[0] >= first && extents_[std::size_t(extents[0])].most >= 0 ? extents[0] : -1;
}

int LoopProgram::function_of(std::size_t operands) {
  const auto all = loop_functions(integers());
  for (;;) {
    const std::int64_t which = below(std::int64_t(all.size()));
    const LoopFunction& function = all[std::size_t(which)];
    if (function.operands == operands && (function.smooth || gradients == 0)) return int(which);
  }
}

int LoopProgram::add_function(Operations& to, Scope& scope, int x, int y) {
  ProgramOperation operation{ProgramOperation::Kind::function, {x}, {}, function_of(y < 0 ? 1 : 2), 0, nullptr};
  if (y >= 0) operation.operands.push_back(y);
  const Extents extents = values[std::size_t(x)];
  operation.results = {made(extents, scope)};
  to.push_back(std::move(operation));
  return scope.back();
}

// Whether what a value has on the average exceeds some number.
int LoopProgram::add_condition(Operations& to, Scope& scope, const Scope& from) {
  const int x = pick(from, [&](const Extents& e) { return has_elements(e); });
  if (x < 0) return -1;
  const double number = integers() ? double(20 + below(80)) + 0.5 : double(below(2001) - 1000) / 2000 + 0.00031;
  // Conditions are no operands of other operations.
  Scope own;
  to.push_back({ProgramOperation::Kind::condition, {x}, {made({}, own)}, 0, number, nullptr});
  (void)scope;
  conditions_.push_back(own.back());
  return own.back();
}

void LoopProgram::grow(Operations& to, Scope& scope, int depth) {
  if (!(variables.empty() && streams.empty()) && chance(3)) return state_operation(to, scope);
  const std::int64_t which = below(20);
  if (which < 9) {
    const int x = pick(scope, [](const Extents&) { return true; });
    const Extents extents = values[std::size_t(x)];
    int y = -1;
    if (!chance(3))
      y = pick(scope, [&](const Extents& e) {
        return e.size() <= extents.size() && std::equal(e.rbegin(), e.rend(), extents.rbegin());
      });
    add_function(to, scope, x, y);
  } else if (which < 13) {
    reduce(to, scope);
  } else if (which < 15) {
    product(to, scope);
  } else if (which < 17 || depth > 1) {
    choice(to, scope);
  } else {
    loop(to, scope, depth);
  }
}

void LoopProgram::reduce(Operations& to, Scope& scope) {
  using Kind = ProgramOperation::Kind;
  const int x = pick(scope, [&](const Extents& e) { return !e.empty() && has_elements(e); });
  if (x < 0) return;
  Extents extents = values[std::size_t(x)];
  const std::int64_t what = below(4);
  ProgramOperation operation{what == 0 ? Kind::row : what == 1 ? Kind::flip : Kind::reduce, {x}, {}, 0, 0, nullptr};
  if (operation.kind == Kind::row) operation.which = int(below(2));
  if (operation.kind == Kind::reduce) operation.which = int(below(std::int64_t(extents.size()) + 1)) - 1;
  if (operation.kind == Kind::reduce && operation.which < 0) extents.clear();
  if (operation.kind != Kind::flip && !extents.empty()) extents.erase(extents.begin() + operation.which * (what > 1));
  operation.results = {made(extents, scope)};
  to.push_back(std::move(operation));
}

void LoopProgram::product(Operations& to, Scope& scope) {
  const Extents square{kElements, kElements};
  const int w = pick(scope, [&](const Extents& e) { return e == square; });
  const int x = pick(scope, [](const Extents& e) { return !e.empty() && e.size() <= 2 && e.back() == int(kElements); });
  if (w < 0 || x < 0) return;
  const Extents extents = values[std::size_t(x)];
  to.push_back({ProgramOperation::Kind::product, {x, w}, {made(extents, scope)}, 0, 0, nullptr});
}

void LoopProgram::choice(Operations& to, Scope& scope) {
  ProgramOperation operation{ProgramOperation::Kind::choice, {}, {}, 0, 0, nullptr};
  std::vector<int> yes, no;
  for (std::int64_t i = 1 + below(2); i > 0; --i) {
    const int x = pick(scope, [](const Extents&) { return true; });
    const int y = pick(scope, [&](const Extents& e) { return e == values[std::size_t(x)]; });
    if (y < 0) continue;
    yes.push_back(x);
    no.push_back(y);
  }
  const int condition = yes.empty() ? -1 : add_condition(to, scope, scope);
  if (condition < 0) return;
  operation.operands = {condition};
  operation.operands.insert(operation.operands.end(), yes.begin(), yes.end());
  operation.operands.insert(operation.operands.end(), no.begin(), no.end());
  for (const int x : yes) {
    const Extents extents = values[std::size_t(x)];
    operation.results.push_back(made(extents, scope));
  }
  to.push_back(std::move(operation));
}

// Returns how many steps they allow at least.
std::int64_t LoopProgram::add_sequences(ProgramLoop& loop, const Scope& scope, bool fold) {
  const std::vector<std::int64_t> sets[] = {{0},     {0}, {-1, 0}, {0, 1}, {-2, 0, 1},
                                            {1, -1}, {1}, {-1},    {},     {-2, -1, 0, 1}};
  std::int64_t least = 1 << 20;
  for (std::int64_t i = below(4) + fold; i > 0; --i) {
    ProgramSequence sequence;
    sequence.value = pick(scope, [&](const Extents& e) { return leads(e, 1) && e.size() <= 3; });
    if (sequence.value < 0) continue;
    const std::int64_t rows = extents_[std::size_t(values[std::size_t(sequence.value)][0])].least;
    sequence.taps = fold ? sets[0] : sets[below(10)];
    if (rows - (sequence.high() - sequence.low()) < (chance(8) ? 0 : 1)) sequence.taps = {0};
    least = std::min(least, rows - (sequence.high() - sequence.low()));
    loop.sequences.push_back(std::move(sequence));
  }
  return least;
}

void LoopProgram::add_states(ProgramLoop& loop, const Scope& scope, bool map, bool fold) {
  const std::vector<std::int64_t> sets[] = {{-1}, {-1}, {-1}, {-2}, {-1, -2}, {-2, -1}};
  for (std::int64_t i = 1 + below(3); i > 0; --i) {
    ProgramResult result;
    if (!map && (fold || !chance(3))) {
      result.taps = fold ? sets[0] : sets[below(6)];
      const bool one = result.taps == sets[0];
      const std::int64_t depth = one ? 1 : 2;
      result.initial = pick(scope, [&](const Extents& e) { return one ? e.size() <= 2 : leads(e, depth); });
    }
    result.last_only = fold || chance(4);
    loop.results.push_back(std::move(result));
  }
}

// Chooses the number of steps, and what gradients keep.
bool LoopProgram::limit(ProgramLoop& loop, std::int64_t least, int depth) {
  const bool until = chance(depth > 0 ? 2 : 4);
  if (loop.sequences.empty() || chance(4)) {
    const std::int64_t most = std::min<std::int64_t>(least, 5);
    loop.steps = most == 0 || chance(16) ? 0 : 1 + below(most);
    least = loop.steps;
  }
  Extent most{least};
  for (const ProgramSequence& sequence : loop.sequences) {
    const Extent& rows = extents_[std::size_t(values[std::size_t(sequence.value)][0])];
    if (loop.steps != kUnknown || !rows.varies) continue;
    most.varies = true;
    most.depth = std::max(most.depth, rows.depth);
  }
  const bool common = until && (!most.varies || most.depth < depth);
  if (common) extents_.push_back(most);
  loop.rows = int(extents_.size());
  extents_.push_back(
      {until ? std::min<std::int64_t>(least, 1) : least, depth, until || most.varies, common ? loop.rows - 1 : -1});
  if (gradients < 2 && chance(4)) loop.truncate = 1 + below(3);
  if (chance(3)) loop.every = 1 + below(3);
  // Without steps there is no last value of those that no step reads.
  if (least == 0)
    for (ProgramResult& result : loop.results) result.last_only &= result.initial >= 0;
  return until;
}

void LoopProgram::add_body(ProgramLoop& loop, const Scope& outer, int depth) {
  Scope scope = outer;
  const std::size_t own = scope.size();
  const int first = int(extents_.size());
  for (ProgramSequence& sequence : loop.sequences)
    for (std::size_t i = 0; i < sequence.taps.size(); ++i) {
      const Extents& whole = values[std::size_t(sequence.value)];
      sequence.inner.push_back(made(Extents(whole.begin() + 1, whole.end()), scope));
    }
  for (ProgramResult& result : loop.results)
    for (std::size_t i = 0; result.initial >= 0 && i < result.taps.size(); ++i) {
      const Extents& whole = values[std::size_t(result.initial)];
      const bool one = result.taps == std::vector<std::int64_t>{-1};
      result.inner.push_back(made(Extents(whole.begin() + !one, whole.end()), scope));
    }
  begin_updates(loop, scope);
  for (std::int64_t i = 1 + below(4); i > 0; --i) grow(loop.body, scope, depth + 1);
  for (ProgramResult& result : loop.results) {
    const Scope inside(scope.begin() + std::ptrdiff_t(own), scope.end());
    const Scope& from = inside.empty() || chance(8) ? scope : inside;
    if (result.initial < 0) {
      const auto leaves = [&](const Extents& e) {
        return may_leave(e, depth + 1) || rows_made(e, first, depth + 1) >= 0;
      };
      if (chance(2)) result.next = pick(from, [&](const Extents& e) { return rows_made(e, first, depth + 1) >= 0; });
      if (result.next < 0) result.next = pick(from, [&](const Extents& e) { return e.size() <= 2 && leaves(e); });
      if (result.next < 0) result.next = 0;
      const Extents& extents = values[std::size_t(result.next)];
      if (!may_leave(extents, depth + 1)) result.rows = rows_made(extents, first, depth + 1);
      continue;
    }
    const int state = result.inner[std::size_t(below(std::int64_t(result.inner.size())))];
    const Extents extents = values[std::size_t(state)];
    const int other = pick(from, [&](const Extents& e) {
      return e.size() <= extents.size() && std::equal(e.rbegin(), e.rend(), extents.rbegin());
    });
    result.next = other >= 0 && values[std::size_t(other)] == extents && chance(4)
                      ? other
                      : add_function(loop.body, scope, state, other);
  }
  end_updates(loop, scope, own);
}

void LoopProgram::loop(Operations& to, Scope& scope, int depth) {
  const std::int64_t style = below(6);  // 0: map; 1: foldl, which is reduce; 2: foldr; else: scan
  const bool fold = style == 1 || style == 2;
  const auto loop = std::make_shared<ProgramLoop>();
  const std::int64_t least = add_sequences(*loop, scope, style < 3);
  loop->backwards = style == 2 || (style > 2 && chance(3));
  add_states(*loop, scope, style == 0, fold);
  const bool until = limit(*loop, least, depth);
  add_updates(*loop);
  const Scope counts = counts_, conditions = conditions_;
  add_body(*loop, scope, depth);
  if (until) {
    Scope inside;
    for (const ProgramResult& result : loop->results) inside.push_back(result.next);
    loop->condition = add_condition(loop->body, inside, inside);
    if (loop->condition < 0) {
      ProgramOperation& last = loop->body.emplace_back();
      last = {ProgramOperation::Kind::condition, {arguments - 1}, {}, 0, 0.25, nullptr};
      Scope alone;
      last.results = {made({}, alone)};
      loop->condition = alone[0];
    }
  }
  counts_ = counts;
  conditions_ = conditions;
  ProgramOperation operation{ProgramOperation::Kind::loop, {}, {}, 0, 0, loop};
  for (const ProgramResult& result : loop->results) {
    Extents extents = values[std::size_t(result.next)];
    if (result.rows >= 0) extents[0] = extents_[std::size_t(result.rows)].most;
    if (!result.last_only) extents.insert(extents.begin(), loop->rows);
    operation.results.push_back(made(extents, scope));
  }
  add_last_values(*loop, operation, scope, &to == &operations);
  to.push_back(std::move(operation));
}

std::string LoopProgram::text() const {
  return fmt::format("{}, {} gradients, extents {} {} and {} {}{}\n{}{}outputs {}\n", base::dtype_name(dtype),
                     gradients, sizes[0][0], sizes[0][1], sizes[1][0], sizes[1][1], known_extents ? ", known" : "",
                     state_text(), text_of(operations, ""), fmt::join(outputs, " "));
}

std::string LoopProgram::text_of(const Operations& list, const std::string& indent) const {
  const char* const kinds[] = {"",     "reduce", "row",     "flip",  "product", "condition",
                               "loop", "choice", "convert", "count", "draw"};
  std::string out;
  for (const ProgramOperation& each : list) {
    out += indent;
    for (const int result : each.results) out += fmt::format("%{}:{} ", result, values[std::size_t(result)]);
    const bool function = each.kind == ProgramOperation::Kind::function;
    out += fmt::format("= {} %{} which {} number {}{}\n",
                       function ? loop_functions(integers())[std::size_t(each.which)].text : kinds[int(each.kind)],
                       fmt::join(each.operands, " %"), each.which, each.number,
                       each.kind == ProgramOperation::Kind::draw ? fmt::format(" draw {}", each.draw) : "");
    if (!each.loop) continue;
    const ProgramLoop& l = *each.loop;
    out += fmt::format("{}  steps {} truncate {} every {}{} until %{}\n", indent, l.steps, l.truncate, l.every,
                       l.backwards ? " backwards" : "", l.condition);
    for (const ProgramSequence& s : l.sequences)
      out += fmt::format("{}  sequence %{} taps {} as {}\n", indent, s.value, s.taps, s.inner);
    for (const ProgramResult& r : l.results)
      out += fmt::format("{}  output %{} begins %{} taps {} as {}{}{}\n", indent, r.next, r.initial, r.taps, r.inner,
                         r.last_only ? ", the last" : "", r.rows >= 0 ? ", with zeros behind" : "");
    for (const ProgramUpdate& u : l.updates)
      out += fmt::format("{}  update of %{} by %{}\n", indent, u.variable, u.next);
    out += text_of(l.body, indent + "    ");
  }
  return out;
}

}  // namespace kiln::test
