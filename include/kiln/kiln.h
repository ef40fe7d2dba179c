/* SPDX-License-Identifier: Apache-2.0
 * Includes all of Kiln's C API. */
#ifndef KILN_H
#define KILN_H

#include <kiln/array.h>
#include <kiln/blas.h>
#include <kiln/buffer.h>
#include <kiln/cache.h>
#include <kiln/collective.h>
#include <kiln/context.h>
#include <kiln/conv.h>
#include <kiln/elementwise.h>
#include <kiln/file.h>
#include <kiln/flags.h>
#include <kiln/graph.h>
#include <kiln/index.h>
#include <kiln/interop.h>
#include <kiln/kernel.h>
#include <kiln/pool.h>
#include <kiln/random.h>
#include <kiln/reduce.h>
#include <kiln/scan.h>
#include <kiln/sort.h>
#include <kiln/types.h>

#endif
