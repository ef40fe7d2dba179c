/* SPDX-License-Identifier: Apache-2.0
 * Devices, contexts (one opened device), queues and events. */
#ifndef KILN_CONTEXT_H
#define KILN_CONTEXT_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Devices ---------------------------------------------------------------------------------- */

/* A backend module and why it has no devices, if it has none. Strings live until the process ends. */
typedef struct kiln_backend_info {
  const char* name;   /* "opencl", "cuda" */
  const char* path;   /* the module file */
  const char* reason; /* why it is unavailable, or "" */
  const char* notes;  /* further findings, one a line: loader, driver library, versions */
  size_t device_count;
} kiln_backend_info;

typedef struct kiln_device_info {
  const char* device;   /* the string that opens it: "opencl0:0" */
  const char* name;     /* the vendor's name for it */
  const char* platform; /* "Portable Computing Language", "CUDA" */
  const char* driver;   /* driver version */
  const char* uid;      /* PCI address or UUID, or "" */
  const char* kind;     /* "cpu", "gpu", "accelerator" or "other" */
} kiln_device_info;

/* Backends and devices are listed once, at the first call, and never fail for want of a driver. */
KILN_API kiln_status kiln_backend_count(size_t* out);
KILN_API kiln_status kiln_backend_get(size_t index, kiln_backend_info* out);
KILN_API kiln_status kiln_device_count(size_t* out);
KILN_API kiln_status kiln_device_get(size_t index, kiln_device_info* out);

/* ---- Contexts --------------------------------------------------------------------------------- */

typedef enum kiln_tristate { KILN_FLAG = -1, KILN_NO = 0, KILN_YES = 1 } kiln_tristate;

typedef struct kiln_context_options {
  size_t struct_size;
  kiln_tristate single_stream;   /* one queue for compute and transfers */
  kiln_tristate launch_blocking; /* every call waits for the device */
  kiln_tristate fastmath;        /* let the compiler break IEEE rules */
  const char* preallocate;       /* as the flag of that name; NULL: the flag */
  uint64_t memory_budget;        /* most device bytes the pool may hold; 0: no limit */
  const char* sched;             /* as the flag of that name; NULL: the flag */
  const char* cache_path;        /* as the flag of that name; NULL: the flag */
} kiln_context_options;
#define KILN_CONTEXT_OPTIONS_INIT \
  { sizeof(kiln_context_options), KILN_FLAG, KILN_FLAG, KILN_FLAG, NULL, 0, NULL, NULL }

/* Opens a device. `device` is "cuda", "cudaN", "opencl", "openclP:D", "opencl:NAME", "cpu", "gpu",
 * "auto", or NULL for the flag `device`. NULL options are the flags' values.
 * KILN_NO_DEVICE: unknown string (the message lists the devices and the nearest) or unavailable device. */
KILN_API kiln_status kiln_context_create(const char* device, const kiln_context_options* options,
                                         kiln_context* out);
/* The context that the flag `contexts` (dev0->cuda0;dev1->opencl0:0) calls `name`: opened with the flags'
 * values at the first call, then always the same one. A reference to release. KILN_NO_DEVICE: the flag has no
 * such name (the message has the nearest), or its device is unavailable. */
KILN_API kiln_status kiln_context_named(const char* name, kiln_context* out);
KILN_API kiln_context kiln_context_retain(kiln_context context);
KILN_API void kiln_context_release(kiln_context context);

/* Facts of an opened device. Strings live as long as the context. */
typedef struct kiln_context_properties {
  size_t struct_size;
  const char* device;
  const char* name;
  const char* vendor;
  const char* platform;
  const char* driver;
  const char* language; /* "OpenCL C 1.2", "sm_90" */
  const char* uid;
  const char* kind;
  uint64_t compute_units;
  uint64_t max_local_size; /* work-items of one group */
  uint64_t max_local_sizes[3];
  uint64_t local_memory;  /* bytes of one group */
  uint64_t total_memory;  /* bytes */
  uint64_t largest_block; /* bytes of the largest single allocation */
  int has_float16;        /* in hardware; Kiln stores float16 everywhere */
  int has_float64;
  int unified_memory;       /* device memory is host memory */
  uint64_t max_groups[3];   /* of one launch; UINT64_MAX where no limit is known */
  int has_subnormals;       /* of float32, without the flag fastmath; else they may be taken for zero */
  uint64_t parameter_bytes; /* of a kernel's arguments together */
} kiln_context_properties;
#define KILN_CONTEXT_PROPERTIES_INIT                                                                       \
  {                                                                                                        \
    sizeof(kiln_context_properties), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0}, 0, 0, 0, 0, 0, 0, {0, 0, 0}, \
        0, 0                                                                                               \
  }
KILN_API kiln_status kiln_context_get_properties(kiln_context context, kiln_context_properties* out);

/* Memory of a context, in bytes. */
typedef struct kiln_memory_info {
  size_t struct_size;
  uint64_t total;         /* of the device */
  uint64_t free;          /* of the device, as its driver says; where it does not say: total - reserved */
  uint64_t largest_block; /* the largest single allocation that may work */
  uint64_t in_use;        /* by live buffers */
  uint64_t peak;          /* most ever in use at once */
  uint64_t reserved;      /* held by the pool, in use or cached */
  uint64_t allocations;   /* calls to the vendor's allocator */
  uint64_t reuses;        /* requests the pool served */
} kiln_memory_info;
#define KILN_MEMORY_INFO_INIT \
  { sizeof(kiln_memory_info), 0, 0, 0, 0, 0, 0, 0, 0 }
KILN_API kiln_status kiln_context_get_memory(kiln_context context, kiln_memory_info* out);
/* Returns cached memory that no pending work uses to the device. */
KILN_API kiln_status kiln_context_trim(kiln_context context);

/* Counters of the kernel cache of a context. */
typedef struct kiln_cache_info {
  size_t struct_size;
  uint64_t compiled;    /* programs the vendor's compiler built */
  uint64_t disk_hits;   /* programs loaded from the disk cache */
  uint64_t memory_hits; /* look-ups served from memory */
  uint64_t rejected;    /* disk entries refused as damaged or foreign */
} kiln_cache_info;
#define KILN_CACHE_INFO_INIT \
  { sizeof(kiln_cache_info), 0, 0, 0, 0 }
KILN_API kiln_status kiln_context_get_cache(kiln_context context, kiln_cache_info* out);

/* Waits for everything queued on the context; reports late errors. */
KILN_API kiln_status kiln_context_synchronize(kiln_context context);
/* The same, but for at most `seconds`: *done is 1 where everything has run, 0 where the time is over first.
 * For programs that must be able to stop waiting. */
KILN_API kiln_status kiln_context_wait(kiln_context context, double seconds, int* done);

/* ---- Queues and events ------------------------------------------------------------------------ */

/* The queue kernels run on and the queue large host transfers run on (the same queue with
 * single_stream). Each result is a reference to release. Order between the two is kept by Kiln. */
KILN_API kiln_status kiln_context_compute_queue(kiln_context context, kiln_queue* out);
KILN_API kiln_status kiln_context_transfer_queue(kiln_context context, kiln_queue* out);
KILN_API kiln_queue kiln_queue_retain(kiln_queue queue);
KILN_API void kiln_queue_release(kiln_queue queue);
KILN_API kiln_status kiln_queue_synchronize(kiln_queue queue);

/* An event marks the point a queue has reached. */
KILN_API kiln_status kiln_event_record(kiln_queue queue, kiln_event* out);
KILN_API kiln_event kiln_event_retain(kiln_event event);
KILN_API void kiln_event_release(kiln_event event);
KILN_API kiln_status kiln_event_synchronize(kiln_event event);
KILN_API kiln_status kiln_event_done(kiln_event event, int* done);
/* The queue waits, on the device, for the event. Both of one context. */
KILN_API kiln_status kiln_queue_wait_event(kiln_queue queue, kiln_event event);
/* Device seconds from one event to a later one of the same queue. Waits for both. */
KILN_API kiln_status kiln_event_elapsed(kiln_event start, kiln_event end, double* seconds);

#ifdef __cplusplus
}
#endif
#endif
