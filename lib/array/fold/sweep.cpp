// SPDX-License-Identifier: Apache-2.0
// Checks and launches sweeps; copies operands that the kernel cannot read or write where they lie.
#include "array/fold/sweep.hpp"

#include "array/launch/destination.hpp"
#include "array/launch/loops.hpp"
#include "array/tuning.hpp"

namespace kiln::array {

using codegen::SweepMember;

namespace {

SweepMember member(runtime::Context& context, const SweepPart& part, const std::vector<DType>& operands,
                   const codegen::ReducePrograms* rows, const char* operation) {
  std::vector<int> signature;
  for (const codegen::SweepInput& input : part.inputs)
    signature.push_back(int(input.kind == codegen::SweepInput::Kind::result ? rows->finish.outputs[input.index].dtype
                                                                            : operands[input.index]));
  for (const DType dtype : part.dtypes) signature.push_back(int(dtype));
  const auto reduction = Reduction::create(context, part.parts, part.names, true, operation, false);
  return {reduction->programs(signature, operation), part.inputs, part.outputs};
}

// Whether the kernel can read the operand where it is: contiguous, except for the stride from row to row.
bool fits(const Array& array, const SweepParts::Axes& axes) {
  if (axes.row < 0 || array.size() == 0) return array.c_contiguous();
  return array.strides()[std::size_t(axes.column)] == std::int64_t(array.itemsize()) &&
         array.strides()[std::size_t(axes.row)] >= 0;
}

}  // namespace

Ref<Sweep> Sweep::create(runtime::Context& context, SweepParts parts, const char* operation) {
  auto self = Ref<Sweep>::adopt(new Sweep(context, std::move(parts)));
  const SweepParts& own = self->parts_;
  codegen::SweepPrograms& p = self->programs_;
  p.rows = member(context, own.rows, own.operands, nullptr, operation);
  for (const SweepPart& part : own.columns)
    p.columns.push_back(member(context, part, own.operands, &p.rows.programs, operation));
  for (const SweepPart& part : own.sums)
    p.sums.push_back(member(context, part, own.operands, &p.rows.programs, operation));
  p.operands = own.operands;
  p.outputs = own.outputs;
  for (std::size_t k = 0; k < own.axes.size(); ++k)
    if (own.axes[k].row >= 0) p.matrices.push_back(k);
  p.cols = std::uint64_t(own.column_count);
  self->finishes_ = context.properties().acquire_release;
  const std::int64_t one[] = {1};
  self->arrivals_ = full(context, KILN_UINT32, one, Scalar::integer(KILN_UINT32, 0), operation);
  return self;
}

const runtime::Kernel& Sweep::kernel(bool wide, const char* operation) {
  const runtime::Kernel*& known = kernels_[wide];
  if (known) return *known;
  backend::Source source;
  source.text = codegen::sweep_text(programs_, {wide, finishes_}, traits_of(context_));
  source.fast_math = context_.options().fast_math;
  source.acquire_release = finishes_;
  known = context_.program(source, operation)->kernel("sweep", operation);
  return *known;
}

void Sweep::call(std::span<Array* const> inputs, std::span<Array* const> outputs, const char* operation) {
  std::vector<Ref<Array>> sources, targets;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    sources.push_back(fits(*inputs[i], parts_.axes[outputs.size() + i]) ? Ref<Array>(inputs[i])
                                                                        : copy(*inputs[i], KILN_ORDER_C, operation));
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    // An output is written through a copy if it shares memory with an input or another output in a way that the
    // kernel does not allow.
    bool direct = outputs[k]->c_contiguous();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      direct = direct &&
               (parts_.over(k, i) ? may_be_in_place(*outputs[k], *sources[i]) : !may_overlap(*outputs[k], *sources[i]));
    }
    for (std::size_t other = 0; other < k; ++other) direct = direct && !may_overlap(*outputs[k], *outputs[other]);
    targets.push_back(direct ? Ref<Array>(outputs[k])
                             : empty(context_, outputs[k]->dtype(), outputs[k]->shape(), operation));
  }
  const codegen::Traits traits = traits_of(context_);
  const auto rows = std::uint64_t(parts_.row_count);
  const std::uint64_t groups = codegen::sweep_groups(rows, programs_.cols, traits);
  const std::int64_t bytes[] = {std::int64_t(codegen::sweep_record(programs_) * groups)};
  const Ref<Array> work = empty(context_, KILN_UINT8, bytes, operation);
  const Dims extents{parts_.row_count, parts_.column_count};
  IndexWidth width;
  width.loops(std::span(extents).first(1));
  std::vector<std::int64_t> steps;
  for (const std::size_t k : programs_.matrices) {
    const Array& matrix = *sources[k - outputs.size()];
    const auto itemsize = std::int64_t(matrix.itemsize());
    const std::int64_t stride = matrix.strides()[std::size_t(parts_.axes[k].row)];
    steps.push_back(stride / itemsize);
    width.operand(elements_spanned(extents, Dims{stride, itemsize}, matrix.itemsize()));
  }
  const bool wide = width.wide();
  const runtime::Kernel& swept = kernel(wide, operation);
  const auto launch = [&](std::uint64_t count, bool ending) {
    LibraryLaunch next(context_);
    for (const auto& target : targets) next.add(writes(*target));
    for (const auto& source : sources) next.add(reads(*source));
    for (Array* const each : {work.get(), arrivals_.get()}) {
      if (ending)
        next.add(reads(*each));
      else
        next.add(updates(*each));
    }
    next.add(argument::Index(parts_.row_count), wide);
    for (const std::int64_t step : steps) next.add(argument::Index(step), wide);
    for (const std::uint32_t number : {std::uint32_t(groups), std::uint32_t(ending)})
      next.add(argument::Number<std::uint32_t>(number));
    next.launch(swept, {std::size_t(count)}, {1}, operation);
  };
  launch(groups, false);
  if (!finishes_) launch(1, true);
  deliver_each(targets, outputs, operation);
}

}  // namespace kiln::array
