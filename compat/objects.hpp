// SPDX-License-Identifier: Apache-2.0
// The objects behind the opaque pointers of gpuarray/buffer.h, and views of them as Kiln's arrays.
#pragma once

#include <gpuarray/array.h>
#include <gpuarray/buffer.h>
#include <gpuarray/buffer_collectives.h>
#include <kiln/kiln.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "compat/errors.hpp"

namespace kiln::compat {

// Releases a handle of Kiln's. Each of the Owned types below holds one reference.
template <auto release>
struct Release {
  template <class Handle>
  void operator()(Handle* handle) const noexcept {
    release(handle);
  }
};
using OwnedContext = std::unique_ptr<std::remove_pointer_t<kiln_context>, Release<kiln_context_release>>;
using OwnedBuffer = std::unique_ptr<std::remove_pointer_t<kiln_buffer>, Release<kiln_buffer_release>>;
using OwnedArray = std::unique_ptr<std::remove_pointer_t<kiln_array>, Release<kiln_array_release>>;
using OwnedProgram = std::unique_ptr<std::remove_pointer_t<kiln_program>, Release<kiln_program_release>>;
using OwnedCommunicator = std::unique_ptr<std::remove_pointer_t<kiln_communicator>, Release<kiln_communicator_release>>;
using OwnedKernel = std::unique_ptr<std::remove_pointer_t<kiln_kernel>, Release<kiln_kernel_release>>;

enum class Backend { opencl, cuda };

}  // namespace kiln::compat

struct _gpucontext {
  std::atomic<unsigned> references{1};
  kiln::compat::OwnedContext context;
  kiln::compat::Backend backend = kiln::compat::Backend::opencl;
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  std::string binary_id;
  std::atomic<std::uint64_t> warp_size{0};  // for cluda.h; 0: not known yet
  // The last failure, for gpucontext_error().
  std::mutex error_mutex;
  int error_code = GA_NO_ERROR;
  std::string error_text;
  // The buffer of GA_CTX_PROP_ERRBUF, which is made at its first use. It holds no reference to the context.
  std::mutex error_buffer_mutex;
  gpudata* error_buffer = nullptr;
};

struct _gpudata {
  // A cl_mem or CUdeviceptr. It is the first member because pygpu reads the first word.
  void* native = nullptr;
  gpucontext* context = nullptr;  // a reference, except in the context's own error buffer
  std::atomic<unsigned> references{1};
  int flags = 0;         // GA_BUFFER_*
  std::size_t size = 0;  // bytes
  kiln::compat::OwnedBuffer buffer;
  kiln::compat::OwnedArray bytes;  // the whole buffer as uint8, for kernels
};

struct _gpukernel {
  std::atomic<unsigned> references{1};
  gpucontext* context = nullptr;  // a reference
  kiln::compat::OwnedProgram program;
  kiln::compat::OwnedKernel kernel, kernel_with_shared;  // the kernel without and with dynamic local memory
  kiln_kernel_properties properties = KILN_KERNEL_PROPERTIES_INIT;
  std::string name;
  std::vector<int> types;
  // Each parameter's argument as gpukernel_setarg() got it: a gpudata*, to which no reference is held, or a pointer to
  // the copied value.
  std::vector<void*> arguments;
  std::vector<std::max_align_t> values;
};

struct _gpucomm {
  gpucontext* context = nullptr;  // a reference
  int count = 0, rank = 0;
  kiln::compat::OwnedCommunicator communicator;
};

namespace kiln::compat {

void retain(gpucontext* context) noexcept;
void release(gpucontext* context) noexcept;
// A context with one reference.
gpucontext* wrap_context(OwnedContext context, Backend backend, const char* operation);
// A context on a cl_context or CUcontext. `props` stay the caller's; null stands for the defaults.
gpucontext* adopt_context(Backend backend, void* native, const gpucontext_props* props, const char* operation);
// A buffer with one reference, which holds the context.
gpudata* wrap_buffer(gpucontext& context, OwnedBuffer buffer, std::size_t size, int flags, const char* operation);

// The most arguments of a kernel. One more is needed for dynamic local memory.
inline constexpr std::size_t kMostArguments = 255;

// The code for a bad range or launch. On OpenCL libgpuarray lets the driver refuse these, on CUDA it checks
// them itself, so callers know different codes.
inline int misuse_code(const gpucontext* context) noexcept {
  return context->backend == Backend::opencl ? GA_IMPL_ERROR : GA_VALUE_ERROR;
}

// The context of an object, for guard(). It is null if the object is.
inline gpucontext* context_of(const gpudata* data) noexcept { return data ? data->context : nullptr; }
inline gpucontext* context_of(const gpukernel* kernel) noexcept { return kernel ? kernel->context : nullptr; }
inline gpucontext* context_of(const GpuArray* array) noexcept { return array ? context_of(array->data) : nullptr; }

// The type of a typecode, or null if there is none.
const gpuarray_type* known_type(int typecode) noexcept;
// The dtype of a typecode. It is KILN_DTYPE_AUTO for types that Kiln does not have: 128-bit numbers, vectors
// and registered types. They are moved as bytes.
kiln_dtype dtype_of(int typecode) noexcept;
// An element is moved as `count` units of a dtype of unsigned integers. moved_as() throws GA_INVALID_ERROR if the
// typecode is unknown.
struct MovedAs {
  kiln_dtype dtype;
  std::int64_t count;
};
MovedAs moved_as(int typecode, const char* operation);

// A view of a buffer. Offset and strides are in bytes; strides null means C order. GA_UNALIGNED_ERROR: they
// are no multiples of the element size. GA_VALUE_ERROR: an element lies outside the buffer.
OwnedArray view(gpudata* data, std::size_t offset, kiln_dtype dtype, unsigned nd, const std::size_t* dims,
                const ssize_t* strides, const char* operation);
// A view of the array's elements. GA_INVALID_ERROR: Kiln does not have the type.
OwnedArray view(const GpuArray& array, const char* operation);

}  // namespace kiln::compat
