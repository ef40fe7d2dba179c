// SPDX-License-Identifier: Apache-2.0
// Checks the tables that a module exports, and makes a Driver that calls the module's functions.
#include "base/plugin/plugin.hpp"

#include "base/plugin/plugin_call.hpp"

namespace kiln::base {
namespace {

using namespace plugin;

// The largest size that a module's struct may have. A module that is not newer than this libkiln has no more
// fields than libkiln's own struct.
template <class Api>
std::size_t largest(const kiln_backend_exports& exports) {
  return exports.minor > KILN_BACKEND_MINOR ? kLargest : sizeof(Api);
}

kiln_backend_driver* start(const kiln_backend_driver_api& api) {
  kiln_backend_driver* driver = nullptr;
  try {
    driver = ask<kiln_backend_driver*>(api.create);
  } catch (const Error& error) {
    fail(error.status(), "failed to start: {}", error.message());
  }
  if (!driver) fail(KILN_BACKEND_ERROR, "gave no driver");
  return driver;
}

class PluginDriver final : public Driver {
 public:
  explicit PluginDriver(const kiln_backend_exports& exports)
      : exports_(exports),
        api_(complete(*exports.driver, offsetof(kiln_backend_driver_api, adopt),
                      largest<kiln_backend_driver_api>(exports), "kiln_backend_driver_api")),
        self_(start(api_)) {}
  ~PluginDriver() override { api_.destroy(self_); }
  PluginDriver(const PluginDriver&) = delete;
  PluginDriver& operator=(const PluginDriver&) = delete;

  const char* name() const noexcept override { return exports_.name; }
  Probe probe() noexcept override {
    Probe found;
    const auto add_device = [&](const char* data, std::size_t bytes) {
      std::size_t size = 0;
      if (bytes < sizeof size) return;
      std::memcpy(&size, data, sizeof size);
      if (size > bytes) return;
      found.devices.push_back(info_of(whole<kiln_backend_device>(*reinterpret_cast<const kiln_backend_device*>(data))));
    };
    Sink devices(add_device);
    Sink reason([&](const char* data, std::size_t bytes) { found.reason.assign(data, bytes); });
    Sink notes([&](const char* data, std::size_t bytes) { found.notes.emplace_back(data, bytes); });
    api_.probe(self_, &devices, &reason, &notes);
    if (devices.lost() || reason.lost() || notes.lost()) found.reason = "out of memory";  // too short to allocate
    return found;
  }
  std::unique_ptr<Context> open(const std::string& id, Sched sched) override {
    return import_context(*exports_.context,
                          ask<kiln_backend_context*>(api_.open, self_, id.c_str(), static_cast<std::int32_t>(sched)));
  }
  std::unique_ptr<Context> adopt(const Native& native, Sched sched) override {
    if (!api_.adopt) return Driver::adopt(native, sched);
    return import_context(*exports_.context,
                          ask<kiln_backend_context*>(api_.adopt, self_, &native, static_cast<std::int32_t>(sched)));
  }
  Native memory_owner(std::uintptr_t memory) override {
    if (!api_.memory_owner) return Driver::memory_owner(memory);
    return ask<Native>(api_.memory_owner, self_, memory);
  }

 private:
  const kiln_backend_exports& exports_;
  const kiln_backend_driver_api api_;
  kiln_backend_driver* const self_;
};

}  // namespace

std::unique_ptr<Driver> load_plugin(const kiln_backend_exports& exports) {
  // Check this first: in another major version all other fields may have another meaning.
  if (exports.major != KILN_BACKEND_MAJOR)
    fail(KILN_UNSUPPORTED, "is built for version {}.{} of the plug-in interface, this Kiln has {}.{}", exports.major,
         exports.minor, KILN_BACKEND_MAJOR, KILN_BACKEND_MINOR);
  if (exports.needs_minor > KILN_BACKEND_MINOR)
    fail(KILN_UNSUPPORTED, "needs version {}.{} of the plug-in interface or later, this Kiln has {}.{}", exports.major,
         exports.needs_minor, KILN_BACKEND_MAJOR, KILN_BACKEND_MINOR);
  check_size(exports.struct_size, offsetof(kiln_backend_exports, context) + sizeof exports.context,
             largest<kiln_backend_exports>(exports), "kiln_backend_exports");
  if (!exports.name || !exports.driver || !exports.context)
    fail(KILN_UNSUPPORTED, "has a kiln_backend_exports without a name, a driver or a context");
  complete(*exports.context, largest<kiln_backend_context_api>(exports));
  return std::make_unique<PluginDriver>(exports);
}

}  // namespace kiln::base
