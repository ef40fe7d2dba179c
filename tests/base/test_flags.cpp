// SPDX-License-Identifier: Apache-2.0
// Flags: the two syntaxes, precedence, values, Theano's names, and errors that name their source.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/flags/flags.hpp"
#include "base/log.hpp"
#include "catch.hpp"
#include "check_error.hpp"

using namespace kiln::base;

namespace {

// An environment of its own: every variable Kiln reads is cleared, then set as asked, and put back at the
// end.
class Environment {
 public:
  Environment(std::initializer_list<std::pair<const char*, std::string>> variables = {}) {
    for (const char* name : {"KILN_FLAGS", "KILNRC", "XDG_CONFIG_HOME", "HOME"}) {
      const char* value = getenv(name);
      before_[name] = value ? std::optional<std::string>(value) : std::nullopt;
      unsetenv(name);
    }
    for (const auto& [name, value] : variables) setenv(name, value.c_str(), 1);
    set_log_callback([](kiln_log_level, const char* line,
                        void* user) { static_cast<std::vector<std::string>*>(user)->emplace_back(line); },
                     &log_lines);
    Flags::reload();
  }
  ~Environment() {
    set_log_callback(nullptr, nullptr);
    for (const auto& [name, value] : before_) {
      if (value) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
    Flags::reload();
  }
  std::vector<std::string> log_lines;

 private:
  std::map<std::string, std::optional<std::string>> before_;
};

class Folder {
 public:
  Folder() {
    char name[] = "/tmp/kiln-flags-XXXXXX";
    REQUIRE(mkdtemp(name) != nullptr);
    path = name;
  }
  ~Folder() { std::system(("rm -rf '" + path + "'").c_str()); }
  std::string write(const std::string& name, const std::string& text) const {
    const std::string file = path + "/" + name;
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  std::string path;
};

Flag flag(const std::string& name) {
  for (const Flag& candidate : Flags::all()) {
    if (candidate.name == name) return candidate;
  }
  FAIL("no flag " << name);
  return {};
}

std::vector<std::pair<std::string, std::string>> pairs(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Setting& setting : parse_flags(text)) result.emplace_back(setting.name, setting.value);
  return result;
}
using Pairs = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("KILN_FLAGS syntax") {
  CHECK(pairs("").empty());
  CHECK(pairs(" , ,,").empty());
  CHECK(pairs("a=b,c=d") == Pairs{{"a", "b"}, {"c", "d"}});
  CHECK(pairs(" a = b , c = d ,") == Pairs{{"a", "b"}, {"c", "d"}});
  CHECK(pairs("a=") == Pairs{{"a", ""}});
  CHECK(pairs("a=b=c,d==") == Pairs{{"a", "b=c"}, {"d", "="}});
  CHECK(pairs("a='x,y',b=\"p,q\"") == Pairs{{"a", "x,y"}, {"b", "p,q"}});
  CHECK(pairs("'a=x,y',b=1") == Pairs{{"a", "x,y"}, {"b", "1"}});
  CHECK(pairs("a=' x '") == Pairs{{"a", " x "}});
  CHECK(pairs("a=\"\\\"q\\\\ \\n\"") == Pairs{{"a", "\"q\\ \\n"}});
  CHECK(pairs("a='\\'") == Pairs{{"a", "\\"}});
  CHECK(pairs("a=x\\,y") == Pairs{{"a", "x,y"}});
  CHECK(pairs("nvcc.flags=-ftz=true --prec-div=false") == Pairs{{"nvcc.flags", "-ftz=true --prec-div=false"}});
  CHECK(pairs("a=1,a=2").size() == 2);
  CHECK_ERROR(parse_flags("device"), KILN_FLAG_ERROR, "KILN_FLAGS: column 1: got 'device', expected name=value");
  CHECK_ERROR(parse_flags("a=b,floatX"), KILN_FLAG_ERROR, "column 5");
  CHECK_ERROR(parse_flags("a=b,=c"), KILN_FLAG_ERROR, "column 5: got '=c' without a name");
  CHECK_ERROR(parse_flags("a='b"), KILN_FLAG_ERROR, "column 3: quote ' without its end");
  CHECK_ERROR(parse_flags("a=\"b\\\""), KILN_FLAG_ERROR, "column 3: quote \"");
  CHECK_ERROR(parse_flags("a=b\\"), KILN_FLAG_ERROR, "column 4: backslash");
}

TEST_CASE("rc file syntax") {
  const auto settings = parse_rc(
      "\xEF\xBB\xBF# comment\r\n"
      "before = 1\n"
      "[global]\r\n"
      "floatX = float64  ; a comment\r\n"
      "device: opencl0:0\n"
      "; another\n"
      "\n"
      " [ gpuarray ]  # comment\n"
      "  preallocate=0.5 # half\n"
      "cache_path = '/a # b'\n"
      "x = /a#b\n"
      "y =\n"
      "z = # nothing");
  const RcSetting expected[] = {
      {"before", "1", 2},
      {"floatX", "float64", 4},
      {"device", "opencl0:0", 5},
      {"gpuarray.preallocate", "0.5", 9},
      {"gpuarray.cache_path", "/a # b", 10},
      {"gpuarray.x", "/a#b", 11},
      {"gpuarray.y", "", 12},
      {"gpuarray.z", "", 13},
  };
  REQUIRE(settings.size() == std::size(expected));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    CHECK(settings[i].name == expected[i].name);
    CHECK(settings[i].value == expected[i].value);
    CHECK(settings[i].line == expected[i].line);
  }
  CHECK(parse_rc("").empty());
  CHECK_ERROR(parse_rc("\n[global\n"), KILN_FLAG_ERROR, "kilnrc:2: got '[global', expected [section]");
  CHECK_ERROR(parse_rc("[a] b\n"), KILN_FLAG_ERROR, "kilnrc:1: got 'b' after [section]");
  CHECK_ERROR(parse_rc("\n\ndevice\n"), KILN_FLAG_ERROR, "kilnrc:3: got 'device', expected name = value");
  CHECK_ERROR(parse_rc("= x"), KILN_FLAG_ERROR, "kilnrc:1:");
  CHECK_ERROR(parse_rc("a = 'x"), KILN_FLAG_ERROR, "kilnrc:1: quote '");
}

TEST_CASE("defaults, also without a home") {
  Environment environment;
  const std::map<std::string, std::string> defaults = {
      {"device", "auto"},
      {"floatX", "float32"},
      {"preallocate", "0"},
      {"sched", "default"},
      {"single_stream", "True"},
      {"cache_path", ""},
      {"cache_store", "auto"},
      {"launch_blocking", "False"},
      {"run_ahead", "1024"},
      {"run_ahead_memory", "1024"},
      {"fastmath", "False"},
      {"check_index", "False"},
      {"matmul_precision", "highest"},
      {"blas", "auto"},
      {"conv", "auto"},
      {"winograd", "True"},
      {"mode", "FAST_RUN"},
      {"optimizer", "fast_run"},
      {"optimizer_excluding", ""},
      {"optimizer_including", ""},
      {"on_unused_input", "raise"},
      {"allow_gc", "True"},
      {"signatures", "32"},
      {"profile", "False"},
      {"contexts", ""},
      {"assert_no_cpu_op", "ignore"},
      {"warn_float64", "ignore"},
      {"print_active_device", "True"},
  };
  const auto flags = Flags::all();
  CHECK(flags.size() == defaults.size());
  for (const Flag& each : flags) {
    INFO(each.name);
    CHECK(each.value == defaults.at(each.name));
    CHECK(each.default_value == each.value);
    CHECK(each.source == "default");
    CHECK_FALSE(each.help.empty());
    CHECK_FALSE(each.type.empty());
  }
  CHECK(flag_floatX() == KILN_FLOAT32);
  CHECK(flag_bool("single_stream"));
  CHECK_FALSE(flag_bool("fastmath"));
  CHECK(flag_text("device") == "auto");
  CHECK_ERROR(Flags::get("devise"), KILN_FLAG_ERROR, "unknown flag 'devise', did you mean 'device'?");
  CHECK(environment.log_lines.empty());
}

TEST_CASE("kiln_flag_set wins over KILN_FLAGS, that over the rc file, that over the default") {
  Folder folder;
  const std::string rc =
      folder.write("rc", "[global]\nfloatX = float16\ndevice = cpu\nsched = multi\n\nsched = single\n");
  Environment environment{{"KILNRC", rc}, {"KILN_FLAGS", "device=gpu,floatX=float32,device=cuda1"}};
  CHECK(flag("device").value == "cuda1");
  CHECK(flag("device").source == "KILN_FLAGS");
  CHECK(flag("floatX").value == "float32");
  CHECK(flag("sched").value == "single");
  CHECK(flag("sched").source == "kilnrc:" + rc + ":6");
  CHECK(flag("fastmath").source == "default");
  Flags::set("device", "opencl0:0");
  CHECK(flag("device").value == "opencl0:0");
  CHECK(flag("device").source == "kiln_flag_set");
  CHECK(flag("device").default_value == "auto");
}

TEST_CASE("the rc file is found in the XDG folder, then in the home") {
  Folder folder;
  REQUIRE(mkdir((folder.path + "/xdg").c_str(), 0700) == 0);
  REQUIRE(mkdir((folder.path + "/xdg/kiln").c_str(), 0700) == 0);
  REQUIRE(mkdir((folder.path + "/.config").c_str(), 0700) == 0);
  REQUIRE(mkdir((folder.path + "/.config/kiln").c_str(), 0700) == 0);
  folder.write("xdg/kiln/kilnrc", "device = cuda1\n");
  folder.write(".config/kiln/kilnrc", "device = cuda2\n");
  const std::string named = folder.write("named", "device = cuda3\n");
  {
    Environment environment{{"HOME", folder.path}};
    CHECK(flag_text("device") == "cuda2");
  }
  {
    Environment environment{{"HOME", folder.path}, {"XDG_CONFIG_HOME", folder.path + "/xdg"}};
    CHECK(flag_text("device") == "cuda1");
  }
  {
    Environment environment{{"HOME", folder.path}, {"XDG_CONFIG_HOME", "relative/is/ignored"}};
    CHECK(flag_text("device") == "cuda2");
  }
  {
    Environment environment{{"HOME", folder.path}, {"KILNRC", named}};
    CHECK(flag_text("device") == "cuda3");
  }
  {
    Environment environment{{"HOME", folder.path + "/missing"}};
    CHECK(flag_text("device") == "auto");
    CHECK(environment.log_lines.empty());
  }
}

TEST_CASE("an rc file that cannot be read") {
  Folder folder;
  {
    Environment environment{{"KILNRC", folder.path + "/missing"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "/missing: cannot be read: No such file");
  }
  {
    Environment environment{{"KILNRC", folder.path}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "Is a directory");
  }
  {
    Environment environment{{"KILNRC", "/dev/zero"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "File too large");
  }
  {
    // No writer: a pipe must not hold the program up.
    const std::string pipe = folder.path + "/pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    Environment environment{{"KILNRC", pipe}};
    CHECK(flag_text("device") == "auto");
  }
  {
    // The default place is not asked for by anyone: a warning, and on.
    REQUIRE(mkdir((folder.path + "/kiln").c_str(), 0700) == 0);
    REQUIRE(mkdir((folder.path + "/kiln/kilnrc").c_str(), 0700) == 0);
    Environment environment{{"XDG_CONFIG_HOME", folder.path}};
    CHECK(flag_text("device") == "auto");
    REQUIRE(environment.log_lines.size() == 1);
    CHECK(environment.log_lines[0].find("cannot be read") != std::string::npos);
  }
}

TEST_CASE("values are checked by type") {
  Environment environment;
  struct Row {
    const char* name;
    const char* value;
    const char* canonical;  // null: refused
  };
  const Row rows[] = {
      {"fastmath", "true", "True"},
      {"fastmath", "0", "False"},
      {"fastmath", "ON", "True"},
      {"fastmath", "2", nullptr},
      {"fastmath", "", nullptr},
      {"floatX", "float64", "float64"},
      {"floatX", "float16", "float16"},
      {"floatX", "int32", nullptr},
      {"floatX", "bfloat16", nullptr},
      {"sched", "multi", "multi"},
      {"sched", "Multi", nullptr},
      {"run_ahead", "64", "64"},
      {"run_ahead", "007", "7"},
      {"run_ahead", "0", "0"},
      {"run_ahead", "-1", nullptr},
      {"run_ahead", "1e3", nullptr},
      {"run_ahead", "", nullptr},
      {"run_ahead", "10000000000", nullptr},
      {"run_ahead_memory", "1000000001", nullptr},
      {"signatures", " 7 ", "7"},
      {"signatures", "0", nullptr},
      {"signatures", "-1", nullptr},
      {"signatures", "3.5", nullptr},
      {"signatures", "99999999999999999999", nullptr},
      {"preallocate", "0.5", "0.5"},
      {"preallocate", "-1", "-1"},
      {"preallocate", "1e3", "1e3"},
      {"preallocate", "512MB", nullptr},
      {"preallocate", "nan", nullptr},
      {"preallocate", "inf", nullptr},
      {"preallocate", "1e30", nullptr},
      {"preallocate", "", nullptr},
      {"cache_path", "/tmp/x", "/tmp/x"},
      {"cache_path", "", ""},
      {"cache_path", "off", "off"},
      {"cache_path", "relative", nullptr},
      {"cache_path", "~/x", nullptr},
      {"device", "opencl1:2", "opencl1:2"},
      {"device", "opencl:Some Name", "opencl:Some Name"},
      {"device", "fault:opencl:pocl", "fault:opencl:pocl"},
      {"device", "", nullptr},
      {"device", "0", nullptr},
      {"device", "cuda-1", nullptr},
      {"device", "opencl:", nullptr},
      {"device", "gpu", "gpu"},
      {"device", "gpu2", "cuda2"},
  };
  for (const Row& row : rows) {
    INFO(row.name << "=" << row.value);
    if (row.canonical) {
      Flags::set(row.name, row.value);
      CHECK(flag(row.name).value == row.canonical);
    } else {
      CHECK_ERROR(Flags::set(row.name, row.value), KILN_FLAG_ERROR, std::string("kiln_flag_set: flag ") + row.name);
    }
  }
  setenv("HOME", "/home/someone", 1);
  Flags::set("cache_path", "~/cache");
  CHECK(flag_text("cache_path") == "/home/someone/cache");
  CHECK_ERROR(Flags::set("sched", "mutli"), KILN_FLAG_ERROR, "did you mean 'multi'?");
  CHECK_ERROR(Flags::set("devcie", "cpu"), KILN_FLAG_ERROR,
              "kiln_flag_set: unknown flag 'devcie', did you mean 'device'?");
}

TEST_CASE("preallocate") {
  using Mode = Preallocate::Mode;
  CHECK(parse_preallocate("-1").mode == Mode::no_pool);
  CHECK(parse_preallocate("0").mode == Mode::none);
  CHECK(parse_preallocate("-0.0").mode == Mode::none);
  CHECK(parse_preallocate("0.25").mode == Mode::fraction);
  CHECK(parse_preallocate("0.25").fraction == 0.25);
  CHECK(parse_preallocate(" 1 ").mode == Mode::fraction);
  CHECK(parse_preallocate("1.5").mode == Mode::bytes);
  CHECK(parse_preallocate("1.5").bytes == 1572864);
  CHECK(parse_preallocate("1024").bytes == std::uint64_t{1} << 30);
  CHECK_ERROR(parse_preallocate("a"), KILN_FLAG_ERROR, "got 'a', expected a number");
  CHECK_ERROR(parse_preallocate("1 2"), KILN_FLAG_ERROR, "preallocate");
}

TEST_CASE("Theano's names are understood and say what they map to") {
  {
    Environment environment{{"KILN_FLAGS",
                             "gpuarray.preallocate=0.5,gpuarray.sched=multi,gpuarray.single_stream=False,"
                             "gpuarray.cache_path=/tmp/k,nvcc.fastmath=True,device=gpu1"}};
    CHECK(flag_text("preallocate") == "0.5");
    CHECK(flag_text("sched") == "multi");
    CHECK_FALSE(flag_bool("single_stream"));
    CHECK(flag_text("cache_path") == "/tmp/k");
    CHECK(flag_bool("fastmath"));
    CHECK(flag_text("device") == "cuda1");
    REQUIRE(environment.log_lines.size() == 6);  // once each, however often flags are read
    CHECK(environment.log_lines[0] ==
          "KILN_FLAGS: gpuarray.preallocate is a name of Theano's for Kiln's flag preallocate");
    CHECK(environment.log_lines[5] == "KILN_FLAGS: device=gpu1 is Theano's old name for device=cuda1");
  }
  {
    Folder folder;
    const std::string rc = folder.write("rc",
                                        "[global]\nfloatX = float32\ndevice = gpu0\n\n[lib]\ncnmem = 0.9\n\n[nvcc]\n"
                                        "fastmath = True\n[gpuarray]\nsched = single\n");
    Environment environment{{"KILNRC", rc}};
    CHECK(flag_text("preallocate") == "0.9");
    CHECK(flag("preallocate").source == "kilnrc:" + rc + ":6");
    CHECK(flag_bool("fastmath"));
    CHECK(flag_text("sched") == "single");
    CHECK(flag_text("device") == "cuda0");
    REQUIRE(environment.log_lines.size() == 4);
    CHECK(environment.log_lines[1].find("lib.cnmem") != std::string::npos);
  }
  {
    Environment environment{{"KILN_FLAGS", "nvcc.flags=--use_fast_math -D_X"}};
    CHECK(flag_bool("fastmath"));
    REQUIRE(environment.log_lines.size() == 1);
    CHECK(environment.log_lines[0] ==
          "KILN_FLAGS: nvcc.flags is a name of Theano's; it sets fastmath=True; ignored: -D_X");
  }
  {
    Environment environment{{"KILN_FLAGS", "nvcc.flags=-arch=sm_30"}};
    CHECK_FALSE(flag_bool("fastmath"));
    REQUIRE(environment.log_lines.size() == 1);
    CHECK(environment.log_lines[0].find("sets nothing") != std::string::npos);
  }
  {
    Environment environment{{"KILN_FLAGS", "lib.cnmem=lots"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "KILN_FLAGS: flag preallocate: got 'lots'");
  }
}

TEST_CASE("errors name their source and last until they are mended") {
  Folder folder;
  const std::string rc = folder.write("rc", "[global]\n\nflaotX = float64\n");
  {
    Environment environment{{"KILNRC", rc}};
    for (int i = 0; i < 2; ++i) {
      CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "kilnrc:" + rc + ":3: unknown flag 'flaotX', did you mean 'floatX'?");
    }
  }
  {
    Environment environment{{"KILN_FLAGS", "devcie=cuda0"}};
    CHECK_ERROR(Flags::get("device"), KILN_FLAG_ERROR, "KILN_FLAGS: unknown flag 'devcie', did you mean 'device'?");
    CHECK_ERROR(flag_bool("fastmath"), KILN_FLAG_ERROR, "devcie");
  }
  {
    Environment environment{{"KILN_FLAGS", "gpuarray.preallocat=1"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "did you mean 'gpuarray.preallocate'?");
  }
  {
    Environment environment{{"KILN_FLAGS", "colour=red"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "unknown flag 'colour', expected one of device, floatX");
  }
  {
    Environment environment{{"KILN_FLAGS", "floatX=float12,fastmath=perhaps"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "flag floatX: got 'float12', did you mean 'float32'?");
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "flag fastmath: got 'perhaps', expected True or False");
    Flags::set("floatX", "float64");
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "fastmath");
    Flags::set("nvcc.fastmath", "False");
    CHECK(flag_floatX() == KILN_FLOAT64);
    CHECK_FALSE(flag_bool("fastmath"));
  }
  {
    Environment environment{{"KILN_FLAGS", "floatX"}};
    CHECK_ERROR(Flags::all(), KILN_FLAG_ERROR, "KILN_FLAGS: column 1");
  }
}

TEST_CASE("flags may be read and set from many threads") {
  Environment environment{{"KILN_FLAGS", "nvcc.fastmath=True"}};
  const std::size_t count = Flags::all().size();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i, count] {
      for (int k = 0; k < 500; ++k) {
        if (i == 0) Flags::set("sched", k % 2 ? "multi" : "single");
        if (Flags::all().size() != count) std::abort();
        if (!flag_bool("fastmath")) std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(environment.log_lines.size() == 1);
}
