// gpumodel-calibrate-openacc: what OpenACC's runtime library adds to a launch on the GPU at hand.
#include <openacc.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "validate/calibrate/measurement.hpp"
#include "validate/runner/device_watch.hpp"
#include "validate/runner/driver_events.hpp"
#include "validate/runner/host_facts.hpp"
#include "validate/runner/openacc_spin.hpp"

namespace gpumodel::calibrate {
namespace {

using Json = nlohmann::ordered_json;

using Clock = std::chrono::steady_clock;

constexpr int queue = 1;

std::unique_ptr<DriverEvents> opened_events() {
  if (acc_get_num_devices(acc_device_nvidia) == 0) {
    throw NoDevice("OpenACC found no device; it needs the compiler's library for offloading");
  }
  acc_set_device_num(0, acc_device_nvidia);
  acc_wait_all_async(queue);  // makes the queue's stream
  std::unique_ptr<DriverEvents> events = DriverEvents::load();
  if (!events) throw NoDevice("the CUDA driver could not be loaded to time the device");
  return events;
}

DeviceFacts open_device() {
  const std::unique_ptr<DriverEvents> events = opened_events();
  DeviceFacts facts;
  facts.l2_bytes = static_cast<double>(events->l2_bytes());
  return facts;
}

std::string environment() {
  const std::unique_ptr<DriverEvents> events = opened_events();
  DeviceWatch watch;
  watch.open(events->pci_bus_id());
  Json device = events->device();
  device.update(watch.identity());
  return Json{{"backend", "openacc"},         {"device", std::move(device)},
              {"host", host_facts()},         {"compiler", GPUMODEL_CALIBRATE_COMPILER},
              {"gpumodel", GPUMODEL_VERSION}, {"date", today()}}
      .dump();
}

// Nothing, with what every region of a program has: a pointer and a number to hand over. A region
// without arguments would not show what their transfer costs.
void empty_region(int* at, int never) {
#pragma acc parallel num_gangs(1) num_workers(1) vector_length(32) deviceptr(at) \
    firstprivate(never) async(queue)
  {
    if (never != 0) at[0] = never;
  }
}

// As the runner times launches: between two events in the queue's stream, behind other work.
double queued_seconds(DriverEvents& events, const OpenAccSpin& spin) {
  spin.enqueue(queue);
  void* const stream = acc_get_cuda_stream(queue);
  events.start(stream);
  empty_region(nullptr, 0);
  events.end(stream);
  acc_wait(queue);
  return events.seconds();
}

// Regions in a row. What limits them, the device or the host, shows in a longer row.
double row_seconds(DriverEvents& events, double regions) {
  void* const stream = acc_get_cuda_stream(queue);
  events.start(stream);
  for (int i = 0; i < static_cast<int>(regions); ++i) empty_region(nullptr, 0);
  events.end(stream);
  acc_wait(queue);
  return events.seconds();
}

// The same without a queue: the host waits for each.
void waited_for_region(int* at, int never) {
#pragma acc parallel num_gangs(1) num_workers(1) vector_length(32) deviceptr(at) firstprivate(never)
  {
    if (never != 0) at[0] = never;
  }
}

// By the host's clock. What the regions get must not be known when they are compiled: then they
// would get nothing.
double synchronous_seconds(double regions) {
  int* volatile at = nullptr;
  volatile int never = 0;
  const auto start = Clock::now();
  for (int i = 0; i < static_cast<int>(regions); ++i) waited_for_region(at, never);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Memory on the device for a data clause, and back: nothing is copied.
double data_seconds([[maybe_unused]] char* array, std::size_t bytes) {
  const auto start = Clock::now();
#pragma acc enter data create(array[0 : bytes])
#pragma acc exit data delete (array[0 : bytes])
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void measure_data(Session& s) {
  std::vector<double> sizes;
  std::vector<Sample> seconds;
  std::vector<char> array(std::size_t{256} << 20U);
  for (std::size_t bytes = 1024; bytes <= array.size(); bytes *= 4) {
    sizes.push_back(static_cast<double>(bytes));
    seconds.push_back(
        repeated(s.quick() ? 11 : 41, [&] { return data_seconds(array.data(), bytes); }));
  }
  s.curve("launch.openacc_data_by_size", sizes, seconds,
          "memory for the only array on the device, and back; " GPUMODEL_CALIBRATE_COMPILER);
}

void measure(Session& s) {
  measure_data(s);
  const std::unique_ptr<DriverEvents> events = DriverEvents::load();
  const OpenAccSpin spin;  // has a small array
  s.value("launch.openacc_sync", slope(s.repeats(), 4, 24, synchronous_seconds),
          "each further empty region without a queue, beside a small array on the "
          "device; " GPUMODEL_CALIBRATE_COMPILER);
  s.value("launch.openacc",
          repeated(s.quick() ? 21 : 101, [&] { return queued_seconds(*events, spin); }),
          "an empty region of one gang between two events that wait behind other "
          "work; " GPUMODEL_CALIBRATE_COMPILER);
  s.value("launch.openacc_each",
          slope(s.repeats(), 4, 24, [&](double n) { return row_seconds(*events, n); }),
          "each further empty region of a queue; " GPUMODEL_CALIBRATE_COMPILER);
}

const Registered launch({"launch-openacc",
                         5.0,
                         {{"launch.openacc_data_by_size", "s", "B"},
                          {"launch.openacc_sync", "s"},
                          {"launch.openacc", "s"},
                          {"launch.openacc_each", "s"}},
                         measure,
                         1,
                         5});

}  // namespace
}  // namespace gpumodel::calibrate

int main(int argc, char** argv) {
  using namespace gpumodel::calibrate;
  return calibration_main({"gpumodel-calibrate-openacc", environment, open_device}, argc, argv);
}
