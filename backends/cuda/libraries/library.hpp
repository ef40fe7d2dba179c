// SPDX-License-Identifier: Apache-2.0
// The driver and NVIDIA's libraries, resolved at run time. They are never unloaded, because their threads and
// exit handlers outlive this module. The tables are plain data. All contexts share those in Libraries.
#pragma once

#include <string>
#include <vector>

#include <kiln/backend.hpp>

#include "base/plugin/driver_call.hpp"
#include "cuda/libraries/cuda_abi.hpp"

namespace kiln::cuda {

struct DriverApi {
#define KILN_CUDA_ENTRY(kind, name, symbol, arguments) \
  base::DriverFunction<CUresult arguments> name{#name, kErrorOutOfMemory};
#include "cuda/libraries/driver.def"
#undef KILN_CUDA_ENTRY
  std::string path;
  int version = 0;  // 13000 for CUDA 13.0; 0 before cuInit
};

struct NvrtcApi {
#define KILN_NVRTC_ENTRY(kind, result, name, arguments) \
  base::DriverFunction<result arguments> name{#name, kNvrtcOutOfMemory};
#include "cuda/libraries/nvrtc.def"
#undef KILN_NVRTC_ENTRY
  std::string path;
  std::string missing;             // why it could not be loaded; "" when it could
  int version = 0;                 // 13000 for NVRTC 13.0
  std::vector<int> architectures;  // 75, 80, ... in rising order; empty if NVRTC does not tell
  bool available() const noexcept { return missing.empty(); }
};

struct CublasApi {
#define KILN_CUBLAS_ENTRY(name, symbol, arguments) base::DriverFunction<int arguments> name{#name, kCublasAllocFailed};
#include "cuda/libraries/cublas.def"
#undef KILN_CUBLAS_ENTRY
  std::string path;
  std::string missing;  // why it could not be loaded; "" when it could
};

struct CudnnApi {
#define KILN_CUDNN_ENTRY(name, arguments) base::DriverFunction<int arguments> name{#name, kCudnnNotInitialized};
#include "cuda/libraries/cudnn.def"
#undef KILN_CUDNN_ENTRY
  std::string path;
  std::string missing;  // why it could not be loaded; "" when it could
};

struct NcclApi {
#define KILN_NCCL_ENTRY(kind, result, name, arguments) \
  base::DriverFunction<result arguments> name{#name, kNcclInternalError};
#include "cuda/libraries/nccl.def"
#undef KILN_NCCL_ENTRY
  std::string path;
  std::string missing;  // why it could not be loaded; "" when it could
  int version = 0;      // 22800 for NCCL 2.28, 2804 for 2.8.4
};

struct Libraries {
  mutable base::DriverHealth health;
  DriverApi driver;
  NvrtcApi nvrtc;
};

// The text of a version: "13.0" for 13000.
std::string version_text(int version);
// Fills the table. Returns "" or the reason why that failed. KILN_CUDA_LIBRARY names the only file to try.
std::string load_driver(DriverApi& api);
// Fills the table, or says in api.missing why that failed. KILN_NVRTC_LIBRARY names the only file to try. Of several
// NVRTCs, the one of the newest major version up to that of the driver's CUDA is taken, else the newest.
void load_nvrtc(NvrtcApi& api, int driver_version);
// The same for cuBLAS and KILN_CUBLAS_LIBRARY.
void load_cublas(CublasApi& api, int driver_version);
// The same for cuDNN and KILN_CUDNN_LIBRARY.
void load_cudnn(CudnnApi& api, int driver_version);
// The same for NCCL and KILN_NCCL_LIBRARY.
void load_nccl(NcclApi& api, int driver_version);

}  // namespace kiln::cuda
