// Random affine thread programs, small enough to be walked, and their reduction to minimal ones.
#pragma once

#include <array>
#include <random>
#include <string>
#include <vector>

#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {

// index = offset + thread . t + block . b + k * loop, per dimension.
struct RandomIndex {
  long offset = 0;
  std::array<long, 3> thread{};
  long loop = 0;
};
struct RandomAccess {
  int array = 0;
  bool store = false;
  bool in_loop = false;
  bool guarded = false;
  std::vector<RandomIndex> indices;
};
struct RandomArray {
  std::string type = "f32";
  std::vector<std::array<long, 3>> block;  // per dimension: step from block to block
};
struct RandomProgram {
  std::array<long, 3> block{32, 1, 1}, grid{1, 1, 1};
  std::vector<RandomArray> arrays;
  std::vector<RandomAccess> accesses;
  // Threads whose global x (y) lies below or at least at a limit; 0: no condition.
  long x_from = 0, x_to = 0, y_to = 0;
  long rounds = 0, step = 1;

  LaunchShape shape() const { return {.block = block, .grid = grid}; }
};

RandomProgram random_program(std::mt19937& random);
// Shapes are made as large as the indices need.
ProgramBuilder build(const RandomProgram& program);
std::string describe(const RandomProgram& program);
// Simpler programs, each a step away from this one.
std::vector<RandomProgram> simpler(const RandomProgram& program);

}  // namespace gpumodel::test
