// Which blocks of a launch behave alike, axis by axis.
//
// Along an axis conditions change at a few places, and between them addresses lie the same way in
// lines of 128 B after a whole number of blocks, the period. So a few blocks stand for all others.
// Where the behaviour changes with every block (loops to an end that depends on the block, values
// drawn at random), blocks are sampled instead, and the analysis says so.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/kernel/thread/form_walk.hpp"

namespace gpumodel {

class AxisClasses {
 public:
  struct Block {
    std::int64_t coordinate = 0;
    double weight = 1.0;  // blocks it stands for
  };

  AxisClasses() = default;
  // `starts`: first blocks of the stretches between changes; `period` at least 1.
  AxisClasses(std::int64_t extent, std::vector<std::int64_t> starts, std::int64_t period);
  // `most` blocks of them stand for all; those of a stretch for that stretch.
  static AxisClasses sampled(std::int64_t extent, std::vector<std::int64_t> starts,
                             std::int64_t most);

  // Blocks with the same key do the same, at addresses moved by a multiple of 128 B.
  std::int64_t key(std::int64_t coordinate) const;
  // Representatives with weights that sum up to the extent. Blocks within `near` of a change, and
  // at a distance in `offsets` from one, stand for themselves: what their neighbours do differs.
  std::vector<Block> blocks(std::int64_t near, const std::vector<std::int64_t>& offsets) const;

  // Not every kind of block was looked at.
  bool is_sampled() const { return sampled_ && most_ < extent_; }
  std::int64_t extent() const { return extent_; }
  // One block of every stretch.
  std::vector<std::int64_t> middles() const;
  // The last block of every stretch.
  std::vector<std::int64_t> lasts() const;

 private:
  std::vector<Block> samples() const;

  std::int64_t extent_ = 1;
  std::vector<std::int64_t> starts_{0};
  std::int64_t period_ = 1;
  bool sampled_ = false;
  std::int64_t most_ = 0;  // samples
};

using LaunchClasses = std::array<AxisClasses, 3>;

// From the forms of a program. Along axes where blocks differ one by one all of them are taken if
// there are at most `budget`, else about that many, evenly spread.
LaunchClasses launch_classes(const PreparedProgram& program, const ProgramForms& forms,
                             std::int64_t budget);

}  // namespace gpumodel
