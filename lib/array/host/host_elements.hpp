// SPDX-License-Identifier: Apache-2.0
// Elements in host memory: conversion between dtypes and copies between strided layouts. No device is used.
#pragma once

#include <cstddef>
#include <memory>

#include "base/dtype.hpp"
#include "layout/dims.hpp"

namespace kiln::array {

// Converts `count` elements one by one, as Scalar::cast does. The ranges do not overlap and need no alignment.
void convert_elements(base::DType from, const void* source, base::DType to, void* destination, std::size_t count);

// Copies all elements of a shape between two strided layouts. The strides are in bytes and may have any sign; the
// pointers are to the first elements.
void copy_elements(std::size_t itemsize, const layout::Dims& shape, void* destination,
                   const layout::Dims& destination_strides, const void* source, const layout::Dims& source_strides);

// Allocates host memory and leaves it uninitialised.
inline std::unique_ptr<std::byte[]> host_bytes(std::size_t bytes) {
  return std::unique_ptr<std::byte[]>(new std::byte[bytes]);
}

}  // namespace kiln::array
