// How much of what was used before a cache still holds, by how much has gone by since: the same is
// read again, and each load is timed. What comes from further away takes visibly longer, so shares
// are counted, without counters and whatever the bandwidth.
#include <algorithm>
#include <cmath>

#include "validate/calibrate/gpu/streams.cuh"

namespace gpumodel::calibrate {
namespace {

constexpr unsigned line = 128;

// Loads that took longer than a limit, and the cycles of all.
struct Counts {
  unsigned long long slow = 0, cycles = 0;
};

// From before the load to when its value is there.
template <class Load>
__device__ unsigned cycles_of(Load&& load, unsigned& sum) {
  const unsigned before = clock();
  sum += load();
  return clock() + (sum == 0x12345678) - before;
}

constexpr int sweep_threads = 256;

// Each line is read by one block.
__global__ void sweep(const char* memory, unsigned lines, unsigned limit, Counts* counts) {
  const unsigned warps = gridDim.x * (sweep_threads / 32);
  unsigned slow = 0, cycles = 0, sum = 0;
  for (unsigned i = (blockIdx.x * sweep_threads + threadIdx.x) / 32; i < lines; i += warps) {
    const char* at = memory + static_cast<unsigned long long>(line) * i + threadIdx.x % 32 * 4;
    const unsigned taken =
        cycles_of([&] { return load_l2(reinterpret_cast<const unsigned*>(at)); }, sum);
    slow += taken > limit ? 1 : 0;
    cycles += taken;
  }
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(&counts->slow, static_cast<unsigned long long>(slow));
  atomicAdd(&counts->cycles, static_cast<unsigned long long>(cycles));
}

// One warp goes through the lines again and again; the last pass counts.
__global__ void walk(const char* memory, unsigned lines, unsigned limit, Counts* counts) {
  unsigned sum = 0;
  for (int pass = 0; pass < 5; ++pass) {
    Counts of_pass;
    for (unsigned i = 0; i < lines; ++i) {
      const auto* at = reinterpret_cast<const unsigned*>(memory + line * i) + threadIdx.x % 32;
      const unsigned taken = cycles_of(
          [&] {
            unsigned v;
            asm volatile("ld.global.ca.b32 %0,[%1];" : "=r"(v) : "l"(at));
            return v;
          },
          sum);
      of_pass.slow += taken > limit ? 1 : 0;
      of_pass.cycles += taken;
    }
    if (threadIdx.x == 0) *counts = of_pass;
  }
}

// The share that is found again in so many bytes: `count` says how many of their loads are slow.
// Between the times of a hit and of a miss lies their geometric mean.
class Found {
 public:
  using Count = std::function<Counts(double bytes, unsigned limit)>;
  Found(double inside, double outside, Count count) : count_(std::move(count)) {
    limit_ = static_cast<unsigned>(std::sqrt(cycles(inside) * cycles(outside)));
    inside_ = slow(inside);
    outside_ = slow(outside);
    if (outside_ < 0.5 || inside_ > 0.2) {
      throw MeasurementError("loads of what was lost take no longer than others");
    }
  }
  double share(double bytes) const {
    return std::clamp((outside_ - slow(bytes)) / (outside_ - inside_), 0.0, 1.0);
  }

 private:
  double cycles(double bytes) const {
    return static_cast<double>(count_(bytes, 0).cycles) / (bytes / line);
  }
  double slow(double bytes) const {
    return static_cast<double>(count_(bytes, limit_).slow) / (bytes / line);
  }
  Count count_;
  unsigned limit_ = 0;
  double inside_ = 0.0, outside_ = 1.0;
};

// All is found up to `kept`, nothing from `lost` on, between them a smooth step, as the models have
// it (models/analysis/traffic/hit_rate.hpp).
struct Edge {
  double kept = 0.0, lost = 0.0;
  double found(double x) const {
    const double t = std::clamp((x - kept) / (lost - kept), 0.0, 1.0);
    return 1.0 - t * t * (3.0 - 2.0 * t);
  }
};

// The edge with the least squares.
Edge edge_of(const std::vector<double>& x, const std::vector<double>& found) {
  Edge best;
  double least = 1e300;
  const auto try_all = [&](Edge around, double reach, double step) {
    for (double kept = around.kept - reach; kept <= around.kept + reach; kept += step) {
      for (double lost = around.lost - reach; lost <= around.lost + reach; lost += step) {
        if (kept <= 0.0 || lost < kept + 1e-3 * x.back()) continue;
        const Edge edge{kept, lost};
        double sum = 0.0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += std::pow(edge.found(x[i]) - found[i], 2);
        if (sum < least) {
          least = sum;
          best = edge;
        }
      }
    }
  };
  const double middle = 0.5 * (x.front() + x.back());
  try_all({middle, middle}, middle, 0.02 * x.back());
  for (const double step : {0.004, 0.0008}) try_all(best, 6.0 * step * x.back(), step * x.back());
  return best;
}

// Shares that were found, several times over.
class Edges {
 public:
  void add(const std::vector<double>& x, const std::vector<double>& found) {
    all_x_.insert(all_x_.end(), x.begin(), x.end());
    all_found_.insert(all_found_.end(), found.begin(), found.end());
    const Edge edge = edge_of(x, found);
    kept_.push_back(edge.kept);
    lost_.push_back(edge.lost);
  }
  // That of all together, and how far the single ones are apart.
  void report(Session& s, const std::string& cache, const std::string& note) const {
    const Edge edge = edge_of(all_x_, all_found_);
    const auto value = [&](const char* which, double of_all, const std::vector<double>& single,
                           const char* what) {
      Sample sample = sample_of(single);
      sample.spread *= sample.value / of_all;
      sample.value = of_all;
      s.value(cache + which, sample, note + what);
    };
    value("kept", edge.kept, kept_, "; up to here all is found again");
    value("lost", edge.lost, lost_, "; from here on nothing is");
  }

 private:
  std::vector<double> all_x_, all_found_, kept_, lost_;
};

std::vector<double> steps(double first, double last, double step) {
  std::vector<double> x;
  for (double at = first; at <= last; at += step) x.push_back(at);
  return x;
}

// --- L2, by the next launch ---

void l2(Session& s) {
  const double l2 = s.device().l2_bytes, room = 2 * l2;
  const CacheFlush flush(s.device());
  const Buffer buffer(affordable(1 * GiB));
  if (room > static_cast<double>(buffer.bytes())) throw MeasurementError("too little memory");
  Answers<Counts> counts(1);
  const std::vector<double> x = steps(0.3, 1.5, 0.03);
  Edges edges;
  for (int i = 0; i < s.repeats(); ++i) {  // each somewhere else
    const double before = (static_cast<double>(buffer.bytes()) - room) * i / s.repeats();
    const char* memory =
        buffer.as<char>() + static_cast<std::size_t>(before / line) * std::size_t{line};
    const Found found(l2 / 8, 2 * l2, [&](double bytes, unsigned limit) {
      flush();
      for (int launch = 0; launch < 5; ++launch) {
        check(cudaMemsetAsync(counts.device(), 0, sizeof(Counts)));
        sweep<<<s.device().sms, sweep_threads>>>(memory, static_cast<unsigned>(bytes / line), limit,
                                                 counts.device());
        check(cudaGetLastError());
      }
      return counts.read()[0];
    });
    std::vector<double> shares;
    for (const double share : x) shares.push_back(found.share(share * l2));
    edges.add(x, shares);
  }
  edges.report(
      s, "l2.",
      "of the L2: each line is read by one SM, launch after launch, loads that take as long "
      "as misses counted");
}

// --- L1 ---

void l1(Session& s) {
  const double most = 1.25 * 256 * KiB;
  const Buffer buffer(static_cast<std::size_t>(4 * most));
  Answers<Counts> counts(1);
  const std::vector<double> x = steps(8 * KiB, most, 8 * KiB);
  Edges edges;
  for (int i = 0; i < s.repeats(); ++i) {
    const Found found(6 * KiB, 2 * most, [&](double bytes, unsigned limit) {
      walk<<<1, 32>>>(buffer.as<char>(), static_cast<unsigned>(bytes / line), limit,
                      counts.device());
      check(cudaGetLastError());
      return counts.read()[0];
    });
    std::vector<double> shares;
    for (const double bytes : x) shares.push_back(found.share(bytes));
    edges.add(x, shares);
  }
  edges.report(s, "l1.", "one warp goes through lines again and again, loads that miss counted");
}

// --- written lines ---

__global__ void write_lines(unsigned* memory, unsigned words) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    memory[i] = 0;
  }
}

// What is still dirty when a launch ends is written when the next one needs the room, which takes
// so much longer. Three tenths of the L2, which surely stay, say how much longer a byte takes.
// Where more than three quarters stay they are not seen.
void dirty(Session& s) {
  constexpr double few = 0.3, many = 0.75;
  const double l2 = s.device().l2_bytes;
  const Buffer written(affordable(l2));
  const CacheFlush flush(s.device());
  const auto read_after = [&](double share) {
    const auto words = static_cast<unsigned>(share * l2 / sizeof(unsigned));
    return repeated(41,
                    [&] {
                      flush();
                      if (words > 0)
                        write_lines<<<s.device().sms * 8, 256>>>(written.as<unsigned>(), words);
                      return event_seconds([&] { flush(); });
                    })
        .value;
  };
  const Sample share = repeated(s.repeats(), [&] {
    const double nothing = read_after(0.0);
    return few * (read_after(many) - nothing) / (read_after(few) - nothing);
  });
  s.value(
      "l2.dirty", share,
      "of the L2: written lines still there when a launch ends, by how much longer they hold up "
      "the next than three tenths do");
}

const Registered l2_reuse({"l2-reuse", 0.5, {{"l2.kept", "1"}, {"l2.lost", "1"}}, l2});
const Registered l1_reuse({"l1-reuse", 1.0, {{"l1.kept", "B"}, {"l1.lost", "B"}}, l1});
const Registered l2_dirty({"l2-dirty", 0.5, {{"l2.dirty", "1"}}, dirty});

}  // namespace
}  // namespace gpumodel::calibrate
