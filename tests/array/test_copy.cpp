// SPDX-License-Identifier: Apache-2.0
// Copies, conversions and assignments against the host model: random views, every pair of dtypes, overlap.
#include <cmath>

#include "array/elementwise/elementwise.hpp"
#include "support.hpp"

using namespace kiln;
using namespace kiln::array;
using namespace kiln::test;

namespace {

Layout slice(const Layout& layout, std::int64_t start, std::int64_t stop, std::int64_t step = 1) {
  const layout::Index index[] = {{layout::Index::Kind::slice, start, stop, step}};
  return layout::index(layout, index, "test");
}

constexpr auto kNone = INT64_MIN;

// One element of the layout's every index, in C order, put where the model has it.
void model_assign(Memory& memory, const Layout& to, const std::vector<std::int32_t>& values) {
  const auto offsets = model_of(to).offsets;
  for (std::size_t i = 0; i < offsets.size(); ++i) memory.host[static_cast<std::size_t>(offsets[i] / 4)] = values[i];
}

}  // namespace

TEST_CASE("random views read and write like the model") {
  Random random(21);
  for (const auto& context : contexts()) {
    for (int round = 0; round < 60; ++round) {
      const auto shape = random.shape(4, 5);
      const auto layout = random.layout(shape, 4);
      CAPTURE(round, layout::shape_text(shape), layout::shape_text(layout.strides), layout.offset);
      Memory memory(*context, elements_for(layout));
      const auto array = memory.with(layout);
      REQUIRE(values_of<std::int32_t>(*array) == memory.expected(layout));
      // Host memory with strides of its own, both ways.
      const auto host_layout = random.layout(shape, 4);
      std::vector<std::int32_t> host(elements_for(host_layout), -7);
      auto wanted = host;
      const auto offsets = model_of(host_layout).offsets;
      const auto values = memory.expected(layout);
      for (std::size_t i = 0; i < offsets.size(); ++i) wanted[static_cast<std::size_t>(offsets[i] / 4)] = values[i];
      auto* first = host.data() + host_layout.offset / 4;
      read(*array, first, &host_layout.strides, "test");
      REQUIRE(host == wanted);
      for (auto& v : host) v += 0x12345678;
      std::vector<std::int32_t> sent;
      for (auto offset : offsets) sent.push_back(host[static_cast<std::size_t>(offset / 4)]);
      write(*array, first, &host_layout.strides, "test");
      model_assign(memory, layout, sent);
      REQUIRE(values_of<std::int32_t>(*memory.whole) == memory.host);
    }
  }
}

TEST_CASE("views of every kind hold what the model says") {
  for (const auto& context : contexts()) {
    const auto base = layout::c_layout(Dims{4, 3, 5}, 4, "test");
    const Memory memory(*context, 60);
    const layout::Index indices[] = {{layout::Index::Kind::integer, -2},
                                     {layout::Index::Kind::new_axis},
                                     {layout::Index::Kind::ellipsis},
                                     {layout::Index::Kind::slice, kNone, kNone, -2}};
    for (const auto& layout :
         {base, layout::index(base, indices, "t"), layout::reverse_axes(base), slice(base, 3, 0, -2),
          layout::transpose(base, Dims{1, -1, 0}, "t"), layout::broadcast_to(base, Dims{2, 4, 3, 5}, "t"),
          layout::flip(base, {}, true, "t"), layout::diagonal(base, 1, 2, 0, "t"), slice(base, 2, 2)}) {
      CAPTURE(layout::shape_text(layout.shape), layout::shape_text(layout.strides));
      const auto array = view(*memory.whole, layout, true);
      CHECK(values_of<std::int32_t>(*array) == memory.expected(layout));
      CHECK(values_of<std::int32_t>(*copy(*array, KILN_ORDER_KEEP, "op")) == memory.expected(layout));
    }
    // The same bytes as another dtype.
    const auto halves = layout::reinterpret(base, 4, 2, "t");
    const Array words(memory.whole->buffer_ref(), KILN_UINT16, halves, true);
    const auto got = values_of<std::uint16_t>(words);
    CHECK(got.size() == 120);
    CHECK(std::memcmp(got.data(), memory.host.data(), 240) == 0);
  }
}

TEST_CASE("copies in each order hold the same elements") {
  Random random(22);
  for (const auto& context : contexts()) {
    for (int round = 0; round < 30; ++round) {
      const auto shape = random.shape(4, 4);
      const auto layout = random.layout(shape, 4);
      const Memory memory(*context, elements_for(layout));
      const auto array = memory.with(layout);
      CAPTURE(round, layout::shape_text(shape), layout::shape_text(layout.strides));
      for (auto order : {KILN_ORDER_C, KILN_ORDER_F, KILN_ORDER_KEEP}) {
        const auto out = copy(*array, order, "op");
        CHECK(values_of<std::int32_t>(*out) == memory.expected(layout));
        CHECK(&out->buffer() != &array->buffer());
        CHECK(out->strides() == (order == KILN_ORDER_C   ? layout::c_strides(shape, 4)
                                 : order == KILN_ORDER_F ? layout::f_strides(shape, 4)
                                                         : layout::keep_strides(layout, 4)));
      }
    }
  }
}

namespace {

// The elements of `from` in `data`, converted, against Scalar::cast.
void check_conversion(const Array& converted, DType from, const std::vector<std::byte>& data) {
  const auto to = converted.dtype();
  std::vector<std::byte> got(converted.bytes());
  read(converted, got.data(), nullptr, "test");
  for (std::size_t i = 0; i < static_cast<std::size_t>(converted.size()); ++i) {
    const auto given = Scalar::load(from, data.data() + i * base::dtype_size(from));
    const auto value = Scalar::load(to, got.data() + i * base::dtype_size(to));
    CAPTURE(base::dtype_name(from), base::dtype_name(to), given.i, given.re, value.i, value.re, value.im);
    CHECK(value == given.cast(to));
  }
}

}  // namespace

TEST_CASE("every pair of dtypes converts as Scalar::cast does") {
  const double numbers[] = {0,      -0.0,   1,     -1,    0.5,   -2.75, 100,   127, 128,      -128,     255,
                            256,    -300,   32768, 65504, 65536, 1e6,   -1e6,  2e9, 3e9,      -3e9,     5e9,
                            0x1p63, 0x1p64, 1e30,  -1e30, 1e-3,  0.1,   1e-30, NAN, INFINITY, -INFINITY};
  for (const auto& context : contexts()) {
    const auto all = dtypes(*context);
    // A kernel for each pair takes minutes to compile: one with an output of every dtype does for each
    // source.
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i) text += fmt::format("r{} = a;", i);
    const auto spread = Elementwise::create(*context, expr::parse_statements(text), nullptr);
    for (auto from : all) {
      const auto size = base::dtype_size(from);
      std::vector<std::byte> data(std::size(numbers) * size);
      for (std::size_t i = 0; i < std::size(numbers); ++i) {
        Scalar::complex(KILN_COMPLEX128, {numbers[i], 2.0}).cast(from).store(data.data() + i * size);
      }
      const auto array = from_host(*context, from, Dims{std::size(numbers)}, nullptr, from, data.data());
      std::vector<Ref<Array>> outputs(all.size());
      std::vector<Operand> operands(all.size() + 1);
      for (std::size_t i = 0; i < all.size(); ++i) {
        operands[i].kind = Operand::Kind::fresh;
        operands[i].fresh = &outputs[i];
        operands[i].dtype = all[i];
      }
      operands.back().array = array.get();
      spread->call(operands);
      for (const auto& output : outputs) check_conversion(*output, from, data);
      // astype itself for some of the pairs.
      for (auto to : all) {
        if (to != from && to != KILN_FLOAT32 && (to + from) % 7 != 0) continue;
        const auto converted = astype(*array, to, "op");
        CHECK(converted->dtype() == to);
        CHECK(&converted->buffer() != &array->buffer());
        check_conversion(*converted, from, data);
      }
    }
  }
}

TEST_CASE("assignment broadcasts, converts and refuses") {
  for (const auto& context : contexts()) {
    Memory memory(*context, 24);
    const auto matrix = view(*memory.whole, layout::c_layout(Dims{4, 6}, 4, "t"), true);
    const float row[] = {0.5F, 1, 2.75F, -3.5F, 4, 1e10F};
    const auto source = from_host(*context, KILN_FLOAT32, Dims{1, 6}, nullptr, KILN_FLOAT32, row);
    assign(*matrix, *source, "op");
    for (std::size_t i = 0; i < 24; ++i) {
      memory.host[i] = static_cast<std::int32_t>(Scalar::real(KILN_FLOAT32, row[i % 6]).cast(KILN_INT32).i);
    }
    memory.check();
    const auto scalar = full(*context, KILN_UINT8, Dims{}, Scalar::integer(KILN_INT32, 9), "op");
    assign(*view(*matrix, slice(matrix->layout(), 1, 3), true), *scalar, "op");
    std::fill(memory.host.begin() + 6, memory.host.begin() + 18, 9);
    memory.check();

    check_error(KILN_SHAPE_ERROR, "op: shape (5,) does not broadcast to (4, 6)",
                [&] { assign(*matrix, *empty(*context, KILN_INT32, Dims{5}, "t"), "op"); });
    check_error(KILN_SHAPE_ERROR, "op: ", [&] { assign(*scalar, *matrix, "op"); });
    const auto wide = view(*scalar, layout::broadcast_to(scalar->layout(), Dims{4}, "t"), false);
    check_error(KILN_READ_ONLY, "op: ", [&] { assign(*wide, *scalar, "op"); });
    check_error(KILN_READ_ONLY, "op: ", [&] { fill(*wide, Scalar::boolean(true), "op"); });
    const int value = 1;
    check_error(KILN_READ_ONLY, "op: ", [&] { write(*wide, &value, nullptr, "op"); });
  }
}

TEST_CASE("overlapping assignments read everything first") {
  for (const auto& context : contexts()) {
    for (std::int64_t n : {5, 64, 1000, test::small() ? 5003 : 100003}) {
      const auto line = layout::c_layout(Dims{n}, 4, "t");
      const auto check = [&](const Layout& to, const Layout& from) {
        CAPTURE(n, layout::shape_text(to.strides), to.offset, layout::shape_text(from.strides), from.offset);
        Memory memory(*context, static_cast<std::size_t>(n));
        const auto values = memory.expected(from);
        assign(*view(*memory.whole, to, true), *view(*memory.whole, from, true), "op");
        model_assign(memory, to, values);
        CHECK(values_of<std::int32_t>(*memory.whole) == memory.host);
      };
      check(slice(line, 1, kNone), slice(line, kNone, -1));
      check(slice(line, kNone, -1), slice(line, 1, kNone));
      check(line, slice(line, kNone, kNone, -1));
      check(line, line);
      check(slice(line, kNone, n / 2 * 2, 2), slice(line, 1, kNone, 2));
      check(slice(line, n / 2, n / 2 * 2), slice(line, kNone, n / 2));
    }
    const auto square = layout::c_layout(Dims{33, 33}, 4, "t");
    Memory memory(*context, 33 * 33);
    const auto transposed = layout::reverse_axes(square);
    const auto values = memory.expected(transposed);
    assign(*view(*memory.whole, square, true), *view(*memory.whole, transposed, true), "op");
    model_assign(memory, square, values);
    memory.check();
  }
}

TEST_CASE("random assignments between views of one buffer") {
  Random random(23);
  for (const auto& context : contexts()) {
    for (int round = 0; round < 60; ++round) {
      const auto shape = random.shape(3, 5);
      auto to = random.layout(shape, 4), from = random.layout(shape, 4);
      to.offset += 4 * random(0, 6);
      from.offset += 4 * random(0, 6);
      if (random.coin()) std::swap(to, from);
      CAPTURE(round, layout::shape_text(shape), layout::shape_text(to.strides), to.offset,
              layout::shape_text(from.strides), from.offset);
      Memory memory(*context, std::max(elements_for(to), elements_for(from)) + 8);
      const auto values = memory.expected(from);
      assign(*memory.with(to), *memory.with(from), "op");
      model_assign(memory, to, values);
      REQUIRE(values_of<std::int32_t>(*memory.whole) == memory.host);
      const auto expected_overlap = layout::may_overlap(to, 4, from, 4);
      CHECK(may_overlap(*memory.with(to), *memory.with(from)) == expected_overlap);
      CHECK_FALSE(may_overlap(*memory.with(to), *Memory(*context, 100).whole));
    }
  }
}

TEST_CASE("fill writes the view and nothing else") {
  Random random(24);
  for (const auto& context : contexts()) {
    for (int round = 0; round < 40; ++round) {
      const auto shape = random.shape(3, 5);
      const auto layout = random.layout(shape, 4);
      Memory memory(*context, elements_for(layout) + 2, 1);
      CAPTURE(round, layout::shape_text(shape), layout::shape_text(layout.strides));
      fill(*memory.with(layout), Scalar::real(KILN_FLOAT64, -5.75), "op");
      model_assign(memory, layout, std::vector<std::int32_t>(static_cast<std::size_t>(layout.size()), -5));
      memory.check();
    }
    // Strided elements of every size.
    for (auto dtype : dtypes(*context)) {
      const auto array = full(*context, dtype, Dims{10}, Scalar::boolean(true), "op");
      fill(*view(*array, slice(array->layout(), 1, kNone, 2), true), Scalar::boolean(false), "op");
      std::vector<std::byte> got(array->bytes());
      read(*array, got.data(), nullptr, "test");
      for (std::size_t i = 0; i < 10; ++i) {
        CAPTURE(base::dtype_name(dtype), i);
        CHECK(Scalar::load(dtype, got.data() + i * array->itemsize()) == Scalar::boolean(i % 2 == 0).cast(dtype));
      }
    }
  }
}

TEST_CASE("reshape: views where they can be, copies where allowed") {
  auto& context = *contexts()[0];
  const Memory memory(context, 24);
  const auto matrix = view(*memory.whole, layout::c_layout(Dims{4, 6}, 4, "t"), true);
  const auto columns = view(*matrix, layout::reverse_axes(matrix->layout()), true);
  const auto cut = reshape(*matrix, Dims{2, -1}, KILN_COPY_NEVER);
  CHECK(cut->shape() == Dims{2, 12});
  CHECK(&cut->buffer() == &matrix->buffer());
  check_error(KILN_SHAPE_ERROR, "array.reshape: shape (6, 4) with strides (4, 24) cannot be seen as (24,)",
              [&] { reshape(*columns, Dims{24}, KILN_COPY_NEVER); });
  const auto flat = reshape(*columns, Dims{-1}, KILN_COPY_IF_NEEDED);
  CHECK(&flat->buffer() != &matrix->buffer());
  CHECK(flat->writable());
  CHECK(values_of<std::int32_t>(*flat) == memory.expected(columns->layout()));
  const auto always = reshape(*matrix, Dims{24}, KILN_COPY_ALWAYS);
  CHECK(&always->buffer() != &matrix->buffer());
  CHECK(values_of<std::int32_t>(*always) == memory.host);
  check_error(KILN_SHAPE_ERROR, "array.reshape: ", [&] { reshape(*matrix, Dims{5, -1}, KILN_COPY_ALWAYS); });
  const auto none = empty(context, KILN_INT32, Dims{0, 3}, "t");
  CHECK(reshape(*none, Dims{-1, 7}, KILN_COPY_ALWAYS)->shape() == Dims{0, 7});
}
