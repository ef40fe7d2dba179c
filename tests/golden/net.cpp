// SPDX-License-Identifier: Apache-2.0
#include "net.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "kernels.hpp"

namespace kiln::test {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  INFO(name << " is set by meson test");
  REQUIRE(value != nullptr);
  return value;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A function of the module that libkiln loads too.
template <class Function>
Function* symbol(const char* name) {
  void* const module = dlopen(variable("KILN_TEST_FAKE_MODULE").c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(module != nullptr);
  return reinterpret_cast<Function*>(dlsym(module, name));
}

fake::Log& fake_log() {
  static fake::Log* const log = symbol<fake::Log*()>("kiln_fake_log")();
  return *log;
}

Context open(const DeviceClass& device) {
  // Kernels do nothing, and every count that the host reads of fresh memory is 1000. Larger arrays have no
  // memory.
  const std::string options = std::string(device.options) +
                              ",unknown_kernels=1,log_launches=1,poison_word=1000,largest_real=262144,"
                              "memory=0x100000000000";
  setenv("KILN_FAKE", options.c_str(), 1);
  kiln_context_options plain = KILN_CONTEXT_OPTIONS_INIT;
  plain.single_stream = KILN_YES;
  plain.preallocate = "-1";  // no pool: memory is never used twice
  plain.cache_path = "off";
  Context context("fake0", plain);
  unsetenv("KILN_FAKE");
  return context;
}

// Where a file of kernels/ may begin behind `at`.
std::size_t next_start(const std::string& text, std::size_t at) {
  static const std::set<std::string> lines = [] {
    std::set<std::string> first;
    for (const auto& [name, body] : templates()) first.insert(body.substr(0, body.find('\n') + 1));
    return first;
  }();
  std::size_t next = std::string::npos;
  for (const std::string& line : lines) next = std::min(next, text.find(line, at));
  return next;
}

// The text with a line for each file of kernels/ in it.
std::string shortened(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = next_start(text, at);
    out += text.substr(at, next - at);
    if (next == std::string::npos) return out;
    const std::string *found = nullptr, *longest = nullptr;
    for (const auto& [name, body] : templates())
      if (text.compare(next, body.size(), body) == 0 && (!longest || body.size() > longest->size())) {
        found = &name;
        longest = &body;
      }
    out += found ? "<<" + *found + ">>\n" : text.substr(next, 1);
    at = next + (found ? longest->size() : 1);
  }
  return out;
}

std::string sizes(unsigned dims, const std::size_t* of) {
  std::string out;
  for (unsigned i = 0; i < dims; ++i) out += (i ? "x" : "") + std::to_string(of[i]);
  return out;
}

// Numbers of 4 and 8 bytes as integers, unless they are too large to be anything but bits.
std::string value_text(const std::vector<std::byte>& value) {
  std::int64_t number = 0;
  if (value.size() == 4) {
    std::int32_t small = 0;
    std::memcpy(&small, value.data(), 4);
    number = small;
  } else if (value.size() == 8) {
    std::memcpy(&number, value.data(), 8);
  }
  const std::int64_t least = std::int64_t{1} << (value.size() == 8 ? 50 : 29);
  const bool plain = (value.size() == 8 || value.size() == 4) && -least < number && number < least;
  std::string out = std::to_string(value.size()) + ":";
  if (plain) return out + std::to_string(number);
  for (std::size_t i = value.size(); i-- > 0;) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", std::to_integer<unsigned>(value[i]));
    out += digits;
  }
  return out;
}

// A structure: the number of its bytes, and words of 4 bytes of which its members consist.
std::vector<std::string> structure_words(const std::vector<std::byte>& value) {
  std::vector<std::string> out = {std::to_string(value.size()) + ":{"};
  for (std::size_t at = 0; at + 4 <= value.size(); at += 4)
    out.push_back(value_text({value.begin() + std::ptrdiff_t(at), value.begin() + std::ptrdiff_t(at + 4)}).substr(2));
  out.push_back("}");
  return out;
}

// Words behind `first`, on lines of no more than 118 characters.
std::string lines_of(const std::string& first, const std::vector<std::string>& words) {
  std::string out, line = first;
  for (const std::string& word : words) {
    if (line.size() + 1 + word.size() > 118) {
      out += line + "\n";
      line = "   ";
    }
    line += " " + word;
  }
  return out + line + "\n";
}

// The first line that differs, with its number.
std::string difference(const std::string& want, const std::string& got) {
  std::istringstream a(want), b(got);
  std::string expected, found;
  for (int number = 1;; ++number) {
    const bool more = static_cast<bool>(std::getline(a, expected));
    const bool other = static_cast<bool>(std::getline(b, found));
    if (!more) expected = "(the end)";
    if (!other) found = "(the end)";
    if (expected != found || (!more && !other))
      return "line " + std::to_string(number) + "\n  expected: " + expected + "\n  got:      " + found;
  }
}

}  // namespace

const std::vector<DeviceClass>& device_classes() {
  static const std::vector<DeviceClass> all = {
      {"cpu",
       "opencl=1,compute_units=8,max_local_size=4096,local_memory=524288,vector_bytes=32,"
       "cache_bytes=33554432,acquire_release=1",
       true, true},
      {"gpu", "gpu=1,opencl=1,compute_units=40,max_local_size=256,local_memory=65536,unified_memory=0", false, true},
      {"progress",
       "gpu=1,cuda=1,compute_units=132,max_local_size=1024,max_groups=2147483647,max_groups_across=65535,"
       "local_memory=232448,"
       "declared_local_memory=49152,unified_memory=0",
       false, true},
      {"nofp64",
       "gpu=1,opencl=1,compute_units=16,max_local_size=512,local_memory=32768,float64=0,float16=0,"
       "int64_atomics=0",
       false, false},
  };
  return all;
}

const std::map<std::string, std::string>& templates() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(variable("KILN_KERNELS_DIR")))
      if (const std::string name = entry.path().filename().string(); entry.path().extension() == ".cl") {
        INFO(name << " is in kernels/meson.build");
        REQUIRE(!kernels::find(name).empty());
        files[name] = kernels::find(name);
      }
    return files;
  }();
  return all;
}

const std::string& Programs::name_of(const std::shared_ptr<const std::string>& text, const std::string& kernel) {
  const auto [at, fresh] = names_.try_emplace(*text);
  if (fresh) {
    at->second = kernel + "." + std::to_string(++counts_[kernel]);
    text_ += "======== " + at->second + "\n" + shortened(*text);
    if (text_.back() != '\n') text_ += '\n';
  }
  return at->second;
}

Record::Record(const DeviceClass& device, Programs& programs)
    : device_(device), programs_(programs), context_(open(device)) {}

void Record::operator()(const std::string& title, const std::function<void()>& work) {
  names_.clear();
  inputs_ = others_ = 0;
  fake_log().clear();
  text_ += "== " + title + "\n";
  try {
    work();
    collect();
  } catch (const Error& error) {
    collect();
    text_ += "refused: " + std::string(error.what()) + "\n";
  }
}

GpuArray Record::array(const Shape& shape, kiln_dtype dtype) {
  return named([&] { return GpuArray::empty(context_, shape, dtype); });
}

GpuArray Record::named(const std::function<GpuArray()>& make) {
  collect();
  const GpuArray result = make();
  const std::string name(1, static_cast<char>('a' + inputs_++));
  for (const fake::Call& call : fake_log().calls())
    if (std::string_view(call.entry) == "memory_allocate") names_[call.object] = name;
  fake_log().clear();
  return result;
}

std::string Record::memory(std::uint64_t number, std::uint64_t bytes) {
  std::string& name = names_[number];
  if (name.empty()) name = "t" + std::to_string(++others_);
  return name + (bytes ? "(" + std::to_string(bytes) + ")" : "");
}

// Appends what was queued since the last time.
void Record::collect() {
  const std::vector<fake::Launched> launches = fake_log().launches();
  std::size_t next = 0;
  for (const fake::Call& call : fake_log().calls()) {
    const std::string_view entry = call.entry;
    const std::string range = "+" + std::to_string(call.offset) + " " + std::to_string(call.bytes) + "\n";
    if (entry == "kernel_launch")
      launch(launches.at(next++));
    else if (entry == "memory_copy")
      text_ += "copy " + memory(call.other) + " to " + memory(call.object) + range;
    else if (entry == "memory_fill" || entry == "memory_read" || entry == "memory_write")
      text_ += std::string(entry.substr(7)) + " " + memory(call.object) + range;
  }
  fake_log().clear();
}

void Record::launch(const fake::Launched& launch) {
  std::vector<std::string> words;
  for (const fake::Launched::Argument& argument : launch.arguments) {
    if (argument.kind == backend::Argument::Kind::value && argument.value.size() > 16)
      for (const std::string& word : structure_words(argument.value)) words.push_back(word);
    else if (argument.kind == backend::Argument::Kind::value)
      words.push_back(value_text(argument.value));
    else if (argument.kind == backend::Argument::Kind::local)
      words.push_back("local:" + std::to_string(argument.bytes));
    else
      words.push_back(memory(argument.memory, argument.bytes) +
                      (argument.offset ? "+" + std::to_string(argument.offset) : ""));
  }
  text_ += programs_.name_of(launch.text, launch.kernel) + " " + launch.kernel + " " +
           sizes(launch.dims, launch.global) + " / " + sizes(launch.dims, launch.local) +
           (launch.dynamic_local ? " dynamic " + std::to_string(launch.dynamic_local) : "") + "\n";
  text_ += lines_of("  ", words);
}

void answer(const char* kernel, std::size_t argument, std::int64_t number) {
  const fake::KernelFunction function = [=](const fake::KernelCall& call) {
    *call.pointer<std::int64_t>(argument) = number;
  };
  symbol<void(const char*, const fake::KernelFunction*)>("kiln_fake_register_kernel")(kernel, &function);
}

void check_golden(const std::string& file, const std::string& text) {
  const std::string path = variable("KILN_GOLDEN_DIR") + "/" + file;
  if (std::getenv("KILN_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << text;
  const std::string want = contents(path);
  if (want == text) {
    SUCCEED(path);
    return;
  }
  FAIL_CHECK(path << " differs from what the device got, first in " << difference(want, text)
                  << "\n(KILN_UPDATE_GOLDEN=1 writes the file anew, for `git diff`)");
}

void check_family(const std::string& name, const std::function<void(Record&)>& family) {
  Programs programs;
  for (const DeviceClass& device : device_classes()) {
    INFO(name << " on " << device.name);
    Record record(device, programs);
    const std::uint64_t before = fake_log().misuses();
    family(record);
    CHECK(fake_log().misuses() == before);
    check_golden(name + "." + device.name + ".txt", record.text());
  }
  check_golden(name + ".cl", programs.text());
}

}  // namespace kiln::test
