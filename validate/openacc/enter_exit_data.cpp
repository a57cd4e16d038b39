// `enter data` and `exit data` need no braces around the life of an array on the device: a
// constructor and a destructor can hold them.
#include "validate/openacc/idiom.hpp"

namespace {

class DeviceVector {
 public:
  explicit DeviceVector(std::vector<int>& host)
      : at_(host.data()), n_(static_cast<int>(host.size())) {
    // Directives want names of pointers, not members.
    [[maybe_unused]] int* at = at_;
    [[maybe_unused]] const int n = n_;
#pragma acc enter data copyin(at[0 : n])
  }
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;
  ~DeviceVector() {
    [[maybe_unused]] int* at = at_;
    [[maybe_unused]] const int n = n_;
#pragma acc exit data copyout(at[0 : n])
  }

  void add(int summand) {
    int* at = at_;
    const int n = n_;
#pragma acc parallel loop present(at[0 : n])
    for (int i = 0; i < n; ++i) at[i] += summand;
  }

 private:
  int* at_;
  int n_;
};

}  // namespace

GPUMODEL_IDIOM("enter-exit-data", nothing) {
  std::vector<int> a(4096);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i);
  {
    DeviceVector on_device(a);
    on_device.add(5);
    on_device.add(7);
  }
  gpumodel::expect_all(a, [](std::size_t i) { return i + 12; });
}
