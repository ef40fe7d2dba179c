// SPDX-License-Identifier: Apache-2.0
// Generates the KILN_ macros that the templates in kernels/elementwise_*.cl expect, and puts the template
// behind them.
#include "codegen/elementwise.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/rounding.hpp"
#include "codegen/body.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

using base::ceil_div;
using expr::Program;

namespace {

// Operand k: outputs first, then the inputs that are arrays.
struct Operand {
  DType stored;
  Inner inner;
  bool output;
  std::size_t slot;  // output or input number
};

// Of the rows shape: elements of an item that are on their way at a time (H200: strided copies and
// differences 1.3 to 1.8 times as fast). The text is compiled once for each and once more, so fewer of long
// ones.
unsigned elements_ahead(const Program& program, const ElementwiseClass& kind) {
  if (program.values.size() > 64) return 1;
  return has_costly_function(program) || kind.dims > 3 ? 2 : 4;
}

// Bytes that a work-item of the flat shape reads and writes.
std::size_t flat_traffic(const Program& program, const ElementwiseClass& kind) {
  std::size_t bytes = 0, k = 0;
  for (const auto& out : program.outputs) bytes += base::dtype_size(out.dtype), ++k;
  for (const auto& in : program.inputs)
    if (!in.scalar && kind.inner[k++] != Inner::zero) bytes += base::dtype_size(in.dtype);
  return bytes * flat_width(program);
}

// Compilers make a choice between operands loads by masks (KILN_TOUCH of prelude_opencl.cl).
bool chooses(const Program& program) {
  return std::any_of(program.values.begin(), program.values.end(), [](const expr::Value& value) {
    return value.kind == expr::Value::Kind::apply && value.fn == expr::Fn::where;
  });
}

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
    if (!traits_.cpu) {
      define(out, "KILN_AHEAD", std::to_string(elements_ahead(program_, kind_)));
      define(out, "KILN_ALONG", kind_.along ? "1" : "0");
      define(out, "KILN_ONE(i)", one("i"));
      ahead(out);
      return out + std::string(kernels::find("elementwise_rows.cl"));
    }
    define(out, "KILN_WIDTH", std::to_string(width_ ? width_ : 1));
    define(out, "KILN_ALIASED", std::to_string(kind_.aliased && !strided()));
    if (width_) {
      define(out, "KILN_VECTOR(i)", vector(Form::memory));
      define(out, "KILN_TAIL(i, m)", vector(Form::tail));
    } else {
      define(out, "KILN_ONE(i)", one("i"));
      if (chooses(program_))
        define(out, "KILN_TOUCH_FOR(i)", each_unit("KILN_TOUCH(const KILN_GLOBAL uchar, &{});\n"));
    }
    if (kind_.stream) blocks(out);
    return out + std::string(kernels::find("elementwise_chunks.cl"));
  }

 private:
  void add(DType stored, bool output, std::size_t slot) {
    operands_.push_back({stored, kind_.inner[operands_.size()], output, slot});
  }

  bool strided() const {
    return std::any_of(operands_.begin(), operands_.end(),
                       [](const Operand& operand) { return operand.inner == Inner::strided; });
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
      if (operands_[k].inner == Inner::strided) out += fmt::format(", {} t{}", signed_index_type(), k);
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

  // The address expression of operand k's element i.
  std::string at(std::size_t k, const std::string& i) const {
    const std::string base = kind_.dims > 1 ? fmt::format("p{0}[o{0}", k) : fmt::format("p{}[0", k);
    switch (operands_[k].inner) {
      case Inner::zero:
        return base + "]";
      case Inner::unit:
        return fmt::format("{} + ({}){}]", base, signed_index_type(), i);
      case Inner::strided:
        return fmt::format("{} + ({}){} * t{}]", base, signed_index_type(), i, k);
    }
    return base + "]";
  }

  // The computation of blocks of results, what is asked for before it, and how they go past the caches.
  void blocks(std::string& out) {
    std::string own, send, addresses;
    std::size_t least = 0;  // the output of the smallest elements
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const char* const type = storage_type(operands_[k].stored);
      own += fmt::format("{} b{}[KILN_BLOCK]; ", type, k);
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
                       form == Form::taken ? fmt::format("x{}[u]", k) : at(k, i));
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
      if (operands_[k].inner == Inner::unit && !tail)
        return value(fmt::format("vload{}(0, &{})", w, at(k, "i")));
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
      } else if (operands_[k].inner == Inner::unit && !tail) {
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
  bool flat_;
  int width_ = 0;
  std::vector<Operand> operands_;
  std::vector<std::size_t> operand_of_input_;
};

}  // namespace

Traits traits_of(const backend::DeviceProperties& p) {
  Traits t;
  t.cpu = p.info.kind == backend::DeviceKind::cpu;
  t.vectors = p.dialect == backend::Dialect::opencl_c;
  t.vector_bytes = p.vector_bytes;
  // Of a cache that many share, 16 MiB a core at most count as this device's.
  if (t.cpu && p.cache_bytes) t.stream_bytes = std::min<std::uint64_t>(p.cache_bytes, p.compute_units << 24);
  if (t.cpu && stream_all) t.stream_bytes = 0;
  t.compute_units = p.compute_units;
  t.max_local_size = p.max_local_size;
  t.local_memory = p.local_memory;
  for (int d = 0; d < 3; ++d) {
    t.max_local_sizes[d] = p.max_local_sizes[d];
    t.max_groups[d] = p.max_groups[d];
  }
  return t;
}

unsigned flat_width(const Program& program) {
  std::size_t largest = 1;
  for (const auto& in : program.inputs)
    if (!in.scalar) largest = std::max(largest, base::dtype_size(in.dtype));
  for (const auto& out : program.outputs) largest = std::max(largest, base::dtype_size(out.dtype));
  return unsigned(16 / largest);
}

bool uses_flat_shape(const ElementwiseClass& kind, const Traits& traits) {
  return !traits.cpu && kind.dims == 1 && kind.aligned;
}

std::string elementwise_text(const Program& program, const ElementwiseClass& kind, const Traits& traits) {
  return ElementwiseWriter(program, kind, traits).text();
}

Geometry elementwise_geometry(const Program& program, const ElementwiseClass& kind, const Traits& traits,
                              std::uint64_t n, std::uint64_t rows) {
  Geometry g;
  if (traits.cpu) {
    // About 4096 elements make a work-item worth its start; 8 work-items a core balance disturbed cores.
    const std::uint64_t most = 8 * traits.compute_units;
    const std::uint64_t items = std::clamp<std::uint64_t>(n * rows / 4096, 1, most);
    const std::uint64_t by_rows = std::min(items, rows);
    const std::uint64_t by_chunks = std::max<std::uint64_t>(1, items / by_rows);
    g.dims = 2;
    g.row_chunk = ceil_div(rows, by_rows);
    g.chunk = ceil_div(ceil_div(n, by_chunks), 16) * 16;
    g.global[0] = std::size_t(ceil_div(n, g.chunk));
    g.global[1] = std::size_t(ceil_div(rows, g.row_chunk));
    return g;
  }
  const std::uint64_t most_local = std::min<std::uint64_t>(traits.max_local_size, 256);
  if (uses_flat_shape(kind, traits)) {
    const std::uint64_t items = ceil_div(n, flat_width(program));
    // Groups begin at a limited rate, which little to read or write meets (H200: fills 3370 -> 4650 GB/s).
    const std::uint64_t group = flat_traffic(program, kind) <= 24 ? 256 : 128;
    g.local[0] = std::size_t(std::min({most_local, traits.max_local_sizes[0], group}));
    g.global[0] = std::size_t(ceil_div(items, g.local[0]) * g.local[0]);
    return g;
  }
  std::uint64_t x = 1;
  while (x < n && x * 2 <= std::min(most_local, traits.max_local_sizes[0])) x *= 2;
  const std::uint64_t y =
      std::max<std::uint64_t>(1, std::min({most_local / x, traits.max_local_sizes[1], rows}));
  // An item has several elements where there are enough for all items of the device.
  const std::uint64_t ahead = elements_ahead(program, kind),
                      filling = n * rows / (unit_items * traits.compute_units);
  const std::uint64_t along = kind.along ? ahead : 1;
  const std::uint64_t across = kind.along ? 1 : std::clamp<std::uint64_t>(filling, 1, ahead);
  g.dims = 2;
  g.local[0] = std::size_t(x);
  g.local[1] = std::size_t(y);
  g.global[0] = std::size_t(ceil_div(n, x * along) * x);
  // The kernel strides over rows, so the second extent may stop at the device's limit.
  const std::uint64_t groups =
      std::min({ceil_div(rows, y * across), traits.max_groups[1], std::uint64_t{65535}});
  g.global[1] = std::size_t(groups * y);
  return g;
}

}  // namespace kiln::codegen
