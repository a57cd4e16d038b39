// describe: -D n=1Mi
// Templates, structures, references and functions of C++ in a region.
#include <algorithm>
#include <cstddef>

namespace {
struct Particle {
  float x, v;
};
template <class T>
T limited(T value, const T& most) {
  return std::min(value, most);
}
}  // namespace

template <int Steps, class T>
void move(T* particles, const float* force, std::size_t n, float& limit) {
  const float dt = 0.5f;
#pragma acc parallel loop independent copy(particles[0 : n]) copyin(force[0 : n]) vector_length(64)
  for (std::size_t i = 0; i < n; ++i) {
    for (int step = 0; step < Steps; ++step) {
      particles[i].v += limited(force[i], limit) * dt;
      particles[i].x += particles[i].v * dt;
    }
  }
}

void run(Particle* particles, const float* force, std::size_t n) {
  float limit = 3;
  move<4>(particles, force, n, limit);
}
