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
