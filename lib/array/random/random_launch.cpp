// SPDX-License-Identifier: Apache-2.0
// Writes the macros in front of kernels/random/random_*.cl, and computes launch geometry.
#include "array/random/random_launch.hpp"

#include <algorithm>
#include <bit>

#include "array/tuning.hpp"
#include "codegen/spell/body.hpp"
#include "kernels.hpp"

namespace kiln::array {

namespace {

using codegen::define;

// Defines the macros of floating-point draws: how many bits of a word a number takes, and the functions' names.
void define_real(std::string& text, DType dtype) {
  const bool wide = dtype == KILN_FLOAT64;
  const int digits = wide ? 53 : dtype == KILN_FLOAT32 ? 24 : dtype == KILN_FLOAT16 ? 11 : 8;
  define(text, "KILN_FLOAT", wide ? "double" : "float");
  define(text, "KILN_BITS", wide ? "64" : "32");
  define(text, "KILN_REAL(name)", wide ? "name##64" : "name##32");
  define(text, "KILN_WORD(w, j)", wide ? "kiln_wide_word(w, j)" : "w[j]");
  define(text, "KILN_DIGITS", std::to_string(digits));
  define(text, "KILN_UNIT", fmt::format("0x1p-{}{}", digits, wide ? "" : "f"));
  define(text, "KILN_TO_STORAGE(value)", codegen::to_storage(dtype, "(value)"));
}

std::string fill_text(RandomDraw draw, DType dtype, unsigned lanes, RandomShape shape) {
  struct Row {
    const char *draw, *parameters, *prepare = "";
  };
  static constexpr Row kRows[] = {
      {"KILN_DRAW_BITS", ""},
      {"KILN_DRAW_UNIFORM", ", KILN_FLOAT low, KILN_FLOAT width, KILN_FLOAT last"},
      {"KILN_DRAW_NORMAL", ", KILN_FLOAT mean, KILN_FLOAT deviation"},
      {"KILN_DRAW_EXPONENTIAL", ", KILN_FLOAT scale"},
      {"KILN_DRAW_INTEGERS", ", ulong low, ulong range"},
      {"KILN_DRAW_BERNOULLI", ", uint most, ulong one"},
      {"KILN_DRAW_WEIGHTED", ", KILN_ARG(const KILN_FLOAT, sums), ulong places", "KILN_PTR(const KILN_FLOAT, sums);"},
      {"KILN_DRAW_STANDARD_NORMAL", ""},
      {"KILN_DRAW_PERMUTATION", ", ulong places, uint left, uint right, uint rounds",
       "kiln_permutation key; kiln_permutation_key(first, stream, seed, places, &key);"}};
  const Row& row = kRows[int(draw)];
  const bool weighted = draw == RandomDraw::weighted;
  std::string text(kernels::find("random_bits.cl"));
  if (base::is_float(dtype)) {
    if (!weighted) text += kernels::find("random_real.cl");
    define_real(text, dtype);
  }
  const DType stored = weighted ? KILN_UINT64 : dtype;
  const std::size_t bytes = lanes * base::dtype_size(stored);
  define(text, "KILN_CHUNKS", shape.chunks ? "1" : "0");
  define(text, "KILN_VECTORS", shape.vectors && bytes <= 16 ? "1" : "0");
  define(text, "KILN_WIDE", codegen::wide_type(bytes));
  define(text, "KILN_LANES", std::to_string(lanes));
  define(text, "KILN_STORED", codegen::storage_type(stored));
  define(text, "KILN_PARAMETERS", row.parameters);
  define(text, "KILN_PLACE",
         shape.state ? "KILN_ARG(const ulong, state), ulong skipped" : "ulong first, ulong stream, ulong seed");
  define(text, "KILN_FIND_PLACE",
         shape.state
             ? "KILN_PTR(const ulong, state); const ulong first = state[1] + skipped, stream = 0, seed = state[0];"
             : "");
  define(text, "KILN_PREPARE", row.prepare);
  const bool words = draw != RandomDraw::permutation;
  define(text, "KILN_DRAW(block, at, v)",
         words ? fmt::format("KILN_FROM_WORDS({}, block, v)", row.draw) : fmt::format("{}(at, v)", row.draw));
  text += kernels::find("random_fill.cl");
  return text;
}

// fast_math stays off: all devices must give the same bits.
backend::Source source_of(std::string text) {
  backend::Source source;
  source.text = std::move(text);
  return source;
}

}  // namespace

const runtime::Kernel& random_fill_kernel(runtime::Context& context, RandomDraw draw, DType dtype, unsigned lanes,
                                          RandomShape shape, const char* operation) {
  const KernelId id(KernelFamily::random, "random_fill", draw, dtype, lanes, shape.chunks, shape.vectors, shape.state);
  return library_kernel(context, id, operation, [&] { return source_of(fill_text(draw, dtype, lanes, shape)); });
}

const runtime::Kernel& random_weights_kernel(runtime::Context& context, DType dtype, const char* operation) {
  const KernelId id(KernelFamily::random, "random_weights", dtype);
  return library_kernel(context, id, operation, [&] {
    std::string text;
    define(text, "KILN_FLOAT", codegen::storage_type(dtype));
    return source_of(text + std::string(kernels::find("random_weights.cl")));
  });
}

RandomGeometry random_geometry(runtime::Context& context, bool chunks, std::uint64_t steps) {
  const codegen::Traits traits = traits_of(context);
  const codegen::RandomTuning& numbers = traits.tuning->random;
  steps = std::max<std::uint64_t>(steps, 1);  // one item is needed even if there is only an incomplete block
  if (chunks) {
    const std::uint64_t items = std::clamp<std::uint64_t>(
        steps / numbers.cpu_worth, 1, numbers.cpu_unit_items * std::max<std::uint64_t>(traits.compute_units, 1));
    const std::uint64_t chunk = (steps + items - 1) / items;
    return {std::size_t((steps + chunk - 1) / chunk), 1, chunk};
  }
  const std::uint64_t local = std::bit_floor(
      std::clamp<std::uint64_t>(std::min(traits.max_local_size, traits.max_local_sizes[0]), 1, numbers.group));
  const std::uint64_t groups =
      std::min((steps + local - 1) / local,
               std::min(traits.max_groups[0], numbers.unit_groups * std::max<std::uint64_t>(traits.compute_units, 1)));
  return {std::size_t(groups * local), std::size_t(local), 0};
}

}  // namespace kiln::array
