// SPDX-License-Identifier: Apache-2.0
// Calls of operations of graphs with what they give, by groups.
#pragma once

#include <sstream>

#include "ops_support.hpp"

namespace kiln::test {

using Arrays = std::vector<Ref<array::Array>>;

inline DType real_of(runtime::Context& context) {
  return array::has_dtype(context, KILN_FLOAT64) ? KILN_FLOAT64 : KILN_FLOAT32;
}

// `rows`, `columns`: of x; `few`: of the arrays beside it.
inline Pool pool_of(runtime::Context& context) {
  const DType real = real_of(context);
  const auto mixed = [&](std::size_t n, double shift) {
    Doubles out;
    for (std::size_t i = 0; i < n; ++i) out.push_back(2.2 * std::sin(1.7 * double(i) + shift) + 0.013 * double(i));
    return out;
  };
  Pool pool;
  pool.add("x", {real, {3, 4}, mixed(12, 0.4)});
  pool.add("y", {real, {3, 4}, mixed(12, 1.9)});
  pool.add("zeros", {real, {3, 4}, {1.5, 0, -0.7, 2, 0, 1.1, 0, 0.4, 1.2, -0.6, 0.9, 1.7}});
  pool.add("small", {real, {3, 2}, mixed(6, 0.9)});
  pool.add("m", {real, {4, 2}, mixed(8, 2.5)});
  pool.add("t", {real, {2, 3, 4}, mixed(24, 0.1)});
  pool.add("v", {real, {5}, {-2.1, -0.6, 0.3, 0.8, 1.9}});
  pool.add("wide", {real, {4, 4}, mixed(16, 1.1)});
  pool.add("image", {real, {1, 2, 4, 5}, mixed(40, 0.7)});
  pool.add("filters", {real, {4, 1, 2, 3}, mixed(24, 1.3)});
  pool.add("map", {real, {1, 4, 2, 5}, mixed(40, 2.1)});
  pool.add("pooled", {real, {1, 2, 3, 3}, mixed(18, 0.2)});
  pool.add("s", {real, {}, {0.6}});
  pool.add("i", {KILN_INT64, {4}, {2, 0, -1, 1}});
  pool.add("ii", {KILN_INT32, {2, 2}, {0, 2, -2, 0}});
  pool.add("j", {KILN_INT64, {3, 2}, {0, 3, 1, 1, 2, -1}});
  pool.add("labels", {KILN_INT32, {3}, {3, 0, 1}});
  pool.add("start", {KILN_INT64, {}, {1}});
  pool.add("state", {KILN_UINT64, {2}, {7, 5}});
  return pool;
}

inline std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> out;
  for (std::string word; stream >> word;) out.push_back(word);
  return out;
}

struct Inputs {
  runtime::Context& context;
  std::vector<const Host*> hosts;
  Doubles operator[](std::size_t i) const { return numbers(hosts[i]->dtype, hosts[i]->bytes); }
  Arrays arrays() const {
    Arrays out;
    for (const Host* host : hosts) out.push_back(host->upload(context));
    return out;
  }
};
using Reference = std::function<std::vector<Doubles>(const Inputs&)>;

struct Sample {
  std::string row, inputs;
  Attributes attributes;
  Reference expected;
  bool gradient = true;  // is what differences say
};

// Groups become functions of their own: compilers take long for a kernel of everything.
std::vector<std::vector<Sample>> samples();
// Those of convolutions, pooling and upsampling, which are among them.
std::vector<Sample> image_samples();

}  // namespace kiln::test
