// What edits that put a tile into shared memory write: its array, the loops in which the threads of
// a block share its elements out, and statements that have moved.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/app/advise/edits/lines.hpp"
#include "src/app/advise/edits/places.hpp"
#include "src/io/text/text_edit.hpp"

namespace gpumodel {

// What CUDA gives a block without being asked.
inline constexpr std::int64_t most_tile_bytes = 48 * 1024;

struct TileAxis {
  NamedSum extent;
  NamedSum base;         // the index in the array of the tile's first element
  std::string variable;  // where a loop is needed
  std::string outside;   // name of the index in the array
  // The first index of all tiles and that behind the last, where a loop goes from tile to tile.
  std::optional<std::pair<NamedSum, NamedSum>> all_tiles{};
};

struct Tile {
  std::size_t array = 0;  // of the kernel
  std::string name;
  std::vector<TileAxis> axes{};
  bool padded = false;  // by an element, so that columns lie in different banks
};

// Of all its elements, at the sizes asked for.
std::optional<std::int64_t> tile_elements(const Places& places, const Tile& tile);
std::int64_t tile_bytes(const EditContext& of, const Places& places, const Tile& tile);

// Statements that are done for each element of the tile, by the block's threads together; `body`
// has the element's indices in the tile, and the column its lines begin at.
using TileBody = std::function<std::string(int column, const std::vector<NamedSum>& at)>;
std::string for_each_element(const Places& places, const Tile& tile, int column,
                             const TileBody& body);
// True: all of it is in one go, without a loop.
bool is_direct(const Places& places, const Tile& tile);

std::string element(const Places& places, const std::string& array,
                    const std::vector<NamedSum>& at);
// Where an index of the array may leave it, at the sizes asked for: the condition that none does,
// by their names. Empty: none does.
std::string inside(const EditContext& of, const Places& places, const Tile& tile);
// Loads each element of the tile into it.
std::string fill(const EditContext& of, const Places& places, const Tile& tile, int column);

// The array of the tile, its bytes where the launch states its shared memory, and no OpenACC: there
// are no barriers. False: it cannot be written there.
[[nodiscard]] bool declare_tiles(const EditContext& of, const std::vector<Tile>& tiles,
                                 TextEdit& edit);
void add_tiles(const EditContext& of, const std::vector<Tile>& tiles, Lines& lines);
// The column of the dash of a list's statements, the first line of them and that behind them.
struct StatementLines {
  int column = 0, from = 0, behind = 0;
};
StatementLines lines_of(const EditContext& of, const Node& statements, int behind);
StatementLines lines_of_do(const EditContext& of);
// Whether every thread of the launch comes to this access, at the sizes asked for.
bool all_threads_do(const EditContext& of, const AccessPlace& access, const Places& places);
// `where` becomes an `if` around statements; what is in front of them is done by all threads.
void move_where(const EditContext& of, int from, int behind, int column, Lines& lines);
void drop_where(const EditContext& of, Lines& lines);

// These accesses with other texts. False: one of their lists does not stand as it reads.
[[nodiscard]] bool rewrite(const std::vector<const AccessPlace*>& accesses,
                           const std::function<std::string(const AccessPlace&)>& changed,
                           Lines& lines);

// Arrays are not stored through other pointers: what must hold where one is not `__restrict__`.
std::string no_overlap(const EditContext& of, const Places& places);

}  // namespace gpumodel
