// SPDX-License-Identifier: Apache-2.0
// Generated texts against golden files (KILN_UPDATE_GOLDEN=1 rewrites them: review the difference),
// properties that hold for every text, and launch geometries.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "catch.hpp"
#include "codegen/elementwise/elementwise.hpp"
#include "codegen/fold/reduce.hpp"
#include "codegen/spell/body.hpp"

using namespace kiln;
using codegen::ElementwiseClass;
using codegen::Inner;
using codegen::Traits;

namespace {

expr::Program program(const char* text, std::vector<expr::InputType> types) {
  const auto statements = expr::parse_statements(text);
  std::vector<int> own(statements.outputs.size(), -1);
  return expr::compile(statements.outputs, statements.inputs, types, own, KILN_FLOAT32);
}

expr::InputType array(base::DType dtype) { return {dtype, false, false}; }
expr::InputType scalar(base::DType dtype) { return {dtype, true, false}; }

Traits gpu() {
  Traits t;
  t.vectors = true;
  t.compute_units = 100;
  t.max_local_size = 1024;
  for (auto& s : t.max_local_sizes) s = 1024;
  for (auto& s : t.max_groups) s = 65535;
  return t;
}
Traits cpu() {
  Traits t = gpu();
  t.cpu = true;
  t.compute_units = 2;
  return t;
}

ElementwiseClass kind(int dims, std::initializer_list<Inner> inner, bool aligned = true) {
  ElementwiseClass k;
  k.dims = std::uint8_t(dims);
  k.aligned = aligned;
  std::copy(inner.begin(), inner.end(), k.inner);
  return k;
}

void golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(std::getenv("KILN_GOLDEN_DIR")) + "/" + name + ".cl";
  if (std::getenv("KILN_UPDATE_GOLDEN")) std::ofstream(path) << text;
  std::ifstream file(path);
  std::stringstream want;
  want << file.rdbuf();
  INFO(path);
  CHECK(want.str() == text);
}

}  // namespace

TEST_CASE("generated kernels are the golden ones") {
  const auto exp = program("r = exp(a)", {array(KILN_FLOAT32)});
  const auto unit2 = {Inner::unit, Inner::unit};
  golden("exp_flat", codegen::elementwise_text(exp, kind(1, unit2), gpu()));
  golden("exp_chunks", codegen::elementwise_text(exp, kind(1, unit2), cpu()));
  golden("exp_rows_strided", codegen::elementwise_text(exp, kind(3, {Inner::unit, Inner::strided}, false), gpu()));
  const auto mix = program(
      "r = a*b + c*exp(d); s = a > b ? a : k",
      {array(KILN_FLOAT32), array(KILN_FLOAT32), array(KILN_FLOAT32), array(KILN_FLOAT32), scalar(KILN_FLOAT32)});
  golden("mix_chunks_strided",
         codegen::elementwise_text(
             mix, kind(2, {Inner::unit, Inner::strided, Inner::unit, Inner::zero, Inner::strided, Inner::unit}, false),
             cpu()));
  // Strided operands of a light expression stay where they are, of others pass through the item's own memory.
  golden("sum_chunks_strided",
         codegen::elementwise_text(program("r = a + b", {array(KILN_FLOAT32), array(KILN_FLOAT32)}),
                                   kind(1, {Inner::unit, Inner::strided, Inner::strided}, false), cpu()));
  auto turned = kind(3, {Inner::unit, Inner::unit, Inner::turned}, false);
  turned.tile = 64;
  const auto sum = program("r = a + b", {array(KILN_FLOAT32), array(KILN_FLOAT32)});
  golden("sum_tiles_cpu", codegen::elementwise_text(sum, turned, cpu()));
  golden("sum_tiles_gpu", codegen::elementwise_text(sum, turned, gpu()));
  golden("integers_rows",
         codegen::elementwise_text(program("r = a / b; s = a >> b", {array(KILN_INT16), array(KILN_INT16)}),
                                   kind(2, {Inner::unit, Inner::unit, Inner::unit, Inner::unit}, false), gpu()));
  golden("half_flat", codegen::elementwise_text(program("r = a + b", {array(KILN_FLOAT16), array(KILN_BFLOAT16)}),
                                                kind(1, {Inner::unit, Inner::unit, Inner::unit}), gpu()));
  golden("complex_flat",
         codegen::elementwise_text(program("r = a * conj(a)", {array(KILN_COMPLEX64)}), kind(1, unit2), gpu()));
}

TEST_CASE("memory that is written and read: no restrict, and iterations apart where elements lie side by side") {
  const auto sum = program("a = a + b", {array(KILN_FLOAT32), array(KILN_FLOAT32)});
  for (const Inner inner : {Inner::unit, Inner::strided}) {
    auto k = kind(1, {inner, inner, Inner::unit});
    k.aliased = 1;
    const std::string text = codegen::elementwise_text(sum, k, cpu());
    CHECK(text.find("KILN_PTR_RESTRICT(float") == std::string::npos);
    CHECK(text.find("#define KILN_ALIASED 1\n") != std::string::npos);
    const char* scattered = inner == Inner::unit ? "#define KILN_SCATTERED 0\n" : "#define KILN_SCATTERED 1\n";
    CHECK(text.find(scattered) != std::string::npos);
  }
}

TEST_CASE("no double slips into a kernel that computes in float") {
  for (const char* text : {"r = a * 0.1 + 1", "r = exp(a) / 3.7", "r = clamp(a, 0.1, 0.9)", "r = fract(a)",
                           "r = a != 0 ? 1.5 : 2", "r = mix(a, 2.5, 0.5)", "r = sign(a) * 1e10", "r = int32(a) + 1"}) {
    for (base::DType dtype : {KILN_FLOAT32, KILN_FLOAT16, KILN_BFLOAT16}) {
      const auto p = program(text, {array(dtype)});
      for (const Traits& traits : {gpu(), cpu()}) {
        const std::string generated = codegen::elementwise_text(p, kind(1, {Inner::unit, Inner::unit}), traits);
        INFO(generated);
        CHECK(generated.find("double") == std::string::npos);
      }
    }
  }
}

TEST_CASE("literals are exact") {
  using base::Scalar;
  CHECK(codegen::literal(Scalar::real(KILN_FLOAT32, 0.1)) == "0x1.99999ap-4f");
  CHECK(codegen::literal(Scalar::real(KILN_FLOAT64, -0.0)) == "(-0x0p+0)");
  CHECK(codegen::literal(Scalar::integer(KILN_INT64, INT64_MIN)) == "(-9223372036854775807l - 1l)");
  CHECK(codegen::literal(Scalar::natural(KILN_UINT64, UINT64_MAX)) == "(ulong)18446744073709551615ul");
}

TEST_CASE("geometries cover every element and respect limits") {
  const auto exp = program("r = exp(a)", {array(KILN_FLOAT32)});
  for (std::uint64_t n : {1ull, 3ull, 16ull, 255ull, 4096ull, 230400ull, 1ull << 27, 3ull << 31}) {
    for (std::uint64_t rows : {1ull, 2ull, 7ull, 100000ull}) {
      INFO(n << " by " << rows);
      auto k = kind(2, {Inner::unit, Inner::unit}, false);
      auto g = codegen::elementwise_geometry(exp, k, cpu(), n, rows);
      CHECK(g.chunk * g.global[0] >= n);
      CHECK(g.chunk * (g.global[0] - 1) < n);
      CHECK(g.row_chunk * g.global[1] >= rows);
      CHECK(g.row_chunk * (g.global[1] - 1) < rows);
      CHECK(g.local[0] * g.local[1] * g.local[2] == 1);
      for (std::uint64_t most : {1ull, 7ull, 256ull, 1024ull}) {
        Traits t = gpu();
        t.max_local_size = most;
        g = codegen::elementwise_geometry(exp, k, t, n, rows);
        CHECK(g.global[0] >= n);
        CHECK(g.local[0] * g.local[1] <= most);
        CHECK(g.global[0] % g.local[0] == 0);
        CHECK(g.global[1] % g.local[1] == 0);
        CHECK(g.global[1] / g.local[1] <= 65535);
        g = codegen::elementwise_geometry(exp, kind(1, {Inner::unit, Inner::unit}), t, n, 1);
        CHECK(g.global[0] * codegen::flat_width(exp) >= n);
        CHECK(g.global[0] % g.local[0] == 0);
      }
    }
  }
}

TEST_CASE("reductions on CPU devices: every element once, few adds an accumulator, items enough") {
  codegen::ReducePrograms sum;
  sum.map = program("s = a", {array(KILN_FLOAT32)});
  sum.combine = sum.next = program("s = s + s_", {array(KILN_FLOAT32), array(KILN_FLOAT32)});
  const Traits traits = cpu();
  for (std::uint64_t rows : {1ull, 2ull, 7ull, 17ull, 4096ull, 100003ull})
    for (std::uint64_t n : {1ull, 15ull, 1000ull, 4096ull, 65537ull, 1ull << 24, 3ull << 31})
      for (const bool may_split : {true, false}) {
        INFO(rows << " by " << n << (may_split ? ", shared out" : ""));
        codegen::ReduceClass kind;
        auto g = codegen::reduce_geometry(sum, kind, traits, rows, 1, n, may_split);
        CHECK(g.chunk * g.splits >= n);
        CHECK(g.chunk * (g.splits - 1) < n);
        CHECK(g.share * g.global >= rows * g.splits);
        CHECK(g.share * (g.global - 1) < rows * g.splits);
        CHECK(g.local == 1);
        if (!may_split) CHECK(g.splits == 1);
        if (may_split) CHECK(g.chunk <= 65536);
        // One launch where there is little to share out.
        if (rows * n <= 4096) CHECK(g.splits == 1);
        for (std::uint64_t cols : {1ull, 5ull, 1000ull, 4097ull}) {
          kind.columns = 1;
          g = codegen::reduce_geometry(sum, kind, traits, rows, cols, n, may_split);
          CHECK(g.chunk * g.splits >= n);
          CHECK(g.chunk * (g.splits - 1) < n);
          CHECK(g.global == (cols + g.share - 1) / g.share * rows * g.splits);
          CHECK(g.share <= 4096);
          if (!may_split) CHECK(g.splits == 1);
          // Short rows beside each other: what a block reads stays in the cache, in one launch.
          if (n < 48) CHECK((g.splits == 1 && g.share * n * 4 <= 32768));
          kind.columns = 0;
        }
      }
}
