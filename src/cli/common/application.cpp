#include "src/cli/common/application.hpp"

#include <algorithm>

#include "src/cli/common/argument_check.hpp"
#include "src/cli/common/failure.hpp"
#include "src/cli/help/help.hpp"

namespace gpumodel {
namespace {

// '--compile -DX': what stands behind these options are options of another program.
void join_flags(std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    const bool takes_flags = arguments[i] == "--compile" || arguments[i] == "--link";
    if (!takes_flags || !arguments[i + 1].starts_with('-')) continue;
    arguments[i] += "=" + arguments[i + 1];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace

Application make_application(const CommandRow& row) {
  Application application{&row, row.make(), nullptr};
  application.app = std::make_unique<CLI::App>(std::string(row.summary), std::string(row.name));
  application.app->set_help_flag("-h,--help", "Print this page");
  application.command->declare(*application.app);
  return application;
}

int run_application(Application& application, const std::vector<std::string>& all,
                    Console& console) {
  CLI::App& app = *application.app;
  const auto end = std::ranges::find(all, "--");
  std::vector<std::string> arguments(all.begin(), end);
  if (end != all.end() && !application.command->takes(arguments, {end + 1, all.end()})) {
    arguments = all;
  }
  if (std::ranges::find_if(arguments, [](const std::string& a) {
        return a == "--help" || a == "-h";
      }) != arguments.end()) {
    console.out << command_help(application);
    return exit_code::done;
  }
  const auto run = [&] {
    join_flags(arguments);
    check_arguments(app, arguments);
    // The library takes the arguments last first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return application.command->run(console);
  };
  if (app.get_option_no_throw("--json") == nullptr) return run();
  const std::vector<std::string> as_given = arguments;
  return with_failure_json(console, as_given, std::string(application.row->name), run);
}

}  // namespace gpumodel
