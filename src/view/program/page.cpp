#include "src/view/program/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "models/timeline/program/path_terms.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/term_explanation.hpp"
#include "src/view/program/gantt.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_rows = 8;

std::string bindings(const ProgramAnswer& a) {
  std::string text;
  for (std::size_t i = 0; i < a.program.parameters.size(); ++i) {
    text += (i == 0 ? "" : ", ") + a.program.parameters[i].name + " = " + to_string(a.values[i]);
  }
  return text;
}

std::string machine_name(const ProgramAnswer& a) {
  const std::size_t count = a.machine.gpus.size();
  const std::string name = a.gpu().name + (a.default_device ? " (default)" : "");
  return count == 1 ? name : std::to_string(count) + " x " + name;
}

Estimate<Seconds> whole(const ProgramAnswer& a) {
  return {Seconds{a.forecast.time_s}, Seconds{a.low_s}, Seconds{a.high_s}};
}

// Parts of the whole, and what it would be otherwise, have no interval of their own.
std::string time_text(const ProgramAnswer& a, double seconds) {
  return format_beside(Seconds{seconds}, whole(a));
}

std::string share(double part, double whole) {
  return whole > 0.0 ? format_percent(part / whole) : "n/a (no time)";
}

std::string path_sentence(const Forecast& f) {
  std::string text = "critical path:";
  for (std::size_t i = 0; i < f.parts.size(); ++i) {  // as many as fit the line
    const PathPart& part = f.parts[i];
    const std::string more =
        fmt::format("{} {} {}", i == 0 ? "" : ",", activity_name(f.timeline, part.kind, part.step),
                    share(part.seconds, f.time_s));
    if (i > 0 && (i == 3 || display_width(text + more) > 80)) break;
    text += more;
  }
  return text;
}

std::string first_lines(const ProgramAnswer& a, std::string text) {
  std::vector<std::string> lines;
  append_wrapped(lines, "", path_sentence(a.forecast));
  append_wrapped(
      lines, "",
      fmt::format("model {} for kernels, {}; {} tasks", a.model->name,
                  a.model->ceiling == Ceiling::sustained ? "L2 as the steps before leave it"
                                                         : "which knows no caches",
                  a.forecast.times.size()));
  if (const std::string values = bindings(a); !values.empty()) {
    append_wrapped(lines, "", "with " + values);
  }
  for (const Diagnostic& note : a.notes) append_wrapped(lines, "", note.message);
  for (const std::string& line : lines) text += "\n" + line;
  return text;
}

Table engine_table(const ProgramAnswer& a) {
  const Forecast& f = a.forecast;
  Table table;
  table.caption = "engines";
  table.columns = {{"engine", "engine"},
                   {"busy", "busy_s", true},
                   {"share", "share", true},
                   {"tasks", "tasks", true}};
  for (const EngineUse& use : f.engines) {
    const double part = f.time_s > 0.0 ? use.busy_s / f.time_s : 0.0;
    table.rows.push_back({{engine_name(f.timeline, use.engine)},
                          {time_text(a, use.busy_s), raw_number(use.busy_s)},
                          {share(use.busy_s, f.time_s), raw_number(part)},
                          {std::to_string(use.tasks)}});
  }
  return table;
}

Table path_table(const ProgramAnswer& a) {
  const Forecast& f = a.forecast;
  Table table;
  table.caption = "critical path";
  table.columns = {{"time", "time_s", true},
                   {"share", "share", true},
                   {"tasks", "tasks", true},
                   {"what", "what"}};
  for (const PathPart& part : f.parts) {
    if (table.rows.size() == most_rows) break;
    table.rows.push_back({{time_text(a, part.seconds), raw_number(part.seconds)},
                          {share(part.seconds, f.time_s), raw_number(part.seconds / f.time_s)},
                          {std::to_string(part.tasks)},
                          {activity_name(f.timeline, part.kind, part.step)}});
  }
  return table;
}

Table remedy_table(const ProgramAnswer& a) {
  const Forecast& f = a.forecast;
  Table table;
  table.caption = "what would help most: in half the time";
  table.columns = {{"total", "time_s", true}, {"gain", "speedup", true}, {"what", "what"}};
  for (const Remedy& remedy : f.remedies) {
    if (table.rows.size() == most_rows) break;
    table.rows.push_back(
        {{time_text(a, remedy.time_s), raw_number(remedy.time_s)},
         {fmt::format("{:.2f}x", f.time_s / remedy.time_s), raw_number(f.time_s / remedy.time_s)},
         {kind_name(f.timeline, remedy.kind, remedy.step)}});
  }
  return table;
}

// What would help most, as far as the first screen has room.
std::string next_lines(const ProgramAnswer& a) {
  constexpr std::size_t most = 3;
  const Forecast& f = a.forecast;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, f.remedies.size()); ++i) {
    const Remedy& remedy = f.remedies[i];
    text += fmt::format("{}next: {} in half the time: {}, {:.2f}x", i == 0 ? "" : "\n",
                        kind_name(f.timeline, remedy.kind, remedy.step),
                        time_text(a, remedy.time_s), f.time_s / remedy.time_s);
  }
  return text;
}

constexpr const char* more_of_program =
    "more: -v the critical path, engines and what would help; --explain the arithmetic";

Table scaling_table(const ProgramAnswer& a) {
  Table table;
  table.caption = a.program.weak_scaling ? "weak scaling: the same for each device"
                                         : "strong scaling: the same for all devices together";
  table.columns = {{"devices", "devices", true},
                   {"time", "time_s", true},
                   {"speedup", "speedup", true},
                   {"efficiency", "efficiency", true},
                   {"", "fits"}};
  if (!std::ranges::all_of(a.scaling, &ScalingPoint::fits)) table.columns.back().title = "memory";
  for (const ScalingPoint& point : a.scaling) {
    table.rows.push_back({{std::to_string(point.devices)},
                          {time_text(a, point.time_s), raw_number(point.time_s)},
                          {fmt::format("{:.2f}x", point.speedup), raw_number(point.speedup)},
                          {format_percent(point.efficiency), raw_number(point.efficiency)},
                          {point.fits ? "" : "does not fit", point.fits ? "true" : "false"}});
  }
  return table;
}

// The arithmetic of each kernel, and of each loop of the host, as it is called.
Preformatted explanation(const KernelPrediction& called) {
  const AskedKernel& asked = called.asked;
  const Kernel& kernel = asked.kernel();
  std::string head =
      "kernel " + kernel.id + " on " + (called.host ? called.host->name : asked.question.gpu->name);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    head += (i == 0 ? ", with " : ", ") + kernel.parameters[i].name + " = " +
            to_string(asked.values[i]);
  }
  if (asked.question.cache == CacheStart::warm) {
    head += called.host ? ", its data in caches" : ", its data in L2";
  }
  Preformatted block;
  append_wrapped(block.lines, "", head);
  append_explanation(called.prediction.terms, called.prediction.kernel, "", block.lines);
  if (called.body != TermId::none) {
    append_explanation(called.prediction.terms, called.body, "", block.lines);
  }
  return block;
}

// What the tasks on the critical path are made of.
Preformatted path_explanation(const Forecast& f) {
  Preformatted block;
  block.lines.emplace_back("on the critical path");
  for (const PathStep& step : path_steps(f)) {
    if (step.seconds <= 0.0) continue;
    block.lines.push_back(
        fmt::format("{}: {} in {}", activity_name(f.timeline, step.kind, step.step),
                    counted(step.tasks, "task"), format_time(Seconds{step.seconds})));
    const auto add = [&](std::string_view what, const Part& part) {
      if (seconds_of(f.timeline, part) <= 0.0) return;
      block.lines.push_back(fmt::format("  {}, {:.6g} times", what, part.times));
      append_equation(f.timeline.workings, part.time, 4, block.lines);
    };
    add("latency", step.cost.latency);
    add("turn", step.cost.turn);
    add("work", step.cost.work);
    const Seconds slowed{step.slowed};
    if (step.slowed > 1e-9 * step.seconds) {
      block.lines.push_back("  slowed by others: " + format_time(slowed));
    }
  }
  return block;
}

// Copies of one step and one size, with the time each takes on its engine.
Table copy_table(const Forecast& f) {
  struct Copies {
    std::size_t count = 0;
    double seconds = 0.0;
  };
  std::map<std::tuple<std::uint32_t, ActivityKind, double>, Copies> all;
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    const Activity& activity = f.timeline.activities[i];
    if (!is_copy(activity.kind)) continue;
    Copies& copies = all[{activity.step, activity.kind, activity.bytes}];
    ++copies.count;
    copies.seconds += f.times[i].end - f.times[i].start;
  }
  Table table;
  table.caption = "copies";
  table.columns = {{"copies", "copies", true},
                   {"bytes", "bytes", true},
                   {"time", "time_s", true},
                   {"rate", "rate_bytes_per_s", true},
                   {"what", "what"}};
  for (const auto& [key, copies] : all) {
    const auto& [step, kind, bytes] = key;
    const double each = copies.seconds / static_cast<double>(copies.count);
    const bool has_rate = bytes > 0.0 && each > 0.0;
    table.rows.push_back({{std::to_string(copies.count)},
                          {format_quantity(bytes, Bytes::dim), raw_number(bytes)},
                          {format_time(Seconds{each}), raw_number(each)},
                          has_rate ? Cell{format_quantity(bytes / each, BytesPerSecond::dim),
                                          raw_number(bytes / each)}
                                   : Cell{"n/a (no bytes)", "null"},
                          {activity_name(f.timeline, kind, step)}});
  }
  return table;
}

std::string textbook_sentence(const ProgramAnswer& a) {
  const double serial = a.serial_s();
  return fmt::format("textbook: {} ({:.2f}x), max(kernels, copies) + min(kernels, copies) / {}",
                     time_text(a, *a.textbook_s), serial / *a.textbook_s,
                     a.search ? a.search->best.chunks : 1);
}

std::string overlap_headline(const ProgramAnswer& a) {
  if (!a.search) return program_headline(a);
  const ChunkTime& best = a.search->best;
  const std::string streams = best.streams > 0
                                  ? counted(static_cast<std::size_t>(best.streams), "stream")
                                  : counted(a.forecast.timeline.stream_count, "stream");
  return fmt::format("{} on {}: {} with {} in {}\nserial: {}; overlapping gains {:.2f}x",
                     a.program.id, machine_name(a), format_estimate(whole(a)),
                     counted(static_cast<std::size_t>(best.chunks), "chunk"), streams,
                     time_text(a, a.search->serial_s), a.search->serial_s / a.forecast.time_s);
}

Table chunk_table(const ProgramAnswer& a) {
  const ChunkSearch& search = *a.search;
  Table table;
  table.caption = "chunks";
  table.columns = {
      {"chunks", "chunks", true}, {"time", "time_s", true}, {"speedup", "speedup", true}};
  for (const ChunkTime& point : search.curve) {
    const double speedup = search.serial_s / point.time_s;
    table.rows.push_back({{std::to_string(point.chunks)},
                          {time_text(a, point.time_s), raw_number(point.time_s)},
                          {fmt::format("{:.2f}x", speedup), raw_number(speedup)}});
  }
  return table;
}

}  // namespace

std::string program_headline(const ProgramAnswer& a) {
  return fmt::format("{} on {}: {}", a.program.id, machine_name(a),
                     format_estimate_and_interval(whole(a)));
}

Page program_page(const ProgramAnswer& a) {
  Page page;
  std::string head = program_headline(a);
  if (a.forecast.time_s > 0.0) {
    head += fmt::format("\none after the other: {}; overlapping gains {:.2f}x",
                        time_text(a, a.forecast.serial_s), a.forecast.serial_s / a.forecast.time_s);
  }
  page.blocks.emplace_back(Paragraph{first_lines(a, std::move(head))});
  if (!a.scaling.empty()) page.blocks.emplace_back(scaling_table(a));
  if (a.textbook_s) page.blocks.emplace_back(Paragraph{textbook_sentence(a)});
  if (!a.forecast.remedies.empty()) page.blocks.emplace_back(Paragraph{next_lines(a)});
  if (!a.explain) page.first_screen = {page.blocks.size(), more_of_program};
  page.blocks.emplace_back(path_table(a));
  page.blocks.emplace_back(engine_table(a));
  if (!a.forecast.remedies.empty()) page.blocks.emplace_back(remedy_table(a));
  if (!a.explain) return page;
  Table copies = copy_table(a.forecast);
  if (!copies.rows.empty()) page.blocks.emplace_back(std::move(copies));
  page.blocks.emplace_back(path_explanation(a.forecast));
  for (const KernelPrediction& called : a.calls) page.blocks.emplace_back(explanation(called));
  return page;
}

Page overlap_page(const ProgramAnswer& a) {
  Page page;
  page.blocks.emplace_back(Paragraph{first_lines(a, overlap_headline(a))});
  page.blocks.emplace_back(Preformatted{gantt(a.forecast)});
  page.blocks.emplace_back(a.search ? chunk_table(a) : engine_table(a));
  if (a.textbook_s) page.blocks.emplace_back(Paragraph{textbook_sentence(a)});
  return page;
}

}  // namespace gpumodel
