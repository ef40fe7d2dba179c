// SPDX-License-Identifier: Apache-2.0
// The way from a text to a typed program. A text becomes untyped expressions (trees whose nodes may be shared),
// compile() gives them types, and the result is a program in single-assignment form. codegen turns it into the body of
// a kernel, and the interpreter runs it on the host. Text of the caller's never reaches a kernel.
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

// The rules by which a function's dtypes of operands and result follow from each other. Unless a rule says otherwise,
// operands are first converted to a common dtype.
enum class Rule : std::uint8_t {
  arithmetic,           // operands: any dtypes, but not all bool; result: the common dtype. `divide`
                        // truncates integers, as C does.
  numeric,              // operands: real dtypes, but not all bool; result: the common dtype
  bitwise,              // operands: bool or integers; result: the common dtype
  integer,              // operands: integers; result: the common dtype
  equality,             // operands: any dtypes; result: bool
  comparison,           // operands: real dtypes; result: bool
  logical,              // operands are converted to bool (x != 0); result: bool
  where,                // operands: bool, T, T; result: T
  floating,             // integers and bool become the default float; result: the common float dtype
  floating_or_complex,  // as floating, and complex dtypes
  power,                // integers only: as arithmetic; otherwise as floating_or_complex
  rounding,             // floats; integers pass unchanged
  rounding_or_complex,  // as rounding, and complex dtypes, of which each part is rounded
  magnitude,            // real: result of the same dtype; complex: result of its real dtype
  classify,             // as floating, but the result is bool
  classify_or_complex,  // as floating_or_complex, but the result is bool
  to_int32,             // operand: float; result: int32
  float_and_int32,      // operands: float, int32; result: the float dtype
  complex_part,         // result: the real dtype; for a real x, real gives x, imag 0 and arg atan2(0, x)
  make_complex          // operands: two floats; result: complex
};

struct FunctionInfo {
  const char* name;
  std::uint8_t arity;
  Rule rule;
};
const FunctionInfo& info(Fn fn) noexcept;
std::span<const FunctionInfo> functions() noexcept;  // every function in the order of Fn
// Another name for a function, such as "mod", "arccos" or "maximum".
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
  ~Node() override;  // not recursive, as expressions may be deep
  enum class Kind : std::uint8_t { input, constant, number, apply, cast, index } kind = Kind::number;
  std::string name;  // of an input
  // A constant has a dtype. A number is weak: float64 or, for integral literals, int64.
  Scalar scalar;
  Fn fn = Fn::add;          // of an apply
  DType dtype = KILN_BOOL;  // of a cast; KILN_FLOATX stands for compile()'s default_float
  std::vector<Expr> args;
  int column = 0;  // counted from 1; 0: the node was not made from a text
  int line = 1;    // counted from 1
  int depth = 1;   // the number of nodes on the longest way to a leaf

 private:
  static void take(std::vector<Expr>& args, const Node*& dead) noexcept;
  mutable const Node* next_dead_ = nullptr;
};
Expr make_input(std::string name, int column = 0, int line = 1);
Expr make_constant(Scalar value);       // has the dtype of `value`
Expr make_number(double value);         // weak: it takes the dtype of the other operands
Expr make_integer(std::int64_t value);  // weak
// Both throw KILN_INVALID_ARGUMENT if the number of arguments is wrong or the tree becomes too deep.
Expr make_apply(Fn fn, std::vector<Expr> args, int column = 0, int line = 1);
Expr make_cast(DType dtype, Expr arg, int column = 0, int line = 1);
// Calls whatever a text can call: a function or an alias, a dtype name (a cast), index, or a name that stands
// for a small expression (square, reciprocal, logical_xor, ...). Throws KILN_PARSE_ERROR, with a suggestion,
// for an unknown name.
Expr make_call(std::string_view name, std::vector<Expr> args, int column = 0, int line = 1);
Expr make_index();  // the element's flat index in C order, int64; "index()" in texts

// Statements after substitution. Each assigned name has an expression that reads inputs alone, as they were before.
struct Statements {
  struct Output {
    std::string name;
    Expr value;
  };
  // Assigned names in the order of their first assignment, with their final values.
  std::vector<Output> outputs;
  // Names that are read before they are assigned, in the order in which they appear.
  std::vector<std::string> inputs;
};
// Parses "r = a*b; s = r + 1". Throws KILN_PARSE_ERROR, whose message shows the text with a caret under the
// column. `parameters` are names of inputs; they hide the constants pi, e, inf and nan.
Statements parse_statements(std::string_view text, std::span<const std::string> parameters = {});
Expr parse_expression(std::string_view text);
inline constexpr std::size_t kMaxTextBytes = 65536;
inline constexpr int kMaxDepth = 256;            // nested parentheses, calls and conditionals in a text
inline constexpr int kMaxTreeDepth = 4096;       // depth of nested operations in an expression
inline constexpr std::size_t kMaxValues = 4096;  // values of a program

// ---- Typed programs ----
// Values have compute dtypes: float16 and bfloat16 inputs become float32 when they are loaded, outputs are
// rounded when they are stored, and a cast to one of the two in between is a `round_to` value. Operands of a
// function have the dtype that the function computes in.
struct Value {
  enum class Kind : std::uint8_t { input, constant, apply, cast, round_to, index } kind;
  DType dtype = KILN_BOOL;  // the value's dtype; never float16 or bfloat16
  Fn fn = Fn::add;          // of an apply
  // In a round_to this is float16 or bfloat16. In a cast to float32 it is the dtype that the result is
  // rounded to next, or bool if it is not rounded.
  DType round_dtype = KILN_BOOL;
  std::uint16_t args[3] = {0, 0, 0};  // numbers of earlier values
  std::uint16_t input = 0;            // input: its index
  Scalar constant;                    // of a constant
};

struct Program {
  struct Input {
    std::string name;
    DType dtype;               // in memory
    bool scalar;               // passed by value
    std::size_t argument = 0;  // which of compile()'s inputs it is made of
    bool fits = false;         // a whole number that this integer dtype does not hold must be refused
  };
  struct Output {
    std::string name;
    DType dtype;          // in memory
    std::uint16_t value;  // has the dtype compute_dtype(dtype), as conversions are separate cast values
  };
  // Those of compile(), in their order. Behind them, a weak number that meets several dtypes is there once more for
  // each further one: every use has the number as it was given, rounded once.
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  std::vector<Value> values;
  bool uses_index() const noexcept;
  std::string text() const;  // canonical: equal programs have equal texts; names are left out
};

// Describes what a call passes for an input: an array, a scalar of a dtype, or a weak number (of dtype
// KILN_FLOAT64 or KILN_INT64).
struct InputType {
  DType dtype = KILN_FLOAT32;
  bool scalar = false;
  // The scalar takes the dtypes of the operands that it meets, and is passed as these (see Program::inputs).
  bool weak = false;
};
// Types the expressions, makes conversions explicit, folds constants, drops unused values and merges equal
// ones. output_dtypes[i] is -1 for the dtype that follows from the expression. Inputs that no output reads
// keep their places. Throws KILN_TYPE_ERROR with the function, the column and the dtypes.
Program compile(std::span<const Statements::Output> outputs, std::span<const std::string> input_names,
                std::span<const InputType> input_types, std::span<const int> output_dtypes, DType default_float);
// Whether an integer dtype can hold the value.
bool fits(std::int64_t value, DType dtype) noexcept;

// The most values that compile() makes of the nodes of these expressions, each node counted once. An output
// that needs a conversion may take one value more.
std::size_t most_values(std::span<const Expr> expressions);

// Runs the program for one element on the host. Tests compare kernels with it. `inputs` are those of the program,
// with their dtypes, and `outputs` get the dtypes of its outputs.
void interpret(const Program& program, std::span<const Scalar> inputs, std::int64_t index, std::span<Scalar> outputs);

}  // namespace kiln::expr
