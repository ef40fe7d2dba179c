// SPDX-License-Identifier: Apache-2.0
// The table of OpenCL codes: every code by its header's name, none twice, each with the status that callers
// rely on.
#include <set>

#include "catch.hpp"
#include "opencl/errors.hpp"

using namespace kiln::opencl;

namespace {

struct Expected {
  int code;
  const char* name;
};
#define NAME(name) \
  Expected { name, #name }

// All error codes of CL/cl.h up to OpenCL 3.0.
const Expected kHeader[] = {NAME(CL_SUCCESS),
                            NAME(CL_DEVICE_NOT_FOUND),
                            NAME(CL_DEVICE_NOT_AVAILABLE),
                            NAME(CL_COMPILER_NOT_AVAILABLE),
                            NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE),
                            NAME(CL_OUT_OF_RESOURCES),
                            NAME(CL_OUT_OF_HOST_MEMORY),
                            NAME(CL_PROFILING_INFO_NOT_AVAILABLE),
                            NAME(CL_MEM_COPY_OVERLAP),
                            NAME(CL_IMAGE_FORMAT_MISMATCH),
                            NAME(CL_IMAGE_FORMAT_NOT_SUPPORTED),
                            NAME(CL_BUILD_PROGRAM_FAILURE),
                            NAME(CL_MAP_FAILURE),
                            NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET),
                            NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
                            NAME(CL_COMPILE_PROGRAM_FAILURE),
                            NAME(CL_LINKER_NOT_AVAILABLE),
                            NAME(CL_LINK_PROGRAM_FAILURE),
                            NAME(CL_DEVICE_PARTITION_FAILED),
                            NAME(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
                            NAME(CL_INVALID_VALUE),
                            NAME(CL_INVALID_DEVICE_TYPE),
                            NAME(CL_INVALID_PLATFORM),
                            NAME(CL_INVALID_DEVICE),
                            NAME(CL_INVALID_CONTEXT),
                            NAME(CL_INVALID_QUEUE_PROPERTIES),
                            NAME(CL_INVALID_COMMAND_QUEUE),
                            NAME(CL_INVALID_HOST_PTR),
                            NAME(CL_INVALID_MEM_OBJECT),
                            NAME(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
                            NAME(CL_INVALID_IMAGE_SIZE),
                            NAME(CL_INVALID_SAMPLER),
                            NAME(CL_INVALID_BINARY),
                            NAME(CL_INVALID_BUILD_OPTIONS),
                            NAME(CL_INVALID_PROGRAM),
                            NAME(CL_INVALID_PROGRAM_EXECUTABLE),
                            NAME(CL_INVALID_KERNEL_NAME),
                            NAME(CL_INVALID_KERNEL_DEFINITION),
                            NAME(CL_INVALID_KERNEL),
                            NAME(CL_INVALID_ARG_INDEX),
                            NAME(CL_INVALID_ARG_VALUE),
                            NAME(CL_INVALID_ARG_SIZE),
                            NAME(CL_INVALID_KERNEL_ARGS),
                            NAME(CL_INVALID_WORK_DIMENSION),
                            NAME(CL_INVALID_WORK_GROUP_SIZE),
                            NAME(CL_INVALID_WORK_ITEM_SIZE),
                            NAME(CL_INVALID_GLOBAL_OFFSET),
                            NAME(CL_INVALID_EVENT_WAIT_LIST),
                            NAME(CL_INVALID_EVENT),
                            NAME(CL_INVALID_OPERATION),
                            NAME(CL_INVALID_GL_OBJECT),
                            NAME(CL_INVALID_BUFFER_SIZE),
                            NAME(CL_INVALID_MIP_LEVEL),
                            NAME(CL_INVALID_GLOBAL_WORK_SIZE),
                            NAME(CL_INVALID_PROPERTY),
                            NAME(CL_INVALID_IMAGE_DESCRIPTOR),
                            NAME(CL_INVALID_COMPILER_OPTIONS),
                            NAME(CL_INVALID_LINKER_OPTIONS),
                            NAME(CL_INVALID_DEVICE_PARTITION_COUNT),
                            NAME(CL_INVALID_PIPE_SIZE),
                            NAME(CL_INVALID_DEVICE_QUEUE),
                            NAME(CL_INVALID_SPEC_ID),
                            NAME(CL_MAX_SIZE_RESTRICTION_EXCEEDED),
                            NAME(CL_PLATFORM_NOT_FOUND_KHR)};

}  // namespace

TEST_CASE("every OpenCL code has its name") {
  for (const Expected& expected : kHeader) {
    CHECK(std::string(error_name(expected.code)) == expected.name);
    CHECK((error_status(expected.code) == KILN_OK) == (expected.code == CL_SUCCESS));
  }
  // The headers leave no gap in these ranges but the four unused numbers.
  const std::set<int> unused = {-20, -21, -22, -23, -24, -25, -26, -27, -28, -29};
  for (int code = -72; code < 0; ++code) {
    INFO(code);
    CHECK((std::string(error_name(code)) == "unknown OpenCL code") == (unused.count(code) == 1));
  }
}

TEST_CASE("no OpenCL code is listed twice") {
  std::set<int> codes;
  std::set<std::string> names;
  for (const ErrorCode& entry : error_codes()) {
    CHECK(codes.insert(entry.code).second);
    CHECK(names.insert(entry.name).second);
  }
}

TEST_CASE("OpenCL codes become the statuses callers rely on") {
  CHECK(error_status(CL_MEM_OBJECT_ALLOCATION_FAILURE) == KILN_OUT_OF_MEMORY);
  CHECK(error_status(CL_INVALID_BUFFER_SIZE) == KILN_OUT_OF_MEMORY);
  CHECK(error_status(CL_OUT_OF_HOST_MEMORY) == KILN_OUT_OF_HOST_MEMORY);
  CHECK(error_status(CL_OUT_OF_RESOURCES) == KILN_BACKEND_ERROR);
  CHECK(error_status(CL_BUILD_PROGRAM_FAILURE) == KILN_BUILD_ERROR);
  CHECK(error_status(CL_DEVICE_NOT_FOUND) == KILN_NO_DEVICE);
  CHECK(error_status(CL_PLATFORM_NOT_FOUND_KHR) == KILN_NO_DEVICE);
  CHECK(error_status(CL_INVALID_KERNEL_NAME) == KILN_INVALID_ARGUMENT);
  CHECK(error_status(CL_INVALID_CONTEXT) == KILN_CONTEXT_MISMATCH);
  CHECK(error_status(-123456) == KILN_BACKEND_ERROR);
}

TEST_CASE("messages name the call, the code and its number") {
  CHECK(error_text("clEnqueueNDRangeKernel", CL_OUT_OF_RESOURCES) ==
        "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5)");
  CHECK(error_text("clFinish", -123456, "late") == "clFinish: unknown OpenCL code (-123456): late");
  try {
    check(CL_OUT_OF_RESOURCES, "clFinish");
    FAIL("no error");
  } catch (const kiln::backend::Error& error) {
    CHECK(error.status() == KILN_BACKEND_ERROR);
    CHECK(error.vendor_code() == CL_OUT_OF_RESOURCES);
  }
  try {
    throw_allocation_error("clCreateBuffer", CL_OUT_OF_RESOURCES, "8 bytes");
  } catch (const kiln::backend::Error& error) {
    CHECK(error.status() == KILN_OUT_OF_MEMORY);
    CHECK(error.message() == "clCreateBuffer: CL_OUT_OF_RESOURCES (-5): 8 bytes");
  }
  CHECK_NOTHROW(check(CL_SUCCESS, "clFinish"));
}
