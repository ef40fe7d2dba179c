// SPDX-License-Identifier: Apache-2.0
// Loading of backend modules and choice of devices for the conformance tests.
#include "support.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "base/plugin/plugin.hpp"
#include "device_list.hpp"

namespace conformance {
namespace {

std::string environment(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

// Never unloaded: vendors' libraries do not like it.
Driver* load(const std::string& backend) {
  const std::string path = environment("KILN_BACKEND_PATH", "");
  for (const std::string& folder : split(path, ':')) {
    const std::string file = folder + "/kiln_backend_" + backend + ".so";
    if (access(file.c_str(), R_OK) != 0) continue;
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(dlerror());
    const auto* exports = static_cast<const kiln_backend_exports*>(dlsym(library, "kiln_backend_module"));
    if (!exports) throw std::runtime_error(file + " exports no kiln_backend_module");
    if (exports->name != backend) throw std::runtime_error(file + " is the module of " + exports->name);
    return kiln::base::load_plugin(*exports).release();
  }
  throw std::runtime_error("no kiln_backend_" + backend + ".so in KILN_BACKEND_PATH=" + path);
}

}  // namespace

std::vector<std::string> device_names() { return kiln::test::devices(); }

Driver& driver(const std::string& backend) {
  static std::mutex mutex;
  static auto& drivers = *new std::map<std::string, Driver*>;
  const std::lock_guard lock(mutex);
  Driver*& known = drivers[backend];
  if (!known) known = load(backend);
  return *known;
}

std::pair<std::string, std::string> split_device(const std::string& text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  return {text.substr(0, end), text.substr(end)};
}

std::string find_id(const std::string& text) {
  const auto [backend, rest] = split_device(text);
  const Probe probe = driver(backend).probe();
  for (const DeviceInfo& info : probe.devices) {
    const bool by_name = rest.starts_with(":");
    const std::string all = lower(info.platform + " " + info.name + " " + info.uid);
    if (rest.empty() || rest == info.id || (by_name && all.find(lower(rest.substr(1))) != std::string::npos))
      return info.id;
  }
  std::string message = "no device " + text + " among " + std::to_string(probe.devices.size()) + " of " + backend;
  if (!probe.reason.empty()) message += ": " + probe.reason;
  throw std::runtime_error(message);
}

std::unique_ptr<Context> open_device(const std::string& text) {
  return driver(split_device(text).first).open(find_id(text));
}

void launch(Context& context, QueueHandle queue, KernelHandle kernel, const Sizes& global, const Sizes& local,
            Arguments& arguments) {
  Launch launch;
  launch.dims = static_cast<unsigned>(global.size());
  for (std::size_t d = 0; d < global.size(); ++d) launch.global[d] = global[d];
  if (!local.empty())
    for (std::size_t d = 0; d < 3; ++d) launch.local[d] = d < local.size() ? local[d] : 1;
  const std::vector<Argument>& list = arguments.list();
  launch.arguments = list.data();
  launch.argument_count = list.size();
  context.kernel_launch(queue, kernel, launch);
}

kiln_status status_of(const std::function<void()>& call, std::string* message, std::string* log) {
  try {
    call();
    return KILN_OK;
  } catch (const Error& error) {
    if (message) *message = error.message();
    if (log) *log = error.log();
    return error.status();
  }
}

}  // namespace conformance
