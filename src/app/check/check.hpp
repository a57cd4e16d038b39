// Everything that is wrong with a descriptor. Kernels and programs that can be read are evaluated
// as `predict` does it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/core/work_limit.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/library/lint.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel {

// What kernels and programs are evaluated on, as `predict` takes it; null: its defaults.
struct CheckMachine {
  std::shared_ptr<const DeviceFile> device{};  // a GPU; null: that of `usual_device`
  std::shared_ptr<const SystemFile> system{};
  std::shared_ptr<const DeviceFile> host{};  // a CPU; arrays of kernels must fit the device
  std::vector<std::string> definitions{};    // of parameters of kernels and programs: "n=1Mi"
  std::string usual_device = choose_device({}).name;
  double work = usual_work;                      // of --work-limit, for each file
  const Shelves* library = &searched_shelves();  // of defaults, of what files name
};

// At the file's own parameters; of a kernel that can be launched in two ways, in both. `read` gives
// the text, and what it throws is wrong with the file `shown`. Throws nothing of its own.
LintResult check(const std::string& shown, const std::function<TextFile()>& read,
                 const CheckMachine& machine);

// Of the program: bad_input where any file has an error.
int exit_code_of(const std::vector<LintResult>& results);

}  // namespace gpumodel
