// SPDX-License-Identifier: Apache-2.0
// Writes the KILN_ macros that the kernels in kernels/product/gemm_*.cl expect, and appends these kernels.
#include "codegen/product/gemm.hpp"

#include <algorithm>

#include "codegen/spell/body.hpp"
#include "codegen/tuning/tuning.hpp"
#include "kernels.hpp"

namespace kiln::codegen {

DType gemm_dtype(DType dtype) noexcept {
  if (base::is_float(dtype) || base::is_complex(dtype)) return base::compute_dtype(dtype);
  return base::dtype_size(dtype) == 8 ? KILN_UINT64 : KILN_UINT32;
}

bool gemm_plain(DType dtype) noexcept { return base::dtype_size(dtype) == base::dtype_size(gemm_dtype(dtype)); }

GemmTile gemm_tile(DType dtype, int which, const Traits& traits) noexcept {
  const bool large_elements = base::dtype_size(gemm_dtype(dtype)) > 8;
  const int k = base::dtype_size(gemm_dtype(dtype)) > 4 ? 8 : 16;
  if (which == kGemmTeamTile && !large_elements) return {32, 32, k, 4, 4, 4};
  if (which >= kGemmSmallTile) return {32, 32, k, 4, 4};
  if (which == 1) return base::is_complex(dtype) ? GemmTile{64, 64, k, 4, 4} : GemmTile{64, 64, k, 8, 8};
  // The registers of a work-item limit its elements; local memory limits the step along k.
  const bool deep = traits.local_memory >= 44 << 10;
  if (base::is_complex(dtype)) return large_elements ? GemmTile{64, 64, 4, 4, 4} : GemmTile{128, 64, 8, 8, 4};
  const int depth = base::dtype_size(gemm_dtype(dtype)) == 8 ? 4 : 8;
  return {128, 128, deep ? 2 * depth : depth, 8, 8};
}

bool gemm_tile_fits(DType dtype, const GemmTile& tile, const Traits& traits) noexcept {
  if (std::uint64_t(tile.items()) > traits.max_local_size) return false;
  if (tile.teams == 1) return true;
  // gemm_tiles.cl adds 16 bytes to each line of local memory, and keeps two tiles of each factor.
  const auto size = std::uint64_t(base::dtype_size(gemm_dtype(dtype)));
  const std::uint64_t lines = (std::uint64_t(tile.m) + std::uint64_t(tile.n)) * size + 2 * 16;
  return 2 * std::uint64_t(tile.teams) * std::uint64_t(tile.k) * lines <= traits.local_memory;
}

GemmPanel gemm_panel(DType dtype, const Traits& traits) noexcept {
  // Registers hold two vectors of each row of C, two of B and one of A. A CPU with 64-byte vectors has 32
  // registers for them, others have 16.
  const bool wide = traits.vector_bytes >= 64;
  const int bytes = wide ? 64 : traits.vector_bytes >= 32 || traits.vector_bytes == 0 ? 32 : 16;
  const int rows = wide ? 12 : 6;
  const int columns = 2 * bytes / int(base::dtype_size(base::real_dtype(gemm_dtype(dtype))));
  return base::is_complex(dtype) ? GemmPanel{rows / 2, columns, 2} : GemmPanel{rows, columns, 1};
}

int gemm_thin_items(DType dtype) noexcept { return base::dtype_size(gemm_dtype(dtype)) > 4 ? 256 : 512; }

int gemm_lanes(DType dtype, const Traits& traits) noexcept { return gemm_panel(dtype, traits).columns / 2; }

bool gemm_small_vectors(const GemmClass& kind) noexcept {
  const bool whole = kind.n == 2 || kind.n == 3 || kind.n == 4 || kind.n == 8;
  return kind.item == GemmItem::rows && kind.unit && whole && gemm_plain(kind.dtype) && !base::is_complex(kind.dtype);
}

bool gemm_ends(const GemmClass& kind) noexcept {
  switch (kind.kernel) {
    case GemmKernel::small:
      return !kind.packed && !gemm_small_vectors(kind);
    case GemmKernel::direct:
    case GemmKernel::panels:
    case GemmKernel::combine:
      return true;
    case GemmKernel::tiles:
      return !kind.partial;
    case GemmKernel::pack:
    case GemmKernel::thin:
    case GemmKernel::thin_chunks:
      break;
  }
  return false;
}

bool gemm_packs(const GemmClass& kind) noexcept {
  return kind.kernel != GemmKernel::tiles || kind.tile >= kGemmSmallTile;
}

namespace {

class GemmWriter {
 public:
  GemmWriter(const GemmClass& kind, const GemmEpilogue* epilogue) : kind_(kind), epilogue_(epilogue) {}

  std::string text(const Traits& traits) {
    const bool single = kind_.kernel == GemmKernel::combine || kind_.kernel == GemmKernel::tiles ||
                        (kind_.kernel == GemmKernel::small && kind_.item != GemmItem::rows);
    out_ = epilogue_text(epilogue_, kind_.wide, !single, traits);
    const DType dtype = kind_.dtype, computed = gemm_dtype(dtype), real = base::real_dtype(computed);
    const bool complex = base::is_complex(dtype), integer = base::is_integer(dtype) || base::is_bool(dtype);
    const std::string t = storage_type(computed), stored = storage_type(dtype);
    if (complex) out_ += kernels::find("complex.cl");
    define("KILN_INDEX", kind_.wide ? "long" : "int");
    define("KILN_PACKS", int(traits.packs_numbers && gemm_packs(kind_)));
    define("KILN_REST", base::dtype_size(computed) > 8 ? t : "ulong");
    define("KILN_T", t);
    define("KILN_R", storage_type(real));
    define("KILN_STORED", stored);
    define("KILN_COMPLEX", complex ? "1" : "0");
    const std::string make = computed == KILN_COMPLEX64 ? "KILN_FLOAT2" : "KILN_DOUBLE2";
    // Expressions that convert an element to the computed type and back.
    const std::string load = integer ? "((" + t + ")(x))" : "(" + widen(dtype, "(x)") + ")";
    const std::string store = base::is_bool(dtype) ? "((uchar)((x) != 0))"
                              : integer            ? "((" + stored + ")(x))"
                                                   : to_storage(dtype, "(x)");
    define("KILN_LOAD(x)", load);
    define("KILN_STORE(x)", kind_.partial ? "(x)" : store);
    define("KILN_RESULT", kind_.partial ? t : stored);
    define("KILN_LOAD_RESULT(x)", kind_.partial ? "(x)" : load);
    if (complex) {
      const char* suffix = computed == KILN_COMPLEX64 ? "c64" : "c128";
      const std::string zero = computed == KILN_COMPLEX64 ? "0.0f" : "0.0";
      define("KILN_ZERO", make + "(" + zero + ", " + zero + ")");
      define("KILN_CONJUGATE(z, yes)", make + "((z).x, (yes) ? -(z).y : (z).y)");
      define("KILN_MAD(c, a, b)",
             "{ c.x += (a).x * (b).x; c.x -= (a).y * (b).y; c.y += (a).x * (b).y; c.y += (a).y * (b).x; }");
      define("KILN_PRODUCT(a, b)", fmt::format("kiln_mul_{}((a), (b))", suffix));
      define("KILN_SUM(a, b)", make + "((a).x + (b).x, (a).y + (b).y)");
    } else {
      const bool boolean = base::is_bool(dtype);
      define("KILN_ZERO", "(" + t + ")0");
      define("KILN_CONJUGATE(x, yes)", "(x)");
      define("KILN_MAD(c, a, b)", boolean ? "c |= (a) & (b);" : "c += (a) * (b);");
      define("KILN_PRODUCT(a, b)", "((a) * (b))");
      define("KILN_SUM(a, b)", boolean ? "((a) | (b))" : "((a) + (b))");
    }
    switch (kind_.kernel) {
      case GemmKernel::small:
        define("KILN_EACH", int(kind_.item));
        define("KILN_M", kind_.m);
        define("KILN_N", kind_.n);
        define("KILN_K", kind_.k);
        define("KILN_UNIT", int(kind_.unit));
        define("KILN_VECTORS", int(gemm_small_vectors(kind_)));
        define("KILN_PACKED", int(kind_.packed));
        if (gemm_small_vectors(kind_)) vectors(real, kind_.n);
        return behind("gemm_small.cl");
      case GemmKernel::combine:
        define("KILN_SYMMETRIC", int(kind_.shifted));
        define("KILN_LANES", 1 << kind_.tile);
        define("KILN_ELEMENTS", kind_.tile ? kGemmCombined : int(std::min<std::size_t>(256, traits.max_local_size)));
        return behind("gemm_combine.cl");
      case GemmKernel::thin:
        return thin();
      case GemmKernel::direct:
      case GemmKernel::pack:
      case GemmKernel::panels:
      case GemmKernel::thin_chunks:
        return panels(real, traits);
      case GemmKernel::tiles:
        break;
    }
    const GemmTile tile = gemm_tile(dtype, kind_.tile, traits);
    define("KILN_TM", tile.m);
    define("KILN_TN", tile.n);
    define("KILN_TK", tile.k);
    define("KILN_RM", tile.rows);
    define("KILN_RN", tile.columns);
    define("KILN_TEAMS", tile.teams);
    const int wide = int(16 / base::dtype_size(computed));
    define("KILN_V", wide);
    define("KILN_A_WIDTH", kind_.a_pieces ? wide : 1);
    define("KILN_B_WIDTH", kind_.b_pieces ? wide : 1);
    define("KILN_UNROLL", traits.cpu ? 1 : tile.k);  // CPU devices run these kernels only in tests
    define("KILN_A_ALONG_K", int(kind_.a_along_k));
    define("KILN_B_ALONG_K", int(kind_.b_along_k));
    define("KILN_SHIFTED", int(kind_.shifted));
    return behind("gemm_tiles.cl");
  }

 private:
  void define(const std::string& name, const std::string& value) { codegen::define(out_, name, value); }
  void define(const std::string& name, int value) { define(name, std::to_string(value)); }
  // Returns the text up to now, followed by gemm.cl and `file`.
  std::string behind(const char* file) const {
    return out_ + std::string(kernels::find("gemm.cl")) + std::string(kernels::find(file));
  }

  void vectors(DType real, int lanes) {
    define("KILN_VECTOR", fmt::format("{}{}", storage_type(real), lanes));
    define("KILN_VLOAD(p)", fmt::format("vload{}(0, p)", lanes));
    define("KILN_VSTORE(x, p)", fmt::format("vstore{}(x, 0, p)", lanes));
    define("KILN_VECTOR_MAD(c, a, b)", base::is_bool(kind_.dtype) ? "c |= (a) & (b)" : "c += (a) * (b)");
  }

  std::string thin() {
    const int rows = 1 << kind_.m, columns = 1 << kind_.n;
    define("KILN_ROWS", rows);
    define("KILN_COLUMNS", columns);
    // A piece is read at once: four elements of a row of A (column of B), or one element of each row (column).
    const auto pieces = [&](const std::string& side, bool some, bool along, int lines) {
      const std::size_t bytes = std::size_t(along ? 4 : lines) * base::dtype_size(kind_.dtype);
      define("KILN_" + side + "_WORD", wide_type(std::min<std::size_t>(bytes, 16)));
      define("KILN_" + side + "_WORDS", int(std::max<std::size_t>(1, bytes / 16)));
      define("KILN_" + side + "_PIECES", some ? 2 - int(along) : 0);
    };
    pieces("A", kind_.a_pieces, kind_.a_along_k, rows);
    pieces("B", kind_.b_pieces, kind_.b_along_k, columns);
    define("KILN_MOST", gemm_thin_items(kind_.dtype));
    define("KILN_SHIFTED", int(kind_.shifted));
    return behind("gemm_thin.cl");
  }

  // Macros of the kernels for CPU devices.
  std::string panels(DType real, const Traits& traits) {
    const GemmPanel panel = gemm_panel(kind_.dtype, traits);
    const int lanes = panel.columns / 2;
    if (kind_.kernel != GemmKernel::thin_chunks) {
      define("KILN_ROWS", panel.rows);
      define("KILN_COLUMNS", panel.columns);
    }
    if (kind_.kernel == GemmKernel::pack) return behind("gemm_pack.cl");
    define("KILN_LANES", lanes);
    vectors(real, lanes);
    define("KILN_PLAIN", int(gemm_plain(kind_.dtype)));
    if (kind_.kernel == GemmKernel::thin_chunks) {
      // The sums and their operands stay in registers.
      const int rows = kind_.tile ? 1 << kind_.tile : 4;
      define("KILN_ACROSS", int(kind_.tile > 0));
      define("KILN_ROWS", rows);
      const int held = panel.rows >= 12 ? 16 : 8;
      define("KILN_COLUMNS", kind_.tile ? std::clamp(held / rows, 1, 4) : held / rows);
      define("KILN_MOST", kGemmThin);
      define("KILN_SHIFTED", int(kind_.shifted));
      return behind("gemm_thin_chunks.cl");
    }
    const bool direct = kind_.kernel == GemmKernel::direct;
    if (direct) define("KILN_DEPTH", kGemmDirectDepth / panel.parts);
    if (direct && traits.vectors && base::dtype_size(real) == 4) out_ += kernels::find("turn.cl");
    return behind("gemm_sums.cl") + std::string(kernels::find(direct ? "gemm_direct.cl" : "gemm_panels.cl"));
  }

  const GemmClass& kind_;
  const GemmEpilogue* epilogue_;
  std::string out_;
};

}  // namespace

std::string epilogue_text(const GemmEpilogue* epilogue, bool wide, bool rows, const Traits& traits) {
  const std::string common(kernels::find("epilogue.cl"));
  if (!epilogue) return common;
  const expr::Program& program = epilogue->program;
  ElementwiseClass kind;
  kind.dims = 2;
  kind.wide = wide;
  kind.aliased = 1;
  std::copy(epilogue->inner.begin(), epilogue->inner.end(), kind.inner);
  std::string out = held_text(program, kind, traits, rows);
  define(out, "KILN_EPILOGUE", "1");
  std::string numbers, read;
  for (std::size_t k = 0; k < epilogue->inner.size(); ++k) {
    if (epilogue->inner[k] == Inner::held) continue;
    const std::size_t outputs = program.outputs.size();
    const std::string type = k < outputs ? storage_type(program.outputs[k].dtype)
                                         : std::string("const ") + storage_type(program.inputs[k - outputs].dtype);
    define(out, "KILN_TYPE" + std::to_string(k), type);
    numbers += fmt::format(" do({})", k);
    if (k >= outputs && epilogue->inner[k] == Inner::unit) read += fmt::format(" do({})", k);
  }
  define(out, "KILN_OPERANDS(do)", numbers);
  define(out, "KILN_READ(do)", read);
  return out + common;
}

std::string gemm_text(const GemmClass& kind, const Traits& traits, const GemmEpilogue* epilogue) {
  return GemmWriter(kind, epilogue).text(traits);
}

}  // namespace kiln::codegen
