// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that kernels/fold/sweep.cl expects.
#include "codegen/fold/sweep.hpp"

#include <algorithm>

#include "base/rounding.hpp"
#include "codegen/fold/deviation.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Program;
using Kind = SweepInput::Kind;

namespace {

constexpr std::uint64_t kBlock = 16;      // rows of a block, as in the kernel
constexpr std::uint64_t kAlignment = 64;  // of each accumulator's part of a record

std::uint64_t aligned(std::uint64_t bytes) { return base::round_up(bytes, kAlignment); }

// The program without the inputs that it does not read. `left` receives the numbers of the inputs that stay.
Program without_unread(const Program& program, std::vector<std::size_t>& left) {
  Program out = program;
  out.inputs.clear();
  std::vector<std::uint16_t> places(program.inputs.size(), UINT16_MAX);
  for (expr::Value& value : out.values) {
    if (value.kind != expr::Value::Kind::input) continue;
    std::uint16_t& place = places[value.input];
    if (place == UINT16_MAX) {
      place = std::uint16_t(out.inputs.size());
      out.inputs.push_back(program.inputs[value.input]);
      left.push_back(value.input);
    }
    value.input = place;
  }
  return out;
}

class SweepWriter {
 public:
  SweepWriter(const SweepPrograms& programs, const SweepClass& kind, const Traits& traits)
      : p_(programs), kind_(kind), traits_(traits) {
    finish_ = without_unread(p_.rows.programs.finish, finish_inputs_);
    // Only finish_one() has the number of elements.
    const std::size_t count = p_.rows.programs.identity.size();
    const bool counts = std::find(finish_inputs_.begin(), finish_inputs_.end(), count) != finish_inputs_.end();
    if (traits.vectors && !counts) width_ = vector_width(finish_, false);
  }

  std::string text() {
    std::vector<const Program*> all;
    const auto add = [&](const SweepMember& member) {
      const ReducePrograms& p = member.programs;
      all.insert(all.end(), {&p.map, &p.combine, &p.next, &p.finish});
    };
    add(p_.rows);
    for (const SweepMember& member : p_.columns) add(member);
    for (const SweepMember& member : p_.sums) add(member);
    std::string out = function_texts(all);
    if (width_) out += vector_texts(finish_, width_);
    define(out, "KILN_INDEX", kind_.wide ? "long" : "int");
    define(out, "KILN_FINISHES", kind_.finishes ? "1" : "0");
    define(out, "KILN_COLS", std::to_string(p_.cols));
    const ReduceLanes lanes = reduce_lanes(p_.rows.programs, traits_);
    define(out, "KILN_W", std::to_string(lanes.width));
    define(out, "KILN_INTERLEAVE", std::to_string(lanes.interleave));
    define(out, "KILN_RECORD", std::to_string(sweep_record(p_)));
    define(out, "KILN_VECTOR", std::to_string(width_ ? width_ : 1));
    parameters(out);
    rows(out);
    reduced(out, "COLUMN", p_.columns, true);
    reduced(out, "SUM", p_.sums, false);
    return out + std::string(kernels::find("sweep.cl"));
  }

 private:
  const char* index() const { return kind_.wide ? "long" : "int"; }

  void parameters(std::string& out) const {
    std::string parameters, pointers, steps;
    for (std::size_t k = 0; k < p_.operands.size(); ++k) {
      const std::string type = std::string(k < p_.outputs ? "" : "const ") + storage_type(p_.operands[k]);
      parameters += fmt::format("{}KILN_ARG({}, p{})", k ? ", " : "", type, k);
      pointers += fmt::format("KILN_PTR({}, p{});\n", type, k);
    }
    for (const std::size_t k : p_.matrices) steps += fmt::format(", {} s{}", index(), k);
    define(out, "KILN_PARAMETERS", parameters);
    define(out, "KILN_POINTERS", pointers);
    define(out, "KILN_STEPS", steps);
  }

  DType stored(const SweepInput& input) const {
    return input.kind == Kind::result ? p_.rows.programs.finish.outputs[input.index].dtype : p_.operands[input.index];
  }
  // The expression of a stored element. `row` and `column` are expressions; `place` is the row within the block.
  std::string element(const SweepInput& input, const std::string& row, const std::string& column,
                      const std::string& place) const {
    switch (input.kind) {
      case Kind::matrix:
        return fmt::format("p{0}[{1} * s{0} + {2}]", input.index, row, column);
      case Kind::row:
        return fmt::format("p{}[{}]", input.index, row);
      case Kind::column:
        return fmt::format("p{}[{}]", input.index, column);
      case Kind::scalar:
        return fmt::format("p{}[0]", input.index);
      case Kind::result:
        return fmt::format("o{}[{}]", input.index, place);
    }
    return {};
  }

  // The names of a reduction's accumulators: x0, x1, ... and y0, y1, ... after a prefix.
  struct Names {
    std::string prefix, place;  // index of x: "[j]" or ""
    std::string x(std::size_t c) const { return fmt::format("{}x{}{}", prefix, c, place); }
    std::string y(std::size_t c) const { return fmt::format("{}y{}", prefix, c); }
  };
  static const char* accumulator(const SweepMember& member, std::size_t c) {
    return compute_type(member.programs.map.outputs[c].dtype);
  }
  static std::string map(const SweepMember& member, const Names& names,
                         const std::function<std::string(std::size_t)>& input, const std::string& place) {
    const Program& program = member.programs.map;
    std::string out = "{\n" + scalar_body(program, input, place, "");
    for (std::size_t c = 0; c < program.outputs.size(); ++c)
      out += fmt::format("{} = v{};\n", names.y(c), program.outputs[c].value);
    return out + "}\n";
  }
  static std::string fold(const Program& program, const Names& names) {
    const std::size_t count = program.outputs.size();
    std::string out =
        "{\n" + scalar_body(
                    program, [&](std::size_t i) { return i < count ? names.x(i) : names.y(i - count); }, "0", "");
    for (std::size_t c = 0; c < count; ++c) out += fmt::format("{} = v{};\n", names.x(c), program.outputs[c].value);
    return out + "}\n";
  }

  void rows(std::string& out) const {
    const SweepMember& member = p_.rows;
    const ReducePrograms& p = member.programs;
    const Names names{"", "[j]"};
    std::string results = each_accumulator(p, "{1} a{0}[KILN_BLOCK];\n"), store;
    for (std::size_t t = 0; t < p.finish.outputs.size(); ++t) {
      results += fmt::format("{} o{}[KILN_BLOCK];\n", storage_type(p.finish.outputs[t].dtype), t);
      if (member.outputs[t] >= 0) store += fmt::format("p{}[from + u] = o{}[u];\n", member.outputs[t], t);
    }
    const auto input = [&](std::size_t i) {
      return widen(p.map.inputs[i].dtype, element(member.inputs[i], "row", "(i)", ""));
    };
    define(out, "KILN_ROW_DECLARE(w)", each_accumulator(p, "{1} x{0}[w], y{0};\n"));
    define(out, "KILN_ROW_INIT(j)", each_accumulator(p, "x{0}[j] = {3};\n"));
    define(out, "KILN_ROW_MAP(i)", map(member, names, input, "(i)"));
    define(out, "KILN_ROW_NEXT(j)", fold(p.next, names));
    define(out, "KILN_ROW_FROM_LANE(j)", each_accumulator(p, "y{0} = x{0}[j];\n"));
    define(out, "KILN_ROW_FOLD(j)", fold(p.combine, names));
    out += deviation_macros(p, "KILN_ROW_", "KILN_ROW_MAP(e)\n");
    define(out, "KILN_ROW_RESULTS", results);
    define(out, "KILN_ROW_KEEP(u, j)", each_accumulator(p, "a{0}[u] = x{0}[j];\n"));
    define(out, "KILN_ROW_REPEAT(u)", each_accumulator(p, "a{0}[u] = a{0}[0];\n"));
    define(out, "KILN_ROW_FINISH(u)", width_ ? finish_vector() : finish_one());
    define(out, "KILN_ROW_STORE(u)", store);
  }

  // The array that input i of the rows' finish reads; null for an accumulator or the count.
  const SweepInput* end_of_row(std::size_t i) const {
    const std::size_t own = p_.rows.programs.identity.size() + 1;
    return i < own ? nullptr : &p_.rows.inputs[p_.rows.programs.map.inputs.size() + i - own];
  }

  std::string finish_one() const {
    const Program& finish = p_.rows.programs.finish;
    const std::size_t count = p_.rows.programs.identity.size();
    std::string out = "{\n" + scalar_body(
                                  finish,
                                  [&](std::size_t i) {
                                    if (i < count) return fmt::format("a{}[u]", i);
                                    if (i == count) return std::string("(long)KILN_COLS");
                                    const SweepInput& end = *end_of_row(i);
                                    return widen(stored(end), element(end, "(from + u)", "", "u"));
                                  },
                                  "0", "");
    return out + stores(finish, [](std::size_t t) { return fmt::format("o{}[u]", t); }) + "}\n";
  }

  // The same statements for vectors of rows.
  std::string finish_vector() const {
    const std::string w = std::to_string(width_);
    const std::string mask = width_ == 16 ? "int" : "long";
    std::string before, after;
    const std::string body = vector_body(
        finish_, width_,
        [&](std::size_t i) -> std::string {
          const DType dtype = finish_.inputs[i].dtype;
          const bool boolean = base::is_bool(dtype);
          std::string vector;
          if (const SweepInput* end = end_of_row(finish_inputs_[i]); !end) {
            vector = fmt::format("vload{}(0, a{} + u)", w, finish_inputs_[i]);
          } else if (end->kind == Kind::scalar) {
            vector = fmt::format("({}{})({})", compute_type(dtype), w, element(*end, "", "", ""));
          } else {
            before += fmt::format("{0} g{1}[{2}]; for (int h = 0; h < {2}; ++h) g{1}[h] = {3};\n", storage_type(dtype),
                                  i, w, element(*end, "(from + (u + h < height ? u + h : 0))", "", ""));
            vector = fmt::format("vload{}(0, g{})", w, i);
          }
          return boolean ? fmt::format("convert_{0}{1}({2}) != ({0}{1})(0)", mask, w, vector) : vector;
        },
        "");
    for (std::size_t t = 0; t < finish_.outputs.size(); ++t) {
      std::string value = fmt::format("v{}", finish_.outputs[t].value);
      if (base::is_bool(finish_.outputs[t].dtype))
        value = fmt::format("convert_uchar{}({} & ({}{})(1))", w, value, mask, w);
      after += fmt::format("vstore{}({}, 0, o{} + u);\n", w, value, t);
    }
    return "{\n" + before + body + after + "}\n";
  }

  // Defines the macros of reductions over the rows: those of columns, or those of one value for each row.
  void reduced(std::string& out, const std::string& which, const std::vector<SweepMember>& members, bool columns) {
    std::string declare, init, step, leave, take, finish;
    const std::string j = columns ? "j" : "";
    for (std::size_t m = 0; m < members.size(); ++m) {
      const SweepMember& member = members[m];
      const ReducePrograms& p = member.programs;
      const Names names{fmt::format("{}{}", columns ? "c" : "s", m), columns ? "[j]" : ""};
      std::string taken;
      for (std::size_t c = 0; c < p.identity.size(); ++c) {
        const char* type = accumulator(member, c);
        declare += fmt::format("{} {}x{}{}, {};\n", type, names.prefix, c, columns ? "[KILN_COLS]" : "", names.y(c));
        init += fmt::format("{} = {};\n", names.x(c), literal(p.identity[c]));
        const std::string place =
            fmt::format("((KILN_GLOBAL {{}}{} *)(record + {}))[{}]", type, record_, columns ? "j" : "0");
        leave += fmt::format("{} = {};\n", fmt::format(fmt::runtime(place), ""), names.x(c));
        taken += fmt::format("{} = {};\n", names.y(c), fmt::format(fmt::runtime(place), "const "));
        record_ += aligned(base::dtype_size(p.map.outputs[c].dtype) * (columns ? p_.cols : 1));
      }
      take += taken + fold(p.combine, names);
      const auto input = [&](std::size_t i) {
        return widen(p.map.inputs[i].dtype, element(member.inputs[i], "row", "(j)", "(u)"));
      };
      step += map(member, names, input, "row") + fold(p.next, names);
      const std::size_t own = p.identity.size() + 1;
      finish += "{\n" + scalar_body(
                            p.finish,
                            [&](std::size_t i) {
                              if (i + 1 < own) return names.x(i);
                              if (i + 1 == own) return std::string("(long)rows");
                              const SweepInput& end = member.inputs[p.map.inputs.size() + i - own];
                              return widen(stored(end), element(end, "", "(j)", ""));
                            },
                            "0", "");
      finish += stores(p.finish,
                       [&](std::size_t t) { return fmt::format("p{}[{}]", member.outputs[t], columns ? "j" : "0"); }) +
                "}\n";
    }
    const std::string arguments = columns ? "(j)" : "";
    define(out, "KILN_" + which + "_DECLARE", declare);
    define(out, "KILN_" + which + "_INIT" + arguments, init);
    define(out, "KILN_" + which + "_STEP" + (columns ? "(u, j)" : "(u)"), step);
    define(out, "KILN_" + which + "_LEAVE" + arguments, leave);
    define(out, "KILN_" + which + "_TAKE" + arguments, take);
    define(out, "KILN_" + which + "_FINISH" + arguments, finish);
  }

  const SweepPrograms& p_;
  const SweepClass& kind_;
  const Traits& traits_;
  Program finish_;  // finish of the rows, without the inputs that it does not read
  std::vector<std::size_t> finish_inputs_;
  int width_ = 0;
  std::uint64_t record_ = 0;  // bytes of the record so far
};

}  // namespace

std::uint64_t sweep_record(const SweepPrograms& programs) {
  std::uint64_t bytes = 0;
  const auto add = [&](const SweepMember& member, std::uint64_t count) {
    for (const auto& output : member.programs.map.outputs) bytes += aligned(base::dtype_size(output.dtype) * count);
  };
  for (const SweepMember& member : programs.columns) add(member, programs.cols);
  for (const SweepMember& member : programs.sums) add(member, 1);
  return bytes;
}

std::string sweep_text(const SweepPrograms& programs, const SweepClass& kind, const Traits& traits) {
  return SweepWriter(programs, kind, traits).text();
}

std::uint64_t sweep_groups(std::uint64_t rows, std::uint64_t cols, const Traits& traits) {
  const std::uint64_t blocks = base::ceil_div(rows, kBlock);
  // A sweep has fewer groups than other kernels, because each group leaves a record that is read again.
  const std::uint64_t worth = std::max<std::uint64_t>(rows * cols / traits.tuning->device.cpu_worth, 1);
  return std::min({blocks, 4 * traits.compute_units, worth});
}

}  // namespace kiln::codegen
