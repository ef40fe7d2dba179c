// SPDX-License-Identifier: Apache-2.0
// Shared variables and random streams of random programs with loops.
#include <fmt/ranges.h>

#include "random_loops.hpp"

namespace kiln::test {
namespace {

// Nearly all of them lie between -1 and 1, which what is computed of such numbers never leaves; integers from 0 to 100.
const ProgramDraw kRealDraws[] = {{Distribution::uniform, {-1, 0.5}},
                                  {Distribution::normal, {0.125, 0.25}},
                                  {Distribution::exponential, {0.125, 0}},
                                  {Distribution::bernoulli, {0.375, 0}}};
const ProgramDraw kIntegerDraws[] = {{Distribution::integers, {0, 101}}, {Distribution::bernoulli, {0.375, 0}}};

// The streams that the operations draw from, also in steps.
void collect_streams(const std::vector<ProgramOperation>& operations, std::vector<int>& streams) {
  const auto add = [&](int stream) {
    if (!std::count(streams.begin(), streams.end(), stream)) streams.push_back(stream);
  };
  for (const ProgramOperation& operation : operations) {
    if (operation.kind == ProgramOperation::Kind::draw) add(operation.which);
    if (operation.loop)
      for (const int stream : operation.loop->streams) add(stream);
  }
}

bool ends_with(const Extents& extents, const Extents& last) {
  return last.size() <= extents.size() && std::equal(last.rbegin(), last.rend(), extents.rbegin());
}

}  // namespace

std::span<const ProgramDraw> program_draws(bool integers) {
  if (integers) return kIntegerDraws;
  return kRealDraws;
}

const ProgramVariable* LoopProgram::variable(int value) const {
  const auto place = std::size_t(value - arguments);
  return value >= arguments && place < variables.size() ? &variables[place] : nullptr;
}
bool LoopProgram::differentiable(int value) const {
  return gradients > 0 && (value < arguments || (variable(value) && !variable(value)->counter));
}
bool LoopProgram::exact() const {
  return dtype == KILN_FLOAT64 && std::all_of(variables.begin(), variables.end(), [](const ProgramVariable& v) {
           return v.counter || v.dtype == KILN_FLOAT64;
         });
}
bool LoopProgram::converted(int value) const { return variable(value)->counter || variable(value)->dtype != dtype; }

void LoopProgram::add_variables(Scope& scope, bool wide) {
  const Extents sets[] = {{}, {kElements}, {kThree}, {kThree, kElements}, {kElements}, {kSteps, kElements}};
  const DType integral[] = {KILN_INT64, KILN_INT32, KILN_INT16, KILN_UINT8};
  for (std::int64_t i = below(4); i > 0; --i) {
    ProgramVariable own{dtype};
    own.counter = chance(3);
    if (own.counter)
      own.dtype = integral[below(4)];
    else if (!integers() && chance(4))
      own.dtype = dtype == KILN_FLOAT64 || !wide ? KILN_FLOAT32 : KILN_FLOAT64;
    else if (integers() && chance(4))
      own.dtype = KILN_INT32;
    variables.push_back(own);
    Scope alone;
    const int value = made(sets[own.counter ? 2 * below(2) : below(6)], alone);
    if (own.counter) counts_.push_back(value);
    if (!converted(value)) scope.push_back(value);
  }
  for (std::int64_t i = variables.empty() ? 1 + below(2) : below(3); i > 0; --i) {
    // Some counters cross 32 bits.
    const std::uint64_t counter = chance(2) ? 0xfffffffeu : std::uint64_t(below(1 << 20));
    streams.push_back({rng_(), counter});
  }
  default_updates = chance(2);
}

int LoopProgram::pick_count(const Extents& extents) {
  for (int tries = 0; tries < 8 && !counts_.empty(); ++tries) {
    const int value = counts_[std::size_t(below(std::int64_t(counts_.size())))];
    if (values[std::size_t(value)] == extents) return value;
  }
  return -1;
}

void LoopProgram::state_operation(Operations& to, Scope& scope) {
  const std::int64_t n = std::int64_t(variables.size()), which = below(n + std::int64_t(streams.size()));
  if (which >= n) return draw(to, scope);
  const int value = arguments + int(which);
  if (!variables[std::size_t(which)].counter) {
    if (converted(value))
      convert(to, scope, value);
    else
      add_function(to, scope, value,
                   pick(scope, [&](const Extents& e) { return ends_with(values[std::size_t(value)], e); }));
    return;
  }
  const int other = pick_count(values[std::size_t(value)]);
  convert(to, scope, chance(2) ? count(to, other < 0 ? value : other) : value);
}

void LoopProgram::draw(Operations& to, Scope& scope) {
  ProgramOperation operation{
      ProgramOperation::Kind::draw, {}, {}, int(below(std::int64_t(streams.size()))), 0, nullptr};
  operation.draw = int(below(std::int64_t(program_draws(integers()).size())));
  const int like = chance(3) ? -1 : pick(scope, [](const Extents& e) { return e.size() <= 3; });
  Extents extents;
  if (like >= 0) {
    operation.operands = {like};
    extents = values[std::size_t(like)];
  } else if (known_extents && chance(2)) {
    extents = {kThree, kElements};
  } else if (!chance(3)) {
    extents = {kThree};
  }
  operation.results = {made(extents, scope)};
  to.push_back(std::move(operation));
}

int LoopProgram::count(Operations& to, int value) {
  ProgramOperation operation{ProgramOperation::Kind::count, {value}, {}, 0, 0, nullptr};
  int other = -1;
  if (!conditions_.empty() && chance(2))
    other = conditions_.back();
  else if (chance(2))
    other = pick_count(chance(2) ? Extents{} : values[std::size_t(value)]);
  if (other >= 0) operation.operands.push_back(other);
  const Extents extents = values[std::size_t(value)];
  operation.results = {made(extents, counts_)};
  to.push_back(std::move(operation));
  return counts_.back();
}

int LoopProgram::convert(Operations& to, Scope& scope, int value) {
  const ProgramVariable* const own = variable(value);
  const bool counter = !own || own->counter;
  const Extents extents = values[std::size_t(value)];
  to.push_back({ProgramOperation::Kind::convert, {value}, {made(extents, scope)}, counter, 0, nullptr});
  return scope.back();
}

void LoopProgram::add_updates(ProgramLoop& loop) {
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (!chance(3)) loop.updates.push_back({arguments + int(i), -1});
  // The order of updates need not be that of the variables.
  if (loop.updates.size() > 1 && chance(2)) std::swap(loop.updates.front(), loop.updates.back());
}

// Steps read what they update and draw.
void LoopProgram::begin_updates(ProgramLoop& loop, Scope& scope) {
  for (const ProgramUpdate& update : loop.updates) {
    if (!converted(update.variable))
      scope.push_back(update.variable);
    else if (chance(2))
      convert(loop.body, scope, update.variable);
  }
  if (!streams.empty() && chance(2)) draw(loop.body, scope);
}

// Chooses what the variables become. `own`: where the values of the step begin.
void LoopProgram::end_updates(ProgramLoop& loop, Scope& scope, std::size_t own) {
  for (ProgramUpdate& update : loop.updates) {
    const Extents extents = values[std::size_t(update.variable)];
    if (variable(update.variable)->counter) {
      const int other = pick_count(extents);
      const int from = other >= 0 && chance(2) ? other : update.variable;
      update.next = chance(4) ? from : count(loop.body, from);
      continue;
    }
    const Scope inside(scope.begin() + std::ptrdiff_t(own), scope.end());
    const Scope& from = inside.empty() || chance(8) ? scope : inside;
    const int other = pick(from, [&](const Extents& e) { return ends_with(extents, e); });
    if (other >= 0 && values[std::size_t(other)] == extents && chance(4)) {
      update.next = other;
      continue;
    }
    const int present = converted(update.variable) ? convert(loop.body, scope, update.variable) : update.variable;
    update.next = chance(16) ? present : add_function(loop.body, scope, present, other);
  }
  collect_streams(loop.body, loop.streams);
}

// What the loop gives its variables behind the other results.
void LoopProgram::add_last_values(const ProgramLoop& loop, ProgramOperation& operation, Scope& scope, bool outside) {
  for (const ProgramUpdate& update : loop.updates) {
    const Extents extents = values[std::size_t(update.variable)];
    operation.results.push_back(made(extents, variable(update.variable)->counter ? counts_ : scope));
    if (outside) finals_.push_back({update.variable, operation.results.back()});
  }
}

// The program's own updates, and a draw behind all others from each stream, so that every call advances it.
void LoopProgram::end_state(Scope& scope) {
  for (int value = arguments; variable(value); ++value) {
    const Extents extents = values[std::size_t(value)];
    int next = -1;
    for (const ProgramUpdate& each : finals_)
      if (each.variable == value && (next < 0 || !chance(3))) next = each.next;
    if (next < 0 || chance(6))
      next =
          variable(value)->counter ? pick_count(extents) : pick(scope, [&](const Extents& e) { return e == extents; });
    if (next >= 0 && !chance(8)) updates.push_back({value, next});
  }
  for (int stream = 0; stream < int(streams.size()); ++stream) {
    operations.push_back({ProgramOperation::Kind::draw, {}, {made({kThree}, scope)}, stream, 0, nullptr});
    outputs.push_back(scope.back());
  }
}

std::string LoopProgram::state_text() const {
  std::string out;
  for (std::size_t i = 0; i < variables.size(); ++i)
    out += fmt::format("%{}:{} = shared {}{}\n", arguments + int(i), values[std::size_t(arguments) + i],
                       base::dtype_name(variables[i].dtype), variables[i].counter ? " counter" : "");
  for (const auto& stream : streams) out += fmt::format("stream {} {}\n", stream[0], stream[1]);
  for (const ProgramUpdate& update : updates)
    out += fmt::format("update of %{} by %{}\n", update.variable, update.next);
  return out;
}

}  // namespace kiln::test
