// SPDX-License-Identifier: Apache-2.0
// Files on disk. A file is written under a temporary name and takes its own when it is whole.
#pragma once

#include "array/file/bytes.hpp"

namespace kiln::array::file {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) noexcept : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const noexcept { return number_; }
  bool close() noexcept;  // returns false if the system reports an error that was late

 private:
  int number_;
};

class DiskInput final : public Input {
 public:
  explicit DiskInput(const Where& where);
  std::uint64_t size() const noexcept override { return size_; }
  void read(std::uint64_t offset, std::span<std::byte> into) const override;

 private:
  Where where_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

class DiskOutput final : public Output {
 public:
  explicit DiskOutput(const Where& where);
  ~DiskOutput() override;  // removes the temporary file unless commit() has renamed it
  using Output::write;
  void write(std::span<const std::byte> bytes) override;
  void commit();

 private:
  [[noreturn]] void fail_at(const char* step) const;

  Where where_;
  std::string temporary_;
  Descriptor file_;
  bool there_ = false;
};

}  // namespace kiln::array::file
