// SPDX-License-Identifier: Apache-2.0
// How the parts of a call are observed, by profiles and by modes that check values.
#pragma once

#include "graph/function/function.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {

// An observer that is told of each part of a call, before and after it. Calls that are watched are not
// recorded: their steps run one by one.
class Watch {
 public:
  enum class Part { upload, step, result };
  virtual ~Watch() = default;
  virtual void called() {}  // one call is complete
  virtual void before(Specialisation&, Part, std::size_t /*index*/) {}
  virtual void after(Specialisation&, Part, std::size_t /*index*/, NodeArrays /*inputs*/, NodeArrays /*outputs*/) {}
};

}  // namespace kiln::graph
