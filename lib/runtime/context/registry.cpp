// SPDX-License-Identifier: Apache-2.0
// Loads and probes backend modules and opens devices. A module that cannot be used is recorded with the
// reason. Nothing is ever unloaded.
#include "runtime/context/registry.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mutex>

#include "base/error.hpp"
#include "base/flags/backend_names.hpp"
#include "base/flags/flags.hpp"
#include "base/log.hpp"
#include "base/plugin/fork_guard.hpp"
#include "base/plugin/plugin.hpp"
#include "base/text.hpp"
#include "runtime/queues/queues.hpp"

// The backends inside libkiln.a, up to a null (backends/builtin.c). The address is null in the shared library.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] const kiln_backend_exports* const kiln_builtin_backends[];

namespace kiln::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "kiln_backend_", kSuffix = ".so";

// The folder of the binary that contains this code: libkiln, or a test.
fs::path library_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&library_folder), &info) == 0 || !info.dli_fname) return {};
  std::error_code error;
  const fs::path path = fs::canonical(info.dli_fname, error);
  return error ? fs::path() : path.parent_path();
}

// The folders in which modules are looked for.
struct Places {
  std::vector<fs::path> folders;
  std::string text;                   // the folders, for messages
  std::vector<std::string> problems;  // parts of KILN_BACKEND_PATH that give no module, a message for each
  bool given = false;                 // by KILN_BACKEND_PATH
};

// A relative part would load code from whatever folder the program runs in, so it is refused. An empty part is ignored.
Places module_places() {
  Places places;
  if (const char* const text = secure_getenv("KILN_BACKEND_PATH")) {
    places.given = true;
    places.text = "the folders of KILN_BACKEND_PATH";
    for (const std::string_view part : base::split(text, ':')) {
      if (part.starts_with('/'))
        places.folders.emplace_back(part);
      else if (!part.empty())
        places.problems.push_back(
            fmt::format("KILN_BACKEND_PATH: '{}' is not searched, expected an absolute path", part));
    }
    return places;
  }
  const fs::path folder = library_folder();
  if (!folder.empty()) places.folders = {folder, folder / "kiln"};
  places.text = fmt::format("'{}' and its folder kiln", folder.string());
  return places;
}

// The modules of all folders, sorted by name within each. If two have the same name, the first is used.
std::vector<fs::path> find_modules(Places& places) {
  std::vector<fs::path> modules;
  std::vector<std::string> names;
  for (const fs::path& folder : places.folders) {
    std::vector<fs::path> found;
    std::error_code error, ignored;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename().string();
      if (name.starts_with(kPrefix) && name.ends_with(kSuffix)) found.push_back(fs::absolute(at->path(), ignored));
    }
    if (places.given && found.empty())
      places.problems.push_back(fmt::format(
          "KILN_BACKEND_PATH: '{}' {}", folder.string(),
          error ? "cannot be read: " + error.message() : fmt::format("holds no module {}*{}", kPrefix, kSuffix)));
    std::sort(found.begin(), found.end());
    for (fs::path& path : found) {
      const std::string name = path.filename().string();
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      names.push_back(name);
      modules.push_back(std::move(path));
    }
  }
  return modules;
}

// Makes the record's driver, or says in its probe why there is none: "`what` ...".
void start(BackendRecord& record, const kiln_backend_exports& exports, const std::string& what) {
  try {
    record.driver = base::load_plugin(exports).release();
    record.name = record.driver->name();
  } catch (const std::exception& error) {
    record.probe.reason = what + " " + error.what();
  }
}

void load(BackendRecord& record) {
  const std::string file = "module " + fs::path(record.path).filename().string();
  void* const library = dlopen(record.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* const reason = dlerror();
    record.probe.reason = file + " does not load: " + (reason ? reason : "no reason given");
    return;
  }
  if (const auto* const exports = static_cast<const kiln_backend_exports*>(dlsym(library, "kiln_backend_module")))
    start(record, *exports, file);
  else
    record.probe.reason = file + " is no backend module: it has no kiln_backend_module";
}

// Returns a context of `wrapper` that passes its calls on to `opened`, or `opened` itself if `wrapper` is null.
std::unique_ptr<backend::Context> wrapped(backend::Driver* wrapper, std::unique_ptr<backend::Context> opened) {
  if (!wrapper) return opened;
  return wrapper->adopt(base::export_context(std::move(opened)), backend::Sched::driver);
}

}  // namespace

struct Registry::Impl {
  std::once_flag once;
  std::vector<BackendRecord> backends;
  std::vector<base::ListedDevice> devices, test_devices;
  Places places;

  void probe_all();
  void add(BackendRecord record);
  const BackendRecord* find(const std::string& name) const {
    const auto found = std::find_if(backends.begin(), backends.end(),
                                    [&](const BackendRecord& record) { return record.name == name && record.driver; });
    return found == backends.end() ? nullptr : &*found;
  }
  // The driver that makes calls fail. `what` and `text` are for the message if its module is missing.
  backend::Driver& fault(const char* what, const std::string& text) const {
    if (const BackendRecord* const record = find("fault")) return *record->driver;
    base::fail(KILN_NO_DEVICE, "{}: '{}' needs the backend module 'fault', which was not found", what, text);
  }
};

Registry::Registry() : impl_(new Impl) {}

Registry& Registry::instance() {
  static Registry* const registry = new Registry;
  return *registry;
}

void Registry::Impl::add(BackendRecord record) {
  if (record.driver) record.probe = record.driver->probe();
  for (const backend::DeviceInfo& info : record.probe.devices)
    (base::is_test_backend(record.name) ? test_devices : devices).push_back({record.name, info});
  backends.push_back(std::move(record));
}

void Registry::Impl::probe_all() {
  base::arm_fork_guard();
  places = module_places();
  for (const fs::path& path : find_modules(places)) {
    BackendRecord record;
    record.path = path.string();
    const std::string file = path.filename().string();
    record.name = file.substr(kPrefix.size(), file.size() - kPrefix.size() - kSuffix.size());
    load(record);
    add(std::move(record));
  }
  // A module stands in for the backend of its name inside the library.
  const std::size_t modules = backends.size();
  for (const auto* at = kiln_builtin_backends; at && *at; ++at) {
    const auto end = backends.begin() + static_cast<std::ptrdiff_t>(modules);
    const auto same = [&](const BackendRecord& record) { return record.name == (*at)->name; };
    if (std::any_of(backends.begin(), end, same)) continue;
    BackendRecord record;
    record.name = (*at)->name;
    start(record, **at, "the built-in backend");
    add(std::move(record));
  }
}

const std::vector<BackendRecord>& Registry::backends() {
  base::check_not_forked("backends");
  bool first = false;
  std::call_once(impl_->once, [&] {
    impl_->probe_all();
    first = true;
  });
  if (first)
    for (const std::string& line : impl_->places.problems) base::log(KILN_LOG_WARNING, line);
  return impl_->backends;
}

const std::vector<base::ListedDevice>& Registry::devices() {
  backends();
  return impl_->devices;
}

std::unique_ptr<backend::Context> Registry::adopt(const std::string& text, const backend::Native& native,
                                                  std::string& device, backend::Sched sched, const char* operation) {
  const bool fault = std::string_view(text).starts_with(base::kFault);
  const std::string name = fault ? text.substr(base::kFault.size()) : text;
  backend::Driver& driver = this->driver(name, operation);
  backend::Driver* const wrapper = fault ? &impl_->fault(operation, text) : nullptr;
  std::unique_ptr<backend::Context> opened = vendor_call(operation, name, [&] { return driver.adopt(native, sched); });
  device = text + opened->properties().info.id;
  return wrapped(wrapper, std::move(opened));
}

backend::Native Registry::memory_owner(const std::string& backend, std::uintptr_t memory, const char* operation) {
  backend::Driver& driver = this->driver(backend, operation);
  return vendor_call(operation, backend, [&] { return driver.memory_owner(memory); });
}

backend::Driver& Registry::driver(const std::string& name, const char* operation) {
  std::vector<std::string> names;
  for (const BackendRecord& record : backends()) {
    if (!base::is_test_backend(record.name)) names.push_back(record.name);
    if (record.name != name) continue;
    if (record.driver) return *record.driver;
    base::fail(KILN_NO_DEVICE, "{}: the backend '{}' cannot be used: {}", operation, name, record.probe.reason);
  }
  const std::string hint = base::suggestion(name, names);
  base::fail(KILN_NO_DEVICE, "{}: there is no backend '{}'{} expected one of {}", operation, name,
             hint.empty() ? "," : hint, base::join(names, ", "));
}

std::unique_ptr<backend::Context> Registry::open(const std::string& text, std::string& device, backend::Sched sched,
                                                 const char* operation) {
  const std::string asked = text.empty() ? base::flag_text("device") : text;
  // These names are known even if their modules are missing, so that the error can say so.
  std::vector<std::string> names, reasons;
  for (const base::ShippedBackend& backend : base::kShippedBackends) names.emplace_back(backend.name);
  for (const BackendRecord& record : backends()) {
    if (std::find(names.begin(), names.end(), record.name) == names.end()) names.push_back(record.name);
    if (!record.probe.reason.empty() && !base::is_test_backend(record.name))
      reasons.push_back(fmt::format("{}: {}", record.name, record.probe.reason));
  }
  const Places& places = impl_->places;
  for (const auto& [name, id] : base::kShippedBackends) {
    const auto is_it = [&, wanted = name](const BackendRecord& record) { return record.name == wanted; };
    if (std::none_of(impl_->backends.begin(), impl_->backends.end(), is_it))
      reasons.push_back(fmt::format("{}: no module kiln_backend_{}.so was found in {}", name, name, places.text));
  }
  reasons.insert(reasons.end(), places.problems.begin(), places.problems.end());
  const base::DeviceSpec spec = base::parse_device(asked, names);
  const base::ListedDevice& chosen = base::choose_device(
      spec, asked, base::is_test_backend(spec.backend) ? impl_->test_devices : impl_->devices, reasons);
  const BackendRecord* const record = impl_->find(chosen.backend);
  if (!record) base::fail(KILN_INTERNAL, "device: '{}' has no driver", asked);
  backend::Driver* const wrapper = spec.fault ? &impl_->fault("device", asked) : nullptr;
  std::unique_ptr<backend::Context> opened =
      vendor_call(operation, chosen.device(), [&] { return record->driver->open(chosen.info.id, sched); });
  device = (spec.fault ? "fault:" : "") + chosen.device();
  return wrapped(wrapper, std::move(opened));
}

}  // namespace kiln::runtime
