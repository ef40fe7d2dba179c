// SPDX-License-Identifier: Apache-2.0
// Kernels of the user's own: a compiled source, its kernels with typed parameters, checked launches and
// proposed geometry. Both objects hold their context; a launch allocates no memory.
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
  // What the source tells of the kernel's parameters; null: nothing.
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
};
constexpr bool is_typed(kiln_parameter_kind kind) noexcept { return kind <= KILN_PARAMETER_SCALAR; }

// The member that the parameter's kind asks for; a scalar has the parameter's dtype.
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
  // 1 to 3 global sizes; `local` empty: proposed, and global is rounded up. As many arguments as parameters.
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

// "scalar int32".
std::string parameter_text(const Parameter& parameter);
// Throws KILN_INVALID_ARGUMENT or KILN_TYPE_ERROR where the source says that its kernel has others.
void check_parameters(const KernelSignature& signature, const Language& language, std::span<const Parameter> declared,
                      const char* operation);

// The definitions of an options text. Throws KILN_INVALID_ARGUMENT for anything else.
std::vector<std::string> parse_definitions(std::string_view options, const char* operation);

// Work-group geometry of a device and a kernel: fills launch.global and launch.local. Throws
// KILN_INVALID_ARGUMENT for sizes beyond the limits. Without `local` no global size is 0.
void choose_geometry(const backend::DeviceProperties& device, const backend::KernelInfo& kernel,
                     std::span<const std::size_t> global, std::span<const std::size_t> local, backend::Launch& launch,
                     const char* operation);

}  // namespace kiln::array
