// SPDX-License-Identifier: Apache-2.0
// Parses the two texts that set flags: KILN_FLAGS and the rc file. Quotes work as in a shell: '...' is
// literal, in "..." a backslash escapes " and \, and outside quotes a backslash escapes any character.
#include "base/error.hpp"
#include "base/flags/flag_table.hpp"
#include "base/text.hpp"

namespace kiln::base {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Text without its quotes, which remembers which characters were quoted: these are never trimmed.
struct Piece {
  std::string text;
  std::vector<bool> quoted;

  void add(char c, bool is_quoted) {
    text += c;
    quoted.push_back(is_quoted);
  }
  std::string trimmed(std::size_t begin, std::size_t end) const {
    while (begin < end && !quoted[begin] && is_blank(text[begin])) ++begin;
    while (end > begin && !quoted[end - 1] && is_blank(text[end - 1])) --end;
    return text.substr(begin, end - begin);
  }
  std::string trimmed() const { return trimmed(0, text.size()); }
};

// Reads from `at` to the end, or to the first unquoted position for which stop(position) holds.
// where(position) gives the beginning of an error message.
template <class Stop, class Where>
Piece read_piece(std::string_view text, std::size_t& at, Stop stop, Where where) {
  Piece piece;
  while (at < text.size() && !stop(at)) {
    const char c = text[at];
    const std::size_t start = at++;
    if (c == '\\') {
      if (at == text.size()) fail(KILN_FLAG_ERROR, "{}: backslash at the end", where(start));
      piece.add(text[at++], true);
    } else if (c == '\'' || c == '"') {
      for (;; ++at) {
        if (at == text.size()) fail(KILN_FLAG_ERROR, "{}: quote {} without its end", where(start), c);
        if (text[at] == c) break;
        const bool escape = c == '"' && text[at] == '\\' && at + 1 < text.size();
        if (escape && (text[at + 1] == '"' || text[at + 1] == '\\')) ++at;
        piece.add(text[at], true);
      }
      ++at;
    } else {
      piece.add(c, false);
    }
  }
  return piece;
}

}  // namespace

std::vector<Setting> parse_flags(std::string_view text) {
  const auto where = [](std::size_t at) { return fmt::format("KILN_FLAGS: column {}", at + 1); };
  std::vector<Setting> settings;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t start = at;
    const Piece piece = read_piece(
        text, at, [&](std::size_t i) { return text[i] == ','; }, where);
    const std::string item = piece.trimmed();
    if (item.empty()) continue;
    const std::size_t equals = piece.text.find('=');
    if (equals == std::string::npos) fail(KILN_FLAG_ERROR, "{}: got '{}', expected name=value", where(start), item);
    Setting setting{piece.trimmed(0, equals), piece.trimmed(equals + 1, piece.text.size())};
    if (setting.name.empty())
      fail(KILN_FLAG_ERROR, "{}: got '{}' without a name, expected name=value", where(start), item);
    settings.push_back(std::move(setting));
  }
  return settings;
}

std::vector<RcSetting> parse_rc_of(std::string_view text, std::string_view path) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
  std::vector<RcSetting> settings;
  std::string section;
  int number = 0;
  for (std::string_view whole : split(text, '\n')) {
    ++number;
    const auto where = [&](std::size_t) { return fmt::format("{}:{}", path, number); };
    const std::string_view line = trim(whole);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[') {
      const std::size_t end = line.find(']');
      if (end == std::string_view::npos) fail(KILN_FLAG_ERROR, "{}: got '{}', expected [section]", where(0), line);
      const std::string_view after = trim(line.substr(end + 1));
      if (!after.empty() && after.front() != '#' && after.front() != ';')
        fail(KILN_FLAG_ERROR, "{}: got '{}' after [section], expected nothing", where(0), after);
      section = trim(line.substr(1, end - 1));
      continue;
    }
    const std::size_t equals = line.find_first_of("=:");
    const std::string_view name = trim(line.substr(0, equals));
    if (equals == std::string_view::npos || name.empty())
      fail(KILN_FLAG_ERROR, "{}: got '{}', expected name = value", where(0), line);
    // A comment must follow a blank, so that "#" may be part of a path.
    const std::string_view rest = line.substr(equals + 1);
    const auto comment = [&](std::size_t i) {
      return (rest[i] == '#' || rest[i] == ';') && i > 0 && is_blank(rest[i - 1]);
    };
    std::size_t at = 0;
    const Piece value = read_piece(rest, at, comment, where);
    const bool plain = section.empty() || section == "global";
    settings.push_back({plain ? std::string(name) : section + "." + std::string(name), value.trimmed(), number});
  }
  return settings;
}

std::vector<RcSetting> parse_rc(std::string_view text) { return parse_rc_of(text, "kilnrc"); }

}  // namespace kiln::base
