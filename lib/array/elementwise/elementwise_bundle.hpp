// SPDX-License-Identifier: Apache-2.0
// One elementwise computation of several sets of arrays in few launches. An optimiser that updates many small arrays by
// one rule is such a bundle. The graph compiler makes them.
#pragma once

#include <span>
#include <vector>

#include "array/elementwise/elementwise.hpp"
#include "array/tuning.hpp"
#include "codegen/elementwise/elementwise.hpp"

namespace kiln::array {

class ElementwiseBundle final : public base::RefCounted {
 public:
  // `statements` has the outputs and the names of the inputs; `inputs` are the inputs' dtypes, `outputs` those of the
  // outputs. `single` has for each input whether it has one element for all.
  static Ref<ElementwiseBundle> create(runtime::Context& context, expr::Statements statements,
                                       std::span<const DType> inputs, std::span<const DType> outputs,
                                       std::vector<bool> single);
  // Queues the computation. `arrays` has the outputs and then the inputs of each set in turn. An output may lie where
  // an input of its set does. Only one thread may call at a time.
  void call(std::span<Array* const> arrays, const char* operation);
  // Whether the device's kernels have room for bundles of programs with so many arrays.
  static bool fits(const backend::DeviceProperties& device, std::size_t arrays);

 private:
  struct Variant {
    codegen::BundleClass kind;
    const runtime::Kernel* kernel;
  };
  // Sets that share a launch.
  struct Pack {
    codegen::BundleClass kind;
    std::vector<Array*> arrays;
    std::vector<bool> written;               // for each array, whether it is an output
    std::vector<std::uint64_t> places;       // of each array
    std::vector<runtime::Buffer*> memories;  // one buffer of each memory
    std::size_t first = 0, sets = 0;
  };
  explicit ElementwiseBundle(runtime::Context& context) : context_(context), traits_(traits_of(context)) {}
  bool regular(std::span<Array* const> set) const;
  bool apart(std::span<Array* const> arrays) const;
  void run_alone(std::span<Array* const> set, const char* operation);
  Pack pack(std::span<Array* const> arrays, std::size_t first, std::size_t sets) const;
  std::vector<Pack> packs(std::span<Array* const> arrays) const;
  const Variant& variant(const codegen::BundleClass& kind, const char* operation);
  void launch(const Pack& pack, std::span<Array* const> arrays, const char* operation);

  runtime::Context& context_;
  codegen::Traits traits_;
  expr::Program program_;
  std::vector<codegen::Inner> inner_;  // of each operand
  Ref<Elementwise> alone_;             // for sets that no bundle takes
  std::vector<Variant> variants_;
};

}  // namespace kiln::array
