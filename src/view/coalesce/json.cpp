#include "src/view/coalesce/json.hpp"

#include "src/view/coalesce/kernel_json.hpp"

namespace gpumodel {
namespace {

using Extent = std::array<std::int64_t, 3>;

Extent extent(const Extent3& e) {
  return {e.x, e.y, e.z};
}

std::string_view path_name(const CoalesceAnswer& a) {
  return a.path == LoadPath::usual ? "default" : a.path == LoadPath::l1 ? "l1" : "read-only";
}

const Object<CoalesceAnswer>& coalesce_inputs() {
  static const auto given = [](std::string CoalesceAnswer::*text) {
    return [text](const CoalesceAnswer& a) { return only_if(!(a.*text).empty(), a.*text); };
  };
  static const Object<CoalesceAnswer> table(
      "inputs", "",
      {
          {"kernel", "null: accesses were given as expressions", input_file,
           &CoalesceAnswer::kernel_file},
          {"device", "null: a compute capability was given", input_file,
           &CoalesceAnswer::device_file},
          {"compute_capability", "", &CoalesceAnswer::capability},
          {"expressions", "accesses as given; none: members of the structure, or a kernel",
           &CoalesceAnswer::expressions},
          {"elem", "as given", given(&CoalesceAnswer::element)},
          {"fields", "as given", given(&CoalesceAnswer::fields)},
          {"store", "as given", given(&CoalesceAnswer::stores)},
          {"block", "x, y, z", [](auto& a) { return extent(a.place.block); }},
          {"block_index", "x, y, z", [](auto& a) { return extent(a.place.block_index); }},
          {"warp", "number in its block", [](auto& a) { return a.place.warp; }},
          {"shape", "elements per dimension, slowest first", &CoalesceAnswer::shape, {.least = 1}},
          {"base_bytes", "address of element 0", &CoalesceAnswer::base},
          {"where", "guard of the lanes", given(&CoalesceAnswer::where)},
          {"struct", "members as given", given(&CoalesceAnswer::struct_text)},
          {"load_path", "", path_name, {.words = "default|read-only|l1"}},
          {"parameters", "names set with -D; of a kernel all its parameters",
           [](auto& a) { return ByName(a.parameters.begin(), a.parameters.end()); }},
      });
  return table;
}

// Touched pieces; in shared memory there are no sectors and lines.
struct Pieces {
  Touched touched;
  bool global = true;
};

const Object<Pieces>& pieces_object() {
  static const auto piece = [](auto number) {
    return [number](const Pieces& p) { return only_if(p.global, std::invoke(number, p.touched)); };
  };
  static const Object<Pieces> table(
      "pieces", "",
      {
          {"used_bytes", "distinct B that are touched", [](auto& p) { return p.touched.bytes; }},
          {"sectors", "of 32 B", piece(&Touched::sectors)},
          {"lines", "of 128 B", piece(&Touched::lines)},
          {"sector_bytes", "", piece(moved_sector_bytes)},
          {"line_bytes", "", piece(moved_line_bytes)},
          {"sector_utilisation", "used bytes / bytes moved", piece(sector_utilisation),
           zero_to_one},
          {"line_utilisation", "used bytes / bytes moved", piece(line_utilisation), zero_to_one},
      });
  return table;
}

// One access of an answer.
struct AccessOf {
  const CoalesceAnswer& answer;
  const CoalesceAccess& access;

  bool is_global() const { return access.space == MemorySpace::global; }
  const Touched& touched() const { return access.global.touched; }
  // The constant cache has none.
  const BankConflicts* banks() const {
    if (access.space == MemorySpace::constant) return nullptr;
    return is_global() ? &access.global.banks : &access.shared.banks;
  }
};

std::optional<int> fetched(const AccessOf& a) {
  return only_if(a.is_global(), a.access.store
                                    ? moved_sector_bytes(a.touched())
                                    : fetched_bytes(a.touched(), *a.answer.rules, a.access.path));
}

// From DRAM if no cache holds anything.
std::optional<int> cold_dram_bytes(const AccessOf& a) {
  if (!a.is_global()) return std::nullopt;
  const MemoryRules& rules = *a.answer.rules;
  return dram_bytes(a.touched(), a.access.store ? rules.dram_store_bytes : rules.dram_load_bytes);
}

std::optional<int> wavefronts(const AccessOf& a) {
  if (a.is_global()) return a.access.global.wavefronts;
  return a.banks() != nullptr ? std::optional(a.banks()->wavefronts) : std::nullopt;
}

constexpr auto of_banks(int BankConflicts::*number) {
  return [number](const AccessOf& a) {
    return a.banks() != nullptr ? std::optional(a.banks()->*number) : std::nullopt;
  };
}

const Object<AccessOf>& access_object() {
  static const Object<AccessOf> table(
      "access", "An instruction of the warp.",
      {
          {"name", "the access as written", [](auto& a) { return a.access.name; }},
          {"op", "", [](auto& a) { return a.access.op; }, {.words = "load|store|atomic|reduction"}},
          {"memory",
           "",
           [](auto& a) { return space_name(a.access.space); },
           {.words = "global|shared|constant"}},
          {"element_bytes",
           "B of one lane",
           [](auto& a) { return a.access.lanes.bytes; },
           {.least = 1}},
          {"active_lanes",
           "0: the warp does not execute this access of the kernel",
           [](auto& a) { return a.access.global.active_lanes; },
           {.most = 32}},
          {"requested_bytes", "B: active lanes times element",
           [](auto& a) { return a.access.global.requested_bytes; }},
          {pieces_object,
           [](auto& a) {
             return Pieces{a.touched(), a.is_global()};
           }},
          {"fetched_bytes", "B from L2 if nothing is in L1: sectors, or lines on old load paths",
           fetched},
          {"dram_bytes", "B to or from DRAM if no cache holds anything", cold_dram_bytes},
          {"wavefronts", "clocks of the data path of L1 and shared memory", wavefronts},
          {"wavefronts_without_conflicts", "passes of the data path",
           of_banks(&BankConflicts::passes)},
          {"bank_conflict_degree", "most distinct words of one bank in one pass",
           of_banks(&BankConflicts::degree)},
      });
  return table;
}

struct SumOf {
  CoalesceSum sum;
  bool global = true;
  std::optional<int> wavefronts{};
};

const Object<SumOf>& sum_object() {
  static const Object<SumOf> table(
      "sum", "Over the union of what the accesses touch; requested bytes and wavefronts are sums.",
      {
          {"requested_bytes", "B: active lanes times element",
           [](auto& s) { return s.sum.requested_bytes; }},
          {pieces_object,
           [](auto& s) {
             return Pieces{s.sum.touched, s.global};
           }},
          {"wavefronts", "", &SumOf::wavefronts},
      });
  return table;
}

// Nothing where there are no such accesses.
constexpr auto total(Which which) {
  return [which](const CoalesceShown& shown) -> std::optional<SumOf> {
    const CoalesceAnswer& a = shown.warp;
    SumOf all{sum_of(a, which), !a.in_shared_memory};
    if (all.sum.accesses == 0) return std::nullopt;
    all.wavefronts = all.sum.wavefronts;
    if (all.global) return all;
    all.wavefronts = 0;
    for (const CoalesceAccess& access : a.accesses) {
      const bool asked = which == Which::all || access.store == (which == Which::stores);
      if (asked && access.space == MemorySpace::shared)
        *all.wavefronts += access.shared.banks.wavefronts;
    }
    return all;
  };
}

const Object<StructMember>& member_object() {
  static const Object<StructMember> table(
      "member", "",
      {
          {"name", "", &StructMember::name},
          {"type", "f32, f32x4, ...", [](auto& member) { return to_string(member.type); }},
          {"count", "elements of an array", &StructMember::count, {.least = 1}},
          {"offset_bytes", "", &StructMember::offset},
      });
  return table;
}

const Object<StructLayout>& layout_object() {
  static const Object<StructLayout> table(
      "layout", "null: no structure was given",
      {
          {"size_bytes", "", &StructLayout::size, {.least = 1}},
          {"alignment_bytes", "", &StructLayout::alignment, {.least = 1}},
          {"padding_bytes", "B that belong to no member", &StructLayout::padding},
          {"members", "", member_object, &StructLayout::members},
      });
  return table;
}

struct Arrays {
  Transfer as_structures, as_arrays;
};

std::optional<Arrays> arrays_of(const CoalesceShown& shown) {
  const std::optional<Transfer> own = transfer_of_own_arrays(shown.warp);
  if (!own || shown.warp.in_shared_memory) return std::nullopt;
  return Arrays{transfer(shown.warp), *own};
}

const Object<Arrays>& arrays_object() {
  static const Object<Arrays> table(
      "arrays",
      "Array of structures against one array per member: B of the loads plus B of the stores. "
      "null: no structure.",
      {
          {"line_bytes_as_structures", "",
           [](auto& a) { return a.as_structures.lines * line_bytes; }},
          {"line_bytes_as_arrays", "", [](auto& a) { return a.as_arrays.lines * line_bytes; }},
          {"sector_bytes_as_structures", "",
           [](auto& a) { return a.as_structures.sectors * sector_bytes; }},
          {"sector_bytes_as_arrays", "",
           [](auto& a) { return a.as_arrays.sectors * sector_bytes; }},
      });
  return table;
}

const Object<Padding>& padding_object() {
  static const Object<Padding> table(
      "padding",
      "Elements to add to each row of a shared array; null: not shared, or one dimension.",
      {
          {"elements", "", &Padding::elements},
          {"wavefronts_before", "of all accesses", &Padding::wavefronts_before},
          {"wavefronts", "with the padding", &Padding::wavefronts},
      });
  return table;
}

struct StrideOf {
  StrideRow row;
  bool global = true;

  const BankConflicts& banks() const { return global ? row.global.banks : row.shared.banks; }
};

const Object<StrideOf>& stride_object() {
  static const auto piece = [](auto number) {
    return [number](const StrideOf& s) {
      return only_if(s.global, std::invoke(number, s.row.global.touched));
    };
  };
  static const Object<StrideOf> table(
      "stride", "",
      {
          {"stride_elements", "", [](auto& s) { return s.row.stride; }, {.least = 1}},
          {"offset_elements", "of the base", [](auto& s) { return s.row.offset_elements; }},
          {"sectors", "", piece(&Touched::sectors)},
          {"lines", "", piece(&Touched::lines)},
          {"sector_utilisation", "", piece(sector_utilisation), zero_to_one},
          {"line_utilisation", "", piece(line_utilisation), zero_to_one},
          {"wavefronts", "",
           [](auto& s) {
             return s.global ? s.row.global.wavefronts : std::optional(s.banks().wavefronts);
           }},
          {"bank_conflict_degree", "", [](auto& s) { return s.banks().degree; }, {.least = 1}},
      });
  return table;
}

std::vector<StrideOf> strides_of(const CoalesceAnswer& a) {
  std::vector<StrideOf> all;
  for (const StrideRow& row : stride_table(a)) all.push_back({row, !a.in_shared_memory});
  return all;
}

std::vector<AccessOf> accesses_of(const CoalesceAnswer& a) {
  std::vector<AccessOf> all;
  for (const CoalesceAccess& access : a.accesses) all.push_back({a, access});
  return all;
}

std::vector<Diagnostic> coalesce_notes(const CoalesceShown& shown) {
  const CoalesceAnswer& a = shown.warp;
  std::vector<Diagnostic> all = a.warnings;
  const auto reason = [&](std::string message) {
    all.push_back(
        {.severity = Severity::note, .id = "not-applicable", .message = std::move(message)});
  };
  if (shown.launch != nullptr) {
    reason(
        "expressions, elem, fields, store, shape, where, struct, layout, padding, strides: the "
        "kernel's file says which accesses there are, and 'launch' what follows from them");
    if (!shown.launch->ask.target.gpu) {
      reason("wave_blocks, waves, wave_sectors, dram bytes: only a compute capability was given");
    }
  }
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

const Document<CoalesceShown>& coalesce_document() {
  static const Document<CoalesceShown> document(
      {.name = "coalesce",
       .description =
           "Sectors, lines and banks that the accesses of one warp touch; for a kernel also what "
           "its launch moves. Bytes and counts; a field that does not apply is null, with the "
           "reason in diagnostics."},
      {
          {"inputs", "", coalesce_inputs, [](auto& s) -> auto& { return s.warp; }},
          {"memory",
           "what total, loads and stores are about; of a kernel shared with --shared, or where it "
           "accesses nothing else",
           [](auto& s) { return s.warp.in_shared_memory ? "shared" : "global"; },
           {.words = "global|shared"}},
          {"accesses", "one per instruction of the warp; of a kernel as the warp executes it first",
           access_object, [](auto& s) { return accesses_of(s.warp); }},
          {"total", "", sum_object, total(Which::all)},
          {"loads", "", sum_object, total(Which::loads)},
          {"stores", "", sum_object, total(Which::stores)},
          {"layout", "", layout_object,
           [](auto& s) { return s.warp.struct_text.empty() ? nullptr : &s.warp.layout; }},
          {"arrays_instead", "", arrays_object, arrays_of},
          {"padding", "", padding_object, [](auto& s) { return s.warp.padding; }},
          {"strides",
           "the first access's element size at other strides; empty where its addresses are not "
           "linear in the lane, and for kernels",
           stride_object, [](auto& s) { return strides_of(s.warp); }},
          {"launch", "all blocks of a kernel; null: accesses were given as expressions",
           launch_object, &CoalesceShown::launch},
      });
  return document;
}

Json coalesce_json(const CoalesceAnswer& a) {
  const CoalesceShown shown{a};
  return coalesce_document().write(shown, coalesce_notes(shown));
}

Json coalesce_kernel_json(const CoalesceKernelAnswer& a) {
  CoalesceAnswer warp = a.warp;
  warp.accesses.clear();
  for (const std::size_t i : a.shown) warp.accesses.push_back(a.warp.accesses[i]);
  const CoalesceShown shown{warp, &a};
  return coalesce_document().write(shown, coalesce_notes(shown));
}

}  // namespace gpumodel
