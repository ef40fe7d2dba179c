// SPDX-License-Identifier: Apache-2.0
// Converts numbers to float32 with "rounding to odd": where digits are lost, the last bit of the result is set.
// Rounding the result to float16 or bfloat16 then gives what one rounding of the original number gives (Boldo and
// Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
#define KILN_ODD(U, I, BITS)                                                                                       \
  KILN_FUNCTION float kiln_odd_u##BITS(U x) {                                                                      \
    const int lost = BITS - 24 - (int)clz(x);                                                                      \
    if (lost <= 0) return (float)x;                                                                                \
    const U kept = x >> lost | (U)((x & (((U)1 << lost) - 1)) != 0);                                               \
    return (float)(kept << lost);                                                                                  \
  }                                                                                                                \
  KILN_FUNCTION float kiln_odd_i##BITS(I x) { return x < 0 ? -kiln_odd_u##BITS((U)0 - (U)x) : kiln_odd_u##BITS((U)x); }
KILN_ODD(uint, int, 32)
KILN_ODD(ulong, long, 64)
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_FUNCTION float kiln_odd_f64(double x) {
  const float near = (float)x;
  if ((double)near == x || x != x || isinf(near)) return near;
  // The conversion rounded to nearest: step back towards 0 where it rounded away, then set the last bit.
  return as_float((as_uint(near) - (uint)(fabs((double)near) > fabs(x))) | 1u);
}
#endif
