// SPDX-License-Identifier: Apache-2.0
// Calls of operations of graphs with what they give, by groups.
#pragma once

#include "ops_support.hpp"

namespace kiln::test {

using Arrays = std::vector<Ref<array::Array>>;

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

}  // namespace kiln::test
