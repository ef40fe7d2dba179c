// SPDX-License-Identifier: Apache-2.0
// Prints a report. Messages may have several lines; those after the first are indented.
#include "report.hpp"

#include <iostream>

#include "commands.hpp"
#include "output.hpp"

namespace kiln_tool {
namespace {

void print_line(std::string mark, const std::string& text) {
  mark.resize(8, ' ');
  bool first = true;
  for (const std::string& part : lines_of(text.c_str())) {
    std::cout << "  " << (first ? mark : std::string(8, ' ')) << ' ' << part << '\n';
    first = false;
  }
}

}  // namespace

void Report::print(std::size_t working_devices) const {
  std::cout << "kiln " << library_version() << '\n';
  for (const Section& section : sections_) {
    std::cout << '\n' << section.title << '\n';
    for (const Finding& finding : section.findings) {
      const bool problem = finding.kind == "problem";
      print_line(problem ? "PROBLEM" : finding.kind, finding.text);
      if (problem) print_line("  do:", finding.advice);
    }
  }
  std::cout << '\n'
            << working_devices << (working_devices == 1 ? " device works, " : " devices work, ") << problems_
            << (problems_ == 1 ? " problem\n" : " problems\n");
}

void Report::print_json(std::size_t working_devices) const {
  std::vector<std::string> sections;
  for (const Section& section : sections_) {
    std::vector<std::string> findings;
    for (const Finding& finding : section.findings)
      findings.push_back(json_object({{"kind", json_string(finding.kind)},
                                      {"text", json_string(finding.text)},
                                      {"advice", json_string(finding.advice)}}));
    sections.push_back(json_object({{"title", json_string(section.title)}, {"findings", json_array(findings)}}));
  }
  std::cout << json_object({{"version", json_string(library_version())},
                            {"working_devices", std::to_string(working_devices)},
                            {"problems", std::to_string(problems_)},
                            {"sections", json_array(sections)}})
            << '\n';
}

}  // namespace kiln_tool
