// SPDX-License-Identifier: Apache-2.0
// Common part of the reductions; a file for each shape follows it (reduce_*.cl). The elements of an output are cut into
// `splits` ranges. The order of combination depends on extents and geometry alone, so results do not vary.
//
// Arguments: the operands of KILN_PARAMETERS; `rows` outputs, or, where the innermost axis is kept, the outputs of all
// other kept axes, followed by its extent `cols`; `n` elements of an output; `splits` ranges of `chunk` elements; the
// work-items' share (see the files); `count`, the n of the whole reduction, which the finishing program may use; the
// extents and strides of KILN_EXTENTS. With splits > 1 the outputs are accumulators in a workspace, which a second
// launch reduces.
//
// The generator (lib/codegen/fold) defines these macros. A reduction has one or more accumulators; x0[j], x1[j], ...
// are set j of them, and y0, y1, ... a set for one element.
//   KILN_DECLARE(w)        declares w sets x and one set y
//   KILN_INIT(j)           sets x[j] to the identity
//   KILN_KEPT(row)         declares the operands' offsets of output `row` (and of `split`, for outputs)
//   KILN_REDUCED(t)        declares the inputs' offsets of element t of an output
//   KILN_MAP(i)            y = the mapped element, i elements further along the innermost axis
//   KILN_FOLD(j)           x[j] = x[j] combined with y; KILN_NEXT(j): the same where y is one later element
//   KILN_FROM_LANE(j)      y = x[j]
//   KILN_FINISH(j, c)      computes the results of column c from x[j] and writes them
//   KILN_REPAIR            recomputes accumulators whose sum overflowed (codegen/fold/deviation.hpp); empty otherwise
// On devices with many work-items also:
//   KILN_HOLD              declares room for what KILN_AHEAD accesses read from each input
//   KILN_FETCH(u)          makes access u; KILN_MAP_HELD(u, j, t): y = element j of access u, mapped, at place t
//   KILN_TO_LANE(j)        x[j] = y
//   KILN_LOCALS            declares the accumulators in local memory; KILN_TO_LOCAL(at, j), KILN_FROM_LOCAL(at) move a
//                          set
//   KILN_GROUP             work-items of a group
//   KILN_V                 elements of one access; KILN_AHEAD: accesses of an item that are in flight
//   KILN_TREE              1: elements in flight are combined with each other before they meet the accumulators
#ifndef KILN_REPAIR
#define KILN_REPAIR(j, column, begin, end)
#endif
