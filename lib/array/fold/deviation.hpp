// SPDX-License-Identifier: Apache-2.0
// How two sets of elements are combined to get the sum of squared deviations from the mean. Private to array/.
#pragma once

namespace kiln::array {

// A set of elements is described by four numbers. c is their number, or the sum of their weights. p is one of the
// elements, and p + u is their mean: u is small even if the mean is large, so it keeps all its digits. q is the sum
// of squared deviations from the mean. Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for
// computing sample variances" (1979).
inline constexpr char kDeviationIdentity[] = "c = 0; u = 0; q = 0; p = 0";
inline constexpr char kDeviationCombine[] =
    "t = c + c_; g = c > 0 ? p : p_; d = (p_ - g) + (u_ - u); f = t > 0 ? c_ / t : 0; "
    "q = q + q_ + d*(d*(c*f)); u = u + d*f; c = t; p = g";
// The same with weights. p comes from the heavier side: as p, an element far off with a tiny weight would cost u
// digits.
inline constexpr char kWeightedCombine[] =
    "t = c + c_; h = c >= c_; d = h ? (p_ - p) + (u_ - u) : (p - p_) + (u - u_); "
    "f = t > 0 ? (h ? c_ : c) / t : 0; q = q + q_ + d*(d*((h ? c : c_)*f)); "
    "u = (h ? u : u_) + d*f; p = h ? p : p_; c = t";

}  // namespace kiln::array
