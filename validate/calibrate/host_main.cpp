// gpumodel-calibrate-host: measures the parameters of a device file of the processor at hand.
#include <nlohmann/json.hpp>

#include "validate/calibrate/host/topology.hpp"
#include "validate/calibrate/measurement.hpp"
#include "validate/runner/host_facts.hpp"

namespace gpumodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

std::string environment() {
  const Topology machine = topology();
  Json host = host_facts();
  host["cores"] = machine.cores;
  host["sockets"] = machine.sockets;
  host["clock_hz"] = machine.clock_hz ? Json(*machine.clock_hz) : Json(nullptr);
  host["llc_bytes"] = machine.llc_bytes ? Json(*machine.llc_bytes) : Json(nullptr);
  return Json{{"backend", "host"},
              {"host", std::move(host)},
              {"compiler", GPUMODEL_CALIBRATE_COMPILER},
              {"gpumodel", GPUMODEL_VERSION},
              {"date", today()}}
      .dump();
}

DeviceFacts open_device() {
  return {};
}

}  // namespace
}  // namespace gpumodel::calibrate

int main(int argc, char** argv) {
  using namespace gpumodel::calibrate;
  return calibration_main({"gpumodel-calibrate-host", environment, open_device}, argc, argv);
}
