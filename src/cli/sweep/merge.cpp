// gpumodel merge: the parts of a sweep, in whatever order they are named, as one file: that of a
// sweep in one piece.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/cli/output/file.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {
namespace {

struct Part {
  std::string path;
  std::uint64_t index = 1, of = 1, points = 0;
  Json head;
};

[[noreturn]] void refuse_part(const std::string& path, std::string message, std::string hint) {
  throw InputError{{{.id = "sweep-part",
                     .message = std::move(message),
                     .file = path,
                     .hints = {std::move(hint)}}}};
}

Part read_head(const std::string& path) {
  std::ifstream in(path);
  if (!in) {
    throw InputError{{{.id = "file-missing", .message = "no file '" + path + "'", .file = path}}};
  }
  std::string line;
  std::getline(in, line);
  Part part{path, 1, 1, 0, Json::parse(line, nullptr, false)};
  const Json& head = part.head;
  const auto lacks = [&](const char* key) { return !head.is_object() || !head.contains(key); };
  if (lacks("schema") || head["schema"] != "gpumodel/sweep-lines" || lacks("points") ||
      lacks("shard") || !head["points"].is_number_unsigned()) {
    refuse_part(path, "this is no part of a sweep: its first line says nothing of one",
                "gpumodel sweep ... --shard 1/4 --jsonl FILE writes one");
  }
  part.points = head["points"].get<std::uint64_t>();
  const Json& shard = head["shard"];
  if (shard.is_null()) return part;
  if (!shard.is_object() || !shard.contains("index") || !shard.contains("of") ||
      !shard["index"].is_number_unsigned() || !shard["of"].is_number_unsigned()) {
    refuse_part(path, "its first line does not say which part it is", "was it edited?");
  }
  part.index = shard["index"].get<std::uint64_t>();
  part.of = shard["of"].get<std::uint64_t>();
  return part;
}

// All of one sweep, each once, none missing; by their number.
void require_all(std::vector<Part>& parts) {
  std::ranges::sort(parts, {}, &Part::index);
  const Part& first = parts.front();
  for (const Part& part : parts) {
    if (part.head["inputs"] != first.head["inputs"] || part.of != first.of) {
      refuse_part(part.path, "another sweep than that of " + first.path,
                  "parts must be of the same values, files and number of parts");
    }
  }
  for (std::uint64_t i = 0; i < first.of; ++i) {
    if (i < parts.size() && parts[i].index == i + 1) continue;
    if (i > 0 && i < parts.size() && parts[i].index == i) {
      refuse_part(parts[i].path, "the same part as " + parts[i - 1].path, "name each part once");
    }
    refuse_part(first.path,
                "part " + std::to_string(i + 1) + " of " + std::to_string(first.of) + " is missing",
                "--shard " + std::to_string(i + 1) + "/" + std::to_string(first.of) +
                    " of the same sweep makes it");
  }
  if (parts.size() > first.of) {
    refuse_part(parts.back().path, "the same part as " + parts[parts.size() - 2].path,
                "name each part once");
  }
}

// Lines behind the head, which must be as many as it says.
void copy_points(const Part& part, std::ostream& out) {
  std::ifstream in(part.path);
  std::string line;
  std::getline(in, line);
  std::uint64_t lines = 0;
  while (std::getline(in, line) && !in.eof()) {  // a line without its end is no whole one
    ++lines;
    out << line << '\n';
  }
  if (lines == part.points) return;
  refuse_part(
      part.path,
      "it has " + std::to_string(lines) + " of its " + std::to_string(part.points) + " points",
      "sweep ... --shard " + std::to_string(part.index) + "/" + std::to_string(part.of) +
          " --jsonl " + part.path + " --resume goes on with it");
}

class Merge : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("PART", parts_, "Files that sweep --shard --jsonl wrote")->required();
    app.add_option("--output", output_, "File to write (default: standard output)")
        ->type_name("FILE");
    app.add_flag("--force", force_, "Replace the output file, never an input");
  }

  int run(Console& console) override {
    std::vector<Part> parts;
    std::vector<Diagnostic> faults;
    for (const std::string& path : parts_) {
      try {
        parts.push_back(read_head(path));
      } catch (const InputError& error) {
        faults.insert(faults.end(), error.found.begin(), error.found.end());
      }
    }
    if (!faults.empty()) throw InputError{std::move(faults)};
    require_all(parts);
    refuse_own_input();
    const auto write = [&](std::ostream& out) {
      Json head = parts.front().head;
      std::uint64_t points = 0;
      for (const Part& part : parts) points += part.points;
      head["points"] = points;
      head["shard"] = nullptr;
      out << to_line(head) << '\n';
      for (const Part& part : parts) copy_points(part, out);
    };
    if (output_.empty() || output_ == "-") {
      write(console.out);
      if (!console.out.flush()) cannot_write("standard output", errno);
    } else {
      OutputFile("--output", output_, force_).write(write);
    }
    return exit_code::done;
  }

 private:
  void refuse_own_input() const {
    if (std::ranges::find(parts_, output_) == parts_.end()) return;
    refuse_call("output-file", "--output " + output_ + " is read here",
                {"a result never replaces its own input"});
  }

  std::vector<std::string> parts_;
  std::string output_;
  bool force_ = false;
};

}  // namespace

std::unique_ptr<Command> make_merge() {
  return std::make_unique<Merge>();
}

}  // namespace gpumodel
