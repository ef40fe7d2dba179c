// SPDX-License-Identifier: Apache-2.0
// kiln.hpp: an object that was moved from or default constructed. Any use of it
// throws an error that names its class and no function of the C API.
#include <kiln/kiln.hpp>

#include <functional>

#include "cxx_support.hpp"
#include "support.hpp"

using kiln::GpuArray;

namespace {

template <class T>
T moved_from(T object) {
  const T taken(std::move(object));
  return object;  // NOLINT(bugprone-use-after-move): that is what is tested
}

struct Use {
  const char* name;
  std::function<void()> call;
};

// Each call says that an object of the class is empty, or an element of a list.
void check_empty(const std::string& name, const std::vector<Use>& uses, const std::string& what = "the object") {
  for (const Use& use : uses) {
    INFO(use.name);
    CHECK(message_of(use.call) == name + ": " + what + " is empty, because it was moved from or default constructed");
  }
}

#define USE(...)                                          \
  Use {                                                   \
#__VA_ARGS__, [&] { static_cast<void>(__VA_ARGS__); } \
  }

}  // namespace

TEST_CASE("empty arrays, contexts and buffers are named in the terms of C++") {
  const kiln::Context context(test_devices()[0]), gone = moved_from(context);
  const auto a = GpuArray::arange(context, 0, 4, 1, KILN_FLOAT32);
  const auto i = GpuArray::arange(context, 0, 2, 1, KILN_INT64);
  int result = 0;
  for (const GpuArray& none : {GpuArray(), moved_from(a)}) {
    check_empty("GpuArray", {USE(none.size()),
                             USE(none.shape()),
                             USE(none.read<float>()),
                             USE(none.item<float>()),
                             USE(none(0)),
                             USE(none.transpose()),
                             USE(none.reshape({2, 2})),
                             USE(none.copy()),
                             USE(none.astype(KILN_INT8)),
                             USE(none.sum()),
                             USE(none.to_host()),
                             USE(none.to_string()),
                             USE(none.buffer()),
                             USE(none.sync()),
                             USE(none.fill(1.0f)),
                             USE(none.assign(a)),
                             USE(a.assign(none)),
                             USE(none.assign(a + 1)),
                             USE(a.may_overlap(none)),
                             USE(none.transfer(context)),
                             USE(kiln::matmul(a, none)),
                             USE(kiln::matmul(none, a)),
                             USE(kiln::dot(none, a)),
                             USE(kiln::gemm(1.0, none, a, 0.0, a)),
                             USE(kiln::take(none, i, 0)),
                             USE(kiln::take(a, none, 0)),
                             USE(kiln::put(a, i, 0, none)),
                             USE(kiln::split(none, 2)),
                             USE(kiln::sort(none)),
                             USE(kiln::topk(none, 1)),
                             USE(kiln::unique(none)),
                             USE(kiln::cumsum(none)),
                             USE(kiln::average(a, none)),
                             USE(kiln::cov(none)),
                             USE(kiln::zeros_like(none)),
                             USE(kiln::to_dlpack(none)),
                             USE(kiln::graph::shared(none, "w"))});
    check_empty("GpuArray",
                {USE(kiln::concat({a, none})), USE(kiln::stack({a, none})), USE(kiln::broadcast_shape({a, none}))},
                "element [1] of the list");
  }
  check_empty("Context", {USE(gone.synchronize()), USE(gone.properties()), USE(gone.memory()), USE(gone.trim()),
                          USE(gone.compute_queue()), USE(GpuArray::zeros(gone, {2})), USE(kiln::Buffer(gone, 16)),
                          USE(GpuArray::from(gone, std::vector<float>{1})), USE(kiln::linspace(gone, 0.0, 1.0, 2)),
                          USE(kiln::Random(gone, 1)), USE(kiln::Elementwise(gone, "r = a")),
                          USE(kiln::Program(gone, "KILN_KERNEL void f(int n) {}")), USE(kiln::native(gone)),
                          USE(a.transfer(gone)), USE(kiln::QueueScope(gone, &result))});
  const kiln::Buffer buffer(context, 16), no_buffer = moved_from(buffer);
  check_empty("Buffer", {USE(no_buffer.size()), USE(no_buffer.fill(0, 16, 1.0f)), USE(no_buffer.synchronize()),
                         USE(buffer.copy_from(0, no_buffer, 0, 16)), USE(kiln::native(no_buffer)),
                         USE(GpuArray::from_buffer(context, no_buffer, KILN_FLOAT32, {4}))});
  const kiln::Queue queue = context.compute_queue(), no_queue = moved_from(queue);
  const kiln::Event event = queue.record(), no_event = moved_from(event);
  check_empty("Queue", {USE(no_queue.synchronize()), USE(no_queue.record()), USE(kiln::native(no_queue))});
  check_empty("Event", {USE(no_event.wait()), USE(no_event.done()), USE(queue.wait(no_event))});
  CHECK(a.read<float>() == std::vector<float>{0, 1, 2, 3});
  // Where an empty array means a new one, or none.
  CHECK(kiln::nonzero(a, {GpuArray()})[0].read<std::int64_t>() == std::vector<std::int64_t>{1, 2, 3});
  CHECK(kiln::topk(a, 1, -1, true, {GpuArray(), GpuArray()}).values.item<float>() == 3);
  CHECK(kiln::diff(a, 1, -1, GpuArray(), GpuArray(), GpuArray()).read<float>() == std::vector<float>{1, 1, 1});
}

TEST_CASE("empty computations and variables are named in the terms of C++") {
  const kiln::Context context(test_devices()[0]);
  const auto a = GpuArray::arange(context, 0, 4, 1, KILN_FLOAT32);
  const GpuArray none;
  GpuArray result;
  const kiln::Elementwise elementwise(context, "r = a + 1"), no_elementwise = moved_from(elementwise);
  check_empty("Elementwise", {USE(no_elementwise(kiln::new_array(result), a)), USE(no_elementwise.parameters())});
  const kiln::Random random(context, 1);
  kiln::Random no_random = moved_from(random);
  check_empty("Random", {USE(no_random.uniform({2})), USE(no_random.counter()), USE(no_random.set_counter(1))});
  const kiln::Reduction sum(context, "s = 0", "s = x", "s = s + s_", "r = s"), no_sum = moved_from(sum);
  check_empty("Reduction", {USE(no_sum({a}))});
  const kiln::Scan scan(context, "s = 0", "s = x", "s = s + s_", "r = s"), no_scan = moved_from(scan);
  check_empty("Scan", {USE(no_scan({a}))});
  check_empty("Program", {USE(kiln::Program().kernel("f", {}))});
  check_empty("Kernel", {USE(kiln::Kernel().launch({4})), USE(kiln::Kernel().properties())});
  using kiln::graph::Function;
  using kiln::graph::Variable;
  const Variable x = kiln::graph::vector("x"), no_variable;
  const Function twice({{x}, {x * 2.0}});
  check_empty("Variable", {USE(no_variable.dtype()), USE(no_variable.named("x")), USE(no_variable.get_value()),
                           USE(no_variable.set_value(a))});
  check_empty("Variable",
              {USE(no_variable + x), USE(kiln::graph::exp(no_variable)), USE(Function({{x}, {no_variable}})),
               USE(Function({{no_variable}, {x}})), USE(Function({{x}, {x}, {{no_variable, x}}}))},
              "element [0] of the list");
  check_empty("Variable", {USE(x + no_variable)}, "element [1] of the list");
  check_empty("Function", {USE(Function()(a)), USE(Function().synchronize()), USE(Function().free())});
  check_empty("GpuArray", {USE(twice(none))});
  check_empty("GpuArray", {USE(sum({none})), USE(scan({none}))}, "element [0] of the list");
  // Arguments that have a name are told by it.
  CHECK(message_of([&] { elementwise(kiln::new_array(result), none); }) ==
        "Elementwise: argument 2 ('a') is an empty GpuArray, expected an array");
  CHECK(message_of([&] { elementwise(none, a); }) ==
        "Elementwise: argument 1 ('r') is an empty GpuArray, expected an array");
  const kiln::Program program(context, "KILN_KERNEL void none(KILN_ARG(const float, a)) {}");
  const auto kernel = program.kernel("none", {kiln::parameter::input<float>()});
  CHECK(message_of([&] { kernel.launch({4}, none); }) ==
        "Kernel::launch: none: argument 1 ('a') is an empty GpuArray, expected "
        "an array to read of float32");
}
