// A breadth-first search by levels: what a launch does depends on those before it. Of a binary tree,
// level k has 2^k nodes.
#include <cstdio>
#include <vector>

__global__ void visit(int nodes, int level, const int *first, const int *edges, int *levels) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes) return;
  if (levels[node] == level) {
    for (int i = first[node]; i < first[node + 1]; ++i) {
      if (levels[edges[i]] < 0) levels[edges[i]] = level + 1;
    }
  }
}

int main() {
  const int nodes = 1 << 14, most = 14;
  std::vector<int> first, edges, levels(nodes, -1);
  for (int node = 0; node < nodes; ++node) {  // a tree, each with its two children
    first.push_back(static_cast<int>(edges.size()));
    for (int child = 2 * node + 1; child <= 2 * node + 2; ++child)
      if (child < nodes) edges.push_back(child);
  }
  first.push_back(static_cast<int>(edges.size()));
  levels[0] = 0;
  int *d_first, *d_edges, *d_levels;
  cudaMalloc(&d_first, first.size() * sizeof(int));
  cudaMalloc(&d_edges, edges.size() * sizeof(int));
  cudaMalloc(&d_levels, levels.size() * sizeof(int));
  cudaMemcpy(d_first, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_levels, levels.data(), levels.size() * sizeof(int), cudaMemcpyHostToDevice);
  for (int level = 0; level < most; ++level)
    visit<<<(nodes + 255) / 256, 256>>>(nodes, level, d_first, d_edges, d_levels);
  cudaDeviceSynchronize();
  return 0;
}
