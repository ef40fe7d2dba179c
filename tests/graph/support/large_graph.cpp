// SPDX-License-Identifier: Apache-2.0
#include "large_graph.hpp"

#include <algorithm>
#include <ctime>

#include "graph/fusion/rows_op.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::test {

LargeGraph::LargeGraph(std::uint64_t seed, std::size_t most, bool wide) : rng_(seed) {
  const DType dtypes[] = {KILN_FLOAT32, KILN_FLOAT32, KILN_FLOAT64, KILN_INT32};
  dtype_ = dtypes[below(4)];
  if (!wide && dtype_ == KILN_FLOAT64) dtype_ = KILN_FLOAT32;
  const Dims shapes[] = {{6}, {3, 5}, {2, 3, 4}, {7, 1}, {2, 2, 2, 3}};
  shape_ = shapes[below(5)];
  newest_ = 1 + int(below(4));
  for (std::int64_t i = 8 + below(57); i > 0; --i) add_leaf();
  const std::size_t nodes = values_.size() + 8 + std::size_t(below(std::int64_t(most >> below(4)) + 1));
  const std::int64_t reductions = 1 + below(64);
  const int rarely = int(std::max<std::int64_t>(1, std::int64_t(nodes) / reductions / 2));
  while (values_.size() < nodes) {
    if (std::int64_t(reduced_.size()) < reductions && chance(rarely))
      reduce_one();
    else if (chance(60))
      repeat();
    else if (chance(60))
      add_up();
    else if (chance(100))
      reduce_many();
    else
      grow();
  }
  while (reduced_.empty()) reduce_one();
  choose();
}

void LargeGraph::add_leaf() {
  Dims shape = shape_;
  if (chance(4))
    for (std::int64_t& extent : shape)
      if (chance(2)) extent = 1;
  if (chance(10)) shape = {};
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  Doubles numbers;
  for (; size > 0; --size) numbers.push_back(exact() ? double(below(2001) - 1000) : double(below(2049) - 1024) / 1024);
  inputs.push_back(make_input("x" + std::to_string(inputs.size()), {dtype_, shape}));
  elements.emplace_back(dtype_, shape, numbers);
  values_.push_back(inputs.back());
}

void LargeGraph::add(const Value& value) { values_.push_back(value); }

const Value& LargeGraph::operand() {
  if (chance(newest_)) return values_.back();
  const auto n = std::int64_t(values_.size());
  return values_[std::size_t(chance(2) ? below(n) : std::max(below(n), below(n)))];
}

Value LargeGraph::written(const std::string& text, const Value& a, const Value& b) {
  Names names{{"a", a}};
  if (b) names.emplace_back("b", b);
  return build(text, names);
}

void LargeGraph::grow() {
  const char* const reals[] = {
      "(a + b) * 0.5",   "(a - b) * 0.5",     "a * b * 0.5", "max(a, b)",      "min(a, b)",
      "sin(a)",          "abs(a) * b * 0.5",  "-a",          "a * 0.5 + 0.25", "clamp(a, -0.75, b)",
      "tanh(a) + 0.125", "a * 0.5 + b * 0.25"};
  const char* const integers[] = {"a + b",      "a - b", "a * b",     "max(a, b)", "min(a, b)", "a ^ b",
                                  "abs(a) + b", "-a",    "a * 3 + 1", "a & b",     "a | b",     "where(a < b, a, b)"};
  const std::string text = exact() ? integers[below(12)] : reals[below(12)];
  // Copies, as adding moves what operand() gives.
  const Value a = operand(), b = chance(8) ? a : operand();
  Value made = written(text, a, b);
  if (text == "tanh(a) + 0.125") made = written("a * 0.5", made);
  if (text.starts_with("clamp")) made = written("max(min(a, 1), -1)", made);
  add(made);
}

Dims LargeGraph::some_axes(const Value& x) {
  Dims axes;
  const bool all = chance(3);
  for (std::size_t d = 0; d < x.type().ndim(); ++d)
    if (all || (d == 0 && chance(2)) || !chance(2)) axes.push_back(std::int64_t(d));
  return axes;
}

void LargeGraph::reduce_one() {
  const Value x = operand();
  reduce_along(x, some_axes(x), chance(2));
}

// Over the same axes, of leaves and of what is near them.
void LargeGraph::reduce_many() {
  const Dims axes = some_axes(inputs[0]);
  const bool keepdims = chance(2);
  for (std::int64_t i = 4 + below(60); i > 0; --i) {
    const Value leaf = values_[std::size_t(below(std::int64_t(inputs.size())))];
    const bool plain = leaf.type().shape == shape_ && chance(2);
    reduce_along(plain ? leaf : written(exact() ? "a * a + b" : "a * b * 0.5", leaf, inputs[0]), axes, keepdims);
  }
}

void LargeGraph::reduce_along(const Value& x, const Dims& axes, bool keepdims) {
  Attributes a;
  double n = 1;
  for (const std::int64_t d : axes) {
    if (d >= std::int64_t(x.type().ndim())) return;
    n *= double(x.type().shape[std::size_t(d)]);
  }
  a.axes = axes;
  a.keepdims = keepdims || axes.size() < x.type().ndim();
  struct Kind {
    const char *name, *after;
  };
  const Kind reals[] = {{"mean", ""},       {"sum", "a * k"},    {"reduce_max", ""},
                        {"reduce_min", ""}, {"var", "a * 0.25"}, {"norm", "a * r"},
                        {"prod", "a * k"},  {"sum", "a * k"},    {"logsumexp", "a * 0.25"}};
  const Kind integers[] = {{"sum", ""}, {"reduce_max", ""}, {"reduce_min", ""}, {"prod", ""}, {"argmax", ""}};
  const Kind kind = exact() ? integers[below(5)] : reals[below(9)];
  if (std::string_view(kind.name) == "argmax" && axes.size() != 1) return;
  a.dtype = std::string_view(kind.name) == "argmax" ? -1 : int(dtype_);
  Value made = graph::apply(kind.name, {x}, a)[0];
  if (*kind.after)
    made = build(kind.after, {{"a", made}, {"k", make_number(1 / n)}, {"r", make_number(1 / std::sqrt(n))}});
  if (!(made.type().dtype == dtype_)) made = cast(made, dtype_);
  reduced_.push_back(made);
  add(made);
}

// The same few operations over and over.
void LargeGraph::repeat() {
  const std::int64_t times = 10 + below(60);
  const std::int64_t which = below(3);
  Value a = operand(), b = operand();
  for (std::int64_t i = 0; i < times; ++i) {
    if (which == 0) {
      a = written(exact() ? "a * a + 1" : "a * a * 0.5", a);
    } else if (which == 1) {
      a = written(exact() ? "a * 3 - b" : "a * 0.5 + b * 0.5", a, b);
    } else {  // both of both
      const Value next = written(exact() ? "a * a - b * b" : "(a * a - b * b) * 0.25", a, b);
      b = written(exact() ? "a * b * 2 + a" : "a * b * 0.25 + a * 0.5", a, b);
      a = next;
    }
    add(a);
  }
}

// Of many values, or of the reductions so far.
void LargeGraph::add_up() {
  const Values& from = chance(2) && !reduced_.empty() ? reduced_ : values_;
  const std::int64_t count = 2 + below(60);
  Value sum;
  for (std::int64_t i = 0; i < count; ++i) {
    const Value& one = from[std::size_t(below(std::int64_t(from.size())))];
    const Value scaled = exact() ? one : build("a * k", {{"a", one}, {"k", make_number(1 / double(count))}});
    sum = sum ? written("a + b", sum, scaled) : scaled;
  }
  add(sum);
}

void LargeGraph::choose() {
  outputs.push_back(values_.back());
  outputs.push_back(reduced_.back());
  const bool of_reductions = chance(2);
  for (std::int64_t i = below(63); i > 0; --i) {
    const Values& from = of_reductions && chance(2) ? reduced_ : values_;
    const auto n = std::int64_t(from.size());
    outputs.push_back(from[std::size_t(std::max(below(n), below(n)))]);
  }
  // What several kernels would give.
  for (Value& output : outputs)
    if (op_as<Leaf>(output)) output = written(exact() ? "a + 1" : "a * 0.5", output);
}

std::vector<Argument> LargeGraph::arguments() const {
  std::vector<Argument> out;
  for (const Host& host : elements) out.push_back(host.argument());
  return out;
}

FunctionSpec LargeGraph::spec() const {
  FunctionSpec spec;
  for (const Value& input : inputs) spec.inputs.push_back({input});
  for (const Value& output : outputs) spec.outputs.push_back({output});
  spec.name = "large";
  spec.on_unused = OnUnused::ignore;
  return spec;
}

// ---- Evaluation ----

HostEvaluation::HostEvaluation(const LargeGraph& graph) {
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const Host& host = graph.elements[i];
    Elements elements;
    for (std::size_t at = 0; at < host.bytes.size(); at += base::dtype_size(host.dtype))
      elements.push_back(Scalar::load(host.dtype, host.bytes.data() + at));
    inputs_.emplace(&graph.inputs[i].op(), std::move(elements));
  }
}

Doubles HostEvaluation::of(const Value& value) {
  for (const NodeRef& node : topological({&value, 1}))
    if (!known_.count({node, 0})) evaluate(node);
  Doubles out;
  for (const Scalar& scalar : known_.at(value)) out.push_back(number(scalar));
  return out;
}

void HostEvaluation::evaluate(const NodeRef& node) {
  if (node->op().leaf()) {
    if (const auto* constant = op_as<Constant>(*node)) {
      const HostValue& host = constant->value();
      Elements elements;
      for (std::size_t at = 0; at < host.bytes.size(); at += base::dtype_size(host.dtype))
        elements.push_back(Scalar::load(host.dtype, host.bytes.data() + at));
      known_[{node, 0}] = std::move(elements);
    } else {
      known_[{node, 0}] = inputs_.at(&node->op());
    }
    return;
  }
  if (op_as<Elementwise>(*node)) return elementwise(node);
  if (const auto* fused = op_as<FusedReduce>(*node)) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < fused->mapped(); ++i) names.push_back("x" + std::to_string(i));
    return reduction(node, fused->parts(), std::move(names), fused->shape(), fused->axes());
  }
  if (const auto* rows = op_as<Rows>(*node)) return row_program(node, rows->parts());
  if (const auto* together = op_as<Bundle>(*node)) return bundle(node, *together);
  const Value& first = node->inputs()[0];
  if (const auto* reduce = op_as<Reduce>(*node)) {
    bool empty_ok = true;
    const auto texts = array::reduction_texts(reduce->op(), first.type().dtype, reduce->dtype(), reduce->correction(),
                                              1000, &empty_ok, "test");
    return reduction(node, array::parse_fold(texts, {"a"}, "test"), {"a"}, first.type().shape, reduce->axes());
  }
  const Layout layout = layout::c_layout(first.type().shape, 1, "test");
  const auto view = node->op().view(*node, layout);
  if (!view) FAIL("nothing evaluates " << node_text(*node));
  known_[{node, 0}] = gather(known_.at(first), *view);
}

// Each member becomes a node of its own.
void HostEvaluation::bundle(const NodeRef& node, const Bundle& op) {
  const std::size_t inputs = op.member_inputs(), outputs = op.outputs().size();
  for (std::size_t member = 0; member < node->types().size() / outputs; ++member) {
    const auto types = std::span(node->types()).subspan(member * outputs, outputs);
    const auto operands = std::span(node->inputs()).subspan(member * inputs, inputs);
    std::vector<base::DType> dtypes;
    for (const Type& type : types) dtypes.push_back(type.dtype);
    const NodeRef alone =
        Node::make(base::make_ref<Composite>(op.outputs(), std::move(dtypes), types[0].shape, "member"),
                   Values(operands.begin(), operands.end()));
    for (std::uint32_t o = 0; o < outputs; ++o) {
      of({alone, o});
      known_[{node, std::uint32_t(member * outputs + o)}] = known_.at({alone, o});
    }
  }
}

// Each step becomes a node of its own, whose results keep the reduced axes.
void HostEvaluation::row_program(const NodeRef& node, const array::RowParts& parts) {
  Dims wide = parts.shape;
  for (const std::int64_t axis : parts.reduced) wide[std::size_t(axis)] = 1;
  std::vector<NodeRef> steps;
  for (const array::RowPart& part : parts.steps) {
    const bool elements = part.step.kind == codegen::RowStep::Kind::elements;
    Values inputs;
    for (const codegen::RowInput& input : part.step.inputs) {
      if (!input.operand) {
        inputs.push_back({steps[input.index], std::uint32_t(input.output)});
        continue;
      }
      Dims order;
      for (const int axis : parts.axes[input.index]) order.push_back(axis);
      inputs.push_back(single(base::make_ref<DimShuffle>(order), {node->inputs()[input.index - parts.outputs]}));
    }
    std::vector<Type> types;
    for (const base::DType dtype : part.step.dtypes) types.push_back({dtype, elements ? parts.shape : wide});
    if (part.step.kind == codegen::RowStep::Kind::reduce) {
      steps.push_back(Node::make(base::make_ref<FusedReduce>(part.fold, part.step.mapped, parts.shape, parts.reduced,
                                                             true, types, true, "step"),
                                 std::move(inputs)));
    } else {
      Elementwise::Outputs outputs;
      for (const auto& value : part.values) outputs.push_back(value.value);
      steps.push_back(Node::make(
          base::make_ref<Composite>(std::move(outputs), part.step.dtypes, types[0].shape, "step"), std::move(inputs)));
    }
    for (std::size_t o = 0; o < part.step.outputs.size(); ++o) {
      of({steps.back(), std::uint32_t(o)});
      if (part.step.outputs[o] >= 0)
        known_[{node, std::uint32_t(part.step.outputs[o])}] = known_.at({steps.back(), std::uint32_t(o)});
    }
  }
}

HostEvaluation::Elements HostEvaluation::gather(const Elements& from, const Layout& layout) {
  Elements out;
  const std::int64_t size = layout.size();
  Dims at(layout.shape.size(), 0);
  for (std::int64_t i = 0; i < size; ++i) {
    std::int64_t place = layout.offset;
    for (std::size_t d = 0; d < at.size(); ++d) place += at[d] * layout.strides[d];
    out.push_back(from[std::size_t(place)]);
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < layout.shape[d]) break;
      at[d] = 0;
    }
  }
  return out;
}

HostEvaluation::Elements HostEvaluation::broadcast(const Value& value, const Dims& shape) {
  const Layout own = layout::c_layout(value.type().shape, 1, "test");
  return gather(known_.at(value), layout::broadcast_to(own, shape, "test"));
}

void HostEvaluation::elementwise(const NodeRef& node) {
  const auto& op = *op_as<Elementwise>(*node);
  const Dims& shape = node->types()[0].shape;
  std::vector<expr::Statements::Output> outputs;
  for (const expr::Expr& output : op.outputs()) outputs.push_back({"r", output});
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  std::vector<Elements> operands;
  for (const Value& input : node->inputs()) {
    names.push_back("x" + std::to_string(names.size()));
    types.push_back({input.type().dtype, false, false});
    operands.push_back(broadcast(input, shape));
  }
  std::vector<int> dtypes;
  for (const Type& type : node->types()) dtypes.push_back(int(type.dtype));
  const expr::Program program = expr::compile(outputs, names, types, dtypes, base::flag_floatX());
  const auto size = std::size_t(node->types()[0].size());
  std::vector<Elements> results(node->types().size(), Elements(size));
  std::vector<Scalar> in(operands.size()), out(results.size());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < in.size(); ++k) in[k] = operands[k][i];
    expr::interpret(program, in, std::int64_t(i), out);
    for (std::size_t k = 0; k < out.size(); ++k) results[k][i] = out[k];
  }
  for (std::uint32_t k = 0; k < results.size(); ++k) known_[{node, k}] = std::move(results[k]);
}

void HostEvaluation::reduction(const NodeRef& node, const array::FoldParts& parts, std::vector<std::string> names,
                               const Dims& shape, const Dims& axes) {
  const std::size_t mapped = names.size();
  const array::Fold fold(parts, std::move(names), "test");
  std::vector<int> signature;
  std::vector<Elements> operands;
  Dims kept = shape;
  for (const std::int64_t axis : axes) kept[std::size_t(axis)] = 1;
  for (const Value& input : node->inputs()) {
    signature.push_back(int(input.type().dtype));
    // Those behind have the result's shape, which may be without the axes that go.
    operands.push_back(operands.size() < mapped ? broadcast(input, shape) : broadcast(input, node->types()[0].shape));
  }
  for (const Type& type : node->types()) signature.push_back(int(type.dtype));
  const codegen::ReducePrograms p = fold.programs(signature, "test");
  const std::size_t count = p.identity.size();
  // Elements of each result, in their order.
  const Layout whole = layout::c_layout(kept, 1, "test");
  std::vector<Elements> sets(std::size_t(whole.size()), p.identity);
  std::vector<std::int64_t> places(sets.size(), 0);
  std::vector<Scalar> in(mapped), element(count), both(2 * count);
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  Dims at(shape.size(), 0);
  for (std::int64_t i = 0; i < size; ++i) {
    std::int64_t set = 0;
    for (std::size_t d = 0; d < at.size(); ++d) set += (kept[d] == 1 ? 0 : at[d]) * whole.strides[d];
    for (std::size_t k = 0; k < mapped; ++k) in[k] = operands[k][std::size_t(i)];
    expr::interpret(p.map, in, places[std::size_t(set)]++, element);
    std::copy(sets[std::size_t(set)].begin(), sets[std::size_t(set)].end(), both.begin());
    std::copy(element.begin(), element.end(), both.begin() + std::ptrdiff_t(count));
    expr::interpret(p.next, both, 0, sets[std::size_t(set)]);
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < shape[d]) break;
      at[d] = 0;
    }
  }
  const std::int64_t n = sets.empty() ? 0 : size / std::int64_t(sets.size());
  std::vector<Elements> results(node->types().size());
  std::vector<Scalar> out(results.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    std::vector<Scalar> last = sets[s];
    last.push_back(Scalar::integer(KILN_INT64, n));
    for (std::size_t k = mapped; k < operands.size(); ++k) last.push_back(operands[k][s]);
    expr::interpret(p.finish, last, 0, out);
    for (std::size_t k = 0; k < out.size(); ++k) results[k].push_back(out[k]);
  }
  for (std::uint32_t k = 0; k < results.size(); ++k) known_[{node, k}] = std::move(results[k]);
}

// ---- What compiling takes ----

std::size_t values_in_kernels(std::span<const Value> values) {
  std::size_t count = 0;
  const auto add = [&](const expr::Statements& statements) {
    std::vector<expr::Expr> all;
    for (const auto& output : statements.outputs) all.push_back(output.value);
    count += expr::most_values(all);
  };
  for (const NodeRef& node : topological(values)) {
    if (const auto* elementwise = op_as<Elementwise>(*node)) {
      count += expr::most_values(elementwise->outputs());
    } else if (const auto* together = op_as<Bundle>(*node)) {
      count += expr::most_values(together->outputs());
    } else if (const auto* fused = op_as<FusedReduce>(*node)) {
      add(fused->parts().map);
      add(fused->parts().finish);
    } else {
      ++count;
    }
  }
  return count;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace kiln::test
