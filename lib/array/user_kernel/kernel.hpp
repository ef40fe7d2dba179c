// SPDX-License-Identifier: Apache-2.0
// Kernels that the program writes: a compiled source, its kernels with typed parameters, and checked launches, for
// which Kiln chooses group sizes where none are given. Both objects hold their context. A launch allocates no memory.
#pragma once

#include <kiln/kernel.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "array/array.hpp"
#include "array/user_kernel/kernel_source.hpp"
#include "runtime/program.hpp"

namespace kiln::array {

inline constexpr std::size_t kFewParameters = 16, kMaxParameters = 256;
inline constexpr std::size_t kMaxSourceBytes = std::size_t(1) << 20;

class Program final : public base::RefCounted {
 public:
  // `options` holds -DNAME and -DNAME=VALUE, separated by spaces.
  static Ref<Program> create(runtime::Context& context, std::string_view source, kiln_language code,
                             std::string_view options, const char* operation);
  runtime::Context& context() const noexcept { return *context_; }
  runtime::Program& program() const noexcept { return *program_; }
  const Language& language() const noexcept { return language_; }
  // The parameters of a kernel as the source declares them; null where the source could not be read
  // (kernel_source.hpp).
  const KernelSignature* signature(std::string_view kernel) const noexcept;

 private:
  Program(Ref<runtime::Context> context, runtime::Program* program, const Language& language,
          std::vector<KernelSignature> signatures)
      : context_(std::move(context)), program_(program), language_(language), signatures_(std::move(signatures)) {}
  Ref<runtime::Context> context_;
  runtime::Program* program_;
  const Language& language_;
  std::vector<KernelSignature> signatures_;
};

struct Parameter {
  kiln_parameter_kind kind;
  DType dtype;
  std::string name = {};  // in the source, "" where that is not known
};
constexpr bool is_typed(kiln_parameter_kind kind) noexcept { return kind <= KILN_PARAMETER_SCALAR; }

// One argument of a launch. Only the member for the parameter's kind is read; a scalar has the parameter's dtype.
struct KernelArgument {
  Array* array = nullptr;
  Scalar scalar;
  std::size_t local_bytes = 0;
  std::span<const std::byte> bytes;
};

class Kernel final : public base::RefCounted {
 public:
  static Ref<Kernel> create(Program& program, const char* name, std::vector<Parameter> parameters,
                            const char* operation);
  const std::string& name() const noexcept { return kernel_->name; }
  const backend::KernelInfo& info() const noexcept { return kernel_->info; }
  const std::vector<Parameter>& parameters() const noexcept { return parameters_; }
  // For messages.
  std::string parameter_list() const;                                         // "3: x, factor, n"
  std::string argument_text(std::size_t index, const char* operation) const;  // "launch: scale: argument 2 ('factor')"
  // Queues the kernel over 1 to 3 global sizes. If `local` is empty, Kiln chooses the groups and rounds the
  // global sizes up. There is one argument for each parameter.
  void launch(std::span<const std::size_t> global, std::span<const std::size_t> local,
              std::span<const KernelArgument> arguments, const char* operation) const;

 private:
  struct Pack;
  template <std::size_t room>
  struct PackOf;
  Kernel(Ref<Program> program, const runtime::Kernel* kernel, std::vector<Parameter> parameters)
      : program_(std::move(program)), kernel_(kernel), parameters_(std::move(parameters)) {}
  std::string declared() const;  // the parameters, for messages
  void pack_array(std::size_t index, Array* array, Pack& pack, const char* operation) const;
  void pack_arguments(std::span<const KernelArgument> arguments, Pack& pack, const char* operation) const;
  template <std::size_t room>
  void launch_with(std::span<const std::size_t> global, std::span<const std::size_t> local,
                   std::span<const KernelArgument> arguments, const char* operation) const;
  Ref<Program> program_;
  const runtime::Kernel* kernel_;
  std::vector<Parameter> parameters_;
};

// A parameter as messages show it, such as "scalar int32".
std::string parameter_text(const Parameter& parameter);
// Compares the declared parameters with those in the source, and notes their names. Throws KILN_INVALID_ARGUMENT for
// another number of them, and KILN_TYPE_ERROR for another type.
void check_parameters(const KernelSignature& signature, const Language& language, std::span<Parameter> declared,
                      const char* operation);
// What an error of the compiler may mean: a pointer without the portable dialect's macros. "" if there is none.
std::string build_hint(std::string_view source, std::span<const KernelSignature> signatures);

// Splits a text of options into its -D definitions. Throws KILN_INVALID_ARGUMENT if it holds another option.
std::vector<std::string> parse_definitions(std::string_view options, const char* operation);

// Checks or chooses the work-group sizes of a launch by the limits of device and kernel, and fills in launch.global and
// launch.local. Throws KILN_INVALID_ARGUMENT for sizes beyond the limits. If `local` is empty, no global size may be 0.
void choose_geometry(const backend::DeviceProperties& device, const backend::KernelInfo& kernel,
                     std::span<const std::size_t> global, std::span<const std::size_t> local, backend::Launch& launch,
                     const char* operation);

}  // namespace kiln::array
