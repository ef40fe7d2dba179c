// SPDX-License-Identifier: Apache-2.0
// The text of "cluda.h" for kernels on CUDA devices. The names are libgpuarray's. Atomics return the old
// value.
#ifndef CLUDA_H
#define CLUDA_H

#define KERNEL extern "C" __global__
#define WITHIN_KERNEL extern "C" __device__
#define GLOBAL_MEM
#define LOCAL_MEM __shared__
#define LOCAL_MEM_ARG
#define local_barrier() __syncthreads()

#ifndef NULL
#define NULL 0
#endif

#define LID_0 threadIdx.x
#define LID_1 threadIdx.y
#define LID_2 threadIdx.z
#define LDIM_0 blockDim.x
#define LDIM_1 blockDim.y
#define LDIM_2 blockDim.z
#define GID_0 blockIdx.x
#define GID_1 blockIdx.y
#define GID_2 blockIdx.z
#define GDIM_0 gridDim.x
#define GDIM_1 gridDim.y
#define GDIM_2 gridDim.z
#define GA_WARP_SIZE warpSize

#define GA_DECL_SHARED_PARAM(type, name)
#define GA_DECL_SHARED_BODY(type, name) extern __shared__ type name[];

#define ga_bool unsigned char
#define ga_byte signed char
#define ga_ubyte unsigned char
#define ga_short short
#define ga_ushort unsigned short
#define ga_int int
#define ga_uint unsigned int
#define ga_long long long
#define ga_ulong unsigned long long
#define ga_float float
#define ga_double double
#define ga_size size_t
#define ga_ssize long

// Names that OpenCL C has built in.
#undef NAN
#undef INFINITY
#define NAN __int_as_float(0x7fffffff)
#define INFINITY __int_as_float(0x7f800000)
#define HUGE_VALF INFINITY
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000)
#define MAXFLOAT 0x1.fffffep127f
#define M_E 2.718281828459045235360287
#define M_LOG2E 1.442695040888963407359925
#define M_LOG10E 0.4342944819032518276511289
#define M_LN2 0.6931471805599453094172321
#define M_LN10 2.302585092994045684017991
#define M_PI 3.141592653589793238462643
#define M_PI_2 1.570796326794896619231322
#define M_PI_4 0.7853981633974483096156608
#define M_1_PI 0.3183098861837906715377675
#define M_2_PI 0.6366197723675813430755351
#define M_2_SQRTPI 1.128379167095512573896159
#define M_SQRT2 1.414213562373095048801689
#define M_SQRT1_2 0.7071067811865475244008444

// binary16 as storage. Arithmetic is done in float.
struct ga_half {
  ga_ushort data;
};
static __device__ inline float ga_half2float(ga_half h) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h.data));
  return f;
}
static __device__ inline ga_half ga_float2half(float f) {
  ga_half h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.data) : "f"(f));
  return h;
}

// Exchanges the word around an address until no other work-item has changed it meanwhile. The expression
// `made` computes the new word from `before`.
#define KILN_EXCHANGE(Word, made)                         \
  Word found = *word, before;                             \
  do {                                                    \
    before = found;                                       \
    found = atomicCAS(word, before, made);                \
  } while (found != before);

// Exchanges one of the two halves of a word.
template <class Make>
static __device__ inline ga_half kiln_half_exchange(ga_half *address, Make make) {
  const unsigned shift = ((size_t)address & 2) ? 16 : 0;
  unsigned *const word = (unsigned *)((size_t)address & ~(size_t)3);
  ga_half old;
  KILN_EXCHANGE(unsigned, (old.data = (ga_ushort)(before >> shift),
                           (before & ~(0xffffu << shift)) | ((unsigned)make(old).data << shift)))
  return old;
}

// The names are atom_OPERATION_TYPEMEMORY. TYPE is i (int), I (uint), l (long), L (ulong), f (float), d
// (double) or e (half). MEMORY is g (global) or l (local).
#define atom_add_ig(a, b) atomicAdd(a, b)
#define atom_add_il(a, b) atomicAdd(a, b)
#define atom_add_Ig(a, b) atomicAdd(a, b)
#define atom_add_Il(a, b) atomicAdd(a, b)
#define atom_xchg_ig(a, b) atomicExch(a, b)
#define atom_xchg_il(a, b) atomicExch(a, b)
#define atom_xchg_Ig(a, b) atomicExch(a, b)
#define atom_xchg_Il(a, b) atomicExch(a, b)
#define atom_add_fg(a, b) atomicAdd(a, b)
#define atom_add_fl(a, b) atomicAdd(a, b)
#define atom_xchg_fg(a, b) atomicExch(a, b)
#define atom_xchg_fl(a, b) atomicExch(a, b)
#define atom_add_Lg(a, b) atomicAdd(a, b)
#define atom_add_Ll(a, b) atomicAdd(a, b)
#define atom_xchg_Lg(a, b) atomicExch(a, b)
#define atom_xchg_Ll(a, b) atomicExch(a, b)

// Addition modulo 2^64 is the same with and without a sign.
static __device__ inline ga_long atom_add_lg(ga_long *address, ga_long value) {
  return (ga_long)atomicAdd((ga_ulong *)address, (ga_ulong)value);
}
#define atom_add_ll(a, b) atom_add_lg(a, b)
static __device__ inline ga_long atom_xchg_lg(ga_long *address, ga_long value) {
  return (ga_long)atomicExch((ga_ulong *)address, (ga_ulong)value);
}
#define atom_xchg_ll(a, b) atom_xchg_lg(a, b)

#if __CUDA_ARCH__ < 600
static __device__ inline ga_double atom_add_dg(ga_double *address, ga_double value) {
  ga_ulong *const word = (ga_ulong *)address;
  KILN_EXCHANGE(ga_ulong, (ga_ulong)__double_as_longlong(value + __longlong_as_double((ga_long)before)))
  return __longlong_as_double((ga_long)before);
}
#else
#define atom_add_dg(a, b) atomicAdd(a, b)
#endif
#define atom_add_dl(a, b) atom_add_dg(a, b)
static __device__ inline ga_double atom_xchg_dg(ga_double *address, ga_double value) {
  return __longlong_as_double((ga_long)atomicExch((ga_ulong *)address, (ga_ulong)__double_as_longlong(value)));
}
#define atom_xchg_dl(a, b) atom_xchg_dg(a, b)

static __device__ inline ga_half atom_add_eg(ga_half *address, ga_half value) {
  return kiln_half_exchange(
      address, [=](ga_half old) { return ga_float2half(ga_half2float(old) + ga_half2float(value)); });
}
#define atom_add_el(a, b) atom_add_eg(a, b)
static __device__ inline ga_half atom_xchg_eg(ga_half *address, ga_half value) {
  return kiln_half_exchange(address, [=](ga_half) { return value; });
}
#define atom_xchg_el(a, b) atom_xchg_eg(a, b)

#endif
