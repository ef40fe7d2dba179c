// SPDX-License-Identifier: Apache-2.0
// Values are computed in the order of the program. This order is depth-first, so few values are needed later at any
// time, and parts pass few temporaries on. A part ends where the next value would need more arrays than a kernel takes.
#include "expr/split.hpp"

#include <algorithm>

#include "expr/builder.hpp"

namespace kiln::expr {
namespace {

using Kind = Value::Kind;

// One thing to compute, in order: a value, or the store of an output.
struct Item {
  bool store;
  std::size_t number;
};

// Each part has its own copy of inputs, constants and indices, which costs nothing.
bool is_leaf(const Value& value) {
  return value.kind == Kind::input || value.kind == Kind::constant || value.kind == Kind::index;
}

class Splitter {
 public:
  Splitter(const Program& program, const Fits& fits)
      : whole_(program),
        fits_(fits),
        place_(program.values.size(), 0),
        last_(program.values.size(), 0),
        temporary_(program.values.size(), kNone) {
    std::vector<std::vector<std::size_t>> stores(program.values.size());
    for (std::size_t i = 0; i < program.outputs.size(); ++i) stores[program.outputs[i].value].push_back(i);
    for (std::size_t v = 0; v < program.values.size(); ++v) {
      place_[v] = items_.size();
      if (!is_leaf(program.values[v])) items_.push_back({false, v});
      for (const std::size_t output : stores[v]) items_.push_back({true, output});
    }
    for (std::size_t at = 0; at < items_.size(); ++at) for_each_read(items_[at], [&](std::size_t v) { last_[v] = at; });
  }

  Split run() {
    for (std::size_t from = 0; from < items_.size();) {
      const std::size_t to = end_of_part(from);
      add_part(from, to);
      from = to;
    }
    return std::move(split_);
  }

 private:
  static constexpr std::size_t kNone = std::size_t(-1);

  // Visits each value that the item reads, once.
  template <class Visit>
  void for_each_read(const Item& item, Visit&& visit) const {
    if (item.store) return visit(whole_.outputs[item.number].value);
    const Value& value = whole_.values[item.number];
    for (int a = 0; a < operand_count(value); ++a)
      if (std::find(value.args, value.args + a, value.args[a]) == value.args + a) visit(value.args[a]);
  }

  // The end of the largest part that begins at `from` and fits in one kernel.
  std::size_t end_of_part(std::size_t from) const {
    std::vector<bool> met(whole_.values.size(), false);
    std::size_t arrays = 0, scalars = 0, waiting = 0, end = from + 1;
    for (std::size_t at = from; at < items_.size(); ++at) {
      for_each_read(items_[at], [&](std::size_t v) {
        const Value& value = whole_.values[v];
        const bool here = !is_leaf(value) && place_[v] >= from;
        if (here && last_[v] == at) --waiting;
        if (here || met[v]) return;
        met[v] = true;
        if (value.kind == Kind::input && whole_.inputs[value.input].scalar)
          ++scalars;
        else if (value.kind == Kind::input || !is_leaf(value))
          ++arrays;
      });
      if (items_[at].store)
        ++arrays;
      else
        ++waiting;
      if (!fits_(arrays, scalars)) break;
      if (fits_(arrays + waiting, scalars)) end = at + 1;
    }
    return end;
  }

  // The number that the value has in `part`; a value from an earlier part becomes an input.
  std::uint16_t value_in(Part& part, std::size_t v) {
    if (number_[v] != kNone) return std::uint16_t(number_[v]);
    Value value = whole_.values[v];
    if (value.kind == Kind::input) {
      part.inputs.push_back({false, value.input});
      part.program.inputs.push_back(whole_.inputs[value.input]);
      part.program.inputs.back().argument = part.inputs.size() - 1;
    } else if (!is_leaf(value)) {
      part.inputs.push_back({true, temporary_[v]});
      part.program.inputs.push_back({"", value.dtype, false, part.inputs.size() - 1});
      split_.temporaries[temporary_[v]].last = split_.parts.size();
      value = Value{Kind::input, value.dtype};
    }
    if (value.kind == Kind::input) value.input = std::uint16_t(part.inputs.size() - 1);
    return push(part, v, value);
  }
  std::uint16_t push(Part& part, std::size_t v, const Value& value) {
    number_[v] = part.program.values.size();
    part.program.values.push_back(value);
    return std::uint16_t(number_[v]);
  }

  void add_part(std::size_t from, std::size_t to) {
    Part part;
    number_.assign(whole_.values.size(), kNone);
    for (std::size_t at = from; at < to; ++at) {
      if (items_[at].store) {
        const Program::Output& output = whole_.outputs[items_[at].number];
        part.program.outputs.push_back({output.name, output.dtype, value_in(part, output.value)});
        part.outputs.push_back({false, items_[at].number});
        continue;
      }
      Value value = whole_.values[items_[at].number];
      for (int a = 0; a < operand_count(value); ++a) value.args[a] = value_in(part, value.args[a]);
      push(part, items_[at].number, value);
    }
    for (std::size_t at = from; at < to; ++at) {
      const std::size_t v = items_[at].number;
      if (items_[at].store || last_[v] < to) continue;
      temporary_[v] = split_.temporaries.size();
      split_.temporaries.push_back({whole_.values[v].dtype, 0});
      part.program.outputs.push_back({"", whole_.values[v].dtype, std::uint16_t(number_[v])});
      part.outputs.push_back({true, temporary_[v]});
    }
    split_.parts.push_back(std::move(part));
  }

  const Program& whole_;
  const Fits& fits_;
  std::vector<Item> items_;
  // For each value, the item that computes it and the item that reads it last.
  std::vector<std::size_t> place_, last_;
  std::vector<std::size_t> temporary_;  // for each value that a later part reads, the index of its temporary
  std::vector<std::size_t> number_;     // for each value, its number in the part that is being made
  Split split_;
};

}  // namespace

Split split(const Program& program, const Fits& fits) { return Splitter(program, fits).run(); }

}  // namespace kiln::expr
