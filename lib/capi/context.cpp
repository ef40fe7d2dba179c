// SPDX-License-Identifier: Apache-2.0
// kiln/context.h: backends, devices, contexts, queues and events.
#include "runtime/context.hpp"

#include "base/flags/flag_value.hpp"
#include "capi/guard.hpp"
#include "runtime/context/named_context.hpp"
#include "runtime/context/registry.hpp"

using namespace kiln;
using namespace kiln::capi;
using runtime::QueueId;

namespace {

// The backends and devices that the listing functions return. They are made once and never freed, since
// callers may keep the strings.
struct Listing {
  std::vector<std::string> notes;
  std::vector<std::string> devices;
  std::vector<kiln_backend_info> backend_infos;
  std::vector<kiln_device_info> device_infos;
};

const Listing& listing(const char* operation) {
  base::check_not_forked(operation);
  static const Listing& made = *[] {
    auto list = std::make_unique<Listing>();
    auto& registry = runtime::Registry::instance();
    const auto& backends = registry.backends();
    const auto& devices = registry.devices();
    list->notes.reserve(backends.size());
    list->devices.reserve(devices.size());
    for (const auto& record : backends) {
      std::string& notes = list->notes.emplace_back();
      for (const auto& note : record.probe.notes) notes += (notes.empty() ? "" : "\n") + note;
      list->backend_infos.push_back({record.name.c_str(), record.path.c_str(), record.probe.reason.c_str(),
                                     notes.c_str(), record.probe.devices.size()});
    }
    for (const auto& listed : devices) {
      const auto& info = listed.info;
      list->devices.push_back(listed.device());
      list->device_infos.push_back({list->devices.back().c_str(), info.name.c_str(), info.platform.c_str(),
                                    info.driver.c_str(), info.uid.c_str(), kind_name(info.kind)});
    }
    return list.release();
  }();
  return made;
}

template <class Info>
const Info& entry(const std::vector<Info>& infos, std::size_t index, const char* operation) {
  if (index >= infos.size())
    fail(KILN_INDEX_ERROR, "{}: index out of range, got {}, expected less than {}", operation, index, infos.size());
  return infos[index];
}

Ref<runtime::Queue> queue_of(runtime::Context& context, QueueId id) {
  if (context.options().single_stream) id = QueueId::compute;
  return base::make_ref<runtime::Queue>(Ref(&context), id);
}

void override_flag(bool& value, const kiln_tristate& given, const char* operation, const char* field) {
  const int number = number_of(given);
  if (number < KILN_FLAG || number > KILN_YES)
    fail(KILN_INVALID_ARGUMENT, "{}: options->{} is {}, expected KILN_FLAG, KILN_NO or KILN_YES", operation, field,
         number);
  if (number != KILN_FLAG) value = number == KILN_YES;
}

}  // namespace

namespace kiln::capi {

runtime::ContextOptions context_options(const kiln_context_options* given, const char* operation) {
  auto options = runtime::ContextOptions::from_flags();
  if (!given) return options;
  const auto values = load_struct(*given, kiln_context_options KILN_CONTEXT_OPTIONS_INIT, operation, "options");
  override_flag(options.single_stream, values.single_stream, operation, "single_stream");
  override_flag(options.launch_blocking, values.launch_blocking, operation, "launch_blocking");
  override_flag(options.fast_math, values.fastmath, operation, "fastmath");
  if (values.preallocate) options.preallocate = base::parse_preallocate(values.preallocate);
  options.memory_budget = values.memory_budget;
  if (values.sched) options.set_sched(base::flag_value("sched", values.sched, operation));
  if (values.cache_path) options.set_cache_path(base::flag_value("cache_path", values.cache_path, operation));
  return options;
}

}  // namespace kiln::capi

extern "C" {

kiln_status kiln_backend_count(size_t* out) {
  return guard_get(__func__, out, "out", [&](const char* op) { return listing(op).backend_infos.size(); });
}

kiln_status kiln_backend_get(size_t index, kiln_backend_info* out) {
  return guard_get(__func__, out, "out", [&](const char* op) { return entry(listing(op).backend_infos, index, op); });
}

kiln_status kiln_device_count(size_t* out) {
  return guard_get(__func__, out, "out", [&](const char* op) { return listing(op).device_infos.size(); });
}

kiln_status kiln_device_get(size_t index, kiln_device_info* out) {
  return guard_get(__func__, out, "out", [&](const char* op) { return entry(listing(op).device_infos, index, op); });
}

kiln_status kiln_context_create(const char* device, const kiln_context_options* options, kiln_context* out) {
  return guard_new(__func__, out, [&](const char* op) {
    base::check_not_forked(op);
    return runtime::Context::open(device ? device : "", context_options(options, op), op);
  });
}

kiln_status kiln_context_named(const char* name, kiln_context* out) {
  return guard_new(__func__, out, [&](const char* op) {
    require(name, op, "name");
    base::check_not_forked(op);
    return runtime::named_context(name, op);
  });
}

kiln_context kiln_context_retain(kiln_context context) { return retain(context); }
void kiln_context_release(kiln_context context) { release(context); }

kiln_status kiln_context_get_properties(kiln_context context, kiln_context_properties* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const auto& opened = use(context, op, "context");
    const auto& p = opened.properties();
    kiln_context_properties value = KILN_CONTEXT_PROPERTIES_INIT;
    value.device = opened.device().c_str();
    value.name = p.info.name.c_str();
    value.vendor = p.vendor.c_str();
    value.platform = p.info.platform.c_str();
    value.driver = p.info.driver.c_str();
    value.language = p.language.c_str();
    value.uid = p.info.uid.c_str();
    value.kind = kind_name(p.info.kind);
    value.compute_units = p.compute_units;
    value.max_local_size = p.max_local_size;
    std::copy_n(p.max_local_sizes, 3, value.max_local_sizes);
    value.local_memory = p.local_memory;
    value.total_memory = p.total_memory;
    value.largest_block = p.largest_block;
    value.has_float16 = p.has_float16;
    value.has_float64 = p.has_float64;
    value.unified_memory = p.unified_memory;
    std::copy_n(p.max_groups, 3, value.max_groups);
    value.has_subnormals = p.has_subnormals;
    value.parameter_bytes = p.parameter_bytes;
    return value;
  });
}

kiln_status kiln_context_get_memory(kiln_context context, kiln_memory_info* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const auto s = use(context, op, "context").memory_statistics(op);
    return kiln_memory_info{0, s.total, s.free, s.largest_block, s.in_use, s.peak, s.reserved, s.allocations, s.reuses};
  });
}

kiln_status kiln_context_trim(kiln_context context) {
  return guard(__func__, [&](const char* op) { use(context, op, "context").trim(op); });
}

kiln_status kiln_context_get_cache(kiln_context context, kiln_cache_info* out) {
  return guard_info(__func__, out, [&](const char* op) {
    const auto& s = use(context, op, "context").cache_statistics();
    return kiln_cache_info{0, s.compiled, s.disk_hits, s.memory_hits, s.rejected};
  });
}

kiln_status kiln_context_synchronize(kiln_context context) {
  return guard(__func__, [&](const char* op) { use(context, op, "context").synchronize(op); });
}

kiln_status kiln_context_wait(kiln_context context, double seconds, int* done) {
  return guard_get(__func__, done, "done",
                   [&](const char* op) { return use(context, op, "context").wait_for(seconds, op); });
}

kiln_status kiln_context_compute_queue(kiln_context context, kiln_queue* out) {
  return guard_new(__func__, out,
                   [&](const char* op) { return queue_of(use(context, op, "context"), QueueId::compute); });
}

kiln_status kiln_context_transfer_queue(kiln_context context, kiln_queue* out) {
  return guard_new(__func__, out,
                   [&](const char* op) { return queue_of(use(context, op, "context"), QueueId::transfer); });
}

kiln_queue kiln_queue_retain(kiln_queue queue) { return retain(queue); }
void kiln_queue_release(kiln_queue queue) { release(queue); }

kiln_status kiln_queue_synchronize(kiln_queue queue) {
  return guard(__func__, queue, "queue",
               [&](const char* op, auto& used) { used.context().synchronize(used.id(), op); });
}

kiln_status kiln_event_record(kiln_queue queue, kiln_event* out) {
  return guard_new(__func__, out, queue, "queue",
                   [&](const char* op, auto& used) { return used.context().record(used.id(), op); });
}

kiln_event kiln_event_retain(kiln_event event) { return retain(event); }
void kiln_event_release(kiln_event event) { release(event); }

kiln_status kiln_event_synchronize(kiln_event event) {
  return guard(__func__, [&](const char* op) { use(event, op, "event").wait(op); });
}

kiln_status kiln_event_done(kiln_event event, int* done) {
  return guard_get(__func__, done, "done", [&](const char* op) { return use(event, op, "event").done(op); });
}

kiln_status kiln_queue_wait_event(kiln_queue queue, kiln_event event) {
  return guard(__func__, queue, "queue", [&](const char* op, auto& waiting) {
    auto& awaited = use(event, op, "event");
    check_same_context(waiting.context(), awaited.context(), op);
    waiting.context().wait_event(waiting.id(), awaited, op);
  });
}

kiln_status kiln_event_elapsed(kiln_event start, kiln_event end, double* seconds) {
  return guard_get(__func__, seconds, "seconds", start, "start", [&](const char* op, auto& from) {
    auto& to = use(end, op, "end");
    check_same_context(from.context(), to.context(), op);
    return runtime::Event::elapsed(from, to, op);
  });
}

}  // extern "C"
