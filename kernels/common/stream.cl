// SPDX-License-Identifier: Apache-2.0
// Writes past the caches of CPU devices: memory that is written as usual is read first. KILN_STREAM copies bytes, a multiple of 32, to
// an address that is one too, from memory of the address space `space`; after the last of them comes KILN_STREAMED. Not defined where
// the compiler has no such writes.
#if defined(__has_builtin) && defined(__x86_64__)  // SPIR-V has no such instruction
#if __has_builtin(__builtin_nontemporal_store) && __has_builtin(__builtin_ia32_sfence)
typedef uint kiln_line __attribute__((ext_vector_type(8), may_alias));  // may_alias: elements have types of their own
typedef uint kiln_loose_line __attribute__((ext_vector_type(8), may_alias, aligned(1)));
#define KILN_STREAM(to, from, bytes, space)                                      \
  for (ulong kiln_i = 0; kiln_i < (ulong)(bytes) / 32; ++kiln_i) {               \
    const kiln_line kiln_v = ((space const kiln_loose_line *)(from))[kiln_i];    \
    __builtin_nontemporal_store(kiln_v, (KILN_GLOBAL kiln_line *)(to) + kiln_i); \
  }
// Other cores see the results once they see that the kernel has ended.
#define KILN_STREAMED __builtin_ia32_sfence();
#endif
#endif
