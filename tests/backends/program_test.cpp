// SPDX-License-Identifier: Apache-2.0
// Programs: builds, definitions, build errors with log and line, binaries that come back, and binaries that
// do not.
#include "support.hpp"

using namespace conformance;

namespace {

constexpr const char* kAdd = R"(
KILN_KERNEL void add(KILN_ARG(int, out), int value) {
  KILN_PTR(int, out);
  out[get_global_id(0)] += value;
}
KILN_KERNEL void clear(KILN_ARG(int, out)) {
  KILN_PTR(int, out);
  out[get_global_id(0)] = 0;
}
)";

int run_add(const Device& device, const Program& program, int value) {
  const Memory memory(device, 4);
  write<int>(device, memory, {100});
  Arguments arguments;
  arguments.array(memory).value(value);
  launch(device, program.kernel("add"), {1}, {1}, arguments);
  return read<int>(device, memory, 1)[0];
}

// What does not compile carries the log and the line.
void check_error(const Device& device, bool is_raw) {
  const std::string head = is_raw ? (device.is_cuda() ? "extern \"C\" __global__" : "__kernel") : "KILN_KERNEL";
  // The error is in line 4 of what the caller wrote, whatever stands before it.
  const Source source{"\n" + head + " void broken(int x)\n{\n  int y = undeclared_name + x;\n}\n", {}, false, is_raw};
  std::string message, log;
  CHECK(status_of([&] { Program(device, source); }, &message, &log) == KILN_BUILD_ERROR);
  INFO(message << "\n" << log);
  CHECK_FALSE(message.empty());
  CHECK(contains(log, "undeclared_name"));
  // Oclgrind's compiler ignores #line.
  if (!contains(device->properties().info.platform, "Oclgrind")) CHECK((contains(log, ":4:") || contains(log, "(4)")));
  CHECK(contains(log, "4 |   int y = undeclared_name + x;"));
}

}  // namespace

TEST_CASE("a portable program builds and runs") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kAdd));
  CHECK(run_add(device, program, 11) == 111);
}

TEST_CASE("a raw program builds without the prelude") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const char* opencl =
      "#ifdef KILN_KERNEL\n#error the prelude is there\n#endif\n"
      "__kernel void set(__global int *out, int v) { out[0] = v; }";
  const char* cuda =
      "#ifdef KILN_KERNEL\n#error the prelude is there\n#endif\n"
      "extern \"C\" __global__ void set(int *out, int v) { out[0] = v; }";
  const Program program(device, raw(device, opencl, cuda));
  const Memory memory(device, 4);
  Arguments arguments;
  arguments.pointer(memory).value(5);
  launch(device, program.kernel("set"), {1}, {1}, arguments);
  CHECK(read<int>(device, memory, 1)[0] == 5);
}

TEST_CASE("definitions reach the program") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  Source source = portable(R"(
#ifndef PLAIN
#error PLAIN is not defined
#endif
KILN_KERNEL void set(KILN_ARG(T, out)) { KILN_PTR(T, out); out[0] = (T)(VALUE); }
)");
  source.defines = {"PLAIN", "T=int", "VALUE=(3+4)*2"};
  const Program program(device, source);
  const Memory memory(device, 4);
  Arguments arguments;
  arguments.array(memory);
  launch(device, program.kernel("set"), {1}, {1}, arguments);
  CHECK(read<int>(device, memory, 1)[0] == 14);
}

TEST_CASE("definitions that are none are refused") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  for (const char* define :
       {"", "=1", "1A=1", "A B", "A=1 -I/etc", "A=\"x\"", "A='x'", "A=1\n", "A=\t", "-DA", "A-B=1", "A=a\\"}) {
    INFO("definition '" << define << "'");
    Source source = portable(kAdd);
    source.defines = {define};
    std::string message;
    CHECK(status_of([&] { Program(device, source); }, &message) == KILN_INVALID_ARGUMENT);
  }
}

TEST_CASE("a source that does not compile carries log and line") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  check_error(device, GENERATE(false, true));
}

TEST_CASE("an empty source is an error") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  CHECK(status_of([&] { Program(device, portable("")); }) != KILN_OK);
}

TEST_CASE("fast math is an option of the source") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  Source source = portable(R"(
KILN_KERNEL void root(KILN_ARG(float, out), float x) { KILN_PTR(float, out); out[0] = sqrt(x) / 3.0f; }
)");
  source.fast_math = true;
  source.max_registers = 64;  // only where the compiler takes it
  const Program program(device, source);
  const Memory memory(device, 4);
  Arguments arguments;
  arguments.array(memory).value(2.0F);
  launch(device, program.kernel("root"), {1}, {1}, arguments);
  CHECK(read<float>(device, memory, 1)[0] == Approx(0.47140452).epsilon(1e-4));
}

TEST_CASE("kernels are found by name, others are listed in the error") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(kAdd));
  CHECK(program.kernel("add") != nullptr);
  CHECK(program.kernel("clear") != program.kernel("add"));
  std::string message;
  CHECK(status_of([&] { program.kernel("nothing"); }, &message) == KILN_INVALID_ARGUMENT);
  CHECK(contains(message, "nothing"));
  CHECK(status_of([&] { program.kernel(""); }) == KILN_INVALID_ARGUMENT);
  std::vector<std::string> names = device->program_kernels(program);
  std::sort(names.begin(), names.end());
  if (!names.empty()) CHECK(names == std::vector<std::string>{"add", "clear"});
}

TEST_CASE("kernel properties are plausible") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  const Program program(device, portable(R"(
KILN_KERNEL void uses_local(KILN_ARG(int, out)) {
  KILN_PTR(int, out);
  KILN_LOCAL int cells[64];
  cells[get_local_id(0) & 63] = (int)get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = cells[(get_local_id(0) + 1) & 63];
}
)"));
  const KernelInfo info = device->kernel_info(program.kernel("uses_local"));
  CHECK(info.max_local_size >= 1);
  CHECK(info.max_local_size <= device->properties().max_local_size);
  CHECK(info.preferred_multiple >= 1);
  CHECK(info.local_memory <= device->properties().local_memory);
}

TEST_CASE("a binary comes back as the same program") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  std::vector<std::byte> binary;
  {
    const Program program(device, portable(kAdd));
    CHECK(run_add(device, program, 1) == 101);
    binary = device->program_binary(program);
    CHECK(device->program_binary(program).size() == binary.size());
  }
  if (binary.empty()) {
    WARN(text << " has no binaries");
    return;
  }
  const Program again(*device.context, device->program_load(binary, portable(kAdd)));
  CHECK(run_add(device, again, 2) == 102);
  CHECK(status_of([&] { again.kernel("nothing"); }) == KILN_INVALID_ARGUMENT);
  // In another context too, and once more from the loaded program's own binary.
  const Device other(text);
  const Program there(*other.context, other->program_load(device->program_binary(again), portable(kAdd)));
  CHECK(run_add(other, there, 3) == 103);
}

TEST_CASE("where a binary costs a compilation, who builds many programs has drafts") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  std::vector<std::byte> draft;
  for (int built = 0; built < 100 && draft.empty(); ++built) {
    const Program program(device, portable(kAdd + std::string(std::size_t(built), '\n')));
    draft = device->program_draft(program);
    CHECK(device->program_draft(program).empty());
    if (draft.empty()) continue;
    CHECK(run_add(device, program, 1) == 101);
    CHECK_FALSE(device->program_binary(program).empty());
  }
  CHECK(draft.empty() == !device->properties().binary_compiles);
  if (draft.empty()) return;
  check_error(device, false);  // as of the first programs
  const Device other(text);
  const Program loaded(*other.context, other->program_load(draft, portable(kAdd)));
  CHECK(run_add(other, loaded, 2) == 102);
  CHECK(status_of([&] { loaded.kernel("nothing"); }) == KILN_INVALID_ARGUMENT);
  CHECK(other->program_draft(loaded).empty());
  const std::vector<std::byte> binary = other->program_binary(loaded);
  const Program again(*other.context, other->program_load(binary, portable(kAdd)));
  CHECK(run_add(other, again, 3) == 103);
  for (std::size_t bit = 0; bit < draft.size() * 8; bit += 1 + draft.size() / 2) {
    std::vector<std::byte> flipped = draft;
    flipped[bit / 8] ^= std::byte{1} << bit % 8;
    CHECK(status_of([&] { Program(*other.context, other->program_load(flipped, portable(kAdd))); }) != KILN_OK);
  }
}

TEST_CASE("bytes that are no binary are an error") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  for (const std::size_t size : {0, 1, 64, 5000}) {
    INFO(size << " bytes");
    const std::vector<std::byte> garbage(size, std::byte{0x5A});
    std::string message;
    const auto load = [&] { Program(*device.context, device->program_load(garbage, portable(kAdd))); };
    CHECK(status_of(load, &message) != KILN_OK);
    CHECK_FALSE(message.empty());
  }
}

TEST_CASE("damaged binaries are errors, not crashes of the driver") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  // CUDA's driver checks what it is given; text with a changed digit is kept from it by the cache's digest.
  if (!device.compiles() || device.is_cuda()) return;
  const Program program(device, portable(kAdd));
  const std::vector<std::byte> binary = device->program_binary(program);
  REQUIRE(binary.size() > 64);
  const auto load = [&](const std::vector<std::byte>& bytes) {
    return status_of([&] { Program(*device.context, device->program_load(bytes, portable(kAdd))); });
  };
  for (std::size_t length = 0; length < binary.size(); length += 1 + binary.size() / 100)
    CHECK(load({binary.begin(), binary.begin() + static_cast<std::ptrdiff_t>(length)}) != KILN_OK);
  for (std::size_t bit = 0; bit < binary.size() * 8; bit += 1 + binary.size() / 30) {
    std::vector<std::byte> flipped = binary;
    flipped[bit / 8] ^= std::byte{1} << bit % 8;
    CHECK(load(flipped) != KILN_OK);
  }
  std::vector<std::byte> longer = binary;
  longer.push_back(std::byte{0});
  CHECK(load(longer) != KILN_OK);
  CHECK(load(binary) == KILN_OK);
}

TEST_CASE("programs are destroyed with the kernels they gave") {
  KILN_EACH_DEVICE(text);
  const Device device(text);
  if (!device.compiles()) return;
  for (int i = 0; i < 20; ++i) {
    const Program program(device, portable(kAdd));
    CHECK(run_add(device, program, i) == 100 + i);
    static_cast<void>(program.kernel("clear"));
  }
  device->program_destroy(nullptr);
}
