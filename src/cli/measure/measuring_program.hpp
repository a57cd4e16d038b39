// A program that measures, gpumodel-run-* or gpumodel-calibrate-*: finding it, asking it, and
// saying how it ended.
#pragma once

#include <string>

#include "src/cli/measure/process.hpp"

namespace gpumodel {

class MeasuringProgram {
 public:
  // `how` to build it and what can be done `instead` are hints. Throws MachineError where it is not
  // installed.
  MeasuringProgram(const std::string& name, std::string how, std::string instead);

  const std::string& path() const { return path_; }
  // What it prints for `question`, such as --environment. Throws MachineError: there is no device,
  // or it fails.
  std::string answer(const std::string& question) const;
  // Throws MachineError: it does not do what it should.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string instead_, path_;
};

// How a process ended that measured, in words; empty where it ended well.
std::string how_it_ended(const ProcessResult& result, double limit_seconds);

}  // namespace gpumodel
