// Bytes that move at each level of the memory hierarchy, for a launch on a device.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "models/access/memory_rules.hpp"
#include "models/analysis/traffic/hit_rate.hpp"
#include "models/analysis/traffic/launch_traffic.hpp"
#include "models/analysis/traffic/touched_by_blocks.hpp"

namespace gpumodel {

// What L2 holds before a launch.
//   cold    nothing of its data: it was flushed, and all writes of before are done
//   warm    what the same launch left there
//   used    nothing of its data, but what other launches wrote, which has to leave first
//   copied  what was copied there from the host: all is read from memory, but of the waits a part
//           finds L2
enum class CacheStart { cold, warm, used, copied };
inline constexpr std::array cache_starts{CacheStart::cold, CacheStart::warm, CacheStart::used,
                                         CacheStart::copied};
constexpr std::string_view to_string(CacheStart start) {
  constexpr std::array<std::string_view, cache_starts.size()> words{"cold", "warm", "used",
                                                                    "copied"};
  return words[static_cast<std::size_t>(start)];
}
// Whether it moves the bytes that a cold one does.
constexpr bool moves_as_cold(CacheStart start) {
  return start == CacheStart::cold || start == CacheStart::copied;
}

struct CacheFacts {
  const MemoryRules* rules = nullptr;
  double sms = 1.0;
  double resident_blocks = 1.0;    // per SM
  double l1_bytes = 0.0;           // per SM, what shared memory leaves of it; 0: loads bypass L1
  double l2_bytes = 0.0;           // capacity
  CacheEdge l1_edge{}, l2_edge{};  // shares of these
  double l2_dirty = 0.0;

  // Five sixths of what was used before are still there.
  double l2_effective() const { return (0.75 * l2_edge.kept + 0.25 * l2_edge.lost) * l2_bytes; }
  bool operator==(const CacheFacts&) const = default;
};

struct CacheVolumes {
  double wave_blocks = 0.0;  // blocks that run at the same time, at most
  double waves = 0.0;        // of them; the last may be partial

  // 32-byte sectors.
  double l1_load_sectors = 0.0;  // looked up by global loads
  double l1_hit_sectors = 0.0;
  std::vector<double> l1_missed;  // loads by array of the kernel
  double l2_load_sectors = 0.0;   // loads that miss L1, but for those that merge on their way
  std::vector<double> l2_loads;   // the same by array of the kernel
  double l2_store_sectors = 0.0;  // write-through: every store request
  double l2_atomic_sectors = 0.0;
  double local_load_sectors = 0.0, local_store_sectors = 0.0;  // register spills

  // Sectors that are on their way, from anywhere beyond L1 or from DRAM, when a warp loads them,
  // for this warp or for others: warps that walk through the same data meet at each miss, as the
  // first waits there and the others catch up. Every warp counts, so there are more than fetches.
  double awaited_sectors = 0.0, awaited_dram_sectors = 0.0;
  // Of those from DRAM, in pairs, both of which other blocks of the wave ask for: a wait is as long
  // as that for the slowest of its loads.
  double met_sectors = 0.0;
  // Lines that are on their way from DRAM, as the blocks that load them find them: those that many
  // ask for at the same time count for each. Of these, in stretches of a block no longer than one.
  double awaited_lines = 0.0, lone_lines = 0.0;
  // Sectors that warps come back to and L2 has lost: all who want one wait, though one fetches it.
  double lost_sectors = 0.0;

  // Distinct sectors per warp, block and wave (averages), and of the launch.
  double warp_sectors = 0.0, block_sectors = 0.0, wave_sectors = 0.0, launch_sectors = 0.0;

  double dram_read_bytes = 0.0, dram_write_bytes = 0.0;
  double random_read_bytes = 0.0;  // of dram_read_bytes, pieces at random places
  double random_footprint = 0.0;   // of so many bytes
  // Sectors that were written back before the block stored to them again, by array of the kernel.
  std::vector<double> rewritten;
  // What else lies in lines of which one sector alone is written: DRAM takes as long for it as for
  // the whole line.
  double beside_written_bytes = 0.0;
  // Written by the launch, but still in L2 when it ends; not part of dram_write_bytes.
  double dirty_bytes = 0.0;
  // What any cache would have to move, each piece once.
  double compulsory_read_bytes = 0.0, compulsory_write_bytes = 0.0;
  double unread_write_bytes = 0.0;  // of these, to arrays that nothing is loaded from

  double l1_miss_sectors() const { return l1_load_sectors - l1_hit_sectors; }  // back to the SMs
  double l1_bytes() const { return 32.0 * l1_load_sectors; }
  double l2_sectors() const {
    return l2_load_sectors + l2_store_sectors + l2_atomic_sectors + local_sectors();
  }
  double local_sectors() const { return local_load_sectors + local_store_sectors; }
  double l2_bytes() const { return 32.0 * l2_sectors(); }
  double l1_hit_rate() const {
    return l1_load_sectors > 0.0 ? l1_hit_sectors / l1_load_sectors : 0.0;
  }
};

CacheVolumes cache_volumes(const LaunchTraffic& traffic, const CacheFacts& facts,
                           CacheStart start = CacheStart::cold);
// The same where what is made of the traffic is at hand.
CacheVolumes cache_volumes(const LaunchTraffic& traffic, const TouchedByBlocks& touched,
                           const CacheFacts& facts, CacheStart start);

}  // namespace gpumodel
