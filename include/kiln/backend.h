/* SPDX-License-Identifier: Apache-2.0
 * The plug-in interface: what a device backend provides to libkiln. docs/howto/write_a_backend.md leads through
 * it with an example. Backends in C++ derive classes from kiln/backend.hpp instead of filling in these
 * tables.
 *
 * A backend is a shared library kiln_backend_NAME.so that exports one object, `kiln_backend_module`. libkiln
 * looks for such files in the folders that the environment variable KILN_BACKEND_PATH lists (absolute paths,
 * separated by ':') or, without it, in its own folder and the folder `kiln` there. It loads each once and never
 * unloads it. libkiln alone calls a backend; a backend calls nothing of libkiln but the functions in the structs
 * that it is given.
 *
 * A backend sees memory as ranges of bytes and kernels as source text. Only three requests tell it more,
 * because vendors' libraries need it: a matrix product (kiln_backend_gemm), a collective
 * (kiln_backend_collective) and a convolution (kiln_backend_conv) carry an element type and numbers of elements.
 *
 * Versions. The interface has a major and a minor version. A minor version appends: functions to the end of a
 * table, fields to the end of a struct that begins with `struct_size`, values to an enumeration. Nothing that
 * is there moves or changes its meaning. So a backend built for an earlier minor version works with a later
 * libkiln, and one built for a later minor version works with an earlier libkiln unless it says that it needs
 * more (`needs_minor`). libkiln refuses a backend of another major version, and says why.
 *
 * Structs. Whoever fills a struct in sets `struct_size` to the struct's size as it was compiled. Whoever
 * receives it reads and writes no byte beyond that size, takes the default of each field that it does not
 * find, and ignores fields that it does not know. A field that is appended has a default under which
 * everything is as before. Where a function fills in a struct of the caller's, the caller has set
 * `struct_size` and the defaults; the function leaves `struct_size` alone. Structs without `struct_size`
 * never change. KILN_DEFAULT gives the default of a field; where it is missing, the default is 0 or null.
 *
 * Results. A function of type kiln_status returns KILN_OK, or another status after it has called
 * error->describe. `error` is never null. Results come before `error`; a function that fails leaves nothing
 * behind and its results untouched. The other functions cannot fail. No C++ exception may leave a function,
 * in either direction.
 *
 * Threads. All functions of a context may be called by several threads at once, with two exceptions: libkiln
 * uses a queue, a recording and a communicator from one thread at a time, and it destroys an object when no
 * other call uses it. A call in one context may run beside calls in others.
 *
 * Sizes and offsets are in bytes, times are in seconds, unless a comment says otherwise. No size is 0 and no
 * range exceeds the memory it lies in: libkiln checks that. Texts end with a zero byte and are UTF-8.
 * Pointers to structs, texts and arrays that a function is given are valid until it returns, unless a comment
 * says longer.
 */
#ifndef KILN_BACKEND_H
#define KILN_BACKEND_H

#include <kiln/types.h>

#include <stdbool.h>

#define KILN_BACKEND_MAJOR 15
#define KILN_BACKEND_MINOR 2

#ifdef __cplusplus
#define KILN_DEFAULT(...) = __VA_ARGS__
extern "C" {
#else
#define KILN_DEFAULT(...)
#endif

/* ---- Objects. A backend points these at objects of its own; libkiln never looks into them. ---- */

typedef struct kiln_backend_driver kiln_backend_driver;
typedef struct kiln_backend_context kiln_backend_context;
typedef struct kiln_backend_queue kiln_backend_queue;
typedef struct kiln_backend_event kiln_backend_event;
typedef struct kiln_backend_memory kiln_backend_memory;
typedef struct kiln_backend_program kiln_backend_program;
typedef struct kiln_backend_kernel kiln_backend_kernel;
typedef struct kiln_backend_recording kiln_backend_recording;
typedef struct kiln_backend_communicator kiln_backend_communicator;

/* ---- What libkiln hands in for a function to answer through ---- */

/* Takes the reason of a failure. It belongs to libkiln and to one call. */
typedef struct kiln_backend_error {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_error));
  /* The vendor's own code of the failure; 0: there is none. */
  int64_t vendor_code KILN_DEFAULT(0);
  /* Only recording_replay sets it: how many commands were queued before the one that failed. */
  size_t queued KILN_DEFAULT(0);
  /* A failing function calls it at most once, before it returns. `message` is one sentence that names the
   * vendor's function and its code, or says what was given and what was expected; libkiln puts the program's
   * operation and the device in front of it. `log` is a compiler's output, else null. Both are copied. A function that
   * fails because host memory ran out returns KILN_OUT_OF_HOST_MEMORY and need not call it. */
  void (*describe)(struct kiln_backend_error* error, const char* message, const char* log) KILN_DEFAULT(nullptr);
} kiln_backend_error;

/* Takes results of which the caller cannot know the size or the number. It belongs to libkiln and to one
 * call. */
typedef struct kiln_backend_sink {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_sink));
  /* Copies one item of `bytes` bytes. Returns false if host memory ran out; the function that called it then
   * returns KILN_OUT_OF_HOST_MEMORY. Items that are texts are given without the zero byte at their end. */
  bool (*take)(struct kiln_backend_sink* sink, const void* data, size_t bytes) KILN_DEFAULT(nullptr);
} kiln_backend_sink;

/* ---- Devices ---- */

/* kiln_backend_device.kind */
enum { KILN_BACKEND_CPU = 0, KILN_BACKEND_GPU = 1, KILN_BACKEND_ACCELERATOR = 2, KILN_BACKEND_OTHER = 3 };

/* kiln_backend_device.dialect */
enum {
  KILN_BACKEND_OPENCL_C = 0,
  KILN_BACKEND_CUDA_C = 1,
  /* Neither language: the backend may understand texts in a way of its own. It takes no kernels that users
   * wrote. */
  KILN_BACKEND_HOST = 2
};

/* The names of a device, for messages, listings and device strings. probe() gives the fields up to `kind`,
 * properties() gives all. A null text means an empty one. */
typedef struct kiln_backend_device {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_device));
  const char* id KILN_DEFAULT(nullptr); /* what follows the backend's name in a device string: "0:0" or "0" */
  const char* name KILN_DEFAULT(nullptr);
  const char* platform KILN_DEFAULT(nullptr);
  const char* driver KILN_DEFAULT(nullptr); /* the version of the vendor's driver */
  const char* uid KILN_DEFAULT(nullptr);    /* a PCI address or UUID */
  int32_t kind KILN_DEFAULT(KILN_BACKEND_OTHER);
  int32_t dialect KILN_DEFAULT(KILN_BACKEND_OPENCL_C); /* the language of the texts that program_build gets */
  const char* vendor KILN_DEFAULT(nullptr);
  const char* language KILN_DEFAULT(nullptr); /* the language's version, for people: "OpenCL C 1.2", "sm_90" */
  /* All that makes a program's binary unfit for another machine: the device, and the versions of its driver
   * and compiler. libkiln's disk cache gives a binary only to a device of the same text. */
  const char* cache_identity KILN_DEFAULT(nullptr);
} kiln_backend_device;

/* What a device can do. libkiln chooses kernels and their sizes by these values, which stay the same as long
 * as the context lives. */
typedef struct kiln_backend_properties {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_properties));
  uint64_t compute_units KILN_DEFAULT(1); /* cores or multiprocessors: they run groups beside each other */
  /* The most work-items of a group, in all and along each dimension. */
  uint64_t max_local_size KILN_DEFAULT(1);
  uint64_t max_local_sizes[3] KILN_DEFAULT({1, 1, 1});
  /* The most groups of a launch along each dimension, and their product; UINT64_MAX: no limit is known. */
  uint64_t max_groups[3] KILN_DEFAULT({1, 1, 1});
  uint64_t max_groups_in_all KILN_DEFAULT(UINT64_MAX);
  /* The local memory of a group. `local_memory` is the most that a launch may have, `declared_local_memory`
   * the most that the declarations in a kernel's source may add up to. */
  uint64_t local_memory KILN_DEFAULT(0);
  uint64_t declared_local_memory KILN_DEFAULT(0);
  /* the most that the arguments of one kernel may have together */
  uint64_t parameter_bytes KILN_DEFAULT(1024);
  uint64_t total_memory KILN_DEFAULT(0);
  uint64_t largest_block KILN_DEFAULT(0); /* the most that one memory_allocate gives */
  /* A power of two. Fresh memory begins at a multiple of it, and so does every part of memory that a kernel
   * gets. */
  uint64_t base_alignment KILN_DEFAULT(1);
  uint64_t vector_bytes KILN_DEFAULT(0); /* the size of a vector register; 0: not known */
  uint64_t cache_bytes KILN_DEFAULT(0);  /* the size of the last cache before the memory; 0: not known */
  /* libkiln asks for program_draft only after so many builds in a context. With fewer, drafts would cost more
   * than they save. */
  uint64_t builds_before_drafts KILN_DEFAULT(0);
  bool has_float16 KILN_DEFAULT(false); /* kernels may compute in it; storing it is always possible */
  bool has_float64 KILN_DEFAULT(false);
  bool has_subnormals KILN_DEFAULT(true); /* float32 keeps subnormals; false: they may be flushed to zero */
  bool has_int64_atomics KILN_DEFAULT(false);
  bool unified_memory KILN_DEFAULT(false);  /* device memory is host memory */
  bool acquire_release KILN_DEFAULT(false); /* kiln_backend_source.acquire_release may be true */
  /* program_binary compiles the program once more and keeps the compiler from others meanwhile, so that
   * libkiln asks for binaries when nothing else is to be compiled. */
  bool binary_compiles KILN_DEFAULT(false);
  /* The driver silently ends the loops of a work-item after some thousands of iterations. libkiln then takes
   * kernels of many work-items with short loops, also where the device is a CPU. */
  bool short_loops KILN_DEFAULT(false);

  /* ---- Since 15.1 ---- */

  bool has_vectors KILN_DEFAULT(false); /* the compiler has OpenCL C's vector types and their functions */
  /* A group that runs makes progress whatever other groups do, so that it may wait for one that began
   * earlier. */
  bool groups_progress KILN_DEFAULT(false);
  /* 32 work-items run together as a warp, and kernels may hold assembly in PTX. */
  bool has_ptx KILN_DEFAULT(false);
  bool kernels_reach_pinned KILN_DEFAULT(false); /* kernels may read and write pinned memory */
  /* If true, memory_native gives an address, to which offsets may be added. Otherwise it gives the handle of
   * an object. */
  bool native_addresses KILN_DEFAULT(false);
  bool copies_peers KILN_DEFAULT(false);   /* memory_copy_peer queues copies between some contexts */
  bool timing_is_free KILN_DEFAULT(false); /* queues with timing are as quick as those without */
  /* The driver compiles in threads of this process and with objects that exit() destroys. libkiln waits for
   * the first compilations and registers its exit handler after them, so that the handler runs first. */
  bool compiles_in_process KILN_DEFAULT(false);
  /* The device in DLPack's terms: its DLDeviceType for device memory, the one for pinned memory, and its
   * number. The type 1 is DLPack's host. The number -1 stands for the device's place among those that probe
   * lists. */
  int32_t dlpack_device KILN_DEFAULT(1);
  int32_t dlpack_pinned_device KILN_DEFAULT(1);
  int32_t dlpack_number KILN_DEFAULT(-1);

  /* ---- Since 15.2 ---- */

  /* A launch takes the driver time for each of its arguments. libkiln then passes numbers as one structure. */
  bool arguments_take_time KILN_DEFAULT(false);
  /* Several threads may call program_build of one context at the same time, and none waits for the others. */
  bool parallel_builds KILN_DEFAULT(false);
} kiln_backend_properties;

typedef struct kiln_backend_memory_info {
  uint64_t total KILN_DEFAULT(0);
  uint64_t free KILN_DEFAULT(0); /* only if free_known */
  bool free_known KILN_DEFAULT(false);
} kiln_backend_memory_info;

/* How a thread of the host waits for the device. A backend without a choice ignores it. */
enum {
  KILN_BACKEND_WAIT_AS_DRIVER = 0, /* as the driver does by default */
  KILN_BACKEND_WAIT_ASLEEP = 1,    /* leaves the core to others */
  KILN_BACKEND_WAIT_SPINNING = 2   /* keeps the core, to notice the end sooner */
};

/* The vendor's own handles, as numbers: a cl_context, a CUcontext. 0: none. */
typedef struct kiln_backend_native {
  uintptr_t context KILN_DEFAULT(0);
  uintptr_t device KILN_DEFAULT(0);
  uintptr_t queue KILN_DEFAULT(0);
} kiln_backend_native;

/* ---- Memory ---- */

/* What memory_allocate gives. */
enum {
  KILN_BACKEND_DEVICE_MEMORY = 0, /* only the device reaches it */
  /* the host reads and writes it too, at memory_host_pointer; transfers are fast */
  KILN_BACKEND_PINNED_MEMORY = 1
};

/* Memory that somebody else allocated. memory_free releases the backend's handle and leaves the memory alone. */
typedef struct kiln_backend_adopted {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_adopted));
  kiln_backend_memory* handle KILN_DEFAULT(nullptr);
  /* From the start of `handle` to the first byte of what was asked for. The start is rounded down to
   * base_alignment, so this may be more than 0. */
  size_t offset KILN_DEFAULT(0);
  bool readable KILN_DEFAULT(true); /* kernels may read it */
  bool writable KILN_DEFAULT(true);
  size_t bytes KILN_DEFAULT(0); /* how many bytes a request for SIZE_MAX gets; 0: not known */
} kiln_backend_adopted;

/* What another process needs to open an allocation. */
typedef struct kiln_backend_ipc_handle {
  unsigned char bytes[64] KILN_DEFAULT({});
} kiln_backend_ipc_handle;

/* ---- Programs and launches ---- */

typedef struct kiln_backend_source {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_source));
  const char* text KILN_DEFAULT(nullptr);
  size_t text_bytes KILN_DEFAULT(0);                /* without the zero byte at the end */
  const char* const* defines KILN_DEFAULT(nullptr); /* macros: "NAME" or "NAME=value" */
  size_t define_count KILN_DEFAULT(0);
  bool fast_math KILN_DEFAULT(false); /* the compiler may trade accuracy for speed */
  /* If true, the text is in the vendor's own language, as a user wrote it. Otherwise it uses the macros of
   * Kiln's kernels (docs/reference/kernels.md lists them), which the backend defines in front of it. */
  bool raw KILN_DEFAULT(false);
  /* The text uses OpenCL C 3.0's atomics of acquire-release order at the scope of the device. */
  bool acquire_release KILN_DEFAULT(false);
  /* The most registers that the compiler may give a work-item; 0: it chooses. Fewer registers let more
   * work-items run at a time. A backend ignores it if its compiler has no such option. */
  uint32_t max_registers KILN_DEFAULT(0);
} kiln_backend_source;

typedef struct kiln_backend_kernel_info {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_kernel_info));
  uint64_t max_local_size KILN_DEFAULT(1); /* the most work-items of a group that runs this kernel */
  /* groups of multiples of this many items use the device best */
  uint64_t preferred_multiple KILN_DEFAULT(1);
  uint64_t local_memory KILN_DEFAULT(0); /* of a group, as the kernel itself declares it */
} kiln_backend_kernel_info;

/* kiln_backend_argument.kind */
enum {
  /* A pointer to the byte at `offset` of `memory`. The offset is a multiple of base_alignment. */
  KILN_BACKEND_MEMORY_ARGUMENT = 0,
  KILN_BACKEND_VALUE_ARGUMENT = 1, /* the `size` bytes at `value`, which are copied */
  /* a pointer to `size` bytes of local memory, which each group has for itself */
  KILN_BACKEND_LOCAL_ARGUMENT = 2
};

typedef struct kiln_backend_argument {
  int32_t kind KILN_DEFAULT(KILN_BACKEND_VALUE_ARGUMENT);
  kiln_backend_memory* memory KILN_DEFAULT(nullptr);
  size_t offset KILN_DEFAULT(0);
  const void* value KILN_DEFAULT(nullptr);
  size_t size KILN_DEFAULT(0);
} kiln_backend_argument;

typedef struct kiln_backend_launch {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_launch));
  uint32_t dims KILN_DEFAULT(1); /* 1, 2 or 3; sizes of further dimensions are 1 */
  /* The work-items in all and in a group. If local[0] is 0, the backend chooses the groups. Otherwise each
   * global size is a multiple of the local one. */
  size_t global[3] KILN_DEFAULT({1, 1, 1});
  size_t local[3] KILN_DEFAULT({0, 0, 0});
  const kiln_backend_argument* arguments KILN_DEFAULT(nullptr); /* all that the kernel declares, in order */
  size_t argument_count KILN_DEFAULT(0);
  /* The local memory behind `extern __shared__` of CUDA C, for each group; it lies in front of local
   * arguments. 0 in other dialects. */
  size_t dynamic_local KILN_DEFAULT(0);
} kiln_backend_launch;

/* ---- Matrix products ---- */

/* What is done to a matrix before it is multiplied. */
enum { KILN_BACKEND_AS_STORED = 0, KILN_BACKEND_TRANSPOSED = 1, KILN_BACKEND_CONJUGATE_TRANSPOSED = 2 };

/* One operand of a batch of products: the row-major matrices of the batch in one memory. */
typedef struct kiln_backend_matrix {
  kiln_backend_memory* memory KILN_DEFAULT(nullptr);
  size_t offset KILN_DEFAULT(0);    /* in bytes: where the first matrix begins */
  int64_t leading KILN_DEFAULT(0);  /* in elements: from one row of the stored matrix to the next */
  int64_t distance KILN_DEFAULT(0); /* in elements: from one matrix to the next; 0: all are the same one */
} kiln_backend_matrix;

/* C = alpha op(A) op(B) + beta C for each of `batch` triples. Where beta is 0, C is not read. The same
 * product gives the same bits every time. */
typedef struct kiln_backend_gemm {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_gemm));
  /* The element type of all matrices, floating-point or complex. float16 and bfloat16 are summed in float32. */
  kiln_dtype dtype KILN_DEFAULT(KILN_FLOAT32);
  int32_t a_operation KILN_DEFAULT(KILN_BACKEND_AS_STORED);
  int32_t b_operation KILN_DEFAULT(KILN_BACKEND_AS_STORED);
  bool tf32 KILN_DEFAULT(false); /* float32 may be multiplied in a type of fewer digits */
  /* op(A) is m by k, op(B) is k by n, C is m by n. */
  int64_t m KILN_DEFAULT(0);
  int64_t n KILN_DEFAULT(0);
  int64_t k KILN_DEFAULT(0);
  int64_t batch KILN_DEFAULT(1);
  kiln_backend_matrix a, b, c;
  double alpha[2] KILN_DEFAULT({1, 0}); /* real and imaginary part */
  double beta[2] KILN_DEFAULT({0, 0});
} kiln_backend_gemm;

/* ---- Collectives ---- */

/* The name of a communicator, by which its members find each other. */
typedef struct kiln_backend_collective_id {
  unsigned char bytes[128] KILN_DEFAULT({});
} kiln_backend_collective_id;

/* kiln_backend_collective.operation */
enum {
  KILN_BACKEND_ALL_REDUCE = 0,     /* every rank gets the reduction of all sources */
  KILN_BACKEND_REDUCE = 1,         /* `root` alone gets it */
  KILN_BACKEND_REDUCE_SCATTER = 2, /* rank r gets part r of it, of `count` elements */
  KILN_BACKEND_BROADCAST = 3,      /* every rank gets the root's source */
  KILN_BACKEND_ALL_GATHER = 4      /* every rank gets the sources of all, in the order of ranks */
};

/* kiln_backend_collective.reduction */
enum { KILN_BACKEND_SUM = 0, KILN_BACKEND_PROD = 1, KILN_BACKEND_MAX = 2, KILN_BACKEND_MIN = 3 };

typedef struct kiln_backend_range {
  kiln_backend_memory* memory KILN_DEFAULT(nullptr); /* null: this rank neither gives nor gets anything here */
  size_t offset KILN_DEFAULT(0);
} kiln_backend_range;

/* One rank's part of a collective. Source and destination are the same range or do not overlap, with one
 * exception: in reduce_scatter and all_gather the smaller range may be this rank's own part of the larger. */
typedef struct kiln_backend_collective {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_collective));
  int32_t operation KILN_DEFAULT(KILN_BACKEND_ALL_REDUCE);
  int32_t reduction KILN_DEFAULT(KILN_BACKEND_SUM);
  int32_t root KILN_DEFAULT(0);
  /* int8, uint8, int32, uint32, int64, uint64 or a floating-point type */
  kiln_dtype dtype KILN_DEFAULT(KILN_FLOAT32);
  size_t count KILN_DEFAULT(0); /* elements; in reduce_scatter and all_gather those of one rank */
  kiln_backend_range source, destination;
} kiln_backend_collective;

/* ---- Convolutions (since 15.2) ---- */

/* kiln_backend_conv.operation: which of the three arrays is computed from the other two. */
enum {
  KILN_BACKEND_CONV_OUTPUT = 0, /* y: x convolved with the filters */
  KILN_BACKEND_CONV_INPUT = 1,  /* x: the gradient by the input, where y is the gradient by the output */
  KILN_BACKEND_CONV_FILTERS = 2 /* the filters: the gradient by them, where y is the gradient by the output */
};

/* A convolution over one to three spatial axes, or one of its gradients. All arrays are packed in C order: x and y
 * as (batch, channels, spatial axes...), the filters as (channels of y, channels of x in a group, spatial axes...).
 * With channels last, x and y are (batch, spatial axes..., channels), and the filters are (channels of y, spatial
 * axes..., channels of x in a group). Of the lists below, the first `axes` numbers count. */
typedef struct kiln_backend_conv {
  size_t struct_size KILN_DEFAULT(sizeof(kiln_backend_conv));
  int32_t operation KILN_DEFAULT(KILN_BACKEND_CONV_OUTPUT);
  /* The element type of all arrays, floating-point. float16 and bfloat16 are summed in float32, and float32 is
   * never multiplied in a type of fewer digits. */
  kiln_dtype dtype KILN_DEFAULT(KILN_FLOAT32);
  int32_t axes KILN_DEFAULT(2); /* 1, 2 or 3 */
  bool channels_last KILN_DEFAULT(false);
  bool flip KILN_DEFAULT(false); /* the filters are turned over along all spatial axes, as a convolution has it */
  int64_t batch KILN_DEFAULT(1);
  /* The channels of x and of y, in all; both are multiples of `groups`. */
  int64_t groups KILN_DEFAULT(1);
  int64_t x_channels KILN_DEFAULT(1);
  int64_t y_channels KILN_DEFAULT(1);
  int64_t x_extents[3] KILN_DEFAULT({1, 1, 1});
  int64_t filter_extents[3] KILN_DEFAULT({1, 1, 1});
  int64_t y_extents[3] KILN_DEFAULT({1, 1, 1});
  int64_t strides[3] KILN_DEFAULT({1, 1, 1});
  int64_t dilation[3] KILN_DEFAULT({1, 1, 1});
  /* The zeros before x along each spatial axis. There are as many behind it as y's extents need; the two numbers may
   * differ. */
  int64_t padding[3] KILN_DEFAULT({0, 0, 0});
  kiln_backend_range x, filters, y;
  /* One of the ways that conv_ways gave for this convolution, and the memory that it works in; a null memory: it
   * needs none. */
  int64_t way KILN_DEFAULT(0);
  kiln_backend_range workspace;
  uint64_t workspace_bytes KILN_DEFAULT(0);
} kiln_backend_conv;

/* A way in which the vendor's library computes a convolution. */
typedef struct kiln_backend_conv_way {
  int64_t way KILN_DEFAULT(0); /* the library's number of it; the same number means the same way in later processes */
  uint64_t workspace_bytes KILN_DEFAULT(0);
} kiln_backend_conv_way;

/* ---- Recordings: lists of commands that will be queued many times ---- */

typedef struct kiln_backend_copy {
  kiln_backend_memory* to KILN_DEFAULT(nullptr);
  size_t to_offset KILN_DEFAULT(0);
  kiln_backend_memory* from KILN_DEFAULT(nullptr);
  size_t from_offset KILN_DEFAULT(0);
  size_t bytes KILN_DEFAULT(0);
} kiln_backend_copy;

typedef struct kiln_backend_fill {
  kiln_backend_memory* to KILN_DEFAULT(nullptr);
  size_t offset KILN_DEFAULT(0);
  size_t bytes KILN_DEFAULT(0);
  unsigned char pattern[16] KILN_DEFAULT({});
  size_t pattern_bytes KILN_DEFAULT(0);
} kiln_backend_fill;

/* Consecutive commands that belong together. A section runs after the sections that `after` lists. It may run at
 * the same time as all other earlier sections. */
typedef struct kiln_backend_section {
  uint32_t number KILN_DEFAULT(0); /* from 0, in order */
  const uint32_t* after KILN_DEFAULT(nullptr);
  size_t after_count KILN_DEFAULT(0);
} kiln_backend_section;

/* kiln_backend_command.kind: which function queues it, and what `work` points at */
enum {
  KILN_BACKEND_LAUNCH_COMMAND = 0, /* kernel_launch of `kernel`; a kiln_backend_launch */
  KILN_BACKEND_GEMM_COMMAND = 1,   /* blas_gemm; a kiln_backend_gemm */
  KILN_BACKEND_COPY_COMMAND = 2,   /* memory_copy; a kiln_backend_copy */
  KILN_BACKEND_FILL_COMMAND = 3,   /* memory_fill; a kiln_backend_fill */
  KILN_BACKEND_CONV_COMMAND = 4    /* conv, since 15.2; a kiln_backend_conv */
};

typedef struct kiln_backend_command {
  const char* operation KILN_DEFAULT(nullptr); /* what queued it, for messages */
  /* If null, the command runs after all earlier ones. Either all commands of a list have a section or none
   * has. */
  const kiln_backend_section* section KILN_DEFAULT(nullptr);
  int32_t kind KILN_DEFAULT(KILN_BACKEND_LAUNCH_COMMAND);
  kiln_backend_kernel* kernel KILN_DEFAULT(nullptr);
  const void* work KILN_DEFAULT(nullptr);
} kiln_backend_command;

/* ---- The functions of a context: one opened device ---- */

typedef struct kiln_backend_context_api {
  size_t struct_size;

  /* ---- Functions that every backend has ---- */

  /* Closes the device. libkiln has destroyed everything that it made in the context. */
  void (*destroy)(kiln_backend_context* context);
  /* Called once, after opening. Texts stay valid as long as the context lives. */
  kiln_status (*properties)(kiln_backend_context* context, kiln_backend_device* device,
                            kiln_backend_properties* properties, kiln_backend_error* error);
  /* How much memory the device has, and has left. */
  kiln_status (*memory_info)(kiln_backend_context* context, kiln_backend_memory_info* info, kiln_backend_error* error);

  /* Makes a queue, whose commands run one after the other in the order they were queued. If `timing` is true,
   * event_seconds can compare its events. */
  kiln_status (*queue_create)(kiln_backend_context* context, bool timing, kiln_backend_queue** queue,
                              kiln_backend_error* error);
  /* Destroys a queue. Its commands have been finished, or were lost with the device. */
  void (*queue_destroy)(kiln_backend_context* context, kiln_backend_queue* queue);
  /* Sees to it that the device begins with what is queued. Does not wait. */
  kiln_status (*queue_flush)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_error* error);
  /* Waits until all that is queued has run. Also fails with an error that the device found in it. */
  kiln_status (*queue_finish)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_error* error);

  /* Makes an event, which comes when all that is queued so far has run. Also submits that work, so that other
   * queues may wait for the event. */
  kiln_status (*event_record)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_event** event,
                              kiln_backend_error* error);
  /* What is queued from now on waits for the event, which may be of another queue of the context. */
  kiln_status (*event_enqueue_wait)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_event* event,
                                    kiln_backend_error* error);
  /* The host waits for the event. Also fails with an error that the device found before it. */
  kiln_status (*event_wait)(kiln_backend_context* context, kiln_backend_event* event, kiln_backend_error* error);
  /* Tells whether the event has come, and does not wait. Also fails with an error that the device found
   * before it. */
  kiln_status (*event_done)(kiln_backend_context* context, kiln_backend_event* event, bool* done,
                            kiln_backend_error* error);
  /* Destroys an event, which may still be to come. */
  void (*event_destroy)(kiln_backend_context* context, kiln_backend_event* event);

  /* Allocates memory of one of the kinds above. If there is not enough, it returns KILN_OUT_OF_MEMORY;
   * libkiln then frees what it keeps for later and tries again. */
  kiln_status (*memory_allocate)(kiln_backend_context* context, size_t bytes, int32_t kind,
                                 kiln_backend_memory** memory, kiln_backend_error* error);
  /* Frees memory that no queued command uses any more. */
  void (*memory_free)(kiln_backend_context* context, kiln_backend_memory* memory);
  /* Gives the host's address of pinned memory, which is valid as long as the memory lives; null for device
   * memory. */
  void* (*memory_host_pointer)(kiln_backend_context* context, kiln_backend_memory* memory);
  /* The vendor's own handle of the memory, as a number: a cl_mem, a CUdeviceptr. */
  uintptr_t (*memory_native)(kiln_backend_context* context, kiln_backend_memory* memory);

  /* These two queue a transfer between memory and host memory at `from` or `to`, which may be any address of the
   * program. If `block` is true, they return when the host's range may be used again. If it is false, libkiln
   * keeps the range valid until the transfer has run. */
  kiln_status (*memory_write)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                              size_t to_offset, const void* from, size_t bytes, bool block, kiln_backend_error* error);
  kiln_status (*memory_read)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* from,
                             size_t from_offset, void* to, size_t bytes, bool block, kiln_backend_error* error);
  /* Queues a copy inside the context. The ranges do not overlap. */
  kiln_status (*memory_copy)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                             size_t to_offset, kiln_backend_memory* from, size_t from_offset, size_t bytes,
                             kiln_backend_error* error);
  /* Queues a fill with the pattern again and again; the pattern is copied. It has 1, 2, 4, 8 or 16 bytes, of
   * which `offset` and `bytes` are multiples. */
  kiln_status (*memory_fill)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                             size_t offset, size_t bytes, const void* pattern, size_t pattern_bytes,
                             kiln_backend_error* error);

  /* Compiles a program. If the text does not compile, it returns KILN_BUILD_ERROR with the compiler's whole
   * output as `log`. */
  kiln_status (*program_build)(kiln_backend_context* context, const kiln_backend_source* source,
                               kiln_backend_program** program, kiln_backend_error* error);
  /* Makes the program of a source from what program_binary or program_draft gave, in this process or an
   * earlier one. The bytes may be damaged: a binary that does not fit is an error, upon which libkiln builds
   * the source. */
  kiln_status (*program_load)(kiln_backend_context* context, const void* binary, size_t bytes,
                              const kiln_backend_source* source, kiln_backend_program** program,
                              kiln_backend_error* error);
  /* Gives one item: the program's binary. If the binary cannot be kept, it gives no item or an empty one. */
  kiln_status (*program_binary)(kiln_backend_context* context, kiln_backend_program* program, kiln_backend_sink* binary,
                                kiln_backend_error* error);
  /* Destroys the program and its kernels. No queued command uses them any more. */
  void (*program_destroy)(kiln_backend_context* context, kiln_backend_program* program);
  /* Finds a kernel of the program. Asking twice may give the same kernel. If there is none of that name, it
   * returns KILN_INVALID_ARGUMENT. */
  kiln_status (*program_kernel)(kiln_backend_context* context, kiln_backend_program* program, const char* name,
                                kiln_backend_kernel** kernel, kiln_backend_error* error);
  kiln_status (*kernel_info)(kiln_backend_context* context, kiln_backend_kernel* kernel, kiln_backend_kernel_info* info,
                             kiln_backend_error* error);
  /* Queues a launch. All arguments come with it: nothing is kept of earlier ones. Several threads may launch
   * one kernel at once. */
  kiln_status (*kernel_launch)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_kernel* kernel,
                               const kiln_backend_launch* launch, kiln_backend_error* error);

  /* ---- Functions that may be null: libkiln then does what the comment says ---- */

  /* Gives the time from one event to another. Both have come and belong to queues with `timing`. Null:
   * unsupported. */
  kiln_status (*event_seconds)(kiln_backend_context* context, kiln_backend_event* begin, kiln_backend_event* end,
                               double* seconds, kiln_backend_error* error);
  /* Waits for the event, but at most `seconds`. *come receives whether it has come. Null: libkiln asks
   * event_done again and again. */
  kiln_status (*event_wait_for)(kiln_backend_context* context, kiln_backend_event* event, double seconds, bool* come,
                                kiln_backend_error* error);
  /* Queues a copy from memory of `from_context`, another context of this backend, on a queue of `context`. If
   * a direct copy is not possible, it queues nothing and gives false. libkiln then copies through the host,
   * as it does if the function is null. */
  kiln_status (*memory_copy_peer)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                                  size_t to_offset, kiln_backend_context* from_context, kiln_backend_memory* from,
                                  size_t from_offset, size_t bytes, bool* queued, kiln_backend_error* error);
  /* Does what memory_read without `block` and then event_record do, in one call that costs less than two. Null:
   * libkiln calls those two. */
  kiln_status (*memory_read_event)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* from,
                                   size_t from_offset, void* to, size_t bytes, kiln_backend_event** event,
                                   kiln_backend_error* error);
  /* Gives one item: a form of the program that program_load takes too, which is at hand sooner than the
   * binary and takes longer to load. Called at most once, just after program_build. Null, or no item: there
   * is none. */
  kiln_status (*program_draft)(kiln_backend_context* context, kiln_backend_program* program, kiln_backend_sink* draft,
                               kiln_backend_error* error);
  /* Gives an item for each kernel of the program: its name. Null, or no item: the driver does not tell. */
  kiln_status (*program_kernels)(kiln_backend_context* context, kiln_backend_program* program, kiln_backend_sink* names,
                                 kiln_backend_error* error);

  /* These functions compute matrix products by the vendor's library, which they open when first called. Null:
   * there is none. blas_gemm queues a product; if the library does not take it, blas_gemm queues nothing and
   * gives false. blas_takes tells whether blas_gemm would queue it. blas_identity gives one item: a text that
   * names all in the library on which the speed and the results of products depend, such as its version. */
  kiln_status (*blas_gemm)(kiln_backend_context* context, kiln_backend_queue* queue, const kiln_backend_gemm* gemm,
                           bool* queued, kiln_backend_error* error);
  kiln_status (*blas_takes)(kiln_backend_context* context, const kiln_backend_gemm* gemm, bool* takes,
                            kiln_backend_error* error);
  kiln_status (*blas_identity)(kiln_backend_context* context, kiln_backend_sink* identity, kiln_backend_error* error);

  /* Makes a form of the commands that is queued faster than one by one. The commands and all that they point
   * at stay where they are until recording_destroy, and memory that they name lives at every replay. If
   * there is no such form, the recording is null, and libkiln queues the commands one by one, as it does if the
   * function is null. All three functions are there or none. */
  kiln_status (*recording_create)(kiln_backend_context* context, const kiln_backend_command* commands, size_t count,
                                  kiln_backend_recording** recording, kiln_backend_error* error);
  /* Queues all commands in their order, `times` times over. A command that the device refuses is tried again
   * when what was queued before it has run. If that fails too, error->queued is the number of commands
   * queued, repetitions counted; 0: nothing was queued. */
  kiln_status (*recording_replay)(kiln_backend_context* context, kiln_backend_queue* queue,
                                  kiln_backend_recording* recording, size_t times, kiln_backend_error* error);
  /* Destroys the recording. Replays of it may still be queued. */
  void (*recording_destroy)(kiln_backend_context* context, kiln_backend_recording* recording);

  /* The following functions take objects made elsewhere, and give this backend's own for use elsewhere. Null:
   * unsupported, unless a comment says otherwise. */

  /* The vendor's context and device. The queue stays 0. */
  void (*native)(kiln_backend_context* context, kiln_backend_native* native);
  /* Takes a queue of this vendor context that runs its commands in order. queue_destroy lets go of it and
   * leaves what is queued there alone. */
  kiln_status (*queue_adopt)(kiln_backend_context* context, uintptr_t native, kiln_backend_queue** queue,
                             kiln_backend_error* error);
  /* Gives the vendor's own handle of a queue, as a number. If the function is null, the handle is 0. */
  uintptr_t (*queue_native)(kiln_backend_context* context, kiln_backend_queue* queue);
  /* Takes `bytes` bytes, from `offset` on, of memory that the vendor's API made. SIZE_MAX stands for the
   * rest, if the driver tells how much that is. Returns KILN_CONTEXT_MISMATCH for memory of another context,
   * and KILN_INVALID_ARGUMENT for a size that the memory does not have. */
  kiln_status (*memory_adopt)(kiln_backend_context* context, uintptr_t native, size_t offset, size_t bytes,
                              kiln_backend_adopted* memory, kiln_backend_error* error);
  /* Takes memory of the program, which the device then uses in place. If the device cannot, the handle is
   * null. A null function means that no device can. */
  kiln_status (*memory_adopt_host)(kiln_backend_context* context, void* data, size_t bytes,
                                   kiln_backend_adopted* memory, kiln_backend_error* error);
  /* Gives the host's address of device memory that is host memory. The address is valid as long as the memory
   * lives, and while no command uses it. If there is none, it gives null; a null function means
   * the same. */
  kiln_status (*memory_host_view)(kiln_backend_context* context, kiln_backend_memory* memory, void** view,
                                  kiln_backend_error* error);
  /* Lets other processes open the memory, as long as it lives. */
  kiln_status (*memory_export)(kiln_backend_context* context, kiln_backend_memory* memory,
                               kiln_backend_ipc_handle* handle, kiln_backend_error* error);
  /* Opens memory of `bytes` bytes that another process exported. */
  kiln_status (*memory_import)(kiln_backend_context* context, const kiln_backend_ipc_handle* handle, size_t bytes,
                               kiln_backend_memory** memory, kiln_backend_error* error);
  /* Makes a handle for a part of device memory. It gives null where an address serves without a handle
   * (native_addresses), and where no object of the vendor's can begin at `offset`; a null function means the
   * same. The whole outlives the part; memory_free of a part is legal while work on it is queued. */
  kiln_status (*memory_part)(kiln_backend_context* context, kiln_backend_memory* memory, size_t offset, size_t bytes,
                             kiln_backend_memory** part, kiln_backend_error* error);
  /* libkiln calls these two around calls of the vendor's API that others make on this thread. enter makes the
   * vendor's context current on the thread and gives the one that was current before; leave takes that one back.
   * Null: nothing is to be done. */
  kiln_status (*enter)(kiln_backend_context* context, uintptr_t* previous, kiln_backend_error* error);
  kiln_status (*leave)(kiln_backend_context* context, uintptr_t previous, kiln_backend_error* error);

  /* Collectives between contexts, of this process and others, by the vendor's library, which is opened when
   * first needed. Without the library they return KILN_UNSUPPORTED; a null function means the same. All four
   * functions are there or none. */

  /* Makes the name of a new communicator. One rank calls it, and the program gives the name to the others. */
  kiln_status (*collective_id)(kiln_backend_context* context, kiln_backend_collective_id* id,
                               kiln_backend_error* error);
  /* Joins a communicator as number `rank` of `ranks`. Returns when all ranks have called it. */
  kiln_status (*communicator_create)(kiln_backend_context* context, const kiln_backend_collective_id* id, int32_t ranks,
                                     int32_t rank, kiln_backend_communicator** communicator, kiln_backend_error* error);
  /* Destroys the communicator. No work of it is queued any more, unless `lost` is true: work may then be queued
   * that never ends. */
  void (*communicator_destroy)(kiln_backend_context* context, kiln_backend_communicator* communicator, bool lost);
  /* Queues this rank's part. May wait until the other ranks have called it too. */
  kiln_status (*collective)(kiln_backend_context* context, kiln_backend_queue* queue,
                            kiln_backend_communicator* communicator, const kiln_backend_collective* collective,
                            kiln_backend_error* error);

  /* ---- Since 15.2 ---- */

  /* Convolutions by the vendor's library, which is opened when first needed. All three functions are there or none;
   * null: there are none. */

  /* Gives an item for each way in which the library computes the convolution: a kiln_backend_conv_way, the one that
   * the library expects to be the fastest first. Each way gives the same bits every time. No item: the library does
   * not compute it, or there is no library. The memory, the way and the workspace in `conv` do not count. */
  kiln_status (*conv_ways)(kiln_backend_context* context, const kiln_backend_conv* conv, kiln_backend_sink* ways,
                           kiln_backend_error* error);
  /* Queues the convolution. If the library refuses it, it queues nothing that changes more than the result and the
   * workspace, and gives false. */
  kiln_status (*conv)(kiln_backend_context* context, kiln_backend_queue* queue, const kiln_backend_conv* conv,
                      bool* queued, kiln_backend_error* error);
  /* Gives one item: a text that names all in the library on which the speed and the results of convolutions depend,
   * such as its version; an empty one, or none: there is no library. */
  kiln_status (*conv_identity)(kiln_backend_context* context, kiln_backend_sink* identity, kiln_backend_error* error);
} kiln_backend_context_api;

/* ---- The functions of a driver: what a backend is before a device is opened ---- */

typedef struct kiln_backend_driver_api {
  size_t struct_size;

  /* ---- Functions that every backend has ---- */

  /* Called once, right after loading. Loads nothing of the vendor's. */
  kiln_status (*create)(kiln_backend_driver** driver, kiln_backend_error* error);
  /* libkiln keeps a driver until the process ends; tests destroy theirs. No context is open. */
  void (*destroy)(kiln_backend_driver* driver);
  /* Opens the vendor's library, if it is there, and looks for devices. Gives an item for each usable one: a
   * kiln_backend_device, in the order of their ids. If there are none, or some had to be left out, `reason`
   * gets one text that says why. `notes` gets further findings for `kiln doctor`: the loader, the libraries'
   * versions. */
  void (*probe)(kiln_backend_driver* driver, kiln_backend_sink* devices, kiln_backend_sink* reason,
                kiln_backend_sink* notes);
  /* Opens a device that probe listed, by its id; `wait` is one of KILN_BACKEND_WAIT_*. One device may be
   * opened several times. If there is no such device, it returns KILN_NO_DEVICE. */
  kiln_status (*open)(kiln_backend_driver* driver, const char* id, int32_t wait, kiln_backend_context** context,
                      kiln_backend_error* error);

  /* ---- Functions that may be null: unsupported ---- */

  /* Opens a context on a vendor's context that somebody else made and still owns. Its properties have the id
   * of the device. The queue of `native` is not adopted here. */
  kiln_status (*adopt)(kiln_backend_driver* driver, const kiln_backend_native* native, int32_t wait,
                       kiln_backend_context** context, kiln_backend_error* error);
  /* Tells which context made this memory of the vendor's API, in the form that adopt takes. If
   * native->context is 0, no particular one made it, and any context of the device will do. */
  kiln_status (*memory_owner)(kiln_backend_driver* driver, uintptr_t memory, kiln_backend_native* native,
                              kiln_backend_error* error);
} kiln_backend_driver_api;

/* What a backend exports under the name `kiln_backend_module`. libkiln reads `major` and `minor` first; they
 * are at the same place in every version. */
typedef struct kiln_backend_exports {
  /* KILN_BACKEND_MAJOR and KILN_BACKEND_MINOR of the header that the backend was compiled with. */
  uint32_t major;
  uint32_t minor;
  uint32_t needs_minor; /* the least minor version of a libkiln that it works with */
  size_t struct_size;
  const char* name; /* "opencl": device strings begin with it; lower-case letters alone */
  const kiln_backend_driver_api* driver;
  const kiln_backend_context_api* context; /* of all contexts that the driver opens */
} kiln_backend_exports;

#ifdef __cplusplus
}
#endif
#undef KILN_DEFAULT
#endif
