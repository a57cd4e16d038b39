#include "src/app/story/story.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "models/validation/error_statistics.hpp"
#include "src/app/answers/answers.hpp"
#include "src/app/story/names.hpp"
#include "src/io/library/beside.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

// One evaluation: which answer is at which end of its interval, and the numbers that are known,
// each of which may be named many times.
struct Evaluation {
  const EngineAsk* ask = nullptr;
  double EngineNumber::*end = &EngineNumber::value;
  std::map<const StoryNumber*, std::optional<double>> known{};
};

// The story with another value of an assumption, and the answers that hang on it.
struct Variant {
  const StoryGiven* given = nullptr;
  const PlacedExpression* instead = nullptr;
  std::map<const EngineAsk*, EngineFields> fields{};
};

// What an expression rests on, through all numbers that it names.
struct RestsOn {
  std::set<const EngineAsk*> asks;
  std::set<const StoryGiven*> givens;
  std::set<const StoryNumber*> numbers;
};

class StoryRun {
 public:
  StoryRun(std::shared_ptr<const StoryFile> story, double work)
      : story_(*story),
        library_(story->text),
        engine_(library_, records_, work),
        problems_(story->text),
        names_(story_) {
    answer_.story = std::move(story);
  }

  StoryAnswer run() {
    for (const EngineAsk& ask : story_.asks) look_up(ask, fields_);
    throw_if_any();
    for (const StoryGiven& given : story_.givens) {
      for (const PlacedExpression& other : given.over) look_up_varied(given, other);
    }
    throw_if_any();
    for (const StoryNumber& number : story_.numbers) answer_.results.push_back(result_of(number));
    throw_if_any();
    answer_.notes = records_.notes();
    return std::move(answer_);
  }

 private:
  void throw_if_any() {
    for (const Diagnostic& each : problems_.sorted()) faults_.push_back(each);
    if (!faults_.empty()) throw InputError{std::move(faults_)};
  }

  void look_up(const EngineAsk& ask, std::map<const EngineAsk*, EngineFields>& into) {
    try {
      const auto number = [&](const PlacedExpression& formula) { return number_of(formula); };
      into.emplace(&ask, engine_.to(settled(ask, number, std::identity())).fields);
    } catch (...) {
      add_caught(ask, problems_, faults_);
    }
  }

  // The asks that hang on the assumption, once more.
  void look_up_varied(const StoryGiven& given, const PlacedExpression& instead) {
    Variant variant{&given, &instead};
    look_at(&variant);
    for (const EngineAsk& ask : story_.asks) {
      RestsOn on;
      add_ask(ask, on);
      if (on.givens.contains(&given)) look_up(ask, variant.fields);
    }
    look_at(nullptr);
    variants_.push_back(std::move(variant));
  }

  template <class ValueOf>
  static Number evaluate(const PlacedExpression& formula, ValueOf value_of) {
    Expression expression = formula.expression;
    std::vector<Number> slots;
    for (Expression::Name& name : expression.names()) {
      name.slot = static_cast<std::int32_t>(slots.size());
      slots.push_back(value_of(name.text));
    }
    return expression.evaluate(slots);
  }

  // Over givens alone: their values, and those of parameters.
  Number number_of(const PlacedExpression& formula) {
    try {
      return evaluate(formula,
                      [&](const std::string& name) { return number_of(*names_.given(name)); });
    } catch (const ExpressionError& error) {
      problems_.add("expression-value", formula.at, error);
      throw_if_any();
      throw;
    }
  }

  Number number_of(const StoryGiven& given) {
    const auto known = given_numbers_.find(&given);
    if (known != given_numbers_.end()) return known->second;
    const bool varied = variant_ != nullptr && variant_->given == &given;
    return given_numbers_[&given] = number_of(varied ? *variant_->instead : *given.value);
  }

  void look_at(const Variant* variant) {
    variant_ = variant;
    given_numbers_.clear();
  }

  // Also nothing where a kind of answer may have it and this one does not.
  std::optional<EngineNumber> field_of(const StoryName& name) const {
    const EngineFields* fields = &fields_.at(name.ask);
    if (variant_ != nullptr) {
      const auto varied = variant_->fields.find(name.ask);
      if (varied != variant_->fields.end()) fields = &varied->second;
    }
    const auto found = fields->find(name.field);
    return found == fields->end() ? std::nullopt : found->second;
  }

  // Nothing where an answer has no such number: of a record that is not at hand.
  std::optional<double> value_of(const PlacedExpression& formula, const StoryNumber& of,
                                 Evaluation& at) {
    bool known = true;
    const Number value = evaluate(formula, [&](const std::string& name) {
      const StoryName found = names_.find(name, of);
      if (found.given != nullptr) return number_of(*found.given);
      if (found.printed != nullptr) return Number::real(found.printed->printed->value);
      if (found.number != nullptr) {
        const std::optional<double> below = value_of(*found.number, at);
        known = known && below;
        return Number::real(below.value_or(1.0));
      }
      const std::optional<EngineNumber> field = field_of(found);
      known = known && field;
      if (!field) return Number::real(1.0);
      return Number::real(found.ask == at.ask ? (*field).*at.end : field->value);
    });
    return known ? std::optional(value.real()) : std::nullopt;
  }
  std::optional<double> value_of(const StoryNumber& number, Evaluation& at) {
    const auto known = at.known.find(&number);
    if (known != at.known.end()) return known->second;
    return at.known[&number] = value_of(*number.predict, number, at);
  }

  void add_rests_on(const PlacedExpression& formula, const StoryNumber& of, RestsOn& all) const {
    for (const Expression::Name& name : formula.expression.names()) {
      const StoryName found = names_.find(name.text, of);
      if (found.given != nullptr) add_given(*found.given, all);
      if (found.number != nullptr && all.numbers.insert(found.number).second) {
        add_rests_on(*found.number->predict, *found.number, all);
      }
      if (found.ask != nullptr && all.asks.insert(found.ask).second) add_ask(*found.ask, all);
    }
  }
  void add_given(const StoryGiven& given, RestsOn& all) const {
    if (all.givens.insert(&given).second && given.value) add_givens_of(*given.value, all);
  }
  void add_givens_of(const PlacedExpression& formula, RestsOn& all) const {
    for (const Expression::Name& name : formula.expression.names()) {
      add_given(*names_.given(name.text), all);
    }
  }
  void add_ask(const EngineAsk& ask, RestsOn& all) const {
    for_each_formula(ask, [&](const PlacedExpression& formula) { add_givens_of(formula, all); });
    for (const std::string& name : ask.assumes) add_given(*names_.given(name), all);
  }

  std::optional<EngineNumber> estimate(const StoryNumber& number, const RestsOn& on) {
    Evaluation as_it_stands;
    const std::optional<double> value = value_of(number, as_it_stands);
    if (!value) {
      problems_.add("value-unknown", number.predict->at,
                    "an answer that '" + number.name + "' is made of has no such number",
                    {"a host, streams or a peak may not be named"});
      return std::nullopt;
    }
    EngineNumber made = exactly(*value);
    if (!(*value > 0.0) || number.kind == StoryKind::order) return made;
    double below = 0.0, above = 0.0;
    for (const EngineAsk* ask : on.asks) {
      double least = *value, most = *value;
      for (double EngineNumber::*end : {&EngineNumber::low, &EngineNumber::high}) {
        Evaluation shifted{ask, end};
        const double moved = value_of(number, shifted).value_or(*value);
        if (!(moved > 0.0)) continue;
        least = std::min(least, moved);
        most = std::max(most, moved);
      }
      below = std::hypot(below, std::log(*value / least));
      above = std::hypot(above, std::log(most / *value));
    }
    made.low = *value / std::exp(below);
    made.high = *value * std::exp(above);
    return made;
  }

  // Over all that the assumptions below it may be.
  void widen(EngineNumber& made, const StoryNumber& number, const RestsOn& on) {
    for (const Variant& variant : variants_) {
      if (!on.givens.contains(variant.given)) continue;
      look_at(&variant);
      if (const auto varied = estimate(number, on)) {
        made.low = std::min(made.low, varied->low);
        made.high = std::max(made.high, varied->high);
      }
      look_at(nullptr);
    }
  }

  StoryResult result_of(const StoryNumber& number) {
    StoryResult made{.number = &number};
    RestsOn on;
    try {
      if (number.predict) {
        add_rests_on(*number.predict, number, on);
        made.predicted = estimate(number, on);
        if (made.predicted) widen(*made.predicted, number, on);
      }
      if (number.measured) {
        Evaluation as_it_stands;
        made.measured = value_of(*number.measured, number, as_it_stands);
      }
    } catch (const ExpressionError& error) {
      problems_.add("expression-value", number.at, "'" + number.name + "': " + error.message);
    }
    for (const StoryGiven& given : story_.givens) {
      if (!given.assumed || !on.givens.contains(&given)) continue;
      made.rests_on.push_back(given.name);
      if (!given.inferred_from.empty() &&
          std::ranges::find(made.fitted_to, given.inferred_from) == made.fitted_to.end()) {
        made.fitted_to.push_back(given.inferred_from);
      }
    }
    judge(made);
    return made;
  }

  static void judge(StoryResult& made) {
    const StoryNumber& number = *made.number;
    if (!made.predicted) return;
    const double predicted = made.predicted->value;
    if (number.kind == StoryKind::order) {
      made.standing = predicted != 0.0 ? StoryStanding::holds : StoryStanding::fails;
      return;
    }
    const std::optional<double> against =
        number.printed ? std::optional(number.printed->value) : made.measured;
    if (!against) return;
    const double digit = number.printed ? number.printed->digit : 0.0;
    if (*against != 0.0) made.error = predicted / *against - 1.0;
    if (number.kind == StoryKind::arithmetic) {
      constexpr double rounding = 1.0 + 1e-9;
      const bool exact = std::abs(predicted - *against) <= digit * rounding;
      made.standing = exact ? StoryStanding::exact : StoryStanding::inexact;
      return;
    }
    constexpr double some_width = 1.0 + 1e-9;  // fields of one program vary together
    if (made.predicted->high > some_width * made.predicted->low) {
      made.inside = made.predicted->low - digit / 2 <= *against &&
                    *against <= made.predicted->high + digit / 2;
    }
    const bool near = made.error && std::abs(*made.error) <= near_enough;
    made.standing = near ? StoryStanding::within : StoryStanding::beyond;
  }

  const StoryFile& story_;
  ShelvesBeside library_;
  Records records_;
  Answers engine_;
  Problems problems_;
  StoryNames names_;
  std::map<const EngineAsk*, EngineFields> fields_;
  std::vector<Variant> variants_;
  const Variant* variant_ = nullptr;  // that is looked at; null: the story as it stands
  std::map<const StoryGiven*, Number> given_numbers_;  // of it
  std::vector<Diagnostic> faults_;
  StoryAnswer answer_;
};

struct ErrorsSoFar {
  StoryErrors made;
  std::vector<double> sizes;

  void add(const StoryResult& result) {
    ++made.n;
    if (result.standing == StoryStanding::within) ++made.near;
    if (result.inside) ++made.of;
    if (result.inside.value_or(false)) ++made.inside;
    sizes.push_back(std::abs(*result.error));
  }
  StoryErrors errors() {
    if (sizes.empty()) return made;
    made.median = median_of(sizes);
    return made;
  }
};

}  // namespace

StoryAnswer run_story(std::shared_ptr<const StoryFile> story, double work) {
  check_story(*story);
  return StoryRun(std::move(story), work).run();
}

StorySums sums_of(std::span<const StoryAnswer> answers) {
  StorySums sums;
  ErrorsSoFar times, hosts, ratios, on_record;
  for (const StoryAnswer& answer : answers) {
    for (const StoryResult& result : answer.results) {
      const StoryNumber& number = *result.number;
      ++sums.numbers;
      if (!number.contradicts.empty()) ++sums.contradictions;
      if (!result.fitted_to.empty()) ++sums.fitted;
      if (result.standing == StoryStanding::listed) ++sums.listed;
      if (!result.counts() || result.standing == StoryStanding::listed) continue;
      if (number.kind == StoryKind::arithmetic) {
        ++sums.arithmetic;
        if (result.standing == StoryStanding::exact) ++sums.exact;
      } else if (number.kind == StoryKind::order) {
        ++sums.orders;
        if (result.standing == StoryStanding::holds) ++sums.holds;
      } else if (result.error) {
        ErrorsSoFar& of = !number.printed                  ? on_record
                          : number.kind == StoryKind::time ? times
                          : number.kind == StoryKind::host ? hosts
                                                           : ratios;
        of.add(result);
      }
    }
  }
  sums.times = times.errors();
  sums.hosts = hosts.errors();
  sums.ratios = ratios.errors();
  sums.on_record = on_record.errors();
  return sums;
}

}  // namespace gpumodel
