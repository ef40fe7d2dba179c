// SPDX-License-Identifier: Apache-2.0
// Checks a reduction, types its three programs for the inputs' dtypes, and brings kept and reduced axes into
// few loops.
#include "array/fold/reduce.hpp"

#include <algorithm>
#include <memory_resource>
#include <mutex>

#include "array/elementwise/elementwise.hpp"
#include "array/fold/reduce_run.hpp"
#include "array/launch/kernel_room.hpp"
#include "base/text.hpp"
#include "codegen/fold/reduce.hpp"

namespace kiln::array {

using base::fail;
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

// The operand, in the layout of the result, lies exactly where the result does.
bool same_elements(const Array& result, const Array& operand, const Layout& layout) {
  if (result.memory_offset() != operand.memory_offset() || result.itemsize() != operand.itemsize())
    return false;
  for (std::size_t d = 0; d < layout.shape.size(); ++d)
    if (layout.shape[d] > 1 && layout.strides[d] != result.strides()[d]) return false;
  return true;
}

}  // namespace

struct Reduction::Impl {
  Impl(runtime::Context& context, const Fold& fold) : runner(context), room(context.properties()) {
    load.inputs = fold.inputs().size();
    load.ends = fold.ends().size();
    load.outputs = fold.output_count();
    load.accumulators = fold.accumulator_count();
  }
  // Refuses what no kernel of the device holds, even of operands with one axis of each sort.
  void check(const char* op) const {
    if (const std::string why = room.reduce_refusal(load); !why.empty())
      fail(KILN_INVALID_ARGUMENT, "{}: {}", op, why);
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
};

Reduction::Reduction(Fold fold) : fold_(std::move(fold)) {}
Reduction::~Reduction() = default;

Ref<Reduction> Reduction::create(runtime::Context& context, const ReduceTexts& texts,
                                 std::vector<std::string> inputs, bool empty_ok, const char* operation,
                                 bool hold_context) {
  return create(context, parse_fold(texts, inputs, operation), std::move(inputs), empty_ok, operation,
                hold_context);
}

Ref<Reduction> Reduction::create(runtime::Context& context, Parts parts, std::vector<std::string> inputs,
                                 bool empty_ok, const char* operation, bool hold_context) {
  auto self = Ref<Reduction>::adopt(new Reduction(Fold(std::move(parts), std::move(inputs), operation)));
  self->context_ = &context;
  if (hold_context) self->held_ = Ref<runtime::Context>(&context);
  self->empty_ok_ = empty_ok;
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

void Reduction::call(std::span<const Array* const> inputs, const ReduceAxes& axes,
                     std::span<Ref<Array>> outputs, std::span<const int> dtypes, const char* op) {
  Impl& impl = *impl_;
  const std::vector<std::string>&names = fold_.inputs(), &ends = fold_.ends();
  if (inputs.size() != names.size() + ends.size())
    fail(KILN_INVALID_ARGUMENT, "{}: got {} arrays, expected {}: {}", op, inputs.size(), names.size(),
         base::join(names, ", "));
  if (outputs.size() != fold_.output_count())
    fail(KILN_INVALID_ARGUMENT, "{}: got {} outputs, expected {}", op, outputs.size(), fold_.output_count());
  // Lists of the call are on the stack unless there are very many operands.
  std::byte memory[8192];
  std::pmr::monotonic_buffer_resource arena(memory, sizeof memory);
  const std::size_t all = inputs.size() + outputs.size(), mapped = names.size();
  std::pmr::vector<Dims> shapes(&arena);
  shapes.reserve(inputs.size());
  for (const Array* input : inputs) {
    if (&input->context() != context_)
      fail(KILN_CONTEXT_MISMATCH,
           "{}: an array of another context (on {}), expected one of this context (on {})", op,
           input->context().device(), context_->device());
    if (!input->buffer().kernel_readable())
      fail(KILN_INVALID_ARGUMENT, "{}: an array in a write-only buffer, expected a readable one", op);
    shapes.push_back(input->shape());
  }
  shapes.resize(mapped);
  const Dims shape = layout::broadcast_shapes(shapes, op);
  bool goes[KILN_MAX_DIMS] = {};
  if (axes.all) std::fill_n(goes, shape.size(), true);
  if (!axes.all) {
    for (const std::int64_t axis : axes.axes) {
      const std::size_t at = layout::normalize_axis(axis, shape.size(), op);
      if (goes[at]) fail(KILN_INDEX_ERROR, "{}: axis {} is given twice, expected different axes", op, axis);
      goes[at] = true;
    }
  }
  Dims kept_shape, reduced_shape, result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    (goes[d] ? reduced_shape : kept_shape).push_back(shape[d]);
    if (!goes[d] || axes.keepdims) result.push_back(goes[d] ? 1 : shape[d]);
  }

  std::unique_lock lock(impl.mutex);
  std::pmr::vector<int> signature(&arena);
  signature.reserve(all);
  for (const Array* input : inputs) signature.push_back(int(input->dtype()));
  for (std::size_t k = 0; k < outputs.size(); ++k)
    signature.push_back(outputs[k] ? int(outputs[k]->dtype()) : dtypes[k]);
  Impl::Specialisation* s = nullptr;
  for (auto& known : impl.specialisations)
    if (std::equal(signature.begin(), signature.end(), known->signature.begin(), known->signature.end()))
      s = known.get();
  if (!s) {
    auto made = std::make_unique<Impl::Specialisation>();
    made->signature.assign(signature.begin(), signature.end());
    specialise(signature, made->passes, op);
    impl.specialisations.push_back(std::move(made));
    s = impl.specialisations.back().get();
  }

  // An input that lies across the first one, or across C order where places count, is copied along it.
  std::pmr::vector<const Array*> along(inputs.begin(), inputs.end(), &arena);
  std::vector<Ref<Array>> copied;
  if (const bool places = s->passes.whole.programs.map.uses_index();
      places ? reduced_shape.size() > 1 : mapped > 1) {
    Dims axes_of_first, back(shape.size(), 0);
    for (std::size_t d = 0; d < shape.size(); ++d) axes_of_first.push_back(std::int64_t(d));
    if (!places && inputs[0]->shape() == shape)
      std::sort(axes_of_first.begin(), axes_of_first.end(), [&](std::int64_t a, std::int64_t b) {
        const auto step = [&](std::int64_t d) { return std::abs(inputs[0]->strides()[std::size_t(d)]); };
        return step(a) != step(b) ? step(a) > step(b) : a < b;
      });
    for (std::size_t d = 0; d < shape.size(); ++d) back[std::size_t(axes_of_first[d])] = std::int64_t(d);
    for (std::size_t i = 0; i < mapped; ++i) {
      if (inputs[i]->shape() != shape || inputs[0]->shape() != shape) continue;
      const Layout turned = layout::transpose(inputs[i]->layout(), axes_of_first, op);
      if (!lies_across(turned, inputs[i]->itemsize())) continue;
      const auto straight = copy(*view(*inputs[i], turned, false, op), KILN_ORDER_C, op);
      copied.push_back(view(*straight, layout::transpose(straight->layout(), back, op), false, op));
      along[i] = copied.back().get();
    }
    inputs = along;
  }

  std::pmr::vector<Ref<Array>> results(&arena);
  results.reserve(outputs.size());
  bool through = false;  // a given output shares memory with an input: results go there by a copy
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k]) {
      check_writable(*outputs[k], op);
      if (&outputs[k]->context() != context_)
        fail(KILN_CONTEXT_MISMATCH,
             "{}: an output of another context (on {}), expected one of this context (on {})", op,
             outputs[k]->context().device(), context_->device());
      if (outputs[k]->shape() != result)
        fail(KILN_SHAPE_ERROR, "{}: the output has shape {}, expected {}", op,
             layout::shape_text(outputs[k]->shape()), layout::shape_text(result));
      for (std::size_t i = 0; i < inputs.size(); ++i)
        through = through ||
                  (may_overlap(*outputs[k], *inputs[i]) &&
                   !(i >= mapped && same_elements(*outputs[k], *inputs[i],
                                                  layout::broadcast_to(inputs[i]->layout(), result, op))));
      for (std::size_t other = 0; other < k; ++other)
        if (outputs[other] && may_overlap(*outputs[other], *outputs[k]))
          fail(KILN_INVALID_ARGUMENT, "{}: outputs {} and {} overlap", op, other + 1, k + 1);
    }
  }
  const std::int64_t n = layout::checked_size(reduced_shape, 1, op),
                     m = layout::checked_size(kept_shape, 1, op);
  if (n == 0 && m != 0 && !empty_ok_)
    fail(KILN_SHAPE_ERROR,
         "{}: no elements along the reduced axes of shape {}, and the operation has no identity", op,
         layout::shape_text(shape));
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const bool given = outputs[k] && !through;
    results.push_back(given ? outputs[k]
                            : empty(*context_, s->passes.whole.programs.finish.outputs[k].dtype, result, op));
  }
  if (m != 0 && n == 0 && !ends.empty())
    fail(KILN_SHAPE_ERROR, "{}: no elements along the reduced axes of shape {}", op,
         layout::shape_text(shape));
  if (m != 0 && n == 0) {
    std::vector<Scalar> last = s->passes.whole.programs.identity, values(outputs.size());
    last.push_back(Scalar::integer(KILN_INT64, 0));
    expr::interpret(s->passes.whole.programs.finish, last, 0, values);
    for (std::size_t k = 0; k < outputs.size(); ++k) fill(*results[k], values[k], op);
  } else if (m != 0) {
    // Strides of all operands along kept axes, of inputs along reduced ones; inputs lead the order.
    std::pmr::vector<const Array*> sources(inputs.begin(), inputs.end(), &arena);
    std::vector<Ref<Array>> copies;
    layout::Collapsed kept_axes, reduced_axes;
    const auto bring_together = [&] {
      std::pmr::vector<Dims> kept(all, &arena), reduced(mapped, &arena);
      for (std::size_t i = 0; i < mapped; ++i) {
        const Layout wide =
            copies.empty() ? layout::broadcast_to(sources[i]->layout(), shape, op) : sources[i]->layout();
        std::size_t kept_at = 0, reduced_at = kept_shape.size();  // of a copy: kept axes come first
        for (std::size_t d = 0; d < shape.size(); ++d) {
          const std::size_t at = copies.empty() ? d : goes[d] ? reduced_at++ : kept_at++;
          (goes[d] ? reduced[i] : kept[i]).push_back(shape[d] == 1 ? 0 : wide.strides[at]);
        }
      }
      // Those in the result's shape.
      const auto along_result = [&](std::size_t operand, const Dims& strides) {
        std::size_t at = 0;
        for (std::size_t d = 0; d < shape.size(); ++d) {
          if (!goes[d]) kept[operand].push_back(strides[at]);
          if (!goes[d] || axes.keepdims) ++at;
        }
      };
      for (std::size_t i = mapped; i < inputs.size(); ++i)
        along_result(i, layout::broadcast_to(inputs[i]->layout(), result, op).strides);
      for (std::size_t k = 0; k < outputs.size(); ++k) along_result(inputs.size() + k, results[k]->strides());
      std::pmr::vector<const Dims*> pointers(&arena);
      pointers.reserve(all);
      for (const Dims& dims : kept) pointers.push_back(&dims);
      layout::collapse(kept_shape, pointers, true, kept_axes);
      pointers.clear();
      for (const Dims& dims : reduced) pointers.push_back(&dims);
      layout::collapse(reduced_shape, pointers, !s->passes.whole.programs.map.uses_index(), reduced_axes);
      KernelLoad load = impl.load;
      load.kept = kept_axes.shape.size();
      load.reduced = reduced_axes.shape.size();
      return std::max(load.kept, load.reduced) <= codegen::kMaxReduceDims &&
             impl.room.reduce_refusal(load).empty();
    };
    if (!bring_together()) {
      // More axes than kernels loop over, or than there are arguments for: packed copies collapse to one axis
      // of each sort.
      Dims order;
      for (const bool going : {false, true})
        for (std::size_t d = 0; d < shape.size(); ++d)
          if (goes[d] == going) order.push_back(std::int64_t(d));
      for (const Array* input : inputs.first(mapped)) {
        const Layout wide = layout::broadcast_to(input->layout(), shape, op);
        copies.push_back(
            copy(*view(*input, layout::transpose(wide, order, op), false, op), KILN_ORDER_C, op));
        sources[copies.size() - 1] = copies.back().get();
      }
      for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k] && !through) results[k] = empty(*context_, outputs[k]->dtype(), result, op);
      through = true;
      bring_together();
    }
    std::pmr::vector<ReduceOperand> operands(&arena);
    operands.reserve(all);
    for (std::size_t k = 0; k < outputs.size(); ++k)
      operands.push_back({results[k].get(), kept_axes.strides[inputs.size() + k], {}});
    for (std::size_t i = 0; i < inputs.size(); ++i)
      operands.push_back({const_cast<Array*>(sources[i]), kept_axes.strides[i],
                          i < mapped ? reduced_axes.strides[i] : Dims{}});
    impl.runner.run(s->passes, operands, kept_axes.shape, reduced_axes.shape, op);
  }
  lock.unlock();
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k] && through) elementwise_assign(*outputs[k], *results[k], op);
    if (!outputs[k]) outputs[k] = results[k];
  }
}

}  // namespace kiln::array
