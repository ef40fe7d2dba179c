// SPDX-License-Identifier: Apache-2.0
// `kiln info`: lists backends and devices, and the device that the flag `device` chooses.
#include <kiln/context.h>
#include <kiln/flags.h>

#include <iostream>
#include <optional>

#include "commands.hpp"
#include "drivers/guard.hpp"
#include "drivers/icd.hpp"
#include "drivers/system.hpp"
#include "drivers/try_device.hpp"
#include "output.hpp"

namespace kiln_tool {
namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

// What the flag chooses. To know it a context must be opened, since only the library knows what the strings
// mean.
struct Choice {
  std::string flag, source, device, error;
};

Choice find_choice(const Guard& guard) {
  Choice choice;
  kiln_flag_info flag;
  kiln_context context = nullptr;
  kiln_context_properties properties = KILN_CONTEXT_PROPERTIES_INIT;
  if (kiln_flag_find("device", &flag) != KILN_OK) {
    choice.error = last_error();
    return choice;
  }
  choice.flag = flag.value;
  choice.source = flag.source;
  choice.error = guard.step("opening device=" + choice.flag);
  if (!choice.error.empty()) return choice;
  if (open_context(nullptr, &context) != KILN_OK || kiln_context_get_properties(context, &properties) != KILN_OK) {
    choice.error = last_error();
  } else {
    choice.device = properties.device;
  }
  kiln_context_release(context);
  return choice;
}

// A limit of a device: its name, and its value as text and as JSON.
struct Limit {
  std::string name, text, json;
};
std::vector<Limit> find_limits(const char* device, const Guard& guard, std::string& error) {
  std::vector<Limit> limits;
  error = guard.step("opening " + std::string(device));
  if (!error.empty()) return limits;
  kiln_context context = nullptr;
  kiln_context_properties p = KILN_CONTEXT_PROPERTIES_INIT;
  kiln_memory_info memory = KILN_MEMORY_INFO_INIT;
  if (open_context(device, &context) != KILN_OK || kiln_context_get_properties(context, &p) != KILN_OK ||
      kiln_context_get_memory(context, &memory) != KILN_OK) {
    error = last_error();
    kiln_context_release(context);
    return limits;
  }
  const auto text = [&](const char* name, const char* value) { limits.push_back({name, value, json_string(value)}); };
  const auto number = [&](const char* name, std::uint64_t value) {
    limits.push_back({name, std::to_string(value), std::to_string(value)});
  };
  const auto bytes = [&](const char* name, std::uint64_t value) {
    limits.push_back({name, bytes_text(value), std::to_string(value)});
  };
  const auto yes = [&](const char* name, int value) {
    limits.push_back({name, value ? "yes" : "no", json_bool(value != 0)});
  };
  text("vendor", p.vendor);
  text("language", p.language);
  number("compute_units", p.compute_units);
  number("max_local_size", p.max_local_size);
  std::string sizes, size_list;
  for (int i = 0; i < 3; ++i) {
    sizes += (i ? " x " : "") + std::to_string(p.max_local_sizes[i]);
    size_list += (i ? ", " : "") + std::to_string(p.max_local_sizes[i]);
  }
  limits.push_back({"max_local_sizes", sizes, "[" + size_list + "]"});
  bytes("local_memory", p.local_memory);
  bytes("parameter_bytes", p.parameter_bytes);
  bytes("total_memory", p.total_memory);
  bytes("free_memory", memory.free);
  bytes("largest_block", p.largest_block);
  yes("has_float16", p.has_float16);
  yes("has_float64", p.has_float64);
  yes("has_subnormals", p.has_subnormals);
  yes("unified_memory", p.unified_memory);
  kiln_context_release(context);
  return limits;
}

std::optional<std::vector<kiln_backend_info>> find_backends() {
  std::size_t count = 0;
  if (kiln_backend_count(&count) != KILN_OK) return std::nullopt;
  std::vector<kiln_backend_info> backends(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (kiln_backend_get(i, &backends[i]) != KILN_OK) return std::nullopt;
  }
  return backends;
}

std::optional<std::vector<kiln_device_info>> find_devices() {
  std::size_t count = 0;
  if (kiln_device_count(&count) != KILN_OK) return std::nullopt;
  std::vector<kiln_device_info> devices(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (kiln_device_get(i, &devices[i]) != KILN_OK) return std::nullopt;
  }
  return devices;
}

std::string backend_json(const kiln_backend_info& backend) {
  std::vector<std::string> notes;
  for (const std::string& note : lines_of(backend.notes)) notes.push_back(json_string(note));
  return json_object({{"name", json_string(backend.name)},
                      {"path", json_string(backend.path)},
                      {"reason", json_string(backend.reason)},
                      {"device_count", std::to_string(backend.device_count)},
                      {"notes", json_array(notes)}});
}

std::string device_json(const kiln_device_info& device, bool verbose, const Guard& guard) {
  Members members = {{"device", json_string(device.device)},     {"name", json_string(device.name)},
                     {"platform", json_string(device.platform)}, {"driver", json_string(device.driver)},
                     {"uid", json_string(device.uid)},           {"kind", json_string(device.kind)}};
  if (verbose) {
    std::string error;
    Members limits;
    for (const Limit& limit : find_limits(device.device, guard, error)) limits.emplace_back(limit.name, limit.json);
    members.emplace_back("limits", error.empty() ? json_object(limits) : "null");
    if (!error.empty()) members.emplace_back("error", json_string(error));
  }
  return json_object(members);
}

void print_text(const std::vector<kiln_backend_info>& backends, const std::vector<kiln_device_info>& devices,
                const Library& loader, const Choice& choice, bool verbose, const Guard& guard) {
  std::cout << "kiln " << library_version() << "\n\n";
  Table modules({"BACKEND", "DEVICES", "MODULE", "REASON"});
  for (const auto& backend : backends) {
    modules.add({backend.name, std::to_string(backend.device_count), *backend.path ? backend.path : "(built in)",
                 backend.reason});
  }
  if (backends.empty()) {
    std::cout << "No backend module was found; `kiln doctor` tells more.\n";
  } else {
    modules.print();
  }
  std::cout << '\n';
  if (devices.empty()) {
    std::cout << "No device was found; `kiln doctor` tells why.\n";
    if (!loader.problem.empty() && loader.variable.empty())
      std::cout << "There is no OpenCL loader: " << loader_advice(find_icds()) << '\n';
  } else {
    Table table({"", "DEVICE", "KIND", "NAME", "PLATFORM", "DRIVER", "UID"});
    for (const auto& device : devices) {
      table.add({choice.device == device.device ? "*" : "", device.device, device.kind, device.name, device.platform,
                 device.driver, device.uid});
    }
    table.print();
  }
  if (!choice.device.empty()) {
    std::cout << "\n* device=" << choice.flag << " (from " << choice.source << ") opens " << choice.device << '\n';
  }
  if (!verbose) return;
  for (const auto& device : devices) {
    std::cout << '\n' << device.device << ": " << device.name << '\n';
    std::string error;
    Table limits({});
    for (const Limit& limit : find_limits(device.device, guard, error)) limits.add({"  " + limit.name, limit.text});
    if (error.empty()) {
      limits.print();
    } else {
      std::cout << "  cannot be opened: " << error << '\n';
    }
  }
}

int show(bool json, bool verbose, const Library& loader, const Guard& guard) {
  if (const std::string why = guard.list_devices(); !why.empty()) {
    std::cerr << "kiln: " << why << "; kiln doctor tells more\n";
    return 1;
  }
  const auto backends = find_backends();
  if (!backends) return report_error();
  const auto devices = find_devices();
  if (!devices) return report_error();
  const Choice choice = find_choice(guard);
  if (json) {
    std::vector<std::string> backend_texts, device_texts, broken;
    for (const auto& backend : *backends) backend_texts.push_back(backend_json(backend));
    for (const auto& device : *devices) device_texts.push_back(device_json(device, verbose, guard));
    for (const Broken& each : guard.broken())
      broken.push_back(json_object({{"name", json_string(each.name)}, {"problem", json_string(each.problem)}}));
    std::cout << json_object({{"version", json_string(library_version())},
                              {"selected", json_object({{"flag", json_string(choice.flag)},
                                                        {"source", json_string(choice.source)},
                                                        {"device", json_string(choice.device)},
                                                        {"error", json_string(choice.error)}})},
                              {"broken", json_array(broken)},
                              {"backends", json_array(backend_texts)},
                              {"devices", json_array(device_texts)}})
              << '\n';
  } else {
    print_text(*backends, *devices, loader, choice, verbose, guard);
  }
  for (const Broken& each : guard.broken())
    std::cerr << "kiln: " << each.name << " is left out, since it " << each.problem
              << ". Programs meet this too; kiln doctor says what to do.\n";
  if (!choice.error.empty()) std::cerr << "kiln: " << choice.error << '\n';
  return choice.error.empty() && guard.broken().empty() ? 0 : 1;
}

}  // namespace

int run_info(bool json, bool verbose, double driver_seconds) {
  const Library loader = find_library("KILN_OPENCL_LIBRARY", {"libOpenCL.so.1"}, "clGetPlatformIDs", driver_seconds);
  Guard guard(driver_seconds);
  return guard.run([&] { return show(json, verbose, loader, guard); });
}

}  // namespace kiln_tool
