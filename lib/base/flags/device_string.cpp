// SPDX-License-Identifier: Apache-2.0
// Parses device strings and picks one of the devices that probing found. For a string that is nearly a device
// string the error names the nearest one; no device is ever guessed.
#include "base/flags/device_string.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/flags/backend_names.hpp"
#include "base/text.hpp"

namespace kiln::base {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the text is "0", "12" or "1:0", as it may follow a backend's name.
bool is_id(std::string_view text) {
  const auto parts = split(text, ':');
  return parts.size() <= 2 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           return !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
         });
}

// The id without leading zeros, as backends write it.
std::string plain_id(std::string_view text) {
  std::vector<std::string> parts;
  for (std::string_view part : split(text, ':')) {
    while (part.size() > 1 && part.front() == '0') part.remove_prefix(1);
    parts.emplace_back(part);
  }
  return join(parts, ":");
}

std::string forms(const std::vector<std::string>& backends) {
  std::vector<std::string> result;
  for (const std::string& backend : backends) {
    if (is_test_backend(backend)) continue;
    const std::ptrdiff_t rank = backend_rank(backend);
    const std::string_view id = rank < std::ssize(kShippedBackends) ? kShippedBackends[rank].id : "N";
    result.insert(result.end(), {backend, backend + std::string(id), backend + ":NAME"});
  }
  result.insert(result.end(), {"cpu", "gpu", "auto"});
  return join(result, ", ");
}

// The device string that `text` was probably meant to be, or "": a misspelt first word is corrected, and
// "cuda:0" becomes "cuda0".
std::string mended(std::string_view text, const std::vector<std::string>& backends) {
  const std::size_t end = std::min(text.find_first_of("0123456789:"), text.size());
  const std::string word(text.substr(0, end));
  std::string tail(text.substr(end));
  std::vector<std::string> words;
  for (const std::string& backend : backends)
    if (!is_test_backend(backend)) words.push_back(backend);
  if (!tail.empty() && tail.front() == ':' && is_id(std::string_view(tail).substr(1))) tail.erase(0, 1);
  if (!tail.empty() && tail.front() != ':' && !is_id(tail)) return {};
  if (tail.empty()) words.insert(words.end(), {"cpu", "gpu", "auto"});
  const std::string best = nearest(word, words);
  return best.empty() ? best : best + tail;
}

[[noreturn]] void fail_syntax(std::string_view text, const std::vector<std::string>& backends) {
  const std::string best = mended(text, backends);
  const std::string hint = best.empty() ? best : ", did you mean '" + best + "'?";
  fail(KILN_NO_DEVICE, "device: '{}' is no device string{}{} expected one of {}", text, hint, hint.empty() ? "," : "",
       forms(backends));
}

bool contains(const std::string& text, const std::string& lowered) {
  return lower(text).find(lowered) != std::string::npos;
}

bool has_name(const ListedDevice& device, const std::string& lowered) {
  const backend::DeviceInfo& info = device.info;
  for (const PlatformAlias& alias : kPlatformAliases) {
    if (lowered == alias.said && contains(info.platform, std::string(alias.is))) return true;
  }
  return contains(info.platform, lowered) || contains(info.name, lowered) || contains(info.uid, lowered);
}

// An id of one number also names the first device of that platform.
bool has_id(const ListedDevice& device, const std::string& id) {
  return device.info.id == id || (id.find(':') == std::string::npos && device.info.id.rfind(id + ":", 0) == 0);
}

using Devices = std::vector<ListedDevice>;

template <class Predicate>
const ListedDevice* find(const Devices& devices, Predicate predicate) {
  const auto found = std::find_if(devices.begin(), devices.end(), predicate);
  return found == devices.end() ? nullptr : &*found;
}

const ListedDevice* find_gpu(const Devices& devices) {
  const ListedDevice* best = nullptr;
  for (const ListedDevice& device : devices) {
    if (device.info.kind != backend::DeviceKind::gpu) continue;
    if (!best || backend_rank(device.backend) < backend_rank(best->backend)) best = &device;
  }
  return best;
}

const ListedDevice* find_device(const DeviceSpec& spec, const Devices& devices) {
  const auto of_backend = [&](const ListedDevice& d) { return d.backend == spec.backend; };
  switch (spec.kind) {
    case DeviceSpec::Kind::exact:
      return find(devices, [&](const ListedDevice& d) { return of_backend(d) && has_id(d, spec.id); });
    case DeviceSpec::Kind::first_of_backend:
      return find(devices, of_backend);
    case DeviceSpec::Kind::by_name:
      return find(devices,
                  [&, name = lower(spec.name)](const ListedDevice& d) { return of_backend(d) && has_name(d, name); });
    case DeviceSpec::Kind::cpu:
      return find(devices, [](const auto& d) { return d.info.kind == backend::DeviceKind::cpu; });
    case DeviceSpec::Kind::gpu:
      return find_gpu(devices);
    case DeviceSpec::Kind::automatic: {
      const auto* gpu = find_gpu(devices);
      return gpu || devices.empty() ? gpu : &devices.front();
    }
  }
  return nullptr;
}

// What a device may be called after "opencl:": common names, names, and the words of these.
std::vector<std::string> names_of(const ListedDevice& device) {
  constexpr std::size_t kLeastWord = 4;  // shorter words are near to too much
  const backend::DeviceInfo& info = device.info;
  std::vector<std::string> names;
  for (const PlatformAlias& alias : kPlatformAliases)
    if (contains(info.platform, std::string(alias.is))) names.emplace_back(alias.said);
  names.insert(names.end(), {info.platform, info.name, info.uid});
  for (const std::string& name : {info.platform, info.name})
    for (std::string_view word : split(name, ' ')) {
      while (!word.empty() && word.front() == '(') word.remove_prefix(1);
      while (!word.empty() && word.back() == ')') word.remove_suffix(1);
      if (word.size() >= kLeastWord) names.emplace_back(word);
    }
  return names;
}

// ", did you mean ...?" with the listed device that the spec probably means, or "".
std::string hint_for(const DeviceSpec& spec, const Devices& devices) {
  const bool exact = spec.kind == DeviceSpec::Kind::exact;
  if (!exact && spec.kind != DeviceSpec::Kind::by_name) return {};
  std::vector<std::string> names;
  for (const ListedDevice& device : devices) {
    if (device.backend != spec.backend) continue;
    const std::vector<std::string> own = exact ? std::vector{device.device()} : names_of(device);
    names.insert(names.end(), own.begin(), own.end());
  }
  if (exact) return suggestion(spec.backend + spec.id, names);
  const std::string best = nearest(spec.name, names);
  return best.empty() ? best : ", did you mean '" + spec.backend + ":" + best + "'?";
}

// What there is not.
std::string missing(const DeviceSpec& spec, std::string_view text) {
  switch (spec.kind) {
    case DeviceSpec::Kind::first_of_backend:
      return fmt::format("there is no {} device for '{}'", spec.backend, text);
    case DeviceSpec::Kind::cpu:
      return fmt::format("there is no CPU device for '{}'", text);
    case DeviceSpec::Kind::gpu:
      return fmt::format("there is no GPU for '{}'", text);
    case DeviceSpec::Kind::automatic:
      return fmt::format("there is no device for '{}'", text);
    case DeviceSpec::Kind::exact:
    case DeviceSpec::Kind::by_name:
      break;
  }
  return fmt::format("there is no device '{}'", text);
}

std::string listing(const Devices& devices) {
  std::vector<std::string> lines;
  for (const ListedDevice& device : devices) lines.push_back(device.device() + " (" + device.info.name + ")");
  return lines.empty() ? "none" : join(lines, ", ");
}

}  // namespace

DeviceSpec parse_device(std::string_view text, const std::vector<std::string>& backends) {
  DeviceSpec spec;
  std::string_view inner = trim(text);
  if (inner.substr(0, kFault.size()) == kFault) {
    spec.fault = true;
    inner.remove_prefix(kFault.size());
  }
  if (inner == "auto") return spec;
  if (inner == "cpu" || inner == "gpu") {
    spec.kind = inner == "cpu" ? DeviceSpec::Kind::cpu : DeviceSpec::Kind::gpu;
    return spec;
  }
  if (inner.substr(0, 3) == "gpu" && is_id(inner.substr(3)) && inner.find(':') == std::string_view::npos) {
    spec.kind = DeviceSpec::Kind::exact;
    spec.backend = kTheanoBackend;
    spec.id = plain_id(inner.substr(3));
    return spec;
  }
  const std::string* backend = nullptr;
  for (const std::string& candidate : backends) {
    const bool matches = !candidate.empty() && inner.substr(0, candidate.size()) == candidate;
    if (matches && (!backend || candidate.size() > backend->size())) backend = &candidate;
  }
  if (!backend) fail_syntax(text, backends);
  spec.backend = *backend;
  const std::string_view rest = inner.substr(backend->size());
  if (rest.empty()) {
    spec.kind = DeviceSpec::Kind::first_of_backend;
  } else if (is_id(rest)) {
    spec.kind = DeviceSpec::Kind::exact;
    spec.id = plain_id(rest);
  } else if (rest.front() == ':' && !trim(rest.substr(1)).empty() && !is_id(rest.substr(1))) {
    // "cuda:0" is not a search for the name "0", which is a part of most names.
    spec.kind = DeviceSpec::Kind::by_name;
    spec.name = trim(rest.substr(1));
  } else {
    fail_syntax(text, backends);
  }
  return spec;
}

const ListedDevice& choose_device(const DeviceSpec& spec, std::string_view text, const Devices& devices,
                                  const std::vector<std::string>& reasons) {
  if (const ListedDevice* found = find_device(spec, devices)) return *found;
  const std::string hint = hint_for(spec, devices);
  fail(KILN_NO_DEVICE, "device: {}{}{} devices found: {}{}{}", missing(spec, text), hint, hint.empty() ? ";" : "",
       listing(devices), reasons.empty() ? "" : "; ", join(reasons, "; "));
}

}  // namespace kiln::base
