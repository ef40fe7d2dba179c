// SPDX-License-Identifier: Apache-2.0
// Random numbers in graphs. A state is a vector of two uint64, seed and counter; it is usually a shared
// variable. A draw reads the state on the device and gives the same numbers as kiln/random.h does for this
// seed and counter.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

enum class Distribution { uniform, normal, exponential, integers, bernoulli, bits, permutation };

struct RandomRequest {
  Distribution distribution = Distribution::uniform;
  DType dtype = KILN_FLOAT32;
  std::optional<Dims> shape;  // none: the shape is that of input 1
  // The parameters. uniform, integers: low and high; normal: mean and deviation; exponential: scale;
  // bernoulli: p.
  double numbers[2] = {0, 1};
  std::string key() const;
  // How many blocks a draw of this shape advances the counter by. A block is 16 random bytes, as
  // kiln/random.h explains.
  std::uint64_t blocks(const Dims& of) const;
};

// Draws numbers from the block that lies `skipped` blocks after the state's counter.
class RandomDraw final : public Op {
 public:
  RandomDraw(RandomRequest request, std::uint64_t skipped) : request_(request), skipped_(skipped) {}
  const RandomRequest& request() const noexcept { return request_; }
  std::string name() const override;
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override;
  Values gradient(const Node& node, std::span<const Value>) const override;
  bool reads(std::size_t input) const override { return input == 0; }
  Values expand(const Node& node, std::span<const Value> inputs) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;

 private:
  RandomRequest request_;
  std::uint64_t skipped_;
};

// The state after a draw, or after a given number of blocks.
class RandomAdvance final : public Op {
 public:
  explicit RandomAdvance(RandomRequest request) : request_(request) {}
  explicit RandomAdvance(std::uint64_t blocks) : blocks_(blocks) {}
  std::string name() const override { return "RandomAdvance"; }
  std::string key() const override;
  std::vector<Type> infer(std::span<const Type> inputs) const override { return {inputs[0]}; }
  Values gradient(const Node& node, std::span<const Value>) const override;
  bool reads(std::size_t input) const override { return input == 0; }
  Values expand(const Node& node, std::span<const Value> inputs) const override;
  Runner prepare(const Node& node, runtime::Context& context) const override;
  bool in_place(const Node&, std::size_t input, std::size_t) const override { return input == 0; }
  std::optional<std::uint64_t> blocks() const noexcept { return blocks_; }

 private:
  RandomRequest request_;
  std::optional<std::uint64_t> blocks_;
};

// Returns the numbers and the next state. `inputs` has the state and, if the request has no shape, a value of
// the shape to draw.
Values draw(const RandomRequest& request, const Values& inputs);

// The updates for states that are shared variables: pairs of a variable and its state after the last draw
// that the values depend on.
std::vector<std::pair<Value, Value>> random_updates(std::span<const Value> values);

}  // namespace kiln::graph
