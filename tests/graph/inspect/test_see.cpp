// SPDX-License-Identifier: Apache-2.0
// What functions show of themselves: Theano's toposort and debugprint, pictures, explain, passes, profiles.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "../support/support.hpp"
#include "graph/build/grad.hpp"

using namespace kiln;
using namespace kiln::test;

namespace {

// The number behind blanks, and where it ends; throws where there is none.
std::pair<double, std::size_t> number_at(const std::string& text, std::size_t at) {
  at = std::min(text.find_first_not_of(' ', at), text.size());
  double number = 0;
  const auto end = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (end.ec != std::errc()) throw std::invalid_argument("no number: " + text.substr(at, 40));
  return {number, std::size_t(end.ptr - text.data())};
}

// Skips one JSON value; throws where there is none.
void skip_json(const std::string& text, std::size_t& at) {
  const auto blank = [&] {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  };
  const auto take = [&](char c) {
    blank();
    if (at >= text.size() || text[at] != c)
      throw std::runtime_error("JSON: expected " + std::string(1, c) + " at " + std::to_string(at));
    ++at;
  };
  const auto string = [&] {
    take('"');
    while (at < text.size() && text[at] != '"') {
      if (static_cast<unsigned char>(text[at]) < 32) throw std::runtime_error("JSON: control character");
      at += text[at] == '\\' ? 2 : 1;
    }
    take('"');
  };
  blank();
  const char c = at < text.size() ? text[at] : '\0';
  if (c == '{' || c == '[') {
    const char end = c == '{' ? '}' : ']';
    take(c);
    blank();
    for (bool more = at < text.size() && text[at] != end; more;) {
      if (c == '{') {
        string();
        take(':');
      }
      skip_json(text, at);
      blank();
      more = at < text.size() && text[at] == ',';
      if (more) ++at;
    }
    take(end);
  } else if (c == '"') {
    string();
  } else {
    at = number_at(text, at).second;
  }
}

}  // namespace

TEST_CASE("toposort is printed as Theano does") {
  Context& context = *contexts()[0];
  const graph::Value x = share(floats(context, {0, 1, 2}));
  FunctionSpec spec;
  spec.outputs = {{op("exp", {x})}};
  const auto f = Function::create(spec);
  CHECK(f->describe("toposort") ==
        "[GpuElemwise{exp,no_inplace}(<GpuArray<float32>>), "
        "HostFromGpu(gpuarray)(GpuElemwise{exp,no_inplace}.0)]");
  CHECK(first(f->call({}))[0] == 1.0f);
  f->release_memory();
  CHECK(has(f->describe("toposort"), "GpuElemwise{exp,no_inplace}"));
  spec.outputs = {{transfer(op("exp", {x}), Ref(&context))}};
  CHECK(Function::create(spec)->describe("toposort") == "[GpuElemwise{exp,no_inplace}(<GpuArray<float32>>)]");

  const graph::Value v = vector("v"), w = share(floats(context, {1, 1, 1}), "w");
  FunctionSpec step;
  step.inputs = {{v}};
  step.outputs = {{op("exp", {v})}};
  step.updates = {{w, expression("w - 0.5 * v", {{"w", w}, {"v", v}})}};
  step.name = "step";
  const auto g = Function::create(step);
  CHECK(g->describe("toposort") ==
        "[Elemwise{exp}(v), Elemwise{multiply}(Constant{0.5}, v), Elemwise{subtract}(w, "
        "Elemwise{multiply}.0)] (as built: nothing is compiled before the first call)");
  for (const char* what : {"debugprint", "dot", "svg", "explain", "passes"}) CHECK(!g->describe(what).empty());
  g->call(std::vector{host({1, 2, 3})});
  const std::string text = g->describe("toposort");
  INFO(text);
  CHECK(has(text, "GpuFromHost(gpuarray)(v)"));
  CHECK(has(text, ",inplace}("));
  CHECK(has(text, "HostFromGpu(gpuarray)("));
  // An argument that is there already does not move.
  const Ref<Array> there = floats(context, {1, 2, 3});
  Argument device;
  device.array = there.get();
  g->call(std::vector{device});
  CHECK(!has(g->describe("toposort"), "GpuFromHost"));
  CHECK(has(g->describe("explain"), "transfers: 0 to devices (0 B)"));
  check_error(KILN_INVALID_ARGUMENT, "did you mean 'toposort'?", [&] { g->describe("toposrt"); });
  check_error(KILN_INVALID_ARGUMENT, "is not profiled", [&] { g->describe("profile"); });
}

TEST_CASE("trees, pictures, costs and passes of a training step") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 3}});
  const graph::Value w = share(floats(context, {1, 2, 3, 4, 5, 6}, {3, 2}), "w");
  const graph::Value z = op("dot", {x, w});
  const graph::Value loss = op("sum", {expression("exp(-z) + z*z", {{"z", z}})});
  z.node->set_label("scores & <more>");
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{loss}, {z}};
  spec.updates = {{w, expression("w * 0.5", {{"w", w}})}};
  spec.name = "step";
  spec.profile = true;
  const auto f = Function::create(spec);
  const std::vector<float> data{1, 2, 3, 4, 5, 6};
  Argument argument = host(data);
  argument.shape = Dims{2, 3};
  for (int i = 0; i < 3; ++i) f->call(std::vector{argument});
  f->run(std::vector{argument}, 2);

  const std::string tree = f->describe("debugprint");
  INFO(tree);
  CHECK(has(tree, "output 1\nHostFromGpu(gpuarray) [id A] ''"));
  CHECK(has(tree, "GpuDot22"));
  CHECK(has(tree, "update of w\n"));
  CHECK(count_of(tree, " ...\n") >= 1);  // the product is shown once
  const std::string dot = f->describe("dot");
  CHECK(dot.compare(0, 18, "digraph function {") == 0);
  CHECK(has(dot, "24 B"));
  CHECK(has(dot, context.device()));
  CHECK(count_of(dot, "{") == count_of(dot, "}"));
  const std::string svg = f->describe("svg");
  CHECK(svg.compare(0, 4, "<svg") == 0);
  CHECK(has(svg, "scores &amp; &lt;more&gt;"));
  CHECK(count_of(svg, "<text") == count_of(svg, "</text>"));

  const std::string why = f->describe("explain");
  INFO(why);
  CHECK(has(why, "shared variable w is there"));
  CHECK(has(why, "24 operations"));  // 2 * 2 * 2 * 3
  CHECK(has(why, "fused: "));
  CHECK(has(why, "nodes: Dot 'scores & <more>'\n"));
  CHECK(has(why, "transfers: 1 to devices (24 B), 0 between devices (0 B), 2 to the host (20 B)"));
  CHECK(has(why, std::to_string(f->planned_bytes()) + " bytes in all"));

  const std::string passes = f->describe("passes");
  INFO(passes);
  for (const char* pass : {"built", "shapes", "simplify", "merge", "products", "place", "fusion"})
    CHECK(has(passes, "after " + std::string(pass) + ": "));
  CHECK(has(passes, "unchanged"));

  const std::string profile = f->describe("profile");
  INFO(profile);
  CHECK(has(profile, "Time in 5 calls"));
  CHECK(has(profile, "in cpu op, "));
  CHECK(has(profile, "in transfer op"));
  CHECK(has(profile, "GpuDot22"));
  CHECK(has(profile, "argument for Input 'x'"));
  const std::string trace = f->describe("trace");
  std::size_t end = 0;
  skip_json(trace, end);
  CHECK(end + 1 == trace.size());
  CHECK(has(trace, "\"thread_name\""));
  CHECK(count_of(trace, "\"GpuDot22\"") == 5);
}

TEST_CASE("times of steps add up to what the calls took") {
  Context& context = *contexts()[0];
  const std::int64_t n = 300;
  const std::vector<float> values(std::size_t(n * n), 0.01F);
  const graph::Value w = share(floats(context, values, {n, n}), "w");
  graph::Value product = w;
  for (int i = 0; i < 4; ++i) product = op("dot", {product, w});
  FunctionSpec spec;
  spec.outputs = {{op("sum", {op("exp", {product})})}};
  spec.profile = true;
  const auto f = Function::create(spec);
  f->call({});
  const auto begin = std::chrono::steady_clock::now();
  const int calls = 20;
  for (int i = 0; i < calls; ++i) f->call({});
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::string profile = f->describe("profile");
  INFO(profile << wall);
  const auto seconds_after = [&](const std::string& words) {
    const auto at = profile.find(words);
    REQUIRE(at != std::string::npos);
    const auto [seconds, end] = number_at(profile, at + words.size());
    REQUIRE(profile.substr(end, 2) == "s(");
    return seconds;
  };
  const double host = seconds_after("  Spent "), device = seconds_after(") in cpu op, "),
               moves = seconds_after(") in gpu op and ");
  CHECK(host == 0);
  // Steps follow each other, so that their times are parts of the whole; clocks differ a little.
  CHECK(device + moves < 1.5 * wall);
  const auto row = profile.rfind('\n', profile.find("  GpuDot22\n"));
  REQUIRE(row != std::string::npos);
  const double products = number_at(profile, profile.find('%', row) + 1).first;
  CHECK(products > 0);
  CHECK(products < device);
}

TEST_CASE("the flag profile reports to the log when the function goes") {
  Context& context = *contexts()[0];
  const WithFlag flag("profile", "True");
  Logged log;
  FunctionSpec spec;
  apply_flags(spec);
  spec.outputs = {{op("exp", {share(floats(context, {1, 2}))})}};
  spec.name = "seen";
  auto f = Function::create(spec);
  f->call({});
  CHECK(!has(log.text, "Function profiling"));
  f = nullptr;
  CHECK(has(log.text, "function: seen"));
}

TEST_CASE("explain names what the program built in every step") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 4}});
  const graph::Value y = make_input("y", {KILN_INT64, Dims{kUnknown}});
  const graph::Value w = share(floats(context, std::vector<float>(20, 0.5F), {4, 5}), "w");
  const graph::Value scores = op("dot", {x, w}), losses = op("cross_entropy", {scores, y});
  const graph::Value cost = op("mean", {losses});
  const graph::Value rate = expression("0.5 * a", {{"a", make_input("a", {KILN_FLOAT32, Dims{}})}});
  const graph::Value gradient = graph::grad(cost, std::vector{w}, {})[0];
  const graph::Value step = expression("w - r * g", {{"w", w}, {"r", rate}, {"g", gradient}});
  scores.node->set_label("scores");
  losses.node->set_label("losses");
  cost.node->set_label("cost");
  rate.node->set_label("rate");
  step.node->set_label("step");
  FunctionSpec spec;
  spec.inputs = {{x}, {y}, {rate.node->inputs()[1]}};
  spec.outputs = {{cost}};
  spec.updates = {{w, step}};
  const auto f = Function::create(spec);
  const std::vector<float> data(12, 1.0F), half{0.5F};
  const std::vector<std::int64_t> labels{0, 4, 2};
  Argument images = host(data), classes, factor = host(half);
  images.shape = Dims{3, 4};
  factor.shape = Dims{};
  classes.dtype = KILN_INT64;
  classes.shape = Dims{3};
  classes.data = labels.data();
  f->call(std::vector{images, classes, factor});
  const std::string why = f->describe("explain");
  INFO(why);
  // In a product, in a fused reduction, in the elementwise kernel of the update.
  CHECK(has(why, "nodes: Dot 'scores'"));
  for (const char* name : {"CrossEntropy 'losses'", "mean{0} 'cost'", "Elemwise{multiply} 'rate'", "'step'"})
    CHECK(has(why, name));
  // Every step but for transfers says so.
  CHECK(count_of(why, "    nodes: ") + count_of(why, " to the host (") - 1 ==
        count_of(why, "  step ") - count_of(why, "copies "));
}

namespace {

struct Rectangle {
  double left, top, right, bottom;
  std::string text;
  bool meets(const Rectangle& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

double attribute(const std::string& tag, const std::string& name) {
  return number_at(tag, tag.find(" " + name + "=\"") + name.size() + 3).first;
}

// The places of texts in a picture whose letters are as wide as those of most fonts.
std::vector<Rectangle> texts_of(const std::string& svg) {
  constexpr double kLetter = 6, kHeight = 11;
  std::vector<Rectangle> texts;
  for (std::size_t at = 0; (at = svg.find("<text", at)) != std::string::npos; ++at) {
    const std::size_t open = svg.find('>', at), close = svg.find('<', open);
    const std::string tag = svg.substr(at, open - at), text = svg.substr(open + 1, close - open - 1);
    const double x = attribute(tag, "x"), y = attribute(tag, "y"), half = kLetter * double(text.size()) / 2;
    texts.push_back({x - half, y - kHeight, x + half, y, text});
  }
  return texts;
}

}  // namespace

TEST_CASE("no texts of a picture overlap") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{kUnknown, 4}});
  const graph::Value w = share(floats(context, std::vector<float>(20, 0.5F), {4, 5}), "w");
  const graph::Value b = share(floats(context, std::vector<float>(5, 0.5F)), "b");
  const graph::Value scores = expression("z + b", {{"z", op("dot", {x, w})}, {"b", b}});
  const graph::Value cost = op("mean", {op("softmax", {scores})});
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{cost}, {scores}};
  spec.updates = {{w, graph::grad(cost, std::vector{w}, {})[0]}, {b, graph::grad(cost, std::vector{b}, {})[0]}};
  scores.node->set_label("a long name of some words, longer than what a box may have: \xC3\xA9\xC3\xA9");
  const auto f = Function::create(spec);
  const std::vector<float> data(12, 1.0F);
  Argument images = host(data);
  images.shape = Dims{3, 4};
  for (int calls = 0; calls < 2; ++calls) {  // as built, and compiled
    if (calls) f->call(std::vector{images});
    const std::vector<Rectangle> texts = texts_of(f->describe("svg"));
    CHECK(texts.size() > 20);
    for (std::size_t i = 0; i < texts.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        INFO(texts[i].text << " and " << texts[k].text);
        CHECK(!texts[i].meets(texts[k]));
      }
  }
}

TEST_CASE("explain goes through the steps in order") {
  Context& context = *contexts()[0];
  const graph::Value x = make_input("x", {KILN_FLOAT32, Dims{2, 2}});
  const graph::Value w = share(floats(context, {1, 2, 3, 4}, {2, 2}), "w");
  const graph::Value u = share(floats(context, {1, 2, 3, 4}, {2, 2}), "u");
  const graph::Value front = op("softmax", {op("dot", {x, w})}), back = op("dot", {front, op("transpose", {w})});
  FunctionSpec spec;
  spec.inputs = {{x}};
  spec.outputs = {{op("sum", {back})}};
  spec.updates = {{w, u}, {u, op("dot", {w, back})}};
  const auto f = Function::create(spec);
  const std::vector<float> data(4, 1.0F);
  Argument square = host(data);
  square.shape = Dims{2, 2};
  f->call(std::vector{square});
  const std::string why = f->describe("explain");
  INFO(why);
  std::size_t steps = 0;
  for (std::size_t at = 0; (at = why.find("\n  step ", at)) != std::string::npos; ++at)
    CHECK(number_at(why, at + 8).first == double(steps++));
  CHECK(steps > 4);
  CHECK(has(why, ": copies "));
  // A view stands before the step that reads it.
  const std::size_t view = why.find("\n  view: ");
  REQUIRE(view != std::string::npos);
  const std::size_t next = why.find("\n  step ", view);
  CHECK(has(why.substr(next, why.find('\n', next + 1) - next), "GpuDimShuffle{1,0}.0)"));
}
