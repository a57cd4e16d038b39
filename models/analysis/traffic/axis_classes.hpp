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

  // So many blocks that they stand for all as samples do.
  std::vector<Block> spread(std::int64_t most) const;
  // Of blocks spread() over the axis, each with its work: takes as samples some of them, each for
  // others of about as much work, wherever they stand.
  void group(const std::vector<Block>& outline, const std::vector<double>& work);
  // The block that was looked at for this one; itself where blocks alike have the same key.
  std::int64_t stand_in(std::int64_t coordinate) const;

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
  struct Outlined {
    std::int64_t end;       // of the blocks it stands for
    std::int64_t stand_in;  // that was looked at for them
  };
  std::vector<Block> grouped_;      // samples, where blocks were grouped
  std::vector<Outlined> outlined_;  // in order
};

using LaunchClasses = std::array<AxisClasses, 3>;

// From the forms of a program. Along axes where blocks differ one by one all of them are taken if
// there are at most `budget`, else about that many, evenly spread.
LaunchClasses launch_classes(const PreparedProgram& program, const ProgramForms& forms,
                             std::int64_t budget);

// The first loop, condition or the like by which blocks differ one by one; null where none does.
const Source* what_varies(const PreparedProgram& program, const ProgramForms& forms);

}  // namespace gpumodel
