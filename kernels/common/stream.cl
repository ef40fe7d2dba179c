// SPDX-License-Identifier: Apache-2.0
// Writes that bypass the caches of CPU devices. An ordinary store reads the cache line first; a non-temporal one does
// not. KILN_STREAM(to, from, bytes, space) copies `bytes` bytes, a multiple of 32, from an address in address space
// `space` to a global address that is a multiple of 32. KILN_STREAMED must follow the last KILN_STREAM of a kernel.
// Neither is defined where the compiler has no such stores; kernels then use ordinary ones.
#if defined(__has_builtin) && defined(__x86_64__)  // SPIR-V has no non-temporal store
#if __has_builtin(__builtin_nontemporal_store) && __has_builtin(__builtin_ia32_sfence)
// may_alias: the memory holds elements of other types
typedef uint kiln_line __attribute__((ext_vector_type(8), may_alias));
typedef uint kiln_loose_line __attribute__((ext_vector_type(8), may_alias, aligned(1)));
#define KILN_STREAM(to, from, bytes, space)                                      \
  for (ulong kiln_i = 0; kiln_i < (ulong)(bytes) / 32; ++kiln_i) {               \
    const kiln_line kiln_v = ((space const kiln_loose_line *)(from))[kiln_i];    \
    __builtin_nontemporal_store(kiln_v, (KILN_GLOBAL kiln_line *)(to) + kiln_i); \
  }
// The fence makes the results visible to other cores before they see that the kernel has ended.
#define KILN_STREAMED __builtin_ia32_sfence();
#endif
#endif
