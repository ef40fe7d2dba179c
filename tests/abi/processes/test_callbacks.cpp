// SPDX-License-Identifier: Apache-2.0
// Functions of the program's that Kiln calls: each calls Kiln again, with the very objects that are at work.
// It gets an error or what it asked for; nothing hangs, nothing is gone too early.
#include <kiln/kiln.hpp>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <functional>
#include <thread>
#include <utility>

#include "support.hpp"

namespace g = kiln::graph;
namespace fs = std::filesystem;
using kiln::GpuArray;
using Floats = std::vector<float>;

namespace {

const char* const kAtWork = "it is at work";

kiln_status expect_at_work(kiln_status status, const char* name) {
  CHECK(status == KILN_UNSUPPORTED);
  CHECK(message_has(std::string("function '") + name + "': " + kAtWork));
  return KILN_OK;
}

// Copies its input, and does something else first.
g::UserOp copying(std::function<void()> first) {
  g::UserOp op;
  op.name = "Mine";
  op.compute = [first](const std::vector<kiln_host_array>& from, const std::vector<kiln_host_array>& to) {
    first();
    std::memcpy(to[0].data, from[0].data, sizeof(float) * std::size_t(from[0].shape[0]));
  };
  return op;
}

g::Function function_of(const kiln::Context& context, const g::UserOp& op, const std::string& name) {
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  return g::Function({.inputs = {x}, .outputs = {op({x})[0]}, .name = name, .context = context});
}

kiln_value floats(const Floats& values, const std::int64_t& count) {
  kiln_value value = {};
  value.dtype = KILN_FLOAT32;
  value.ndim = 1;
  value.shape = &count;
  value.data = values.data();
  return value;
}

// Log lines go to `body` while it lives.
class LogTo {
 public:
  explicit LogTo(std::function<void(const std::string&)> body) : body_(std::move(body)) {
    kiln_set_log_callback([](kiln_log_level, const char* line, void* user) { static_cast<LogTo*>(user)->body_(line); },
                          this);
  }
  ~LogTo() { kiln_set_log_callback(nullptr, nullptr); }

 private:
  std::function<void(const std::string&)> body_;
};

class WithFlag {
 public:
  WithFlag(const char* name, const std::string& value) : name_(name) {
    kiln_flag_info info{};
    WORKS(kiln_flag_find(name, &info));
    old_ = info.value;
    WORKS(kiln_flag_set(name, value.c_str()));
  }
  ~WithFlag() { kiln_flag_set(name_, old_.c_str()); }

 private:
  const char* name_;
  std::string old_;
};

}  // namespace

TEST_CASE("a host function that uses the function that runs it") {
  const kiln::Context context(test_devices()[0]);
  g::Function own;
  const Floats two{1, 2};
  const std::int64_t count = 2;
  int calls = 0;
  const auto each = copying([&] {
    ++calls;
    kiln_array out = nullptr;
    const kiln_value value = floats(two, count);
    expect_at_work(kiln_function_call(own.get(), 1, &value, 1, &out), "own");
    expect_at_work(kiln_function_run(own.get(), 1, &value, 3, 1, &out), "own");
    expect_at_work(kiln_function_free(own.get()), "own");
    expect_at_work(kiln_function_synchronize(own.get()), "own");
    std::uint64_t bytes = 0;
    expect_at_work(kiln_function_planned_bytes(own.get(), &bytes), "own");
    char* text = nullptr;
    expect_at_work(kiln_function_describe(own.get(), "toposort", &text, nullptr), "own");
    CHECK(out == nullptr);
    CHECK(text == nullptr);
    // Others are as ever.
    WORKS(kiln_context_synchronize(context.get()));
    CHECK(GpuArray::full(context, {2}, 3.0f).read<float>() == Floats{3, 3});
  });
  own = function_of(context, each, "own");
  for (int i = 0; i < 2; ++i) CHECK(own(two)[0].read<float>() == two);
  CHECK(calls == 2);
  // What it says is what the call fails with.
  const auto failing = copying([&] { own(two); });
  own = function_of(context, failing, "own");
  const kiln_value value = floats(two, count);
  kiln_array out = nullptr;
  FAILS(kiln_function_call(own.get(), 1, &value, 1, &out), KILN_UNSUPPORTED,
        "Mine: graph.Mine: the host function failed with KILN_UNSUPPORTED: function 'own': it is at work");
  own.free();
}

TEST_CASE("what a callback says of its failure is in the message of the call") {
  const kiln::Context context(test_devices()[0]);
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  std::function<void()> fails;
  g::UserOp own;
  own.name = "Mine";
  own.compute = [&](const auto&, const auto&) { fails(); };
  const g::Function f({.inputs = {x}, .outputs = {own({x})[0]}, .name = "u", .context = context});
  const auto told = [&](kiln_status status, const std::string& text, std::function<void()> failure) {
    fails = std::move(failure);
    try {
      f(Floats{1, 2});
      FAIL("no error");
    } catch (const kiln::Error& error) {
      CHECK(error.status() == status);
      CHECK(std::string(error.what()) == "function 'u': Mine: graph.Mine: the host function failed with " + text);
    }
  };
  told(KILN_CALLBACK_FAILED, "KILN_CALLBACK_FAILED: file not found",
       [] { throw std::runtime_error("file not found"); });
  told(KILN_INVALID_ARGUMENT, "KILN_INVALID_ARGUMENT: my text",
       [] { throw kiln::Error(KILN_INVALID_ARGUMENT, "my text"); });
  told(KILN_OUT_OF_HOST_MEMORY, "KILN_OUT_OF_HOST_MEMORY: out of host memory", [] { throw std::bad_alloc(); });
  told(KILN_CALLBACK_FAILED, "KILN_CALLBACK_FAILED: an exception of an unknown type", [] { throw 3; });
  told(KILN_CALLBACK_FAILED, "KILN_CALLBACK_FAILED: none", [] { throw kiln::Error(kiln_status(31), "none"); });
  // Not that of a failure that the callback dealt with.
  told(KILN_SHAPE_ERROR, "KILN_SHAPE_ERROR: mine", [&] {
    kiln_array none = nullptr;
    const std::int64_t negative[] = {-1};
    FAILS(kiln_array_zeros(context.get(), KILN_FLOAT32, 1, negative, &none), KILN_SHAPE_ERROR, "negative");
    throw kiln::Error(KILN_SHAPE_ERROR, "mine");
  });
  CHECK(kiln_callback_failed(KILN_OK, nullptr) == KILN_CALLBACK_FAILED);
  CHECK(kiln_callback_failed(KILN_READ_ONLY, std::string(10000, 'a').c_str()) == KILN_READ_ONLY);
  kiln_error_info info;
  kiln_last_error(&info);
  CHECK((info.status == KILN_READ_ONLY && std::string(info.message) == std::string(4096, 'a')));
}

TEST_CASE("a host function that lets go of the function that runs it, and of the call's arguments") {
  const kiln::Context context(test_devices()[0]);
  std::atomic<int> released{0};
  kiln_function own = nullptr;
  kiln_array argument = nullptr;
  {
    struct Data {
      kiln_function* function;
      kiln_array* argument;
      std::atomic<int>* released;
    };
    kiln_user_op op = KILN_USER_OP_INIT;
    op.name = "Letting";
    op.user = new Data{&own, &argument, &released};
    op.compute = [](void* user, size_t, const kiln_host_array* from, size_t, const kiln_host_array* to) {
      const Data& data = *static_cast<Data*>(user);
      kiln_function_release(std::exchange(*data.function, nullptr));
      kiln_array_release(std::exchange(*data.argument, nullptr));
      CHECK(*data.released == 0);
      std::memcpy(to[0].data, from[0].data, 8);
      return KILN_OK;
    };
    op.release = [](void* user) {
      ++*static_cast<Data*>(user)->released;
      delete static_cast<Data*>(user);
    };
    const g::Variable x = g::vector("x", KILN_FLOAT32);
    const kiln_variable input = x.get();
    kiln_variable output = nullptr;
    WORKS(kiln_graph_user_op(&op, 1, &input, 1, &output));
    kiln_function_options options = KILN_FUNCTION_OPTIONS_INIT;
    options.inputs = &input;
    options.input_count = 1;
    options.outputs = &output;
    options.output_count = 1;
    options.context = context.get();
    WORKS(kiln_function_create(&options, &own));
    kiln_variable_release(output);
  }
  argument = kiln_array_retain(GpuArray::from(context, Floats{4, 5}).get());
  kiln_value value = {};
  value.array = argument;
  kiln_array out = nullptr;
  WORKS(kiln_function_run(own, 1, &value, 3, 1, &out));
  CHECK(released == 1);
  CHECK(GpuArray::adopt(out).read<float>() == Floats{4, 5});
}

TEST_CASE("functions that call each other") {
  const kiln::Context context(test_devices()[0]);
  const Floats two{1, 2};
  g::Function first, second;
  // In one thread: the inner call of the outer function is refused.
  int refused = 0;
  first = function_of(context, copying([&] { second(two); }), "first");
  second = function_of(context, copying([&] {
                         try {
                           first(two);
                         } catch (const kiln::Error& error) {
                           CHECK(error.status() == KILN_UNSUPPORTED);
                           ++refused;
                         }
                       }),
                       "second");
  CHECK(first(two)[0].read<float>() == two);
  CHECK(refused == 1);
  // In two: each has its own and wants the other's.
  std::atomic<int> inside{0}, errors{0};
  const auto meeting = [&](const g::Function& other) {
    return copying([&] {
      ++inside;
      while (inside < 2) std::this_thread::yield();
      try {
        other(two);
      } catch (const kiln::Error& error) {
        CHECK(error.status() == KILN_UNSUPPORTED);
        ++errors;
      }
    });
  };
  g::Function left, right;
  left = function_of(context, meeting(right), "left");
  right = function_of(context, meeting(left), "right");
  std::thread one([&] { left(two); }), another([&] { right(two); });
  one.join();
  another.join();
  CHECK(errors >= 1);
  CHECK(left(two)[0].read<float>() == two);
}

TEST_CASE("shape rules and gradients that use what is at work") {
  const kiln::Context context(test_devices()[0]);
  g::Function own;
  g::Variable x = g::vector("x", KILN_FLOAT32);
  int known = 0;
  g::UserOp op = copying([] {});
  op.shape = [&](const std::vector<kiln_graph_type>& inputs, std::vector<kiln_graph_type>& outputs) {
    outputs[0].shape[0] = inputs[0].shape[0];
    if (inputs[0].shape[0] < 0 || !own.get()) return;
    ++known;
    expect_at_work(kiln_function_free(own.get()), "shaped");
    std::uint64_t bytes = 0;
    expect_at_work(kiln_function_planned_bytes(own.get(), &bytes), "shaped");
  };
  op.gradient = [&](const g::Variables& inputs, const g::Variables&, const g::Variables& gradients) {
    x = g::Variable();  // what the gradient is by
    const g::Variable doubled = 2 * inputs[0];
    const g::Function inner({.inputs = {inputs[0]}, .outputs = {doubled}, .context = context});
    CHECK(inner(Floats{1})[0].read<float>() == Floats{2});
    return g::Variables{gradients[0] * 3};
  };
  const g::Variable input = x, y = op({x})[0];
  kiln_variable by = x.get(), slope = nullptr;
  const g::Variable cost = g::sum(y);
  WORKS(kiln_graph_grad(cost.get(), 1, &by, nullptr, &slope));
  const g::Variable gradient(g::detail::VariableHandle::adopt(slope));
  own = g::Function({.inputs = {input}, .outputs = {y, gradient}, .name = "shaped", .context = context});
  const auto results = own(Floats{5, 6});
  CHECK(results[0].read<float>() == Floats{5, 6});
  CHECK(results[1].read<float>() == Floats{3, 3});
  CHECK(known > 0);
}

TEST_CASE("a log callback that uses what is at work") {
  const std::string folder = (fs::temp_directory_path() / ("kiln-callbacks-" + std::to_string(getpid()))).string();
  const WithFlag path("cache_path", folder), now("cache_store", "now");
  const kiln::Context context(test_devices()[0]);
  // Kernels cannot be stored there: a line is logged where they are compiled, with locks held.
  fs::remove_all(folder);
  const auto a = GpuArray::full(context, {4}, 2.0f);
  const kiln::Elementwise twice(context, "y = 2*x + 0.125", "y, x");
  auto y = GpuArray::zeros(context, {4});
  const g::Variable x = g::vector("x", KILN_FLOAT32), unused = g::vector("unused", KILN_FLOAT32);
  const g::Function f({.inputs = {x}, .outputs = {g::exp(x) + 0.375}, .name = "logging", .context = context});
  int lines = 0;
  {
    const LogTo log([&](const std::string&) {
      ++lines;
      twice(y, a);
      CHECK(y.read<float>() == Floats(4, 4.125F));
      CHECK(f(Floats{0})[0].read<float>() == Floats{1.375F});
      f.free();
      WORKS(kiln_context_synchronize(context.get()));
    });
    twice(y, a);
    CHECK(lines == 1);
    // One of the graph's own, with the function's turn taken, and one of a function that is made.
    const g::Function other({.inputs = {x, unused},
                             .outputs = {x * 2},
                             .name = "other",
                             .on_unused_input = KILN_UNUSED_WARN,
                             .context = context});
    CHECK(lines == 2);
  }
  CHECK(y.read<float>() == Floats(4, 4.125F));
  fs::remove_all(folder);
}

TEST_CASE("an owner who uses what gave his memory back") {
  const kiln::Context context(test_devices()[0]);
  Floats memory{1, 2, 3, 4};
  const g::Variable s = g::shared(GpuArray::zeros(context, {4}), "s");
  const g::Function sum({.outputs = {g::sum(s)}, .name = "sum", .context = context});
  int told = 0;
  const auto lend = [&] {
    const kiln::Buffer buffer = kiln::adopt_host_memory(context, memory.data(), 16, false, [&] {
      ++told;
      CHECK(s.get_value().ndim() == 1);
      CHECK(s.get_value(true).size() >= 3);
      sum();
      sum.free();
      s.set_value(GpuArray::full(context, {4}, 7.0f));
      WORKS(kiln_context_synchronize(context.get()));
    });
    s.set_value(GpuArray::from_buffer(context, buffer, KILN_FLOAT32, {4}), true);
  };
  try {
    lend();
  } catch (const kiln::Error& error) {
    if (error.status() == KILN_UNSUPPORTED) return;  // no memory of the host's in place
    throw;
  }
  CHECK(sum()[0].item<float>() == 10);
  CHECK(told == 0);
  // The variable lets go with its lock held.
  s.set_value(GpuArray::zeros(context, {4}), true);
  CHECK(told == 1);
  CHECK(sum()[0].item<float>() == 28);
  // So does the function's update of another shape.
  const g::Variable x = g::vector("x", KILN_FLOAT32);
  const g::Function replace({.inputs = {x}, .updates = {{s, x * 1.0}}, .name = "replace", .context = context});
  lend();
  replace(Floats{1, 2, 3});
  CHECK(told == 2);
  CHECK(s.get_value().read<float>() == Floats(4, 7));
}
