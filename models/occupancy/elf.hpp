// Just enough of ELF64, little-endian, to find sections and symbols in an untrusted image.
// Layout: System V ABI, chapter 4 (Tool Interface Standard, ELF 1.2; 64-bit: ELF-64 Object File
// Format 1.5, 1998). Whatever lies outside the image reads as nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace gpumodel::elf {

using Bytes = std::span<const std::byte>;

// `size` bytes from `offset`; nothing unless all of them are there.
std::optional<Bytes> slice(Bytes image, std::uint64_t offset, std::uint64_t size);

// A little-endian number of at most 8 bytes.
std::optional<std::uint64_t> number(Bytes image, std::uint64_t offset, unsigned size);

// The characters up to the zero that ends them; nothing if no zero does.
std::optional<std::string_view> text(Bytes strings, std::uint64_t offset);

struct Section {
  std::string_view name{};  // points into the image
  std::uint32_t link = 0;   // another section, e.g. the strings of a symbol table
  std::uint64_t size = 0;   // also where no bytes are stored
  Bytes content{};          // empty for sections without stored bytes
};

inline constexpr std::uint64_t header_size = 64;

// All sections, or nothing if the table or a section lies outside the image, or if the sections
// together claim more than the image has (so reading each once costs no more than the image).
std::optional<std::vector<Section>> sections(Bytes image);

struct Symbol {
  std::string_view name{};  // points into the image; empty if unreadable
  std::uint8_t type = 0;    // STT_*, 2 is a function
  std::uint8_t other = 0;   // visibility and processor-specific bits
};

// A symbol table's entries, in order.
std::vector<Symbol> symbols(const Section& table, const Section& strings);

}  // namespace gpumodel::elf
