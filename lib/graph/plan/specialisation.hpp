// SPDX-License-Identifier: Apache-2.0
// A function for one signature of inputs: the optimised graph, its steps, where every value lies. Private to
// functions.
#pragma once

#include "graph/node/function_spec.hpp"
#include "runtime/recording.hpp"

namespace kiln::graph {

enum class Storage {
  input,     // an argument of the call, or its copy on the device
  shared,    // a shared variable's array
  constant,  // made once
  planned,   // in the arena of its context
  fresh,     // an output, allocated by each call
  view       // of another slot
};

struct Slot {
  Value value;
  Type type;
  runtime::Context* context = nullptr;
  bool host = false;  // in host memory, which that context pins
  Storage storage = Storage::planned;
  std::size_t index = 0;      // input: which upload; shared: which; view: the slot it is of
  int first = -1, last = -1;  // steps that write and read it last; views count for what they are of
  std::size_t arena = 0;      // planned: which
  std::uint64_t offset = 0;   // planned: bytes into the arena
  bool lands = false;  // comes from another context: written beside the work there, so in an arena of its own
  Ref<array::Array> array;  // constant; null: to be made by the next call
};

struct Step {
  NodeRef node;
  Runner run;
  runtime::Context* context = nullptr;
  std::vector<std::size_t> inputs, outputs;  // slots; an input of SIZE_MAX is not read
  bool recordable = true;
  std::string label;
};

// An argument on a context that reads it, or on the host.
struct Upload {
  std::size_t input = 0;
  runtime::Context* context = nullptr;
  bool host = false;
  bool moves = true;  // the newest call's argument was not there yet
};

// Memory of a plan.
struct Arena {
  runtime::Context* context = nullptr;
  std::uint64_t bytes = 0;
};

// What a call leaves for the caller.
struct Result {
  std::size_t slot = 0;
  bool host = true;
  bool borrow = false;
  bool copy = false;  // of memory that will change
  bool made = false;  // on the host, by the steps, for this result alone
};

struct Update {
  std::size_t shared = 0;  // which
  std::size_t slot = 0;
  bool in_place = false;  // the steps write the variable's array
  bool replaces = false;  // the new value has another shape
};

struct Specialisation {
  std::vector<std::int64_t> signature;
  Ref<runtime::Context> home;                     // of what says nothing else
  std::vector<Ref<runtime::Context>> contexts{};  // of the steps, each once
  Values graph;                                   // outputs, then updates, optimised
  std::vector<Type> inputs;
  std::vector<Upload> uploads;
  std::vector<Slot> slots;
  std::vector<Step> steps;
  std::vector<Arena> arenas;
  std::vector<Arena> temporaries;  // of the steps' own, for each list of steps; known once those are built
  std::vector<Result> results;
  std::vector<Update> updates;
  std::uint64_t intermediate_bytes = 0;  // the sum of all planned values'
  double compile_seconds = 0;

  // ---- Running ----
  bool built = false;  // the kernels of all steps
  struct Segment {
    std::size_t begin = 0, end = 0;     // steps
    Ref<runtime::Recording> recording;  // null: run step by step
    runtime::Context* context = nullptr;
  };
  struct Binding {
    std::vector<std::uint64_t> key;  // where externals lie
    std::vector<Segment> segments;
  };
  std::vector<Ref<runtime::Buffer>> memory;  // of the arenas
  std::vector<std::unique_ptr<Binding>> bindings;
  std::vector<std::size_t> profile_rows[3];      // of uploads, steps, results
  std::shared_ptr<struct PassCheck> pass_check;  // of DebugMode
};

// Steps and slots of the optimised graph; then offsets of planned slots.
void make_steps(const FunctionSpec& spec, std::span<const Ref<Shared>> shared, runtime::Context& context,
                Specialisation& s);
Ref<array::Array> constant_array(const Slot& slot);
// Steps of functions over several contexts in an order in which moves overlap with work.
void schedule(Specialisation& s);
void find_lifetimes(Specialisation& s);  // Slot::first and last
void plan_memory(Specialisation& s);
// Of one context, or null: of all. What the plan needs, temporaries of steps among it as far as they are
// known.
std::uint64_t peak_bytes(const Specialisation& s, const runtime::Context* context = nullptr);
// For every step the earlier ones that must come before it: what it reads is written, what it writes is read
// no more. Empty where that would take long to find out.
std::vector<std::vector<std::uint32_t>> dependencies(const Specialisation& s);

}  // namespace kiln::graph
