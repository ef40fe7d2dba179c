// SPDX-License-Identifier: Apache-2.0
// Values and derivatives of random programs with loops on the host: a tape of numbers, each with its change along a
// direction, so that derivatives of derivatives come from the same record.
#include <cmath>

#include "random_loops.hpp"

namespace kiln::test {
namespace {

Dual operator*(const Dual& a, const Dual& b) { return {a.value * b.value, a.change * b.value + a.value * b.change}; }
Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.change + b.change}; }
Dual operator*(double k, const Dual& a) { return {k * a.value, k * a.change}; }

int linear(Tape& tape, int a, double by_a, int b = -1, double by_b = 0, double more = 0) {
  Dual value = by_a * tape.at(a) + Dual{more, 0};
  if (b >= 0) value = value + by_b * tape.at(b);
  return tape.add(value, a, {by_a, 0}, b, {by_b, 0});
}
int multiplied(Tape& tape, int a, int b) { return tape.add(tape.at(a) * tape.at(b), a, tape.at(b), b, tape.at(a)); }
int one_of(Tape& tape, bool first, int a, int b) { return linear(tape, first ? a : b, 1); }
int sine(Tape& tape, int a, int = -1) {
  const Dual x = tape.at(a);
  const double s = std::sin(x.value), c = std::cos(x.value);
  return tape.add({s, c * x.change}, a, {c, -s * x.change});
}
int hyperbolic(Tape& tape, int a, int = -1) {
  const Dual x = tape.at(a);
  const double t = std::tanh(x.value);
  const Dual value{t, (1 - t * t) * x.change};
  return tape.add(value, a, Dual{1, 0} + -1 * (value * value));
}
int bell(Tape& tape, int a, int = -1) {
  const Dual x = tape.at(a);
  const double e = std::exp(-x.value * x.value);
  const Dual value{e, -2 * x.value * e * x.change};
  return tape.add(value, a, -2 * (x * value));
}
int modulo(Tape& tape, double sum) { return tape.number({sum - 101 * std::floor(sum / 101), 0}); }
int integer_product(Tape& tape, int a, int b) { return modulo(tape, tape.at(a).value * tape.at(b).value); }

const LoopFunction kReals[] = {
    {"tanh(a)", 1, true, hyperbolic},
    {"sin(a)", 1, true, sine},
    {"exp(-a*a)", 1, true, bell},
    {"a*0.5 + 0.25", 1, true, [](Tape& t, int a, int) { return linear(t, a, 0.5, -1, 0, 0.25); }},
    {"-a", 1, true, [](Tape& t, int a, int) { return linear(t, a, -1); }},
    {"(a + b)*0.5", 2, true, [](Tape& t, int a, int b) { return linear(t, a, 0.5, b, 0.5); }},
    {"(a - b)*0.5", 2, true, [](Tape& t, int a, int b) { return linear(t, a, 0.5, b, -0.5); }},
    {"a*b", 2, true, multiplied},
    {"tanh(a + b)", 2, true, [](Tape& t, int a, int b) { return hyperbolic(t, linear(t, a, 1, b, 1)); }},
    {"max(a, b)", 2, false, [](Tape& t, int a, int b) { return one_of(t, t.at(a).value >= t.at(b).value, a, b); }},
    {"min(a, b)", 2, false, [](Tape& t, int a, int b) { return one_of(t, t.at(a).value <= t.at(b).value, a, b); }},
};
const LoopFunction kIntegers[] = {
    {"floor_mod(a*3 + 1, 101)", 1, true, [](Tape& t, int a, int) { return modulo(t, 3 * t.at(a).value + 1); }},
    {"floor_mod(a*a, 101)", 1, true, [](Tape& t, int a, int) { return integer_product(t, a, a); }},
    {"floor_mod(a + b, 101)", 2, true, [](Tape& t, int a, int b) { return modulo(t, t.at(a).value + t.at(b).value); }},
    {"floor_mod(a - b, 101)", 2, true, [](Tape& t, int a, int b) { return modulo(t, t.at(a).value - t.at(b).value); }},
    {"floor_mod(a*b, 101)", 2, true, integer_product},
    {"max(a, b)", 2, true, [](Tape& t, int a, int b) { return one_of(t, t.at(a).value >= t.at(b).value, a, b); }},
    {"where(a < b, a, b)", 2, true,
     [](Tape& t, int a, int b) { return one_of(t, t.at(a).value < t.at(b).value, a, b); }},
};

std::size_t size_of(const Dims& shape) {
  std::size_t size = 1;
  for (const std::int64_t extent : shape) size *= std::size_t(extent);
  return size;
}

// The element of the array along axis 0.
HostTensor host_row(const HostTensor& x, std::int64_t index) {
  HostTensor out;
  out.shape = Dims(std::span(x.shape.data() + 1, x.shape.size() - 1));
  const auto size = std::ptrdiff_t(size_of(out.shape));
  const auto begin = x.numbers.begin() + index * size;
  out.numbers.assign(begin, begin + size);
  return out;
}

}  // namespace

std::span<const LoopFunction> loop_functions(bool integers) {
  if (integers) return kIntegers;
  return kReals;
}

int Tape::add(Dual value, int x, Dual by_x, int y, Dual by_y) {
  entries_.push_back({value, {x, y}, {by_x, by_y}});
  return int(entries_.size()) - 1;
}

std::vector<Dual> Tape::derivatives(int of) const {
  std::vector<Dual> out(entries_.size());
  out[std::size_t(of)].value = 1;
  for (std::size_t i = std::size_t(of) + 1; i-- > 0;)
    for (int k = 0; k < 2; ++k)
      if (const int from = entries_[i].from[k]; from >= 0)
        out[std::size_t(from)] = out[std::size_t(from)] + out[i] * entries_[i].slopes[k];
  return out;
}

ProgramHost::ProgramHost(const LoopProgram& program, std::size_t shaping,
                         const std::vector<std::vector<double>>& elements, const std::vector<HostStream>& streams)
    : program_(program), shaping_(shaping), elements_(elements), first_streams_(streams) {}

ProgramHost::Result ProgramHost::result(int value) const {
  const HostTensor& tensor = values_[std::size_t(value)];
  Result result{tensor.shape, {}};
  for (const int number : tensor.numbers) result.numbers.push_back(tape_.at(number).value);
  return result;
}

std::vector<ProgramHost::Result> ProgramHost::variables() const {
  std::vector<Result> out;
  for (std::size_t i = 0; i < program_.variables.size(); ++i) out.push_back(result(program_.arguments + int(i)));
  for (const ProgramUpdate& update : program_.updates)
    out[std::size_t(update.variable - program_.arguments)] = result(update.next);
  return out;
}

std::vector<ProgramHost::Result> ProgramHost::results() {
  Changes none, first, second;
  for (const auto& each : elements_) none.emplace_back(each.size());
  first = evaluate(none, false);
  std::vector<Result> out;
  for (const int output : program_.outputs) out.push_back(result(output));
  if (program_.gradients == 2) {
    // The derivatives' cost is a sum of sin(g) g, so the second ones are the changes of the first ones along this.
    Changes along = first;
    for (std::size_t i = 0; i < along.size(); ++i)
      for (double& g : along[i]) g = program_.differentiable(int(i)) ? std::cos(g) * g + std::sin(g) : 0;
    second = evaluate(along, true);
  }
  for (const Changes* changes : {&first, &second})
    for (std::size_t i = 0; i < changes->size(); ++i)
      if (program_.differentiable(int(i))) out.push_back({values_[i].shape, (*changes)[i]});
  return out;
}

// Runs the program. Returns the derivatives by the arguments and variables, or their changes; nothing if none are asked
// for.
ProgramHost::Changes ProgramHost::evaluate(const Changes& changes, bool of_derivatives) {
  tape_ = {};
  streams_ = first_streams_;
  values_.assign(program_.values.size(), {});
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    for (const int extent : program_.values[i]) values_[i].shape.push_back(program_.sizes[shaping_][extent]);
    for (std::size_t k = 0; k < elements_[i].size(); ++k)
      values_[i].numbers.push_back(tape_.number({elements_[i][k], changes[i][k]}));
  }
  run(program_.operations);
  Changes out;
  if (program_.gradients == 0) return out;
  int cost = tape_.number({});
  for (const int output : program_.outputs)
    for (const int number : values_[std::size_t(output)].numbers)
      cost = linear(tape_, cost, 1, multiplied(tape_, sine(tape_, number), number), 1);
  const std::vector<Dual> slopes = tape_.derivatives(cost);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    auto& own = out.emplace_back();
    for (const int number : values_[i].numbers)
      own.push_back(of_derivatives ? slopes[std::size_t(number)].change : slopes[std::size_t(number)].value);
  }
  return out;
}

HostTensor ProgramHost::function(const LoopFunction& f, const std::vector<int>& operands) {
  const HostTensor& a = values_[std::size_t(operands[0])];
  const HostTensor& b = values_[std::size_t(operands.back())];
  HostTensor out{a.shape, {}};
  for (std::size_t i = 0; i < a.numbers.size(); ++i)
    out.numbers.push_back(f.of(tape_, a.numbers[i], b.numbers[i % b.numbers.size()]));
  return out;
}

HostTensor ProgramHost::reduced(const HostTensor& x, int axis) {
  HostTensor out;
  std::size_t count = x.numbers.size(), behind = 1;
  if (axis >= 0) {
    count = std::size_t(x.shape[std::size_t(axis)]);
    for (std::size_t d = 0; d < x.shape.size(); ++d) {
      if (d != std::size_t(axis)) out.shape.push_back(x.shape[d]);
      if (d > std::size_t(axis)) behind *= std::size_t(x.shape[d]);
    }
  }
  const std::size_t size = size_of(out.shape);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t begin = i / behind * behind * count + i % behind;
    int sum = program_.integers() ? x.numbers[begin] : linear(tape_, x.numbers[begin], 1 / double(count));
    for (std::size_t k = 1; k < count; ++k) {
      const int next = x.numbers[begin + k * behind];
      sum = program_.integers() ? one_of(tape_, tape_.at(sum).value >= tape_.at(next).value, sum, next)
                                : linear(tape_, sum, 1, next, 1 / double(count));
    }
    out.numbers.push_back(sum);
  }
  return out;
}

HostTensor ProgramHost::product(const HostTensor& x, const HostTensor& w) {
  HostTensor out{x.shape, {}};
  const auto n = std::size_t(w.shape[0]);
  for (std::size_t i = 0; i < x.numbers.size(); ++i) {
    int sum = tape_.number({});
    for (std::size_t k = 0; k < n; ++k)
      sum = linear(tape_, sum, 1, multiplied(tape_, x.numbers[i / n * n + k], w.numbers[k * n + i % n]), 1);
    out.numbers.push_back(program_.integers() ? modulo(tape_, tape_.at(sum).value) : hyperbolic(tape_, sum));
  }
  return out;
}

HostTensor ProgramHost::detached(const HostTensor& x) {
  HostTensor out = x;
  for (int& number : out.numbers) number = tape_.number(tape_.at(number));
  return out;
}

HostTensor ProgramHost::padded(HostTensor x, std::int64_t rows) {
  x.shape[0] = rows;
  const auto size = std::size_t(size_of(x.shape));
  while (x.numbers.size() < size) x.numbers.push_back(tape_.number({}));
  return x;
}

void ProgramHost::run(const std::vector<ProgramOperation>& operations) {
  using Kind = ProgramOperation::Kind;
  for (const ProgramOperation& operation : operations) {
    if (operation.kind == Kind::loop) {
      run_loop(operation);
      continue;
    }
    if (operation.kind >= Kind::convert) {
      values_[std::size_t(operation.results[0])] = state(operation);
      continue;
    }
    const HostTensor x = values_[std::size_t(operation.operands[0])];
    HostTensor& out = values_[std::size_t(operation.results[0])];
    switch (operation.kind) {
      case Kind::function:
        out = function(loop_functions(program_.integers())[std::size_t(operation.which)], operation.operands);
        break;
      case Kind::reduce:
        out = reduced(x, operation.which);
        break;
      case Kind::row:
        out = host_row(x, operation.which ? x.shape[0] - 1 : 0);
        break;
      case Kind::flip: {
        HostTensor flipped{x.shape, {}};
        for (std::int64_t i = x.shape[0]; i-- > 0;) {
          const HostTensor row = host_row(x, i);
          flipped.numbers.insert(flipped.numbers.end(), row.numbers.begin(), row.numbers.end());
        }
        out = flipped;
        break;
      }
      case Kind::product:
        out = product(x, values_[std::size_t(operation.operands[1])]);
        break;
      case Kind::condition:
        out = {{}, {tape_.number({tape_.at(reduced(x, -1).numbers[0]).value > operation.number ? 1.0 : 0.0, 0})}};
        break;
      default: {  // a choice
        const bool yes = tape_.at(x.numbers[0]).value != 0;
        const std::size_t count = operation.results.size();
        for (std::size_t i = 0; i < count; ++i)
          values_[std::size_t(operation.results[i])] =
              values_[std::size_t(operation.operands[1 + i + (yes ? 0 : count)])];
      }
    }
  }
}

// Runs at most so many steps. `rows` receives the values of each result, first ones before them, and those of each
// variable that is updated. Returns how many ran. Behind the loop, variables and streams are as they were.
std::int64_t ProgramHost::run_steps(const ProgramLoop& loop, const std::vector<HostTensor>& wholes,
                                    const std::vector<std::int64_t>& spans, std::int64_t steps,
                                    const StepStreams& streams, std::vector<std::vector<HostTensor>>& rows) {
  const std::size_t count = loop.results.size();
  rows.assign(count + loop.updates.size(), {});
  const std::vector<HostStream> outside = streams_;
  for (std::size_t i = 0; i < loop.updates.size(); ++i)
    rows[count + i].push_back(values_[std::size_t(loop.updates[i].variable)]);
  for (std::size_t i = 0; i < count; ++i) {
    const ProgramResult& r = loop.results[i];
    const std::int64_t depth = r.depth();
    const bool one = r.taps == std::vector<std::int64_t>{-1};
    for (std::int64_t k = 0; k < depth; ++k) {
      const HostTensor& initial = values_[std::size_t(r.initial)];
      rows[i].push_back(one ? initial : host_row(initial, k));
    }
  }
  std::int64_t ran = 0;
  while (ran < steps) {
    const std::int64_t t = ran++;
    for (std::size_t i = 0; i < loop.sequences.size(); ++i) {
      const ProgramSequence& s = loop.sequences[i];
      for (std::size_t k = 0; k < s.taps.size(); ++k)
        values_[std::size_t(s.inner[k])] =
            host_row(wholes[i], s.taps[k] - s.low() + (loop.backwards ? spans[i] - 1 - t : t));
    }
    for (std::size_t i = 0; i < loop.streams.size(); ++i)
      streams_[std::size_t(loop.streams[i])] = streams[i][std::size_t(t)];
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < loop.results[i].inner.size(); ++k)
        values_[std::size_t(loop.results[i].inner[k])] =
            rows[i][std::size_t(loop.results[i].depth() + t + loop.results[i].taps[k])];
    run(loop.body);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      HostTensor next = values_[std::size_t(i < count ? loop.results[i].next : loop.updates[i - count].next)];
      if (i < count && loop.results[i].rows >= 0) next = padded(std::move(next), most_.at(loop.results[i].rows));
      rows[i].push_back(loop.truncate >= 0 && t < steps - loop.truncate ? detached(next) : next);
    }
    for (std::size_t i = count; i < rows.size(); ++i)
      values_[std::size_t(loop.updates[i - count].variable)] = rows[i].back();
    if (loop.condition >= 0 && tape_.at(values_[std::size_t(loop.condition)].numbers[0]).value != 0) break;
  }
  for (std::size_t i = count; i < rows.size(); ++i)
    values_[std::size_t(loop.updates[i - count].variable)] = rows[i].front();
  streams_ = outside;
  return ran;
}

void ProgramHost::run_loop(const ProgramOperation& operation) {
  const ProgramLoop& loop = *operation.loop;
  std::vector<HostTensor> wholes;
  std::vector<std::int64_t> spans;
  std::int64_t steps = loop.steps;
  for (const ProgramSequence& s : loop.sequences) {
    wholes.push_back(values_[std::size_t(s.value)]);
    spans.push_back(wholes.back().shape[0] - (s.high() - s.low()));
    if (loop.steps < 0) steps = steps < 0 ? spans.back() : std::min(steps, spans.back());
  }
  most_[loop.rows] = steps;
  StepStreams streams;
  for (const int stream : loop.streams) streams.push_back(streams_[std::size_t(stream)].of_steps(steps));
  std::vector<std::vector<HostTensor>> rows;
  std::int64_t ran = run_steps(loop, wholes, spans, steps, streams, rows);
  // Which steps are the last ones is known when the loop has ended.
  if (loop.condition >= 0 && loop.truncate >= 0) ran = run_steps(loop, wholes, spans, ran, streams, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    HostTensor out;
    if (i >= loop.results.size() || loop.results[i].last_only) {
      out = rows[i].back();
    } else {
      out.shape = {ran};
      for (std::int64_t t = 0; t < ran; ++t) {
        const HostTensor& row = rows[i][std::size_t(loop.results[i].depth() + t)];
        for (std::size_t d = 0; t == 0 && d < row.shape.size(); ++d) out.shape.push_back(row.shape[d]);
        out.numbers.insert(out.numbers.end(), row.numbers.begin(), row.numbers.end());
      }
    }
    values_[std::size_t(operation.results[i])] = out;
  }
}

}  // namespace kiln::test
