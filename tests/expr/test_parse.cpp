// SPDX-License-Identifier: Apache-2.0
// The grammar: what a text means, and where its errors point.
#include "support.hpp"

namespace kiln::expr {
namespace {

std::string show(const Expr& e) {
  switch (e->kind) {
    case Node::Kind::input:
      return e->name;
    case Node::Kind::constant:
      if (e->scalar.dtype == KILN_BOOL) return e->scalar.u ? "true" : "false";
      return fmt::format("{}:{}", base::dtype_name(e->scalar.dtype), e->scalar.u);
    case Node::Kind::number:
      return e->scalar.dtype == KILN_INT64 ? fmt::format("{}", e->scalar.i) : fmt::format("{:.1f}", e->scalar.re);
    case Node::Kind::index:
      return "index";
    case Node::Kind::cast:
      return fmt::format("{}({})", e->dtype == KILN_FLOATX ? "floatX" : base::dtype_name(e->dtype), show(e->args[0]));
    case Node::Kind::apply:
      break;
  }
  std::string text = std::string("(") + info(e->fn).name;
  for (const Expr& arg : e->args) text += " " + show(arg);
  return text + ")";
}

TEST_CASE("operators bind as in C", "[parse]") {
  const auto [text, tree] = GENERATE(table<std::string, std::string>({
      {"a+b*c", "(add a (multiply b c))"},
      {"a*b+c", "(add (multiply a b) c)"},
      {"a-b-c", "(subtract (subtract a b) c)"},
      {"a/b*c%d", "(rem (multiply (divide a b) c) d)"},
      {"a<<b+c", "(bitwise_left_shift a (add b c))"},
      {"a<b<<c", "(less a (bitwise_left_shift b c))"},
      {"a==b<c", "(equal a (less b c))"},
      {"a&b==c", "(bitwise_and a (equal b c))"},
      {"a^b&c", "(bitwise_xor a (bitwise_and b c))"},
      {"a|b^c", "(bitwise_or a (bitwise_xor b c))"},
      {"a&&b|c", "(logical_and a (bitwise_or b c))"},
      {"a||b&&c", "(logical_or a (logical_and b c))"},
      {"a||b?c:d", "(where (logical_or a b) c d)"},
      {"a?b:c?d:x", "(where a b (where c d x))"},
      {"a?b?c:d:x", "(where a (where b c d) x)"},
      {"-a*b", "(multiply (negative a) b)"},
      {"a- -b", "(subtract a (negative b))"},
      {"a--b", "(subtract a (negative b))"},
      {"!~-+a", "(logical_not (bitwise_invert (negative a)))"},
      {"(a+b)*c", "(multiply (add a b) c)"},
      {"a>=b!=c<=d", "(not_equal (greater_equal a b) (less_equal c d))"},
      {"a>>b>c", "(greater (bitwise_right_shift a b) c)"},
      {"(float)a*b", "(multiply float32(a) b)"},
      {"(float)(a*b)", "float32((multiply a b))"},
      {"(int)-a", "int32((negative a))"},
      {"-(uchar)(half)a", "(negative uint8(float16(a)))"},
      {"(a)-b", "(subtract a b)"},
      {"floatX(a)+double(b)", "(add floatX(a) float64(b))"},
      {"complex64(a)", "complex64(a)"},
      {"complex(a,b)", "(complex a b)"},
      {"fma(a,b,c)", "(fma a b c)"},
      {"arctan2(a,b)", "(atan2 a b)"},
      {"mod(a,b)", "(rem a b)"},
      {"square(a)", "(multiply a a)"},
      {"reciprocal(a)", "(divide 1.0 a)"},
      {"positive(a)", "a"},
      {"logical_xor(a,b)", "(not_equal bool(a) bool(b))"},
      {"islessgreater(a,b)", "(logical_or (less a b) (greater a b))"},
      {"mad24(mul24(a,b),b,c)", "(add (multiply (multiply a b) b) c)"},
      {"isgreaterequal(a,b)", "(greater_equal a b)"},
      {"native_exp(a)+half_recip(b)", "(add (exp a) (divide 1.0 b))"},
      {"index()+index", "(add index index)"},
      {"true&&false", "(logical_and true false)"},
      {"exp", "exp"},
      {" \t a \n", "a"},
  }));
  INFO(text);
  CHECK(show(parse_expression(text)) == tree);
}

TEST_CASE("numbers", "[parse]") {
  const auto number = [](std::string_view text) { return parse_expression(text)->scalar; };
  CHECK(number("42") == Scalar::integer(KILN_INT64, 42));
  CHECK(number("42ULL") == Scalar::integer(KILN_INT64, 42));
  CHECK(number("0") == Scalar::integer(KILN_INT64, 0));
  CHECK(number("0xFf") == Scalar::integer(KILN_INT64, 255));
  CHECK(number("1.5") == f64(1.5));
  CHECK(number("1.5f") == f64(1.5));
  CHECK(number("0.1") == f64(0.1));
  CHECK(number(".5e-3") == f64(0.5e-3));
  CHECK(number("1.") == f64(1));
  CHECK(number("1e3") == f64(1000));
  CHECK(number("2f") == f64(2));
  CHECK(number("0x1.8p1") == f64(3));
  CHECK(number("5e-324").re > 0);
  CHECK(number("18446744073709551615") == Scalar::natural(KILN_UINT64, UINT64_MAX));
  CHECK(parse_expression("18446744073709551615")->kind == Node::Kind::constant);
  CHECK(number("-9223372036854775808") == Scalar::integer(KILN_INT64, INT64_MIN));
  CHECK(number("9223372036854775807") == Scalar::integer(KILN_INT64, INT64_MAX));
  CHECK(number("pi").re == 3.141592653589793);
  CHECK(number("e").re == 2.718281828459045);
  CHECK(number("inf").re == HUGE_VAL);
  CHECK(std::isnan(number("nan").re));
}

TEST_CASE("statements read old values, and names that were assigned", "[parse]") {
  const Statements s = parse_statements("r = a*b; s = r + a\n\n r *= s;");
  REQUIRE(s.outputs.size() == 2);
  CHECK(s.outputs[0].name == "r");
  CHECK(show(s.outputs[0].value) == "(multiply (multiply a b) (add (multiply a b) a))");
  CHECK(s.outputs[1].name == "s");
  CHECK(show(s.outputs[1].value) == "(add (multiply a b) a)");
  CHECK(s.inputs == std::vector<std::string>{"a", "b"});

  const Statements in_place = parse_statements("x += y");
  CHECK(in_place.inputs == std::vector<std::string>{"x", "y"});
  CHECK(show(in_place.outputs[0].value) == "(add x y)");

  const Statements swap = parse_statements("t = a; a = b; b = t");
  CHECK(show(swap.outputs[1].value) == "b");
  CHECK(show(swap.outputs[2].value) == "a");
  CHECK(swap.inputs == std::vector<std::string>{"a", "b"});
}

TEST_CASE("each assignment operator", "[parse]") {
  const auto [op, name] = GENERATE(table<std::string, std::string>({{"+=", "add"},
                                                                    {"-=", "subtract"},
                                                                    {"*=", "multiply"},
                                                                    {"/=", "divide"},
                                                                    {"%=", "rem"},
                                                                    {"&=", "bitwise_and"},
                                                                    {"|=", "bitwise_or"},
                                                                    {"^=", "bitwise_xor"},
                                                                    {"<<=", "bitwise_left_shift"},
                                                                    {">>=", "bitwise_right_shift"}}));
  CHECK(show(parse_statements("r " + op + " a").outputs[0].value) == "(" + name + " r a)");
}

TEST_CASE("constants give way to variables of their names", "[parse]") {
  CHECK(parse_statements("r = e * a").inputs == std::vector<std::string>{"a"});
  const std::vector<std::string> parameters{"r", "e", "a"};
  CHECK(parse_statements("r = e * a", parameters).inputs == std::vector<std::string>{"e", "a"});
  CHECK(parse_statements("e += a").inputs == std::vector<std::string>{"e", "a"});
  CHECK(show(parse_statements("e = a; r = e * 2").outputs[1].value) == "(multiply a 2)");
}

TEST_CASE("newlines inside parentheses do not end a statement", "[parse]") {
  CHECK(show(parse_statements("r = (a +\n b)\ns = max(a,\n\n b)").outputs[1].value) == "(max a b)");
}

TEST_CASE("errors show the line and a caret", "[parse]") {
  const base::Error error = error_of([] { parse_statements("r = a; s = epx(a) + 1"); });
  CHECK(error.status() == KILN_PARSE_ERROR);
  CHECK(error.message() ==
        "expression: column 12: unknown function 'epx', did you mean 'exp'?\n  r = a; s = epx(a) + 1\n       "
        "      ^");
  const base::Error second = error_of([] { parse_statements("r = a\ns = b +\n"); });
  CHECK(second.message() ==
        "expression: line 2, column 8: expected a number, a name or '(', got the end of the line\n  s = b "
        "+\n         ^");
}

TEST_CASE("errors point at the column", "[parse]") {
  struct Row {
    const char *text, *where, *what;
  };
  const Row row = GENERATE(values<Row>({
      {"", "column 1", "empty text"},
      {" ; ;\n", "line 2, column 1", "empty text"},
      {"a", "column 2", "expected 'name = expression', got the end of the text"},
      {"a + b", "column 3", "expected 'name = expression', got '+'"},
      {"1 = a", "column 1", "expected 'name = expression', got '1'"},
      {"r == a", "column 3", "got '=='"},
      {"r = a b", "column 7", "expected an operator, ';' or the end, got 'b'"},
      {"r = (a", "column 7", "expected ')', got the end of the text"},
      {"r = a)", "column 6", "got ')'"},
      {"r = max(a; b)", "column 10", "expected ',' or ')', got ';'"},
      {"r = a ? b", "column 10", "expected ':'"},
      {"r = a +", "column 8", "expected a number"},
      {"r = exp(a, b)", "column 5", "exp takes 1 argument, got 2"},
      {"r = fma(a)", "column 5", "fma takes 3 arguments, got 1"},
      {"r = exp()", "column 5", "exp takes 1 argument, got 0"},
      {"r = int(a, b)", "column 5", "int takes 1 argument, got 2"},
      {"r = select(a, b, c)", "column 5", "unknown function 'select'"},
      {"r = float32", "column 5", "'float32' is a dtype"},
      {"float = a", "column 1", "reserved"},
      {"true = a", "column 1", "reserved"},
      {"r = a # b", "column 7", "unexpected character '#'"},
      {"r = \"a\"", "column 5", "unexpected character '\"'"},
      {"r = a $ b", "column 7", "unexpected character '$'"},
      {"r = a[0]", "column 6", "unexpected character '['; an expression computes every element of its arrays: index"},
      {"r = \xc3\xa9", "column 5", "unexpected byte 0xc3"},
      {"r = 12abc", "column 5", "malformed number '12abc'"},
      {"r = 1.2.3", "column 5", "malformed number '1.2.3'"},
      {"r = 1e", "column 5", "malformed number '1e'"},
      {"r = 0x", "column 5", "malformed number '0x'"},
      {"r = 0x1.8", "column 5", "malformed number"},
      {"r = 017", "column 5", "octal"},
      {"r = 1e999", "column 5", "out of float64's range"},
      {"r = 18446744073709551616", "column 5", "does not fit 64 bits"},
      {"r = a // b", "column 8", "got '/'"},
      {"r = a = b", "column 7", "got '='"},
      {"r = s += b", "column 7", "got '+='"},
      {"a++", "column 2", "got '+'"},
      // What other languages have.
      {"r = sigmoid(a)", "column 5", "unknown function 'sigmoid'; write 1/(1 + exp(-x))\n"},
      {"r = relu(a)", "column 5", "unknown function 'relu'; write max(x, 0)\n"},
      {"r = sum(a)", "column 5", "unknown function 'sum'; an expression computes each element by itself"},
      {"r = max(a)", "column 5", "max takes 2 arguments, got 1; an expression computes each element by itself"},
      {"r = a ** 2", "column 8", "expected a number, a name or '(', got '*'; a power is written pow(x, y)\n"},
      {"r = a // 2", "column 8", "got '/'; x // y of Python is written floor_divide(x, y)\n"},
      {"r = a and b", "column 7", "got 'and'; 'and' is written &&\n"},
      {"r = (a or b)", "column 8", "expected ')', got 'or'; 'or' is written ||\n"},
      {"r = not a", "column 9", "got 'a'; 'not' is written !\n"},
      {"r = a if b else c", "column 7", "got 'if'; x if c else y is written c ? x : y\n"},
      {"r = np.exp(a)", "column 7", "unexpected character '.'; functions have no prefix"},
      {"r = a @ b", "column 7", "unexpected character '@'; a matrix product is no elementwise operation"},
  }));
  INFO(row.text);
  const base::Error error = error_of([&] { parse_statements(row.text); });
  INFO(error.message());
  CHECK(error.status() == KILN_PARSE_ERROR);
  CHECK(error.message().starts_with(std::string("expression: ") + row.where + ": "));
  CHECK(error.message().find(row.what) != std::string::npos);
}

TEST_CASE("the formulas of hints can be written", "[parse]") {
  for (const char* name : {"sigmoid", "expit", "logistic", "relu", "leaky_relu", "elu", "gelu", "silu", "swish",
                           "softplus", "ln", "sqr", "float_power", "heaviside", "select", "iif"}) {
    const std::string message = error_of([&] { parse_statements("r = " + std::string(name) + "(x)"); }).message();
    INFO(message);
    const std::size_t at = message.find("; write ");
    REQUIRE(at != std::string::npos);
    const std::string formula = message.substr(at + 8, message.find('\n') - at - 8);
    CHECK(parse_statements("r = " + formula).outputs.size() == 1);
  }
}

TEST_CASE("control bytes and NUL do not reach the message", "[parse]") {
  const base::Error error = error_of([] { parse_statements(std::string_view("r = a\0b\x01", 8)); });
  CHECK(error.message().find("unexpected byte 0x00") != std::string::npos);
  CHECK(error.message().find('\0') == std::string::npos);
}

TEST_CASE("a long line is shown around the column", "[parse]") {
  const base::Error error =
      error_of([] { parse_statements("r = " + std::string(3000, ' ') + "@ + " + std::string(3000, 'a')); });
  CHECK(error.message().find("column 3005: unexpected character '@'") != std::string::npos);
  CHECK(error.message().size() < 400);
}

TEST_CASE("one expression is not a statement", "[parse]") {
  CHECK_ERROR(parse_expression("r = a"), KILN_PARSE_ERROR, "without an assignment");
  CHECK_ERROR(parse_expression("a; b"), KILN_PARSE_ERROR, "column 4");
  CHECK_ERROR(parse_expression(""), KILN_PARSE_ERROR, "column 1");
}

}  // namespace
}  // namespace kiln::expr
