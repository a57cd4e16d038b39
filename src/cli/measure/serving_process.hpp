// Another program that answers one ask after the other, as src/describe/serve.hpp has it.
#pragma once

#include <unistd.h>

#include <string>
#include <vector>

#include "src/cli/library/descriptor.hpp"
#include "src/cli/measure/process.hpp"

namespace gpumodel {

class ServingProcess {
 public:
  explicit ServingProcess(const std::vector<std::string>& arguments);
  ~ServingProcess();
  ServingProcess(const ServingProcess&) = delete;
  ServingProcess& operator=(const ServingProcess&) = delete;

  // As if it had been started for these words alone.
  ProcessResult ask(const std::vector<std::string>& words, double limit_seconds);
  // Whether it can be asked again.
  bool is_there() const { return child_ > 0; }

 private:
  bool collect(double limit_seconds, ProcessResult& result);
  void end(ProcessResult& result);

  pid_t child_ = 0;
  Descriptor socket_, out_, err_;
  std::string why_not_;
};

}  // namespace gpumodel
