# SPDX-License-Identifier: Apache-2.0
"""The functions of docs/reference/expressions.md on whole arrays. Each is one kernel: kiln.elemwise fuses several into one.

Names are those of docs/reference/expressions.md, where the Array API standard does not mean something else by them: divide is true_divide,
remainder is floor_mod, round is rint. `max` and `min` are maximum and minimum here, as the others are reductions. OpenCL C's
further names for the same functions, and C's own divide, remainder and round, are reached by kiln.apply("native_exp", x)."""

from __future__ import annotations

from typing import Optional

from ._array import GpuArray
from ._elementwise import Operand, apply

__all__ = [
    "abs", "abs_diff", "absolute", "acos", "acosh", "acospi", "add", "add_sat", "angle", "arccos", "arccosh",
    "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "arg", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi",
    "atanh", "atanpi", "bitselect", "bitwise_and", "bitwise_count", "bitwise_invert", "bitwise_left_shift",
    "bitwise_or", "bitwise_right_shift", "bitwise_xor", "cbrt", "ceil", "clamp", "clip", "clz", "complex", "conj",
    "conjugate", "copysign", "cos", "cosh", "cospi", "ctz", "deg2rad", "degrees", "divide", "equal", "erf", "erfc",
    "exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "floor_divide", "floor_mod", "fma", "fmax", "fmin",
    "fmod", "fract", "greater", "greater_equal", "hadd", "hypot", "ilogb", "imag", "invert", "isfinite", "isinf",
    "islessgreater", "isnan", "isnormal", "isordered", "isunordered", "ldexp", "left_shift", "lerp", "less",
    "less_equal", "lgamma", "log", "log10", "log1p", "log2", "logaddexp", "logb", "logical_and", "logical_not",
    "logical_or", "logical_xor", "mad", "mad_hi", "mad_sat", "maximum", "maxmag", "minimum", "minmag", "mix",
    "mul_hi", "multiply", "negative", "nextafter", "not_equal", "popcount", "positive", "pow", "power", "pown",
    "powr", "rad2deg", "radians", "real", "reciprocal", "rem", "remainder", "rhadd", "right_shift", "rint", "rootn",
    "rotate", "round", "rsqrt", "sign", "signbit", "sin", "sinh", "sinpi", "smoothstep", "sqrt", "square", "step",
    "sub_sat", "subtract", "tan", "tanh", "tanpi", "tgamma", "true_divide", "trunc", "where",
]


class Function:
    """A function of arrays and numbers, by element; operands broadcast. out: an array that the result goes to, converted to its
    dtype; without it a new array. See kiln.apply."""

    def __init__(self, signature: str, doc: str, name: Optional[str] = None) -> None:
        self.__name__ = signature[: signature.index("(")]
        self.__doc__ = f"{signature}: {doc}"
        self._signature = signature
        self._name = name or self.__name__

    def __call__(self, *operands: Operand[GpuArray], out: Optional[GpuArray] = None) -> GpuArray:
        return apply(self._name, *operands, out=out)

    def __repr__(self) -> str:
        return f"<kiln function {self._signature}>"


# Arithmetic
add = Function("add(a, b)", "a + b; integers wrap.")
subtract = Function("subtract(a, b)", "a - b.")
multiply = Function("multiply(a, b)", "a * b.")
divide = Function("divide(a, b)", "The quotient, of integers too, in floating point: Python's /.", "true_divide")
true_divide = Function("true_divide(a, b)", "The quotient, of integers too, in floating point: Python's /.")
floor_divide = Function("floor_divide(a, b)", "The quotient rounded down: Python's //; integers by 0: 0.")
remainder = Function("remainder(a, b)", "The rest with the sign of b: Python's %.", "floor_mod")
floor_mod = Function("floor_mod(a, b)", "The rest with the sign of b: Python's %.")
rem = Function("rem(a, b)", "The rest with the sign of a, as in C; integers by 0: 0.")
negative = Function("negative(a)", "-a.")
positive = Function("positive(a)", "a.")
abs = Function("abs(x)", "The magnitude; of complex numbers real.")
sign = Function("sign(x)", "-1, 0 or 1; of complex z: z/|z|, of 0 0.")
square = Function("square(x)", "x*x.")
reciprocal = Function("reciprocal(x)", "1.0/x.")
pow = Function("pow(x, y)", "x to the power y; of two integers an integer.")
maximum = Function("maximum(x, y)", "The larger; NaN if either is.")
minimum = Function("minimum(x, y)", "The smaller; NaN if either is.")
clamp = Function("clamp(x, lo, hi)", "minimum(maximum(x, lo), hi).")
where = Function("where(c, a, b)", "a where c is not 0, else b.")

# Bits and integers
bitwise_and = Function("bitwise_and(a, b)", "a & b, of integers or bool.")
bitwise_or = Function("bitwise_or(a, b)", "a | b.")
bitwise_xor = Function("bitwise_xor(a, b)", "a ^ b.")
bitwise_invert = Function("bitwise_invert(a)", "~a; of bool: not.")
bitwise_left_shift = Function("bitwise_left_shift(a, b)", "a << b; 0 if b is negative or at least the width.")
bitwise_right_shift = Function("bitwise_right_shift(a, b)",
                               "a >> b, filled with the sign; all fill if b is negative or at least the width.")
bitselect = Function("bitselect(a, b, c)", "Bits of b where c has ones, else of a.")
abs_diff = Function("abs_diff(x, y)", "|x - y| in the operands' dtype.")
add_sat = Function("add_sat(x, y)", "x + y, saturating.")
sub_sat = Function("sub_sat(x, y)", "x - y, saturating.")
mad_sat = Function("mad_sat(a, b, c)", "a*b + c, saturating.")
hadd = Function("hadd(x, y)", "(x + y) >> 1 without overflow.")
rhadd = Function("rhadd(x, y)", "(x + y + 1) >> 1 without overflow.")
mul_hi = Function("mul_hi(x, y)", "The upper half of the product.")
mad_hi = Function("mad_hi(a, b, c)", "The upper half of a*b, plus c.")
clz = Function("clz(x)", "Leading zeros; the width for 0.")
ctz = Function("ctz(x)", "Trailing zeros; the width for 0.")
popcount = Function("popcount(x)", "Ones among the bits.")
rotate = Function("rotate(x, n)", "Bits rotated left by n modulo the width.")

# Comparison and logic
equal = Function("equal(a, b)", "a == b.")
not_equal = Function("not_equal(a, b)", "a != b.")
less = Function("less(a, b)", "a < b.")
less_equal = Function("less_equal(a, b)", "a <= b.")
greater = Function("greater(a, b)", "a > b.")
greater_equal = Function("greater_equal(a, b)", "a >= b.")
logical_and = Function("logical_and(a, b)", "Whether both are not 0.")
logical_or = Function("logical_or(a, b)", "Whether one is not 0.")
logical_xor = Function("logical_xor(a, b)", "Whether exactly one is not 0.")
logical_not = Function("logical_not(a)", "Whether a is 0.")
isfinite = Function("isfinite(x)", "Neither infinite nor NaN.")
isinf = Function("isinf(x)", "Infinite.")
isnan = Function("isnan(x)", "NaN.")
isnormal = Function("isnormal(x)", "Neither zero, subnormal, infinite nor NaN.")
isordered = Function("isordered(x, y)", "Neither is NaN.")
isunordered = Function("isunordered(x, y)", "At least one is NaN.")
islessgreater = Function("islessgreater(x, y)", "x < y or x > y.")
signbit = Function("signbit(x)", "Negative; True for -0.0.")

# Powers, exponentials and logarithms
sqrt = Function("sqrt(x)", "The square root.")
rsqrt = Function("rsqrt(x)", "1/sqrt(x).")
cbrt = Function("cbrt(x)", "The cube root.")
hypot = Function("hypot(x, y)", "sqrt(x*x + y*y) without overflow.")
pown = Function("pown(x, n)", "x to the integer power n.")
powr = Function("powr(x, y)", "exp(y*log(x)) for x >= 0.")
rootn = Function("rootn(x, n)", "The n-th root.")
exp = Function("exp(x)", "e to the power x.")
exp2 = Function("exp2(x)", "2 to the power x.")
exp10 = Function("exp10(x)", "10 to the power x.")
expm1 = Function("expm1(x)", "exp(x) - 1.")
log = Function("log(x)", "The natural logarithm.")
log2 = Function("log2(x)", "The logarithm to base 2.")
log10 = Function("log10(x)", "The logarithm to base 10.")
log1p = Function("log1p(x)", "log(1 + x).")
logaddexp = Function("logaddexp(x, y)", "log(exp(x) + exp(y)) without overflow.")
logb = Function("logb(x)", "The exponent, as a float.")
ilogb = Function("ilogb(x)", "The exponent, as int32.")
ldexp = Function("ldexp(x, n)", "x * 2**n, rounded once.")

# Trigonometry
sin = Function("sin(x)", "The sine of radians.")
cos = Function("cos(x)", "The cosine of radians.")
tan = Function("tan(x)", "The tangent of radians.")
sinpi = Function("sinpi(x)", "The sine of pi*x.")
cospi = Function("cospi(x)", "The cosine of pi*x.")
tanpi = Function("tanpi(x)", "The tangent of pi*x.")
asin = Function("asin(x)", "The inverse sine.")
acos = Function("acos(x)", "The inverse cosine.")
atan = Function("atan(x)", "The inverse tangent.")
asinpi = Function("asinpi(x)", "The inverse sine divided by pi.")
acospi = Function("acospi(x)", "The inverse cosine divided by pi.")
atanpi = Function("atanpi(x)", "The inverse tangent divided by pi.")
atan2 = Function("atan2(y, x)", "The angle of (x, y).")
atan2pi = Function("atan2pi(y, x)", "The angle of (x, y) divided by pi.")
sinh = Function("sinh(x)", "The hyperbolic sine.")
cosh = Function("cosh(x)", "The hyperbolic cosine.")
tanh = Function("tanh(x)", "The hyperbolic tangent.")
asinh = Function("asinh(x)", "The inverse hyperbolic sine.")
acosh = Function("acosh(x)", "The inverse hyperbolic cosine.")
atanh = Function("atanh(x)", "The inverse hyperbolic tangent.")
degrees = Function("degrees(x)", "Radians to degrees.")
radians = Function("radians(x)", "Degrees to radians.")

# Rounding and parts of numbers
ceil = Function("ceil(x)", "Rounded up.")
floor = Function("floor(x)", "Rounded down.")
trunc = Function("trunc(x)", "Rounded towards zero.")
rint = Function("rint(x)", "The nearest integer, halves to even.")
round = Function("round(x)", "The nearest integer, halves to even.", "rint")
fract = Function("fract(x)", "x - floor(x), below 1.")
copysign = Function("copysign(x, y)", "x with the sign of y.")
nextafter = Function("nextafter(x, y)", "The next number from x towards y.")
fabs = Function("fabs(x)", "The magnitude, as a float.")
fdim = Function("fdim(x, y)", "x - y if x > y, else 0.")
fma = Function("fma(a, b, c)", "a*b + c rounded once.")
mad = Function("mad(a, b, c)", "a*b + c, rounded once or twice as is fastest.")
fmax = Function("fmax(x, y)", "The larger; a NaN is ignored.")
fmin = Function("fmin(x, y)", "The smaller; a NaN is ignored.")
maxmag = Function("maxmag(x, y)", "That of larger magnitude.")
minmag = Function("minmag(x, y)", "That of smaller magnitude.")
fmod = Function("fmod(x, y)", "The rest with the sign of x, in floating point.")
mix = Function("mix(x, y, t)", "x + (y - x)*t.")
step = Function("step(edge, x)", "0 if x < edge, else 1.")
smoothstep = Function("smoothstep(e0, e1, x)", "Hermite's step from 0 at e0 to 1 at e1.")

# Special functions
erf = Function("erf(x)", "The error function.")
erfc = Function("erfc(x)", "1 - erf(x).")
lgamma = Function("lgamma(x)", "The logarithm of the magnitude of gamma.")
tgamma = Function("tgamma(x)", "The gamma function.")

# Complex numbers
real = Function("real(z)", "The real part.")
imag = Function("imag(z)", "The imaginary part.")
conj = Function("conj(z)", "The conjugate.")
arg = Function("arg(z)", "The angle, in (-pi, pi].")
complex = Function("complex(re, im)", "re + im*i.")

# Other names
arccos = acos
arcsin = asin
arctan = atan
arccosh = acosh
arcsinh = asinh
arctanh = atanh
arctan2 = atan2
deg2rad = radians
rad2deg = degrees
absolute = abs
power = pow
clip = clamp
lerp = mix
conjugate = conj
angle = arg
invert = bitwise_invert
left_shift = bitwise_left_shift
right_shift = bitwise_right_shift
bitwise_count = popcount
