// Calls settle_all() on numbers that nobody has seen. Arguments: size, seed, exit code if right.
#include <cmath>
#include <cstdlib>

float* host_array(int n);
void settle_all(const float* x, float* y, int n);

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::srand(static_cast<unsigned>(std::atoi(argv[2])));
  float *x = host_array(n), *y = host_array(n);
  // So far off that what is left of it after all rounds tells one number from another.
  for (int i = 0; i < n; ++i) x[i] = std::ldexp(1.0f + std::rand() % 1000, 90);
  for (int i = 0; i < n; ++i) y[i] = -1;
  settle_all(x, y, n);
  for (int i = 0; i < n; ++i) {
    float value = x[i];
    for (int k = 0; k < 100; ++k) value = 0.5f * value + 1.0f;
    if (!(std::fabs(y[i] - value) <= 1e-5f * value)) return 1;
  }
  return std::atoi(argv[3]);
}
