// The machine of a record of programs, as the library describes it: what its programs are predicted
// with, and what their scripts are made for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/validation/program_judge.hpp"
#include "src/app/validate/programs_answer.hpp"
#include "src/cli/program/options.hpp"
#include "src/cli/validate/options.hpp"
#include "src/cli/validate/programs_plan.hpp"

namespace gpumodel {

class ProgramMachine {
 public:
  // `run` gets the files that describe it. A machine that the library does not know has none, and
  // the reason is given for each point. Throws InputError where a file that was named cannot be
  // used. `names` must outlive this.
  ProgramMachine(const ValidateOptions& options, const Model& model, const ProgramNames& names,
                 ProgramRun& run);

  // Whatever hinders a prediction is its reason. A case is predicted once.
  const ProgramPrediction& predict(const ProgramPoint& point);
  bool openacc() const { return openacc_; }
  // What gpumodel-run-program runs. Throws InputError.
  std::string script(const ProgramPoint& point);

 private:
  void find_files(const ValidateOptions& options, ProgramRun& run);
  void find_system(ProgramRun& run);
  ProgramPrediction predicted(const ProgramPoint& point);
  // The program at the point's parameters and counts, on its GPUs. Throws InputError.
  ProgramAnswer& settled(const ProgramPoint& point);

  const ProgramNames& names_;
  ProgramOptions options_;
  bool openacc_ = false;  // the record's programs are OpenACC's
  std::string missing_;   // why there is no device file
  std::map<std::string, ProgramAnswer> programs_;
  std::map<std::string, KernelCosts> costs_;            // by program
  std::map<std::string, ProgramPrediction> predicted_;  // by identity() of the case
};

}  // namespace gpumodel
