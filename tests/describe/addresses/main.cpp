// Whether a descriptor says where a kernel's code really reads and writes: the code is interpreted
// for warps of some blocks, and all addresses of all their lanes are those of the descriptor.
//
//   describe-addresses CODE.ll DESCRIPTOR.yaml        exit code 0: they are; 1: not; 2: not
//   comparable
#include <algorithm>
#include <cstdio>
#include <tuple>

#include "models/kernel/thread/block_runner.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"
#include "tests/describe/addresses/descriptor.hpp"

namespace {

using namespace gpumodel::test;

constexpr std::int64_t word = 4;  // B
constexpr int most_told = 3;      // of one lane

// Pieces of one word: what one side loads as a vector, the other may load one by one.
using Piece = std::tuple<std::string, char, std::int64_t, int>;  // array, kind, offset, bytes
struct Found {
  int times = 0;
  unsigned line = 0;
  std::int64_t first = 0, end = 0;  // of the access that it is a part of
};
using Pieces = std::map<Piece, Found>;

Pieces pieces_of(const std::vector<Touch>& touches, const Descriptor& descriptor) {
  Pieces pieces;
  for (const Touch& each : touches) {
    if (descriptor.asked_lines().contains(each.line)) continue;
    const std::string name = descriptor.memory_of(each.object);
    for (std::int64_t at = 0; at < each.bytes; at += word) {
      const int size = static_cast<int>(std::min<std::int64_t>(word, each.bytes - at));
      Found& found = pieces[{name, each.kind, each.offset + at, size}];
      found = {found.times + 1, each.line, each.offset, each.offset + each.bytes};
    }
  }
  return pieces;
}

int times(const Pieces& pieces, const Piece& piece) {
  const auto found = pieces.find(piece);
  return found == pieces.end() ? 0 : found->second.times;
}

// A vector is loaded whole, of which the code uses only some: the rest of it is described too.
bool is_unused_part(const Piece& piece, const Found& described, const Pieces& by_code) {
  auto [array, kind, offset, bytes] = piece;
  if (kind != 'l') return false;
  for (std::int64_t at = described.first; at < described.end; at += word)
    if (at != offset && times(by_code, {array, kind, at, bytes}) == described.times) return true;
  return false;
}

std::set<int> sampled_warps(std::int64_t warps) {
  return {0, static_cast<int>(warps / 2), static_cast<int>(warps - 1)};
}

// The first, the last and some between, along all axes.
std::set<Extents> sampled_blocks(const Extents& grid) {
  std::set<Extents> blocks;
  for (const double share : {0.0, 0.37, 1.0}) {
    Extents block{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      block[axis] = static_cast<std::int64_t>(share * static_cast<double>(grid[axis] - 1));
    blocks.insert(block);
  }
  blocks.insert({grid[0] - 1, 0, grid[2] / 2});
  return blocks;
}

int compare(const std::string& code, const std::string& file) {
  const Descriptor descriptor(file);
  Interpreter interpreter(code, descriptor.launch());
  const Launched& launch = descriptor.launch();
  const std::int64_t warps = (launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32;
  int told = 0;
  long long lanes = 0, accesses = 0, left_out = 0, sampled = 0;
  for (const Extents& block : sampled_blocks(launch.grid)) {
    const std::set<int> wanted = sampled_warps(warps);
    const auto done = interpreter.run(block, wanted);
    for (const int warp : wanted) {
      const auto said = descriptor.run(block, warp);
      if (!said) {
        ++sampled;
        continue;
      }
      for (int thread = 32 * warp; thread < 32 * (warp + 1); ++thread) {
        const auto by_code = done.find(thread);
        if (by_code == done.end()) continue;
        const auto by_descriptor = said->find(thread);
        const std::vector<Touch> nothing;
        const Pieces by_code_pieces = pieces_of(by_code->second, descriptor);
        const Pieces described =
            pieces_of(by_descriptor == said->end() ? nothing : by_descriptor->second, descriptor);
        ++lanes;
        for (const Touch& each : by_code->second)
          ++(descriptor.asked_lines().contains(each.line) ? left_out : accesses);
        const auto tell = [&](const Piece& piece, unsigned line) {
          if (++told > most_told) return;
          const auto& [array, kind, offset, bytes] = piece;
          std::printf(
              "block [%lld, %lld, %lld], thread %d: %s of %d B of %s at byte %lld, line %u: %d "
              "times, described %d times\n",
              static_cast<long long>(block[0]), static_cast<long long>(block[1]),
              static_cast<long long>(block[2]), thread,
              kind == 'l'   ? "load"
              : kind == 's' ? "store"
                            : "atomic",
              bytes, array.c_str(), static_cast<long long>(offset), line,
              times(by_code_pieces, piece), times(described, piece));
        };
        for (const auto& [piece, found] : by_code_pieces)
          if (times(described, piece) < found.times) tell(piece, found.line);
        for (const auto& [piece, found] : described)
          if (times(by_code_pieces, piece) < found.times &&
              !is_unused_part(piece, found, by_code_pieces))
            tell(piece, found.line);
        if (told > 0) return 1;
      }
    }
  }
  if (accesses + left_out + sampled == 0) {
    std::printf("%lld lanes access nothing\n", lanes);
    return 3;
  }
  std::printf(
      "%lld lanes, %lld accesses agree; %lld in lines that hang on answers, %lld warps too long\n",
      lanes, accesses, left_out, sampled);
  return accesses > 0 ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    return compare(argv[1], argv[2]);
  } catch (const NotRun& fault) {
    std::printf("not run: %s\n", fault.what());
  } catch (const gpumodel::InputError& error) {
    std::printf("not read: %s\n", error.found.front().message.c_str());
  } catch (const gpumodel::ThreadFault& fault) {
    std::printf("not run: %s\n", fault.error.message.c_str());
  }
  return 2;
}
