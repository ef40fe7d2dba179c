// SPDX-License-Identifier: Apache-2.0
// Wraps the context of any backend and makes one of its calls fail, or every call from one on. It counts the
// calls that can fail and the objects that are alive, so that a test can make each call of a program fail in
// turn and look for leaks.
//
// A failing call has no effect: a failing create makes no object. Only queue_finish and event_wait still wait
// before they fail, like a device that finds an error late, so that nothing uses the host's memory
// afterwards.
#pragma once

#include <kiln/backend.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace kiln::fault {

struct Plan {
  std::uint64_t fail_call = 0;  // the number of the counted call that fails, from 1; 0: none
  bool persistent = false;      // every later counted call fails too
  std::string entry;            // only calls of this entry count; "": of all entries that can fail
  kiln_status status = KILN_BACKEND_ERROR;
  std::int64_t vendor_code = -1;
};

// Numbers of objects of the wrapped contexts of this process, by kind.
struct Live {
  std::int64_t contexts = 0, queues = 0, events = 0, memories = 0, programs = 0, recordings = 0, communicators = 0;
  std::int64_t total() const noexcept {
    return contexts + queues + events + memories + programs + recordings + communicators;
  }
};

// Sets the plan for all wrapped contexts of this process and starts counting anew.
void set_plan(const Plan& plan);
std::uint64_t calls();     // calls counted since the plan was set
std::uint64_t failures();  // calls that failed since the plan was set
Live live();               // objects that were created and not destroyed
Live made();               // objects that were created
// The entries that can fail and were called since the plan was set, each once, in the order of their first
// calls.
std::vector<std::string> entries_seen();
std::uint64_t calls_of(const std::string& entry);  // calls since the plan was set, whatever the plan counts
// All of the above as lines: "calls ENTRY N", "failures N", "made KIND N", "live KIND N".
std::string report();
// All entries that can be made to fail.
const std::vector<std::string>& entries();

// Parses "call=3,persistent=1,entry=memory_allocate,status=6,code=-4". Throws KILN_FLAG_ERROR.
Plan parse_plan(const std::string& text);

// A stand-in for a vendor's library of convolutions, which wrapped contexts have while `ways` is not 0. It computes
// float32 on the host.
struct Convolutions {
  int ways = 0;                        // they have the numbers from 1 on
  std::uint64_t workspace = 0;         // what each needs
  bool correlates = false;             // it has no ways of convolutions whose filters are turned over
  bool refuses = false;                // every convolution
  std::int64_t wrong = 0, spills = 0;  // the way that gives a wrong element, that writes behind the result; 0: none
  std::int64_t fast = 0;               // by this way, a call like the one before it finds its results in place
  int delay_us = 0;                    // of each call by other ways
  int launch_delay_us = 0;             // of each launch of a kernel, so that Kiln's are slower on a loaded machine too
  int calls = 0;                       // convolutions that were queued
  std::int64_t way = 0;                // of the last call
};
Convolutions& convolutions() noexcept;

// Makes a context that passes calls on to `inner`. The first one takes the plan from the environment's
// KILN_FAULT unless set_plan was called before.
std::unique_ptr<backend::Context> wrap(std::unique_ptr<backend::Context> inner);

}  // namespace kiln::fault
