// SPDX-License-Identifier: Apache-2.0
// Parses the declarations of kernels and typedefs in a user's program.
#include "array/user_kernel/kernel_source.hpp"

#include <algorithm>
#include <optional>

#include "array/user_kernel/source_tokens.hpp"

namespace kiln::array {
namespace {

using Tokens = std::span<const Token>;
using Kind = SourceParameter::Kind;

template <std::size_t n>
bool one_of(std::string_view word, const std::string_view (&list)[n]) {
  return std::find(list, list + n, word) != list + n;
}

constexpr std::string_view kKernelWords[] = {"KILN_KERNEL", "__kernel", "kernel", "__global__"};
constexpr std::string_view kGlobalWords[] = {"KILN_GLOBAL", "__global", "global"};
constexpr std::string_view kConstantWords[] = {"__constant", "constant"};
constexpr std::string_view kLocalWords[] = {"KILN_LOCAL", "__local", "local"};
// Words of a declaration that do not change the type.
constexpr std::string_view kIgnoredWords[] = {
    "volatile", "restrict", "__restrict", "__restrict__", "register",  "struct",      "union",      "enum",
    "class",    "typename", "__private",  "private",      "read_only", "__read_only", "write_only", "__write_only"};

struct NamedType {
  std::string_view name;
  base::DType dtype;
};
constexpr NamedType kNamedTypes[] = {{"bool", KILN_BOOL},        {"_Bool", KILN_BOOL},
                                     {"uchar", KILN_UINT8},      {"ushort", KILN_UINT16},
                                     {"uint", KILN_UINT32},      {"ulong", KILN_UINT64},
                                     {"half", KILN_FLOAT16},     {"__half", KILN_FLOAT16},
                                     {"float", KILN_FLOAT32},    {"double", KILN_FLOAT64},
                                     {"int8_t", KILN_INT8},      {"int16_t", KILN_INT16},
                                     {"int32_t", KILN_INT32},    {"int64_t", KILN_INT64},
                                     {"uint8_t", KILN_UINT8},    {"uint16_t", KILN_UINT16},
                                     {"uint32_t", KILN_UINT32},  {"uint64_t", KILN_UINT64},
                                     {"size_t", KILN_UINT64},    {"uintptr_t", KILN_UINT64},
                                     {"intptr_t", KILN_INT64},   {"ptrdiff_t", KILN_INT64},
                                     {"ssize_t", KILN_INT64},    {"longlong", KILN_INT64},
                                     {"ulonglong", KILN_UINT64}, {"__nv_bfloat16", KILN_BFLOAT16}};
constexpr std::string_view kIntegerWords[] = {"char", "short", "int", "long", "signed", "unsigned"};

SourceType known(base::DType dtype, int lanes = 1) { return {true, false, dtype, lanes}; }

// The type that words such as "unsigned long int" name, in any order.
SourceType integer_type(std::span<const std::string_view> words) {
  const auto count = [&](std::string_view word) { return std::count(words.begin(), words.end(), word); };
  const bool natural = count("unsigned") > 0;
  if (count("char")) return known(natural ? KILN_UINT8 : KILN_INT8);
  if (count("short")) return known(natural ? KILN_UINT16 : KILN_INT16);
  if (count("long")) return known(natural ? KILN_UINT64 : KILN_INT64);
  return known(natural ? KILN_UINT32 : KILN_INT32);
}

// The type of a name such as "float4": float with 4 components.
SourceType named_type(std::string_view name) {
  int lanes = 1;
  for (const int vector : {16, 8, 4, 3, 2}) {
    const std::string digits = std::to_string(vector);
    if (lanes > 1 || !name.ends_with(digits)) continue;
    lanes = vector;
    name.remove_suffix(digits.size());
  }
  if (one_of(name, kIntegerWords)) {
    const std::string_view words[] = {name};
    SourceType type = integer_type(words);
    type.lanes = lanes;
    return type;
  }
  for (const NamedType& type : kNamedTypes)
    if (type.name == name && (lanes == 1 || !name.ends_with("_t"))) return known(type.dtype, lanes);
  return {};
}

bool is_type_word(std::string_view word) {
  return word == "void" || one_of(word, kIntegerWords) || named_type(word).known;
}

class Reader {
 public:
  Reader(std::string_view source, const Language& language, std::span<const std::string> definitions)
      : text_(source, definitions), language_(language) {}

  std::vector<KernelSignature> run() {
    std::vector<KernelSignature> found;
    std::vector<std::string_view> defined;
    const auto& tokens = text_.tokens();
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i].is("typedef")) type_definition(i + 1);
    bool declares = false;  // the current declaration has a word that marks a kernel
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
      const Token& before = tokens[i - 1];
      if (before.is(";") || before.is("{") || before.is("}"))
        declares = false;
      else
        declares = declares || one_of(before.text, kKernelWords);
      if (!declares || !tokens[i].word || !tokens[i + 1].is("(")) continue;
      const std::size_t end = closing(tokens, i + 1);
      if (!is_body(end)) continue;
      defined.push_back(tokens[i].text);
      auto parameters = list({tokens.data() + i + 1, end - i - 1}, tokens[end]);
      if (parameters) found.push_back({std::string(tokens[i].text), std::move(*parameters)});
    }
    // If a name is defined several times, a condition chooses one of them, and it is not known which.
    std::erase_if(
        found, [&](const KernelSignature& one) { return std::count(defined.begin(), defined.end(), one.kernel) != 1; });
    return found;
  }

 private:
  // The index of the bracket that closes the one at `open`, or the number of tokens.
  static std::size_t closing(Tokens tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
      if (tokens[i].is("(")) ++depth;
      if (tokens[i].is(")") && --depth == 0) return i;
    }
    return tokens.size();
  }

  // Whether a body follows the list of parameters, which makes it a definition.
  bool is_body(std::size_t close) const {
    const auto& tokens = text_.tokens();
    for (std::size_t i = close + 1; i < tokens.size(); ++i) {
      if (tokens[i].is("{")) return true;
      if (tokens[i].is("("))
        i = closing(tokens, i);  // skips an attribute's arguments
      else if (!tokens[i].word)
        return false;
    }
    return false;
  }

  // Reads a typedef of plain words, such as `typedef float real;`. The name of any other typedef stays unknown.
  void type_definition(std::size_t begin) {
    const auto& tokens = text_.tokens();
    std::size_t end = begin;
    while (end < tokens.size() && tokens[end].word) ++end;
    if (end == tokens.size() || end < begin + 2) return;
    SourceType type;
    std::vector<Token> words;
    if (tokens[end].is(";") && !tokens[begin].conditional &&
        text_.expand({tokens.data() + begin, end - begin - 1}, words)) {
      std::vector<std::string_view> names;
      for (const Token& word : words)
        if (!word.is("const") && !one_of(word.text, kIgnoredWords)) names.push_back(word.text);
      type = resolve(names);
    }
    const auto [at, first] = types_.try_emplace(tokens[end - 1].text, type);
    if (!first) at->second = {};
  }

  SourceType resolve(std::span<const std::string_view> names) const {
    if (names.empty()) return {};
    if (std::all_of(names.begin(), names.end(), [](auto name) { return one_of(name, kIntegerWords); }))
      return integer_type(names);
    if (names.size() != 1) return {};
    if (names[0] == "void") return {false, true};
    const auto found = types_.find(names[0]);
    return found != types_.end() ? found->second : named_type(names[0]);
  }

  // Reads a list of parameters; tokens[0] is its opening bracket. Returns nothing if the number of parameters is
  // not certain.
  std::optional<std::vector<SourceParameter>> list(Tokens tokens, const Token& close) const {
    std::vector<SourceParameter> parameters;
    std::vector<Token> all;
    if (tokens.front().directives != close.directives || !text_.expand(tokens.subspan(1), all)) return {};
    if (all.empty()) return parameters;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= all.size(); ++i) {
      if (i < all.size()) {
        static constexpr std::string_view kOpen[] = {"(", "[", "{", "<"}, kClose[] = {")", "]", "}", ">"};
        depth += one_of(all[i].text, kOpen) - one_of(all[i].text, kClose);
        if (depth != 0 || !all[i].is(",")) continue;
      }
      auto one = parameter(Tokens(all).subspan(begin, i - begin));
      if (!one) return {};
      const bool nothing = one->kind == Kind::value && one->type.is_void;
      if (nothing && (i < all.size() || !parameters.empty())) return {};
      if (!nothing) parameters.push_back(std::move(*one));
      begin = i + 1;
    }
    return parameters;
  }

  static std::string text_of(Tokens tokens) {
    std::string text;
    for (const Token& token : tokens) {
      static constexpr std::string_view kTight[] = {",", ")", "]", "[", "::"};
      const bool tight = text.empty() || one_of(token.text, kTight) || text.ends_with('(') || text.ends_with('[') ||
                         text.ends_with("::") || token.is("(") || (text.ends_with('*') && token.word);
      if (!tight) text += ' ';
      text += token.text;
    }
    constexpr std::size_t kMostText = 100;
    if (text.size() <= kMostText) return text;
    text.resize(kMostText);
    text += "...";
    return text;
  }

  std::optional<SourceParameter> parameter(Tokens tokens) const {
    if (tokens.empty()) return {};
    SourceParameter made;
    made.text = text_of(tokens);
    const bool array = tokens[0].is("KILN_ARG"), local = tokens[0].is("KILN_LOCAL_ARG");
    if (array || local) {
      if (!language_.portable || tokens.size() < 6 || closing(tokens, 1) != tokens.size() - 1) return {};
      const std::size_t comma = tokens.size() - 3;  // KILN_ARG ( T , name )
      if (!tokens[comma].is(",")) return {};
      if (!declaration(tokens.subspan(2, comma - 2), false, made)) return {};
      if (made.kind != Kind::value) made.type = {};  // the type of a pointer argument is not read
      made.kind = array ? Kind::array : Kind::local;
      if (tokens[comma + 1].word) made.name = tokens[comma + 1].text;
      return made;
    }
    if (!declaration(tokens, true, made)) return {};
    return made;
  }

  // Reads a type, and a name behind it if `named`. Returns false if the tokens may be something else than the
  // declaration of one parameter.
  bool declaration(Tokens tokens, bool named, SourceParameter& made) const {
    std::vector<std::string_view> words;
    // In a language without address spaces their words are ordinary names.
    const bool spaces = language_.address_spaces;
    bool global = false, local = false, strange = false;
    int stars = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      if (token.is("__attribute__") || token.is("alignas") || token.is("__align__")) {
        i = closing(tokens, i + 1);
      } else if (token.is("const")) {
        made.constant |= stars == 0;
      } else if (token.is("*")) {
        ++stars;
      } else if (token.is("[")) {
        ++stars;
        while (i < tokens.size() && !tokens[i].is("]")) ++i;
      } else if (token.is("::")) {
        if (!words.empty()) words.pop_back();  // "std" of std::int32_t
      } else if (token.is("(")) {
        return false;  // a macro's argument, or a pointer to a function
      } else if (!token.word) {
        strange = true;  // references, templates, defaults
      } else if (spaces && one_of(token.text, kGlobalWords)) {
        global = true;
      } else if (spaces && one_of(token.text, kConstantWords)) {
        global = made.constant = true;
      } else if (spaces && one_of(token.text, kLocalWords)) {
        local = true;
      } else if (!one_of(token.text, kIgnoredWords)) {
        words.push_back(token.text);
      }
    }
    if (words.empty()) return false;
    if (words.size() == 1 && named && !is_type_word(words[0])) return false;  // a macro, or a type alone
    if (named && words.size() > 1 && !is_type_word(words.back())) {
      made.name = words.back();
      words.pop_back();
    }
    made.kind = kind_of(stars, global, local);
    if (strange) made.kind = Kind::unknown;
    if (!strange && stars < 2) made.type = resolve(words);
    return true;
  }

  Kind kind_of(int stars, bool global, bool local) const {
    if (stars == 0) return Kind::value;
    if (!language_.address_spaces) return Kind::array;
    if (local) return Kind::local;
    if (language_.portable) return Kind::pointer;
    return global ? Kind::array : Kind::unknown;
  }

  SourceText text_;
  const Language& language_;
  std::map<std::string_view, SourceType> types_;
};

}  // namespace

std::vector<KernelSignature> read_signatures(std::string_view source, const Language& language,
                                             std::span<const std::string> definitions) {
  return Reader(source, language, definitions).run();
}

}  // namespace kiln::array
