// SPDX-License-Identifier: Apache-2.0
// Elements in host memory: conversion between dtypes and copies between strided layouts. Pure: no device.
#pragma once

#include <cstddef>
#include <memory>

#include "base/dtype.hpp"
#include "layout/dims.hpp"

namespace kiln::array {

// `count` elements, converted one by one as Scalar::cast does. The ranges do not overlap and need no
// alignment.
void convert_elements(base::DType from, const void* source, base::DType to, void* destination, std::size_t count);

// Every element of a shape, from one set of byte strides to another. The strides are of any sign; the
// pointers are to the first elements.
void copy_elements(std::size_t itemsize, const layout::Dims& shape, void* destination,
                   const layout::Dims& destination_strides, const void* source, const layout::Dims& source_strides);

// Host memory without initial value.
inline std::unique_ptr<std::byte[]> host_bytes(std::size_t bytes) {
  return std::unique_ptr<std::byte[]>(new std::byte[bytes]);
}

}  // namespace kiln::array
