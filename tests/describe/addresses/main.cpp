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

Pieces pieces_of(const std::vector<Touch>& touches, const Descriptor& descriptor,
                 const std::map<std::string, std::int64_t>& begins) {
  Pieces pieces;
  for (const Touch& each : touches) {
    if (descriptor.asked_lines().contains(each.line)) continue;
    const std::string name = descriptor.memory_of(each.object);
    const auto begin = begins.find(name);
    const std::int64_t first = each.offset + (begin == begins.end() ? 0 : begin->second);
    for (std::int64_t at = 0; at < each.bytes; at += word) {
      const int size = static_cast<int>(std::min<std::int64_t>(word, each.bytes - at));
      Found& found = pieces[{name, each.kind, first + at, size}];
      found = {found.times + 1, each.line, first, first + each.bytes};
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

// Warps of some blocks, as the code runs them and as the descriptor says it.
class Sample {
 public:
  Sample(const std::string& code, const std::string& file)
      : descriptor_(file), interpreter_(code, descriptor_.launch()) {}

  int compare() {
    if (const int result = compare_once(); result != 1 || !begin_below()) return result;
    return compare_once();
  }
  void tell() const { std::printf("%s\n", said_.c_str()); }

 private:
  using Lanes = std::map<int, std::vector<Touch>>;  // by number of the thread

  // Until `act` has seen enough: it is given the block and what both sides say of one of its warps.
  void each_warp(const auto& act) {
    const Launched& launch = descriptor_.launch();
    const std::int64_t warps = (launch.block[0] * launch.block[1] * launch.block[2] + 31) / 32;
    for (const Extents& block : sampled_blocks(launch.grid)) {
      const std::set<int> wanted = sampled_warps(warps);
      Lanes done = interpreter_.run(block, wanted);
      for (const int warp : wanted) {
        Lanes by_code;
        for (int thread = 32 * warp; thread < 32 * (warp + 1); ++thread)
          if (auto lane = done.extract(thread); !lane.empty()) by_code.insert(std::move(lane));
        if (!act(block, by_code, descriptor_.run(block, warp))) return;
      }
    }
  }

  // A descriptor's arrays begin with the lowest element that is used, also where the code reaches
  // it from a pointer behind it: they agree but for a number of bytes, which is the same in all
  // lanes.
  bool begin_below() {
    std::map<std::string, std::int64_t> by_code, described;
    const auto add = [&](const Lanes& lanes, std::map<std::string, std::int64_t>& lowest) {
      for (const auto& [thread, touches] : lanes)
        for (const Touch& each : touches) {
          const std::string name = descriptor_.memory_of(each.object);
          const auto [found, fresh] = lowest.emplace(name, each.offset);
          found->second = std::min(found->second, each.offset);
        }
    };
    each_warp([&](const Extents&, const Lanes& lanes, const std::optional<Lanes>& said) {
      if (said) add(lanes, by_code), add(*said, described);
      return true;
    });
    for (const auto& [name, lowest] : by_code)
      if (lowest < 0 && described.contains(name)) begins_[name] = lowest - described.at(name);
    return !begins_.empty();
  }

  int compare_once() {
    said_.clear();
    long long count = 0, accesses = 0, left_out = 0, sampled = 0;
    bool agrees = true;
    each_warp([&](const Extents& block, const Lanes& lanes, const std::optional<Lanes>& said) {
      if (!said) {
        ++sampled;
        return true;
      }
      for (const auto& [thread, touches] : lanes) {
        ++count;
        for (const Touch& each : touches)
          ++(descriptor_.asked_lines().contains(each.line) ? left_out : accesses);
        const auto by_descriptor = said->find(thread);
        const std::vector<Touch> nothing;
        agrees = agree(block, thread, touches,
                       by_descriptor == said->end() ? nothing : by_descriptor->second);
        if (!agrees) return false;
      }
      return true;
    });
    if (!agrees) return 1;
    const auto number = [](long long n) { return std::to_string(n); };
    if (accesses + left_out + sampled == 0) {
      said_ = number(count) + " lanes access nothing";
      return 3;
    }
    said_ = number(count) + " lanes, " + number(accesses) + " accesses agree; " + number(left_out) +
            " in lines that hang on answers, " + number(sampled) + " warps too long";
    return accesses > 0 ? 0 : 2;
  }

  bool agree(const Extents& block, int thread, const std::vector<Touch>& by_code,
             const std::vector<Touch>& by_descriptor) {
    const Pieces done = pieces_of(by_code, descriptor_, {});
    const Pieces described = pieces_of(by_descriptor, descriptor_, begins_);
    int differences = 0;
    const auto tell = [&](const Piece& piece, unsigned line) {
      if (++differences > most_told) return;
      const auto& [array, kind, offset, bytes] = piece;
      const char* what = kind == 'l' ? "load" : kind == 's' ? "store" : "atomic";
      const auto number = [](auto n) { return std::to_string(n); };
      said_ += (said_.empty() ? "block [" : "\nblock [") + number(block[0]) + ", " +
               number(block[1]) + ", " + number(block[2]) + "], thread " + number(thread) + ": " +
               what + " of " + number(bytes) + " B of " + array + " at byte " + number(offset) +
               ", line " + number(line) + ": " + number(times(done, piece)) + " times, described " +
               number(times(described, piece)) + " times";
    };
    for (const auto& [piece, found] : done)
      if (times(described, piece) < found.times) tell(piece, found.line);
    for (const auto& [piece, found] : described)
      if (times(done, piece) < found.times && !is_unused_part(piece, found, done))
        tell(piece, found.line);
    return differences == 0;
  }

  Descriptor descriptor_;
  Interpreter interpreter_;
  std::map<std::string, std::int64_t> begins_;  // of arrays, before the pointer; of others 0
  std::string said_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    Sample sample(argv[1], argv[2]);
    const int result = sample.compare();
    sample.tell();
    return result;
  } catch (const NotRun& fault) {
    std::printf("not run: %s\n", fault.what());
  } catch (const gpumodel::InputError& error) {
    std::printf("not read: %s\n", error.found.front().message.c_str());
  } catch (const gpumodel::ThreadFault& fault) {
    std::printf("not run: %s\n", fault.error.message.c_str());
  }
  return 2;
}
