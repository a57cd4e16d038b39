// gpumodel story: published studies replayed, each printed number beside the prediction.
#include "src/app/story/story.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/cli/library/library.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/io/story/stories.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/story/json.hpp"
#include "src/view/story/page.hpp"

namespace gpumodel {
namespace {

class StoryCommand : public Command {
 public:
  void declare(CLI::App& app) override { options_.declare(app, "list, show or run"); }

  int run(Console& console) override {
    options_.output.check();
    if (options_.action == "list") return list(console);
    if (options_.action == "show") return show(console);
    if (options_.action == "run") return replay(console);
    options_.unknown_action({"list", "show", "run"});
  }

 private:
  int list(Console& console) const {
    options_.expect_names(0);
    std::vector<StoryFile> stories;
    AllFaults faults;
    for (const std::string& name : story_names()) {
      faults.attempt([&] { stories.push_back(load_story(name)); });
    }
    write_results(console, options_.output, story_list_page(stories),
                  [&](std::ostream& out) { out << to_text(story_list_json(stories, {})); });
    faults.throw_if_any();
    return exit_code::done;
  }

  int show(Console& console) const {
    options_.expect_names(1);
    const StoryFile story = load_story(options_.names.front());
    check_story(story);
    write_results(console, options_.output, story_page(story),
                  [&](std::ostream& out) { out << to_text(story_json(story)); });
    return exit_code::done;
  }

  // All stories are read before any is run, so that one run shows the faults of all.
  int replay(Console& console) const {
    options_.expect_names(1);
    const std::string& name = options_.names.front();
    std::vector<std::shared_ptr<const StoryFile>> stories;
    AllFaults faults;
    for (const std::string& each : name == "all" ? story_names() : std::vector{name}) {
      faults.attempt([&] {
        stories.push_back(std::make_shared<const StoryFile>(load_story(each)));
        check_story(*stories.back());
      });
    }
    faults.throw_if_any();
    std::vector<StoryAnswer> answers;
    for (const auto& story : stories) {
      faults.attempt([&] { answers.push_back(run_story(story, console.work)); });
    }
    faults.throw_if_any();
    for (const StoryAnswer& answer : answers) {
      for (const Diagnostic& each : answer.notes) {
        render_diagnostic(console.err, each, console.err_color);
      }
    }
    write_results(console, options_.output, story_run_page(answers), [&](std::ostream& out) {
      out << to_text(story_run_json(answers, exit_code::done));
    });
    return exit_code::done;
  }

  LibraryOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_story() {
  return std::make_unique<StoryCommand>();
}

}  // namespace gpumodel
