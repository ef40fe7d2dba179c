// SPDX-License-Identifier: Apache-2.0
// The `kiln` command: shows devices, finds out why something is missing, shows the flags, manages the kernel
// cache, tests and times operations. Exit status: 0 success, 1 failure, 2 wrong usage. Results go to standard
// output, everything else to standard error.
#include <kiln/kiln.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "commands.hpp"
#include "names.hpp"

namespace kiln_tool {
namespace {

constexpr int kUsage = 2;
struct Options {
  bool json = false, verbose = false;
  double driver_seconds = 30;
  std::string shell;
  std::string bytes = "1G";
  SelftestOptions selftest;
  BenchOptions bench;
};

// Reads a number of bytes such as "512", "64K" or "1G". Nothing if the text is none or does not fit.
std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  constexpr std::string_view kSuffixes = "KMGT";
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  if (code != std::errc()) return std::nullopt;
  if (rest == end) return value;
  const std::size_t suffix = kSuffixes.find(static_cast<char>(std::toupper(static_cast<unsigned char>(*rest))));
  if (suffix == std::string_view::npos || rest + 1 != end) return std::nullopt;
  const std::size_t shift = 10 * (suffix + 1);
  if (value > UINT64_MAX >> shift) return std::nullopt;
  return value << shift;
}

std::string refused_seed(const std::string& text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, value);
  return code == std::errc() && rest == end ? "" : "got '" + text + "', expected a number from 0 to 2^64 - 1";
}

struct Commands {
  CLI::App *info, *doctor, *flags, *selftest, *bench, *stat, *prune, *verify, *clear, *completion;
};

CLI::App* add_bench(CLI::App& app, BenchOptions& options) {
  CLI::App* bench = app.add_subcommand("bench", "Time operations on a device, beside its copy and other libraries");
  const auto sized = [](const std::string& text) {
    return parse_size(text) ? "" : "got '" + text + "', expected a size such as 1000, 1e6 or 2^24";
  };
  const auto size_range = [](const std::string& text) {
    return parse_size_range(text) ? "" : "got '" + text + "', expected two sizes such as 1e3:1e8";
  };
  bench->add_option("--op", options.operations, "Only these operations; default: the main ones");
  bench->add_flag("--all", options.all, "Every operation");
  bench->add_option("--dtype", options.dtypes, "Of the first input; default: float32");
  bench->add_option("--size", options.sizes, "Elements: 1000, 1e6, 2^24; default: one large size")->check(sized);
  bench->add_option("--sizes", options.size_range, "A range of sizes: 1e3:1e8")->check(size_range);
  bench->add_option("-b,--device", options.device, "A device string; default: the flag device");
  bench->add_option("--json", options.json, "A file for every round of every measurement")->type_name("FILE");
  bench->add_option("--plot", options.plot, "An SVG file for size against bandwidth")->type_name("FILE");
  bench->add_option("--peers", options.peers, "numpy, torch, cupy, jax or none; default: those installed")
      ->delimiter(',')
      ->check(CLI::IsMember({"numpy", "torch", "cupy", "jax", "none"}));
  bench->add_flag("--peers-new-results", options.peers_new_results,
                  "Peers make a new array for each result, as most of their users do");
  bench->add_option("--python", options.python, "The Python that has the peers")
      ->type_name("FILE")
      ->capture_default_str();
  bench->add_option("--round-seconds", options.round_seconds, "A round of calls takes about so long")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  bench->add_option("--peer-seconds", options.peer_seconds, "A peer silent for so long is given up")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  return bench;
}

void add_driver_seconds(CLI::App* command, Options& options) {
  command->add_option("--driver-seconds", options.driver_seconds, "A driver silent for so long is left out")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

Commands add_commands(CLI::App& app, Options& options) {
  Commands commands{};
  commands.info = app.add_subcommand("info", "List backends and devices, and the device that the flags pick");
  commands.info->add_flag("--json", options.json, "Print JSON");
  commands.info->add_flag("--verbose,-v", options.verbose, "Open every device and print its limits");
  add_driver_seconds(commands.info, options);
  commands.doctor = app.add_subcommand("doctor", "Find out why a device is missing and what to do about it");
  commands.doctor->add_flag("--json", options.json, "Print JSON");
  add_driver_seconds(commands.doctor, options);
  commands.doctor->footer(
      "Exit status: 0 if the devices that the flags device and contexts choose compute, whatever else is\n"
      "wrong; 1 if one of them does not, or a flag is invalid; and 2 if the command line is wrong.");
  commands.flags = app.add_subcommand("flags", "Print every flag, its value and where that came from");
  commands.flags->add_flag("--json", options.json, "Print JSON");
  commands.selftest = app.add_subcommand("selftest", "Check every operation on a device against the host");
  commands.selftest->add_option("--op", options.selftest.operations, "Only these operations");
  commands.selftest->add_option("--dtype", options.selftest.dtypes, "Only these dtypes of the first input");
  commands.selftest->add_option("--seed", options.selftest.seed, "Of the random elements and layouts")
      ->check(refused_seed)
      ->capture_default_str();
  commands.selftest->add_option("-b,--device", options.selftest.device, "A device string; default: the flag device");
  commands.selftest->add_flag("--list", options.selftest.list, "Print operations and dtypes, run nothing");
  commands.selftest->add_flag("--matrix", options.selftest.matrix,
                              "The same as the table of docs/reference/operations/table.md");
  commands.bench = add_bench(app, options.bench);
  CLI::App* cache = app.add_subcommand("cache", "Look after the folder of compiled kernels");
  cache->require_subcommand(1);
  commands.stat = cache->add_subcommand("stat", "Count the entries");
  commands.prune = cache->add_subcommand("prune", "Remove the least recently used entries");
  commands.prune->add_option("--bytes", options.bytes, "Most bytes to keep; suffixes K, M, G, T are powers of 1024")
      ->check([](const std::string& text) {
        return parse_bytes(text) ? std::string() : "got '" + text + "', expected a size such as 500M";
      })
      ->capture_default_str();
  commands.verify =
      cache->add_subcommand("verify", "Read every entry and remove damaged ones; fails if there were any");
  commands.clear = cache->add_subcommand("clear", "Remove every entry");
  for (CLI::App* action : {commands.stat, commands.prune, commands.verify, commands.clear})
    action->add_flag("--json", options.json, "Print JSON");
  commands.completion = app.add_subcommand("completion", "Print a script that completes this command in a shell");
  commands.completion->add_option("shell", options.shell, "bash")->required()->check(CLI::IsMember({"bash"}));
  return commands;
}

std::vector<OptionWords> options_of(const CLI::App& command) {
  std::vector<OptionWords> all;
  for (const CLI::Option* option : command.get_options()) {
    OptionWords words;
    for (const std::string& name : option->get_snames()) words.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) words.names.push_back("--" + name);
    words.takes_value = option->get_items_expected_min() > 0;
    words.takes_file = option->get_type_name() == "FILE";
    words.takes_many = option->get_items_expected_max() > 1;
    if (!words.names.empty()) all.push_back(std::move(words));
  }
  return all;
}

std::vector<std::string> subcommands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands(nullptr)) names.push_back(each->get_name());
  return names;
}

void collect_words(const CLI::App& command, const std::string& path, std::vector<CommandWords>& all) {
  all.push_back({path, subcommands_of(command), options_of(command)});
  for (const CLI::App* each : command.get_subcommands(nullptr))
    collect_words(*each, path + ' ' + each->get_name(), all);
}

int run(const CLI::App& app, const Commands& commands, const Options& options) {
  if (commands.info->parsed()) return run_info(options.json, options.verbose, options.driver_seconds);
  if (commands.doctor->parsed()) return run_doctor(options.json, options.driver_seconds);
  if (commands.completion->parsed()) {
    std::vector<CommandWords> words;
    collect_words(app, "", words);
    return run_completion(words);
  }
  if (commands.flags->parsed()) return run_flags(options.json);
  if (commands.selftest->parsed()) return run_selftest(options.selftest);
  if (commands.bench->parsed()) return run_bench(options.bench);
  if (commands.prune->parsed()) return run_cache(KILN_CACHE_PRUNE, *parse_bytes(options.bytes), options.json);
  if (commands.verify->parsed()) return run_cache(KILN_CACHE_VERIFY, 0, options.json);
  if (commands.clear->parsed()) return run_cache(KILN_CACHE_CLEAR, 0, options.json);
  return run_cache(KILN_CACHE_STAT, 0, options.json);
}

// The innermost subcommand on the command line, whose help is shown.
const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* current = &app;
  while (!current->get_subcommands().empty()) current = current->get_subcommands().front();
  return *current;
}

std::string wrong_usage(const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = command.remaining();
  if (unknown.empty()) return error.what();
  // CLI11 only says that a subcommand is missing if there is an unknown one.
  if (command.get_require_subcommand_min() > 0)
    return "unknown command '" + unknown.front() + "'" + suggestion(unknown.front(), subcommands_of(command));
  std::vector<std::string> options;
  for (const OptionWords& option : options_of(command))
    options.insert(options.end(), option.names.begin(), option.names.end());
  return error.what() + suggestion(unknown.front(), options);
}

int main_guarded(int argc, char** argv) {
  kiln_set_log_callback(
      [](kiln_log_level level, const char* line, void*) {
        if (level == KILN_LOG_WARNING) std::cerr << "kiln: warning: " << line << '\n';
      },
      nullptr);

  CLI::App app("Looks after Kiln: devices, flags and the kernel cache", "kiln");
  app.set_version_flag("--version", "kiln " + library_version());
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 after success, 1 after a failure, and 2 if the command line is wrong.");  // of all commands
  Options options;
  const Commands commands = add_commands(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help or --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    const CLI::App& command = innermost(app);
    std::cerr << "kiln: " << wrong_usage(command, error) << "\n\n" << app.help();
    return kUsage;
  }
  int status = run(app, commands, options);
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "kiln: cannot write the output\n";
    status = 1;
  }
  return status;
}

}  // namespace

std::string library_version() {
  const unsigned version = kiln_version();
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

}  // namespace kiln_tool

int main(int argc, char** argv) {
  try {
    return kiln_tool::main_guarded(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "kiln: " << error.what() << '\n';
    return 1;
  }
}
