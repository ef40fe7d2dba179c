// SPDX-License-Identifier: Apache-2.0
// The epilogue pass. A product of matrices, or a convolution, whose only reader is an elementwise node of its shape
// becomes one node with it: bias, activation and residual behind a product. So does alpha a b + beta c, whose sum
// becomes part of what is computed behind the product. The array library computes both in one kernel where one of
// Kiln's kernels computes the product.
#include <algorithm>
#include <unordered_map>

#include "array/conv/conv.hpp"
#include "array/product/epilogue.hpp"
#include "array/tuning.hpp"
#include "graph/fusion/epilogue_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/passes/pass.hpp"
#include "graph/passes/text_numbers.hpp"
#include "graph/spatial/conv_ops.hpp"

namespace kiln::graph {
namespace {

// How many nodes read each node; outputs of the function count as one more.
using ReaderCounts = std::unordered_map<const Node*, std::size_t>;

ReaderCounts count_readers(std::span<const Value> values) {
  ReaderCounts readers;
  std::unordered_map<const Node*, const Node*> last;  // the newest reader of each node
  for (const NodeRef& node : topological(values))
    for (const Value& input : node->inputs()) {
      const Node*& reader = last[input.node.get()];
      if (reader != node.get()) ++readers[input.node.get()];
      reader = node.get();
    }
  for (const Value& value : values) ++readers[value.node.get()];
  return readers;
}

// How many products are added for each element; 0 for what has no epilogue. Products that are vectors are sums of rows,
// whose kernels are others.
std::int64_t summed_places(const Value& value, const Node& reader) {
  // The sum of a Gemm is rounded once, and would be rounded twice if its product were stored with fewer digits.
  const bool sum = op_as<Gemm>(value) && base::compute_dtype(value.type().dtype) == value.type().dtype;
  const bool conv = op_as<Conv>(value);
  if ((!op_as<Dot>(value) && !sum && !conv) || value.node->place() != reader.place()) return 0;
  const Dims& shape = value.type().shape;
  if (!base::is_float(value.type().dtype) || shape != reader.types()[0].shape || value.type().size() == 0) return 0;
  if (conv) {
    const Type& filters = value.node->inputs()[1].type();
    return filters.size() / filters.shape[0];
  }
  if (shape[shape.size() - 1] == 1 || shape[shape.size() - 2] == 1) return 0;
  const Dims& left = value.node->inputs()[0].type().shape;
  return left[left.size() - 1];
}

// The input of an elementwise node that is a product nothing else reads; of several that with the longest sums.
std::size_t product_of(const Node& node, const ReaderCounts& readers) {
  std::size_t found = SIZE_MAX;
  std::int64_t longest = 0;
  for (std::size_t i = 0; i < node.inputs().size(); ++i) {
    const Value& input = node.inputs()[i];
    const std::int64_t length = summed_places(input, node);
    if (length <= longest || readers.at(input.node.get()) != 1) continue;
    longest = length;
    found = i;
  }
  return found;
}

bool is_complex_value(const Value& value) { return base::is_complex(value.type().dtype); }

expr::Expr times_number(double factor, expr::Expr of) {
  return factor == 1 ? of : expr::make_apply(expr::Fn::multiply, {expr::make_number(factor), std::move(of)});
}

// The node and the product that is its input `at`, as one node; empty if no kernel takes so many arrays.
NodeRef made_of(const NodeRef& node, const Values& inputs, std::size_t at) {
  const NodeRef& product = inputs[at].node;
  const auto* gemm = op_as<Gemm>(*product);
  const auto* conv = op_as<Conv>(*product);
  Values all{product->inputs()[0], product->inputs()[1]};
  const auto operand = [&](const Value& value) {
    const auto known = std::find(all.begin() + 2, all.end(), value);
    const auto place = std::size_t(known - all.begin());
    if (known == all.end()) all.push_back(value);
    return input_name(place - 1);
  };
  expr::Expr whole = input_name(0);
  if (gemm)
    whole = expr::make_apply(expr::Fn::add, {times_number(gemm->alpha(), std::move(whole)),
                                             times_number(gemm->beta(), operand(product->inputs()[2]))});
  std::vector<std::pair<std::string, expr::Expr>> names;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto scalar = written_scalar(inputs[i]);
    names.emplace_back("x" + std::to_string(i), inputs[i] == inputs[at] ? whole
                                                : scalar                ? expr::make_constant(*scalar)
                                                                        : operand(inputs[i]));
  }
  if (!array::ProductEpilogue::fits(node->types().size() + all.size() - 2)) return {};
  Elementwise::Outputs outputs;
  for (const expr::Expr& output : op_as<Elementwise>(*node)->outputs()) outputs.push_back(substitute(output, names));
  std::string name = node->op().name();
  if (name.starts_with("Elemwise{")) name = name.substr(9, name.size() - 10);
  NodeRef made =
      Node::make(base::make_ref<Epilogue>(std::move(outputs), product->types()[0].dtype,
                                          conv ? std::optional(conv->options()) : std::nullopt, node->types(),
                                          fmt::format("{}{{{}}}", product->op().name(), name)),
                 std::move(all));
  std::vector<NodeRef> members = product->origins();
  for (const NodeRef& origin : node->origins()) members.push_back(origin);
  made->set_members(by_number(std::move(members)));
  made->set_label(node->label());
  made->set_place(node->place());
  return made;
}

}  // namespace

Values fuse_epilogues(std::span<const Value> values) {
  const ReaderCounts readers = count_readers(values);
  return rewrite(values, [&](const NodeRef& node, const Values& inputs) -> Values {
    if (!op_as<Elementwise>(*node) || !node->place() ||
        node->types().size() > array::tuning(*node->place()).gemm.epilogue_results)
      return {};
    const std::size_t at = product_of(*node, readers);
    if (at == SIZE_MAX || std::any_of(inputs.begin(), inputs.end(), is_complex_value)) return {};
    const auto& types = node->types();
    if (std::any_of(types.begin(), types.end(), [](const Type& type) { return base::is_complex(type.dtype); }))
      return {};
    const NodeRef made = made_of(node, inputs, at);
    return made ? all_outputs(made) : Values{};
  });
}

Runner Epilogue::prepare(const Node& node, runtime::Context& context) const {
  expr::Statements statements;
  std::vector<DType> inputs{product_}, outputs;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    statements.outputs.push_back({"r" + std::to_string(i), outputs_[i]});
    outputs.push_back(types_[i].dtype);
  }
  statements.inputs.push_back("x0");
  for (std::size_t i = 2; i < node.inputs().size(); ++i) {
    statements.inputs.push_back("x" + std::to_string(i - 1));
    inputs.push_back(node.inputs()[i].type().dtype);
  }
  const auto epilogue = array::ProductEpilogue::create(context, std::move(statements), inputs, outputs);
  if (conv_)
    return [epilogue, options = *conv_](NodeArrays from, NodeArrays to) {
      array::conv(*from[0], *from[1], options, *epilogue, from.subspan(2), to, "function");
    };
  return [epilogue](NodeArrays from, NodeArrays to) {
    epilogue->call(*from[0], *from[1], from.subspan(2), to, "function");
  };
}

}  // namespace kiln::graph
