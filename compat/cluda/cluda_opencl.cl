// SPDX-License-Identifier: Apache-2.0
// The text of "cluda.h" for kernels on OpenCL devices. The names are libgpuarray's. Atomics return the old
// value.
#ifndef CLUDA_H
#define CLUDA_H

#define KERNEL __kernel
#define WITHIN_KERNEL
#define GLOBAL_MEM __global
#define LOCAL_MEM __local
#define LOCAL_MEM_ARG __local
#define local_barrier() barrier(CLK_LOCAL_MEM_FENCE)

#ifndef NULL
#define NULL ((void *)0)
#endif

#define LID_0 get_local_id(0)
#define LID_1 get_local_id(1)
#define LID_2 get_local_id(2)
#define LDIM_0 get_local_size(0)
#define LDIM_1 get_local_size(1)
#define LDIM_2 get_local_size(2)
#define GID_0 get_group_id(0)
#define GID_1 get_group_id(1)
#define GID_2 get_group_id(2)
#define GDIM_0 get_num_groups(0)
#define GDIM_1 get_num_groups(1)
#define GDIM_2 get_num_groups(2)
#define GA_WARP_SIZE __GA_WARP_SIZE

// In OpenCL C, dynamic local memory is one more parameter of the kernel. In CUDA it is not a parameter.
#define GA_DECL_SHARED_PARAM(type, name) , __local type *name
#define GA_DECL_SHARED_BODY(type, name)

#define ga_bool uchar
#define ga_byte char
#define ga_ubyte uchar
#define ga_short short
#define ga_ushort ushort
#define ga_int int
#define ga_uint uint
#define ga_long long
#define ga_ulong ulong
#define ga_float float
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define ga_double double
#endif
#define ga_size ulong
#define ga_ssize long

// binary16 as storage. Arithmetic is done in float.
typedef struct _ga_half {
  ushort data;
} ga_half;

inline float ga_half2float(ga_half h);
inline float ga_half2float(ga_half h) { return vload_half(0, (const __private half *)&h.data); }
inline ga_half ga_float2half(float f);
inline ga_half ga_float2half(float f) {
  ga_half h;
  vstore_half_rte(f, 0, (__private half *)&h.data);
  return h;
}

// Sources that do not contain the word "atom" are compiled without these functions.
#ifdef KILN_CLUDA_ATOMICS
// Adds to a number for which the device has no atomic addition: exchanges the word around it until no other
// work-item has changed it meanwhile.
#define gen_atom32_add(name, argtype, aspace)                                              \
  argtype name(volatile aspace argtype *address, argtype value);                           \
  argtype name(volatile aspace argtype *address, argtype value) {                          \
    union {                                                                                \
      argtype number;                                                                      \
      int word;                                                                            \
    } found, sum;                                                                          \
    int before;                                                                            \
    found.number = *address;                                                               \
    do {                                                                                   \
      before = found.word;                                                                 \
      sum.number = found.number + value;                                                   \
      found.word = atomic_cmpxchg((volatile aspace int *)address, before, sum.word);       \
    } while (found.word != before);                                                        \
    return found.number;                                                                   \
  }
#define gen_atom64_add(name, argtype, aspace)                                              \
  argtype name(volatile aspace argtype *address, argtype value);                           \
  argtype name(volatile aspace argtype *address, argtype value) {                          \
    union {                                                                                \
      argtype number;                                                                      \
      long word;                                                                           \
    } found, sum;                                                                          \
    long before;                                                                           \
    found.number = *address;                                                               \
    do {                                                                                   \
      before = found.word;                                                                 \
      sum.number = found.number + value;                                                   \
      found.word = atom_cmpxchg((volatile aspace long *)address, before, sum.word);        \
    } while (found.word != before);                                                        \
    return found.number;                                                                   \
  }
#define gen_atom64_xchg(name, argtype, aspace)                                             \
  argtype name(volatile aspace argtype *address, argtype value);                           \
  argtype name(volatile aspace argtype *address, argtype value) {                          \
    union {                                                                                \
      argtype number;                                                                      \
      long word;                                                                           \
    } given, found;                                                                        \
    given.number = value;                                                                  \
    found.word = atom_xchg((volatile aspace long *)address, given.word);                   \
    return found.number;                                                                   \
  }
// Exchanges a half, which is one of two in a word.
#define KILN_HALF_EXCHANGE(name, aspace, made)                                             \
  ga_half name(volatile aspace ga_half *address, ga_half value);                           \
  ga_half name(volatile aspace ga_half *address, ga_half value) {                          \
    const uint shift = ((ulong)address & 2) ? 16 : 0;                                      \
    volatile aspace uint *word = (volatile aspace uint *)((ulong)address & ~(ulong)3);     \
    uint found = *word, before;                                                            \
    ga_half old, fresh;                                                                    \
    do {                                                                                   \
      before = found;                                                                      \
      old.data = (ushort)(before >> shift);                                                \
      fresh = made;                                                                        \
      found = atomic_cmpxchg(word, before, (before & ~(0xffffu << shift)) | ((uint)fresh.data << shift)); \
    } while (found != before);                                                             \
    return old;                                                                            \
  }
#define gen_atomh_add(name, aspace) \
  KILN_HALF_EXCHANGE(name, aspace, ga_float2half(ga_half2float(old) + ga_half2float(value)))
#define gen_atomh_xchg(name, aspace) KILN_HALF_EXCHANGE(name, aspace, value)

// The names are atom_OPERATION_TYPEMEMORY. TYPE is i (int), I (uint), l (long), L (ulong), f (float), d
// (double) or e (half). MEMORY is g (global) or l (local).
#define atom_add_ig(a, b) atomic_add(a, b)
#define atom_add_il(a, b) atomic_add(a, b)
#define atom_add_Ig(a, b) atomic_add(a, b)
#define atom_add_Il(a, b) atomic_add(a, b)
#define atom_xchg_ig(a, b) atomic_xchg(a, b)
#define atom_xchg_il(a, b) atomic_xchg(a, b)
#define atom_xchg_Ig(a, b) atomic_xchg(a, b)
#define atom_xchg_Il(a, b) atomic_xchg(a, b)
gen_atom32_add(atom_add_fg, ga_float, __global)
gen_atom32_add(atom_add_fl, ga_float, __local)
#define atom_xchg_fg(a, b) atomic_xchg(a, b)
#define atom_xchg_fl(a, b) atomic_xchg(a, b)
gen_atomh_add(atom_add_eg, __global)
gen_atomh_add(atom_add_el, __local)
gen_atomh_xchg(atom_xchg_eg, __global)
gen_atomh_xchg(atom_xchg_el, __local)

#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define atom_add_lg(a, b) atom_add(a, b)
#define atom_add_ll(a, b) atom_add(a, b)
#define atom_add_Lg(a, b) atom_add(a, b)
#define atom_add_Ll(a, b) atom_add(a, b)
#define atom_xchg_lg(a, b) atom_xchg(a, b)
#define atom_xchg_ll(a, b) atom_xchg(a, b)
#define atom_xchg_Lg(a, b) atom_xchg(a, b)
#define atom_xchg_Ll(a, b) atom_xchg(a, b)
#ifdef cl_khr_fp64
gen_atom64_add(atom_add_dg, ga_double, __global)
gen_atom64_add(atom_add_dl, ga_double, __local)
gen_atom64_xchg(atom_xchg_dg, ga_double, __global)
gen_atom64_xchg(atom_xchg_dl, ga_double, __local)
#endif
#endif
#endif

#endif
