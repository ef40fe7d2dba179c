// SPDX-License-Identifier: Apache-2.0
// Calls of more arguments than a kernel of the device takes: arrays and scalars go to one buffer and results
// come back from it. A pointer in a buffer is none on OpenCL, so elements are copied.
#pragma once

#include "compat/elemwise_layout.hpp"
#include "compat/elemwise_text.hpp"

namespace kiln::compat {

// Whether a kernel of the device takes the arguments.
bool takes_arguments(const gpucontext& context, const std::vector<int>& types) noexcept;

// One call.
class PackedCall {
 public:
  // Copies what the statements read. `args` as of the call.
  PackedCall(gpucontext& context, const ElemwiseSource& source, const Loop& loop, void** args,
             const char* operation);
  // What the packed kernel takes; live as long as this.
  std::vector<void*> values() { return {&count_, buffer_.get(), &room_}; }
  // Copies what the statements wrote.
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
