// Calls double_all() on racks that nobody has seen. Arguments: size, seed, exit code if it is
// right.
#include <cstdlib>
#include <vector>

struct Rack {
  float width_a, width_b, doubled;
};
void double_all(Rack* racks, int n);

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::srand(static_cast<unsigned>(std::atoi(argv[2])));
  std::vector<Rack> racks(n), before;
  for (Rack& each : racks) {
    each = {static_cast<float>(std::rand() % 1000), static_cast<float>(std::rand() % 1000), -1};
  }
  before = racks;
  double_all(racks.data(), n);
  for (int i = 0; i < n; ++i) {
    const float expected = 2 * (before[i].width_a + before[i].width_b);
    if (racks[i].doubled != expected || racks[i].width_a != before[i].width_a) return 1;
  }
  return std::atoi(argv[3]);
}
