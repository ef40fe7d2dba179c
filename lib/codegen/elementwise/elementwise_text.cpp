// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/elementwise/elementwise_*.cl expect, and appends the kernel.
#include <algorithm>

#include "codegen/elementwise/elementwise_operands.hpp"
#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using expr::Program;

namespace {

// Whether the program chooses between operands, which compilers turn into masked loads (KILN_TOUCH of
// prelude_opencl.cl).
bool chooses(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(), [](const expr::Value& value) {
    return value.kind == expr::Value::Kind::apply && value.fn == expr::Fn::where;
  });
}

// Whether no value is an integer, so that elements which do not count can be anything.
bool has_no_integer(const Program& program) {
  return std::none_of(program.values.begin(), program.values.end(),
                      [](const expr::Value& value) { return base::is_integer(value.dtype); });
}

// Estimates how many scalar instructions compute an element. In vectors they are a few times cheaper.
std::size_t instructions(const Program& program) {
  std::size_t count = 0;
  for (const expr::Value& value : program.values) {
    if (value.kind != expr::Value::Kind::apply) continue;
    const bool root = value.fn == expr::Fn::sqrt || value.fn == expr::Fn::divide;
    count += root ? 5 : 1;
  }
  const auto half = [](DType dtype) { return dtype == KILN_FLOAT16 || dtype == KILN_BFLOAT16; };
  for (const auto& in : program.inputs) count += half(in.dtype) ? 5 : 0;
  for (const auto& out : program.outputs) count += half(out.dtype) ? 5 : 0;
  return count;
}

constexpr unsigned kStreamBlock = 64;  // KILN_BLOCK of elementwise_blocks.cl

class ElementwiseWriter : private ElementwiseOperands {
 public:
  ElementwiseWriter(const Program& program, const ElementwiseClass& kind, const Traits& traits)
      : ElementwiseOperands(program, kind, traits), flat_(uses_flat_shape(kind, traits)) {
    width_ = traits.cpu && traits.vectors && has_costly_function(program) ? vector_width(program, true) : 0;
    // Strided operands pass through private memory (strips) so that the computation can be vectorised. Copying
    // one element there costs about as much as vectorising one instruction saves.
    strips_ = traits.cpu && !kind.tile && strided() && (width_ || instructions(program) >= strided());
  }

  std::string text() {
    std::string out = called_texts();
    define(out, "KILN_INDEX", index_type());
    parameters(out, flat_);
    if (flat_) {
      flat(out);
      return out + std::string(kernels::find("elementwise_flat.cl"));
    }
    define(out, "KILN_ROW_OFFSETS", row_offsets());
    if (kind_.tile) tiles(out);
    if (!traits_.cpu) {
      define(out, "KILN_AHEAD", std::to_string(elements_ahead(program_, kind_, traits_)));
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

  // The text of a bundle; `kind` of the constructor is that of one set.
  std::string bundle(const BundleClass& bundle) {
    std::string out = called_texts();
    std::string parameters, choose = "uint first = 0, n = 0;\n";
    for (std::size_t m = 0; m < bundle.memories; ++m)
      parameters += fmt::format("{}KILN_GLOBAL uchar *m{}", m ? ", " : "", m);
    const std::size_t operands = operands_.size(), sets = bundle.arrays.size() / operands;
    const std::size_t arrays = 1u + *std::max_element(bundle.arrays.begin(), bundle.arrays.end());
    // One argument holds all numbers, as drivers take time for each argument.
    out += fmt::format("typedef struct {{ ulong q[{}]; uint n[{}], g[{}]; }} kiln_sets;\n", arrays, sets, sets);
    parameters += ", const kiln_sets at";
    for (std::size_t k = 0; k < operands; ++k) choose += fmt::format("ulong q_{} = 0;\n", k);
    choose_set(choose, bundle, 0, sets);
    for (std::size_t k = 0; k < operands; ++k)
      choose += fmt::format("KILN_AT({}{}, p{}, q_{})\n", operands_[k].output ? "" : "const ",
                            storage_type(operands_[k].stored), k, k);
    define(out, "KILN_PARAMETERS", parameters);
    define(out, "KILN_AT(T, name, place)",
           fmt::format("KILN_GLOBAL T *name; {{ const uint memory = (uint)(place >> 48); name = (KILN_GLOBAL T *)({} + "
                       "(place & 0xffffffffffff)); }}",
                       chosen_memory(0, bundle.memories)));
    define(out, "KILN_CHOOSE", choose);
    define(out, "KILN_CPU", traits_.cpu ? "1" : "0");
    if (!traits_.cpu) {
      define(out, "KILN_ONE(i)", one("i"));
      return out + std::string(kernels::find("elementwise_bundle.cl"));
    }
    define(out, "KILN_WIDTH", std::to_string(width_ ? width_ : 1));
    define(out, "KILN_ALIASED", "1");  // a result may lie where the same element is read
    define(out, "KILN_SCATTERED", "0");
    if (width_) {
      define(out, "KILN_VECTOR(i)", vector(Form::memory));
      define(out, "KILN_TAIL(i, m)", vector(Form::tail));
    } else {
      define(out, "KILN_ONE(i)", one("i"));
    }
    return out + std::string(kernels::find("elementwise_blocks.cl")) +
           std::string(kernels::find("elementwise_bundle.cl"));
  }

  // The macros for elements that the kernel holds. A vector costs as much for one element as for all, so single
  // elements have one only where a function's vector form gives other digits than its scalar form.
  std::string held(bool rows) {
    strips_ = false;
    held_ = true;
    if (!width_ && rows && traits_.cpu && traits_.vectors) width_ = vector_width(program_, true);
    std::string out = called_texts();
    define(out, "KILN_WHOLE", std::to_string(width_ ? width_ : 1));
    if (!width_) {
      define(out, "KILN_COMPUTE(count)", "for (int kiln_i = 0; kiln_i < count; ++kiln_i) {\n" + one("kiln_i") + "}");
      return out;
    }
    // Few elements are cheaper one by one, if their functions give the same digits so.
    const bool cheap = !has_costly_function(program_);
    if (cheap) out += function_texts({&program_});
    define(out, "KILN_FULL(i)", vector(Form::memory));
    define(out, "KILN_PARTIAL(i, m)", vector(Form::tail));
    define(out, "KILN_COMPUTE(count)",
           fmt::format("int kiln_i = 0;\nfor (; kiln_i + {0} <= count; kiln_i += {0}) {{\nKILN_FULL(kiln_i)\n}}\n"
                       "if (kiln_i + {1} <= count) {{\nKILN_PARTIAL(kiln_i, count - kiln_i)\n}}",
                       width_, cheap ? traits_.tuning->elementwise.cpu_few_held : 1) +
               (cheap ? fmt::format(" else {{\nfor (; kiln_i < count; ++kiln_i) {{\n{}}}\n}}", one("kiln_i")) : ""));
    return out;
  }

 private:
  // The texts of kernels/ that define what the statements call.
  std::string called_texts() const {
    const bool single = !width_ || has_single_values(program_, width_);
    return (single ? function_texts({&program_}) : "") + (width_ ? vector_texts(program_, width_) : "");
  }
  // Chooses among sets `from` to `to` - 1 by halves.
  void choose_set(std::string& out, const BundleClass& bundle, std::size_t from, std::size_t to) const {
    if (to - from > 1) {
      const std::size_t middle = (from + to) / 2;
      out += fmt::format("if (group < at.g[{}]) {{\n", middle - 1);
      choose_set(out, bundle, from, middle);
      out += "} else {\n";
      choose_set(out, bundle, middle, to);
      out += "}\n";
      return;
    }
    out += fmt::format("first = {}; n = at.n[{}];\n", from ? fmt::format("at.g[{}]", from - 1) : "0", from);
    for (std::size_t k = 0; k < operands_.size(); ++k)
      out += fmt::format("q_{} = at.q[{}];\n", k, bundle.arrays[from * operands_.size() + k]);
  }
  // The expression of memory argument `memory`, one of `from` to `to` - 1.
  static std::string chosen_memory(std::size_t from, std::size_t to) {
    if (to - from == 1) return fmt::format("m{}", from);
    const std::size_t middle = (from + to) / 2;
    return fmt::format("(memory < {} ? {} : {})", middle, chosen_memory(from, middle), chosen_memory(middle, to));
  }
  // Defines the macros that compute blocks of results, prefetch their operands and let the results bypass the caches.
  void blocks(std::string& out) {
    std::string own, send, addresses;
    std::size_t least = 0;  // the output with the smallest elements
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const char* const type = storage_type(operands_[k].stored);
      own += fmt::format("{} b{}[KILN_BLOCK] KILN_LINED; ", type, k);
      send += fmt::format("KILN_STREAM(&{}, b{}, sizeof b{}, __private) ", at(k, "i"), k, k);
      addresses += fmt::format("{}(ulong)&{}", k ? " | " : "", at(k, "i"));
      if (base::dtype_size(operands_[k].stored) < base::dtype_size(operands_[least].stored)) least = k;
    }
    define(out, "KILN_BLOCK_MEMORY", own);
    define(out, "KILN_SEND(i)", send);
    define(out, "KILN_ADDRESSES(i)", addresses);
    define(out, "KILN_FIRST(i)", "&" + at(least, "i"));
    define(out, "KILN_IN_BLOCK(i, j)", width_ ? vector(Form::block) : one("i", Form::block));
    define(out, "KILN_ASK_FOR(i)", each_unit("KILN_ASK(&{}, {} * KILN_BLOCK) "));
    out += kernels::find("stream.cl");
  }

  // Formats `text` with the address of element i and the itemsize, for each contiguous input.
  std::string each_unit(const char* text) const {
    std::string out;
    for (std::size_t k = program_.outputs.size(); k < operands_.size(); ++k)
      if (operands_[k].inner == Inner::unit)
        out += fmt::format(fmt::runtime(text), at(k, "i"), base::dtype_size(operands_[k].stored));
    return out;
  }

  // Defines the macros that read the inputs of several elements before the first result is written: not every
  // compiler moves a read over a write.
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

  // Where a computation takes its inputs and leaves its results: both in memory; inputs already read (taken);
  // results in a block of private memory from element j on (block); or, for vectors, memory with only the
  // first m elements valid (tail).
  enum class Form { memory, taken, block, tail };
  // The scalar computation of one element.
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
           stores(program_, [&](std::size_t k) { return form == Form::block ? fmt::format("b{}[j]", k) : at(k, i); });
  }

  // The flat shape: each operand has a union, which is loaded or stored as a whole and used element by element.
  void flat(std::string& out) const {
    const unsigned v = flat_width(program_);
    define(out, "KILN_V", std::to_string(v));
    std::string load, store;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const Operand& operand = operands_[k];
      if (operand.inner == Inner::zero) continue;
      const char* const wide = wide_type(v * base::dtype_size(operand.stored));
      out += fmt::format("typedef union {{ {} wide; {} item[{}]; }} kiln_vec{};\n", wide, storage_type(operand.stored),
                         v, k);
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
          return widen(program_.inputs[input].dtype,
                       operands_[k].inner == Inner::zero ? fmt::format("p{}[0]", k) : fmt::format("x{}.item[j]", k));
        },
        "(i + j)", "");
    define(out, "KILN_BODY(j)", body + stores(program_, [](std::size_t k) { return fmt::format("x{}.item[j]", k); }));
    define(out, "KILN_ONE(i)", one("i"));
  }

  // The computation of one vector of `width_` elements.
  std::string vector(Form form) const {
    const bool tail = form == Form::tail;
    const std::string w = std::to_string(width_);
    const std::string count = tail ? "m" : w;
    std::string before, after;
    auto load = [&](std::size_t input) -> std::string {
      const DType stored = program_.inputs[input].dtype;
      const bool boolean = base::is_bool(stored);
      auto value = [&](const std::string& vector) { return widen_vector(stored, width_, vector); };
      const std::string element = storage_type(stored);
      if (program_.inputs[input].scalar) {
        const std::string all = fmt::format("({}{})(a{})", compute_type(stored), w, input);
        return boolean ? value(all) : all;
      }
      const std::size_t k = operand_of_input_[input];
      if (operands_[k].inner == Inner::zero) return value(fmt::format("({}{})({})", element, w, at(k, "0")));
      const bool neighbours = beside(k) || operands_[k].inner == Inner::held;
      if (neighbours && !tail) return value(fmt::format("vload{}(0, &{})", w, at(k, "i")));
      // Elements past the tail repeat its first one, which is sure to exist.
      if (operands_[k].inner == Inner::held && has_no_integer(program_))
        return value(fmt::format("vload{}(0, &{})", w, at(k, "i")));
      if (neighbours && held_) {
        before += fmt::format("{0} g{1}[{2}]; vstore{2}(({0}{2})({3}), 0, g{1});\n", element, k, w, at(k, "i"));
        before += pieces(at(k, "(i + u)"), fmt::format("g{}[u]", k));
        return value(fmt::format("vload{}(0, g{})", w, k));
      }
      before += fmt::format("{0} g{1}[{2}]; for (int u = 0; u < {2}; ++u) g{1}[u] = {3};\n", element, k, w,
                            at(k, tail ? "(i + (u < (int)(m) ? u : 0))" : "(i + u)"));
      return value(fmt::format("vload{}(0, g{})", w, k));
    };
    const std::string body = vector_body(program_, width_, load, "");
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const DType stored = program_.outputs[k].dtype;
      const std::string element = storage_type(stored);
      const std::string value = to_stored_vector(stored, width_, fmt::format("v{}", program_.outputs[k].value));
      if (form == Form::block) {
        after += fmt::format("vstore{}({}, 0, b{} + j);\n", w, value, k);
      } else if (beside(k) && !tail) {
        after += fmt::format("vstore{}({}, 0, &{});\n", w, value, at(k, "i"));
      } else if (beside(k) && held_) {
        after += fmt::format("{0} h{1}[{2}]; vstore{2}({3}, 0, h{1});\n", element, k, w, value);
        after += pieces(fmt::format("h{}[u]", k), at(k, "(i + u)"));
      } else {
        after +=
            fmt::format("{0} h{1}[{2}]; vstore{2}({3}, 0, h{1}); for (int u = 0; u < (int)({4}); ++u) {5} = h{1}[u];\n",
                        element, k, w, value, count, at(k, "(i + u)"));
      }
    }
    return before + body + after;
  }

  // Copies the elements of a tail, m of them, in vectors of fewer elements. `from` and `to` name element u.
  std::string pieces(const std::string& from, const std::string& to) const {
    std::string out = "{ int u = 0;";
    for (int count = width_ / 2; count > 2; count /= 2)
      out += fmt::format(" if ((m) & {0}) {{ vstore{0}(vload{0}(0, &{1}), 0, &{2}); u += {0}; }}", count, from, to);
    return out + fmt::format(" for (; u < (int)(m); ++u) {} = {}; }}\n", to, from);
  }

  bool flat_;
  bool held_ = false;  // a kernel holds rows of results, which may be short
  int width_ = 0;
};

}  // namespace

std::string elementwise_text(const Program& program, const ElementwiseClass& kind, const Traits& traits) {
  return ElementwiseWriter(program, kind, traits).text();
}

std::string held_text(const Program& program, const ElementwiseClass& kind, const Traits& traits, bool rows) {
  return ElementwiseWriter(program, kind, traits).held(rows);
}

std::string bundle_text(const Program& program, const BundleClass& kind, const Traits& traits) {
  ElementwiseClass set;
  set.aliased = 1;
  std::copy(kind.inner.begin(), kind.inner.end(), set.inner);
  return ElementwiseWriter(program, set, traits).bundle(kind);
}

}  // namespace kiln::codegen
