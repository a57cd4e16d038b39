// FILE.partial of a calibration: the measurements that are complete.
#pragma once

#include <map>
#include <string>

#include "models/hardware/calibration.hpp"
#include "src/cli/output/partial_file.hpp"

namespace gpumodel {

class PartialCalibration {
 public:
  // Takes up what an earlier run left. Throws InputError where that stems from another machine or
  // cannot be read, UsageError where the file cannot be written.
  PartialCalibration(const std::string& file, const CalibrationMachine& machine, bool quick);

  // The results of a measurement that is complete, or null.
  const std::vector<CalibrationResult>* find(const std::string& measurement) const;
  std::size_t count() const { return done_.size(); }
  // On disk when this returns. `output`: the program's lines.
  void add(const std::string& measurement, const std::string& output) const;
  void remove() { file_.remove(); }

  const std::string& path() const { return file_.path(); }

 private:
  void read(const std::string& identity);

  PartialFile file_;
  std::map<std::string, std::vector<CalibrationResult>> done_;
};

}  // namespace gpumodel
