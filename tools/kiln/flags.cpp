// SPDX-License-Identifier: Apache-2.0
// `kiln flags`: prints the flags and their values.
#include <kiln/flags.h>

#include <iostream>

#include "commands.hpp"
#include "output.hpp"

namespace kiln_tool {

int run_flags(bool json) {
  Table table({"NAME", "TYPE", "VALUE", "DEFAULT", "SOURCE", "HELP"});
  std::vector<std::string> objects;
  kiln_flag_info first;
  // Malformed flags have the same count as good ones, so one flag is asked for.
  if (kiln_flag_get(0, &first) != KILN_OK) {
    if (json) std::cout << json_object({{"error", json_string(last_error())}}) << '\n';
    return report_error();
  }
  for (std::size_t i = 0; i < kiln_flag_count(); ++i) {
    kiln_flag_info flag;
    if (kiln_flag_get(i, &flag) != KILN_OK) return report_error();
    const auto shown = [](const char* value) { return *value ? value : "''"; };
    table.add({flag.name, flag.type, shown(flag.value), shown(flag.default_value), flag.source, flag.help});
    objects.push_back(json_object({{"name", json_string(flag.name)},
                                   {"type", json_string(flag.type)},
                                   {"value", json_string(flag.value)},
                                   {"default", json_string(flag.default_value)},
                                   {"source", json_string(flag.source)},
                                   {"help", json_string(flag.help)}}));
  }
  if (json) {
    std::cout << json_array(objects) << '\n';
  } else {
    table.print();
  }
  return 0;
}

}  // namespace kiln_tool
