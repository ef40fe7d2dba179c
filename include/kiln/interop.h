/* SPDX-License-Identifier: Apache-2.0
 * Kiln among other libraries: contexts on existing handles of a vendor's API, foreign memory as buffers,
 * order with foreign queues, memory shared with another process, and DLPack. docs/reference/interop.md explains them
 * with examples.
 *
 * A native handle is a handle of the vendor's API, as a pointer:
 *
 *            | OpenCL           | CUDA (driver API; those of the runtime API are the same)
 *   context  | cl_context       | CUcontext
 *   device   | cl_device_id     | CUdevice, a number
 *   queue    | cl_command_queue | CUstream; (void*)1: the legacy default stream, (void*)2: the thread's
 *   memory   | cl_mem           | CUdeviceptr
 *
 * Kiln keeps references to OpenCL objects that it is given. CUDA's objects are not counted: they must live
 * until everything that Kiln made with them is released. Kiln cannot recognise a handle that was never
 * valid. */
#ifndef KILN_INTEROP_H
#define KILN_INTEROP_H

#include <kiln/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Contexts ---------------------------------------------------------------------------------- */

/* The native handles of a context: given by the program in kiln_context_adopt(), or told by Kiln. */
typedef struct kiln_native_context {
  size_t struct_size;
  void* context;
  void* device; /* given: NULL for the only device of an OpenCL context; CUDA does not read it */
  void* queue;  /* the compute queue; given: NULL lets Kiln make queues of its own */
} kiln_native_context;
#define KILN_NATIVE_CONTEXT_INIT \
  { sizeof(kiln_native_context), NULL, NULL, NULL }

/* Opens a context on native handles of `backend`, "opencl" or "cuda". If a queue is given, all work of the
 * context goes to it, in one order with what its owner queues there (option single_stream; options that say
 * otherwise are KILN_INVALID_ARGUMENT). An OpenCL queue must be in-order and belong to the context and the
 * device. */
KILN_API kiln_status kiln_context_adopt(const char* backend, const kiln_native_context* native,
                                        const kiln_context_options* options, kiln_context* out);
/* The native handles of any context or queue. They stay Kiln's and live as long as the context. */
KILN_API kiln_status kiln_context_get_native(kiln_context context, kiln_native_context* out);
KILN_API kiln_status kiln_queue_get_native(kiln_queue queue, void** out);
/* Makes the CUDA context current on this thread, for the caller's own calls of CUDA's API. *previous receives
 * what was current before; give it to kiln_context_leave() on the same thread. For OpenCL both do nothing. */
KILN_API kiln_status kiln_context_enter(kiln_context context, void** previous);
KILN_API kiln_status kiln_context_leave(kiln_context context, void* previous);

/* ---- Order with foreign queues ----------------------------------------------------------------- */

/* Kiln orders its own work. These two functions order it with work that others queue on the same memory. The
 * device waits, not the host:
 *
 *   kiln_context_after_queue(context, stream);    what is queued on the context from now on runs after
 *   ...operations of Kiln...                      all work that `stream` holds now
 *   kiln_context_before_queue(context, stream);   what is queued on `stream` from now on runs after all
 *                                                 work that the context holds now
 *
 * In effect the operations between them are queued on the stream. The queue must belong to the context's
 * vendor context. Work that other threads queue on the context is ordered too. */
KILN_API kiln_status kiln_context_after_queue(kiln_context context, void* native_queue);
KILN_API kiln_status kiln_context_before_queue(kiln_context context, void* native_queue);

/* ---- Memory ------------------------------------------------------------------------------------ */

/* Kiln calls this function once, when Kiln and the device no longer use the memory. It runs on any thread and
 * never while Kiln holds one of its locks: if a call of the program lets go of the memory, it runs at the end
 * of that call. It may call Kiln and release Kiln's objects. It must not throw. A function that takes a
 * callback takes NULL too. */
typedef void (*kiln_release_callback)(void* user);

/* A buffer in foreign memory, without a copy: `bytes` from byte `offset` of the native memory on. SIZE_MAX
 * means the rest of a cl_mem. Kiln checks that the memory belongs to the context's vendor context (CUDA: to
 * its device) and is large enough; KILN_CONTEXT_MISMATCH: another context made it. A read-only cl_mem gives a
 * read-only buffer. When the buffer and all arrays that view it are released, Kiln waits for its work on the
 * memory and calls `release(user)`. If this function fails, it does not call `release`. */
KILN_API kiln_status kiln_buffer_adopt(kiln_context context, void* native, size_t offset, size_t bytes,
                                       kiln_release_callback release, void* user, kiln_buffer* out);
/* A buffer in host memory, without a copy. CPU devices can do this if their driver works on host memory in place.
 * CUDA devices can do it for memory that CUDA has page-locked before. Otherwise it is KILN_UNSUPPORTED. If
 * `read_only` is not 0, Kiln does not write the memory. The host may touch it only after Kiln's work on it is
 * done (kiln_buffer_synchronize). `release` is called as by kiln_buffer_adopt(). */
KILN_API kiln_status kiln_buffer_adopt_host(kiln_context context, void* data, size_t bytes, int read_only,
                                            kiln_release_callback release, void* user, kiln_buffer* out);
/* *out receives the native memory that the buffer lies in, and *offset the bytes from its start to the
 * buffer's (for CUDA always 0, since the address is the buffer's own). The memory stays Kiln's and lives as
 * long as the buffer. Others' work on it must be ordered as described above. For a buffer of zero bytes they
 * are NULL and 0. */
KILN_API kiln_status kiln_buffer_get_native(kiln_buffer buffer, void** out, size_t* offset);
/* *out receives a native handle that begins where the buffer does. For CUDA it is the buffer's address. For
 * OpenCL it is a cl_mem: if the buffer lies in larger memory, the first call makes a sub-buffer, which lives
 * as long as the buffer. KILN_UNSUPPORTED: the device's alignment does not allow a sub-buffer. Otherwise as
 * above. */
KILN_API kiln_status kiln_buffer_get_native_part(kiln_buffer buffer, void** out);

/* Names a buffer's device memory for another process. It is plain bytes, which the program sends by any
 * means. */
typedef struct kiln_ipc_handle {
  unsigned char bytes[64];
  uint64_t offset; /* of the buffer, in bytes from the start of the exported allocation */
  uint64_t size;   /* of the buffer, in bytes */
} kiln_ipc_handle;
/* *out receives the buffer's name for other processes. The call waits for the work that is queued on the
 * buffer. The buffer must outlive all imports of it. Only CUDA supports this; elsewhere it is
 * KILN_UNSUPPORTED. */
KILN_API kiln_status kiln_buffer_export_ipc(kiln_buffer buffer, kiln_ipc_handle* out);
/* A buffer in memory that another process has exported, on the same device. The two processes must order
 * their work themselves. */
KILN_API kiln_status kiln_buffer_import_ipc(kiln_context context, const kiln_ipc_handle* handle, kiln_buffer* out);

/* ---- DLPack (https://dmlc.github.io/dlpack/latest/) -------------------------------------------- */

/* The structs of dlpack.h. Programs include that header themselves; Kiln reads and writes the structs as
 * DLPack 1.x lays them out. Kiln knows the devices kDLCPU, kDLCUDA, kDLCUDAHost and kDLOpenCL; a tensor's
 * data on kDLOpenCL is a cl_mem. */
struct DLManagedTensorVersioned;
struct DLManagedTensor;

/* Whether an export or import shares memory. */
typedef enum kiln_dlpack_copy {
  KILN_DLPACK_COPY_IF_NEEDED = 0, /* shares memory where that is possible, else copies */
  KILN_DLPACK_COPY_NEVER = 1,     /* fails where it is not: KILN_UNSUPPORTED, KILN_CONTEXT_MISMATCH */
  KILN_DLPACK_COPY_ALWAYS = 2
} kiln_dlpack_copy;

/* Who waits for work that is still queued on the elements. */
typedef enum kiln_dlpack_order {
  KILN_DLPACK_ORDER_HOST = 0,  /* the call, on the host; the other side may use them at once */
  KILN_DLPACK_ORDER_QUEUE = 1, /* export: the consumer's `queue` waits on the device; import: Kiln's queues
                                  wait for the producer's `queue` */
  KILN_DLPACK_ORDER_NONE = 2   /* nobody; both sides use one queue, or the caller orders them */
} kiln_dlpack_order;

/* How an array is exported or a tensor imported. */
typedef struct kiln_dlpack_options {
  size_t struct_size;
  kiln_dlpack_copy copy;
  /* For kDLCPU it is taken as ORDER_HOST. An import with ORDER_HOST takes the elements as complete. */
  kiln_dlpack_order order;
  void* queue; /* a native queue of the array's vendor context, for ORDER_QUEUE */
  int host;    /* export only; not 0: as kDLCPU, in place if device memory is host memory, else as a copy */
} kiln_dlpack_options;
#define KILN_DLPACK_OPTIONS_INIT \
  { sizeof(kiln_dlpack_options), KILN_DLPACK_COPY_NEVER, KILN_DLPACK_ORDER_HOST, NULL, 0 }

/* The device that DLPack gives the array in an export without `host`: *type receives its DLDeviceType and
 * *number its number. OpenCL devices are numbered in the order in which kiln_device_get() lists those of that
 * backend. */
KILN_API kiln_status kiln_array_dlpack_device(kiln_array array, int32_t* type, int32_t* number);
/* Exports the array as a tensor. options NULL means KILN_DLPACK_OPTIONS_INIT. The tensor keeps the array's
 * memory until its consumer calls its deleter, which may be on any thread. A read-only array sets
 * DLPACK_FLAG_BITMASK_READ_ONLY. The legacy struct has no such flag: it refuses read-only arrays unless they
 * are copied. */
KILN_API kiln_status kiln_array_to_dlpack(kiln_array array, const kiln_dlpack_options* options,
                                          struct DLManagedTensorVersioned** out);
KILN_API kiln_status kiln_array_to_dlpack_legacy(kiln_array array, const kiln_dlpack_options* options,
                                                 struct DLManagedTensor** out);
/* Imports a tensor as an array of the context. Kiln consumes the tensor in every case and calls its deleter
 * once: when the array's memory is no longer used, after a copy, or before the call returns an error. Host
 * memory (kDLCPU) is shared as kiln_buffer_adopt_host() describes. A tensor of another device or vendor
 * context is copied if the options allow that, else it is KILN_CONTEXT_MISMATCH. KILN_INVALID_ARGUMENT: the
 * tensor is malformed. KILN_TYPE_ERROR: lanes is not 1, or the element type is unknown. KILN_UNSUPPORTED: the
 * kind of device is unknown. */
KILN_API kiln_status kiln_array_from_dlpack(kiln_context context, struct DLManagedTensorVersioned* tensor,
                                            const kiln_dlpack_options* options, kiln_array* out);
KILN_API kiln_status kiln_array_from_dlpack_legacy(kiln_context context, struct DLManagedTensor* tensor,
                                                   const kiln_dlpack_options* options, kiln_array* out);
/* The destructor of a Python capsule ("dltensor" or "dltensor_versioned") that holds an exported tensor, for
 * bindings without C code of their own: its address is an argument of PyCapsule_New. It calls the tensor's
 * deleter if no consumer has taken the tensor. It runs no Python code, so that an exception in flight stays.
 * With NULL, or in a process without Python, it does nothing. */
KILN_API void kiln_dlpack_capsule_destructor(void* capsule);

#ifdef __cplusplus
}
#endif
#endif
