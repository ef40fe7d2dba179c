// SPDX-License-Identifier: Apache-2.0
// Work in a child process, so that a library that crashes, hangs or ends the process does no harm here.
#pragma once

#include <functional>
#include <string>

namespace kiln_tool {

// What became of a child process.
struct Child {
  std::string said;       // what it wrote to its pipe
  bool finished = false;  // the work returned
  int status = 0;         // of the process, as waitpid tells it
  double silent = 0;      // the seconds of silence after which it was ended; 0: it was not
  // How it ended: "crashes while loading: Aborted", where `doing` is "loading".
  std::string fate(const std::string& doing) const;
};

// Runs `work` in a child process and waits for that. The work gets a pipe to write to and returns the exit
// status. A child that writes nothing for `seconds` is ended. A quiet one has no standard streams. Call it
// before Kiln starts any threads, since fork() needs a process without others.
Child run_child(const std::function<int(int pipe)>& work, double seconds, bool quiet);

// Writes all of the text to a pipe; returns false if that fails.
bool write_all(int pipe, const std::string& text);

}  // namespace kiln_tool
