__global__ void k(int* p, int n) { int i = threadIdx.x; if (i < n) p[i] = 1; }
#include <unistd.h>
#include <cstring>
int main() { const char* s = "{\"do\": \"counted\", \"kernel\": \"k\", \"grid\": \"1 1 1\", \"block\": \"1 1 1\", \"blocks\": 1, \"why\": \"\", \"unknown\": \"\", \"numbers\": \"share 1 2\", \"between\": 0}\n"; write(3, s, strlen(s)); int* d; cudaMalloc(&d, 4096); k<<<1, 32>>>(d, 32); }
