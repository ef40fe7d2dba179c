// SPDX-License-Identifier: Apache-2.0
#include "runtime/build_ahead.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "base/callback.hpp"

namespace kiln::runtime {

BuildAhead::BuildAhead(Context& context) noexcept
    : context_(context), outer_(std::exchange(base::thread_state().ahead, this)) {}

BuildAhead::~BuildAhead() { end(); }

void BuildAhead::end() noexcept {
  if (std::exchange(noting_, false)) base::thread_state().ahead = outer_;
}

BuildAhead* BuildAhead::of(const Context& context) noexcept {
  auto* const innermost = static_cast<BuildAhead*>(base::thread_state().ahead);
  return innermost && &innermost->context_ == &context ? innermost : nullptr;
}

bool BuildAhead::build() noexcept {
  end();
  std::atomic<std::size_t> next{0};
  const auto work = [&]() noexcept {
    for (std::size_t i = next++; i < sources_.size(); i = next++) try {
        context_.program(sources_[i]);
      } catch (const std::exception&) {
        continue;
      }
  };
  const std::size_t count = std::min<std::size_t>(std::thread::hardware_concurrency(), sources_.size());
  if (count < 2) return false;
  std::vector<std::thread> threads;
  try {
    threads.reserve(count - 1);
    while (threads.size() + 1 < count) threads.emplace_back(work);
  } catch (const std::exception&) {  // without some of the threads the others build more
  }
  work();
  for (std::thread& thread : threads) thread.join();
  return true;
}

}  // namespace kiln::runtime
