#include "src/cli/common/argument_check.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "src/cli/help/help.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

bool is_long(const std::string& argument) {
  return argument.size() > 2 && argument.starts_with("--");
}

// "-5" is a value.
bool is_short(const std::string& argument) {
  return argument.size() > 1 && argument[0] == '-' &&
         std::isalpha(static_cast<unsigned char>(argument[1])) != 0;
}

// Walks the arguments as they will be parsed.
class Walk {
 public:
  Walk(const CLI::App& app, const std::vector<std::string>& arguments)
      : app_(app), arguments_(arguments) {}

  void run() {
    for (at_ = 0; at_ < arguments_.size(); ++at_) {
      const std::string& argument = arguments_[at_];
      if (argument == "--" && !ended_) {
        ended_ = true;
      } else if (argument.empty()) {
        refuse_empty();
      } else if (!ended_ && is_long(argument)) {
        long_option(argument);
      } else if (!ended_ && is_short(argument)) {
        short_options(argument);
      } else {
        words_.push_back(argument);
      }
    }
    check_words();
  }

 private:
  [[noreturn]] void refuse(std::string message, std::vector<std::string> hints = {}) const {
    hints.push_back("see gpumodel " + app_.get_name() + " --help");
    refuse_call("usage", std::move(message), std::move(hints));
  }

  [[noreturn]] static void refuse_empty() {  // else "--json ''" would read as "not asked for"
    refuse_call("usage", "an argument is empty", {"is a variable of the shell unset?"});
  }

  std::vector<std::string> known_names() const {
    std::vector<std::string> names;
    for (const CLI::Option* option : app_.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
  }

  const CLI::Option* find(const std::string& name) const { return app_.get_option_no_throw(name); }

  const CLI::Option& known(const std::string& name) const {
    if (const CLI::Option* option = find(name)) return *option;
    std::vector<std::string> hints;
    if (is_long(name)) hints = did_you_mean(name, known_names());
    refuse("unknown option '" + name + "'", std::move(hints));
  }

  void long_option(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const CLI::Option& option = known(name);
    if (equals == std::string::npos) {
      if (option.get_items_expected_max() > 0) take_next(option, name);
    } else if (equals + 1 == argument.size()) {
      refuse_empty();
    } else if (!takes_value(option)) {
      refuse(name + " takes no value, found '" + argument.substr(equals + 1) + "'");
    }
    note_given(option, name);
  }

  // "-v", "-qv", "-D n=4", "-Dn=4".
  void short_options(const std::string& argument) {
    for (std::size_t i = 1; i < argument.size(); ++i) {
      const std::string name = std::string("-") + argument[i];
      const CLI::Option& option = known(name);
      note_given(option, name);
      if (option.get_items_expected_max() == 0) continue;
      if (i + 1 == argument.size()) take_next(option, name);
      return;
    }
  }

  void take_next(const CLI::Option& option, const std::string& name) {
    const std::string* next = at_ + 1 < arguments_.size() ? &arguments_[at_ + 1] : nullptr;
    const bool is_option =
        next != nullptr && (is_long(*next) || is_short(*next)) &&
        find(is_long(*next) ? next->substr(0, next->find('=')) : next->substr(0, 2)) != nullptr;
    if (next == nullptr || is_option) {
      refuse(name + " needs a value", {option_heading(option) + ": " + option.get_description()});
    }
    if (next->empty()) refuse_empty();
    ++at_;
  }

  void note_given(const CLI::Option& option, const std::string& name) {
    const bool again = !given_.insert(&option).second;
    const bool once = option.get_items_expected_max() == 1 &&
                      option.get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
    if (again && once) refuse(name + " is given twice");
  }

  // "explain" for "--explain".
  std::vector<std::string> dashes_forgotten(const std::string& word) const {
    std::vector<std::string> bare;
    for (const CLI::Option* option : app_.get_options()) {
      for (const std::string& name : option->get_lnames()) bare.push_back(name);
    }
    const std::string meant = nearest_name(word, bare);
    if (meant.empty()) return {};
    return {"did you mean '--" + meant + "'?"};
  }

  void check_words() const {
    std::size_t room = 0;
    for (const CLI::Option* option : app_.get_options()) {
      if (!option->get_positional()) continue;
      if (option->get_required() && words_.size() <= room) {
        refuse(option->get_name(true) + " is missing",
               {option_heading(*option) + ": " + option->get_description()});
      }
      room += static_cast<std::size_t>(option->get_items_expected_max());
    }
    if (words_.size() > room) refuse_word(words_[room]);
  }

 public:
  [[noreturn]] void refuse_word(const std::string& word) const {
    std::vector<std::string> hints = dashes_forgotten(word);
    if (word.find('=') != std::string::npos && find("-D") != nullptr) {
      hints = {"parameters are set with -D " + word};
    }
    refuse("one argument too many: '" + word + "'", std::move(hints));
  }

 private:
  const CLI::App& app_;
  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  bool ended_ = false;  // by "--": words follow
  std::vector<std::string> words_;
  std::set<const CLI::Option*> given_;
};

}  // namespace

void refuse_word(const CLI::App& app, const std::string& word) {
  Walk(app, {}).refuse_word(word);
}

void check_arguments(const CLI::App& app, const std::vector<std::string>& arguments) {
  Walk(app, arguments).run();
}

}  // namespace gpumodel
