// SPDX-License-Identifier: Apache-2.0
// Programs. Options are composed here from checked parts, and the prelude precedes the caller's text. A
// failed build throws an error with the log and the numbered source. Binaries are made and read here too.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "base/plugin/driver_support.hpp"
#include "base/text.hpp"
#include "kernels.hpp"
#include "opencl/context.hpp"
#include "opencl/program/builtins.hpp"

namespace kiln::opencl {
namespace {

// Some drivers abort the process when they get a binary that is not theirs. So a binary leaves with this header, and it
// reaches clCreateProgramWithBinary only if it comes back unharmed, for the same device and driver.
struct BinaryHeader {
  char magic[8];
  std::uint64_t digest;
};
constexpr char kBinaryMagic[8] = {'K', 'I', 'L', 'N', 'C', 'L', '0', '1'};
constexpr char kDraftMagic[8] = {'K', 'I', 'L', 'N', 'D', 'R', '0', '1'};

// Corrects the line numbers in the log of compilers that ignore #line and count the prelude's lines too: a
// ":LINE:" beyond the source's last line is reduced by `before`, the number of lines in front of the source.
std::string renumbered(const std::string& log, std::size_t before, std::size_t lines) {
  std::string out;
  for (std::size_t i = 0; i < log.size(); ++i) {
    out += log[i];
    if (log[i] != ':') continue;
    std::size_t end = i + 1, number = 0;
    while (end < log.size() && log[end] >= '0' && log[end] <= '9' && end - i < 9)
      number = number * 10 + std::size_t(log[end++] - '0');
    if (end == i + 1 || end >= log.size() || log[end] != ':') continue;
    if (number <= std::max(lines, before) || number - before > lines) continue;
    out += std::to_string(number - before);
    i = end - 1;
  }
  return out;
}

constexpr std::string_view kLineOne = "\n#line 1\n";

// The texts that the compiler reads before the source and the #line.
std::array<std::string, 2> texts_before(const backend::Source& source, bool declared_builtins) {
  return {declared_builtins ? builtins_for(source.text) : std::string(),
          source.raw ? std::string() : std::string(kernels::find("prelude_opencl.cl"))};
}

std::string log_of(cl_program program, cl_device_id device) noexcept {
  try {
    return build_log(program, device);
  } catch (const std::exception&) {
    return {};  // the failure that is being reported matters more
  }
}

}  // namespace

Program::~Program() {
  kernels.clear();
  if (draft) static_cast<void>(cl.clReleaseProgram(draft));
  if (program) static_cast<void>(cl.clReleaseProgram(program));
}

// PoCL parses Clang's opencl-c.h before each program, which is most of the work for a kernel of Kiln's. Defining the
// header's include guard leaves it out. A program that may call functions not declared here defines KILN_ANY_BUILTINS.
bool OpenclContext::declares_builtins(const backend::Source& source) const noexcept {
  return declared_builtins_.load(std::memory_order_relaxed) && !source.acquire_release &&
         std::find(source.defines.begin(), source.defines.end(), "KILN_ANY_BUILTINS") == source.defines.end();
}

std::string OpenclContext::build_options(const backend::Source& source) const {
  // Nobody reads the warnings of a kernel that builds, and PoCL counts them on the program's stderr.
  std::string options = (source.acquire_release ? "-cl-std=CL3.0" : standard_) + " -w";
  if (source.fast_math)
    options += " -cl-fast-relaxed-math";
  else if (correctly_rounded_)
    options += " -cl-fp32-correctly-rounded-divide-sqrt";
  if (source.max_registers > 0 && bounds_registers_)
    options += fmt::format(" -cl-nv-maxrregcount={}", source.max_registers);
  for (const std::string& define : source.defines) {
    base::check_define(define);
    options += " -D " + define;
  }
  return options;
}

void OpenclContext::build(cl_program program, const backend::Source& source, bool declared_builtins,
                          bool compile_only) {
  const std::string options = build_options(source);
  const auto build = [&](const std::string& all) {
    if (!compile_only) return cl.clBuildProgram(program, 1, &device_.id, all.c_str(), nullptr, nullptr);
    return cl.clCompileProgram(program, 1, &device_.id, all.c_str(), 0, nullptr, nullptr, nullptr, nullptr);
  };
  const cl_int refused = compile_only ? CL_COMPILE_PROGRAM_FAILURE : CL_BUILD_PROGRAM_FAILURE;
  cl_int code = declared_builtins ? build(options + " -D _OPENCL_H_") : build(options);
  if (code == refused && declared_builtins) {
    // Tries again with the whole header, behind which the declarations are legal too. If that works, this PoCL needs
    // its header. A raw source proves nothing, because it may call functions that are not declared.
    code = build(options);
    if (code == CL_SUCCESS && !source.raw) declared_builtins_.store(false, std::memory_order_relaxed);
  }
  if (code == CL_SUCCESS) return;
  std::string log = log_of(program, device_.id);
  // The number of lines that the compiler counts before the source. A raw source may have a #line itself; then
  // lines count from there.
  std::string_view text = source.text;
  std::ptrdiff_t before = source.raw && !declared_builtins ? 0 : 2;
  for (const std::string_view part : texts_before(source, declared_builtins))
    before += std::count(part.begin(), part.end(), '\n');
  if (const std::size_t line = text.find(kLineOne); source.raw && line != std::string_view::npos) {
    before += std::count(text.begin(), text.begin() + std::ptrdiff_t(line), '\n') + 2;
    text.remove_prefix(line + kLineOne.size());
  }
  if (before > 0) log = renumbered(log, std::size_t(before), base::split(text, '\n').size());
  if (health_.lost()) throw_error(compile_only ? "clCompileProgram" : "clBuildProgram", code);
  throw base::Error(error_status(code),
                    error_text(compile_only ? "clCompileProgram" : "clBuildProgram", code, base::first_error(log)),
                    code, log + "\n\n" + base::numbered_lines(source.text));
}

void OpenclContext::link(Program& program) {
  cl_int code = CL_SUCCESS;
  program.program = cl.clLinkProgram(context_, 1, &device_.id, "", 1, &program.draft, nullptr, nullptr, &code);
  if (code == CL_SUCCESS) return;
  if (health_.lost()) throw_error("clLinkProgram", code);
  const std::string log = program.program ? log_of(program.program, device_.id) : std::string();
  throw base::Error(error_status(code), error_text("clLinkProgram", code, base::first_error(log)), code, log);
}

backend::ProgramHandle OpenclContext::program_build(const backend::Source& source) {
  const base::DriverScope scope(health_);
  const bool declared_builtins = declares_builtins(source);
  const auto before = texts_before(source, declared_builtins);
  const std::string_view line = source.raw && !declared_builtins ? std::string_view() : kLineOne;
  const std::string_view parts[] = {before[0], before[1], line, source.text};
  const char* texts[std::size(parts)];
  std::size_t sizes[std::size(parts)];
  cl_uint count = 0;
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    texts[count] = part.data();
    sizes[count++] = part.size();
  }
  if (source.text.empty()) base::fail(KILN_INVALID_ARGUMENT, "the source is empty");
  auto program = std::make_unique<Program>();
  cl_int code = CL_SUCCESS;
  const bool drafted = properties_.binary_compiles &&
                       builds_.fetch_add(1, std::memory_order_relaxed) >= properties_.builds_before_drafts;
  cl_program& made = drafted ? program->draft : program->program;
  made = cl.clCreateProgramWithSource(context_, count, texts, sizes, &code);
  check(code, "clCreateProgramWithSource");
  build(made, source, declared_builtins, drafted);
  if (drafted) link(*program);
  return reinterpret_cast<backend::ProgramHandle>(program.release());
}

std::uint64_t OpenclContext::binary_digest(std::span<const std::byte> bytes) const {
  const std::string& identity = properties_.cache_identity;
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), XXH3_64bits(identity.data(), identity.size()));
}

backend::ProgramHandle OpenclContext::program_load(std::span<const std::byte> binary, const backend::Source& source) {
  const base::DriverScope scope(health_);
  BinaryHeader header;
  if (binary.size() <= sizeof header)
    base::fail(KILN_INVALID_ARGUMENT, "{} bytes are no program binary", binary.size());
  std::memcpy(&header, binary.data(), sizeof header);
  const std::span<const std::byte> content = binary.subspan(sizeof header);
  const bool drafted = std::memcmp(header.magic, kDraftMagic, sizeof kDraftMagic) == 0;
  if ((!drafted && std::memcmp(header.magic, kBinaryMagic, sizeof kBinaryMagic) != 0) ||
      header.digest != binary_digest(content))
    base::fail(KILN_INVALID_ARGUMENT, "{} bytes are damaged, or no binary for {} with driver {}", binary.size(),
               properties_.info.name, properties_.info.driver);
  const std::size_t size = content.size();
  const auto* bytes = reinterpret_cast<const unsigned char*>(content.data());
  auto program = std::make_unique<Program>();
  cl_int code = CL_SUCCESS, binary_status = CL_SUCCESS;
  cl_program& made = drafted ? program->draft : program->program;
  made = cl.clCreateProgramWithBinary(context_, 1, &device_.id, &size, &bytes, &binary_status, &code);
  check(code, "clCreateProgramWithBinary");
  check(binary_status, "clCreateProgramWithBinary, status of the binary");
  if (!drafted) {
    build(made, source, false, false);
  } else {
    link(*program);
    static_cast<void>(cl.clReleaseProgram(std::exchange(program->draft, nullptr)));
  }
  return reinterpret_cast<backend::ProgramHandle>(program.release());
}

std::vector<std::byte> OpenclContext::packed_binary(cl_program program, const char (&magic)[8]) const {
  std::size_t size = 0;
  check(cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr), "clGetProgramInfo");
  if (size == 0) return {};
  BinaryHeader header;
  std::vector<std::byte> binary(sizeof header + size);
  void* content = binary.data() + sizeof header;
  check(cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof content, &content, nullptr), "clGetProgramInfo");
  std::memcpy(header.magic, magic, sizeof magic);
  header.digest = binary_digest(std::span(binary).subspan(sizeof header));
  std::memcpy(binary.data(), &header, sizeof header);
  return binary;
}

std::vector<std::byte> OpenclContext::program_binary(backend::ProgramHandle handle) {
  const base::DriverScope scope(health_);
  return packed_binary(unwrap(handle).program, kBinaryMagic);
}

std::vector<std::byte> OpenclContext::program_draft(backend::ProgramHandle handle) {
  const base::DriverScope scope(health_);
  Program& program = unwrap(handle);
  if (!program.draft) return {};
  std::vector<std::byte> binary = packed_binary(program.draft, kDraftMagic);
  static_cast<void>(cl.clReleaseProgram(std::exchange(program.draft, nullptr)));
  return binary;
}

void OpenclContext::program_destroy(backend::ProgramHandle program) noexcept {
  const base::DriverScope scope(health_);
  if (program) delete &unwrap(program);
}

std::vector<std::string> OpenclContext::program_kernels(backend::ProgramHandle handle) {
  const base::DriverScope scope(health_);
  const cl_program program = unwrap(handle).program;
  const std::string list =
      clean_text(info_bytes("clGetProgramInfo", [&](std::size_t size, void* value, std::size_t* size_out) {
        return cl.clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, value, size_out);
      }));
  std::vector<std::string> names;
  for (const std::string_view name : base::split(list, ';'))
    if (!name.empty()) names.emplace_back(name);
  return names;
}

}  // namespace kiln::opencl
