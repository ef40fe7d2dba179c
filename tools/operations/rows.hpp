// SPDX-License-Identifier: Apache-2.0
// What rows are written with: samples and errors in few words, positions in arrays on the host.
#pragma once

#include "operation.hpp"

namespace kiln::operations {

using Inputs = std::vector<HostArray>;
using Given = std::span<const GpuArray>;

Operation row(std::string name, std::string group, std::vector<std::string> functions, std::vector<kiln_dtype> dtypes,
              Gradient gradient = Gradient::none);

// ---- Samples ----
// A call with one result; `out` is empty where there is no destination.
Sample sample(std::string text, Inputs inputs,
              std::function<GpuArray(const Context& context, Given in, const GpuArray& out)> run,
              std::function<Expected(const Inputs& inputs)> expected);
// A call that takes no destination, with one result or several.
Sample without_destination(std::string text, Inputs inputs, std::function<Arrays(const Context& context, Given in)> run,
                           std::function<std::vector<Expected>(const Inputs& inputs)> expected);
// A call that modifies its first input.
Sample modifying(std::string text, Inputs inputs, std::function<void(Given in)> run,
                 std::function<Expected(const Inputs& inputs)> expected);

// ---- Errors ----
GpuArray zeros(const Context& context, const Shape& shape, kiln_dtype dtype = KILN_FLOAT32);
GpuArray read_only(const Context& context, const Shape& shape, kiln_dtype dtype = KILN_FLOAT32);
// What every operation with a destination refuses: another shape than `shape`, and a read-only array.
void add_destination_errors(std::vector<ErrorSample>& errors, const Shape& shape, kiln_dtype dtype,
                            std::function<void(const Context& context, const GpuArray& out)> run);

// ---- Timings ----
// Sets the timings of a row, for its own dtypes.
void time(Operation& operation,
          std::function<std::vector<Timing>(const Context& context, kiln_dtype dtype, std::int64_t size)> timings);
// About `size` elements as rows of a power of two.
Shape matrix_of(std::int64_t size);
GpuArray random_elements(const Context& context, kiln_dtype dtype, const Shape& shape);
double bytes_of(const GpuArray& array);
// Sides of square matrices of up to so many elements; floating-point operations of so many products summed.
std::vector<std::int64_t> sides_of(std::int64_t size);
double operations_of(kiln_dtype dtype, double products);

// ---- Positions ----
// Calls for every position of a shape in C order.
void each(const Shape& shape, const std::function<void(const Shape& at)>& call);
// The element at a position, which may be of a shape that the array's broadcasts to.
Number element(const HostArray& array, const Shape& at);
// An array by what is at each position.
Expected elements(kiln_dtype dtype, const Shape& shape, const std::function<Number(const Shape& at)>& value);
// At each position the sum of x(at, i) y(at, i) for i below `count`, times alpha, plus beta times `old` where
// beta is not 0.
Expected sums_of_products(kiln_dtype dtype, const Shape& shape, std::int64_t count,
                          const std::function<Number(const Shape& at, std::int64_t i)>& x,
                          const std::function<Number(const Shape& at, std::int64_t i)>& y, Number alpha = 1,
                          Number beta = 0, const HostArray* old = nullptr);
// The places in C order of the elements of each line along an axis.
std::vector<std::vector<std::size_t>> lines(const Shape& shape, std::size_t axis);
std::size_t axis_of(std::int64_t axis, std::size_t dimensions);

// ---- References of other rows ----
// Of 1-d arrays: kiln/scan.h's, and a reduction of all elements.
Expected scan_reference(kiln_scan_op op, bool exclusive, bool reverse, const HostArray& line);
Expected reduction_reference(kiln_reduce_op op, const HostArray& line);

// ---- Elements ----
HostArray list(kiln_dtype dtype, const std::vector<Real>& values);  // 1-d
// Ordinary elements with special ones among them.
HostArray mixed(Random& random, kiln_dtype dtype, const Shape& shape);

}  // namespace kiln::operations
