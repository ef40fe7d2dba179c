// SPDX-License-Identifier: Apache-2.0
// Checks that a kernel's declared parameters are those of its source. A parameter whose type could not be read passes.

#include "array/user_kernel/kernel.hpp"
#include "array/user_kernel/kernel_source.hpp"
#include "base/text.hpp"

namespace kiln::array {
namespace {

using Kind = SourceParameter::Kind;

bool holds(DType dtype, const SourceType& type, bool array) {
  if (!type.known) return true;
  if (base::is_complex(dtype)) return type.dtype == base::real_dtype(dtype) && type.lanes == 2;
  if (type.lanes > 1 && !array) return false;
  switch (dtype) {
    case KILN_BOOL:
      return type.dtype == KILN_BOOL || type.dtype == KILN_UINT8;
    case KILN_FLOAT16:
    case KILN_BFLOAT16:
      return type.dtype == dtype || type.dtype == KILN_UINT16;
    default:
      return type.dtype == dtype;
  }
}

// Whether a kernel of the language can get a `declared` parameter where its source has `found`.
bool takes(const Language& language, const Parameter& declared, const SourceParameter& found) {
  const bool raw = !language.portable;
  switch (declared.kind) {
    case KILN_PARAMETER_INPUT:
    case KILN_PARAMETER_OUTPUT:
    case KILN_PARAMETER_INPUT_OUTPUT:
      return found.kind == Kind::array;
    case KILN_PARAMETER_SCALAR:
      // In raw languages a pointer may be given as an integer: a vendor's handle or an address, for which the
      // caller answers.
      return found.kind == Kind::value ||
             (raw && found.kind == Kind::array && (declared.dtype == KILN_UINT64 || declared.dtype == KILN_INT64));
    case KILN_PARAMETER_BYTES:
      return found.kind == Kind::value || (raw && found.kind == Kind::array);
    case KILN_PARAMETER_LOCAL:
      // A launch may give one block of local memory; the parameter is then an integer, an offset into it.
      return found.kind == Kind::local || (language.dynamic_local && found.kind == Kind::value &&
                                           (!found.type.known || holds(KILN_UINT32, found.type, false)));
    case KILN_PARAMETER_DYNAMIC_LOCAL:
      break;
  }
  return true;
}

const char* expected(const Language& language, const Parameter& declared) {
  const bool portable = language.portable;
  switch (declared.kind) {
    case KILN_PARAMETER_INPUT:
      return portable ? "KILN_ARG(const T, name)" : "a pointer to the device's memory";
    case KILN_PARAMETER_OUTPUT:
    case KILN_PARAMETER_INPUT_OUTPUT:
      return portable ? "KILN_ARG(T, name)" : "a pointer to the device's memory that is not const";
    case KILN_PARAMETER_LOCAL:
      return language.local_parameter;
    default:
      return "a value";
  }
}

// Whether the text has KILN_PTR(T, name).
bool has_pointer(std::string_view source, std::string_view name) {
  constexpr std::string_view kMacro = "KILN_PTR(";
  for (std::size_t at = source.find(kMacro); at != std::string_view::npos; at = source.find(kMacro, at + 1)) {
    const std::string_view inside = source.substr(at, source.find(')', at) - at);
    if (base::trim(inside.substr(inside.rfind(',') + 1)) == name) return true;
  }
  return false;
}

}  // namespace

std::string build_hint(std::string_view source, std::span<const KernelSignature> signatures) {
  for (const KernelSignature& one : signatures)
    for (const SourceParameter& parameter : one.parameters) {
      if (parameter.kind == Kind::pointer)
        return fmt::format("; parameter '{}' of {} is a pointer, which the portable dialect writes as KILN_ARG(T, {})",
                           base::excerpt(parameter.text), base::excerpt(one.kernel), base::excerpt(parameter.name));
      if (parameter.kind == Kind::array && parameter.text.starts_with("KILN_ARG") &&
          !has_pointer(source, parameter.name))
        return fmt::format("; {} has {} but no KILN_PTR(T, {}), which makes the pointer", base::excerpt(one.kernel),
                           base::excerpt(parameter.text), base::excerpt(parameter.name));
    }
  return {};
}

std::string parameter_text(const Parameter& parameter) {
  static constexpr const char* kKinds[] = {"input",        "output", "input and output",    "scalar",
                                           "local memory", "bytes",  "dynamic local memory"};
  std::string text = kKinds[parameter.kind];
  if (is_typed(parameter.kind)) text += std::string(" ") + base::dtype_name(parameter.dtype);
  return text;
}

void check_parameters(const KernelSignature& signature, const Language& language, std::span<Parameter> declared,
                      const char* operation) {
  std::vector<Parameter*> passed;
  for (Parameter& one : declared)
    if (one.kind != KILN_PARAMETER_DYNAMIC_LOCAL) passed.push_back(&one);
  const auto& found = signature.parameters;
  if (passed.size() != found.size()) {
    std::string list;
    for (std::size_t i = 0; i < found.size() && i < 8; ++i) list += (i > 0 ? ", " : "") + found[i].text;
    if (found.size() > 8) list += ", ...";
    fail(KILN_INVALID_ARGUMENT, "{}: {}: got {}, expected {}: the source has ({})", operation, signature.kernel,
         base::plural(passed.size(), "parameter"), found.size(), list);
  }
  for (std::size_t i = 0; i < passed.size(); ++i) {
    Parameter& own = *passed[i];
    own.name = found[i].name;
    if (found[i].kind == Kind::unknown) continue;
    const auto where = [&] {
      return fmt::format("{}: {}: parameter {} is declared {}, the source has '{}'", operation, signature.kernel, i + 1,
                         parameter_text(own), found[i].text);
    };
    const bool array = own.kind <= KILN_PARAMETER_INPUT_OUTPUT;
    const bool writes = array && own.kind != KILN_PARAMETER_INPUT;
    if (!takes(language, own, found[i]) || (writes && found[i].constant))
      fail(KILN_TYPE_ERROR, "{}, expected {}", where(), expected(language, own));
    if (is_typed(own.kind) && (array || found[i].kind == Kind::value) && !holds(own.dtype, found[i].type, array))
      fail(KILN_TYPE_ERROR, "{}, which is {}{}", where(), base::dtype_name(found[i].type.dtype),
           found[i].type.lanes > 1 ? fmt::format(" by {}", found[i].type.lanes) : "");
  }
}

}  // namespace kiln::array
