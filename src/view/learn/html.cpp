#include "src/view/learn/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/course/read_exercise.hpp"
#include "src/io/text/format.hpp"
#include "src/view/learn/code.hpp"

namespace gpumodel {
namespace {

// An answer of the right kind, to copy and change.
std::string example_of(const CourseQuestion& question) {
  const std::string value =
      question.chooses() ? question.choices.front().first : "1" + question.unit.text;
  return fmt::format(" '{}={}'", question.id, value);
}

Preformatted commands_of(const Posed& posed) {
  const std::string& id = posed.exercise().id;
  const std::string seed = posed.seed().empty() ? "" : " --seed " + posed.seed();
  std::string check = fmt::format("gpumodel learn check {}{}", id, seed);
  for (const CourseQuestion& each : posed.exercise().questions) check += example_of(each);
  return {{check, fmt::format("gpumodel learn hint {}{}", id, seed),
           fmt::format("gpumodel learn solution {}{}", id, seed)}};
}

Table questions_to_read(const Posed& posed) {
  Table table;
  table.columns = {{"name"}, {"question"}, {"answer in"}};
  for (const CourseQuestion& each : posed.exercise().questions) {
    std::string in = each.unit.text.empty() ? "a number" : each.unit.text;
    if (each.chooses()) {
      in.clear();
      for (const auto& [word, holds] : each.choices) in += (in.empty() ? "" : " or ") + word;
    }
    table.rows.push_back({{each.id}, {posed.text(each.ask)}, {in}});
  }
  return table;
}

// A row per unit, a box per exercise, as wide as it has points.
Picture course_picture(const PosedExercises& posed) {
  constexpr double width = 640.0, left = 90.0, height = 26.0, gap = 8.0, point = 19.0;
  Picture picture(width, "Exercises by unit; a box is as wide as its points");
  double y = picture.bottom() + gap;
  std::size_t look = 0;
  for (const std::string_view unit : course_units) {
    double x = left;
    picture.text(0.0, y + height * 0.65, std::string(unit));
    for (const auto& each : posed) {
      if (each->exercise().unit != unit) continue;
      double points = 0.0;
      for (const CourseQuestion& question : each->exercise().questions) points += question.weight;
      const double wide = std::min(points * point, width - x);
      if (wide <= gap) continue;
      picture.box(x, y, wide - 2.0, height, Look{.index = look}.area(),
                  fmt::format("{}: {}", each->exercise().id, each->exercise().title));
      x += wide;
    }
    ++look;
    y += height + gap;
  }
  picture.reach(y);
  return picture;
}

}  // namespace

HtmlReport course_report(const PosedExercises& posed, const std::vector<CodeExercise>& code,
                         const std::string& engine) {
  const std::string seed = posed.empty() ? "" : posed.front()->seed();
  HtmlReport report(fmt::format(
      "{} that check predictions{}\nAn answer is a number with its unit, "
      "an interval such as 2..4 us that should hold it with 80 %, or a "
      "word; of code it is a file.",
      counted(posed.size() + code.size(), "exercise"), seed.empty() ? "" : ", numbers of " + seed));
  if (!posed.empty()) report.section("The course").add(course_picture(posed));
  for (const auto& each : posed) {
    report.section(each->exercise().title);
    report.add(Block{Paragraph{each->text(each->exercise().text)}});
    report.add(Block{questions_to_read(*each)});
    report.add(Block{commands_of(*each)});
    report.add(Block{Paragraph{each->exercise().id + ", made from " + pin_of(*each, engine)}});
  }
  for (const CodeExercise& each : code) {
    report.section(each.title);
    report.add(Block{Paragraph{each.text}});
    report.add(Block{code_commands(each)});
    report.add(Block{Preformatted{split_lines(skeleton_of(each.source.content))}});
    report.add(Block{Paragraph{each.id + ", in which code is written"}});
  }
  return report;
}

}  // namespace gpumodel
