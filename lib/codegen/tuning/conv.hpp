// SPDX-License-Identifier: Apache-2.0
// Tuning of convolutions. tuning/device.hpp explains the rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kiln::codegen {

struct ConvTuning {
  // all | filters of a group, and elements of one, up to which sums are computed without tiles | x86 PoCL with 2
  // threads, 2026-11-27: with 3 filters of 64 x 7 x 7, stride 2, panels take 0.2 of the time
  std::int64_t direct_filters = 3;
  std::int64_t direct_elements = 128;
  // cpu | results along the last axis from which vectors of them pay, where channels are not neighbours | x86 PoCL with
  // 2 threads, 2026-11-27: with 1 result of 2048 channels, windows of 7 x 7, single sums take 0.1 of the time
  std::int64_t least_lanes = 4;
  // cpu | bytes of memory for the planes of a work-item, which should stay in the nearest cache | PoCL 1 thread,
  // 2026-11-27: depthwise 144 of 56 x 56 1.24 1.17 1.10 1.04
  std::uint64_t plane_bytes = 24576;
  // cpu | elements of the gathered factor that are packed at a time, so that they stay in the caches | PoCL 2 cores,
  // 2026-11-27: 64 filters of 64 x 3 x 3 over 56 x 56 1.40 1.12 1.01 0.99
  std::int64_t packed = std::int64_t{1} << 20;
  // cpu | elements that make a work-item of the packing worth its start | PoCL 2 cores, 2026-11-27: 512 filters of 512
  // x 3 x 3 over 7 x 7 1.11 1.09 1.09 1.01
  std::int64_t pack_worth = 4096;
  // many | multiplications of filters of one tap with a stride from which the places that they take are copied, so that
  // it is a product of matrices | H200, 2026-11-29: the nine 1 x 1 layers with stride 2 of ResNet-50 at batch 1, 1e8
  // each, with 5e8 1.57 on cuda0, 1.49 on opencl, geometric means (docs/benchmarks/layers_gpus.md); below 1e8 choice
  double compact_work = 5e7;
  // many | places along k of a part of a long sum, at least | H100, 2026-11-27: 512 filters of 512 x 3 x 3 over 7 x 7
  // 1.01 1.00 1.00 2.26
  std::int64_t least_part = 256;
  // many | the speed of a compute unit by tiles of 64 rows, over that by the largest ones, which gather half as many
  // elements | H200, NVIDIA opencl, batch 32, 2026-11-28: with 1 and another kernel, over 0.95 and the kernel before,
  // gradients by 512 filters of 512 x 3 x 3 over 14 x 14 1.70; 0.8 itself was not measured
  double medium_speed = 0.8;
  // many | by how much a product is faster than tiles that gather; multiplications that take as long as writing an
  // element of columns and adding it up, and as long as launching their kernels | H200, 2026-11-28, from the time of
  // columns over that of tiles (docs/benchmarks/layers_gpus.md)
  double column_gain = 0.6, column_element = 40, column_launch = 5e6;
  // many | places of an image from which images are multiplied one by one | choice
  std::int64_t column_places = 512;
  // many | taps whose loops are written out, at most | bound
  std::int64_t column_taps = 64;
  // many | registers of a work-item of the largest tiles of float32, at most, where neighbouring items read the
  // gathered factor along k: two groups then share a compute unit's | H200, NVIDIA opencl, batch 32, 2026-11-28,
  // without the bound: 512 filters of 256 x 3 x 3 over 28 x 28, channels last, 1.22
  unsigned large_registers = 128;
  // many | taps of a filter, at most, whose loops are written out, where a group has few filters; registers hold the
  // weights of a row of them, or a sum for each | H100, 2026-11-27: `point_taps`: depthwise 3 x 3 of (32, 144, 56, 56)
  // 14.6 1.00 1.00 1.00; `point_sum_taps`: gradient by filters, depthwise 3 x 3 of (32, 144, 56, 56) 5.51 1.00 1.00
  // 1.00
  std::int64_t point_taps = 49;
  std::int64_t point_sum_taps = 25;
  // many | results of a work-item of such a convolution, which share the elements that they read; positions that they
  // span, at most | H200, 2026-11-28: depthwise 3 x 3 of (32, 144, 56, 56) with 2, 3, 4, 8 instead 1.33 1.11 1.04 1.06
  std::int64_t point_each = 6;
  // many | the same where fewer work-items would not keep the device busy | choice
  std::int64_t point_few_each = 4;
  std::int64_t point_span = 16;
  // many | strides in elements of taps and of filters that such a kernel's text is written for, at most: neighbours,
  // and few channels | bound
  std::int64_t point_stride = 15;
  // many | of a transposed convolution of few taps with strides: results of a work-item, at most, and elements that
  // they take from; its results along axis 2, in strides, at most | bound; bound; H200, 2026-11-29, depthwise 3 x 3
  // stride 2 of (32, 144, 56, 56) by the input: with 2 and 4 instead of 1, 0.96 and 0.92 on cuda0, 0.86 and 1.00 on
  // opencl
  std::int64_t block_results = 16;
  std::int64_t block_elements = 64;
  std::int64_t block_strides = 2;
  // many | places of such a gradient by the filters that a work-item takes at a time, which share elements | H200,
  // 2026-11-28: with 1, 2, 4, 8 instead, depthwise 3 x 3 of (32, 32, 112, 112) 1.97 1.27 1.03 1.25
  std::int64_t point_sum_each = 6;
  // many | work-items of a group of such a gradient by the filters; places along k of one of them, at least | H100,
  // 2026-11-27: gradient by filters, depthwise 3 x 3 of (32, 144, 56, 56) 1.26 1.05 1.21 1.49 and 1.00 1.00 1.00 1.21
  std::uint64_t point_items = 256;
  std::int64_t point_places = 16;
  // many | elements of a window, or of its stride, at most, for which the kernels of pooling have their loops written
  // out | bound
  std::int64_t pool_window = 27;
  // cpu | multiplications that take as long as transforming an element for Winograd's convolution | PoCL 1
  // thread, 2026-11-28: 64 filters of 64 x 3 x 3 over 56 x 56 1.01 1.02 1.27 1.80; 256 filters of 256 x 3 x 3 over
  // 14 x 14 1.16 1.34 1.01 1.01
  double winograd_cpu = 40;
  // many | the same, and those that take as long as launching its kernels | H200, NVIDIA opencl, 2026-11-28, from its
  // time over that of the sums (docs/benchmarks/layers_gpus.md)
  double winograd_many = 24, winograd_launch = 1e8;
  // many | elements of transformed patches, or of columns, at a time, at most | H200, NVIDIA opencl, 2026-11-28, layers
  // of VGG-16 at batch 32 with 2^20, 2^22, 2^24: 1.6 to 5.4, 1.2 to 2.5, 1.0 to 1.3
  std::int64_t round_elements = std::int64_t{1} << 26;
  // many | the share of the device's memory that transformed patches, or columns, take, at most; the results of
  // transforms take as much | bound
  double round_memory = 1.0 / 32;
  // cpu | channels that a work-item of the transform of filters has at a time | PoCL 1 thread, 2026-11-28: 64 filters
  // of 64 x 3 x 3 over 56 x 56 1.02 1.00 1.01 1.00
  int winograd_run = 16;

  // --- The trial against the vendor's library ---
  // all | multiplications of a convolution from which a trial decides; smaller ones are Kiln's | bound
  double tried = 1 << 20;
  // all | elements of a trial's array, and multiplications of a trial, at most: it takes fewer images | bound
  double tried_elements = 1 << 24;
  double tried_work = 4e10;
  // all | ways of the library that a trial compares for either form of the filters, at most | bound
  std::size_t tried_ways = 12;
  // all | rounds of a trial, at most, and seconds after which no further round begins | bound
  int tried_rounds = 10;
  double tried_seconds = 0.05;
  // all | bytes of a workspace of the library, at most | bound
  std::uint64_t workspace = std::uint64_t{1} << 30;
};

}  // namespace kiln::codegen
