// SPDX-License-Identifier: Apache-2.0
// Checks a scan of expressions, merges all axes but the scanned one into two loops, and launches it. One pass is
// enough, except for few long rows on devices where groups must not wait for each other. There a first pass leaves
// accumulators of chunks in a workspace.
#include "array/fold/caller_scan.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory_resource>
#include <mutex>

#include "array/elementwise/elementwise.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/host_number.hpp"
#include "array/launch/library_kernel.hpp"
#include "array/launch/loops.hpp"
#include "array/tuning.hpp"
#include "base/text.hpp"
#include "codegen/fold/caller_scan.hpp"

namespace kiln::array {

using codegen::CallerScanClass;
using codegen::ReducePrograms;

namespace {

constexpr std::size_t kMostArrays = 16;  // inputs and outputs together, or accumulators

using CallerArrays = std::pmr::vector<Ref<Array>>;

// The arrays of a scan, inputs first, and the loops over them.
struct CallerLoops : AxisLoops {
  explicit CallerLoops(std::pmr::memory_resource* arena) : operands(arena) {}
  bool bring_together(const CallerArrays& inputs, const CallerArrays& outputs, std::size_t axis, bool reverse) {
    operands.clear();
    operands.reserve(inputs.size() + outputs.size());
    for (const CallerArrays* arrays : {&inputs, &outputs})
      for (const auto& array : *arrays) operands.push_back(array.get());
    return bring_into_loops(operands, axis, reverse, *this);
  }
  std::pmr::vector<const Array*> operands;
};

CallerScanClass classify_caller(const CallerLoops& loops, std::size_t inputs, const codegen::Traits& traits,
                                bool exclusive) {
  CallerScanClass kind;
  kind.exclusive = exclusive;
  const auto sources = loops.arrays().first(inputs);
  // The first input whose strides along both axes are not 0 decides, so a vector that is broadcast does not.
  const auto both = std::find_if(sources.begin(), sources.end(),
                                 [](const AxisLoops::Steps& input) { return input.axis != 0 && input.col != 0; });
  const AxisLoops::Steps &result = loops.steps[inputs], &lead = both != sources.end() ? *both : result;
  const std::int64_t along = std::abs(lead.axis), across = std::abs(lead.col);
  kind.columns = loops.cols >= traits.tuning->caller_scan.least_beside && across != 0 && (along == 0 || across < along);
  kind.wide = loops.wide();
  const auto step_of = [&](const AxisLoops::Steps& steps) { return kind.columns ? steps.col : steps.axis; };
  // Only CPU devices have kernels for unit strides: on others the multiplication by a stride costs nothing.
  if (traits.cpu) kind.unit = step_of(result) < 0 ? -1 : 1;
  for (std::size_t k = 0; k < loops.count; ++k) {
    const std::int64_t step = step_of(loops.steps[k]);
    const bool still = k < inputs && step == 0;
    if (step != kind.unit && !still) kind.unit = 0;
    if (still) kind.still = std::uint16_t(kind.still | 1u << k);
  }
  if (!kind.unit) kind.still = 0;
  return kind;
}

}  // namespace

struct Scan::Impl {
  Impl(runtime::Context& owner, std::uint16_t beside) : context(owner), neighbours(beside) {}
  struct Variant {
    CallerScanClass kind;
    bool cpu;
    runtime::Program* program;
    const runtime::Kernel* scan;
  };
  struct Specialisation {
    std::vector<int> signature;  // dtypes of inputs, then of outputs
    ReducePrograms programs;
    std::vector<Variant> variants;
  };
  runtime::Context& context;
  const std::uint16_t neighbours;
  std::mutex mutex;
  std::vector<std::unique_ptr<Specialisation>> specialisations;

  Specialisation& find(const Fold& fold, std::span<const int> signature, const char* operation);
  const Variant& variant(Specialisation& s, const CallerScanClass& kind, const codegen::Traits& traits,
                         const char* operation);
  // Where a gathering scan (Scan::gather) writes the keys and the number of runs. run() then returns false, and
  // does nothing, if one group cannot scan all elements.
  struct Gathered {
    Array *keys, *found;
  };
  bool run(Specialisation& s, const CallerLoops& loops, const ScanOptions& options, const char* operation,
           const Gathered* gathered = nullptr);
};

Scan::Impl::Specialisation& Scan::Impl::find(const Fold& fold, std::span<const int> signature, const char* operation) {
  for (auto& known : specialisations)
    if (std::ranges::equal(known->signature, signature)) return *known;
  auto made = std::make_unique<Specialisation>();
  made->signature.assign(signature.begin(), signature.end());
  made->programs = fold.programs(context, signature, operation);
  specialisations.push_back(std::move(made));
  return *specialisations.back();
}

const Scan::Impl::Variant& Scan::Impl::variant(Specialisation& s, const CallerScanClass& kind,
                                               const codegen::Traits& traits, const char* operation) {
  for (const Variant& known : s.variants)
    if (known.kind == kind && known.cpu == traits.cpu) return known;
  backend::Source source;
  source.text = codegen::caller_scan_text(s.programs, kind, traits);
  source.fast_math = context.options().fast_math;
  runtime::Program* const program = context.program(source, operation);
  s.variants.push_back({kind, traits.cpu, program, program->kernel("scan", operation)});
  return s.variants.back();
}

bool Scan::Impl::run(Specialisation& s, const CallerLoops& loops, const ScanOptions& options, const char* operation,
                     const Gathered* gathered) {
  const codegen::Traits traits = options.traits ? *options.traits : traits_of(context);
  const std::size_t outputs = s.programs.finish.outputs.size();
  const std::size_t inputs = loops.count - outputs;
  CallerScanClass kind = classify_caller(loops, inputs, traits, options.exclusive);
  const auto g = codegen::caller_scan_geometry(s.programs, kind.columns, traits, std::uint64_t(loops.rows),
                                               std::uint64_t(loops.cols), std::uint64_t(loops.n), gathered);
  if (gathered && g.group == 1) return false;
  kind.gathers = gathered != nullptr;
  kind.group = std::uint16_t(g.group);
  kind.short_rows = g.short_rows;
  kind.once = g.once;
  kind.neighbours = neighbours;
  std::vector<Ref<Array>> totals;
  if (g.once) {
    totals.push_back(empty(context, KILN_UINT64, Dims{std::int64_t(g.words)}, operation));
    fill(*totals[0], Scalar::integer(KILN_INT64, 0), operation);
  } else if (g.splits > 1) {
    for (const auto& accumulator : s.programs.map.outputs)
      totals.push_back(
          empty(context, accumulator.dtype, Dims{loops.rows * loops.cols * std::int64_t(g.splits)}, operation));
  }
  const auto launch = [&](const runtime::Kernel& kernel) {
    const bool first = kind.totals;
    LibraryLaunch call(context);
    const auto memory = [&](const Array& array, std::int64_t offset, bool read, bool write) {
      call.add({array.buffer(), array.memory_offset() + offset, read, write});
    };
    const auto operand = [&](std::size_t k, bool read) {
      const Array& array = *loops.operands[k];
      memory(array, loops.steps[k].start * std::int64_t(array.itemsize()), read, !read);
    };
    for (std::size_t k = 0; k < inputs; ++k) operand(k, true);
    // If there are no chunks, the kernel has no workspace; any array is passed in its place, which the kernel does
    // not read.
    for (std::size_t c = 0; c < (g.once ? 1 : s.programs.identity.size()); ++c)
      totals.empty() ? memory(*loops.operands[0], 0, true, false) : memory(*totals[c], 0, !first, first || g.once);
    for (std::size_t k = inputs; k < loops.count; ++k) operand(k, false);
    if (gathered)
      for (Array* const array : {gathered->keys, gathered->found}) memory(*array, 0, false, true);
    for (const std::int64_t extent :
         {loops.rows, loops.cols, loops.n, std::int64_t(g.splits), std::int64_t(g.chunk), std::int64_t(g.each)})
      call.add(argument::Index(extent), kind.wide);
    for (const std::uint64_t number :
         {std::uint64_t(g.share), std::uint64_t(options.reverse), std::uint64_t(g.carries > 0)})
      call.add(argument::Value(std::uint32_t(number)));
    call.add(argument::Value(loops.n));
    for (const AxisLoops::Steps& steps : loops.arrays())
      for (const std::int64_t step : {steps.row, steps.axis, steps.col}) call.add(argument::Index(step), kind.wide);
    call.launch(kernel, {g.global}, {g.local}, operation);
  };
  if (g.splits > 1 && !g.once) {
    kind.totals = true;
    const Variant& built = variant(s, kind, traits, operation);
    launch(*built.scan);
    if (g.carries > 0) {
      LibraryLaunch carries(context);
      for (const auto& total : totals) carries.add(updates(*total));
      for (const std::int64_t extent : {loops.cols, std::int64_t(g.splits)})
        carries.add(argument::Index(extent), kind.wide);
      carries.launch(*built.program->kernel("carries", operation), {std::size_t(loops.rows * loops.cols) * g.carries},
                     {g.carries}, operation);
    }
    kind.totals = false;
  }
  launch(*variant(s, kind, traits, operation).scan);
  return true;
}

Scan::Scan(Fold fold) : fold_(std::move(fold)) {}
Scan::~Scan() = default;

Ref<Scan> Scan::create(runtime::Context& context, const ReduceTexts& texts, std::vector<std::string> inputs,
                       const char* operation, bool hold_context, std::uint16_t neighbours) {
  FoldParts parts = parse_fold(texts, inputs, operation);
  auto self = Ref<Scan>::adopt(new Scan(Fold(std::move(parts), std::move(inputs), operation)));
  const Fold& fold = self->fold_;
  if (fold.accumulator_count() > kMostArrays)
    fail(KILN_INVALID_ARGUMENT, "{}: {} accumulators, expected at most {}", operation, fold.accumulator_count(),
         kMostArrays);
  if (fold.inputs().size() + fold.output_count() > kMostArrays)
    fail(KILN_INVALID_ARGUMENT, "{}: {} inputs and {} outputs, expected at most {} together", operation,
         fold.inputs().size(), fold.output_count(), kMostArrays);
  self->context_ = &context;
  if (hold_context) self->held_ = Ref<runtime::Context>(&context);
  self->impl_ = std::make_unique<Impl>(context, neighbours);
  return self;
}

void Scan::call(std::span<const Array* const> inputs, const ScanOptions& options, std::span<Ref<Array>> outputs,
                std::span<const int> dtypes, const char* op) {
  const std::vector<std::string>& names = fold_.inputs();
  if (inputs.size() != names.size())
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}: {}", op, base::plural(inputs.size(), "array"), names.size(),
         base::join(names, ", "));
  if (outputs.size() != fold_.output_count())
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}", op, base::plural(outputs.size(), "output"),
         fold_.output_count());
  // Lists of the call are on the stack unless there are very many operands.
  std::byte local[8192];
  std::pmr::monotonic_buffer_resource arena(local, sizeof local);
  std::pmr::vector<int> signature(&arena);
  signature.reserve(inputs.size() + outputs.size());
  bool alike = true;
  for (const Array* input : inputs) {
    check_operand(*context_, *input, op);
    signature.push_back(int(input->dtype()));
    alike = alike && input->shape() == inputs[0]->shape();
  }
  Dims whole = inputs[0]->shape();
  if (!alike) {
    std::pmr::vector<Dims> shapes(&arena);
    shapes.reserve(inputs.size());
    for (const Array* input : inputs) shapes.push_back(input->shape());
    whole = layout::broadcast_shapes(shapes, op);
  }
  const std::int64_t size = layout::checked_size(whole, 1, op);
  const bool flat = options.axis == KILN_AXIS_NONE || (whole.empty() && (options.axis == 0 || options.axis == -1));
  const std::size_t axis = flat ? 0 : layout::normalize_axis(options.axis, whole.size(), op);
  const Dims shape = flat ? Dims{size} : whole;
  std::pmr::vector<Array*> into(&arena);
  into.reserve(outputs.size());
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    into.push_back(outputs[k].get());
    signature.push_back(into[k] ? int(into[k]->dtype()) : dtypes[k]);
  }
  check_destinations(*context_, into, {&shape, 1}, op);

  std::unique_lock lock(impl_->mutex);
  Impl::Specialisation& s = impl_->find(fold_, signature, op);
  // Inputs that are transposed (lies_across()) are copied, unless all results are transposed too.
  const bool across = std::all_of(into.begin(), into.end(), [](const Array* result) {
    return result && lies_across(result->context(), result->layout(), result->itemsize());
  });
  CallerArrays sources(&arena), results(&arena);
  sources.reserve(inputs.size());
  results.reserve(outputs.size());
  for (const Array* input : inputs) {
    if (!sources.empty() && input == inputs[sources.size() - 1]) {  // given twice: the element and its neighbour
      sources.push_back(sources.back());
      continue;
    }
    auto source = itself(*input);
    if (input->shape() != whole) source = view(*input, layout::broadcast_to(input->layout(), whole, op), false, op);
    if (flat && whole.size() != 1) source = reshape(*source, shape, KILN_COPY_IF_NEEDED, op);
    sources.push_back(across ? source : straightened(*source, op));
  }
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    bool direct = into[k] && !layout::overlaps_itself(into[k]->layout(), into[k]->itemsize());
    for (std::size_t i = 0; direct && i < sources.size(); ++i)
      direct =
          impl_->neighbours >> i & 1 ? !may_overlap(*into[k], *sources[i]) : may_be_in_place(*into[k], *sources[i]);
    results.push_back(target(*context_, into[k], direct, s.programs.finish.outputs[k].dtype, shape, op));
  }
  if (size > 0) {
    CallerLoops loops(&arena);
    if (!loops.bring_together(sources, results, axis, options.reverse)) {
      // The axes need more loops than kernels have. Packed arrays need only two.
      for (auto& source : sources) source = packed(*source, op);
      for (auto& result : results)
        if (!result->c_contiguous()) result = empty(*context_, result->dtype(), shape, op);
      loops.bring_together(sources, results, axis, options.reverse);
    }
    impl_->run(s, loops, options, op);
  }
  lock.unlock();
  deliver_each(results, into, op);
  for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] = results[k];
}

KeyedResults Scan::gather(std::span<const Array* const> inputs, int dtype, const codegen::Traits* traits,
                          const char* op) {
  std::byte local[4096];
  std::pmr::monotonic_buffer_resource arena(local, sizeof local);
  CallerArrays sources(&arena), results(&arena);
  std::pmr::vector<int> signature(&arena);
  for (const Array* input : inputs) {
    signature.push_back(int(input->dtype()));
    sources.push_back(straightened(*input, op));
  }
  signature.push_back(dtype);
  const Dims all = inputs[0]->shape();
  HostNumber found(*context_, op);
  KeyedResults made;
  {
    const std::lock_guard lock(impl_->mutex);
    Impl::Specialisation& s = impl_->find(fold_, signature, op);
    results.push_back(empty(*context_, s.programs.finish.outputs[0].dtype, all, op));
    made = {empty(*context_, inputs[0]->dtype(), all, op), results[0]};
    CallerLoops loops(&arena);
    loops.bring_together(sources, results, 0, false);
    ScanOptions options;
    options.traits = traits;
    const Impl::Gathered gathered{made.keys.get(), &found.array()};
    if (!impl_->run(s, loops, options, op, &gathered)) return {};
  }
  const Dims count{found.wait()};
  for (Ref<Array>* const each : {&made.keys, &made.values})
    *each = view(**each, {count, (*each)->strides(), (*each)->layout().offset}, true);
  return made;
}

}  // namespace kiln::array
