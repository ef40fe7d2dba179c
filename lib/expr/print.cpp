// SPDX-License-Identifier: Apache-2.0
// The canonical text of a program. It has everything that a kernel depends on and nothing else. Constants are
// written by their bits.
#include <algorithm>
#include <bit>
#include <iterator>

#include "base/error.hpp"
#include "expr/program.hpp"

namespace kiln::expr {
namespace {

void print_constant(std::string& text, const Scalar& c) {
  auto out = std::back_inserter(text);
  if (base::is_complex(c.dtype))
    fmt::format_to(out, "{:016x},{:016x}", std::bit_cast<std::uint64_t>(c.re), std::bit_cast<std::uint64_t>(c.im));
  else if (base::is_float(c.dtype))
    fmt::format_to(out, "{:016x}", std::bit_cast<std::uint64_t>(c.re));
  else
    fmt::format_to(out, "{:x}", c.u);
}

void print_value(std::string& text, const Value& value) {
  auto out = std::back_inserter(text);
  switch (value.kind) {
    case Value::Kind::input:
      fmt::format_to(out, "input {}", value.input);
      break;
    case Value::Kind::constant:
      text += "constant ";
      print_constant(text, value.constant);
      break;
    case Value::Kind::cast:
      fmt::format_to(out, "cast v{}", value.args[0]);
      if (value.round_dtype != KILN_BOOL) fmt::format_to(out, " for {}", base::dtype_name(value.round_dtype));
      break;
    case Value::Kind::round_to:
      fmt::format_to(out, "round_{} v{}", base::dtype_name(value.round_dtype), value.args[0]);
      break;
    case Value::Kind::index:
      text += "index";
      break;
    case Value::Kind::apply:
      text += info(value.fn).name;
      for (int i = 0; i < info(value.fn).arity; ++i) fmt::format_to(out, " v{}", value.args[i]);
      break;
  }
}

}  // namespace

bool Program::uses_index() const noexcept {
  return std::any_of(values.begin(), values.end(), [](const Value& value) { return value.kind == Value::Kind::index; });
}

std::string Program::text() const {
  std::string text;
  auto out = std::back_inserter(text);
  for (const Input& input : inputs)
    fmt::format_to(out, "{} {}\n", input.scalar ? "scalar" : "array", base::dtype_name(input.dtype));
  for (std::size_t i = 0; i < values.size(); ++i) {
    fmt::format_to(out, "v{} {} ", i, base::dtype_name(values[i].dtype));
    print_value(text, values[i]);
    text += '\n';
  }
  for (const Output& output : outputs)
    fmt::format_to(out, "out {} v{}\n", base::dtype_name(output.dtype), output.value);
  return text;
}

}  // namespace kiln::expr
