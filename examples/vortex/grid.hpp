// A periodic grid of n x n square cells. Numbers of cells lie row by row, all first numbers, then
// all second ones: the k-th number of cell (x, y) is element k * plane() + at(x, y).
#pragma once

#include "function.hpp"

namespace vortex {

struct Grid {
  int n;
  int pitch;  // cells from row to row, n or more
  double h;   // extent of a cell

  VORTEX_FUNCTION int at(int x, int y) const { return y * pitch + x; }
  VORTEX_FUNCTION int plane() const { return n * pitch; }
  VORTEX_FUNCTION int west(int x) const { return x == 0 ? n - 1 : x - 1; }
  VORTEX_FUNCTION int east(int x) const { return x == n - 1 ? 0 : x + 1; }
  VORTEX_FUNCTION int south(int y) const { return y == 0 ? n - 1 : y - 1; }
  VORTEX_FUNCTION int north(int y) const { return y == n - 1 ? 0 : y + 1; }
};

}  // namespace vortex
