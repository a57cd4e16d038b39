#include "src/app/learn/posed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/core/mixed.hpp"
#include "src/io/text/format.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/problems.hpp"
#include "src/io/text/sha256.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t deepest_reference = 50;

std::string in_unit(double si, const AnswerUnit& unit) {
  const double value = si / unit.si;
  const bool counts = unit.text.empty() && value == std::floor(value) && std::abs(value) < 1e15;
  const std::string number = fmt::format("{:.{}g}", value, counts ? 15 : 6);
  return unit.text.empty() ? number : number + " " + unit.text;
}

}  // namespace

std::size_t drawn_index(const std::string& seed, const std::string& exercise,
                        const std::string& given, std::size_t count) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : seed + "/" + exercise + "/" + given) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  }
  return static_cast<std::size_t>(mixed(hash) % count);
}

Posed::Posed(Exercise exercise, std::string seed, std::shared_ptr<Records> records)
    : exercise_(std::move(exercise)),
      seed_(std::move(seed)),
      library_(exercise_.file),
      records_(std::move(records)),
      engine_(library_, *records_) {
  for (const Given& given : exercise_.givens) {
    if (given.words.empty()) {
      amount_of(given.name);
    } else {
      const std::size_t at = seed_.empty()
                                 ? given.usual
                                 : drawn_index(seed_, exercise_.id, given.name, given.words.size());
      texts_[given.name] = given.words[at];
    }
  }
  for (const CourseQuestion& question : exercise_.questions) answer(question);
}

void Posed::refuse(const Node& at, std::string message, std::vector<std::string> hints) const {
  Problems problems(exercise_.file);
  problems.add("expression-value", at, std::move(message), std::move(hints));
  throw InputError{problems.sorted()};
}

double Posed::worked(const Expression& expression, const Node& at) {
  const double value =
      Tree(expression).value([&](const std::string& name) { return amount_of(name); }).si;
  if (std::isfinite(value)) return value;
  refuse(at, "'" + expression.text() + "' has no value for the seed '" + seed_ + "'");
}

Amount Posed::amount_of(const std::string& name) {
  const auto known = amounts_.find(name);
  if (known != amounts_.end()) return known->second;
  if (const Given* given = exercise_.given(name)) {
    if (pending_.size() > deepest_reference) refuse(given->at, "'" + name + "' needs itself");
    pending_.push_back(name);
    Amount made{given_value(*given), given->unit.dim};
    if (!given->drawn() && given->is && !given->has_unit) {
      made.dim =
          Tree(*given->is).value([&](const std::string& each) { return amount_of(each); }).dim;
    }
    pending_.pop_back();
    amounts_[name] = made;
    texts_[name] = shown(*given);
    return made;
  }
  const std::size_t dot = name.find('.');
  const EngineAsk* ask = exercise_.find_ask(name.substr(0, dot));
  if (ask == nullptr || dot == std::string::npos) {
    refuse(exercise_.questions.front().at, "'" + name + "' has no value yet where it is used");
  }
  const EngineFields& fields = asked(*ask).fields;
  const std::string field = name.substr(dot + 1);
  if (const auto found = fields.find(field); found != fields.end() && found->second) {
    return amounts_[name] = {found->second->value, found->second->dim};
  }
  std::vector<std::string> hints;
  if (ask->kind == AskKind::record) {
    for (const Diagnostic& note : records_->notes()) hints.push_back(note.message);
  } else {
    hints = did_you_mean(field, known_fields(ask->kind));
  }
  refuse(ask->at, "the answer to '" + ask->name + "' has no '" + field + "'", std::move(hints));
}

double Posed::given_value(const Given& given) {
  if (!given.values.empty()) {
    return given
        .values[seed_.empty() ? given.usual
                              : drawn_index(seed_, exercise_.id, given.name, given.values.size())];
  }
  if (!given.measured.empty()) return amount_of(given.measured + ".time").si;
  return worked(*given.is, given.at);
}

// As a sheet prints it.
std::string Posed::shown(const Given& given) {
  const Amount amount = amounts_.at(given.name);
  if (given.has_unit) return in_unit(amount.si, given.unit);
  return amount.dim == Dim{} ? fmt::format("{:.6g}", amount.si)
                             : format_quantity(amount.si, amount.dim);
}

const EngineAnswer& Posed::asked(const EngineAsk& ask) {
  const auto known = asked_.find(ask.name);
  if (known != asked_.end()) return known->second.answer;
  if (pending_.size() > deepest_reference) refuse(ask.at, "'" + ask.name + "' needs itself");
  pending_.push_back(ask.name);
  const auto number = [&](const PlacedExpression& formula) {
    const double value = worked(formula.expression, formula.at);
    const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
    return whole ? Number::integer(static_cast<std::int64_t>(value)) : Number::real(value);
  };
  EngineAsk made = settled(ask, number, [&](const std::string& each) { return text(each); });
  pending_.pop_back();
  try {
    EngineAnswer answer = engine_.to(made);
    return asked_.emplace(ask.name, Asked{std::move(made), std::move(answer)}).first->second.answer;
  } catch (...) {
    Problems problems(exercise_.file);
    std::vector<Diagnostic> all;
    add_caught(ask, problems, all);
    for (const Diagnostic& each : problems.sorted()) all.push_back(each);
    throw InputError{std::move(all)};
  }
}

std::string Posed::text(const std::string& with_names) const {
  std::string all;
  std::size_t at = 0;
  while (at < with_names.size()) {
    const std::size_t open = with_names.find('{', at);
    const std::size_t close =
        open == std::string::npos ? std::string::npos : with_names.find('}', open);
    if (close == std::string::npos) break;
    const std::string name = with_names.substr(open + 1, close - open - 1);
    const auto known = texts_.find(name);
    all += with_names.substr(at, open - at);
    all += known == texts_.end() ? with_names.substr(open, close - open + 1) : known->second;
    at = close + 1;
  }
  return all + with_names.substr(at);
}

void Posed::answer(const CourseQuestion& question) {
  Answer made;
  for (const SolutionStep& step : question.steps) {
    const Amount value =
        Tree(step.value).value([&](const std::string& name) { return amount_of(name); });
    if (!std::isfinite(value.si)) {
      refuse(step.at, "'" + step.name + "' has no value for the seed '" + seed_ + "'");
    }
    made.steps.push_back(value.si);
    amounts_[step.name] = value;
  }
  if (question.chooses()) {
    for (const auto& [word, holds] : question.choices) {
      if (worked(holds, question.at) == 0.0) continue;
      made.word = word;
      break;
    }
    if (made.word.empty()) refuse(question.at, "none of the choices holds");
  } else {
    made.engine = worked(*question.is, question.at);
    made.measured = !question.measured.empty();
    made.truth = made.measured ? amount_of(question.measured + ".time").si : made.engine;
    // Later questions go on from the answer; where it was measured, from the solution's.
    if (!made.measured) amounts_[question.id].si = made.engine;
  }
  answers_.push_back(std::move(made));
}

Amount Posed::amount(const std::string& name) const {
  const auto known = amounts_.find(name);
  if (known != amounts_.end()) return known->second;
  refuse(exercise_.questions.front().at, "'" + name + "' is not known");
}

double Posed::worth(const Expression& expression, const Own& own) const {
  return Tree(expression)
      .value([&](const std::string& name) {
        Amount made = amount(name);
        if (const auto mine = own.find(name); mine != own.end()) made.si = mine->second;
        return made;
      })
      .si;
}

double Posed::follows(std::size_t question, const Own& own) const {
  Own known = own;
  double last = 0.0;
  const CourseQuestion& asked = exercise_.questions[question];
  known.erase(asked.id);
  for (const SolutionStep& step : asked.steps) {
    last = worth(step.value, known);
    known[step.name] = last;
  }
  return last;
}

std::string Posed::chosen(std::size_t question, const Own& own) const {
  for (const auto& [word, holds] : exercise_.questions[question].choices) {
    if (worth(holds, own) != 0.0) return word;
  }
  return {};
}

std::string Posed::data_hash() const {
  std::string all = exercise_.file.sha256;
  for (const auto& [name, asked] : asked_) {
    for (const std::string& file : asked.answer.files) all += file;
  }
  return sha256_hex(all);
}

}  // namespace gpumodel
