/* SPDX-License-Identifier: Apache-2.0
 * Expressions and elementwise computations: one fused kernel from a text such as
 * "r = a*b + c*exp(d); s = a > b ? a : b". The language is in docs/expressions.md. */
#ifndef KILN_ELEMENTWISE_H
#define KILN_ELEMENTWISE_H

#include <kiln/kernel.h>
#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Expressions built from code (texts need none of these) ------------------------------------ */

/* Immutable, counted, shared freely. */
KILN_API kiln_status kiln_expression_input(const char* name, kiln_expression* out);
/* A constant of a dtype; `value` points at one element. */
KILN_API kiln_status kiln_expression_constant(kiln_dtype dtype, const void* value, kiln_expression* out);
/* A constant that takes the dtype of what it meets, as a number in a text does. */
KILN_API kiln_status kiln_expression_number(double value, kiln_expression* out);
/* Applies an operator or function by name: "add", "exp", "where", ... (docs/expressions.md lists them). */
KILN_API kiln_status kiln_expression_apply(const char* function, size_t count,
                                           const kiln_expression* arguments, kiln_expression* out);
KILN_API kiln_status kiln_expression_cast(kiln_expression expression, kiln_dtype dtype, kiln_expression* out);
/* One expression without assignment: "a*b + 1". KILN_PARSE_ERROR points at the column. */
KILN_API kiln_status kiln_expression_parse(const char* text, kiln_expression* out);
KILN_API kiln_expression kiln_expression_retain(kiln_expression expression);
KILN_API void kiln_expression_release(kiln_expression expression);

/* ---- Elementwise computations ------------------------------------------------------------------ */

/* Prepares "name = expression; ..." for a context. `parameters` gives the order of the call's arguments,
 * "r, a, b"; NULL: the outputs in the order they are assigned, then the inputs in the order they appear.
 * Assigned names that `parameters` leaves out are temporaries. A parameter that is read before it is assigned
 * is both input and output. A parameter called e, pi, inf or nan is a variable, not the constant. At most
 * 1024 parameters; of more arrays than a kernel of the device takes (up to 32) a call runs several kernels,
 * with temporaries of the call's shape between them. */
KILN_API kiln_status kiln_elementwise_create(kiln_context context, const char* text, const char* parameters,
                                             kiln_elementwise* out);
/* The same from built expressions: outputs names[i] = expressions[i], all computed from the inputs' old
 * values. `parameters` as above. */
KILN_API kiln_status kiln_elementwise_create_from(kiln_context context, size_t count,
                                                  const char* const* names,
                                                  const kiln_expression* expressions, const char* parameters,
                                                  kiln_elementwise* out);
KILN_API kiln_elementwise kiln_elementwise_retain(kiln_elementwise elementwise);
KILN_API void kiln_elementwise_release(kiln_elementwise elementwise);
/* Number and names of parameters, in call order. Names live as long as the handle. */
KILN_API kiln_status kiln_elementwise_parameters(kiln_elementwise elementwise, size_t* count,
                                                 const char* const** names);
/* What a call does with each parameter, in the same order: KILN_PARAMETER_INPUT, KILN_PARAMETER_OUTPUT or,
 * where it is read before it is assigned, KILN_PARAMETER_INPUT_OUTPUT. Lives as long as the handle. */
KILN_API kiln_status kiln_elementwise_kinds(kiln_elementwise elementwise, size_t* count,
                                            const kiln_parameter_kind** kinds);

typedef enum kiln_argument_kind {
  KILN_ARGUMENT_ARRAY = 0,  /* an input or output array */
  KILN_ARGUMENT_SCALAR = 1, /* a typed scalar input, `dtype` and `value` */
  KILN_ARGUMENT_NEW = 2,    /* an output to allocate: *new_array receives it, or NULL on failure */
  KILN_ARGUMENT_NUMBER = 3, /* a scalar input, value.f64, that takes the dtype of what it meets */
  KILN_ARGUMENT_INTEGER =
      4 /* the same, value.i64; an integer dtype that it meets must hold it: KILN_OVERFLOW */
} kiln_argument_kind;

/* One argument of a call. Inputs broadcast against each other and against given outputs; outputs do not
 * broadcast. A given output's dtype stands: the result is converted to it. */
typedef struct kiln_argument {
  kiln_argument_kind kind;
  kiln_dtype dtype; /* of a SCALAR; of a NEW output: its dtype, or KILN_DTYPE_AUTO */
  union {
    kiln_array array;
    kiln_array* new_array;
    int64_t i64;  /* int8..int64 and bool, INTEGER */
    uint64_t u64; /* uint8..uint64 */
    double f64;   /* float16..float64, NUMBER */
    double c128[2];
  } value;
} kiln_argument;

/* Queues the computation. Operands may have any strides and may overlap: results are as if every input were
 * read before any output is written. Two outputs must not overlap. */
KILN_API kiln_status kiln_elementwise_call(kiln_elementwise elementwise, size_t count,
                                           const kiln_argument* arguments);

/* One function of docs/expressions.md as an operation of its own, without fusion: function(operands), 1 to 3
 * of kind ARRAY, SCALAR, NUMBER or INTEGER, at least one an ARRAY. `destination` NULL: *out receives a new
 * array. Otherwise the result goes there, converted to its dtype; `out` may be NULL, else it receives another
 * reference. */
KILN_API kiln_status kiln_array_apply(const char* function, size_t count, const kiln_argument* operands,
                                      kiln_array destination, kiln_array* out);
/* *out receives the dtype of the new array that kiln_array_apply(function, count, operands, NULL, ...) would
 * make, by the typing rules of docs/expressions.md. Nothing runs and nothing is allocated on the device; of
 * the operands only their kinds, dtypes and the values of KILN_ARGUMENT_INTEGER matter. Fails as
 * kiln_array_apply() fails for a function, a count or dtypes that it refuses; shapes are not looked at. */
KILN_API kiln_status kiln_array_apply_dtype(const char* function, size_t count, const kiln_argument* operands,
                                            kiln_dtype* out);

#ifdef __cplusplus
}
#endif
#endif
