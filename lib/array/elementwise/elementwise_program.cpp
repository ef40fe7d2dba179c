// SPDX-License-Identifier: Apache-2.0
// Launches a typed expression program as one kernel, or as several where a call has too many arrays for one.
#include "array/elementwise/elementwise_program.hpp"

#include "array/launch/kernel_room.hpp"

namespace kiln::array {

ElementwiseProgram::Pieces::Pieces(runtime::Context& context, const Reach& of, expr::Split parts)
    : reach(of), split(std::move(parts)) {
  for (const expr::Part& part : split.parts) planners.push_back(std::make_unique<Planner>(context, part.program));
}

ElementwiseProgram::ElementwiseProgram(runtime::Context& context, expr::Program program)
    : context_(context), program_(std::move(program)), planner_(context, program_), arrays_(program_.outputs.size()) {
  for (const auto& input : program_.inputs) ++(input.scalar ? scalars_ : arrays_);
  one_kernel_ = arrays_ <= most_kernel_arrays(context.properties(), codegen::kMaxKernelDims, scalars_, true);
}

ElementwiseProgram::Pieces* ElementwiseProgram::pieces(const Dims& shape, std::span<const Operand> operands) {
  if (one_kernel_) return nullptr;
  PlanOperand few[layout::kMaxOperands];
  std::unique_ptr<PlanOperand[]> many;
  if (arrays_ > std::size(few)) many.reset(new PlanOperand[arrays_]);
  PlanOperand* const given = many ? many.get() : few;
  // New outputs are left out: they are contiguous, so they never keep axes from being joined.
  std::size_t count = 0;
  for (const Operand& operand : operands)
    if (operand.kind == Operand::Kind::array) given[count++] = {&operand.array->layout(), operand.array->itemsize(), 0};
  const Reach reach = reach_of(shape, {given, count});
  const auto fits = [&](std::size_t arrays, std::size_t scalars) {
    return arrays <= most_kernel_arrays(context_.properties(), reach.axes, scalars, reach.wide);
  };
  if (fits(arrays_, scalars_)) return nullptr;
  for (const auto& known : pieces_)
    if (known->reach == reach) return known.get();
  pieces_.push_back(std::make_unique<Pieces>(context_, reach, expr::split(program_, fits)));
  return pieces_.back().get();
}

void ElementwiseProgram::run(const expr::Program& program, Planner& planner, const Dims& shape,
                             std::span<Array* const> out, std::span<const Operand* const> in, bool aliased,
                             const char* op) {
  PlanOperand plan_operands[layout::kMaxOperands];
  runtime::BufferUse uses[layout::kMaxOperands];
  std::size_t count = 0;
  auto add = [&](Array* array, bool output) {
    plan_operands[count] = {&array->layout(), array->itemsize(), array->memory_offset(), &array->buffer()};
    uses[count++] = {&array->buffer(), !output, output};
  };
  for (Array* array : out) add(array, true);
  for (std::size_t i = 0; i < program.inputs.size(); ++i)
    if (!program.inputs[i].scalar) add(in[program.inputs[i].argument]->array, false);

  Plan& plan = planner.plan(shape, {plan_operands, count}, aliased);
  for (const auto& [argument, k] : plan.memories) plan.arguments[argument].memory = uses[k].buffer->memory();
  for (std::size_t k = 0; k < count; ++k) plan.offset(k) = std::uint64_t(plan_operands[k].offset);
  std::size_t scalar = 0;
  for (std::size_t i = 0; i < program.inputs.size(); ++i) {
    const auto& input = program.inputs[i];
    if (!input.scalar) continue;
    const Scalar value = in[input.argument]->scalar.cast(input.dtype);
    value.cast(base::compute_dtype(input.dtype)).store(plan.number(plan.scalars[scalar++]));
  }

  if (plan.outer.empty()) {
    context_.launch(*plan.kernel, plan.launch, {uses, count}, op);
    return;
  }
  // Counts through the axes that the kernel does not visit, the last one fastest.
  Dims position(plan.outer.size(), 0);
  for (;;) {
    context_.launch(*plan.kernel, plan.launch, {uses, count}, op);
    std::size_t d = plan.outer.size();
    while (d-- > 0) {
      const bool wraps = ++position[d] == plan.outer[d];
      for (std::size_t k = 0; k < count; ++k)
        plan.offset(k) += std::uint64_t(plan.outer_strides[k][d] * (wraps ? 1 - plan.outer[d] : 1));
      if (!wraps) break;
      position[d] = 0;
    }
    if (d == std::size_t(-1)) return;
  }
}

void ElementwiseProgram::launch(Pieces* pieces, const Dims& shape, std::span<Array* const> out,
                                std::span<const Operand* const> in, bool aliased, const char* op) {
  if (!pieces) return run(program_, planner_, shape, out, in, aliased, op);
  const expr::Split& split = pieces->split;
  std::vector<Ref<Array>> temporaries(split.temporaries.size());
  std::vector<Operand> operands(split.temporaries.size());  // the temporaries as inputs of later parts
  for (std::size_t p = 0; p < split.parts.size(); ++p) {
    const expr::Part& part = split.parts[p];
    std::vector<Array*> results;
    for (const expr::Place& place : part.outputs) {
      if (place.temporary) {
        auto& made = temporaries[place.number];
        made = empty(context_, split.temporaries[place.number].dtype, shape, op);
        operands[place.number] = *made;
      }
      results.push_back(place.temporary ? temporaries[place.number].get() : out[place.number]);
    }
    std::vector<const Operand*> inputs;
    for (const expr::Place& place : part.inputs)
      inputs.push_back(place.temporary ? &operands[place.number] : in[program_.inputs[place.number].argument]);
    run(part.program, *pieces->planners[p], shape, results, inputs, aliased, op);
    for (std::size_t t = 0; t < temporaries.size(); ++t)
      if (split.temporaries[t].last == p) temporaries[t] = nullptr;
  }
}

}  // namespace kiln::array
