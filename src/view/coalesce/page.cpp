#include "src/view/coalesce/page.hpp"

#include <fmt/format.h>

#include "models/access/strides.hpp"
#include "src/io/text/format.hpp"
#include "src/view/coalesce/counters.hpp"
#include "src/view/coalesce/picture.hpp"

namespace gpumodel {
namespace {

// "66.67 %", "12.5 %", "100 %": as the exercise writes them.
std::string percent(double fraction) {
  return fmt::format("{:.4g} %", 100.0 * fraction);
}

std::string plural(int count, const char* what) {
  return counted(static_cast<std::size_t>(count), what);
}

bool fetches_lines(const CoalesceAnswer& a) {
  return a.rules->fetch_bytes(a.path) == line_bytes;
}

int used_bytes(const CoalesceAnswer& a) {
  return sum_of(a, Which::loads).touched.bytes + sum_of(a, Which::stores).touched.bytes;
}

int bank_wavefronts(const CoalesceAnswer& a) {
  int sum = 0;
  for (const CoalesceAccess& access : a.accesses) sum += access.shared.banks.wavefronts;
  return sum;
}

int conflict_free_wavefronts(const CoalesceAnswer& a) {
  int sum = 0;
  for (const CoalesceAccess& access : a.accesses) sum += access.shared.banks.passes;
  return sum;
}

std::string shared_headline(const CoalesceAnswer& a) {
  const int all = bank_wavefronts(a), free = conflict_free_wavefronts(a);
  const std::string what =
      a.single() ? fmt::format("{}/request", plural(all, "wavefront"))
                 : fmt::format("{} in {} requests", plural(all, "wavefront"), a.accesses.size());
  if (all == free) return what + ", no bank conflict";
  const int degree = a.accesses.front().shared.banks.degree;
  if (a.single()) return fmt::format("{}, {} without conflicts ({}-way)", what, free, degree);
  return fmt::format("{}, {} without bank conflicts", what, free);
}

std::string place_text(const CoalesceAnswer& a) {
  const Extent3& b = a.place.block;
  const Extent3& at = a.place.block_index;
  return fmt::format("warp {} of block ({}, {}, {}), {}x{}x{} threads, {}", a.place.warp, at.x,
                     at.y, at.z, b.x, b.y, b.z,
                     plural(a.accesses.front().lanes.active_lanes(), "active lane"));
}

std::string utilisation_line(const CoalesceAnswer& a) {
  const Transfer moved = transfer(a);
  const double used = used_bytes(a);
  return fmt::format("used of the bytes moved: {} per 32 B sector, {} per 128 B line",
                     percent(used / (moved.sectors * sector_bytes)),
                     percent(used / (moved.lines * line_bytes)));
}

Cell optional_cell(const std::optional<int>& value) {
  return value ? Cell{std::to_string(*value)} : Cell{"n/a", "unknown"};
}

std::vector<Cell> global_row(const std::string& name, const char* op, int requested,
                             const Touched& t, const std::optional<int>& wavefronts) {
  const std::string shown = name.size() > 20 ? name.substr(0, 17) + "..." : name;
  return {{shown, name},
          {op},
          {fmt::format("{} B", requested), std::to_string(requested)},
          {std::to_string(t.sectors)},
          {std::to_string(t.lines)},
          {percent(sector_utilisation(t)), raw_number(sector_utilisation(t))},
          {percent(line_utilisation(t)), raw_number(line_utilisation(t))},
          optional_cell(wavefronts)};
}

void add_sum(Table& table, const CoalesceAnswer& a, Which which, const char* name, const char* op) {
  const CoalesceSum sum = sum_of(a, which);
  if (sum.accesses < 2) return;
  table.rows.push_back(global_row(name, op, sum.requested_bytes, sum.touched, sum.wavefronts));
}

Table global_table(const CoalesceAnswer& a) {
  Table table;
  table.columns = {{"access", "access"},
                   {"", "op"},
                   {"asks for", "requested_bytes", true},
                   {"sectors", "sectors", true},
                   {"lines", "lines", true},
                   {"of sectors", "sector_utilisation", true},
                   {"of lines", "line_utilisation", true},
                   {"wavefr.", "wavefronts", true}};
  for (const CoalesceAccess& access : a.accesses) {
    table.rows.push_back(global_row(access.name, access.store ? "store" : "load",
                                    access.global.requested_bytes, access.global.touched,
                                    access.global.wavefronts));
  }
  const bool mixed = sum_of(a, Which::loads).accesses > 0 && sum_of(a, Which::stores).accesses > 0;
  add_sum(table, a, Which::loads, "loads together", "load");
  add_sum(table, a, Which::stores, "stores together", "store");
  if (mixed) add_sum(table, a, Which::all, "all that is touched", "all");
  return table;
}

Table shared_table(const CoalesceAnswer& a) {
  Table table;
  table.columns = {{"access", "access"},
                   {"", "op"},
                   {"asks for", "requested_bytes", true},
                   {"conflict", "bank_conflict_degree", true},
                   {"wavefronts", "wavefronts", true},
                   {"at least", "wavefronts_without_conflicts", true}};
  for (const CoalesceAccess& access : a.accesses) {
    const BankConflicts& banks = access.shared.banks;
    table.rows.push_back(
        {{access.name.size() > 30 ? access.name.substr(0, 27) + "..." : access.name, access.name},
         {access.store ? "store" : "load"},
         {fmt::format("{} B", access.shared.requested_bytes),
          std::to_string(access.shared.requested_bytes)},
         {banks.degree > 1 ? fmt::format("{}-way", banks.degree) : "none",
          std::to_string(banks.degree)},
         {std::to_string(banks.wavefronts)},
         {std::to_string(banks.passes)}});
  }
  return table;
}

std::string stride_name(const StrideRow& row) {
  return row.offset_elements == 0
             ? std::to_string(row.stride)
             : fmt::format("{} (+{} element)", row.stride, row.offset_elements);
}

Table strides(const CoalesceAnswer& a, const std::vector<StrideRow>& rows) {
  Table table;
  table.caption = fmt::format("full aligned warps at other strides, in elements of {} B",
                              a.accesses.front().lanes.bytes);
  table.columns = {{"stride", "stride_elements"}, {"", "offset_elements"}};
  if (a.in_shared_memory) {
    table.columns.push_back({"conflict", "bank_conflict_degree", true});
  } else {
    for (Column column : {Column{"sectors", "sectors", true}, Column{"lines", "lines", true},
                          Column{"of sectors", "sector_utilisation", true}}) {
      table.columns.push_back(std::move(column));
    }
  }
  table.columns.push_back({"wavefronts", "wavefronts", true});
  for (const StrideRow& row : rows) {
    std::vector<Cell> cells = {{stride_name(row), std::to_string(row.stride)},
                               {std::to_string(row.offset_elements)}};
    const Touched& t = row.global.touched;
    if (a.in_shared_memory) {
      cells.push_back({std::to_string(row.shared.banks.degree)});
      cells.push_back({std::to_string(row.shared.banks.wavefronts)});
    } else {
      cells.push_back({std::to_string(t.sectors)});
      cells.push_back({std::to_string(t.lines)});
      cells.push_back({percent(sector_utilisation(t)), raw_number(sector_utilisation(t))});
      cells.push_back(optional_cell(row.global.wavefronts));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// A structure of arrays against the array of structures.
std::string advice(const CoalesceAnswer& a) {
  const std::optional<Transfer> own = transfer_of_own_arrays(a);
  if (!own) return {};
  const Transfer now = transfer(a);
  const int saved = (now.lines - own->lines) * line_bytes;
  if (saved > 0) {
    return fmt::format(
        "next: one array per member (structure of arrays) moves {} instead of {}\n"
        "      lines: {} B instead of {} B per warp, {} less",
        own->lines, now.lines, own->lines * line_bytes, now.lines * line_bytes,
        percent(static_cast<double>(saved) / (now.lines * line_bytes)));
  }
  int requests = 0, own_requests = 0;
  for (const CoalesceAccess& access : a.accesses) {
    requests += access.global.touched.sectors;
    own_requests += touched_by(*access.own_array).sectors;
  }
  if (own_requests >= requests) return "next: nothing to gain from one array per member";
  return fmt::format(
      "next: one array per member moves the same lines, if L1 keeps them between the\n"
      "      accesses; its requests take {} sectors instead of {}",
      own_requests, requests);
}

std::string padding_text(const CoalesceAnswer& a) {
  const Padding& padding = *a.padding;
  if (padding.wavefronts_before == conflict_free_wavefronts(a)) {
    return "next: no padding is needed";
  }
  if (!padding.helps()) return "next: no padding up to 32 elements per row helps";
  const std::int64_t pitch = a.shape.back();
  return fmt::format("next: rows of {} elements ({} of padding): {} instead of {} wavefronts",
                     pitch + padding.elements, padding.elements, padding.wavefronts,
                     padding.wavefronts_before);
}

// Counters sum over all loads, or all stores, of a kernel: their quotient is a mean.
void add_counter_check(Preformatted& check, const CoalesceAnswer& a, bool stores) {
  int accesses = 0, pieces = 0;
  for (const CoalesceAccess& access : a.accesses) {
    if (access.store != stores) continue;
    ++accesses;
    pieces += a.in_shared_memory ? access.shared.banks.wavefronts : access.global.touched.sectors;
  }
  if (accesses == 0) return;
  std::string mean = fmt::format("{:.4g}", static_cast<double>(pieces) / accesses);
  if (accesses > 1) mean += fmt::format(", mean of {} {}", accesses, stores ? "stores" : "loads");
  for (std::string& line : counter_check_lines(a.in_shared_memory, stores, mean)) {
    check.lines.push_back(std::move(line));
  }
}

// Counters of these names exist since 7.0.
Preformatted counter_check(const CoalesceAnswer& a) {
  Preformatted check;
  if (a.capability < ComputeCapability{7, 0}) return check;
  add_counter_check(check, a, false);
  add_counter_check(check, a, true);
  return check;
}

std::string rules_note(const CoalesceAnswer& a) {
  if (a.rules->usual_in_l1 && a.rules->lines_per_clock) return {};
  std::string text;
  if (!a.rules->usual_in_l1) {
    text =
        a.path == LoadPath::usual
            ? "Kepler: plain global loads bypass L1, 32 B at a time from L2"
            : fmt::format("Kepler: this path fetches {} B at a time", a.rules->fetch_bytes(a.path));
  }
  if (!a.rules->lines_per_clock) {
    text += std::string(text.empty() ? "" : "\n") +
            "wavefronts n/a (line lookups were never measured before 7.0)";
  }
  return text;
}

}  // namespace

std::string coalesce_headline(const CoalesceAnswer& a) {
  if (a.in_shared_memory) return shared_headline(a);
  const Touched loads = sum_of(a, Which::loads).touched;
  const Touched stores = sum_of(a, Which::stores).touched;
  const int lines = fetches_lines(a) ? loads.lines : 0;  // stores move sectors on every path
  const int sectors = stores.sectors + (fetches_lines(a) ? 0 : loads.sectors);
  std::string count = lines > 0 ? plural(lines, "line") : plural(sectors, "sector");
  if (lines > 0 && sectors > 0) count += " and " + plural(sectors, "sector");
  const double used =
      static_cast<double>(used_bytes(a)) / (lines * line_bytes + sectors * sector_bytes);
  return fmt::format("{}{}, {} of the fetched bytes are used", count,
                     a.single() ? "/request" : fmt::format(" in {} requests", a.accesses.size()),
                     percent(used));
}

Page coalesce_page(const CoalesceAnswer& a) {
  Page page;
  std::string head = coalesce_headline(a);
  if (a.default_device) head += default_device_mark;
  head += '\n';
  if (!a.in_shared_memory) head += utilisation_line(a) + "\n";
  page.blocks.emplace_back(
      Paragraph{head + place_text(a) + "\n" + device_and_capability(a.device, a.capability)});
  page.blocks.emplace_back(lane_map(a));
  page.blocks.emplace_back(a.in_shared_memory ? shared_table(a) : global_table(a));
  const std::vector<StrideRow> rows = stride_table(a);
  if (!rows.empty()) page.blocks.emplace_back(strides(a, rows));
  const std::string next = a.padding            ? padding_text(a)
                           : a.in_shared_memory ? std::string()
                                                : advice(a);
  if (!next.empty()) page.blocks.emplace_back(Paragraph{next});
  if (!a.in_shared_memory) {
    const std::string note = rules_note(a);
    if (!note.empty()) page.blocks.emplace_back(Paragraph{note});
  }
  Preformatted check = counter_check(a);
  if (!check.lines.empty()) page.blocks.emplace_back(std::move(check));
  return page;
}

}  // namespace gpumodel
