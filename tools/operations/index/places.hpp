// SPDX-License-Identifier: Apache-2.0
// What the rows of elements by index arrays share.
#pragma once

#include "rows.hpp"

namespace kiln::operations {

// Random indices of an axis of n elements, negative ones too; where contexts do not check, one outside.
HostArray random_places(Random& random, kiln_dtype dtype, const Shape& shape, std::int64_t n);
// Where an index leads where none is checked.
std::int64_t place_inside(Number index, std::int64_t n);
// A context that checks indices; the flag is as before afterwards.
Context checking_indices(const Context& context);

// What a write does with an element.
using Combine = Number (*)(kiln_dtype dtype, Number old, Number value);
Number replace(kiln_dtype dtype, Number old, Number value);
Number add_to(kiln_dtype dtype, Number old, Number value);
// An array after each position `at` of a shape has written values[at], which broadcast, at place(at).
Expected written(const HostArray& array, const Shape& shape, const HostArray& values, Combine combine,
                 const std::function<Shape(const Shape& at)>& place);

}  // namespace kiln::operations
