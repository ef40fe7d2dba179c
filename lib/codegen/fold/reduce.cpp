// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/fold/reduce_*.cl expect, and appends the kernel.
#include "codegen/fold/reduce.hpp"

#include <array>

#include "codegen/fold/deviation.hpp"
#include "codegen/fold/reduce_parts.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

namespace {

class ReduceWriter {
 public:
  ReduceWriter(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits)
      : p_(programs), kind_(kind), traits_(traits), v_(reduce_width(programs, kind)) {
    outputs_ = p_.finish.outputs.size();
    inputs_ = p_.map.inputs.size();
    ends_ = p_.finish.inputs.size() - p_.identity.size() - 1;
  }

  std::string text() {
    std::string out = function_texts({&p_.map, &p_.combine, &p_.next, &p_.finish});
    const int vector = column_vector(p_, kind_, traits_);
    if (vector) {
      const VectorProgram programs[] = {{&p_.map, vector}, {&p_.next, vector}, {&p_.several, vector}};
      out += vector_texts(programs);
    }
    const int along = row_vector(p_, kind_, traits_);
    if (along) out += vector_texts(std::array{VectorProgram{&p_.map, along}});
    define(out, "KILN_INDEX", kind_.wide ? "ulong" : "uint");
    define(out, "KILN_PARAMETERS", parameters());
    define(out, "KILN_POINTERS", pointers());
    define(out, "KILN_EXTENTS", extents());
    define(out, "KILN_DECLARE(w)", each_accumulator(p_, "{1} x{0}[w], y{0};\n"));
    define(out, "KILN_INIT(j)", each_accumulator(p_, "x{0}[j] = {3};\n"));
    define(out, "KILN_KEPT(row)", kept());
    define(out, "KILN_REDUCED(t)", reduced());
    const char* place = kind_.few       ? "(t * KILN_JOINED + (KILN_INDEX)j / KILN_FEW)"
                        : kind_.columns ? "t"
                        : traits_.cpu   ? "(place[j] + (KILN_PLACE)start)"
                                        : "(t + i)";
    const auto element = [&](std::size_t k) { return at(k); };
    define(out, "KILN_MAP(i)", map(element, place) + deviation_taken(p_));
    define(out, "KILN_FOLD(j)", fold(p_.combine));
    define(out, "KILN_NEXT(j)", fold(p_.next));
    define(out, "KILN_FROM_LANE(j)", each_accumulator(p_, "y{0} = x{0}[j];\n"));
    define(out, "KILN_FINISH(j, c)", finish());
    const std::string found = kind_.few ? "const KILN_INDEX t = e / KILN_JOINED;\n"
                                          "const long i = again_column + (long)(e % KILN_JOINED) * KILN_FEW;\n"
                                        : "const KILN_INDEX t = e;\nconst long i = again_column;\n";
    out += deviation_macros(p_, "KILN_", found + "KILN_REDUCED(t)\n" + map(element, "(e)") + "\n");
    if (traits_.cpu) {
      define(out, "KILN_COLUMNS", kind_.columns ? "1" : "0");
      define(out, "KILN_PLACE", signed_index());
      // 1: the streams of a block may read rows far apart. Then elements do not come in order, which `next` may
      // need if there are several accumulators or if they depend on index().
      const bool several = vector && column_several(p_, vector);
      define(out, "KILN_FAR", (p_.identity.size() == 1 || several) && !p_.map.uses_index() ? "1" : "0");
      define(out, "KILN_STREAMS", std::to_string(kCpuStreams));
      define(out, "KILN_SHORT", kind_.lanes ? "1" : "0");
      const std::uint64_t joined = reduce_joined(traits_, kind_.few, ~std::uint64_t{0});
      define(out, "KILN_FEW", std::to_string(kind_.few));
      define(out, "KILN_JOINED", std::to_string(joined));
      define(out, "KILN_W",
             std::to_string(kind_.few       ? kind_.few * joined
                            : kind_.lanes   ? kind_.lanes
                            : kind_.columns ? column_block(p_, traits_)
                                            : reduce_lanes(p_, traits_).width));
      define(out, "KILN_INTERLEAVE", std::to_string(reduce_lanes(p_, traits_, kind_.still).interleave));
      define(out, "KILN_VECTOR", std::to_string(kind_.columns ? vector : along));
      if (vector) vectors(out, vector);
      if (along) row_vectors(out, along);
      define(out, "KILN_INNER", kind_.reduced > 1 ? fmt::format("f{}", kind_.reduced - 1) : "n");
      return out + std::string(kernels::find("reduce.cl")) + std::string(kernels::find("reduce_chunks.cl"));
    }
    define(out, "KILN_GROUP", std::to_string(reduce_group(traits_)));
    define(out, "KILN_LANES", kind_.alone ? "1" : kind_.whole ? "KILN_GROUP" : "lanes");
    define(out, "KILN_SPLITS", kind_.alone ? "1" : "splits");
    define(out, "KILN_SINGLE", kind_.single ? "1" : "0");
    define(out, "KILN_V", std::to_string(v_));
    const bool all =
        kind_.columns && accumulator_bytes(p_) * v_ * reduce_group(traits_) <= traits_.tuning->reduce.side_bytes;
    define(out, "KILN_SIDE", all ? "KILN_V" : "1");
    define(out, "KILN_TREE", p_.tree && !kind_.alone ? "1" : "0");
    define(out, "KILN_TO_LANE(j)", each_accumulator(p_, "x{0}[j] = y{0};\n"));
    const int ahead = vectors_ahead();
    define(out, "KILN_AHEAD", std::to_string(ahead));
    // The elements left at the end of a row are read together and waited for once, not one after the other. That
    // takes registers, so it is done only for few accumulators.
    const std::size_t light = kind_.alone ? 0 : kind_.whole ? 2 : 1;
    define(out, "KILN_REST", std::to_string(!kind_.single && p_.identity.size() <= light ? ahead : 1));
    std::string hold, fetch;
    for (std::size_t k = outputs_; k < outputs_ + inputs_; ++k) {
      const std::string type = storage_type(stored(k));
      if (v_ > 1 && !is_still(k)) {
        const char* const wide = wide_type(v_ * base::dtype_size(stored(k)));
        out += fmt::format("typedef union {{ {} wide; {} item[{}]; }} kiln_vec{};\n", wide, type, v_, k);
        hold += fmt::format("kiln_vec{0} w{0}[{1}];\n", k, ahead);
        fetch +=
            fmt::format("w{0}[u].wide = *(KILN_GLOBAL const {1}*)(&{2});\n", k, wide, at(k, kind_.columns ? "i" : "0"));
      } else {
        hold += fmt::format("{} w{}[{}];\n", type, k, ahead);
        fetch += fmt::format("w{}[u] = {};\n", k, at(k, kind_.columns ? "i" : "0"));
      }
    }
    const auto local = [&](const char* pattern) { return kind_.alone ? "" : each_accumulator(p_, pattern); };
    define(out, "KILN_LOCALS", local("KILN_LOCAL {1} l{0}[KILN_SIDE * KILN_GROUP];\n"));
    define(out, "KILN_HOLD", hold);
    define(out, "KILN_FETCH(u)", fetch);
    define(out, "KILN_MAP_HELD(u, j, t)",
           map([&](std::size_t k) { return fmt::format("w{}[u]{}", k, v_ > 1 && !is_still(k) ? ".item[j]" : ""); },
               "(t)") +
               deviation_taken(p_));
    define(out, "KILN_TO_LOCAL(at, j)", local("l{0}[at] = x{0}[j];\n"));
    define(out, "KILN_FROM_LOCAL(at)", local("y{0} = l{0}[at];\n"));
    return out + std::string(kernels::find("reduce.cl")) +
           std::string(kernels::find(kind_.columns ? "reduce_columns.cl" : "reduce_rows.cl"));
  }

 private:
  const char* signed_index() const { return kind_.wide ? "long" : "int"; }
  const char* index() const { return kind_.wide ? "ulong" : "uint"; }
  bool is_output(std::size_t k) const { return k < outputs_; }
  bool is_still(std::size_t k) const {
    return kind_.unit && k - outputs_ < kMaxStillInputs && kind_.still >> (k - outputs_) & 1;
  }
  DType stored(std::size_t k) const {
    if (is_output(k)) return p_.finish.outputs[k].dtype;
    return k < outputs_ + inputs_ ? p_.map.inputs[k - outputs_].dtype
                                  : p_.finish.inputs[p_.identity.size() + 1 + k - outputs_ - inputs_].dtype;
  }
  std::size_t operands() const { return outputs_ + inputs_ + ends_; }
  int kept_loops() const { return kind_.columns ? kind_.kept - 1 : kind_.kept; }

  std::string element_type(std::size_t k) const {
    return std::string(is_output(k) ? "" : "const ") + storage_type(stored(k));
  }
  std::string parameters() const {
    std::string out;
    for (std::size_t k = 0; k < operands(); ++k)
      out += fmt::format("{}KILN_ARG({}, p{})", k ? ", " : "", element_type(k), k);
    return out;
  }
  std::string pointers() const {
    std::string out;
    for (std::size_t k = 0; k < operands(); ++k) {
      const bool shares = ends_ > 0 && (is_output(k) || k >= outputs_ + inputs_);
      out += fmt::format("{}({}, p{});\n", shares ? "KILN_PTR" : "KILN_PTR_RESTRICT", element_type(k), k);
    }
    return out;
  }
  std::string extents() const {
    std::string out;
    for (int d = 1; d < kind_.kept; ++d) out += fmt::format(", {} e{}", index(), d);
    for (std::size_t k = 0; k < operands(); ++k)
      for (int d = 0; d < kind_.kept; ++d) out += fmt::format(", {} k{}_{}", signed_index(), k, d);
    for (std::size_t k = 0; k < outputs_; ++k) out += fmt::format(", {} s{}", signed_index(), k);
    for (int d = 1; d < kind_.reduced; ++d) out += fmt::format(", {} f{}", index(), d);
    for (std::size_t k = outputs_; k < outputs_ + inputs_; ++k)
      for (int d = 0; d < kind_.reduced; ++d) out += fmt::format(", {} r{}_{}", signed_index(), k, d);
    return out;
  }

  // Accesses of an item that are in flight: vectors or single elements.
  int vectors_ahead() const {
    if (p_.tree || kind_.alone) return 4;
    // Columns have fewer in flight: that takes fewer registers, so more items run at a time.
    if (kind_.columns) return v_ > 1 ? 2 : 4;
    // Single elements have more in flight.
    const bool light = p_.identity.size() == 1 && !has_costly_function(p_.map);
    return v_ == 1 && light && !kind_.single && largest_input(p_) <= 8 ? 8 : 4;
  }

  // Declares `place`0, `place`1, ...: the indices, along axes with extents `extent`1, ..., that the flat index
  // `from` stands for.
  std::string places(int axes, const std::string& from, const char* extent, const char* place) const {
    std::string out, rest = from;
    for (int d = axes - 1; d > 0; --d) {
      const std::string next = fmt::format("{}q{}", place, d);
      out += fmt::format("const {0} {1}{2} = ({0})({3} % {4}{2}); const {5} {6} = {3} / {4}{2};\n", signed_index(),
                         place, d, rest, extent, index(), next);
      rest = next;
    }
    return out + fmt::format("const {0} {1}0 = ({0})({2});\n", signed_index(), place, rest);
  }

  // Declares b0, b1, ...: the offset of output `row` in each operand, or of its first element if that is an input.
  std::string kept() const {
    const int loops = kept_loops();
    std::string out = loops > 0 ? places(loops, "(row)", "e", "h") : "";
    for (std::size_t k = 0; k < operands(); ++k) {
      out += fmt::format("const {} b{} = 0", signed_index(), k);
      for (int d = 0; d < loops; ++d) out += fmt::format(" + h{} * k{}_{}", d, k, d);
      if (is_output(k)) out += fmt::format(" + ({})split * s{}", signed_index(), k);
      out += ";\n";
    }
    return out;
  }
  // Declares t0, t1, ...: the offsets of flat element t of the reduced axes.
  std::string reduced() const {
    std::string out = places(kind_.reduced, "(t)", "f", "g");
    for (std::size_t k = outputs_; k < outputs_ + inputs_; ++k) {
      out += fmt::format("const {} t{} = 0", signed_index(), k);
      for (int d = 0; d < kind_.reduced; ++d) {
        const bool known = !kind_.columns && d == kind_.reduced - 1 && kind_.unit;
        out += !known ? fmt::format(" + g{} * r{}_{}", d, k, d) : is_still(k) ? "" : fmt::format(" + g{}", d);
      }
      out += ";\n";
    }
    return out;
  }
  // The expression of input k, `i` elements further along the innermost axis.
  std::string at(std::size_t k, const std::string& i = "i") const {
    if (is_still(k)) return fmt::format("p{0}[b{0} + t{0}]", k);
    const std::string step = kind_.unit      ? ""
                             : kind_.columns ? fmt::format(" * k{}_{}", k, kind_.kept - 1)
                                             : fmt::format(" * r{}_{}", k, kind_.reduced - 1);
    // On CPU devices the varying index is 64-bit: a sum that might wrap keeps a loop from being vectorised.
    if (traits_.cpu) return fmt::format("(p{0} + (b{0} + t{0}))[(long){1}{2}]", k, i, step);
    return fmt::format("p{0}[b{0} + t{0} + ({1}){2}{3}]", k, signed_index(), i, step);
  }

  template <class Element>
  std::string map(Element element, const std::string& place) const {
    std::string out =
        "{\n" +
        scalar_body(
            p_.map, [&](std::size_t i) { return widen(p_.map.inputs[i].dtype, element(outputs_ + i)); }, place, "");
    for (std::size_t c = 0; c < p_.identity.size(); ++c) out += fmt::format("y{} = v{};\n", c, p_.map.outputs[c].value);
    return out + "}";
  }
  std::string fold(const expr::Program& program) const {
    const std::size_t count = p_.identity.size();
    std::string out =
        "{\n" + scalar_body(
                    program,
                    [&](std::size_t i) { return i < count ? fmt::format("x{}[j]", i) : fmt::format("y{}", i - count); },
                    "0", "");
    for (std::size_t c = 0; c < count; ++c) out += fmt::format("x{}[j] = v{};\n", c, program.outputs[c].value);
    return out + "}";
  }
  std::string accumulator_type(std::size_t c, int width) const {
    return vector_type(base::compute_dtype(p_.map.outputs[c].dtype), width);
  }
  // Defines the macros that reduce `width` neighbouring columns as vectors.
  void vectors(std::string& out, int width) const {
    const std::size_t count = p_.identity.size();
    std::string take, next = "{\n", hold, give;
    for (std::size_t c = 0; c < count; ++c) {
      take += fmt::format("{0} a{1} = vload{2}(0, x{1} + j), z{1};\n", accumulator_type(c, width), c, width);
      give += fmt::format("vstore{1}(a{0}, 0, x{0} + j);\n", c, width);
    }
    next += vector_body(
        p_.next, width,
        [&](std::size_t i) { return i < count ? fmt::format("a{}", i) : fmt::format("z{}", i - count); }, "");
    for (std::size_t c = 0; c < count; ++c) next += fmt::format("a{} = v{};\n", c, p_.next.outputs[c].value);
    if (column_several(p_, width)) {
      for (std::size_t c = 0; c < count; ++c) {
        for (int u = 0; u < kReduceSeveral; ++u) take += fmt::format("{} h{}_{};\n", accumulator_type(c, width), c, u);
        hold += fmt::format("h{0}_##u = z{0};\n", c);
      }
      std::string several =
          "{\n" + vector_body(
                      p_.several, width,
                      [&](std::size_t i) {
                        return i < count ? fmt::format("a{}", i) : fmt::format("h{}_{}", i % count, i / count - 1);
                      },
                      "");
      for (std::size_t c = 0; c < count; ++c) several += fmt::format("a{} = v{};\n", c, p_.several.outputs[c].value);
      define(out, "KILN_EACH_VECTOR(u)", hold);
      define(out, "KILN_NEXT_VECTORS", several + "}");
    }
    define(out, "KILN_TAKE(j)", take);
    define(out, "KILN_MAP_VECTOR(i)", map_vector(width, false));
    define(out, "KILN_MAP_TAIL(i, m)", map_vector(width, true));
    define(out, "KILN_NEXT_VECTOR", next + "}");
    define(out, "KILN_GIVE(j)", give);
  }
  // Defines the macros that map `width` neighbouring elements of a row as vectors, and hold them for the lanes.
  void row_vectors(std::string& out, int width) const {
    std::string held, values, hold, take;
    for (std::size_t c = 0; c < p_.identity.size(); ++c) {
      const DType dtype = base::compute_dtype(p_.map.outputs[c].dtype);
      held += fmt::format("{} m{}[w];\n", storage_type(dtype), c);
      values += fmt::format("{} z{};\n", accumulator_type(c, width), c);
      hold +=
          fmt::format("vstore{}({}, 0, m{} + j);\n", width, to_stored_vector(dtype, width, fmt::format("z{}", c)), c);
      take += fmt::format("y{0} = m{0}[j];\n", c);
    }
    define(out, "KILN_HELD(w)", held);
    define(out, "KILN_VALUES", values);
    define(out, "KILN_HOLD(j)", hold);
    define(out, "KILN_FROM_HELD(j)", take);
    define(out, "KILN_MAP_VECTOR(i)", map_vector(width, false));
    define(out, "KILN_MAP_TAIL(i, m)", map_vector(width, true));
    define(out, "KILN_MAP_PART(i)", lanes() < width ? map_vector(width, false, lanes()) : "");
  }
  // How many sets of accumulators a row has.
  int lanes() const { return kind_.lanes ? kind_.lanes : int(reduce_lanes(p_, traits_).width); }
  // Statements that bring the mapped elements of `width` columns, or of a row, to z0, z1, ... `tail`: only the first m
  // of them exist; the first one stands for the others. `part`, if it is not 0: only so many exist, and are repeated.
  std::string map_vector(int width, bool tail, int part = 0) const {
    std::string before, after;
    const std::string body = vector_body(
        p_.map, width,
        [&](std::size_t i) {
          const std::size_t k = outputs_ + i;
          const DType dtype = stored(k);
          const std::string type = storage_type(dtype);
          if (is_still(k)) return widen_vector(dtype, width, fmt::format("({}{})({})", type, width, at(k)));
          if (part) {
            std::string list;
            for (int u = 0; u < width; u += part) list += fmt::format("{}vload{}(0, &{})", u ? ", " : "", part, at(k));
            return widen_vector(dtype, width, fmt::format("({}{})({})", type, width, list));
          }
          if (!tail) return widen_vector(dtype, width, fmt::format("vload{}(0, &{})", width, at(k)));
          before += fmt::format("{} g{}[{}];\nfor (int u = 0; u < {}; ++u) g{}[u] = {};\n", type, k, width, width, k,
                                at(k, "(i + (u < (m) ? u : 0))"));
          return widen_vector(dtype, width, fmt::format("vload{}(0, g{})", width, k));
        },
        "",
        lanes() < width ? "place[(j + kiln_u) % KILN_W] + (KILN_PLACE)start" : "place[j + kiln_u] + (KILN_PLACE)start");
    for (std::size_t c = 0; c < p_.identity.size(); ++c)
      after += fmt::format("z{} = v{};\n", c, p_.map.outputs[c].value);
    return "{\n" + before + body + after + "}";
  }
  // The expression of an element of an output, or of an array that finish reads.
  std::string kept_element(std::size_t k) const {
    const std::string column =
        kind_.columns ? fmt::format(" + ({})(c) * k{}_{}", signed_index(), k, kind_.kept - 1) : "";
    return fmt::format("p{0}[b{0}{1}]", k, column);
  }
  std::string finish() const {
    std::string out = "{\n" + scalar_body(
                                  p_.finish,
                                  [&](std::size_t i) {
                                    if (i < p_.identity.size()) return fmt::format("x{}[j]", i);
                                    if (i == p_.identity.size()) return std::string("count");
                                    const std::size_t k = outputs_ + inputs_ + i - p_.identity.size() - 1;
                                    return widen(stored(k), kept_element(k));
                                  },
                                  "0", "");
    return out + stores(p_.finish, [&](std::size_t k) { return kept_element(k); }) + "}";
  }

  const ReducePrograms& p_;
  const ReduceClass& kind_;
  const Traits& traits_;
  const unsigned v_;
  std::size_t outputs_ = 0, inputs_ = 0, ends_ = 0;
};

}  // namespace

std::string each_accumulator(const ReducePrograms& programs, const char* pattern, const char* between) {
  std::string out;
  for (std::size_t c = 0; c < programs.identity.size(); ++c) {
    const DType dtype = programs.map.outputs[c].dtype;
    out += (c ? between : "") + fmt::format(fmt::runtime(pattern), c, compute_type(dtype), storage_type(dtype),
                                            literal(programs.identity[c]));
  }
  return out;
}

std::size_t reduce_parameter_bytes(std::size_t outputs, std::size_t inputs, std::size_t ends, std::size_t kept,
                                   std::size_t reduced) {
  constexpr std::size_t kAddress = 16, kIndex = 8;
  const std::size_t counts = 7 + (kept - 1) + (reduced - 1);
  return counts * kIndex + (outputs + inputs + ends) * (kAddress + kept * kIndex) + outputs * kIndex +
         inputs * reduced * kIndex;
}

std::string reduce_text(const ReducePrograms& programs, const ReduceClass& kind, const Traits& traits) {
  return ReduceWriter(programs, kind, traits).text();
}

}  // namespace kiln::codegen
