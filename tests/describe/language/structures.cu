// describe: -D n=1Mi --launch 'grid=[ceil_div(n, 128)] block=[128]'
struct Particle {
  float x, y, z;
  float v[3];
};
__global__ void move(Particle* __restrict__ p, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].x += dt * p[i].v[0];
  p[i].y += dt * p[i].v[1];
  p[i].z += dt * p[i].v[2];
}
