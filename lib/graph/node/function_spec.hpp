// SPDX-License-Identifier: Apache-2.0
// FunctionSpec is what a program asks for when it compiles a function: inputs, outputs, updates and options.
// Argument is one input of one call.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/node/leaf.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

enum class Mode { fast_run, fast_compile, debug, nan_guard };
enum class OnUnused { raise, warn, ignore };
enum class Optimizer { fast_run, fast_compile, none };  // the set of passes that run
struct Pass;

struct FunctionInput {
  Value variable;
  bool on_host = false;               // the argument stays in host memory, where operations of the host read it
  Ref<array::Array> value = nullptr;  // the default argument; null: every call must pass one
};
struct FunctionOutput {
  Value value;
  bool borrow = false;  // calls return the function's own memory, which the next call may overwrite
};

struct FunctionSpec;
// A compiled function that an operation calls.
struct Callee {
  std::function<std::vector<Ref<array::Array>>(NodeArrays arguments)> call = nullptr;  // returns the outputs
  BodyBytes bytes = nullptr;                       // of device memory that it keeps and that its outputs take
  std::function<std::string()> explain = nullptr;  // what it says of itself
};

struct FunctionSpec {
  std::vector<FunctionInput> inputs;
  std::vector<FunctionOutput> outputs;
  std::vector<std::pair<Value, Value>> updates;  // pairs of a shared variable and its new value
  std::vector<std::pair<Value, Value>> givens;   // pairs of a value and what replaces it in this function
  std::string name;
  Mode mode = Mode::fast_run;
  OnUnused on_unused = OnUnused::raise;
  bool downcast = false;  // arguments of a wider dtype are converted; otherwise they are refused
  bool profile = false;
  bool default_updates = true;  // states of random streams advance, unless `updates` names them
  bool host_arguments = true;   // the host may read arguments; those of a body are on a device
  bool keep_memory = false;     // allow_gc=False: the memory of temporaries stays allocated between calls
  std::size_t signatures = 32;  // how many specialisations stay compiled
  bool report_profile = false;  // the profile is logged when the function is freed
  Optimizer optimizer = Optimizer::fast_run;
  std::vector<std::string> excluded_passes, included_passes;
  OnUnused host_ops = OnUnused::ignore;   // assert_no_cpu_op: what happens where an operation runs on the host
  OnUnused float64 = OnUnused::ignore;    // warn_float64: what happens where a value is float64
  std::vector<const Pass*> extra_passes;  // tests add passes here, which run before placement
  // Nodes whose operands have no place run on this context. Null: on that of the first shared variable or, without any,
  // of the flag `device`; but if the arrays of a call are all on another context of the same device, on theirs.
  runtime::Context* context = nullptr;
  // Compiles a function that an operation calls while this one runs. The room `function` sets it for rooms before it.
  Callee (*make_callee)(FunctionSpec spec) = nullptr;
};

// "function 'train'", for messages.
std::string function_text(const FunctionSpec& spec);
// The outputs, then the new values of the updates.
Values computed_values(const FunctionSpec& spec);

// One argument of a call: an array, or elements in host memory.
struct Argument {
  array::Array* array = nullptr;
  DType dtype = KILN_FLOAT32;  // of the host elements
  Dims shape;
  const Dims* strides = nullptr;  // in bytes; null: C order
  const void* data = nullptr;
};

}  // namespace kiln::graph
