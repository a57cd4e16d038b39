#include "models/occupancy/machine_code.hpp"

#include <algorithm>

#include "models/occupancy/elf.hpp"

namespace gpumodel {
namespace {

constexpr std::uint64_t bytes_each = 16;
constexpr std::size_t most_loops = 2000;  // more: a damaged image, or one that takes long

struct KnownOperation {
  std::uint64_t code;
  SassKind operation;
};
constexpr KnownOperation known_operations[] = {
    {0x181, SassKind::load_global}, {0x186, SassKind::store_global},
    {0x184, SassKind::load_shared}, {0x188, SassKind::store_shared},
    {0x11d, SassKind::barrier},     {0x1a8, SassKind::atomic},
    {0x1a9, SassKind::atomic},      {0x18c, SassKind::atomic},
    {0x18d, SassKind::atomic},      {0x18e, SassKind::atomic},
    {0x1a6, SassKind::atomic},      {0x1a3, SassKind::atomic},
    {0x02b, SassKind::fma64},       {0x023, SassKind::fma32},
    {0x108, SassKind::special}};
constexpr std::uint64_t jump = 0x147;

struct Word {
  std::uint64_t low = 0, high = 0;
  std::uint64_t operation() const { return low & 0x1ff; }
};

std::vector<Word> words_of(elf::Bytes code) {
  std::vector<Word> words;
  for (std::uint64_t at = 0; at + bytes_each <= code.size(); at += bytes_each)
    words.push_back({*elf::number(code, at, 8), *elf::number(code, at + 8, 8)});
  return words;
}

// In bytes, from the end of the jump.
std::int64_t distance(const Word& word, bool split) {
  const std::uint64_t upper = word.low >> 34 | (word.high & 0x3ffff) << 30;  // 48 bits
  auto number = static_cast<std::int64_t>(upper << 16) >> 16;
  if (split) number = number * 256 + static_cast<std::int64_t>(word.low >> 16 & 0xff);
  return number * 4;
}

// The last jump goes to itself.
std::optional<bool> is_split(const std::vector<Word>& words) {
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    if (word->operation() != jump) continue;
    for (const bool split : {false, true})
      if (distance(*word, split) == -static_cast<std::int64_t>(bytes_each)) return split;
    return std::nullopt;
  }
  return std::nullopt;
}

bool encloses(const SassLoop& outer, const SassLoop& inner) {
  return outer.first <= inner.first && inner.last <= outer.last;
}

}  // namespace

std::optional<std::vector<SassLoop>> read_machine_code(std::span<const std::byte> image,
                                                       const std::string& kernel) {
  const auto sections = elf::sections(image);
  if (!sections) return std::nullopt;
  const auto code = std::ranges::find(*sections, ".text." + kernel, &elf::Section::name);
  if (code == sections->end()) return std::nullopt;
  const std::vector<Word> words = words_of(code->content);
  const auto split = is_split(words);
  if (!split) return std::nullopt;
  std::vector<SassLoop> loops{{0, words.size() * bytes_each, 0, {}}};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].operation() != jump) continue;
    const auto at = static_cast<std::int64_t>(i * bytes_each);
    const std::int64_t to = at + static_cast<std::int64_t>(bytes_each) + distance(words[i], *split);
    if (to < 0 || to >= at) continue;  // onwards, or to itself
    if (loops.size() > most_loops) return std::nullopt;
    const auto first = static_cast<std::uint64_t>(to), last = static_cast<std::uint64_t>(at);
    const auto same = std::ranges::find(loops, first, &SassLoop::first);
    if (same != loops.end() && same != loops.begin())
      same->last = std::max(same->last, last);  // two ways into the next round
    else
      loops.push_back({first, last, 0, {}});
  }
  std::ranges::sort(loops.begin() + 1, loops.end(), {}, &SassLoop::first);
  for (SassLoop& loop : loops)
    loop.depth = static_cast<int>(std::ranges::count_if(
                     loops, [&](const SassLoop& other) { return encloses(other, loop); })) -
                 1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto known =
        std::ranges::find(known_operations, words[i].operation(), &KnownOperation::code);
    if (known == std::end(known_operations)) continue;
    const std::uint64_t at = i * bytes_each;
    SassLoop* innermost = loops.data();
    for (SassLoop& loop : loops)
      if (loop.first <= at && at <= loop.last && loop.depth > innermost->depth) innermost = &loop;
    ++innermost->counts[static_cast<std::size_t>(known->operation)];
  }
  return loops;
}

}  // namespace gpumodel
