// SPDX-License-Identifier: Apache-2.0
// Sizes and depths at and over their limits, and trees whose walk or destruction must not recurse.
#include <chrono>

#include "support.hpp"

namespace kiln::expr {
namespace {

std::string nested(int depth, std::string_view open, std::string_view inner, std::string_view close) {
  std::string text = "r = ";
  for (int i = 0; i < depth; ++i) text += open;
  text += inner;
  for (int i = 0; i < depth; ++i) text += close;
  return text;
}

std::string sum_of(int terms) {
  std::string text = "r = a";
  for (int i = 1; i < terms; ++i) text += i % 2 ? "+b" : "+a";
  return text;
}

TEST_CASE("nesting is limited", "[limits]") {
  CHECK_NOTHROW(parse_statements(nested(kMaxDepth, "(", "a", ")")));
  CHECK_NOTHROW(parse_statements(nested(kMaxDepth, "exp(", "a", ")")));
  CHECK_NOTHROW(parse_statements(nested(kMaxDepth, "a?", "a", ":b")));
  CHECK_ERROR(parse_statements(nested(kMaxDepth + 1, "(", "a", ")")), KILN_PARSE_ERROR,
              "nested too deeply, the limit is 256");
  CHECK_ERROR(parse_statements(nested(kMaxDepth + 1, "exp(", "a", ")")), KILN_PARSE_ERROR, "nested too deeply");
  CHECK_ERROR(parse_statements(nested(kMaxDepth + 1, "a?", "a", ":b")), KILN_PARSE_ERROR, "nested too deeply");
  CHECK_ERROR(parse_statements(nested(kMaxDepth + 1, "a?b:", "a", "")), KILN_PARSE_ERROR, "nested too deeply");
  CHECK_ERROR(parse_statements(nested(30000, "(", "", "")), KILN_PARSE_ERROR, "nested too deeply");
}

TEST_CASE("the text is limited", "[limits]") {
  std::string text = "r = a";
  text.resize(kMaxTextBytes, ' ');
  CHECK_NOTHROW(parse_statements(text));
  text += ' ';
  CHECK_ERROR(parse_statements(text), KILN_PARSE_ERROR, "65537 bytes, the limit is 65536");
}

TEST_CASE("long sums are fine up to a limit", "[limits]") {
  const Program program = compile_text(sum_of(4000));
  CHECK(program.values.size() == 4001);
  CHECK_ERROR(parse_statements(sum_of(5000)), KILN_PARSE_ERROR, "more than 4093 operations");
  CHECK_ERROR(parse_statements(nested(60000, "-", "a", "")), KILN_PARSE_ERROR, "more than 4093 operations");
}

TEST_CASE("values of a program are limited", "[limits]") {
  std::string text;
  for (int i = 0; i < 4200; ++i) text += fmt::format("r{}=a+{};", i, i);
  const Statements statements = parse_statements(text);
  CHECK_ERROR(compile_text(text), KILN_INVALID_ARGUMENT, "the limit is 4096");
}

TEST_CASE("no function makes more values than most_values says", "[limits]") {
  for (const FunctionInfo& function : functions())
    for (int first = 0; first < base::kDTypeCount; ++first)
      for (int second = 0; second < base::kDTypeCount; ++second)
        for (const bool weak : {false, true}) {
          std::vector<std::string> names;
          std::vector<InputType> types;
          std::vector<Expr> args;
          for (int i = 0; i < function.arity; ++i) {
            names.push_back(fmt::format("x{}", i));
            types.push_back({DType(i == 1 ? second : first), false, false});
            args.push_back(weak && i == 0 ? make_number(0.5) : make_input(names.back()));
          }
          const Expr called = make_apply(Fn(&function - functions().data()), args);
          const Statements::Output output{"r", make_cast(KILN_BFLOAT16, called)};
          const int own = -1;
          try {
            const Program program = compile({&output, 1}, names, types, {&own, 1}, KILN_FLOAT32);
            INFO(function.name << " of " << first << ", " << second);
            CHECK(program.values.size() <= most_values({&output.value, 1}) + 1);
          } catch (const base::Error&) {
            // Not of these dtypes.
          }
        }
}

TEST_CASE("shared subtrees are walked once", "[limits]") {
  std::string text = "x = a * b\n";
  for (int i = 0; i < 200; ++i) text += "x = x + x * a\n";
  const auto begin = std::chrono::steady_clock::now();
  const Program program = compile_text(text);
  CHECK(program.values.size() == 403);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("deep trees built from code are refused, and destroyed without recursion", "[limits]") {
  Expr tree = make_input("a");
  for (int i = 1; i < kMaxTreeDepth; ++i) tree = make_apply(Fn::add, {tree, make_integer(i)});
  CHECK(tree->depth == kMaxTreeDepth);
  CHECK_ERROR(make_apply(Fn::negative, {tree}), KILN_INVALID_ARGUMENT, "more than 4096 operations");
  CHECK_ERROR(make_cast(KILN_INT8, tree), KILN_INVALID_ARGUMENT, "more than 4096 operations");
  const Expr shared = tree->args[0]->args[0];
  tree = nullptr;
  CHECK(shared->use_count() == 1);
  CHECK(shared->args[1]->kind == Node::Kind::number);
}

TEST_CASE("calls from code are checked", "[limits]") {
  const Expr a = make_input("a");
  CHECK_ERROR(make_apply(Fn::add, {a}), KILN_INVALID_ARGUMENT, "add takes 2 arguments, got 1");
  CHECK_ERROR(make_apply(Fn::exp, {Expr()}), KILN_INVALID_ARGUMENT, "an argument is NULL");
  CHECK_ERROR(make_call("exp", {Expr()}), KILN_INVALID_ARGUMENT, "an argument is NULL");
  CHECK_ERROR(make_call("exp", {a, a}), KILN_INVALID_ARGUMENT, "exp takes 1 argument, got 2");
  CHECK_ERROR(make_call("epx", {a}), KILN_PARSE_ERROR, "unknown function 'epx', did you mean 'exp'?");
  CHECK_ERROR(make_cast(static_cast<DType>(77), a), KILN_TYPE_ERROR, "77 is no dtype");
  CHECK(make_call("arccos", {a})->fn == Fn::acos);
  CHECK(make_call("float16", {a})->dtype == KILN_FLOAT16);
  CHECK(make_call("square", {a})->fn == Fn::multiply);
}

TEST_CASE("requests that do not fit the expression", "[limits]") {
  const Statements s = parse_statements("r = a + b");
  const std::vector<InputType> two(2), one(1);
  const int own[] = {-1}, bad[] = {99};
  CHECK_ERROR(compile(s.outputs, s.inputs, one, own, KILN_FLOAT32), KILN_INVALID_ARGUMENT, "got 1 input dtypes");
  CHECK_ERROR(compile(s.outputs, s.inputs, two, bad, KILN_FLOAT32), KILN_TYPE_ERROR, "99 is no dtype for an output");
  CHECK_ERROR(compile(s.outputs, s.inputs, two, own, KILN_INT32), KILN_TYPE_ERROR, "default float");
  const std::vector<std::string> names{"a"};
  CHECK_ERROR(compile(s.outputs, names, one, own, KILN_FLOAT32), KILN_INVALID_ARGUMENT,
              "column 9: 'b' is read but is no parameter");
  const Program program = compile(s.outputs, s.inputs, two, own, KILN_FLOAT32);
  Scalar result[1];
  CHECK_ERROR(interpret(program, std::vector<Scalar>{f32(1)}, 0, result), KILN_INVALID_ARGUMENT, "expected 2 and 1");
  CHECK_ERROR(interpret(program, std::vector<Scalar>{f32(1), f64(1)}, 0, result), KILN_TYPE_ERROR, "'b' is float64");
}

}  // namespace
}  // namespace kiln::expr
