// SPDX-License-Identifier: Apache-2.0
// kiln.hpp: handles, exceptions, views, operators that fuse, and the cache of what operators make.
#include <kiln/kiln.hpp>

#include <cmath>
#include <complex>
#include <thread>

#include "cxx_support.hpp"
#include "status_of.hpp"
#include "support.hpp"

using kiln::Expr;
using kiln::GpuArray;
using kiln::slice;
using kiln::test::status_of;

namespace {

std::uint64_t programs(const kiln::Context& context) {
  const auto info = context.cache();
  return info.compiled + info.disk_hits;
}

template <class T>
using V = std::vector<T>;

}  // namespace

static_assert(kiln::dtype_of<float> == KILN_FLOAT32 && kiln::dtype_of<const bool> == KILN_BOOL);
static_assert(kiln::dtype_of<long> == KILN_INT64 && kiln::dtype_of<unsigned char> == KILN_UINT8);
static_assert(kiln::dtype_of<std::complex<double>> == KILN_COMPLEX128);
// A view on the left of = would change nothing; it does not compile.
static_assert(!std::is_assignable_v<GpuArray&&, const GpuArray&> && std::is_assignable_v<GpuArray&, const Expr&>);
static_assert(std::is_nothrow_destructible_v<GpuArray> && std::is_nothrow_move_constructible_v<GpuArray>);
static_assert(std::is_nothrow_copy_constructible_v<kiln::Error>);

TEST_CASE("creation, views and reading") {
  for (const auto& device : test_devices()) {
    INFO(device);
    kiln::Context context(device);
    const auto a = GpuArray::from(context, V<float>{0, 1, 2, 3, 4, 5}, {2, 3});
    CHECK(a.shape() == kiln::Shape{2, 3});
    CHECK(a.strides() == kiln::Shape{12, 4});
    CHECK(a.transpose().read<float>() == V<float>{0, 3, 1, 4, 2, 5});
    CHECK(a(1, slice(kiln::none, kiln::none, -1)).read<int>() == V<int>{5, 4, 3});
    CHECK(a[0].read<float>() == V<float>{0, 1, 2});
    CHECK(a(kiln::ellipsis, kiln::newaxis, -1).shape() == kiln::Shape{2, 1});
    CHECK(a.flip({}).read<float>() == a.read<float>());
    CHECK(a.flip().read<float>() == V<float>{5, 4, 3, 2, 1, 0});
    CHECK(a.diagonal().read<float>() == V<float>{0, 4});
    CHECK(a.reshape({3, -1}).shape() == kiln::Shape{3, 2});
    CHECK(a(1, 2).item<double>() == 5.0);  // also where the device has no double precision
    CHECK_FALSE(a.broadcast_to({4, 2, 3}).writable());
    CHECK(a.may_overlap(a.transpose()));
    CHECK(GpuArray::from(context, V<bool>{true, false}).read<bool>() == V<bool>{true, false});
    CHECK(GpuArray::from(context, {1, 2, 3}).dtype() == KILN_INT32);
    CHECK(GpuArray::arange(context, 0, 6, 2, KILN_INT64).read<std::int64_t>() == V<std::int64_t>{0, 2, 4});
    CHECK(GpuArray::full(context, {2}, 7).read<int>() == V<int>{7, 7});
    CHECK(GpuArray::empty(context, {0, 3}, KILN_FLOAT32).read<float>().empty());
    CHECK(GpuArray::full(context, {}, 2.5f).item<float>() == 2.5f);
    const auto host = a.transpose().to_host();
    CHECK(host.as<float>()[1] == 3);
    CHECK(a.to_string() == "[[0. 1. 2.]\n [3. 4. 5.]]");
    kiln::Buffer buffer(context, 16);
    buffer.fill(0, 16, 1.5f);
    CHECK(GpuArray::from_buffer(context, buffer, KILN_FLOAT32, {2}, 8).read<float>() == V<float>{1.5f, 1.5f});
  }
}

TEST_CASE("errors carry status and text, and moved-from objects are safe") {
  kiln::Context context(test_devices()[0]);
  CHECK(status_of([] { kiln::Context("opencl77:0"); }) == KILN_NO_DEVICE);
  auto a = GpuArray::from(context, V<float>{1, 2, 3});
  const auto b = GpuArray::from(context, V<float>{1, 2});
  CHECK(status_of([&] { GpuArray r = a + b; }) == KILN_SHAPE_ERROR);
  CHECK(status_of([&] { a(7); }) == KILN_INDEX_ERROR);
  CHECK(status_of([&] { a.item<float>(); }) == KILN_SHAPE_ERROR);
  CHECK(status_of([&] { a.broadcast_to({2, 3}) += 1; }) == KILN_READ_ONLY);
  CHECK(status_of([&] { a.to_host().as<double>(); }) == KILN_TYPE_ERROR);
  CHECK(status_of([&] { GpuArray::from(context, V<float>{1, 2}, {3}); }) == KILN_SHAPE_ERROR);
  CHECK(status_of([&] { (Expr(1) + 2).eval(); }) == KILN_INVALID_ARGUMENT);
  try {
    kiln::Program program(context, "KILN_KERNEL void f(int n) { this_is_undeclared(n); }");
    FAIL("compiled");
  } catch (const kiln::Error& error) {
    CHECK(error.status() == KILN_BUILD_ERROR);
    CHECK(std::string(error.build_log()).find("this_is_undeclared") != std::string::npos);
  }
  const GpuArray moved = std::move(a);
  CHECK(moved.size() == 3);
  CHECK_FALSE(a.valid());
  CHECK(status_of([&] { a.size(); }) == KILN_INVALID_ARGUMENT);
  CHECK(status_of([&] { GpuArray r = a + 1; }) == KILN_INVALID_ARGUMENT);
  a = moved;
  CHECK(a.size() == 3);
  Expr e = a + 1;
  const Expr taken = std::move(e);
  CHECK(status_of([&] { e.eval(); }) == KILN_INVALID_ARGUMENT);
  e = taken;
  CHECK(e.eval().read<float>() == V<float>{2, 3, 4});
}

TEST_CASE("operators compute, and fuse into one kernel") {
  for (const auto& device : test_devices()) {
    INFO(device);
    kiln::Context context(device);
    const V<float> ha{1, -2, 3}, hb{4, 5, 0.5f}, hc{0.25f, 2, -1}, hd{0, 1, 2};
    const auto a = GpuArray::from(context, ha), b = GpuArray::from(context, hb);
    const auto c = GpuArray::from(context, hc), d = GpuArray::from(context, hd);
    const auto before = programs(context);
    GpuArray r = a * b + c * exp(d);
    CHECK(programs(context) == before + 1);
    const auto values = r.read<float>();
    for (std::size_t i = 0; i < 3; ++i) CHECK(values[i] == Approx(ha[i] * hb[i] + hc[i] * std::exp(hd[i])));
    r = b * a + d * exp(c);  // the same structure
    CHECK(programs(context) == before + 1);

    CHECK((2 - a).eval().read<float>() == V<float>{1, 4, -1});
    CHECK((-a / 2.0).eval().read<float>() == V<float>{-0.5f, 1, -1.5f});
    CHECK((a * 2.0).eval().dtype() == KILN_FLOAT32);
    CHECK((a > 0).eval().dtype() == KILN_BOOL);
    CHECK(((a > 0) & (b >= 4)).eval().read<bool>() == V<bool>{true, false, false});
    CHECK((a == ha[1]).eval().read<bool>() == V<bool>{false, true, false});
    CHECK((!(a != 3)).eval().read<bool>() == V<bool>{false, false, true});
    CHECK(where(a > 0, a, 0).eval().read<float>() == V<float>{1, 0, 3});
    CHECK(maximum(a, 1.5).eval().read<float>() == V<float>{1.5f, 1.5f, 3});
    CHECK(abs(a).eval().read<float>() == V<float>{1, 2, 3});
    CHECK(pow(a, 2).eval().read<float>() == V<float>{1, 4, 9});
    CHECK(kiln::cast<int>(b).eval().read<int>() == V<int>{4, 5, 0});
    const auto z = (a * std::complex<float>(0, 1)).eval();
    CHECK(z.dtype() == KILN_COMPLEX64);
    CHECK(imag(z).eval().read<float>() == ha);
    // Views, broadcasting, one array more than once.
    CHECK((a * a - a).eval().read<float>() == V<float>{0, 6, 6});
    CHECK((a(slice(), kiln::newaxis) + b).eval().shape() == kiln::Shape{3, 3});
  }
}

TEST_CASE("integers stay integers unless they are divided") {
  kiln::Context context(test_devices()[0]);
  const auto i = GpuArray::from(context, V<std::int8_t>{7, -7, 100});
  CHECK((i + 1).eval().dtype() == KILN_INT8);
  CHECK((i % 3).eval().read<int>() == V<int>{1, 2, 1});
  CHECK((i / 2).eval().dtype() == KILN_FLOAT32);
  CHECK(message_of([&] { (i + 1000).eval(); }).find("the number 1000, which does not fit int8") != std::string::npos);
  CHECK(status_of([&] { (i + 1000).eval(); }) == KILN_OVERFLOW);
  const auto natural = GpuArray::from(context, V<std::uint64_t>{1, 2});
  CHECK(message_of([&] { (natural + -1).eval(); }).find("the number -1, which does not fit uint64") !=
        std::string::npos);
  // Numbers take the dtype of what they meet, whatever else is in the expression or receives it.
  const auto wide = GpuArray::from(context, V<std::int64_t>{1, 2, 3});
  CHECK((i * 2 + wide).eval().read<int>() == (wide + i * 2).eval().read<int>());
  const auto real = GpuArray::full(context, {3}, 0.0f);
  real.assign(i * 2);
  CHECK(real.read<int>() == (i * 2).eval().read<int>());
  kiln::Elementwise(context, "r = a*s")(real, i, 2);
  CHECK(real.read<int>() == (i * 2).eval().read<int>());
  CHECK((real * 2).eval().dtype() == KILN_FLOAT32);
  const auto u = GpuArray::from(context, V<std::uint64_t>{1, std::uint64_t(1) << 63});
  CHECK((u + 1).eval().dtype() == KILN_UINT64);
  CHECK((u + 1).eval().read<std::uint64_t>()[1] == (std::uint64_t(1) << 63) + 1);
  const auto big = std::int64_t(1) << 53;
  const auto l = GpuArray::from(context, V<std::int64_t>{0});
  CHECK((l + (big + 1)).eval().item<std::int64_t>() == big + 1);
  const auto f = GpuArray::from(context, V<float>{0.5f});
  CHECK((f * 3).eval().dtype() == KILN_FLOAT32);
  CHECK((f * 3).eval().item<float>() == 1.5f);
}

TEST_CASE("compound assignment and assign write into views") {
  kiln::Context context(test_devices()[0]);
  auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32);
  a += 1;
  a(slice(0, 2)) *= 10;
  CHECK(a.read<float>() == V<float>{10, 20, 3, 4, 5, 6});
  a(slice(2, 4)).assign(a(slice(4, 6)) + 0.5f);
  CHECK(a.read<float>() == V<float>{10, 20, 5.5f, 6.5f, 5, 6});
  a += a.flip();  // reads before it writes
  CHECK(a.read<float>() == V<float>{16, 25, 12, 12, 25, 16});
  const GpuArray same = a;
  a -= same;  // of itself
  CHECK(same.read<float>() == V<float>(6, 0));
  const auto n = GpuArray::from(context, V<int>{1, 2});
  n *= 3;
  CHECK(n.read<int>() == V<int>{3, 6});
  a.assign(Expr(4));
  CHECK(a.read<float>() == V<float>(6, 4));
}

TEST_CASE("long expressions are computed in parts") {
  kiln::Context context(test_devices()[0]);
  V<GpuArray> arrays;
  for (int i = 0; i < 40; ++i) arrays.push_back(GpuArray::full(context, {2}, float(i)));
  Expr sum = arrays[0];
  for (int i = 1; i < 40; ++i) sum = sum + arrays[std::size_t(i)];
  CHECK(sum.eval().read<float>() == V<float>{780, 780});
  Expr chain = arrays[1];
  for (int i = 0; i < 300; ++i) chain = -chain;
  CHECK(chain.eval().read<float>() == V<float>{1, 1});
  // Three operands that do not fit together.
  for (int length : {5, 15, 20, 31, 62}) {
    Expr long_one = arrays[1];
    for (int i = 0; i < length; ++i) long_one = long_one + arrays[1];
    const float value = float(length + 1);
    CHECK(where(arrays[0] > arrays[1], long_one, -long_one).eval().read<float>() == V<float>(2, -value));
    CHECK(fma(arrays[2], long_one, long_one).eval().read<float>() == V<float>(2, 3 * value));
    CHECK(clamp(arrays[1], long_one - 100, long_one).eval().read<float>() == V<float>(2, 1));
  }
  const auto of = [&](std::size_t first, std::size_t last) {
    Expr result = arrays[first];
    for (std::size_t i = first + 1; i < last; ++i) result = result + arrays[i];
    return result;
  };
  CHECK(where(of(0, 6) > 1, of(6, 12), of(12, 17)).eval().read<float>() == V<float>(2, 51));
  Expr numbers = 1.0;
  for (int i = 0; i < 12; ++i) numbers = numbers + double(i);
  CHECK((numbers * 2 > arrays[0]).eval().read<bool>() == V<bool>{true, true});
  CHECK(message_of([&] { (numbers + 1.0 + 2.0) + arrays[0]; }).find("expected at most 15") != std::string::npos);
}

TEST_CASE("expressions that were moved from, and what writes to one") {
  kiln::Context context(test_devices()[0]);
  const auto a = GpuArray::from(context, V<float>{1, 2});
  Expr e = a * 2, kept = std::move(e);
  CHECK(kept.eval().read<float>() == V<float>{2, 4});
  const std::string said = "moved from";
  CHECK(message_of([&] { a + e; }).find(said) != std::string::npos);
  CHECK(message_of([&] { e + a; }).find(said) != std::string::npos);
  CHECK(message_of([&] { -e; }).find(said) != std::string::npos);
  CHECK(message_of([&] { where(a > 0, e, a); }).find(said) != std::string::npos);
  CHECK(message_of([&] { a += e; }).find(said) != std::string::npos);
  CHECK(message_of([&] { e.eval(); }).find(said) != std::string::npos);
  kept += 1;
  kept *= a;
  CHECK(kept.eval().read<float>() == V<float>{3, 10});
  CHECK(a.read<float>() == V<float>{1, 2});
  CHECK(message_of([&] { cast(a, KILN_DTYPE_AUTO); }).find("expected a dtype") != std::string::npos);
}

template <class T>
inline constexpr bool may_be_written = std::is_constructible_v<kiln::Written, T>;
static_assert(may_be_written<const GpuArray&> && may_be_written<GpuArray> && !may_be_written<const Expr&>);

TEST_CASE("lists of one or no axis, counts, and what contexts must agree on") {
  kiln::Context context(test_devices()[0]), other(test_devices()[0]);
  const auto a = GpuArray::arange(context, 0, 6, 1, KILN_FLOAT32);
  CHECK(kiln::split(a, {6}).size() == 1);
  CHECK(kiln::split(a, 6).size() == 6);
  CHECK(kiln::split(a, {2, 4})[1].shape() == kiln::Shape{4});
  CHECK(status_of([&] { kiln::split(a, -1); }) == KILN_INVALID_ARGUMENT);
  CHECK(status_of([&] { kiln::tensordot(a, a, -1); }) == KILN_INVALID_ARGUMENT);
  const kiln::Buffer buffer(context, 64);
  CHECK(status_of([&] { GpuArray::from_buffer(other, buffer, KILN_FLOAT32, {4}); }) == KILN_CONTEXT_MISMATCH);
  CHECK(GpuArray::from_buffer(context, buffer, KILN_FLOAT32, {4}).context() == context);
  CHECK(kiln::Context::adopt(kiln_context_retain(context.get())) == context);
  CHECK(context != other);
  const std::int64_t large = std::int64_t(1) << 32;
  CHECK(status_of([&] { GpuArray::from(context, V<float>{}, {large, large}); }) == KILN_SHAPE_ERROR);
  CHECK(status_of([&] { GpuArray::from(context, V<float>(4), {-2, -2}); }) == KILN_SHAPE_ERROR);
  CHECK(status_of([&] { GpuArray::from(context, V<float>(6), {4, 2}); }) == KILN_SHAPE_ERROR);
  CHECK(GpuArray::from(context, V<float>{}, {3, 0}).shape() == kiln::Shape{3, 0});
  CHECK(GpuArray::from(context, V<float>{7}, {}).item<float>() == 7);

  namespace g = kiln::graph;
  const auto x = g::shared(a.copy(), "x");
  x.set_value(a * 2);
  CHECK(x.get_value().read<float>() == V<float>{0, 2, 4, 6, 8, 10});
  const auto evaluated = [&](const g::Variables& outputs) {
    g::FunctionOptions options;
    options.outputs.assign(outputs.begin(), outputs.end());
    options.context = context;
    return g::Function(options)();
  };
  const auto results = evaluated({g::flip(x, kiln::Shape{}), g::tensordot(x, x, {}, {}), g::split(x, {6})[0]});
  CHECK(results[0].read<float>() == V<float>{0, 2, 4, 6, 8, 10});
  CHECK(results[1].shape() == kiln::Shape{6, 6});
  CHECK(results[2].shape() == kiln::Shape{6});
  g::RandomStream stream(context, 1);
  CHECK(status_of([&] { stream.integers({3}, 0, INT64_MAX); }) == KILN_INVALID_ARGUMENT);
}

TEST_CASE("operators from many threads share what they make") {
  kiln::Context context(test_devices()[0]);
  const auto a = GpuArray::full(context, {1000}, 2.0f);
  const auto before = programs(context);
  V<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        const GpuArray r = a * float(t) + i;
        right += r.read<float>()[999] == 2.0f * float(t) + float(i);
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(right == 100);
  CHECK(programs(context) <= before + 1);
}

TEST_CASE("contexts of one handle share a state, and go when the last object goes") {
  GpuArray kept;
  {
    kiln::Context context(test_devices()[0]);
    const auto again = kiln::Context::adopt(kiln_context_retain(context.get()));
    CHECK(again == context);
    kept = GpuArray::full(context, {2}, 1.0f) + 1;
    CHECK(GpuArray::adopt(kiln_array_retain(kept.get())).context() == context);
  }
  CHECK((kept * 2).eval().read<float>() == V<float>{4, 4});
}

TEST_CASE("elementwise computations from texts") {
  kiln::Context context(test_devices()[0]);
  const auto x = GpuArray::from(context, V<float>{1, 2});
  const kiln::Elementwise both(context, "s = a*x; t = s > 3 ? s : -s", "s, t, a, x");
  CHECK(both.parameters() == V<std::string>{"s", "t", "a", "x"});
  GpuArray s, t;
  both(kiln::new_array(s), kiln::new_array(t, KILN_FLOAT32), 2, x);
  CHECK(s.read<float>() == V<float>{2, 4});
  CHECK(t.read<float>() == V<float>{-2, 4});
  both(s, t, kiln::typed(2.5f), x);
  CHECK(s.read<float>() == V<float>{2.5f, 5});
  CHECK(status_of([&] { kiln::Elementwise(context, "r = a +* b"); }) == KILN_PARSE_ERROR);
  // Expressions are computed first; what becomes of one as a result nobody could see.
  const kiln::Elementwise sum(context, "r = a + b");
  sum(s, x * 2, exp(x - x));
  CHECK(s.read<float>() == V<float>{3, 5});
  try {
    sum(x * 2, s, s);
    FAIL("an expression was written");
  } catch (const kiln::Error& error) {
    CHECK(error.status() == KILN_INVALID_ARGUMENT);
    CHECK(std::string(error.what()).find("argument 1 ('r') is an expression") != std::string::npos);
  }
}

TEST_CASE("sync waits for an array's work and throws its late errors") {
  for (const auto& device : test_devices()) {
    INFO(device);
    REQUIRE(kiln_flag_set("check_index", "True") == KILN_OK);
    const kiln::Context context(device);
    REQUIRE(kiln_flag_set("check_index", "False") == KILN_OK);
    const auto a = GpuArray::arange(context, 0, 1 << 20, 1, KILN_FLOAT32);
    for (int i = 0; i < 8; ++i) a += 1;
    a.sync();
    CHECK(a.wait(0));  // nothing is left to wait for
    CHECK(a[0].item<float>() == 8);
    const auto taken = kiln::take(a, GpuArray::from(context, {1 << 20}), 0);
    CHECK(message_of([&] { taken.sync(); }).find("index 1048576") != std::string::npos);
    taken.sync();  // an error is reported once
    CHECK(status_of([] { GpuArray().sync(); }) == KILN_INVALID_ARGUMENT);
  }
}

TEST_CASE("queues and events") {
  kiln::Context context(test_devices()[0]);
  const auto queue = context.compute_queue();
  const auto event = queue.record();
  context.transfer_queue().wait(event);
  event.wait();
  CHECK(event.done());
  queue.synchronize();
  context.synchronize();
  CHECK(context.memory().total > 0);
  context.trim();
}
