#include "src/describe/write/yaml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "src/describe/program/steps.hpp"
#include "src/describe/program/visit.hpp"

namespace gpumodel::describe {
namespace {

using Kind = Statement::Kind;

constexpr std::size_t comment_column = 44;
constexpr double least_beside = 1.2;  // below it the operations follow each other

const char* word(AccessKind kind) {
  switch (kind) {
    case AccessKind::load:
      return "load";
    case AccessKind::store:
      return "store";
    case AccessKind::atomic:
      return "atomic";
    case AccessKind::reduction:
      return "reduction";
  }
  return "";
}

// A value in a flow mapping.
std::string in_flow(const std::string& value) {
  return value.find_first_of(",[]{}:#&*!|>'\"%") == std::string::npos ? value : "'" + value + "'";
}
// A value in a block mapping.
std::string in_block(const std::string& value) {
  const bool plain = !value.empty() &&
                     std::string_view("!&*-?|>@`'\"%{[#").find(value[0]) == std::string_view::npos;
  return plain ? value : "'" + value + "'";
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program) {}

  std::string text() {
    heading();
    parameters();
    arrays();
    if (!program_.launch.block.empty()) launch();
    if (program_.nest) nest();
    thread();
    transfers();
    return std::move(out_);
  }

 private:
  void line(std::size_t indent, std::string text, const std::string& comment = {}) {
    text.insert(0, indent, ' ');
    if (!comment.empty()) {
      if (text.size() < comment_column) text.resize(comment_column, ' ');
      text += "  # " + comment;
    }
    out_ += text + "\n";
  }

  static std::string file_name(const std::string& path) {
    return path.substr(path.find_last_of('/') + 1);
  }
  std::string at(const Place& place) const {
    if (place.line == 0) return {};
    return file_name(place.file.empty() ? program_.place.file : place.file) + ":" +
           std::to_string(place.line);
  }
  std::string comment(const Place& place, const Certainty& certainty) const {
    std::string label = "proven";
    if (!certainty.assumed.empty())
      label = fmt::format("assumed: {}", fmt::join(certainty.assumed, "; "));
    if (!certainty.counted.empty())
      label = fmt::format("counted: {}", fmt::join(certainty.counted, "; "));
    if (!certainty.asked.empty())
      label = fmt::format("asked: {}", fmt::join(certainty.asked, "; "));
    const std::string where = at(place);
    return where.empty() ? label : where + " " + label;
  }

  void heading() {
    line(0, fmt::format("# {}, {}.", program_.signature, at(program_.place)));
    line(0,
         "# Each access: its place in the source, and whether it is proven from the code, assumed "
         "by a");
    line(0, "# rule of the compiler, or asked, because it depends on what is not in the file.");
    for (const std::string& each : program_.assumptions) line(0, "# Assumed: " + each + ".");
    for (const Question& question : program_.questions) {
      const std::string where = at(question.place);
      line(0, fmt::format("# Asked{}: {} ({}).", where.empty() ? "" : ", " + where, question.what,
                          question.option));
    }
    line(0, "kernel: " + in_block(program_.name));
    line(0, "summary: " + in_block(program_.summary));
  }

  void parameters() {
    if (program_.parameters.empty()) return;
    line(0, "parameters:");
    for (const Parameter& parameter : program_.parameters)
      line(2,
           parameter.name + ":" + (parameter.value.empty() ? "" : " " + in_block(parameter.value)),
           parameter.why);
  }

  void arrays() {
    if (program_.arrays.empty()) return;
    line(0, "arrays:");
    for (const Array& array : program_.arrays) {
      if (array.shape.empty()) continue;
      std::string fields;
      if (array.members.empty()) {
        fields = "type: " + array.type;
      } else {
        std::string members;
        for (const Member& member : array.members) {
          if (!members.empty()) members += ", ";
          members += member.type + " " + member.name;
          if (member.count > 1) members += "[" + std::to_string(member.count) + "]";
        }
        fields = "struct: '" + members + "'";
      }
      std::string extents;
      for (const Formula& extent : array.shape) {
        const std::string one = describe::text(extent, Dialect::parameters);
        if (!extents.empty()) extents += ", ";
        extents += one.find(',') == std::string::npos ? one : "\"" + one + "\"";
      }
      fields += ", shape: [" + extents + "]";
      if (array.space == Space::shared) fields += ", space: shared";
      if (array.space == Space::constant) fields += ", space: constant";
      if (!(array.offset == Formula(0)))
        fields += ", offset: " + in_flow(describe::text(array.offset, Dialect::parameters));
      if (array.read_only) fields += ", path: read_only";
      if (array.restricted && !array.read_only) fields += ", restrict: true";
      if (array.texture) fields += ", path: texture";
      if (!array.has_reads) {
        line(2, fmt::format("{}: {{{}}}", array.name, fields));
        continue;
      }
      line(2, array.name + ":");
      std::size_t from = 0;
      for (std::size_t comma; from < fields.size(); from = comma + 2) {
        comma = next_field(fields, from);
        line(4, fields.substr(from, comma - from));
      }
      line(4, array.values ? "values: " + contents(*array.values) : "values:",
           array.values ? "" : "asked: --values '" + array.name + "=...'");
    }
  }
  // The comma after a field, outside of brackets and quotes.
  static std::size_t next_field(const std::string& fields, std::size_t from) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = from; i < fields.size(); ++i) {
      if (fields[i] == '\'') quoted = !quoted;
      depth += fields[i] == '[' ? 1 : fields[i] == ']' ? -1 : 0;
      if (fields[i] == ',' && depth == 0 && !quoted) return i;
    }
    return fields.size();
  }
  // "uniform: [0, n]" is a mapping, all else an expression.
  static std::string contents(const std::string& values) {
    const std::size_t colon = values.find(": ");
    if (values.starts_with('{')) return values;
    return colon == std::string::npos ? in_block(values) : "{" + values + "}";
  }

  void launch() {
    line(0, "launch:", program_.launch.why);
    line(2, fmt::format("block: [{}]", fmt::join(quoted(program_.launch.block), ", ")));
    line(2, fmt::format("grid: [{}]", fmt::join(quoted(program_.launch.grid), ", ")));
    if (program_.registers > 0)
      line(2, fmt::format("registers_per_thread: {}", program_.registers), program_.registers_why);
    if (!program_.launch.shared.empty()) line(2, "shared_memory: " + program_.launch.shared);
    if (!program_.launch.carveout.empty()) line(2, "carveout: " + program_.launch.carveout);
  }

  void nest() {
    const Nest& nest = *program_.nest;
    line(0, "openacc:", nest.openacc ? "as in " + at(program_.place) : "");
    line(2, "compiler: " + nest.compiler);
    std::string ranges, schedule;
    for (const NestLoop& loop : nest.loops) {
      std::string range = describe::text(loop.start, Dialect::parameters) + ".." +
                          describe::text(loop.end, Dialect::parameters);
      range = in_flow(range);
      if (loop.step.constant() != 1)
        range =
            "{range: " + range + ", step: " + describe::text(loop.step, Dialect::parameters) + "}";
      ranges += (ranges.empty() ? "" : ", ") + loop.name + ": " + range;
      if (loop.levels.empty()) continue;
      const bool one = loop.levels.size() == 1;
      const std::string levels = fmt::format("{}", fmt::join(loop.levels, ", "));
      schedule +=
          (schedule.empty() ? "" : ", ") + loop.name + ": " + (one ? levels : "[" + levels + "]");
    }
    line(2, "nest: {" + ranges + "}");
    line(2, "schedule: {" + schedule + "}");
    if (nest.collapse > 1) line(2, "collapse: " + std::to_string(nest.collapse));
    const auto number = [&](const char* key, const std::string& value) {
      if (!value.empty()) line(2, key + (": " + in_block(value)));
    };
    number("num_gangs", nest.num_gangs);
    number("num_workers", nest.num_workers);
    number("vector_length", nest.vector_length);
    if (nest.registers > 0)
      line(2, fmt::format("registers_per_thread: {}", nest.registers), nest.registers_why);
  }

  void transfers() {
    if (!program_.nest || (program_.nest->to_device.empty() && program_.nest->to_host.empty()))
      return;
    const Nest& nest = *program_.nest;
    line(0, "transfers:", "as in " + nest.copied_at);
    if (!nest.to_device.empty())
      line(2, fmt::format("to_device: [{}]", fmt::join(nest.to_device, ", ")));
    if (!nest.to_host.empty()) line(2, fmt::format("to_host: [{}]", fmt::join(nest.to_host, ", ")));
  }

  static std::vector<std::string> quoted(std::vector<std::string> list) {
    for (std::string& each : list)
      if (each.find(',') != std::string::npos) each = "\"" + each + "\"";
    return list;
  }

  void thread() {
    line(0, "thread:");
    if (!program_.lets.empty()) {
      std::string all;
      for (const auto& [name, value] : program_.lets)
        all += (all.empty() ? "" : ", ") + name + ": " + in_flow(describe::text(value));
      if (all.size() <= 80) {
        line(2, "let: {" + all + "}");
      } else {
        line(2, "let:");
        for (const auto& [name, value] : program_.lets)
          line(4, name + ": " + in_block(describe::text(value)));
      }
    }
    if (!program_.where.is_always()) line(2, "where: " + in_block(program_.where.text()));
    line(2, "do:");
    if (program_.body.empty()) line(4, "- int: 0", "nothing that is counted");
    statements(program_.body, 4);
  }

  static std::string access_text(const Program& program, const Access& access) {
    std::string result = program.arrays[access.array].name;
    for (const Formula& index : access.index) result += "[" + describe::text(index) + "]";
    return result + access.member;
  }

  void statements(const Statements& list, std::size_t indent) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Statement& s = list[i];
      switch (s.kind) {
        case Kind::access:
          i = accesses(list, i, indent);
          break;
        case Kind::operations:
          operations(s, indent);
          break;
        case Kind::spill:
          line(indent, fmt::format("- spill: {{load: {}, store: {}}}", s.spill_load, s.spill_store),
               at(s.place) + " assumed: an array of the thread lies in local memory");
          break;
        case Kind::let:
          line(indent, "- let: {" + s.name + ": " + in_flow(describe::text(s.value)) + "}");
          break;
        case Kind::draw:
          draw(s, indent);
          break;
        case Kind::barrier:
          line(indent, "- barrier", at(s.place));
          break;
        case Kind::loop:
          loop(s, indent);
          break;
        case Kind::branch:
          branch(s, indent);
          break;
      }
    }
  }

  // Neighbours of one line and one kind are one list.
  std::size_t accesses(const Statements& list, std::size_t first, std::size_t indent) {
    const Statement& s = list[first];
    const std::string why = comment(s.place, s.access.certainty);
    std::string text = access_text(program_, s.access);
    if (!s.access.read_name.empty()) {
      line(indent, "- read:");
      line(indent + 4, s.access.read_name + ": " + text, why);
      return first;
    }
    std::size_t last = first;
    while (last + 1 < list.size() && list[last + 1].kind == Kind::access && s.access.as.empty()) {
      const Access& next = list[last + 1].access;
      if (next.kind != s.access.kind || !next.read_name.empty() || !next.as.empty() ||
          comment(list[last + 1].place, next.certainty) != why || text.size() > 100)
        break;
      text += ", " + access_text(program_, next);
      ++last;
    }
    line(indent, fmt::format("- {}: {}", word(s.access.kind), text), why);
    const bool atomic =
        s.access.kind == AccessKind::atomic || s.access.kind == AccessKind::reduction;
    if (atomic && !s.access.as.empty()) line(indent + 2, "as: " + s.access.as);
    return last;
  }

  void operations(const Statement& s, std::size_t indent) {
    const std::string why = s.certainty.assumed.empty()
                                ? ""
                                : fmt::format("assumed: {}", fmt::join(s.certainty.assumed, "; "));
    const double beside = static_cast<double>(waited_for(s.operations)) /
                          static_cast<double>(std::max<std::int64_t>(1, steps_of(s)));
    for (const auto& [pipe, kinds] : s.operations) {
      if (kinds.empty()) continue;
      if (kinds.size() == 1 && kinds.begin()->first.empty()) {
        line(indent, fmt::format("- {}: {}", pipe, kinds.begin()->second), why);
        continue;
      }
      std::string all;
      for (const auto& [kind, count] : kinds)
        all += fmt::format("{}{}: {}", all.empty() ? "" : ", ", kind, count);
      if (beside >= least_beside && waited_for({{pipe, kinds}}) > 1)
        all += fmt::format(", side_by_side: {:.2g}", beside);
      line(indent, fmt::format("- {}: {{{}}}", pipe, all), why);
    }
  }

  void draw(const Statement& s, std::size_t indent) {
    line(indent, "- draw:", comment(s.place, s.certainty));
    std::string values = s.values, per;
    if (const std::size_t found = values.find(" per "); found != std::string::npos) {
      per = values.substr(found + 5);
      values.resize(found);
    }
    line(indent + 4, s.name + ":" + (values.empty() ? "" : " " + contents(values)));
    if (!per.empty()) line(indent + 2, "per: " + per);
  }

  void loop(const Statement& s, std::size_t indent) {
    const std::string range = describe::text(s.value) + ".." + describe::text(s.end);
    line(indent, "- for: {" + s.name + ": " + in_flow(range) + "}", at(s.place));
    if (s.step.constant() != 1) line(indent + 2, "step: " + describe::text(s.step));
    if (s.unroll != 1) {
      const std::string factor = s.unroll == 0 ? "full" : std::to_string(s.unroll);
      std::string why;
      if (!s.certainty.assumed.empty())
        why = fmt::format("assumed: {}", fmt::join(s.certainty.assumed, "; "));
      line(indent + 2, "unroll: " + factor, why);
    }
    line(indent + 2, "do:");
    statements(s.body, indent + 4);
  }

  void branch(const Statement& s, std::size_t indent) {
    if (s.probability.empty()) {
      line(indent, "- if: " + in_block(s.condition.text()), at(s.place));
    } else {
      std::string share = (s.otherwise ? "1 - " : "") + s.probability;
      // Of warps that go both ways half of the lanes do.
      if (!s.warps.empty())
        share += s.otherwise ? ", warps: 'min(1, 1 + " + s.warps + " - 2 * " + s.probability + ")'"
                             : ", warps: " + s.warps;
      line(indent, "- if: {probability: " + share + "}", comment(s.place, s.certainty));
    }
    line(indent + 2, "do:");
    statements(s.body, indent + 4);
    if (s.other.empty()) return;
    line(indent + 2, "else:");
    statements(s.other, indent + 4);
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string yaml(const Program& program) {
  return Writer(program).text();
}

}  // namespace gpumodel::describe
