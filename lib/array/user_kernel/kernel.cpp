// SPDX-License-Identifier: Apache-2.0
// Compiles users' programs, checks the arguments of their kernels, and launches them.
#include "array/user_kernel/kernel.hpp"

#include <algorithm>
#include <cstring>

#include "array/launch/destination.hpp"
#include "base/checked.hpp"
#include "base/text.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::array {

namespace {

void check_language(const runtime::Context& context, const Language& language, const char* operation) {
  const Language& devices = language_of(context.properties().dialect);
  if (language.portable || language.code == devices.code) return;
  fail(KILN_UNSUPPORTED, "{}: {} runs {}, got {}, expected KILN_LANGUAGE_PORTABLE or the device's own", operation,
       context.device(), devices.name, language.constant);
}

// The languages in which a launch may give local memory, for messages.
std::string dynamic_local_languages() {
  std::vector<std::string> names;
  for (const Language& language : kLanguages)
    if (language.dynamic_local) names.emplace_back(language.constant);
  return base::join(names, " or ");
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Values go to the vendor's option parser, so they may hold nothing that it treats specially.
bool is_plain(char c) { return c > ' ' && c < 127 && c != '"' && c != '\'' && c != '\\' && c != '`' && c != '$'; }

bool is_definition(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return false;
  std::size_t i = 1;
  while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
  if (i < text.size() && text[i] != '=') return false;
  return std::all_of(text.begin() + std::ptrdiff_t(i), text.end(), is_plain);
}

}  // namespace

std::vector<std::string> parse_definitions(std::string_view options, const char* operation) {
  std::vector<std::string> definitions;
  while (!options.empty()) {
    const std::size_t end = std::min(options.find(' '), options.size());
    const std::string_view token = options.substr(0, end);
    options.remove_prefix(std::min(end + 1, options.size()));
    if (token.empty()) continue;
    if (!token.starts_with("-D") || !is_definition(token.substr(2)))
      fail(KILN_INVALID_ARGUMENT, "{}: options may hold only -DNAME and -DNAME=VALUE, got '{}'", operation, token);
    definitions.emplace_back(token.substr(2));
  }
  return definitions;
}

Ref<Program> Program::create(runtime::Context& context, std::string_view source, kiln_language code,
                             std::string_view options, const char* operation) {
  const Language& language = language_of(code);
  check_language(context, language, operation);
  if (source.size() > kMaxSourceBytes)
    fail(KILN_INVALID_ARGUMENT, "{}: source is too long, got {} bytes, expected at most {}", operation, source.size(),
         kMaxSourceBytes);
  backend::Source text;
  text.defines = parse_definitions(options, operation);
  // This definition is for Kiln alone: the caller gives parameters as bytes and answers for their types.
  const bool unchecked = std::erase(text.defines, "KILN_UNCHECKED_PARAMETERS") > 0;
  std::vector<KernelSignature> signatures;
  if (!unchecked) signatures = read_signatures(source, language, text.defines);
  // Without KILN_ANY_BUILTINS the OpenCL backend may declare just the built-in functions that the library's kernels
  // call (its declares_builtins()).
  if (std::find(text.defines.begin(), text.defines.end(), "KILN_SCALAR_BUILTINS") == text.defines.end())
    text.defines.emplace_back("KILN_ANY_BUILTINS");
  text.text = source;
  text.fast_math = context.options().fast_math;
  text.raw = !language.portable;
  runtime::Program* program = nullptr;
  try {
    program = context.program(text, operation);
  } catch (const backend::Error& error) {
    const std::string hint = error.status() == KILN_BUILD_ERROR ? build_hint(source, signatures) : std::string();
    if (hint.empty()) throw;
    throw backend::Error(error.status(), error.message() + hint, error.vendor_code(), error.log());
  }
  return Ref<Program>::adopt(new Program(Ref(&context), program, language, std::move(signatures)));
}

const KernelSignature* Program::signature(std::string_view kernel) const noexcept {
  const auto found = std::find_if(signatures_.begin(), signatures_.end(),
                                  [&](const KernelSignature& one) { return one.kernel == kernel; });
  return found == signatures_.end() ? nullptr : &*found;
}

Ref<Kernel> Kernel::create(Program& program, const char* name, std::vector<Parameter> parameters,
                           const char* operation) {
  for (const auto& parameter : parameters) {
    if (is_typed(parameter.kind)) check_dtype(program.context(), parameter.dtype, operation);
    if (parameter.kind == KILN_PARAMETER_DYNAMIC_LOCAL && !program.language().dynamic_local)
      fail(KILN_UNSUPPORTED, "{}: KILN_PARAMETER_DYNAMIC_LOCAL of a program in {}, expected {}", operation,
           program.language().constant, dynamic_local_languages());
  }
  const runtime::Kernel* kernel = program.program().kernel(name, operation);
  if (const KernelSignature* const signature = program.signature(name))
    check_parameters(*signature, program.language(), parameters, operation);
  return Ref<Kernel>::adopt(new Kernel(Ref(&program), kernel, std::move(parameters)));
}

// What a launch hands to the runtime; scalars are stored beside their arguments.
struct Kernel::Pack {
  using Value = unsigned char[16];
  backend::Argument* arguments;  // room for two of each parameter
  Value* values;
  runtime::BufferUse* uses;
  std::size_t argument_count = 0, use_count = 0;
  std::uint64_t local_bytes = 0;
  std::size_t dynamic_local = 0;
  Ref<runtime::Buffer> placeholder;  // stands for arrays without memory
  void push(const backend::Argument& argument) { arguments[argument_count++] = argument; }
};

template <std::size_t room>
struct Kernel::PackOf : Pack {
  backend::Argument argument_room[2 * room];
  alignas(16) Value value_room[room];
  runtime::BufferUse use_room[room];
  PackOf() : Pack{argument_room, value_room, use_room} {}
};

std::string Kernel::argument_text(std::size_t index, const char* operation) const {
  const std::string& own = parameters_[index].name;
  return fmt::format("{}: {}: argument {}{}", operation, base::excerpt(name()), index + 1,
                     own.empty() ? "" : " ('" + base::excerpt(own) + "')");
}

std::string Kernel::parameter_list() const {
  constexpr std::size_t kMostShown = 8;
  std::string text = std::to_string(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size() && i < kMostShown; ++i) {
    const Parameter& one = parameters_[i];
    text += (i ? ", " : ": ") + (one.name.empty() ? parameter_text(one) : base::excerpt(one.name));
  }
  return parameters_.size() > kMostShown ? text + ", ..." : text;
}

void Kernel::pack_array(std::size_t index, Array* array, Pack& pack, const char* operation) const {
  const Parameter& parameter = parameters_[index];
  const auto where = [&] { return argument_text(index, operation); };
  if (!array) fail(KILN_INVALID_ARGUMENT, "{} is NULL", where());
  runtime::Context& context = program_->context();
  if (&array->context() != &context)
    refuse_context(where() + " is an array", array->context(), "the program's context", context);
  if (array->dtype() != parameter.dtype)
    fail(KILN_TYPE_ERROR, "{} has dtype {}, expected {}", where(), base::dtype_name(array->dtype()),
         parameter_text(parameter));
  const bool read = parameter.kind != KILN_PARAMETER_OUTPUT;
  const bool write = parameter.kind != KILN_PARAMETER_INPUT;
  if (write && !array->writable()) fail(KILN_READ_ONLY, "{} is written but the array is read-only", where());
  runtime::Buffer* buffer = &array->buffer();
  if (read && !buffer->kernel_readable())
    fail(KILN_INVALID_ARGUMENT, "{} is read but its buffer is KILN_BUFFER_WRITE_ONLY", where());
  if (write && !buffer->kernel_writable())
    fail(KILN_READ_ONLY, "{} is written but its buffer is KILN_BUFFER_READ_ONLY", where());

  std::int64_t offset = array->memory_offset();
  if (!buffer->memory()) {
    constexpr std::size_t kPlaceholderBytes = 256;
    if (!pack.placeholder) pack.placeholder = allocate(context, kPlaceholderBytes, operation);
    buffer = pack.placeholder.get();
    offset = std::int64_t(buffer->offset());
  }
  pack.uses[pack.use_count++] = {buffer, read, write};
  backend::Argument argument;
  argument.kind = backend::Argument::Kind::memory;
  argument.memory = buffer->memory();
  if (!program_->language().portable) {
    argument.offset = std::size_t(offset);
    // The backend keeps a handle of this buffer's part of the memory, so that the launch need not make one.
    // Recordings need the whole memory's handle.
    if (offset == std::int64_t(buffer->offset()) && offset != 0 && !runtime::Recording::Capture::of(context))
      if (const backend::MemoryHandle part = context.part(*buffer, operation)) {
        argument.memory = part;
        argument.offset = 0;
      }
    pack.push(argument);
    return;
  }
  // The portable dialect takes base and byte offset: OpenCL pointers into the middle of memory need alignment.
  pack.push(argument);
  std::memcpy(pack.values[index], &offset, sizeof offset);
  argument.kind = backend::Argument::Kind::value;
  argument.memory = nullptr;
  argument.value = pack.values[index];
  argument.size = sizeof offset;
  pack.push(argument);
}

void Kernel::pack_arguments(std::span<const KernelArgument> arguments, Pack& pack, const char* operation) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    backend::Argument argument;
    switch (parameters_[i].kind) {
      case KILN_PARAMETER_INPUT:
      case KILN_PARAMETER_OUTPUT:
      case KILN_PARAMETER_INPUT_OUTPUT:
        pack_array(i, arguments[i].array, pack, operation);
        break;
      case KILN_PARAMETER_SCALAR:
        arguments[i].scalar.store(pack.values[i]);
        argument.value = pack.values[i];
        argument.size = base::dtype_size(parameters_[i].dtype);
        pack.push(argument);
        break;
      case KILN_PARAMETER_LOCAL:
        if (arguments[i].local_bytes == 0)
          fail(KILN_INVALID_ARGUMENT, "{} asks for 0 bytes of local memory", argument_text(i, operation));
        pack.local_bytes = base::checked_add<std::uint64_t>(pack.local_bytes, arguments[i].local_bytes, operation);
        argument.kind = backend::Argument::Kind::local;
        argument.size = arguments[i].local_bytes;
        pack.push(argument);
        break;
      case KILN_PARAMETER_BYTES:
        if (arguments[i].bytes.empty()) fail(KILN_INVALID_ARGUMENT, "{} has no bytes", argument_text(i, operation));
        argument.value = arguments[i].bytes.data();
        argument.size = arguments[i].bytes.size();
        pack.push(argument);
        break;
      case KILN_PARAMETER_DYNAMIC_LOCAL:
        pack.local_bytes = base::checked_add<std::uint64_t>(pack.local_bytes, arguments[i].local_bytes, operation);
        pack.dynamic_local += arguments[i].local_bytes;
        break;
    }
  }
  const std::uint64_t available = program_->context().properties().local_memory;
  const std::uint64_t asked = base::checked_add<std::uint64_t>(pack.local_bytes, kernel_->info.local_memory, operation);
  if (pack.local_bytes > 0 && asked > available)
    fail(KILN_INVALID_ARGUMENT, "{}: {}: too much local memory, got {} bytes, expected at most {}", operation,
         base::excerpt(name()), asked, available);
}

void Kernel::launch(std::span<const std::size_t> global, std::span<const std::size_t> local,
                    std::span<const KernelArgument> arguments, const char* operation) const {
  if (arguments.size() != parameters_.size())
    fail(KILN_INVALID_ARGUMENT, "{}: {}: wrong number of arguments, got {}, expected {}", operation,
         base::excerpt(name()), arguments.size(), parameter_list());
  if (arguments.size() <= kFewParameters)
    launch_with<kFewParameters>(global, local, arguments, operation);
  else
    launch_with<kMaxParameters>(global, local, arguments, operation);
}

template <std::size_t room>
void Kernel::launch_with(std::span<const std::size_t> global, std::span<const std::size_t> local,
                         std::span<const KernelArgument> arguments, const char* operation) const {
  PackOf<room> pack;
  pack_arguments(arguments, pack, operation);
  const bool nothing = std::find(global.begin(), global.end(), std::size_t(0)) != global.end();
  if (nothing && local.empty()) return;
  backend::Launch launch;
  choose_geometry(program_->context().properties(), kernel_->info, global, local, launch, operation);
  if (nothing) return;  // no work-item runs; the given groups have been checked
  launch.arguments = pack.arguments;
  launch.argument_count = pack.argument_count;
  launch.dynamic_local = pack.dynamic_local;
  try {
    // Late errors name the kernel by this string, which lives as long as the context.
    program_->context().launch(*kernel_, launch, {pack.uses, pack.use_count}, kernel_->name.c_str());
  } catch (const backend::Error& error) {
    if (error.status() != KILN_INVALID_ARGUMENT) throw;
    // The vendor's message numbers the kernel's own arguments, of which one parameter may have two. So the
    // message also lists the declared parameters.
    throw backend::Error(error.status(), fmt::format("{}: {}; {}", operation, error.message(), declared()),
                         error.vendor_code(), error.log());
  }
}

std::string Kernel::declared() const {
  std::string text = "kiln_kernel_create was given (";
  for (std::size_t i = 0; i < parameters_.size(); ++i) text += (i > 0 ? ", " : "") + parameter_text(parameters_[i]);
  text += ")";
  if (program_->language().portable) text += ", where an array makes two of the kernel's arguments, pointer and offset";
  return text;
}

}  // namespace kiln::array
