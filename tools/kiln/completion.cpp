// SPDX-License-Identifier: Apache-2.0
// `kiln completion bash`: a script that completes commands, options and their values.
#include <kiln/types.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "operation.hpp"

namespace kiln_tool {
namespace {

using Words = std::vector<std::string>;

std::string joined(const Words& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

// The values of an option, or nothing if they cannot be listed.
Words values_of(const Words& names) {
  const auto has = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  Words values;
  if (has("--op"))
    for (const auto& operation : kiln::operations::operations()) values.push_back(operation.name);
  if (has("--dtype"))
    for (const kiln_dtype dtype : kiln::operations::all_dtypes()) values.push_back(kiln_dtype_name(dtype));
  if (has("--peers")) values = {"numpy", "torch", "cupy", "jax", "none"};
  if (has("--device")) values = {"auto", "cpu", "gpu", "cuda0", "opencl", "opencl0:0"};
  return values;
}

constexpr const char* kStart = R"(# Completes the command kiln in bash. Use it by
#   source <(kiln completion bash)
# or write it to ~/.local/share/bash-completion/completions/kiln.
_kiln() {
  local current=${COMP_WORDS[COMP_CWORD]} command="" option="" previous="" words="" word i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    [[ $word == = ]] && continue
    previous=$word
    [[ $word == -* ]] && option=$word
    case "$command $word" in
      )";

}  // namespace

int run_completion(const std::vector<CommandWords>& commands) {
  Words paths;
  for (const CommandWords& command : commands)
    if (!command.path.empty()) paths.push_back('"' + command.path + '"');
  std::cout << kStart << joined(paths, " | ") << ") command=\"$command $word\" option=\"\" ;;\n    esac\n  done\n"
            << "  [[ $current == = ]] && current=\"\"\n";
  // A value follows its option; further ones of an option that takes many are completed unless an option begins.
  std::cout << "  [[ $current == -* ]] && option=\"\"\n  case \"$command $option\" in\n";
  for (const CommandWords& command : commands)
    for (const OptionWords& option : command.options) {
      if (!option.takes_value) continue;
      Words patterns;
      for (const std::string& name : option.names) patterns.push_back('"' + command.path + ' ' + name + '"');
      const Words values = values_of(option.names);
      std::cout << "    " << joined(patterns, " | ") << ") "
                << (option.takes_many ? "" : "[[ $previous == \"$option\" ]] && ")
                << (!values.empty()     ? "words=\"" + joined(values, " ") + '"'
                    : option.takes_file ? "{ COMPREPLY=($(compgen -f -- \"$current\")); return; }"
                                        : "return")
                << " ;;\n";
    }
  std::cout << "  esac\n  [[ $words ]] || case \"$command\" in\n";
  for (const CommandWords& command : commands) {
    Words words = command.subcommands;
    if (command.path == " completion") words.push_back("bash");
    for (const OptionWords& option : command.options)
      words.insert(words.end(), option.names.begin(), option.names.end());
    std::cout << "    \"" << command.path << "\") words=\"" << joined(words, " ") << "\" ;;\n";
  }
  std::cout << "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\ncomplete -F _kiln kiln\n";
  return 0;
}

}  // namespace kiln_tool
