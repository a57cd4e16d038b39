// Launches kernels of the library once each, for a profiler to count: count.py runs it. With an
// argument only the case of that name. Prints the name and CUDA's verdict of every case.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>
#include "validate/counters/kernels.cuh"
K partial_store(float* R b, int st, int N) {
  int i = GX;
  if (i < N) b[(long)i * st] = 1.f;
}
template <class T>
T* dev(size_t n) {
  T* p;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) {
    printf("oom\n");
    exit(1);
  }
  cudaMemset(p, 0, n * sizeof(T));
  return p;
}
template <class T>
T* up(const std::vector<T>& v) {
  T* p = dev<T>(v.size());
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
static unsigned long long rs = 88172645463325252ull;
unsigned rnd() {
  rs ^= rs << 13;
  rs ^= rs >> 7;
  rs ^= rs << 17;
  return (unsigned)(rs >> 16);
}
int main(int argc, char** argv) {
  std::string which = argc > 1 ? argv[1] : "";
  auto run = [&](const char* name, std::function<void()> f) {
    if (!which.empty() && which != name) return;
    f();
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s %s\n", name, cudaGetErrorString(e));
  };
  size_t big = (size_t)1 << 27;
  float *a = dev<float>(big * 2), *b = dev<float>(big * 2);
  double* da = (double*)a;
  double* db = (double*)b;
  double* dc = dev<double>(1 << 26);
  int N = 1 << 26;
  run("copy", [&] { copy<<<N / 256, 256>>>(a, b, N); });
  run("copy-vec4", [&] { copy_vec4<<<N / 4 / 256, 256>>>((float4*)a, (float4*)b, N); });
  for (int st : {2, 8, 32})
    run(("copy-strided-" + std::to_string(st)).c_str(),
        [&] { copy_strided<<<(1 << 23) / 256, 256>>>(a, b, st, 1 << 23); });
  for (int st : {2, 8, 16})
    run(("partial-" + std::to_string(st)).c_str(),
        [&] { partial_store<<<(1 << 23) / 256, 256>>>(b, st, 1 << 23); });
  {
    int n = 1 << 24;
    for (int lr : {16, 20, 24, 27}) {
      std::vector<int> ix(n);
      for (auto& v : ix) v = rnd() % (1u << lr);
      int* dx = up(ix);
      run(("gather-" + std::to_string(lr)).c_str(), [&] { gather<<<n / 256, 256>>>(a, dx, b, n); });
      run(("scatter-" + std::to_string(lr)).c_str(),
          [&] { scatter<<<n / 256, 256>>>(a, dx, b, n); });
      cudaFree(dx);
    }
  }
  run("rack-aos", [&] { rack_aos<<<N / 256, 256>>>((rack*)a, N); });
  run("triad", [&] { triad<<<N / 256, 256>>>(da, db, dc, 3.0, N); });
  for (auto s : {dim3(32, 1), dim3(32, 4), dim3(256, 1), dim3(16, 16)})
    run(("jacobi2d-" + std::to_string(s.x) + "x" + std::to_string(s.y)).c_str(),
        [&] { jacobi2d<<<dim3(8192 / s.x, 8192 / s.y), s>>>(da, db, 8192, 8192); });
  run("jacobi2d-odd", [&] {
    jacobi2d<<<dim3((8191 + 31) / 32, (8191 + 3) / 4), dim3(32, 4)>>>(da, db, 8191, 8191);
  });
  run("jacobi2d-wide",
      [&] { jacobi2d<<<dim3(65536 / 32, 1024 / 4), dim3(32, 4)>>>(da, db, 1024, 65536); });
  for (int n : {128, 512}) {
    run(("heat3d-" + std::to_string(n)).c_str(), [&] {
      heat3d<<<dim3(n / 32, n, n), dim3(32, 1, 1)>>>(b, a, nullptr, n, n, n, 1, 1, 1, .1f, 1);
    });
    run(("heat3d-64x8-" + std::to_string(n)).c_str(), [&] {
      heat3d<<<dim3(n / 64, n / 8, n), dim3(64, 8, 1)>>>(b, a, nullptr, n, n, n, 1, 1, 1, .1f, 1);
    });
    run(("heat3d-z-" + std::to_string(n)).c_str(), [&] {
      heat3d_z<<<dim3(n / 128, n / 4, n / 4), dim3(128, 4, 1)>>>(b, a, nullptr, n, n, n, 1, 1, 1,
                                                                 .1f, 1);
    });
  }
  run("transpose-naive", [&] { transpose_naive<<<dim3(256, 256), dim3(32, 8)>>>(a, b, 8192); });
  run("transpose-tiled", [&] { transpose_tiled<<<dim3(256, 256), dim3(32, 8)>>>(a, b, 8192); });
  run("transpose-padded", [&] { transpose_padded<<<dim3(256, 256), dim3(32, 8)>>>(a, b, 8192); });
  run("matmul-naive-f32-16",
      [&] { matmul_naive_f32<<<dim3(128, 128), dim3(16, 16)>>>(a, b, (float*)dc, 2048); });
  run("matmul-naive-f32-32",
      [&] { matmul_naive_f32<<<dim3(64, 64), dim3(32, 32)>>>(a, b, (float*)dc, 2048); });
  run("matmul-tiled-f32-16",
      [&] { matmul_tiled16_f32<<<dim3(128, 128), dim3(16, 16)>>>(a, b, (float*)dc, 2048); });
  run("matmul-tiled-f32-32",
      [&] { matmul_tiled32_f32<<<dim3(64, 64), dim3(32, 32)>>>(a, b, (float*)dc, 2048); });
  run("matmul-tiled-f64-16",
      [&] { matmul_tiled16_f64<<<dim3(128, 128), dim3(16, 16)>>>(da, db, dc, 2048); });
  run("conv2d", [&] { conv2d<<<dim3(256, 1024), dim3(32, 8)>>>(a, b, 8192, 8192); });
  run("conv3d", [&] { conv3d<<<dim3(512 / 32, 512 / 4, 512 / 2), dim3(32, 4, 2)>>>(a, b, 512); });
  run("softmax", [&] { softmax<<<16384, 256>>>(a, b, 4096); });
  run("layer-norm",
      [&] { layernorm<<<16384, 256>>>(a, (float*)dc, (float*)dc + 4096, b, 4096, 1e-5f); });
  {
    int rows = 1 << 18, len = 32;
    std::vector<int> rp(rows + 1), col((size_t)rows * len);
    for (int i = 0; i <= rows; i++) rp[i] = i * len;
    for (int i = 0; i < rows * len; i++) col[i] = (i / len + i % len) % rows;
    int *drp = up(rp), *dcol = up(col);
    run("spmv-scalar", [&] { spmv_scalar<<<rows / 128, 128>>>(drp, dcol, da, db, dc, rows); });
    run("spmv-vector-8", [&] { spmv_v8<<<rows * 8 / 128, 128>>>(drp, dcol, da, db, dc, rows); });
    run("spmv-vector-32", [&] { spmv_v32<<<rows * 32 / 128, 128>>>(drp, dcol, da, db, dc, rows); });
    cudaFree(drp);
    cudaFree(dcol);
  }
  {
    int n = 1 << 24;
    for (int lb : {0, 8, 16, 22}) {
      std::vector<int> v(n);
      for (auto& x : v) x = rnd() % (1u << lb);
      int* dv = up(v);
      run(("histogram-global-" + std::to_string(lb)).c_str(),
          [&] { histogram_global_plain<<<n / 256, 256>>>(dv, (unsigned*)b, n); });
      cudaFree(dv);
    }
  }
  run("nbody", [&] { nbody<<<65536 / 256, 256>>>((float4*)a, (float4*)b, 65536, .01f); });
  run("dot", [&] { dot<<<1056, 256>>>(da, db, dc, N); });
  run("read", [&] { readk<<<1056, 256>>>(a, b, N); });
  run("jacobi2d-max",
      [&] { jacobi2d_max<<<dim3(256, 2048), dim3(32, 4)>>>(da, db, dc, 8192, 8192); });
  run("scan-blocks", [&] { scan_blocks<<<N / 256, 256>>>(a, b, (float*)dc, N); });
  {
    int cells = 864, nl = 40, f1 = 27, f2 = 24;
    std::vector<int> m1((size_t)cells * f1), m2((size_t)cells * f2);
    for (int c = 0; c < cells; c++) {
      for (int i = 0; i < f1; i++) m1[c * f1 + i] = (c * f1 + i) * nl;
      for (int i = 0; i < f2; i++) m2[c * f2 + i] = (c * f2 + i) * nl;
    }
    int *d1 = up(m1), *d2 = up(m2);
    run("lma-single", [&] { lma_single<<<cells, 128>>>(cells, nl, f1, f2, da, db, dc, d1, d2); });
  }
  return 0;
}
