// describe: -D nx=256 -D ny=256 -D nz=64
// What moves on in every round in which a condition holds that no round changes.

// Used where it moves alone: as if it moved for all. `here` is what it was a round before.
__global__ void planes(const float* in, float* out, int nx, int ny, int nz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  const bool inside = i < nx && j < ny;
  int at = j * nx + i, here;
  float value = 0.f;
  for (int k = 0; k < nz; k++) {
    if (inside) {
      here = at;
      at += nx * ny;
      if (k < nz - 1) value = in[at];
    }
    __syncthreads();
    if (inside) out[here] = value;
  }
}

// Used in any case: the step is 0 for threads that stay, or another one.
__global__ void stays(const float* in, float* out, int nz) {
  int at = threadIdx.x, other = threadIdx.x;
  for (int k = 0; k < nz; k++) {
    if (threadIdx.x < 16) {
      at += 64;
      other += 32;
    } else {
      other += 96;
    }
    out[at] = in[other];
  }
}

__global__ void pointer(const double* in, double* out, int nz) {
  const bool first = threadIdx.y == 0;
  const double* at = in + threadIdx.x;
  double sum = 0.;
  for (int k = 0; k < nz; k++) {
    if (first) {
      sum += *at;
      at += 32;
    }
    __syncthreads();
  }
  if (first) out[threadIdx.x] = sum;
}

// An index and a condition that are made in a branch, and used in others.
__global__ void halo(const float* in, float* out, int nx) {
  __shared__ float part[66];
  const int k = threadIdx.x;
  int at, there;
  bool is_halo = k < 2;
  if (is_halo) {
    at = k == 0 ? 0 : 65;
    there = blockIdx.x * 64 + at - 1;
    is_halo = there >= 0 && there < nx;
  }
  part[k + 1] = in[blockIdx.x * 64 + k];
  if (is_halo) part[at] = in[there];
  __syncthreads();
  out[blockIdx.x * 64 + k] = part[k] + part[k + 2];
}

void run(const float* in, float* out, const double* ind, double* outd, int nx, int ny, int nz) {
  planes<<<dim3(nx / 32, ny / 4), dim3(32, 4)>>>(in, out, nx, ny, nz);
  stays<<<1, 32>>>(in, out, nz);
  pointer<<<1, dim3(32, 4)>>>(ind, outd, nz);
  halo<<<nx / 64, 64>>>(in, out, nx);
}
