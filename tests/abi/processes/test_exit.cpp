// SPDX-License-Identifier: Apache-2.0
// Programs that end while a driver still compiles and runs what they queued: test_exit LIBRARY [RUNS]. Each
// is a process of its own, this program with a mode behind; the library is loaded, so that it can be
// closed. Kernels differ from run to run, as a driver that finds them compiled has nothing left to do.
#include <dlfcn.h>
#include <kiln/kiln.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "device_list.hpp"

extern char** environ;

namespace {

// The functions of the library, by their names.
struct Kiln {
  explicit Kiln(const char* path) : handle(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    if (!handle) fail(dlerror());
  }
  template <class Function>
  Function find(const char* name) const {
    if (void* const found = dlsym(handle, name)) return reinterpret_cast<Function>(found);
    fail(name);
  }
  [[noreturn]] static void fail(const char* text) {
    std::fprintf(stderr, "%s\n", text);
    _exit(2);
  }
  void* handle;
};
#define CALL(kiln, name, ...)                                             \
  do {                                                                    \
    if ((kiln).find<decltype(&name)>(#name)(__VA_ARGS__) != KILN_OK) {    \
      kiln_error_info info_;                                              \
      (kiln).find<decltype(&kiln_last_error)>("kiln_last_error")(&info_); \
      Kiln::fail(info_.message);                                          \
    }                                                                     \
  } while (0)

kiln_context open_context(const Kiln& kiln) {
  kiln_context context = nullptr;
  CALL(kiln, kiln_context_create, kiln::test::devices()[0].c_str(), nullptr, &context);
  return context;
}

void queue_work(const Kiln& kiln, kiln_context context) {
  const std::int64_t shape[1] = {1 << 16};
  const float one = 1;
  for (int k = 0; k < 3; ++k) {  // behind a fill: one more than a context waits for
    const std::string text =
        "r = exp(x)*sin(x) + pow(x, 3.125) - lgamma(x + " + std::to_string(k) + "." + std::to_string(getpid()) + ")";
    kiln_elementwise work = nullptr;
    kiln_argument arguments[2] = {};
    for (kiln_argument& argument : arguments)
      CALL(kiln, kiln_array_full, context, KILN_FLOAT32, 1, shape, KILN_FLOAT32, &one, &argument.value.array);
    CALL(kiln, kiln_elementwise_create, context, text.c_str(), nullptr, &work);
    CALL(kiln, kiln_elementwise_call, work, 2, arguments);
  }
}

// A context that stays open, with work.
void leave_work(const Kiln& kiln) { queue_work(kiln, open_context(kiln)); }

int run(const std::string& mode, const char* path) {
  alarm(120);  // where it hangs
  if (mode == "closed") {
    // It stays: while the loader unloads, drivers cannot load what they have compiled. By another thread, as
    // what belongs to the main thread keeps it anyway.
    std::thread([&] {
      const Kiln kiln(path);
      leave_work(kiln);
      dlclose(kiln.handle);
    }).join();
    if (!dlopen(path, RTLD_NOW | RTLD_NOLOAD)) Kiln::fail("the library was unloaded");
    return 0;
  }
  if (mode == "storing") setenv("KILN_FLAGS", std::getenv("KILN_TEST_STORE"), 1);
  static const Kiln kiln(path);
  if (mode == "main") {
    leave_work(kiln);
  } else if (mode == "storing") {
    leave_work(kiln);
    std::this_thread::sleep_for(std::chrono::milliseconds(getpid() % 500));
  } else if (mode == "other-thread-opened") {
    std::thread([] { leave_work(kiln); }).join();
  } else if (mode == "other-thread-exits") {
    leave_work(kiln);
    std::thread([] { std::exit(0); }).join();
  } else if (mode == "meanwhile-opened") {
    static std::atomic<bool> begun{false};
    std::thread([] {
      // Of a driver that has ended already a context is refused (CUDA).
      const auto create = kiln.find<decltype(&kiln_context_create)>("kiln_context_create");
      kiln_context context = nullptr;
      for (; create(kiln::test::devices()[0].c_str(), nullptr, &context) == KILN_OK; begun = true) {
        kiln.find<decltype(&kiln_context_release)>("kiln_context_release")(context);
      }
    }).detach();
    while (!begun) std::this_thread::yield();
    leave_work(kiln);
  } else if (mode == "forked") {
    leave_work(kiln);
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      std::exit(0);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) Kiln::fail("the child did not end as it should");
  } else {
    Kiln::fail("no such mode");
  }
  return 0;
}

// What is wrong with how the program ended, or "". It says nothing: compilers that are disturbed do.
std::string ending(const char* mode, char** arguments) {
  std::FILE* const output = std::tmpfile();
  if (!output) return "no temporary file";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {1, 2}) posix_spawn_file_actions_adddup2(&actions, fileno(output), stream);
  char runs[] = "1";
  char* const child_arguments[] = {arguments[0], arguments[1], runs, const_cast<char*>(mode), nullptr};
  pid_t child = 0;
  int status = -1;
  const bool begun = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, child_arguments, environ) == 0 &&
                     waitpid(child, &status, 0) == child;
  posix_spawn_file_actions_destroy(&actions);
  std::string said(1000, '\0');
  std::rewind(output);
  said.resize(std::fread(said.data(), 1, said.size(), output));
  std::fclose(output);
  if (!begun) return "could not be run";
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status)) + ": " + said;
  if (status != 0 || !said.empty()) return "ended with " + std::to_string(WEXITSTATUS(status)) + ": " + said;
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 3) return run(arguments[3], arguments[1]);
  // What was destroyed and freed does not look as if it were still there.
  setenv("MALLOC_PERTURB_", "165", 1);
  const char* const options = std::getenv("ASAN_OPTIONS");
  setenv("ASAN_OPTIONS", (std::string(options ? options : "") + ":detect_leaks=0").c_str(), 1);
  const int runs = count > 2 ? std::atoi(arguments[2]) : 1;
  std::string folder = (std::filesystem::temp_directory_path() / "kiln-exit-XXXXXX").string();
  if (!mkdtemp(folder.data())) Kiln::fail("no temporary folder");
  setenv("KILN_TEST_STORE", ("cache_path=" + folder).c_str(), 1);
  int failed = 0;
  for (const char* mode :
       {"main", "other-thread-opened", "other-thread-exits", "meanwhile-opened", "forked", "closed", "storing"}) {
    for (int i = 0; i < runs; ++i) {
      const std::string wrong = ending(mode, arguments);
      if (wrong.empty()) continue;
      ++failed;
      std::printf("%s, run %d of %d: %s\n", mode, i + 1, runs, wrong.c_str());
    }
  }
  std::filesystem::remove_all(folder);
  return failed == 0 ? 0 : 1;
}
