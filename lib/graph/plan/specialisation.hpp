// SPDX-License-Identifier: Apache-2.0
// A specialisation is a function compiled for one signature (the shapes of its inputs and shared variables):
// the optimised graph, the steps that compute it, and where each value lies in memory. Only the graph layer
// uses this header.
#pragma once

#include "graph/node/function_spec.hpp"
#include "runtime/context/recording.hpp"

namespace kiln::graph {

enum class Storage {
  input,     // an argument of the call, or a copy of it on the device
  shared,    // the array of a shared variable
  constant,  // made with the plan and kept
  planned,   // in the arena of its context
  fresh,     // in new memory of each call: outputs, values in host memory, and updates of another shape
  view       // a view of another slot
};

// A slot says where one value of the graph lies in memory.
struct Slot {
  Value value;
  Type type;
  runtime::Context* context = nullptr;
  bool host = false;  // in host memory
  Storage storage = Storage::planned;
  std::size_t index = 0;  // input: index of the upload; shared: index of the variable; view: the viewed slot
  // The indices of the step that writes the slot and of the step that reads it last. Reading a view counts as
  // reading the viewed slot.
  int first = -1, last = -1;
  std::size_t arena = 0;     // planned: index of the arena
  std::uint64_t offset = 0;  // planned: bytes from the start of the arena
  // The slot is written by a transfer from another context, at the same time as other steps run. So it does not
  // share an arena with other slots.
  bool lands = false;
  Ref<array::Array> array = nullptr;  // constant: its array; null: the next call makes it
  // view: a step writes the slot, and this is where it lies in the viewed one, which is contiguous. Empty: the slot's
  // operation is the view.
  std::optional<Layout> lies = std::nullopt;
};

// The layout of a view of an array with the layout `of`.
inline Layout layout_of_view(const Slot& slot, const Layout& of) {
  if (!slot.lies) return *slot.value.op().view(*slot.value.node, of);
  Layout layout = *slot.lies;
  layout.offset += of.offset;
  return layout;
}

// A slot for the same value in memory of its own.
inline Slot slot_like(const Slot& slot, Storage storage) {
  return {.value = slot.value, .type = slot.type, .context = slot.context, .storage = storage};
}
// The slot in whose memory this one lies: itself, or the slot that it views in the end.
inline std::size_t root_of(const std::vector<Slot>& slots, std::size_t slot) {
  while (slots[slot].storage == Storage::view) slot = slots[slot].index;
  return slot;
}

// One operation of a call: a kernel or a few, a copy, or a function on the host.
struct Step {
  NodeRef node;
  Runner run;
  runtime::Context* context = nullptr;
  std::vector<std::size_t> inputs, outputs;  // indices of slots; SIZE_MAX: the input is not read
  bool recordable = true;
  std::string label;
  Bodies bodies = {};  // of the node
};

// An argument on a context that reads it, or on the host. One argument may have several uploads.
struct Upload {
  std::size_t input = 0;
  runtime::Context* context = nullptr;
  bool host = false;
  bool moves = true;  // whether the newest call had to move the argument there
};

// A block of device memory in which planned slots lie.
struct Arena {
  runtime::Context* context = nullptr;
  std::uint64_t bytes = 0;
};

// One output of a call.
struct Result {
  std::size_t slot = 0;
  bool host = true;     // the caller gets it in host memory
  bool borrow = false;  // the caller gets the function's memory, which the next call may overwrite
  bool copy = false;    // a copy is needed, as the memory will be written again
  bool made = false;    // computed on the host by the steps, in memory that is for this result alone
};

// The new value of one shared variable.
struct Update {
  std::size_t shared = 0;  // index of the variable
  std::size_t slot = 0;
  bool in_place = false;  // a step writes the new value into the variable's array
  bool replaces = false;  // the new value has another shape, so its array becomes the variable's
};

struct Specialisation {
  std::vector<std::int64_t> signature;
  Ref<runtime::Context> home;                     // where nodes run whose operands have no place
  std::vector<Ref<runtime::Context>> contexts{};  // of the steps, each once
  Values graph;                                   // the optimised outputs, then the optimised updates
  std::vector<std::string> apart{};               // sentences on nodes that one kernel could have had, for explain
  std::vector<Type> inputs;
  std::vector<Upload> uploads;
  std::vector<Slot> slots;
  std::vector<Step> steps;
  std::vector<Arena> arenas;
  // Temporaries of the steps' kernels, for each segment; known once segments are built.
  std::vector<Arena> temporaries;
  std::vector<Result> results;
  std::vector<Update> updates;
  std::uint64_t intermediate_bytes = 0;  // of all planned values, if each had memory of its own
  double compile_seconds = 0;
  std::uint64_t update_visits = 0;  // of steps and slots by write_over_variables(), which tests count

  // ---- Running ----
  bool built = false;  // whether the kernels of all steps are built
  // Neighbouring steps that are recorded together, or one step that cannot be recorded.
  struct Segment {
    std::size_t begin = 0, end = 0;     // steps begin, ..., end - 1
    Ref<runtime::Recording> recording;  // null: the steps are run one by one
    runtime::Context* context = nullptr;
  };
  // Recordings for calls whose arrays lie in the same memory.
  struct Binding {
    std::vector<std::uint64_t> key;  // where arrays from outside the recordings lie, see Call::key()
    std::vector<Segment> segments;
  };
  std::vector<Ref<runtime::Buffer>> memory;  // of the arenas, if it stays between calls
  std::vector<std::unique_ptr<Binding>> bindings;
  std::vector<std::size_t> profile_rows[3];      // of uploads, steps and results: rows of the profile
  std::shared_ptr<struct PassCheck> pass_check;  // what DebugMode compares
};

// make_steps() makes steps and slots from s.graph; plan_memory() then gives planned slots their arenas and offsets.
void make_steps(const FunctionSpec& spec, std::span<const Ref<Shared>> shared, runtime::Context& context,
                Specialisation& s);
Ref<array::Array> constant_array(const Slot& slot);
// Whether a reshape keeps or divides axes and merges none. Such a view exists whatever the strides are.
bool divides_axes(const Dims& from, const Dims& to);
// Lets steps write new values of shared variables over the old ones, where no later step reads these (updates.cpp).
// Sets Slot::first and last.
void write_over_variables(const FunctionSpec& spec, Specialisation& s);
// Lets steps write results where they lie in a joined array, which then needs no step (parts.cpp).
void place_parts(Specialisation& s);
// Orders the steps of functions on several contexts so that transfers overlap with computation.
void schedule(Specialisation& s);
// The slot whose memory output `k` of a step may take over from input `i`, or SIZE_MAX. The input must have
// the elements in the output's order, and the step must not read them through another input.
std::size_t reusable(const std::vector<Slot>& slots, const Step& step, std::size_t i, std::size_t k);
void find_lifetimes(Specialisation& s);  // sets Slot::first and last
void plan_memory(Specialisation& s);
// The bytes of device memory that the plan needs, on one context or (null) on all. Temporaries of steps are
// included as far as they are known.
std::uint64_t peak_bytes(const Specialisation& s, const runtime::Context* context = nullptr);
// The same for the plan of a body, whose steps are not recorded one by one.
std::uint64_t body_memory(const Specialisation& s);
// Returns for each step the earlier steps it must wait for: those that write what it reads, and those that
// read or write what it writes. Empty if there are so many steps that finding out would take long.
std::vector<std::vector<std::uint32_t>> dependencies(const Specialisation& s);

}  // namespace kiln::graph
