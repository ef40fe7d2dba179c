// SPDX-License-Identifier: Apache-2.0
// Random numbers as nodes. A state is a vector of two uint64, seed and counter, usually a shared variable; a
// draw reads it on the device and gives the numbers that kiln/random.h gives for that seed and counter.
#pragma once

#include "graph/node/node.hpp"

namespace kiln::graph {

enum class Distribution { uniform, normal, exponential, integers, bernoulli, bits, permutation };

struct RandomRequest {
  Distribution distribution = Distribution::uniform;
  DType dtype = KILN_FLOAT32;
  std::optional<Dims> shape;   // none: that of a second input
  double numbers[2] = {0, 1};  // low and high, mean and deviation, scale, p
  std::string key() const;
  // How far a draw of that shape brings the counter (kiln/random.h).
  std::uint64_t blocks(const Dims& of) const;
};

// The numbers; `skipped` blocks behind the state.
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

// The state behind a draw, or, with a count, so many blocks on.
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

// Numbers and the next state. inputs: the state, and where the request has no shape what gives it.
Values draw(const RandomRequest& request, const Values& inputs);

// For states that are shared variables: where draws of the values end, each with its variable.
std::vector<std::pair<Value, Value>> random_updates(std::span<const Value> values);

}  // namespace kiln::graph
