// Blocks of unlike length on the SMs, in the order in which they start.
//
// Each SM takes the next block that waits as soon as it has room (a list schedule: Graham, Bell
// System Tech. J. 45, 1966). What an SM or the chip does for one block at a time its blocks share:
// where they ask for more than there is, all go on more slowly, in proportion. A block that is left
// alone at the end has everything for itself and takes what it takes alone. Exact for the times
// given; so no launch takes less than its longest block, nor less than the work of what is shared.
#pragma once

#include <cstdint>
#include <span>

namespace gpumodel {

// Of a block: how long it takes with nobody beside it, and how long of that it keeps what its SM
// and what the chip has once for all blocks. Neither is more than `alone`.
struct BlockTimes {
  double alone = 0.0, of_sm = 0.0, of_chip = 0.0;
};

// Until the last block has ended. `order`: the kind of each block, by index into `kinds`.
double schedule_time(std::span<const BlockTimes> kinds, std::span<const std::uint16_t> order,
                     std::int64_t sms, std::int64_t blocks_per_sm);

}  // namespace gpumodel
