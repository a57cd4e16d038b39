#include "src/commands/calibrate_output.hpp"

#include <filesystem>
#include <fstream>

#include "src/commands/refuse_call.hpp"

namespace gpumodel {

namespace fs = std::filesystem;

void check_calibration_file(const std::string& path, bool replace) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    refuse_call("output-file", "--output " + path + " is a directory", {"name a file in it"});
  }
  if (fs::exists(path, ignored) && !replace) {
    refuse_call("output-exists", "--output " + path + " exists", {"--force replaces it"});
  }
}

void write_calibration_file(const std::string& path,
                            const std::function<void(std::ostream&)>& content) {
  const std::string written = path + ".written";
  {
    std::ofstream out(written, std::ios::binary);
    content(out);
    out.flush();
    if (!out) refuse_call("output-file", path + " cannot be written", {"is the disk full?"});
  }
  std::error_code failed;
  fs::rename(written, path, failed);
  if (failed) refuse_call("output-file", path + " cannot be written: " + failed.message(), {});
}

std::string calibration_comment(const CalibrationMachine& machine, bool quick) {
  return machine.name + ", measured by gpumodel " GPUMODEL_VERSION " calibrate" +
         (quick ? " --quick" : "") + ", " + machine.date + ", " + machine.system;
}

}  // namespace gpumodel
