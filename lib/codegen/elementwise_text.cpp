// SPDX-License-Identifier: Apache-2.0
// Generates the KILN_ macros that the templates in kernels/elementwise_*.cl expect, and puts the template
// behind them.
#include <algorithm>

#include "base/error.hpp"
#include "codegen/body.hpp"
#include "codegen/elementwise.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Program;

namespace {

// Operand k: outputs first, then the inputs that are arrays.
struct Operand {
  DType stored;
  Inner inner;
  bool output;
  std::size_t slot;  // output or input number
};

// Compilers make a choice between operands loads by masks (KILN_TOUCH of prelude_opencl.cl).
bool chooses(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(), [](const expr::Value& value) {
    return value.kind == expr::Value::Kind::apply && value.fn == expr::Fn::where;
  });
}

// Instructions of an element, roughly: of vectors they are a few times cheaper than one by one.
std::size_t instructions(const Program& program) {
  std::size_t count = 0;
  for (const expr::Value& value : program.values) {
    if (value.kind != expr::Value::Kind::apply) continue;
    const bool root =
        value.fn == expr::Fn::sqrt || value.fn == expr::Fn::divide || value.fn == expr::Fn::true_divide;
    count += root ? 5 : 1;
  }
  const auto half = [](DType dtype) { return dtype == KILN_FLOAT16 || dtype == KILN_BFLOAT16; };
  for (const auto& in : program.inputs) count += half(in.dtype) ? 5 : 0;
  for (const auto& out : program.outputs) count += half(out.dtype) ? 5 : 0;
  return count;
}

constexpr unsigned kStreamBlock = 64;  // KILN_BLOCK of elementwise_blocks.cl

class ElementwiseWriter {
 public:
  ElementwiseWriter(const Program& program, const ElementwiseClass& kind, const Traits& traits)
      : program_(program), kind_(kind), traits_(traits), flat_(uses_flat_shape(kind, traits)) {
    for (std::size_t i = 0; i < program.outputs.size(); ++i) add(program.outputs[i].dtype, true, i);
    for (std::size_t i = 0; i < program.inputs.size(); ++i)
      if (!program.inputs[i].scalar) add(program.inputs[i].dtype, false, i);
    operand_of_input_.assign(program.inputs.size(), 0);
    for (std::size_t k = 0; k < operands_.size(); ++k)
      if (!operands_[k].output) operand_of_input_[operands_[k].slot] = k;
    width_ = traits.cpu && traits.vectors && has_costly_function(program) ? vector_width(program, true) : 0;
    // To pass through memory of the item's own costs a strided element as much as an instruction saves.
    strips_ = traits.cpu && !kind.tile && strided() && (width_ || instructions(program) >= strided());
  }

  std::string text() {
    std::string out = width_ ? vector_texts(program_, width_) : function_texts({&program_});
    define(out, "KILN_INDEX", index_type());
    define(out, "KILN_PARAMETERS", parameters());
    define(out, "KILN_POINTERS", pointers());
    if (flat_) {
      flat(out);
      return out + std::string(kernels::find("elementwise_flat.cl"));
    }
    define(out, "KILN_EXTENTS", extents());
    define(out, "KILN_ROW_OFFSETS", row_offsets());
    if (kind_.tile) tiles(out);
    if (!traits_.cpu) {
      define(out, "KILN_AHEAD", std::to_string(elements_ahead(program_, kind_)));
      define(out, "KILN_ALONG", kind_.along ? "1" : "0");
      define(out, "KILN_ONE(i)", one("i"));
      ahead(out);
      return out + std::string(kernels::find(kind_.tile ? "elementwise_tiles.cl" : "elementwise_rows.cl"));
    }
    if (strips_) strips(out);
    define(out, "KILN_WIDTH", std::to_string(width_ ? width_ : 1));
    define(out, "KILN_ALIASED", std::to_string(kind_.aliased));
    define(out, "KILN_SCATTERED", !width_ && !strips_ && strided() ? "1" : "0");
    if (width_) {
      define(out, "KILN_VECTOR(i)", vector(Form::memory));
      define(out, "KILN_TAIL(i, m)", vector(Form::tail));
    } else {
      define(out, "KILN_ONE(i)", one("i"));
    }
    if (!width_ && chooses(program_))
      define(out, "KILN_TOUCH_FOR(i)", each_unit("KILN_TOUCH(const KILN_GLOBAL uchar, &{});\n"));
    if (kind_.stream && kind_.tile % kStreamBlock == 0) blocks(out);
    return out + std::string(kernels::find("elementwise_blocks.cl")) +
           std::string(kernels::find(kind_.tile ? "elementwise_tiles.cl" : "elementwise_chunks.cl"));
  }

 private:
  void add(DType stored, bool output, std::size_t slot) {
    operands_.push_back({stored, kind_.inner[operands_.size()], output, slot});
  }

  std::size_t strided() const {
    return std::size_t(std::count_if(operands_.begin(), operands_.end(),
                                     [](const Operand& operand) { return operand.inner == Inner::strided; }));
  }

  const char* index_type() const { return kind_.wide ? "ulong" : "uint"; }
  const char* signed_index_type() const { return kind_.wide ? "long" : "int"; }

  static void define(std::string& out, const std::string& name, const std::string& value) {
    out += "#define " + name + " ";
    for (char c : value) out += c == '\n' ? std::string(" \\\n") : std::string(1, c);
    out += "\n";
  }

  std::string element_type(const Operand& operand) const {
    return std::string(operand.output ? "" : "const ") + storage_type(operand.stored);
  }

  std::string parameters() const {
    std::string out;
    for (std::size_t k = 0; k < operands_.size(); ++k)
      out += fmt::format("{}KILN_ARG({}, p{})", k ? ", " : "", element_type(operands_[k]), k);
    for (std::size_t i = 0; i < program_.inputs.size(); ++i)
      if (program_.inputs[i].scalar)
        out += fmt::format(", {} a{}", compute_type(program_.inputs[i].dtype), i);
    return out;
  }

  std::string pointers() const {
    std::string out;
    for (std::size_t k = 0; k < operands_.size(); ++k)
      out += fmt::format("{}({}, p{});\n", kind_.aliased ? "KILN_PTR" : "KILN_PTR_RESTRICT",
                         element_type(operands_[k]), k);
    return out;
  }

  std::string extents() const {
    std::string out;
    for (int d = 1; d + 1 < kind_.dims; ++d) out += fmt::format(", {} e{}", index_type(), d);
    for (std::size_t k = 0; k < operands_.size(); ++k)
      for (int d = 0; d + 1 < kind_.dims; ++d) out += fmt::format(", {} s{}_{}", signed_index_type(), k, d);
    for (std::size_t k = 0; k < operands_.size(); ++k)
      if (operands_[k].inner >= Inner::strided) out += fmt::format(", {} t{}", signed_index_type(), k);
    return out;
  }

  // Element offsets o0, o1, ... of the row's first elements.
  std::string row_offsets() const {
    if (kind_.dims == 1) return "";
    const int outer = kind_.dims - 1;
    std::string out;
    for (int d = outer - 1; d >= 0; --d) {
      const std::string rest = d == outer - 1 ? "row" : fmt::format("r{}", d);
      if (d == 0) {
        out += fmt::format("const {0} i0 = ({0}){1};\n", signed_index_type(), rest);
      } else {
        out += fmt::format("const {0} i{1} = ({0})({2} % e{1}); const {3} r{4} = {2} / e{1};\n",
                           signed_index_type(), d, rest, index_type(), d - 1);
      }
    }
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      out += fmt::format("const {} o{} = ", signed_index_type(), k);
      for (int d = 0; d < outer; ++d) out += fmt::format("{}i{} * s{}_{}", d ? " + " : "", d, k, d);
      out += ";\n";
    }
    return out;
  }

  // Operands of which the kernel keeps some elements in memory of its own, beside each other on CPU devices.
  bool staged(std::size_t k) const {
    return operands_[k].inner == Inner::turned || (strips_ && operands_[k].inner == Inner::strided);
  }
  // Whether vectors of operand k's elements can be accessed.
  bool beside(std::size_t k) const { return operands_[k].inner == Inner::unit || staged(k); }

  // Operand k's element i where it is stored, of a row whose offsets begin with the letter `o`.
  std::string in_memory(std::size_t k, const std::string& i, char o) const {
    const std::string base = kind_.dims > 1 ? fmt::format("p{}[{}{}", k, o, k) : fmt::format("p{}[0", k);
    if (operands_[k].inner == Inner::zero) return base + "]";
    const std::string along = fmt::format("{} + ({}){}", base, signed_index_type(), i);
    return operands_[k].inner == Inner::unit ? along + "]" : fmt::format("{} * t{}]", along, k);
  }
  // The address expression of operand k's element i. What is kept is the elements from `from` on.
  std::string at(std::size_t k, const std::string& i) const {
    if (!staged(k)) return in_memory(k, i, kind_.tile ? 'q' : 'o');
    if (traits_.cpu) return fmt::format("z{}[({}) - from]", k, i);
    return fmt::format("held{}[(int)(({}) - from) * (KILN_TILE + 1) + r]", k, i);
  }

  // Strided operands: an item moves strips of them between memory and arrays of its own.
  void strips(std::string& out) const {
    std::string gather, scatter;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      if (!staged(k)) continue;
      const char* const type = storage_type(operands_[k].stored);
      const std::string all =
          fmt::format("{{ KILN_GLOBAL {0}{1} *const m = &{2}; for (int j = 0; j < some; ++j) ",
                      operands_[k].output ? "" : "const ", type, in_memory(k, "from", 'o'));
      const std::string in_strip = fmt::format("z{}[j]", k), far = fmt::format("m[(long)j * t{}]", k);
      gather += fmt::format("{} z{}[KILN_STRIP] KILN_LINED; ", type, k);
      (operands_[k].output ? scatter : gather) +=
          all + (operands_[k].output ? far + " = " + in_strip : in_strip + " = " + far) + "; }\n";
    }
    define(out, "KILN_GATHER", gather);
    define(out, "KILN_SCATTER", scatter);
  }

  // Turned inputs: a tile of each is read along its rows, which are columns of the result.
  void tiles(std::string& out) const {
    std::string held, hold, turn, row;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const char* const type = storage_type(operands_[k].stored);
      const std::size_t itemsize = base::dtype_size(operands_[k].stored);
      if (!staged(k)) {
        row += fmt::format("const {0} q{1} = o{1} + ({0})(r) * s{1}_{2};\n", signed_index_type(), k,
                           kind_.dims - 2);
        // The strip after this one.
        if (traits_.cpu && !operands_[k].output && operands_[k].inner == Inner::unit)
          row += fmt::format(
              "for (int i = 0; i < KILN_TILE * {0}; i += 64) KILN_PREFETCH((ulong)(&{1} + 8L * s{2}_{3}) + "
              "i, 0, 3);\n",
              itemsize, in_memory(k, "from", 'q'), k, kind_.dims - 2);
        continue;
      }
      if (!traits_.cpu) {
        held += fmt::format("KILN_LOCAL {} held{}[KILN_TILE * (KILN_TILE + 1)];\n", type, k);
        hold += fmt::format("held{}[(j) * (KILN_TILE + 1) + (i)] = (&{})[i];\n", k,
                            in_memory(k, "(from + (j))", 'o'));
        continue;
      }
      held += fmt::format("{} held{}[KILN_TILE * KILN_TILE] KILN_LINED;\n", type, k);
      hold += fmt::format(
          "{{ KILN_GLOBAL const {0} *const m = &{1}; "
          "for (int i = 0; i < height; ++i) held{2}[(j) * KILN_TILE + i] = m[i];\n"
          "for (int i = 0; i < KILN_TILE * {3}; i += 64) "
          "KILN_PREFETCH((ulong)(m + (long)ahead * t{2}) + i, 0, 3); }}\n",
          type, in_memory(k, "(from + (j))", 'o'), k, itemsize);
      turn += fmt::format("{0} x{1}[8 * KILN_TILE] KILN_LINED; int j{1} = 0;\n", type, k);
      if (traits_.vectors && itemsize == 4)
        turn += fmt::format(
            "if (some == 8) for (; j{0} + 8 <= width; j{0} += 8)\n"
            "kiln_turn((const uint *)held{0} + j{0} * KILN_TILE + strip, (uint *)x{0} + j{0}, KILN_TILE);\n",
            k);
      turn += fmt::format(
          "for (; j{0} < width; ++j{0}) for (int u = 0; u < some; ++u)\n"
          "x{0}[u * KILN_TILE + j{0}] = held{0}[j{0} * KILN_TILE + strip + u];\n",
          k);
      row += fmt::format("const {0} *const z{1} = x{1} + (r - strip) * KILN_TILE;\n", type, k);
    }
    define(out, "KILN_CPU", traits_.cpu ? "1" : "0");
    define(out, "KILN_TILE", std::to_string(kind_.tile));
    define(out, "KILN_ROWS", kind_.dims > 2 ? fmt::format("e{}", kind_.dims - 2) : "rows");
    define(out, "KILN_HELD", held);
    define(out, traits_.cpu ? "KILN_HOLD(j)" : "KILN_HOLD(j, i)", hold);
    define(out, "KILN_TURN", turn);
    define(out, "KILN_TILE_ROW(r)", row);
    if (traits_.cpu && traits_.vectors) out += kernels::find("turn.cl");
  }

  // The computation of blocks of results, what is asked for before it, and how they go past the caches.
  void blocks(std::string& out) {
    std::string own, send, addresses;
    std::size_t least = 0;  // the output of the smallest elements
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const char* const type = storage_type(operands_[k].stored);
      own += fmt::format("{} b{}[KILN_BLOCK] KILN_LINED; ", type, k);
      send += fmt::format("KILN_STREAM(&{}, b{}, sizeof b{}, __private) ", at(k, "i"), k, k);
      addresses += fmt::format("{}(ulong)&{}", k ? " | " : "", at(k, "i"));
      if (base::dtype_size(operands_[k].stored) < base::dtype_size(operands_[least].stored)) least = k;
    }
    define(out, "KILN_OWN", own);
    define(out, "KILN_SEND(i)", send);
    define(out, "KILN_ADDRESSES(i)", addresses);
    define(out, "KILN_FIRST(i)", "&" + at(least, "i"));
    define(out, "KILN_IN_BLOCK(i, j)", width_ ? vector(Form::block) : one("i", Form::block));
    define(out, "KILN_ASK_FOR(i)", each_unit("KILN_ASK(&{}, {} * KILN_BLOCK) "));
    out += kernels::find("stream.cl");
  }

  // `text` of the address of element i and of the itemsize, for each input whose elements lie beside each
  // other.
  std::string each_unit(const char* text) const {
    std::string out;
    for (std::size_t k = program_.outputs.size(); k < operands_.size(); ++k)
      if (operands_[k].inner == Inner::unit)
        out += fmt::format(fmt::runtime(text), at(k, "i"), base::dtype_size(operands_[k].stored));
    return out;
  }

  // Inputs of several elements, read before the first result is written: not every compiler moves a read over
  // a write by itself.
  void ahead(std::string& out) const {
    std::string own, take;
    for (std::size_t k = program_.outputs.size(); k < operands_.size(); ++k) {
      if (staged(k)) continue;
      own += fmt::format("{} x{}[KILN_AHEAD]; ", storage_type(operands_[k].stored), k);
      take += fmt::format("x{}[u] = {};\n", k, at(k, "i"));
    }
    define(out, "KILN_TAKEN", own);
    define(out, "KILN_TAKE(i, u)", take);
    define(out, "KILN_GIVE(i, u)", one("i", Form::taken));
  }

  std::string flat_index(const std::string& i) const { return flat_ ? i : "(row * n + " + i + ")"; }

  // From memory to memory, from what was taken, to a block of results from its element j on, or of a vector
  // the first m elements alone.
  enum class Form { memory, taken, block, tail };
  // One element in scalar form.
  std::string one(const std::string& i, Form form = Form::memory) const {
    std::string out = scalar_body(
        program_,
        [&](std::size_t input) {
          if (program_.inputs[input].scalar) return fmt::format("a{}", input);
          const std::size_t k = operand_of_input_[input];
          return widen(program_.inputs[input].dtype,
                       form == Form::taken && !staged(k) ? fmt::format("x{}[u]", k) : at(k, i));
        },
        flat_index(i), "");
    return out +
           stores([&](std::size_t k) { return form == Form::block ? fmt::format("b{}[j]", k) : at(k, i); });
  }

  template <class Target>
  std::string stores(Target target) const {
    std::string out;
    for (std::size_t k = 0; k < program_.outputs.size(); ++k)
      out += fmt::format("{} = {};\n", target(k),
                         narrow(program_.outputs[k].dtype, fmt::format("v{}", program_.outputs[k].value)));
    return out;
  }

  // The flat shape: unions that are loaded and stored whole and used by element.
  void flat(std::string& out) const {
    const unsigned v = flat_width(program_);
    define(out, "KILN_V", std::to_string(v));
    std::string load, store;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const Operand& operand = operands_[k];
      if (operand.inner == Inner::zero) continue;
      const std::size_t bytes = v * base::dtype_size(operand.stored);
      const char* wide = bytes == 16  ? "uint4"
                         : bytes == 8 ? "uint2"
                         : bytes == 4 ? "uint"
                         : bytes == 2 ? "ushort"
                                      : "uchar";
      out += fmt::format("typedef union {{ {} wide; {} item[{}]; }} kiln_vec{};\n", wide,
                         storage_type(operand.stored), v, k);
      load += fmt::format("kiln_vec{0} x{0};", k);
      if (operand.output) {
        load += "\n";
        store += fmt::format("*(KILN_GLOBAL {0}*)(p{1} + (i)) = x{1}.wide;\n", wide, k);
      } else {
        load += fmt::format(" x{0}.wide = *(KILN_GLOBAL const {1}*)(p{0} + (i));\n", k, wide);
      }
    }
    define(out, "KILN_LOAD(i)", load);
    define(out, "KILN_STORE(i)", store);
    std::string body = scalar_body(
        program_,
        [&](std::size_t input) {
          if (program_.inputs[input].scalar) return fmt::format("a{}", input);
          const std::size_t k = operand_of_input_[input];
          return widen(program_.inputs[input].dtype, operands_[k].inner == Inner::zero
                                                         ? fmt::format("p{}[0]", k)
                                                         : fmt::format("x{}.item[j]", k));
        },
        "(i + j)", "");
    define(out, "KILN_BODY(j)", body + stores([](std::size_t k) { return fmt::format("x{}.item[j]", k); }));
    define(out, "KILN_ONE(i)", one("i"));
  }

  // A vector of float16 or bfloat16 elements converted `way`, others as they are.
  static std::string of_half(const char* way, DType stored, const std::string& vector) {
    if (stored == KILN_FLOAT16) return fmt::format("kiln_{}_half_x16({})", way, vector);
    if (stored == KILN_BFLOAT16) return fmt::format("kiln_{}_bfloat_x16({})", way, vector);
    return vector;
  }
  // One vector of `width_` elements.
  std::string vector(Form form) const {
    const bool tail = form == Form::tail;
    const std::string w = std::to_string(width_);
    const std::string real = width_ == 16 ? "float" : "double", mask = width_ == 16 ? "int" : "long";
    const std::string count = tail ? "m" : w;
    std::string before, after;
    auto load = [&](std::size_t input) -> std::string {
      const DType stored = program_.inputs[input].dtype;
      const bool boolean = base::is_bool(stored);
      auto value = [&](const std::string& vector) {
        return boolean ? fmt::format("convert_{0}{1}({2}) != ({0}{1})(0)", mask, w, vector)
                       : of_half("from", stored, vector);
      };
      const std::string element = storage_type(stored);
      if (program_.inputs[input].scalar) {
        const std::string all = fmt::format("({}{})(a{})", boolean ? "uchar" : real, w, input);
        return boolean ? value(all) : all;
      }
      const std::size_t k = operand_of_input_[input];
      if (operands_[k].inner == Inner::zero) return value(fmt::format("({}{})({})", element, w, at(k, "0")));
      if (beside(k) && !tail) return value(fmt::format("vload{}(0, &{})", w, at(k, "i")));
      // Elements past the tail repeat its first one, which is sure to exist.
      before += fmt::format("{0} g{1}[{2}]; for (int u = 0; u < {2}; ++u) g{1}[u] = {3};\n", element, k, w,
                            at(k, tail ? "(i + (u < (int)(m) ? u : 0))" : "(i + u)"));
      return value(fmt::format("vload{}(0, g{})", w, k));
    };
    const std::string body = vector_body(program_, width_, load, "");
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const DType stored = program_.outputs[k].dtype;
      const std::string element = storage_type(stored);
      std::string value = of_half("to", stored, fmt::format("v{}", program_.outputs[k].value));
      if (base::is_bool(stored)) value = fmt::format("convert_uchar{}({} & ({}{})(1))", w, value, mask, w);
      if (form == Form::block) {
        after += fmt::format("vstore{}({}, 0, b{} + j);\n", w, value, k);
      } else if (beside(k) && !tail) {
        after += fmt::format("vstore{}({}, 0, &{});\n", w, value, at(k, "i"));
      } else {
        after += fmt::format(
            "{0} h{1}[{2}]; vstore{2}({3}, 0, h{1}); for (int u = 0; u < (int)({4}); ++u) {5} = h{1}[u];\n",
            element, k, w, value, count, at(k, "(i + u)"));
      }
    }
    return before + body + after;
  }

  const Program& program_;
  const ElementwiseClass& kind_;
  const Traits& traits_;
  bool flat_, strips_ = false;
  int width_ = 0;
  std::vector<Operand> operands_;
  std::vector<std::size_t> operand_of_input_;
};

}  // namespace

std::string elementwise_text(const Program& program, const ElementwiseClass& kind, const Traits& traits) {
  return ElementwiseWriter(program, kind, traits).text();
}

}  // namespace kiln::codegen
