// SPDX-License-Identifier: Apache-2.0
// Operators and functions of GpuArrays. They build an Expr, which holds its arrays and computes nothing. When
// the Expr is turned into a GpuArray, one fused kernel runs and reads the elements that the arrays have then.
//
// An expression has at most 64 operations and operands, and at most 15 different operands. When it would get
// larger, its longest part is computed at once. The computation for a structure, such as "a * b + exp(c)", is
// made once for each context. Later it is found again without building a text and without memory from the
// heap.
#ifndef KILN_CXX_EXPRESSION_HPP
#define KILN_CXX_EXPRESSION_HPP

#include <kiln/cxx/elementwise.hpp>
#include <kiln/cxx/expression_text.hpp>
#include <kiln/cxx/functions.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace kiln {

namespace detail {

inline ElementwiseHandle make_elementwise(kiln_context context, const std::uint16_t* codes, std::size_t count,
                                          std::size_t inputs) {
  std::vector<ExpressionHandle> stack;
  for (std::size_t i = 0; i < count; ++i) {
    ExpressionHandle result;
    if (codes[i] & kInput) {
      check(kiln_expression_input(input_name(codes[i] ^ kInput).c_str(), result.out()));
    } else if (codes[i] & kCast) {
      check(kiln_expression_cast(stack.back().get(), static_cast<kiln_dtype>(codes[i] ^ kCast), result.out()));
      stack.pop_back();
    } else {
      const Function function = function_of(static_cast<Op>(codes[i]));
      kiln_expression operands[3] = {};
      const std::size_t first = stack.size() - function.operands;
      for (std::size_t k = 0; k < function.operands; ++k) operands[k] = stack[first + k].get();
      check(kiln_expression_apply(function.name, function.operands, operands, result.out()));
      stack.resize(first);
    }
    stack.push_back(std::move(result));
  }
  std::string parameters = "r";
  for (std::size_t i = 0; i < inputs; ++i) parameters += ", " + input_name(i);
  const char* const output = "r";
  const kiln_expression value = stack.back().get();
  ElementwiseHandle made;
  check(kiln_elementwise_create_from(context, 1, &output, &value, parameters.c_str(), made.out()));
  return made;
}

// The computation for a structure on a context. It is made if there is none yet.
inline ElementwiseHandle find_elementwise(ContextState& state, const std::uint16_t* codes, std::size_t count,
                                          std::size_t inputs) {
  constexpr std::size_t kMostStructures =
      4096;  // beyond this many all are dropped, so that a program that keeps building new ones fills no memory
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ codes[i]) * 0x100000001b3u;
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    const auto it = state.operators.find(hash);
    if (it != state.operators.end() && it->second.codes.size() == count &&
        std::equal(codes, codes + count, it->second.codes.begin()))
      return it->second.elementwise;
  }
  auto made = make_elementwise(state.handle.get(), codes, count, inputs);
  ContextState::Entry entry{std::vector<std::uint16_t>(codes, codes + count), made};
  std::unordered_map<std::uint64_t, ContextState::Entry> old;  // released after the lock
  std::lock_guard<std::mutex> lock(state.mutex);
  if (state.operators.size() >= kMostStructures) old.swap(state.operators);
  state.operators[hash] = std::move(entry);
  return made;
}

}  // namespace detail

// An elementwise computation that has not run. It holds its arrays.
class Expr {
 public:
  // An empty GpuArray is refused when it meets an operation or is computed.
  Expr(const GpuArray& array) : context_(array.get() ? array.context() : Context::none()) {
    add_input(detail::array_argument(kiln_array_retain(array.get())));
  }
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Expr(T number) : context_(Context::none()) {
    add_input(detail::number_argument(number));
  }
  template <class T>
  Expr(const std::complex<T>& number) : context_(Context::none()) {
    add_input(detail::typed_argument(number));
  }
  template <class T>
  Expr(Typed<T> scalar) : context_(Context::none()) {
    add_input(detail::typed_argument(scalar.value));
  }
  Expr(const Expr& other) noexcept : context_(other.context_) {
    copy_from(other);
    for (std::size_t i = 0; i < input_count_; ++i)
      if (inputs_[i].kind == KILN_ARGUMENT_ARRAY) kiln_array_retain(inputs_[i].value.array);
  }
  Expr(Expr&& other) noexcept : context_(std::move(other.context_)) {
    copy_from(other);
    other.input_count_ = other.code_count_ = 0;
  }
  Expr& operator=(Expr other) noexcept {
    std::swap(context_, other.context_);
    const std::size_t inputs = std::max(input_count_, other.input_count_);
    const std::size_t codes = std::max(code_count_, other.code_count_);
    std::swap_ranges(inputs_, inputs_ + inputs, other.inputs_);
    std::swap_ranges(codes_, codes_ + codes, other.codes_);
    std::swap(input_count_, other.input_count_);
    std::swap(code_count_, other.code_count_);
    return *this;
  }
  ~Expr() {
    for (std::size_t i = 0; i < input_count_; ++i)
      if (inputs_[i].kind == KILN_ARGUMENT_ARRAY) kiln_array_release(inputs_[i].value.array);
  }

  // Computes the expression in one kernel. If it is only an array, the result is that array.
  GpuArray eval() const {
    require_arrays();
    if (code_count_ == 1)
      return GpuArray(detail::ArrayHandle::adopt(kiln_array_retain(inputs_[0].value.array)), context_);
    detail::ArrayHandle result;
    run(detail::new_argument(result.out(), -1), detail::Form::value);
    return GpuArray(std::move(result), context_);
  }
  // Computes the expression and writes it, converted, to the elements of an array.
  void eval_into(const GpuArray& destination) const { write(destination, detail::Form::assigned); }
  // destination = op(destination, value), element by element.
  static void update(detail::Op op, const GpuArray& destination, Expr value) {
    joined(op, detail::Form::updated, Expr(destination), std::move(value)).write(destination, detail::Form::updated);
  }
  friend std::ostream& operator<<(std::ostream& stream, const Expr& expression) { return stream << expression.eval(); }
  // The expression as an argument of a call: a number, or an array. `held` receives the array, which must
  // live through the call.
  kiln_argument argument(GpuArray& held) const {
    if (code_count_ == 0) require_content();
    if (!context_ && code_count_ == 1) return inputs_[0];  // of an empty GpuArray too, whose place the call tells
    held = eval();
    return detail::array_argument(held.get());
  }

  // Applies a function to operands, which it uses up.
  template <class... Operands>
  static Expr apply(detail::Op op, Expr first, Operands&&... rest) {
    return joined(op, detail::Form::value, std::move(first), std::move(rest)...);
  }
  static Expr cast(Expr value, kiln_dtype dtype) {
    if (dtype == KILN_FLOATX) detail::check(kiln_dtype_from_name("floatX", &dtype));
    if (!kiln_dtype_name(dtype))
      throw Error(KILN_TYPE_ERROR,
                  "cast: got dtype number " + std::to_string(static_cast<int>(dtype)) + ", expected a dtype");
    Expr* const operand = &value;
    make_room(&operand, 1);
    const bool empty = value.is_empty_array();
    value.codes_[value.code_count_++] = static_cast<std::uint16_t>(detail::kCast | static_cast<unsigned>(dtype));
    if (empty) value.refuse_empty(detail::Form::value);
    return value;
  }

  // Whether the expression is an empty GpuArray and nothing else.
  bool is_empty_array() const noexcept {
    return code_count_ == 1 && inputs_[0].kind == KILN_ARGUMENT_ARRAY && !inputs_[0].value.array;
  }

 private:
  static constexpr std::size_t kMostInputs = 15, kMostCodes = 64;

  template <class... Operands>
  static Expr joined(detail::Op op, detail::Form form, Expr first, Operands&&... rest) {
    Expr* const operands[] = {&first, &rest...};
    make_room(operands, 1 + sizeof...(rest));
    const bool empty = first.is_empty_array() || (rest.is_empty_array() || ...);
    (first.append(std::move(rest)), ...);
    first.codes_[first.code_count_++] = static_cast<std::uint16_t>(op);
    if (empty) first.refuse_empty(form);
    return first;
  }

  void add_input(const kiln_argument& input) noexcept {
    codes_[code_count_++] = static_cast<std::uint16_t>(detail::kInput | input_count_);
    inputs_[input_count_++] = input;
  }
  void copy_from(const Expr& other) noexcept {
    input_count_ = other.input_count_;
    code_count_ = other.code_count_;
    std::copy_n(other.inputs_, input_count_, inputs_);
    std::copy_n(other.codes_, code_count_, codes_);
  }
  void require_content() const {
    if (code_count_ == 0) throw Error(KILN_INVALID_ARGUMENT, "Expr: the object is empty, because it was moved from");
  }
  void require_array() const {
    require_content();
    if (is_empty_array())
      throw Error(KILN_INVALID_ARGUMENT, "Expr: the expression is an empty GpuArray, expected an array");
  }
  void require_arrays() const {
    require_array();
    if (!context_) throw Error(KILN_INVALID_ARGUMENT, "Expr: no array in the expression, expected at least one");
  }
  // Computes the longest operands until all of them and one more operation fit into one expression.
  static void make_room(Expr* const* operands, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) operands[i]->require_content();
    for (;;) {
      std::size_t inputs = 0, codes = 1, longest = count;
      for (std::size_t i = 0; i < count; ++i) {
        inputs += operands[i]->input_count_;
        codes += operands[i]->code_count_;
        if (operands[i]->context_ && operands[i]->code_count_ > 1 &&
            (longest == count || operands[i]->code_count_ > operands[longest]->code_count_))
          longest = i;
      }
      if (inputs <= kMostInputs && codes <= kMostCodes) return;
      if (longest == count)
        throw Error(KILN_INVALID_ARGUMENT, "Expr: numbers that have met no array leave " + std::to_string(inputs) +
                                               " operands, expected at most " + std::to_string(kMostInputs));
      *operands[longest] = Expr(operands[longest]->eval());
    }
  }
  void append(Expr other) {
    std::uint16_t renumbered[kMostInputs] = {};
    for (std::size_t i = 0; i < other.input_count_; ++i) renumbered[i] = take_input(other.inputs_[i]);
    for (std::size_t i = 0; i < other.code_count_; ++i) {
      const std::uint16_t code = other.codes_[i];
      codes_[code_count_++] =
          code & detail::kInput ? static_cast<std::uint16_t>(detail::kInput | renumbered[code ^ detail::kInput]) : code;
    }
    other.input_count_ = 0;
    if (!context_) context_ = other.context_;
  }
  // Takes over a reference to an input and returns its number. An array that is an input already keeps its
  // number.
  std::uint16_t take_input(const kiln_argument& input) noexcept {
    if (input.kind == KILN_ARGUMENT_ARRAY)
      for (std::size_t i = 0; i < input_count_; ++i)
        if (inputs_[i].kind == KILN_ARGUMENT_ARRAY && inputs_[i].value.array == input.value.array) {
          kiln_array_release(input.value.array);
          return static_cast<std::uint16_t>(i);
        }
    inputs_[input_count_] = input;
    return static_cast<std::uint16_t>(input_count_++);
  }
  void write(const GpuArray& destination, detail::Form form) const {
    require_array();
    if (code_count_ == 1 && inputs_[0].kind == KILN_ARGUMENT_ARRAY)
      return detail::check(kiln_array_assign(detail::need(destination), inputs_[0].value.array));
    Expr self(*this);
    if (!self.context_) self.context_ = destination.context();
    self.run(detail::array_argument(detail::need(destination)), form);
  }
  void run(const kiln_argument& output, detail::Form form) const {
    require_arrays();
    const auto elementwise = detail::find_elementwise(*context_.state(), codes_, code_count_, input_count_);
    kiln_argument arguments[kMostInputs + 1];
    arguments[0] = output;
    std::copy_n(inputs_, input_count_, arguments + 1);
    if (const kiln_status status = kiln_elementwise_call(elementwise.get(), input_count_ + 1, arguments))
      refuse(status, form);
  }
  std::string text(detail::Form form) const { return detail::form_text(form, codes_, code_count_, inputs_); }
  // Tells an error of a call. In the place of the operation's name it has the expression, since operands have no names.
  [[noreturn]] void refuse(kiln_status status, detail::Form form) const {
    kiln_error_info info;
    kiln_last_error(&info);
    std::string what = info.message;
    for (const char* const name : {"elementwise (r): ", "expression: "})
      if (what.rfind(name, 0) == 0) what.erase(0, std::strlen(name));
    throw Error(status, text(form) + ": " + what, info.vendor_code, info.build_log);
  }
  [[noreturn]] void refuse_empty(detail::Form form) const {
    std::size_t number = 0;
    while (inputs_[number].kind != KILN_ARGUMENT_ARRAY || inputs_[number].value.array) ++number;
    throw Error(KILN_INVALID_ARGUMENT,
                text(form) + ": " + detail::input_name(number) + " is an empty GpuArray, expected an array");
  }

  Context context_;
  std::size_t input_count_ = 0, code_count_ = 0;
  kiln_argument inputs_[kMostInputs];
  std::uint16_t codes_[kMostCodes];
};

inline GpuArray::GpuArray(const Expr& expression) : GpuArray(expression.eval()) {}
inline void GpuArray::assign(const Expr& expression) const { expression.eval_into(*this); }

// ---- Functions ----

// Computes one function, by its name in docs/reference/expressions.md, as an operation of its own. The name is looked
// up at each call. If `out` is not empty, it receives the result. Expressions among the operands are computed
// first. At least one operand is an array.
inline GpuArray apply(const std::string& function, const std::vector<Expr>& operands, const GpuArray& out = {}) {
  std::vector<GpuArray> held(operands.size());
  std::vector<kiln_argument> arguments;
  Context context = Context::none();
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].is_empty_array())
      throw Error(KILN_INVALID_ARGUMENT,
                  function + ": operand " + std::to_string(i + 1) + " is an empty GpuArray, expected an array");
    arguments.push_back(operands[i].argument(held[i]));
    if (!context && held[i].valid()) context = held[i].context();
  }
  detail::ArrayHandle result;
  detail::check(kiln_array_apply(function.c_str(), arguments.size(), arguments.data(), out.get(), result.out()));
  return GpuArray(std::move(result), std::move(context));
}
// The same for a vector of arrays. It is a template so that {a, 2} is a list of operands for the function
// above.
template <class T, std::enable_if_t<std::is_same_v<T, GpuArray>, int> = 0>
GpuArray apply(const std::string& function, const std::vector<T>& operands, const GpuArray& out = {}) {
  return apply(function, std::vector<Expr>(operands.begin(), operands.end()), out);
}

// The dtype of the array that apply(function, operands) would make. Expressions among the operands are
// computed; the function itself is not.
inline kiln_dtype apply_dtype(const std::string& function, const std::vector<Expr>& operands) {
  std::vector<GpuArray> held(operands.size());
  std::vector<kiln_argument> arguments;
  for (std::size_t i = 0; i < operands.size(); ++i) arguments.push_back(operands[i].argument(held[i]));
  kiln_dtype dtype = KILN_BOOL;
  detail::check(kiln_array_apply_dtype(function.c_str(), arguments.size(), arguments.data(), &dtype));
  return dtype;
}

#define KILN_CXX_OP(id, name) \
  inline Expr id(Expr a) { return Expr::apply(detail::Op::id, std::move(a)); }
KILN_CXX_UNARY(KILN_CXX_OP)
#undef KILN_CXX_OP
#define KILN_CXX_OP(id, name) \
  inline Expr id(Expr a, Expr b) { return Expr::apply(detail::Op::id, std::move(a), std::move(b)); }
KILN_CXX_BINARY(KILN_CXX_OP)
#undef KILN_CXX_OP
#define KILN_CXX_OP(id, name)                                                     \
  inline Expr id(Expr a, Expr b, Expr c) {                                        \
    return Expr::apply(detail::Op::id, std::move(a), std::move(b), std::move(c)); \
  }
KILN_CXX_TERNARY(KILN_CXX_OP)
#undef KILN_CXX_OP
#undef KILN_CXX_UNARY
#undef KILN_CXX_BINARY
#undef KILN_CXX_TERNARY

// The expression converted to `dtype`.
inline Expr cast(Expr a, kiln_dtype dtype) { return Expr::cast(std::move(a), dtype); }
template <class T>
Expr cast(Expr a) {
  return Expr::cast(std::move(a), dtype_of<T>);
}

// ---- Operators ----
//
// `/` and `%` are Python's, as those of variables of graphs are. `/` is true_divide: the quotient of integers and
// bools has the flag floatX's dtype, and by 0 it is an infinity or NaN. `%` is floor_mod: the remainder has the sign
// of the divisor, and that of integers by 0 is 0. Python's `//` is floor_divide. C's `/` and `%` are divide and rem;
// these are what the texts of expressions mean by `/` and `%`.

#define KILN_CXX_OP(symbol, id) \
  inline Expr operator symbol(Expr a, Expr b) { return Expr::apply(detail::Op::id, std::move(a), std::move(b)); }
KILN_CXX_OP(+, add)
KILN_CXX_OP(-, subtract)
KILN_CXX_OP(*, multiply)
KILN_CXX_OP(/, true_divide)
KILN_CXX_OP(%, floor_mod)
KILN_CXX_OP(==, equal)
KILN_CXX_OP(!=, not_equal)
KILN_CXX_OP(<, less)
KILN_CXX_OP(<=, less_equal)
KILN_CXX_OP(>, greater)
KILN_CXX_OP(>=, greater_equal)
KILN_CXX_OP(&, bitwise_and)
KILN_CXX_OP(|, bitwise_or)
KILN_CXX_OP(^, bitwise_xor)
KILN_CXX_OP(<<, bitwise_left_shift)
KILN_CXX_OP(>>, bitwise_right_shift)
#undef KILN_CXX_OP
inline Expr operator-(Expr a) { return Expr::apply(detail::Op::negative, std::move(a)); }
inline Expr operator~(Expr a) { return Expr::apply(detail::Op::bitwise_invert, std::move(a)); }
inline Expr operator!(Expr a) { return Expr::apply(detail::Op::logical_not, std::move(a)); }

// Compound assignment to an array writes its elements, also those of a view: a(slice(0, 3)) += 1. Compound
// assignment to an expression only makes it a longer one. `/=` refuses arrays of integers and bools, which cannot
// hold quotients (KILN_TYPE_ERROR).
namespace detail {
template <Op op>
void require_holds(const GpuArray& a) {
  if constexpr (op == Op::true_divide)
    if (const kiln_dtype dtype = a.get() ? a.dtype() : KILN_FLOAT32; dtype <= KILN_UINT64)  // bool and integers
      throw Error(KILN_TYPE_ERROR, std::string("operator/=: got an array of ") + kiln_dtype_name(dtype) +
                                       ", expected a dtype that holds quotients; a.assign(floor_divide(a, b)) "
                                       "rounds them down");
}
}  // namespace detail
#define KILN_CXX_OP(symbol, id)                                       \
  inline const GpuArray& operator symbol(const GpuArray& a, Expr b) { \
    detail::require_holds<detail::Op::id>(a);                         \
    Expr::update(detail::Op::id, a, std::move(b));                    \
    return a;                                                         \
  }                                                                   \
  inline Expr& operator symbol(Expr& a, Expr b) {                     \
    a = Expr::apply(detail::Op::id, Expr(a), std::move(b));           \
    return a;                                                         \
  }                                                                   \
  Expr& operator symbol(const Expr& a, Expr b) = delete;
KILN_CXX_OP(+=, add)
KILN_CXX_OP(-=, subtract)
KILN_CXX_OP(*=, multiply)
KILN_CXX_OP(/=, true_divide)
KILN_CXX_OP(%=, floor_mod)
KILN_CXX_OP(&=, bitwise_and)
KILN_CXX_OP(|=, bitwise_or)
KILN_CXX_OP(^=, bitwise_xor)
KILN_CXX_OP(<<=, bitwise_left_shift)
KILN_CXX_OP(>>=, bitwise_right_shift)
#undef KILN_CXX_OP

}  // namespace kiln

#endif
