// SPDX-License-Identifier: Apache-2.0
// Numbers as arguments mean what they mean in the text, each use of them for itself.
#include <cstring>

#include "array/array.hpp"
#include "array/elementwise/elementwise.hpp"
#include "catch.hpp"
#include "devices.hpp"
#include "expr/program.hpp"

using namespace kiln;
using array::Array;
using base::DType;
using base::Ref;
using base::Scalar;

namespace {

using Bytes = std::vector<std::vector<std::byte>>;

// The elements of r0, r1, ..., which one kernel computes by `forms`, with its text before them. `number` is k.
Bytes together(runtime::Context& context, const std::vector<std::string>& forms,
               const std::vector<std::pair<std::string, const Array*>>& arrays, const Scalar* number,
               const int* dtype = nullptr) {
  std::string text, parameters;
  std::vector<Ref<Array>> results(forms.size());
  std::vector<array::Operand> operands(forms.size());
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const std::string name = "r" + std::to_string(i);
    text += name + " = " + forms[i] + "; ";
    parameters += (i ? ", " : "") + name;
    operands[i].kind = array::Operand::Kind::fresh;
    operands[i].fresh = &results[i];
    if (dtype) operands[i].dtype = *dtype;
  }
  for (const auto& [name, array] : arrays) {
    if (text.find(name) == std::string::npos) continue;
    parameters += ", " + name;
    operands.emplace_back(*array);
  }
  if (number) {
    parameters += ", k";
    operands.emplace_back(*number);
    operands.back().kind = array::Operand::Kind::number;
  }
  array::Elementwise::create(context, expr::parse_statements(text), parameters.c_str())->call(operands);
  Bytes bytes;
  for (const auto& result : results) {
    bytes.emplace_back(result->bytes());
    array::read(*result, bytes.back().data(), nullptr, "test");
    bytes.back().push_back(std::byte(result->dtype()));
  }
  return bytes;
}

std::vector<std::string> with_literal(std::vector<std::string> forms, const std::string& text) {
  for (std::string& form : forms)
    for (std::size_t at; (at = form.find('k')) != std::string::npos;) form.replace(at, 1, text);
  return forms;
}

}  // namespace

TEST_CASE("a number in the text and the same one as an argument give the same") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    for (const DType dtype : {KILN_FLOAT16, KILN_BFLOAT16, KILN_FLOAT32, KILN_INT32}) {
      if (test::small() && dtype != KILN_FLOAT16) continue;  // a simulator takes a minute for each
      const auto a = array::arange(context, dtype, -100, 100, 1);
      const auto run = [&](const std::string& text, const double* number) {
        Ref<Array> result;
        std::vector<array::Operand> operands(2);
        operands[0].kind = array::Operand::Kind::fresh;
        operands[0].fresh = &result;
        operands[1] = array::Operand(*a);
        if (number) {
          operands.emplace_back();
          operands[2].kind = array::Operand::Kind::number;
          operands[2].scalar = base::Scalar::real(KILN_FLOAT64, *number);
        }
        array::Elementwise::create(context, expr::parse_statements(text), number ? "r, a, k" : "r, a")->call(operands);
        std::vector<std::byte> bytes(result->bytes());
        array::read(*result, bytes.data(), nullptr, "test");
        return bytes;
      };
      for (const char* form : {"a*k", "a/k", "a == k", "a*k/k", "a && k", "k ? a : a + 5", "max(a, k)"})
        for (const auto& [text, number] : {std::pair("0.1", 0.1), std::pair("70000.0", 70000.0),
                                           std::pair("1.0001", 1.0001), std::pair("1e-50", 1e-50)}) {
          // Compilers fold what infinities and signed zeros a quotient and a product by 0 have.
          if (number < 1e-40 && !std::strpbrk(form, "&?m")) continue;
          std::string literal = form;
          for (std::size_t at; (at = literal.find('k')) != std::string::npos;) literal.replace(at, 1, text);
          INFO(device << ", " << base::dtype_name(dtype) << ": " << literal);
          CHECK(run("r = " + literal, nullptr) == run(std::string("r = ") + form, &number));
        }
    }
  }
}

TEST_CASE("statements of one kernel have a number each as it was given") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const bool wide = context.properties().has_float64;
    for (const DType dtype : {KILN_FLOAT16, KILN_FLOAT32, KILN_INT32}) {
      if (test::small() && dtype != KILN_FLOAT32) continue;
      const auto x = array::arange(context, dtype, -100, 100, 1), y = array::arange(context, KILN_INT64, 0, 200, 1);
      const std::vector<std::pair<std::string, const Array*>> arrays{{"x", &*x}, {"y", &*y}};
      std::vector<std::string> forms{"max(x, k)",    "x && k",         "k ? x : x + 5",   "y + int64(k)",
                                     "int32(k) - y", "x + float16(k)", "y + bfloat16(k)", "k"};
      if (wide) forms.insert(forms.end(), {"y * float64(k)", "float64(y) < k"});
      for (const auto& [text, number] :
           {std::pair("1e-50", 1e-50), std::pair("16777217.0", 16777217.0), std::pair("1.0004882822", 1.0004882822)}) {
        INFO(device << ", " << base::dtype_name(dtype) << ": " << text);
        const Scalar k = Scalar::real(KILN_FLOAT64, number);
        const Bytes whole = together(context, forms, arrays, &k);
        CHECK(whole == together(context, with_literal(forms, text), arrays, nullptr));
        for (std::size_t i = 0; i < forms.size() && !test::small(); ++i) {
          if (forms[i] == "k") continue;  // alone it would have the shape of a number
          INFO(forms[i]);
          CHECK(whole[i] == together(context, {forms[i]}, arrays, &k)[0]);
        }
      }
    }
  }
}

TEST_CASE("statements of one kernel have a whole number each as it was given") {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const auto x = array::arange(context, KILN_INT32, 0, 200, 1), y = array::arange(context, KILN_INT64, 0, 200, 1),
               z = array::arange(context, KILN_FLOAT32, 0, 200, 1), w = array::arange(context, KILN_UINT64, 0, 200, 1);
    const std::vector<std::pair<std::string, const Array*>> arrays{{"x", &*x}, {"y", &*y}, {"z", &*z}, {"w", &*w}};
    const std::vector<std::string> forms{
        "z * k",        "y + k",           "x && k", "k ? x : x + 5", "x + uint8(k)", "w ^ k",
        "x + int32(k)", "z + bfloat16(k)", "k",      "y == k"};
    for (const auto& [text, number] :
         {std::pair("1099511627777", (std::int64_t{1} << 40) + 1), std::pair("16777217", std::int64_t{16777217}),
          std::pair("256", std::int64_t{256})}) {
      INFO(device << ": " << text);
      const Scalar k = Scalar::integer(KILN_INT64, number);
      CHECK(together(context, forms, arrays, &k) == together(context, with_literal(forms, text), arrays, nullptr));
    }
    // An implicit conversion refuses what does not fit, whatever else the number is used for.
    const Scalar large = Scalar::integer(KILN_INT64, std::int64_t{1} << 40);
    for (const char* other : {"y + k", "x && k", "int32(k)", "z * k"}) {
      INFO(device << ": " << other);
      CHECK_THROWS_AS(together(context, {other, "x + k"}, arrays, &large), base::Error);
    }
    // An output of given dtype rounds once, and refuses a whole number that it does not hold.
    for (const int dtype : {KILN_INT32, KILN_FLOAT16, KILN_BOOL}) {
      const Scalar real = Scalar::real(KILN_FLOAT64, 1.0004882822), whole = Scalar::real(KILN_FLOAT64, 16777217);
      CHECK(together(context, {"k"}, arrays, &real, &dtype) ==
            together(context, {"1.0004882822"}, arrays, nullptr, &dtype));
      CHECK(together(context, {"k"}, arrays, &whole, &dtype) ==
            together(context, {"16777217.0"}, arrays, nullptr, &dtype));
    }
    const int narrow = KILN_INT32;
    CHECK_THROWS_AS(together(context, {"k"}, arrays, &large, &narrow), base::Error);
  }
}
