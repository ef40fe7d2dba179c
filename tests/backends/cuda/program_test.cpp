// SPDX-License-Identifier: Apache-2.0
// Programs, kernels and launches over the mock driver and the mock NVRTC: options, logs, geometry, argument
// packing.
#include <algorithm>

#include "cuda_support.hpp"

using namespace kiln::test;
using kiln::mock::CudaLaunch;
using kiln::mock::Failure;

namespace {

Source source_of(std::string text) {
  Source source;
  source.text = std::move(text);
  return source;
}

bool has_option(const std::vector<std::string>& options, const std::string& option) {
  return std::find(options.begin(), options.end(), option) != options.end();
}

template <class T>
T value_of(const std::vector<std::byte>& bytes) {
  REQUIRE(bytes.size() == sizeof(T));
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

Argument memory_argument(MemoryHandle memory, std::size_t offset) {
  Argument argument;
  argument.kind = Argument::Kind::memory;
  argument.memory = memory;
  argument.offset = offset;
  return argument;
}
template <class T>
Argument value_argument(const T& value) {
  Argument argument;
  argument.value = &value;
  argument.size = sizeof value;
  return argument;
}
Argument local_argument(std::size_t bytes) {
  Argument argument;
  argument.kind = Argument::Kind::local;
  argument.size = bytes;
  return argument;
}

// A program of one kernel, and launches of it.
struct WithKernel : Opened {
  explicit WithKernel(const std::string& declaration, const char* library = "KILN_TEST_MOCK_CUDA")
      : Opened(false, library),
        program(context->program_build(source_of("// mock: k " + declaration + "\n"))),
        kernel(context->program_kernel(program, "k")) {}
  ~WithKernel() { context->program_destroy(program); }
  CudaLaunch launch(std::vector<std::size_t> global, std::vector<std::size_t> local = {},
                    const std::vector<Argument>& arguments = {}, std::size_t dynamic_local = 0) {
    Launch request;
    request.dynamic_local = dynamic_local;
    request.dims = static_cast<unsigned>(global.size());
    std::copy(global.begin(), global.end(), request.global);
    std::copy(local.begin(), local.end(), request.local);
    request.arguments = arguments.data();
    request.argument_count = arguments.size();
    context->kernel_launch(queue, kernel, request);
    return cuda.launches.back();
  }
  ProgramHandle program;
  KernelHandle kernel;
};

std::vector<unsigned> grid(const CudaLaunch& l) { return {l.grid[0], l.grid[1], l.grid[2]}; }
std::vector<unsigned> block(const CudaLaunch& l) { return {l.block[0], l.block[1], l.block[2]}; }
using Sizes = std::vector<unsigned>;

}  // namespace

TEST_CASE("cuda: build options and the prelude", "[cuda]") {
  Opened o;
  Source source = source_of("body\n");
  source.defines = {"N=4", "FLAG", "EXPRESSION=(a+b)"};
  o.context->program_destroy(o.context->program_build(source));
  CHECK(o.nvrtc.options.front() == "--gpu-architecture=sm_90");
  for (const char* option : {"--std=c++17", "-default-device", "-D__KILN_CUDA__"})
    CHECK(has_option(o.nvrtc.options, option));
  CHECK_FALSE(has_option(o.nvrtc.options, "--use_fast_math"));
  const std::string defines = "#define N 4\n#define FLAG 1\n#define EXPRESSION (a+b)\n";
  CHECK(contains(o.nvrtc.source, defines + "#line 1 \"prelude_cuda.cu\"\n#define KILN_CUDA 1\n"));
  CHECK(contains(o.nvrtc.source, "\n#line 1 \"kernel.cu\"\nbody\n"));
  source.fast_math = true;
  source.max_registers = 48;
  source.raw = true;
  o.context->program_destroy(o.context->program_build(source));
  CHECK(has_option(o.nvrtc.options, "--use_fast_math"));
  CHECK(has_option(o.nvrtc.options, "--maxrregcount=48"));
  CHECK(o.nvrtc.source == defines + "#line 1 \"kernel.cu\"\nbody\n");
}

TEST_CASE("cuda: malformed definitions never reach the compiler", "[cuda]") {
  Opened o;
  for (const char* define : {"", "=1", "1N=2", "A B", "N=1\n#include", "N -I/", "N=\\", "-DX"}) {
    INFO(define);
    Source source = source_of("");
    source.defines = {define};
    CHECK(error_of([&] { o.context->program_build(source); }).status() == KILN_INVALID_ARGUMENT);
  }
  CHECK(o.nvrtc.compilations == 0);
}

TEST_CASE("cuda: the target follows what NVRTC knows", "[cuda]") {
  Mock m;
  const auto option_for = [&](int capability, std::vector<int> architectures) {
    m.cuda.capability = capability;
    m.nvrtc.architectures = std::move(architectures);
    const auto driver = make_driver();
    const auto context = driver->open("0");
    const ProgramHandle program = context->program_build(source_of("x"));
    const std::vector<std::byte> binary = context->program_binary(program);
    context->program_destroy(program);
    const std::string text(reinterpret_cast<const char*>(binary.data()));
    CHECK(contains(text, contains(m.nvrtc.options.front(), "sm_") ? "mock cubin" : "mock ptx"));
    CHECK(binary.back() == std::byte{0});
    return m.nvrtc.options.front();
  };
  CHECK(option_for(90, {75, 80, 90}) == "--gpu-architecture=sm_90");
  CHECK(option_for(120, {90, 75, 80}) == "--gpu-architecture=compute_90");
  CHECK(option_for(86, {75, 80, 90}) == "--gpu-architecture=compute_80");
  CHECK(option_for(90, {}) == "--gpu-architecture=compute_90");
  const Error old = error_of([&] { option_for(70, {75, 80, 90}); });
  CHECK(old.status() == KILN_UNSUPPORTED);
  CHECK(contains(old.message(), "does not know sm_70"));
}

TEST_CASE("cuda: a failing build carries the log and the numbered source", "[cuda]") {
  Opened o;
  const Error error = error_of([&] { o.context->program_build(source_of("first\n#error no such thing\nlast")); });
  CHECK(error.status() == KILN_BUILD_ERROR);
  CHECK(error.vendor_code() == 6);
  CHECK(contains(error.message(),
                 "nvrtcCompileProgram: NVRTC_ERROR_COMPILATION (6): kernel.cu(2): error: no such thing"));
  CHECK(contains(error.log(), "kernel.cu(2): error: no such thing\n"));
  CHECK(contains(error.log(), "    2 | #error no such thing\n    3 | last\n"));
}

TEST_CASE("cuda: without NVRTC programs still load", "[cuda]") {
  Opened o;
  const ProgramHandle built = o.context->program_build(source_of("// mock: k 8\n"));
  const std::vector<std::byte> binary = o.context->program_binary(built);
  o.context->program_destroy(built);
  ::setenv("KILN_NVRTC_LIBRARY", "/nonexistent/libnvrtc.so", 1);
  const auto driver = make_driver();
  const auto context = driver->open("0");
  CHECK(contains(context->properties().cache_identity, "nvrtc none"));
  const Error error = error_of([&] { context->program_build(source_of("// mock: k 8\n")); });
  CHECK(error.status() == KILN_UNSUPPORTED);
  CHECK(contains(error.message(), "/nonexistent/libnvrtc.so"));
  const ProgramHandle loaded = context->program_load(binary, source_of(""));
  CHECK(context->program_binary(loaded) == binary);
  CHECK(context->program_kernels(loaded) == std::vector<std::string>{"k"});
  CHECK(context->program_kernel(loaded, "k") != nullptr);
  context->program_destroy(loaded);
}

TEST_CASE("cuda: images that cannot be used", "[cuda]") {
  Opened o;
  CHECK_THROWS_AS(o.context->program_load({}, source_of("")), Error);
  // Text without a final 0, as a foreign cache might hold, is closed before the driver reads it.
  const std::string text = "// mock: k 8";
  const ProgramHandle open_ended =
      o.context->program_load({reinterpret_cast<const std::byte*>(text.data()), text.size()}, source_of(""));
  CHECK(o.context->program_kernels(open_ended) == std::vector<std::string>{"k"});
  CHECK(o.context->program_binary(open_ended).back() == std::byte{0});
  o.context->program_destroy(open_ended);
  o.cuda.failures["cuModuleLoadData"] = Failure{1, 222};
  const Error same = error_of([&] { o.context->program_build(source_of("x")); });
  CHECK(contains(same.message(), "cuModuleLoadData: CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)"));
  CHECK_FALSE(contains(same.message(), "newer than"));
  o.cuda.driver_version = 12040;
  const auto driver = make_driver();
  const auto context = driver->open("0");
  o.cuda.failures["cuModuleLoadData"] = Failure{1, 222};
  const Error newer = error_of([&] { context->program_build(source_of("x")); });
  CHECK(contains(newer.message(), "NVRTC 13.0 is newer than the driver's CUDA 12.4"));
  CHECK(o.cuda.live_modules == 0);
}

TEST_CASE("cuda: kernels by name", "[cuda]") {
  Opened o;
  const ProgramHandle program =
      o.context->program_build(source_of("// mock: b 8 static=1024 threads=512\n// mock: a 4\n"));
  CHECK(o.context->program_kernels(program) == std::vector<std::string>{"a", "b"});
  const KernelHandle b = o.context->program_kernel(program, "b");
  CHECK(o.context->program_kernel(program, "b") == b);
  const KernelInfo info = o.context->kernel_info(b);
  CHECK(info.max_local_size == 512);
  CHECK(info.preferred_multiple == 32);
  CHECK(info.local_memory == 1024);
  const Error error = error_of([&] { o.context->program_kernel(program, "c"); });
  CHECK(error.status() == KILN_INVALID_ARGUMENT);
  CHECK(contains(error.message(), "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (500)"));
  CHECK(contains(error.message(), "'c'"));
  o.context->program_destroy(program);
}

TEST_CASE("cuda: geometry", "[cuda]") {
  WithKernel w("threads=1024");
  SECTION("given") {
    const CudaLaunch l = w.launch({64, 6, 8}, {16, 3, 2});
    CHECK(grid(l) == Sizes{4, 2, 4});
    CHECK(block(l) == Sizes{16, 3, 2});
  }
  SECTION("proposed: rounded up, powers of two") {
    CHECK(block(w.launch({100000})) == Sizes{256, 1, 1});
    CHECK(grid(w.launch({100000})) == Sizes{391, 1, 1});
    CHECK(block(w.launch({10})) == Sizes{16, 1, 1});
    CHECK(block(w.launch({1})) == Sizes{1, 1, 1});
    CHECK(block(w.launch({1000, 1000})) == Sizes{32, 8, 1});
    CHECK(grid(w.launch({1000, 1000})) == Sizes{32, 125, 1});
    CHECK(block(w.launch({1000, 1})) == Sizes{256, 1, 1});
    CHECK(block(w.launch({4, 1000})) == Sizes{4, 64, 1});
    CHECK(block(w.launch({100, 100, 100})) == Sizes{32, 4, 2});
    CHECK(block(w.launch({2, 2, 1000})) == Sizes{2, 2, 4});
  }
  SECTION("wrong") {
    const auto message = [&](std::vector<std::size_t> global, std::vector<std::size_t> local) {
      const Error error = error_of([&] { w.launch(std::move(global), std::move(local)); });
      CHECK(error.status() == KILN_INVALID_ARGUMENT);
      CHECK(contains(error.message(), "'k'"));
      return error.message();
    };
    CHECK(contains(message({100}, {64}), "global size 100 in dimension 0 is no multiple of local size 64"));
    CHECK(contains(message({2048}, {2048}), "local size 2048 in dimension 0, the device takes at most 1024"));
    CHECK(contains(message({64, 64}, {64, 64}), "groups of 4096 work-items, the kernel takes at most 1024"));
    CHECK(contains(message({1, 65536}, {1, 1}), "65536 groups in dimension 1, the device takes at most 65535"));
    CHECK(contains(message({std::size_t{1} << 40}, {1}), "1099511627776 groups"));
    CHECK(contains(message({1, 1, 1, 1}, {}), "4 dimensions"));
    CHECK(w.cuda.count("cuLaunchKernel") == 0);
  }
}

TEST_CASE("cuda: a kernel that takes few threads gets small groups", "[cuda]") {
  WithKernel w("threads=96");
  CHECK(block(w.launch({1000})) == Sizes{64, 1, 1});
  CHECK(block(w.launch({1000, 1000})) == Sizes{32, 2, 1});
  CHECK_THROWS_AS(w.launch({128}, {128}), Error);
}

TEST_CASE("cuda: arguments are packed by kind", "[cuda]") {
  WithKernel w("8 4 2 4 4 8");
  const MemoryHandle memory = w.allocate(256);
  const float a = 1.5F;
  const unsigned short s = 7;
  const CudaLaunch l = w.launch({32}, {32},
                                {memory_argument(memory, 48), value_argument(a), value_argument(s), local_argument(20),
                                 local_argument(64), memory_argument(nullptr, 0)});
  REQUIRE(l.arguments.size() == 6);
  CHECK(value_of<std::uint64_t>(l.arguments[0]) == w.context->memory_native(memory) + 48);
  CHECK(value_of<float>(l.arguments[1]) == 1.5F);
  CHECK(value_of<unsigned short>(l.arguments[2]) == 7);
  CHECK(value_of<unsigned>(l.arguments[3]) == 0);
  CHECK(value_of<unsigned>(l.arguments[4]) == 32);
  CHECK(value_of<std::uint64_t>(l.arguments[5]) == 0);
  CHECK(l.shared == 96);
  w.context->memory_free(memory);
}

TEST_CASE("cuda: dynamic shared memory lies in front of local arguments", "[cuda]") {
  WithKernel w("4");
  const CudaLaunch l = w.launch({32}, {32}, {local_argument(20)}, 40);
  REQUIRE(l.arguments.size() == 1);
  CHECK(value_of<unsigned>(l.arguments[0]) == 48);
  CHECK(l.shared == 80);
  CHECK(error_of([&] { w.launch({32}, {32}, {local_argument(20)}, ~std::size_t{0}); }).status() ==
        KILN_INVALID_ARGUMENT);
}

TEST_CASE("cuda: wrong arguments are caught where the driver tells the parameters", "[cuda]") {
  WithKernel w("8 4");
  const double wide = 1;
  const float narrow = 1;
  const auto message = [&](const std::vector<Argument>& arguments) {
    const Error error = error_of([&] { w.launch({32}, {32}, arguments); });
    CHECK(error.status() == KILN_INVALID_ARGUMENT);
    return error.message();
  };
  CHECK(contains(message({memory_argument(nullptr, 0)}), "1 argument, the kernel declares 2"));
  CHECK(contains(message({memory_argument(nullptr, 0), value_argument(wide)}),
                 "argument 1 has 8 bytes, the kernel declares 4"));
  CHECK(contains(message({value_argument(narrow), value_argument(narrow)}), "argument 0 has 4 bytes"));
  const std::vector<Argument> many(513, memory_argument(nullptr, 0));
  const Error error = error_of([&] { w.launch({32}, {32}, many); });
  CHECK(error.status() == KILN_UNSUPPORTED);
  CHECK(contains(error.message(), "513 arguments, at most 512"));
}

TEST_CASE("cuda: large local memory is asked for once, too large is an error", "[cuda]") {
  WithKernel w("4 static=4096");
  CHECK(w.launch({32}, {32}, {local_argument(40000)}).shared == 40000);
  CHECK(w.cuda.count("cuFuncSetAttribute") == 0);
  CHECK(w.launch({32}, {32}, {local_argument(100000)}).shared == 100000);
  CHECK(w.launch({32}, {32}, {local_argument(200000)}).shared == 200000);
  CHECK(w.cuda.count("cuFuncSetAttribute") == 1);
  for (const std::size_t bytes : {std::size_t{230000}, std::size_t{1} << 40, ~std::size_t{0}}) {
    const Error error = error_of([&] { w.launch({32}, {32}, {local_argument(bytes)}); });
    CHECK(error.status() == KILN_INVALID_ARGUMENT);
    CHECK(contains(error.message(), "the device has 232448"));
  }
}

TEST_CASE("cuda: launches run in stream order and are named when they fail", "[cuda]") {
  WithKernel w("8");
  w.cuda.deferred = true;
  const MemoryHandle memory = w.allocate(4);
  w.cuda.kernels["k"] = [](const CudaLaunch& launch) {
    std::uint64_t address = 0;
    std::memcpy(&address, launch.arguments[0].data(), 8);
    *reinterpret_cast<unsigned*>(address) += 1;
  };
  const unsigned start = 41;
  unsigned back = 0;
  Launch request;
  const Argument argument = memory_argument(memory, 0);
  request.arguments = &argument;
  request.argument_count = 1;
  w.context->memory_fill(w.queue, memory, 0, 4, &start, 4);
  w.context->kernel_launch(w.queue, w.kernel, request);
  w.context->memory_read(w.queue, memory, 0, &back, 4, true);
  CHECK(back == 42);
  w.cuda.failures["cuLaunchKernel"] = Failure{1, 701};
  const Error error = error_of([&] { w.context->kernel_launch(w.queue, w.kernel, request); });
  CHECK(contains(error.message(), "cuLaunchKernel: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701)"));
  CHECK(contains(error.message(), "kernel 'k'"));
  w.context->memory_free(memory);
}

TEST_CASE("cuda: a driver of CUDA 11 lacks the later entries and works", "[cuda]") {
  WithKernel w("8 4", "KILN_TEST_MOCK_CUDA_11");
  CHECK(w.context->program_kernels(w.program).empty());
  const float a = 2;
  const CudaLaunch l = w.launch({8}, {8}, {memory_argument(nullptr, 0), value_argument(a)});
  CHECK(value_of<float>(l.arguments[1]) == 2.0F);
}
