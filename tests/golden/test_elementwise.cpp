// SPDX-License-Identifier: Apache-2.0
// Elementwise computations by layout and function, as devices get them. tests/codegen has whole texts of
// some.
#include "net.hpp"

#include <string>

using namespace kiln;
using namespace kiln::test;

namespace {

kiln_argument argument(const GpuArray& array) {
  kiln_argument result = {};
  result.kind = KILN_ARGUMENT_ARRAY;
  result.value.array = array.get();
  return result;
}

GpuArray apply_function(const std::string& function, const std::vector<GpuArray>& operands) {
  std::vector<kiln_argument> arguments;
  for (const GpuArray& operand : operands) arguments.push_back(argument(operand));
  kiln_array out = nullptr;
  detail::check(kiln_array_apply(function.c_str(), arguments.size(), arguments.data(), nullptr, &out));
  return GpuArray::adopt(out);
}

void functions(Record& record) {
  struct Case {
    const char* function;
    std::vector<kiln_dtype> operands;
  };
  const Case cases[] = {{"exp", {f32}},
                        {"sin", {f32}},
                        {"sin", {f64}},
                        {"tanh", {f32}},
                        {"tanh", {f64}},
                        {"pow", {f32, f32}},
                        {"pow", {f64, f64}},
                        {"pown", {f32, i32}},
                        {"tgamma", {f32}},
                        {"expm1", {f16}},
                        {"erf", {f32}},
                        {"atan", {f32}},
                        {"log1p", {f64}},
                        {"cosh", {f32}},
                        {"rootn", {f32, i32}},
                        {"sin", {c64}},
                        {"multiply", {c64, c64}},
                        {"rem", {i32, i32}},
                        {"floor_divide", {i8, i8}},
                        {"divide", {i64, i64}},
                        {"remainder", {f32, f32}},
                        {"fmod", {f32, f32}},
                        {"popcount", {u32}},
                        {"nextafter", {f16, f16}},
                        {"lgamma", {f32}},
                        {"rint", {f16}}};
  for (const Case& c : cases) {
    if (c.operands[0] == f64 && !record.device().float64) continue;
    record(std::string(c.function) + " of " + kiln_dtype_name(c.operands[0]), [&] {
      std::vector<GpuArray> operands;
      for (const kiln_dtype dtype : c.operands) operands.push_back(record.array({100000}, dtype));
      apply_function(c.function, operands);
    });
  }
}

void layouts(Record& record) {
  struct Case {
    const char* title;
    Shape a, b;
  };
  const Case cases[] = {{"alike", {300, 1000}, {300, 1000}},
                        {"few", {7}, {7}},
                        {"a row for each", {300, 1000}, {1000}},
                        {"a number for each row", {300, 1000}, {300, 1}},
                        {"both broadcast", {300, 1}, {1000}},
                        {"large", {3000, 5000}, {3000, 5000}},
                        {"64-bit", {1 << 16, 40000}, {1 << 16, 40000}},
                        {"64-bit, a row for each", {1 << 16, 40000}, {40000}}};
  for (const Case& c : cases)
    record(std::string("sum of two: ") + c.title, [&] {
      const GpuArray a = record.array(c.a), b = record.array(c.b);
      apply_function("add", {a, b});
    });
  record("sum with what lies across", [&] {
    const GpuArray a = record.array({700, 900}), b = record.array({900, 700});
    apply_function("add", {a, b.transpose()});
  });
  for (const kiln_dtype dtype : {i64, i32, u32})
    record(std::string("conversion of ") + kiln_dtype_name(dtype) + " to float16", [&] {
      record.array({300, 1000}, dtype).astype(f16);
    });
  if (record.device().float64)
    record("conversion of float64 to bfloat16", [&] { record.array({300, 1000}, f64).astype(KILN_BFLOAT16); });
  record("sum of views", [&] {
    const GpuArray a = record.array({700, 900}), b = record.array({700, 900});
    apply_function("add", {a(slice(1, none, 2), slice(3, 600)),
                           b(slice(none, none, 2), slice(none, none, -1))(slice(none, none), slice(0, 597))});
  });
}

// Gates, as recurrent nets have them: views of one array, which share an argument.
void gates(Record& record) {
  record("views of one array", [&] {
    const GpuArray z = record.array({64, 400});
    const auto gate = [&](std::int64_t i) { return z(slice(none, none), slice(100 * i, 100 * (i + 1))); };
    GpuArray r;
    Elementwise(record.context(), "r = exp(a) * b + exp(c) * d")(new_array(r), gate(0), gate(1), gate(2), gate(3));
  });
}

// Updates of three parameters by one rule.
void bundles(Record& record) {
  record("updates of three shapes in one launch", [&] {
    graph::FunctionOptions options;
    options.context = record.context();
    for (const Shape& shape : std::vector<Shape>{{30}, {7, 9}, {2000}}) {
      const auto p = graph::shared(record.array(shape)), g = graph::shared(record.array(shape));
      options.updates.emplace_back(p, p - graph::exp(g) * 0.25f);
    }
    graph::Function(options).call({});
  });
}

}  // namespace

TEST_CASE("golden: elementwise computations") {
  check_family("elementwise", [](Record& record) {
    functions(record);
    layouts(record);
    gates(record);
    bundles(record);
  });
}
