// SPDX-License-Identifier: Apache-2.0
// The types and numbers of the CUDA driver API and of NVIDIA's libraries that this backend uses, as in their published
// binary interface since CUDA 11. They are written out here so that the module builds without a toolkit.
#pragma once

namespace kiln::cuda {

using CUresult = int;  // an enum in C, to which values are only added
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphExec = struct CUgraphExec_st*;
using CUgraphNode = struct CUgraphNode_st*;
static_assert(sizeof(void*) == 8, "the CUDA driver exists for 64-bit programs only");

using nvrtcResult = int;
using nvrtcProgram = struct _nvrtcProgram*;

inline constexpr CUresult kSuccess = 0;
inline constexpr CUresult kErrorInvalidValue = 1;
inline constexpr CUresult kErrorOutOfMemory = 2;
inline constexpr CUresult kErrorStubLibrary = 34;
inline constexpr CUresult kErrorDeviceUnavailable = 46;
inline constexpr CUresult kErrorNoDevice = 100;
inline constexpr CUresult kErrorInvalidDevice = 101;
inline constexpr CUresult kErrorInvalidImage = 200;
inline constexpr CUresult kErrorNoBinaryForGpu = 209;
inline constexpr CUresult kErrorInvalidPtx = 218;
inline constexpr CUresult kErrorUnsupportedPtxVersion = 222;
inline constexpr CUresult kErrorNotFound = 500;
inline constexpr CUresult kErrorNotReady = 600;
inline constexpr CUresult kErrorPrimaryContextActive = 708;
inline constexpr CUresult kErrorNotSupported = 801;
inline constexpr CUresult kErrorSystemNotReady = 802;
inline constexpr CUresult kErrorSystemDriverMismatch = 803;
inline constexpr CUresult kErrorCompatNotSupported = 804;
inline constexpr CUresult kErrorUnknown = 999;

inline constexpr nvrtcResult kNvrtcOutOfMemory = 1;
inline constexpr nvrtcResult kNvrtcInvalidOption = 5;
inline constexpr nvrtcResult kNvrtcCompilation = 6;

// CUdevice_attribute
inline constexpr int kMaxThreadsPerBlock = 1;
inline constexpr int kMaxBlockDimX = 2;  // y and z follow
inline constexpr int kMaxGridDimX = 5;   // y and z follow
inline constexpr int kMaxSharedMemoryPerBlock = 8;
inline constexpr int kWarpSize = 10;
inline constexpr int kMultiprocessorCount = 16;
inline constexpr int kIntegrated = 18;
inline constexpr int kComputeCapabilityMajor = 75;
inline constexpr int kComputeCapabilityMinor = 76;
inline constexpr int kMaxSharedMemoryPerBlockOptin = 97;

// CUfunction_attribute
inline constexpr int kFunctionMaxThreadsPerBlock = 0;
inline constexpr int kFunctionSharedSizeBytes = 1;
inline constexpr int kFunctionMaxDynamicSharedSizeBytes = 8;

// CUpointer_attribute and CUmemorytype
inline constexpr int kPointerContext = 1;
inline constexpr int kPointerMemoryType = 2;
inline constexpr int kPointerDevicePointer = 3;
inline constexpr int kPointerDeviceOrdinal = 9;
inline constexpr int kPointerLegacyIpc = 10;  // the memory was allocated by cuMemAlloc or a similar function
inline constexpr unsigned kMemoryTypeHost = 1;
inline constexpr unsigned kMemoryTypeDevice = 2;

// Flags
inline constexpr unsigned kIpcLazyPeerAccess = 1;
inline constexpr unsigned kContextSchedSpin = 0x01;
inline constexpr unsigned kContextSchedBlockingSync = 0x04;
inline constexpr unsigned kContextSchedMask = 0x07;
inline constexpr unsigned kStreamNonBlocking = 0x1;
inline constexpr unsigned kEventDefault = 0x0;
inline constexpr unsigned kEventBlockingSync = 0x1;
inline constexpr unsigned kEventDisableTiming = 0x2;
inline constexpr int kCaptureRelaxed = 2;
inline constexpr unsigned kHostAllocPortable = 0x01;
inline constexpr unsigned kHostAllocDeviceMap = 0x02;

// cuBLAS: status codes, data types, compute types and math modes.
using cublasHandle = struct cublasContext*;
inline constexpr int kCublasAllocFailed = 3;
inline constexpr int kCublasInvalidValue = 7;
inline constexpr int kCublasArchMismatch = 8;
inline constexpr int kCublasNotSupported = 15;
inline constexpr int kCudaR32F = 0;
inline constexpr int kCudaR64F = 1;
inline constexpr int kCudaR16F = 2;
inline constexpr int kCudaC32F = 4;
inline constexpr int kCudaC64F = 5;
inline constexpr int kCudaR16BF = 14;
inline constexpr int kCublasCompute32 = 68;
inline constexpr int kCublasCompute64 = 70;
inline constexpr int kCublasCompute32Tf32 = 77;
inline constexpr int kCublasDefaultMath = 0;
inline constexpr int kCublasNoReducedSums = 16;
inline constexpr int kCublasDefaultAlgorithm = -1;

// cuDNN: its handle, and the descriptors of its graph API with their kinds, attributes, types of attributes, data
// types, modes and notes.
using cudnnHandle = struct cudnnContext*;
using cudnnDescriptor = void*;
inline constexpr int kCudnnNotInitialized = 1;
inline constexpr int kCudnnLeastVersion = 8500;  // 8.5
inline constexpr int kCudnnFloat = 0;
inline constexpr int kCudnnDouble = 1;
inline constexpr int kCudnnHalf = 2;
inline constexpr int kCudnnBfloat16 = 9;
enum CudnnKind : int {
  kCudnnConvolutionKind = 1,
  kCudnnEngineKind = 2,
  kCudnnConfigKind = 3,
  kCudnnHeuristicsKind = 4,
  kCudnnPlanKind = 5,
  kCudnnKnobKind = 7,
  kCudnnForwardKind = 10,
  kCudnnByFiltersKind = 11,
  kCudnnByInputKind = 12,
  kCudnnGraphKind = 15,
  kCudnnPackKind = 16,
  kCudnnTensorKind = 17,
};
enum CudnnAttribute : int {
  kCudnnConvolutionCompute = 100,
  kCudnnConvolutionMode = 101,
  kCudnnConvolutionDilation = 102,
  kCudnnConvolutionStrides = 103,
  kCudnnConvolutionPaddingBehind = 104,
  kCudnnConvolutionPaddingBefore = 105,
  kCudnnConvolutionAxes = 106,
  kCudnnHeuristicsMode = 200,
  kCudnnHeuristicsGraph = 201,
  kCudnnHeuristicsConfigs = 202,
  kCudnnConfigEngine = 300,
  kCudnnConfigKnobs = 302,
  kCudnnPlanHandle = 400,
  kCudnnPlanConfig = 401,
  kCudnnPlanWorkspace = 402,
  kCudnnKnobType = 600,
  kCudnnKnobValue = 601,
  // Of an operation: alpha, beta, the convolution, the filters, and the arrays. Each kind has six in a row.
  kCudnnForwardFirst = 700,
  kCudnnByInputFirst = 706,
  kCudnnByFiltersFirst = 712,
  kCudnnGraphHandle = 800,
  kCudnnGraphOperations = 801,
  kCudnnTensorAlignment = 900,
  kCudnnTensorType = 901,
  kCudnnTensorExtents = 902,
  kCudnnTensorStrides = 903,
  kCudnnTensorNumber = 906,
  kCudnnPackNumbers = 1000,
  kCudnnPackPointers = 1001,
  kCudnnPackWorkspace = 1003,
  kCudnnEngineNumber = 1301,
  kCudnnEngineNumericalNotes = 1303,
  kCudnnEngineBehaviorNotes = 1305,
};
enum CudnnType : int {
  kCudnnHandleType = 0,
  kCudnnDataTypeType = 1,
  kCudnnInt64Type = 3,
  kCudnnFloatType = 4,
  kCudnnDoubleType = 5,
  kCudnnPointerType = 6,
  kCudnnModeType = 7,
  kCudnnHeuristicsType = 8,
  kCudnnKnobTypeType = 9,
  kCudnnNumericalNoteType = 11,
  kCudnnDescriptorType = 15,
  kCudnnBehaviorNoteType = 19,
};
inline constexpr int kCudnnConvolutionProper = 0;
inline constexpr int kCudnnCrossCorrelation = 1;
inline constexpr int kCudnnFallback = 2;
inline constexpr int kCudnnDecisionTree = 3;
inline constexpr int kCudnnTensorCores = 0;
inline constexpr int kCudnnShorterInputs = 1;
inline constexpr int kCudnnShorterSums = 2;
inline constexpr int kCudnnFourier = 3;
inline constexpr int kCudnnDiffersEachTime = 4;
inline constexpr int kCudnnWinograd = 5;  // and up to 8, with tiles of certain sizes
inline constexpr int kCudnnLastWinograd = 8;
inline constexpr int kCudnnCompilesAtRunTime = 0;

// NCCL: handles, data types and reductions.
using ncclComm = struct ncclCommunicator*;
struct ncclUniqueId {
  char internal[128];
};
inline constexpr int kNcclInternalError = 3;
inline constexpr int kNcclInt8 = 0;
inline constexpr int kNcclUint8 = 1;
inline constexpr int kNcclInt32 = 2;
inline constexpr int kNcclUint32 = 3;
inline constexpr int kNcclInt64 = 4;
inline constexpr int kNcclUint64 = 5;
inline constexpr int kNcclFloat16 = 6;
inline constexpr int kNcclFloat32 = 7;
inline constexpr int kNcclFloat64 = 8;
inline constexpr int kNcclBfloat16 = 9;
inline constexpr int kNcclSum = 0;
inline constexpr int kNcclProd = 1;
inline constexpr int kNcclMax = 2;
inline constexpr int kNcclMin = 3;

}  // namespace kiln::cuda
