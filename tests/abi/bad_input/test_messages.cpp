// SPDX-License-Identifier: Apache-2.0
// What errors tell beyond what was wrong: what an empty object is called, which function it was, and what helps.
#include <kiln/kiln.hpp>

#include "cxx_support.hpp"
#include "support.hpp"

using kiln::GpuArray;

namespace {

// Whether the call fails with a message that has the part.
template <class Call>
bool tells(const std::string& part, Call&& call) {
  const std::string message = message_of(call);
  UNSCOPED_INFO(message);
  return message.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("errors of expressions say which operand is empty") {
  const kiln::Context context(test_devices()[0]);
  const auto x = GpuArray::zeros(context, {4}, KILN_FLOAT32);
  const GpuArray empty;
  CHECK(message_of([&] { kiln::sqrt(x) + empty; }) == "sqrt(a) + b: b is an empty GpuArray, expected an array");
  CHECK(message_of([&] { empty + x; }) == "a + b: a is an empty GpuArray, expected an array");
  CHECK(message_of([&] { kiln::where(x > 0, 1, empty); }) ==
        "where(a > 0, 1, d): d is an empty GpuArray, expected an array");
  CHECK(message_of([&] { -empty; }) == "-a: a is an empty GpuArray, expected an array");
  CHECK(message_of([&] { kiln::cast<int>(empty); }) == "int32(a): a is an empty GpuArray, expected an array");
  CHECK(message_of([&] { x += empty; }) == "a += b: b is an empty GpuArray, expected an array");
  CHECK(message_of([&] { empty /= x; }) == "a /= b: a is an empty GpuArray, expected an array");
  CHECK(message_of([&] {
          kiln::apply("add", {x, empty});
        }) == "add: operand 2 is an empty GpuArray, expected an array");
  CHECK(tells("the expression is an empty GpuArray", [&] { kiln::Expr(empty).eval(); }));
  CHECK(tells("the expression is an empty GpuArray", [&] { x.assign(kiln::Expr(empty)); }));
}

TEST_CASE("errors of operators show the expression") {
  const kiln::Context context("fake");
  const auto message = [](const kiln::Expr& expression) { return message_of([&] { expression.eval(); }); };
  const auto a = kiln::GpuArray::zeros(context, {3, 4}), b = kiln::GpuArray::zeros(context, {5});
  CHECK(message(a * 2 + exp(b)) == "(a * 2) + exp(c): shapes do not broadcast: a (3, 4), c (5,)");
  CHECK(message(where(a > 0.5, -b, kiln::cast<double>(a))) ==
        "where(a > 0.5, -c, float64(a)): shapes do not broadcast: a (3, 4), c (5,)");
  CHECK(message((a - b) % kiln::typed<std::uint64_t>(7)) == "(a - b) % 7: shapes do not broadcast: a (3, 4), b (5,)");
  CHECK(message(-(a - b) * ~a * !a).find("(-(a - b) * ~a) * !a: ") == 0);
  CHECK(message(a & 1) == "a & 1: bitwise_and(float32, integer number): expected bool or integers of a common dtype");
  CHECK(message(a | std::complex<float>(1, -2)).find("a | 1-2i: ") == 0);
}

TEST_CASE("errors of assignments show the assignment") {
  const kiln::Context context("fake");
  const auto a = kiln::GpuArray::zeros(context, {3, 4}), b = kiln::GpuArray::zeros(context, {5});
  const auto small = kiln::GpuArray::zeros(context, {4}, KILN_INT8),
             bytes = kiln::GpuArray::zeros(context, {4}, KILN_UINT8);
  CHECK(message_of([&] { small += 300; }) == "a += 300: argument 'b' is the number 300, which does not fit int8");
  CHECK(message_of([&] { bytes -= 300; }).find("a -= 300: ") == 0);
  CHECK(message_of([&] { a += a * b; }).find("a += a * b: shapes do not broadcast to the output's: r (3, 4)") == 0);
  CHECK(message_of([&] { a <<= 1; }).find("a <<= 1: bitwise_left_shift(float32, integer number)") == 0);
  CHECK(message_of([&] { a.assign(b + 1); }).find("r = a + 1: shapes do not broadcast to the output's: r (3, 4)") == 0);
  CHECK(message_of([&] {
          kiln::Expr longer = a * 2;
          longer += b;
          longer.eval();
        }).find("(a * 2) + c: ") == 0);
}

TEST_CASE("errors name the function that was called") {
  const kiln::Context context(test_devices()[0]);
  const auto x = GpuArray::zeros(context, {4}, KILN_FLOAT32);
  CHECK(tells("kiln_array_topk: ", [&] { kiln::topk(x, 9); }));
  CHECK(tells("kiln_array_topk_into: ", [&] { kiln::topk(x, 9, -1, true, {x, {}}); }));
  const kiln::Buffer hidden(context, 16, KILN_BUFFER_WRITE_ONLY);
  const auto unread = GpuArray::from_buffer(context, hidden, KILN_FLOAT32, {4});
  CHECK(tells("kiln_array_unique: ", [&] { kiln::unique(unread); }));
  CHECK(tells("kiln_array_unique: ", [&] { kiln::unique_all(unread); }));
  const kiln::Reduction sum(context, "s = 0", "s = x", "s = s + s_", "r = s");
  CHECK(tells("kiln_reduction_call: ", [&] { sum({x, x}); }));
}

TEST_CASE("two contexts of one device are told apart") {
  const kiln::Context context(test_devices()[0]), other(test_devices()[0]);
  const auto x = GpuArray::zeros(context, {4, 4}, KILN_FLOAT32), y = GpuArray::zeros(other, {4, 4}, KILN_FLOAT32);
  const std::string part = "of another context (on " + std::string(context.device()) + " too, but opened apart)";
  CHECK(tells(part + ", expected one of this context; kiln_array_transfer, or to()", [&] { (x + y).eval(); }));
  CHECK(tells(part, [&] { kiln::concat({x, y}); }));
  CHECK(tells(part, [&] { kiln::matmul(x, y); }));
  CHECK(tells("two contexts, both on " + std::string(context.device()),
              [&] { context.compute_queue().wait(other.compute_queue().record()); }));
}

TEST_CASE("a name or a macro that is missing is suggested") {
  const kiln::Context context(test_devices()[0]);
  CHECK(tells("'bb' is read but is not among the parameters, did you mean 'b'?",
              [&] { kiln::Elementwise(context, "r = a + bb", "r, a, b"); }));
  CHECK(tells("did you mean 'tanh'?", [&] { kiln::Elementwise(context, "r = tahn(x)"); }));
  // A compiler that accepts a plain pointer leaves the refusal to the kernel.
  const auto pointer = [&] {
    kiln::Program(context, "KILN_KERNEL void f(float *r) { r[0] = 1; }")
        .kernel("f", {kiln::parameter::output<float>()});
  };
  CHECK(
      (tells("parameter 'float *r' of f is a pointer, which the portable dialect writes as KILN_ARG(T, r)", pointer) ||
       tells("the source has 'float *r', expected KILN_ARG(T, name)", pointer)));
  CHECK(tells("f has KILN_ARG(float, r) but no KILN_PTR(T, r)",
              [&] { kiln::Program(context, "KILN_KERNEL void f(KILN_ARG(float, r)) { r[0] = 1; }"); }));
  CHECK_FALSE(tells("KILN_PTR", [&] {
    kiln::Program(context, "KILN_KERNEL void f(KILN_ARG(float, r)) { KILN_PTR(float, r); r[0] = missing; }");
  }));
}
