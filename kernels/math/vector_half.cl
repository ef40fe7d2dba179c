// SPDX-License-Identifier: Apache-2.0
// Conversions between 16 floats and 16 float16 or bfloat16 elements. They give the same bits as the scalar functions of
// prelude_opencl.cl (kiln_from_half and the others).
#define KILN_HALF_FUNCTION static inline __attribute__((always_inline))
// The conversion is integer arithmetic, not the processor's instruction: LLVM 14 turns a vector comparison of converted
// halves into comparisons of single halves.
KILN_HALF_FUNCTION float16 kiln_from_half_x16(ushort16 bits) {
  const uint16 all = convert_uint16(bits), sign = (all & 0x8000u) << 16, rest = (all & 0x7fffu) << 13;
  const uint16 small = as_uint16(as_float16(rest + (113u << 23)) - (float16)(as_float(113u << 23)));
  const uint16 value = select(rest + (224u << 23), rest + (112u << 23), rest < (31u << 23));
  return as_float16(sign | select(value, small, rest < (1u << 23)));
}
#if defined(__AVX512F__) && defined(__has_builtin)
#if __has_builtin(__builtin_ia32_vcvtps2ph512_mask)
#define KILN_HALVES_16 1
#endif
#endif
#ifdef KILN_HALVES_16
typedef short kiln_halves __attribute__((__vector_size__(32)));
typedef float kiln_singles __attribute__((__vector_size__(64)));
KILN_HALF_FUNCTION ushort16 kiln_to_half_x16(float16 value) {
  const kiln_halves none = __builtin_astype((ushort16)(0), kiln_halves);
  return __builtin_astype(__builtin_ia32_vcvtps2ph512_mask(__builtin_astype(value, kiln_singles), 0, none, (ushort)0xffff), ushort16);
}
#else
KILN_HALF_FUNCTION ushort16 kiln_to_half_x16(float16 value) {
  const uint16 sign = as_uint16(value) & 0x80000000u, rest = as_uint16(value) ^ sign;
  const uint16 small = as_uint16(as_float16(rest) + 0.5f) - as_uint(0.5f);
  const uint16 whole = (rest - (112u << 23) + 0xfffu + ((rest >> 13) & 1u)) >> 13;
  const uint16 past = select((uint16)(0x7c00u), 0x7e00u | ((rest >> 13) & 0x3ffu), rest > 0x7f800000u);
  const uint16 most = select(past, whole, rest < (143u << 23));
  return convert_ushort16((sign >> 16) | select(most, small, rest < (113u << 23)));
}
#endif
KILN_HALF_FUNCTION float16 kiln_from_bfloat_x16(ushort16 bits) { return as_float16(convert_uint16(bits) << 16); }
KILN_HALF_FUNCTION ushort16 kiln_to_bfloat_x16(float16 value) {
  const uint16 bits = as_uint16(value);
  const uint16 rounded = bits + 0x7fffu + ((bits >> 16) & 1u);
  return convert_ushort16(select(rounded, bits | 0x400000u, (bits & 0x7fffffffu) > 0x7f800000u) >> 16);
}
