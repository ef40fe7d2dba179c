// SPDX-License-Identifier: Apache-2.0
// Kernels: gpukernel_*. Kiln gets buffers as arrays of their bytes, and scalars as the bytes in the caller's
// memory.
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "compat/cluda/cluda.hpp"
#include "compat/objects.hpp"

namespace kiln::compat {

namespace {

std::string join(unsigned count, const char** strings, const std::size_t* lengths, const char* operation) {
  if (count == 0) fail(GA_VALUE_ERROR, "{}: no source", operation);
  require(strings, operation, "the strings");
  std::string source;
  for (unsigned i = 0; i < count; ++i) {
    require(strings[i], operation, "a string");
    source.append(strings[i], lengths && lengths[i] != 0 ? lengths[i] : std::strlen(strings[i]));
  }
  return source;
}

void check_flags(const gpucontext& context, int flags, const char* operation) {
  const bool opencl = context.backend == Backend::opencl;
  if (flags & (opencl ? GA_USE_CUDA : GA_USE_OPENCL))
    fail(GA_DEVSUP_ERROR, "{}: the source is {} and the device is {}", operation, opencl ? "CUDA C" : "OpenCL C",
         context.properties.device);
  if (flags & GA_USE_COMPLEX) fail(GA_UNSUPPORTED_ERROR, "{}: kernels have no complex types", operation);
  if ((flags & GA_USE_DOUBLE) && !context.properties.has_float64)
    fail(GA_DEVSUP_ERROR, "{}: {} has no double precision", operation, context.properties.name);
}

// Kiln's build log without its listing of the source, which contains cluda.h.
std::string_view compiler_log(std::string_view log) {
  return log.substr(0, std::min(log.find("\n    1 | "), log.size()));
}

// The compiler's log and the caller's source with numbered lines.
std::string describe_failure(std::string_view log, std::string_view source) {
  std::string text = fmt::format("Program build failure ::\n{}\n", compiler_log(log));
  for (int line = 1; !source.empty(); ++line) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    text += fmt::format("{:04}\t{}\n", line, source.substr(0, end));
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  return text;
}

// A copy that the caller frees with free(); NULL if there is no memory for it.
char* allocated_copy(const std::string& text) noexcept {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

OwnedProgram compile(gpucontext& context, const std::string& source, const char* operation, char** err_str) {
  const std::string text = with_cluda(context, source, operation);
  kiln_program program = nullptr;
  const bool opencl = context.backend == Backend::opencl;
  const kiln_status status = kiln_program_create(
      context.context.get(), text.c_str(), opencl ? KILN_LANGUAGE_OPENCL_C : KILN_LANGUAGE_CUDA_C,
      opencl ? "-DKILN_UNCHECKED_PARAMETERS -DKILN_SCALAR_BUILTINS" : "-DKILN_UNCHECKED_PARAMETERS", &program);
  if (status == KILN_BUILD_ERROR) {
    kiln_error_info info;
    kiln_last_error(&info);
    const std::string description = describe_failure(info.build_log, source);
    if (err_str) *err_str = allocated_copy(description);
    fail(GA_IMPL_ERROR, "{}: {}\n{}", operation, info.message, description);
  }
  check(status, operation);
  return OwnedProgram(program);
}

OwnedKernel find_kernel(const OwnedProgram& program, const char* name, const std::vector<kiln_parameter>& parameters,
                        const char* operation) {
  kiln_kernel kernel = nullptr;
  const kiln_status status = kiln_kernel_create(program.get(), name, parameters.size(), parameters.data(), &kernel);
  if (status == KILN_INVALID_ARGUMENT) {
    kiln_error_info info;
    kiln_last_error(&info);
    fail(GA_IMPL_ERROR, "{}: {}", operation, info.message);
  }
  check(status, operation);
  return OwnedKernel(kernel);
}

std::size_t value_places(int typecode) {
  if (typecode == GA_BUFFER) return 0;
  return (gpuarray_get_elsize(typecode) + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t);
}

std::unique_ptr<_gpukernel> build(gpucontext& context, const std::string& source, const char* name,
                                  std::span<const int> types, const char* operation, char** err_str) {
  auto made = std::make_unique<_gpukernel>();
  made->name = name;
  made->types.assign(types.begin(), types.end());
  std::vector<kiln_parameter> parameters;
  std::size_t places = 0;
  for (const int typecode : types) {
    if (!known_type(typecode))
      fail(GA_INVALID_ERROR, "{}: argument {} of '{}' has the unknown typecode {}", operation, parameters.size(), name,
           typecode);
    parameters.push_back({typecode == GA_BUFFER ? KILN_PARAMETER_INPUT_OUTPUT : KILN_PARAMETER_BYTES, KILN_UINT8});
    places += value_places(typecode);
  }
  made->program = compile(context, source, operation, err_str);
  const bool opencl = context.backend == Backend::opencl;
  if (opencl) made->kernel = find_kernel(made->program, name, parameters, operation);
  parameters.push_back({opencl ? KILN_PARAMETER_LOCAL : KILN_PARAMETER_DYNAMIC_LOCAL, KILN_UINT8});
  made->kernel_with_shared = find_kernel(made->program, name, parameters, operation);
  check(kiln_kernel_get_properties(made->kernel_with_shared.get(), &made->properties), operation);
  made->arguments.resize(types.size());
  made->values.resize(places);
  made->context = &context;
  retain(&context);
  return made;
}

kiln_kernel_argument argument_of(const gpukernel& kernel, std::size_t index, void* given, const char* operation) {
  kiln_kernel_argument argument;
  const int typecode = kernel.types[index];
  if (!given) [[unlikely]]
    fail(misuse_code(kernel.context), "{}: argument {} of '{}' is NULL or not set", operation, index, kernel.name);
  if (typecode == GA_BUFFER)
    argument.array = static_cast<gpudata*>(given)->bytes.get();
  else
    argument.bytes = {given, gpuarray_get_elsize(typecode)};
  return argument;
}

void call(gpukernel& kernel, unsigned n, const std::size_t* gs, const std::size_t* ls, std::size_t shared, void** args,
          const char* operation) {
  if (n > 3) fail(GA_VALUE_ERROR, "{}: {} dimensions, expected 1 to 3", operation, n);
  if (n == 0) fail(GA_IMPL_ERROR, "{}: no dimensions, expected 1 to 3", operation);
  require(gs, operation, "gs");
  require(ls, operation, "ls");
  std::size_t global[3];
  for (unsigned i = 0; i < n; ++i)
    if (__builtin_mul_overflow(gs[i], ls[i], &global[i]))
      fail(GA_XLARGE_ERROR, "{}: {} groups of {} work-items", operation, gs[i], ls[i]);
  const std::size_t count = kernel.types.size();
  kiln_kernel_argument arguments[kMostArguments + 1];
  void* const* const given = args ? args : kernel.arguments.data();
  for (std::size_t i = 0; i < count; ++i) arguments[i] = argument_of(kernel, i, given[i], operation);
  const bool with_shared = shared > 0 || !kernel.kernel;
  if (with_shared) arguments[count].local_bytes = shared;
  const kiln_status status = kiln_kernel_launch(with_shared ? kernel.kernel_with_shared.get() : kernel.kernel.get(), n,
                                                global, ls, count + with_shared, arguments);
  if (status == KILN_INVALID_ARGUMENT) [[unlikely]] {
    // libgpuarray leaves this check to the driver.
    kiln_error_info info;
    kiln_last_error(&info);
    fail(GA_IMPL_ERROR, "{}: {}", operation, info.message);
  }
  check(status, operation);
}

}  // namespace

}  // namespace kiln::compat

using namespace kiln::compat;

extern "C" {

gpukernel* gpukernel_init(gpucontext* ctx, unsigned int count, const char** strings, const size_t* lengths,
                          const char* fname, unsigned int numargs, const int* typecodes, int flags, int* ret,
                          char** err_str) {
  if (err_str) *err_str = nullptr;
  return guard_pointer(ctx, ret, [&] {
    constexpr const char* kOperation = "gpukernel_init";
    require(ctx, kOperation, "the context");
    require(fname, kOperation, "the kernel's name");
    if (numargs > 0) require(typecodes, kOperation, "the typecodes");
    if (numargs > kMostArguments)
      fail(GA_VALUE_ERROR, "{}: {} arguments, at most {} are possible", kOperation, numargs, kMostArguments);
    const std::string source = join(count, strings, lengths, kOperation);
    check_flags(*ctx, flags, kOperation);
    return build(*ctx, source, fname, {typecodes, numargs}, kOperation, err_str).release();
  });
}

void gpukernel_retain(gpukernel* k) {
  if (k) k->references.fetch_add(1, std::memory_order_relaxed);
}

void gpukernel_release(gpukernel* k) {
  if (!k || k->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  gpucontext* const context = k->context;
  delete k;
  release(context);
}

int gpukernel_setarg(gpukernel* k, unsigned int i, void* a) {
  return guard(context_of(k), [&] {
    constexpr const char* kOperation = "gpukernel_setarg";
    require(k, kOperation, "the kernel");
    if (i >= k->types.size())
      fail(misuse_code(k->context), "{}: argument {} of '{}', which has {}", kOperation, i, k->name, k->types.size());
    require(a, kOperation, "the argument");
    if (k->types[i] == GA_BUFFER) {
      k->arguments[i] = a;
      return;
    }
    std::size_t place = 0;
    for (unsigned before = 0; before < i; ++before) place += value_places(k->types[before]);
    std::memcpy(&k->values[place], a, gpuarray_get_elsize(k->types[i]));
    k->arguments[i] = &k->values[place];
  });
}

int gpukernel_call(gpukernel* k, unsigned int n, const size_t* gs, const size_t* ls, size_t shared, void** args) {
  return guard(context_of(k), [&] {
    require(k, "gpukernel_call", "the kernel");
    call(*k, n, gs, ls, shared, args, "gpukernel_call");
  });
}

}  // extern "C"
