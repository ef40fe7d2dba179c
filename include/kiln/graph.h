/* SPDX-License-Identifier: Apache-2.0
 * Symbolic programs: variables, operations on them, gradients, and functions that are compiled for a device.
 * docs/reference/graph.md leads through it; docs/reference/graph_operations.md lists the operations.
 *
 *   kiln_variable x, y; kiln_function f; kiln_array out;
 *   kiln_graph_input("x", KILN_FLOATX, 1, NULL, &x);
 *   kiln_graph_apply("exp", 1, &x, NULL, 1, &y);
 *   kiln_function_create(&(kiln_function_options){..., .inputs = &x, .outputs = &y, ...}, &f);
 *
 * A variable has a dtype, a rank, and for each axis an extent, which is -1 if it is not known before a call.
 * Values broadcast along an axis only if its extent is known to be 1. A call in which another axis would have
 * to broadcast is KILN_SHAPE_ERROR. The messages of calls name the node as the program built it. Variables
 * never change, but for the elements of shared ones. All handles may be used from any thread. */
#ifndef KILN_GRAPH_H
#define KILN_GRAPH_H

#include <kiln/array.h>
#include <kiln/context.h>
#include <kiln/conv.h>
#include <kiln/pool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most entries of a list, such as inputs, outputs, updates or names, that a function of this header
 * takes. */
#define KILN_GRAPH_MAX_LIST 65536
/* In the shape of the operation reshape: the extent of the input's axis at the same place. */
#define KILN_GRAPH_KEEP (-2)
/* The same, where places count from the last axis: the last entry stands for the input's last axis. */
#define KILN_GRAPH_KEEP_LAST (-3)

typedef struct kiln_variable_s* kiln_variable;
typedef struct kiln_function_s* kiln_function;

/* ---- Variables -------------------------------------------------------------------------------- */

/* A variable that is an input of functions. shape NULL means that no extent is known. `name` may be NULL. */
KILN_API kiln_status kiln_graph_input(const char* name, kiln_dtype dtype, size_t ndim, const int64_t* shape,
                                      kiln_variable* out);
/* A variable with constant elements. They are copied from host memory in C order at `data`. */
KILN_API kiln_status kiln_graph_constant(kiln_dtype dtype, size_t ndim, const int64_t* shape, const void* data,
                                         kiln_variable* out);
/* A variable with a constant number that takes the dtype of the operand beside it, as a number in an
 * expression does. */
KILN_API kiln_status kiln_graph_number(double value, kiln_variable* out);
KILN_API kiln_status kiln_graph_integer(int64_t value, kiln_variable* out);
/* A shared variable: its elements live on the array's device between calls, and functions may update them.
 * The array is copied; if `borrow` is not 0, the array itself is the variable's memory. `broadcastable` is
 * NULL or has an entry for each axis, which is not 0 if the axis always has extent 1. kiln_shared_set() may
 * change the shape, but not the rank and the dtype. `name` may be NULL. */
KILN_API kiln_status kiln_graph_shared(kiln_array value, const char* name, const int* broadcastable, int borrow,
                                       kiln_variable* out);
/* *out receives the elements as they are now: a copy, or, if `borrow` is not 0, the variable's own array,
 * which calls of functions change. */
KILN_API kiln_status kiln_shared_get(kiln_variable shared, int borrow, kiln_array* out);
/* Gives the variable new elements. They are copied to its device; if `borrow` is not 0 and the array is on
 * that device, the variable takes the array itself. */
KILN_API kiln_status kiln_shared_set(kiln_variable shared, kiln_array value, int borrow);
KILN_API kiln_variable kiln_variable_retain(kiln_variable variable);
KILN_API void kiln_variable_release(kiln_variable variable);

/* Facts of a variable. The pointers are valid as long as the variable lives. */
typedef struct kiln_variable_info {
  size_t struct_size;
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;  /* the extents; -1: not known */
  const char* name;      /* the name that the program gave, or "" */
  const char* operation; /* what computes it: "Input", "Shared", "Elemwise{exp}" */
} kiln_variable_info;
#define KILN_VARIABLE_INFO_INIT \
  { sizeof(kiln_variable_info), KILN_BOOL, 0, 0, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_VARIABLE_INFO_INIT. */
KILN_API kiln_status kiln_variable_get_info(kiln_variable variable, kiln_variable_info* out);
/* Gives the node that computes the variable a name, which messages and pictures show. */
KILN_API kiln_status kiln_variable_set_name(kiln_variable variable, const char* name);

/* ---- Operations ------------------------------------------------------------------------------- */

/* What an operation needs beside its inputs. docs/reference/graph_operations.md says which fields it reads. */
typedef struct kiln_graph_options {
  size_t struct_size;
  /* The axes of reductions, flip, roll and diagonal; NULL: all. For "dimshuffle" the order of the axes, -1
   * for a new one. For "tensordot" the axes of the first input, then those of the second. */
  const int64_t* axes;
  size_t axis_count;
  int keepdims;
  int64_t axis; /* the axis of softmax, concat, take, cumsum, sort, ... */
  /* The dtype of casts, reductions and random numbers; KILN_DTYPE_AUTO: the operation's own. */
  kiln_dtype dtype;
  /* The shape of reshape (one entry may be -1, and entry i KILN_GRAPH_KEEP: the extent of the input's axis i;
   * KILN_GRAPH_KEEP_LAST counts i from the last axis), broadcast_to, alloc, eye and random numbers. For split the sizes
   * (all -1: equal pieces), for tile the repeats, for roll the shifts. For pad a pair of widths (before, behind) for
   * each axis, as kiln_array_pad() takes them. */
  const int64_t* shape;
  size_t shape_count;
  const kiln_index* indices; /* the subscripts of subtensor, set_subtensor and inc_subtensor */
  size_t index_count;
  /* The correction of var; the bounds of clip_gradient; the parameters of random numbers; the diagonal of
   * tril, triu, eye and diagonal; k of topk; the repeats of repeat; the length of slice; the value and the
   * kiln_pad_mode of pad. */
  double numbers[2];
  int flag; /* 1 means descending for sort and argsort, the smallest for topk, and right for searchsorted. For
               cumsum and cumprod 1 means exclusive and 2 reverse; they may be added. For pool and pool_gradient it is a
               kiln_pool_op; for upsample and upsample_gradient 1 means linear and 2 channels last; they may be added */
  const kiln_conv_options* conv; /* the options of conv and its gradients; NULL: the usual ones */
  const kiln_pool_options* pool; /* the windows of pool and pool_gradient; NULL: the whole input */
} kiln_graph_options;
#define KILN_GRAPH_OPTIONS_INIT \
  { sizeof(kiln_graph_options), NULL, 0, 0, -1, KILN_DTYPE_AUTO, NULL, 0, NULL, 0, {0, 0}, 0, NULL, NULL }

/* Applies an operation to `count` inputs. Its name is a function of docs/reference/expressions.md ("add", "exp",
 * "where"), a reduction ("sum", "argmax"), or another operation of docs/reference/graph_operations.md ("dot",
 * "reshape", ...). `options` may be NULL. `out` receives out_count variables, which must be as many as the operation
 * has outputs. KILN_INVALID_ARGUMENT: the name is unknown (the message suggests the nearest), or a number is wrong. */
KILN_API kiln_status kiln_graph_apply(const char* operation, size_t count, const kiln_variable* inputs,
                                      const kiln_graph_options* options, size_t out_count, kiln_variable* out);
/* Builds a variable from a text such as "a*b + exp(c)", in which names[i] stands for inputs[i]. The text's `/`
 * and `%` are C's (kiln/elementwise.h). */
KILN_API kiln_status kiln_graph_expression(const char* text, size_t count, const char* const* names,
                                           const kiln_variable* inputs, kiln_variable* out);
/* A variable with the same value on another context, or, with context NULL, on the host. A function's output
 * that is a transfer to a context is handed out there; all other outputs are handed out on the host. */
KILN_API kiln_status kiln_graph_transfer(kiln_variable variable, kiln_context context, kiln_variable* out);

/* ---- Gradients -------------------------------------------------------------------------------- */

/* What happens if the cost does not depend on a variable: an error, or a gradient of zeros. */
typedef enum kiln_disconnected {
  KILN_DISCONNECTED_RAISE = 0,
  KILN_DISCONNECTED_WARN = 1, /* zeros, and a line in the log */
  KILN_DISCONNECTED_IGNORE = 2
} kiln_disconnected;

/* What kiln_graph_grad() needs beside the cost and the variables. */
typedef struct kiln_grad_options {
  size_t struct_size;
  /* Variables that count as constant: no gradient flows through them. */
  const kiln_variable* consider_constant;
  size_t constant_count;
  const kiln_variable* known; /* variables whose gradients are given */
  /* The gradients of `known`, in the same order. */
  const kiln_variable* known_gradients;
  size_t known_count;
  kiln_disconnected disconnected; /* what happens if the cost does not depend on a variable */
} kiln_grad_options;
#define KILN_GRAD_OPTIONS_INIT \
  { sizeof(kiln_grad_options), NULL, 0, NULL, NULL, 0, KILN_DISCONNECTED_RAISE }
/* Builds the gradients of `cost` for `count` variables: out[i] is d cost / d wrt[i] and has the dtype and
 * shape of wrt[i]. `cost` is floating-point and 0-d; it may be NULL if the options give known gradients.
 * `options` may be NULL. KILN_UNSUPPORTED: an operation on the way has no gradient; the message names the
 * way. */
KILN_API kiln_status kiln_graph_grad(kiln_variable cost, size_t count, const kiln_variable* wrt,
                                     const kiln_grad_options* options, kiln_variable* out);

/* ---- Loops ------------------------------------------------------------------------------------ */

/* A loop, as Theano's scan. The body is a graph that computes one step. It is built once, compiled once for each
 * signature of a function, and run once for each step, whatever the number of steps.
 *
 * docs/reference/loops.md leads through it. */
typedef struct kiln_graph_loop {
  size_t struct_size;
  const char* name; /* the name that messages show, or NULL */
  /* Variables that the steps go through along axis 0. */
  size_t sequence_count;
  const kiln_variable* sequences;
  /* NULL: step t reads element t of each sequence. Otherwise the number of taps of each sequence, and in
   * sequence_taps the taps of the first sequence, then those of the second, and so on. At tap k, step t reads what
   * lies k elements further; the steps begin and end so that element and taps exist. */
  const size_t* sequence_tap_counts;
  const int64_t* sequence_taps;
  /* What a step computes, and its values before step 0. If `initial` is NULL, or an entry of it, no later step reads
   * this output. */
  size_t output_count;
  const kiln_variable* initial;
  /* NULL: the next step reads each output, and `initial` has no axis for steps. Otherwise the number of taps of each
   * output that is read, 0 for others, and in output_taps all taps, which are negative: at tap -k, step t reads the
   * output of step t - k. Unless -1 is the only tap, `initial` has the values before step 0 as elements along axis 0,
   * the earliest first. */
  const size_t* output_tap_counts;
  const int64_t* output_taps;
  const int* last_only;      /* NULL, or not 0 for each output of which only the value after the last step is wanted */
  size_t non_sequence_count; /* variables that the body gets as they are; it may use any others too */
  const kiln_variable* non_sequences;
  int64_t steps; /* -1: as many as the shortest sequence allows */
  int backwards; /* not 0: the sequences are read from their ends */
  /* -1: gradients flow through all steps that ran. k: they flow through the last k of these only. */
  int64_t truncate_gradient;
  /* Builds a step. Its inputs are each sequence at each of its taps, each output at each of its taps, and the
   * non-sequences. The function sets outputs[i] to a variable whose reference passes to Kiln: first the outputs, then
   * the new values of `updated` and, if `until` is set, the condition; output_count counts all of them. It is called
   * once, on this thread, while kiln_graph_scan() runs. For failures it follows the rules of kiln_user_op. */
  kiln_status (*body)(void* user, size_t input_count, const kiln_variable* inputs, size_t output_count,
                      kiln_variable* outputs);
  void* user;
  /* Not 0: a step also computes a condition, bool or an integer without dimensions. The first step whose condition is
   * not 0 is the last one. `steps` or the sequences say how many steps there are at most. */
  int until;
  /* Shared variables that each step gives a new value. Where the body reads one, step t reads what step t - 1 gave. */
  size_t update_count;
  const kiln_variable* updated;
  /* 0: gradients read the states of all steps, which a function keeps. k: a function keeps the states of every k-th
   * step, and a gradient computes k steps again before it goes back over them. That is for loops of which the last
   * values are wanted. It goes with `truncate_gradient`, with `until`, and with both. */
  int64_t checkpoint_every;
} kiln_graph_loop;
#define KILN_GRAPH_LOOP_INIT                                                                                          \
  {                                                                                                                   \
    sizeof(kiln_graph_loop), NULL, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, -1, 0, -1, NULL, NULL, 0, \
        0, NULL, 0                                                                                                    \
  }
/* Builds a loop. out receives out_count variables. For each output there is one: the values of all steps as elements
 * along axis 0 or, if last_only, the value after the last step. With `until` these are the steps that ran. If a step of
 * another loop gives them, or what has as many elements along axis 0, as an output without `initial`, they are the most
 * steps, with zeros for those that did not run. Behind them there is one for each of `updated`: the value after the
 * last step, for updates of a function. Random numbers that the body draws are fresh in each step. KILN_SHAPE_ERROR: a
 * sequence is too short, or what a step computes does not have the shape of `initial`; where extents are known at a
 * call only, the call fails. KILN_TYPE_ERROR: it does not have its dtype, and cannot be cast to it without loss. */
KILN_API kiln_status kiln_graph_scan(const kiln_graph_loop* loop, size_t out_count, kiln_variable* out);

/* ---- Operations that the program writes -------------------------------------------------------- */

/* The dtype and shape of a variable. */
typedef struct kiln_graph_type {
  kiln_dtype dtype;
  size_t ndim;
  int64_t shape[KILN_MAX_DIMS]; /* an extent that is not known is -1 */
} kiln_graph_type;
/* An array in host memory. */
typedef struct kiln_host_array {
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;
  void* data; /* the elements, in C order */
} kiln_host_array;

/* An operation that the program writes: the types of its outputs, what computes them (a kernel or a function
 * on the host), and its gradient.
 *
 * A callback returns KILN_OK, or the status with which the call that needed it fails. That call's message
 * names the node; if a function of Kiln failed in the callback, it also contains that message. A callback
 * says why it fails by `return kiln_callback_failed(status, text);`.
 *
 * A callback runs on the thread of the call that needs it and may use Kiln. It cannot call, free, describe or
 * wait for the kiln_function that is running (KILN_UNSUPPORTED). It may release the last reference to it; the
 * function is then destroyed when the call ends. A callback must not wait for another thread that calls the
 * same function. */
typedef struct kiln_user_op {
  size_t struct_size;
  const char* name; /* the name that messages and pictures show */
  size_t output_count;
  const kiln_dtype* dtypes; /* the outputs' dtypes; NULL: all have that of input 0 */
  const size_t* like;       /* output i has the shape of input like[i]; NULL: all have that of input 0 */
  /* NULL, or a function that changes the types of the outputs. `outputs` holds what dtypes and `like` say.
   * Kiln calls it while the graph is built, where extents may be unknown (-1), and again before a call with
   * new shapes; all extents are known then, and the function must make those of the outputs known. */
  kiln_status (*shape)(void* user, size_t input_count, const kiln_graph_type* inputs, size_t output_count,
                       kiln_graph_type* outputs);
  /* The text of a kernel in the portable dialect (docs/reference/kernels.md), its name, and -D definitions or NULL. The
   * parameters are a KILN_ARG for each input, then one for each output, then `long n`, the number of elements
   * of output 0. At least n work-items run. All arrays are contiguous: other inputs are copied. If `strided`
   * is not 0, inputs keep their strides, and after n further `long` parameters follow: for each input its
   * extents, then its strides in elements; for each output its extents. */
  const char* source;
  const char* kernel;
  const char* options;
  int strided;
  /* Instead of a kernel, a function on the host. It reads the inputs, which may be the memory of arguments
   * and must not be changed, and fills the outputs. Its results are in host memory, and nodes with it are not
   * recorded. */
  kiln_status (*compute)(void* user, size_t input_count, const kiln_host_array* inputs, size_t output_count,
                         const kiln_host_array* outputs);
  /* NULL, or the function that builds the gradient. Kiln sets all results[i] to NULL first. The function sets
   * results[i] to a variable of input i's type, whose reference passes to Kiln, or leaves it NULL if the
   * outputs do not depend on that input. gradients[k] is the gradient of output k, NULL if the output is not
   * floating-point. */
  kiln_status (*gradient)(void* user, size_t input_count, const kiln_variable* inputs, size_t output_count,
                          const kiln_variable* outputs, const kiln_variable* gradients, kiln_variable* results);
  void* user;
  /* NULL, or a function that Kiln calls once with `user` when nothing uses the operation any more, or if
   * kiln_graph_user_op() fails. It follows the rules of kiln_release_callback. */
  void (*release)(void* user);
} kiln_user_op;
#define KILN_USER_OP_INIT \
  { sizeof(kiln_user_op), NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL }
/* Applies the operation to `count` inputs. out receives out_count variables, as many as the operation has
 * outputs. The struct is read during the call; its strings and lists are copied. */
KILN_API kiln_status kiln_graph_user_op(const kiln_user_op* operation, size_t count, const kiln_variable* inputs,
                                        size_t out_count, kiln_variable* out);

/* ---- Functions -------------------------------------------------------------------------------- */

/* How a function is compiled and run. */
typedef enum kiln_mode {
  KILN_MODE_FLAG = -1, /* the flag `mode` */
  KILN_MODE_FAST_RUN = 0,
  KILN_MODE_FAST_COMPILE = 1, /* few passes of the compiler and no fusion */
  /* Every call also runs the graph as it was before each pass and compares the results. */
  KILN_MODE_DEBUG = 2,
  KILN_MODE_NAN_GUARD = 3 /* the result of each node is checked for NaN and infinities */
} kiln_mode;

/* What happens if no output depends on an input: what the flag says, an error, a line in the log, or
 * nothing. */
typedef enum kiln_unused {
  KILN_UNUSED_FLAG = -1,
  KILN_UNUSED_RAISE = 0,
  KILN_UNUSED_WARN = 1,
  KILN_UNUSED_IGNORE = 2
} kiln_unused;

/* What a function is made of, and how. */
typedef struct kiln_function_options {
  size_t struct_size;
  const char* name; /* the name that messages show, or NULL */
  size_t input_count;
  const kiln_variable* inputs;
  size_t output_count;
  const kiln_variable* outputs;
  const int* output_borrow; /* NULL, or an entry for each output. If it is not 0, the call hands out the
                               function's own memory, which the next call may overwrite */
  size_t update_count;
  const kiln_variable* updated; /* shared variables that each call updates */
  /* Their new values, of the same dtypes; all are computed before any variable changes. */
  const kiln_variable* new_values;
  size_t given_count;
  const kiln_variable* givens;   /* variables that the function replaces */
  const kiln_variable* given_as; /* what it replaces them by */
  kiln_mode mode;
  kiln_unused on_unused_input;
  int allow_input_downcast; /* not 0: arguments of any dtype are converted to their inputs' dtypes */
  kiln_tristate profile;    /* whether calls measure where their time goes */
  kiln_tristate allow_gc;   /* KILN_NO: the function keeps its memory between calls */
  /* Where nodes run that are placed nowhere else. NULL: the context of the first shared variable, or, without any,
   * the one of the flag `device`; a call whose arrays all belong to one context then runs there. */
  kiln_context context;
  const kiln_array* input_defaults; /* NULL, or for each input NULL or an array, which is not copied: the
                                       argument of calls that leave it out */
  /* NULL, or an entry for each input. NULL: the argument goes to the devices that read it. "cpu": it
   * stays in host memory, where functions on the host read it; what a device reads of it is a transfer of
   * the graph. */
  const char* const* input_targets;
} kiln_function_options;
#define KILN_FUNCTION_OPTIONS_INIT                                                                             \
  {                                                                                                            \
    sizeof(kiln_function_options), NULL, 0, NULL, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, NULL, KILN_MODE_FLAG, \
        KILN_UNUSED_FLAG, 0, KILN_FLAG, KILN_FLAG, NULL, NULL, NULL                                            \
  }
/* Makes a function from inputs, outputs and updates. The lists are copied. KILN_INVALID_ARGUMENT: an output
 * needs an input that is not among the inputs; the message names it. */
KILN_API kiln_status kiln_function_create(const kiln_function_options* options, kiln_function* out);
KILN_API kiln_function kiln_function_retain(kiln_function function);
KILN_API void kiln_function_release(kiln_function function);

/* One argument of a call. It is an array of any context, or, if `array` is NULL, elements in host memory at
 * `data`, which the caller may free at return. strides NULL means C order. If array and data are NULL, the
 * input's default is taken; arguments that are left out at the end take their defaults too. */
typedef struct kiln_value {
  kiln_array array;
  kiln_dtype dtype;
  size_t ndim;
  const int64_t* shape;
  const int64_t* strides; /* bytes */
  const void* data;
} kiln_value;

/* Calls the function. out[i] receives a new reference to output i. An output on the host is complete at
 * return; for the others the work is queued. On failure every out[i] is NULL. A call whose dtypes and shapes
 * have been seen before compiles nothing, as long as the flag `signatures` keeps them. KILN_INDEX_ERROR: with
 * the flag check_index, an index or a label was out of range; the call has been made nevertheless. Without
 * the flag the nearest index inside is taken, and the row of a label that is no class counts as one without a
 * label (docs/reference/graph.md). */
KILN_API kiln_status kiln_function_call(kiln_function function, size_t count, const kiln_value* arguments,
                                        size_t out_count, kiln_array* out);
/* Calls the function `times` times (1 to 2^32) with the same arguments, updates included, in as few
 * submissions as the device allows. The outputs are those of the last call. */
KILN_API kiln_status kiln_function_run(kiln_function function, size_t count, const kiln_value* arguments, size_t times,
                                       size_t out_count, kiln_array* out);
/* Waits for the outputs and updates of the function's calls so far and returns late errors. */
KILN_API kiln_status kiln_function_synchronize(kiln_function function);
/* *out receives a function with the same graph in which the shared variable fresh[i] takes the place of
 * old[i]. If `updates` is 0, it has no updates. `name` may be NULL. */
KILN_API kiln_status kiln_function_copy(kiln_function function, const char* name, size_t count,
                                        const kiln_variable* old, const kiln_variable* fresh, int updates,
                                        kiln_function* out);
/* Releases the function's memory and its compiled specialisations. The next call makes them again. */
KILN_API kiln_status kiln_function_free(kiln_function function);
/* *out receives the bytes of device memory that the function needs for the newest dtypes and shapes, beside
 * arguments, results and shared variables. Rows of a loop with `until` and what is computed from them count as in the
 * newest call. If the loop is in a step of another loop, they count as in all calls whose specialisations are kept.
 * Before the first call they do not count. */
KILN_API kiln_status kiln_function_planned_bytes(kiln_function function, uint64_t* out);
/* Describes the function. `what` is one of these:
 *
 *   "toposort"          the nodes in one line, as Theano prints them
 *   "debugprint"        the nodes as a tree
 *   "dot", "svg"        a picture
 *   "explain"           device, reason and cost of every node, why nodes are apart, the bytes of every transfer
 *   "passes"            the graph after each pass of the compiler
 *   "profile", "trace"  where time went, as a table or as JSON for chrome://tracing
 *
 * It describes the function for the newest dtypes and shapes, and before any call the graph as the program
 * built it. *out receives a string of *length bytes and a final 0, which the caller releases with
 * kiln_string_release(). */
KILN_API kiln_status kiln_function_describe(kiln_function function, const char* what, char** out, size_t* length);

/* ---- Checking gradients ------------------------------------------------------------------------ */

/* How kiln_graph_verify_grad() compares. */
typedef struct kiln_verify_options {
  size_t struct_size;
  double step;      /* the step of the differences; 0: one that suits the dtypes */
  double tolerance; /* the most that |gradient - difference| / max(1, |gradient|, |difference|) may be; 0:
                       1e-6, or 1e-2 if any dtype is float32 */
  uint64_t seed;    /* the seed of the random numbers */
  kiln_context context;
} kiln_verify_options;
#define KILN_VERIFY_OPTIONS_INIT \
  { sizeof(kiln_verify_options), 0, 0, 1, NULL }
/* Compares gradients with central differences at a point. Each output is float32 or float64; an output of any
 * shape is multiplied by random numbers and summed. Its gradient for each floating-point input is compared,
 * element by element. points[i] is the value of input i, on the host in C order. *worst, which may be NULL,
 * receives the largest error. `options` may be NULL. KILN_INVALID_ARGUMENT: an error exceeds the tolerance;
 * the message names output, input and element. The function makes two calls for each element of the
 * inputs. */
KILN_API kiln_status kiln_graph_verify_grad(size_t output_count, const kiln_variable* outputs, size_t input_count,
                                            const kiln_variable* inputs, const kiln_value* points,
                                            const kiln_verify_options* options, double* worst);

#ifdef __cplusplus
}
#endif
#endif
