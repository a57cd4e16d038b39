#include "src/io/course/read_code.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "src/diagnostics/all_faults.hpp"
#include "src/io/course/read_exercise.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/mapping.hpp"
#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr double largest_size = 1e9;
constexpr ValueType size_range{
    R"({"type": "object", "required": ["from", "to"], "additionalProperties": {"type": ["string", "number"]}})"};
constexpr ValueType texts_of_code{R"({"type": "array", "items": {"type": "string"}})"};
constexpr ValueType whole_size{R"({"type": ["string", "number"]})"};

enum class Part { student, other };

// The marks of a source; `into` gets each line that is none, with what it belongs to.
template <class Into>
void walk(const std::string& source, Into into) {
  std::istringstream lines(source);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view text = std::string_view(line).substr(first);
    if (text == "//{") {
      inside = true;
    } else if (text == "//}") {
      inside = false;
    } else if (inside && text.starts_with("//- ")) {
      into(line.substr(0, first) + line.substr(first + 4), Part::other, true);
    } else {
      into(line, inside ? Part::student : Part::other, false);
    }
  }
}

class CodeExerciseReader {
 public:
  CodeExerciseReader(const Node& root, CodeExercise& into, Problems& problems)
      : top_(root, "the exercise", problems), into_(into), problems_(problems) {}

  void read() {
    read_keys(rows(), top_, *this);
    top_.reject_unknown_keys();
  }

  static std::string schema(SchemaWriter& writer) { return writer.mapping(rows()); }

 private:
  static std::span<const KeyRow<CodeExerciseReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<CodeExerciseReader>>({
        {{"code", Key::required, types::text, "its name"},
         [](auto& r, const Node& node, auto key) { r.text(node, key, r.into_.id); }},
        {{"unit", Key::required, types::text, "of the course"},
         [](auto& r, const Node& node, auto key) { r.read_unit_of_code(node, key); }},
        {{"title", Key::required, types::text, "one line"},
         [](auto& r, const Node& node, auto key) { r.text(node, key, r.into_.title); }},
        {{"text", Key::required, types::text, "the task"},
         [](auto& r, const Node& node, auto key) { r.text(node, key, r.into_.text); }},
        {{"source", Key::required, types::text, "the solution, with marks; beside this file"},
         [](auto& r, const Node& node, auto key) { r.read_source(node, key); }},
        {{"judge", Key::required, types::text, "a source that calls it; beside this file"},
         [](auto& r, const Node& node, auto key) {
           r.into_.judge = r.beside(line_of_text(node, key, r.problems_));
         }},
        {{"sizes", Key::required, size_range, "at which the answer is judged"},
         [](auto& r, const Node& node, auto) { r.read_sizes(node); }},
        {{"timed", Key::required, whole_size, "the size at which the time is predicted"},
         [](auto& r, const Node& node, auto key) { r.into_.timed = r.size(node, key); }},
        {{"device", Key::required, types::text, "a GPU of the library"},
         [](auto& r, const Node& node, auto key) { r.text(node, key, r.into_.device); }},
        {{"sized", Key::optional, texts_of_code, "of OpenACC: variables that are the size"},
         [](auto& r, const Node& node, auto key) { r.texts(node, key, r.into_.sized); }},
        {{"hints", Key::optional, texts_of_code, "one after the other"},
         [](auto& r, const Node& node, auto key) { r.texts(node, key, r.into_.hints); }},
    });
    return all;
  }

  void text(const Node& node, std::string_view key, std::string& into) {
    into = line_of_text(node, key, problems_);
  }

  void texts(const Node& list, std::string_view key, std::vector<std::string>& into) {
    for (const Node& each : list.children) into.push_back(line_of_text(each, key, problems_));
  }

  void read_unit_of_code(const Node& node, std::string_view key) {
    into_.unit = line_of_text(node, key, problems_);
    if (std::ranges::find(course_units, into_.unit) != std::end(course_units)) return;
    problems_.add("value-unknown", node, "no unit of the course is called '" + into_.unit + "'",
                  {"known: sheet, memory, execution, programs, reading"});
  }

  std::string beside(const std::string& name) const {
    return (fs::path(into_.file.path.empty() ? into_.file.shown : into_.file.path).parent_path() /
            name)
        .string();
  }

  void read_source(const Node& node, std::string_view key) {
    const std::string path = beside(line_of_text(node, key, problems_));
    into_.source = read_text_file(path, path);
    if (skeleton_of(into_.source.content) != solution_in(into_.source.content)) return;
    problems_.add("value-wrong", node, "nothing is left to do in '" + path + "'",
                  {"//{ and //} on lines of their own enclose what a student writes"});
  }

  std::int64_t size(const Node& node, std::string_view key) {
    const auto number = scalar_text(node, key, problems_);
    if (!number) return 1;
    try {
      const ParsedQuantity read = parse_quantity(*number);
      if (read.dim == Dim{} && read.si >= 1.0 && read.si <= largest_size) {
        return static_cast<std::int64_t>(read.si);
      }
    } catch (const ExpressionError&) {
      into_.timed = 1;  // told below
    }
    problems_.add("value-wrong", node, "'" + *number + "' is no size",
                  {"expected a whole number from 1 to 1e9"});
    return 1;
  }

  void read_sizes(const Node& node) {
    Mapping fields(node, "'sizes'", problems_);
    if (const Node* from = fields.required("from")) into_.least = size(*from, "from");
    if (const Node* to = fields.required("to")) into_.most = size(*to, "to");
    fields.reject_unknown_keys();
    if (into_.least > into_.most) {
      problems_.add("range-wrong", node, "'from' is larger than 'to'");
    }
  }

  Mapping top_;
  CodeExercise& into_;
  Problems& problems_;
};

fs::path folder_of_code(const std::string& folder) {
  return (folder.empty() ? fs::path(shipped_folder()) / "examples/exercises" : fs::path(folder)) /
         "code";
}

}  // namespace

std::string CodeExercise::ending() const {
  return fs::path(source.shown).extension().string();
}

std::string skeleton_of(const std::string& source) {
  std::string all;
  walk(source, [&](const std::string& line, Part part, bool) {
    if (part == Part::other) all += line + "\n";
  });
  return all;
}

std::string solution_in(const std::string& source) {
  std::string all;
  walk(source, [&](const std::string& line, Part, bool only_before) {
    if (!only_before) all += line + "\n";
  });
  return all;
}

CodeExercise read_code_exercise(TextFile text) {
  CodeExercise exercise;
  exercise.file = std::move(text);
  const Node root = parse_yaml(exercise.file);
  Problems problems(exercise.file);
  CodeExerciseReader(root, exercise, problems).read();
  problems.throw_if_any();
  return exercise;
}

std::string code_exercise_schema() {
  SchemaWriter writer;
  const std::string body = CodeExerciseReader::schema(writer);
  return writer.document("code-exercise", "An exercise of the course in which code is written.",
                         body);
}

std::vector<CodeExercise> read_code_course(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_of_code(folder), none)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  AllFaults faults;
  std::vector<CodeExercise> all;
  for (const std::string& path : paths) {
    faults.attempt([&] { all.push_back(read_code_exercise(read_text_file(path, path))); });
  }
  faults.throw_if_any();
  return all;
}

std::optional<CodeExercise> find_code_exercise(const std::string& folder, const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".yaml");
  const fs::path path = is_path ? fs::path(name) : folder_of_code(folder) / (name + ".yaml");
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return std::nullopt;
  TextFile text = read_text_file(path.string(), path.string());
  if (is_path && value_of(parse_yaml(text), "code") == nullptr) return std::nullopt;
  return read_code_exercise(std::move(text));
}

}  // namespace gpumodel
