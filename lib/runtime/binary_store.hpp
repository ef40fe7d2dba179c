// SPDX-License-Identifier: Apache-2.0
// Stores binaries that cost the driver a compilation when the context has built nothing for a while, one at a
// time, on a thread of its own. What is not stored when the context goes is built again by a later process.
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
  static constexpr Clock::duration kIdle = std::chrono::milliseconds(500);

  BinaryStore(backend::Context& device, DiskCache& disk) : device_(device), disk_(disk) {}
  BinaryStore(const BinaryStore&) = delete;
  BinaryStore& operator=(const BinaryStore&) = delete;
  ~BinaryStore() { stop(); }

  // At once, on this thread.
  static void store(backend::Context& device, DiskCache& disk, const std::string& key,
                    backend::ProgramHandle program) noexcept;
  // The key and the program stay alive until stop().
  void add(const std::string& key, backend::ProgramHandle program);
  // Around each build: the thread stays away meanwhile, and for a while after.
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
  // Waits for a binary that is being made; nothing is stored from then on.
  void stop() noexcept;

 private:
  struct Pending {
    const std::string* key;
    backend::ProgramHandle program;
  };
  void run() noexcept;

  backend::Context& device_;
  DiskCache& disk_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Pending> pending_;
  Clock::time_point last_build_ = Clock::now();
  int building_ = 0;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace kiln::runtime
