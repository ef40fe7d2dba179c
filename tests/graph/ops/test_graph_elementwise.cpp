// SPDX-License-Identifier: Apache-2.0
// Every function of the expression language in a graph: elements as the host's interpreter computes them,
// gradients as differences say.
#include "../support/ops_support.hpp"
#include "expr/program.hpp"

namespace kiln::test {
namespace {

constexpr expr::Fn kFunctions[] = {
#define KILN_FN(id, name, arity, rule) expr::Fn::id,
#include "expr/functions.def"
#undef KILN_FN
};

// Which of the pool's inputs stands for an operand.
std::string operand_of(expr::Fn fn, int operand) {
  const expr::Rule rule = expr::info(fn).rule;
  const std::string place(1, char('0' + operand));
  if (fn == expr::Fn::where && operand == 0) return "flag";
  if (rule == expr::Rule::bitwise || rule == expr::Rule::integer) return "n" + place;
  if (rule == expr::Rule::logical) return "flag";
  if (rule == expr::Rule::float_and_int32 && operand == 1) return "n" + place;
  return "a" + place;
}

// Parts of complex numbers: arrays of real dtypes have them too, but nothing is to be seen there.
bool of_complex(expr::Fn fn) { return expr::info(fn).rule == expr::Rule::complex_part || fn == expr::Fn::conj; }

double interpreted(expr::Fn fn, const std::vector<Scalar>& operands) {
  std::vector<std::string> names;
  std::vector<expr::InputType> types;
  std::vector<expr::Expr> arguments;
  for (const Scalar& scalar : operands) {
    names.push_back("x" + std::to_string(names.size()));
    types.push_back({scalar.dtype, false, false});
    arguments.push_back(expr::make_input(names.back()));
  }
  const expr::Statements::Output output{"r", expr::make_apply(fn, std::move(arguments))};
  const int own = -1;
  Scalar result[1];
  expr::interpret(expr::compile({&output, 1}, names, types, {&own, 1}, KILN_FLOAT32), operands, 0, result);
  return number(result[0]);
}

}  // namespace

TEST_CASE("functions of expressions in graphs, and their gradients", "[graph-long]") {
  for (const std::string& device : devices()) {
    runtime::Context& context = test::context(device);
    const bool wide = array::has_dtype(context, KILN_FLOAT64);
    const DType real = wide ? KILN_FLOAT64 : KILN_FLOAT32;
    const Dims shape{8};
    // No two are equal and none is where a function of the language jumps.
    Pool pool;
    pool.add("a0", {real, shape, {-2.6, -1.3, -0.7, -0.3, 0.2, 0.37, 1.4, 3.7}});
    pool.add("a1", {real, shape, {-1.9, -0.45, 0.62, 2.3, 0.62, 2.3, -0.45, 1.7}});
    pool.add("a2", {real, shape, {-0.85, 0.6, 1.1, -0.85, 0.6, 1.1, 0.6, -0.85}});
    pool.add("n0", {KILN_INT32, shape, {5, -7, 100, 0, 1, 65535, -2, 12}});
    pool.add("n1", {KILN_INT32, shape, {-3, 1, 2, 5, 3, 2, 1, 2}});
    pool.add("n2", {KILN_INT32, shape, {1, 9, -4, 3, 8, 0, 5, 6}});
    pool.add("flag", {KILN_BOOL, shape, {1, 0, 0, 1, 1, 0, 1, 0}});
    Values outputs, derived;
    std::vector<expr::Fn> functions;
    for (const expr::Fn fn : kFunctions) {
      if (of_complex(fn)) continue;
      Values operands;
      for (int i = 0; i < expr::info(fn).arity; ++i) operands.push_back(pool.value(operand_of(fn, i)));
      outputs.push_back(apply(fn, operands));
      outputs.back().node->set_label(expr::info(fn).name);
      functions.push_back(fn);
      // nextafter counts as constant: a step to another number is none of the function.
      if (base::is_float(outputs.back().type().dtype) && fn != expr::Fn::nextafter) derived.push_back(outputs.back());
    }
    const auto results = pool.call(outputs, context);
    for (std::size_t k = 0; k < functions.size(); ++k) {
      const expr::Fn fn = functions[k];
      const Doubles got = numbers(*results[k]);
      REQUIRE(got.size() == 8);
      for (std::size_t e = 0; e < 8; ++e) {
        std::vector<Scalar> operands;
        for (int i = 0; i < expr::info(fn).arity; ++i) {
          const Host& host = pool.host(operand_of(fn, i));
          operands.push_back(Scalar::load(host.dtype, host.bytes.data() + e * base::dtype_size(host.dtype)));
        }
        const double expected = interpreted(fn, operands);
        INFO(expr::info(fn).name << ", element " << e << " on " << device << ": got " << got[e] << ", expected "
                                 << expected);
        CHECK(close(got[e], expected, wide ? 1e-11 : 1e-5));
      }
    }
    VerifyOptions options;
    options.context = &context;
    options.skip_undefined = true;
    CHECK(verify_grad(derived, pool.inputs(), pool.arguments(), options).compared > 1000);
  }
}

}  // namespace kiln::test
