// SPDX-License-Identifier: Apache-2.0
// Random graphs for the comparison of compilers. Beside each symbolic value stand the same value for some
// choices of all extents, which says whether an operation is possible in each of them, and what is known of
// its elements: whether they are exact in every order of computing, and else by how much two orders may
// differ.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "support.hpp"

namespace kiln::test {

inline constexpr std::size_t kShapings = 2;  // choices of extents

// What is known of the elements of a value.
struct Range {
  double bound = 1;   // of magnitudes
  int bits = 0;       // exact ones are multiples of 2^-bits
  bool exact = true;  // every intermediate result fits the dtype
  double error = 0;   // how far off others may be
};

struct RandomValue {
  Value value;
  std::array<Value, kShapings> shaped;
  Range range;
  bool last = false;  // nothing is computed from it
  DType dtype() const { return value.type().dtype; }
  std::size_t ndim() const { return value.type().ndim(); }
  const Dims& shape(std::size_t shaping) const { return shaped[shaping].type().shape; }
};

class RandomGraph {
 public:
  // How a value is images: channels last; without an axis of the batch; how many spatial axes.
  struct ImageOrder {
    bool last = false, alone = false;
    std::size_t axes = 1;
    std::size_t first() const { return alone ? 0 : 1; }  // the first spatial axis of the value
  };

  RandomGraph(std::uint64_t seed, Context& context);

  // Elements that fit what is known of the value.
  std::vector<std::byte> elements(const RandomValue& value, std::size_t shaping);
  std::string text() const;
  std::int64_t below(std::int64_t n) { return std::int64_t(rng_() % std::uint64_t(n)); }
  bool chance(int one_in) { return below(one_in) == 0; }
  std::vector<RandomValue> values;
  std::vector<std::size_t> inputs, shared, outputs;          // which of the values
  std::vector<std::pair<std::size_t, std::size_t>> updates;  // shared variable, new value
  bool repeatable = true;  // the elements of shared variables stay within what is known of them exactly

 private:
  using Operands = std::vector<const RandomValue*>;

  // ---- Leaves ----

  Scalar element(const RandomValue& value);
  DType leaf_dtype();
  Range leaf_range(DType dtype) const;
  void add_leaf(bool shares);
  void add_constant();

  // ---- Nodes ----
  void add(RandomValue made, std::string text);
  double unit(DType dtype) const;

  // Adds what `make` makes of the values' own and of every shaping. False where it cannot be.
  using Make = std::function<Value(const Values&)>;
  bool attempt(const Operands& operands, Range range, bool elementwise, std::string text, const Make& make);
  // Only axes known to have extent 1 broadcast.
  bool broadcasts(const RandomValue& value, std::size_t shaping, const Dims& out) const;
  bool by_name(const std::string& name, const Operands& operands, const Range& range, const Attributes& attributes = {},
               std::uint32_t output = 0);
  bool written(const std::string& expression, const Operands& operands, const Range& range);

  // One that fits, newer ones more often; or null.
  template <class Fits>
  const RandomValue* pick(Fits&& fits) {
    for (int tries = 0; tries < 20; ++tries) {
      const auto n = std::int64_t(values.size());
      const std::int64_t at = std::max(below(n), below(n));
      if (!values[std::size_t(at)].last && fits(values[std::size_t(at)])) return &values[std::size_t(at)];
    }
    return nullptr;
  }
  const RandomValue* any_value() {
    return pick([](const RandomValue&) { return true; });
  }
  const RandomValue* number() {
    return pick([](const RandomValue& v) { return v.dtype() != KILN_BOOL; });
  }
  const RandomValue* real() {
    return pick([](const RandomValue& v) { return base::is_float(v.dtype()); });
  }
  const RandomValue* condition() {
    return pick([](const RandomValue& v) { return v.dtype() == KILN_BOOL; });
  }
  // Has axes.
  const RandomValue* tensor(std::size_t least = 1) {
    return pick([&](const RandomValue& v) { return v.ndim() >= least; });
  }
  void grow();
  void one();
  void two();
  void convert();
  void neutral();

  // Forms that stabilisation looks for, where the plain ones are well too.
  void stable();
  std::int64_t least_extent(const RandomValue& x, std::size_t axis) const;
  std::int64_t greatest_extent(const RandomValue& x, std::size_t axis) const;
  void reduction();
  void product();
  void dense();
  void shape();
  std::vector<layout::Index> subscripts(const RandomValue& x);
  void part();
  void joined();
  void gathered();
  void other();

  // Over spatial axes.
  void image();
  void pooled(const RandomValue& x, const ImageOrder& order);
  void upsampled(const RandomValue& x, const ImageOrder& order);
  void convolved(const RandomValue& x, const RandomValue& y, const ImageOrder& order, bool transposed);
  Dims numbers(std::size_t count, std::int64_t least, std::int64_t most);

  // Derivatives of a sum by a value on the way.
  void add_gradient();

  // ---- Outputs and updates ----
  void choose();
  // Of the variable's type, and within its range.
  std::size_t new_value(std::size_t variable);
  std::string update_text() const;

  Context& context_;
  bool wide_;
  std::mt19937_64 rng_;
  DType real_ = KILN_FLOAT32;
  std::int64_t extents_[5][kShapings] = {};
  std::vector<std::string> made_;
};

}  // namespace kiln::test
