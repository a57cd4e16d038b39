#include "src/io/record/read_ncu_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/io/record/ncu_columns.hpp"
#include "src/io/record/ncu_value.hpp"
#include "src/io/text/binary_file.hpp"
#include "src/io/text/csv_reader.hpp"
#include "src/io/text/sha256.hpp"
#include "src/io/text/text_places.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_report_bytes = 256 * 1024 * 1024;
constexpr std::size_t most_faults = 20;
constexpr std::size_t longest_excerpt = 60;

class Reading {
 public:
  Reading(std::string_view text, std::string shown)
      : text_(text), places_(text), shown_(std::move(shown)) {}

  std::vector<ProfiledLaunch> run() {
    CsvReader rows(text_, find_header());
    read_header(rows);
    try {
      for (CsvRow row; next(rows, row);) read(row);
    } catch (const CsvFault& fault) {
      add("ncu-row", fault.at, fault.message, {"was the report cut off?"});
    }
    if (faults_.empty()) check_contents();
    if (!faults_.empty()) throw InputError{faults_};
    return std::move(launches_);
  }

 private:
  // Before the header there are lines of the profiler and of the program, the last of them perhaps
  // without an end.
  std::size_t find_header() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const std::string_view line = text_.substr(at, end - at);
      if (line.find("Kernel Name") != std::string_view::npos && !line.starts_with("==")) {
        const std::size_t first = line.find("\"ID\"");
        return at + (first == std::string_view::npos ? 0 : first);
      }
      at = end + 1;
    }
    refuse("no report of Nsight Compute: no line is a header with a column 'Kernel Name'");
  }

  void read_header(CsvReader& rows) {
    try {
      CsvRow header;
      rows.next(header);
      columns_ = find_ncu_columns(header);
    } catch (const CsvFault& fault) {
      refuse(fault.message, fault.at);
    }
  }

  static bool next(CsvReader& rows, CsvRow& row) {
    while (rows.next_is("==")) rows.skip_line();  // of the profiler
    return rows.next(row);
  }

  void read(const CsvRow& row) {
    if (row.size() != columns_.names.size()) {
      add("ncu-row", row.front().at,
          "this line has " + std::to_string(row.size()) + " of " +
              std::to_string(columns_.names.size()) + " columns",
          {"keep the program's own output apart: ncu --log-file report.csv ..."});
    } else if (row[columns_.kernel].text.empty() && row[columns_.id].text.empty()) {
      units_ = row;
    } else if (columns_.is_long()) {
      read_metric(row);
    } else {
      read_launch(row);
    }
  }

  void read_metric(const CsvRow& row) {
    const std::string& name = row[*columns_.metric].text;
    ProfiledLaunch& launch = launch_of(row);
    if (!is_ncu_metric(name)) return;  // a rule, or a value of a page
    add_metric(launch, name, row[*columns_.unit].text, row[*columns_.value]);
  }

  void read_launch(const CsvRow& row) {
    ProfiledLaunch& launch = launch_of(row);
    for (const std::size_t at : columns_.metrics)
      add_metric(launch, columns_.names[at], units_.empty() ? "" : units_[at].text, row[at]);
  }

  ProfiledLaunch& launch_of(const CsvRow& row) {
    const std::string process = columns_.process ? row[*columns_.process].text : "";
    const std::string key = process + "/" + row[columns_.id].text;
    const auto [found, is_new] = index_.try_emplace(key, launches_.size());
    if (is_new) launches_.push_back(described(row));
    return launches_[found->second];
  }

  ProfiledLaunch described(const CsvRow& row) {
    ProfiledLaunch launch;
    launch.id = plain_text(row[columns_.id].text);
    launch.signature = plain_text(row[columns_.kernel].text);
    launch.function = ncu_function_name(launch.signature);
    if (columns_.capability) launch.compute_capability = plain_text(row[*columns_.capability].text);
    if (columns_.grid) launch.grid = ncu_extent(row[*columns_.grid].text);
    if (columns_.block) launch.block = ncu_extent(row[*columns_.block].text);
    launch.line = places_.line(row.front().at);
    return launch;
  }

  void add_metric(ProfiledLaunch& launch, const std::string& name, std::string_view unit,
                  const CsvField& field) {
    // A value may be followed by those of its instances: "17 (8; 9)".
    const std::string_view text = std::string_view(field.text).substr(0, field.text.find(" ("));
    if (ncu_has_no_value(text)) return;
    const auto number = ncu_number(text);
    const double value = number.value_or(NAN) * ncu_unit_factor(unit);
    if (std::isfinite(value)) {
      launch.metrics[plain_text(name)] = value;
    } else if (is_hardware_metric(name)) {
      add("ncu-number", field.at,
          "'" + plain_text(text.substr(0, longest_excerpt)) + "' of " +
              plain_text(name.substr(0, longest_excerpt)) + " is no number",
          {"expected 1234.5 or 1,234.5: run the profiler with LC_ALL=C"});
    }
  }

  void check_contents() {
    const auto has_none = [](const ProfiledLaunch& launch) { return launch.metrics.empty(); };
    if (launches_.empty()) refuse("the report holds no launch");
    if (std::ranges::all_of(launches_, has_none)) {
      add("ncu-metrics", std::nullopt, "the report holds no counters by their own names",
          {"ask for them: ncu --csv --page raw --metrics dram__bytes_read.sum,... PROGRAM"});
    }
  }

  [[noreturn]] void refuse(const std::string& message, std::optional<std::size_t> at = {}) {
    add("ncu-report", at, message,
        {"expected what this prints: ncu --csv --page raw --metrics ... PROGRAM"});
    throw InputError{faults_};
  }

  void add(std::string_view id, std::optional<std::size_t> at, std::string message,
           std::vector<std::string> hints) {
    Diagnostic fault{.id = id, .message = std::move(message), .file = shown_};
    fault.hints = std::move(hints);
    if (at) places_.place(fault, *at);
    faults_.push_back(std::move(fault));
    if (faults_.size() >= most_faults) throw InputError{faults_};
  }

  std::string_view text_;
  TextPlaces places_;
  std::string shown_;
  NcuColumns columns_;
  CsvRow units_;
  std::vector<ProfiledLaunch> launches_;
  std::map<std::string, std::size_t> index_;  // of launches_, by process and number
  std::vector<Diagnostic> faults_;
};

}  // namespace

NcuReport read_ncu_report(const std::string& path) {
  return parse_ncu_report(read_binary_file(path, path, most_report_bytes), path);
}

NcuReport parse_ncu_report(const std::string& bytes, const std::string& shown) {
  return {shown, sha256_hex(bytes), Reading(bytes, shown).run()};
}

}  // namespace gpumodel
