// SPDX-License-Identifier: Apache-2.0
// How calls take turns with a function, and how they are watched. Private to functions.
#pragma once

#include "graph/function/function.hpp"
#include "graph/plan/specialisation.hpp"

namespace kiln::graph {

// Takes the function's turn.
class Function::Work {
 public:
  explicit Work(const Function& function) : turn_(function.turn_) {
    if (!turn_.take())
      fail(
          KILN_UNSUPPORTED,
          "{}: it is at work: what its own call calls back cannot call, free or describe it, nor wait for it",
          function_text(function.spec_));
  }
  ~Work() { turn_.pass(); }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

 private:
  Turn& turn_;
};

// Sees the parts of a call one by one. Calls that are watched are not recorded.
class Watch {
 public:
  enum class Part { upload, step, result };
  using Arrays = std::span<array::Array* const>;
  virtual ~Watch() = default;
  virtual void called() {}  // one call is done
  virtual void before(Specialisation&, Part, std::size_t /*index*/) {}
  virtual void after(Specialisation&, Part, std::size_t /*index*/, Arrays /*inputs*/, Arrays /*outputs*/) {}
};

// One call, step by step, without updates: what DebugMode compares.
std::vector<Ref<array::Array>> run_once(const FunctionSpec& spec, Specialisation& s,
                                        std::span<const Ref<Shared>> shared,
                                        std::span<const Argument> arguments);

}  // namespace kiln::graph
