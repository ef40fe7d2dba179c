// SPDX-License-Identifier: Apache-2.0
// Runs bench_peers.py once for each peer, in a process of its own, so that a peer that crashes or hangs loses
// only its own figures.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "bench/bench.hpp"
#include "bench/embedded_peers.hpp"
#include "output.hpp"

extern char** environ;

namespace kiln_tool::bench {

namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

// A child process that reads `input` and whose output is read line by line as it comes.
class Child {
 public:
  Child(const std::string& program, const std::string& input) {
    input_.reset(std::tmpfile());
    complaints_.reset(std::tmpfile());
    int ends[2];
    if (!input_ || !complaints_ || pipe2(ends, O_CLOEXEC) != 0) {
      error_ = std::string("no temporary file or pipe: ") + std::strerror(errno);
      return;
    }
    output_ = ends[0];
    std::fwrite(input.data(), 1, input.size(), input_.get());
    std::fflush(input_.get());
    lseek(fileno(input_.get()), 0, SEEK_SET);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(input_.get()), 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, fileno(complaints_.get()), 2);
    std::string name = program, dash = "-";
    char* arguments[] = {name.data(), dash.data(), nullptr};
    const int code = posix_spawnp(&process_, program.c_str(), &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (code != 0) {
      process_ = -1;
      error_ = program + " does not start: " + std::strerror(code);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    finish(true);
    if (output_ >= 0) close(output_);
  }

  // The next line without its newline; nothing at the end of the output, or after `seconds` without a line.
  std::optional<std::string> line(double seconds) {
    for (;;) {
      const std::size_t end = text_.find('\n');
      if (end != std::string::npos) {
        std::string result = text_.substr(0, end);
        text_.erase(0, end + 1);
        return result;
      }
      if (process_ < 0) return std::nullopt;
      pollfd wanted{output_, POLLIN, 0};
      const int ready = poll(&wanted, 1, int(std::min(seconds * 1e3, 2e9)));
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) {
        char waited[32];
        std::snprintf(waited, sizeof waited, "%g", seconds);
        error_ = std::string("no answer for ") + waited + " s";
        return std::nullopt;
      }
      char block[4096];
      const ssize_t count = read(output_, block, sizeof block);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return std::nullopt;
      text_.append(block, std::size_t(count));
    }
  }

  // Waits for the child and returns why it failed, or "". Unless `at_once`, it gets some time to end by
  // itself after its output has ended.
  std::string finish(bool at_once) {
    if (process_ < 0) return error_;
    int status = 0;
    const int tries = at_once || !error_.empty() ? 0 : 1000;
    for (int i = 0; i < tries && waitpid(process_, &status, WNOHANG) == 0; ++i) {
      usleep(10000);
      if (i + 1 == tries) error_ = "does not end";
    }
    if (tries == 0 || !error_.empty()) {
      kill(process_, SIGKILL);
      while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
      }
    }
    process_ = -1;
    if (error_.empty() && WIFSIGNALED(status))
      error_ = std::string("ended by ") + strsignal(WTERMSIG(status));
    else if (error_.empty() && WEXITSTATUS(status) != 0)
      error_ = "exit status " + std::to_string(WEXITSTATUS(status));
    else if (error_.empty())
      return "";
    const std::string last = last_complaint();
    if (!last.empty()) error_ += ": " + last;
    return error_;
  }

 private:
  std::string last_complaint() const {
    std::string text;
    char block[4096];
    lseek(fileno(complaints_.get()), 0, SEEK_SET);
    for (ssize_t count; (count = read(fileno(complaints_.get()), block, sizeof block)) > 0;)
      text.append(block, std::size_t(count));
    const auto lines = lines_of(text.c_str());
    return lines.empty() ? "" : lines.back();
  }

  File input_, complaints_;
  int output_ = -1;
  pid_t process_ = -1;
  std::string text_, error_;
};

// The requests as JSON, which contains only strings, numbers and lists, so that Python can read it as its own
// literals.
std::string requests_text(const std::vector<Measurement>& measurements) {
  std::vector<std::string> requests;
  for (const Measurement& m : measurements)
    requests.push_back(json_object({{"operation", json_string(m.operation)},
                                    {"what", json_string(m.what)},
                                    {"dtype", json_string(kiln_dtype_name(m.dtype))},
                                    {"size", std::to_string(m.size)},
                                    {"bytes", std::to_string(m.bytes)},
                                    {"operations", std::to_string(m.operations)}}));
  return json_array(requests);
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (char c : line)
    if (c == '\t')
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || rest != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Reads one line of an answer. Returns false if it is none.
bool understand(const std::vector<std::string>& fields, Peer& peer, std::vector<Measurement>& measurements,
                const std::function<void(const std::string&)>& progress) {
  if (fields.size() < 2) return false;
  if (fields[0] == "version") {
    peer.version = fields[1];
    return true;
  }
  if (fields[0] == "missing") {
    peer.error = fields[1];
    return true;
  }
  const auto index = number(fields[1]);
  if (!index || *index < 0 || *index >= double(measurements.size())) return false;
  Measurement& m = measurements[std::size_t(*index)];
  if (fields[0] == "begin") {
    progress(peer.name + ": " + m.operation + " " + m.what);
    return true;
  }
  if (fields[0] == "lacks" && fields.size() == 3) {
    m.lack[peer.name] = fields[2];
    return true;
  }
  if (fields[0] != "seconds" || fields.size() < 4) return false;
  Rounds rounds;
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const auto value = number(fields[i]);
    if (!value || *value <= 0) return false;
    if (i == 2)
      rounds.calls = int(*value);
    else
      rounds.seconds.push_back(*value);
  }
  m.peers[peer.name] = std::move(rounds);
  return true;
}

Peer ask(const PeerOptions& options, const std::string& name, const std::function<void(const std::string&)>& progress,
         std::vector<Measurement>& measurements) {
  Peer peer{name, "", ""};
  progress(name);
  const std::string call = "\nmain(" + json_string(name) + ", " + json_string(options.device) + ", " +
                           std::to_string(options.round_seconds) + ", " + requests_text(measurements) +
                           (options.given_results ? "" : ", given=False") + ")\n";
  Child child(options.python, std::string(peers_program()) + call);
  while (peer.error.empty()) {
    const auto line = child.line(options.seconds);
    if (!line) break;
    if (!understand(fields_of(*line), peer, measurements, progress))
      peer.error = "unexpected answer '" + line->substr(0, 80) + "'";
  }
  const std::string error = child.finish(!peer.error.empty());
  if (peer.error.empty()) peer.error = error;
  return peer;
}

}  // namespace

void ask_peers(const PeerOptions& options, const std::function<void(const std::string&)>& progress, Report& report) {
  for (const std::string& name : options.names) {
    Peer peer = ask(options, name, progress, report.measurements);
    // A peer that was not named and is not installed is not mentioned.
    if (peer.version.empty() && !options.must_exist && peer.error.rfind("not installed", 0) == 0) continue;
    report.peers.push_back(std::move(peer));
  }
}

}  // namespace kiln_tool::bench
