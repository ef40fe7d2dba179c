// SPDX-License-Identifier: Apache-2.0
// The built-in reductions as texts. In these, T stands for the dtype that is computed in, C for the correction of
// var and std, I for the dtype of positions, M for its largest number.
#include <cmath>
#include <limits>

#include "array/builtins.hpp"
#include "array/elementwise/builtin_expression.hpp"
#include "array/elementwise/elementwise.hpp"
#include "array/fold/deviation.hpp"
#include "array/fold/reduce.hpp"
#include "array/launch/destination.hpp"
#include "array/launch/kernel_room.hpp"
#include "base/flags/flags.hpp"
#include "base/text.hpp"
#include "codegen/fold/deviation.hpp"
#include "kiln/reduce.h"

namespace kiln::array {

namespace {

enum class Result : std::uint8_t {
  widened,   // the dtype; small integers and bool become int64 or uint64
  same,      // the dtype
  floating,  // the dtype; integers and bool become the default float
  real,      // the same, complex becomes its real dtype
  boolean,
  index  // int64
};

struct Row {
  int op;
  const char* name;
  Result result;
  bool empty_ok;
  const char *identity, *map, *combine, *finish;
  const char* complex_map = nullptr;  // the map for complex elements, if it is another one
  const char* next = "";              // see ReduceTexts
  bool deviation = false;             // see ReduceTexts
  const char* several = "";           // see ReduceTexts
};

// The better of m and m_; a NaN always wins. `sign` is <= for a maximum. m_ is taken if `m_ sign m` is false, as it is
// for a NaN, and m itself is no NaN. Both comparisons are always evaluated, so that processors combine them as masks
// without a branch.
#define KILN_BETTER(sign) "!(m_ " sign " m) && m == m ? m_ : m"
// The better of two elements with their positions: the extremum or a NaN, and of several equal ones the first.
#define KILN_FIRST(sign)                                                          \
  "t = m_ " sign                                                                  \
  " m || (m_ != m_ && m == m) || ((m_ == m || (m_ != m_ && m != m)) && i_ < i); " \
  "m = t ? m_ : m; i = t ? i_ : i"
// The same if the right side is one element that follows all elements of the left side, so that positions need not
// be compared. If no element is better than the identity, all elements equal it, and i stays M; KILN_FIRST_PLACE
// then gives position 0.
#define KILN_FIRST_NEXT(sign) "t = !(m_ " sign " m) && m == m; m = t ? m_ : m; i = t ? i_ : i"
#define KILN_FIRST_PLACE "r = i == M ? 0 : int64(i)"

// var and std use the accumulators of array/fold/deviation.hpp.
#define KILN_DEVIATION_MAP "c = T(1); u = T(0); q = T(0); p = T(a)"
// Adds one element to a set. Welford, "Note on a method for calculating corrected sums of squares and products" (1962).
#define KILN_DEVIATION_NEXT \
  "c = c + 1; f = 1 / c; p = c > 1 ? p : p_; g = p_ - p; d = g - u; v = u + d*f; q = q + d*(g - v); u = v"

// Undoes the scale of a set of deviations. A count c below 0 marks a scaled set (codegen/fold/deviation.hpp).
#define KILN_UNSCALE "(c < 0 ? T(S) : T(1))"

// std with a correction that is no whole number: n - C may be below 1, and q / (n - C) may overflow although its
// root does not. So the roots are divided.
constexpr char kFractionStd[] = "r = sqrt(q) / sqrt(max(T(n) - C, 0)) * " KILN_UNSCALE;

constexpr Row kRows[] = {
    // Adding -0.0 changes no sum. The sum of no elements is +0.
    {KILN_REDUCE_SUM, "sum", Result::widened, true, "s = -0.0", "s = T(a)", "s = s + s_", "r = n == 0 ? 0 : s"},
    {KILN_REDUCE_PROD, "prod", Result::widened, true, "s = 1", "s = T(a)", "s = s * s_", "r = s"},
    {KILN_REDUCE_MAX, "max", Result::same, false, "m = -inf", "m = T(a)", "m = " KILN_BETTER("<="), "r = m"},
    {KILN_REDUCE_MIN, "min", Result::same, false, "m = inf", "m = T(a)", "m = " KILN_BETTER(">="), "r = m"},
    {KILN_REDUCE_MEAN, "mean", Result::floating, true, "s = -0.0", "s = T(a)", "s = s + s_", "r = s / T(n)"},
    {KILN_REDUCE_VAR, "var", Result::floating, true, kDeviationIdentity, KILN_DEVIATION_MAP, kDeviationCombine,
     "r = q / max(T(n) - C, 0) * " KILN_UNSCALE " * " KILN_UNSCALE, nullptr, KILN_DEVIATION_NEXT, true},
    {KILN_REDUCE_STD, "std", Result::floating, true, kDeviationIdentity, KILN_DEVIATION_MAP, kDeviationCombine,
     "r = sqrt(q / max(T(n) - C, 0)) * " KILN_UNSCALE, nullptr, KILN_DEVIATION_NEXT, true},
    {KILN_REDUCE_ANY, "any", Result::boolean, true, "s = false", "s = bool(a)", "s = s || s_", "r = s"},
    {KILN_REDUCE_ALL, "all", Result::boolean, true, "s = true", "s = bool(a)", "s = s && s_", "r = s"},
    {KILN_REDUCE_COUNT_NONZERO, "count_nonzero", Result::index, true, "s = 0", "s = int64(bool(a))", "s = s + s_",
     "r = s"},
    {KILN_REDUCE_ARGMAX, "argmax", Result::index, false, "m = -inf; i = M", "m = T(a); i = I(index())", KILN_FIRST(">"),
     KILN_FIRST_PLACE, nullptr, KILN_FIRST_NEXT("<=")},
    {KILN_REDUCE_ARGMIN, "argmin", Result::index, false, "m = inf; i = M", "m = T(a); i = I(index())", KILN_FIRST("<"),
     KILN_FIRST_PLACE, nullptr, KILN_FIRST_NEXT(">=")},
    {KILN_REDUCE_NORM, "norm", Result::real, true, "s = 0", "u = T(a); s = u*u", "s = s + s_", "r = sqrt(s)",
     "u = T(real(a)); v = T(imag(a)); s = u*u + v*v"},
    // m is the maximum so far, s the sum of exp(a - m).
    {KILN_REDUCE_LOGSUMEXP, "logsumexp", Result::floating, true, "m = -inf; s = 0", "m = T(a); s = T(1)",
     "k = max(m, m_); s = (m == k ? s : s * exp(m - k)) + (m_ == k ? s_ : s_ * exp(m_ - k)); m = k", "r = m + log(s)",
     nullptr,
     // One exponential for each element: exp(smaller - greater).
     "e = m == m_ ? T(1) : exp(-abs(m - m_)); s = m_ > m ? s*e + 1 : s + e; m = max(m, m_)", false,
     // One exponential for each element, and one for the set. Nothing is subtracted from infinities. Of a NaN and a
     // number the greater one may be the number, but then s becomes NaN.
     "u = m_0 > m_1 ? m_0 : m_1; v = m_2 > m_3 ? m_2 : m_3; w = u > v ? u : v; k = w > m ? w : m; "
     "c = abs(k) < inf ? k : T(0); "
     "s = s * exp(m - c) + ((exp(m_0 - c) + exp(m_1 - c)) + (exp(m_2 - c) + exp(m_3 - c))); m = k"},
};

// Norms of vectors of orders other than 2: sums of |a| to the power C, and the limits for infinite orders. These
// rows are not among those of kiln_reduce_op.
constexpr Row kPowerNorm{-1,
                         "vector_norm",
                         Result::real,
                         true,
                         "s = 0",
                         "u = abs(T(a)); P",
                         "s = s + s_",
                         "r = pow(s, T(1) / T(C))",
                         "u = T(abs(a)); P"};
constexpr Row kSumNorm{-2,           "vector_norm", Result::real,   true, "s = 0", "s = abs(T(a))",
                       "s = s + s_", "r = s",       "s = T(abs(a))"};
constexpr Row kCountNorm{-3,           "vector_norm", Result::real,        true, "s = 0", "s = int64(bool(a))",
                         "s = s + s_", "r = T(s)",    "s = int64(bool(a))"};
constexpr Row kGreatestNorm{
    -4,      "vector_norm",  Result::real, false, "m = 0", "m = abs(T(a))", "m = " KILN_BETTER("<="),
    "r = m", "m = T(abs(a))"};
constexpr Row kLeastNorm{
    -5,      "vector_norm",  Result::real, false, "m = inf", "m = abs(T(a))", "m = " KILN_BETTER(">="),
    "r = m", "m = T(abs(a))"};

const Row& row_of(int op, const char* operation) {
  for (const Row& row : kRows)
    if (row.op == op) return row;
  fail(KILN_INVALID_ARGUMENT, "{}: got operation number {}, expected a kiln_reduce_op", operation, op);
}

DType result_dtype(const Row& row, DType dtype) {
  switch (row.result) {
    case Result::widened:
      return base::is_unsigned(dtype)                          ? KILN_UINT64
             : base::is_integer(dtype) || base::is_bool(dtype) ? KILN_INT64
                                                               : dtype;
    case Result::same:
      return dtype;
    case Result::floating:
    case Result::real: {
      const DType given = base::is_float(dtype) || base::is_complex(dtype) ? dtype : base::flag_floatX();
      return row.result == Result::real ? base::real_dtype(given) : given;
    }
    case Result::boolean:
      return KILN_BOOL;
    case Result::index:
      return KILN_INT64;
  }
  return dtype;
}

constexpr double kMultiplied = 16;  // powers up to this one are computed by multiplications

bool is_multiplied(double order) { return std::trunc(order) == order && std::fabs(order) <= kMultiplied; }

// s = u to the power `order`.
std::string power_text(DType dtype, double order) {
  const char* const name = base::dtype_name(dtype);
  if (!is_multiplied(order)) return fmt::format("s = pow(u, {}({}))", name, base::hexadecimal(order));
  std::string squares, factors;
  for (int bit = 0, n = int(std::fabs(order)); n >> bit; ++bit) {
    const char own = char('u' + bit);
    if (bit > 0) squares += fmt::format("{0} = {1}*{1}; ", own, char(own - 1));
    if (n >> bit & 1) factors += fmt::format("{}{}", factors.empty() ? "" : "*", own);
  }
  return squares + (order > 0 ? "s = " + factors : fmt::format("s = {}(1) / ({})", name, factors));
}

// Replaces the letters in a text: "T(" and "I(" by casts to the dtypes; C, M and S (deviation_unscale()) by
// numbers; P by power_text(). Names in the texts are single lower-case letters, so none contains these.
std::string fill_in(const char* text, DType dtype, double correction, bool narrow) {
  std::string out;
  for (const char* c = text; *c; ++c) {
    if (c[0] == 'T' && c[1] == '(')
      out += base::dtype_name(dtype);
    else if (c[0] == 'I' && c[1] == '(')
      out += narrow ? "int32" : "int64";
    else if (*c == 'P')
      out += power_text(dtype, correction);
    else if (*c == 'M')
      out += narrow ? "2147483647" : "9223372036854775807";
    else if (*c == 'S')
      out += base::hexadecimal(codegen::deviation_unscale(dtype));
    else if (*c == 'C')
      out += "(" + base::hexadecimal(correction) + ")";
    else
      out += *c;
  }
  return out;
}

// The row whose texts are used. With a bool result, sum and max are `any`, prod and min are `all`.
const Row& texts_row(const Row& row, DType result) {
  if (!base::is_bool(result)) return row;
  const bool any = row.op == KILN_REDUCE_SUM || row.op == KILN_REDUCE_MAX;
  const bool all = row.op == KILN_REDUCE_PROD || row.op == KILN_REDUCE_MIN;
  return any ? row_of(KILN_REDUCE_ANY, row.name) : all ? row_of(KILN_REDUCE_ALL, row.name) : row;
}

// The dtype that a reduction computes in. argmax and argmin of bool compute in uint8, because their identities, -inf
// and inf, would both become true as bool.
DType computed_dtype(const Row& row, DType given, DType result) {
  const bool in_own = row.result == Result::index || row.result == Result::boolean;
  const DType computed = base::compute_dtype(in_own ? given : result);
  return base::is_bool(computed) && row.result == Result::index ? KILN_UINT8 : computed;
}

// If `narrow` is true, positions are int32.
ReduceTexts texts_of(const Row& row, bool complex, bool narrow, DType computed, double correction) {
  const auto text = [&](const char* t) { return fill_in(t, computed, correction, narrow); };
  const bool fraction = row.op == KILN_REDUCE_STD && std::trunc(correction) != correction;
  return {text(row.identity), text(complex ? row.complex_map : row.map),
          text(row.combine),  text(fraction ? kFractionStd : row.finish),
          text(row.next),     row.deviation,
          text(row.several)};
}

bool narrow_places(const Row& row, std::int64_t count) {
  return row.result == Result::index && count < std::numeric_limits<std::int32_t>::max();
}

Ref<Reduction> reduction(runtime::Context& context, const Row& row, bool complex, bool narrow, DType computed,
                         double correction) {
  Builtins& own = builtins(context);
  std::lock_guard lock(own.mutex);
  Ref<Reduction>& known = own.reductions[{row.op * 4 + complex * 2 + narrow, int(computed), correction}];
  if (!known)
    known = Reduction::create(context, texts_of(texts_row(row, computed), complex, narrow, computed, correction), {"a"},
                              row.empty_ok, row.name, false);
  return known;
}

Ref<Array> run(const Row& row, const Array& array, DType result, double correction, const ReduceAxes& axes, Array* into,
               const char* operation) {
  const DType given = array.dtype();
  const auto reduction_of = reduction(array.context(), row, base::is_complex(given) && row.complex_map,
                                      narrow_places(row, array.size()), computed_dtype(row, given, result), correction);
  const Array* inputs[] = {&array};
  Ref<Array> outputs[] = {Ref<Array>(into)};
  const int dtypes[] = {int(result)};
  reduction_of->call(inputs, axes, outputs, dtypes, operation);
  return outputs[0];
}

}  // namespace

const char* reduction_name(int op, const char* operation) { return row_of(op, operation).name; }

DType reduction_dtype(int op, DType given, int dtype, double correction, const char* operation) {
  const Row& row = row_of(op, operation);
  const bool has_own = row.result == Result::boolean || row.result == Result::index;
  if (dtype >= 0 && has_own && dtype != int(result_dtype(row, given)))
    fail(KILN_TYPE_ERROR, "{}: {} has a result of {}, got dtype {}", operation, row.name,
         base::dtype_name(result_dtype(row, given)), base::dtype_name(DType(dtype)));
  const bool correctable = op == KILN_REDUCE_VAR || op == KILN_REDUCE_STD;
  if (correction != 0 && !correctable)
    fail(KILN_INVALID_ARGUMENT, "{}: {} takes no correction, got {}", operation, row.name, correction);
  if (!std::isfinite(correction))
    fail(KILN_INVALID_ARGUMENT, "{}: got correction {}, expected a finite number", operation, correction);
  if (base::is_complex(given) && row.result != Result::widened && row.result != Result::boolean &&
      op != KILN_REDUCE_MEAN && op != KILN_REDUCE_NORM && op != KILN_REDUCE_COUNT_NONZERO)
    fail(KILN_TYPE_ERROR, "{}: {} takes real dtypes, got {}", operation, row.name, base::dtype_name(given));
  const DType result = dtype >= 0 ? DType(dtype) : result_dtype(row, given);
  if (dtype >= 0 && row.result == Result::floating && !base::is_float(result) && !base::is_complex(result))
    fail(KILN_TYPE_ERROR, "{}: {} computes in a floating-point dtype, got dtype {}", operation, row.name,
         base::dtype_name(result));
  return result;
}

ReduceTexts reduction_texts(int op, DType given, DType result, double correction, std::int64_t count, bool* empty_ok,
                            const char* operation) {
  const Row& row = row_of(op, operation);
  *empty_ok = row.empty_ok;
  return texts_of(texts_row(row, result), base::is_complex(given) && row.complex_map, narrow_places(row, count),
                  computed_dtype(row, given, result), correction);
}

KernelLoad reduction_load(int op, DType given, DType result, double correction, std::int64_t count,
                          const char* operation) {
  bool empty_ok = true;
  const ReduceTexts texts = reduction_texts(op, given, result, correction, count, &empty_ok, operation);
  const Fold fold(parse_fold(texts, {"a"}, operation), {"a"}, operation);
  const int signature[] = {int(given), int(result)};
  const codegen::ReducePrograms programs = fold.programs(signature, operation);
  KernelLoad load;
  load.accumulators = fold.accumulator_count();
  for (const auto& output : programs.map.outputs) load.accumulator_bytes += base::dtype_size(output.dtype);
  load.map = programs.map.values.size();
  load.fold = std::max(programs.combine.values.size(), programs.next.values.size());
  load.finish = programs.finish.values.size();
  return load;
}

Ref<Array> reduce(const Array& array, int op, const ReduceAxes& axes, int dtype, double correction, Array* into,
                  const char* operation) {
  const DType result = reduction_dtype(op, array.dtype(), dtype, correction, operation);
  const Row& row = row_of(op, operation);
  if (into && row.result == Result::index && into->size() > 0) {
    const std::int64_t count = array.size() / into->size();
    check_holds(into, op == KILN_REDUCE_COUNT_NONZERO ? count : count - 1, operation);
  }
  return run(row, array, result, correction, axes, into, operation);
}

Ref<Array> vector_norm(const Array& array, double ord, const ReduceAxes& axes, int dtype, Array* into,
                       const char* operation) {
  if (std::isnan(ord)) fail(KILN_INVALID_ARGUMENT, "{}: got order NaN, expected a number", operation);
  const Row& row = ord == 2          ? row_of(KILN_REDUCE_NORM, operation)
                   : ord == 1        ? kSumNorm
                   : ord == 0        ? kCountNorm
                   : std::isinf(ord) ? (ord > 0 ? kGreatestNorm : kLeastNorm)
                                     : kPowerNorm;
  const DType result = dtype >= 0 ? DType(dtype) : result_dtype(row, array.dtype());
  if (!base::is_float(result))
    fail(KILN_TYPE_ERROR, "{}: a norm is computed in a real floating-point dtype, got dtype {}", operation,
         base::dtype_name(result));
  if (&row != &kPowerNorm) return run(row, array, result, 0, axes, into, operation);
  runtime::Context& context = array.context();
  if (is_multiplied(ord) || !traits_of(context).cpu) return run(row, array, result, ord, axes, into, operation);
  // On CPU devices only elementwise kernels compute mathematical functions in vectors. So an elementwise kernel
  // computes the powers of all elements first.
  const DType computed = computed_dtype(row, array.dtype(), result);
  const auto power = [&](const std::string& magnitude, const Array& from, double exponent, Array& to) {
    builtin_expression(context, fmt::format("r = pow({}, c)", magnitude), "r, a, c")
        .call({to, from, Scalar::real(computed, exponent)}, operation);
  };
  const auto powers = empty(context, computed, array.shape(), operation);
  power(fill_in(base::is_complex(array.dtype()) ? "T(abs(a))" : "abs(T(a))", computed, 0, false), array, ord, *powers);
  const auto sums = run(row_of(KILN_REDUCE_SUM, operation), *powers, computed, 0, axes, nullptr, operation);
  check_destination(context, into, sums->shape(), operation);
  const Ref<Array> norms = into ? Ref<Array>(into) : empty(context, result, sums->shape(), operation);
  power("a", *sums, 1 / ord, *norms);
  return norms;
}

}  // namespace kiln::array
