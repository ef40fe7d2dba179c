// SPDX-License-Identifier: Apache-2.0
// Copies a value to another context or to the host. The way depends on where both arrays lie.
#include "graph/node/transfer_op.hpp"

#include "array/host/host_result.hpp"
#include "graph/node/host_values.hpp"

namespace kiln::graph {

Runner Transfer::prepare(const Node&, runtime::Context&) const {
  return [](NodeArrays inputs, NodeArrays outputs) {
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
