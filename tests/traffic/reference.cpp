#include "tests/traffic/reference.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <set>
#include <vector>

#include "models/access/bank_conflicts.hpp"

namespace gpumodel::test {
namespace {

struct Thread {
  long warp = 0;
  std::vector<Number> slots;
};
using Threads = std::vector<Thread*>;

class Walk {
 public:
  Walk(const Kernel& kernel, const LaunchShape& shape, const MemoryRules& rules)
      : kernel_(kernel), shape_(shape), rules_(rules) {
    result_.accesses.resize(kernel.thread->accesses.size());
    result_.arrays.resize(kernel.arrays.size());
    last_.resize(kernel.arrays.size() * 2);
  }

  Reference run() {
    for (long z = 0; z < shape_.grid[2]; ++z) {
      for (long y = 0; y < shape_.grid[1]; ++y) {
        for (long x = 0; x < shape_.grid[0]; ++x) block({x, y, z});
      }
    }
    return std::move(result_);
  }

 private:
  void block(const std::array<long, 3>& index) {
    std::vector<Thread> threads;
    long number = 0;
    for (long z = 0; z < shape_.block[2]; ++z) {
      for (long y = 0; y < shape_.block[1]; ++y) {
        for (long x = 0; x < shape_.block[0]; ++x) {
          Thread thread;
          thread.warp = number / 32;
          const std::vector<long> values = {shape_.block[0],
                                            shape_.block[1],
                                            shape_.block[2],
                                            x,
                                            y,
                                            z,
                                            index[0],
                                            index[1],
                                            index[2],
                                            shape_.grid[0],
                                            shape_.grid[1],
                                            shape_.grid[2],
                                            index[0] * shape_.block[0] + x,
                                            index[1] * shape_.block[1] + y,
                                            index[2] * shape_.block[2] + z,
                                            number % 32,
                                            number / 32};
          for (const long value : values) thread.slots.push_back(Number::integer(value));
          thread.slots.resize(values.size() + kernel_.thread->variables.size());
          threads.push_back(std::move(thread));
          ++number;
        }
      }
    }
    Threads all;
    for (Thread& thread : threads) all.push_back(&thread);
    stack_.clear();
    distances_.clear();
    used_.clear();
    block_sets_.assign(kernel_.arrays.size() * 2, {});
    warp_sets_.clear();
    body(kernel_.thread->body, all);
    close_block();
    ++block_number_;
  }

  void close_block() {
    for (std::size_t i = 0; i < kernel_.arrays.size(); ++i) {
      result_.arrays[i].in_block += static_cast<long>(block_sets_[2 * i].size());
      for (std::size_t kind = 0; kind < 2; ++kind) {
        std::map<long, long>& last = last_[2 * i + kind];
        for (const long sector : block_sets_[2 * i + kind]) {
          const auto found = last.find(sector);
          ++result_.arrays[i]
                .blocks[kind][found == last.end() ? -1 : block_number_ - found->second];
          last[sector] = block_number_;
        }
      }
    }
    for (const auto& [key, sectors] : warp_sets_) {
      result_.arrays[key.first].in_warp += static_cast<long>(sectors.size());
    }
  }

  void body(const Body& statements, const Threads& threads) {
    for (const Statement& statement : statements) {
      if (const auto* s = std::get_if<Let>(&statement.what)) {
        for (Thread* thread : threads) thread->slots[s->slot] = value(s->value, *thread);
      } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        Threads taken;
        for (Thread* thread : threads) {
          if (!value(*branch->condition, *thread).is_zero()) taken.push_back(thread);
        }
        body(branch->then, taken);
      } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        rounds(*loop, threads);
      } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        requests(access->access, threads);
      }
    }
  }

  void rounds(const Loop& loop, Threads threads) {
    std::map<Thread*, long> next, end;
    for (Thread* thread : threads) {
      next[thread] = value(loop.first, *thread).integer();
      end[thread] = value(loop.end, *thread).integer();
    }
    for (;;) {
      std::erase_if(threads, [&](Thread* thread) { return next[thread] >= end[thread]; });
      if (threads.empty()) return;
      for (Thread* thread : threads) thread->slots[loop.slot] = Number::integer(next[thread]);
      body(loop.body, threads);
      for (Thread* thread : threads) next[thread] += value(loop.step, *thread).integer();
    }
  }

  void requests(std::size_t number, const Threads& threads) {
    std::map<long, std::vector<std::pair<int, long>>> by_warp;
    for (const Thread* thread : threads) {
      by_warp[thread->warp].push_back(
          {static_cast<int>(thread->slots[15].integer()), address(number, *thread)});
    }
    for (const auto& [warp, lanes] : by_warp) request(number, warp, lanes);
  }

  long address(std::size_t number, const Thread& thread) const {
    const Access& access = kernel_.thread->accesses[number];
    const Array& array = kernel_.arrays[access.array];
    long element = 0;
    for (std::size_t d = 0; d < array.shape.size(); ++d) {
      const long extent = array.shape[d].expression.evaluate({}).integer();
      const long index = access.expression.indices[d].expression.evaluate(thread.slots).integer();
      if (index < 0 || index >= extent) throw std::out_of_range("reference");
      element = element * extent + index;
    }
    return (static_cast<long>(access.array) + 1) * (1L << 41) + element * array.element_bytes();
  }

  void request(std::size_t number, long warp, const std::vector<std::pair<int, long>>& lanes) {
    const Access& access = kernel_.thread->accesses[number];
    ReferenceAccess& sums = result_.accesses[number];
    std::set<long> sectors, lines, atoms;
    WarpLanes as_warp{.bytes = access.bytes};
    for (const auto& [lane, at] : lanes) {
      as_warp.active |= 1U << lane;
      as_warp.address[static_cast<std::size_t>(lane)] = at;
      for (long byte = at; byte < at + access.bytes; ++byte) {
        sectors.insert(byte / 32);
        atoms.insert(byte / 64);
        lines.insert(byte / 128);
      }
    }
    ++sums.requests;
    sums.lanes += static_cast<long>(lanes.size());
    sums.sectors += static_cast<long>(sectors.size());
    sums.lines += static_cast<long>(lines.size());
    sums.atoms += static_cast<long>(atoms.size());
    const int banks = bank_conflicts(as_warp, rules_, DataPath::global).wavefronts;
    sums.wavefronts += std::max<long>(banks, (static_cast<long>(lines.size()) + 3) / 4);
    const std::size_t kind = access.op == Access::Op::load ? 0 : 1;
    block_sets_[2 * access.array + kind].insert(sectors.begin(), sectors.end());
    if (kind == 1) return;
    result_.arrays[access.array].looked_up += static_cast<long>(sectors.size());
    warp_sets_[{access.array, warp}].insert(sectors.begin(), sectors.end());
    for (const long line : lines) {
      std::set<long> wanted;
      for (const long sector : sectors) {
        if (sector / 4 == line) wanted.insert(sector);
      }
      use(access.array, line, wanted);
    }
  }

  // A list with the latest line in front is the definition of a stack distance. A sector is kept
  // where its line was at each use since the sector's own: the longest of their distances counts.
  void use(std::size_t array, long line, const std::set<long>& wanted) {
    long distance = 0;
    auto at = stack_.begin();
    while (at != stack_.end() && *at != line) {
      ++at;
      ++distance;
    }
    if (at != stack_.end()) stack_.erase(at);
    stack_.push_front(line);
    std::vector<long>& distances = distances_[line];
    for (const long sector : wanted) {
      const auto found = used_.find(sector);
      if (found != used_.end()) {
        const auto since = distances.begin() + static_cast<long>(found->second);
        const long before =
            since == distances.end() ? 0 : *std::max_element(since, distances.end());
        ++result_.arrays[array].stack[std::max(distance, before)];
      }
      used_[sector] = distances.size() + 1;
    }
    distances.push_back(distance);
  }

  static Number value(const Formula& formula, const Thread& thread) {
    return formula.expression.evaluate(thread.slots);
  }

  const Kernel& kernel_;
  const LaunchShape& shape_;
  const MemoryRules& rules_;
  Reference result_;
  long block_number_ = 0;
  std::vector<std::map<long, long>> last_;  // by array and kind: sector -> block
  std::vector<std::set<long>> block_sets_;  // by array and kind
  std::map<std::pair<std::size_t, long>, std::set<long>> warp_sets_;
  std::list<long> stack_;                        // lines
  std::map<long, std::vector<long>> distances_;  // of the uses of a line
  std::map<long, std::size_t> used_;  // sectors of the block: uses of their line up to their last
};

}  // namespace

Reference walk(const Kernel& kernel, const LaunchShape& shape, const MemoryRules& rules) {
  return Walk(kernel, shape, rules).run();
}

}  // namespace gpumodel::test
