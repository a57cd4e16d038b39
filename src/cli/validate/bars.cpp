#include "src/cli/validate/bars.hpp"

#include <algorithm>
#include <ostream>

#include "src/io/record/read_bars.hpp"
#include "src/view/validate/bars_yaml.hpp"

namespace gpumodel {
namespace {

void write_bars_file(const OutputFile& file, const std::string& text, Console& console) {
  file.write([&](std::ostream& out) { out << text; });
  tell(console, "wrote " + file.file());
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
  const std::string file = options.bars_file().file();
  if (options.write_bars) {
    write_bars_file(options.bars_file(),
                    bars_text(bars_of(answer.points, answer.sets), "gpumodel validate"), console);
  }
  answer.bars = judged_bars(read_bars(read_text_file(file, file), answer.sets), answer.points);
  add_notes(file, answer);
}

void apply_bars(const ValidateOptions& options, ProgramsAnswer& answer, Console& console) {
  if (options.bars.empty()) return;
  const std::string file = options.bars_file().file();
  if (options.write_bars) {
    const std::vector<Bar> bars = program_bars_of(answer.points, *answer.model);
    write_bars_file(options.bars_file(), bars_text(bars, "gpumodel validate --programs"), console);
  }
  answer.bars = judged_program_bars(read_program_bars(read_text_file(file, file)), answer.points,
                                    *answer.model);
  add_notes(file, answer);
}

}  // namespace gpumodel
