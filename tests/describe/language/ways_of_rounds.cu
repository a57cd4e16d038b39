// describe: --launch 'grid=[8,64] block=[128]' -D n=1024 -D width=432 -D height=256 -D dx=-1 -D dy=0 -D taken_10=0.5 -D x_rows=3 -D sum_elements=110592 -D cost_elements=110592 --values 'c_rounds=uniform: [1, 4]' --values 'k_rounds=uniform: [1, 4]'
// A round that a `continue` ends leaves no other number of them; nor does what a branch inside declares.
__global__ void others(int n, const float* __restrict__ x, float* out) {
  const int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= n) return;
  float best[4] = {};
  for (int j = 0; j < n; ++j) {
    if (j == q) continue;
    const float d = x[j] - x[q];
    if (d > best[0]) {
      int c = 0;
      while (best[c] < d && c < 3) {
        const int next = c + 1;
        best[c] = best[next];
        c = next;
      }
      best[c] = d;
    }
  }
  out[q] = best[0] + best[3];
}

// Steps of either sign, that a branch around the loop decides on: what it says holds inside.
__global__ void path(const unsigned char* __restrict__ cost, int* __restrict__ sum, int width,
                     int height, int dx, int dy) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  int start, end, step;
  if (dx != 0) {
    if (line >= height) return;
    start = dx > 0 ? 0 : width - 1;
    end = dx > 0 ? width : -1;
    step = dx;
  } else {
    if (line >= width) return;
    start = dy > 0 ? 0 : height - 1;
    end = dy > 0 ? height : -1;
    step = dy;
  }
  for (int t = start; t != end; t += step) {
    const int at = (dx != 0 ? line : t) * width + (dx != 0 ? t : line);
    sum[at] += cost[at];
  }
}

// Copies of a loop that a thread leaves when it likes keep their jumps.
__global__ void until(const float* __restrict__ x, unsigned char* mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int last = 0;
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    sum += x[k * n + i];
    last = k;
    if (sum > 0.5f) break;
  }
  mask[i] = last;
}

// Which way a round goes its counter says: round by round it is known.
__global__ void around(int n, const float* __restrict__ x, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= n) return;
  float sum = 0;
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    int a, b;
    switch (q) {
      case 0:
        a = i - 1, b = j;
        break;
      case 1:
        a = i + 1, b = j;
        break;
      case 2:
        a = i, b = j - 1;
        break;
      default:
        a = i, b = j + 1;
        break;
    }
    if (a < 0 || a >= n || b < 0 || b >= 64) continue;
    sum += x[b * n + a];
  }
  out[j * n + i] = sum;
}
