// SPDX-License-Identifier: Apache-2.0
// NanGuardMode, and the flags assert_no_cpu_op and warn_float64.
#include "graph/function/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/log.hpp"
#include "graph/inspect/listing.hpp"

namespace kiln::graph {
namespace {

constexpr double kBig = 1e10;  // the limit of Theano's NanGuardMode.big_is_error

void tell(OnUnused policy, kiln_status status, const std::string& message) {
  if (policy == OnUnused::raise) fail(status, "{}", message);
  if (policy == OnUnused::warn) base::log(KILN_LOG_WARNING, message);
}

// "3 NaN, 1 infinite of 400 elements", or "" if all elements are ordinary.
std::string oddities(const array::Array& array) {
  const DType dtype = array.dtype();
  if (!base::is_float(base::real_dtype(dtype)) || array.size() == 0) return "";
  std::vector<std::byte> bytes(std::size_t(array.size()) * base::dtype_size(dtype));
  array::read(array, bytes.data(), nullptr, "function");
  const DType part = base::real_dtype(dtype);
  const std::size_t step = base::dtype_size(part);
  std::size_t nan = 0, infinite = 0, big = 0;
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    double value = 0;
    if (part == KILN_FLOAT32) {
      float narrow = 0;
      std::memcpy(&narrow, &bytes[at], sizeof narrow);
      value = double(narrow);
    } else {
      value = Scalar::load(part, &bytes[at]).re;
    }
    if (std::isnan(value))
      ++nan;
    else if (std::isinf(value))
      ++infinite;
    else if (std::fabs(value) > kBig)
      ++big;
  }
  std::string text;
  const auto add = [&](std::size_t count, const char* what) {
    if (count) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(nan, "NaN");
  add(infinite, "infinite");
  add(big, "beyond 1e10");
  return text.empty() ? text : fmt::format("{} of {} elements", text, array.size());
}

// Whether a pass has put the node in the place of several that the program built, or of another operation.
bool stands_for_others(const Node& node) {
  std::size_t built = 0;
  for (const NodeRef& origin : node.origins())
    if (!origin->op().leaf()) built += origin->op().name() == node.op().name() ? 1 : 2;
  return built > 1;
}

class NanGuard final : public Watch {
 public:
  explicit NanGuard(const FunctionSpec& spec) : spec_(spec) {}

  void after(Specialisation& s, Part part, std::size_t index, NodeArrays inputs, NodeArrays outputs) override {
    if (part == Part::result) return;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::string found = oddities(*outputs[k]);
      if (found.empty()) continue;
      if (part == Part::upload)
        fail(KILN_INVALID_ARGUMENT, "{}: NanGuardMode: the argument for {} has {}", function_text(spec_),
             node_text(*spec_.inputs[s.uploads[index].input].variable.node), found);
      const Step& step = s.steps[index];
      std::string what = step.node ? node_text(*step.node) : step.label;
      if (step.node && stands_for_others(*step.node)) what += ", which computes " + origins_text(*step.node) + ",";
      std::string message = fmt::format("{}: NanGuardMode: result {} of {} has {}; its inputs:", function_text(spec_),
                                        k + 1, what, found);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        message += fmt::format("{} {}", i ? "," : "", input_text(step, i));
        // An input that was overwritten by the result cannot be examined.
        const bool over = inputs[i] && inputs[i]->buffer().memory() == outputs[k]->buffer().memory() &&
                          inputs[i]->memory_offset() == outputs[k]->memory_offset();
        if (!inputs[i] || over) continue;
        const std::string odd = oddities(*inputs[i]);
        message += odd.empty() ? " (ordinary)" : fmt::format(" ({})", odd);
      }
      fail(KILN_INVALID_ARGUMENT, "{}", message);
    }
  }

 private:
  static std::string input_text(const Step& step, std::size_t i) {
    if (!step.node) return fmt::format("operand {}", i + 1);
    const Value& input = step.node->inputs()[i];
    return value_text(input);
  }
  const FunctionSpec& spec_;
};

}  // namespace

std::unique_ptr<Watch> nan_guard(const FunctionSpec& spec) { return std::make_unique<NanGuard>(spec); }

void check_kinds(const FunctionSpec& spec, std::span<const Value> values) {
  if (spec.host_ops == OnUnused::ignore && spec.float64 == OnUnused::ignore) return;
  for (const NodeRef& node : topological(values)) {
    if (node->op().on_host())
      tell(spec.host_ops, KILN_UNSUPPORTED,
           fmt::format("{}: assert_no_cpu_op: {} runs on the host", function_text(spec), node_text(*node)));
    const auto* constant = op_as<Constant>(*node);
    if (constant && constant->weak()) continue;
    const auto wide = std::find_if(node->types().begin(), node->types().end(),
                                   [](const Type& type) { return base::needs_float64(type.dtype); });
    if (wide != node->types().end())
      tell(spec.float64, KILN_TYPE_ERROR,
           fmt::format("{}: warn_float64: {} is of double precision", function_text(spec),
                       value_text({node, std::uint32_t(wide - node->types().begin())})));
  }
}

}  // namespace kiln::graph
