#include "src/cli/help/help.hpp"

#include <algorithm>

#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t line_width = 80;
constexpr std::size_t text_column = 26;  // of what an option does

// A heading, and beside it, or below where it is long, what it is.
void append_entry(std::vector<std::string>& lines, const std::string& heading,
                  const std::string& text) {
  const std::string indent(text_column, ' ');
  const std::size_t first = lines.size();
  append_wrapped(lines, indent, text, line_width);
  const std::string begin = "  " + heading;
  if (begin.size() + 2 > text_column || lines.size() == first) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(first), begin);
  } else {
    lines[first].replace(0, begin.size(), begin);
  }
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::string usage(const Application& application) {
  std::string text = "gpumodel " + std::string(application.row->name) + " [options]";
  for (const CLI::Option* option : application.app->get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = option_heading(*option);
    text += option->get_required() ? " " + name : " [" + name + "]";
  }
  return text;
}

template <class Wanted>
void append_group(std::vector<std::string>& lines, const Application& application,
                  const std::string& title, Wanted wanted) {
  std::vector<std::string> entries;
  for (const CLI::Option* option : application.app->get_options()) {
    if (wanted(*option)) {
      append_entry(entries, option_heading(*option), option->get_description());
    }
  }
  if (entries.empty()) return;
  lines.insert(lines.end(), {"", title + ":"});
  lines.insert(lines.end(), entries.begin(), entries.end());
}

}  // namespace

bool has_optional_value(const CLI::Option& option) {
  return option.get_items_expected_max() == 0 && !option.get_type_name().empty();
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0 || has_optional_value(option);
}

std::string option_heading(const CLI::Option& option) {
  if (option.get_positional()) {
    return option.get_name(true) + (option.get_items_expected_max() > 1 ? "..." : "");
  }
  std::string text;
  for (const std::string& name : option.get_snames()) text += "-" + name;
  for (const std::string& name : option.get_lnames()) {
    text += (text.empty() ? "--" : ", --") + name;
  }
  if (has_optional_value(option)) return text + "[=" + option.get_type_name() + "]";
  return takes_value(option) ? text + " " + option.get_type_name() : text;
}

std::string command_help(const Application& application) {
  std::vector<std::string> lines = {std::string(application.row->summary), ""};
  lines.push_back("Usage: " + usage(application));
  append_group(lines, application, "Arguments",
               [](const CLI::Option& option) { return option.get_positional(); });
  for (const std::string& group : application.app->get_groups()) {
    append_group(lines, application, group, [&](const CLI::Option& option) {
      return !option.get_positional() && option.get_group() == group;
    });
  }
  lines.insert(lines.end(), {"", "Examples:", std::string(application.row->examples)});
  return joined(lines);
}

std::string program_help() {
  std::vector<std::string> lines;
  append_wrapped(lines, "",
                 "gpumodel: how long a kernel takes on a GPU, what limits it, whether moving the "
                 "data is worth it, and what would help.",
                 line_width);
  lines.insert(lines.end(), {"", "Usage: gpumodel COMMAND [ARGUMENTS]", "", "Commands:"});
  for (const CommandRow& row : command_table()) {
    lines.push_back("  " + std::string(row.name) + std::string(14 - row.name.size(), ' ') +
                    std::string(row.summary));
  }
  lines.emplace_back();
  append_wrapped(lines, "",
                 "Everywhere: --help, --color auto|always|never (NO_COLOR is honoured), --version, "
                 "--work-limit N: up to N times the usual work before an analysis looks at samples "
                 "only, or a program is refused",
                 line_width);
  lines.insert(lines.end(), {"", "Examples:", "  gpumodel predict saxpy --device v100",
                             "  gpumodel help predict"});
  return joined(lines);
}

}  // namespace gpumodel
