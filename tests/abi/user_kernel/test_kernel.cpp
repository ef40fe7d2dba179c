// SPDX-License-Identifier: Apache-2.0
// Kernels of the user's own through the C API and kiln.hpp: arguments of every kind, geometry, and refusals.
#include <kiln/kiln.hpp>

#include <complex>
#include <cstring>
#include <numeric>

#include "support.hpp"

using namespace kiln::parameter;
using kiln::GpuArray;
using kiln::NdRange;
using kiln::slice;

namespace {

template <class T>
using V = std::vector<T>;

const char* const kKernelsSource = R"(
typedef struct { long x, y; } pair_t;
KILN_KERNEL void scale(KILN_ARG(float, r), KILN_ARG(const float, a), float factor, int n) {
  KILN_PTR(float, r);
  KILN_PTR(const float, a);
  const int i = (int)get_global_id(0);
  if (i < n) r[i] = a[i] * factor;
}
KILN_KERNEL void reverse_group(KILN_ARG(int, a), KILN_LOCAL_ARG(int, tile)) {
  KILN_PTR(int, a);
  KILN_LOCAL_PTR(int, tile);
  const int l = (int)get_local_id(0), n = (int)get_local_size(0);
  tile[l] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[n - 1 - l];
}
KILN_KERNEL void where_am_i(KILN_ARG(int, r), int width, int height) {
  KILN_PTR(int, r);
  KILN_LOCAL int groups[1];
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (get_local_id(0) == 0 && get_local_id(1) == 0) groups[0] = (int)get_num_groups(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < width && y < height) r[y * width + x] = groups[0] > 0 ? y * 100 + x : -1;
}
KILN_KERNEL void scalars(KILN_ARG(long, r), uchar flag, char i8, short i16, int i32, long i64, ushort u16, uint u32,
                         ulong u64) {
  KILN_PTR(long, r);
  r[0] = flag;
  r[1] = i8;
  r[2] = i16;
  r[3] = i32;
  r[4] = i64;
  r[5] = u16;
  r[6] = u32;
  r[7] = (long)(u64 - 1);
}
typedef struct { int a; char b; pair_t c; } record;
KILN_KERNEL void bytes(KILN_ARG(int, r), record value) {
  KILN_PTR(int, r);
  r[0] = value.a;
  r[1] = value.b;
  r[2] = (int)value.c.y;
}
#ifdef SIZE
KILN_KERNEL void defined(KILN_ARG(int, r)) {
  KILN_PTR(int, r);
  r[get_global_id(0)] = SIZE;
}
#endif
)";

template <class Call>
void fails(kiln_status status, const std::string& part, Call&& call) {
  try {
    call();
    FAIL("worked");
  } catch (const kiln::Error& error) {
    INFO(error.what());
    CHECK(error.status() == status);
    CHECK(std::string(error.what()).find(part) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("arguments of every kind reach the kernel") {
  for (const auto& device : test_devices()) {
    INFO(device);
    kiln::Context context(device);
    const kiln::Program program(context, kKernelsSource, KILN_LANGUAGE_PORTABLE, "-DSIZE=12 -DOTHER");

    SECTION("views with any offset, and a scalar") {
      const auto scale = program.kernel("scale", {output<float>(), input<float>(), scalar<float>(), scalar<int>()});
      const auto a = GpuArray::arange(context, 0, 1001, 1, KILN_FLOAT32);
      const auto r = GpuArray::zeros(context, {1000}, KILN_FLOAT32);
      scale.launch({997}, r(slice(3)), a(slice(1)), 2, 997);
      V<float> expected(1000, 0);
      for (std::size_t i = 0; i < 997; ++i) expected[i + 3] = 2 * float(i + 1);
      CHECK(r.read<float>() == expected);
      scale.launch({997}, r(slice(3)), a(slice(1)) * 2, 1, 997);  // an expression
      CHECK(r.read<float>() == expected);
      scale.launch({0}, r, a, 5, 0);
      CHECK(r.read<float>() == expected);
      const auto none = GpuArray::zeros(context, {0}, KILN_FLOAT32);
      scale.launch({5}, none, none, 1.0, 0);
      context.synchronize();
    }
    SECTION("local memory") {
      const auto reverse = program.kernel("reverse_group", {input_output<int>(), local()});
      const auto a = GpuArray::arange(context, 0, 8, 1, KILN_INT32);
      reverse.launch(NdRange{8}.in_groups({4}), a, kiln::LocalBytes{16});
      CHECK(a.read<int>() == V<int>{3, 2, 1, 0, 7, 6, 5, 4});
    }
    SECTION("two dimensions, proposed groups") {
      const auto where = program.kernel("where_am_i", {output<int>(), scalar<int>(), scalar<int>()});
      const auto r = GpuArray::zeros(context, {7, 13}, KILN_INT32);
      where.launch({13, 7}, r, 13, 7);
      const auto got = r.read<int>();
      for (int i = 0; i < 91; ++i) CHECK(got[std::size_t(i)] == i / 13 * 100 + i % 13);
    }
    SECTION("scalars of every size") {
      const auto scalars =
          program.kernel("scalars", {output<std::int64_t>(), scalar<bool>(), scalar<std::int8_t>(),
                                     scalar<std::int16_t>(), scalar<std::int32_t>(), scalar<std::int64_t>(),
                                     scalar<std::uint16_t>(), scalar<std::uint32_t>(), scalar<std::uint64_t>()});
      const auto r = GpuArray::zeros(context, {8}, KILN_INT64);
      scalars.launch({1}, r, true, -1, -300, -70000, std::int64_t(-1) << 40, 65535, 4294967295u,
                     std::uint64_t(1) << 63);
      CHECK(r.read<std::int64_t>() ==
            V<std::int64_t>{1, -1, -300, -70000, std::int64_t(-1) << 40, 65535, 4294967295, INT64_MAX});
    }
    SECTION("a struct by its bytes") {
      struct Record {
        int a;
        signed char b;
        std::int64_t c[2];
      } record = {7, -8, {9, 10}};
      const auto of_bytes = program.kernel("bytes", {output<int>(), bytes()});
      const auto r = GpuArray::zeros(context, {3}, KILN_INT32);
      of_bytes.launch({1}, r, kiln::ValueBytes{&record, sizeof record});
      record.a = 0;
      CHECK(r.read<int>() == V<int>{7, -8, 10});
      fails(KILN_INVALID_ARGUMENT, "argument 2 ('value') has no bytes", [&] {
        of_bytes.launch({1}, r, kiln::ValueBytes{nullptr, 4});
      });
      fails(KILN_INVALID_ARGUMENT, "argument 2 ('value') has no bytes", [&] {
        of_bytes.launch({1}, r, kiln::ValueBytes{&record, 0});
      });
      fails(KILN_TYPE_ERROR, "argument 2", [&] { of_bytes.launch({1}, r, 3); });
      fails(KILN_UNSUPPORTED, "KILN_PARAMETER_DYNAMIC_LOCAL", [&] {
        program.kernel("bytes", {output<int>(), dynamic_local()});
      });
    }
    SECTION("definitions") {
      const auto defined = program.kernel("defined", {output<int>()});
      const auto r = GpuArray::zeros(context, {2}, KILN_INT32);
      defined.launch({2}, r);
      CHECK(r.read<int>() == V<int>{12, 12});
    }
  }
}

TEST_CASE("programs that are refused") {
  kiln::Context context(test_devices()[0]);
  const bool opencl = context.device().rfind("opencl", 0) == 0;
  for (const char* options : {"-cl-fast-relaxed-math", "-D", "-DA B", "-D1A", "-DA=\"x\"", "-I/tmp", "-DA -w", "-DA-B"})
    fails(KILN_INVALID_ARGUMENT, "-DNAME",
          [&] { kiln::Program(context, kKernelsSource, KILN_LANGUAGE_PORTABLE, options); });
  fails(KILN_INVALID_ARGUMENT, "too long", [&] { kiln::Program(context, std::string((1 << 20) + 1, ' ')); });
  fails(KILN_UNSUPPORTED, opencl ? "KILN_LANGUAGE_CUDA_C" : "KILN_LANGUAGE_OPENCL_C",
        [&] { kiln::Program(context, kKernelsSource, opencl ? KILN_LANGUAGE_CUDA_C : KILN_LANGUAGE_OPENCL_C); });
  fails(KILN_BUILD_ERROR, "", [&] { kiln::Program(context, "KILN_KERNEL void f(int n) { n = ; }"); });
  const kiln::Program program(context, kKernelsSource);
  fails(KILN_INVALID_ARGUMENT, "scael", [&] { program.kernel("scael", {}); });
  fails(KILN_INVALID_ARGUMENT, "too many parameters",
        [&] { program.kernel("scale", V<kiln_parameter>(257, scalar<int>())); });
}

TEST_CASE("declared parameters that are not the source's are refused, on every device") {
  for (const auto& device : test_devices()) {
    INFO(device);
    kiln::Context context(device);
    const kiln::Program program(context, kKernelsSource);
    const auto refused = [&](kiln_status status, const std::string& part, V<kiln_parameter> parameters) {
      fails(status, part, [&] { program.kernel("scale", std::move(parameters)); });
    };
    refused(KILN_TYPE_ERROR,
            "kiln_kernel_create: scale: parameter 4 is declared scalar float32, the source has 'int n', "
            "which is int32",
            {output<float>(), input<float>(), scalar<float>(), scalar<float>()});
    refused(KILN_TYPE_ERROR, "parameter 2 is declared output float32, the source has 'KILN_ARG(const float, a)'",
            {output<float>(), output<float>(), scalar<float>(), scalar<int>()});
    refused(KILN_TYPE_ERROR, "parameter 1 is declared output int32",
            {output<int>(), input<float>(), scalar<float>(), scalar<int>()});
    refused(KILN_TYPE_ERROR, "parameter 3 is declared input float32, the source has 'float factor'",
            {output<float>(), input<float>(), input<float>(), scalar<int>()});
    refused(KILN_INVALID_ARGUMENT, "got 3 parameters, expected 4: the source has (KILN_ARG(float, r), ",
            {output<float>(), input<float>(), scalar<float>()});
    // Who knows better says so: the bits of a float in an int.
    const kiln::Program unchecked(context, kKernelsSource, KILN_LANGUAGE_PORTABLE, "-DKILN_UNCHECKED_PARAMETERS");
    const auto scale = unchecked.kernel("scale", {output<float>(), input<float>(), scalar<float>(), scalar<float>()});
    const auto a = GpuArray::from(context, V<float>{1, 2, 3});
    float two = 0;
    const int bits = 2;
    std::memcpy(&two, &bits, sizeof two);
    const auto r = GpuArray::zeros(context, {3}, KILN_FLOAT32);
    scale.launch({3}, r, a, 10, two);
    CHECK(r.read<float>() == V<float>{10, 20, 0});
  }
}

TEST_CASE("launches that are refused") {
  kiln::Context context(test_devices()[0]), other(test_devices()[0]);
  const kiln::Program program(context, kKernelsSource);
  const auto scale = program.kernel("scale", {output<float>(), input<float>(), scalar<float>(), scalar<int>()});
  const auto a = GpuArray::zeros(context, {8}, KILN_FLOAT32);
  fails(KILN_INVALID_ARGUMENT, "Kernel::launch: scale: got 3 arguments, expected 4: r, a, factor, n",
        [&] { scale.launch({8}, a, a, 1.0); });
  fails(KILN_TYPE_ERROR, "argument 2 ('a') has dtype int32, expected input float32",
        [&] { scale.launch({8}, a, GpuArray::zeros(context, {8}, KILN_INT32), 1.0, 8); });
  fails(KILN_CONTEXT_MISMATCH, "argument 2",
        [&] { scale.launch({8}, a, GpuArray::zeros(other, {8}, KILN_FLOAT32), 1.0, 8); });
  fails(KILN_READ_ONLY, "argument 1", [&] { scale.launch({8}, a.broadcast_to({2, 8}), a, 1.0, 8); });
  fails(KILN_INVALID_ARGUMENT, "scale: argument 1 ('r') is an expression, expected an array to write of float32",
        [&] { scale.launch({8}, a + 1, a, 1.0, 8); });
  fails(KILN_TYPE_ERROR, "scale: argument 4 ('n') is the real number 8.5, expected a scalar of int32",
        [&] { scale.launch({8}, a, a, 1.0, 8.5); });
  fails(KILN_TYPE_ERROR, "scale: argument 3 ('factor') is the complex number (1, -2), expected a scalar of float32",
        [&] { scale.launch({8}, a, a, std::complex<float>(1, -2), 8); });
  fails(KILN_OVERFLOW, "scale: argument 4 ('n') is 1099511627776, which does not fit int32",
        [&] { scale.launch({8}, a, a, 1.0, std::int64_t(1) << 40); });
  fails(KILN_TYPE_ERROR, "scale: argument 3 ('factor') is an array, expected a scalar of float32",
        [&] { scale.launch({8}, a, a, a, 8); });
  fails(KILN_TYPE_ERROR, "scale: argument 2 ('a') is the integer 1, expected an array to read of float32",
        [&] { scale.launch({8}, a, 1, 1.0, 8); });
  fails(KILN_INVALID_ARGUMENT, "multiple of local[0]", [&] { scale.launch(NdRange{9}.in_groups({2}), a, a, 1.0, 8); });
  fails(KILN_INVALID_ARGUMENT, "local[0] is 0", [&] { scale.launch(NdRange{8}.in_groups({0}), a, a, 1.0, 8); });
  const std::size_t huge = std::size_t(1) << 40;
  fails(KILN_INVALID_ARGUMENT, "local[0]", [&] { scale.launch(NdRange{huge}.in_groups({huge}), a, a, 1.0, 8); });
  fails(KILN_INVALID_ARGUMENT, "local[0] is 0", [&] { scale.launch(NdRange{0}.in_groups({0}), a, a, 1.0, 8); });
  // What no device can count: PoCL and Mesa end the process or run nothing.
  fails(KILN_INVALID_ARGUMENT, "8589934592 groups in dimension 0",
        [&] { scale.launch(NdRange{std::size_t(1) << 33}.in_groups({1}), a, a, 1.0, 0); });
  fails(KILN_INVALID_ARGUMENT, "2^64 - 1", [&] {
    scale.launch(NdRange{std::size_t(1) << 32, std::size_t(1) << 32}, a, a, 1.0, 0);
  });
  fails(KILN_INVALID_ARGUMENT, "", [&] { scale.launch(NdRange{SIZE_MAX}, a, a, 1.0, 0); });
  fails(KILN_INVALID_ARGUMENT, "dimensions", [&] { scale.launch({1, 1, 1, 1}, a, a, 1.0, 8); });
  const std::uint32_t none = 0;
  const kiln::Buffer read_only(context, 32, KILN_BUFFER_READ_ONLY, V<float>(8).data());
  fails(KILN_READ_ONLY, "argument 1",
        [&] { scale.launch({8}, GpuArray::from_buffer(context, read_only, KILN_FLOAT32, {8}), a, 1.0, none); });
  const kiln::Buffer write_only(context, 32, KILN_BUFFER_WRITE_ONLY);
  fails(KILN_INVALID_ARGUMENT, "WRITE_ONLY",
        [&] { scale.launch({8}, a, GpuArray::from_buffer(context, write_only, KILN_FLOAT32, {8}), 1.0, none); });
  const auto reverse = program.kernel("reverse_group", {input_output<int>(), local()});
  const auto i = GpuArray::zeros(context, {8}, KILN_INT32);
  fails(KILN_INVALID_ARGUMENT, "0 bytes of local memory", [&] { reverse.launch({8}, i, kiln::LocalBytes{0}); });
  fails(KILN_INVALID_ARGUMENT, "too much local memory", [&] { reverse.launch({8}, i, kiln::LocalBytes{huge}); });
  const std::size_t sizes[4] = {1, 1, 1, 1};
  FAILS(kiln_kernel_launch(reverse.get(), 4, sizes, nullptr, 0, nullptr), KILN_INVALID_ARGUMENT, "ndim is 4");
  FAILS(kiln_kernel_launch(reverse.get(), 1, sizes, nullptr, 1, nullptr), KILN_INVALID_ARGUMENT,
        "got 1, expected 2: a, tile");
}

TEST_CASE("kernels tell the names of their parameters") {
  kiln::Context context(test_devices()[0]);
  const kiln::Program program(context, R"(
    #define VALUES float first, int second
    KILN_KERNEL void plain(KILN_ARG(const float, in), KILN_LOCAL_ARG(float, tile), unsigned long count) {
      KILN_PTR(const float, in);
    }
    KILN_KERNEL void listed(VALUES) {}
    #ifdef OTHER
    KILN_KERNEL void twice(int a) {}
    #else
    KILN_KERNEL void twice(int b) {}
    #endif
  )");
  const auto names = [](const kiln::Kernel& kernel, std::size_t count) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) {
      const char* name = nullptr;
      WORKS(kiln_kernel_parameter_name(kernel.get(), i, &name));
      all += (i ? "," : "") + std::string(name);
    }
    return all;
  };
  const auto plain = program.kernel("plain", {input<float>(), local(), scalar<std::uint64_t>()});
  CHECK(names(plain, 3) == "in,tile,count");
  CHECK(names(program.kernel("listed", {scalar<float>(), scalar<int>()}), 2) == "first,second");
  // Nobody knows which of the two it is.
  const auto twice = program.kernel("twice", {scalar<int>()});
  CHECK(names(twice, 1).empty());
  fails(KILN_TYPE_ERROR, "Kernel::launch: twice: argument 1 is the real number 1.5, expected a scalar of int32",
        [&] { twice.launch({1}, 1.5); });
  fails(KILN_INVALID_ARGUMENT, "twice: got 2 arguments, expected 1: a scalar of int32",
        [&] { twice.launch({1}, 1, 2); });
  const char* name = "";
  FAILS(kiln_kernel_parameter_name(plain.get(), 3, &name), KILN_INDEX_ERROR, "index is 3, expected less than 3");
  CHECK(name == nullptr);
}

TEST_CASE("raw OpenCL C takes pointers") {
  for (const auto& device : test_devices()) {
    if (device.rfind("opencl", 0) != 0) continue;
    INFO(device);
    kiln::Context context(device);
    const kiln::Program program(context, "__kernel void twice(__global float* a) { a[get_global_id(0)] *= 2; }",
                                KILN_LANGUAGE_OPENCL_C);
    const auto twice = program.kernel("twice", {input_output<float>()});
    const auto a = GpuArray::from(context, V<float>{1, 2, 3});
    for (int turn = 0; turn < 2; ++turn) twice.launch({3}, a);
    CHECK(a.read<float>() == V<float>{4, 8, 12});
    CHECK(twice.properties().max_local_size > 0);
  }
}

TEST_CASE("as many parameters as there may be") {
  constexpr int kNumbers = 254;
  std::string source = "KILN_KERNEL void many(KILN_ARG(int, r)";
  std::string sum = "0";
  V<kiln_parameter> parameters = {output<int>()};
  int expected = 0;
  for (int i = 0; i < kNumbers; ++i) {
    source += ", int a" + std::to_string(i);
    sum += " + " + std::to_string(i % 7) + " * a" + std::to_string(i);
    parameters.push_back(scalar<int>());
    expected += i % 7 * (i + 1);
  }
  source += ") { KILN_PTR(int, r); r[0] = " + sum + "; }";
  for (const auto& device : test_devices()) {
    INFO(device);
    kiln::Context context(device);
    const kiln::Program program(context, source);
    const auto many = program.kernel("many", parameters);
    const auto r = GpuArray::zeros(context, {1}, KILN_INT32);
    V<kiln_kernel_argument> arguments(kNumbers + 1);
    arguments[0].array = r.get();
    for (int i = 0; i < kNumbers; ++i) arguments[std::size_t(i) + 1].i64 = i + 1;
    const std::size_t one = 1;
    kiln::detail::check(kiln_kernel_launch(many.get(), 1, &one, &one, arguments.size(), arguments.data()));
    CHECK(r.read<int>() == V<int>{expected});
  }
}

TEST_CASE("raw CUDA C has dynamic shared memory") {
  for (const auto& device : test_devices()) {
    if (device.rfind("cuda", 0) != 0) continue;
    INFO(device);
    kiln::Context context(device);
    const kiln::Program program(context,
                                "extern \"C\" __global__ void turn(int* a) {\n"
                                "  extern __shared__ int tile[];\n"
                                "  tile[threadIdx.x] = a[threadIdx.x];\n"
                                "  __syncthreads();\n"
                                "  a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];\n}\n",
                                KILN_LANGUAGE_CUDA_C);
    const auto turn = program.kernel("turn", {input_output<int>(), dynamic_local()});
    const auto a = GpuArray::from(context, V<int>{1, 2, 3, 4});
    turn.launch(NdRange{4}.in_groups({4}), a, kiln::LocalBytes{16});
    CHECK(a.read<int>() == V<int>{4, 3, 2, 1});
    fails(KILN_INVALID_ARGUMENT, "local memory",
          [&] { turn.launch(NdRange{4}.in_groups({4}), a, kiln::LocalBytes{std::size_t(1) << 40}); });
  }
}
