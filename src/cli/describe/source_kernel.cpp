#include "src/cli/describe/source_kernel.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "src/cli/describe/describer.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel {
namespace {

constexpr auto endings =
    std::to_array<std::string_view>({".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx"});

constexpr std::ptrdiff_t most_open = 4;  // questions: each doubles the cases

[[noreturn]] void refuse_several(const std::string& file, const SourceOptions& options,
                                 const std::vector<std::string>& all) {
  std::vector<std::string> hints = {"--kernel NAME chooses one, as does what stands here:"};
  for (const std::string& each : all) hints.push_back(described_signature(each));
  refuse_call("usage",
              options.kernel.empty() ? file + " has " + std::to_string(all.size()) + " kernels"
                                     : "'" + options.kernel + "' names " +
                                           std::to_string(all.size()) + " kernels of " + file,
              std::move(hints));
}

// "app.cu:12" or "as in app.cu:12" behind the '#' of a descriptor's line: the number.
int line_of_source(std::string_view line, const std::string& source) {
  const std::string name = std::filesystem::path(source).filename().string() + ":";
  for (const std::string& before : {"  # " + name, "  # as in " + name}) {
    const std::size_t comment = line.find(before);
    if (comment == std::string_view::npos) continue;
    int number = 0;
    std::from_chars(line.data() + comment + before.size(), line.data() + line.size(), number);
    return number;
  }
  return 0;
}

// Of a line of a descriptor: its own, or that of what it belongs to.
int line_of_source(const TextFile& descriptor, int at, const std::string& source) {
  for (std::size_t within = std::string_view::npos; at > 0; --at) {
    const std::string_view line = descriptor.line(at);
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent >= within) continue;
    if (const int number = line_of_source(line, source); number > 0) return number;
    within = indent;
  }
  return 0;
}

// "    - load: x[i]    # app.cu:12 proven" -> "load: x[i]".
std::string without_comment(std::string_view line) {
  line = line.substr(0, line.find("  #"));
  const std::size_t first = std::min(line.find_first_not_of(" -"), line.size());
  return std::string(line.substr(first, line.find_last_not_of(' ') + 1 - first));
}

void name_places(std::vector<Access>& accesses, const TextFile& descriptor,
                 const std::string& source) {
  const std::string name = std::filesystem::path(source).filename().string();
  for (Access& access : accesses) {
    const int line = line_of_source(descriptor.line(access.source.line), source);
    if (line > 0) access.place = name + ":" + std::to_string(line);
  }
}

}  // namespace

bool names_source(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  return std::ranges::find(endings, ending) != endings.end();
}

void SourceOptions::declare(CLI::App& app) {
  app.add_option("--kernel", kernel, "The kernel, where KERNEL is a source file")
      ->type_name("NAME")
      ->group("Of a source file");
  declare_shape(app);
}

void SourceOptions::declare_shape(CLI::App& app) {
  const auto add = [&](const char* option, auto& value, const char* type, const char* help) {
    return app.add_option(option, value, help)->type_name(type)->group("Of a source file");
  };
  add("--launch", launch, "SHAPE",
      "'grid=[ceil_div(n, 256)] block=[256] shared=4K'; of loops also a schedule");
  add("--compile", compile, "FLAGS", "For the compiler: '-I include -DBIG'");
  add("--compile-commands", compile_commands, "FILE",
      "Further ones as a build has them (default compile_commands.json beside the source)");
  add("--beside", beside, "FILE", "Another source, for functions that this one calls of it")
      ->allow_extra_args(false);
  add("--values", values, "NAME=VALUES", "What stands in an array, as in kernel files")
      ->allow_extra_args(false);
}

void SourceOptions::refuse_without_source(const std::string& name) const {
  const auto refuse = [&](bool given, const char* option) {
    if (!given) return;
    refuse_call("usage", std::string(option) + " is about a source file",
                {"'" + name + "' is none: sources end in .cu, .c or .cpp"});
  };
  refuse(!kernel.empty(), "--kernel");
  refuse(!launch.empty(), "--launch");
  refuse(!compile.empty(), "--compile");
  refuse(!compile_commands.empty(), "--compile-commands");
  refuse(!beside.empty(), "--beside");
  refuse(!values.empty(), "--values");
}

SourceAsk SourceOptions::ask(const std::string& file,
                             const std::vector<std::string>& definitions) const {
  SourceAsk asked{
      .file = file, .compile = compile, .compile_commands = compile_commands, .launch = launch};
  if (!kernel.empty()) asked.kernels = {kernel};
  asked.definitions = definitions;
  asked.values = values;
  asked.beside = beside;
  return asked;
}

namespace {

// Refuses errors, and what is asked if `bounded` does not take it.
template <class Bounded>
void refuse_open(SourceAnswer& answer, const std::string& file, const SourceOptions& options,
                 Bounded bounded) {
  if (answer.descriptors.size() > 1) refuse_several(file, options, answer.descriptors);
  std::vector<Diagnostic> open;
  for (std::size_t i = 0; i < answer.said.size(); ++i) {
    Diagnostic& said = answer.said[i];
    const bool asked = said.id == "value-asked";
    if (!asked && said.severity != Severity::error) continue;
    if (asked && bounded(i)) continue;
    said.severity = Severity::error;
    open.push_back(said);
  }
  if (!open.empty()) throw InputError{std::move(open)};
}

KernelFile as_kernel(const SourceAnswer& answer, const std::string& file) {
  const TextFile text = make_text_file(answer.descriptors.front(), file);
  KernelFile kernel = with_source_places(file, text, [&] { return read_kernel(text); });
  if (kernel.kernel.thread) name_places(kernel.kernel.thread->accesses, text, file);
  return kernel;
}

// "-D taken_12=0" and "--values 'col=uniform: [0, n]'", as gpumodel-describe spells them.
void add_option(const std::string& option, SourceAsk& ask) {
  constexpr std::string_view definition = "-D ", values = "--values '";
  if (option.starts_with(definition)) ask.definitions.push_back(option.substr(definition.size()));
  if (option.starts_with(values))
    ask.values.push_back(option.substr(values.size(), option.size() - values.size() - 1));
}

}  // namespace

KernelFile load_source_kernel(const std::string& file, const SourceOptions& options,
                              const std::vector<std::string>& definitions) {
  SourceAnswer answer = describe_source(options.ask(file, definitions));
  refuse_open(answer, file, options, [](std::size_t) { return false; });
  return as_kernel(answer, file);
}

SourceCases load_source_cases(const std::string& file, const SourceOptions& options,
                              const std::vector<std::string>& definitions) {
  const SourceAsk ask = options.ask(file, definitions);
  SourceAnswer answer = describe_source(ask);
  const auto questions = std::ranges::count(answer.said, "value-asked", &Diagnostic::id);
  refuse_open(answer, file, options, [&](std::size_t i) {
    return !answer.bounds[i][0].empty() && questions <= most_open;
  });
  SourceCases all;
  std::vector<std::array<std::string, 2>> ends;
  for (std::size_t i = 0; i < answer.said.size(); ++i) {
    const Diagnostic& said = answer.said[i];
    if (said.id != "value-asked") continue;
    ends.push_back(answer.bounds[i]);
    const std::string name = std::filesystem::path(said.file).filename().string();
    all.questions.push_back({said.message, name + ":" + std::to_string(said.line),
                             said.hints.empty() ? std::string() : said.hints.front(),
                             ends.back()[0], ends.back()[1]});
  }
  if (ends.empty()) {
    all.cases.push_back(as_kernel(answer, file));
    return all;
  }
  for (std::size_t which = 0; which < std::size_t{1} << ends.size(); ++which) {
    SourceAsk of_case = ask;
    for (std::size_t i = 0; i < ends.size(); ++i) add_option(ends[i][which >> i & 1U], of_case);
    SourceAnswer described = describe_source(of_case);
    refuse_open(described, file, options, [](std::size_t) { return false; });
    all.cases.push_back(as_kernel(described, file));
  }
  return all;
}

KernelFile load_kernel_or_source(const std::string& name, const SourceOptions& options,
                                 const std::vector<std::string>& definitions) {
  return names_source(name) ? load_source_kernel(name, options, definitions) : load_kernel(name);
}

InputError placed_in_source(InputError error, const std::string& source,
                            const TextFile& descriptor) {
  const TextFile original = read_text_file(source, source);
  for (Diagnostic& d : error.found) {
    if (d.file != descriptor.shown || d.line == 0) continue;
    const std::string_view made = descriptor.line(d.line);
    d.hints.push_back("described as: " + without_comment(made));
    d.line = line_of_source(descriptor, d.line, source);
    d.column = 0;
    d.source_line = original.line(d.line);
    const std::size_t indent = d.source_line.find_first_not_of(" \t");
    if (indent == std::string::npos) continue;
    d.column = static_cast<int>(indent) + 1;
    d.length = static_cast<int>(d.source_line.size() - indent);
  }
  return error;
}

KernelFile read_described(const std::string& descriptor, const std::string& name,
                          const std::string& source) {
  const TextFile text = make_text_file(descriptor, name + ".yaml");
  return with_source_places(source, text, [&] { return read_kernel(text); });
}

}  // namespace gpumodel
