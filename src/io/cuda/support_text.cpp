#include "src/io/cuda/support_text.hpp"

#include <array>

namespace gpumodel {
namespace {

constexpr auto integer_names = std::to_array<std::string_view>(
    {"min_of(", "max_of(", "ceil_div(", "floor_div(", "modulo(", "absolute("});
constexpr std::string_view integers = R"cuda(
template <class A, class B>
__host__ __device__ constexpr auto min_of(A a, B b) {
  return b < a ? b : a;
}
template <class A, class B>
__host__ __device__ constexpr auto max_of(A a, B b) {
  return a < b ? b : a;
}
template <class A, class B>
__host__ __device__ constexpr auto ceil_div(A a, B b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0) ? 1 : 0);
}
template <class A, class B>
__host__ __device__ constexpr auto floor_div(A a, B b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
// With the sign of b.
template <class A, class B>
__host__ __device__ constexpr auto modulo(A a, B b) {
  const auto rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
template <class A>
__host__ __device__ constexpr A absolute(A a) {
  return a < 0 ? -a : a;
}
)cuda";

constexpr auto drawing_names =
    std::to_array<std::string_view>({"scramble(", "between(", "pick(", "_data::at("});
constexpr std::string_view drawing = R"cuda(
// A number that looks random and depends on nothing but its arguments (SplitMix64).
__host__ __device__ inline unsigned long long scramble(unsigned long long seed,
                                                       unsigned long long index) {
  unsigned long long x = seed + 0x9E3779B97F4A7C15ULL * (index + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}
// From `first` up to, not including, `end`, all alike.
__host__ __device__ inline long long between(unsigned long long bits, long long first,
                                             long long end) {
  const unsigned long long range = end - first;
#ifdef __CUDA_ARCH__
  return first + static_cast<long long>(__umul64hi(bits, range));
#else
  return first + static_cast<long long>(static_cast<unsigned __int128>(bits) * range >> 64);
#endif
}
// The value before whose end, of 2^53, the bits lie.
__host__ __device__ inline long long pick(unsigned long long, long long, long long value) {
  return value;
}
template <class... Rest>
__host__ __device__ long long pick(unsigned long long bits, long long end, long long value,
                                   Rest... rest) {
  return static_cast<long long>(bits >> 11) < end ? value : pick(bits, rest...);
}
)cuda";

constexpr auto bits_names = std::to_array<std::string_view>({"bits_of(", "of_bits<"});
constexpr std::string_view bits = R"cuda(
template <int bytes>
struct Bits;
template <>
struct Bits<2> {
  using Type = unsigned short;
};
template <>
struct Bits<4> {
  using Type = unsigned;
};
template <>
struct Bits<8> {
  using Type = unsigned long long;
};
template <class T>
__host__ __device__ auto bits_of(T value) {
  typename Bits<sizeof(T)>::Type all;
  memcpy(&all, &value, sizeof(T));
  return all;
}
template <class T, class U>
__host__ __device__ T of_bits(U all) {
  const auto same = static_cast<typename Bits<sizeof(T)>::Type>(all);
  T value;
  memcpy(&value, &same, sizeof(T));
  return value;
}
)cuda";

constexpr std::array<SupportPart, 3> parts = {{
    {integers, integer_names},
    {drawing, drawing_names},
    {bits, bits_names},
}};

constexpr std::string_view filling = R"cuda(
// ---------------------------------------------------------------------------------------------
// What follows fills the arrays, runs the kernel, and computes blocks of it again on the host.

// Where nothing is stated: numbers from 1/2 up to 1, whole ones below 128.
template <class T>
__host__ __device__ T datum(unsigned long long seed, unsigned long long index) {
  const unsigned long long bits = scramble(seed, index);
  if constexpr (std::is_same_v<T, double>) {
    return 0.5 + static_cast<double>(bits >> 12) * 0x1p-53;
  } else if constexpr (std::is_same_v<T, float>) {
    return 0.5f + static_cast<float>(bits >> 41) * 0x1p-24f;
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(bits >> 57);
  } else {
    return T(0.5f + static_cast<float>(bits >> 57) * 0x1p-8f);
  }
}
)cuda";

constexpr std::string_view checking = R"cuda(
static void require(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(2);
}

template <class Data>
__global__ void fill(char* first) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
       i < Data::count; i += step)
    *reinterpret_cast<typename Data::Type*>(first + i * Data::stride) = Data::at(i);
}
template <class Data>
static void fill_array(void* array) {
  fill<Data><<<4096, 256>>>(static_cast<char*>(array) + Data::offset);
  require(cudaGetLastError(), "filling an array");
}

template <class T>
static T* allocate(long long bytes, long long offset) {
  char* memory = nullptr;
  require(cudaMalloc(&memory, bytes + offset), "allocating an array");
  require(cudaMemset(memory, 0, bytes + offset), "clearing an array");
  return reinterpret_cast<T*>(memory + offset);
}

template <class T>
static void release(T* array, long long offset) {
  require(cudaFree(reinterpret_cast<char*>(array) - offset), "freeing an array");
}

template <class T>
__global__ void gather(const char* first, long long stride, const long long* from, T* to,
                       long long count) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) to[i] = *reinterpret_cast<const T*>(first + from[i] * stride);
}

struct Verdict {
  long long checked = 0, blocks = 0;
  double worst = 0, allowed = 0;
  bool right = true;
  char fault[200] = {};
};

template <class S>
static double number(S value) {
  if constexpr (std::is_arithmetic_v<S>) {
    return static_cast<double>(value);
  } else {
    return static_cast<float>(value);
  }
}

// An array as one block of the host sees it: what it has stored, else what was there at first.
template <class Data>
struct Seen {
  using T = typename Data::Type;
  using Total = std::conditional_t<std::is_integral_v<T>, long long, double>;
  struct Sum {
    Total total = 0;
    long long terms = 0;
  };
  std::unordered_map<long long, T> written;
  std::vector<std::pair<long long, T>> scattered;  // several blocks may store to one place
  std::unordered_map<long long, Sum> added;
  std::unordered_map<long long, Total> raised;

  static long long inside(long long index) {
    if (index >= 0 && index < Data::count) return index;
    std::fprintf(stderr, "an index of %lld lies outside %s\n", index, Data::name);
    std::exit(2);
  }
  T load(long long index) const {
    const auto found = written.find(inside(index));
    return found == written.end() ? Data::at(index) : found->second;
  }
  void store(long long index, T value) {
    written[inside(index)] = value;
    if (Data::is_scattered) scattered.emplace_back(index, value);
  }
  template <class V>
  void add(long long index, V value) {
    Sum& sum = added[inside(index)];
    sum.total += static_cast<Total>(number(value));
    ++sum.terms;
  }
  template <class V>
  void raise(long long index, V value) {
    const Total given = static_cast<Total>(number(value));
    const auto at = raised.emplace(inside(index), given).first;
    if (at->second < given) at->second = given;
  }

  void merge(Seen& block) {
    for (const auto& [index, value] : block.written) written[index] = value;
    scattered.insert(scattered.end(), block.scattered.begin(), block.scattered.end());
    for (const auto& [index, sum] : block.added) {
      added[index].total += sum.total;
      added[index].terms += sum.terms;
    }
    for (const auto& [index, value] : block.raised) raise(index, value);
  }

  // The array on the device, at these places.
  std::vector<T> on_device(const void* array, const std::vector<long long>& places) const {
    std::vector<T> values(places.size());
    if (places.empty()) return values;
    const long long count = static_cast<long long>(places.size());
    long long* from = allocate<long long>(count * 8, 0);
    T* to = allocate<T>(count * sizeof(T), 0);
    require(cudaMemcpy(from, places.data(), count * 8, cudaMemcpyHostToDevice), "copying places");
    gather<<<static_cast<unsigned>((count + 255) / 256), 256>>>(
        static_cast<const char*>(array) + Data::offset, Data::stride, from, to, count);
    require(cudaMemcpy(values.data(), to, count * sizeof(T), cudaMemcpyDeviceToHost),
            "copying values");
    cudaFree(from);
    cudaFree(to);
    return values;
  }

  static double difference(T found, T meant) {
    using S = typename Data::Scalar;
    const S* a = reinterpret_cast<const S*>(&found);
    const S* b = reinterpret_cast<const S*>(&meant);
    double worst = 0;
    for (int i = 0; i < Data::scalars; ++i) {
      const double x = number(a[i]), y = number(b[i]);
      if (x == y || (x != x && y != y)) continue;
      const double off = std::fabs(x - y) / std::fmax(1.0, std::fabs(y));
      if (!(off <= worst)) worst = off;
    }
    return worst;
  }

  void compare(const void* array, double allowed, Verdict& verdict) const {
    std::map<long long, std::pair<T, double>> meant;  // and what more is allowed
    if constexpr (Data::scalars == 1) {
      using S = typename Data::Scalar;
      for (const auto& [index, sum] : added) {
        const Total all = static_cast<Total>(number(Data::at(index))) + sum.total;
        meant[index] = {static_cast<S>(all), allowed * static_cast<double>(sum.terms)};
      }
    }
    if (!Data::is_scattered) {
      for (const auto& [index, value] : written) meant[index] = {value, 0.0};
    }
    std::vector<long long> places;
    for (const auto& each : meant) places.push_back(each.first);
    const std::vector<T> found = on_device(array, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto& [value, more] = meant[places[i]];
      count(difference(found[i], value), allowed + more, places[i], verdict);
    }
    if (Data::is_scattered) compare_scattered(array, allowed, verdict);
    if constexpr (Data::scalars == 1) compare_raised(array, allowed, verdict);
  }

  // A maximum of all blocks is at least that of some.
  void compare_raised(const void* array, double allowed, Verdict& verdict) const {
    for (const auto& [index, most] : raised) {
      const T found = on_device(array, {index}).front();
      const bool enough = static_cast<Total>(number(found)) >= most;
      const T meant = static_cast<typename Data::Scalar>(most);
      count(enough ? 0.0 : difference(found, meant), allowed, index, verdict);
    }
  }

  // Any of the values that were stored to a place may have stayed.
  void compare_scattered(const void* array, double allowed, Verdict& verdict) const {
    std::unordered_map<long long, double> best;
    std::vector<long long> places;
    for (const auto& each : scattered) places.push_back(each.first);
    const std::vector<T> found = on_device(array, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double off = difference(found[i], scattered[i].second);
      const auto at = best.emplace(places[i], off).first;
      if (off < at->second) at->second = off;
    }
    for (const auto& [index, off] : best) count(off, allowed, index, verdict);
  }

  static void count(double off, double allowed, long long index, Verdict& verdict) {
    ++verdict.checked;
    if (!(off <= verdict.worst)) verdict.worst = off;
    if (off <= allowed) return;
    if (verdict.right) {
      std::snprintf(verdict.fault, sizeof verdict.fault,
                    "%s[%lld] is off by %.2g, %.2g are allowed", Data::name, index, off, allowed);
    }
    verdict.right = false;
  }
};

// Of threads of a block on the host: where they are, and whether they go on.
struct Place {
  long long thread_x = 0, thread_y = 0, thread_z = 0;
  long long block_index_x = 0, block_index_y = 0, block_index_z = 0;
  long long block_x = 1, block_y = 1, block_z = 1, grid_x = 1, grid_y = 1, grid_z = 1;
  long long global_x = 0, global_y = 0, global_z = 0, lane = 0, warp = 0;
  long long thread_number = 0, block_number = 0, thread_of_grid = 0, warp_of_grid = 0;
  long long loop_rounds = 0;
  bool is_on[17] = {true};
};

template <class Registers>
static std::vector<Registers> threads_of(long long number, dim3 grid, dim3 block) {
  const long long count = static_cast<long long>(block.x) * block.y * block.z;
  std::vector<Registers> all(count);
  for (long long i = 0; i < count; ++i) {
    Registers& t = all[i];
    t.block_x = block.x, t.block_y = block.y, t.block_z = block.z;
    t.grid_x = grid.x, t.grid_y = grid.y, t.grid_z = grid.z;
    t.thread_x = i % block.x, t.thread_y = i / block.x % block.y, t.thread_z = i / block.x / block.y;
    t.block_index_x = number % grid.x;
    t.block_index_y = number / grid.x % grid.y;
    t.block_index_z = number / grid.x / grid.y;
    t.global_x = t.block_index_x * t.block_x + t.thread_x;
    t.global_y = t.block_index_y * t.block_y + t.thread_y;
    t.global_z = t.block_index_z * t.block_z + t.thread_z;
    t.lane = i % 32, t.warp = i / 32, t.thread_number = i, t.block_number = number;
    t.thread_of_grid = number * count + i;
    t.warp_of_grid = number * ((count + 31) / 32) + t.warp;
  }
  return all;
}

// Lanes whose partner is elsewhere keep their own value.
template <class Registers, class T>
static void exchange(std::vector<Registers>& threads, int mask, T Registers::*value,
                     T Registers::*target, int offset) {
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (!threads[i].is_on[mask]) continue;
    const std::size_t other = i ^ static_cast<std::size_t>(offset);
    const bool there = other < threads.size() && threads[other].is_on[mask];
    threads[i].*target = threads[there ? other : i].*value;
  }
}

// Of a loop in which threads meet: whether any goes on.
template <class Registers, class Test>
static bool any(std::vector<Registers>& threads, int mask, Test test) {
  bool some = false;
  for (Registers& t : threads) {
    t.is_on[mask + 1] = t.is_on[mask] && test(t);
    some = some || t.is_on[mask + 1];
    ++t.loop_rounds;
  }
  return some;
}

template <class T, class V>
static void add(T& to, V value) {
  to = static_cast<T>(to + static_cast<T>(value));
}
template <class T, class V>
static void raise(T& to, V value) {
  if (to < static_cast<T>(value)) to = static_cast<T>(value);
}

// Blocks that are computed again: all of them, or some as far as two seconds go.
template <class Arrays, class Run>
static long long compute_blocks(long long blocks, bool all, Arrays& result, double& rounds,
                                Run run) {
  constexpr long long sample = 8;
  constexpr double seconds = 2;
  const long long wanted = all || blocks < sample ? blocks : sample;
  std::atomic<long long> next{0}, done{0};
  std::mutex mutex;
  const auto begin = std::chrono::steady_clock::now();
  const auto work = [&] {
    while (true) {
      const long long i = next++;
      if (i >= wanted) return;
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      if (!all && i > 0 && spent.count() > seconds) return;
      Arrays block;
      const long long most = run(block, wanted == blocks ? i : i * (blocks - 1) / (wanted - 1));
      const std::lock_guard<std::mutex> lock(mutex);
      result.merge(block);
      if (static_cast<double>(most) > rounds) rounds = static_cast<double>(most);
      ++done;
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  return done;
}
)cuda";

constexpr std::string_view timing = R"cuda(
__global__ void read_all(const int4* from, long long count, int* to) {
  int sum = 0;
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step)
    sum += from[i].x;
  if (sum == 1) *to = sum;  // never: all are 0
}

// The median time of launches, each behind a cache that other data have filled meanwhile.
template <class Launch>
static void print_time(Launch launch) {
  constexpr int launches = 21;
  cudaDeviceProp device;
  require(cudaGetDeviceProperties(&device, 0), "asking for the device");
  const long long bytes = 2LL * device.l2CacheSize + (1 << 20);
  int* other = allocate<int>(bytes, 0);
  cudaEvent_t begin, end;
  require(cudaEventCreate(&begin), "making an event");
  require(cudaEventCreate(&end), "making an event");
  std::vector<float> times(launches);
  for (float& time : times) {
    for (int i = 0; i < 4; ++i)
      read_all<<<1056, 256>>>(reinterpret_cast<int4*>(other), bytes / 16, other);
    require(cudaEventRecord(begin), "starting the clock");
    launch();
    require(cudaEventRecord(end), "stopping the clock");
    require(cudaEventSynchronize(end), "running the kernel");
    require(cudaEventElapsedTime(&time, begin, end), "reading the clock");
  }
  std::sort(times.begin(), times.end());
  std::printf("time: %.5f ms, median of %d launches behind a cold cache (%.5f to %.5f)\n",
              times[launches / 2], launches, times.front(), times.back());
}
)cuda";

// The same ways of timing as those of the library's own runner (validate/runner/cuda_backend.cu).
constexpr std::string_view measuring = R"cuda(
namespace measuring {

static void must(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(70);
}

// Reads a buffer: what L2 held before is written back and replaced by clean lines.
__global__ void read_all(const float4* at, long long count, float* never) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  float sum = 0.0f;
  for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step) {
    const float4 v = at[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum != 0.0f) *never = sum;
}

// Keeps the stream busy while the host queues what is to be measured.
__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

struct Machine {
  cudaStream_t stream = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  float4* other = nullptr;
  long long bytes = 0;

  Machine() {
    int l2 = 0;
    must(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0), "asking for the device");
    bytes = 2LL * l2;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    must(cudaEventCreate(&begin), "making an event");
    must(cudaEventCreate(&end), "making an event");
    must(cudaMalloc(&other, bytes + sizeof(float4)), "allocating a buffer");
    must(cudaMemset(other, 0, bytes + sizeof(float4)), "clearing a buffer");
    must(cudaDeviceSynchronize(), "clearing a buffer");
  }
};
static Machine& machine() {
  static Machine all;
  return all;
}
static cudaStream_t stream() { return machine().stream; }
static void wait() { must(cudaStreamSynchronize(stream()), "the launch"); }

static void before(int warm) {
  Machine& m = machine();
  if (warm) {
    spin<<<1, 1, 0, m.stream>>>(60000);
  } else {
    const long long count = m.bytes / static_cast<long long>(sizeof(float4));
    read_all<<<1056, 256, 0, m.stream>>>(m.other, count, reinterpret_cast<float*>(m.other + count));
  }
  must(cudaGetLastError(), "before the launch");
}

static double between_events(void (*queue)(), int warm) {
  Machine& m = machine();
  before(warm);
  must(cudaEventRecord(m.begin, m.stream), "recording an event");
  queue();
  must(cudaEventRecord(m.end, m.stream), "recording an event");
  must(cudaEventSynchronize(m.end), "the launch");
  float milliseconds = 0.0f;
  must(cudaEventElapsedTime(&milliseconds, m.begin, m.end), "reading an event");
  return milliseconds * 1e-3;
}

static double once(void (*queue)(), int warm, int from_host) {
  if (!from_host) return between_events(queue, warm);
  before(warm);
  wait();
  const auto start = std::chrono::steady_clock::now();
  queue();
  wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

static double in_graph(void (*queue)(), int launches) {
  static void (*captured)() = nullptr;
  static int count = 0;
  static cudaGraphExec_t graph = nullptr;
  if (captured != queue || count != launches) {
    cudaGraph_t drawn = nullptr;
    must(cudaStreamBeginCapture(stream(), cudaStreamCaptureModeThreadLocal), "capturing");
    for (int i = 0; i < launches; ++i) queue();
    must(cudaStreamEndCapture(stream(), &drawn), "capturing");
    if (graph != nullptr) cudaGraphExecDestroy(graph);
    must(cudaGraphInstantiate(&graph, drawn, 0), "making a graph");
    cudaGraphDestroy(drawn);
    captured = queue;
    count = launches;
  }
  static const auto launch = [] { must(cudaGraphLaunch(graph, stream()), "launching a graph"); };
  return between_events([] { launch(); }, 1) / launches;
}

template <class Kernel>
static MeasuredFacts facts(Kernel kernel, int threads, long long dynamic, long long gx,
                           long long gy, long long gz, long long bx, long long by, long long bz) {
  cudaFuncAttributes a;
  must(cudaFuncGetAttributes(&a, kernel), "asking for the kernel's attributes");
  int blocks = 0;
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamic),
       "asking for the occupancy");
  return {{gx, gy, gz}, {bx, by, bz}, static_cast<long long>(a.sharedSizeBytes) + dynamic,
          a.numRegs, static_cast<long long>(a.localSizeBytes),
          static_cast<long long>(a.sharedSizeBytes), blocks};
}

}  // namespace measuring
)cuda";

}  // namespace

std::span<const SupportPart> support_parts() {
  return parts;
}
std::string_view filling_text() {
  return filling;
}
std::string_view checking_text() {
  return checking;
}
std::string_view timing_text() {
  return timing;
}
std::string_view measuring_text() {
  return measuring;
}

}  // namespace gpumodel
