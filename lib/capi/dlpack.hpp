// SPDX-License-Identifier: Apache-2.0
// DLPack tensors out of arrays and arrays out of tensors, versioned and legacy alike.
#pragma once

#include "capi/dlpack_abi.hpp"
#include "capi/handles.hpp"

namespace kiln::dlpack {

Device device_of(const array::Array& array);

template <class Managed>
Managed* export_array(array::Array& array, const kiln_dlpack_options& options, const char* operation);
// The array that a tensor of export_array() still stands for as it was; null for every other.
template <class Managed>
array::Array* exported_array(const Managed& managed);

// Consumes the tensor in every case.
template <class Managed>
base::Ref<array::Array> import_array(runtime::Context& context, Managed* managed,
                                     const kiln_dlpack_options& options, const char* operation);

}  // namespace kiln::dlpack
