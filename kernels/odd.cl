// SPDX-License-Identifier: Apache-2.0
// Numbers to float32 rounded to odd: what is lost leaves the last bit set, so that rounding on to float16 or bfloat16 rounds as from the
// number itself (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd", 2008).
KILN_FUNCTION float kiln_odd_u64(ulong x) {
  const int lost = 40 - (int)clz(x);
  if (lost <= 0) return (float)x;
  const ulong kept = x >> lost | (ulong)((x & (((ulong)1 << lost) - 1)) != 0);
  return (float)(kept << lost);
}
KILN_FUNCTION float kiln_odd_i64(long x) { return x < 0 ? -kiln_odd_u64(0 - (ulong)x) : kiln_odd_u64((ulong)x); }
#if defined(KILN_CUDA) || defined(cl_khr_fp64)
KILN_FUNCTION float kiln_odd_f64(double x) {
  const float near = (float)x;
  if ((double)near == x || x != x || isinf(near)) return near;
  // Towards 0 first.
  return as_float((as_uint(near) - (uint)(fabs((double)near) > fabs(x))) | 1u);
}
#endif
