// SPDX-License-Identifier: Apache-2.0
// Checks a reduction, types its programs for the inputs' dtypes, and brings kept and reduced axes into few loops.
#include "array/fold/reduce.hpp"

#include <algorithm>
#include <memory_resource>
#include <mutex>

#include "array/elementwise/elementwise.hpp"
#include "array/fold/reduce_run.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/kernel_room.hpp"
#include "base/text.hpp"

namespace kiln::array {

using codegen::ReducePrograms;

namespace {

expr::Program identity_program(const std::vector<DType>& dtypes, bool with_count) {
  expr::Program p;
  for (std::size_t i = 0; i < dtypes.size(); ++i) {
    p.inputs.push_back({"", dtypes[i], false});
    expr::Value value{expr::Value::Kind::input, dtypes[i]};
    value.input = std::uint16_t(i);
    p.values.push_back(value);
    p.outputs.push_back({"", dtypes[i], std::uint16_t(i)});
  }
  if (with_count) p.inputs.push_back({"n", KILN_INT64, true});
  return p;
}

}  // namespace

struct Reduction::Impl {
  Impl(runtime::Context& context, const Fold& fold) : runner(context), room(context.properties()) {
    load.inputs = fold.inputs().size();
    load.ends = fold.ends().size();
    load.outputs = fold.output_count();
    load.accumulators = fold.accumulator_count();
  }
  // Refuses a reduction that is too large for every kernel of the device, even with one kept and one reduced axis.
  void check(const char* op) const {
    if (const std::string why = room.reduce_refusal(load); !why.empty()) fail(KILN_INVALID_ARGUMENT, "{}: {}", op, why);
  }
  std::mutex mutex;
  ReduceRunner runner;
  const KernelRoom room;
  KernelLoad load;
  struct Specialisation {
    std::vector<int> signature;  // dtypes of inputs, then of outputs
    ReducePasses passes;
  };
  std::vector<std::unique_ptr<Specialisation>> specialisations;
  Specialisation& find(const Reduction& reduction, std::span<const int> signature, const char* op);
};

Reduction::Reduction(Fold fold) : fold_(std::move(fold)) {}
Reduction::~Reduction() = default;

Ref<Reduction> Reduction::create(runtime::Context& context, const ReduceTexts& texts, std::vector<std::string> inputs,
                                 bool empty_ok, const char* operation, bool hold_context) {
  Parts parts = parse_fold(texts, inputs, operation);
  return create(context, std::move(parts), std::move(inputs), empty_ok, operation, hold_context);
}

Ref<Reduction> Reduction::create(runtime::Context& context, Parts parts, std::vector<std::string> inputs, bool empty_ok,
                                 const char* operation, bool hold_context) {
  auto self = Ref<Reduction>::adopt(new Reduction(Fold(std::move(parts), std::move(inputs), operation)));
  self->context_ = &context;
  if (hold_context) self->held_ = Ref<runtime::Context>(&context);
  self->empty_ok_ = empty_ok;
  self->name_ = operation;
  self->impl_ = std::make_unique<Impl>(context, self->fold_);
  self->impl_->check(operation);
  return self;
}

void Reduction::specialise(std::span<const int> signature, ReducePasses& passes, const char* op) const {
  const ReducePrograms& p = passes.whole.programs = programs(signature, op);
  std::vector<DType> computed;
  for (const auto& output : p.map.outputs) computed.push_back(output.dtype);
  passes.shares.programs = p;
  passes.shares.programs.finish = identity_program(computed, true);
  passes.together.programs = p;
  passes.together.programs.map = identity_program(computed, false);
  passes.together.programs.next = p.combine;
  passes.together.programs.several = {};
  passes.together.programs.tree = false;
  passes.together.programs.taken = true;
}

codegen::ReducePrograms Reduction::programs(std::span<const int> signature, const char* operation) const {
  codegen::ReducePrograms made = fold_.programs(*context_, signature, operation);
  KernelLoad load = impl_->load;
  for (const auto& output : made.map.outputs) load.accumulator_bytes += base::dtype_size(output.dtype);
  if (const std::string why = impl_->room.reduce_refusal(load); !why.empty())
    fail(KILN_INVALID_ARGUMENT, "{}: {}", operation, why);
  return made;
}

Reduction::Impl::Specialisation& Reduction::Impl::find(const Reduction& reduction, std::span<const int> signature,
                                                       const char* op) {
  for (auto& known : specialisations)
    if (std::ranges::equal(known->signature, signature)) return *known;
  auto made = std::make_unique<Specialisation>();
  made->signature.assign(signature.begin(), signature.end());
  reduction.specialise(signature, made->passes, op);
  specialisations.push_back(std::move(made));
  return *specialisations.back();
}

// One call. Its lists are on the stack unless there are very many operands.
class Reduction::Call {
 public:
  Call(const Reduction& reduction, std::span<const Array* const> inputs, const ReduceAxes& axes,
       std::span<Ref<Array>> outputs, const char* op)
      : reduction_(reduction),
        impl_(*reduction.impl_),
        context_(*reduction.context_),
        inputs_(inputs.begin(), inputs.end(), &arena_),
        outputs_(outputs),
        mapped_(reduction.fold_.inputs().size()),
        axes_(axes),
        op_(op) {}

  void run(std::span<const int> dtypes) {
    check_inputs();
    part_axes();
    check_outputs();
    {
      const std::lock_guard lock(impl_.mutex);
      passes_ = &impl_.find(reduction_, signature(dtypes), op_).passes;
      turn_inputs();
      make_results();
      if (places_kept_ != 0 && places_reduced_ == 0)
        fill_results();
      else if (places_kept_ != 0)
        launch();
    }
    hand_over();
  }

 private:
  void check_inputs() const {
    const Fold& fold = reduction_.fold_;
    if (inputs_.size() != mapped_ + fold.ends().size())
      fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}: {}", op_, base::plural(inputs_.size(), "array"),
           fold.inputs().size(), base::join(fold.inputs(), ", "));
    if (outputs_.size() != fold.output_count())
      fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected {}", op_, base::plural(outputs_.size(), "output"),
           fold.output_count());
    for (const Array* input : inputs_) check_operand(context_, *input, op_);
  }

  // Finds the shape to which the mapped inputs broadcast, divides its axes into kept and reduced ones, and finds
  // the shape of results.
  void part_axes() {
    std::pmr::vector<Dims> shapes(&arena_);
    shapes.reserve(mapped_);
    for (std::size_t i = 0; i < mapped_; ++i) shapes.push_back(inputs_[i]->shape());
    shape_ = layout::broadcast_shapes(shapes, op_);
    if (axes_.all) std::fill_n(goes_, shape_.size(), true);
    if (!axes_.all) {
      for (const std::int64_t axis : axes_.axes) {
        const std::size_t at = layout::normalize_axis(axis, shape_.size(), op_);
        if (goes_[at]) fail(KILN_INDEX_ERROR, "{}: axis {} is given twice, expected different axes", op_, axis);
        goes_[at] = true;
      }
    }
    for (std::size_t d = 0; d < shape_.size(); ++d) {
      (goes_[d] ? reduced_shape_ : kept_shape_).push_back(shape_[d]);
      if (!goes_[d] || axes_.keepdims) result_.push_back(goes_[d] ? 1 : shape_[d]);
    }
    places_reduced_ = layout::checked_size(reduced_shape_, 1, op_);
    places_kept_ = layout::checked_size(kept_shape_, 1, op_);
  }

  void check_outputs() const {
    std::pmr::vector<Array*> into(&arena_);
    into.reserve(outputs_.size());
    for (const auto& output : outputs_) into.push_back(output.get());
    check_destinations(context_, into, {&result_, 1}, op_);
    if (places_reduced_ != 0 || places_kept_ == 0) return;
    if (!reduction_.empty_ok_ || !reduction_.fold_.ends().empty())
      fail(KILN_SHAPE_ERROR, "{}: the array is empty: no elements along the reduced axes of shape {}{}", op_,
           layout::shape_text(shape_),
           reduction_.empty_ok_ ? "" : fmt::format(", and {} has no identity", reduction_.name_));
  }

  std::pmr::vector<int> signature(std::span<const int> dtypes) const {
    std::pmr::vector<int> found(&arena_);
    found.reserve(inputs_.size() + outputs_.size());
    for (const Array* input : inputs_) found.push_back(int(input->dtype()));
    for (std::size_t k = 0; k < outputs_.size(); ++k)
      found.push_back(outputs_[k] ? int(outputs_[k]->dtype()) : dtypes[k]);
    return found;
  }

  const ReducePrograms& programs() const { return passes_->whole.programs; }

  // The first input that has elements of its own for all places: the stride 0 of a broadcast axis tells no order.
  const Array* leader() const {
    for (std::size_t i = 0; i < mapped_; ++i) {
      const Array& input = *inputs_[i];
      bool whole = input.shape() == shape_;
      for (std::size_t d = 0; whole && d < shape_.size(); ++d) whole = shape_[d] <= 1 || input.strides()[d] != 0;
      if (whole) return &input;
    }
    return nullptr;
  }

  // Copies inputs that are transposed relative to the leader, so that all can be read along its memory. If the
  // map calls index(), elements are read in C order, and inputs that are transposed relative to that are copied.
  void turn_inputs() {
    const bool places = programs().map.uses_index();
    if (places ? reduced_shape_.size() <= 1 : mapped_ <= 1) return;
    const Array* const first = leader();
    if (!places && !first) return;
    Dims order, back(shape_.size(), 0);
    for (std::size_t d = 0; d < shape_.size(); ++d) order.push_back(std::int64_t(d));
    if (!places)
      std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        const auto step = [&](std::int64_t d) { return std::abs(first->strides()[std::size_t(d)]); };
        return step(a) != step(b) ? step(a) > step(b) : a < b;
      });
    for (std::size_t d = 0; d < shape_.size(); ++d) back[std::size_t(order[d])] = std::int64_t(d);
    for (std::size_t i = 0; i < mapped_; ++i) {
      const Array& input = *inputs_[i];
      if (input.shape() != shape_) continue;
      const Layout turned = layout::transpose(input.layout(), order, op_);
      if (!lies_across(input.context(), turned, input.itemsize())) continue;
      const auto straight = copy(*view(input, turned, false, op_), KILN_ORDER_C, op_);
      copies_.push_back(view(*straight, layout::transpose(straight->layout(), back, op_), false, op_));
      inputs_[i] = copies_.back().get();
    }
  }

  // If any output that is given shares memory with an input, results go to new arrays and are copied to the outputs
  // at the end (through_).
  void make_results() {
    for (const auto& output : outputs_)
      for (std::size_t i = 0; output && i < inputs_.size(); ++i)
        through_ =
            through_ || !(i < mapped_ ? apart_from(*output, {inputs_[i]}) : may_be_in_place(*output, *inputs_[i]));
    results_.reserve(outputs_.size());
    for (std::size_t k = 0; k < outputs_.size(); ++k)
      results_.push_back(
          target(context_, outputs_[k].get(), !through_, programs().finish.outputs[k].dtype, result_, op_));
  }

  // Fills the results of a reduction of no elements: `finish` of the identity.
  void fill_results() {
    std::vector<Scalar> last = programs().identity, values(outputs_.size());
    last.push_back(Scalar::integer(KILN_INT64, 0));
    expr::interpret(programs().finish, last, 0, values);
    for (std::size_t k = 0; k < outputs_.size(); ++k) fill(*results_[k], values[k], op_);
  }

  void launch() {
    if (!collapse()) {
      pack_inputs();
      collapse();
    }
    const std::size_t count = inputs_.size();
    std::pmr::vector<ReduceOperand> operands(&arena_);
    operands.reserve(count + outputs_.size());
    for (std::size_t k = 0; k < outputs_.size(); ++k)
      operands.push_back({results_[k].get(), kept_loops_.strides[count + k], {}});
    for (std::size_t i = 0; i < count; ++i)
      operands.push_back(
          {const_cast<Array*>(inputs_[i]), kept_loops_.strides[i], i < mapped_ ? reduced_loops_.strides[i] : Dims{}});
    impl_.runner.run(*passes_, operands, kept_loops_.shape, reduced_loops_.shape, op_);
  }

  // Merges the kept axes, and the reduced axes, into as few loops as possible; the order is that of the inputs'
  // strides. Returns false if kernels have not so many loops, or not room for so many arguments.
  bool collapse() {
    const std::size_t all = inputs_.size() + outputs_.size();
    std::pmr::vector<Dims> kept(all, &arena_), reduced(mapped_, &arena_);
    for (std::size_t i = 0; i < mapped_; ++i) part_strides(*inputs_[i], kept[i], reduced[i]);
    for (std::size_t i = mapped_; i < inputs_.size(); ++i)
      kept[i] = kept_strides(layout::broadcast_to(inputs_[i]->layout(), result_, op_).strides);
    for (std::size_t k = 0; k < outputs_.size(); ++k) kept[inputs_.size() + k] = kept_strides(results_[k]->strides());
    const auto collapse = [&](const Dims& shape, const auto& strides, bool reorder, layout::Collapsed& out) {
      std::pmr::vector<const Dims*> pointers(&arena_);
      pointers.reserve(strides.size());
      for (const Dims& each : strides) pointers.push_back(&each);
      layout::collapse(shape, pointers, reorder, out);
    };
    collapse(kept_shape_, kept, true, kept_loops_);
    collapse(reduced_shape_, reduced, !programs().map.uses_index(), reduced_loops_);
    KernelLoad load = impl_.load;
    load.kept = kept_loops_.shape.size();
    load.reduced = reduced_loops_.shape.size();
    return std::max(load.kept, load.reduced) <= codegen::kMaxReduceDims && impl_.room.reduce_refusal(load).empty();
  }

  // A mapped input's strides along kept and along reduced axes.
  void part_strides(const Array& input, Dims& kept, Dims& reduced) const {
    const Layout wide = packed_ ? input.layout() : layout::broadcast_to(input.layout(), shape_, op_);
    // positions of axes in a packed copy, whose kept axes come first
    std::size_t kept_at = 0, reduced_at = kept_shape_.size();
    for (std::size_t d = 0; d < shape_.size(); ++d) {
      const std::size_t at = !packed_ ? d : goes_[d] ? reduced_at++ : kept_at++;
      (goes_[d] ? reduced : kept).push_back(shape_[d] == 1 ? 0 : wide.strides[at]);
    }
  }

  // The strides along the kept axes of an array that has the result's shape.
  Dims kept_strides(const Dims& strides) const {
    if (!axes_.keepdims) return strides;
    Dims kept;
    for (std::size_t d = 0; d < shape_.size(); ++d)
      if (!goes_[d]) kept.push_back(strides[d]);
    return kept;
  }

  // Replaces mapped inputs by packed copies whose kept axes come before the reduced ones. Kept and reduced axes
  // then merge into one loop each.
  void pack_inputs() {
    Dims order;
    for (const bool going : {false, true})
      for (std::size_t d = 0; d < shape_.size(); ++d)
        if (goes_[d] == going) order.push_back(std::int64_t(d));
    for (std::size_t i = 0; i < mapped_; ++i) {
      const Array& input = *inputs_[i];
      const Layout wide = layout::broadcast_to(input.layout(), shape_, op_);
      copies_.push_back(copy(*view(input, layout::transpose(wide, order, op_), false, op_), KILN_ORDER_C, op_));
      inputs_[i] = copies_.back().get();
    }
    for (std::size_t k = 0; k < outputs_.size(); ++k)
      if (outputs_[k] && !through_) results_[k] = empty(context_, outputs_[k]->dtype(), result_, op_);
    packed_ = through_ = true;
  }

  void hand_over() {
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (outputs_[k] && through_) elementwise_assign(*outputs_[k], *results_[k], op_);
      if (!outputs_[k]) outputs_[k] = results_[k];
    }
  }

  std::byte memory_[8192];
  mutable std::pmr::monotonic_buffer_resource arena_{memory_, sizeof memory_};
  const Reduction& reduction_;
  Impl& impl_;
  runtime::Context& context_;
  std::pmr::vector<const Array*> inputs_;  // the mapped inputs, then the arrays that only `finish` reads
  const std::span<Ref<Array>> outputs_;
  const std::size_t mapped_;
  const ReduceAxes& axes_;
  const char* const op_;
  Dims shape_, kept_shape_, reduced_shape_, result_;
  bool goes_[KILN_MAX_DIMS] = {};  // for each axis, whether it is reduced
  std::int64_t places_kept_ = 0, places_reduced_ = 0;
  ReducePasses* passes_ = nullptr;
  std::vector<Ref<Array>> copies_;  // of inputs
  bool packed_ = false;             // mapped inputs are copies with kept axes first
  bool through_ = false;
  std::pmr::vector<Ref<Array>> results_{&arena_};
  layout::Collapsed kept_loops_, reduced_loops_;
};

void Reduction::call(std::span<const Array* const> inputs, const ReduceAxes& axes, std::span<Ref<Array>> outputs,
                     std::span<const int> dtypes, const char* op) {
  Call(*this, inputs, axes, outputs, op).run(dtypes);
}

}  // namespace kiln::array
