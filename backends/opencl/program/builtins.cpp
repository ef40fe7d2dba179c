// SPDX-License-Identifier: Apache-2.0
// Finds the sections of kernels/common/builtins_inline.cl that a source needs, by the names that it contains.
#include "opencl/program/builtins.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "kernels.hpp"

namespace kiln::opencl {
namespace {

// The text of a section, from its line "//@ name" on, and the numbers of the sections whose names it contains.
struct Section {
  std::string_view text;
  std::vector<std::size_t> needs;
};

class Sections {
 public:
  Sections() {
    constexpr std::string_view mark = "//@ ";
    std::string_view rest = kernels::find("builtins_inline.cl");
    std::size_t end = rest.find(mark);
    first_ = rest.substr(0, end);
    while (end < rest.size()) {
      rest.remove_prefix(end);
      end = std::min(rest.find(mark, mark.size()), rest.size());
      const std::size_t name_end = rest.find_first_of(" \n", mark.size());
      numbers_.emplace(rest.substr(mark.size(), name_end - mark.size()), sections_.size());
      sections_.push_back({rest.substr(0, end), {}});
    }
    for (Section& section : sections_) each_in(section.text, [&](std::size_t n) { section.needs.push_back(n); });
  }

  // The sections that a source needs, in the order of the file.
  std::string text_for(std::string_view source) const {
    std::vector<bool> wanted(sections_.size());
    std::vector<std::size_t> open;
    const auto want = [&](std::size_t n) {
      if (!wanted[n]) open.push_back(n);
      wanted[n] = true;
    };
    each_in(source, want);
    while (!open.empty()) {
      const std::size_t n = open.back();
      open.pop_back();
      std::for_each(sections_[n].needs.begin(), sections_[n].needs.end(), want);
    }
    std::string out;
    for (std::size_t n = 0; n < sections_.size(); ++n) {
      if (!wanted[n]) continue;
      if (out.empty()) out = first_;
      out += sections_[n].text;
    }
    return out;
  }

 private:
  // Calls `each` with the numbers of the sections whose names occur in the text as words.
  template <class Each>
  void each_in(std::string_view text, Each each) const {
    const auto in_word = [](char c) { return base::is_alphanumeric(c) || c == '_'; };
    const auto end = text.end();
    for (auto at = std::find_if(text.begin(), end, in_word); at != end; at = std::find_if(at, end, in_word)) {
      const auto begin = at;
      at = std::find_if_not(begin, end, in_word);
      if (const auto found = numbers_.find(std::string_view(begin, at)); found != numbers_.end()) each(found->second);
    }
  }

  std::string_view first_;
  std::vector<Section> sections_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

}  // namespace

std::string builtins_for(std::string_view source) {
  static const Sections& sections = *new Sections;  // never destroyed: threads call while a process ends
  return std::string(kernels::find("builtins_opencl.cl")) + sections.text_for(source);
}

}  // namespace kiln::opencl
