#include "src/app/generate/families.hpp"

#include <array>

namespace gpumodel {
namespace {

constexpr auto every_family = std::to_array<Family>({
    {"all-pairs", "sums over all pairs, by tiles in shared memory", all_pairs},
    {"atomics", "sums by atomics on few or many words", atomics},
    {"barriers-in-loop", "neighbours in a block exchange values, round by round", barriers_in_loop},
    {"batched", "many small matrices times vectors", batched},
    {"butterfly", "pairs of numbers, a power of two apart", butterfly},
    {"chains", "arithmetic that depends on itself, in some chains", chains},
    {"channels", "all channels of a place, weighed, become others", channels},
    {"checkerboard", "every other cell of a field, from its neighbours", checkerboard},
    {"columns", "a thread goes up its column and takes a value along", columns},
    {"decisions", "data say how far into conditions a thread goes, round by round", decisions},
    {"deposit", "particles add to the corners of their cells", deposit},
    {"diagonals", "tables in shared memory, filled diagonal by diagonal", diagonals},
    {"divergent", "lanes of a warp go different ways", divergent},
    {"edges", "what flows over the edges of a mesh is added to cells", edges},
    {"exchange", "both halves of an array change places", exchange},
    {"few-warps", "a few warps, each with a long chain", few_warps},
    {"filter", "images are smoothed where pixels are alike", filter},
    {"gather", "loads through indices", gather},
    {"halo", "a face of a field is packed for a neighbour, or put back", halo},
    {"histogram", "counts of keys, in global or shared memory", histogram},
    {"in-place", "an array is updated where it lies", in_place},
    {"lattice", "cells exchange numbers with their neighbours, much computed between", lattice},
    {"life", "cells of a game count their neighbours, round the edges", life},
    {"many-blocks", "many blocks with little to do", many_blocks},
    {"masked-window", "windows of images, weighed where they lie inside", masked_window},
    {"matrix-vector", "a dense matrix times a vector", matrix_vector},
    {"nearest", "the centre that is nearest to each point", nearest},
    {"neighbours", "forces on particles, those near each listed", neighbours},
    {"normalised", "rows are gone through twice, the second time divided", normalised},
    {"polynomials", "polynomials whose coefficients stand in constant memory", polynomials},
    {"pooling", "windows of images, each becomes one number", pooling},
    {"product", "a product of matrices, an element per thread", product},
    {"product-blocked", "a product of matrices, some elements per thread, by tiles",
     product_blocked},
    {"product-tiled", "a product of matrices, by tiles in shared memory", product_tiled},
    {"rank-update", "a matrix gains products of vectors", rank_update},
    {"reduce-shared", "a sum per block, as a tree in shared memory", reduce_shared},
    {"reduce-shuffle", "a sum per block, by shuffles", reduce_shuffle},
    {"refine", "a coarse field becomes one twice as fine", refine},
    {"rounds-by-data", "loops as long as data say, of each thread", rounds_by_data},
    {"scan", "prefix sums within blocks", scan},
    {"scatter", "stores through indices", scatter},
    {"short-rows", "blocks with short rows in three dimensions", short_rows},
    {"slow-axis", "threads walk along an axis", slow_axis},
    {"small-matrices", "vectors of each cell times small matrices of its own", small_matrices},
    {"sparse-rows", "a product of a sparse matrix and a vector", sparse_rows},
    {"special", "roots, quotients and exponentials", special},
    {"spilling", "more values at once than a thread has registers", spilling},
    {"stencil-1d", "neighbours in one dimension", stencil_1d},
    {"stencil-2d", "neighbours in two dimensions", stencil_2d},
    {"stencil-3d", "neighbours in three dimensions", stencil_3d},
    {"stencil-march", "neighbours in three dimensions, plane by plane", stencil_march},
    {"stream", "elements of some arrays to elements of others", stream},
    {"strip", "some elements per thread", strip},
    {"structs", "members of structures", structs},
    {"substitution", "boxes in constant memory say what takes the place of a key", substitution},
    {"tables", "values between entries of tables, where data say", tables},
    {"transpose", "a matrix is transposed, through shared memory or not", transpose},
    {"triangle", "rows of a triangle, each as long as its number", triangle},
    {"tridiagonal", "systems with three numbers in a row, one per thread", tridiagonal},
    {"unequal-blocks", "loops as long as data say, of each block", unequal_blocks},
    {"update-in-loop", "a word in memory is updated in each round", update_in_loop},
    {"upwind", "what flows into cells comes from one side or the other, as data say", upwind},
    {"vectors", "loads and stores of two or four numbers", vectors},
    {"ways", "threads go one of some ways, another one in each round", ways},
    {"window-shared", "sums over windows of a row, through shared memory", window_shared},
});

}  // namespace

std::span<const Family> families() {
  return every_family;
}

}  // namespace gpumodel
