// SPDX-License-Identifier: Apache-2.0
// Makes the computations that the library itself uses, and keeps a context's tuning tables.
#include "array/builtins.hpp"

#include "array/elementwise/elementwise.hpp"
#include "array/fold/caller_scan.hpp"
#include "array/fold/reduce.hpp"

namespace kiln::array {

namespace {

using expr::Fn;

Ref<Elementwise> make(runtime::Context& context, expr::Expr value, std::vector<std::string> inputs) {
  expr::Statements statements;
  statements.outputs.push_back({"r", std::move(value)});
  statements.inputs = std::move(inputs);
  return Elementwise::create(context, std::move(statements), nullptr, false);
}

// The computation a + index * b.
Ref<Elementwise> make_range(runtime::Context& context, const expr::Expr& index) {
  return make(context,
              expr::make_apply(Fn::add,
                               {expr::make_input("a"), expr::make_apply(Fn::multiply, {index, expr::make_input("b")})}),
              {"a", "b"});
}

}  // namespace

Builtins::~Builtins() = default;

Builtins::Builtins(runtime::Context& context) {
  const auto index = expr::make_index();
  identity = make(context, expr::make_input("source"), {"source"});
  range_real = make_range(context, expr::make_cast(KILN_FLOAT64, index));
  range_single = make_range(context, expr::make_cast(KILN_FLOAT32, index));
  range_integer = make_range(context, index);
  const auto of_text = [&](const char* text, const char* parameters) {
    return Elementwise::create(context, expr::parse_statements(text), parameters, false);
  };
  scale = of_text("c = alpha*t", "c, alpha, t");
  scale_add = of_text("c = alpha*t + beta*d", "c, alpha, t, beta, d");
  rank_one = of_text("a += alpha*x*y", "a, alpha, x, y");
  rank_one_conjugate = of_text("a += alpha*x*conj(y)", "a, alpha, x, y");
  multiply = of_text("r = a*b", "r, a, b");
  both = of_text("r = a && b", "r, a, b");
}

Builtins& builtins(runtime::Context& context) {
  return static_cast<Builtins&>(
      context.attachment([](runtime::Context& c) -> std::unique_ptr<runtime::Context::Attachment> {
        return std::make_unique<Builtins>(c);
      }));
}

codegen::Traits traits_of(runtime::Context& context) {
  return codegen::traits_of(context.properties(), tuning(context));
}

const codegen::Tuning& tuning(runtime::Context& context) { return builtins(context).tuning; }

void set_tuning(runtime::Context& context, const codegen::Tuning& numbers) {
  Builtins& own = builtins(context);
  const std::lock_guard lock(own.mutex);
  own.tuning = numbers;
  own.kernels.clear();
}

}  // namespace kiln::array
