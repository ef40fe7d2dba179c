// SPDX-License-Identifier: Apache-2.0
// Contexts and small graphs for the tests of functions.
#pragma once

#include <cmath>
#include <ostream>

#include "../../array/support.hpp"
#include "base/flags/flags.hpp"
#include "base/log.hpp"
#include "catch.hpp"
#include "graph/build/apply.hpp"
#include "graph/function/function.hpp"
#include "graph/node/leaf.hpp"
#include "graph/node/transfer_op.hpp"
#include "graph/ops/elementwise_op.hpp"

namespace kiln::test {

using namespace kiln::graph;

inline Ref<Array> floats(Context& context, const std::vector<float>& values, Dims shape) {
  return array::from_host(context, KILN_FLOAT32, shape, nullptr, KILN_FLOAT32, values.data());
}
inline Ref<Array> floats(Context& context, const std::vector<float>& values) {
  return floats(context, values, {std::int64_t(values.size())});
}
inline graph::Value share(Ref<Array> value, const std::string& name = "") {
  return make_shared(std::move(value), name, nullptr);
}
inline graph::Value vector(const std::string& name) { return make_input(name, {KILN_FLOAT32, Dims{kUnknown}}); }
// One operation by name.
inline graph::Value op(const std::string& name, Values inputs, const Attributes& attributes = {}) {
  return graph::apply(name, std::move(inputs), attributes)[0];
}
inline graph::Value expression(const std::string& text, const Names& names) { return build(text, names); }
inline Argument host(const std::vector<float>& values) {
  Argument argument;
  argument.shape = Dims{std::int64_t(values.size())};
  argument.data = values.data();
  return argument;
}
inline std::vector<float> first(const std::vector<Ref<Array>>& results) { return values_of<float>(*results.at(0)); }
inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Equal but for rounding.
struct Near {
  explicit Near(double number) : value(number) {}
  friend bool operator==(double got, const Near& want) {
    return std::fabs(got - want.value) <= 1e-5 * (1 + std::fabs(want.value));
  }
  friend std::ostream& operator<<(std::ostream& out, const Near& near) { return out << near.value; }
  double value;
};

// A flag for one test.
class WithFlag {
 public:
  WithFlag(std::string name, const std::string& value) : name_(std::move(name)), old_(base::flag_text(name_)) {
    base::Flags::set(name_, value);
  }
  ~WithFlag() { base::Flags::set(name_, old_); }

 private:
  std::string name_, old_;
};

// What is logged meanwhile.
class Logged {
 public:
  Logged() {
    base::set_log_callback([](kiln_log_level, const char* line,
                              void* user) { *static_cast<std::string*>(user) += std::string(line) + "\n"; },
                           &text);
  }
  ~Logged() { base::set_log_callback(nullptr, nullptr); }
  std::string text;
};

}  // namespace kiln::test
