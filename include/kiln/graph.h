/* SPDX-License-Identifier: Apache-2.0
 * Symbolic programs: variables, operations on them, gradients, and functions compiled for a device.
 * docs/graph.md lists the operations and explains the compiler.
 *
 *   kiln_variable x, y; kiln_function f; kiln_array out;
 *   kiln_graph_input("x", KILN_FLOATX, 1, NULL, &x);
 *   kiln_graph_apply("exp", 1, &x, NULL, 1, &y);
 *   kiln_function_create(&(kiln_function_options){..., .inputs = &x, .outputs = &y, ...}, &f);
 *
 * A variable has a dtype, a rank, and for each axis an extent or -1 for one that is not known before a call.
 * Values broadcast along axes whose extent is known to be 1, and along no others: a call in which another
 * axis would have to broadcast is KILN_SHAPE_ERROR. Errors of calls name the node as the program built it.
 * Variables are immutable but for the elements of shared ones; all handles may be used from any thread. */
#ifndef KILN_GRAPH_H
#define KILN_GRAPH_H

#include <kiln/array.h>
#include <kiln/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most entries of a list that a function of this header takes: inputs, outputs, updates, names, ... */
#define KILN_GRAPH_MAX_LIST 65536

typedef struct kiln_variable_s* kiln_variable;
typedef struct kiln_function_s* kiln_function;

/* ---- Variables -------------------------------------------------------------------------------- */

/* An input of functions. shape NULL: no extent is known. `name` may be NULL. */
KILN_API kiln_status kiln_graph_input(const char* name, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                      kiln_variable* out);
/* Elements on the host, C order, copied. */
KILN_API kiln_status kiln_graph_constant(kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                         const void* data, kiln_variable* out);
/* A number that takes the dtype of what it meets, as numbers in expressions do. */
KILN_API kiln_status kiln_graph_number(double value, kiln_variable* out);
KILN_API kiln_status kiln_graph_integer(int64_t value, kiln_variable* out);
/* A variable whose elements live on the array's device between calls and which functions may update. The
 * array is copied unless `borrow` is not 0; then it is the variable's memory. `broadcastable`: NULL, or for
 * each axis not 0 where its extent is 1 for ever. The rank and dtype stay, the shape may change with
 * kiln_shared_set. */
KILN_API kiln_status kiln_graph_shared(kiln_array value, const char* name, const int* broadcastable,
                                       int borrow, kiln_variable* out);
/* The elements now: a copy, or with borrow the live array, which calls of functions change. */
KILN_API kiln_status kiln_shared_get(kiln_variable shared, int borrow, kiln_array* out);
/* New elements, copied to the variable's device; with borrow an array there is taken as it is. */
KILN_API kiln_status kiln_shared_set(kiln_variable shared, kiln_array value, int borrow);
KILN_API kiln_variable kiln_variable_retain(kiln_variable variable);
KILN_API void kiln_variable_release(kiln_variable variable);

typedef struct kiln_variable_info {
  size_t struct_size;
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape; /* -1: not known; lives as long as the variable */
  const char* name;     /* the user's, or "" */
  const char*
      operation; /* what makes it: "Input", "Shared", "Elemwise{exp}"; lives as long as the variable */
} kiln_variable_info;
#define KILN_VARIABLE_INFO_INIT \
  { sizeof(kiln_variable_info), KILN_BOOL, 0, 0, 0, 0 }
KILN_API kiln_status kiln_variable_get_info(kiln_variable variable, kiln_variable_info* out);
/* Gives the node that makes the variable a name, for messages and pictures. */
KILN_API kiln_status kiln_variable_set_name(kiln_variable variable, const char* name);

/* ---- Operations ------------------------------------------------------------------------------- */

/* What an operation needs beside its inputs; docs/graph.md says which it reads. */
typedef struct kiln_graph_options {
  size_t struct_size;
  const int64_t*
      axes; /* axes of reductions, flip, roll, diagonal; of "dimshuffle" the order, -1 for a new axis;
               of "tensordot" those of the first input, then those of the second; NULL: all */
  size_t axis_count;
  int keepdims;
  int64_t axis;         /* of softmax, concat, take, cumsum, sort, ... */
  kiln_dtype dtype;     /* of casts, reductions, random numbers; KILN_DTYPE_AUTO: the operation's own */
  const int64_t* shape; /* of reshape (one -1), broadcast_to, alloc, eye, random numbers; sizes of split (-1
                           each: equal pieces); repeats of tile; shifts of roll; widths of pad in front of
                           each axis, those behind are `axes`, NULL: the same */
  size_t shape_count;
  const kiln_index* indices; /* of subtensor, set_subtensor, inc_subtensor */
  size_t index_count;
  double numbers[2]; /* correction of var; bounds of clip_gradient; parameters of random numbers; the diagonal
                        of tril, triu, eye, diagonal; k of topk; repeats of repeat; the length of slice; value
                        and kiln_pad_mode of pad */
  int flag; /* 1: descending (sort, argsort), the smallest (topk), right (searchsorted); of cumsum and
               cumprod 1 exclusive, 2 reverse, or both */
} kiln_graph_options;
#define KILN_GRAPH_OPTIONS_INIT \
  { sizeof(kiln_graph_options), NULL, 0, 0, -1, KILN_DTYPE_AUTO, NULL, 0, NULL, 0, {0, 0}, 0 }

/* Applies an operation by name: any function of docs/expressions.md ("add", "exp", "where"), any reduction
 * ("sum", "argmax"), "dot", "reshape", ... Writes out_count variables, which must be as many as the operation
 * has. Unknown names are KILN_INVALID_ARGUMENT with the nearest. */
KILN_API kiln_status kiln_graph_apply(const char* operation, size_t count, const kiln_variable* inputs,
                                      const kiln_graph_options* options, size_t out_count,
                                      kiln_variable* out);
/* "a*b + exp(c)": `names` stand for `inputs`. */
KILN_API kiln_status kiln_graph_expression(const char* text, size_t count, const char* const* names,
                                           const kiln_variable* inputs, kiln_variable* out);
/* The value on another context, or with context NULL on the host. Outputs of a function that are transfers to
 * a context stay there; all others are handed out on the host. */
KILN_API kiln_status kiln_graph_transfer(kiln_variable variable, kiln_context context, kiln_variable* out);

/* ---- Gradients -------------------------------------------------------------------------------- */

typedef enum kiln_disconnected {
  KILN_DISCONNECTED_RAISE = 0,
  KILN_DISCONNECTED_WARN = 1, /* zeros, and a line to the log */
  KILN_DISCONNECTED_IGNORE = 2
} kiln_disconnected;

typedef struct kiln_grad_options {
  size_t struct_size;
  const kiln_variable* consider_constant;
  size_t constant_count;
  const kiln_variable* known; /* values whose gradients are given, in `known_gradients` */
  const kiln_variable* known_gradients;
  size_t known_count;
  kiln_disconnected disconnected; /* where the cost does not depend on a variable */
} kiln_grad_options;
#define KILN_GRAD_OPTIONS_INIT \
  { sizeof(kiln_grad_options), NULL, 0, NULL, NULL, 0, KILN_DISCONNECTED_RAISE }
/* out[i] = d cost / d wrt[i], of its dtype and shape. cost: floating-point, 0-d; NULL with known gradients.
 * options may be NULL. KILN_UNSUPPORTED, with the way there, where an operation has no gradient. */
KILN_API kiln_status kiln_graph_grad(kiln_variable cost, size_t count, const kiln_variable* wrt,
                                     const kiln_grad_options* options, kiln_variable* out);

/* ---- The program's own operations ------------------------------------------------------------- */

typedef struct kiln_graph_type {
  kiln_dtype dtype;
  size_t ndim;
  int64_t shape[KILN_MAX_DIMS]; /* -1: not known */
} kiln_graph_type;
typedef struct kiln_host_array {
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;
  void* data; /* C order */
} kiln_host_array;

/* An operation: types of its outputs, what computes them (a kernel or a host function), its gradient.
 * Callbacks return KILN_OK or the status with which the call that needed them fails, naming the node; where
 * an entry of Kiln failed in the callback its message is part of theirs. They run on the thread of that call
 * and may use Kiln. The function that is running refuses to be called, freed, described or waited for by them
 * (KILN_UNSUPPORTED); its last reference may be released, and it goes when the call ends. A callback must not
 * wait for another thread that calls the function. */
typedef struct kiln_user_op {
  size_t struct_size;
  /* Functions below that fail return a status, best by `return kiln_callback_failed(status, text)`. */
  const char* name; /* for messages and pictures */
  size_t output_count;
  const kiln_dtype* dtypes; /* of the outputs; NULL: all as input 0 */
  const size_t* like;       /* output i has the shape of input like[i]; NULL: all as input 0 */
  /* NULL, or the shape rule: changes `outputs`, which hold what dtypes and like say. It is called with
   * extents that are not known (-1), and again before a first call with those that are; then all must be
   * known. */
  kiln_status (*shape)(void* user, size_t input_count, const kiln_graph_type* inputs, size_t output_count,
                       kiln_graph_type* outputs);
  /* A kernel in the portable dialect (docs/kernels.md) and -D definitions or NULL. Its parameters: KILN_ARG
   * for each input, then for each output, then `long n`, the number of elements of output 0; so many
   * work-items run, rounded up. All arrays are contiguous: inputs that are not are copied. With `strided`
   * inputs stay as they lie, and behind n follow as `long`: for each input its extents, then its strides in
   * elements; for each output its extents. */
  const char* source;
  const char* kernel;
  const char* options;
  int strided;
  /* Or a function on the host: reads inputs, which may be the memory of arguments and must not be changed,
   * and fills outputs. Such nodes are not recorded; their results are in host memory. */
  kiln_status (*compute)(void* user, size_t input_count, const kiln_host_array* inputs, size_t output_count,
                         const kiln_host_array* outputs);
  /* NULL, or the gradient: results[i], NULL before, receives a variable of input i's type, whose reference
   * goes to Kiln, or stays NULL: the outputs do not depend on it. gradients[k] is NULL for outputs that are
   * not floating-point. */
  kiln_status (*gradient)(void* user, size_t input_count, const kiln_variable* inputs, size_t output_count,
                          const kiln_variable* outputs, const kiln_variable* gradients,
                          kiln_variable* results);
  void* user;
  void (*release)(void* user); /* NULL, or called once with `user` when nothing uses the operation any more,
                                  also where kiln_graph_user_op fails; as a kiln_release_callback */
} kiln_user_op;
#define KILN_USER_OP_INIT \
  { sizeof(kiln_user_op), NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL }
KILN_API kiln_status kiln_graph_user_op(const kiln_user_op* operation, size_t count,
                                        const kiln_variable* inputs, size_t out_count, kiln_variable* out);

/* ---- Functions -------------------------------------------------------------------------------- */

typedef enum kiln_mode {
  KILN_MODE_FLAG = -1, /* the flag `mode` */
  KILN_MODE_FAST_RUN = 0,
  KILN_MODE_FAST_COMPILE = 1, /* few passes, no fusion */
  KILN_MODE_DEBUG = 2,        /* every call also runs the graph before each pass and compares */
  KILN_MODE_NAN_GUARD = 3     /* every result of a node is checked for NaN and infinities */
} kiln_mode;

typedef enum kiln_unused {
  KILN_UNUSED_FLAG = -1,
  KILN_UNUSED_RAISE = 0,
  KILN_UNUSED_WARN = 1,
  KILN_UNUSED_IGNORE = 2
} kiln_unused;

typedef struct kiln_function_options {
  size_t struct_size;
  const char* name; /* or NULL */
  size_t input_count;
  const kiln_variable* inputs;
  size_t output_count;
  const kiln_variable* outputs;
  const int* output_borrow; /* NULL, or for each output not 0: the function's own memory is handed out, which
                               the next call may overwrite */
  size_t update_count;
  const kiln_variable* updated;    /* shared variables */
  const kiln_variable* new_values; /* of their dtype; all are computed before any variable changes */
  size_t given_count;
  const kiln_variable* givens;   /* where the graph has one of these, */
  const kiln_variable* given_as; /* it gets this */
  kiln_mode mode;
  kiln_unused on_unused_input;
  int allow_input_downcast;
  kiln_tristate profile;
  kiln_tristate allow_gc; /* no: memory stays with the function between calls */
  kiln_context context;   /* of inputs; NULL: that of the shared variables, else the flag `device`, where
                             calls whose arrays are all of one context run there */
  const kiln_array* input_defaults; /* NULL, or for each input an array, not copied, for calls that leave the
                                       argument out, or NULL */
  const char* const* input_targets; /* NULL, or for each input NULL: arguments go to the devices that read
                                       them; or "cpu": they stay in host memory, where functions on the host
                                       read them, and what devices read of them is a transfer of the graph */
} kiln_function_options;
#define KILN_FUNCTION_OPTIONS_INIT                                                             \
  {                                                                                            \
    sizeof(kiln_function_options), NULL, 0, NULL, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, NULL, \
        KILN_MODE_FLAG, KILN_UNUSED_FLAG, 0, KILN_FLAG, KILN_FLAG, NULL, NULL, NULL            \
  }
KILN_API kiln_status kiln_function_create(const kiln_function_options* options, kiln_function* out);
KILN_API kiln_function kiln_function_retain(kiln_function function);
KILN_API void kiln_function_release(kiln_function function);

/* One argument of a call: an array of any context, or, with array NULL, elements on the host, which are free
 * again at return. strides NULL: C order. Array and data NULL: the input's default, which stands for
 * arguments left out at the end too. */
typedef struct kiln_value {
  kiln_array array;
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;
  const int64_t* strides; /* bytes */
  const void* data;
} kiln_value;

/* One call. out[i]: a new reference to output i; those on the host are complete, of the others the work is
 * queued. On failure every out[i] is NULL. A call with dtypes and shapes seen before compiles nothing, as
 * long as the flag `signatures` keeps them. KILN_INDEX_ERROR: with the flag check_index an index or a label
 * was out of range; the call has been made. Without the flag indices are brought to the nearest place inside,
 * and a label that names no class has none (docs/graph.md). */
KILN_API kiln_status kiln_function_call(kiln_function function, size_t count, const kiln_value* arguments,
                                        size_t out_count, kiln_array* out);
/* The same `times` times (1 to 2^32), updates included, in as few submissions as the device allows; the last
 * call's outputs. */
KILN_API kiln_status kiln_function_run(kiln_function function, size_t count, const kiln_value* arguments,
                                       size_t times, size_t out_count, kiln_array* out);
/* Waits for outputs and updates. */
KILN_API kiln_status kiln_function_synchronize(kiln_function function);
/* The same function of other shared variables: fresh[i] in place of old[i]. updates 0: without them. */
KILN_API kiln_status kiln_function_copy(kiln_function function, const char* name, size_t count,
                                        const kiln_variable* old, const kiln_variable* fresh, int updates,
                                        kiln_function* out);
/* Gives memory and compiled specialisations back; the next call makes them again. */
KILN_API kiln_status kiln_function_free(kiln_function function);
/* Bytes of device memory that the newest signature needs beside arguments, results and shared variables. */
KILN_API kiln_status kiln_function_planned_bytes(kiln_function function, uint64_t* out);
/* "toposort" (one line, as Theano prints it), "debugprint", "dot", "svg", "explain" (device, reason and cost
 * of every node, bytes of every transfer), "passes" (the graph after each pass), "profile", "trace" (JSON for
 * chrome://tracing). A function with inputs shows its newest signature, before any call the graph as built.
 * Release with kiln_string_release. */
KILN_API kiln_status kiln_function_describe(kiln_function function, const char* what, char** out,
                                            size_t* length);

/* ---- Checking gradients ------------------------------------------------------------------------ */

typedef struct kiln_verify_options {
  size_t struct_size;
  double step;      /* of the differences; 0: one that suits the dtypes */
  double tolerance; /* of |gradient - difference| / max(1, both); 0: 1e-6, where anything is float32 1e-2 */
  uint64_t seed;    /* of the projections */
  kiln_context context;
} kiln_verify_options;
#define KILN_VERIFY_OPTIONS_INIT \
  { sizeof(kiln_verify_options), 0, 0, 1, NULL }
/* Compares gradients of each output (float32 or float64; of any shape: it is multiplied with random numbers
 * and summed) by each floating-point input with central differences at a point, elements on the host in C
 * order. *worst (may be NULL) receives the largest error. KILN_INVALID_ARGUMENT, naming output, input and
 * element, where it exceeds the tolerance. Makes two calls for each element of the inputs. */
KILN_API kiln_status kiln_graph_verify_grad(size_t output_count, const kiln_variable* outputs,
                                            size_t input_count, const kiln_variable* inputs,
                                            const kiln_value* points, const kiln_verify_options* options,
                                            double* worst);

#ifdef __cplusplus
}
#endif
#endif
