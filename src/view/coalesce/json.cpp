#include "src/view/coalesce/json.hpp"

namespace gpumodel {
namespace {

Json extent(const Extent3& e) {
  return Json::array({e.x, e.y, e.z});
}

const char* path_name(LoadPath path) {
  return path == LoadPath::usual ? "default" : path == LoadPath::l1 ? "l1" : "read-only";
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json inputs(const CoalesceAnswer& a) {
  Json all = {{"kernel", json_input(a.kernel_file)},
              {"device", json_input(a.device_file)},
              {"compute_capability", to_string(a.capability)}};
  all["expressions"] = a.expressions;
  all["elem"] = text_or_null(a.element);
  all["fields"] = text_or_null(a.fields);
  all["store"] = text_or_null(a.stores);
  all["block"] = extent(a.place.block);
  all["block_index"] = extent(a.place.block_index);
  all["warp"] = a.place.warp;
  all["shape"] = a.shape;
  all["base_bytes"] = a.base;
  all["where"] = text_or_null(a.where);
  all["struct"] = text_or_null(a.struct_text);
  all["load_path"] = path_name(a.path);
  all["parameters"] = Json::object();
  for (const auto& [name, value] : a.parameters) all["parameters"][name] = json_number(value);
  return all;
}

// What is touched in global memory; in shared memory there are no sectors and lines.
void add_touched(Json& fields, const Touched& t, bool global) {
  const auto or_no = [&](auto value) { return global ? Json(value) : Json(nullptr); };
  fields["used_bytes"] = t.bytes;
  fields["sectors"] = or_no(t.sectors);
  fields["lines"] = or_no(t.lines);
  fields["sector_bytes"] = or_no(moved_sector_bytes(t));
  fields["line_bytes"] = or_no(moved_line_bytes(t));
  fields["sector_utilisation"] = or_no(sector_utilisation(t));
  fields["line_utilisation"] = or_no(line_utilisation(t));
}

// From DRAM if no cache holds anything.
std::optional<int> cold_dram_bytes(const CoalesceAnswer& a, const Touched& t, bool store) {
  return dram_bytes(t, store ? a.rules->dram_store_bytes : a.rules->dram_load_bytes);
}

// The constant cache has no banks.
Json without_banks(Json one) {
  one["wavefronts"] = nullptr;
  one["wavefronts_without_conflicts"] = nullptr;
  one["bank_conflict_degree"] = nullptr;
  return one;
}

Json access_json(const CoalesceAnswer& a, const CoalesceAccess& access) {
  const bool global = access.space == MemorySpace::global;
  Json one = {{"name", access.name}, {"op", access.op}, {"memory", space_name(access.space)}};
  one["element_bytes"] = access.lanes.bytes;
  one["active_lanes"] = access.global.active_lanes;
  one["requested_bytes"] = access.global.requested_bytes;
  add_touched(one, access.global.touched, global);
  const int moved = access.store ? moved_sector_bytes(access.global.touched)
                                 : fetched_bytes(access.global.touched, *a.rules, access.path);
  one["fetched_bytes"] = global ? Json(moved) : Json(nullptr);
  one["dram_bytes"] =
      global ? or_null(cold_dram_bytes(a, access.global.touched, access.store)) : Json(nullptr);
  if (access.space == MemorySpace::constant) return without_banks(std::move(one));
  const BankConflicts& banks = global ? access.global.banks : access.shared.banks;
  one["wavefronts"] = global ? or_null(access.global.wavefronts) : Json(banks.wavefronts);
  one["wavefronts_without_conflicts"] = banks.passes;
  one["bank_conflict_degree"] = banks.degree;
  return one;
}

Json sum_json(const CoalesceAnswer& a, Which which) {
  const CoalesceSum sum = sum_of(a, which);
  if (sum.accesses == 0) return nullptr;
  Json all = {{"requested_bytes", sum.requested_bytes}};
  add_touched(all, sum.touched, !a.in_shared_memory);
  std::optional<int> wavefronts = sum.wavefronts;
  if (a.in_shared_memory) {
    wavefronts = 0;
    for (const CoalesceAccess& access : a.accesses) {
      const bool asked = which == Which::all || access.store == (which == Which::stores);
      if (asked && access.space == MemorySpace::shared)
        *wavefronts += access.shared.banks.wavefronts;
    }
  }
  all["wavefronts"] = or_null(wavefronts);
  return all;
}

// Array of structures against one array per member, loads and stores together.
Json arrays_json(const CoalesceAnswer& a) {
  const std::optional<Transfer> own = transfer_of_own_arrays(a);
  if (!own || a.in_shared_memory) return nullptr;
  const Transfer now = transfer(a);
  return {{"line_bytes_as_structures", now.lines * line_bytes},
          {"line_bytes_as_arrays", own->lines * line_bytes},
          {"sector_bytes_as_structures", now.sectors * sector_bytes},
          {"sector_bytes_as_arrays", own->sectors * sector_bytes}};
}

Json strides_json(const CoalesceAnswer& a) {
  Json all = Json::array();
  for (const StrideRow& row : stride_table(a)) {
    const Touched& t = row.global.touched;
    const bool global = !a.in_shared_memory;
    Json one = {{"stride_elements", row.stride}, {"offset_elements", row.offset_elements}};
    one["sectors"] = global ? Json(t.sectors) : Json(nullptr);
    one["lines"] = global ? Json(t.lines) : Json(nullptr);
    one["sector_utilisation"] = global ? Json(sector_utilisation(t)) : Json(nullptr);
    one["line_utilisation"] = global ? Json(line_utilisation(t)) : Json(nullptr);
    one["wavefronts"] = global ? or_null(row.global.wavefronts) : Json(row.shared.banks.wavefronts);
    one["bank_conflict_degree"] = global ? row.global.banks.degree : row.shared.banks.degree;
    all.push_back(std::move(one));
  }
  return all;
}

Json layout_json(const CoalesceAnswer& a) {
  if (a.struct_text.empty()) return nullptr;
  Json members = Json::array();
  for (const StructMember& member : a.layout.members) {
    members.push_back({{"name", member.name},
                       {"type", to_string(member.type)},
                       {"count", member.count},
                       {"offset_bytes", member.offset}});
  }
  return {{"size_bytes", a.layout.size},
          {"alignment_bytes", a.layout.alignment},
          {"padding_bytes", a.layout.padding()},
          {"members", std::move(members)}};
}

Json padding_json(const CoalesceAnswer& a) {
  if (!a.padding) return nullptr;
  return {{"elements", a.padding->elements},
          {"wavefronts_before", a.padding->wavefronts_before},
          {"wavefronts", a.padding->wavefronts}};
}

std::vector<Diagnostic> diagnostics(const CoalesceAnswer& a) {
  std::vector<Diagnostic> all = a.warnings;
  const auto reason = [&](std::string message) {
    all.push_back(
        {.severity = Severity::note, .id = "not-applicable", .message = std::move(message)});
  };
  if (a.in_shared_memory) reason("shared memory: no sectors and no lines");
  if (!a.in_shared_memory && !a.rules->dram_load_bytes) {
    reason("dram_bytes: the size of a DRAM access is not known before 7.0");
  }
  if (!a.in_shared_memory && !a.rules->lines_per_clock) {
    reason("wavefronts: line lookups were never measured before 7.0");
  }
  return all;
}

}  // namespace

Json coalesce_json(const CoalesceAnswer& a) {
  Json document = json_document("coalesce", inputs(a));
  document["memory"] = a.in_shared_memory ? "shared" : "global";
  document["accesses"] = Json::array();
  for (const CoalesceAccess& access : a.accesses) {
    document["accesses"].push_back(access_json(a, access));
  }
  document["total"] = sum_json(a, Which::all);
  document["loads"] = sum_json(a, Which::loads);
  document["stores"] = sum_json(a, Which::stores);
  document["layout"] = layout_json(a);
  document["arrays_instead"] = arrays_json(a);
  document["padding"] = padding_json(a);
  document["strides"] = strides_json(a);
  document["launch"] = nullptr;
  finish_document(document, diagnostics(a), 0);
  return document;
}

}  // namespace gpumodel
