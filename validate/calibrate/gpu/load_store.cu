// What the load/store unit of one SM takes per warp instruction: by width, by lines touched (tags),
// by bank conflicts, by sectors that come from the L2.
#include "validate/calibrate/gpu/warp_access.cuh"

namespace gpumodel::calibrate {
namespace {

const std::vector<double> powers = {1, 2, 4, 8, 16, 32};

std::vector<Sample> by_width(const Session& s, Space space, Direction direction) {
  std::vector<Sample> cycles;
  for (const int bytes : {4, 8, 16}) {
    cycles.push_back(warp_access_cycles(s, strided(space, direction, bytes, bytes)));
  }
  return cycles;
}

// Neighbours conflict: a stride of d words puts d lanes into a bank (and, in global memory, touches
// d lines).
std::vector<Sample> by_conflict(const Session& s, Space space, Direction direction) {
  std::vector<Sample> cycles;
  for (const double d : powers) {
    cycles.push_back(warp_access_cycles(s, strided(space, direction, 4, 4 * static_cast<int>(d))));
  }
  return cycles;
}

// The lanes keep banks of their own, and their words lie in `lines` lines.
std::vector<Sample> by_lines(const Session& s, Direction direction) {
  std::vector<Sample> cycles;
  for (const double lines : powers) {
    WarpAccess access = strided(Space::global_l1, direction, 4, 4);
    for (int lane = 0; lane < 32; ++lane) {
      access.offset[static_cast<std::size_t>(lane)] += lane % static_cast<int>(lines) * 128;
    }
    cycles.push_back(warp_access_cycles(s, access));
  }
  return cycles;
}

// Loads past L1 of that many consecutive sectors, the lanes spread over their words.
std::vector<Sample> by_sectors(const Session& s) {
  std::vector<Sample> cycles;
  for (const double sectors : powers) {
    WarpAccess access = strided(Space::global_l2, Direction::load, 4, 0);
    for (int lane = 0; lane < 32; ++lane) {
      const int n = static_cast<int>(sectors);
      access.offset[static_cast<std::size_t>(lane)] = lane % n * 32 + lane / n % 8 * 4;
    }
    cycles.push_back(warp_access_cycles(s, access));
  }
  return cycles;
}

double bytes_per_cycle(const std::vector<Sample>& by_width) {
  return 32 * 16 / by_width.back().value;
}

void widths(Session& s) {
  const std::vector<double> x = {4, 8, 16};
  const std::vector<Sample> l1 = by_width(s, Space::global_l1, Direction::load);
  const std::vector<Sample> shared = by_width(s, Space::shared, Direction::load);
  s.curve("lsu.global_load", x, l1, "cycles per warp load that hits L1, by bytes per lane");
  s.curve("lsu.global_store", x, by_width(s, Space::global_l1, Direction::store),
          "cycles per warp store to L2, one SM alone, by bytes per lane");
  s.curve("lsu.shared_load", x, shared, "cycles per warp load, by bytes per lane");
  s.curve("lsu.shared_store", x, by_width(s, Space::shared, Direction::store),
          "cycles per warp store, by bytes per lane");
  s.value("l1.bandwidth", {bytes_per_cycle(l1), l1.back().spread, l1.back().count},
          "per SM, loads of 16 bytes per lane");
  s.value("shared.bandwidth", {bytes_per_cycle(shared), shared.back().spread, shared.back().count},
          "per SM, loads of 16 bytes per lane");
  s.value("lsu.uniform_load",
          warp_access_cycles(s, strided(Space::global_l1, Direction::load, 4, 0)),
          "cycles per warp load of one word by all lanes");
}

void patterns(Session& s) {
  s.curve("lsu.global_load_by_lines", powers, by_lines(s, Direction::load),
          "cycles per warp load by lines touched, L1 hits, no bank conflicts");
  s.curve("lsu.global_store_by_lines", powers, by_lines(s, Direction::store),
          "cycles per warp store by lines touched, one SM alone");
  s.curve("lsu.global_load_by_conflict", powers, by_conflict(s, Space::global_l1, Direction::load),
          "cycles per warp load by lanes per bank, L1 hits; as many lines are touched");
  s.curve("lsu.global_load_by_sectors", powers, by_sectors(s),
          "cycles per warp load by sectors from the L2, one SM alone");
  s.curve("lsu.shared_load_by_conflict", powers, by_conflict(s, Space::shared, Direction::load),
          "cycles per warp load by words per bank");
  s.curve("lsu.shared_store_by_conflict", powers, by_conflict(s, Space::shared, Direction::store),
          "cycles per warp store by words per bank");
}

const Registered load_store_widths({"load-store",
                                    1.0,
                                    {{"lsu.global_load", "cycle", "B"},
                                     {"lsu.global_store", "cycle", "B"},
                                     {"lsu.shared_load", "cycle", "B"},
                                     {"lsu.shared_store", "cycle", "B"},
                                     {"l1.bandwidth", "B/cycle"},
                                     {"shared.bandwidth", "B/cycle"},
                                     {"lsu.uniform_load", "cycle"}},
                                    widths});
const Registered load_store_patterns({"load-store-patterns",
                                      1.0,
                                      {{"lsu.global_load_by_lines", "cycle", "1"},
                                       {"lsu.global_store_by_lines", "cycle", "1"},
                                       {"lsu.global_load_by_conflict", "cycle", "1"},
                                       {"lsu.global_load_by_sectors", "cycle", "1"},
                                       {"lsu.shared_load_by_conflict", "cycle", "1"},
                                       {"lsu.shared_store_by_conflict", "cycle", "1"}},
                                      patterns});

}  // namespace
}  // namespace gpumodel::calibrate
