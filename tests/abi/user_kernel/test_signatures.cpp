// SPDX-License-Identifier: Apache-2.0
// What is read of users' kernel sources, in each language, and what declared parameters are refused for it.
// No device, and so of CUDA C too.
#include "array/user_kernel/kernel.hpp"
#include "catch.hpp"

using namespace kiln;
using array::Parameter;
using array::SourceParameter;
using Kind = SourceParameter::Kind;

namespace {

constexpr auto kPortable = KILN_LANGUAGE_PORTABLE, kOpenclC = KILN_LANGUAGE_OPENCL_C, kCudaC = KILN_LANGUAGE_CUDA_C;

const Parameter kIn{KILN_PARAMETER_INPUT, KILN_FLOAT32}, kOut{KILN_PARAMETER_OUTPUT, KILN_FLOAT32},
    kBoth{KILN_PARAMETER_INPUT_OUTPUT, KILN_FLOAT32}, kLocal{KILN_PARAMETER_LOCAL, KILN_INT8},
    kBytes{KILN_PARAMETER_BYTES, KILN_INT8}, kDynamic{KILN_PARAMETER_DYNAMIC_LOCAL, KILN_INT8};
Parameter scalar(base::DType dtype) { return {KILN_PARAMETER_SCALAR, dtype}; }
Parameter input(base::DType dtype) { return {KILN_PARAMETER_INPUT, dtype}; }

// The only kernel's; nothing where the text leaves open how many there are.
std::optional<array::KernelSignature> signature_of(const std::string& source, kiln_language language,
                                                   std::vector<std::string> definitions = {}) {
  const auto found = array::read_signatures(source, array::language_of(language), definitions);
  for (const auto& one : found)
    if (one.kernel == "k") return one;
  return std::nullopt;
}

// "" where the parameters pass.
std::string refusal(const std::string& source, kiln_language language, std::vector<Parameter> declared,
                    std::vector<std::string> definitions = {}) {
  const auto signature = signature_of(source, language, std::move(definitions));
  REQUIRE(signature);
  try {
    array::check_parameters(*signature, array::language_of(language), declared, "op");
  } catch (const backend::Error& error) {
    CHECK((error.status() == KILN_TYPE_ERROR || error.status() == KILN_INVALID_ARGUMENT));
    return error.message();
  }
  return {};
}
std::string portable(const std::string& list, std::vector<Parameter> declared,
                     std::vector<std::string> definitions = {}) {
  return refusal("KILN_KERNEL void k(" + list + ") { }", kPortable, std::move(declared), std::move(definitions));
}
std::string opencl(const std::string& list, std::vector<Parameter> declared) {
  return refusal("__kernel void k(" + list + ") { }", kOpenclC, std::move(declared));
}
std::string cuda(const std::string& list, std::vector<Parameter> declared) {
  return refusal("extern \"C\" __global__ void k(" + list + ") { }", kCudaC, std::move(declared));
}

}  // namespace

TEST_CASE("declared parameters are those of the source") {
  CHECK(portable("KILN_ARG(float, r), KILN_ARG(const float, a), float f, int n",
                 {kOut, kIn, scalar(KILN_FLOAT32), scalar(KILN_INT32)}) == "");
  CHECK(portable("int n", {scalar(KILN_FLOAT32)}) ==
        "op: k: parameter 1 is declared scalar float32, the source has 'int n', which is int32");
  CHECK(portable("float x", {scalar(KILN_INT32)}) ==
        "op: k: parameter 1 is declared scalar int32, the source has 'float x', which is float32");
  CHECK(portable("KILN_ARG(const int, a)", {kIn}) ==
        "op: k: parameter 1 is declared input float32, the source has 'KILN_ARG(const int, a)', which is "
        "int32");
  CHECK(portable("KILN_ARG(const float, a)", {kOut}) ==
        "op: k: parameter 1 is declared output float32, the source has 'KILN_ARG(const float, a)', expected "
        "KILN_ARG(T, name)");
  CHECK(portable("KILN_ARG(float const, a)", {kBoth}).find("expected KILN_ARG(T, name)") != std::string::npos);
  CHECK(portable("KILN_ARG(float, a)", {kIn}) == "");  // read, though the kernel might write
  CHECK(portable("float a", {kIn}).find("expected KILN_ARG(const T, name)") != std::string::npos);
  CHECK(portable("KILN_ARG(float, a)", {scalar(KILN_FLOAT32)}).find("expected a value") != std::string::npos);
  CHECK(portable("KILN_ARG(float, a)", {kBytes}).find("expected a value") != std::string::npos);
  CHECK(portable("KILN_GLOBAL float *a", {kOut}).find("expected KILN_ARG(T, name)") != std::string::npos);
  CHECK(portable("KILN_LOCAL_ARG(float, a)", {kLocal}) == "");
  CHECK(portable("float a", {kLocal}).find("expected KILN_LOCAL_ARG(T, name)") != std::string::npos);
  CHECK(portable("float a, int b", {scalar(KILN_FLOAT32)}) ==
        "op: k: got 1 parameter, expected 2: the source has (float a, int b)");
  CHECK(portable("", {scalar(KILN_INT32)}) == "op: k: got 1 parameter, expected 0: the source has ()");
  CHECK(portable("void", {}) == "");
  CHECK(portable("record value, float4 v, struct pair p", {kBytes, kBytes, kBytes}) == "");
}

TEST_CASE("types by all their names") {
  struct Row {
    const char* type;
    base::DType dtype;
  };
  for (const auto& [type, dtype] : std::vector<Row>{{"char", KILN_INT8},
                                                    {"signed char", KILN_INT8},
                                                    {"uchar", KILN_UINT8},
                                                    {"unsigned char", KILN_UINT8},
                                                    {"uchar", KILN_BOOL},
                                                    {"short int", KILN_INT16},
                                                    {"ushort", KILN_UINT16},
                                                    {"ushort", KILN_FLOAT16},
                                                    {"ushort", KILN_BFLOAT16},
                                                    {"half", KILN_FLOAT16},
                                                    {"const int", KILN_INT32},
                                                    {"int const", KILN_INT32},
                                                    {"signed", KILN_INT32},
                                                    {"uint", KILN_UINT32},
                                                    {"unsigned", KILN_UINT32},
                                                    {"int unsigned", KILN_UINT32},
                                                    {"long", KILN_INT64},
                                                    {"long long int", KILN_INT64},
                                                    {"unsigned long", KILN_UINT64},
                                                    {"ulong", KILN_UINT64},
                                                    {"float", KILN_FLOAT32},
                                                    {"double", KILN_FLOAT64},
                                                    {"float2", KILN_COMPLEX64},
                                                    {"double2", KILN_COMPLEX128}}) {
    INFO(type << " " << base::dtype_name(dtype));
    CHECK(portable(std::string(type) + " x", {scalar(dtype)}) == "");
    CHECK(portable("KILN_ARG(" + std::string(type) + ", x)", {input(dtype)}) == "");
    for (const base::DType other : {KILN_FLOAT32, KILN_INT32, KILN_UINT32, KILN_INT64, KILN_UINT8, KILN_COMPLEX64})
      if (other != dtype && !(other == KILN_UINT8 && dtype == KILN_BOOL))
        CHECK(portable(std::string(type) + " x", {scalar(other)}) != "");
  }
  CHECK(portable("KILN_ARG(float4, a)", {kOut}) == "");  // elements by vectors
  CHECK(portable("float4 a", {scalar(KILN_FLOAT32)}).find("float32 by 4") != std::string::npos);
  CHECK(cuda("const std::int32_t n, size_t m", {scalar(KILN_INT32), scalar(KILN_UINT64)}) == "");
  CHECK(cuda("__half h, __nv_bfloat16 b", {scalar(KILN_FLOAT16), scalar(KILN_BFLOAT16)}) == "");
}

TEST_CASE("the raw languages have pointers") {
  CHECK(opencl("__global float* a, global const float *restrict b, __local int* l, const uint n",
               {kBoth, kIn, kLocal, scalar(KILN_UINT32)}) == "");
  CHECK(opencl("__global const float* a", {kBoth}).find("that is not const") != std::string::npos);
  CHECK(opencl("__constant float* a", {kBoth}).find("that is not const") != std::string::npos);
  CHECK(opencl("__global float* const a", {kBoth}) == "");
  CHECK(opencl("__global int* a", {kBoth}).find("which is int32") != std::string::npos);
  CHECK(opencl("__global int* a", {scalar(KILN_INT32)}).find("expected a value") != std::string::npos);
  CHECK(opencl("__global int* a", {scalar(KILN_UINT64)}) == "");  // a handle as a number
  CHECK(opencl("int a", {kIn}).find("a pointer to the device's memory") != std::string::npos);
  CHECK(cuda("float* a, const float* __restrict__ b, int n", {kOut, kIn, scalar(KILN_INT32)}) == "");
  CHECK(cuda("float* a, const float* __restrict__ b, int n, float f", {kOut, kIn, scalar(KILN_FLOAT32), kBytes})
            .find("parameter 3 is declared scalar float32, the source has 'int n'") != std::string::npos);
  CHECK(cuda("const double* a", {kIn}).find("which is float64") != std::string::npos);
  CHECK(cuda("void* a, float *local, float *constant", {kOut, kOut, kOut}) == "");
  CHECK(cuda("int* a", {input(KILN_INT32), kDynamic}) == "");
  CHECK(cuda("int* a, unsigned at", {input(KILN_INT32), kLocal}) == "");
  CHECK(cuda("int* a", {input(KILN_INT32), kLocal}).find("got 2 parameters, expected 1") != std::string::npos);
}

TEST_CASE("macros and type definitions that are plain are followed") {
  const auto refused = [](const std::string& text, base::DType dtype, std::vector<std::string> options = {}) {
    return refusal(text, kPortable, {scalar(dtype)}, std::move(options)) != "";
  };
  const std::string kernel = "KILN_KERNEL void k(real x) { }";
  CHECK(refused("#define real float\n" + kernel, KILN_INT32));
  CHECK(!refused("#define real float\n" + kernel, KILN_FLOAT32));
  CHECK(refused("#define r2 float // x\n#define real /* y */ r2\n" + kernel, KILN_INT32));
  CHECK(refused("typedef float real;\n" + kernel, KILN_INT32));
  CHECK(!refused("typedef float real;\n" + kernel, KILN_FLOAT32));
  CHECK(refused(kernel, KILN_INT32, {"real=float"}));
  CHECK(refused("#ifndef real\n#define real int\n#endif\n" + kernel, KILN_INT32, {"real=float"}));
  CHECK(refusal("#define LIST float x, \\\n  int n\nKILN_KERNEL void k(LIST) { }", kPortable,
                {scalar(KILN_FLOAT32), scalar(KILN_FLOAT32)}) != "");
  // Not plain: passes, whatever it is.
  for (const char* text : {"#ifdef D\n#define real double\n#else\n#define real float\n#endif\n",
                           "#define real float\n#undef real\n#define real int\n", "#define real(x) float\n",
                           "#ifdef D\ntypedef double real;\n#else\ntypedef float real;\n#endif\n",
                           "typedef struct { int a; } real;\n", "typedef float real; typedef int real;\n", "",
                           "#define real real\n", "/* #define real float */\n", "// typedef float real;\n"}) {
    INFO(text);
    const auto found = signature_of(text + kernel, kPortable);
    for (const auto dtype : {KILN_INT32, KILN_FLOAT32})
      if (found) CHECK(!refused(text + kernel, dtype));
  }
}

TEST_CASE("names of types that stand for pointers are followed") {
  const auto in_opencl = [](const std::string& types, const std::string& list, Parameter declared) {
    return refusal(types + "__kernel void k(" + list + ") { }", kOpenclC, {declared});
  };
  const auto in_cuda = [](const std::string& types, const std::string& list, Parameter declared) {
    return refusal(types + "extern \"C\" __global__ void k(" + list + ") { }", kCudaC, {declared});
  };
  const std::string pointer = "typedef __global float* fptr;\n";
  for (const Parameter& array : {kIn, kOut, kBoth}) CHECK(in_opencl(pointer, "fptr a", array) == "");
  CHECK(in_opencl(pointer, "const fptr a", kOut) == "");  // the pointer is const, not what it points at
  CHECK(in_opencl(pointer, "fptr a", input(KILN_INT32)) ==
        "op: k: parameter 1 is declared input int32, the source has 'fptr a', which is float32");
  CHECK(in_opencl(pointer, "fptr a", scalar(KILN_FLOAT32)).find("expected a value") != std::string::npos);
  const std::string fixed = "typedef __global const float* fixed;\n";
  CHECK(in_opencl(fixed, "fixed a", kIn) == "");
  CHECK(in_opencl(fixed, "fixed a", kOut).find("that is not const") != std::string::npos);
  CHECK(in_opencl("typedef __local float* shared;\n", "shared a", kLocal) == "");
  CHECK(in_opencl("typedef __local float* shared;\n", "shared a", kIn) != "");
  CHECK(in_opencl("typedef float real;\ntypedef __global real* rptr;\n", "rptr a", kIn) == "");
  CHECK(in_opencl("typedef const float real;\n", "__global real* a", kOut).find("not const") != std::string::npos);
  for (const char* types : {"using real = float;\n", "typedef float real;\n", "namespace n {\nusing real = float;\n}\n",
                            "extern \"C\" {\ntypedef float real;\n}\n"}) {
    INFO(types);
    CHECK(in_cuda(types, "real x", scalar(KILN_FLOAT32)) == "");
    CHECK(in_cuda(types, "real x", scalar(KILN_INT32)).find("which is float32") != std::string::npos);
    CHECK(in_cuda(types, "real x", kIn).find("a pointer to the device's memory") != std::string::npos);
    CHECK(in_cuda(types, "real* x", kOut) == "");
    CHECK(in_cuda(types, "const real* x", kOut) != "");
    CHECK(in_cuda(types, "real* x", input(KILN_INT32)).find("which is float32") != std::string::npos);
  }
  for (const char* types :
       {"using fptr = float*;\n", "typedef float* fptr;\n", "using real = float;\nusing fptr = real*;\n"}) {
    INFO(types);
    CHECK(in_cuda(types, "fptr a", kOut) == "");
    CHECK(in_cuda(types, "fptr a, fptr b", kOut).find("got 1 parameter, expected 2") != std::string::npos);
    CHECK(in_cuda(types, "fptr a", input(KILN_INT32)).find("which is float32") != std::string::npos);
    CHECK(in_cuda(types, "fptr a", scalar(KILN_FLOAT32)).find("expected a value") != std::string::npos);
  }
  // The portable dialect has macros for pointers.
  CHECK(refusal("typedef KILN_GLOBAL float* fptr;\nKILN_KERNEL void k(fptr a) { }", kPortable, {kIn}) != "");
  // A structure is a value, whatever it has.
  for (const char* types : {"struct pair { int a, b; };\n", "typedef struct { int a, b; } pair;\n",
                            "typedef struct pair { int a; float* b; } pair;\n", "enum pair { one, two };\n",
                            "struct pair;\ntypedef struct pair pair;\n"}) {
    INFO(types);
    CHECK(in_cuda(types, "pair a", kBytes) == "");
    CHECK(in_cuda(types, "pair a", kIn).find("a pointer to the device's memory") != std::string::npos);
    CHECK(in_cuda(types, "pair* a", kIn) == "");
  }
  CHECK(in_cuda("typedef struct { int a; } *pair;\n", "pair a", kIn) == "");
  // What such a name stands for is not known: nothing is refused.
  for (const char* types :
       {"", "typedef float *type, other;\n", "typedef float other, *type;\n", "typedef float type[4];\n",
        "typedef void (*type)(float);\n", "template <class T> using type = T*;\n", "using type = decltype(1.0f);\n",
        "#ifdef A\ntypedef float* type;\n#else\ntypedef int type;\n#endif\n",
        "typedef float* type;\nusing type = int;\n", "void f() { typedef float type; }\n",
        "struct s { using type = int; };\n", "using std::type;\n", "typedef vector<float> type;\n",
        "typedef type type;\n", "typedef float type", "using type = float", "using type ="}) {
    INFO(types);
    for (const Parameter& declared : {kIn, kOut, scalar(KILN_FLOAT32), scalar(KILN_INT32), kBytes, kLocal}) {
      const std::string source = std::string(types) + "\n__global__ void k(type a) { }";
      if (signature_of(source, kCudaC)) CHECK(refusal(source, kCudaC, {declared}) == "");
    }
  }
  CHECK(in_cuda("typedef void (*fn)(float, int);\n", "float x", scalar(KILN_INT32)) != "");
}

TEST_CASE("where the text does not tell how many parameters there are, nothing is said") {
  for (const char* text :
       {"KILN_KERNEL void k(ARGUMENTS) { }", "KILN_KERNEL void k(float x, MORE) { }",
        "KILN_KERNEL void k(P(float)) { }", "KILN_KERNEL void k(float x\n#ifdef MORE\n, int n\n#endif\n) { }",
        "#ifdef A\nKILN_KERNEL void k(int n) { }\n#else\nKILN_KERNEL void k(float n) { }\n#endif\n",
        "KERNEL void k(int n) { }", "KILN_KERNEL void k(int n);", "// KILN_KERNEL void k(int n) { }",
        "const char *s = \"KILN_KERNEL void k(int n) { }\";", "KILN_KERNEL void other(int n) { k(1); }",
        "#define M(n) KILN_KERNEL void n(int x) { }\nM(k)", "KILN_KERNEL void k(int n", "KILN_KERNEL void k(", "k(",
        "("}) {
    INFO(text);
    CHECK(!signature_of(text, kPortable));
  }
  const auto several = array::read_signatures(
      "/* a kernel */ __attribute__((reqd_work_group_size(64, 1, 1))) KILN_KERNEL void a(int n);\n"
      "KILN_KERNEL void a(int n) { if (n) f(n); }\nKILN_FUNCTION void f(int n, int m) { }\n"
      "KILN_KERNEL __attribute__((reqd_work_group_size(64, 1, 1))) void k(int n, float f) { f(n); }",
      array::language_of(kPortable), {});
  CHECK(std::count_if(several.begin(), several.end(), [](const auto& s) {
          return (s.kernel == "a" && s.parameters.size() == 1) || (s.kernel == "k" && s.parameters.size() == 2);
        }) == 2);
}

TEST_CASE("any text is read to its end") {
  // Deep and wide macros end; long parameters are quoted in part.
  std::string text = "#define a0 int\n";
  for (int i = 1; i < 30; ++i)
    text += "#define a" + std::to_string(i) + " a" + std::to_string(i - 1) + " a" + std::to_string(i - 1) + "\n";
  CHECK(!signature_of(text + "KILN_KERNEL void k(a29 x) { }", kPortable));
  const auto long_name = signature_of("KILN_KERNEL void k(int " + std::string(5000, 'x') + ") { }", kPortable);
  REQUIRE(long_name);
  CHECK(long_name->parameters[0].text.size() < 200);
  const std::string whole =
      "KILN_KERNEL void k(KILN_ARG(const float, a), int n[2], std::x<y, z> q) { \"\\\"\" '\\'' #\n}";
  for (std::size_t n = 0; n <= whole.size(); ++n)
    for (const auto language : {kPortable, kOpenclC, kCudaC})
      array::read_signatures(whole.substr(0, n), array::language_of(language), std::vector<std::string>{"A", "B="});
}
