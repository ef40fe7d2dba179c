// SPDX-License-Identifier: Apache-2.0
// Checks the sides of a choice.
#include "graph/node/ifelse_op.hpp"

#include "base/text.hpp"
#include "graph/node/host_values.hpp"

namespace kiln::graph {

std::vector<Type> IfElse::infer(std::span<const Type> inputs) const {
  const Type& condition = inputs[0];
  if (condition.ndim() != 0)
    fail(KILN_SHAPE_ERROR, "graph.ifelse: the condition is {}, expected no dimensions", type_text(condition));
  if (base::is_complex(condition.dtype))
    fail(KILN_TYPE_ERROR, "graph.ifelse: the condition is {}, expected a truth value or a real number",
         type_text(condition));
  const std::size_t count = inputs.size() / 2;
  std::vector<Type> types;
  for (std::size_t i = 0; i < count; ++i) {
    const Type &yes = inputs[1 + i], &no = inputs[1 + count + i];
    Type type = yes;
    bool fits = yes.dtype == no.dtype && yes.ndim() == no.ndim();
    for (std::size_t d = 0; fits && d < type.ndim(); ++d) {
      if (type.shape[d] == kUnknown) type.shape[d] = no.shape[d];
      fits = no.shape[d] == kUnknown || no.shape[d] == type.shape[d];
    }
    if (!fits)
      fail(yes.dtype == no.dtype ? KILN_SHAPE_ERROR : KILN_TYPE_ERROR,
           "graph.ifelse: output {} is {} if the condition is true, but {} if it is false, expected equal types", i + 1,
           type_text(yes), type_text(no));
    types.push_back(type);
  }
  return types;
}

Values IfElse::gradient(const Node& node, std::span<const Value> gradients) const {
  Values out(node.inputs().size());
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (gradients[i]) out[1 + i] = out[1 + gradients.size() + i] = gradients[i];
  return out;
}

std::optional<bool> IfElse::counts_if(const Node& node, std::size_t input) const {
  if (input == 0) return std::nullopt;
  return input <= node.types().size();
}

Runner IfElse::prepare(const Node&, runtime::Context&) const {
  return [](NodeArrays inputs, NodeArrays outputs) {
    const std::size_t first = is_true(*inputs[0]) ? 1 : 1 + outputs.size();
    for (std::size_t i = 0; i < outputs.size(); ++i) array::assign(*outputs[i], *inputs[first + i], "ifelse");
  };
}

Values ifelse(const Value& condition, const Values& if_true, const Values& if_false) {
  if (if_true.size() != if_false.size() || if_true.empty())
    fail(KILN_INVALID_ARGUMENT, "graph.ifelse: got {} if the condition is true and {} if it is false, expected as many",
         base::plural(if_true.size(), "value"), if_false.size());
  Values inputs{condition};
  inputs.insert(inputs.end(), if_true.begin(), if_true.end());
  inputs.insert(inputs.end(), if_false.begin(), if_false.end());
  return all_outputs(Node::make(base::make_ref<IfElse>(), std::move(inputs)));
}

bool is_true(const array::Array& condition) {
  const Scalar value = Scalar::load(condition.dtype(), host_elements(condition));
  return value.cast(KILN_BOOL).i != 0;
}

}  // namespace kiln::graph
