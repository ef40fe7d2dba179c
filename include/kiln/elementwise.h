/* SPDX-License-Identifier: Apache-2.0
 * Expressions and elementwise computations. A text such as "r = a*b + c*exp(d); s = a > b ? a : b" becomes one
 * fused kernel. docs/reference/expressions.md describes the language. In a text `/` and `%` are C's: for integers `/`
 * truncates, and `%` has the sign of its left side. The operators of arrays in C++ and Python and of graphs are
 * Python's instead; a text calls them true_divide and floor_mod. */
#ifndef KILN_ELEMENTWISE_H
#define KILN_ELEMENTWISE_H

#include <kiln/kernel.h>
#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Expressions built from code (whoever writes texts needs none of these) -------------------- */

/* An expression that stands for an input called `name`, which consists of letters, digits and '_'.
 * Expressions never change, so that one may be part of many others. */
KILN_API kiln_status kiln_expression_input(const char* name, kiln_expression* out);
/* A constant with a dtype of its own. `value` points to one element of it on the host. */
KILN_API kiln_status kiln_expression_constant(kiln_dtype dtype, const void* value, kiln_expression* out);
/* A constant without a dtype of its own. As a number in a text, it takes the dtype of the operand beside
 * it. */
KILN_API kiln_status kiln_expression_number(double value, kiln_expression* out);
/* A function or an operator applied to `count` arguments. `function` is one of the names that
 * docs/reference/expressions.md lists: "add", "exp", "where", ... KILN_PARSE_ERROR: there is no such function; the
 * message suggests the nearest. KILN_INVALID_ARGUMENT: it takes another number of arguments. */
KILN_API kiln_status kiln_expression_apply(const char* function, size_t count, const kiln_expression* arguments,
                                           kiln_expression* out);
/* An expression converted to `dtype`. */
KILN_API kiln_status kiln_expression_cast(kiln_expression expression, kiln_dtype dtype, kiln_expression* out);
/* The expression that a text without an assignment describes, such as "a*b + 1". KILN_PARSE_ERROR: the text
 * is none; the message points at the column. */
KILN_API kiln_status kiln_expression_parse(const char* text, kiln_expression* out);
KILN_API kiln_expression kiln_expression_retain(kiln_expression expression);
KILN_API void kiln_expression_release(kiln_expression expression);

/* ---- Elementwise computations ------------------------------------------------------------------ */

/* Prepares a text of assignments, "name = expression; ...", for a context. `parameters` lists the names of a
 * call's arguments in order, such as "r, a, b". If it is NULL, the outputs come first, in the order of their
 * assignment, and then the inputs, in the order in which the text reads them. A name that is assigned and not
 * listed is a temporary. A parameter that the text reads before it assigns it is both input and output. A
 * parameter called e, pi, inf or nan is a variable and not the constant.
 *
 * There are at most 1024 parameters. One kernel of the device takes only so many arrays (up to 32); a call
 * with more runs several kernels, with temporary arrays of the call's shape between them. KILN_PARSE_ERROR:
 * the text is wrong; the message points at the column. */
KILN_API kiln_status kiln_elementwise_create(kiln_context context, const char* text, const char* parameters,
                                             kiln_elementwise* out);
/* Prepares the same from built expressions. Output names[i] is expressions[i], for `count` outputs; all of
 * them read the inputs' old values. `parameters` is as above. */
KILN_API kiln_status kiln_elementwise_create_from(kiln_context context, size_t count, const char* const* names,
                                                  const kiln_expression* expressions, const char* parameters,
                                                  kiln_elementwise* out);
KILN_API kiln_elementwise kiln_elementwise_retain(kiln_elementwise elementwise);
KILN_API void kiln_elementwise_release(kiln_elementwise elementwise);
/* *count receives the number of parameters and *names their names, in the order of a call's arguments. The
 * names are valid as long as the handle lives. */
KILN_API kiln_status kiln_elementwise_parameters(kiln_elementwise elementwise, size_t* count,
                                                 const char* const** names);
/* *kinds receives what a call does with each parameter, in the same order: it is KILN_PARAMETER_INPUT,
 * KILN_PARAMETER_OUTPUT, or KILN_PARAMETER_INPUT_OUTPUT if the text reads the parameter before it assigns it.
 * The list is valid as long as the handle lives. */
KILN_API kiln_status kiln_elementwise_kinds(kiln_elementwise elementwise, size_t* count,
                                            const kiln_parameter_kind** kinds);

/* What an argument is, and which of its fields the call reads. */
typedef enum kiln_argument_kind {
  KILN_ARGUMENT_ARRAY = 0,  /* value.array, an input or an output */
  KILN_ARGUMENT_SCALAR = 1, /* an input number of `dtype`, in its member of `value`; as INTEGER where it does not fit */
  KILN_ARGUMENT_NEW = 2,    /* a new output; *value.new_array receives it, NULL on failure */
  KILN_ARGUMENT_NUMBER = 3, /* an input number, value.f64, that takes the dtype of the operand beside it */
  KILN_ARGUMENT_INTEGER = 4 /* as NUMBER, value.i64; KILN_OVERFLOW where an integer dtype cannot hold it */
} kiln_argument_kind;

/* One argument of a call. Inputs broadcast against each other and against outputs that are given. Outputs do
 * not broadcast. An output that is given keeps its dtype: the result is converted to it. */
typedef struct kiln_argument {
  kiln_argument_kind kind;
  kiln_dtype dtype; /* of a SCALAR or a NEW output; KILN_DTYPE_AUTO: the typing rules choose that of a NEW output */
  union {
    kiln_array array;
    kiln_array* new_array;
    int64_t i64;  /* for int8 to int64, bool, and INTEGER */
    uint64_t u64; /* for uint8 to uint64 */
    double f64;   /* for float16 to float64, and NUMBER */
    /* For complex dtypes: the real part, then the imaginary part. */
    double c128[2];
  } value;
} kiln_argument;

/* Queues the computation with `count` arguments, one for each parameter. Operands may have any strides and
 * may overlap: the results are as if all inputs were read before any output is written. Two outputs must not
 * overlap (KILN_INVALID_ARGUMENT). */
KILN_API kiln_status kiln_elementwise_call(kiln_elementwise elementwise, size_t count, const kiln_argument* arguments);

/* Computes one function of docs/reference/expressions.md, without fusion: function(operands). There are 1 to 3 operands
 * of the kinds ARRAY, SCALAR, NUMBER and INTEGER, and at least one is an ARRAY. If `destination` is NULL,
 * *out receives a new array. Otherwise the result goes to `destination`, converted to its dtype; `out` may
 * then be NULL, else it receives another reference to the destination. */
KILN_API kiln_status kiln_array_apply(const char* function, size_t count, const kiln_argument* operands,
                                      kiln_array destination, kiln_array* out);
/* *out receives the dtype of the new array that kiln_array_apply(function, count, operands, NULL, ...) would
 * make, by the typing rules of docs/reference/expressions.md. Nothing runs and nothing is allocated on the device; of
 * the operands only their kinds, dtypes and the values of KILN_ARGUMENT_INTEGER matter. Fails as
 * kiln_array_apply() fails for a function, a count or dtypes that it refuses; shapes are not looked at. */
KILN_API kiln_status kiln_array_apply_dtype(const char* function, size_t count, const kiln_argument* operands,
                                            kiln_dtype* out);

#ifdef __cplusplus
}
#endif
#endif
