// SPDX-License-Identifier: Apache-2.0
// Lets steps write their results where these lie in a joined array, so that joining copies nothing. A result goes there
// if an elementwise node, a product or a copy computes it, if nothing but steps of the function reads it, and if its
// views exist there too. A join that would still copy more than one piece in four stays a step.
#include <algorithm>
#include <unordered_set>

#include "graph/fusion/epilogue_op.hpp"
#include "graph/ops/elementwise_op.hpp"
#include "graph/ops/index_ops.hpp"
#include "graph/ops/reduce_op.hpp"
#include "graph/ops/shape_ops.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {
namespace {

class PartPlacer {
 public:
  explicit PartPlacer(Specialisation& s) : s_(s), producer_(s.slots.size(), SIZE_MAX) {
    for (std::size_t i = 0; i < s_.steps.size(); ++i)
      for (const std::size_t slot : s_.steps[i].outputs) producer_[slot] = i;
    for (const Result& result : s_.results) kept_.insert(root_of(s_.slots, result.slot));
    for (const Update& update : s_.updates) kept_.insert(root_of(s_.slots, update.slot));
    views_.resize(s_.slots.size());
    for (std::size_t i = 0; i < s_.slots.size(); ++i)
      if (s_.slots[i].storage == Storage::view) views_[s_.slots[i].index].push_back(i);
  }

  void run() {
    std::vector<std::vector<Step>> copies(s_.steps.size());
    std::vector<bool> gone(s_.steps.size());
    // From the last join to the first, so that the pieces of a join go where that itself goes.
    for (std::size_t i = s_.steps.size(); i-- > 0;) gone[i] = place(s_.steps[i], copies[i]);
    if (std::find(gone.begin(), gone.end(), true) == gone.end()) return;
    std::vector<Step> steps;
    for (std::size_t i = 0; i < gone.size(); ++i) {
      if (!gone[i]) steps.push_back(std::move(s_.steps[i]));
      for (Step& copy : copies[i]) steps.push_back(std::move(copy));
    }
    s_.steps = std::move(steps);
    order_slots();
  }

 private:
  // A result, and where it lies in the array of the joined one.
  struct Move {
    std::size_t slot = SIZE_MAX;
    Layout layout;
  };

  // Moves the pieces of a join to their places, and gives copies for those that cannot go there. Returns false if the
  // step stays.
  bool place(const Step& step, std::vector<Step>& copies) {
    const auto axis = step.node ? join_axis(*step.node) : std::nullopt;
    if (!axis) return false;
    const Slot& whole = s_.slots[step.outputs[0]];
    if (whole.host || whole.type.size() == 0 || (whole.storage != Storage::planned && !whole.lies)) return false;
    const Layout lies = whole.lies ? *whole.lies : contiguous(whole.type);
    const std::size_t root = whole.lies ? whole.index : step.outputs[0];
    std::vector<Layout> parts;
    std::int64_t start = 0;
    for (const Value& input : step.node->inputs()) {
      const std::int64_t extent = input.type().shape[*axis];
      parts.push_back(lies);
      parts.back().shape[*axis] = extent;
      parts.back().offset += start * lies.strides[*axis];
      start += extent;
    }
    std::vector<Move> moves;
    std::unordered_set<std::size_t> moved;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      moves.push_back(move_of(step, step.inputs[i], parts[i]));
      if (moves[i].slot != SIZE_MAX && !moved.insert(moves[i].slot).second) moves[i].slot = SIZE_MAX;
      copied += moves[i].slot == SIZE_MAX && parts[i].size() > 0;
    }
    if (copied > parts.size() / 4) return false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (moves[i].slot != SIZE_MAX)
        lay(moves[i].slot, root, std::move(moves[i].layout));
      else if (parts[i].size() > 0)
        copies.push_back(copy_step(step, step.inputs[i], root, std::move(parts[i])));
    }
    return true;
  }

  // The move that brings the value of slot `from` to the layout `to`; without a slot if there is none.
  Move move_of(const Step& step, std::size_t from, const Layout& to) const {
    std::vector<std::size_t> chain{from};
    Layout layout = to;
    while (s_.slots[chain.back()].storage == Storage::view && !s_.slots[chain.back()].lies) {
      const Slot& view = s_.slots[chain.back()];
      auto before = before_view(*view.value.node, layout, s_.slots[view.index].type);
      if (!before) return {};
      layout = std::move(*before);
      chain.push_back(view.index);
    }
    const std::size_t slot = chain.back();
    const Slot& at = s_.slots[slot];
    if (at.storage != Storage::planned || at.context != step.context || kept_.count(slot) || at.type.size() == 0 ||
        at.type.dtype != s_.slots[step.outputs[0]].type.dtype || producer_[slot] == SIZE_MAX ||
        !writes(*s_.steps[producer_[slot]].node, layout) || !views_exist(slot, layout))
      return {};
    // The views must lead back to the place: axes of extent 1 aside, this is so for each view that was undone.
    Layout back = layout;
    for (std::size_t i = chain.size() - 1; i-- > 0;) {
      const Node& view = *s_.slots[chain[i]].value.node;
      back = *view.op().view(view, back);
    }
    if (!same_elements(back, to)) return {};
    return {slot, std::move(layout)};
  }

  // The layout of a view's operand that gives the view this layout; empty for views of parts and repetitions.
  static std::optional<Layout> before_view(const Node& view, const Layout& layout, const Type& operand) {
    if (op_as<Reshape>(view)) return layout::reshape_view(layout, operand.shape, base::dtype_size(operand.dtype));
    const auto* shuffle = op_as<DimShuffle>(view);
    if (!shuffle) return std::nullopt;
    Layout out{operand.shape, Dims(operand.ndim(), 0), layout.offset};
    for (std::size_t d = 0; d < shuffle->order().size(); ++d)
      if (const std::int64_t axis = shuffle->order()[d]; axis >= 0) out.strides[std::size_t(axis)] = layout.strides[d];
    return out;
  }

  static bool same_elements(const Layout& a, const Layout& b) {
    if (a.shape != b.shape || a.offset != b.offset) return false;
    for (std::size_t d = 0; d < a.ndim(); ++d)
      if (a.shape[d] > 1 && a.strides[d] != b.strides[d]) return false;
    return true;
  }

  // Whether the node can write a result of this layout. A reshape that copies sees it in the shape of its operand.
  static bool writes(const Node& node, const Layout& layout) {
    if (op_as<Elementwise>(node) || op_as<Dot>(node) || op_as<Epilogue>(node) || join_axis(node)) return true;
    return op_as<Reshape>(node) &&
           layout::reshape_view(layout, node.inputs()[0].type().shape, base::dtype_size(node.types()[0].dtype));
  }

  // Whether all views of the slot exist where it has this layout.
  bool views_exist(std::size_t slot, const Layout& layout) const {
    return std::all_of(views_[slot].begin(), views_[slot].end(), [&](std::size_t view) {
      if (s_.slots[view].lies) return false;
      const Node& node = *s_.slots[view].value.node;
      const auto of_view = node.op().view(node, layout);
      return of_view && views_exist(view, *of_view);
    });
  }

  static Layout contiguous(const Type& type) {
    return layout::c_layout(type.shape, base::dtype_size(type.dtype), "function");
  }

  void lay(std::size_t slot, std::size_t root, Layout layout) {
    s_.slots[slot].storage = Storage::view;
    s_.slots[slot].index = root;
    s_.slots[slot].lies = std::move(layout);
  }

  Step copy_step(const Step& join, std::size_t from, std::size_t root, Layout layout) {
    Slot to = slot_like(s_.slots[from], Storage::view);
    to.context = join.context;
    to.index = root;
    to.lies = std::move(layout);
    s_.slots.push_back(std::move(to));
    return {.node = {},
            .run = [](NodeArrays inputs, NodeArrays outputs) { array::assign(*outputs[0], *inputs[0], "function"); },
            .context = join.context,
            .inputs = {from},
            .outputs = {s_.slots.size() - 1},
            .recordable = true,
            .label = "copy of a part"};
  }

  // Numbers the slots anew, so that each stands behind the one that it lies in.
  void order_slots() {
    std::vector<std::size_t> order, place(s_.slots.size(), SIZE_MAX);
    for (std::size_t i = 0; i < s_.slots.size(); ++i) {
      std::vector<std::size_t> chain{i};
      while (s_.slots[chain.back()].storage == Storage::view) chain.push_back(s_.slots[chain.back()].index);
      for (std::size_t k = chain.size(); k-- > 0;)
        if (place[chain[k]] == SIZE_MAX) {
          place[chain[k]] = order.size();
          order.push_back(chain[k]);
        }
    }
    std::vector<Slot> slots;
    for (const std::size_t from : order) slots.push_back(std::move(s_.slots[from]));
    for (Slot& slot : slots)
      if (slot.storage == Storage::view) slot.index = place[slot.index];
    s_.slots = std::move(slots);
    for (Step& step : s_.steps)
      for (auto* list : {&step.inputs, &step.outputs})
        for (std::size_t& slot : *list)
          if (slot != SIZE_MAX) slot = place[slot];
    for (Result& result : s_.results) result.slot = place[result.slot];
    for (Update& update : s_.updates) update.slot = place[update.slot];
  }

  Specialisation& s_;
  std::vector<std::size_t> producer_;            // the step that writes each slot
  std::unordered_set<std::size_t> kept_;         // slots whose memory callers or variables get
  std::vector<std::vector<std::size_t>> views_;  // for each slot those that view it
};

}  // namespace

void place_parts(Specialisation& s) { PartPlacer(s).run(); }

}  // namespace kiln::graph
