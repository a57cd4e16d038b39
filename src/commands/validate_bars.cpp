#include "src/commands/validate_bars.hpp"

#include <filesystem>
#include <fstream>

#include "src/commands/refuse_call.hpp"
#include "src/input/read_bars.hpp"
#include "src/report/bars_yaml.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_told = 5;  // bars that are told one by one

// A bare --bars means the file beside the records.
std::string bars_file(const ValidateOptions& options) {
  if (options.bars != default_bars) return options.bars;
  std::error_code ignored;
  const fs::path records = options.replay;
  const fs::path folder = fs::is_directory(records, ignored) ? records : records.parent_path();
  return (folder / default_bars).string();
}

void write(const std::string& file, const ValidateAnswer& answer, Console& console) {
  const std::string partial = file + ".written";
  {
    std::ofstream out(partial, std::ios::binary);
    out << bars_text(bars_of(answer.points));
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

}  // namespace

void apply_bars(const ValidateOptions& options, ValidateAnswer& answer, Console& console) {
  if (options.bars.empty()) return;
  const std::string file = bars_file(options);
  if (options.write_bars) write(file, answer, console);
  answer.bars = judged_bars(read_bars(read_text_file(file, file)), answer.points);
  std::size_t exceeded = 0;
  for (const BarResult& result : answer.bars) {
    if (result.held || ++exceeded > most_told) continue;
    const Bar& bar = result.bar;
    answer.notes.push_back(
        {.id = "bar-exceeded",
         .message = bar.model + ", " + bar.set + ": " + bar.quantity + " is " +
                    (result.value ? to_string(Number::real(*result.value)) : "not known any more") +
                    ", the recorded bar is " + to_string(Number::real(bar.limit)),
         .file = file});
  }
  if (exceeded > most_told) {
    answer.notes.push_back({.id = "bar-exceeded",
                            .message = std::to_string(exceeded - most_told) +
                                       " more bars are exceeded: the report lists all",
                            .file = file});
  }
}

}  // namespace gpumodel
