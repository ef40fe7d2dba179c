// SPDX-License-Identifier: Apache-2.0
#include "runtime/binary_store.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <vector>

namespace kiln::runtime {

void BinaryStore::store(backend::Context& device, DiskCache& disk, const std::string& key,
                        backend::ProgramHandle program) noexcept {
  try {
    const std::vector<std::byte> binary = device.program_binary(program);
    if (!binary.empty()) disk.store(key, binary);
  } catch (const std::exception&) {
    // The program works; the next process builds it again.
  }
}

void BinaryStore::store_draft(backend::Context& device, DiskCache& disk, const std::string& key,
                              backend::ProgramHandle program) noexcept {
  try {
    const std::vector<std::byte> draft = device.program_draft(program);
    if (!draft.empty()) disk.store(draft_key(key), draft);
  } catch (const std::exception&) {
    // as above
  }
}

void BinaryStore::add(const std::string& key, backend::ProgramHandle program) {
  const std::lock_guard lock(mutex_);
  if (stopped_) return;
  pending_.push_back({&key, program, added_ < kCertain});
  if (added_ < kCertain) ++added_;
  if (!thread_.joinable()) {
    // The program's signals are its own threads'.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::exception&) {
      pending_.clear();  // no thread to be had: a later process builds them again
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  changed_.notify_one();
}

void BinaryStore::Building::change(int by) noexcept {
  if (!store_) return;
  const std::lock_guard lock(store_->mutex_);
  store_->building_ += by;
  store_->last_build_ = Clock::now();
  if (by < 0) store_->changed_.notify_one();
}

void BinaryStore::run() noexcept {
  // Of this thread alone: the program's work goes first.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return stopped_ || (!pending_.empty() && building_ == 0); });
    if (pending_.empty()) return;
    if (const auto idle = last_build_ + kIdle; !stopped_ && Clock::now() < idle) {
      changed_.wait_until(lock, idle);
      continue;
    }
    const Pending next = pending_.front();
    pending_.pop_front();
    lock.unlock();
    store(device_, disk_, *next.key, next.program);
    disk_.remove(draft_key(*next.key));
    lock.lock();
  }
}

void BinaryStore::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    std::erase_if(pending_, [](const Pending& each) { return !each.certain; });
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

}  // namespace kiln::runtime
