// What a parallel loop takes besides its work: to start the threads of all cores and join them.
#include "validate/calibrate/host/timing.hpp"
#include "validate/calibrate/host/topology.hpp"
#include "validate/calibrate/measurement.hpp"

namespace gpumodel::calibrate {
namespace {

constexpr int loops = 50;  // one after the other, as in an iteration

// Every thread has a round that it cannot drop.
double loop_seconds(int threads, std::vector<double>& touched) {
  return host_seconds([&] {
           for (int loop = 0; loop < loops; ++loop) {
#pragma omp parallel for num_threads(threads) schedule(static)
             for (int t = 0; t < threads; ++t) touched[static_cast<std::size_t>(t) * 8] += 1.0;
           }
         }) /
         loops;
}

void measure(Session& s) {
  const int cores = topology().cores;
  std::vector<double> touched(static_cast<std::size_t>(cores) * 8);  // a line each
  loop_seconds(cores, touched);                                      // threads start
  s.value("parallel.loop",
          repeated(s.quick() ? 51 : 201, [&] { return loop_seconds(cores, touched); }),
          std::to_string(cores) + " cores, a loop of one round each");
}

const Registered parallel({"parallel", 1.0, {{"parallel.loop", "s"}}, measure});

}  // namespace
}  // namespace gpumodel::calibrate
