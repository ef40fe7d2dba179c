// SPDX-License-Identifier: Apache-2.0
// From text to a typed program: untyped expressions (a shared tree), statements, and the program in
// single-assignment form that codegen turns into a kernel body and the interpreter runs on the host. User
// text never reaches a kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.hpp"
#include "base/ref.hpp"

namespace kiln::expr {

using base::DType;
using base::Scalar;

enum class Fn : std::uint16_t {
#define KILN_FN(id, name, arity, rule) id,
#include "expr/functions.def"
#undef KILN_FN
};

// How a function types its operands and result. Operands are converted to one common dtype first unless said.
enum class Rule : std::uint8_t {
  arithmetic,  // any but bool operands only (bool + bool is refused); result: the common dtype. divide:
               // integers truncate as in C
  numeric,     // real dtypes, bool allowed as operand of another type; result: common dtype
  bitwise,     // bool or integers
  integer,     // integers
  equality,    // any; result bool
  comparison,  // real; result bool
  logical,     // operands become bool (x != 0); result bool
  where,       // bool, T, T -> T
  floating,    // integers and bool become the default float; result: common float dtype
  floating_or_complex,  // the same, complex too
  power,                // two integers: as arithmetic; else as floating_or_complex
  rounding,             // floats; integers pass unchanged
  rounding_or_complex,  // complex too, each part
  magnitude,            // real: same dtype; complex: its real dtype
  classify,             // floats (integers become the default float); result bool
  classify_or_complex,  // complex too
  to_int32,             // float -> int32
  float_and_int32,      // float, int32 -> float
  complex_part,         // complex -> its real dtype; real x: x, 0, atan2(0, x)
  make_complex          // two floats -> complex
};

struct FunctionInfo {
  const char* name;
  std::uint8_t arity;
  Rule rule;
};
const FunctionInfo& info(Fn fn) noexcept;
std::span<const FunctionInfo> functions() noexcept;  // all, in the order of Fn
// Other names for functions: "mod", "arccos", "maximum", ...
struct Alias {
  const char* name;
  Fn fn;
};
std::span<const Alias> aliases() noexcept;

// ---- Untyped expressions ----
class Node;
using Expr = base::Ref<const Node>;
class Node : public base::RefCounted {
 public:
  ~Node() override;  // without recursion: trees may be deep
  enum class Kind : std::uint8_t { input, constant, number, apply, cast, index } kind = Kind::number;
  std::string name;         // input
  Scalar scalar;            // constant: typed; number: weak, float64 or int64 (integral literals)
  Fn fn = Fn::add;          // apply
  DType dtype = KILN_BOOL;  // cast; KILN_FLOATX stands for compile's default_float
  std::vector<Expr> args;
  int column = 0;  // 1-based, 0: built from code
  int line = 1;    // 1-based
  int depth = 1;   // longest way to a leaf

 private:
  static void take(std::vector<Expr>& args, const Node*& dead) noexcept;
  mutable const Node* next_dead_ = nullptr;
};
Expr make_input(std::string name, int column = 0, int line = 1);
Expr make_constant(Scalar value);       // has a dtype of its own
Expr make_number(double value);         // weak: takes the dtype of what it meets
Expr make_integer(std::int64_t value);  // weak
// Throws KILN_INVALID_ARGUMENT on a wrong count or too deep a tree.
Expr make_apply(Fn fn, std::vector<Expr> args, int column = 0, int line = 1);
Expr make_cast(DType dtype, Expr arg, int column = 0, int line = 1);
// Whatever a text can call: functions and aliases, dtype names (casts), index, and names that stand for small
// trees (square, reciprocal, logical_xor, ...). Unknown names: KILN_PARSE_ERROR with a suggestion.
Expr make_call(std::string_view name, std::vector<Expr> args, int column = 0, int line = 1);
Expr make_index();  // the element's flat C-order index, int64 (text: index())

// Statements after substitution: what each assigned name is, in terms of old values of inputs only.
struct Statements {
  struct Output {
    std::string name;
    Expr value;
  };
  std::vector<Output> outputs;      // assigned names in the order of first assignment, final values
  std::vector<std::string> inputs;  // names read before they are assigned, in order of first appearance
};
// "r = a*b; s = r + 1". Throws KILN_PARSE_ERROR whose message shows the text and a caret under the column.
// `parameters`: names that are inputs even where they would be constants (pi, e, inf, nan).
Statements parse_statements(std::string_view text, std::span<const std::string> parameters = {});
Expr parse_expression(std::string_view text);
inline constexpr std::size_t kMaxTextBytes = 65536;
inline constexpr int kMaxDepth = 256;            // of parentheses, calls and conditionals in a text
inline constexpr int kMaxTreeDepth = 4096;       // of operations, each an operand of the next
inline constexpr std::size_t kMaxValues = 4096;  // of a program

// ---- Typed programs ----
// Values compute in compute_dtype: float16 and bfloat16 inputs widen on load, outputs narrow on store, and a
// cast to them in the middle is a `round_to` value. All operands of a function have the dtype the function
// computes in.
struct Value {
  enum class Kind : std::uint8_t { input, constant, apply, cast, round_to, index } kind;
  DType dtype = KILN_BOOL;  // of the value; never float16 or bfloat16
  Fn fn = Fn::add;          // apply
  // round_to: float16 or bfloat16; of a cast to float32, if not bool, what the value is rounded to next
  DType round_dtype = KILN_BOOL;
  std::uint16_t args[3] = {0, 0, 0};  // value numbers, all smaller than this value's
  std::uint16_t input = 0;            // input: which
  Scalar constant;                    // constant
};

struct Program {
  struct Input {
    std::string name;
    DType dtype;  // as stored
    bool scalar;  // passed by value
  };
  struct Output {
    std::string name;
    DType dtype;          // as stored
    std::uint16_t value;  // its dtype is compute_dtype(dtype): conversions are explicit cast values
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::vector<Value> values;
  bool uses_index() const noexcept;
  std::string text() const;  // canonical: equal programs have equal texts; names are not part of it
};

// What a call offers for an input: an array or typed scalar, or a weak number (dtype KILN_FLOAT64 or
// KILN_INT64, weak).
struct InputType {
  DType dtype = KILN_FLOAT32;
  bool scalar = false;
  bool weak =
      false;  // the scalar takes the dtype of what it meets; it is passed as that dtype (see Program::inputs)
};
// Types, converts, folds constants, drops dead values and merges equal ones. output_dtypes[i] is -1 for "the
// expression's own". Inputs the outputs never read keep their place. Throws KILN_TYPE_ERROR naming function,
// column and dtypes.
Program compile(std::span<const Statements::Output> outputs, std::span<const std::string> input_names,
                std::span<const InputType> input_types, std::span<const int> output_dtypes,
                DType default_float);
// Whether an integer dtype has the value.
bool fits(std::int64_t value, DType dtype) noexcept;

// Values that compile() makes of the expressions' nodes, at most: each node counts once. Of an output besides
// one, where it is converted.
std::size_t most_values(std::span<const Expr> expressions);

// Runs the program for one element on the host: the reference the kernels are tested against. Scalars of
// inputs have the inputs' dtypes; results the outputs'.
void interpret(const Program& program, std::span<const Scalar> inputs, std::int64_t index,
               std::span<Scalar> outputs);

}  // namespace kiln::expr
