#include "src/app/story/names.hpp"

#include <algorithm>
#include <set>

#include "src/app/answers/fields.hpp"
#include "src/app/story/story.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view printed_prefix = "printed.", this_cell = "cell";

template <class Named>
const Named* named(const std::vector<Named>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &Named::name);
  return found == all.end() ? nullptr : &*found;
}

// Every name of every expression, and whatever nothing rests on.
class StoryCheck {
 public:
  explicit StoryCheck(const StoryFile& story)
      : story_(story), names_(story), problems_(story.text) {}

  void run() {
    for (const StoryGiven& given : story_.givens) {
      if (given.value) check_givens(*given.value, &given);
      for (const PlacedExpression& other : given.over) check_givens(other, &given);
    }
    for (const EngineAsk& ask : story_.asks) {
      for_each_formula(ask,
                       [&](const PlacedExpression& formula) { check_givens(formula, nullptr); });
      for (const std::string& name : ask.assumes) check_assumption(name, ask);
    }
    for (const StoryNumber& number : story_.numbers) {
      if (number.predict) check(*number.predict, number);
      if (number.measured) check(*number.measured, number);
    }
    refuse_unused();
    problems_.throw_if_any();
  }

 private:
  void unknown(const Expression::Name& name, const Node& at, std::vector<std::string> known) {
    std::vector<std::string> hints = did_you_mean(name.text, known);
    if (named(story_.numbers, name.text) != nullptr) {
      hints = {"a number may name those that are stated before it and predicted"};
    }
    if (hints.empty() && known.size() <= 12) {
      std::string list = "known:";
      for (const std::string& each : known) list += " " + each;
      hints.push_back(std::move(list));
    }
    problems_.add("expression-unknown-name", at,
                  ExpressionError{.message = "'" + name.text + "' is not known here",
                                  .column = name.column,
                                  .length = name.text.size()},
                  std::move(hints));
  }

  // Givens may use those before them, asks all of them.
  void check_givens(const PlacedExpression& formula, const StoryGiven* until) {
    for (const Expression::Name& name : formula.expression.names()) {
      std::vector<std::string> known;
      bool found = false;
      for (const StoryGiven& given : story_.givens) {
        if (&given == until) break;
        if (!given.value) continue;
        known.push_back(given.name);
        if (given.name != name.text) continue;
        used_.insert(&given);
        found = true;
      }
      if (!found) unknown(name, formula.at, std::move(known));
    }
  }

  void check_assumption(const std::string& name, const EngineAsk& ask) {
    const StoryGiven* given = named(story_.givens, name);
    if (given != nullptr) {
      used_.insert(given);
      return;
    }
    std::vector<std::string> known;
    for (const StoryGiven& each : story_.givens) known.push_back(each.name);
    problems_.add("expression-unknown-name", ask.at,
                  "'" + ask.name + "' assumes '" + name + "', which is not stated",
                  did_you_mean(name, known));
  }

  void check(const PlacedExpression& formula, const StoryNumber& of) {
    for (const Expression::Name& name : formula.expression.names()) {
      const StoryName found = names_.find(name.text, of);
      if (found.given != nullptr) used_.insert(found.given);
      if (found.ask != nullptr) used_.insert(found.ask);
      if (!found.known()) unknown(name, formula.at, names_.all(of));
    }
  }

  void refuse_unused() {
    if (!problems_.sorted().empty()) return;  // it may be that name which is misspelt
    for (const StoryGiven& given : story_.givens) {
      if (!used_.contains(&given)) tell_unused(given.at, "no number rests on '" + given.name + "'");
    }
    for (const EngineAsk& ask : story_.asks) {
      if (!used_.contains(&ask)) tell_unused(ask.at, "no number is made of '" + ask.name + "'");
    }
  }
  void tell_unused(const Node& at, const std::string& message) {
    problems_.add("story-unused", at, message, {"name it in an expression, or take it out"});
  }

  const StoryFile& story_;
  StoryNames names_;
  Problems problems_;
  std::set<const void*> used_;
};

}  // namespace

const StoryGiven* StoryNames::given(std::string_view name) const {
  return named(story_.givens, name);
}

StoryName StoryNames::find(std::string_view name, const StoryNumber& of) const {
  StoryName found;
  if (name.starts_with(printed_prefix)) {
    const StoryNumber* number = named(story_.numbers, name.substr(printed_prefix.size()));
    if (number != nullptr && number->printed) found.printed = number;
    return found;
  }
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos) {
    const std::string_view first = name.substr(0, dot);
    const EngineAsk* ask = named(story_.asks, first == this_cell ? of.cell : first);
    if (ask == nullptr) return found;
    found.field = std::string(name.substr(dot + 1));
    if (is_field(ask->kind, found.field)) found.ask = ask;
    return found;
  }
  const StoryGiven* given = this->given(name);
  if (given != nullptr && given->value) {
    found.given = given;
    return found;
  }
  const StoryNumber* number = named(story_.numbers, name);
  if (number != nullptr && number < &of && number->predict) found.number = number;
  return found;
}

std::vector<std::string> StoryNames::all(const StoryNumber& of) const {
  std::vector<std::string> known;
  for (const StoryGiven& given : story_.givens) {
    if (given.value) known.push_back(given.name);
  }
  for (const StoryNumber& number : story_.numbers) {
    if (&number < &of && number.predict) known.push_back(number.name);
    if (number.printed) known.push_back(std::string(printed_prefix) + number.name);
  }
  for (const EngineAsk& ask : story_.asks) {
    for (const std::string& field : known_fields(ask.kind)) {
      known.push_back(ask.name + "." + field);
    }
  }
  return known;
}

void check_story(const StoryFile& story) {
  StoryCheck(story).run();
}

}  // namespace gpumodel
