// SPDX-License-Identifier: Apache-2.0
// What the simplifier does, and what IEEE arithmetic forbids it to do.
#include "support.hpp"

#define CHECK_FOR(text, condition) \
  do {                             \
    INFO(text);                    \
    CHECK(condition);              \
  } while (false)

namespace kiln::expr {
namespace {

int count(const Program& program, Fn fn) {
  int n = 0;
  for (const Value& value : program.values) n += value.kind == Value::Kind::apply && value.fn == fn;
  return n;
}
// The output is input a itself.
bool is_input(const std::string& text, DType a) {
  const Program program = compile_text("r = " + text, {{"a", array_of(a)}});
  return program.values[program.outputs[0].value].kind == Value::Kind::input;
}
bool is_constant(const std::string& text, DType a) {
  const Program program = compile_text("r = " + text, {{"a", array_of(a)}});
  return program.values[program.outputs[0].value].kind == Value::Kind::constant;
}

TEST_CASE("identities that keep every float result", "[simplify]") {
  const DType a = GENERATE(KILN_FLOAT16, KILN_FLOAT32, KILN_FLOAT64);
  for (const char* text : {"a*1", "1*a", "a*1.0", "a/1", "a-0", "a-0.0", "a+(-0.0)", "-(-a)", "pow(a,1)", "pown(a,1)",
                           "true?a:0", "a>0?a:a", "conj(a)", "real(a)", "positive(a)"})
    CHECK_FOR(text, is_input(text, a));
}

TEST_CASE("what would change a float result stays", "[simplify]") {
  const DType a = GENERATE(KILN_FLOAT32, KILN_FLOAT64);
  for (const char* text : {"0*a", "a*0", "a+0.0", "a+0", "a-a", "a/a", "a-(-0.0)", "0-a", "0/a", "a*0.0+1"}) {
    INFO(text);
    CHECK(!is_input(text, a));
    CHECK(!is_constant(text, a));
  }
  CHECK(count(compile_text("r = (a + 1) + 2"), Fn::add) == 2);
  CHECK(count(compile_text("r = a*b + a*c"), Fn::multiply) == 2);
  CHECK(!is_input("a*1", KILN_COMPLEX64));
  CHECK(!is_input("pow(a,1)", KILN_COMPLEX64));
}

TEST_CASE("integers allow more", "[simplify]") {
  for (const char* text :
       {"a*1", "a/1", "a+0", "0+a", "a-0", "a|0", "a^0", "a|a", "a&a", "a<<0", "a>>0", "~~a", "floor(a)", "round(a)"})
    CHECK_FOR(text, is_input(text, KILN_INT16));
  for (const char* text : {"a*0", "0*a", "a&0", "a-a", "imag(a)"}) CHECK_FOR(text, is_constant(text, KILN_INT16));
  CHECK(is_input("abs(a)", KILN_UINT8));
  CHECK(!is_input("abs(a)", KILN_INT8));
}

TEST_CASE("logic folds", "[simplify]") {
  CHECK(is_input("true && a", KILN_BOOL));
  CHECK(is_input("a || false", KILN_BOOL));
  CHECK(is_input("!!a", KILN_BOOL));
  CHECK(is_input("a && a", KILN_BOOL));
  CHECK(is_constant("a && false", KILN_BOOL));
  CHECK(is_constant("true || a", KILN_BOOL));
}

TEST_CASE("constants of a dtype fold in that dtype", "[simplify]") {
  CHECK(is_constant("float32(1)/3 + float32(2)", KILN_FLOAT32));
  CHECK(run1("r = float32(1)/3") == f32(1.0F / 3.0F));
  CHECK(run1("r = float32(16777216) + 1") == f32(16777216));
  CHECK(run1("r = int8(127) + 1") == i8(-128));
  CHECK(run1("r = float16(2048) + 1 - 2048") == Scalar::real(KILN_FLOAT16, 1));
  CHECK(std::signbit(run1("r = float32(0) * -1").re));
}

TEST_CASE("equal values are one value", "[simplify]") {
  const Program program = compile_text("r = a*b + exp(b*a); s = exp(a*b); t = exp(c)");
  CHECK(count(program, Fn::multiply) == 1);
  CHECK(count(program, Fn::exp) == 2);
  CHECK(count(compile_text("r = (a-b) * (b-a)"), Fn::subtract) == 2);
  CHECK(count(compile_text("r = max(a,b) + max(b,a)"), Fn::max) == 2);
  CHECK(compile_text("r = 0.0*a + (-0.0)*a").values.size() == 6);
}

TEST_CASE("values nobody needs are dropped, inputs keep their place", "[simplify]") {
  const Statements s = parse_statements("t = exp(a) * b; t = c + 1");
  const std::vector<InputType> types(3);
  const int own[] = {-1};
  const Program program = compile(s.outputs, s.inputs, types, own, KILN_FLOAT32);
  CHECK(program.inputs.size() == 3);
  CHECK(program.values.size() == 3);
  CHECK(program.values[0].kind == Value::Kind::input);
  CHECK(program.values[0].input == 2);
}

TEST_CASE("conversions that say nothing are dropped", "[simplify]") {
  CHECK(is_input("float32(a)", KILN_FLOAT32));
  CHECK(is_input("float32(float64(a))", KILN_FLOAT32));
  CHECK(is_input("int8(int32(a))", KILN_INT8));
  CHECK(is_input("bool(int8(a))", KILN_BOOL));
  CHECK(is_input("int32(uint64(uint32(int64(a))))", KILN_INT32) == false);
  CHECK(!is_input("float64(float32(a))", KILN_FLOAT64));
  CHECK(!is_input("float32(int32(a))", KILN_FLOAT32));
  // float64 to int8 saturates, int32 to int8 wraps: not the same.
  CHECK(run1("r = int8(float64(a))", {{"a", i32(300)}}) == i8(127));
}

TEST_CASE("squares are products", "[simplify]") {
  for (const char* text : {"r = pow(a, 2)", "r = pown(a, 2)", "r = square(a)", "r = a*a", "r = pow(a, 2.0)"})
    CHECK_FOR(text, count(compile_text(text), Fn::multiply) == 1);
  CHECK(count(compile_text("r = pow(a, 0.5)"), Fn::pow) == 1);
}

}  // namespace
}  // namespace kiln::expr
