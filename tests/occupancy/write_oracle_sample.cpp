// Writes the toolkit header's answers for a sample of launches, to be compared with where no
// toolkit is installed (stored_oracle_test.cpp).
//
//   write_oracle_sample > tests/data/occupancy_oracle.csv
#include <iostream>

#include "tests/occupancy/header_oracle.hpp"
#include "tests/occupancy/launch_text.hpp"

int main() {
  using namespace gpumodel;
  constexpr int launches_per_capability = 950;
  constexpr std::uint64_t seed = 1;
  std::cout << "# cuda_occupancy.h up to " << __CUDA_OCC_MAJOR__ << '.' << __CUDA_OCC_MINOR__
            << "; written by tests/occupancy/write_oracle_sample.cpp, seed " << seed << '\n'
            << "capability," << test::launch_columns << ",blocks,limit_warps,limit_registers\n";
  for (const SmLimits& limits : all_limits()) {
    const cudaOccDeviceProp device = test::header_device(limits);
    test::LaunchSampler sampler(limits, seed);
    for (int i = 0; i < launches_per_capability; ++i) {
      const test::SampledLaunch row = sampler.next();
      const cudaOccResult answer = test::ask_header(device, limits, row);
      std::cout << to_string(limits.capability) << ',' << test::to_text(row) << ','
                << answer.activeBlocksPerMultiprocessor << ',' << answer.blockLimitWarps << ','
                << answer.blockLimitRegs << '\n';
    }
  }
}
