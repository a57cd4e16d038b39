#include "src/cli/calibrate/partial.hpp"

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/device/read_calibration.hpp"

namespace gpumodel {
namespace {

// The file holds blocks of lines: "= identity" once, then "+ measurement" behind the results of
// each. What has no such line behind it was cut short.
constexpr std::string_view head = "= ";
constexpr std::string_view tail = "+ ";

std::string identity_of(const CalibrationMachine& machine, bool quick) {
  return machine.name + ", " + machine.system + (quick ? ", quick" : "");
}

}  // namespace

PartialCalibration::PartialCalibration(const std::string& file, const CalibrationMachine& machine,
                                       bool quick)
    : file_(file) {
  const std::string identity = identity_of(machine, quick);
  if (file_.goes_on()) {
    read(identity);
  } else {
    file_.append(std::string(head) + identity + "\n");
  }
}

void PartialCalibration::read(const std::string& identity) {
  const std::string text = file_.whole_lines();
  std::string found, pending;
  std::size_t whole = 0;  // bytes up to the last complete measurement
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    if (line.starts_with(head) && found.empty()) {
      found = line.substr(head.size());
      whole = end + 1;
    } else if (line.starts_with(tail)) {
      done_[line.substr(tail.size())] = read_calibration_results(pending, path());
      pending.clear();
      whole = end + 1;
    } else {
      pending += line + "\n";
    }
  }
  if (found != identity) {
    Diagnostic fault{.id = "record-differs",
                     .message = "was begun elsewhere: " + (found.empty() ? "nothing" : found) +
                                ", here: " + identity,
                     .file = path()};
    fault.hints = {"a calibration holds one device: remove the file to begin anew"};
    throw InputError{{std::move(fault)}};
  }
  file_.cut(whole);
}

const std::vector<CalibrationResult>* PartialCalibration::find(
    const std::string& measurement) const {
  const auto found = done_.find(measurement);
  return found == done_.end() ? nullptr : &found->second;
}

void PartialCalibration::add(const std::string& measurement, const std::string& output) const {
  file_.append(output + std::string(tail) + measurement + "\n");
}

}  // namespace gpumodel
