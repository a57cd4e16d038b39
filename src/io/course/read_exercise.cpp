#include "src/io/course/read_exercise.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/io/ask/read_ask.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_drawn = 100'000;
constexpr std::size_t most_questions = 100;

constexpr ValueType names_to_mappings{
    R"({"type": "object", "additionalProperties": {"type": "object"}})"};
constexpr ValueType words_to_conditions{
    R"({"type": "object", "additionalProperties": {"type": ["string", "number"]}})"};
constexpr ValueType list_of_texts{R"({"type": "array", "items": {"type": "string"}})"};
constexpr ValueType list_of_values{
    R"({"type": "array", "minItems": 1, "items": {"type": ["string", "number"]}})"};
constexpr ValueType named_asks{schema_of_asks<AskedBy::exercise>};
constexpr ValueType number_or_quantity{R"({"type": ["string", "number"]})"};
constexpr ValueType course_unit_name{
    R"({"enum": ["sheet", "memory", "execution", "programs", "reading"]})"};

// "50 %" or "840 GB/s".
ParsedQuantity quantity_of(const std::string& text) {
  if (!text.ends_with('%')) return parse_quantity(text);
  ParsedQuantity share = parse_quantity(text.substr(0, text.find_last_not_of(" %") + 1));
  share.si /= 100.0;
  return share;
}

std::string unit_part(const std::string& quantity) {
  const std::size_t at = quantity.find_first_not_of("+-.0123456789");
  if (at == std::string::npos) return {};
  std::size_t begin = at;
  if ((quantity[at] == 'e' || quantity[at] == 'E') && at + 1 < quantity.size() &&
      std::string_view("+-0123456789").find(quantity[at + 1]) != std::string_view::npos) {
    begin = quantity.find_first_not_of("+-0123456789", at + 1);
    if (begin == std::string::npos) return {};
  }
  begin = quantity.find_first_not_of(' ', begin);
  return begin == std::string::npos ? std::string{} : quantity.substr(begin);
}

std::vector<Node> items_of(const Node& node, std::string_view key, Problems& problems) {
  if (node.kind == Node::Kind::sequence && !node.children.empty()) return node.children;
  problems.add("type-wrong", node, "'" + std::string(key) + "' must be a list");
  return {};
}

std::optional<Expression> expression_of(const Node& node, std::string_view key,
                                        Problems& problems) {
  const auto text = scalar_text(node, key, problems);
  if (!text) return std::nullopt;
  try {
    return Expression::parse(*text);
  } catch (const ExpressionError& error) {
    problems.add("expression-syntax", node, error);
    return std::nullopt;
  }
}

struct GivenReader {
  Given& given;
  Problems& problems;
  std::optional<double> from{}, to{}, step{}, usual{};

  std::optional<double> amount(const Node& node, std::string_view key) {
    const auto text = scalar_text(node, key, problems);
    if (!text) return std::nullopt;
    try {
      const ParsedQuantity read = quantity_of(*text);
      note_unit(node, *text, read.dim);
      return read.si;
    } catch (const ExpressionError& error) {
      problems.add("expression-syntax", node, error, {"expected a number, such as 840 GB/s"});
      return std::nullopt;
    }
  }

  // All values have one dimension; they are shown in the unit of the first.
  void note_unit(const Node& node, const std::string& text, Dim dim) {
    if (!given.has_unit) {
      given.unit = parse_unit(unit_part(text));
      given.has_unit = true;
    } else if (!(dim == given.unit.dim)) {
      problems.add("unit-wrong", node, "'" + text + "' is not in " + given.unit.text,
                   {"all values of '" + given.name + "' have one dimension"});
    }
  }

  // "8 B", or an expression over what the exercise knows.
  void read_is(const Node& node, std::string_view key) {
    const auto text = scalar_text(node, key, problems);
    if (!text) return;
    try {
      const ParsedQuantity read = quantity_of(*text);
      note_unit(node, *text, read.dim);
      given.is = Expression::constant(Number::real(read.si));
    } catch (const ExpressionError&) {
      given.is = expression_of(node, key, problems);
    }
  }

  void finish(const Node& at) {
    if (from && to && step) fill_range(at);
    if (given.values.empty() || !usual) return;
    const auto found = std::ranges::find_if(given.values, [&](double value) {
      return std::abs(value - *usual) <= 1e-9 * std::abs(value);
    });
    if (found != given.values.end()) {
      given.usual = static_cast<std::size_t>(found - given.values.begin());
      return;
    }
    problems.add("value-range", at, "the usual value of '" + given.name + "' is never drawn",
                 {"make it one of 'of', or a step from 'from'"});
  }

  void fill_range(const Node& at) {
    const double count = std::round((*to - *from) / *step) + 1.0;
    if (!(*step > 0.0) || !(count >= 1.0) || count > double(most_drawn)) {
      problems.add("range-wrong", at,
                   "'from', 'to' and 'step' of '" + given.name + "' are no range",
                   {"expected 1 to 100000 values upwards"});
      return;
    }
    for (double i = 0.0; i < count; ++i) given.values.push_back(*from + i * *step);
  }
};

using GivenRow = KeyRow<GivenReader>;
constexpr auto given_rows = std::to_array<GivenRow>({
    {{"what", Key::optional, types::text, "in words, without article"},
     [](GivenReader& r, const Node& node, auto key) {
       r.given.what = line_of_text(node, key, r.problems);
     }},
    {{"of", Key::optional, list_of_values, "one of these is drawn"},
     [](GivenReader& r, const Node& node, auto key) {
       for (const Node& each : items_of(node, key, r.problems)) {
         if (const auto value = r.amount(each, key)) r.given.values.push_back(*value);
       }
     }},
    {{"from", Key::optional, number_or_quantity, "the least that is drawn"},
     [](GivenReader& r, const Node& node, auto key) { r.from = r.amount(node, key); }},
    {{"to", Key::optional, number_or_quantity, "the most"},
     [](GivenReader& r, const Node& node, auto key) { r.to = r.amount(node, key); }},
    {{"step", Key::optional, number_or_quantity, "from one value to the next"},
     [](GivenReader& r, const Node& node, auto key) { r.step = r.amount(node, key); }},
    {{"word", Key::optional, list_of_texts, "one of these texts is drawn"},
     [](GivenReader& r, const Node& node, auto key) {
       for (const Node& each : items_of(node, key, r.problems)) {
         r.given.words.push_back(line_of_text(each, key, r.problems));
       }
     }},
    {{"usual", Key::optional, number_or_quantity, "without a seed; else the first"},
     [](GivenReader& r, const Node& node, auto key) {
       if (r.given.words.empty()) {
         r.usual = r.amount(node, key);
         return;
       }
       const auto found = std::ranges::find(r.given.words, node.text);
       if (found != r.given.words.end()) {
         r.given.usual = static_cast<std::size_t>(found - r.given.words.begin());
       }
     }},
    {{"is", Key::optional, types::expression, "a fixed number, or one that follows"},
     [](GivenReader& r, const Node& node, auto key) { r.read_is(node, key); }},
    {{"measured", Key::optional, types::text, "an ask for a record: its time"},
     [](GivenReader& r, const Node& node, auto key) {
       r.given.measured = line_of_text(node, key, r.problems);
     }},
    {{"unit", Key::optional, types::text, "to show it in"},
     [](GivenReader& r, const Node& node, auto key) {
       try {
         r.given.unit = parse_unit(line_of_text(node, key, r.problems));
         r.given.has_unit = true;
       } catch (const ExpressionError& error) {
         r.problems.add("unit-wrong", node, error);
       }
     }},
});

struct QuestionReader {
  CourseQuestion& question;
  Problems& problems;

  void read_unit(const Node& node, std::string_view key) {
    try {
      question.unit = parse_unit(line_of_text(node, key, problems));
    } catch (const ExpressionError& error) {
      problems.add("unit-wrong", node, error);
    }
  }

  void read_choices(const Node& node) {
    Mapping choices(node, "'choices'", problems);
    for (const Mapping::Entry& each : choices.entries()) {
      if (auto holds = expression_of(*each.value, each.key->text, problems)) {
        question.choices.emplace_back(each.key->text, std::move(*holds));
      }
    }
  }

  void read_share(const Node& node, std::string_view key, double& into, double most) {
    const auto text = scalar_text(node, key, problems);
    if (!text) return;
    try {
      const ParsedQuantity read = quantity_of(*text);
      if (read.dim == Dim{} && read.si > 0.0 && read.si <= most) {
        into = read.si;
        return;
      }
    } catch (const ExpressionError&) {
      into = 0.0;  // told below
    }
    problems.add(
        "value-wrong", node, "'" + std::string(key) + "' cannot be '" + *text + "'",
        {"expected a number above 0, such as " + std::string(key == "weight" ? "2" : "1 %")});
  }

  void read_texts(const Node& node, std::string_view key, std::vector<std::string>& into) {
    for (const Node& each : items_of(node, key, problems)) {
      into.push_back(line_of_text(each, key, problems));
    }
  }

  // "name = expression; why"
  void read_step(const Node& node) {
    const auto text = scalar_text(node, "steps", problems);
    if (!text) return;
    const std::size_t equals = text->find('=');
    const std::string name = text->substr(0, text->find_first_of(" ="));
    if (equals == std::string::npos || name.empty()) {
      problems.add("expression-syntax", node, "a step is no 'name = expression'",
                   {"such as 'time = bytes / bandwidth; all of them'"});
      return;
    }
    const std::size_t semicolon = std::min(text->find(';', equals), text->size());
    try {
      SolutionStep step{
          name, Expression::parse(text->substr(equals + 1, semicolon - equals - 1)), {}, node};
      if (semicolon < text->size()) step.why = text->substr(semicolon + 1);
      step.why.erase(0, step.why.find_first_not_of(' '));
      question.steps.push_back(std::move(step));
    } catch (ExpressionError& error) {
      error.column += equals + 1;
      problems.add("expression-syntax", node, error);
    }
  }
};

using QuestionRow = KeyRow<QuestionReader>;
constexpr auto question_rows = std::to_array<QuestionRow>({
    {{"ask", Key::required, types::text, "the question"},
     [](QuestionReader& r, const Node& node, auto key) {
       r.question.ask = line_of_text(node, key, r.problems);
     }},
    {{"unit", Key::optional, types::text, "of the answer: us, GB/s, %"},
     [](QuestionReader& r, const Node& node, auto key) { r.read_unit(node, key); }},
    {{"is", Key::optional, types::expression,
      "the answer, over what the engine says and the givens"},
     [](QuestionReader& r, const Node& node, auto key) {
       r.question.is = expression_of(node, key, r.problems);
     }},
    {{"choices", Key::optional, words_to_conditions,
      "instead: words; the first that holds is right"},
     [](QuestionReader& r, const Node& node, auto) { r.read_choices(node); }},
    {{"measured", Key::optional, types::text, "an ask for a record whose time is the truth"},
     [](QuestionReader& r, const Node& node, auto key) {
       r.question.measured = line_of_text(node, key, r.problems);
     }},
    {{"tolerance", Key::optional, number_or_quantity, "of a number; 1 % unless stated"},
     [](QuestionReader& r, const Node& node, auto key) {
       r.read_share(node, key, r.question.tolerance, 1.0);
     }},
    {{"weight", Key::optional, number_or_quantity, "points; 1 unless stated"},
     [](QuestionReader& r, const Node& node, auto key) {
       r.read_share(node, key, r.question.weight, 100.0);
     }},
    {{"hints", Key::optional, list_of_texts, "one after the other"},
     [](QuestionReader& r, const Node& node, auto key) {
       r.read_texts(node, key, r.question.hints);
     }},
    {{"steps", Key::optional, list_of_texts, "name = expression; why"},
     [](QuestionReader& r, const Node& node, auto key) {
       for (const Node& each : items_of(node, key, r.problems)) r.read_step(each);
     }},
    {{"slips", Key::optional, list_of_values, "expressions of wrong answers, for tests"},
     [](QuestionReader& r, const Node& node, auto key) {
       for (const Node& each : items_of(node, key, r.problems)) {
         if (auto slip = expression_of(each, key, r.problems)) {
           r.question.slips.push_back(std::move(*slip));
         }
       }
     }},
});

// Every name of an expression must be known where it stands.
class NameCheck {
 public:
  NameCheck(const Exercise& exercise, Problems& problems)
      : exercise_(exercise), problems_(problems) {
    for (const Given& given : exercise.givens) known_.push_back(given.name);
  }

  void run() {
    for (const Given& given : exercise_.givens) {
      if (given.is) check(*given.is, given.at);
      check_record(given.measured, given.at);
    }
    for (const EngineAsk& ask : exercise_.asks) {
      for_each_formula(
          ask, [&](const PlacedExpression& formula) { check(formula.expression, formula.at); });
    }
    for (const CourseQuestion& question : exercise_.questions) check(question);
  }

 private:
  void check(const CourseQuestion& question) {
    check_record(question.measured, question.at);
    if (question.is) check(*question.is, question.at);
    for (const auto& [word, holds] : question.choices) check(holds, question.at);
    for (const SolutionStep& step : question.steps) {
      check(step.value, step.at);
      known_.push_back(step.name);
    }
    if (!question.steps.empty() && question.steps.back().name != question.id) {
      problems_.add("name-wrong", question.steps.back().at,
                    "the last step of '" + question.id + "' has another name",
                    {"name it '" + question.id + "': it is the answer"});
    }
    if (question.steps.empty() && !question.chooses()) {
      problems_.add("key-missing", question.at, "'" + question.id + "' has no 'steps'",
                    {"a number has a solution, such as steps: [\"time = bytes / rate\"]"});
    }
    known_.push_back(question.id);
    for (const Expression& slip : question.slips) check(slip, question.at);
  }

  void check(const Expression& expression, const Node& at) {
    for (const Expression::Name& name : expression.names()) {
      if (std::ranges::find(known_, name.text) != known_.end()) continue;
      const std::string front = name.text.substr(0, name.text.find('.'));
      if (front != name.text && exercise_.find_ask(front) != nullptr) continue;
      problems_.add("name-unknown", at, "'" + name.text + "' is not known here",
                    did_you_mean(name.text, known_));
    }
  }

  void check_record(const std::string& name, const Node& at) {
    if (name.empty()) return;
    const EngineAsk* ask = exercise_.find_ask(name);
    if (ask != nullptr && ask->kind == AskKind::record) return;
    problems_.add("name-unknown", at,
                  "'measured' names no record that is asked for: '" + name + "'",
                  {"add it to 'asks', such as m: {record: copy, in: h200/cuda}"});
  }

  const Exercise& exercise_;
  Problems& problems_;
  std::vector<std::string> known_;
};

class ExerciseReader {
 public:
  ExerciseReader(const Node& root, Exercise& into, Problems& problems)
      : top_(root, "the exercise", problems), into_(into), problems_(problems) {}

  void read() {
    read_keys(rows(), top_, *this);
    top_.reject_unknown_keys();
    if (!problems_.has_errors()) NameCheck(into_, problems_).run();
  }

  static std::string schema(SchemaWriter& writer) { return writer.mapping(rows()); }

 private:
  static std::span<const KeyRow<ExerciseReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<ExerciseReader>>({
        {{"exercise", Key::required, types::text, "its name"},
         [](auto& r, const Node& node, auto key) {
           r.into_.id = line_of_text(node, key, r.problems_);
         }},
        {{"unit", Key::required, course_unit_name, "of the course"},
         [](auto& r, const Node& node, auto key) { r.read_unit_name(node, key); }},
        {{"title", Key::required, types::text, "one line"},
         [](auto& r, const Node& node, auto key) {
           r.into_.title = line_of_text(node, key, r.problems_);
         }},
        {{"text", Key::required, types::text, "the task; {name} stands for a given"},
         [](auto& r, const Node& node, auto key) {
           r.into_.text = line_of_text(node, key, r.problems_);
         }},
        {{"givens", Key::optional, names_to_mappings, "numbers, drawn for each student or fixed"},
         [](auto& r, const Node& node, auto) { r.read_givens(node); }},
        {{"asks", Key::optional, named_asks, "what the engine is asked"},
         [](auto& r, const Node& node, auto) {
           r.into_.asks = read_asks(node, AskedBy::exercise, r.problems_);
         }},
        {{"questions", Key::required, names_to_mappings, "in the order they are answered"},
         [](auto& r, const Node& node, auto) { r.read_questions(node); }},
    });
    return all;
  }

  void read_unit_name(const Node& node, std::string_view key) {
    into_.unit = line_of_text(node, key, problems_);
    if (std::ranges::find(course_units, into_.unit) != std::end(course_units)) return;
    problems_.add("value-unknown", node, "no unit of the course is called '" + into_.unit + "'",
                  {"known: sheet, memory, execution, programs, reading"});
  }

  void read_givens(const Node& node) {
    Mapping all(node, "'givens'", problems_);
    for (const Mapping::Entry& each : all.entries()) {
      Given given;
      given.name = each.key->text;
      given.at = *each.key;
      Mapping fields(*each.value, "'" + given.name + "'", problems_);
      GivenReader reader{given, problems_};
      read_keys<GivenReader>(given_rows, fields, reader);
      fields.reject_unknown_keys();
      reader.finish(*each.key);
      if (!given.drawn() && !given.is && given.measured.empty() && !problems_.has_errors()) {
        problems_.add("key-missing", *each.key, "'" + given.name + "' has no value",
                      {"state 'is', 'of', or 'from', 'to' and 'step'"});
      }
      into_.givens.push_back(std::move(given));
    }
  }

  void read_questions(const Node& node) {
    Mapping all(node, "'questions'", problems_);
    const auto entries = all.entries();
    if (entries.size() > most_questions) {
      problems_.add("type-wrong", node, "more than 100 questions", {"split the exercise"});
      return;
    }
    for (const Mapping::Entry& each : entries) {
      CourseQuestion question;
      question.id = each.key->text;
      question.at = *each.key;
      Mapping fields(*each.value, "'" + question.id + "'", problems_);
      QuestionReader reader{question, problems_};
      read_keys<QuestionReader>(question_rows, fields, reader);
      fields.reject_unknown_keys();
      if (question.is.has_value() == question.chooses() && !problems_.has_errors()) {
        problems_.add("key-missing", *each.key,
                      "'" + question.id + "' needs 'is' or 'choices', and not both");
      }
      into_.questions.push_back(std::move(question));
    }
  }

  Mapping top_;
  Exercise& into_;
  Problems& problems_;
};

template <class T, class Member>
const T* named(const std::vector<T>& all, Member member, std::string_view name) {
  const auto found = std::ranges::find(all, name, member);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const Given* Exercise::given(std::string_view name) const {
  return named(givens, &Given::name, name);
}
const EngineAsk* Exercise::find_ask(std::string_view name) const {
  return named(asks, &EngineAsk::name, name);
}
const CourseQuestion* Exercise::question(std::string_view wanted) const {
  return named(questions, &CourseQuestion::id, wanted);
}

AnswerUnit parse_unit(std::string_view text) {
  if (text.empty()) return {};
  if (text == "%") return {"%", 0.01, {}};
  const ParsedQuantity one = parse_quantity("1 " + std::string(text));
  return {std::string(text), one.si, one.dim};
}

Exercise read_exercise(TextFile text) {
  Exercise exercise;
  exercise.file = std::move(text);
  const Node root = parse_yaml(exercise.file);
  Problems problems(exercise.file);
  ExerciseReader(root, exercise, problems).read();
  problems.throw_if_any();
  return exercise;
}

std::string exercise_schema() {
  SchemaWriter writer;
  const std::string body = ExerciseReader::schema(writer);
  return writer.document("exercise", "An exercise of the course: texts, givens, questions.", body);
}

}  // namespace gpumodel
