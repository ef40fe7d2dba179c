// SPDX-License-Identifier: Apache-2.0
// Expressions and kernels that are wrong, and calls with wrong arguments: the status, where the mistake is,
// and outputs as they were.
#include <kiln/kiln.hpp>

#include <cstring>

#include "support.hpp"

using kiln::GpuArray;

namespace {

template <class T>
using V = std::vector<T>;

// A number that is no enumerator, as a C caller may pass.
template <class Enum>
void set_number(Enum& place, int number) {
  std::memcpy(&place, &number, sizeof place);
}

// What a terminal shows under the message: the line, and a mark below the column.
std::string marked(const std::string& line, std::size_t column) {
  return "\n  " + line + "\n  " + std::string(column - 1, ' ') + "^";
}

}  // namespace

TEST_CASE("syntax errors point at the column") {
  kiln::Context context(test_devices()[0]);
  struct Row {
    const char* text;
    int line, column;
    const char* part;
  };
  const Row rows[] = {
      {"", 1, 1, "expected 'name = expression', got an empty text"},
      {"r = a +", 1, 8, "expected a number, a name or '(', got the end of the text"},
      {"r = (a", 1, 7, "expected ')'"},
      {"r = a b", 1, 7, "expected an operator, ';' or the end, got 'b'"},
      {"a + b", 1, 3, "expected 'name = expression', got '+'"},
      {"r = a $ b", 1, 7, "unexpected character '$'"},
      {"r = exq(a)", 1, 5, "unknown function 'exq', did you mean 'exp'?"},
      {"r = exp(a, b)", 1, 5, "exp takes 1 argument, got 2"},
      {"r = a; s = b +* 2", 1, 15, "got '*'"},
      {"r = a\ns = b ** 2", 2, 8, "got '*'"},
      {"float32 = a", 1, 1, "'float32' is a reserved name"},
      {"r = float32", 1, 5, "a conversion is written float32(x)"},
      {"r = 1.5.2", 1, 5, "malformed number '1.5.2'"},
      {"r = a ? b", 1, 10, "expected ':'"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    auto out = junk<kiln_elementwise>();
    const std::string text = row.text;
    FAILS(kiln_elementwise_create(context.get(), row.text, nullptr, &out), KILN_PARSE_ERROR, row.part);
    CHECK(out == nullptr);
    CHECK(message_has((row.line > 1 ? "line " + std::to_string(row.line) + ", column " : ": column ") +
                      std::to_string(row.column) + ": "));
    CHECK(message_has(marked(text.substr(text.rfind('\n') + 1), std::size_t(row.column))));
  }
  auto expression = junk<kiln_expression>();
  FAILS(kiln_expression_parse("a * ) + 1", &expression), KILN_PARSE_ERROR, "column 5: ");
  CHECK(expression == nullptr);
  CHECK(message_has(marked("a * ) + 1", 5)));
}

TEST_CASE("type errors point at the column and leave outputs alone") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto f = GpuArray::arange(context, 0, 4, 1, KILN_FLOAT32), i = f.astype(KILN_INT32),
               z = f.astype(KILN_COMPLEX64);
    struct Row {
      const char* text;
      const GpuArray &a, &b;
      const char* part;
    };
    const Row rows[] = {
        {"r = a & b", f, i, "column 7: bitwise_and(float32, int32): expected bool or integers"},
        {"r = a + (b & 1.5)", f, i, "column 12: bitwise_and("},
        {"r = a\n;  s = ~b", i, f, "line 2, column 8: bitwise_invert(float32)"},
        {"r = a < b", z, z, "column 7: less(complex64, complex64): complex numbers have no order"},
        {"r = floor(a) + b", z, f, "column 5: floor(complex64): complex numbers are not supported"},
        {"r = a + 300*int8(b)", i, i, "column 12: the number 300 does not fit int8"},
    };
    for (const Row& row : rows) {
      INFO(device << ": " << row.text);
      const kiln::Elementwise elementwise(context, row.text);
      std::size_t count = 0;
      const char* const* names = nullptr;
      WORKS(kiln_elementwise_parameters(elementwise.get(), &count, &names));
      V<GpuArray> given;
      V<kiln_argument> arguments(count);
      for (std::size_t k = 0; k < count; ++k) {
        const std::string name = names[k];
        if (name == "r" || name == "s") given.push_back(GpuArray::zeros(context, {4}, KILN_INT32));
        arguments[k].value.array = name == "a" ? row.a.get() : name == "b" ? row.b.get() : given.back().get();
      }
      FAILS(kiln_elementwise_call(elementwise.get(), count, arguments.data()), KILN_TYPE_ERROR, row.part);
      for (const auto& output : given) CHECK(output.read<std::int32_t>() == V<std::int32_t>(4, 0));
    }
  }
}

TEST_CASE("what a call does with each parameter") {
  kiln::Context context(test_devices().front());
  const auto kinds_of = [&](const char* text, const char* parameters) {
    kiln_elementwise elementwise = nullptr;
    WORKS(kiln_elementwise_create(context.get(), text, parameters, &elementwise));
    std::size_t count = 0;
    const kiln_parameter_kind* kinds = nullptr;
    WORKS(kiln_elementwise_kinds(elementwise, &count, &kinds));
    const V<kiln_parameter_kind> all(kinds, kinds + count);
    kiln_elementwise_release(elementwise);
    return all;
  };
  using Kinds = V<kiln_parameter_kind>;
  CHECK(kinds_of("r = a + b; r += 1", nullptr) ==
        Kinds{KILN_PARAMETER_OUTPUT, KILN_PARAMETER_INPUT, KILN_PARAMETER_INPUT});
  CHECK(kinds_of("x += y; z = x", nullptr) ==
        Kinds{KILN_PARAMETER_INPUT_OUTPUT, KILN_PARAMETER_OUTPUT, KILN_PARAMETER_INPUT});
  // A temporary is no parameter.
  CHECK(kinds_of("t = a; a = b; b = t", "b, a") == Kinds{KILN_PARAMETER_INPUT_OUTPUT, KILN_PARAMETER_INPUT_OUTPUT});
}

TEST_CASE("parameters win over the constants of their names") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto x = GpuArray::from(context, V<float>{1, 2});
    for (const std::string name : {"e", "pi", "inf", "nan"}) {
      INFO(name);
      const kiln::Elementwise twice(context, "r = 2*" + name, "r, " + name);
      const auto r = GpuArray::zeros(context, {2}, KILN_FLOAT32);
      kiln_argument arguments[2] = {};
      arguments[0].value.array = r.get();
      arguments[1].value.array = x.get();
      WORKS(kiln_elementwise_call(twice.get(), 2, arguments));
      CHECK(r.read<float>() == V<float>{2, 4});
    }
    // Not among the parameters it is the constant.
    const kiln::Elementwise plain(context, "r = e + 0*a", "r, a");
    kiln_argument arguments[2] = {};
    const auto r = GpuArray::zeros(context, {2}, KILN_FLOAT32);
    arguments[0].value.array = r.get();
    arguments[1].value.array = x.get();
    WORKS(kiln_elementwise_call(plain.get(), 2, arguments));
    CHECK(r.read<float>() == V<float>(2, 2.71828182845904523536f));
  }
}

TEST_CASE("parameter lists that do not fit the text") {
  kiln::Context context(test_devices()[0]);
  const struct {
    const char *text, *parameters, *part;
  } rows[] = {
      {"r = a + b", "r, a", "'b' is read but is not among the parameters"},
      {"r = a", "r, a, c", "parameter 'c' is neither read nor assigned"},
      {"r = a", "r, a, a", "parameter 'a' is listed twice"},
      {"r = a", "r,, a", "has an empty name"},
      {"r = a", "", "has an empty name"},
      {"r = a", "a", "no parameter is assigned, expected an output"},
  };
  for (const auto& row : rows) {
    INFO(row.text << " | " << row.parameters);
    auto out = junk<kiln_elementwise>();
    FAILS(kiln_elementwise_create(context.get(), row.text, row.parameters, &out), KILN_INVALID_ARGUMENT, row.part);
    CHECK(out == nullptr);
  }
}

TEST_CASE("wrong counts and kinds of arguments") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = GpuArray::arange(context, 0, 4, 1, KILN_FLOAT32), r = GpuArray::zeros(context, {4}, KILN_FLOAT32);
    const kiln::Elementwise add(context, "r = a + b");
    auto call = [&](std::size_t count, auto change) {
      kiln_argument arguments[4] = {};
      for (auto& argument : arguments) argument.value.array = a.get();
      arguments[0].value.array = r.get();
      change(arguments);
      return kiln_elementwise_call(add.get(), count, arguments);
    };
    auto nothing = [](kiln_argument*) {};
    FAILS(call(2, nothing), KILN_INVALID_ARGUMENT,
          "kiln_elementwise_call: wrong number of arguments, got 2, expected 3: r, a, b");
    FAILS(call(4, nothing), KILN_INVALID_ARGUMENT, "got 4, expected 3");
    FAILS(call(3,
               [](kiln_argument* x) {
                 x[0] = {KILN_ARGUMENT_SCALAR, KILN_FLOAT32, {}};
               }),
          KILN_INVALID_ARGUMENT, "elementwise (r): argument 'r' is a scalar, expected an output array");
    kiln_array fresh = a.get();
    FAILS(call(3,
               [&](kiln_argument* x) {
                 x[1] = {KILN_ARGUMENT_NEW, KILN_DTYPE_AUTO, {}};
                 x[1].value.new_array = &fresh;
               }),
          KILN_INVALID_ARGUMENT, "argument 'a' is a new output, expected an input");
    CHECK(fresh == nullptr);
    FAILS(call(3, [](kiln_argument* x) { x[2].value.array = nullptr; }), KILN_INVALID_ARGUMENT, "argument 3 is NULL");
    FAILS(call(3, [](kiln_argument* x) { set_number(x[2].kind, 7); }), KILN_INVALID_ARGUMENT,
          "argument 3 has an unknown kind, got 7");
    FAILS(call(3,
               [](kiln_argument* x) {
                 x[2].kind = KILN_ARGUMENT_SCALAR;
                 set_number(x[2].dtype, 55);
               }),
          KILN_TYPE_ERROR, "no dtype, got 55");
    FAILS(call(3,
               [](kiln_argument* x) {
                 x[2] = {KILN_ARGUMENT_SCALAR, KILN_UINT8, {}};
                 x[2].value.u64 = 300;
               }),
          KILN_OVERFLOW, "kiln_elementwise_call: argument 3 is 300, which does not fit uint8");
    FAILS(call(3,
               [](kiln_argument* x) {
                 x[2] = {KILN_ARGUMENT_SCALAR, KILN_BOOL, {}};
                 x[2].value.i64 = 2;
               }),
          KILN_OVERFLOW, "argument 3 is 2, which does not fit bool");
    CHECK(r.read<float>() == V<float>(4, 0));
  }
}

TEST_CASE("kernels that do not build carry the compiler's log") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    auto out = junk<kiln_program>();
    FAILS(kiln_program_create(context.get(), "KILN_KERNEL void f(int n) {\n  n = undeclared_thing;\n}",
                              KILN_LANGUAGE_PORTABLE, nullptr, &out),
          KILN_BUILD_ERROR, "kiln_program_create on " + std::string(context.device()) + ": ");
    CHECK(out == nullptr);
    CHECK(last_error().vendor_code != 0);
    CHECK(std::string(last_error().build_log).find("undeclared_thing") != std::string::npos);
    FAILS(kiln_program_create(context.get(), "", KILN_LANGUAGE_PORTABLE, nullptr, &out), KILN_INVALID_ARGUMENT,
          "empty");
  }
}

// What was declared differs from what the kernel takes, and the source was not asked: the vendor counts its
// own arguments, so the message adds what was declared.
TEST_CASE("kernels declared with other parameters than they have") {
  if (test_devices()[0].rfind("opencl", 0) != 0) return;  // other drivers do not tell what a kernel takes
  kiln::Context context(test_devices()[0]);
  const kiln::Program program(context, R"(
KILN_KERNEL void scale(KILN_ARG(float, r), float factor) { KILN_PTR(float, r); r[get_global_id(0)] *= factor; })",
                              KILN_LANGUAGE_PORTABLE, "-DKILN_UNCHECKED_PARAMETERS");
  const auto r = GpuArray::full(context, {4}, 3.0f, KILN_FLOAT32);
  const std::size_t global[1] = {4};
  kiln_kernel_argument arguments[3] = {};
  arguments[0].array = r.get();
  arguments[1].i64 = arguments[2].i64 = 2;
  const kiln_parameter parameters[] = {{KILN_PARAMETER_INPUT_OUTPUT, KILN_FLOAT32},
                                       {KILN_PARAMETER_SCALAR, KILN_INT64},
                                       {KILN_PARAMETER_SCALAR, KILN_INT8}};
  for (const std::size_t count : {1, 2, 3}) {
    INFO(count << " parameters");
    kiln_kernel kernel = nullptr;
    WORKS(kiln_kernel_create(program.get(), "scale", count, parameters, &kernel));
    FAILS(kiln_kernel_launch(kernel, 1, global, nullptr, count, arguments), KILN_INVALID_ARGUMENT,
          "kiln_kernel_launch: scale on ");
    CHECK(message_has("kiln_kernel_create was given (input and output float32"));
    kiln_kernel_release(kernel);
  }
  auto kernel = junk<kiln_kernel>();
  FAILS(kiln_kernel_create(program.get(), "scael", 0, nullptr, &kernel), KILN_INVALID_ARGUMENT,
        "kiln_kernel_create: the program has no kernel 'scael', did you mean 'scale'?");
  CHECK(kernel == nullptr);
  CHECK(r.read<float>() == V<float>(4, 3));
}
