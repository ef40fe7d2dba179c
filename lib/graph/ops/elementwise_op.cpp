// SPDX-License-Identifier: Apache-2.0
// How pointwise operations infer types, compute gradients and run; and how expressions become nodes.
#include "graph/ops/elementwise_op.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <unordered_map>

#include "array/elementwise/elementwise.hpp"
#include "base/flags/flags.hpp"
#include "base/text.hpp"
#include "expr/callable.hpp"
#include "graph/node/leaf.hpp"
#include "graph/ops/shape_ops.hpp"

namespace kiln::graph {
namespace {

// The dtypes of one call of a function.
struct Typed {
  std::vector<DType> operands;  // a number without a dtype has the one it takes here
  DType result;
};

Typed type_function(expr::Fn fn, std::span<const expr::InputType> types) {
  // Results are kept, as a graph has thousands of nodes but few combinations of function and dtypes.
  static std::mutex& mutex = *new std::mutex;  // never destroyed, as threads may call while the process ends
  static auto& known = *new std::map<std::vector<int>, Typed>;
  std::vector<int> key{int(fn), int(base::flag_floatX())};
  for (const auto& type : types) key.push_back(int(type.dtype) * 2 + type.weak);
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(key); found != known.end()) return found->second;
  }
  std::vector<std::string> names;
  std::vector<expr::Expr> arguments;
  for (std::size_t i = 0; i < types.size(); ++i) {
    names.push_back("x" + std::to_string(i));
    arguments.push_back(input_name(i));
  }
  const expr::Statements::Output output{"r", expr::make_apply(fn, std::move(arguments))};
  const int inferred = -1;
  Typed typed;
  try {
    const expr::Program program = expr::compile({&output, 1}, names, types, {&inferred, 1}, base::flag_floatX());
    for (const auto& input : program.inputs) typed.operands.push_back(input.dtype);
    typed.result = program.outputs[0].dtype;
  } catch (const backend::Error& error) {
    throw backend::Error(error.status(), fmt::format("graph.{}: {}", expr::info(fn).name, error.message()));
  }
  const std::lock_guard lock(mutex);
  return known.emplace(std::move(key), std::move(typed)).first->second;
}

struct GradientRow {
  expr::Fn fn;
  const char* operands[3];
};
constexpr GradientRow kGradients[] = {
#define KILN_GRADIENT(fn, a, b, c) {expr::Fn::fn, {a, b, c}},
#include "graph/ops/elementwise_gradients.def"
#undef KILN_GRADIENT
};

const GradientRow* gradient_row(expr::Fn fn) {
  for (const GradientRow& row : kGradients)
    if (row.fn == fn) return &row;
  return nullptr;
}

}  // namespace

expr::Expr input_name(std::size_t i) { return expr::make_input("x" + std::to_string(i)); }

Dims broadcast(std::span<const Type> types, const std::string& operation) {
  std::size_t ndim = 0;
  for (const Type& type : types) ndim = std::max(ndim, type.ndim());
  Dims shape(ndim, 1);
  for (const Type& type : types) {
    const std::size_t lead = ndim - type.ndim();
    for (std::size_t i = 0; i < type.ndim(); ++i) {
      const std::int64_t extent = type.shape[i];
      std::int64_t& out = shape[lead + i];
      if (extent == 1 || extent == out) continue;
      if (out == 1 || out == kUnknown) {
        out = extent == kUnknown && out != 1 ? out : extent;
      } else if (extent != kUnknown) {
        std::string shapes;
        for (const Type& each : types) shapes += (shapes.empty() ? "" : ", ") + type_text(each);
        fail(KILN_SHAPE_ERROR, "graph.{}: shapes do not broadcast: got {}; axis {} has extents {} and {}", operation,
             shapes, lead + i, out, extent);
      }
    }
  }
  return shape;
}

std::vector<Type> Elementwise::infer(std::span<const Type> inputs) const {
  const Dims shape = broadcast(inputs, name());
  std::vector<Type> types;
  for (DType dtype : dtypes(inputs)) types.push_back({dtype, shape});
  return types;
}

Runner Elementwise::prepare(const Node& node, runtime::Context& context) const {
  expr::Statements statements;
  const Outputs expressions = outputs();
  for (std::size_t i = 0; i < expressions.size(); ++i)
    statements.outputs.push_back({"r" + std::to_string(i), expressions[i]});
  for (std::size_t i = 0; i < node.inputs().size(); ++i) statements.inputs.push_back("x" + std::to_string(i));
  auto computation = array::Elementwise::create(context, std::move(statements), nullptr);
  const std::size_t count = expressions.size();
  return [computation, count](NodeArrays inputs, NodeArrays results) {
    std::vector<array::Operand> operands;
    operands.reserve(count + inputs.size());
    for (array::Array* result : results) operands.emplace_back(*result);
    for (array::Array* input : inputs) operands.emplace_back(*input);
    computation->call(operands, "function");
  };
}

bool Elementwise::in_place(const Node& node, std::size_t input, std::size_t output) const {
  return node.inputs()[input].type() == node.types()[output];
}

// ---- One function ----

Elementwise::Outputs Pointwise::outputs() const {
  std::vector<expr::Expr> arguments;
  for (std::size_t i = 0; i < expr::info(fn_).arity; ++i) arguments.push_back(input_name(i));
  return {expr::make_apply(fn_, std::move(arguments))};
}

std::vector<DType> Pointwise::dtypes(std::span<const Type> inputs) const {
  std::vector<expr::InputType> types;
  for (const Type& type : inputs) types.push_back({type.dtype, false, false});
  return {type_function(fn_, types).result};
}

Values Pointwise::gradient(const Node& node, std::span<const Value> gradients) const {
  const GradientRow* row = gradient_row(fn_);
  Values results(node.inputs().size());
  const Value result{NodeRef(&node), 0};
  bool complex = base::is_complex(result.type().dtype);
  for (const Value& input : node.inputs()) complex = complex || base::is_complex(input.type().dtype);
  if (complex) fail(KILN_UNSUPPORTED, "graph.grad: {} has no gradient: its numbers are complex", node_text(node));
  if (!base::is_float(result.type().dtype)) return results;
  Names names{{"r", result}, {"g", gradients[0]}};
  const char* letters[] = {"a", "b", "c"};
  // Floating-point operands are converted to the dtype that the function computes in. Conditions and counts
  // (the first operand of where, the exponent of pown) are not.
  for (std::size_t i = 0; i < node.inputs().size(); ++i) {
    const Value& input = node.inputs()[i];
    names.emplace_back(letters[i], base::is_float(input.type().dtype) ? cast(input, result.type().dtype) : input);
  }
  for (std::size_t i = 0; i < node.inputs().size(); ++i) {
    const Value& input = node.inputs()[i];
    if (!base::is_float(input.type().dtype)) continue;
    if (!row) fail(KILN_UNSUPPORTED, "graph.grad: {} has no gradient", node_text(node));
    const char* text = row->operands[i];
    if (!text) continue;
    if (std::string_view(text) == "none")
      fail(KILN_UNSUPPORTED, "graph.grad: {} has no gradient for its operand {}", node_text(node), i + 1);
    const Value flow = cast(build(text, names), input.type().dtype);
    // A gradient that does not depend on g, such as 0, is a number; others have the shape of the result.
    const bool number = op_as<Constant>(flow) && flow.type().ndim() == 0;
    results[i] = number ? broadcast_like(flow, input) : sum_to(flow, input);
  }
  return results;
}

// ---- Casts ----

Values Cast::gradient(const Node& node, std::span<const Value> gradients) const {
  const DType from = node.inputs()[0].type().dtype;
  if (!base::is_float(from) || !base::is_float(dtype_)) return {Value{}};
  return {cast(gradients[0], from)};
}

// ---- Fused groups ----

void Composite::check(const Node& node) const {
  std::vector<expr::Statements::Output> outputs;
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  for (const expr::Expr& output : outputs_) outputs.push_back({"r", output});
  for (const Value& input : node.inputs()) {
    names.push_back("x" + std::to_string(types.size()));
    types.push_back({input.type().dtype, false, false});
  }
  const std::vector<int> dtypes(dtypes_.begin(), dtypes_.end());
  expr::compile(outputs, names, types, dtypes, base::flag_floatX());
}

std::vector<Type> Composite::infer(std::span<const Type>) const {
  std::vector<Type> types;
  for (DType dtype : dtypes_) types.push_back({dtype, shape_});
  return types;
}

// ---- Building ----

namespace {
// What a function gives of numbers alone is computed in int64 or float64. It is a number, which takes a dtype as any
// number does, or a constant where results have a dtype of their own, as truth values do. Empty for complex results.
Value number_of(expr::Fn fn, const Values& numbers, DType result) {
  if (base::is_complex(result)) return {};
  std::vector<expr::Expr> arguments;
  for (const Value& each : numbers) {
    const Scalar number = op_as<Constant>(each)->value().scalar();
    arguments.push_back(base::is_float(number.dtype) ? expr::make_number(number.re) : expr::make_integer(number.i));
  }
  const expr::Statements::Output output{"r", expr::make_apply(fn, std::move(arguments))};
  const int dtype = base::is_float(result) ? KILN_FLOAT64 : int(result);
  const expr::Program program = expr::compile({&output, 1}, {}, {}, {&dtype, 1}, KILN_FLOAT64);
  Scalar number[1];
  expr::interpret(program, {}, 0, number);
  if (base::is_float(result)) return make_number(number[0].re);
  return result == KILN_INT64 ? make_integer(number[0].i) : make_constant(number[0]);
}
}  // namespace

Value apply(expr::Fn fn, Values arguments) {
  const auto& info = expr::info(fn);
  if (arguments.size() != info.arity)
    fail(KILN_INVALID_ARGUMENT, "graph.{}: got {}, expected {}", info.name, base::plural(arguments.size(), "operand"),
         info.arity);
  std::vector<expr::InputType> types;
  for (const Value& value : arguments) {
    if (!value) fail(KILN_INVALID_ARGUMENT, "graph.{}: an operand is empty", info.name);
    const auto* constant = op_as<Constant>(value);
    const bool weak = constant && constant->weak();
    types.push_back({value.type().dtype, weak, weak});
  }
  bool any_weak = false, all_weak = !types.empty();
  for (const auto& type : types) {
    any_weak |= type.weak;
    all_weak &= type.weak;
  }
  if (any_weak) {
    const Typed typed = type_function(fn, types);
    if (const Value number = all_weak ? number_of(fn, arguments, typed.result) : Value{}) return number;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!types[i].weak) continue;
      const Scalar scalar = op_as<Constant>(arguments[i])->value().scalar();
      const DType dtype = typed.operands[i];
      if (scalar.dtype == KILN_INT64 && base::is_integer(dtype) && !expr::fits(scalar.i, dtype))
        fail(KILN_OVERFLOW, "graph.{}: operand {} is the number {}, which does not fit {}", info.name, i + 1, scalar.i,
             base::dtype_name(dtype));
      arguments[i] = make_constant(scalar.cast(dtype));
    }
  }
  return single(base::make_ref<Pointwise>(fn), std::move(arguments));
}

Value cast(const Value& value, DType dtype) {
  if (const auto* constant = op_as<Constant>(value); constant && constant->value().shape.empty())
    return make_constant(constant->value().scalar().cast(dtype));
  if (value.type().dtype == dtype) return value;
  return single(base::make_ref<Cast>(dtype), {value});
}

namespace {

// Calls make(node, what make returned for each operand) for every node of the expression, operands first, and
// returns the result for the expression itself. It does not recurse, as expressions may be deep.
template <class Made, class Make>
Made each_node(const expr::Expr& expression, Make&& make) {
  std::unordered_map<const expr::Node*, Made> made;
  std::vector<const expr::Node*> stack{expression.get()};
  while (!stack.empty()) {
    const expr::Node* node = stack.back();
    if (made.count(node)) {
      stack.pop_back();
      continue;
    }
    bool ready = true;
    for (const auto& arg : node->args)
      if (!made.count(arg.get())) {
        stack.push_back(arg.get());
        ready = false;
      }
    if (!ready) continue;
    stack.pop_back();
    std::vector<Made> args;
    for (const auto& arg : node->args) args.push_back(made.at(arg.get()));
    made.emplace(node, make(node, std::move(args)));
  }
  return made.at(expression.get());
}

}  // namespace

Value build(const expr::Expr& expression, const Names& names) {
  return each_node<Value>(expression, [&](const expr::Node* node, Values args) {
    Value value;
    switch (node->kind) {
      case expr::Node::Kind::input:
        for (const auto& [name, known] : names)
          if (name == node->name) value = known;
        if (!value)
          fail(KILN_INVALID_ARGUMENT, "graph: the expression reads '{}', which has no value",
               base::excerpt(node->name));
        break;
      case expr::Node::Kind::constant:
        value = make_constant(node->scalar);
        break;
      case expr::Node::Kind::number:
        value = base::is_float(node->scalar.dtype) ? make_number(node->scalar.re) : make_integer(node->scalar.i);
        break;
      case expr::Node::Kind::cast:
        value = cast(args[0], node->dtype == KILN_FLOATX ? base::flag_floatX() : node->dtype);
        break;
      case expr::Node::Kind::index:
        fail(KILN_UNSUPPORTED, "graph: index() has no meaning in a graph; use arange");
      case expr::Node::Kind::apply:
        value = apply(node->fn, std::move(args));
        break;
    }
    return value;
  });
}

Value build(std::string_view text, const Names& names) {
  // A variable called e, pi, inf or nan must hide the constant of that name, which only the parser for statements does.
  for (const auto& [name, value] : names) {
    if (name != "e" && name != "pi" && name != "inf" && name != "nan") continue;
    std::vector<std::string> variables;
    for (const auto& each : names) variables.push_back(each.first);
    const expr::Statements statements = expr::parse_statements(fmt::format("result = {}", text), variables);
    if (statements.outputs.size() != 1)
      fail(KILN_PARSE_ERROR, "graph: got '{}', expected one expression without assignments", base::excerpt(text));
    return build(statements.outputs[0].value, names);
  }
  return build(expr::parse_expression(text), names);
}

std::vector<std::size_t> inputs_read(const expr::Expr& expression) {
  std::vector<std::size_t> found;
  each_node<bool>(expression, [&](const expr::Node* node, const std::vector<bool>&) {
    if (node->kind != expr::Node::Kind::input) return true;
    const auto number = std::size_t(std::stoul(node->name.substr(1)));
    if (std::find(found.begin(), found.end(), number) == found.end()) found.push_back(number);
    return true;
  });
  return found;
}

expr::Expr substitute(const expr::Expr& expression,
                      const std::vector<std::pair<std::string, expr::Expr>>& replacements) {
  return each_node<expr::Expr>(expression, [&](const expr::Node* node, std::vector<expr::Expr> args) {
    expr::Expr result(node);
    if (node->kind == expr::Node::Kind::input) {
      for (const auto& [name, replacement] : replacements)
        if (name == node->name) result = replacement;
    } else if (!args.empty()) {
      result = node->kind == expr::Node::Kind::cast ? expr::make_cast(node->dtype, args[0])
                                                    : expr::make_apply(node->fn, std::move(args));
    }
    return result;
  });
}

}  // namespace kiln::graph
