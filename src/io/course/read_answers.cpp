#include "src/io/course/read_answers.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "src/diagnostics/all_faults.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {
namespace {

constexpr ValueType name_or_number{R"({"type": ["string", "number"]})"};
constexpr ValueType pins_by_exercise{
    R"({"type": "object", "additionalProperties": {"type": "string"}})"};
constexpr ValueType answers_by_exercise{R"({"type": "object", "additionalProperties":
    {"type": "object", "additionalProperties": {"type": ["string", "number", "null"]}}})"};

class AnswersFileReader {
 public:
  AnswersFileReader(const Node& root, AnswersFile& into, Problems& problems)
      : top_(root, "the answers", problems), into_(into), problems_(problems) {}

  void read() {
    read_keys(rows(), top_, *this);
    top_.reject_unknown_keys();
    if (into_.seed.empty()) into_.seed = into_.student;
    for (HandedIn& each : into_.exercises) {
      const auto pin = pins_.find(each.exercise.text);
      if (pin != pins_.end()) each.pin = pin->second;
    }
  }

  static std::string schema(SchemaWriter& writer) { return writer.mapping(rows()); }

 private:
  static std::span<const KeyRow<AnswersFileReader>> rows() {
    static constexpr auto all = std::to_array<KeyRow<AnswersFileReader>>({
        {{"student", Key::required, types::text, "who answers"},
         [](auto& r, const Node& node, auto key) {
           r.into_.student = line_of_text(node, key, r.problems_);
         }},
        {{"seed", Key::optional, name_or_number, "that drew the numbers; else the student's name"},
         [](auto& r, const Node& node, auto key) {
           r.into_.seed = line_of_text(node, key, r.problems_);
         }},
        {{"pins", Key::optional, pins_by_exercise, "what the sheet was made from, by exercise"},
         [](auto& r, const Node& node, auto) { r.read_pins(node); }},
        {{"answers", Key::required, answers_by_exercise, "texts by exercise and question"},
         [](auto& r, const Node& node, auto) { r.read_answers(node); }},
    });
    return all;
  }

  void read_pins(const Node& node) {
    Mapping all(node, "'pins'", problems_);
    for (const Mapping::Entry& each : all.entries()) {
      pins_[each.key->text] = line_of_text(*each.value, each.key->text, problems_);
    }
  }

  void read_answers(const Node& node) {
    Mapping all(node, "'answers'", problems_);
    for (const Mapping::Entry& exercise : all.entries()) {
      HandedIn made;
      made.exercise = *exercise.key;
      Mapping answers(*exercise.value, "'" + exercise.key->text + "'", problems_);
      for (const Mapping::Entry& each : answers.entries()) {
        if (each.value->kind != Node::Kind::null &&
            !scalar_text(*each.value, each.key->text, problems_)) {
          continue;
        }
        made.answers.push_back({*each.key, *each.value});
      }
      into_.exercises.push_back(std::move(made));
    }
  }

  Mapping top_;
  AnswersFile& into_;
  Problems& problems_;
  std::map<std::string, std::string> pins_;
};

}  // namespace

AnswersFile read_answers(TextFile text) {
  AnswersFile made;
  made.file = std::move(text);
  const Node root = parse_yaml(made.file);
  Problems problems(made.file);
  AnswersFileReader(root, made, problems).read();
  problems.throw_if_any();
  return made;
}

std::vector<AnswersFile> read_batch(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  if (paths.empty()) {
    throw InputError{{{.id = failed ? "file-missing" : "file-empty",
                       .message = failed ? "no folder '" + folder + "'"
                                         : "there are no answers in '" + folder + "'",
                       .hints = {"--batch names a folder with a YAML file for each student"}}}};
  }
  AllFaults faults;
  std::vector<AnswersFile> all;
  for (const std::string& path : paths) {
    faults.attempt([&] { all.push_back(read_answers(read_text_file(path, path))); });
  }
  faults.throw_if_any();
  return all;
}

std::string answers_schema() {
  SchemaWriter writer;
  const std::string body = AnswersFileReader::schema(writer);
  return writer.document("answers", "What a student hands in: answers by exercise.", body);
}

}  // namespace gpumodel
