// FILE.partial: what a calibration has measured so far. An interrupted one goes on from there.
#pragma once

#include <map>
#include <string>

#include "models/calibration.hpp"

namespace gpumodel {

class PartialCalibration {
 public:
  // Takes up what an earlier run left. Throws InputError where that stems from another machine or
  // cannot be read, UsageError where the file cannot be written.
  PartialCalibration(std::string path, const CalibrationMachine& machine, bool quick);

  // The results of a measurement that is complete, or null.
  const std::vector<CalibrationResult>* find(const std::string& measurement) const;
  std::size_t count() const { return done_.size(); }
  // On disk when this returns. `output`: the program's lines.
  void add(const std::string& measurement, const std::string& output);
  void remove() const;

  const std::string& path() const { return path_; }

 private:
  void read(const std::string& identity);
  void append(const std::string& text);

  std::string path_;
  std::map<std::string, std::vector<CalibrationResult>> done_;
};

}  // namespace gpumodel
