// SPDX-License-Identifier: Apache-2.0
// What the tests of vendors' libraries have in common: contexts, arrays of small integers, and the lines of the log.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "array/array.hpp"
#include "base/log.hpp"
#include "catch.hpp"
#include "device_list.hpp"

namespace kiln::test {

using Values = std::vector<double>;

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

template <class Call>
std::string failure_of(const Call& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no failure";
}

// A context. Without a folder it knows no findings of others, as its cache on disk is new and ends with it. With "off"
// it has no cache on disk.
struct Rig {
  explicit Rig(runtime::VendorChoice choice = runtime::VendorChoice::automatic,
               const std::string& device = "opencl:pocl", const std::string& cache = {}) {
    auto options = runtime::ContextOptions::from_flags();
    options.blas = options.conv = choice;
    static int count = 0;
    if (cache.empty()) own_cache = std::string(::getenv("KILN_TEST_FOLDER")) + "/rig-" + std::to_string(count++);
    options.set_cache_path(cache.empty() ? own_cache : cache);
    context = runtime::Context::open(device, options);
  }
  ~Rig() {
    if (!own_cache.empty()) std::filesystem::remove_all(own_cache);
  }
  Rig(const Rig&) = delete;
  base::Ref<array::Array> make(const array::Dims& shape, double seed, base::DType dtype = KILN_FLOAT32) const {
    std::int64_t count = 1;
    for (const auto extent : shape) count *= extent;
    Values values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(double((i * 7 + std::int64_t(seed)) % 13) - 6);
    return array::from_host(*context, dtype, shape, nullptr, KILN_FLOAT64, values.data());
  }
  std::string own_cache;
  base::Ref<runtime::Context> context;
};

// The warnings that are logged while it lives.
struct Lines {
  Lines() {
    base::set_log_callback(
        [](kiln_log_level level, const char* line, void* user) {
          if (level == KILN_LOG_WARNING) static_cast<std::vector<std::string>*>(user)->emplace_back(line);
        },
        &lines);
  }
  ~Lines() { base::set_log_callback(nullptr, nullptr); }
  std::vector<std::string> lines;
};

inline Values read(const array::Array& array) {
  Values values(std::size_t(array.size()));
  if (array.dtype() == KILN_FLOAT32) {  // without a kernel that converts
    std::vector<float> floats(values.size());
    array::read(array, floats.data(), nullptr, "test");
    return {floats.begin(), floats.end()};
  }
  array::read_as(array, KILN_FLOAT64, values.data(), "test");
  return values;
}

}  // namespace kiln::test
