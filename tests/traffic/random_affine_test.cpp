// The analysis of a launch against the walk of every thread, on random affine programs.
#include <gtest/gtest.h>

#include <optional>

#include "models/analysis/traffic/launch_traffic.hpp"
#include "tests/traffic/random_program.hpp"
#include "tests/traffic/reference.hpp"

namespace gpumodel::test {
namespace {

const MemoryRules& hopper_rules() {
  return *find_memory_rules({9, 0});
}

std::map<long, long> rounded(const ReuseHistogram& histogram) {
  std::map<long, long> result;
  for (const ReuseHistogram::Bin& bin : histogram.bins()) {
    result[bin.distance] += std::lround(bin.uses);
  }
  return result;
}

// What the analysis says, in the shape of the reference.
Reference in_same_shape(const LaunchTraffic& traffic) {
  Reference result;
  for (const AccessSums& sums : traffic.accesses) {
    result.accesses.push_back({std::lround(sums.requests), std::lround(sums.active_lanes),
                               std::lround(sums.sectors), std::lround(sums.lines),
                               std::lround(sums.atoms), std::lround(sums.wavefronts)});
  }
  result.arrays.resize(traffic.arrays.size());
  for (std::size_t i = 0; i < traffic.arrays.size(); ++i) {
    const LoadReuse& load = traffic.arrays[i].load;
    result.arrays[i].looked_up = std::lround(load.sectors);
    result.arrays[i].in_warp = std::lround(load.first_in_warp);
    result.arrays[i].in_block = std::lround(load.first_uses);
    result.arrays[i].stack = rounded(load.distances);
  }
  for (const StreamTraffic& stream : traffic.streams) {
    std::map<long, long>& blocks = result.arrays[stream.array].blocks[stream.stores ? 1 : 0];
    for (const auto& [ago, sectors] : rounded(stream.sectors.blocks)) blocks[ago] += sectors;
    const long first = std::lround(stream.sectors.first_uses);
    if (first > 0) blocks[-1] += first;
  }
  return result;
}

// The reference's distances, coarsened as the histogram coarsens them.
Reference coarsened(Reference reference) {
  const auto coarsen = [](std::map<long, long>& uses) {
    ReuseHistogram histogram;
    const long first = uses.contains(-1) ? uses[-1] : 0;
    for (const auto& [distance, count] : uses) {
      if (distance >= 0) histogram.add(distance, static_cast<double>(count));
    }
    uses = rounded(histogram);
    if (first > 0) uses[-1] = first;
  };
  for (ReferenceArray& array : reference.arrays) {
    coarsen(array.stack);
    for (auto& kind : array.blocks) coarsen(kind);
  }
  return reference;
}

std::string difference(const Reference& fast, const Reference& slow) {
  std::ostringstream text;
  const auto show = [&](const char* what, std::size_t i, auto a, auto b) {
    if (a != b) text << what << " of " << i << ": analysed " << a << ", walked " << b << "\n";
  };
  const auto show_map = [&](const char* what, std::size_t i, const std::map<long, long>& a,
                            const std::map<long, long>& b) {
    if (a == b) return;
    text << what << " of " << i << ": analysed";
    for (const auto& [d, n] : a) text << " " << d << ":" << n;
    text << ", walked";
    for (const auto& [d, n] : b) text << " " << d << ":" << n;
    text << "\n";
  };
  for (std::size_t i = 0; i < slow.accesses.size(); ++i) {
    const ReferenceAccess& a = fast.accesses[i];
    const ReferenceAccess& b = slow.accesses[i];
    show("requests", i, a.requests, b.requests);
    show("lanes", i, a.lanes, b.lanes);
    show("sectors", i, a.sectors, b.sectors);
    show("lines", i, a.lines, b.lines);
    show("atoms", i, a.atoms, b.atoms);
    show("wavefronts", i, a.wavefronts, b.wavefronts);
  }
  for (std::size_t i = 0; i < slow.arrays.size(); ++i) {
    const ReferenceArray& a = fast.arrays[i];
    const ReferenceArray& b = slow.arrays[i];
    show("looked up", i, a.looked_up, b.looked_up);
    show("in warp", i, a.in_warp, b.in_warp);
    show("in block", i, a.in_block, b.in_block);
    show_map("stack", i, a.stack, b.stack);
    show_map("loads by blocks", i, a.blocks[0], b.blocks[0]);
    show_map("stores by blocks", i, a.blocks[1], b.blocks[1]);
  }
  return text.str();
}

// What differs, or nothing. Where the analysis itself says that it is not exact, nothing is
// compared.
std::string fault(const RandomProgram& random, bool* exact = nullptr) {
  const ProgramBuilder builder = build(random);
  const LaunchShape shape = random.shape();
  const std::vector<Number> values = ProgramBuilder::values(shape);
  const PreparedProgram program = prepare(builder.kernel(), values, shape);
  const LaunchTraffic traffic = launch_traffic(program, hopper_rules());
  if (exact != nullptr) *exact = traffic.approximations.empty();
  if (!traffic.approximations.empty()) return {};
  return difference(in_same_shape(traffic),
                    coarsened(walk(builder.kernel(), shape, hopper_rules())));
}

RandomProgram minimal(RandomProgram program) {
  for (bool found = true; found;) {
    found = false;
    for (const RandomProgram& candidate : simpler(program)) {
      if (fault(candidate).empty()) continue;
      program = candidate;
      found = true;
      break;
    }
  }
  return program;
}

class RandomAffine : public testing::TestWithParam<unsigned> {};

TEST_P(RandomAffine, AgreesWithTheWalk) {
#ifdef __SANITIZE_ADDRESS__
  constexpr int programs = 60;  // faults of memory show in few
#else
  constexpr int programs = 625;  // by 8 seeds: 5,000
#endif
  std::mt19937 random(GetParam());
  int compared = 0;
  for (int i = 0; compared < programs; ++i) {
    ASSERT_LT(i, 2 * programs) << "too many programs whose analysis is not exact";
    const RandomProgram program = random_program(random);
    bool exact = false;
    const std::string difference = fault(program, &exact);
    compared += exact ? 1 : 0;
    if (difference.empty()) continue;
    const RandomProgram small = minimal(program);
    FAIL() << "program " << i << ", reduced to\n" << describe(small) << fault(small);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomAffine, testing::Range(1U, 9U));

}  // namespace
}  // namespace gpumodel::test
