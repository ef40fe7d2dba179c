// SPDX-License-Identifier: Apache-2.0
// Collectives between contexts (kiln/collective.h).
//
//   kiln_collective_id id = kiln::collective_id(context);    // on one rank, sent to the others
//   kiln::Communicator ranks(context, id, 2, 0);             // on every rank, each in a thread or process
//   ranks.all_reduce(gradient, gradient);
#ifndef KILN_CXX_COLLECTIVE_HPP
#define KILN_CXX_COLLECTIVE_HPP

#include <kiln/collective.h>

#include <kiln/cxx/array.hpp>

namespace kiln {

inline kiln_collective_id collective_id(const Context& context) {
  kiln_collective_id id;
  detail::check(kiln_collective_id_create(detail::need(context), &id));
  return id;
}

// The membership of one rank in a communicator.
class Communicator {
 public:
  // Joins as rank `rank` of `ranks`, and waits until the others have joined.
  Communicator(const Context& context, const kiln_collective_id& id, int ranks, int rank) : context_(context) {
    detail::check(kiln_communicator_create(detail::need(context), &id, ranks, rank, handle_.out()));
  }
  int ranks() const { return number(kiln_communicator_ranks); }
  int rank() const { return number(kiln_communicator_rank); }
  const Context& context() const noexcept { return context_; }

  void all_reduce(const GpuArray& source, const GpuArray& destination, kiln_reduce_op op = KILN_REDUCE_SUM) const {
    detail::check(
        kiln_communicator_all_reduce(detail::need(*this), detail::need(source), op, detail::need(destination)));
  }
  // Ranks other than `root` need no destination.
  void reduce(const GpuArray& source, int root, const GpuArray& destination = {},
              kiln_reduce_op op = KILN_REDUCE_SUM) const {
    detail::check(kiln_communicator_reduce(detail::need(*this), detail::need(source), op, root, destination.get()));
  }
  void reduce_scatter(const GpuArray& source, const GpuArray& destination, kiln_reduce_op op = KILN_REDUCE_SUM) const {
    detail::check(
        kiln_communicator_reduce_scatter(detail::need(*this), detail::need(source), op, detail::need(destination)));
  }
  void broadcast(const GpuArray& array, int root = 0) const {
    detail::check(kiln_communicator_broadcast(detail::need(*this), detail::need(array), root));
  }
  void all_gather(const GpuArray& source, const GpuArray& destination) const {
    detail::check(kiln_communicator_all_gather(detail::need(*this), detail::need(source), detail::need(destination)));
  }
  kiln_communicator get() const noexcept { return handle_.get(); }

 private:
  int number(kiln_status (*ask)(kiln_communicator, int*)) const {
    int result = 0;
    detail::check(ask(detail::need(*this), &result));
    return result;
  }
  detail::Handle<kiln_communicator, kiln_communicator_retain, kiln_communicator_release> handle_;
  Context context_;
};

}  // namespace kiln

#endif
