#include "src/view/coalesce/kernel_page.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"
#include "src/view/coalesce/counters.hpp"
#include "src/view/coalesce/kernel_advice.hpp"
#include "src/view/coalesce/kernel_tables.hpp"
#include "src/view/coalesce/picture.hpp"

namespace gpumodel {
namespace {

std::string subject(const CoalesceKernelAnswer& a) {
  const CoalesceAnswer& w = a.warp;
  const std::string device =
      w.device.empty() ? "compute capability " + to_string(w.capability) : w.device;
  return fmt::format("{} on {}{}", a.kernel().id, device, w.default_device ? " (default)" : "");
}

// Where no byte of a sector is wasted, clocks of shared memory may be.
std::string global_worst(const CoalesceKernelAnswer& a) {
  const std::size_t worst = *worst_access(a);
  const AccessSums& one = a.sums(worst);
  if (wasted_bytes(one) > 0.0) {
    return fmt::format("{} uses {} of its sectors", a.text_of(worst),
                       fine_percent(one.used_bytes / (one.sectors * sector_bytes)));
  }
  const std::optional<std::size_t> shared = worst_access(a, MemorySpace::shared);
  if (!shared || !has_conflicts(a.sums(*shared))) return "all bytes of them are used";
  const AccessSums& sums = a.sums(*shared);
  return fmt::format("{} takes {:.4g} wavefronts, {:.4g} without bank conflicts",
                     a.text_of(*shared), sums.wavefronts / sums.requests,
                     sums.passes / sums.requests);
}

std::string shared_worst(const CoalesceKernelAnswer& a, const AccessSums& sums) {
  if (!has_conflicts(sums)) return "no bank conflicts";
  const std::size_t worst = *worst_access(a);
  return fmt::format("{:.4g} without bank conflicts; {} takes {:.4g}", sums.passes / sums.requests,
                     a.text_of(worst), a.sums(worst).wavefronts / a.sums(worst).requests);
}

// On one line where it fits.
std::string headline(const CoalesceKernelAnswer& a) {
  const bool shared = a.warp.in_shared_memory;
  const AccessSums sums = sum_of(a, shared ? MemorySpace::shared : MemorySpace::global);
  if (sums.requests == 0.0) return subject(a) + ": no access to memory is executed";
  const std::string mean = fmt::format("{}: {:.4g} {}/request on average;", subject(a),
                                       (shared ? sums.wavefronts : sums.sectors) / sums.requests,
                                       shared ? "wavefronts" : "sectors");
  const std::string worst = shared ? shared_worst(a, sums) : global_worst(a);
  const bool fits = display_width(mean) + display_width(worst) < 80;
  return mean + (fits ? " " : "\n") + worst;
}

std::string utilisation(const CoalesceKernelAnswer& a) {
  const AccessSums sums = sum_of(a, MemorySpace::global);
  if (sums.requests == 0.0) return {};
  return fmt::format("\nused of the bytes moved: {} per 32 B sector, {} per 128 B line",
                     fine_percent(sums.used_bytes / (sums.sectors * sector_bytes)),
                     fine_percent(sums.used_bytes / (sums.lines * line_bytes)));
}

std::string extents(const std::array<std::int64_t, 3>& e) {
  std::string text = std::to_string(e[0]);
  if (e[1] > 1 || e[2] > 1) text += fmt::format(" x {}", e[1]);
  if (e[2] > 1) text += fmt::format(" x {}", e[2]);
  return text;
}

std::string launch(const CoalesceKernelAnswer& a) {
  const LaunchShape& shape = a.analysis.shape;
  std::string text = fmt::format("\n{} block{} of {} threads, {:.0f} per SM at a time",
                                 extents(shape.grid), shape.blocks() > 1.0 ? "s" : "",
                                 extents(shape.block), a.analysis.facts.resident_blocks);
  bool first = true;
  for (const auto& [name, value] : a.warp.parameters) {
    text += fmt::format("{}{} = {}", first ? "\nwith " : ", ", name, to_string(value));
    first = false;
  }
  return text;
}

std::string place(const CoalesceKernelAnswer& a) {
  const Extent3& at = a.warp.place.block_index;
  return fmt::format(
      "{} ({}), warp {} of block ({}, {}, {}), {}", a.text_of(*a.drawn), *a.drawn + 1,
      a.warp.place.warp, at.x, at.y, at.z,
      counted(static_cast<std::size_t>(a.warp.accesses[*a.drawn].lanes.active_lanes()),
              "active lane"));
}

std::string notes(const CoalesceKernelAnswer& a) {
  std::string text;
  const auto add = [&](const std::string& note) {
    text += (text.empty() ? "note: " : "\nnote: ") + note;
  };
  for (const Approximation& each : a.analysis.approximations) add(each.message);
  if (!a.warp.rules->lines_per_clock) {
    add("wavefronts of global accesses n/a: line lookups were never measured before 7.0");
  }
  return text;
}

// Counters sum over all loads, or all stores, of a launch.
void add_counters(Page& page, const CoalesceKernelAnswer& a) {
  if (a.warp.capability < ComputeCapability{7, 0}) return;
  Preformatted check;
  for (const MemorySpace space : {MemorySpace::global, MemorySpace::shared}) {
    for (const Access::Op op : {Access::Op::load, Access::Op::store}) {
      AccessSums sums;
      for (const std::size_t i : a.shown) {
        if (a.array_of(i).space == space && a.accesses()[i].op == op) sums.add(a.sums(i), 1.0);
      }
      if (sums.requests == 0.0) continue;
      const bool shared = space == MemorySpace::shared;
      const double mean = (shared ? sums.wavefronts : sums.sectors) / sums.requests;
      for (std::string& line :
           counter_check_lines(shared, op == Access::Op::store, fmt::format("{:.4g}", mean))) {
        check.lines.push_back(std::move(line));
      }
    }
  }
  if (!check.lines.empty()) page.blocks.emplace_back(std::move(check));
}

}  // namespace

Page coalesce_kernel_page(const CoalesceKernelAnswer& a) {
  Page page;
  page.blocks.emplace_back(Paragraph{headline(a) + utilisation(a) + launch(a)});
  page.add(global_accesses(a));
  page.add(shared_accesses(a));
  if (a.drawn) {
    page.blocks.emplace_back(Paragraph{place(a)});
    page.blocks.emplace_back(lane_map(picture_of(a)));
  }
  const CacheVolumes& moved = a.analysis.cold;
  if (!a.shown_shared_only()) {
    if (moved.launch_sectors > 0.0) page.add(footprints(a));
    if (moved.launch_sectors + moved.local_sectors() > 0.0) page.add(levels(a));
    page.add(instructions(a));
  }
  for (const std::string& one : kernel_advice(a)) page.blocks.emplace_back(Paragraph{one});
  add_counters(page, a);
  if (const std::string text = notes(a); !text.empty()) page.blocks.emplace_back(Paragraph{text});
  return page;
}

}  // namespace gpumodel
