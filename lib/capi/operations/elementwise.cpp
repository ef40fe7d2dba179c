// SPDX-License-Identifier: Apache-2.0
// kiln/elementwise.h: expressions built from code, and elementwise computations.
#include "array/elementwise/elementwise.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/text.hpp"
#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Elementwise;
using array::Operand;
using base::Scalar;

namespace {

kiln_status guard_expression(const char* operation, kiln_expression* out, auto&& body) noexcept {
  return guard_new(operation, out, [&](const char* op) { return base::make_ref<Expression>(body(op)); });
}

// Runs an entry that gives a list with an item for each parameter. `list` finds it in the computation.
template <class Item, class List>
kiln_status guard_facts(const char* entry, kiln_elementwise elementwise, std::size_t* count, const Item** out,
                        const char* argument, List&& list) noexcept {
  if (count) *count = 0;
  return guard_get(entry, out, argument, [&](const char* op) {
    const auto& items = list(use(elementwise, op, "elementwise"));
    require(count, op, "count");
    *count = items.size();
    return items.data();
  });
}

// Refuses a name that texts could not use. `argument` is the parameter that has it.
void check_name(const char* name, const char* operation, const char* argument) {
  require(name, operation, argument);
  const std::string_view text = name;
  const bool begins = !text.empty() && !(text[0] >= '0' && text[0] <= '9');
  if (!begins || !std::all_of(text.begin(), text.end(), [](char c) { return base::is_alphanumeric(c) || c == '_'; }))
    fail(KILN_INVALID_ARGUMENT, "{}: {} is no name, got '{}', expected letters, digits and '_'", operation, argument,
         name);
}

// Collects the names of inputs in the order in which they appear. Expressions may share parts, so each node
// is visited once.
class InputCollector {
 public:
  void visit(const expr::Node& node, std::vector<std::string>& inputs) {
    if (!seen_.insert(&node).second) return;
    if (node.kind == expr::Node::Kind::input && names_.insert(node.name).second) inputs.push_back(node.name);
    for (const auto& arg : node.args) visit(*arg, inputs);
  }

 private:
  std::unordered_set<const expr::Node*> seen_;
  std::unordered_set<std::string> names_;
};

expr::Statements statements_of(std::size_t count, const char* const* names, const kiln_expression* expressions,
                               const char* operation) {
  if (count == 0) fail(KILN_INVALID_ARGUMENT, "{}: no outputs, expected at least one", operation);
  check_count(count, operation, "count");
  require(names, operation, "names");
  require(expressions, operation, "expressions");
  expr::Statements statements;
  InputCollector collector;
  std::unordered_set<std::string_view> outputs;
  for (std::size_t i = 0; i < count; ++i) {
    check_name(names[i], operation, fmt::format("names[{}]", i).c_str());
    require(expressions[i], operation, "expressions", i);
    if (!outputs.insert(names[i]).second)
      fail(KILN_INVALID_ARGUMENT, "{}: the output '{}' is given twice", operation, names[i]);
    const auto& value = to_object(expressions[i])->value();
    statements.outputs.push_back({names[i], value});
    collector.visit(*value, statements.inputs);
  }
  return statements;
}

// The names in a parameter list. The parser lets them take precedence over constants. Elementwise::create
// refuses malformed lists.
std::vector<std::string> names_of(const char* parameters) {
  std::vector<std::string> names;
  if (!parameters) return names;
  for (const std::string_view name : base::split(parameters, ',')) names.emplace_back(base::trim(name));
  return names;
}

constexpr int kOwnDtype = -1;

void convert(const kiln_argument& from, std::size_t index, Operand& to, Ref<array::Array>& fresh,
             const char* operation) {
  const int kind = number_of(from.kind);
  switch (kind) {
    case KILN_ARGUMENT_ARRAY:
      if (!from.value.array) fail(KILN_INVALID_ARGUMENT, "{}: argument {} is NULL", operation, index + 1);
      to = *to_object(from.value.array);
      return;
    case KILN_ARGUMENT_SCALAR:
      to = scalar_of(from.value, check_dtype(from.dtype, operation, "a scalar's dtype"),
                     [&] { return fmt::format("{}: argument {}", operation, index + 1); });
      return;
    case KILN_ARGUMENT_NUMBER:
      to.kind = Operand::Kind::number;
      to.scalar = Scalar::real(KILN_FLOAT64, from.value.f64);
      return;
    case KILN_ARGUMENT_INTEGER:
      to.kind = Operand::Kind::number;
      to.scalar = Scalar::integer(KILN_INT64, from.value.i64);
      return;
    case KILN_ARGUMENT_NEW: {
      if (!from.value.new_array) fail(KILN_INVALID_ARGUMENT, "{}: argument {} is NULL", operation, index + 1);
      const int dtype = number_of(from.dtype);
      to.kind = Operand::Kind::fresh;
      to.fresh = &fresh;
      to.dtype = dtype == kOwnDtype ? kOwnDtype : check_dtype(dtype, operation, "a new output's dtype");
      return;
    }
    default:
      fail(KILN_INVALID_ARGUMENT, "{}: argument {} has an unknown kind, got {}", operation, index + 1, kind);
  }
}

void call(Elementwise& elementwise, std::span<const kiln_argument> arguments, std::span<Operand> operands,
          std::span<Ref<array::Array>> fresh, const char* operation) {
  for (std::size_t i = 0; i < arguments.size(); ++i) convert(arguments[i], i, operands[i], fresh[i], operation);
  elementwise.call(operands);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (operands[i].kind == Operand::Kind::fresh) *arguments[i].value.new_array = to_handle(fresh[i].detach());
}

constexpr std::size_t kMostOperands = 3;

// Converts the operands of one function, which are at least one and all inputs.
void convert_operands(const char* function, size_t count, const kiln_argument* operands,
                      Operand (&converted)[kMostOperands], const char* operation) {
  require(function, operation, "function");
  require(operands, operation, "operands");
  if (count < 1 || count > kMostOperands)
    fail(KILN_INVALID_ARGUMENT, "{}: got {}, expected 1 to {}", operation, base::plural(count, "operand"),
         kMostOperands);
  for (std::size_t i = 0; i < count; ++i) {
    Ref<array::Array> unused;
    if (number_of(operands[i].kind) == KILN_ARGUMENT_NEW)
      fail(KILN_INVALID_ARGUMENT, "{}: operand {} is a new output, expected an input", operation, i);
    convert(operands[i], i, converted[i], unused, operation);
  }
}

}  // namespace

extern "C" {

kiln_status kiln_expression_input(const char* name, kiln_expression* out) {
  return guard_expression(__func__, out, [&](const char* op) {
    check_name(name, op, "name");
    return expr::make_input(name);
  });
}

kiln_status kiln_expression_constant(kiln_dtype dtype, const void* value, kiln_expression* out) {
  return guard_expression(__func__, out, [&](const char* op) {
    const DType known = check_dtype(dtype, op, "dtype");
    require(value, op, "value");
    return expr::make_constant(Scalar::load(known, value));
  });
}

kiln_status kiln_expression_number(double value, kiln_expression* out) {
  return guard_expression(__func__, out, [&](const char*) { return expr::make_number(value); });
}

kiln_status kiln_expression_apply(const char* function, size_t count, const kiln_expression* arguments,
                                  kiln_expression* out) {
  return guard_expression(__func__, out, [&](const char* op) {
    require(function, op, "function");
    constexpr std::size_t kMost = 3;
    if (count > kMost)
      fail(KILN_INVALID_ARGUMENT, "{}: {} got {} arguments, expected at most {}", op, base::excerpt(function), count,
           kMost);
    if (count > 0) require(arguments, op, "arguments");
    std::vector<expr::Expr> values;
    for (std::size_t i = 0; i < count; ++i) {
      require(arguments[i], op, "arguments", i);
      values.push_back(to_object(arguments[i])->value());
    }
    return expr::make_call(function, std::move(values));
  });
}

kiln_status kiln_expression_cast(kiln_expression expression, kiln_dtype dtype, kiln_expression* out) {
  return guard_expression(__func__, out, [&](const char* op) {
    require(expression, op, "expression");
    return expr::make_cast(check_dtype(dtype, op, "dtype"), to_object(expression)->value());
  });
}

kiln_status kiln_expression_parse(const char* text, kiln_expression* out) {
  return guard_expression(__func__, out, [&](const char* op) {
    require(text, op, "text");
    return expr::parse_expression(text);
  });
}

kiln_expression kiln_expression_retain(kiln_expression expression) { return retain(expression); }
void kiln_expression_release(kiln_expression expression) { release(expression); }

kiln_status kiln_elementwise_create(kiln_context context, const char* text, const char* parameters,
                                    kiln_elementwise* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    require(text, op, "text");
    return Elementwise::create(owner, expr::parse_statements(text, names_of(parameters)), parameters);
  });
}

kiln_status kiln_elementwise_create_from(kiln_context context, size_t count, const char* const* names,
                                         const kiln_expression* expressions, const char* parameters,
                                         kiln_elementwise* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    return Elementwise::create(owner, statements_of(count, names, expressions, op), parameters);
  });
}

kiln_elementwise kiln_elementwise_retain(kiln_elementwise elementwise) { return retain(elementwise); }
void kiln_elementwise_release(kiln_elementwise elementwise) { release(elementwise); }

kiln_status kiln_elementwise_parameters(kiln_elementwise elementwise, size_t* count, const char* const** names) {
  return guard_facts(
      __func__, elementwise, count, names, "names",
      [](const Elementwise& used) -> auto& { return used.parameter_pointers(); });
}

kiln_status kiln_elementwise_kinds(kiln_elementwise elementwise, size_t* count, const kiln_parameter_kind** kinds) {
  return guard_facts(
      __func__, elementwise, count, kinds, "kinds",
      [](const Elementwise& used) -> auto& { return used.parameter_kinds(); });
}

kiln_status kiln_elementwise_call(kiln_elementwise elementwise, size_t count, const kiln_argument* arguments) {
  return guard(__func__, [&](const char* op) {
    check_count(count, op, "count");
    if (count > 0) require(arguments, op, "arguments");
    for (std::size_t i = 0; i < count; ++i)
      if (number_of(arguments[i].kind) == KILN_ARGUMENT_NEW && arguments[i].value.new_array)
        *arguments[i].value.new_array = nullptr;
    auto& used = use(elementwise, op, "elementwise");
    if (count != used.parameters().size())
      fail(KILN_INVALID_ARGUMENT, "{}: wrong number of arguments, got {}, expected {}: {}", op, count,
           used.parameters().size(), fmt::join(used.parameters(), ", "));
    // Calls are frequent. So a call with few operands allocates nothing and uses little of the stack.
    const auto few = [&]<std::size_t N>() {
      Operand operands[N];
      Ref<array::Array> fresh[N];
      call(used, {arguments, count}, {operands, count}, {fresh, count}, op);
    };
    if (count <= 2) {
      few.operator()<2>();
    } else if (count <= 6) {
      few.operator()<6>();
    } else {
      std::vector<Operand> operands(count);
      std::vector<Ref<array::Array>> fresh(count);
      call(used, {arguments, count}, operands, fresh, op);
    }
  });
}

kiln_status kiln_array_apply(const char* function, size_t count, const kiln_argument* operands, kiln_array destination,
                             kiln_array* out) {
  return guard_into(__func__, destination, out, [&](const char* op, array::Array* into) {
    Operand converted[kMostOperands];
    convert_operands(function, count, operands, converted, op);
    return array::elementwise_apply(function, {converted, count}, into, op);
  });
}

kiln_status kiln_array_apply_dtype(const char* function, size_t count, const kiln_argument* operands, kiln_dtype* out) {
  return guard_get(__func__, out, "out", [&](const char* op) {
    Operand converted[kMostOperands];
    convert_operands(function, count, operands, converted, op);
    return array::elementwise_apply_dtype(function, {converted, count}, op);
  });
}

}  // extern "C"
