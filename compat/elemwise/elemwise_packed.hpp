// SPDX-License-Identifier: Apache-2.0
// Calls with more arguments than a kernel of the device takes. Arrays and scalars are copied to one buffer,
// and results are copied back from it. They must be copied because on OpenCL a buffer cannot hold pointers.
#pragma once

#include "compat/elemwise/elemwise_layout.hpp"
#include "compat/elemwise/elemwise_text.hpp"

namespace kiln::compat {

// Whether a kernel of the device can have arguments of these types.
bool takes_arguments(const gpucontext& context, const std::vector<int>& types) noexcept;

// One call with packed arguments.
class PackedCall {
 public:
  // Copies what the statements read to the buffer. `args` is the list of GpuElemwise_call().
  PackedCall(gpucontext& context, const ElemwiseSource& source, const Loop& loop, void** args, const char* operation);
  // The arguments of the packed kernel. They point into this object.
  std::vector<void*> values() { return {&count_, buffer_.get(), &room_}; }
  // Copies what the statements wrote back to the arrays.
  void unpack() const;

 private:
  struct Release {
    void operator()(gpudata* data) const noexcept { gpudata_release(data); }
  };
  void copy(std::size_t k, std::size_t offset, bool back) const;
  void copy_all(int flag, bool back) const;
  void write_scalars(gpucontext& context, void** args) const;

  const ElemwiseSource& source_;
  const Loop& loop_;
  const char* const operation_;
  std::size_t count_, room_;
  std::unique_ptr<gpudata, Release> buffer_;
};

}  // namespace kiln::compat
