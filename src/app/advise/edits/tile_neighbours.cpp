// Neighbours through shared memory: where the threads of a block load the same elements of an array
// at several offsets (stencils, convolutions), the block loads all of them once, with the halo.
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/edits/tile.hpp"

namespace gpumodel {
namespace {

// A loop with more rounds goes through data, not through neighbours.
constexpr std::int64_t most_neighbours = 64;
constexpr double least_reuse = 1.2;

// The index in one dimension: what all loads of the array have in common, and the least and the
// greatest offset.
struct Spread {
  NamedSum thread, block, low, high;
};

// The least and the greatest value of what loops add; nothing where it is not bounded by sums.
std::optional<Spread> spread_of(const Places& places, const AccessPlace& load, std::size_t axis) {
  const IndexParts parts = places.parts(load.indices[axis], load.loops);
  if (!parts.linear) return std::nullopt;
  Spread spread{parts.thread, parts.block, parts.rest, parts.rest};
  for (const LoopPlace& loop : load.loops) {
    const std::int64_t times = parts.loops.times(loop.name);
    if (times == 0) continue;
    if (!loop.fixed || loop.step != NamedSum::number(1)) return std::nullopt;
    const NamedSum first = NamedSum::number(times) * loop.first;
    const NamedSum last = NamedSum::number(times) * (loop.end - NamedSum::number(1));
    spread.low = spread.low + (times > 0 ? first : last);
    spread.high = spread.high + (times > 0 ? last : first);
  }
  NamedSum named;
  for (const LoopPlace& loop : load.loops) {
    named = named + NamedSum::number(parts.loops.times(loop.name)) * NamedSum::name(loop.name);
  }
  if (named != parts.loops) return std::nullopt;
  return spread;
}

// How far the threads of a block are apart at most, with positive steps.
std::optional<NamedSum> width(const Places& places, const NamedSum& thread) {
  NamedSum width;
  for (const auto& [product, count] : thread.terms()) {
    NamedSum one = NamedSum::number(count);
    for (const std::string& name : product) {
      if (!is_thread_name(name)) {
        one = one * NamedSum::name(name);
        continue;
      }
      const auto axis = static_cast<std::size_t>(name.back() - 'x');
      one = one * (places.block(axis) - NamedSum::number(1));
    }
    const auto value = places.value(one);
    if (!value || *value < 0) return std::nullopt;
    width = width + one;
  }
  return width;
}

bool is_increasing(const Places& places, const NamedSum& block) {
  for (const auto& [product, count] : block.terms()) {
    NamedSum one = NamedSum::number(count);
    for (const std::string& name : product) {
      if (!is_block_name(name)) one = one * NamedSum::name(name);
    }
    const auto value = places.value(one);
    if (!value || *value < 0) return false;
  }
  return true;
}

class NeighbourTile {
 public:
  NeighbourTile(const EditContext& of, const Places& places, std::size_t array)
      : of_(of), places_(places) {
    tile_.array = array;
    tile_.name = places.unused(of.kernel().arrays[array].name + "_tile");
    for (const AccessPlace& each : places.accesses()) {
      if (each.array == array) loads_.push_back(&each);
    }
  }

  std::optional<KernelEdit> make() {
    if (!measure()) return std::nullopt;
    const Array& array = of_.kernel().arrays[tile_.array];
    KernelEdit edit{.name = "tile:" + array.name,
                    .what = "a tile of " + array.name +
                            " with its neighbours in shared memory, loaded by the block once",
                    .provided = no_overlap(of_, places_)};
    if (reuse_ < least_reuse) {
      edit.why_not = "a tile of " + array.name +
                     " with its neighbours has about as many elements as the block's threads load";
      return edit;
    }
    if (tile_bytes(of_, places_, tile_) > most_tile_bytes) {
      edit.why_not = "a tile of what a block loads of " + array.name +
                     " is more than 48 KiB: shared memory that a block has unasked";
      return edit;
    }
    edit.text = written();
    if (edit.text.empty()) return std::nullopt;
    return edit;
  }

 private:
  // False: no such tile, or a thread loads one element.
  bool measure() {
    const std::size_t dimensions = of_.kernel().arrays[tile_.array].shape.size();
    double per_thread = 0.0;
    for (const AccessPlace* load : loads_) {
      if (load->key != "load" || load->indices.empty()) return false;
      std::int64_t times = 1;
      for (const LoopPlace& loop : load->loops) {
        const auto rounds = places_.value(loop.end - loop.first);
        if (!loop.fixed || !rounds || *rounds < 1 || *rounds > most_neighbours) return false;
        times *= *rounds;
      }
      per_thread += static_cast<double>(times);
    }
    if (per_thread < 2.0) return false;
    for (std::size_t i = 0; i < dimensions; ++i) {
      std::optional<Spread> all;
      for (const AccessPlace* load : loads_) {
        const auto one = spread_of(places_, *load, i);
        if (!one || !is_increasing(places_, one->block)) return false;
        if (!all) {
          all = one;
          continue;
        }
        if (all->thread != one->thread || all->block != one->block) return false;
        const auto below = places_.value(all->low - one->low);
        const auto above = places_.value(one->high - all->high);
        if (!below || !above) return false;
        if (*below > 0) all->low = one->low;
        if (*above > 0) all->high = one->high;
      }
      const auto threads = width(places_, all->thread);
      if (!threads) return false;
      low_.push_back(all->low);
      const std::string letter(1, "xyzuvwst"[dimensions - 1 - i]);
      const std::string& array = of_.kernel().arrays[tile_.array].name;
      tile_.axes.push_back({*threads + all->high - all->low + NamedSum::number(1),
                            all->block + all->low, places_.unused("tile_" + letter),
                            places_.unused(array + "_" + letter)});
    }
    const auto elements = tile_elements(places_, tile_);
    const auto threads = of_.now.prediction.work.launch->threads_per_block();
    if (!elements) return false;
    reuse_ = per_thread * static_cast<double>(threads) / static_cast<double>(*elements);
    return true;
  }

  std::string in_tile(const AccessPlace& load) const {
    std::string text = tile_.name;
    for (std::size_t i = 0; i < load.indices.size(); ++i) {
      const IndexParts parts = places_.parts(load.indices[i], load.loops);
      text += "[" + places_.text(load.indices[i] - parts.block - low_[i]) + "]";
    }
    return text;
  }

  std::string written() const {
    TextEdit edit(of_.file());
    if (!declare_tiles(of_, {tile_}, edit)) return {};
    const StatementLines all = lines_of_do(of_);
    Lines lines(edit.apply());
    if (!rewrite(
            loads_, [&](const AccessPlace& load) { return in_tile(load); }, lines))
      return {};
    lines.insert(all.from, fill(of_, places_, tile_, all.column) +
                               std::string(static_cast<std::size_t>(all.column - 1), ' ') +
                               "- barrier\n");
    move_where(of_, all.from, all.behind, all.column, lines);
    add_tiles(of_, {tile_}, lines);
    return lines.apply();
  }

  const EditContext& of_;
  const Places& places_;
  Tile tile_;
  std::vector<NamedSum> low_;
  double reuse_ = 0.0;  // loads by element of the tile
  std::vector<const AccessPlace*> loads_;
};

}  // namespace

void find_neighbour_tiles(const EditContext& of, std::vector<KernelEdit>& found) {
  const Places places(of);
  if (!places.good() || places.has_barriers_or_shared()) return;
  const auto& arrays = of.kernel().arrays;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const Array& array = arrays[i];
    if (array.space != MemorySpace::global || array.structure || array.contents) continue;
    if (array.order != StorageOrder::row_major || places.is_stored(i)) continue;
    if (node_at(of.root, {"arrays", array.name, "type"}) == nullptr) continue;
    NeighbourTile tile(of, places, i);
    if (auto edit = tile.make()) found.push_back(std::move(*edit));
  }
}

}  // namespace gpumodel
