// SPDX-License-Identifier: Apache-2.0
// Why nodes that a pass considered for one kernel have kernels of their own, for describe("explain").
#pragma once

#include <string>
#include <vector>

#include "graph/node/node.hpp"

namespace kiln::graph {

// The sentences about one specialisation. They are texts, so they keep no node alive.
class ApartNotes {
 public:
  // Says that the nodes have no row program.
  void apart(const std::vector<NodeRef>& nodes, const std::string& reason);
  // Says that the nodes stay out of `program`.
  void outside(const std::vector<NodeRef>& nodes, const std::string& program, const std::string& reason);
  std::vector<std::string> take();

  // While it lives, passes of this thread note to `notes`. Scopes may nest.
  class Scope {
   public:
    explicit Scope(ApartNotes* notes);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ApartNotes* outer_;
  };
  static ApartNotes* current() noexcept;  // the notes of this thread, or null

 private:
  bool full();  // whether one more sentence is too many; it is then counted
  std::vector<std::string> texts_;
  std::size_t left_out_ = 0;  // sentences beyond the limit
};

}  // namespace kiln::graph
