// How long a block stays on its SM, by what it does: one block per SM at a time, so that each wave
// of blocks takes one life. Nothing else loads the memory then: these are unloaded lives.
#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

struct Arrays {
  const int* from;
  int* to;
  long long stride;  // elements between the independent loads of a thread
  int never;         // no element has this value
};

__device__ long long own_index() {
  return blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
}

__global__ void empty(Arrays) {}

__global__ void load(Arrays a) {
  const int v = __ldcg(a.from + own_index());
  if (v == a.never) a.to[0] = v;
}

__global__ void load4(Arrays a) {
  const int* const from = a.from + own_index();
  const int v0 = __ldcg(from), v1 = __ldcg(from + a.stride);
  const int v2 = __ldcg(from + 2 * a.stride), v3 = __ldcg(from + 3 * a.stride);
  if ((v0 | v1 | v2 | v3) == a.never) a.to[0] = v0;
}

__global__ void store(Arrays a) {
  a.to[own_index()] = a.never;
}

__global__ void copy(Arrays a) {
  a.to[own_index()] = __ldcg(a.from + own_index());
}

__global__ void through_shared(Arrays a) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  const int v = tile[blockDim.x - 1 - threadIdx.x];
  if (v == a.never) a.to[0] = v;
}

constexpr int short_waves = 60, long_waves = 240;
constexpr int most_threads = 1024;

using Kernel = void(Arrays);

class BlockLife {
 public:
  explicit BlockLife(const Session& s)
      : s_(s),
        elements_(static_cast<long long>(long_waves) * s.device().sms * most_threads),
        from_(static_cast<std::size_t>(4 * elements_) * sizeof(int)),
        to_(static_cast<std::size_t>(elements_) * sizeof(int)),
        flush_(s.device()) {}

  // `warm`: the data lies in the L2.
  Sample of(Kernel* kernel, int threads, bool warm) const {
    const int shared = s_.device().shared_bytes_per_block;
    allow_shared(kernel, shared);
    const Arrays arrays{from_.as<int>(), to_.as<int>(), elements_, 123456789};
    return slope(s_.repeats(), short_waves, long_waves, [&](double waves) {
      const auto blocks = static_cast<unsigned>(waves) * static_cast<unsigned>(s_.device().sms);
      const auto launch = [&] { kernel<<<blocks, threads, shared>>>(arrays); };
      if (warm) {
        launch();
      } else {
        flush_();
      }
      return event_seconds(launch);
    });
  }

 private:
  const Session& s_;
  long long elements_;
  Buffer from_, to_;
  CacheFlush flush_;
};

const std::vector<double> thread_counts = {32, 64, 128, 256, 512, 768, 1024};

std::vector<Sample> lives(const BlockLife& life, Kernel* kernel, bool warm = false) {
  std::vector<Sample> all;
  for (const double t : thread_counts) all.push_back(life.of(kernel, static_cast<int>(t), warm));
  return all;
}

void measure(Session& s) {
  const BlockLife life(s);
  const std::vector<Sample> nothing = lives(life, empty);
  s.value("block.life", nothing[2], "empty, 128 threads, one block per SM");
  s.curve("block.life_empty", thread_counts, nothing, "one block per SM, by threads");
  s.curve("block.life_load", thread_counts, lives(life, load),
          "each thread loads 4 bytes from DRAM and compares them; one block per SM, by threads");
  s.curve("block.life_load4", thread_counts, lives(life, load4),
          "each thread makes 4 independent loads from DRAM; one block per SM, by threads");
  s.curve("block.life_load_l2", thread_counts, lives(life, load, true),
          "each thread loads 4 bytes that the L2 holds; one block per SM, by threads");
  s.curve("block.life_store", thread_counts, lives(life, store),
          "each thread stores 4 bytes; one block per SM, by threads");
  s.curve("block.life_copy", thread_counts, lives(life, copy),
          "each thread loads 4 bytes from DRAM and stores them; one block per SM, by threads");
  s.curve("block.life_shared", thread_counts, lives(life, through_shared),
          "shared store, barrier, shared load; one block per SM, by threads");
}

const Registered block_life({"block-life",
                             2.0,
                             {{"block.life", "s"},
                              {"block.life_empty", "s", "1"},
                              {"block.life_load", "s", "1"},
                              {"block.life_load4", "s", "1"},
                              {"block.life_load_l2", "s", "1"},
                              {"block.life_store", "s", "1"},
                              {"block.life_copy", "s", "1"},
                              {"block.life_shared", "s", "1"}},
                             measure});

}  // namespace
}  // namespace gpumodel::calibrate
