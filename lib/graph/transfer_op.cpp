// SPDX-License-Identifier: Apache-2.0
#include "graph/transfer_op.hpp"

#include <fmt/format.h>

namespace kiln::graph {

std::string Transfer::name() const { return target_ ? "GpuToGpu" : "HostFromGpu"; }
std::string Transfer::key() const {
  return fmt::format("Transfer {}", static_cast<const void*>(target_.get()));
}

// Back to where the value came from is decided by placement: gradients flow as they are.
Values Transfer::gradient(const Node&, std::span<const Value> gradients) const { return {gradients[0]}; }

Runner Transfer::prepare(const Node&, runtime::Context&) const {
  return [](std::span<array::Array* const> inputs, std::span<array::Array* const> outputs) {
    array::assign(*outputs[0], *inputs[0], "transfer");
  };
}

Value transfer(const Value& value, Ref<runtime::Context> target) {
  return single(base::make_ref<Transfer>(std::move(target)), {value});
}

}  // namespace kiln::graph
