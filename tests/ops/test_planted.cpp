// SPDX-License-Identifier: Apache-2.0
// Kernels with faults that a checking simulator must report: proof that its silence elsewhere means
// something. Hidden tests; only the oclgrind-reports-* runs name them.
#include "array/user_kernel/kernel.hpp"
#include "catch.hpp"
#include "devices.hpp"

using namespace kiln;

namespace {

// 8 work-items over `text`, which has r: 16 floats that nobody wrote, and a tile of 8 in local memory.
void run(const char* text) {
  for (const auto& device : test::devices()) {
    auto& context = test::context(device);
    const std::int64_t shape[] = {16};
    auto r = array::empty(context, KILN_FLOAT32, shape, "test");
    const std::string source = std::string(
                                   "KILN_KERNEL void planted(KILN_ARG(float, r)) {\n"
                                   "  KILN_PTR(float, r);\n"
                                   "  KILN_LOCAL float tile[8];\n"
                                   "  const int i = (int)get_local_id(0);\n") +
                               text + "}\n";
    auto program = array::Program::create(context, source, KILN_LANGUAGE_PORTABLE, "", "test");
    auto kernel = array::Kernel::create(*program, "planted", {{KILN_PARAMETER_INPUT_OUTPUT, KILN_FLOAT32}}, "test");
    array::KernelArgument argument;
    argument.array = r.get();
    const std::size_t items[] = {8};
    kernel->launch(items, items, {&argument, 1}, "test");
    context.synchronize();
  }
}

}  // namespace

TEST_CASE("two work-items without a barrier between them", "[.race]") {
  run("tile[i] = (float)i; r[i] = tile[7 - i];");
}
TEST_CASE("a write behind the end", "[.bounds]") { run("tile[i] = 0; r[i + 100000] = tile[i];"); }
TEST_CASE("a value that nobody wrote", "[.uninitialised]") { run("tile[i] = 0; r[i] = r[i + 8] + tile[i];"); }
