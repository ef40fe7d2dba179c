/* SPDX-License-Identifier: Apache-2.0
 * Devices, contexts (one opened device), queues and events. */
#ifndef KILN_CONTEXT_H
#define KILN_CONTEXT_H

#include <kiln/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Devices ---------------------------------------------------------------------------------- */

/* Facts of a backend module. The strings live until the process ends. */
typedef struct kiln_backend_info {
  const char* name;   /* "opencl", "cuda" */
  const char* path;   /* the module file, "" if the backend is inside a static libkiln */
  const char* reason; /* why it has no devices, "" if it has some */
  const char* notes;  /* further findings, one on each line: loader, driver library, versions */
  size_t device_count;
} kiln_backend_info;

/* Facts of a device. The strings live until the process ends. */
typedef struct kiln_device_info {
  const char* device;   /* the string that opens it: "opencl0:0" */
  const char* name;     /* the vendor's name for it */
  const char* platform; /* "Portable Computing Language", "CUDA" */
  const char* driver;   /* driver version */
  const char* uid;      /* PCI address or UUID, "" if the driver tells none */
  const char* kind;     /* "cpu", "gpu", "accelerator" or "other" */
} kiln_device_info;

/* The number of backends and of devices, and facts of each by its number, from 0 on. They are looked up once,
 * at the first call. A missing driver is no failure: its backend is listed with the reason. KILN_INDEX_ERROR:
 * there is no such number. */
KILN_API kiln_status kiln_backend_count(size_t* out);
KILN_API kiln_status kiln_backend_get(size_t index, kiln_backend_info* out);
KILN_API kiln_status kiln_device_count(size_t* out);
KILN_API kiln_status kiln_device_get(size_t index, kiln_device_info* out);

/* ---- Contexts --------------------------------------------------------------------------------- */

/* Yes, no, or the value of the flag that belongs to the option. */
typedef enum kiln_tristate { KILN_FLAG = -1, KILN_NO = 0, KILN_YES = 1 } kiln_tristate;

/* How a context is opened. The options have the meaning of the flags of the same names (docs/reference/flags.md). */
typedef struct kiln_context_options {
  size_t struct_size;
  kiln_tristate single_stream;   /* kernels and transfers use one queue */
  kiln_tristate launch_blocking; /* every call waits for the device */
  kiln_tristate fastmath;        /* the compiler may break IEEE 754's rules */
  const char* preallocate;       /* as the flag of that name; NULL: the flag */
  uint64_t memory_budget;        /* the most bytes of the device that the pool may hold; 0: no limit */
  const char* sched;             /* as the flag of that name; NULL: the flag */
  const char* cache_path;        /* as the flag of that name; NULL: the flag */
} kiln_context_options;
#define KILN_CONTEXT_OPTIONS_INIT \
  { sizeof(kiln_context_options), KILN_FLAG, KILN_FLAG, KILN_FLAG, NULL, 0, NULL, NULL }

/* Opens a device. `device` is "cuda", "cudaN", "opencl", "openclP:D", "opencl:NAME", "cpu", "gpu" or "auto";
 * NULL stands for the flag `device`. options NULL stands for the flags' values. KILN_NO_DEVICE: the string
 * names no device, or the device is unavailable; the message lists the devices and suggests the nearest. */
KILN_API kiln_status kiln_context_create(const char* device, const kiln_context_options* options, kiln_context* out);
/* The context to which the flag `contexts` (such as dev0->cuda0;dev1->opencl0:0) gives the name `name`. The
 * first call opens it with the flags' values; later calls give the same context. *out receives a reference.
 * KILN_NO_DEVICE: the flag has no such name (the message suggests the nearest), or the device is
 * unavailable. */
KILN_API kiln_status kiln_context_named(const char* name, kiln_context* out);
KILN_API kiln_context kiln_context_retain(kiln_context context);
KILN_API void kiln_context_release(kiln_context context);

/* Facts of an opened device. The strings live as long as the context. */
typedef struct kiln_context_properties {
  size_t struct_size;
  const char* device;
  const char* name;
  const char* vendor;
  const char* platform;
  const char* driver;
  const char* language; /* what kernels are compiled for: "OpenCL C 1.2", "sm_90" */
  const char* uid;
  const char* kind;
  uint64_t compute_units;
  uint64_t max_local_size; /* the most work-items of one group */
  uint64_t max_local_sizes[3];
  uint64_t local_memory;  /* bytes of local memory for one group */
  uint64_t total_memory;  /* bytes */
  uint64_t largest_block; /* bytes of the largest allocation */
  int has_float16;        /* whether the device computes in float16; every device stores float16 arrays */
  int has_float64;
  int unified_memory;       /* device memory is host memory */
  uint64_t max_groups[3];   /* the most groups of one launch along each axis; UINT64_MAX: no limit is known */
  int has_subnormals;       /* float32 keeps subnormal numbers without the flag fastmath; else they may count as
                               zero */
  uint64_t parameter_bytes; /* the most bytes of a kernel's arguments together */
} kiln_context_properties;
#define KILN_CONTEXT_PROPERTIES_INIT \
  { sizeof(kiln_context_properties), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0}, 0, 0, 0, 0, 0, 0, {0, 0, 0}, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_CONTEXT_PROPERTIES_INIT. */
KILN_API kiln_status kiln_context_get_properties(kiln_context context, kiln_context_properties* out);

/* Memory of a context, in bytes, and how often it was asked for. */
typedef struct kiln_memory_info {
  size_t struct_size;
  uint64_t total;         /* bytes of the device */
  uint64_t free;          /* bytes free on the device as the driver says, or total - reserved if it does not say */
  uint64_t largest_block; /* the largest single allocation that may succeed */
  uint64_t in_use;        /* bytes of live buffers */
  uint64_t peak;          /* the most that in_use has been */
  uint64_t reserved;      /* bytes that the pool holds, in use or cached */
  uint64_t allocations;   /* calls to the vendor's allocator */
  uint64_t reuses;        /* requests that the pool served without the vendor's allocator */
} kiln_memory_info;
#define KILN_MEMORY_INFO_INIT \
  { sizeof(kiln_memory_info), 0, 0, 0, 0, 0, 0, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_MEMORY_INFO_INIT. */
KILN_API kiln_status kiln_context_get_memory(kiln_context context, kiln_memory_info* out);
/* Gives cached memory that no pending work uses back to the device. */
KILN_API kiln_status kiln_context_trim(kiln_context context);

/* What the kernel cache of a context has done, in numbers of programs. */
typedef struct kiln_cache_info {
  size_t struct_size;
  uint64_t compiled;    /* built by the vendor's compiler */
  uint64_t disk_hits;   /* loaded from the disk cache */
  uint64_t memory_hits; /* found in memory */
  uint64_t rejected;    /* entries on disk that were damaged or made for something else */
} kiln_cache_info;
#define KILN_CACHE_INFO_INIT \
  { sizeof(kiln_cache_info), 0, 0, 0, 0 }
/* Fills *out, whose struct_size the caller has set with KILN_CACHE_INFO_INIT. */
KILN_API kiln_status kiln_context_get_cache(kiln_context context, kiln_cache_info* out);

/* Waits for everything that is queued on the context and returns its late errors. */
KILN_API kiln_status kiln_context_synchronize(kiln_context context);
/* Waits likewise, but at most `seconds`, for programs that must be able to stop waiting. *done receives 1 if
 * everything has run and 0 if the time ran out. */
KILN_API kiln_status kiln_context_wait(kiln_context context, double seconds, int* done);

/* ---- Queues and events ------------------------------------------------------------------------ */

/* The queue that kernels run on and the queue that large transfers from and to the host run on. With
 * single_stream they are the same queue. *out receives a reference. Kiln keeps the order between the two. */
KILN_API kiln_status kiln_context_compute_queue(kiln_context context, kiln_queue* out);
KILN_API kiln_status kiln_context_transfer_queue(kiln_context context, kiln_queue* out);
KILN_API kiln_queue kiln_queue_retain(kiln_queue queue);
KILN_API void kiln_queue_release(kiln_queue queue);
/* Waits for everything that is queued on the queue and returns its late errors. */
KILN_API kiln_status kiln_queue_synchronize(kiln_queue queue);

/* Makes an event. It marks the point that the queue has reached: the event passes when all work that is
 * queued so far has run. */
KILN_API kiln_status kiln_event_record(kiln_queue queue, kiln_event* out);
KILN_API kiln_event kiln_event_retain(kiln_event event);
KILN_API void kiln_event_release(kiln_event event);
/* Waits until the event has passed and returns late errors of the work before it. */
KILN_API kiln_status kiln_event_synchronize(kiln_event event);
/* *done receives 1 if the event has passed, else 0. This does not wait. */
KILN_API kiln_status kiln_event_done(kiln_event event, int* done);
/* What is queued on `queue` from now on runs after the event has passed. The device waits, not the host. Both
 * belong to one context. */
KILN_API kiln_status kiln_queue_wait_event(kiln_queue queue, kiln_event event);
/* *seconds receives the device's time from one event to a later one of the same queue. Waits for both. */
KILN_API kiln_status kiln_event_elapsed(kiln_event start, kiln_event end, double* seconds);

#ifdef __cplusplus
}
#endif
#endif
