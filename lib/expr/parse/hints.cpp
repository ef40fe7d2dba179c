// SPDX-License-Identifier: Apache-2.0
// The hints of messages, as tables.
#include "expr/parse/hints.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "expr/callable.hpp"

namespace kiln::expr {
namespace {

struct Formula {
  std::string_view name, text;
};
constexpr Formula kFormulas[] = {
    {"sigmoid", "1/(1 + exp(-x))"},
    {"expit", "1/(1 + exp(-x))"},
    {"logistic", "1/(1 + exp(-x))"},
    {"relu", "max(x, 0)"},
    {"leaky_relu", "x > 0 ? x : 0.01*x"},
    {"elu", "x > 0 ? x : expm1(x)"},
    {"gelu", "0.5*x*(1 + erf(x*rsqrt(2.0)))"},
    {"silu", "x/(1 + exp(-x))"},
    {"swish", "x/(1 + exp(-x))"},
    {"softplus", "logaddexp(x, 0)"},
    {"ln", "log(x)"},
    {"sqr", "square(x)"},
    {"float_power", "pow(x, y)"},
    {"heaviside", "x > 0 ? 1 : x < 0 ? 0 : y"},
    {"select", "where(c, x, y)"},
    {"iif", "where(c, x, y)"},
};
// Functions that combine elements.
constexpr std::string_view kReductions[] = {
    "sum",     "prod",        "mean",   "average", "std",     "var",  "any",       "all",  "argmax",  "argmin", "amax",
    "amin",    "norm",        "median", "cumsum",  "cumprod", "sort", "argsort",   "dot",  "matmul",  "mm",     "gemm",
    "softmax", "log_softmax", "concat", "take",    "gather",  "conv", "transpose", "size", "reshape", "shape",  "len",
};
constexpr std::string_view kCombines =
    "; an expression computes each element by itself, and this combines elements: call it on the array";

struct Word {
  std::string_view before, word, hint;  // an empty `before` stands for every text
};
constexpr Word kWords[] = {
    {"*", "*", "; a power is written pow(x, y)"},
    {"/", "/", "; x // y of Python is written floor_divide(x, y)"},
    {"", "and", "; 'and' is written &&"},
    {"", "or", "; 'or' is written ||"},
    {"not", "", "; 'not' is written !"},
    {"", "if", "; x if c else y is written c ? x : y"},
    {"", "[", "; an expression computes every element of its arrays: index an array before and pass the result"},
    {"", ".", "; functions have no prefix and arrays no members here: exp(x), not np.exp(x)"},
    {"", "@", "; a matrix product is no elementwise operation: compute it before and pass the result"},
};

}  // namespace

std::string function_hint(std::string_view name) {
  for (const Formula& formula : kFormulas)
    if (name == formula.name) return fmt::format("; write {}", formula.text);
  if (std::ranges::find(kReductions, name) != std::end(kReductions)) return std::string(kCombines);
  return base::suggestion(name, callable_names());
}

std::string_view count_hint(std::string_view name, std::size_t got) {
  return got == 1 && (name == "max" || name == "min") ? kCombines : "";
}

std::string_view syntax_hint(std::string_view before, std::string_view word) {
  for (const Word& row : kWords)
    if ((row.before.empty() || row.before == before) && (row.word.empty() || row.word == word)) return row.hint;
  return {};
}

}  // namespace kiln::expr
