// SPDX-License-Identifier: Apache-2.0
// Numbers without a dtype: literals, constants and weak scalars take the dtype of what they meet.
#include <tuple>

#include "support.hpp"

namespace kiln::expr {
namespace {

DType result_dtype(std::string_view text, DType a) { return compile_text(text, {{"a", array_of(a)}}).outputs[0].dtype; }

TEST_CASE("a number takes the dtype of the other operand", "[weak]") {
  const auto [text, a, expected] = GENERATE(table<std::string, DType, DType>({
      {"r = a + 1", KILN_INT8, KILN_INT8},
      {"r = a + 1", KILN_UINT64, KILN_UINT64},
      {"r = a + 1", KILN_FLOAT16, KILN_FLOAT16},
      {"r = a + 1", KILN_COMPLEX64, KILN_COMPLEX64},
      {"r = a + 1", KILN_BOOL, KILN_INT64},
      {"r = a + 1.0", KILN_BOOL, KILN_FLOAT32},
      {"r = a + 1.0", KILN_INT64, KILN_FLOAT32},
      {"r = a + 1.0", KILN_FLOAT64, KILN_FLOAT64},
      {"r = a + 1.0", KILN_BFLOAT16, KILN_BFLOAT16},
      {"r = a * (2 * pi)", KILN_FLOAT64, KILN_FLOAT64},
      {"r = a * 2 / 3", KILN_INT16, KILN_INT16},
      {"r = a > 0 ? 1 : 2", KILN_FLOAT32, KILN_INT64},
      {"r = a > 0 ? 1 : 2.0", KILN_FLOAT64, KILN_FLOAT32},
      {"r = a > 0 ? a : 0", KILN_UINT8, KILN_UINT8},
      {"r = max(a, nan)", KILN_FLOAT64, KILN_FLOAT64},
      {"r = exp(2)", KILN_INT8, KILN_FLOAT32},
      {"r = 7", KILN_INT8, KILN_INT64},
      {"r = 7.5", KILN_INT8, KILN_FLOAT32},
      {"r = a + exp(1)", KILN_FLOAT64, KILN_FLOAT64},
      {"r = a + float64(1)", KILN_FLOAT32, KILN_FLOAT64},
      {"r = a + floor(2.5)", KILN_FLOAT16, KILN_FLOAT16},
      {"r = a & 0xff", KILN_UINT8, KILN_UINT8},
      {"r = a + abs(-1)", KILN_INT8, KILN_INT8},
      {"r = true + 1", KILN_INT8, KILN_INT64},
      {"r = complex(0, 1)", KILN_INT8, KILN_COMPLEX64},
      {"r = a * 18446744073709551615", KILN_FLOAT32, KILN_FLOAT32},
  }));
  INFO(text << " with " << base::dtype_name(a));
  CHECK(result_dtype(text, a) == expected);
}

TEST_CASE("an integer that does not fit is refused", "[weak]") {
  CHECK_ERROR(result_dtype("r = a + 128", KILN_INT8), KILN_TYPE_ERROR, "column 7: the number 128 does not fit int8");
  CHECK_ERROR(result_dtype("r = a + -1", KILN_UINT32), KILN_TYPE_ERROR, "the number -1 does not fit uint32");
  CHECK_ERROR(result_dtype("r = a < 256", KILN_UINT8), KILN_TYPE_ERROR, "does not fit uint8");
  CHECK_NOTHROW(result_dtype("r = a + 127 + -128", KILN_INT8));
  CHECK_NOTHROW(result_dtype("r = a + 1000000", KILN_FLOAT16));
  CHECK_NOTHROW(result_dtype("r = a + uint8(300)", KILN_UINT8));
  CHECK_ERROR(compile_text("r = 300", {}, KILN_FLOAT32, {KILN_UINT8}), KILN_TYPE_ERROR, "300 does not fit uint8");
  CHECK_ERROR(compile_text("r = ldexp(1.0, 3000000000)"), KILN_TYPE_ERROR, "does not fit int32");
  CHECK_ERROR(result_dtype("r = a & 1.0", KILN_INT8), KILN_TYPE_ERROR, "bitwise_and(int8, number)");
}

TEST_CASE("numbers among themselves are computed in int64 and float64", "[weak]") {
  CHECK(run1("r = 1/2*a", {{"a", f32(8)}}) == f32(0));
  CHECK(run1("r = 1/2.0*a", {{"a", f32(8)}}) == f32(4));
  CHECK(run1("r = float64(0.1)") == f64(0.1));
  CHECK(run1("r = float64(1)/3") == f64(1.0 / 3));
  CHECK(run1("r = a * (1.0/3)", {{"a", f64(1)}}) == f64(1.0 / 3));
  CHECK(run1("r = 0.1 < 0.1000000001") == Scalar::boolean(true));
  CHECK(run1("r = 2147483647 + 1").i == 2147483648LL);
  CHECK(run1("r = 1/0").i == 0);
  CHECK(run1("r = 1 ? 2 : 3").i == 2);
  CHECK(run1("r = uint8(300)") == u8(44));
  CHECK(run1("r = float16(0.1)") == Scalar::real(KILN_FLOAT16, 0.1));
}

TEST_CASE("a weak scalar takes the dtype of what it meets", "[weak]") {
  const auto weak_dtype = [](std::string_view text, DType a, InputType k) {
    const Program program = compile_text(text, {{"a", array_of(a)}, {"k", k}});
    for (const Program::Input& input : program.inputs)
      if (input.name == "k") {
        CHECK(input.scalar);
        return input.dtype;
      }
    return KILN_BOOL;
  };
  CHECK(weak_dtype("r = a * k", KILN_FLOAT64, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = a * k", KILN_FLOAT16, weak_real()) == KILN_FLOAT32);
  CHECK(weak_dtype("r = a * k", KILN_BFLOAT16, weak_integer()) == KILN_FLOAT32);
  CHECK(weak_dtype("r = k ? a : 0", KILN_FLOAT64, weak_real()) == KILN_BOOL);
  CHECK(weak_dtype("r = a && k", KILN_FLOAT64, weak_real()) == KILN_BOOL);
  CHECK(weak_dtype("r = k ? a * k : a", KILN_FLOAT64, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = a * k", KILN_INT32, weak_real()) == KILN_FLOAT32);
  CHECK(weak_dtype("r = a * k", KILN_COMPLEX128, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = a * (2 * k + 1)", KILN_FLOAT64, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = a * exp(k)", KILN_FLOAT64, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = a > 0 ? k : a", KILN_FLOAT64, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = k", KILN_FLOAT64, weak_real()) == KILN_FLOAT32);
  CHECK(weak_dtype("r = a * float16(k)", KILN_FLOAT64, weak_real()) == KILN_FLOAT16);
  CHECK(weak_dtype("r = a * int32(k)", KILN_FLOAT64, weak_real()) == KILN_INT32);
  CHECK(weak_dtype("r = k > 1 ? a : 0", KILN_FLOAT64, weak_real()) == KILN_FLOAT32);
  CHECK(weak_dtype("r = a * float64(k)", KILN_FLOAT32, weak_real()) == KILN_FLOAT64);
  CHECK(weak_dtype("r = a * k", KILN_INT8, weak_integer()) == KILN_INT8);
  CHECK(weak_dtype("r = a * k", KILN_FLOAT32, weak_integer()) == KILN_FLOAT32);
  CHECK(weak_dtype("r = a * (k / 2)", KILN_FLOAT32, weak_integer()) == KILN_INT64);
  CHECK(weak_dtype("r = k", KILN_FLOAT32, weak_integer()) == KILN_INT64);
  CHECK(weak_dtype("r = pown(a, k)", KILN_FLOAT32, weak_integer()) == KILN_INT32);
  CHECK_ERROR(weak_dtype("r = pown(a, k)", KILN_FLOAT32, weak_real()), KILN_TYPE_ERROR, "pown(float32, number)");
}

TEST_CASE("a weak scalar that meets several dtypes is passed as each of them", "[weak]") {
  const std::map<std::string, InputType> types{
      {"a", array_of(KILN_FLOAT32)}, {"b", array_of(KILN_FLOAT64)}, {"k", weak_real()}};
  const auto check = [](const Program& program,
                        const std::vector<std::tuple<std::string, DType, std::size_t>>& wanted) {
    REQUIRE(program.inputs.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      INFO("input " << i);
      const Program::Input& input = program.inputs[i];
      CHECK(std::tuple(input.name, input.dtype, input.argument) == wanted[i]);
      CHECK(input.scalar == (input.name == "k"));
    }
  };
  const Program program = compile_text("r = a * k; s = b * k; t = a && k; u = k; v = a + k", types);
  check(program, {{"a", KILN_FLOAT32, 0},
                  {"k", KILN_FLOAT64, 1},
                  {"b", KILN_FLOAT64, 2},
                  {"k", KILN_FLOAT32, 1},
                  {"k", KILN_BOOL, 1}});
  CHECK(program.outputs[0].dtype == KILN_FLOAT32);
  CHECK(program.outputs[1].dtype == KILN_FLOAT64);
  CHECK(program.outputs[3].dtype == KILN_FLOAT32);  // as if it met nothing
  std::vector<Scalar> outputs(5);
  interpret(program, std::vector<Scalar>{f32(1), f64(1e-50), f64(1), f32(1e-50), Scalar::boolean(true)}, 0, outputs);
  CHECK(outputs[0] == f32(0));
  CHECK(outputs[1] == f64(1e-50));
  CHECK(outputs[2] == Scalar::boolean(true));
  // One use, or several of one dtype, make one.
  check(compile_text("r = a * k; s = max(a, k)", types), {{"a", KILN_FLOAT32, 0}, {"k", KILN_FLOAT32, 1}});
  // The order of statements does not matter.
  check(compile_text("r = k ? a : 0; s = a * k; t = float16(k)", types),
        {{"k", KILN_FLOAT32, 0}, {"a", KILN_FLOAT32, 1}, {"k", KILN_FLOAT16, 0}, {"k", KILN_BOOL, 0}});
}

TEST_CASE("nodes that read one weak scalar share what it is passed as", "[weak]") {
  const auto read = [] { return make_input("k"); };
  const Expr r = make_apply(Fn::add, {make_input("a"), read()});
  const Expr s = make_apply(Fn::add, {make_input("b"), read()});
  const Expr t = make_apply(Fn::multiply, {make_input("a"), read()});
  const std::vector<Statements::Output> outputs{{"r", r}, {"s", s}, {"t", t}};
  const std::vector<std::string> names{"a", "b", "k", "unused"};
  const std::vector<InputType> types{array_of(KILN_FLOAT32), array_of(KILN_FLOAT64), weak_real(), weak_real()};
  const int own[] = {-1, -1, -1};
  const Program program = compile(outputs, names, types, own, KILN_FLOAT32);
  REQUIRE(program.inputs.size() == 5);
  CHECK(program.inputs[2].dtype == KILN_FLOAT64);
  CHECK(program.inputs[3].dtype == KILN_FLOAT32);  // nothing reads it
  CHECK(program.inputs[4].dtype == KILN_FLOAT32);
  CHECK(program.inputs[4].argument == 2);
}

TEST_CASE("a whole number must fit where it is not cast", "[weak]") {
  const auto fits = [](std::string_view text, DType a, std::vector<int> outputs = {}) {
    const Program program = compile_text(text, {{"a", array_of(a)}, {"k", weak_integer()}}, KILN_FLOAT32, outputs);
    std::vector<std::pair<DType, bool>> found;
    for (const Program::Input& input : program.inputs)
      if (input.name == "k") found.emplace_back(input.dtype, input.fits);
    return found;
  };
  using Found = std::vector<std::pair<DType, bool>>;
  CHECK(fits("r = a + k", KILN_INT8) == Found{{KILN_INT8, true}});
  CHECK(fits("r = a + int8(k)", KILN_INT8) == Found{{KILN_INT8, false}});
  CHECK(fits("r = a + int8(k); s = a * k", KILN_INT8) == Found{{KILN_INT8, true}});
  CHECK(fits("r = a + k; s = k; t = k && a", KILN_INT32) ==
        Found{{KILN_INT64, true}, {KILN_INT32, true}, {KILN_BOOL, false}});
  CHECK(fits("r = a * k; s = uint8(k)", KILN_FLOAT16) == Found{{KILN_FLOAT32, false}, {KILN_UINT8, false}});
  CHECK(fits("r = k", KILN_INT8, {KILN_UINT8}) == Found{{KILN_UINT8, true}});
  CHECK(fits("r = k", KILN_INT8, {KILN_FLOAT16}) == Found{{KILN_FLOAT16, false}});
}

TEST_CASE("an output's dtype decides for weak values", "[weak]") {
  const Program program = compile_text("r = k * 2", {{"k", weak_real()}}, KILN_FLOAT32, {KILN_FLOAT64});
  CHECK(program.inputs[0].dtype == KILN_FLOAT64);
  const Program number = compile_text("r = 0.1", {}, KILN_FLOAT32, {KILN_FLOAT64});
  Scalar result[1];
  interpret(number, {}, 0, result);
  CHECK(result[0] == f64(0.1));
}

TEST_CASE("floatX is the default float", "[weak]") {
  CHECK(compile_text("r = floatX(a)", {{"a", array_of(KILN_INT8)}}, KILN_FLOAT64).outputs[0].dtype == KILN_FLOAT64);
  CHECK(compile_text("r = exp(a)", {{"a", array_of(KILN_INT8)}}, KILN_FLOAT16).outputs[0].dtype == KILN_FLOAT16);
}

}  // namespace
}  // namespace kiln::expr
