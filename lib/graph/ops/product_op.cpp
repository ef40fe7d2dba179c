// SPDX-License-Identifier: Apache-2.0
// Matrix products: types, gradients and how the array library computes them.

#include "array/product/blas.hpp"
#include "base/text.hpp"
#include "graph/node/array_op.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {

std::vector<Type> Dot::infer(std::span<const Type> inputs) const {
  const Type &a = inputs[0], &b = inputs[1];
  const std::int64_t inner = a.shape[a.ndim() - 1], other = b.shape[b.ndim() - 2];
  const auto refuse = [&](const std::string& why) {
    Dims left = a.shape, right = b.shape;
    if (row_) left.erase(left.size() - 2);
    if (column_) right.erase(right.size() - 1);
    fail(KILN_SHAPE_ERROR, "graph.dot: shapes {} and {}: {}", extents_text(left), extents_text(right), why);
  };
  if (inner != other && inner != kUnknown && other != kUnknown)
    refuse(
        fmt::format("a has {} and b {}, expected as many", base::plural(inner, "column"), base::plural(other, "row")));
  Type batch[2] = {a, b};
  for (Type& type : batch) {
    type.shape.erase(type.ndim() - 1);
    type.shape.erase(type.ndim() - 1);
  }
  Dims shape;
  try {
    shape = broadcast(batch, "dot");
  } catch (const base::Error&) {
    refuse(fmt::format("batches {} and {} do not broadcast together", extents_text(batch[0].shape),
                       extents_text(batch[1].shape)));
  }
  shape.push_back(a.shape[a.ndim() - 2]);
  shape.push_back(b.shape[b.ndim() - 1]);
  return {{base::promote(a.dtype, b.dtype), shape}};
}

Values Dot::gradient(const Node& node, std::span<const Value> gradients) const {
  const Value &a = node.inputs()[0], &b = node.inputs()[1], &g = gradients[0];
  if (!base::is_float(node.types()[0].dtype)) return Values(2);
  Values results(2);
  // Gives a gradient the operand's type: it sums over leading axes along which the operand was broadcast. Without
  // leading axes only the dtype can differ.
  const auto like = [&](const Value& product, const Value& operand) {
    return g.type().ndim() > 2 ? sum_like(product, operand) : cast(product, operand.type().dtype);
  };
  if (base::is_float(a.type().dtype)) results[0] = like(dot(g, swap_last(b)), a);
  if (base::is_float(b.type().dtype)) results[1] = like(dot(swap_last(a), g), b);
  return results;
}

Type Dot::as_asked(Type type) const {
  if (row_) type.shape.erase(type.ndim() - 2);
  if (column_) type.shape.erase(type.ndim() - 1);
  return type;
}

Runner Dot::prepare(const Node&, runtime::Context&) const {
  return [](NodeArrays inputs, NodeArrays outputs) { array::matmul(*inputs[0], *inputs[1], outputs[0], "dot"); };
}

std::string Gemm::key() const { return "Gemm " + base::hexadecimal(alpha_) + " " + base::hexadecimal(beta_); }

std::vector<Type> Gemm::infer(std::span<const Type> inputs) const {
  const Type product = Dot().infer(inputs.first(2))[0];
  if (!(product == inputs[2]))
    fail(KILN_SHAPE_ERROR, "graph.Gemm: got {} for a product of {}", type_text(inputs[2]), type_text(product));
  return {product};
}

Runner Gemm::prepare(const Node&, runtime::Context&) const {
  const kiln_scale alpha{alpha_, 0}, beta{beta_, 0};
  return [=](NodeArrays inputs, NodeArrays outputs) {
    start_from(*outputs[0], *inputs[2], "gemm");
    array::gemm(KILN_NO_TRANSPOSE, KILN_NO_TRANSPOSE, alpha, *inputs[0], *inputs[1], beta, *outputs[0], "gemm");
  };
}

Value dot(const Value& a, const Value& b) {
  const std::size_t na = a.type().ndim(), nb = b.type().ndim();
  if (na == 0 || nb == 0)
    fail(KILN_SHAPE_ERROR, "graph.dot: shapes {} and {}, expected at least one dimension each",
         extents_text(a.type().shape), extents_text(b.type().shape));
  const Value rows = na == 1 ? dimshuffle(a, {-1, 0}) : a;
  const Value columns = nb == 1 ? dimshuffle(b, {0, -1}) : b;
  Value product = single(base::make_ref<Dot>(na == 1, nb == 1), {rows, columns});
  if (na > 1 && nb > 1) return product;
  Dims order;
  for (std::size_t i = 0; i < product.type().ndim(); ++i) {
    const std::size_t from_end = product.type().ndim() - i;
    if ((na == 1 && from_end == 2) || (nb == 1 && from_end == 1)) continue;
    order.push_back(std::int64_t(i));
  }
  return dimshuffle(product, order);
}

Value outer(const Value& a, const Value& b) {
  return apply(expr::Fn::multiply, {dimshuffle(flatten(a), {0, -1}), dimshuffle(flatten(b), {-1, 0})});
}

}  // namespace kiln::graph
