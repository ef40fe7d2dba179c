// SPDX-License-Identifier: Apache-2.0
// Program::text: equal for equal programs, different wherever a kernel would differ.
#include "support.hpp"

namespace kiln::expr {
namespace {

TEST_CASE("the text says all that a kernel depends on", "[canonical]") {
  const std::string text = compile_text("r = a*2 + k", {{"k", {KILN_INT8, true, false}}}).text();
  CHECK(text ==
        "array float32\n"
        "scalar int8\n"
        "v0 float32 input 0\n"
        "v1 int8 input 1\n"
        "v2 float32 constant 4000000000000000\n"
        "v3 float32 multiply v0 v2\n"
        "v4 float32 cast v1\n"
        "v5 float32 add v3 v4\n"
        "out float32 v5\n");
}

TEST_CASE("spelling does not matter", "[canonical]") {
  const auto [one, other] = GENERATE(table<std::string, std::string>({
      {"r = a*b + c", "result=((a)*(b))+c;"},
      {"r = a*b + c", "t = a*b; r = t + c"},
      {"r = x + y", "r = a + b"},
      {"r = a*2", "r = 2.0*a"},
      {"r = power(a, b)", "r = pow(a, b)"},
      {"r = a*(1+1)", "r = a*2"},
      {"r = max(a, b)", "r = maximum(a, b)"},
  }));
  const Statements s = parse_statements(other);
  const Statements last{{s.outputs.back()}, s.inputs};
  const std::vector<InputType> types(s.inputs.size());
  const int own[] = {-1};
  CHECK(compile_text(one).text() == compile(last.outputs, last.inputs, types, own, KILN_FLOAT32).text());
}

TEST_CASE("the same program from text and from code", "[canonical]") {
  const Expr a = make_input("a"), b = make_input("b");
  const std::vector<Statements::Output> outputs{
      {"out", make_apply(Fn::add, {make_apply(Fn::multiply, {b, a}), make_integer(1)})}};
  const std::vector<std::string> names{"a", "b"};
  const std::vector<InputType> types(2);
  const int own[] = {-1};
  CHECK(compile(outputs, names, types, own, KILN_FLOAT32).text() == compile_text("r = a*b + 1").text());
}

TEST_CASE("differences show", "[canonical]") {
  const std::map<std::string, InputType> f64{{"a", array_of(KILN_FLOAT64)}}, scalar{{"a", {KILN_FLOAT32, true, false}}},
      half{{"a", array_of(KILN_FLOAT16)}};
  const std::string text = compile_text("r = a + 1").text();
  CHECK(text != compile_text("r = a + 1", f64).text());
  CHECK(text != compile_text("r = a + 1", scalar).text());
  CHECK(text != compile_text("r = a + 1", half).text());
  CHECK(text != compile_text("r = a + 1", {}, KILN_FLOAT32, {KILN_FLOAT16}).text());
  CHECK(text != compile_text("r = a - 1").text());
  CHECK(compile_text("r = a*0.0").text() != compile_text("r = a*-0.0").text());
  CHECK(compile_text("r = a*0.1").text() != compile_text("r = a*0.10000001").text());
  CHECK(compile_text("r = a*0.1").text() == compile_text("r = a*0.100000001").text());
  CHECK(compile_text("r = float16(a)*2").text() != compile_text("r = bfloat16(a)*2").text());
  CHECK(compile_text("r = a*nan").text() == compile_text("r = a*-nan").text());
  CHECK(compile_text("r = a*index()").uses_index());
  CHECK(!compile_text("r = a").uses_index());
}

}  // namespace
}  // namespace kiln::expr
