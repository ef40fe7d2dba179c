// SPDX-License-Identifier: Apache-2.0
// Kiln for C++17 and later, header-only: counted handles, exceptions and array operators over the C API.
//
//   kiln::Context context("opencl0:0");
//   auto a = kiln::GpuArray::from(context, std::vector<float>{1, 2, 3});
//   kiln::GpuArray r = a * 2 + kiln::exp(a);   // one kernel
//   std::cout << r << '\n';
//
// A member or function without a comment does what the C function of the same name does (kiln/*.h). An object
// holds one reference to a handle; its copies share the handle, as in Python. A failed call throws Error;
// destructors do not throw. An object that has been moved from is empty: it may be assigned to or destroyed,
// and any other use throws Error, which names the class. A parameter `out` that is empty means a new array;
// otherwise the result goes to it, converted to its dtype.
#ifndef KILN_HPP
#define KILN_HPP

#include <kiln/kiln.h>

#include <kiln/cxx/array.hpp>
#include <kiln/cxx/blas.hpp>
#include <kiln/cxx/collective.hpp>
#include <kiln/cxx/context.hpp>
#include <kiln/cxx/conv.hpp>
#include <kiln/cxx/elementwise.hpp>
#include <kiln/cxx/error.hpp>
#include <kiln/cxx/expression.hpp>
#include <kiln/cxx/file.hpp>
#include <kiln/cxx/functions.hpp>
#include <kiln/cxx/graph.hpp>
#include <kiln/cxx/graph_loop.hpp>
#include <kiln/cxx/graph_ops.hpp>
#include <kiln/cxx/graph_random.hpp>
#include <kiln/cxx/graph_user.hpp>
#include <kiln/cxx/index.hpp>
#include <kiln/cxx/interop.hpp>
#include <kiln/cxx/kernel.hpp>
#include <kiln/cxx/pool.hpp>
#include <kiln/cxx/random.hpp>
#include <kiln/cxx/reduction.hpp>
#include <kiln/cxx/scan.hpp>
#include <kiln/cxx/sort.hpp>
#include <kiln/cxx/standard.hpp>
#include <kiln/cxx/statistics.hpp>

#endif
