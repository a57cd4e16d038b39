#include "src/commands/validate_bars.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "src/commands/refuse_call.hpp"
#include "src/input/read_bars.hpp"
#include "src/report/bars_yaml.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

// A bare --bars means the file beside the records.
std::string bars_file(const ValidateOptions& options, const char* usual) {
  if (options.bars != default_bars) return options.bars;
  std::error_code ignored;
  const fs::path records = options.replay;
  const fs::path folder = fs::is_directory(records, ignored) ? records : records.parent_path();
  return (folder / usual).string();
}

void write_bars_file(const std::string& file, const std::string& text, Console& console) {
  const std::string partial = file + ".written";
  {
    std::ofstream out(partial, std::ios::binary);
    out << text;
    out.flush();
    if (!out) refuse_call("output-file", file + " could not be written", {"is the disk full?"});
  }
  std::error_code failed;
  fs::rename(partial, file, failed);
  if (failed) {
    refuse_call("output-file", file + " could not be written: " + failed.message(), {});
  }
  console.err << "note: wrote " << file << '\n';
}

std::vector<Diagnostic> exceeded(std::span<const BarResult> results, const std::string& file) {
  std::vector<Diagnostic> notes;
  std::size_t count = 0;
  for (const BarResult& result : results) {
    if (result.held || ++count > most_told) continue;
    const Bar& bar = result.bar;
    notes.push_back(
        {.id = "bar-exceeded",
         .message = bar.model + ", " + bar.set + ": " + bar.quantity + " is " +
                    (result.value ? to_string(Number::real(*result.value)) : "not known any more") +
                    ", the recorded bar is " + to_string(Number::real(bar.limit)),
         .file = file});
  }
  if (count > most_told) {
    notes.push_back({.id = "bar-exceeded",
                     .message = std::to_string(count - most_told) +
                                " more bars are exceeded: the report lists all",
                     .file = file});
  }
  return notes;
}

template <class Answer>
void add_notes(const std::string& file, Answer& answer) {
  std::vector<Diagnostic> notes = exceeded(answer.bars, file);
  std::ranges::move(notes, std::back_inserter(answer.notes));
}

}  // namespace

void apply_bars(const ValidateOptions& options, ValidateAnswer& answer, Console& console) {
  if (options.bars.empty()) return;
  const std::string file = bars_file(options, default_bars);
  if (options.write_bars) {
    write_bars_file(file, bars_text(bars_of(answer.points, answer.sets), "gpumodel validate"),
                    console);
  }
  answer.bars = judged_bars(read_bars(read_text_file(file, file), answer.sets), answer.points);
  add_notes(file, answer);
}

void apply_bars(const ValidateOptions& options, ProgramsAnswer& answer, Console& console) {
  if (options.bars.empty()) return;
  const std::string file = bars_file(options, default_program_bars);
  if (options.write_bars) {
    const std::vector<Bar> bars = program_bars_of(answer.points, *answer.model);
    write_bars_file(file, bars_text(bars, "gpumodel validate --programs"), console);
  }
  answer.bars = judged_program_bars(read_program_bars(read_text_file(file, file)), answer.points,
                                    *answer.model);
  add_notes(file, answer);
}

}  // namespace gpumodel
