// SPDX-License-Identifier: Apache-2.0
// The type table: every function with every dtype gives a dtype or a refusal.
#include <fstream>
#include <sstream>

#include "expr/callable.hpp"
#include "support.hpp"

namespace kiln::expr {
namespace {

// One letter a dtype, bool int8-64 uint8-64 float16 bfloat16 float32 float64 complex64 complex128: '=' the
// same, '-' refused, 'b' bool, 'f' the default float, 'r' the real dtype, 'i' int32, 'c' complex64, 'z'
// complex128.
const char* expected_row(Fn fn) {
  if (fn == Fn::arg) return "-ffffffff====rr";
  switch (info(fn).rule) {
    case Rule::arithmetic:
      return "-==============";
    case Rule::numeric:
      return "-============--";
    case Rule::bitwise:
      return "=========------";
    case Rule::integer:
      return "-========------";
    case Rule::equality:
      return "bbbbbbbbbbbbbbb";
    case Rule::comparison:
      return "bbbbbbbbbbbbb--";
    case Rule::logical:
      return "bbbbbbbbbbbbbbb";
    case Rule::where:
      return "===============";
    case Rule::floating:
      return "fffffffff====--";
    case Rule::floating_or_complex:
      return "fffffffff======";
    case Rule::power:
      return "f==============";
    case Rule::rounding:
      return "-============--";
    case Rule::rounding_or_complex:
      return "-==============";
    case Rule::magnitude:
      return "-============rr";
    case Rule::classify:
      return "bbbbbbbbbbbbb--";
    case Rule::classify_or_complex:
      return "bbbbbbbbbbbbbbb";
    case Rule::to_int32:
      return "iiiiiiiiiiiii--";
    case Rule::float_and_int32:
      return "fffffffff====--";
    case Rule::complex_part:
      return "-============rr";
    case Rule::make_complex:
      return "ccccccccccccz--";
  }
  return "";
}

DType expected_dtype(char letter, DType dtype, DType default_float) {
  switch (letter) {
    case 'b':
      return KILN_BOOL;
    case 'f':
      return default_float;
    case 'r':
      return base::real_dtype(dtype);
    case 'i':
      return KILN_INT32;
    case 'c':
      return default_float == KILN_FLOAT64 && !base::is_float(dtype) ? KILN_COMPLEX128 : KILN_COMPLEX64;
    case 'z':
      return KILN_COMPLEX128;
    default:
      return dtype;
  }
}

Program apply_to(Fn fn, DType dtype, DType default_float) {
  std::vector<Expr> args;
  std::vector<std::string> names;
  std::vector<InputType> types;
  for (int i = 0; i < info(fn).arity; ++i) {
    names.push_back(std::string(1, static_cast<char>('a' + i)));
    args.push_back(make_input(names.back(), i + 1));
    types.push_back(array_of(i == 1 && info(fn).rule == Rule::float_and_int32 ? KILN_INT32 : dtype));
  }
  const std::vector<Statements::Output> outputs{{"r", make_apply(fn, args, 9)}};
  const int own[] = {-1};
  return compile(outputs, names, types, own, default_float);
}

TEST_CASE("every function with every dtype", "[typing]") {
  const DType default_float = GENERATE(KILN_FLOAT32, KILN_FLOAT64);
  for (std::size_t f = 0; f < functions().size(); ++f) {
    const Fn fn = static_cast<Fn>(f);
    const std::string row = expected_row(fn);
    REQUIRE(row.size() == static_cast<std::size_t>(base::kDTypeCount));
    for (int d = 0; d < base::kDTypeCount; ++d) {
      const DType dtype = static_cast<DType>(d);
      INFO(info(fn).name << " of " << base::dtype_name(dtype));
      if (row[static_cast<std::size_t>(d)] == '-') {
        CHECK_ERROR(apply_to(fn, dtype, default_float), KILN_TYPE_ERROR, std::string("column 9: ") + info(fn).name);
        continue;
      }
      const Program program = apply_to(fn, dtype, default_float);
      CHECK(program.outputs[0].dtype == expected_dtype(row[static_cast<std::size_t>(d)], dtype, default_float));
      // What kernels rely on, and that the interpreter knows the function for this dtype.
      for (const Value& value : program.values) CHECK(value.dtype == base::compute_dtype(value.dtype));
      CHECK(program.values[program.outputs[0].value].dtype == base::compute_dtype(program.outputs[0].dtype));
      std::vector<Scalar> inputs;
      for (const Program::Input& input : program.inputs) inputs.push_back(i32(1).cast(input.dtype));
      Scalar result[1];
      CHECK_NOTHROW(interpret(program, inputs, 0, result));
      CHECK(result[0].dtype == program.outputs[0].dtype);
    }
  }
}

TEST_CASE("mixed dtypes promote", "[typing]") {
  for (int a = 0; a < base::kDTypeCount; ++a)
    for (int b = 0; b < base::kDTypeCount; ++b) {
      if (a == KILN_BOOL && b == KILN_BOOL) continue;
      const DType x = static_cast<DType>(a), y = static_cast<DType>(b);
      const Program program = compile_text("r = a + b", {{"a", array_of(x)}, {"b", array_of(y)}});
      CHECK(program.outputs[0].dtype == base::promote(x, y));
    }
  const auto dtype_of = [](std::string_view text, DType a, DType b) {
    return compile_text(text, {{"a", array_of(a)}, {"b", array_of(b)}}).outputs[0].dtype;
  };
  CHECK(dtype_of("r = a ? b : a", KILN_INT8, KILN_FLOAT16) == KILN_FLOAT16);
  CHECK(dtype_of("r = pow(a, b)", KILN_INT64, KILN_COMPLEX64) == KILN_COMPLEX64);
  CHECK(dtype_of("r = pow(a, b)", KILN_INT8, KILN_INT32) == KILN_INT32);
  CHECK(dtype_of("r = pow(a, 2)", KILN_UINT8, KILN_BOOL) == KILN_UINT8);
  CHECK(dtype_of("r = pow(a, 0.5)", KILN_INT8, KILN_BOOL) == KILN_FLOAT32);
  CHECK(dtype_of("r = true_divide(a, b)", KILN_INT8, KILN_INT8) == KILN_FLOAT32);
  CHECK(dtype_of("r = floor_mod(a, b)", KILN_INT8, KILN_FLOAT16) == KILN_FLOAT16);
  CHECK(dtype_of("r = a << b", KILN_UINT8, KILN_INT32) == KILN_INT32);
  CHECK(dtype_of("r = complex(a, b)", KILN_INT8, KILN_FLOAT64) == KILN_COMPLEX128);
  CHECK(dtype_of("r = a < b", KILN_BOOL, KILN_INT8) == KILN_BOOL);
}

TEST_CASE("refusals name function, column and dtypes", "[typing]") {
  const base::Error error = error_of([] {
    compile_text("r = 1; s = a & b", {{"a", array_of(KILN_INT32)}, {"b", array_of(KILN_FLOAT32)}});
  });
  CHECK(error.status() == KILN_TYPE_ERROR);
  CHECK(error.message() ==
        "expression: column 14: bitwise_and(int32, float32): expected bool or integers of a common dtype");
  CHECK_ERROR(compile_text("r = a\ns = exp2(a)", {{"a", array_of(KILN_COMPLEX64)}}), KILN_TYPE_ERROR,
              "line 2, column 5: exp2(complex64): complex numbers are not supported");
  CHECK_ERROR(compile_text("r = a << b", {{"a", array_of(KILN_INT8)}, {"b", array_of(KILN_UINT64)}}), KILN_TYPE_ERROR,
              "bitwise_left_shift(int8, uint64)");
  CHECK_ERROR(compile_text("r = pown(a, b)", {{"b", array_of(KILN_INT64)}}), KILN_TYPE_ERROR, "int32(n)");
  CHECK_ERROR(compile_text("r = pown(a, 2.0)"), KILN_TYPE_ERROR, "pown(float32, number)");
  CHECK_ERROR(compile_text("r = pown(a, b)", {{"b", array_of(KILN_FLOAT32)}}), KILN_TYPE_ERROR, "pown");
  CHECK_NOTHROW(compile_text("r = pown(a, b)", {{"b", array_of(KILN_UINT16)}}));
}

TEST_CASE("outputs convert to the dtype asked for", "[typing]") {
  const Program program = compile_text("r = a + 1", {}, KILN_FLOAT32, {KILN_INT8});
  CHECK(program.outputs[0].dtype == KILN_INT8);
  CHECK(program.values[program.outputs[0].value].kind == Value::Kind::cast);
  Scalar result[1];
  interpret(program, std::vector<Scalar>{f32(300)}, 0, result);
  CHECK(result[0] == i8(127));
  const Program half = compile_text("r = a + 1", {}, KILN_FLOAT32, {KILN_FLOAT16});
  CHECK(half.values[half.outputs[0].value].dtype == KILN_FLOAT32);
}

TEST_CASE("float16 rounds at casts and stores only", "[typing]") {
  const InputType half = array_of(KILN_FLOAT16);
  const Program program = compile_text("r = (a + b) - a; s = float16(a + b) - a", {{"a", half}, {"b", half}});
  CHECK(program.outputs[0].dtype == KILN_FLOAT16);
  std::vector<Scalar> inputs{Scalar::real(KILN_FLOAT16, 2048), Scalar::real(KILN_FLOAT16, 1)}, outputs(2);
  interpret(program, inputs, 0, outputs);
  CHECK(outputs[0].re == 1);
  CHECK(outputs[1].re == 0);
  int rounds = 0;
  for (const Value& value : compile_text("r = float16(a) + half(half(b + a))", {{"a", half}, {"b", half}}).values)
    rounds += value.kind == Value::Kind::round_to;
  CHECK(rounds == 1);
}

TEST_CASE("the page lists every function, alias and constant", "[typing]") {
  std::ifstream file(KILN_EXPRESSIONS_PAGE);
  std::stringstream page;
  page << file.rdbuf();
  const std::string text = page.str();
  REQUIRE(!text.empty());
  for (const FunctionInfo& function : functions()) {
    INFO(function.name);
    CHECK(text.find(std::string("`") + function.name + "(") != std::string::npos);
  }
  for (const Alias& alias : aliases()) {
    INFO(alias.name);
    CHECK(text.find(std::string("`") + alias.name + "`") != std::string::npos);
  }
  for (const std::string& name : callable_names()) {
    if (find_callable(name)->kind == Callable::Kind::cast) continue;  // the page has ranges of dtypes
    INFO(name);
    CHECK((text.find("`" + name + "`") != std::string::npos || text.find("`" + name + "(") != std::string::npos));
  }
}

}  // namespace
}  // namespace kiln::expr
