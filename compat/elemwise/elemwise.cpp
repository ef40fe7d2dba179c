// SPDX-License-Identifier: Apache-2.0
// gpuarray/elemwise.h: kernels around a caller's statements. The kernel for contiguous arrays is built at
// once, so that mistakes in the statements are found. The other kernels are built when a call first needs
// them.
#include <gpuarray/elemwise.h>
#include <gpuarray/util.h>

#include <cstring>
#include <deque>

#include "compat/elemwise/elemwise_packed.hpp"
#include "compat/half.hpp"
#include "compat/schedule.hpp"

using namespace kiln::compat;

namespace {

struct ReleaseKernel {
  void operator()(gpukernel* kernel) const noexcept { gpukernel_release(kernel); }
};
using OwnedGpuKernel = std::unique_ptr<gpukernel, ReleaseKernel>;

struct ReleaseContext {
  void operator()(gpucontext* context) const noexcept { release(context); }
};

}  // namespace

struct _GpuElemwise {
  std::unique_ptr<gpucontext, ReleaseContext> context;
  ElemwiseSource source;
  int use_flags = 0;                   // GA_USE_*
  std::vector<std::size_t> itemsizes;  // for each argument; 0 for a scalar
  struct Strided {
    bool known = false;
    OwnedGpuKernel kernel;  // null: there are more arguments than a kernel takes
  };
  OwnedGpuKernel contiguous;         // null: there are more arguments than a kernel takes
  std::deque<Strided> narrow, wide;  // index k has the kernel for k + 1 dimensions
  OwnedGpuKernel packed;             // for calls with more arguments than a kernel takes
  // The call in progress uses these. They are members so that calls reuse their memory.
  Loop loop;
  std::vector<void*> values;
  std::vector<std::uint32_t> words;
  std::vector<float> halves;
};

namespace {

OwnedGpuKernel build(const _GpuElemwise& self, const ElemwiseKernel& kernel, const char* op) {
  const char* text = kernel.text.c_str();
  const std::size_t length = kernel.text.size();
  int code = GA_NO_ERROR;
  gpucontext* context = self.context.get();
  OwnedGpuKernel made(gpukernel_init(context, 1, &text, &length, "elem", unsigned(kernel.types.size()),
                                     kernel.types.data(), self.use_flags, &code, nullptr));
  if (!made) fail(code, "{}: {}", op, gpucontext_error(context, code));
  return made;
}

// The kernel for self.loop, or null if it would have more arguments than the device takes.
gpukernel* direct_kernel(_GpuElemwise& self, const char* op) {
  if (self.loop.contiguous) return self.contiguous.get();
  const unsigned nd = self.loop.nd;
  auto& kernels = self.loop.narrow ? self.narrow : self.wide;
  if (kernels.size() < nd) kernels.resize(nd);
  auto& found = kernels[nd - 1];
  if (!found.known) {
    const ElemwiseKernel text = strided_kernel(self.source, nd, self.loop.narrow);
    if (takes_arguments(*self.context, text.types)) found.kernel = build(self, text, op);
    found.known = true;
  }
  return found.kernel.get();
}

gpukernel* packed_kernel_of(_GpuElemwise& self, const char* op) {
  if (!self.packed) self.packed = build(self, packed_kernel(self.source), op);
  return self.packed.get();
}

void set_source(_GpuElemwise& self, const char* preamble, const char* expr, unsigned n, const gpuelemwise_arg* args,
                int flags, const char* op) {
  require(expr, op, "expr");
  if (n > 0) require(args, op, "args");
  self.source.preamble = preamble ? preamble : "";
  self.source.statements = expr;
  self.source.convert_half = flags & GE_CONVERT_F16;
  for (unsigned i = 0; i < n; ++i) {
    require(args[i].name, op, "an argument's name");
    const gpuarray_type* type = gpuarray_get_type(args[i].typecode);
    if (!type->cluda_name || type->size == 0)
      fail(GA_INVALID_ERROR, "{}: argument {} has typecode {}, which no kernel has", op, args[i].name,
           args[i].typecode);
    self.source.arguments.push_back({args[i].name, args[i].typecode, args[i].flags});
    self.itemsizes.push_back(args[i].flags & GE_SCALAR ? 0 : type->size);
    self.use_flags |= gpuarray_type_flags(args[i].typecode, -1);
  }
}

// Collects the call's arrays. Returns false if there are none.
bool take_arrays(_GpuElemwise& self, void** args, const char* op) {
  const auto& arguments = self.source.arguments;
  self.loop.arrays.clear();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!args[i]) fail(GA_INVALID_ERROR, "{}: argument {} is NULL", op, arguments[i].name);
    if (!arguments[i].is_array()) continue;
    const auto* array = static_cast<const GpuArray*>(args[i]);
    require_array(array, op, arguments[i].name.c_str());
    if (array->data->context != self.context.get())
      fail(GA_VALUE_ERROR, "{}: argument {} is of another context", op, arguments[i].name);
    self.loop.arrays.push_back({array, self.itemsizes[i], (arguments[i].flags & GE_WRITE) != 0, arguments[i].typecode});
  }
  return !self.loop.arrays.empty();
}

// Writes the kernel's arguments to self.values, in the order of its parameters.
void fill_values(_GpuElemwise& self, void** args) {
  const auto& arguments = self.source.arguments;
  Loop& loop = self.loop;
  const bool narrow = !loop.contiguous && loop.narrow;
  const unsigned nd = loop.contiguous ? 0 : loop.nd;
  self.values.clear();
  self.words.clear();
  self.halves.clear();
  // self.values points into both, so they must not grow later.
  self.words.reserve(nd + loop.arrays.size() * (nd + 1));
  self.halves.reserve(arguments.size());
  const auto push = [&](const auto& number) {
    if (narrow) {
      self.words.push_back(std::uint32_t(number));
      self.values.push_back(&self.words.back());
    } else {
      self.values.push_back(const_cast<void*>(static_cast<const void*>(&number)));
    }
  };
  self.values.push_back(&loop.count);
  for (unsigned d = 0; d < nd; ++d) push(loop.dims[d]);
  for (std::size_t i = 0, k = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_array()) {
      const GpuArray& array = *loop.arrays[k].array;
      self.values.push_back(array.data);
      push(array.offset);
      for (unsigned d = 0; d < nd; ++d) push(loop.strides[k * nd + d]);
      ++k;
    } else if (seen_typecode(self.source, arguments[i]) != arguments[i].typecode) {
      std::uint16_t bits;
      std::memcpy(&bits, args[i], sizeof bits);
      self.halves.push_back(float_of_half(bits));
      self.values.push_back(&self.halves.back());
    } else {
      self.values.push_back(args[i]);
    }
  }
}

}  // namespace

extern "C" {

void gpuarray_elemwise_collapse(unsigned int n, unsigned int* nd, size_t* dim, ssize_t** strs) {
  if (nd && dim && (strs || n == 0)) collapse_dimensions(n, nd, dim, strs);
}

GpuElemwise* GpuElemwise_new(gpucontext* ctx, const char* preamble, const char* expr, unsigned int n,
                             gpuelemwise_arg* args, unsigned int, int flags) {
  const char* op = __func__;
  std::unique_ptr<GpuElemwise> made;
  const int code = guard(ctx, [&] {
    require(ctx, op, "ctx");
    made = std::make_unique<GpuElemwise>();
    retain(ctx);
    made->context.reset(ctx);
    made->source.chunked = std::strcmp(ctx->properties.kind, "cpu") == 0;
    set_source(*made, preamble, expr, n, args, flags, op);
    const ElemwiseKernel text = contiguous_kernel(made->source);
    if (takes_arguments(*ctx, text.types))
      made->contiguous = build(*made, text, op);
    else
      packed_kernel_of(*made, op);
  });
  if (code == GA_NO_ERROR) return made.release();
  // The caller gets no code and asks for the text of GA_IMPL_ERROR.
  if (code != GA_IMPL_ERROR) note_failure(ctx, GA_IMPL_ERROR, gpucontext_error(ctx, code));
  return nullptr;
}

void GpuElemwise_free(GpuElemwise* ge) { delete ge; }

int GpuElemwise_call(GpuElemwise* ge, void** args, int flags) {
  const char* op = __func__;
  gpukernel* kernel = nullptr;
  std::unique_ptr<PackedCall> packed;
  std::size_t groups = 0, local = 0;
  const int code = guard(ge ? ge->context.get() : nullptr, [&] {
    if (!ge) fail(GA_INVALID_ERROR, "{}: ge is NULL", op);
    if (!ge->source.arguments.empty() && !args) fail(GA_INVALID_ERROR, "{}: args is NULL", op);
    if (!take_arrays(*ge, args, op)) return;
    ge->loop.lay_out(flags, op);
    if (ge->loop.count == 0) return;
    gpukernel* chosen = direct_kernel(*ge, op);
    if (chosen) {
      fill_values(*ge, args);
    } else {
      chosen = packed_kernel_of(*ge, op);
      packed = std::make_unique<PackedCall>(*ge->context, ge->source, ge->loop, args, op);
      ge->values = packed->values();
    }
    kernel = chosen;
    if (ge->source.chunked)
      schedule_chunks(limits_of(*kernel), ge->loop.count, &groups, &local);
    else
      schedule(limits_of(*kernel), ge->loop.count, &groups, &local);
  });
  if (code != GA_NO_ERROR || !kernel) return code;
  const int called = gpukernel_call(kernel, 1, &groups, &local, 0, ge->values.data());
  if (called != GA_NO_ERROR || !packed) return called;
  return guard(ge->context.get(), [&] { packed->unpack(); });
}

}  // extern "C"
