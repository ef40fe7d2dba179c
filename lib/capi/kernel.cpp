// SPDX-License-Identifier: Apache-2.0
// kiln/kernel.h: kernels that the program writes.

#include "array/user_kernel/kernel.hpp"

#include "base/text.hpp"
#include "capi/guard.hpp"

using namespace kiln;
using namespace kiln::capi;
using array::Kernel;
using array::KernelArgument;
using array::Program;

namespace {

KernelArgument argument_of(const Kernel& kernel, std::size_t index, const kiln_kernel_argument& from,
                           const char* operation) {
  const array::Parameter& parameter = kernel.parameters()[index];
  KernelArgument to;
  if (parameter.kind == KILN_PARAMETER_LOCAL || parameter.kind == KILN_PARAMETER_DYNAMIC_LOCAL) {
    to.local_bytes = from.local_bytes;
  } else if (parameter.kind == KILN_PARAMETER_BYTES) {
    to.bytes = {static_cast<const std::byte*>(from.bytes.data), from.bytes.data ? from.bytes.size : 0};
  } else if (parameter.kind != KILN_PARAMETER_SCALAR) {
    to.array = to_object(from.array);
  } else {
    to.scalar = scalar_of(from, parameter.dtype, [&] { return kernel.argument_text(index, operation); });
  }
  return to;
}

std::vector<array::Parameter> parameters_of(std::size_t count, const kiln_parameter* given, const char* operation) {
  if (count > array::kMaxParameters)
    fail(KILN_INVALID_ARGUMENT, "{}: too many parameters, got {}, expected at most {}", operation, count,
         array::kMaxParameters);
  if (count > 0) require(given, operation, "parameters");
  std::vector<array::Parameter> parameters;
  for (std::size_t i = 0; i < count; ++i) {
    const int kind = number_of(given[i].kind);
    if (kind < KILN_PARAMETER_INPUT || kind > KILN_PARAMETER_DYNAMIC_LOCAL)
      fail(KILN_INVALID_ARGUMENT, "{}: parameter {} has an unknown kind, got {}", operation, i + 1, kind);
    const auto known = static_cast<kiln_parameter_kind>(kind);
    const DType dtype =
        array::is_typed(known) ? check_dtype(given[i].dtype, operation, "a parameter's dtype") : KILN_INT8;
    parameters.push_back({known, dtype});
  }
  return parameters;
}

// Launches a kernel that has at most `room` parameters. Most have few, so their launches need little stack.
template <std::size_t room>
void launch_with(const Kernel& kernel, std::span<const std::size_t> global, std::span<const std::size_t> local,
                 std::span<const kiln_kernel_argument> arguments, const char* operation) {
  KernelArgument converted[room];
  for (std::size_t i = 0; i < arguments.size(); ++i) converted[i] = argument_of(kernel, i, arguments[i], operation);
  kernel.launch(global, local, {converted, arguments.size()}, operation);
}

}  // namespace

extern "C" {

kiln_status kiln_program_create(kiln_context context, const char* source, kiln_language language, const char* options,
                                kiln_program* out) {
  return guard_new(__func__, out, context, "context", [&](const char* op, auto& owner) {
    require(source, op, "source");
    const auto known =
        check_enum(language, KILN_LANGUAGE_PORTABLE, array::kLastLanguage, op, "language", "kiln_language");
    return Program::create(owner, source, known, options ? options : "", op);
  });
}

kiln_program kiln_program_retain(kiln_program program) { return retain(program); }
void kiln_program_release(kiln_program program) { release(program); }

kiln_status kiln_kernel_create(kiln_program program, const char* name, size_t count, const kiln_parameter* parameters,
                               kiln_kernel* out) {
  return guard_new(__func__, out, program, "program", [&](const char* op, auto& used) {
    require(name, op, "name");
    return Kernel::create(used, name, parameters_of(count, parameters, op), op);
  });
}

kiln_kernel kiln_kernel_retain(kiln_kernel kernel) { return retain(kernel); }
void kiln_kernel_release(kiln_kernel kernel) { release(kernel); }

kiln_status kiln_kernel_get_properties(kiln_kernel kernel, kiln_kernel_properties* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const auto& info = use(kernel, op, "kernel").info();
    return kiln_kernel_properties{0, info.max_local_size, info.preferred_multiple, info.local_memory};
  });
}

kiln_status kiln_kernel_parameter_name(kiln_kernel kernel, size_t index, const char** out) {
  return guard_get(__func__, out, "out", kernel, "kernel", [&](const char* op, const auto& used) {
    const std::size_t count = used.parameters().size();
    if (index >= count) fail(KILN_INDEX_ERROR, "{}: index is {}, expected less than {}", op, index, count);
    return used.parameters()[index].name.c_str();
  });
}

kiln_status kiln_kernel_launch(kiln_kernel kernel, size_t ndim, const size_t* global, const size_t* local, size_t count,
                               const kiln_kernel_argument* arguments) {
  return guard(__func__, kernel, "kernel", [&](const char* op, const auto& used) {
    const auto& parameters = used.parameters();
    if (ndim < 1 || ndim > 3) fail(KILN_INVALID_ARGUMENT, "{}: ndim is {}, expected 1 to 3", op, ndim);
    require(global, op, "global");
    if (count != parameters.size())
      fail(KILN_INVALID_ARGUMENT, "{}: {}: wrong number of arguments, got {}, expected {}", op,
           base::excerpt(used.name()), count, used.parameter_list());
    if (count > 0) require(arguments, op, "arguments");
    const auto launch =
        count <= array::kFewParameters ? launch_with<array::kFewParameters> : launch_with<array::kMaxParameters>;
    launch(used, {global, ndim}, {local, local ? ndim : 0}, {arguments, count}, op);
  });
}

}  // extern "C"
