// Families of kernels: each makes one up from choices, with a shape that real code has.
#pragma once

#include <span>
#include <string_view>

#include "src/app/generate/draft.hpp"

namespace gpumodel {

struct Family {
  std::string_view name, summary;
  Draft (*make)(Choices&);
};

// In the order of their names.
std::span<const Family> families();

// How many bytes a kernel works on.
inline constexpr std::int64_t least_bytes = 1 << 10, most_bytes = std::int64_t{1} << 32;

// By the shape of their accesses.
Draft stream(Choices&), strip(Choices&), vectors(Choices&), structs(Choices&), in_place(Choices&),
    exchange(Choices&);
Draft stencil_1d(Choices&), stencil_2d(Choices&), stencil_3d(Choices&), stencil_march(Choices&),
    short_rows(Choices&);
Draft slow_axis(Choices&), update_in_loop(Choices&), product(Choices&), transpose(Choices&),
    triangle(Choices&);
// By what threads share.
Draft product_tiled(Choices&), product_blocked(Choices&), reduce_shared(Choices&),
    reduce_shuffle(Choices&), scan(Choices&), all_pairs(Choices&), barriers_in_loop(Choices&),
    diagonals(Choices&), atomics(Choices&), histogram(Choices&);
// By data.
Draft gather(Choices&), scatter(Choices&), sparse_rows(Choices&), rounds_by_data(Choices&),
    unequal_blocks(Choices&), divergent(Choices&), edges(Choices&);
// By what they compute.
Draft chains(Choices&), special(Choices&), spilling(Choices&), few_warps(Choices&),
    many_blocks(Choices&);
// Many small problems.
Draft butterfly(Choices&), batched(Choices&), matrix_vector(Choices&);
// What lies around a place.
Draft pooling(Choices&), filter(Choices&), neighbours(Choices&), masked_window(Choices&);
// A thread's own column, and places in tables.
Draft columns(Choices&), tables(Choices&);
// Channels of images, and rows of numbers.
Draft channels(Choices&), normalised(Choices&);
// Cells and lines of a grid.
Draft lattice(Choices&), tridiagonal(Choices&);
Draft checkerboard(Choices&), deposit(Choices&);
// From one grid to another.
Draft refine(Choices&), halo(Choices&);
// A block's piece of what all have.
Draft window_shared(Choices&), rank_update(Choices&);
// What all lanes read together.
Draft nearest(Choices&);
// Cells of a field.
Draft small_matrices(Choices&), upwind(Choices&), life(Choices&);
// What stands in constant memory.
Draft polynomials(Choices&), substitution(Choices&);
Draft decisions(Choices&), ways(Choices&);

}  // namespace gpumodel
