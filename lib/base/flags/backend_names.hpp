// SPDX-License-Identifier: Apache-2.0
// The names of the backends that come with Kiln, for use before a module is loaded, or if there is none. Plug-ins of
// other names are used in the same way.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace kiln::base {

struct ShippedBackend {
  std::string_view name;
  std::string_view id;  // how its devices are numbered, for messages: by one number, or by platform and device
};
// In order of preference: "gpu" and "auto" take a GPU of an earlier backend first.
inline constexpr ShippedBackend kShippedBackends[] = {{"cuda", "N"}, {"opencl", "P:D"}};

// The backend of the devices that Theano called "gpu0", "gpu1".
inline constexpr std::string_view kTheanoBackend = kShippedBackends[0].name;

// In front of a device string this asks for the device wrapped by the test backend that fails on purpose.
inline constexpr std::string_view kFault = "fault:";

// Backends for tests are used where they are named. Lists, "gpu" and "auto" leave them out.
inline constexpr std::string_view kTestBackends[] = {"fake", "fault"};
inline bool is_test_backend(std::string_view name) {
  return std::find(std::begin(kTestBackends), std::end(kTestBackends), name) != std::end(kTestBackends);
}

// The place of a backend in the order of preference; backends that did not come with Kiln are last.
inline std::ptrdiff_t backend_rank(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kShippedBackends), std::end(kShippedBackends),
                                         [&](const ShippedBackend& backend) { return backend.name == name; });
  return found - std::begin(kShippedBackends);
}

// A common name of a platform, which stands for a part of the name that it reports.
struct PlatformAlias {
  std::string_view said, is;  // in small letters
};
inline constexpr PlatformAlias kPlatformAliases[] = {{"pocl", "portable computing language"}};

}  // namespace kiln::base
