// SPDX-License-Identifier: Apache-2.0
// Stores binaries that cost the driver a compilation, one at a time, on a thread of its own, when the context
// has built nothing for a while: PoCL compiles for one thread at a time, and who needs a kernel goes first.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "runtime/context.hpp"
#include "runtime/disk_cache.hpp"

namespace kiln::runtime {

class BinaryStore {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::duration kIdle = std::chrono::seconds(2);
  // So many of the first programs are stored even if stop() has to wait for that: all of a small program's.
  static constexpr int kCertain = 8;

  BinaryStore(backend::Context& device, DiskCache& disk) : device_(device), disk_(disk) {}
  BinaryStore(const BinaryStore&) = delete;
  BinaryStore& operator=(const BinaryStore&) = delete;
  ~BinaryStore() { stop(); }

  // At once, on this thread.
  static void store(backend::Context& device, DiskCache& disk, const std::string& key,
                    backend::ProgramHandle program) noexcept;
  // What is at hand at once (backend::Context::program_draft), of a program just built. It lies under a key
  // of its own until the binary is there.
  static void store_draft(backend::Context& device, DiskCache& disk, const std::string& key,
                          backend::ProgramHandle program) noexcept;
  static std::string draft_key(const std::string& key) { return "kiln draft 1\n" + key; }
  // The key and the program stay alive until stop().
  void add(const std::string& key, backend::ProgramHandle program);
  // Around each build.
  class Building {
   public:
    explicit Building(BinaryStore* store) : store_(store) { change(1); }
    Building(const Building&) = delete;
    Building& operator=(const Building&) = delete;
    ~Building() { change(-1); }

   private:
    void change(int by) noexcept;
    BinaryStore* const store_;
  };
  // Nothing is added from then on; of what waits, all but the first is left to a later process.
  void stop() noexcept;

 private:
  struct Pending {
    const std::string* key;
    backend::ProgramHandle program;
    bool certain;
  };
  void run() noexcept;

  backend::Context& device_;
  DiskCache& disk_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Pending> pending_;
  Clock::time_point last_build_ = Clock::now();
  int building_ = 0, added_ = 0;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace kiln::runtime
