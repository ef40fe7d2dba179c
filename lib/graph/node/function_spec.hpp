// SPDX-License-Identifier: Apache-2.0
// What a program asks of a compiled function: inputs, outputs, updates and options; and arguments of calls.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/node/leaf.hpp"
#include "graph/node/node.hpp"

namespace kiln::graph {

enum class Mode { fast_run, fast_compile, debug, nan_guard };
enum class OnUnused { raise, warn, ignore };
enum class Optimizer { fast_run, fast_compile, none };  // which passes run
struct Pass;

struct FunctionInput {
  Value variable;
  bool on_host = false;               // never moved to a device: for operations on the host
  Ref<array::Array> value = nullptr;  // for calls that leave the argument out; null: none may
};
struct FunctionOutput {
  Value value;
  bool borrow = false;  // the function's own memory, which the next call may overwrite
};

struct FunctionSpec {
  std::vector<FunctionInput> inputs;
  std::vector<FunctionOutput> outputs;
  std::vector<std::pair<Value, Value>> updates;  // shared variable, new value
  std::vector<std::pair<Value, Value>> givens;   // value, what stands for it
  std::string name;
  Mode mode = Mode::fast_run;
  OnUnused on_unused = OnUnused::raise;
  bool downcast = false;  // inputs of a wider dtype are converted
  bool profile = false;
  bool default_updates = true;  // states of random numbers advance unless the program updates them
  bool keep_memory = false;     // allow_gc=False: the plan's memory stays between calls
  std::size_t signatures = 32;  // that stay compiled
  bool report_profile = false;  // to the log, when the function goes
  Optimizer optimizer = Optimizer::fast_run;
  std::vector<std::string> excluded_passes, included_passes;
  OnUnused host_ops = OnUnused::ignore;   // assert_no_cpu_op
  OnUnused float64 = OnUnused::ignore;    // warn_float64
  std::vector<const Pass*> extra_passes;  // for tests: after the others
  runtime::Context* context = nullptr;    // of inputs and of what says nothing else; null: the flag `device`
};

// "function 'train'", for messages.
std::string function_text(const FunctionSpec& spec);

// One argument of a call: elements on the host, or an array.
struct Argument {
  array::Array* array = nullptr;
  DType dtype = KILN_FLOAT32;  // of host elements
  Dims shape;
  const Dims* strides = nullptr;  // bytes; null: C order
  const void* data = nullptr;
};

}  // namespace kiln::graph
