// SPDX-License-Identifier: Apache-2.0
// A child tells that its work has returned by a last byte, because a library may end the process with status 0.
#include "drivers/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace kiln_tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr char kFinished = '\4';
constexpr int kGlanceMilliseconds = 50;  // a child is looked at so often if a process of its own keeps the pipe open

[[noreturn]] void be_child(const std::function<int(int)>& work, int pipe, bool quiet) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // it does not outlive this process
  const int null = quiet ? ::open("/dev/null", O_RDWR) : -1;
  if (null >= 0) {
    for (int standard : {0, 1, 2}) dup2(null, standard);
  }
  try {
    const int status = work(pipe);
    if (write_all(pipe, {kFinished})) _exit(status);
  } catch (...) {
  }
  _exit(1);
}

// Takes what the child has written. Returns false at the end of the pipe.
bool take(int pipe, std::string& said) {
  char block[512];
  for (;;) {
    const ssize_t count = read(pipe, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN;
    if (count == 0) return false;
    said.append(block, static_cast<std::size_t>(count));
  }
}

bool has_ended(pid_t child, int& status) {
  pid_t ended = 0;
  do ended = waitpid(child, &status, WNOHANG);
  while (ended < 0 && errno == EINTR);
  return ended != 0;
}

// Waits until the child has ended, or ends it.
void attend(pid_t child, int pipe, double seconds, Child& result) {
  const auto silence = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  auto last = Clock::now();
  for (bool open = true; !has_ended(child, result.status);) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(last + silence - Clock::now()).count();
    pollfd ready = {open ? pipe : -1, POLLIN, 0};
    const int glance = open ? kGlanceMilliseconds : 1;
    poll(&ready, 1, static_cast<int>(std::clamp<decltype(left)>(left, 0, glance)));
    const std::size_t before = result.said.size();
    open = open && take(pipe, result.said);
    if (result.said.size() > before) last = Clock::now();
    if (Clock::now() < last + silence) continue;
    result.silent = seconds;
    kill(child, SIGKILL);
    // A process that sleeps in the kernel cannot be ended; it is left then.
    for (int i = 0; i < 1000 && !has_ended(child, result.status); ++i) poll(nullptr, 0, 1);
    return;
  }
  take(pipe, result.said);
}

}  // namespace

std::string Child::fate(const std::string& doing) const {
  if (silent > 0) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", silent);
    return "does not finish " + doing + ": no answer for " + text + " s";
  }
  if (WIFSIGNALED(status)) return "crashes while " + doing + ": " + strsignal(WTERMSIG(status));
  return "ends the process while " + doing + ": exit status " + std::to_string(WEXITSTATUS(status));
}

bool write_all(int pipe, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(pipe, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

Child run_child(const std::function<int(int)>& work, double seconds, bool quiet) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(std::string("cannot make a pipe: ") + strerror(errno));
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const pid_t child = fork();
  if (child == 0) be_child(work, ends[1], quiet);
  const int error = errno;
  close(ends[1]);
  Child result;
  if (child > 0) attend(child, ends[0], seconds, result);
  close(ends[0]);
  if (child < 0) throw std::runtime_error(std::string("cannot make a process: ") + strerror(error));
  result.finished = !result.said.empty() && result.said.back() == kFinished;
  if (result.finished) result.said.pop_back();
  return result;
}

}  // namespace kiln_tool
