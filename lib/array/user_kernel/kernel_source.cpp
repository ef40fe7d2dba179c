// SPDX-License-Identifier: Apache-2.0
// Parses the declarations of kernels and typedefs in a user's program.
#include "array/user_kernel/kernel_source.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

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
constexpr std::string_view kTagWords[] = {"struct", "union", "enum", "class"};
// Words of a declaration that do not change the type.
constexpr std::string_view kIgnoredWords[] = {"volatile",  "restrict",    "__restrict", "__restrict__",
                                              "register",  "typename",    "__private",  "private",
                                              "read_only", "__read_only", "write_only", "__write_only"};

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

// What a name of a type stands for.
struct Meaning {
  bool certain = false;  // false: it may be anything, a pointer too
  SourceType type = {};
  int stars = 0;                       // how many pointers it has
  bool global = false, local = false;  // what the pointer points at
  bool constant = false;               // what the pointer points at, or the value, is const
};

class Reader {
 public:
  Reader(std::string_view source, const Language& language, std::span<const std::string> definitions)
      : text_(source, definitions), language_(language) {}

  std::vector<KernelSignature> run() {
    std::vector<KernelSignature> found;
    std::vector<std::string_view> defined;
    const auto& tokens = text_.tokens();
    read_types();
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
  // The parts of a declaration.
  struct Words {
    std::vector<std::string_view> words;
    int stars = 0;
    bool global = false, local = false, constant = false;
    bool tagged = false;   // it has a word such as `struct`
    bool strange = false;  // it has references, templates or defaults
  };

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

  // Reads the definitions of types. One inside a function or a class, or under a condition, leaves its name uncertain.
  void read_types() {
    const auto& tokens = text_.tokens();
    std::vector<bool> inner;  // for each open brace, whether it opens another scope than a namespace
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto before = [&](std::size_t back) { return i >= back ? tokens[i - back].text : std::string_view(); };
      const auto behind = [&](std::size_t next) { return i + next < tokens.size() ? tokens[i + next] : Token{}; };
      if (tokens[i].is("{"))
        inner.push_back(before(1) != "namespace" && before(2) != "namespace" && before(2) != "extern");
      if (tokens[i].is("}") && !inner.empty()) inner.pop_back();
      if (one_of(tokens[i].text, kTagWords) && behind(1).word && (behind(2).is("{") || behind(2).is(":")))
        tags_.insert(tokens[i + 1].text);
      const bool plain = !tokens[i].conditional && std::find(inner.begin(), inner.end(), true) == inner.end();
      if (tokens[i].is("typedef")) {
        type_definition(i + 1, plain);
      } else if (tokens[i].is("using") && behind(2).is("=")) {
        const std::size_t begin = i + 3, end = end_of(begin);
        define(tokens[i + 1].text, plain && before(1) != ">" ? meaning_of(begin, end) : Meaning{});
      }
    }
  }

  // The index of the semicolon behind `begin` that no bracket encloses, or the number of tokens.
  std::size_t end_of(std::size_t begin) const {
    const auto& tokens = text_.tokens();
    int depth = 0;
    std::size_t i = begin;
    for (; i < tokens.size() && !(depth == 0 && tokens[i].is(";")); ++i) {
      if (tokens[i].is("{") || tokens[i].is("(")) ++depth;
      if (tokens[i].is("}") || tokens[i].is(")")) --depth;
    }
    return i;
  }

  // Defines the names of a typedef. Where it has several, or brackets, they are uncertain.
  void type_definition(std::size_t begin, bool plain) {
    const auto& tokens = text_.tokens();
    const std::size_t end = end_of(begin);
    if (end == tokens.size() || end < begin + 2) return;
    std::vector<std::string_view> names;
    for (std::size_t i = begin, depth = 0; i < end; ++i) {
      if (tokens[i].is("{")) ++depth;
      if (tokens[i].is("}")) --depth;
      static constexpr std::string_view kEnds[] = {";", ",", "[", ")"};
      if (depth > 0 || !tokens[i].word || !one_of(tokens[i + 1].text, kEnds)) continue;
      if (i + 1 == end || !is_type_word(tokens[i].text)) names.push_back(tokens[i].text);
    }
    const bool one = names.size() == 1 && tokens[end - 1].text == names[0];
    for (const std::string_view name : names) define(name, plain && one ? meaning_of(begin, end - 1) : Meaning{});
  }

  // A name that is defined twice is uncertain.
  void define(std::string_view name, const Meaning& meaning) {
    const auto [at, first] = types_.try_emplace(name, meaning);
    if (!first) at->second = {};
  }

  // What the tokens from `begin` to `end` name: `const float`, `struct { int a; } *`.
  Meaning meaning_of(std::size_t begin, std::size_t end) const {
    Tokens tokens(text_.tokens());
    tokens = tokens.subspan(begin, end - begin);
    bool body = false;
    if (!tokens.empty() && one_of(tokens[0].text, kTagWords)) {
      const auto last = std::find_if(tokens.rbegin(), tokens.rend(), [](const Token& token) { return token.is("}"); });
      body = last != tokens.rend();
      if (body) tokens = tokens.subspan(std::size_t(tokens.rend() - last));
    }
    std::vector<Token> all;
    Words read;
    if (!text_.expand(tokens, all) || !read_words(all, read) || read.strange) return {};
    read.tagged |= body;
    return meaning(read);
  }

  Meaning resolve(const Words& read) const {
    const auto& names = read.words;
    if (read.tagged) return {.certain = true};
    if (names.empty()) return {};
    if (std::all_of(names.begin(), names.end(), [](auto name) { return one_of(name, kIntegerWords); }))
      return {.certain = true, .type = integer_type(names)};
    if (names.size() != 1) return {};
    if (names[0] == "void") return {.certain = true, .type = {false, true}};
    if (const auto found = types_.find(names[0]); found != types_.end()) return found->second;
    const SourceType type = named_type(names[0]);
    return {.certain = type.known || tags_.count(names[0]) > 0, .type = type};
  }

  // The meaning of a declaration without its name.
  Meaning meaning(const Words& read) const {
    Meaning result = resolve(read);
    // A `const` beside a name that stands for a pointer makes the pointer const, not what it points at.
    if (read.stars > 0)
      result.constant = read.constant || (result.stars == 0 && result.constant);
    else if (result.stars == 0)
      result.constant |= read.constant;
    result.stars += read.stars;
    result.global |= read.global;
    result.local |= read.local;
    return result;
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

  // Returns false where the tokens have a macro's argument, or a pointer to a function.
  bool read_words(Tokens tokens, Words& read) const {
    // In a language without address spaces their words are ordinary names.
    const bool spaces = language_.address_spaces;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      if (token.is("__attribute__") || token.is("alignas") || token.is("__align__")) {
        i = closing(tokens, i + 1);
      } else if (token.is("const")) {
        read.constant |= read.stars == 0;
      } else if (token.is("*")) {
        ++read.stars;
      } else if (token.is("[")) {
        ++read.stars;
        while (i < tokens.size() && !tokens[i].is("]")) ++i;
      } else if (token.is("::")) {
        if (!read.words.empty()) read.words.pop_back();  // "std" of std::int32_t
      } else if (token.is("(")) {
        return false;
      } else if (!token.word) {
        read.strange = true;
      } else if (spaces && one_of(token.text, kGlobalWords)) {
        read.global = true;
      } else if (spaces && one_of(token.text, kConstantWords)) {
        read.global = read.constant = true;
      } else if (spaces && one_of(token.text, kLocalWords)) {
        read.local = true;
      } else if (one_of(token.text, kTagWords)) {
        read.tagged = true;
      } else if (!one_of(token.text, kIgnoredWords)) {
        read.words.push_back(token.text);
      }
    }
    return true;
  }

  // Reads a type, and a name behind it if `named`. Returns false if the tokens may be something else than the
  // declaration of one parameter.
  bool declaration(Tokens tokens, bool named, SourceParameter& made) const {
    Words read;
    if (!read_words(tokens, read)) return false;
    auto& words = read.words;
    if (words.empty()) return false;
    if (words.size() == 1 && named && !is_type_word(words[0])) return false;  // a macro, or a type alone
    if (named && words.size() > 1 && !is_type_word(words.back())) {
      made.name = words.back();
      words.pop_back();
    }
    const Meaning whole = meaning(read);
    made.constant = whole.constant;
    made.kind = kind_of(whole);
    if (read.strange) made.kind = Kind::unknown;
    if (!read.strange && whole.stars < 2) made.type = whole.type;
    return true;
  }

  Kind kind_of(const Meaning& whole) const {
    if (whole.stars == 0) return whole.certain ? Kind::value : Kind::unknown;
    if (!language_.address_spaces) return Kind::array;
    if (whole.local) return Kind::local;
    if (language_.portable) return Kind::pointer;
    return whole.global ? Kind::array : Kind::unknown;
  }

  SourceText text_;
  const Language& language_;
  std::map<std::string_view, Meaning> types_;
  std::set<std::string_view> tags_;  // structures, unions and enumerations
};

}  // namespace

std::vector<KernelSignature> read_signatures(std::string_view source, const Language& language,
                                             std::span<const std::string> definitions) {
  return Reader(source, language, definitions).run();
}

}  // namespace kiln::array
