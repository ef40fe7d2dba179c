// SPDX-License-Identifier: Apache-2.0
// Rows of the elementwise functions (docs/reference/expressions.md), each as kiln_array_apply runs it.
#include "elementwise_functions.hpp"
#include "operation.hpp"

namespace kiln::operations {

namespace {

using namespace elementwise;

std::vector<Sample> samples(const Function& f, Random& random, kiln_dtype d) {
  std::vector<Sample> out;
  auto add = [&](std::string text, std::vector<HostArray> inputs, bool special = false) {
    Sample sample;
    sample.text = std::move(text);
    const std::string name = f.name;
    sample.run = [name](const Context&, std::span<const GpuArray> in, std::span<const GpuArray> result) {
      return Arrays{kiln::apply(name, {in.begin(), in.end()}, result.empty() ? GpuArray() : result[0])};
    };
    const std::size_t apart = special ? inputs[0].values.size() : 0;
    sample.expected = [&f, d, inputs, apart] { return std::vector<Expected>{reference(f, d, inputs, apart)}; };
    sample.inputs = std::move(inputs);
    out.push_back(std::move(sample));
  };
  auto operands = [&](std::initializer_list<Shape> shapes) {
    std::vector<HostArray> inputs;
    for (int k = 0; k < f.arity; ++k)
      inputs.push_back(ordinary_operand(random, f, d, k, shapes.begin()[std::size_t(k) % shapes.size()]));
    return inputs;
  };
  if (auto inputs = special_operands(f, d); !inputs.empty()) add("special values", std::move(inputs), true);
  add("(7, 13)", operands({{7, 13}}));
  add("(1000,)", operands({{1000}}));
  add(f.arity == 1 ? "(3, 4, 5)" : "broadcast", operands({{5, 1, 3}, {4, 1}, {3}}));
  add("0-d", operands({{}}));
  add("empty", operands({{0, 3}}));
  return out;
}

}  // namespace

void add_elementwise(std::vector<Operation>& table) {
  for (const Function& f : elementwise::functions()) {
    Operation operation;
    operation.name = f.name;
    operation.group = "elementwise";
    operation.functions = {"kiln_array_apply"};
    for (kiln_dtype d : all_dtypes())
      if (takes(f, d)) operation.dtypes.push_back(d);
    operation.gradient = f.gradient ? Gradient::exists : Gradient::none;
    operation.tolerance = tolerance(f);
    operation.samples = [&f](Random& random, kiln_dtype d) { return samples(f, random, d); };
    operation.errors = [&f] {
      std::vector<ErrorSample> errors;
      errors.push_back({"too many operands", KILN_INVALID_ARGUMENT, "takes", [&f](const Context& context) {
                          const auto a = GpuArray::zeros(context, {2}, KILN_FLOAT32);
                          kiln::apply(f.name, Arrays(std::size_t(f.arity == 3 ? 2 : f.arity + 1), a));
                        }});
      if (f.arity > 1)
        errors.push_back({"shapes", KILN_SHAPE_ERROR, "do not broadcast", [&f](const Context& context) {
                            Arrays arrays;
                            for (int k = 0; k < f.arity; ++k)
                              arrays.push_back(GpuArray::zeros(context, {2 + k}, operand_dtype(f, KILN_INT32, k)));
                            kiln::apply(f.name, arrays);
                          }});
      for (kiln_dtype d : {KILN_BOOL, KILN_FLOAT32, KILN_COMPLEX64})
        if (!takes(f, d) && f.refuses) {
          errors.push_back({kiln_dtype_name(d), KILN_TYPE_ERROR, "(", [&f, d](const Context& context) {
                              Arrays arrays;
                              for (int k = 0; k < f.arity; ++k)
                                arrays.push_back(GpuArray::zeros(context, {2}, operand_dtype(f, d, k)));
                              kiln::apply(f.name, arrays);
                            }});
          break;
        }
      return errors;
    };
    operation.timings = [&f](const Context& context, kiln_dtype d, std::int64_t size) -> std::vector<Timing> {
      if (!takes(f, d)) return {};
      Arrays inputs;
      double bytes = 0;
      for (int k = 0; k < f.arity; ++k) {
        const kiln_dtype own = operand_dtype(f, d, k);
        inputs.push_back(GpuArray::full(context, {size}, 1.0, own));
        bytes += double(size) * double(kiln_dtype_size(own));
      }
      const auto out = GpuArray::empty(context, {size}, result_dtype(f, d));
      bytes += double(size) * double(kiln_dtype_size(result_dtype(f, d)));
      return {{"", [&f, inputs, out] { kiln::apply(f.name, inputs, out); }, bytes}};
    };
    table.push_back(std::move(operation));
  }
}

}  // namespace kiln::operations
