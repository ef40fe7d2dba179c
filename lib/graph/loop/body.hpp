// SPDX-License-Identifier: Apache-2.0
// A body is a graph inside an operation: a step of a loop, or a side of a choice. It is compiled for known shapes and a
// context, and its kernels run on arrays that the operation chooses.
#pragma once

#include "graph/plan/specialisation.hpp"

namespace kiln::graph {

// A compiled body. Its first inputs, `moving` of them, lie elsewhere at each run of the body.
struct Body {
  FunctionSpec spec;
  // Where the body has rows whose number only its run tells, a function runs it, and `plan` is empty.
  Callee callee;
  std::vector<Ref<array::Array>> stand_ins;  // for each input of the callee of which only the shape is used
  Specialisation plan;
  std::vector<std::size_t> output_of;  // for each slot the output of the body that it is, or SIZE_MAX
  std::vector<bool> moves;             // for each slot whether it lies elsewhere at each run
  std::vector<bool> absent;            // for each slot whether it is an input of which nothing reads the elements
};
std::shared_ptr<Body> compile_body(const FunctionSpec& outer, const Values& inputs, const Values& outputs,
                                   std::vector<Type> types, std::size_t moving, runtime::Context& context,
                                   const std::string& name);

// The bytes of device memory that a body takes while it runs: by its plan, or if a function runs it, what that keeps.
std::uint64_t body_memory(const Body& body);

// The steps of a body, for explain.
std::string body_text(const Body& body);
// "Dot, Elemwise{tanh}": the operations of a graph, for explain.
std::string operations_text(std::span<const Value> outputs);

// Runs a body once or more. The temporaries serve all runs.
class BodyRun {
 public:
  BodyRun(const Body& body, const char* operation) : body_(body), operation_(operation) {}
  virtual ~BodyRun() = default;
  BodyRun(const BodyRun&) = delete;
  BodyRun& operator=(const BodyRun&) = delete;

 protected:
  // Where run number t has an input or an output of the body.
  virtual Ref<array::Array> input(std::size_t input, std::int64_t t) const = 0;
  virtual Ref<array::Array> output(std::size_t output, std::int64_t t) const = 0;
  // Allocates temporaries. Call it before run_body().
  void allocate();
  void run_body(std::int64_t t);
  const char* operation() const noexcept { return operation_; }

 private:
  Ref<array::Array> view_of(const Slot& slot) const;
  Ref<array::Array> moved(std::size_t slot, std::int64_t t) const;
  Ref<array::Array> lasting(std::size_t slot) const;
  void run(const Step& step) const;
  void call(std::int64_t t) const;

  const Body& body_;
  const char* operation_;
  std::vector<Ref<array::Array>> arrays_;
  std::vector<Ref<runtime::Buffer>> memory_;
};

}  // namespace kiln::graph
