// SPDX-License-Identifier: Apache-2.0
// The text of an expression of C++ operators, for its errors. Arrays have letters in the order in which they appear.
#ifndef KILN_CXX_EXPRESSION_TEXT_HPP
#define KILN_CXX_EXPRESSION_TEXT_HPP

#include <kiln/cxx/error.hpp>
#include <kiln/cxx/functions.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace kiln::detail {

// The structure of an expression is a list of codes in postfix order. A code is an operation, kCast with a
// dtype, or kInput with an input's number.
inline constexpr std::uint16_t kInput = 0x8000, kCast = 0x4000;

// The name of an input: "a" to "o", as there are 15 at most.
inline std::string input_name(std::size_t number) { return std::string(1, static_cast<char>('a' + number)); }

inline std::string operand_text(const kiln_argument& argument, std::size_t number) {
  if (argument.kind == KILN_ARGUMENT_ARRAY) return input_name(number);
  if (argument.kind == KILN_ARGUMENT_INTEGER) return std::to_string(argument.value.i64);
  const kiln_dtype dtype = argument.kind == KILN_ARGUMENT_NUMBER ? KILN_FLOAT64 : argument.dtype;
  char text[80];
  if (dtype >= KILN_COMPLEX64)
    std::snprintf(text, sizeof text, "%g%+gi", argument.value.c128[0], argument.value.c128[1]);
  else if (dtype >= KILN_FLOAT16)
    std::snprintf(text, sizeof text, "%g", argument.value.f64);
  else if (dtype >= KILN_UINT8)
    return std::to_string(argument.value.u64);
  else
    return std::to_string(argument.value.i64);
  return text;
}

inline const char* symbol_of(Op op) noexcept {
  switch (op) {
    case Op::add:
      return " + ";
    case Op::subtract:
      return " - ";
    case Op::multiply:
      return " * ";
    case Op::true_divide:
      return " / ";
    case Op::floor_mod:
      return " % ";
    case Op::equal:
      return " == ";
    case Op::not_equal:
      return " != ";
    case Op::less:
      return " < ";
    case Op::less_equal:
      return " <= ";
    case Op::greater:
      return " > ";
    case Op::greater_equal:
      return " >= ";
    case Op::bitwise_and:
      return " & ";
    case Op::bitwise_or:
      return " | ";
    case Op::bitwise_xor:
      return " ^ ";
    case Op::bitwise_left_shift:
      return " << ";
    case Op::bitwise_right_shift:
      return " >> ";
    default:
      return nullptr;
  }
}

inline const char* prefix_of(Op op) noexcept {
  return op == Op::negative ? "-" : op == Op::bitwise_invert ? "~" : op == Op::logical_not ? "!" : nullptr;
}

// "(a * 2) + exp(-c)".
inline std::string expression_text(const std::uint16_t* codes, std::size_t count, const kiln_argument* inputs) {
  struct Part {
    std::string text;
    bool infix;
    std::string operand() const { return infix ? "(" + text + ")" : text; }
  };
  std::vector<Part> stack;
  for (std::size_t i = 0; i < count; ++i) {
    if (codes[i] & kInput) {
      const std::size_t number = codes[i] ^ kInput;
      stack.push_back({operand_text(inputs[number], number), false});
      continue;
    }
    const bool cast = (codes[i] & kCast) != 0;
    const Function function = cast ? Function{kiln_dtype_name(static_cast<kiln_dtype>(codes[i] ^ kCast)), 1}
                                   : function_of(static_cast<Op>(codes[i]));
    const std::size_t first = stack.size() - function.operands;
    const char* const symbol = cast ? nullptr : symbol_of(static_cast<Op>(codes[i]));
    if (const char* const prefix = cast ? nullptr : prefix_of(static_cast<Op>(codes[i]))) {
      stack[first].text = prefix + stack[first].operand();
      stack[first].infix = false;
      continue;
    }
    Part whole{symbol ? stack[first].operand() + symbol + stack[first + 1].operand() : std::string(function.name) + "(",
               symbol != nullptr};
    for (std::size_t k = first; !symbol && k < stack.size(); ++k) whole.text += (k > first ? ", " : "") + stack[k].text;
    if (!symbol) whole.text += ")";
    stack.resize(first);
    stack.push_back(std::move(whole));
  }
  return stack.empty() ? std::string() : std::move(stack.back().text);
}

// What a program does with an expression: it takes the value, it assigns the expression to an array r, or it updates
// the first operand, as in a += b.
enum class Form { value, assigned, updated };

inline std::string form_text(Form form, const std::uint16_t* codes, std::size_t count, const kiln_argument* inputs) {
  if (form == Form::assigned) return "r = " + expression_text(codes, count, inputs);
  if (form == Form::value) return expression_text(codes, count, inputs);
  std::string symbol = symbol_of(static_cast<Op>(codes[count - 1]));  // " + "
  symbol.insert(symbol.size() - 1, "=");
  return input_name(0) + symbol + expression_text(codes + 1, count - 2, inputs);
}

}  // namespace kiln::detail

#endif
