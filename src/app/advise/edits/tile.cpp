#include "src/app/advise/edits/tile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "src/app/advise/edits/names.hpp"

namespace gpumodel {
namespace {

constexpr std::array<const char*, 3> thread_axes = {"thread.x", "thread.y", "thread.z"};

std::string spaces(int column) {
  return std::string(static_cast<std::size_t>(column - 1), ' ');
}

// The threads that share out one axis of a tile: x the fastest, and so on; the slowest axis that
// has some has those of all that are left.
struct Share {
  NamedSum start = NamedSum::number(0), step = NamedSum::number(1);
  std::int64_t threads = 1;
};
Share share_of(const Places& places, std::size_t axis, std::size_t axes) {
  Share share;
  const std::size_t first = axes - 1 - axis;
  if (first >= 3) return share;
  const std::size_t last = axis == 0 || first == 2 ? 2 : first;
  for (std::size_t i = first; i <= last; ++i) {
    if (places.threads(i) == 1) continue;
    share.start = share.start + share.step * NamedSum::name(thread_axes[i]);
    share.step = share.step * places.block(i);
    share.threads *= places.threads(i);
  }
  return share;
}

std::string element_loops(const Places& places, const Tile& tile, int column, const TileBody& body,
                          std::vector<NamedSum>& at) {
  const std::size_t axis = at.size();
  if (axis == tile.axes.size()) return body(column, at);
  const TileAxis& each = tile.axes[axis];
  const Share share = share_of(places, axis, tile.axes.size());
  const auto inner = [&](const NamedSum& here, int at_column) {
    at.push_back(here);
    std::string text = element_loops(places, tile, at_column, body, at);
    at.pop_back();
    return text;
  };
  if (share.step == each.extent) return inner(share.start, column);
  const NamedSum variable = NamedSum::name(each.variable);
  const auto extent = places.value(each.extent);
  const bool whole = extent && *extent % share.threads == 0;
  const std::string dash = spaces(column), key = spaces(column + 2);
  std::string text = dash + "- for: {" + each.variable + ": " + (whole ? "0" : share.start.text()) +
                     ".." + each.extent.text() + "}\n";
  if (share.step != NamedSum::number(1)) text += key + "step: " + share.step.text() + "\n";
  if (whole) text += key + "unroll: full\n";
  return text + key + "do:\n" + inner(whole ? variable + share.start : variable, column + 4);
}

}  // namespace

std::optional<std::int64_t> tile_elements(const Places& places, const Tile& tile) {
  std::int64_t elements = 1;
  for (const TileAxis& each : tile.axes) {
    const auto extent = places.value(each.extent);
    if (!extent || *extent < 1 || *extent > 1'000'000) return std::nullopt;
    elements *= *extent;
    if (elements > 1'000'000'000) return std::nullopt;
  }
  return elements;
}

std::int64_t tile_bytes(const EditContext& of, const Places& places, const Tile& tile) {
  const std::int64_t elements = tile_elements(places, tile).value_or(1'000'000'000);
  return elements * of.kernel().arrays[tile.array].element_bytes();
}

std::string for_each_element(const Places& places, const Tile& tile, int column,
                             const TileBody& body) {
  std::vector<NamedSum> at;
  return element_loops(places, tile, column, body, at);
}

bool is_direct(const Places& places, const Tile& tile) {
  for (std::size_t i = 0; i < tile.axes.size(); ++i) {
    if (share_of(places, i, tile.axes.size()).step != tile.axes[i].extent) return false;
  }
  return true;
}

std::string element(const Places& places, const std::string& array,
                    const std::vector<NamedSum>& at) {
  std::string text = array;
  for (const NamedSum& index : at) text += "[" + places.text(index) + "]";
  return text;
}

std::string inside(const EditContext& of, const Places& places, const Tile& tile) {
  std::string condition;
  const auto add = [&](const std::string& text) {
    condition += (condition.empty() ? "" : " && ") + text;
  };
  for (std::size_t i = 0; i < tile.axes.size(); ++i) {
    const TileAxis& axis = tile.axes[i];
    const std::string& index = axis.outside;
    // From block 0 to the last: coefficients of blocks are not negative (see the edits).
    const NamedSum of_blocks = axis.base.part(is_block_name);
    const NamedSum fixed = axis.base - of_blocks;
    NamedSum last = fixed + axis.extent;
    for (std::size_t a = 0; a < 3; ++a) {
      const std::string name = std::string("block_index.") + "xyz"[a];
      for (const auto& [product, count] : of_blocks.terms()) {
        if (std::ranges::find(product, name) == product.end()) continue;
        NamedSum one = NamedSum::number(count * (places.blocks(a) - 1));
        for (const std::string& factor : product) {
          if (factor != name) one = one * NamedSum::name(factor);
        }
        last = last + one;
      }
    }
    const std::string extent = of.kernel().arrays[tile.array].shape[i].expression.text();
    const auto size = places.sum_of(extent);
    const auto low = places.value(axis.all_tiles ? axis.all_tiles->first : fixed);
    const auto high = places.value(axis.all_tiles ? axis.all_tiles->second : last);
    const auto most = size ? places.value(*size) : std::nullopt;
    if (!low || *low < 0) add(index + " >= 0");
    if (!high || !most || *high > *most) {
      add(index + " < " + (size && size->terms().size() > 1 ? "(" + extent + ")" : extent));
    }
  }
  return condition;
}

std::string fill(const EditContext& of, const Places& places, const Tile& tile, int column) {
  const std::string& array = of.kernel().arrays[tile.array].name;
  return for_each_element(places, tile, column, [&](int here, const std::vector<NamedSum>& at) {
    const std::string condition = inside(of, places, tile);
    const std::string dash = spaces(here);
    std::vector<NamedSum> from;
    std::string text, lets;
    int load = here;
    for (std::size_t i = 0; i < at.size(); ++i) {
      from.push_back(tile.axes[i].base + at[i]);
      if (condition.empty()) continue;
      lets += (lets.empty() ? "" : ", ") + tile.axes[i].outside + ": " + places.text(from.back());
      from.back() = NamedSum::name(tile.axes[i].outside);
    }
    if (!condition.empty()) {
      text = folded(dash + "- let: {", lets + "}", ", ") +
             folded(dash + "- if: ", condition, " && ") + spaces(here + 2) + "do:\n";
      load = here + 4;
    }
    text += spaces(load) + "- load: " + element(places, array, from) + "\n";
    return text + dash + "- store: " + element(places, tile.name, at) + "\n";
  });
}

bool declare_tiles(const EditContext& of, const std::vector<Tile>& tiles, TextEdit& edit) {
  const Node* stated = node_at(of.root, {"launch", "shared_memory"});
  if (stated == nullptr) return true;
  std::string bytes = stated->text == "0" ? "" : stated->text;
  for (const Tile& tile : tiles) {
    NamedSum size = NamedSum::number(of.kernel().arrays[tile.array].element_bytes());
    for (std::size_t i = 0; i < tile.axes.size(); ++i) {
      const bool last = i + 1 == tile.axes.size();
      size = size * (tile.axes[i].extent + NamedSum::number(tile.padded && last ? 1 : 0));
    }
    bytes += (bytes.empty() ? "" : " + ") + size.text();
  }
  return edit.replace(*stated, bytes);
}

void add_tiles(const EditContext& of, const std::vector<Tile>& tiles, Lines& lines) {
  const Node& arrays = *value_of(of.root, "arrays");
  std::string entries;
  for (const Tile& tile : tiles) {
    const Array& array = of.kernel().arrays[tile.array];
    const Node* type = node_at(of.root, {"arrays", array.name, "type"});
    std::string shape;
    for (const TileAxis& axis : tile.axes) {
      shape += (shape.empty() ? "" : ", ") + axis.extent.text();
    }
    entries += spaces(arrays.keys[0].column) + tile.name + ": {type: " + type->text + ", shape: [" +
               shape + "], space: shared" + (tile.padded ? ", padding: 1" : "") + "}\n";
  }
  lines.insert(line_behind(of.root, "arrays", of.file()), entries);
  for (const Node& key : of.root.keys) {
    if (key.text == "openacc") lines.drop(key.line, line_behind(of.root, "openacc", of.file()));
  }
}

StatementLines lines_of(const EditContext& of, const Node& statements, int behind) {
  const int from = statements.children.front().line;
  const std::size_t dash = of.file().line(from).find('-');
  return {static_cast<int>(dash) + 1, from, behind};
}

StatementLines lines_of_do(const EditContext& of) {
  const Node& thread = *value_of(of.root, "thread");
  const int end = line_behind(of.root, "thread", of.file());
  return lines_of(of, *value_of(thread, "do"), line_behind(thread, "do", of.file(), end));
}

bool all_threads_do(const EditContext& of, const AccessPlace& access, const Places& places) {
  if (!of.now.prediction.analysis) return false;
  double times = of.now.prediction.work.launch->threads();
  for (const LoopPlace& loop : access.loops) {
    const auto first = places.value(loop.first), end = places.value(loop.end);
    const auto step = places.value(loop.step);
    if (!loop.fixed || !first || !end || !step || *step < 1 || *end < *first) return false;
    const std::int64_t rounds = (*end - *first + *step - 1) / *step;
    times *= static_cast<double>(rounds);
  }
  const auto& all = of.kernel().thread->accesses;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].array != access.array || all[i].expression.text != access.text) continue;
    const double bytes = of.now.prediction.analysis->traffic.accesses[i].requested_bytes;
    return std::abs(bytes - times * all[i].bytes) <= 1e-9 * bytes;
  }
  return false;
}

void drop_where(const EditContext& of, Lines& lines) {
  const Node& thread = *value_of(of.root, "thread");
  for (const Node& key : thread.keys) {
    if (key.text != "where") continue;
    const int end = line_behind(of.root, "thread", of.file());
    lines.drop(key.line, line_behind(thread, "where", of.file(), end));
  }
}

void move_where(const EditContext& of, int from, int behind, int column, Lines& lines) {
  const Node* where = node_at(of.root, {"thread", "where"});
  if (where == nullptr || from >= behind) return;
  drop_where(of, lines);
  lines.insert(
      from, folded(spaces(column) + "- if: ", where->text, " && ") + spaces(column + 2) + "do:\n");
  lines.indent(from, behind, 4);
}

bool rewrite(const std::vector<const AccessPlace*>& accesses,
             const std::function<std::string(const AccessPlace&)>& changed, Lines& lines) {
  std::map<const Node*, std::string> lists;
  for (const AccessPlace* access : accesses) lists[access->list];
  for (auto& [list, text] : lists) {
    for (const std::string& each : split_list(list->text)) {
      const auto same = std::ranges::find_if(accesses, [&, of = list](const AccessPlace* access) {
        return access->list == of && access->text == each;
      });
      text += (text.empty() ? "" : ", ") + (same == accesses.end() ? each : changed(**same));
    }
    if (!lines.replace(*list, text)) return false;
  }
  return true;
}

std::string no_overlap(const EditContext& of, const Places& places) {
  const auto& arrays = of.kernel().arrays;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const bool plain = arrays[i].space == MemorySpace::global && !arrays[i].restricted;
    if (plain && places.is_stored(i)) return "no two of the arrays overlap";
  }
  return {};
}

}  // namespace gpumodel
