// Stores through shared memory: where the lanes of a warp store to different rows, as in a
// transpose, a block puts its elements into a tile first, and stores that along rows.
#include <array>

#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/edits/tile.hpp"

namespace gpumodel {
namespace {

// What threads and loops add to one index: the number of elements that it takes, from 0 on, all.
std::optional<NamedSum> extent_of(const Places& places, const AccessPlace& store,
                                  const IndexParts& parts) {
  if (!parts.linear || parts.thread.terms().size() != 1) return std::nullopt;
  const std::string& name = parts.thread.terms().begin()->first.front();
  if (parts.thread != NamedSum::name(name)) return std::nullopt;
  const auto axis = static_cast<std::size_t>(name.back() - 'x');
  if (parts.loops.terms().empty()) return places.block(axis);
  for (const LoopPlace& loop : store.loops) {
    if (parts.loops != NamedSum::name(loop.name) || !loop.fixed) continue;
    const auto step = places.value(loop.step), end = places.value(loop.end);
    if (places.value(loop.first) != 0 || step != places.threads(axis)) continue;
    if (end && *end % *step == 0) return loop.end;
  }
  return std::nullopt;
}

std::string written(const EditContext& of, const Places& places, const AccessPlace& store,
                    const Tile& tile, std::size_t row, const std::vector<NamedSum>& base) {
  TextEdit edit(of.file());
  if (!declare_tiles(of, {tile}, edit)) return {};
  Lines lines(edit.apply());
  const std::size_t last = store.indices.size() - 1;
  std::string in_tile = element(places, tile.name,
                                {store.indices[last] - base[last], store.indices[row] - base[row]});
  if (!rewrite(
          {&store}, [&](const AccessPlace&) { return in_tile; }, lines))
    return {};
  const StatementLines all = lines_of_do(of);
  const std::string dash(static_cast<std::size_t>(all.column - 1), ' ');
  Tile along_rows = tile;
  std::swap(along_rows.axes[0], along_rows.axes[1]);
  const std::string& array = of.kernel().arrays[store.array].name;
  const auto store_row = [&](int column, const std::vector<NamedSum>& at) {
    std::vector<NamedSum> to = base;
    to[row] = to[row] + at[0];
    to[last] = to[last] + at[1];
    const std::string here(static_cast<std::size_t>(column - 1), ' ');
    return here + "- load: " + element(places, tile.name, {at[1], at[0]}) + "\n" + here +
           "- store: " + element(places, array, to) + "\n";
  };
  lines.insert(all.behind,
               dash + "- barrier\n" + for_each_element(places, along_rows, all.column, store_row));
  drop_where(of, lines);  // all threads do
  add_tiles(of, {tile}, lines);
  return lines.apply();
}

}  // namespace

void find_store_tiles(const EditContext& of, std::vector<KernelEdit>& found) {
  const Places places(of);
  if (!places.good() || places.has_barriers_or_shared()) return;
  const AccessPlace* store = nullptr;
  for (const AccessPlace& each : places.accesses()) {
    if (each.key == "load" || each.key == "read") continue;
    if (store != nullptr || each.key != "store") return;
    store = &each;
  }
  if (store == nullptr || store->conditional || store->indices.size() < 2) return;
  const Array& array = of.kernel().arrays[store->array];
  if (array.structure || array.order != StorageOrder::row_major) return;
  if (node_at(of.root, {"arrays", array.name, "type"}) == nullptr) return;
  for (const AccessPlace& each : places.accesses()) {
    if (&each != store && each.array == store->array) return;
  }
  std::vector<NamedSum> base;
  const std::size_t last = store->indices.size() - 1;
  std::optional<std::size_t> row;  // the index along which the lanes go
  std::array<std::optional<NamedSum>, 2> extent;
  for (std::size_t i = 0; i <= last; ++i) {
    const IndexParts parts = places.parts(store->indices[i], store->loops);
    base.push_back(parts.block + parts.rest);
    if (i < last && parts.thread.terms().empty() && parts.loops.terms().empty()) continue;
    if (i < last && parts.thread != NamedSum::name("thread.x")) return;
    if (i == last && parts.thread.times("thread.x") != 0) return;
    if (i < last && row) return;
    if (i < last) row = i;
    extent[i < last ? 1 : 0] = extent_of(places, *store, parts);
  }
  if (!row || !extent[0] || !extent[1] || !all_threads_do(of, *store, places)) return;
  Tile tile{.array = store->array, .name = places.unused(array.name + "_tile"), .padded = true};
  tile.axes = {{*extent[0], base[last], places.unused(tile.name + "_j"), {}},
               {*extent[1], base[*row], places.unused(tile.name + "_i"), {}}};
  KernelEdit edit{
      .name = "tile:" + array.name,
      .what = "stores to " + array.name + " along rows, through a padded tile in shared memory",
      .provided = no_overlap(of, places)};
  if (tile_bytes(of, places, tile) > most_tile_bytes) {
    edit.why_not = "a block's part of " + array.name +
                   " is more than 48 KiB: shared memory that a block has unasked";
  } else {
    edit.text = written(of, places, *store, tile, *row, base);
    if (edit.text.empty()) return;
  }
  found.push_back(std::move(edit));
}

}  // namespace gpumodel
