// SPDX-License-Identifier: Apache-2.0
// Arrays that cannot be: each call gives its status, a message that begins with the entry's name, and leaves
// outputs NULL and elements as they were.
#include <kiln/kiln.hpp>

#include <cmath>

#include "support.hpp"

using kiln::GpuArray;

namespace {

template <class T>
using V = std::vector<T>;
using Shape = V<std::int64_t>;

// FAILS, the message begins with `entry`, and an array `out` that held junk is NULL.
#define GIVES_NONE(entry, expected, part, ...)       \
  do {                                               \
    kiln_array out = junk<kiln_array>();             \
    FAILS(entry(__VA_ARGS__, &out), expected, part); \
    CHECK(last_message().rfind(#entry, 0) == 0);     \
    CHECK(out == nullptr);                           \
  } while (0)

GpuArray counted(kiln::Context& context) { return GpuArray::arange(context, 0, 12, 1, KILN_FLOAT32); }
const V<float> kCounted = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

}  // namespace

TEST_CASE("an integer that the dtype of the elements cannot hold") {
  kiln::Context context(test_devices()[0]);
  kiln_context c = context.get();
  const std::int64_t one[1] = {1}, widths[2] = {1, 0}, large = 300, minus = -1;
  const std::uint64_t top = UINT64_C(1) << 63;
  GIVES_NONE(kiln_array_full, KILN_OVERFLOW, "value is 300, which does not fit uint8", c, KILN_UINT8, 1, one,
             KILN_INT64, &large);
  GIVES_NONE(kiln_array_full, KILN_OVERFLOW, "value is -1, which does not fit uint64", c, KILN_UINT64, 1, one,
             KILN_INT64, &minus);
  GIVES_NONE(kiln_array_full, KILN_OVERFLOW, "value is 9223372036854775808, which does not fit int64", c, KILN_INT64, 1,
             one, KILN_UINT64, &top);
  const auto bytes = GpuArray::full(context, {1}, 255, KILN_UINT8);
  FAILS(kiln_array_fill(bytes.get(), KILN_INT64, &large), KILN_OVERFLOW, "kiln_array_fill: value is 300");
  GIVES_NONE(kiln_array_pad, KILN_OVERFLOW, "value is -1, which does not fit uint8", bytes.get(), widths,
             KILN_PAD_CONSTANT, KILN_INT64, &minus, nullptr);
  CHECK(bytes.read<std::uint8_t>() == V<std::uint8_t>{255});
  // What is no overflow: the least number, truth, and a float, which is converted as astype() does.
  CHECK(GpuArray::full(context, {1}, -128, KILN_INT8).read<std::int8_t>() == V<std::int8_t>{-128});
  CHECK(GpuArray::full(context, {1}, 300, KILN_BOOL)[0].item<bool>());
  CHECK(GpuArray::full(context, {1}, 1.5, KILN_UINT8).read<std::uint8_t>() == V<std::uint8_t>{1});
}

TEST_CASE("negative and overflowing shapes") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    kiln_context c = context.get();
    const auto a = counted(context);
    const std::int64_t negative[2] = {3, -4}, huge[3] = {INT64_C(1) << 40, INT64_C(1) << 40, 2},
                       edge[1] = {INT64_C(1) << 61}, two[2] = {-1, -1}, five[1] = {5};
    const float value = 1;
    GIVES_NONE(kiln_array_empty, KILN_SHAPE_ERROR, "a negative extent in shape (3, -4)", c, KILN_FLOAT32, 2, negative);
    GIVES_NONE(kiln_array_zeros, KILN_SHAPE_ERROR, "(3, -4)", c, KILN_FLOAT32, 2, negative);
    GIVES_NONE(kiln_array_full, KILN_SHAPE_ERROR, "(3, -4)", c, KILN_FLOAT32, 2, negative, KILN_FLOAT32, &value);
    GIVES_NONE(kiln_array_from_host, KILN_SHAPE_ERROR, "(3, -4)", c, KILN_FLOAT32, 2, negative, nullptr, KILN_FLOAT32,
               &value);
    GIVES_NONE(kiln_array_broadcast_to, KILN_SHAPE_ERROR, "(3, -4)", a.get(), 2, negative);
    GIVES_NONE(kiln_array_reshape, KILN_SHAPE_ERROR, "(3, -4)", a.get(), 2, negative, KILN_COPY_IF_NEEDED);
    GIVES_NONE(kiln_array_reshape, KILN_SHAPE_ERROR, "2 extents of -1", a.get(), 2, two, KILN_COPY_IF_NEEDED);
    GIVES_NONE(kiln_array_reshape, KILN_SHAPE_ERROR, "(12,) of 12 elements, which cannot become (5,)", a.get(), 1, five,
               KILN_COPY_IF_NEEDED);
    GIVES_NONE(kiln_array_empty, KILN_OVERFLOW, "of 4 byte elements is more than 2^63-1 bytes", c, KILN_FLOAT32, 3,
               huge);
    GIVES_NONE(kiln_array_zeros, KILN_OVERFLOW, "(2305843009213693952,)", c, KILN_FLOAT32, 1, edge);
    GIVES_NONE(kiln_array_from_host, KILN_OVERFLOW, "2^63-1", c, KILN_INT8, 1, edge, nullptr, KILN_FLOAT64, &value);
    GIVES_NONE(kiln_array_arange, KILN_OVERFLOW, "1e+30 elements", c, KILN_FLOAT32, 0, 1e30, 1, nullptr);
    GIVES_NONE(kiln_array_arange, KILN_INVALID_ARGUMENT, "step 0", c, KILN_FLOAT32, 0, 1, 0, nullptr);
    GIVES_NONE(kiln_array_arange, KILN_INVALID_ARGUMENT, "stop nan", c, KILN_FLOAT32, 0, std::nan(""), 1, nullptr);
    GIVES_NONE(kiln_array_arange, KILN_TYPE_ERROR, "got dtype bool", c, KILN_BOOL, 0, 4, 1, nullptr);
    const auto one = GpuArray::zeros(context, {1}, KILN_FLOAT32);
    GIVES_NONE(kiln_array_broadcast_to, KILN_OVERFLOW, "2^63-1", one.get(), 1, edge);
  }
}

TEST_CASE("out of memory tells what was asked, in use and free") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    kiln_context c = context.get();
    const auto a = counted(context);
    kiln_memory_info before = KILN_MEMORY_INFO_INIT, after = KILN_MEMORY_INFO_INIT;
    WORKS(kiln_context_get_memory(c, &before));
    const std::int64_t large[1] = {INT64_C(1) << 50};
    const std::string asked = "asked 4503599627370496 bytes, in use " + std::to_string(before.in_use) + ", ";
    const float value = 1;
    const auto one = GpuArray::zeros(context, {1}, KILN_FLOAT32);
    const auto vast = one.broadcast_to({large[0]});
    GIVES_NONE(kiln_array_empty, KILN_OUT_OF_MEMORY, "asked 4503599627370496 bytes, in use ", c, KILN_FLOAT32, 1,
               large);
    CHECK(message_has("out of device memory on " + std::string(context.device())));
    CHECK(message_has(", free "));
    GIVES_NONE(kiln_array_zeros, KILN_OUT_OF_MEMORY, "asked", c, KILN_FLOAT32, 1, large);
    GIVES_NONE(kiln_array_full, KILN_OUT_OF_MEMORY, "asked", c, KILN_FLOAT32, 1, large, KILN_FLOAT32, &value);
    GIVES_NONE(kiln_array_arange, KILN_OUT_OF_MEMORY, "asked", c, KILN_FLOAT32, 0, 1e15, 1, nullptr);
    GIVES_NONE(kiln_array_copy, KILN_OUT_OF_MEMORY, "asked", vast.get(), KILN_ORDER_C);
    GIVES_NONE(kiln_array_copy, KILN_OUT_OF_MEMORY, "asked", vast.get(), KILN_ORDER_F);
    GIVES_NONE(kiln_array_astype, KILN_OUT_OF_MEMORY, "asked", vast.get(), KILN_INT16);
    GIVES_NONE(kiln_array_reshape, KILN_OUT_OF_MEMORY, "asked", vast.get(), 1, large, KILN_COPY_ALWAYS);
    kiln::Context other(device);
    GIVES_NONE(kiln_array_transfer, KILN_OUT_OF_MEMORY, "asked", vast.get(), other.get());
    kiln_array out = junk<kiln_array>();
    const void* data = &value;
    FAILS(kiln_array_to_host(vast.get(), &out, &data), KILN_OUT_OF_HOST_MEMORY,
          "kiln_array_to_host: out of pinned host memory");
    CHECK((out == nullptr && data == nullptr));
    for (const std::size_t bytes : {std::size_t(1) << 50, SIZE_MAX})
      for (const unsigned flags : {KILN_BUFFER_DEVICE, KILN_BUFFER_HOST}) {
        auto buffer = junk<kiln_buffer>();
        FAILS(kiln_buffer_create(c, bytes, flags, nullptr, &buffer),
              flags == KILN_BUFFER_HOST ? KILN_OUT_OF_HOST_MEMORY : KILN_OUT_OF_MEMORY, "kiln_buffer_create: out of ");
        CHECK(message_has("asked " + std::to_string(bytes) + " bytes, in use "));
        CHECK(buffer == nullptr);
      }
    kiln::Elementwise negate(context, "r = -a");
    kiln_argument arguments[2] = {};
    out = junk<kiln_array>();
    arguments[0].kind = KILN_ARGUMENT_NEW;
    arguments[0].dtype = KILN_DTYPE_AUTO;
    arguments[0].value.new_array = &out;
    arguments[1].value.array = vast.get();
    FAILS(kiln_elementwise_call(negate.get(), 2, arguments), KILN_OUT_OF_MEMORY,
          "elementwise (r): out of device memory");
    CHECK(out == nullptr);
    // Nothing was lost, and the context works.
    CHECK(a.read<float>() == kCounted);
    WORKS(kiln_context_get_memory(c, &after));
    CHECK(after.in_use < before.in_use + (1 << 20));
  }
}

TEST_CASE("a memory budget is refused by its number") {
  kiln_context_options options = KILN_CONTEXT_OPTIONS_INIT;
  options.memory_budget = 1000000;
  kiln_context context = nullptr;
  WORKS(kiln_context_create(test_devices()[0].c_str(), &options, &context));
  const std::int64_t shape[1] = {2000000};
  GIVES_NONE(kiln_array_zeros, KILN_OUT_OF_MEMORY, "the memory budget of 1000000 bytes is used up", context, KILN_INT8,
             1, shape);
  CHECK(message_has("asked 2000000 bytes, in use 0"));
  kiln_context_release(context);
}

TEST_CASE("shapes that do not broadcast") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto a = counted(context), m = a.reshape({3, 4}), five = GpuArray::zeros(context, {5}, KILN_FLOAT32);
    const std::int64_t shape[2] = {3, 4}, flat[1] = {5};
    GIVES_NONE(kiln_array_broadcast_to, KILN_SHAPE_ERROR, "shape (5,) does not broadcast to (3, 4)", five.get(), 2,
               shape);
    GIVES_NONE(kiln_array_broadcast_to, KILN_SHAPE_ERROR, "shape (3, 4) does not broadcast to (5,)", m.get(), 1, flat);
    FAILS(kiln_array_assign(m.get(), five.get()), KILN_SHAPE_ERROR,
          "kiln_array_assign: shape (5,) does not broadcast to (3, 4)");
    const kiln::Elementwise add(context, "r = a + b");
    kiln_array out = junk<kiln_array>();
    kiln_argument arguments[3] = {};
    arguments[0].kind = KILN_ARGUMENT_NEW;
    arguments[0].dtype = KILN_DTYPE_AUTO;
    arguments[0].value.new_array = &out;
    arguments[1].value.array = m.get();
    arguments[2].value.array = five.get();
    FAILS(kiln_elementwise_call(add.get(), 3, arguments), KILN_SHAPE_ERROR,
          "elementwise (r): shapes do not broadcast: a (3, 4), b (5,)");
    CHECK(out == nullptr);
    // An output is never broadcast, nor made to fit.
    arguments[0] = {};
    arguments[0].value.array = five.get();
    arguments[2].value.array = m.get();
    FAILS(kiln_elementwise_call(add.get(), 3, arguments), KILN_SHAPE_ERROR,
          "to the output's: r (5,), a (3, 4), b (3, 4)");
    CHECK(five.read<float>() == V<float>(5, 0));
    CHECK(a.read<float>() == kCounted);
  }
}

namespace {

// Each entry that writes into a buffer refuses, and nothing has changed.
void check_unwritable(kiln::Context& context, kiln_buffer buffer) {
  const V<float> expected(kCounted.begin(), kCounted.begin() + 12), other(12, 7);
  const kiln::Buffer plain(context, 48, KILN_BUFFER_DEVICE, other.data());
  kiln::Context second(context.device());
  const kiln::Buffer far(second, 48, KILN_BUFFER_DEVICE, other.data());
  kiln_event event = nullptr;
  FAILS(kiln_buffer_fill(buffer, 0, 16, other.data(), 4), KILN_READ_ONLY, "kiln_buffer_fill: the buffer of 48");
  FAILS(kiln_buffer_write(buffer, 0, other.data(), 48), KILN_READ_ONLY, "kiln_buffer_write: the buffer");
  FAILS(kiln_buffer_write_async(buffer, 0, other.data(), 48, &event), KILN_READ_ONLY, "read-only");
  CHECK(event == nullptr);
  FAILS(kiln_buffer_copy(buffer, 0, plain.get(), 0, 48), KILN_READ_ONLY, "kiln_buffer_copy: the buffer");
  FAILS(kiln_buffer_copy(buffer, 0, far.get(), 0, 48), KILN_READ_ONLY, "read-only");
  FAILS(kiln_buffer_copy(buffer, 0, buffer, 24, 24), KILN_READ_ONLY, "read-only");
  V<float> found(12);
  WORKS(kiln_buffer_read(buffer, 0, found.data(), 48));
  CHECK(found == expected);
  WORKS(kiln_buffer_copy(plain.get(), 0, buffer, 0, 48));
  WORKS(kiln_buffer_read(plain.get(), 0, found.data(), 48));
  CHECK(found == expected);
}

}  // namespace

TEST_CASE("nothing writes a buffer that was given read-only") {
  for (const auto& device : test_devices()) {
    INFO(device);
    kiln::Context context(device);
    for (const unsigned where : {unsigned(KILN_BUFFER_DEVICE), unsigned(KILN_BUFFER_HOST)})
      check_unwritable(context, kiln::Buffer(context, 48, where | KILN_BUFFER_READ_ONLY, kCounted.data()).get());
    alignas(4096) static float memory[12];
    std::copy_n(kCounted.begin(), 12, memory);
    kiln_buffer buffer = nullptr;
    if (kiln_buffer_adopt_host(context.get(), memory, 48, 1, nullptr, nullptr, &buffer) == KILN_OK) {
      check_unwritable(context, buffer);
      CHECK(memory[0] == kCounted[0]);
      kiln_buffer_release(buffer);
    } else if (!std::getenv("KILN_TEST_DEVICES")) {
      FAIL("PoCL takes host memory");
    }
  }
}

TEST_CASE("writes to read-only and broadcast arrays") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device);
    const auto row = GpuArray::arange(context, 0, 4, 1, KILN_FLOAT32), m = counted(context).reshape({3, 4});
    const kiln::Buffer memory(context, 48, KILN_BUFFER_READ_ONLY, kCounted.data());
    const auto fixed = GpuArray::from_buffer(context, memory, KILN_FLOAT32, {3, 4});
    const kiln::Elementwise add(context, "r = a + a");
    const V<float> host(12, 7);
    const std::int64_t strides[2] = {16, 4};
    const float value = 7;
    for (const auto& target : {row.broadcast_to({3, 4}), fixed}) {
      const std::string why = "the array of shape (3, 4) is read-only";
      kiln_array t = target.get();
      FAILS(kiln_array_fill(t, KILN_FLOAT32, &value), KILN_READ_ONLY, "kiln_array_fill: " + why);
      FAILS(kiln_array_assign(t, m.get()), KILN_READ_ONLY, "kiln_array_assign: " + why);
      FAILS(kiln_array_write(t, host.data(), 48), KILN_READ_ONLY, "kiln_array_write: " + why);
      FAILS(kiln_array_write_strided(t, host.data(), strides), KILN_READ_ONLY, "kiln_array_write_strided: " + why);
      kiln_argument arguments[2] = {};
      arguments[0].value.array = t;
      arguments[1].value.array = m.get();
      FAILS(kiln_elementwise_call(add.get(), 2, arguments), KILN_READ_ONLY, "elementwise (r): " + why);
    }
    CHECK(row.read<float>() == V<float>{0, 1, 2, 3});
    CHECK(fixed.read<float>() == kCounted);
    // What the library computes itself is named by the entry too.
    const kiln::Buffer hidden(context, 48, KILN_BUFFER_WRITE_ONLY);
    const auto unread = GpuArray::from_buffer(context, hidden, KILN_FLOAT32, {3, 4});
    GIVES_NONE(kiln_array_astype, KILN_INVALID_ARGUMENT, "'source' is in a write-only buffer", unread.get(),
               KILN_INT16);
    FAILS(kiln_array_assign(m.transpose().get(), unread.transpose({0, 1}).reshape({4, 3}).get()), KILN_INVALID_ARGUMENT,
          "kiln_array_assign: argument 'source' is in a write-only buffer");
    CHECK(m.reshape({12}).read<float>() == kCounted);
  }
}

TEST_CASE("arrays of two contexts in one call") {
  for (const auto& device : test_devices()) {
    kiln::Context context(device), other(device);
    const auto a = counted(context), b = counted(other);
    const kiln::Elementwise add(context, "r = a + b");
    kiln_argument arguments[3] = {};
    kiln_array out = junk<kiln_array>();
    arguments[0].kind = KILN_ARGUMENT_NEW;
    arguments[0].dtype = KILN_DTYPE_AUTO;
    arguments[0].value.new_array = &out;
    arguments[1].value.array = a.get();
    arguments[2].value.array = b.get();
    FAILS(kiln_elementwise_call(add.get(), 3, arguments), KILN_CONTEXT_MISMATCH,
          "elementwise (r): argument 'b' is an array of another context (on " + std::string(context.device()));
    CHECK(message_has("kiln_array_transfer"));
    CHECK(out == nullptr);
    arguments[0] = {};
    arguments[0].value.array = b.get();
    arguments[2].value.array = a.get();
    FAILS(kiln_elementwise_call(add.get(), 3, arguments), KILN_CONTEXT_MISMATCH, "argument 'r'");
    CHECK(b.read<float>() == kCounted);
    kiln_queue queue = nullptr, foreign_queue = nullptr;
    kiln_event event = nullptr, foreign = nullptr;
    WORKS(kiln_context_compute_queue(context.get(), &queue));
    WORKS(kiln_context_compute_queue(other.get(), &foreign_queue));
    WORKS(kiln_event_record(queue, &event));
    WORKS(kiln_event_record(foreign_queue, &foreign));
    FAILS(kiln_queue_wait_event(queue, foreign), KILN_CONTEXT_MISMATCH,
          "kiln_queue_wait_event: objects of two contexts");
    double seconds = 1;
    FAILS(kiln_event_elapsed(event, foreign, &seconds), KILN_CONTEXT_MISMATCH,
          "kiln_event_elapsed: objects of two contexts");
    CHECK(seconds == 0);
    kiln_event_release(event);
    kiln_event_release(foreign);
    kiln_queue_release(queue);
    kiln_queue_release(foreign_queue);
  }
}

TEST_CASE("a dtype the device cannot do") {
  setenv("KILN_FAKE", "float64=0", 1);
  kiln::Context context("fake0");
  unsetenv("KILN_FAKE");
  kiln_context c = context.get();
  const std::int64_t shape[1] = {2};
  const double values[2] = {1, 2};
  const std::string why = "float64 needs a device with double precision; fake0 (Fake device) has none";
  GIVES_NONE(kiln_array_empty, KILN_TYPE_ERROR, why, c, KILN_FLOAT64, 1, shape);
  GIVES_NONE(kiln_array_zeros, KILN_TYPE_ERROR, "complex128 needs", c, KILN_COMPLEX128, 1, shape);
  GIVES_NONE(kiln_array_full, KILN_TYPE_ERROR, why, c, KILN_FLOAT64, 1, shape, KILN_FLOAT64, values);
  GIVES_NONE(kiln_array_arange, KILN_TYPE_ERROR, why, c, KILN_FLOAT64, 0, 2, 1, nullptr);
  GIVES_NONE(kiln_array_from_host, KILN_TYPE_ERROR, why, c, KILN_FLOAT64, 1, shape, nullptr, KILN_FLOAT64, values);
  const auto a = GpuArray::zeros(context, {2}, KILN_FLOAT32);
  GIVES_NONE(kiln_array_astype, KILN_TYPE_ERROR, why, a.get(), KILN_FLOAT64);
  GIVES_NONE(kiln_array_reinterpret, KILN_TYPE_ERROR, why, a.get(), KILN_FLOAT64);
  const kiln::Elementwise widen(context, "r = float64(a)");
  kiln_argument arguments[2] = {};
  kiln_array out = junk<kiln_array>();
  arguments[0].kind = KILN_ARGUMENT_NEW;
  arguments[0].dtype = KILN_DTYPE_AUTO;
  arguments[0].value.new_array = &out;
  arguments[1].value.array = a.get();
  FAILS(kiln_elementwise_call(widen.get(), 2, arguments), KILN_TYPE_ERROR, "elementwise (r): " + why);
  CHECK(out == nullptr);
}

TEST_CASE("outputs that overlap, of which one lies on an input too; new outputs of a call without an object") {
  for (const std::string& device : test_devices()) {
    kiln::Context context(device);
    const auto memory = GpuArray::arange(context, 0, 16, 1, KILN_FLOAT32);
    const kiln::Elementwise both(context, "r = a + 1; q = a * 10", "r, q, a");
    const auto part = [&](std::int64_t from) { return memory(kiln::slice(from, from + 4)); };
    std::string said;
    try {
      both(part(0), part(2), part(1));
    } catch (const kiln::Error& error) {
      said = error.what();
    }
    CHECK(said.find("outputs 'r' and 'q' overlap") != std::string::npos);
    CHECK(memory.read<float>() == GpuArray::arange(context, 0, 16, 1, KILN_FLOAT32).read<float>());
    both(part(0), part(4), part(1));
    CHECK(memory.read<float>()[0] == 2);
    CHECK(memory.read<float>()[4] == 10);
    kiln_array made = junk<kiln_array>();
    kiln_argument argument{};
    argument.kind = KILN_ARGUMENT_NEW;
    argument.value.new_array = &made;
    FAILS(kiln_elementwise_call(nullptr, 1, &argument), KILN_INVALID_ARGUMENT, "NULL");
    CHECK(made == nullptr);
  }
}
