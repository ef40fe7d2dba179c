// SPDX-License-Identifier: Apache-2.0
// What reaches a device, as text: the launches of an operation in their order, with the kernel's text, sizes
// and arguments. Families of operations are run through kiln.hpp on fake devices of several classes, and the
// texts compared with golden files byte for byte. KILN_UPDATE_GOLDEN=1 rewrites the files: review the
// difference.
#pragma once

#include <kiln/kiln.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
#include "fake/fake.hpp"

namespace kiln::test {

// One kind of device.
struct DeviceClass {
  const char* name;     // of its golden files
  const char* options;  // KILN_FAKE
  bool cpu, float64;
};
const std::vector<DeviceClass>& device_classes();

// Programs of a family over all classes: each text once, named after its first kernel.
class Programs {
 public:
  const std::string& name_of(const std::shared_ptr<const std::string>& text, const std::string& kernel);
  const std::string& text() const noexcept { return text_; }

 private:
  std::map<std::string, std::string> names_;  // by text
  std::map<std::string, int> counts_;         // by kernel
  std::string text_;
};

// The records of one family on one class of device.
class Record {
 public:
  Record(const DeviceClass& device, Programs& programs);
  const DeviceClass& device() const noexcept { return device_; }
  const Context& context() const noexcept { return context_; }
  const std::string& text() const noexcept { return text_; }

  // What `work` queues. Arrays that it takes from array() and values() are named a, b, c, ... in the record,
  // other memory by when it is first used. An operation that the device refuses leaves its message.
  void operator()(const std::string& title, const std::function<void()>& work);
  // Without elements that mean anything.
  GpuArray array(const Shape& shape, kiln_dtype dtype = KILN_FLOAT32);
  template <class T>
  GpuArray values(const std::vector<T>& elements) {
    return named([&] { return GpuArray::from(context_, elements); });
  }

 private:
  GpuArray named(const std::function<GpuArray()>& make);
  void collect();
  void launch(const fake::Launched& launch);
  std::string memory(std::uint64_t number, std::uint64_t bytes = 0);

  const DeviceClass& device_;
  Programs& programs_;
  Context context_;
  std::string text_;
  std::map<std::uint64_t, std::string> names_;  // of memory, in this operation
  int inputs_ = 0, others_ = 0;
};

// From now on a kernel leaves this number where its argument points.
void answer(const char* kernel, std::size_t argument, std::int64_t number);
// Runs `family` on every class and compares the records, `name`.CLASS.txt, and their programs, `name`.cl.
void check_family(const std::string& name, const std::function<void(Record&)>& family);
// Compares one golden file.
void check_golden(const std::string& file, const std::string& text);
// Files of kernels/ and their texts as libkiln embeds them, without comments.
const std::map<std::string, std::string>& templates();

inline const kiln_dtype f32 = KILN_FLOAT32, f64 = KILN_FLOAT64, f16 = KILN_FLOAT16, c64 = KILN_COMPLEX64,
                        i8 = KILN_INT8, i32 = KILN_INT32, i64 = KILN_INT64, u8 = KILN_UINT8, u32 = KILN_UINT32,
                        boolean = KILN_BOOL;
// More elements than 32-bit index arithmetic counts.
inline constexpr std::int64_t kMany = (std::int64_t{1} << 31) + 4096;

}  // namespace kiln::test
