// A loop in tiles: of what the threads of a block load alike in the rounds of a loop, as of the
// rows and columns in a matrix product, the block loads a tile at a time into shared memory.
#include <algorithm>
#include <map>

#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/edits/tile.hpp"

namespace gpumodel {
namespace {

// More copies of a loop's body than these are not made at once.
constexpr std::int64_t most_copies = 32;

class LoopTiles {
 public:
  LoopTiles(const EditContext& of, const Places& places, const LoopPlace& loop)
      : of_(of), places_(places), loop_(loop), start_(places.unused(loop.name + "_tile")) {}

  std::optional<KernelEdit> make() {
    for (const AccessPlace& each : places_.accesses()) {
      if (each.loops.size() == 1 && each.loops[0].statement == loop_.statement) add(each);
    }
    if (tiles_.empty()) return std::nullopt;
    std::string names;
    std::int64_t bytes = 0;
    for (const Tile& tile : tiles_) {
      names += (names.empty() ? "" : " and ") + of_.kernel().arrays[tile.array].name;
      bytes += tile_bytes(of_, places_, tile);
    }
    const std::string length = places_.block(0).text();
    const std::string rounds = (loop_.end - loop_.first).text();
    KernelEdit edit{.name = "tile:" + loop_.name,
                    .what = "tiles of " + names + " in shared memory, " + length + " rounds of " +
                            loop_.name + " at a time",
                    .provided = rounds + " is a multiple of " + length};
    if (const std::string more = no_overlap(of_, places_); !more.empty()) {
      edit.provided += ", and " + more;
    }
    const auto total = places_.value(loop_.end - loop_.first);
    if (!total || *total % places_.threads(0) != 0) {
      edit.why_not = "the rounds of " + loop_.name + " are no multiple of the " +
                     std::to_string(places_.threads(0)) + " threads along x";
    } else if (bytes > most_tile_bytes) {
      edit.why_not =
          "tiles of " + names + " are more than 48 KiB: shared memory that a block has unasked";
    } else if (!everybody_ && starts_before()) {
      edit.why_not = "statements in front of the loop are not for all threads, and a barrier is";
    } else {
      edit.text = written();
      if (edit.text.empty()) return std::nullopt;
    }
    return edit;
  }

 private:
  // A load whose element several threads of the block want: one index is that of the loop, others
  // move with one axis of the threads, or stay.
  void add(const AccessPlace& load) {
    const Array& array = of_.kernel().arrays[load.array];
    if (load.key != "load" || load.conditional || load.indices.empty()) return;
    if (array.space != MemorySpace::global || array.structure || array.contents) return;
    if (array.order != StorageOrder::row_major || places_.is_stored(load.array)) return;
    if (node_at(of_.root, {"arrays", array.name, "type"}) == nullptr) return;
    for (const AccessPlace& other : places_.accesses()) {
      if (&other != &load && other.array == load.array) return;
    }
    Tile tile{.array = load.array, .name = places_.unused(array.name + "_tile")};
    std::vector<NamedSum> at;
    bool in_rounds = false;
    std::int64_t readers = of_.now.prediction.work.launch->threads_per_block();
    for (std::size_t i = 0; i < load.indices.size(); ++i) {
      const IndexParts parts = places_.parts(load.indices[i], load.loops);
      for (const auto& [product, count] : parts.block.terms()) {
        if (count < 0) return;
      }
      const std::string letter(1, "ijklmnop"[i]);
      const std::string variable = places_.unused(tile.name + "_" + letter);
      const std::string outside = places_.unused(array.name + "_" + letter);
      if (!parts.loops.terms().empty()) {
        const NamedSum rounds = NamedSum::name(loop_.name);
        if (in_rounds || parts.loops != rounds || !parts.thread.terms().empty()) return;
        in_rounds = true;
        tile.axes.push_back({places_.block(0),
                             parts.block + parts.rest + NamedSum::name(start_),
                             variable,
                             outside,
                             {{parts.rest + loop_.first, parts.rest + loop_.end}}});
        at.push_back(rounds);
      } else if (parts.thread.terms().empty()) {
        tile.axes.push_back({NamedSum::number(1), parts.block + parts.rest, variable, outside});
        at.emplace_back();
      } else {
        if (parts.thread.terms().size() > 1) return;
        const std::string& name = parts.thread.terms().begin()->first.front();
        if (parts.thread != NamedSum::name(name)) return;
        const auto axis = static_cast<std::size_t>(name.back() - 'x');
        if (readers % places_.threads(axis) != 0) return;
        readers /= places_.threads(axis);
        tile.axes.push_back({places_.block(axis), parts.block + parts.rest, variable, outside});
        at.push_back(parts.thread);
      }
    }
    if (!in_rounds || readers < 2) return;
    everybody_ = everybody_ && all_threads_do(of_, load, places_);
    texts_[load.list][load.text] = element(places_, tile.name, at);
    tiles_.push_back(std::move(tile));
  }

  const Node& statements() const { return *node_at(of_.root, {"thread", "do"}); }

  bool starts_before() const {
    for (const Node& statement : statements().children) {
      if (&statement == loop_.statement) return false;
      if (statement.kind != Node::Kind::mapping || value_of(statement, "let") == nullptr)
        return true;
    }
    return false;
  }

  int line_behind_loop(const StatementLines& all) const {
    const auto& list = statements().children;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      if (&list[i] == loop_.statement) return list[i + 1].line;
    }
    return all.behind;
  }

  // The loop's variable counts from the start of a tile.
  bool renumber(Lines& lines) const {
    bool good = true;
    const auto from_start = [&](std::string_view name) {
      return name == loop_.name ? "(" + start_ + " + " + loop_.name + ")" : std::string(name);
    };
    for_each_scalar(*value_of(*loop_.statement, "do"), [&](const Node& scalar) {
      const auto tiled = texts_.find(&scalar);
      std::string text;
      for (const std::string& each : split_list(scalar.text)) {
        text += text.empty() ? "" : ", ";
        const bool is_tiled = tiled != texts_.end() && tiled->second.contains(each);
        text += is_tiled ? tiled->second.at(each) : with_names(each, from_start);
      }
      if (text != scalar.text) good = lines.replace(scalar, text) && good;
    });
    return good;
  }

  std::string fills(int column) const {
    const std::string dash(static_cast<std::size_t>(column - 1), ' ');
    std::string loads, stores, one_by_one;
    bool at_once = true;
    for (const Tile& tile : tiles_) {
      one_by_one += fill(of_, places_, tile, column);
      at_once = at_once && is_direct(places_, tile);
      if (!at_once) continue;
      for_each_element(places_, tile, column, [&](int, const std::vector<NamedSum>& at) {
        std::vector<NamedSum> from;
        for (std::size_t i = 0; i < at.size(); ++i) from.push_back(tile.axes[i].base + at[i]);
        at_once = at_once && inside(of_, places_, tile).empty();
        loads += (loads.empty() ? "" : ", ") +
                 element(places_, of_.kernel().arrays[tile.array].name, from);
        stores += (stores.empty() ? "" : ", ") + element(places_, tile.name, at);
        return std::string();
      });
    }
    if (!at_once) return one_by_one;
    return dash + "- load: " + loads + "\n" + dash + "- store: " + stores + "\n";
  }

  std::string written() const {
    TextEdit edit(of_.file());
    if (!declare_tiles(of_, tiles_, edit)) return {};
    Lines lines(edit.apply());
    const StatementLines all = lines_of_do(of_);
    const int from = loop_.statement->line, behind = line_behind_loop(all);
    const Node& range = value_of(*loop_.statement, "for")->children[0];
    const std::string length = places_.block(0).text();
    if (!renumber(lines) || !lines.replace(range, "0.." + length)) return {};
    const std::string dash(static_cast<std::size_t>(all.column - 1), ' ');
    if (places_.threads(0) <= most_copies) {
      const Node* body = value_of(*loop_.statement, "do");
      for (const Node& key : loop_.statement->keys) {
        if (key.text == "unroll") lines.drop(key.line, key.line + 1);
        if (key.text == "do" && body != nullptr)
          lines.insert(key.line, dash + "      unroll: full\n");
      }
    }
    const std::string barrier = dash + "    - barrier\n";
    lines.insert(from, dash + "- for: {" + start_ + ": " + range.text + "}\n" + dash + "  step: " +
                           length + "\n" + dash + "  do:\n" + fills(all.column + 4) + barrier);
    lines.indent(from, behind, 4);
    lines.insert(behind, barrier);
    if (everybody_) {
      drop_where(of_, lines);
    } else {
      move_where(of_, behind, all.behind, all.column, lines);
    }
    add_tiles(of_, tiles_, lines);
    return lines.apply();
  }

  const EditContext& of_;
  const Places& places_;
  const LoopPlace& loop_;
  std::string start_;
  std::vector<Tile> tiles_;
  std::map<const Node*, std::map<std::string, std::string>> texts_;  // of lists: what becomes of it
  bool everybody_ = true;  // each thread comes to these loads
};

}  // namespace

void find_loop_tiles(const EditContext& of, std::vector<KernelEdit>& found) {
  const Places places(of);
  if (!places.good() || places.has_barriers_or_shared()) return;
  std::vector<const Node*> seen;
  for (const AccessPlace& each : places.accesses()) {
    if (each.loops.size() != 1 || each.conditional) continue;
    const LoopPlace& loop = each.loops[0];
    if (std::ranges::find(seen, loop.statement) != seen.end()) continue;
    seen.push_back(loop.statement);
    if (!loop.fixed || loop.step != NamedSum::number(1)) continue;
    if (loop.statement->line < 1 || places.threads(0) < 2) continue;
    if (auto edit = LoopTiles(of, places, loop).make()) found.push_back(std::move(*edit));
  }
}

}  // namespace gpumodel
