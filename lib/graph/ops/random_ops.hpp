// SPDX-License-Identifier: Apache-2.0
// Random numbers in graphs. A state is a vector of two uint64, seed and counter; it is usually a shared variable. A
// draw reads the state on the device and gives the same numbers as kiln/random.h does for this seed and counter.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

enum class Distribution { uniform, normal, exponential, integers, bernoulli, bits, permutation };

struct RandomRequest {
  Distribution distribution = Distribution::uniform;
  DType dtype = KILN_FLOAT32;
  std::optional<Dims> shape;  // none: the shape is that of input 1
  // The parameters. uniform, integers: low and high; normal: mean and deviation; exponential: scale; bernoulli: p.
  double numbers[2] = {0, 1};
  std::string key() const;
  // How many blocks a draw of this shape advances the counter by. A block is 16 random bytes, as
  // kiln/random.h explains.
  std::uint64_t blocks(const Dims& of) const;
};

// Returns the numbers and the next state. `inputs` has the state and, if the request has no shape, a value of
// the shape to draw.
Values draw(const RandomRequest& request, const Values& inputs);

// The updates for states that are shared variables: pairs of a variable and its state after the last draw
// that the values depend on.
std::vector<std::pair<Value, Value>> random_updates(std::span<const Value> values);

// What draw() makes on this thread while the newest of these lives.
class DrawNotes {
 public:
  struct Made {
    Value numbers, next;
  };
  DrawNotes();
  ~DrawNotes();
  DrawNotes(const DrawNotes&) = delete;
  DrawNotes& operator=(const DrawNotes&) = delete;
  const std::vector<Made>& made() const noexcept { return made_; }

 private:
  friend Values draw(const RandomRequest& request, const Values& inputs);
  DrawNotes* outer_;
  std::vector<Made> made_;
};
// A state that a step of a loop made stands for `after`, the state after the loop, once the loop is built: draws from
// it and updates by it use that one.
void set_state_after_loop(const Value& state, const Value& after);
Value state_after_loop(const Value& state);

}  // namespace kiln::graph
