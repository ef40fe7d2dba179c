// SPDX-License-Identifier: Apache-2.0
#include "array/file/disk_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace kiln::array::file {

namespace {

template <class Call>
auto again_if_interrupted(Call&& call) noexcept {
  decltype(call()) result;
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

std::string reason() { return std::generic_category().message(errno); }

std::string temporary_name(const Where& where) {
  std::uint64_t random = 0;
  if (again_if_interrupted([&] { return ::getrandom(&random, sizeof random, 0); }) != sizeof random)
    refuse(KILN_FILE_ERROR, where, "getrandom: {}", reason());
  return fmt::format("{}.{:016x}.tmp", where.path, random);
}

}  // namespace

bool Descriptor::close() noexcept { return number_ < 0 || ::close(std::exchange(number_, -1)) == 0; }

// Without O_NONBLOCK the call would wait for the other end of a pipe.
DiskInput::DiskInput(const Where& where)
    : where_(where), file_(again_if_interrupted([&] {
        return ::open(std::string(where.path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
      })) {
  if (file_.get() < 0) refuse(KILN_FILE_ERROR, where_, "the file cannot be opened: {}", reason());
  struct stat found;
  if (::fstat(file_.get(), &found) != 0) refuse(KILN_FILE_ERROR, where_, "fstat: {}", reason());
  if (!S_ISREG(found.st_mode)) refuse(KILN_FILE_ERROR, where_, "got something else, expected a regular file");
  size_ = static_cast<std::uint64_t>(found.st_size);
}

void DiskInput::read(std::uint64_t offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const auto got = again_if_interrupted(
        [&] { return ::pread(file_.get(), into.data(), into.size(), static_cast<off_t>(offset)); });
    if (got < 0) refuse(KILN_FILE_ERROR, where_, "the file cannot be read: {}", reason());
    if (got == 0)
      refuse(KILN_FILE_ERROR, where_, "the file ends at byte {}, expected {} bytes as when it was opened", offset,
             size_);
    into = into.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

// A rename would put a file in the place of a device or a pipe.
DiskOutput::DiskOutput(const Where& where)
    : where_(where), temporary_(temporary_name(where)), file_([&] {
        struct stat found;
        if (::stat(std::string(where.path).c_str(), &found) == 0 && !S_ISREG(found.st_mode))
          refuse(KILN_FILE_ERROR, where, "there is something else of this name, expected a regular file or none");
        return again_if_interrupted(
            [&] { return ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
      }()) {
  if (file_.get() < 0) fail_at("create");
  there_ = true;
}

DiskOutput::~DiskOutput() {
  if (there_) ::unlink(temporary_.c_str());
}

void DiskOutput::fail_at(const char* step) const {
  const std::string why = reason();
  refuse(KILN_FILE_ERROR, where_, "the file cannot be written: {} '{}': {}", step, temporary_, why);
}

void DiskOutput::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto put = again_if_interrupted([&] { return ::write(file_.get(), bytes.data(), bytes.size()); });
    if (put < 0) fail_at("write");
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
}

void DiskOutput::commit() {
  if (again_if_interrupted([&] { return ::fsync(file_.get()); }) != 0) fail_at("fsync");
  if (!file_.close()) fail_at("close");
  if (::rename(temporary_.c_str(), std::string(where_.path).c_str()) != 0) fail_at("rename");
  there_ = false;
}

}  // namespace kiln::array::file
