// gpumodel-describe: descriptors of the kernels of a source file. Needs neither CUDA nor a
// GPU.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "src/describe/describe.hpp"
#include "src/describe/formula/parse.hpp"
#include "src/describe/front/compile_commands.hpp"
#include "src/describe/host/bodies.hpp"
#include "src/describe/host/host.hpp"
#include "src/describe/regions/announced_source.hpp"
#include "src/describe/serve.hpp"

namespace {

using namespace gpumodel::describe;

constexpr int done = 0, usage = 2, bad_input = 3, inconclusive = 6, internal = 70;

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  Diagnostic diagnostic;
  diagnostic.id = "usage";
  diagnostic.message = message;
  diagnostic.hints = {hint};
  throw Failure{{std::move(diagnostic)}, usage};
}

std::pair<std::string, std::string> definition(const std::string& text, const char* option) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    refuse(fmt::format("{} needs NAME=VALUE, found '{}'", option, text), "for example -D n=1Mi");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

constexpr std::string_view of_a_nest[] = {"schedule", "num_gangs", "num_workers", "vector_length",
                                          "compiler"};

// "grid=[ceil_div(n, 256)] block=[256] shared=4096"
void read_launch(const std::string& text, Answers& answers) {
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
    const std::size_t equals = text.find('=', at);
    if (equals == std::string::npos)
      refuse("--launch needs NAME=VALUE, found '" + text.substr(at) + "'",
             "for example --launch 'grid=[ceil_div(n, 256)] block=[256]'");
    const std::string name = text.substr(at, equals - at);
    std::size_t end = equals + 1;
    for (int depth = 0; end < text.size() && (depth > 0 || text[end] != ' '); ++end)
      depth += std::strchr("[({", text[end]) != nullptr   ? 1
               : std::strchr("])}", text[end]) != nullptr ? -1
                                                          : 0;
    const std::string value = text.substr(equals + 1, end - equals - 1);
    if (name == "grid")
      answers.grid = split_list(value);
    else if (name == "block")
      answers.block = split_list(value);
    else if (name == "shared")
      answers.shared = value;
    else if (name == "carveout")
      answers.carveout = value;
    else if (name == "registers")
      answers.registers = value;
    else if (std::ranges::find(of_a_nest, name) != std::end(of_a_nest))
      answers.nest[name] = value;
    else
      refuse("--launch has no '" + name + "'",
             "grid, block, shared, carveout and registers can be stated; of a loop nest also "
             "schedule, "
             "num_gangs, num_workers, vector_length and compiler");
    at = end;
  }
}

nlohmann::ordered_json as_json(const LaunchParameter& parameter) {
  nlohmann::ordered_json json{
      {"name", parameter.name},     {"bytes", parameter.bytes},
      {"kind", parameter.kind},     {"element_bytes", parameter.element_bytes},
      {"whole", parameter.whole},   {"written", parameter.written},
      {"offset", parameter.offset}, {"members", nlohmann::ordered_json::array()}};
  for (const LaunchParameter& each : parameter.members) json["members"].push_back(as_json(each));
  return json;
}

std::string launchable_as_json(const LaunchableKernel& kernel) {
  nlohmann::ordered_json json{
      {"kernel", kernel.name},     {"mangled", kernel.mangled},
      {"file", kernel.place.file}, {"line", kernel.place.line},
      {"shared", kernel.shared},   {"max_threads", kernel.max_threads},
      {"why_not", kernel.why_not}, {"parameters", nlohmann::ordered_json::array()}};
  for (const LaunchParameter& each : kernel.parameters) json["parameters"].push_back(as_json(each));
  return json.dump();
}

// A source that was compiled before it was asked about; else what is wrong with it.
using Ready = std::variant<Compiled, Failure>;

void expect_file(const std::string& file) {
  if (std::ifstream(file)) return;
  throw Failure{{{Severity::error, "file-missing", file + ": there is no such file", {}, {}, {}}},
                bad_input};
}

std::vector<std::string> compile_options(const Ask& ask, const std::string& text,
                                         const std::string& database) {
  expect_file(ask.file);
  for (const std::string& each : ask.beside) expect_file(each);
  std::vector<std::string> all = options_of_build(ask.file, database);
  for (std::string& word : shell_words(text)) all.push_back(std::move(word));
  return all;
}

Ready make_ready(Ask ask, const std::string& text, const std::string& database) {
  try {
    ask.compile_options = compile_options(ask, text, database);
    return compile_source(ask);
  } catch (const Failure& failure) {
    return failure;
  }
}

// What a process has compiled before it is asked stays its own: a copy that answers does not take
// it to pieces.
Compiled& compiled_of(const Ask& ask, Ready* ready, std::optional<Compiled>& here) {
  if (ready == nullptr) return here.emplace(compile_source(ask));
  if (const Failure* failure = std::get_if<Failure>(ready)) throw Failure(*failure);
  return std::get<Compiled>(*ready);
}

// `words` as of a command line, the program first.
int run(const std::vector<std::string>& words, Ready* ready) {
  CLI::App app("Descriptors of the kernels, regions and loops of a source, without CUDA and a GPU",
               "gpumodel-describe");
  Ask ask;
  std::string compile_text, database, launch_text, host_object, bodies, announced_file;
  unsigned number = 0;
  std::vector<std::string> definitions, known, counted, values, changing;
  bool list = false, json = false, serves = false;
  app.add_option("FILE", ask.file, "A source of CUDA, C or C++")->required();
  app.add_option("--kernel", ask.kernels, "Describe this kernel, such as 'conv2d<2>' (default all)")
      ->allow_extra_args(false);
  app.add_option("--name", ask.name, "Name of the descriptor, where one kernel is described");
  app.add_option("--compile", compile_text, "Options of the compiler: '-I include -DN=4'");
  app.add_option("--compile-commands", database,
                 "Further options of the compiler as a build has them, from this file (default the "
                 "nearest compile_commands.json beside FILE or above)");
  app.add_option("--beside", ask.beside,
                 "Another source: where FILE calls functions that it does not have, they are as "
                 "there")
      ->allow_extra_args(false);
  app.add_option("--launch", launch_text, "'grid=[ceil_div(n, 256)] block=[256] shared=BYTES'");
  app.add_option("-D,--define", definitions, "NAME=VALUE: default of a parameter")
      ->allow_extra_args(false);
  app.add_option("--values", values,
                 "NAME=CONTENTS of an array or of a drawn name, as under 'values'")
      ->allow_extra_args(false);
  app.add_flag("--list", list, "List kernels with their parameters, and templates");
  app.add_option("--code", ask.code,
                 "Write the code that the one kernel is read from into this file, as LLVM's");
  app.add_option("--host-object", host_object,
                 "Compile the host's side of FILE into this object, and say as JSON lines what its "
                 "kernels are called with");
  app.add_option("--bodies", bodies,
                 "With --host-object: kernels as code of this machine, in this object")
      ->needs("--host-object");
  app.add_option("--announced", announced_file,
                 "Write FILE into this one, with a call in front of each region of OpenACC that "
                 "says what its variables are; say the lines of constructs and of "
                 "their regions, and with which options to compile it");
  app.add_option("--number", number, "With --announced: of FILE, which these calls say")
      ->needs("--announced");
  app.add_option("--known", known, "NAME=VALUE: as -D, where the kernel asks for NAME")
      ->allow_extra_args(false);
  app.add_option("--counting", ask.counting,
                 "The one kernel with counters of what it leaves open, as code of this machine in "
                 "this object; questions say what cannot be counted")
      ->needs("--kernel");
  app.add_option("--counted", counted, "NAME=WHERE: where the answer to NAME was counted")
      ->allow_extra_args(false);
  app.add_option(
         "--changing", changing,
         "An array that the next launch finds changed: how often conditions on it hold, and "
         "how many rounds depend on it, is asked")
      ->allow_extra_args(false);
  app.add_flag(
      "--within", ask.answers.within,
      "Indices that are made of data stay within their arrays, whatever is drawn for them");
  app.add_flag("--json", json, "Diagnostics and questions as JSON lines");
  app.add_flag(
      "--serve", serves,
      "Compile FILE, then answer what is asked on standard input, a socket: command lines, "
      "each as the number of bytes, a line's end, and words that end in a 0");
  app.set_version_flag("--version", std::string("gpumodel-describe " GPUMODEL_VERSION
                                                ", LLVM " GPUMODEL_LLVM_VERSION));
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend() - 1));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? done : usage;
  }
  const auto show = [&](const Diagnostic& d) {
    const std::string text = json ? shown_as_json(d) : shown(d);
    std::fputs(text.c_str(), stderr);
  };
  try {
    if (serves && ready == nullptr) {
      Ready made = make_ready(ask, compile_text, database);
      return serve([&](const std::vector<std::string>& asked) { return run(asked, &made); });
    }
    for (const std::string& text : definitions) {
      const auto [name, value] = definition(text, "-D");
      ask.answers.parameters[name] = value;
      ask.answers.parameter_order.push_back(name);
    }
    for (const std::string& text : known) ask.answers.known.insert(definition(text, "--known"));
    for (const std::string& text : counted)
      ask.answers.counted.insert(definition(text, "--counted"));
    for (const std::string& text : values) ask.answers.values.insert(definition(text, "--values"));
    ask.answers.changing.insert(changing.begin(), changing.end());
    read_launch(launch_text, ask.answers);
    ask.compile_options = compile_options(ask, compile_text, database);
    if (!host_object.empty()) {
      auto kernels = compile_host({ask.file, ask.compile_options, host_object});
      if (!bodies.empty()) {
        const auto reasons =
            compile_bodies({ask.file, ask.compile_options, bodies, ask.beside}, kernels);
        for (LaunchableKernel& each : kernels)
          if (const auto why = reasons.find(each.mangled); why != reasons.end())
            each.why_not = why->second;
      }
      for (const LaunchableKernel& each : kernels) fmt::print("{}\n", launchable_as_json(each));
      return done;
    }
    if (!announced_file.empty()) {
      for (const Announcement& each :
           write_announced({ask.file, ask.compile_options, {}}, number, announced_file))
        for (const unsigned region : each.regions) fmt::print("region {} {}\n", each.line, region);
      for (const std::string& each : ask.compile_options) fmt::print("option {}\n", each);
      return done;
    }
    std::optional<Compiled> here;
    Compiled& compiled = compiled_of(ask, ready, here);
    if (list) {
      for (const std::string& each : signatures(compiled)) fmt::print("{}\n", each);
      return done;
    }
    const Result result = describe(ask, compiled);
    bool open = false;
    for (const Diagnostic& each : result.diagnostics) show(each);
    for (const Described& kernel : result.kernels) {
      for (const Question& q : kernel.questions) {
        open = true;
        Diagnostic asked{Severity::note, "value-asked", kernel.name + ": " + q.what, q.place, {},
                         {q.option}};
        if (!q.not_counted.empty()) asked.hints.push_back("not counted: " + q.not_counted);
        if (!q.least.empty()) asked.bounds = {q.least, q.most};
        show(asked);
      }
      fmt::print("{}{}", &kernel == result.kernels.data() ? "" : "---\n", kernel.text);
    }
    const bool refused = std::ranges::any_of(result.diagnostics,
                                             [](auto& d) { return d.severity == Severity::error; });
    return refused ? bad_input : open ? inconclusive : done;
  } catch (const Failure& failure) {
    for (const Diagnostic& each : failure.diagnostics) show(each);
    return failure.exit_code;
  } catch (const std::exception& error) {
    show({Severity::error, "internal", error.what(), {}, {}, {}});
    return internal;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run(std::vector<std::string>(argv, argv + argc), nullptr);
}
