#include "tests/access/reference.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace gpumodel::test {
namespace {

using Lanes = std::map<int, std::int64_t>;  // address of each active lane

std::optional<Lanes> addresses(const Case& c) {
  Lanes lanes;
  std::int64_t number = 0;
  for (std::int64_t z = 0; z < c[Case::block_z]; ++z) {
    for (std::int64_t y = 0; y < c[Case::block_y]; ++y) {
      for (std::int64_t x = 0; x < c[Case::block_x]; ++x, ++number) {
        if (number / 32 != c[Case::warp]) continue;
        if (c[Case::guard_step] > 0 && (x + y + z) % c[Case::guard_step] != 0) continue;
        std::int64_t index =
            c[Case::of_thread_x] * x + c[Case::of_thread_y] * y + c[Case::of_thread_z] * z +
            c[Case::of_global_x] * (c[Case::index_x] * c[Case::block_x] + x) +
            c[Case::of_global_y] * (c[Case::index_y] * c[Case::block_y] + y) +
            c[Case::of_global_z] * (c[Case::index_z] * c[Case::block_z] + z) + c[Case::constant];
        if (c[Case::divisor] != 0) index /= c[Case::divisor];
        if (c[Case::modulus] != 0) index %= c[Case::modulus];
        const std::int64_t address = c[Case::base] + index * c[Case::bytes];
        if (address < 0) return std::nullopt;
        lanes[static_cast<int>(number % 32)] = address;
      }
    }
  }
  return lanes;
}

int distinct(const Lanes& lanes, std::int64_t bytes, std::int64_t piece) {
  std::set<std::int64_t> pieces;
  for (const auto& [lane, address] : lanes) {
    for (std::int64_t k = 0; k < bytes; ++k) pieces.insert((address + k) / piece);
  }
  return static_cast<int>(pieces.size());
}

bool partners_agree(const Lanes& lanes, int distance) {
  return std::ranges::all_of(lanes, [&](const auto& lane) {
    const auto partner = lanes.find(lane.first ^ distance);
    return partner == lanes.end() || partner->second == lane.second;
  });
}

int wavefronts(const Lanes& lanes, std::int64_t bytes, bool merge) {
  if (lanes.empty()) return 0;
  int passes = bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4;
  if (merge && passes > 1 && (partners_agree(lanes, 1) || partners_agree(lanes, 2))) passes /= 2;
  int sum = 0;
  for (int pass = 0; pass < passes; ++pass) {
    std::map<std::int64_t, std::set<std::int64_t>> words_of_bank;
    for (const auto& [lane, address] : lanes) {
      if (lane * passes / 32 != pass) continue;
      for (std::int64_t k = 0; k < bytes; ++k) {
        words_of_bank[(address + k) / 4 % 32].insert((address + k) / 4);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
    sum += static_cast<int>(most);
  }
  return std::max(sum, passes);
}

}  // namespace

std::string Case::index_text() const {
  static constexpr std::array<std::pair<Field, const char*>, 6> terms = {
      {{of_thread_x, "thread.x"},
       {of_thread_y, "thread.y"},
       {of_thread_z, "thread.z"},
       {of_global_x, "global.x"},
       {of_global_y, "global.y"},
       {of_global_z, "global.z"}}};
  std::string text = std::to_string((*this)[constant]);
  for (const auto& [field, name] : terms) {
    if ((*this)[field] != 0) text += " + " + std::to_string((*this)[field]) + "*" + name;
  }
  if ((*this)[divisor] != 0) text = "(" + text + ") / " + std::to_string((*this)[divisor]);
  if ((*this)[modulus] != 0) text = "(" + text + ") % " + std::to_string((*this)[modulus]);
  return text;
}

std::string Case::guard_text() const {
  if ((*this)[guard_step] == 0) return {};
  return "(thread.x + thread.y + thread.z) % " + std::to_string((*this)[guard_step]) + " == 0";
}

std::optional<Answer> reference_answer(const Case& c) {
  const std::optional<Lanes> lanes = addresses(c);
  if (!lanes) return std::nullopt;
  const std::int64_t bytes = c[Case::bytes];
  Answer answer;
  for (const auto& [lane, address] : *lanes) answer.active |= std::uint32_t{1} << lane;
  answer.requested_bytes = static_cast<int>(lanes->size()) * static_cast<int>(bytes);
  answer.bytes = distinct(*lanes, bytes, 1);
  answer.sectors = distinct(*lanes, bytes, 32);
  answer.atoms = distinct(*lanes, bytes, 64);
  answer.lines = distinct(*lanes, bytes, 128);
  answer.shared_wavefronts = wavefronts(*lanes, bytes, true);
  answer.global_wavefronts = std::max(wavefronts(*lanes, bytes, false), (answer.lines + 3) / 4);
  return answer;
}

}  // namespace gpumodel::test
