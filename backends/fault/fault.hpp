// SPDX-License-Identifier: Apache-2.0
// Wraps any backend's context and makes one call of it fail, or every call from one on. Counts the entries
// that can fail and the objects alive, so that a test can fail each call of a program in turn and look for
// leaks.
//
// A failing call has no effect: a failing create makes no object. Only queue_finish and event_wait still wait
// before they fail, as with an error that the device found late, so that the host's memory is at rest
// afterwards.
#pragma once

#include <kiln/backend.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kiln::fault {

struct Plan {
  std::uint64_t fail_call = 0;  // which counted call fails, from 1; 0: none
  bool persistent = false;      // and every counted call after it
  std::string entry;            // counts only calls of this entry; "": of all that can fail
  kiln_status status = KILN_BACKEND_ERROR;
  std::int64_t vendor_code = -1;
};

// Objects of the wrapped contexts of this process, by kind.
struct Live {
  std::int64_t contexts = 0, queues = 0, events = 0, memories = 0, programs = 0, recordings = 0,
               communicators = 0;
  std::int64_t total() const noexcept {
    return contexts + queues + events + memories + programs + recordings + communicators;
  }
};

// Sets the plan of all wrapped contexts of this process and starts counting anew.
void set_plan(const Plan& plan);
std::uint64_t calls();     // counted since the plan was set
std::uint64_t failures();  // calls made to fail since the plan was set
Live live();               // created and not destroyed
Live made();               // created
// Entries that can fail and were called since the plan was set, each once, in the order first seen.
std::vector<std::string> entries_seen();
std::uint64_t calls_of(const std::string& entry);  // since the plan was set, whatever the plan counts
// All of the above as lines "calls ENTRY N", "failures N", "made KIND N", "live KIND N".
std::string report();
// Every entry that can be made to fail.
const std::vector<std::string>& entries();

// "call=3,persistent=1,entry=memory_allocate,status=6,code=-4"; throws KILN_FLAG_ERROR.
Plan parse_plan(const std::string& text);

// A context that passes calls on to `inner`. The first one takes the plan of the environment's KILN_FAULT
// unless set_plan came before.
std::unique_ptr<backend::Context> wrap(std::unique_ptr<backend::Context> inner);

}  // namespace kiln::fault
