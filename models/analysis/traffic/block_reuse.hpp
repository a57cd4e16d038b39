// Reuse between blocks: which earlier block of the launch touched the same sectors, and how long
// ago.
//
// Accesses whose addresses move alike from block to block form a stream. Within a stream the block
// at distance o (a vector of block indices) touches what this block touches, moved by o times the
// stream's strides; so the blocks that can share anything with it follow from the strides and the
// extent of a footprint, and nothing walks over the launch.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "models/analysis/traffic/axis_classes.hpp"
#include "models/analysis/traffic/reuse_histogram.hpp"
#include "models/analysis/traffic/sector_set.hpp"

namespace gpumodel {

// Bytes from one block to the next along each axis.
using BlockStrides = std::array<std::int64_t, 3>;

// How far the addresses of a block lie behind those of the block `offset` before it, in bytes; held
// within +-2^62, which no address reaches.
std::int64_t bytes_apart(const BlockIndex& offset, const BlockStrides& strides);

// Distances of blocks whose footprints can overlap, those along axes of stride 0 left at 0.
struct Neighbours {
  std::vector<BlockIndex> offsets;  // the block itself included; this block minus the other
  std::array<bool, 3> free{};       // axes of stride 0 and more than one block
  // Along each axis, the last blocks of stretches in which all blocks do the same.
  std::array<std::vector<std::int64_t>, 3> lasts;
  bool complete = true;  // false: more than could be listed
};
Neighbours find_neighbours(const SectorSet& footprint, const BlockStrides& strides,
                           const BlockExtents& grid);

// A footprint known by the block it was computed for; others of the same key are moved copies.
struct PlacedFootprint {
  const SectorSet* sectors = nullptr;
  BlockIndex block{};
  std::int64_t base = 0;  // sectors, added to those of the set
};

// A block that was launched before and can share something.
struct EarlierBlock {
  std::int64_t ago = 0;  // blocks
  BlockIndex block{};
};
// Those of a block, the latest first. Blocks are launched x first, then y, then z.
std::vector<EarlierBlock> earlier_blocks(const BlockIndex& block, const BlockExtents& grid,
                                         const Neighbours& neighbours);
// What an earlier block touches, by its place among them.
using FootprintOf = std::function<PlacedFootprint(std::size_t)>;

struct BlockReuse {
  ReuseHistogram blocks;    // sectors by how many blocks ago (in launch order) they were touched
  double first_uses = 0.0;  // sectors no earlier block touched
};

// Of one block: its sectors by the nearest earlier block of the stream that touched them. Adds to
// `result` with the given weight.
void add_block_reuse(const BlockIndex& block, double weight, const BlockStrides& strides,
                     const PlacedFootprint& own, std::span<const EarlierBlock> earlier,
                     const FootprintOf& footprint, BlockReuse& result);

}  // namespace gpumodel
