// Work that keeps a queue of OpenACC busy while the host adds what is to be measured.
#pragma once

namespace gpumodel {

class OpenAccSpin {
 public:
  // Memory on the device. Throws std::bad_alloc where it has none.
  OpenAccSpin();
  ~OpenAccSpin();
  OpenAccSpin(const OpenAccSpin&) = delete;
  OpenAccSpin& operator=(const OpenAccSpin&) = delete;

  void enqueue(int queue) const;

 private:
  double* at_;
};

}  // namespace gpumodel
