// SPDX-License-Identifier: Apache-2.0
// Launches the caller's kernels and calls the caller's host functions as nodes of a graph.
#include "graph/ops/user_ops.hpp"

#include <fmt/format.h>

#include "array/host/host_elements.hpp"
#include "array/user_kernel/kernel.hpp"
#include "graph/node/host_values.hpp"

namespace kiln::graph {
namespace {

array::KernelArgument number(std::int64_t value) { return {.scalar = Scalar::integer(KILN_INT64, value)}; }
array::KernelArgument pointer(array::Array* array) { return {.array = array}; }

// Collects the arguments of a launch. A kernel that is not strided gets contiguous copies of inputs that are
// not contiguous; `copies` keeps them alive.
void gather(NodeArrays inputs, NodeArrays outputs, bool strided, std::vector<array::KernelArgument>& arguments,
            std::vector<Ref<array::Array>>& copies) {
  for (array::Array* input : inputs) {
    if (!strided && !input->c_contiguous()) {
      copies.push_back(array::copy(*input, KILN_ORDER_C, "function"));
      input = copies.back().get();
    }
    arguments.push_back(pointer(input));
  }
  for (array::Array* output : outputs) arguments.push_back(pointer(output));
  arguments.push_back(number(outputs[0]->size()));
  if (!strided) return;
  for (const array::Array* input : inputs) {
    for (const std::int64_t extent : input->shape()) arguments.push_back(number(extent));
    for (const std::int64_t stride : input->strides())
      arguments.push_back(number(stride / std::int64_t(input->itemsize())));
  }
  for (const array::Array* output : outputs)
    for (const std::int64_t extent : output->shape()) arguments.push_back(number(extent));
}

Runner kernel_runner(const UserDefinition& definition, const Node& node, runtime::Context& context) {
  std::vector<array::Parameter> parameters;
  std::size_t numbers = 1;
  for (const Value& input : node.inputs()) {
    parameters.push_back({KILN_PARAMETER_INPUT, input.type().dtype});
    numbers += definition.strided ? 2 * input.type().ndim() : 0;
  }
  for (const Type& output : node.types()) {
    parameters.push_back({KILN_PARAMETER_OUTPUT, output.dtype});
    numbers += definition.strided ? output.ndim() : 0;
  }
  parameters.resize(parameters.size() + numbers, {KILN_PARAMETER_SCALAR, KILN_INT64});
  if (parameters.size() > array::kMaxParameters)
    fail(KILN_UNSUPPORTED, "graph.{}: a kernel of {} parameters, expected at most {}", definition.name,
         parameters.size(), array::kMaxParameters);
  const std::string operation = "graph." + definition.name;
  const auto program =
      array::Program::create(context, definition.source, KILN_LANGUAGE_PORTABLE, definition.options, operation.c_str());
  const auto kernel =
      array::Kernel::create(*program, definition.kernel.c_str(), std::move(parameters), operation.c_str());
  return [kernel, strided = definition.strided](NodeArrays inputs, NodeArrays outputs) {
    std::vector<array::KernelArgument> arguments;
    std::vector<Ref<array::Array>> copies;
    gather(inputs, outputs, strided, arguments, copies);
    const std::size_t global[] = {std::size_t(outputs[0]->size())};
    kernel->launch(global, {}, arguments, "function");
  };
}

class UserOp final : public Op {
 public:
  explicit UserOp(UserDefinition definition) : definition_(std::move(definition)) {}
  std::string name() const override { return definition_.name; }
  // Every operation has a key of its own, as two operations with equal texts may call different functions.
  std::string key() const override { return fmt::format("{} {}", definition_.name, static_cast<const void*>(this)); }
  std::vector<Type> infer(std::span<const Type> inputs) const override { return definition_.infer(inputs); }
  Values gradient(const Node& node, std::span<const Value> gradients) const override {
    return definition_.gradient ? definition_.gradient(node, gradients) : Op::gradient(node, gradients);
  }
  bool recordable() const override { return !definition_.compute; }
  bool on_host() const noexcept override { return bool(definition_.compute); }
  Runner prepare(const Node& node, runtime::Context& context) const override {
    if (!definition_.compute) return kernel_runner(definition_, node, context);
    const Ref<const UserOp> self(this);
    return [self](NodeArrays inputs, NodeArrays outputs) {
      std::vector<HostArray> from, to;
      std::vector<std::unique_ptr<std::byte[]>> copies;
      for (const array::Array* input : inputs) {
        from.push_back({input->dtype(), input->shape(), nullptr});
        if (input->size() == 0) continue;
        from.back().data = host_elements(*input);
        if (input->c_contiguous()) continue;
        copies.push_back(array::host_bytes(input->bytes()));
        array::copy_elements(input->itemsize(), input->shape(), copies.back().get(),
                             layout::c_strides(input->shape(), input->itemsize()), from.back().data, input->strides());
        from.back().data = copies.back().get();
      }
      for (const array::Array* output : outputs)
        to.push_back({output->dtype(), output->shape(), output->size() ? host_elements(*output) : nullptr});
      self->definition_.compute(from, to);
    };
  }

 private:
  UserDefinition definition_;
};

}  // namespace

Values user_op(UserDefinition definition, Values inputs) {
  const std::string operation = "graph." + definition.name;
  const bool kernel = !definition.source.empty();
  if (kernel == bool(definition.compute))
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected either a kernel or a host function", operation,
         kernel ? "both" : "neither");
  const NodeRef node = Node::make(base::make_ref<UserOp>(std::move(definition)), std::move(inputs));
  if (node->types().empty()) fail(KILN_INVALID_ARGUMENT, "{}: no outputs, expected at least one", operation);
  return all_outputs(node);
}

}  // namespace kiln::graph
