// The vortex in CUDA.
//
//   gpumodel predict examples/vortex/vortex.cu --device h200 -- aligned 2001 100
//
// predicts it without a GPU.
#include <utility>

#include "cells.hpp"
#include "program.hpp"

#define CHECK(call)                                                              \
  do {                                                                           \
    const cudaError_t error_ = (call);                                           \
    if (error_ != cudaSuccess) {                                                 \
      std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                              \
    }                                                                            \
  } while (false)

namespace vortex {

// How far the run is, on the device: no step waits for the host.
struct Clock {
  double time, step;
};

constexpr int block_x = 32, block_y = 4;

__device__ inline int cell_x() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
__device__ inline int cell_y() {
  return blockIdx.y * blockDim.y + threadIdx.y;
}

template <class Version>
__global__ void find_rate(typename Version::In u, unsigned long long* fastest, int n, int pitch,
                          double h, double viscosity) {
  const Grid grid{n, pitch, h};
  __shared__ double of_warp[block_y];
  const int x = cell_x(), y = cell_y();
  double rate = 0;
  if (x < n && y < n) rate = rate_of<Version>(u, grid, viscosity, x, y);
  for (int lanes = 16; lanes > 0; lanes /= 2)
    rate = fmax(rate, __shfl_down_sync(0xffffffff, rate, lanes));
  if (threadIdx.x == 0) of_warp[threadIdx.y] = rate;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    for (int w = 1; w < block_y; ++w) rate = fmax(rate, of_warp[w]);
    atomicMax(fastest, __double_as_longlong(rate));  // of positive numbers, bits have their order
  }
}

__global__ void begin_step(unsigned long long* fastest, Clock* clock) {
  clock->step = courant / __longlong_as_double(*fastest);
  clock->time += clock->step;
  *fastest = 0;
}

template <class Version>
__global__ void find_viscosity(typename Version::In u, typename Version::Out local, int n,
                               int pitch, double h, double viscosity) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) set_viscosity<Version>(u, local, grid, viscosity, x, y);
}

template <class Version>
__global__ void convective_flux_x(typename Version::In u, typename Version::Out flux, int n,
                                  int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) set_convective_flux<Version, 0>(u, flux, grid, x, y);
}

template <class Version>
__global__ void convective_flux_y(typename Version::In u, typename Version::Out flux, int n,
                                  int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) set_convective_flux<Version, 1>(u, flux, grid, x, y);
}

template <class Version>
__global__ void viscous_flux_x(typename Version::In u, typename Version::In local,
                               typename Version::Out flux, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) set_viscous_flux<Version, 0>(u, local, flux, grid, x, y);
}

template <class Version>
__global__ void viscous_flux_y(typename Version::In u, typename Version::In local,
                               typename Version::Out flux, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) set_viscous_flux<Version, 1>(u, local, flux, grid, x, y);
}

template <class Version>
__global__ void convective_gain(typename Version::In u, typename Version::In along_x,
                                typename Version::In along_y, typename Version::Out gain, int n,
                                int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) set_convective_gain<Version>(u, along_x, along_y, gain, grid, x, y);
}

template <class Version>
__global__ void viscous_gain(typename Version::In u, typename Version::In local,
                             typename Version::In along_x, typename Version::In along_y,
                             typename Version::Out gain, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) add_viscous_gain<Version>(u, local, along_x, along_y, gain, grid, x, y);
}

template <class Version>
__global__ void runge_kutta(typename Version::In first, typename Version::In now,
                            typename Version::In gain, typename Version::Out next, double keep,
                            const Clock* clock, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) propagate(first, now, gain, next, keep, clock->step, grid, x, y);
}

template <class Version>
__global__ void flux_x(typename Version::In u, typename Version::In local,
                       typename Version::Out flux, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n)
    set_flux<Version, 0>(u, local, flux + grid.at(x, y), grid.plane(), grid, x, y);
}

template <class Version>
__global__ void flux_y(typename Version::In u, typename Version::In local,
                       typename Version::Out flux, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n)
    set_flux<Version, 1>(u, local, flux + grid.at(x, y), grid.plane(), grid, x, y);
}

template <class Version>
__global__ void gain_and_runge_kutta(typename Version::In first, typename Version::In now,
                                     typename Version::In local, typename Version::In along_x,
                                     typename Version::In along_y, typename Version::Out next,
                                     double keep, const Clock* clock, int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n)
    integrate<Version>(first, now, local, faces_of(along_x, along_y, grid, x, y), next, keep,
                       clock->step, grid, x, y);
}

// Only where a flow has a source: to verify viscous terms.
__global__ void source_term(const double* source, double* next, double keep, const Clock* clock,
                            int n, int pitch, double h) {
  const Grid grid{n, pitch, h};
  const int x = cell_x(), y = cell_y();
  if (x < n && y < n) add_source(source, next, keep, clock->step, grid, x, y);
}

namespace {

// What lies on the device.
struct Flow {
  Grid grid;
  double viscosity;
  double *first, *now, *next;         // coefficients
  double *local, *along_x, *along_y;  // viscosity, fluxes
  double *viscous_x, *viscous_y, *gain, *source;
  unsigned long long* fastest;
  Clock* clock;

  dim3 blocks() const {
    return {static_cast<unsigned>((grid.n + block_x - 1) / block_x),
            static_cast<unsigned>((grid.n + block_y - 1) / block_y), 1};
  }
  static dim3 block() { return {block_x, block_y, 1}; }
};

// A stage in eight kernels.
struct Apart {
  static constexpr bool viscous_arrays = true;

  template <class Version>
  static void stage(const Flow& f, double* now, double* next, double keep) {
    const dim3 blocks = f.blocks(), block = f.block();
    convective_flux_x<Version><<<blocks, block>>>(now, f.along_x, f.grid.n, f.grid.pitch, f.grid.h);
    convective_flux_y<Version><<<blocks, block>>>(now, f.along_y, f.grid.n, f.grid.pitch, f.grid.h);
    convective_gain<Version>
        <<<blocks, block>>>(now, f.along_x, f.along_y, f.gain, f.grid.n, f.grid.pitch, f.grid.h);
    find_viscosity<Version>
        <<<blocks, block>>>(now, f.local, f.grid.n, f.grid.pitch, f.grid.h, f.viscosity);
    viscous_flux_x<Version>
        <<<blocks, block>>>(now, f.local, f.viscous_x, f.grid.n, f.grid.pitch, f.grid.h);
    viscous_flux_y<Version>
        <<<blocks, block>>>(now, f.local, f.viscous_y, f.grid.n, f.grid.pitch, f.grid.h);
    viscous_gain<Version><<<blocks, block>>>(now, f.local, f.viscous_x, f.viscous_y, f.gain,
                                             f.grid.n, f.grid.pitch, f.grid.h);
    runge_kutta<Version><<<blocks, block>>>(f.first, now, f.gain, next, keep, f.clock, f.grid.n,
                                            f.grid.pitch, f.grid.h);
  }
};

// A stage in four kernels.
struct Together {
  static constexpr bool viscous_arrays = false;

  template <class Version>
  static void stage(const Flow& f, double* now, double* next, double keep) {
    const dim3 blocks = f.blocks(), block = f.block();
    find_viscosity<Version>
        <<<blocks, block>>>(now, f.local, f.grid.n, f.grid.pitch, f.grid.h, f.viscosity);
    flux_x<Version><<<blocks, block>>>(now, f.local, f.along_x, f.grid.n, f.grid.pitch, f.grid.h);
    flux_y<Version><<<blocks, block>>>(now, f.local, f.along_y, f.grid.n, f.grid.pitch, f.grid.h);
    gain_and_runge_kutta<Version><<<blocks, block>>>(f.first, now, f.local, f.along_x, f.along_y,
                                                     next, keep, f.clock, f.grid.n, f.grid.pitch,
                                                     f.grid.h);
  }
};

template <class T>
T* allocate(std::size_t count) {
  T* memory = nullptr;
  CHECK(cudaMalloc(&memory, count * sizeof(T)));
  return memory;
}

template <class Kernels>
Flow make_flow(const Run& run) {
  const std::size_t plane = run.grid.plane();
  const std::size_t bytes = run.u.size() * sizeof(double);
  Flow f = {};
  f.grid = run.grid;
  f.viscosity = run.viscosity;
  f.first = allocate<double>(run.u.size());
  f.now = allocate<double>(run.u.size());
  f.next = allocate<double>(run.u.size());
  f.local = allocate<double>(plane);
  f.along_x = allocate<double>(moments * plane);
  f.along_y = allocate<double>(moments * plane);
  if (Kernels::viscous_arrays) {
    f.viscous_x = allocate<double>(moments * plane);
    f.viscous_y = allocate<double>(moments * plane);
    f.gain = allocate<double>(run.u.size());
  }
  if (!run.source.empty()) {
    f.source = allocate<double>(run.u.size());
    CHECK(cudaMemcpy(f.source, run.source.data(), bytes, cudaMemcpyHostToDevice));
  }
  f.fastest = allocate<unsigned long long>(1);
  f.clock = allocate<Clock>(1);
  CHECK(cudaMemset(f.fastest, 0, sizeof(unsigned long long)));
  CHECK(cudaMemset(f.clock, 0, sizeof(Clock)));
  CHECK(cudaMemcpy(f.first, run.u.data(), bytes, cudaMemcpyHostToDevice));
  return f;
}

void free_flow(const Flow& f) {
  double* const arrays[] = {f.first,   f.now,       f.next,      f.local, f.along_x,
                            f.along_y, f.viscous_x, f.viscous_y, f.gain,  f.source};
  for (double* array : arrays) CHECK(cudaFree(array));
  CHECK(cudaFree(f.fastest));
  CHECK(cudaFree(f.clock));
}

double time_of(const Flow& f) {
  Clock clock;
  CHECK(cudaMemcpy(&clock, f.clock, sizeof clock, cudaMemcpyDeviceToHost));
  return clock.time;
}

template <class Version, class Kernels>
void take_step(Flow& f) {
  find_rate<Version><<<f.blocks(), f.block()>>>(f.first, f.fastest, f.grid.n, f.grid.pitch,
                                                f.grid.h, f.viscosity);
  begin_step<<<1, 1>>>(f.fastest, f.clock);
  double* const from[3] = {f.first, f.now, f.next};
  double* const to[3] = {f.now, f.next, f.now};
  for (int s = 0; s < 3; ++s) {
    Kernels::template stage<Version>(f, from[s], to[s], kept[s]);
    if (f.source != nullptr)
      source_term<<<f.blocks(), f.block()>>>(f.source, to[s], kept[s], f.clock, f.grid.n,
                                             f.grid.pitch, f.grid.h);
  }
  std::swap(f.first, f.now);
}

template <class Version, class Kernels>
void run_version(Run& run) {
  Flow f = make_flow<Kernels>(run);
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  while (run.goes_on()) {
    take_step<Version, Kernels>(f);
    ++run.taken;
    if (run.until > 0) run.time = time_of(f);
  }
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaGetLastError());
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  run.seconds = 1e-3 * milliseconds;
  run.time = time_of(f);
  CHECK(cudaMemcpy(run.u.data(), f.first, run.u.size() * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  free_flow(f);
}

}  // namespace

const std::vector<std::string> versions = {"adaptation", "fewer-accesses", "merged", "factored",
                                           "aligned"};

void advance(Run& run) {
  if (run.version == "adaptation") return run_version<Adaptation, Apart>(run);
  if (run.version == "fewer-accesses") return run_version<FewerAccesses, Apart>(run);
  if (run.version == "merged") return run_version<Merged, Together>(run);
  run_version<FactoredOut, Together>(run);  // the grid says whether it is aligned
}

}  // namespace vortex

int main(int count, char** arguments) {
  return vortex::run_program(count, arguments);
}
