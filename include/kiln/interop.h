/* SPDX-License-Identifier: Apache-2.0
 * Kiln among other libraries: contexts on existing vendor handles, foreign memory as buffers, order with
 * foreign queues, memory shared with another process, and DLPack. docs/interop.md tells it with examples.
 *
 * A native handle is what the vendor's API calls it, as a pointer:
 *
 *            | OpenCL           | CUDA (driver API; the runtime API's are the same)
 *   context  | cl_context       | CUcontext
 *   device   | cl_device_id     | CUdevice, a number
 *   queue    | cl_command_queue | CUstream; the legacy default stream is (void*)1, that of the thread
 * (void*)2 memory   | cl_mem           | CUdeviceptr
 *
 * Kiln keeps references to OpenCL objects that it is given. CUDA's have no counts: they must live until
 * everything that Kiln made with them is released. Kiln cannot tell a handle that was never valid from one
 * that is. */
#ifndef KILN_INTEROP_H
#define KILN_INTEROP_H

#include <kiln/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Contexts ---------------------------------------------------------------------------------- */

typedef struct kiln_native_context {
  size_t struct_size;
  void* context;
  void* device; /* OpenCL, given: NULL for the context's only device. CUDA, given: not read */
  void* queue;  /* of the compute queue. Given: NULL to let Kiln make queues of its own */
} kiln_native_context;
#define KILN_NATIVE_CONTEXT_INIT \
  { sizeof(kiln_native_context), NULL, NULL, NULL }

/* Opens a context on handles of `backend` ("opencl", "cuda"). With a queue all work of the context goes to
 * it, in one order with what its owner queues there (single_stream; options that say otherwise are
 * KILN_INVALID_ARGUMENT); an OpenCL queue must be in-order, and of the context and device. */
KILN_API kiln_status kiln_context_adopt(const char* backend, const kiln_native_context* native,
                                        const kiln_context_options* options, kiln_context* out);
/* The handles of any context. They stay Kiln's and live as long as the context. */
KILN_API kiln_status kiln_context_get_native(kiln_context context, kiln_native_context* out);
KILN_API kiln_status kiln_queue_get_native(kiln_queue queue, void** out);
/* Makes the vendor's context current on this thread for the caller's own calls of the vendor's API (CUDA;
 * nothing is to be done for OpenCL). *previous receives what was current, for kiln_context_leave() on the
 * same thread. */
KILN_API kiln_status kiln_context_enter(kiln_context context, void** previous);
KILN_API kiln_status kiln_context_leave(kiln_context context, void* previous);

/* ---- Order with foreign queues ----------------------------------------------------------------- */

/* Kiln orders its own work. Work that others queue on the same memory is ordered by these two, on the device,
 * without a wait of the host:
 *
 *   kiln_context_after_queue(context, stream);    what is queued on the context from now on runs after
 *   ...operations of Kiln...                      all that `stream` holds now
 *   kiln_context_before_queue(context, stream);   what `stream` gets from now on runs after all that
 *                                                 the context holds now
 *
 * Between them the user's stream is, in effect, the queue of that block of work. The queue belongs to the
 * context's vendor context. Other threads' work on the context is ordered too. */
KILN_API kiln_status kiln_context_after_queue(kiln_context context, void* native_queue);
KILN_API kiln_status kiln_context_before_queue(kiln_context context, void* native_queue);

/* ---- Memory ------------------------------------------------------------------------------------ */

/* Called once, when Kiln and the device no longer use the memory; from any thread, never with a lock of Kiln
 * held: what an entry lets go of is told at its end. It may use Kiln and everything that is Kiln's. It must
 * not throw. NULL where a function takes one: nobody is told. */
typedef void (*kiln_release_callback)(void* user);

/* `bytes` at byte `offset` of foreign memory as a buffer (SIZE_MAX: the rest of a cl_mem); nothing is copied.
 * Checked: that the memory is of the context's vendor context (CUDA: of its device) and large enough. A
 * read-only cl_mem gives a read-only buffer. KILN_CONTEXT_MISMATCH: another context made it. The last release
 * of the buffer, and of all arrays that view it, waits for Kiln's work on it, then calls `release`. On
 * failure `release` is not called. */
KILN_API kiln_status kiln_buffer_adopt(kiln_context context, void* native, size_t offset, size_t bytes,
                                       kiln_release_callback release, void* user, kiln_buffer* out);
/* Host memory as a buffer, used in place: on CPU devices whose driver works on it where it is, and,
 * page-locked by CUDA, on CUDA devices. `read_only` not 0: Kiln will not write it. Elsewhere
 * KILN_UNSUPPORTED. The rest as kiln_buffer_adopt; the host touches it only when Kiln's work on it is done
 * (kiln_buffer_synchronize). */
KILN_API kiln_status kiln_buffer_adopt_host(kiln_context context, void* data, size_t bytes, int read_only,
                                            kiln_release_callback release, void* user, kiln_buffer* out);
/* The memory that a buffer lies in, and where it begins there in bytes (CUDA: 0, the address is the buffer's
 * own). It stays Kiln's and lives as long as the buffer. Others' work on it must be ordered as said above.
 * NULL and 0 for a buffer of zero bytes. */
KILN_API kiln_status kiln_buffer_get_native(kiln_buffer buffer, void** out, size_t* offset);
/* A handle that begins where the buffer does: CUDA its address; OpenCL a cl_mem, a sub-buffer where the
 * buffer lies in larger memory, which is made at the first call and lives as long as the buffer;
 * KILN_UNSUPPORTED where the device's alignment does not allow one. The rest as above. */
KILN_API kiln_status kiln_buffer_get_native_part(kiln_buffer buffer, void** out);

/* Device memory that another process may open, as plain bytes to send it by any means. */
typedef struct kiln_ipc_handle {
  unsigned char bytes[64];
  uint64_t offset; /* of the buffer in the exported allocation */
  uint64_t size;   /* of the buffer, in bytes */
} kiln_ipc_handle;
/* Waits for the work queued on the buffer. The buffer must outlive every import. CUDA only, elsewhere
 * KILN_UNSUPPORTED. */
KILN_API kiln_status kiln_buffer_export_ipc(kiln_buffer buffer, kiln_ipc_handle* out);
/* In another process than the exporter's, on the same device. Order between the processes is their own
 * affair. */
KILN_API kiln_status kiln_buffer_import_ipc(kiln_context context, const kiln_ipc_handle* handle,
                                            kiln_buffer* out);

/* ---- DLPack (https://dmlc.github.io/dlpack/latest/) -------------------------------------------- */

/* The structs of dlpack.h, which programs include themselves: Kiln reads and writes them as DLPack 1.x lays
 * them out. Devices: kDLCPU, kDLCUDA, kDLCUDAHost, kDLOpenCL; data of the latter is a cl_mem. */
struct DLManagedTensorVersioned;
struct DLManagedTensor;

typedef enum kiln_dlpack_copy {
  KILN_DLPACK_COPY_IF_NEEDED = 0, /* share where possible, else copy */
  KILN_DLPACK_COPY_NEVER =
      1, /* KILN_UNSUPPORTED or KILN_CONTEXT_MISMATCH, with the reason, where sharing is not possible */
  KILN_DLPACK_COPY_ALWAYS = 2
} kiln_dlpack_copy;

/* Who waits for work that is still queued on the elements. */
typedef enum kiln_dlpack_order {
  KILN_DLPACK_ORDER_HOST = 0,  /* this call, on the host: the other side may do as it likes at once */
  KILN_DLPACK_ORDER_QUEUE = 1, /* export: `queue`, the consumer's, waits on the device. Import: Kiln's queues
                                  wait for `queue`, the producer's */
  KILN_DLPACK_ORDER_NONE = 2   /* nobody: both sides use one queue, or the caller sees to it */
} kiln_dlpack_order;

typedef struct kiln_dlpack_options {
  size_t struct_size;
  kiln_dlpack_copy copy;
  kiln_dlpack_order
      order;   /* kDLCPU is always KILN_DLPACK_ORDER_HOST. Imports with it take the elements as complete */
  void* queue; /* native, for KILN_DLPACK_ORDER_QUEUE; of the vendor context of the array's context */
  int host; /* export only, not 0: as kDLCPU, in place where the device's memory is the host's, else copied */
} kiln_dlpack_options;
#define KILN_DLPACK_OPTIONS_INIT \
  { sizeof(kiln_dlpack_options), KILN_DLPACK_COPY_NEVER, KILN_DLPACK_ORDER_HOST, NULL, 0 }

/* DLPack's device of the array as an export without `host` gives it: type (DLDeviceType) and number. OpenCL
 * devices are numbered in the order in which kiln_device_get lists those of that backend. */
KILN_API kiln_status kiln_array_dlpack_device(kiln_array array, int32_t* type, int32_t* number);
/* The array as a tensor; options NULL: KILN_DLPACK_OPTIONS_INIT. The tensor keeps the array's memory until
 * its deleter is called, which may be on any thread. Read-only arrays carry DLPACK_FLAG_BITMASK_READ_ONLY;
 * the legacy form has no such flag, so that they are refused there unless copied. */
KILN_API kiln_status kiln_array_to_dlpack(kiln_array array, const kiln_dlpack_options* options,
                                          struct DLManagedTensorVersioned** out);
KILN_API kiln_status kiln_array_to_dlpack_legacy(kiln_array array, const kiln_dlpack_options* options,
                                                 struct DLManagedTensor** out);
/* A tensor as an array of the context. The tensor is consumed in every case: its deleter is called once, when
 * the array's memory is no longer used, after a copy, or before an error returns. Sharing host memory
 * (kDLCPU) works as kiln_buffer_adopt_host says. A tensor of another device or vendor context is
 * KILN_CONTEXT_MISMATCH, or is copied where options allow it. Malformed tensors are KILN_INVALID_ARGUMENT,
 * lanes other than 1 and unknown element types KILN_TYPE_ERROR, other devices KILN_UNSUPPORTED. */
KILN_API kiln_status kiln_array_from_dlpack(kiln_context context, struct DLManagedTensorVersioned* tensor,
                                            const kiln_dlpack_options* options, kiln_array* out);
KILN_API kiln_status kiln_array_from_dlpack_legacy(kiln_context context, struct DLManagedTensor* tensor,
                                                   const kiln_dlpack_options* options, kiln_array* out);
/* The destructor for a Python capsule ("dltensor", "dltensor_versioned") made of an exported tensor, for
 * bindings that have no C code of their own (PyCapsule_New takes its address): calls the tensor's deleter
 * where no consumer has taken it. Runs no Python code, so that an exception in flight stays. NULL, and a
 * process without Python: does nothing. */
KILN_API void kiln_dlpack_capsule_destructor(void* capsule);

#ifdef __cplusplus
}
#endif
#endif
