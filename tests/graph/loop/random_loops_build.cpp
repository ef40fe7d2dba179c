// SPDX-License-Identifier: Apache-2.0
// Graphs of random programs with loops.
#include "random_loops.hpp"

namespace kiln::test {
namespace {

class ProgramGraph {
 public:
  ProgramGraph(const LoopProgram& program, Values given, Values& states)
      : program_(program), values_(std::move(given)), states_(states) {
    values_.resize(program.values.size());
  }
  Values take() { return std::move(values_); }

  void run(const std::vector<ProgramOperation>& operations) {
    for (const ProgramOperation& operation : operations) {
      const Values made = one(operation);
      for (std::size_t i = 0; i < made.size(); ++i) at(operation.results[i]) = made[i];
    }
  }

 private:
  graph::Value& at(int value) { return values_[std::size_t(value)]; }

  // Of all axes, or of one; of integers the greatest one.
  graph::Value reduced(const graph::Value& x, int axis) {
    Attributes attributes;
    if (axis >= 0) attributes.axes = Dims{axis};
    return op(program_.integers() ? "reduce_max" : "mean", {x}, attributes);
  }

  Values one(const ProgramOperation& operation) {
    using Kind = ProgramOperation::Kind;
    const graph::Value x = operation.operands.empty() ? graph::Value{} : at(operation.operands[0]);
    switch (operation.kind) {
      case Kind::function: {
        Names names{{"a", x}};
        if (operation.operands.size() > 1) names.emplace_back("b", at(operation.operands[1]));
        return {expression(loop_functions(program_.integers())[std::size_t(operation.which)].text, names)};
      }
      case Kind::reduce:
        return {reduced(x, operation.which)};
      case Kind::row:
        return {test::at(x, operation.which ? -1 : 0)};
      case Kind::flip: {
        Attributes attributes;
        attributes.axes = Dims{0};
        return {op("flip", {x}, attributes)};
      }
      case Kind::product: {
        const graph::Value sum = op("dot", {x, at(operation.operands[1])});
        return {expression(program_.integers() ? "floor_mod(s, 101)" : "tanh(s)", {{"s", sum}})};
      }
      case Kind::condition:
        return {op("greater", {x.type().ndim() ? reduced(x, -1) : x, make_number(operation.number)})};
      case Kind::choice: {
        Values inputs;
        for (const int operand : operation.operands) inputs.push_back(at(operand));
        return graph::apply("ifelse", inputs, {});
      }
      case Kind::convert: {
        const graph::Value number = graph::cast(x, program_.dtype);
        return {operation.which && !program_.integers() ? expression("c*0.01 - 0.5", {{"c", number}}) : number};
      }
      case Kind::count: {
        Names names{{"a", graph::cast(x, KILN_INT64)}};
        if (operation.operands.size() < 2) return {expression("floor_mod(a*3 + 1, 101)", names)};
        names.emplace_back("b", graph::cast(at(operation.operands[1]), KILN_INT64));
        return {expression("floor_mod(a*3 + b + 1, 101)", names)};
      }
      case Kind::draw:
        return {draw(operation, x)};
      default:
        return loop(*operation.loop);
    }
  }

  graph::Value draw(const ProgramOperation& operation, const graph::Value& like) {
    const ProgramDraw& how = program_draws(program_.integers())[std::size_t(operation.draw)];
    RandomRequest request{how.distribution, program_.dtype};
    request.numbers[0] = how.numbers[0];
    request.numbers[1] = how.numbers[1];
    graph::Value& state = states_[std::size_t(operation.which)];
    Values inputs{state};
    if (like) {
      inputs.push_back(like);
    } else {
      request.shape = Dims{};
      for (const int extent : program_.values[std::size_t(operation.results[0])])
        request.shape->push_back(program_.sizes[0][extent]);
    }
    const Values made = graph::draw(request, inputs);
    state = made[1];
    return made[0];
  }

  // A new value of the variable. Loops cast where that loses nothing.
  graph::Value new_value(const ProgramUpdate& update) {
    const DType dtype = program_.variable(update.variable)->dtype, got = at(update.next).type().dtype;
    return base::promote(got, dtype) == dtype ? at(update.next) : graph::cast(at(update.next), dtype);
  }

  Values loop(const ProgramLoop& loop) {
    ScanRequest request;
    request.steps = loop.steps;
    request.backwards = loop.backwards;
    request.truncate = loop.truncate;
    request.checkpoint_every = loop.every;
    request.until = loop.condition >= 0;
    for (const ProgramSequence& sequence : loop.sequences)
      request.sequences.push_back({at(sequence.value), sequence.taps});
    for (const ProgramResult& result : loop.results) {
      ScanOutput& output = request.outputs.emplace_back();
      output.last_only = result.last_only;
      if (result.initial < 0) continue;
      output.initial = at(result.initial);
      output.taps = result.taps;
    }
    for (const ProgramUpdate& update : loop.updates) request.updated.push_back(at(update.variable));
    Values made = scan(request, [&](const Values& inputs) {
      std::size_t next = 0;
      for (const ProgramSequence& sequence : loop.sequences)
        for (const int inner : sequence.inner) at(inner) = inputs[next++];
      for (const ProgramResult& result : loop.results)
        for (const int inner : result.inner) at(inner) = inputs[next++];
      run(loop.body);
      Values out;
      for (const ProgramResult& result : loop.results) out.push_back(at(result.next));
      for (const ProgramUpdate& update : loop.updates) out.push_back(new_value(update));
      if (loop.condition >= 0) out.push_back(at(loop.condition));
      return out;
    });
    for (std::size_t i = 0; i < loop.updates.size(); ++i)
      if (!program_.variable(loop.updates[i].variable)->counter)
        made[loop.results.size() + i] = graph::cast(made[loop.results.size() + i], program_.dtype);
    return made;
  }

  const LoopProgram& program_;
  Values values_;
  Values& states_;
};

}  // namespace

Values build_program(const LoopProgram& program, Values given, Values& states) {
  ProgramGraph graph(program, std::move(given), states);
  graph.run(program.operations);
  return graph.take();
}

graph::Value program_cost(const LoopProgram& program, const Values& values) {
  Values outputs;
  for (const int output : program.outputs) outputs.push_back(values[std::size_t(output)]);
  return total(outputs);
}

}  // namespace kiln::test
