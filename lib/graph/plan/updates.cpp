// SPDX-License-Identifier: Apache-2.0
// A new value of a shared variable is written over the old one, without a copy, where no later step reads the old one.
// Steps that give nothing but such values first move behind the last step that reads the old ones. All of it is linear
// in the steps and their operands, but for sorting.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/ops/shape_ops.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

class UpdatePlacer {
 public:
  UpdatePlacer(const FunctionSpec& spec, Specialisation& s) : spec_(spec), s_(s) {}

  void run() {
    find_lifetimes(s_);
    visit(s_.steps.size() + s_.slots.size());
    if (s_.updates.empty()) return;
    delay();
    find_lifetimes(s_);
    visit(s_.steps.size() + s_.slots.size());
    write_over();
  }

 private:
  // Where a step stands: behind the step that was at `place`, as number `behind` of those that moved there.
  struct Order {
    int place = -1, behind = 0;
    friend auto operator<=>(const Order&, const Order&) = default;
  };

  void visit(std::size_t count) { s_.update_visits += count; }
  std::size_t root(std::size_t slot) const { return root_of(s_.slots, slot); }
  // The variable that the slot lies in, or SIZE_MAX.
  std::size_t variable_of(std::size_t slot) const {
    if (slot == SIZE_MAX) return SIZE_MAX;
    const Slot& at = s_.slots[root(slot)];
    return at.storage == Storage::shared ? at.index : SIZE_MAX;
  }

  // Moves steps that give nothing but new values of variables behind the last step that reads the old ones. No step may
  // read what they give.
  void delay() {
    std::unordered_map<std::size_t, std::vector<std::size_t>> updated;  // by slot: the variables
    for (const Update& update : s_.updates) updated[update.slot].push_back(update.shared);
    std::unordered_set<std::size_t> read;
    for (const Step& step : s_.steps)
      for (const std::size_t slot : step.inputs)
        if (slot != SIZE_MAX) read.insert(root(slot));
    // What the end of the function reads, such as an output, keeps its old value until then.
    const int end = int(s_.steps.size());
    std::unordered_map<std::size_t, Order> readers;  // by variable: the last step that reads it
    for (const Slot& slot : s_.slots)
      if (slot.storage == Storage::shared) {
        Order& last = readers[slot.index];
        last = std::max(last, {slot.last, 0});
      }
    visit(2 * s_.steps.size() + s_.slots.size());
    std::vector<Order> order;
    bool moves = false;
    for (int at = 0; at < end; ++at) {
      const Step& step = s_.steps[std::size_t(at)];
      order.push_back({at, 0});
      const auto only_new = [&](std::size_t slot) { return updated.count(slot) != 0 && !read.count(slot); };
      if (!step.node || !step.recordable || !std::all_of(step.outputs.begin(), step.outputs.end(), only_new)) continue;
      Order behind;
      for (std::size_t k = 0; k < step.outputs.size(); ++k)
        for (const std::size_t variable : updated.at(step.outputs[k]))
          if (const auto last = readers.find(variable);
              last != readers.end() && last->second.place < end && writes_over(step, k, variable))
            behind = std::max(behind, last->second);
      // A step reads what it writes over, so it may be the last reader itself.
      if (behind <= order.back()) continue;
      moves = true;
      order.back() = {behind.place, ++moved_};
      for (const std::size_t slot : step.inputs)
        if (const auto last = readers.find(variable_of(slot)); last != readers.end())
          last->second = std::max(last->second, order.back());
    }
    if (moves) sort(order);
  }

  void sort(const std::vector<Order>& order) {
    std::vector<std::size_t> from(order.size());
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = i;
    std::sort(from.begin(), from.end(), [&](std::size_t a, std::size_t b) { return order[a] < order[b]; });
    std::vector<Step> steps;
    steps.reserve(from.size());
    for (const std::size_t i : from) steps.push_back(std::move(s_.steps[i]));
    s_.steps = std::move(steps);
    visit(from.size());
  }

  // Whether output `k` of the step may lie over the variable.
  bool writes_over(const Step& step, std::size_t k, std::size_t variable) const {
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
      const std::size_t from = reusable(s_.slots, step, i, k);
      if (from != SIZE_MAX && s_.slots[from].storage == Storage::shared && s_.slots[from].index == variable)
        return true;
    }
    return false;
  }

  void write_over() {
    // NanGuardMode keeps old values until all new ones are checked.
    if (spec_.mode == Mode::nan_guard) return;
    // A variable may change only after the last step that is not recorded, as such a step may fail.
    std::size_t first = s_.steps.size();
    while (first > 0 && s_.steps[first - 1].recordable) --first;
    std::unordered_map<std::size_t, std::pair<std::size_t, std::size_t>> writers;  // by slot: the step, its output
    for (std::size_t at = 0; at < s_.steps.size(); ++at)
      for (std::size_t k = 0; k < s_.steps[at].outputs.size(); ++k) writers[s_.steps[at].outputs[k]] = {at, k};
    // Variables whose old value another update needs, how many updates a slot has, and slots whose memory a caller
    // gets.
    std::unordered_set<std::size_t> old_needed, handed_out;
    std::unordered_map<std::size_t, std::size_t> counts;
    for (const Update& update : s_.updates) {
      if (const std::size_t variable = variable_of(update.slot); variable != SIZE_MAX) old_needed.insert(variable);
      ++counts[root(update.slot)];
    }
    for (const Result& result : s_.results)
      if (!result.host && result.borrow) handed_out.insert(root(result.slot));
    const std::unordered_set<std::size_t> refusing = with_views_that_merge_axes();
    visit(s_.steps.size() + s_.slots.size() + s_.updates.size());
    for (Update& update : s_.updates) {
      Slot& target = s_.slots[update.slot];
      const auto writer = writers.find(update.slot);
      if (update.replaces || target.storage != Storage::planned || refusing.count(update.slot) ||
          writer == writers.end() || writer->second.first < first)
        continue;
      if (old_needed.count(update.shared) || counts.at(update.slot) > 1 || handed_out.count(update.slot)) continue;
      const auto [at, output] = writer->second;
      const Step& step = s_.steps[at];
      for (std::size_t i = 0; i < step.inputs.size(); ++i) {
        const std::size_t from = reusable(s_.slots, step, i, output);
        if (from == SIZE_MAX) continue;
        const Slot& old = s_.slots[from];
        if (old.storage != Storage::shared || old.index != update.shared || old.last != int(at)) continue;
        target.storage = Storage::shared;
        target.index = update.shared;
        update.in_place = true;
        break;
      }
    }
  }

  // Slots with a view that would not exist if the slot had other strides, as a variable's array may have.
  std::unordered_set<std::size_t> with_views_that_merge_axes() const {
    std::unordered_set<std::size_t> slots;
    for (std::size_t i = 0; i < s_.slots.size(); ++i) {
      const Slot& at = s_.slots[i];
      if (at.storage != Storage::view) continue;
      if (at.lies || (op_as<Reshape>(at.value) && !divides_axes(s_.slots[at.index].type.shape, at.type.shape)))
        slots.insert(root(i));
    }
    return slots;
  }

  const FunctionSpec& spec_;
  Specialisation& s_;
  int moved_ = 0;
};

}  // namespace

// Between the strides here no two axes are one.
bool divides_axes(const Dims& from, const Dims& to) {
  return layout::reshape_view({from, Dims(from.size(), 1), 0}, to, 1).has_value();
}

void write_over_variables(const FunctionSpec& spec, Specialisation& s) { UpdatePlacer(spec, s).run(); }

}  // namespace kiln::graph
