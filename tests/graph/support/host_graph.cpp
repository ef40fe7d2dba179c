// SPDX-License-Identifier: Apache-2.0
#include "host_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <unordered_map>

#include "base/flags/flags.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::test {
namespace {

// Every index of the shape, C order.
std::vector<Dims> indices_of(const Dims& shape) {
  std::vector<Dims> out;
  Dims at(shape.size(), 0);
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return out;
  for (;;) {
    out.push_back(at);
    std::size_t d = shape.size();
    while (d > 0 && ++at[d - 1] == shape[d - 1]) at[--d] = 0;
    if (d == 0) return out;
  }
}

// Where the element of that index lies, the last axes being those of the layout.
std::int64_t place(const Layout& layout, const Dims& index) {
  std::int64_t at = layout.offset;
  const std::size_t lead = index.size() - layout.shape.size();
  for (std::size_t d = 0; d < layout.shape.size(); ++d)
    at += (layout.shape[d] == 1 ? 0 : index[lead + d]) * layout.strides[d];
  return at;
}

Layout dense(const Dims& shape) {
  Layout out{shape, Dims(shape.size(), 0), 0};
  std::int64_t stride = 1;
  for (std::size_t d = shape.size(); d-- > 0; stride *= shape[d]) out.strides[d] = stride;
  return out;
}

double real(const Scalar& scalar) { return scalar.cast(KILN_FLOAT64).re; }
Scalar of(DType dtype, double number) { return Scalar::real(KILN_FLOAT64, number).cast(dtype); }

Numbers pointwise(const Node& node, const Elementwise& op, const std::vector<const Numbers*>& x) {
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  std::vector<Layout> layouts;
  for (std::size_t i = 0; i < x.size(); ++i) {
    names.push_back("x" + std::to_string(i));
    types.push_back({node.inputs()[i].type().dtype, false, false});
    layouts.push_back(dense(node.inputs()[i].type().shape));
  }
  const expr::Statements::Output output{"r", op.outputs().at(0)};
  const int dtype = int(node.types()[0].dtype);
  const expr::Program program = expr::compile({&output, 1}, names, types, {&dtype, 1}, base::flag_floatX());
  Numbers out;
  for (const Dims& at : indices_of(node.types()[0].shape)) {
    Numbers arguments;
    for (std::size_t i = 0; i < x.size(); ++i) arguments.push_back((*x[i])[std::size_t(place(layouts[i], at))]);
    Scalar result[1];
    expr::interpret(program, arguments, 0, result);
    out.push_back(result[0]);
  }
  return out;
}

Scalar reduced(const Reduce& op, const Numbers& x) {
  if (base::is_integer(op.dtype()) && op.op() == KILN_REDUCE_SUM) {
    std::int64_t sum = 0;
    for (const Scalar& each : x) sum += each.cast(KILN_INT64).i;
    return Scalar::integer(KILN_INT64, sum).cast(op.dtype());
  }
  double sum = 0, product = 1, squares = 0, powers = 0;
  double most = -std::numeric_limits<double>::infinity(), least = -most;
  bool nan = false;
  for (const Scalar& each : x) {
    const double v = real(each);
    sum += v;
    product *= v;
    most = std::max(most, v);
    least = std::min(least, v);
    nan = nan || std::isnan(v);
  }
  const double n = double(x.size()), mean = sum / n;
  for (const Scalar& each : x) {
    squares += (real(each) - mean) * (real(each) - mean);
    powers += std::exp(real(each) - (std::isinf(most) ? 0 : most));
  }
  const double quiet = std::numeric_limits<double>::quiet_NaN();
  switch (op.op()) {
    case KILN_REDUCE_SUM:
      // A sum of one element is that element, the sign of zero included.
      return of(op.dtype(), x.size() == 1 ? real(x[0]) : sum);
    case KILN_REDUCE_PROD:
      return of(op.dtype(), product);
    case KILN_REDUCE_MAX:
      return of(op.dtype(), nan ? quiet : most);
    case KILN_REDUCE_MIN:
      return of(op.dtype(), nan ? quiet : least);
    case KILN_REDUCE_MEAN:
      return of(op.dtype(), mean);
    case KILN_REDUCE_VAR:
      return of(op.dtype(), squares / (n - op.correction()));
    case KILN_REDUCE_LOGSUMEXP:
      return of(op.dtype(), nan ? quiet : std::isinf(most) ? std::log(powers) : most + std::log(powers));
    case KILN_REDUCE_ARGMAX:
      return of(op.dtype(),
                double(std::max_element(x.begin(), x.end(),
                                        [](const Scalar& a, const Scalar& b) { return real(a) < real(b); }) -
                       x.begin()));
    default:
      throw std::runtime_error("the host does not know " + op.name());
  }
}

Numbers reduction(const Node& node, const Reduce& op, const Numbers& x) {
  const Dims& shape = node.inputs()[0].type().shape;
  const Dims kept = Reduce(op.op(), op.axes(), true, op.dtype(), 0).infer({&node.inputs()[0].type(), 1})[0].shape;
  std::vector<Numbers> groups(indices_of(kept).size());
  const Layout to = dense(kept);
  std::size_t i = 0;
  for (const Dims& at : indices_of(shape)) groups[std::size_t(place(to, at))].push_back(x[i++]);
  Numbers out;
  for (const Numbers& group : groups) out.push_back(reduced(op, group));
  return out;
}

// Of matrices, with batches that broadcast; a BLAS does not read what it would multiply by zero.
Numbers product(const Node& node, const std::vector<const Numbers*>& x, double alpha, double beta) {
  const Type &a = node.inputs()[0].type(), &b = node.inputs()[1].type(), &out = node.types()[0];
  const Layout left = dense(a.shape), right = dense(b.shape);
  const std::int64_t inner = a.shape[a.ndim() - 1];
  Numbers result;
  for (const Dims& at : indices_of(out.shape)) {
    double sum = 0;
    for (std::int64_t k = 0; k < inner && alpha != 0; ++k) {
      Dims in_a = at, in_b = at;
      in_a[in_a.size() - 1] = k;
      in_b[in_b.size() - 2] = k;
      sum += real((*x[0])[std::size_t(place(left, in_a))]) * real((*x[1])[std::size_t(place(right, in_b))]);
    }
    const auto scaled = [&](double scale, double number) {
      const DType dtype = base::compute_dtype(out.dtype);
      return scale == 0 ? 0 : real(of(dtype, real(of(dtype, scale)) * number));
    };
    double value = scaled(alpha, sum);
    if (beta != 0) value += scaled(beta, real((*x[2])[result.size()]));
    result.push_back(of(out.dtype, value));
  }
  return result;
}

Numbers updated(const Node& node, const UpdateSubtensor& op, const std::vector<const Numbers*>& x) {
  Numbers out = *x[0];
  const Layout part = layout::index(dense(node.types()[0].shape), op.indices(), "test");
  const Layout from = dense(node.inputs()[1].type().shape);
  const bool add = op.name().rfind("Inc", 0) == 0;
  for (const Dims& at : indices_of(part.shape)) {
    Scalar& element = out[std::size_t(place(part, at))];
    const Scalar& with = (*x[1])[std::size_t(place(from, at))];
    element = add ? of(element.dtype, real(element) + real(with)) : with;
  }
  return out;
}

Numbers joined(const Node& node, std::int64_t axis, const std::vector<const Numbers*>& x) {
  const Layout to = dense(node.types()[0].shape);
  Numbers out(indices_of(to.shape).size());
  std::int64_t start = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Dims& shape = node.inputs()[i].type().shape;
    std::size_t k = 0;
    for (Dims at : indices_of(shape)) {
      at[std::size_t(axis)] += start;
      out[std::size_t(place(to, at))] = (*x[i])[k++];
    }
    start += shape[std::size_t(axis)];
  }
  return out;
}

Numbers constant(const Constant& op) {
  Numbers out;
  const std::size_t size = base::dtype_size(op.value().dtype);
  for (std::size_t at = 0; at < op.value().bytes.size(); at += size)
    out.push_back(Scalar::load(op.value().dtype, &op.value().bytes[at]));
  return out;
}

Numbers computed(const Node& node, const std::vector<const Numbers*>& x) {
  if (const auto* op = op_as<Constant>(node)) return constant(*op);
  if (const auto* op = dynamic_cast<const Elementwise*>(&node.op())) return pointwise(node, *op, x);
  if (const auto* op = op_as<Reduce>(node)) return reduction(node, *op, *x[0]);
  if (op_as<Dot>(node)) return product(node, x, 1, 0);
  if (const auto* op = op_as<Gemm>(node)) return product(node, x, op->alpha(), op->beta());
  if (const auto* op = op_as<UpdateSubtensor>(node)) return updated(node, *op, x);
  if (node.op().name() == "Join") return joined(node, std::stoll(node.op().key().substr(5)), x);
  if (op_as<Reshape>(node) || op_as<SpecifyShape>(node)) return *x[0];
  const auto view = node.op().view(node, dense(node.inputs().at(0).type().shape));
  if (!view) throw std::runtime_error("the host does not know " + node.op().name());
  Numbers out;
  for (const Dims& at : indices_of(node.types()[0].shape)) out.push_back((*x[0])[std::size_t(place(*view, at))]);
  return out;
}

}  // namespace

std::vector<Numbers> on_host(std::span<const Value> values, std::span<const HostInput> inputs) {
  std::unordered_map<const Node*, Numbers> known;
  for (const HostInput& input : inputs) known.emplace(input.variable.node.get(), input.elements);
  for (const NodeRef& node : topological(values)) {
    if (known.count(node.get())) continue;
    std::vector<const Numbers*> operands;
    for (const Value& input : node->inputs()) operands.push_back(&known.at(input.node.get()));
    known.emplace(node.get(), computed(*node, operands));
  }
  std::vector<Numbers> out;
  for (const Value& value : values) out.push_back(known.at(value.node.get()));
  return out;
}

}  // namespace kiln::test
