#include "models/occupancy/cubin.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "models/occupancy/elf.hpp"

namespace gpumodel {
namespace {

using elf::Bytes;
using elf::Section;
using elf::Symbol;

constexpr std::int64_t reserved_in_image = 1024;  // counted in .nv.shared.* from sm_90 on

enum Attribute : std::uint64_t { frame_size = 0x11, register_count = 0x2f, barrier_count = 0x4c };

// One record of an .nv.info section: a format byte, an attribute byte and 16 bits, which are the
// value itself or, for format 4, the size of the payload that follows.
struct Record {
  std::uint64_t attribute = 0;
  std::uint64_t value = 0;
  Bytes payload{};
};

std::vector<Record> records_of(Bytes info) {
  constexpr std::uint64_t sized_payload = 4;
  std::vector<Record> records;
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const std::uint64_t format = *elf::number(info, at, 1);
    Record record{*elf::number(info, at + 1, 1), *elf::number(info, at + 2, 2)};
    at += 4;
    if (format == sized_payload) {
      const auto payload = elf::slice(info, at, record.value);
      if (!payload) break;
      record.payload = *payload;
      at += record.value;
    }
    records.push_back(record);
  }
  return records;
}

// The sections by name; of several with one name the first.
using Sections = std::map<std::string_view, const Section*>;

const Section* find(const Sections& sections, const std::string& name) {
  const auto found = sections.find(name);
  return found == sections.end() ? nullptr : found->second;
}

std::string_view why_not_a_cubin(Bytes image) {
  using namespace std::string_view_literals;
  constexpr std::uint64_t fat_binary = 0xba55ed50, elf_file = 0x464c457f;
  constexpr std::uint64_t little_endian_64 = 0x0102, cuda = 190;
  const auto magic = elf::number(image, 0, 4);
  if (magic == fat_binary) return "this is a fat binary, not a cubin: extract the cubin first"sv;
  if (magic != elf_file) return "this is not a cubin: it does not start like an ELF file"sv;
  if (image.size() < elf::header_size) return "the cubin is cut off within its ELF header"sv;
  if (elf::number(image, 4, 2) != little_endian_64)
    return "this is not a cubin: the ELF file is not 64-bit little-endian"sv;
  if (elf::number(image, 18, 2) != cuda)
    return "this is an ELF file for another machine, not a cubin"sv;
  return {};
}

ComputeCapability capability_of(Bytes image) {
  const std::uint64_t abi_version = elf::number(image, 8, 1).value_or(0);
  const std::uint64_t flags = elf::number(image, 48, 4).value_or(0);
  return from_sm_number(static_cast<int>((abi_version >= 8 ? flags >> 8 : flags) & 0xff));
}

std::int64_t shared_memory_of(const Sections& sections, const std::string& kernel,
                              ComputeCapability capability) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;  // more: a damaged image
  const Section* const shared = find(sections, ".nv.shared." + kernel);
  if (!shared) return 0;
  const auto bytes = static_cast<std::int64_t>(std::min(shared->size, most));
  return std::max<std::int64_t>(0, capability.major >= 9 ? bytes - reserved_in_image : bytes);
}

int barriers_of(const Sections& sections, const std::string& kernel) {
  const Section* const info = find(sections, ".nv.info." + kernel);
  if (!info) return 0;
  for (const Record& record : records_of(info->content))
    if (record.attribute == barrier_count) return static_cast<int>(record.value & 0xff);
  return 0;
}

// Registers and frame of every symbol that .nv.info speaks of.
struct PerSymbol {
  std::optional<int> registers{};
  std::int64_t frame = 0;
};

std::vector<PerSymbol> read_info(Bytes info, std::size_t symbol_count) {
  std::vector<PerSymbol> told(symbol_count);
  for (const Record& record : records_of(info)) {
    const auto symbol = elf::number(record.payload, 0, 4);
    const auto value = elf::number(record.payload, 4, 4);
    if (!symbol || !value || *symbol >= symbol_count) continue;
    if (record.attribute == register_count) told[*symbol].registers = static_cast<int>(*value);
    if (record.attribute == frame_size) told[*symbol].frame = static_cast<std::int64_t>(*value);
  }
  return told;
}

bool is_kernel(const Symbol& symbol) {
  constexpr std::uint8_t function = 2, entry = 0x10;
  return symbol.type == function && (symbol.other & entry) != 0 && !symbol.name.empty();
}

using Answer = std::variant<std::vector<KernelResources>, CubinError>;

// `longest` bounds the names taken together: in a damaged image every symbol may claim the same
// long text.
Answer kernels_of(const Sections& sections, const std::vector<Symbol>& symbols,
                  const std::vector<PerSymbol>& told, ComputeCapability capability,
                  std::size_t longest) {
  std::vector<KernelResources> kernels;
  std::set<std::string_view> seen;
  std::size_t length = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!is_kernel(symbols[i]) || !seen.insert(symbols[i].name).second) continue;
    length += symbols[i].name.size();
    if (length > longest) return CubinError{"the cubin is damaged: its symbols' names overlap"};
    const std::string name(symbols[i].name);
    if (!told[i].registers) return CubinError{"the cubin has no register count for " + name};
    kernels.push_back({.name = name,
                       .capability = capability,
                       .registers = *told[i].registers,
                       .static_shared_memory = shared_memory_of(sections, name, capability),
                       .stack_frame = told[i].frame,
                       .barriers = barriers_of(sections, name)});
  }
  return kernels;
}

}  // namespace

Answer read_cubin(std::span<const std::byte> image) {
  if (const auto why = why_not_a_cubin(image); !why.empty()) return CubinError{std::string(why)};
  const auto all = elf::sections(image);
  if (!all) return CubinError{"the cubin is damaged: its sections overlap or lie outside the file"};
  Sections sections;
  for (const Section& section : *all) sections.emplace(section.name, &section);
  const Section* const table = find(sections, ".symtab");
  const Section* const info = find(sections, ".nv.info");
  if (!table || !info || table->link >= all->size())
    return CubinError{"the cubin has no symbols or no .nv.info section"};
  const std::vector<Symbol> symbols = elf::symbols(*table, (*all)[table->link]);
  return kernels_of(sections, symbols, read_info(info->content, symbols.size()),
                    capability_of(image), image.size());
}

}  // namespace gpumodel
