/* SPDX-License-Identifier: Apache-2.0 */
/* Version 15.0 of include/kiln/backend.h, as check_backend_header.py --freeze wrote it: a plug-in compiled
 * with this header */
/* loads in every later libkiln of the same major version. */

#ifndef KILN_BACKEND_H
#define KILN_BACKEND_H
#include <kiln/types.h>
#include <stdbool.h>
#define KILN_BACKEND_MAJOR 15
#define KILN_BACKEND_MINOR 0
typedef struct kiln_backend_driver kiln_backend_driver;
typedef struct kiln_backend_context kiln_backend_context;
typedef struct kiln_backend_queue kiln_backend_queue;
typedef struct kiln_backend_event kiln_backend_event;
typedef struct kiln_backend_memory kiln_backend_memory;
typedef struct kiln_backend_program kiln_backend_program;
typedef struct kiln_backend_kernel kiln_backend_kernel;
typedef struct kiln_backend_recording kiln_backend_recording;
typedef struct kiln_backend_communicator kiln_backend_communicator;
typedef struct kiln_backend_error {
  size_t struct_size;
  int64_t vendor_code;
  size_t queued;
  void (*describe)(struct kiln_backend_error* error, const char* message, const char* log);
} kiln_backend_error;
typedef struct kiln_backend_sink {
  size_t struct_size;
  bool (*take)(struct kiln_backend_sink* sink, const void* data, size_t bytes);
} kiln_backend_sink;
enum { KILN_BACKEND_CPU = 0, KILN_BACKEND_GPU = 1, KILN_BACKEND_ACCELERATOR = 2, KILN_BACKEND_OTHER = 3 };
enum { KILN_BACKEND_OPENCL_C = 0, KILN_BACKEND_CUDA_C = 1, KILN_BACKEND_HOST = 2 };
typedef struct kiln_backend_device {
  size_t struct_size;
  const char* id;
  const char* name;
  const char* platform;
  const char* driver;
  const char* uid;
  int32_t kind;
  int32_t dialect;
  const char* vendor;
  const char* language;
  const char* cache_identity;
} kiln_backend_device;
typedef struct kiln_backend_properties {
  size_t struct_size;
  uint64_t compute_units;
  uint64_t max_local_size;
  uint64_t max_local_sizes[3];
  uint64_t max_groups[3];
  uint64_t max_groups_in_all;
  uint64_t local_memory;
  uint64_t declared_local_memory;
  uint64_t parameter_bytes;
  uint64_t total_memory;
  uint64_t largest_block;
  uint64_t base_alignment;
  uint64_t vector_bytes;
  uint64_t cache_bytes;
  uint64_t builds_before_drafts;
  bool has_float16;
  bool has_float64;
  bool has_subnormals;
  bool has_int64_atomics;
  bool unified_memory;
  bool acquire_release;
  bool binary_compiles;
  bool short_loops;
} kiln_backend_properties;
typedef struct kiln_backend_memory_info {
  uint64_t total;
  uint64_t free;
  bool free_known;
} kiln_backend_memory_info;
enum { KILN_BACKEND_WAIT_AS_DRIVER = 0, KILN_BACKEND_WAIT_ASLEEP = 1, KILN_BACKEND_WAIT_SPINNING = 2 };
typedef struct kiln_backend_native {
  uintptr_t context;
  uintptr_t device;
  uintptr_t queue;
} kiln_backend_native;
enum { KILN_BACKEND_DEVICE_MEMORY = 0, KILN_BACKEND_PINNED_MEMORY = 1 };
typedef struct kiln_backend_adopted {
  size_t struct_size;
  kiln_backend_memory* handle;
  size_t offset;
  bool readable;
  bool writable;
  size_t bytes;
} kiln_backend_adopted;
typedef struct kiln_backend_ipc_handle {
  unsigned char bytes[64];
} kiln_backend_ipc_handle;
typedef struct kiln_backend_source {
  size_t struct_size;
  const char* text;
  size_t text_bytes;
  const char* const* defines;
  size_t define_count;
  bool fast_math;
  bool raw;
  bool acquire_release;
  uint32_t max_registers;
} kiln_backend_source;
typedef struct kiln_backend_kernel_info {
  size_t struct_size;
  uint64_t max_local_size;
  uint64_t preferred_multiple;
  uint64_t local_memory;
} kiln_backend_kernel_info;
enum { KILN_BACKEND_MEMORY_ARGUMENT = 0, KILN_BACKEND_VALUE_ARGUMENT = 1, KILN_BACKEND_LOCAL_ARGUMENT = 2 };
typedef struct kiln_backend_argument {
  int32_t kind;
  kiln_backend_memory* memory;
  size_t offset;
  const void* value;
  size_t size;
} kiln_backend_argument;
typedef struct kiln_backend_launch {
  size_t struct_size;
  uint32_t dims;
  size_t global[3];
  size_t local[3];
  const kiln_backend_argument* arguments;
  size_t argument_count;
  size_t dynamic_local;
} kiln_backend_launch;
enum { KILN_BACKEND_AS_STORED = 0, KILN_BACKEND_TRANSPOSED = 1, KILN_BACKEND_CONJUGATE_TRANSPOSED = 2 };
typedef struct kiln_backend_matrix {
  kiln_backend_memory* memory;
  size_t offset;
  int64_t leading;
  int64_t distance;
} kiln_backend_matrix;
typedef struct kiln_backend_gemm {
  size_t struct_size;
  kiln_dtype dtype;
  int32_t a_operation;
  int32_t b_operation;
  bool tf32;
  int64_t m;
  int64_t n;
  int64_t k;
  int64_t batch;
  kiln_backend_matrix a, b, c;
  double alpha[2];
  double beta[2];
} kiln_backend_gemm;
typedef struct kiln_backend_collective_id {
  unsigned char bytes[128];
} kiln_backend_collective_id;
enum {
  KILN_BACKEND_ALL_REDUCE = 0,
  KILN_BACKEND_REDUCE = 1,
  KILN_BACKEND_REDUCE_SCATTER = 2,
  KILN_BACKEND_BROADCAST = 3,
  KILN_BACKEND_ALL_GATHER = 4
};
enum { KILN_BACKEND_SUM = 0, KILN_BACKEND_PROD = 1, KILN_BACKEND_MAX = 2, KILN_BACKEND_MIN = 3 };
typedef struct kiln_backend_range {
  kiln_backend_memory* memory;
  size_t offset;
} kiln_backend_range;
typedef struct kiln_backend_collective {
  size_t struct_size;
  int32_t operation;
  int32_t reduction;
  int32_t root;
  kiln_dtype dtype;
  size_t count;
  kiln_backend_range source, destination;
} kiln_backend_collective;
typedef struct kiln_backend_copy {
  kiln_backend_memory* to;
  size_t to_offset;
  kiln_backend_memory* from;
  size_t from_offset;
  size_t bytes;
} kiln_backend_copy;
typedef struct kiln_backend_fill {
  kiln_backend_memory* to;
  size_t offset;
  size_t bytes;
  unsigned char pattern[16];
  size_t pattern_bytes;
} kiln_backend_fill;
typedef struct kiln_backend_section {
  uint32_t number;
  const uint32_t* after;
  size_t after_count;
} kiln_backend_section;
enum {
  KILN_BACKEND_LAUNCH_COMMAND = 0,
  KILN_BACKEND_GEMM_COMMAND = 1,
  KILN_BACKEND_COPY_COMMAND = 2,
  KILN_BACKEND_FILL_COMMAND = 3
};
typedef struct kiln_backend_command {
  const char* operation;
  const kiln_backend_section* section;
  int32_t kind;
  kiln_backend_kernel* kernel;
  const void* work;
} kiln_backend_command;
typedef struct kiln_backend_context_api {
  size_t struct_size;
  void (*destroy)(kiln_backend_context* context);
  kiln_status (*properties)(kiln_backend_context* context, kiln_backend_device* device,
                            kiln_backend_properties* properties, kiln_backend_error* error);
  kiln_status (*memory_info)(kiln_backend_context* context, kiln_backend_memory_info* info, kiln_backend_error* error);
  kiln_status (*queue_create)(kiln_backend_context* context, bool timing, kiln_backend_queue** queue,
                              kiln_backend_error* error);
  void (*queue_destroy)(kiln_backend_context* context, kiln_backend_queue* queue);
  kiln_status (*queue_flush)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_error* error);
  kiln_status (*queue_finish)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_error* error);
  kiln_status (*event_record)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_event** event,
                              kiln_backend_error* error);
  kiln_status (*event_enqueue_wait)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_event* event,
                                    kiln_backend_error* error);
  kiln_status (*event_wait)(kiln_backend_context* context, kiln_backend_event* event, kiln_backend_error* error);
  kiln_status (*event_done)(kiln_backend_context* context, kiln_backend_event* event, bool* done,
                            kiln_backend_error* error);
  void (*event_destroy)(kiln_backend_context* context, kiln_backend_event* event);
  kiln_status (*memory_allocate)(kiln_backend_context* context, size_t bytes, int32_t kind,
                                 kiln_backend_memory** memory, kiln_backend_error* error);
  void (*memory_free)(kiln_backend_context* context, kiln_backend_memory* memory);
  void* (*memory_host_pointer)(kiln_backend_context* context, kiln_backend_memory* memory);
  uintptr_t (*memory_native)(kiln_backend_context* context, kiln_backend_memory* memory);
  kiln_status (*memory_write)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                              size_t to_offset, const void* from, size_t bytes, bool block, kiln_backend_error* error);
  kiln_status (*memory_read)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* from,
                             size_t from_offset, void* to, size_t bytes, bool block, kiln_backend_error* error);
  kiln_status (*memory_copy)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                             size_t to_offset, kiln_backend_memory* from, size_t from_offset, size_t bytes,
                             kiln_backend_error* error);
  kiln_status (*memory_fill)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                             size_t offset, size_t bytes, const void* pattern, size_t pattern_bytes,
                             kiln_backend_error* error);
  kiln_status (*program_build)(kiln_backend_context* context, const kiln_backend_source* source,
                               kiln_backend_program** program, kiln_backend_error* error);
  kiln_status (*program_load)(kiln_backend_context* context, const void* binary, size_t bytes,
                              const kiln_backend_source* source, kiln_backend_program** program,
                              kiln_backend_error* error);
  kiln_status (*program_binary)(kiln_backend_context* context, kiln_backend_program* program, kiln_backend_sink* binary,
                                kiln_backend_error* error);
  void (*program_destroy)(kiln_backend_context* context, kiln_backend_program* program);
  kiln_status (*program_kernel)(kiln_backend_context* context, kiln_backend_program* program, const char* name,
                                kiln_backend_kernel** kernel, kiln_backend_error* error);
  kiln_status (*kernel_info)(kiln_backend_context* context, kiln_backend_kernel* kernel, kiln_backend_kernel_info* info,
                             kiln_backend_error* error);
  kiln_status (*kernel_launch)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_kernel* kernel,
                               const kiln_backend_launch* launch, kiln_backend_error* error);
  kiln_status (*event_seconds)(kiln_backend_context* context, kiln_backend_event* begin, kiln_backend_event* end,
                               double* seconds, kiln_backend_error* error);
  kiln_status (*event_wait_for)(kiln_backend_context* context, kiln_backend_event* event, double seconds, bool* come,
                                kiln_backend_error* error);
  kiln_status (*memory_copy_peer)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                                  size_t to_offset, kiln_backend_context* from_context, kiln_backend_memory* from,
                                  size_t from_offset, size_t bytes, bool* queued, kiln_backend_error* error);
  kiln_status (*memory_read_event)(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* from,
                                   size_t from_offset, void* to, size_t bytes, kiln_backend_event** event,
                                   kiln_backend_error* error);
  kiln_status (*program_draft)(kiln_backend_context* context, kiln_backend_program* program, kiln_backend_sink* draft,
                               kiln_backend_error* error);
  kiln_status (*program_kernels)(kiln_backend_context* context, kiln_backend_program* program, kiln_backend_sink* names,
                                 kiln_backend_error* error);
  kiln_status (*blas_gemm)(kiln_backend_context* context, kiln_backend_queue* queue, const kiln_backend_gemm* gemm,
                           bool* queued, kiln_backend_error* error);
  kiln_status (*blas_takes)(kiln_backend_context* context, const kiln_backend_gemm* gemm, bool* takes,
                            kiln_backend_error* error);
  kiln_status (*blas_identity)(kiln_backend_context* context, kiln_backend_sink* identity, kiln_backend_error* error);
  kiln_status (*recording_create)(kiln_backend_context* context, const kiln_backend_command* commands, size_t count,
                                  kiln_backend_recording** recording, kiln_backend_error* error);
  kiln_status (*recording_replay)(kiln_backend_context* context, kiln_backend_queue* queue,
                                  kiln_backend_recording* recording, size_t times, kiln_backend_error* error);
  void (*recording_destroy)(kiln_backend_context* context, kiln_backend_recording* recording);
  void (*native)(kiln_backend_context* context, kiln_backend_native* native);
  kiln_status (*queue_adopt)(kiln_backend_context* context, uintptr_t native, kiln_backend_queue** queue,
                             kiln_backend_error* error);
  uintptr_t (*queue_native)(kiln_backend_context* context, kiln_backend_queue* queue);
  kiln_status (*memory_adopt)(kiln_backend_context* context, uintptr_t native, size_t offset, size_t bytes,
                              kiln_backend_adopted* memory, kiln_backend_error* error);
  kiln_status (*memory_adopt_host)(kiln_backend_context* context, void* data, size_t bytes,
                                   kiln_backend_adopted* memory, kiln_backend_error* error);
  kiln_status (*memory_host_view)(kiln_backend_context* context, kiln_backend_memory* memory, void** view,
                                  kiln_backend_error* error);
  kiln_status (*memory_export)(kiln_backend_context* context, kiln_backend_memory* memory,
                               kiln_backend_ipc_handle* handle, kiln_backend_error* error);
  kiln_status (*memory_import)(kiln_backend_context* context, const kiln_backend_ipc_handle* handle, size_t bytes,
                               kiln_backend_memory** memory, kiln_backend_error* error);
  kiln_status (*memory_part)(kiln_backend_context* context, kiln_backend_memory* memory, size_t offset, size_t bytes,
                             kiln_backend_memory** part, kiln_backend_error* error);
  kiln_status (*enter)(kiln_backend_context* context, uintptr_t* previous, kiln_backend_error* error);
  kiln_status (*leave)(kiln_backend_context* context, uintptr_t previous, kiln_backend_error* error);
  kiln_status (*collective_id)(kiln_backend_context* context, kiln_backend_collective_id* id,
                               kiln_backend_error* error);
  kiln_status (*communicator_create)(kiln_backend_context* context, const kiln_backend_collective_id* id, int32_t ranks,
                                     int32_t rank, kiln_backend_communicator** communicator, kiln_backend_error* error);
  void (*communicator_destroy)(kiln_backend_context* context, kiln_backend_communicator* communicator, bool lost);
  kiln_status (*collective)(kiln_backend_context* context, kiln_backend_queue* queue,
                            kiln_backend_communicator* communicator, const kiln_backend_collective* collective,
                            kiln_backend_error* error);
} kiln_backend_context_api;
typedef struct kiln_backend_driver_api {
  size_t struct_size;
  kiln_status (*create)(kiln_backend_driver** driver, kiln_backend_error* error);
  void (*destroy)(kiln_backend_driver* driver);
  void (*probe)(kiln_backend_driver* driver, kiln_backend_sink* devices, kiln_backend_sink* reason,
                kiln_backend_sink* notes);
  kiln_status (*open)(kiln_backend_driver* driver, const char* id, int32_t wait, kiln_backend_context** context,
                      kiln_backend_error* error);
  kiln_status (*adopt)(kiln_backend_driver* driver, const kiln_backend_native* native, int32_t wait,
                       kiln_backend_context** context, kiln_backend_error* error);
  kiln_status (*memory_owner)(kiln_backend_driver* driver, uintptr_t memory, kiln_backend_native* native,
                              kiln_backend_error* error);
} kiln_backend_driver_api;
typedef struct kiln_backend_exports {
  uint32_t major;
  uint32_t minor;
  uint32_t needs_minor;
  size_t struct_size;
  const char* name;
  const kiln_backend_driver_api* driver;
  const kiln_backend_context_api* context;
} kiln_backend_exports;
#endif
