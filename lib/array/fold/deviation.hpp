// SPDX-License-Identifier: Apache-2.0
// How sets of elements are combined where their squared deviations are summed. Private to array/.
#pragma once

namespace kiln::array {

// c elements (or their weights) with mean p + u and sum of squared deviations q, where p is one of them, so
// that a mean far from 0 takes no digits of u. Chan, Golub and LeVeque, "Updating formulae and a pairwise
// algorithm for computing sample variances" (1979).
inline constexpr char kDeviationIdentity[] = "c = 0; u = 0; q = 0; p = 0";
inline constexpr char kDeviationCombine[] =
    "t = c + c_; g = c > 0 ? p : p_; d = (p_ - g) + (u_ - u); f = t > 0 ? c_ / t : 0; "
    "q = q + q_ + d*(d*(c*f)); u = u + d*f; c = t; p = g";
// The same of weights: p is of the heavier side, as an element far off that weighs next to nothing takes
// digits too.
inline constexpr char kWeightedCombine[] =
    "t = c + c_; h = c >= c_; d = h ? (p_ - p) + (u_ - u) : (p - p_) + (u - u_); "
    "f = t > 0 ? (h ? c_ : c) / t : 0; q = q + q_ + d*(d*((h ? c : c_)*f)); "
    "u = (h ? u : u_) + d*f; p = h ? p : p_; c = t";

}  // namespace kiln::array
