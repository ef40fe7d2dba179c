// SPDX-License-Identifier: Apache-2.0
// How the work-items of a row combine their accumulators in a row program. The generator
// (lib/codegen/fold/row_program.cpp) writes the kernel itself, whose steps differ from program to program.
//
// The work-items that share a row are its lanes. Where the device has warps and the lanes of a row are neighbours, they
// exchange accumulators by registers (kiln_row_down, kiln_row_first); elsewhere they use local memory.
#if KILN_SHUFFLES
// Returns `word` of the work-item `by` places further on in the warp. Items near the warp's end get their own.
KILN_FUNCTION uint kiln_row_down(uint word, uint by) {
  uint other;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(word), "r"(by));
  return other;
}
// Returns `word` of work-item `from` of the warp.
KILN_FUNCTION uint kiln_row_first(uint word, uint from) {
  uint other;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(word), "r"(from));
  return other;
}
#endif
