// SPDX-License-Identifier: Apache-2.0
// The operation table: every operation of the library with its dtypes, samples, errors, host reference,
// tolerance and gradient flag. It drives tests/ops, `kiln selftest`, `kiln bench` and the matrix in
// docs/reference/operations/table.md. An operation that is not in it does not exist.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "host_array.hpp"

namespace kiln::operations {

using Arrays = std::vector<GpuArray>;

// What must come of a sample. Without a scale an element's error is measured at its own size; a scale says at
// what size it arises (a sum's: the sum of magnitudes).
struct Expected {
  HostArray array;
  std::vector<Real> scale;
  // Of complex elements, if not empty: how parts are judged.
  enum Parts : unsigned char { together, apart, apart_of_any_sign };
  std::vector<Parts> parts = {};
};

// One call. `run` gets the inputs, uploaded in layouts of the driver's choice, and either no destination or
// one a result.
struct Sample {
  std::string text;  // "axis=1 keepdims", for messages
  std::vector<HostArray> inputs;
  std::function<Arrays(const Context& context, std::span<const GpuArray> inputs, std::span<const GpuArray> out)> run;
  std::function<std::vector<Expected>()> expected;
  bool takes_destination = true;
  bool strided_inputs = true;  // may come in any layout
};

// A call that must fail so.
struct ErrorSample {
  std::string text;
  kiln_status status;
  std::string part;  // of the message
  std::function<void(const Context& context)> run;
};

// A timing: `run` queues one call; bytes are counted once in, once out.
struct Timing {
  std::string text;  // what is not the dtype and size: "axis 0", "rows of 64"; empty where there is one case
  std::function<void()> run;
  double bytes = 0;
  double operations = 0;  // floating-point, of products
};

enum class Gradient { none, exists };  // of a differentiable function: its derivative is defined

// Units in the last place of the result's dtype that an element may be off; 0: exact.
struct Tolerance {
  double float16 = 0, bfloat16 = 0, float32 = 0, float64 = 0;
  double complex = 0;  // of the magnitude
};

struct Operation {
  std::string name, group;
  std::vector<std::string> functions;  // of the C API, that it covers
  std::vector<kiln_dtype> dtypes;      // of the first input
  Gradient gradient = Gradient::none;
  Tolerance tolerance;
  std::function<std::vector<Sample>(Random& random, kiln_dtype dtype)> samples;
  std::function<std::vector<ErrorSample>()> errors;
  // The calls worth timing, each over about `size` elements of a dtype.
  std::function<std::vector<Timing>(const Context& context, kiln_dtype dtype, std::int64_t size)> timings;
};

// In the order of docs/reference/operations.md.
const std::vector<Operation>& operations();

// One file a group adds its rows.
void add_arrays(std::vector<Operation>& table);
void add_views(std::vector<Operation>& table);
void add_elementwise(std::vector<Operation>& table);
void add_fused(std::vector<Operation>& table);
void add_reductions(std::vector<Operation>& table);
void add_custom_reduction(std::vector<Operation>& table);
void add_statistics(std::vector<Operation>& table);
void add_random(std::vector<Operation>& table);
void add_scans(std::vector<Operation>& table);
void add_custom_scan(std::vector<Operation>& table);
void add_by_key(std::vector<Operation>& table);
void add_order(std::vector<Operation>& table);
void add_order_by(std::vector<Operation>& table);
void add_sets(std::vector<Operation>& table);
void add_places(std::vector<Operation>& table);
void add_places_at(std::vector<Operation>& table);
void add_masks(std::vector<Operation>& table);
void add_moving(std::vector<Operation>& table);
void add_grids(std::vector<Operation>& table);
void add_dots(std::vector<Operation>& table);
void add_updates(std::vector<Operation>& table);  // gemm and its kin
void add_products(std::vector<Operation>& table);
void add_norms(std::vector<Operation>& table);  // and vector products and traces
void add_convolutions(std::vector<Operation>& table);
void add_pooling(std::vector<Operation>& table);
void add_upsampling(std::vector<Operation>& table);
void add_loops(std::vector<Operation>& table);  // and choices, of graphs

// ---- dtype lists ----
std::vector<kiln_dtype> all_dtypes();
std::vector<kiln_dtype> number_dtypes();  // all but bool
std::vector<kiln_dtype> real_dtypes();    // bool, integers, floats
std::vector<kiln_dtype> float_dtypes();
std::vector<kiln_dtype> integer_dtypes();

// ---- Driver ----
struct Failure {
  std::string text;
};
struct Counts {
  std::size_t samples = 0, errors = 0;
};
struct Effort {
  std::size_t most_samples = SIZE_MAX;  // of an operation and dtype
  // Only the sample with elements whose turn it is, and those without.
  std::optional<std::size_t> turn = {};
};
// Runs the samples of an operation and dtype on a device, in layouts and with destinations chosen by the
// seed.
std::vector<Failure> check(const Context& context, const Operation& operation, kiln_dtype dtype, std::uint64_t seed,
                           const Effort& effort, Counts& counts);
// The elementwise functions of a dtype, many in one kernel: of special and random elements, of operands of
// any strides, into new arrays, given ones and inputs. Compiles a tenth of the kernels that checks of each
// take.
std::vector<Failure> check_together(const Context& context, kiln_dtype dtype, std::uint64_t seed, Counts& counts);
// What is wrong with a result, in words; nothing: "".
std::string compare(const Tolerance& tolerance, const GpuArray& result, const Expected& expected);
std::vector<Failure> check_errors(const Context& context, const Operation& operation, Counts& counts);
bool has_dtype(const Context& context, kiln_dtype dtype);

}  // namespace kiln::operations
