// SPDX-License-Identifier: Apache-2.0
// Exports arrays as DLPack tensors and imports tensors as arrays, in the versioned and the legacy form.
#pragma once

#include "capi/dlpack/dlpack_abi.hpp"
#include "capi/handles.hpp"

namespace kiln::dlpack {

Device device_of(const array::Array& array);

template <class Managed>
Managed* export_array(array::Array& array, const kiln_dlpack_options& options, const char* operation);
// The array of which export_array() made the tensor, if the tensor has not been changed since; otherwise null.
template <class Managed>
array::Array* exported_array(const Managed& managed);

// Makes an array of the tensor, which it consumes in every case.
template <class Managed>
base::Ref<array::Array> import_array(runtime::Context& context, Managed* managed, const kiln_dlpack_options& options,
                                     const char* operation);

}  // namespace kiln::dlpack
