#include "models/occupancy/elf.hpp"

#include <algorithm>

namespace gpumodel::elf {
namespace {

constexpr std::uint64_t section_header_size = 64;
constexpr std::uint64_t symbol_size = 24;
constexpr std::uint64_t no_stored_bytes = 8;  // SHT_NOBITS

struct SectionTable {
  std::uint64_t offset, count, names;  // `names`: index of the section with the names
};

std::optional<SectionTable> section_table(Bytes image) {
  const auto offset = number(image, 40, 8);
  const auto entry_size = number(image, 58, 2);
  const auto count = number(image, 60, 2);
  const auto names = number(image, 62, 2);
  if (!offset || entry_size != section_header_size || !count || names >= count) return {};
  if (!slice(image, *offset, *count * section_header_size)) return {};
  return SectionTable{*offset, *count, *names};
}

// A section without its name, which is in another section.
std::optional<Section> section_at(Bytes image, std::uint64_t at) {
  const auto type = number(image, at + 4, 4);
  const auto offset = number(image, at + 24, 8);
  const auto size = number(image, at + 32, 8);
  const auto link = number(image, at + 40, 4);
  if (!type || !offset || !size || !link) return {};
  const auto content = slice(image, *offset, type == no_stored_bytes ? 0 : *size);
  if (!content && type != no_stored_bytes) return {};
  return Section{{}, static_cast<std::uint32_t>(*link), *size, content.value_or(Bytes{})};
}

}  // namespace

std::optional<Bytes> slice(Bytes image, std::uint64_t offset, std::uint64_t size) {
  if (offset > image.size() || size > image.size() - offset) return {};
  return image.subspan(offset, size);
}

std::optional<std::uint64_t> number(Bytes image, std::uint64_t offset, unsigned size) {
  const auto bytes = slice(image, offset, size);
  if (!bytes) return {};
  std::uint64_t value = 0;
  for (std::size_t i = bytes->size(); i-- > 0;)
    value = value << 8 | std::to_integer<std::uint64_t>((*bytes)[i]);
  return value;
}

std::optional<std::string_view> text(Bytes strings, std::uint64_t offset) {
  if (offset >= strings.size()) return {};
  const Bytes rest = strings.subspan(offset);
  const auto end = std::ranges::find(rest, std::byte{0});
  if (end == rest.end()) return {};
  return std::string_view(reinterpret_cast<const char*>(rest.data()),
                          static_cast<std::size_t>(end - rest.begin()));
}

std::optional<std::vector<Section>> sections(Bytes image) {
  const auto table = section_table(image);
  if (!table) return {};
  std::vector<Section> found;
  std::uint64_t stored = 0;
  for (std::uint64_t i = 0; i < table->count; ++i) {
    const auto section = section_at(image, table->offset + i * section_header_size);
    if (!section) return {};
    stored += section->content.size();
    if (stored > image.size()) return {};
    found.push_back(*section);
  }
  const Bytes names = found[table->names].content;
  for (std::uint64_t i = 0; i < table->count; ++i) {
    const auto name_at = number(image, table->offset + i * section_header_size, 4);
    found[i].name = text(names, name_at.value_or(0)).value_or("");
  }
  return found;
}

std::vector<Symbol> symbols(const Section& table, const Section& strings) {
  std::vector<Symbol> found;
  for (std::uint64_t at = 0; at + symbol_size <= table.content.size(); at += symbol_size)
    found.push_back({text(strings.content, *number(table.content, at, 4)).value_or(""),
                     static_cast<std::uint8_t>(*number(table.content, at + 4, 1) & 0xf),
                     static_cast<std::uint8_t>(*number(table.content, at + 5, 1))});
  return found;
}

}  // namespace gpumodel::elf
