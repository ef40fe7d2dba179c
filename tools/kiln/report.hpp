// SPDX-License-Identifier: Apache-2.0
// What `kiln doctor` found: lines in sections, printed as text or as JSON.
#pragma once

#include <string>
#include <vector>

namespace kiln_tool {

class Report {
 public:
  void section(const std::string& title) { sections_.push_back({title, {}}); }
  void ok(const std::string& text) { add({"ok", text, ""}); }
  void note(const std::string& text) { add({"note", text, ""}); }
  void problem(const std::string& text, const std::string& advice) { add({"problem", text, advice}); }
  int problems() const { return problems_; }
  void print(std::size_t working_devices) const;
  void print_json(std::size_t working_devices) const;

 private:
  struct Finding {
    std::string kind, text, advice;
  };
  struct Section {
    std::string title;
    std::vector<Finding> findings;
  };
  void add(Finding finding) {
    if (finding.kind == "problem") ++problems_;
    sections_.back().findings.push_back(std::move(finding));
  }
  std::vector<Section> sections_;
  int problems_ = 0;
};

}  // namespace kiln_tool
