// SPDX-License-Identifier: Apache-2.0
#include "graph/node/transfer_op.hpp"

#include <fmt/format.h>

#include "array/host/host_result.hpp"
#include "graph/node/host_values.hpp"

namespace kiln::graph {

std::string Transfer::name() const { return target_ ? "GpuToGpu" : "HostFromGpu"; }
std::string Transfer::key() const { return fmt::format("Transfer {}", static_cast<const void*>(target_.get())); }

// The gradient stays where it is. The placement pass adds the transfer back to the input's context.
Values Transfer::gradient(const Node&, std::span<const Value> gradients) const { return {gradients[0]}; }

Runner Transfer::prepare(const Node&, runtime::Context&) const {
  return [](std::span<array::Array* const> inputs, std::span<array::Array* const> outputs) {
    const array::Array& from = *inputs[0];
    array::Array& to = *outputs[0];
    if (to.size() == 0) return;
    if (to.buffer().pinned()) return array::to_host(from, to, "transfer");
    // The host writes to the device, as kernels of some devices cannot read pinned memory.
    if (from.buffer().pinned()) return array::write(to, host_elements(from), &from.strides(), "transfer");
    array::assign(to, from, "transfer");
  };
}

Value transfer(const Value& value, Ref<runtime::Context> target) {
  return single(base::make_ref<Transfer>(std::move(target)), {value});
}

}  // namespace kiln::graph
