/* SPDX-License-Identifier: Apache-2.0
 * Contexts, buffers and kernels, on which gpuarray/array.h and gpuarray/kernel.h are built. Objects are
 * counted, begin with one reference, and keep their context. A function that returns a pointer returns NULL
 * on failure; then *ret receives the code unless ret is NULL. */
#ifndef KILN_COMPAT_BUFFER_H
#define KILN_COMPAT_BUFFER_H

#include <stdarg.h>
#include <stdio.h>

#include <gpuarray/config.h>

#ifdef __cplusplus
extern "C" {
#endif

struct _gpudata;
typedef struct _gpudata gpudata;
struct _gpucontext;
typedef struct _gpucontext gpucontext;
struct _gpukernel;
typedef struct _gpukernel gpukernel;
struct _gpucontext_props;
typedef struct _gpucontext_props gpucontext_props;

/* ---- Devices ---------------------------------------------------------------------------------- */

/* The number of platforms of the backend `name`, "opencl" or "cuda" (which has one), and of the devices of a
 * platform. GA_INVALID_ERROR: no backend has the name. GA_IMPL_ERROR: the platform has no devices.
 * GA_LOAD_ERROR: the backend's library is missing. */
GPUARRAY_PUBLIC int gpu_get_platform_count(const char* name, unsigned int* platcount);
GPUARRAY_PUBLIC int gpu_get_device_count(const char* name, unsigned int platform, unsigned int* devcount);

/* ---- Properties of a context to be made -------------------------------------------------------- */

/* *res receives new properties with their defaults. gpucontext_init() takes them over; gpucontext_props_del()
 * frees others. */
GPUARRAY_PUBLIC int gpucontext_props_new(gpucontext_props** res);
/* Sets the device's number. With the default, -1, CUDA's backend chooses a device, and OpenCL's gives an
 * error. */
GPUARRAY_PUBLIC int gpucontext_props_cuda_dev(gpucontext_props* p, int devno);
GPUARRAY_PUBLIC int gpucontext_props_opencl_dev(gpucontext_props* p, int platno, int devno);

/* Ways in which the host waits for the device. */
#define GA_CTX_SCHED_AUTO 0
#define GA_CTX_SCHED_SINGLE 1 /* spins, which has the least latency */
#define GA_CTX_SCHED_MULTI 2  /* sleeps, which leaves the CPU to others */
GPUARRAY_PUBLIC int gpucontext_props_sched(gpucontext_props* p, int sched);
/* Uses one queue for all work. */
GPUARRAY_PUBLIC int gpucontext_props_set_single_stream(gpucontext_props* p);
/* Sets the folder of compiled kernels. NULL stands for Kiln's flag cache_path. */
GPUARRAY_PUBLIC int gpucontext_props_kernel_cache(gpucontext_props* p, const char* path);
/* Sets the bytes that the context allocates when it is opened, and the most that it may allocate. `max` is
 * (size_t)-1 by default, which means no limit. 0 turns the memory pool off; cuda_get_ipc_handle needs that. */
GPUARRAY_PUBLIC int gpucontext_props_alloc_cache(gpucontext_props* p, size_t initial, size_t max);
/* Frees properties that were not given to gpucontext_init(). */
GPUARRAY_PUBLIC void gpucontext_props_del(gpucontext_props* p);

/* ---- Contexts --------------------------------------------------------------------------------- */

/* Opens a device. The call takes over `props`, even if it fails; NULL stands for the defaults. */
GPUARRAY_PUBLIC int gpucontext_init(gpucontext** res, const char* name, gpucontext_props* props);
/* Drops the caller's reference; objects of the context keep it open. */
GPUARRAY_PUBLIC void gpucontext_deref(gpucontext* ctx);
/* *res receives the property (GA_CTX_PROP_*) in its type. */
GPUARRAY_PUBLIC int gpucontext_property(gpucontext* ctx, int prop_id, void* res);
/* The text of the last failure in `ctx`, or, if ctx is NULL, of the last one on this thread without a context. If that
 * failure has another code than `err`, and `err` is not GA_NO_ERROR, it is gpuarray_error_str(err) instead. The text
 * is valid until this thread asks for the next one. */
GPUARRAY_PUBLIC const char* gpucontext_error(gpucontext* ctx, int err);

/* ---- Buffers ---------------------------------------------------------------------------------- */

#define GA_BUFFER_READ_WRITE 0x00
#define GA_BUFFER_DEV 0x00
#define GA_BUFFER_READ_ONLY 0x01  /* kernels only read it */
#define GA_BUFFER_WRITE_ONLY 0x02 /* kernels only write it */
#define GA_BUFFER_INIT 0x04       /* `data` holds its first contents */
#define GA_BUFFER_HOST 0x08       /* asks for host memory, but gets device memory */
#define GA_BUFFER_MASK 0xffff     /* the other bits are private */

/* Allocates `sz` bytes, which may be 0. */
GPUARRAY_PUBLIC gpudata* gpudata_alloc(gpucontext* ctx, size_t sz, void* data, int flags, int* ret);
GPUARRAY_PUBLIC void gpudata_retain(gpudata* b);
/* Drops a reference. The memory is freed when queued work no longer needs it. NULL does nothing. */
GPUARRAY_PUBLIC void gpudata_release(gpudata* b);
/* 1 if the buffers share a byte, 0 if not, -1 on failure. */
GPUARRAY_PUBLIC int gpudata_share(gpudata* a, gpudata* b, int* ret);
/* Copies bytes within one context. GA_VALUE_ERROR: there are two contexts. A range outside its buffer is
 * GA_VALUE_ERROR on CUDA and GA_IMPL_ERROR on OpenCL. */
GPUARRAY_PUBLIC int gpudata_move(gpudata* dst, size_t dstoff, gpudata* src, size_t srcoff, size_t sz);
/* Copies bytes between any two contexts, also of two backends. */
GPUARRAY_PUBLIC int gpudata_transfer(gpudata* dst, size_t dstoff, gpudata* src, size_t srcoff, size_t sz);
/* Copies bytes from the buffer to the host, and waits for them. */
GPUARRAY_PUBLIC int gpudata_read(void* dst, gpudata* src, size_t srcoff, size_t sz);
/* Copies bytes from the host to the buffer. `src` may be reused at return. */
GPUARRAY_PUBLIC int gpudata_write(gpudata* dst, size_t dstoff, const void* src, size_t sz);
/* Sets every byte from dstoff to the end to `data`. GA_READONLY_ERROR: the buffer is GA_BUFFER_READ_ONLY. */
GPUARRAY_PUBLIC int gpudata_memset(gpudata* dst, size_t dstoff, int data);
/* Waits for all work queued on the buffer. */
GPUARRAY_PUBLIC int gpudata_sync(gpudata* b);
/* *res receives a GA_BUFFER_PROP_*, or any property of the buffer's context. */
GPUARRAY_PUBLIC int gpudata_property(gpudata* buf, int prop_id, void* res);
/* The buffer's context, without a new reference. */
GPUARRAY_PUBLIC gpucontext* gpudata_context(gpudata* b);

/* ---- Kernels ---------------------------------------------------------------------------------- */

/* The language of a kernel's source, and what the kernel uses. */
typedef enum _ga_usefl {
  GA_USE_SMALL = 0x02,   /* types of less than 4 bytes */
  GA_USE_DOUBLE = 0x04,  /* double */
  GA_USE_COMPLEX = 0x08, /* complex: GA_UNSUPPORTED_ERROR */
  GA_USE_HALF = 0x10,    /* half, as storage */
  GA_USE_CUDA = 0x2000,  /* the source is CUDA C; GA_DEVSUP_ERROR elsewhere */
  GA_USE_OPENCL = 0x4000 /* the source is OpenCL C; GA_DEVSUP_ERROR elsewhere */
} ga_usefl;

/* Compiles `count` strings as one source, or finds the kernel in the cache. If lengths is NULL, or a length
 * is 0, the string ends with a 0. The source may #include "cluda.h" (docs/reference/libgpuarray.md), which is always
 * there. `typecodes` has GA_BUFFER or the type of a scalar for each of `numargs` parameters. err_str may be
 * NULL. Otherwise it receives NULL, or, if the compiler fails, its log and the source with numbered lines,
 * which the caller frees with free(). */
GPUARRAY_PUBLIC gpukernel* gpukernel_init(gpucontext* ctx, unsigned int count, const char** strings,
                                          const size_t* lengths, const char* fname, unsigned int numargs,
                                          const int* typecodes, int flags, int* ret, char** err_str);
GPUARRAY_PUBLIC void gpukernel_retain(gpukernel* k);
GPUARRAY_PUBLIC void gpukernel_release(gpukernel* k);
/* Sets argument i for later calls without `args`: a gpudata*, which is not retained, or a pointer to a
 * scalar, which is copied. */
GPUARRAY_PUBLIC int gpukernel_setarg(gpukernel* k, unsigned int i, void* a);
/* Queues a launch of gs[] groups of ls[] work-items in n (1 to 3) dimensions. `shared` is the size of dynamic
 * local memory of each group in bytes. `args` has the arguments as gpukernel_setarg() takes them; NULL means
 * those set before. */
GPUARRAY_PUBLIC int gpukernel_call(gpukernel* k, unsigned int n, const size_t* gs, const size_t* ls, size_t shared,
                                   void** args);
/* *res receives a GA_KERNEL_PROP_*, or any property of the kernel's context. */
GPUARRAY_PUBLIC int gpukernel_property(gpukernel* k, int prop_id, void* res);
/* The kernel's context, without a new reference. */
GPUARRAY_PUBLIC gpucontext* gpukernel_context(gpukernel* k);

/* ---- Properties ------------------------------------------------------------------------------- */

#define GA_CTX_PROP_DEVNAME 1           /* char[256] */
#define GA_CTX_PROP_LMEMSIZE 3          /* size_t: bytes of local memory of a group */
#define GA_CTX_PROP_NUMPROCS 4          /* unsigned int: compute units */
#define GA_CTX_PROP_BIN_ID 7            /* const char*: devices with equal ones can run each other's binaries */
#define GA_CTX_PROP_ERRBUF 8            /* gpudata*: 8 bytes that are 0; who uses them sets them to 0 again */
#define GA_CTX_PROP_TOTAL_GMEM 9        /* size_t */
#define GA_CTX_PROP_FREE_GMEM 10        /* size_t */
#define GA_CTX_PROP_NATIVE_FLOAT16 11   /* int: 0 or 1 */
#define GA_CTX_PROP_MAXGSIZE0 12        /* size_t: most groups */
#define GA_CTX_PROP_MAXGSIZE1 13        /* size_t */
#define GA_CTX_PROP_MAXGSIZE2 14        /* size_t */
#define GA_CTX_PROP_MAXLSIZE0 15        /* size_t: most work-items of a group */
#define GA_CTX_PROP_MAXLSIZE1 16        /* size_t */
#define GA_CTX_PROP_MAXLSIZE2 17        /* size_t */
#define GA_CTX_PROP_UNIQUE_ID 19        /* char[16]; ends with a 0 */
#define GA_CTX_PROP_LARGEST_MEMBLOCK 20 /* size_t: largest single allocation */

#define GA_BUFFER_PROP_START 512
#define GA_BUFFER_PROP_CTX 512    /* gpucontext* */
#define GA_BUFFER_PROP_REFCNT 513 /* unsigned int */
#define GA_BUFFER_PROP_SIZE 514   /* size_t: bytes */

#define GA_KERNEL_PROP_START 1024
#define GA_KERNEL_PROP_CTX 1024       /* gpucontext* */
#define GA_KERNEL_PROP_MAXLSIZE 1025  /* size_t: most work-items of a group */
#define GA_KERNEL_PROP_PREFLSIZE 1026 /* size_t: groups whose size is a multiple of it run best */
#define GA_KERNEL_PROP_NUMARGS 1027   /* unsigned int */
#define GA_KERNEL_PROP_TYPES 1028     /* const int*: typecodes, as long as the kernel lives */

#ifdef __cplusplus
}
#endif
#endif
