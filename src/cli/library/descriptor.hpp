// Files as the system numbers them: what streams cannot say or do.
#pragma once

#include <string_view>

namespace gpumodel {

// An open file.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();
  // False, with errno, where not all could be written.
  bool write(std::string_view bytes) const;
  // Onto the disk, where the file is on one. False, with errno.
  bool sync() const;

  enum class Lock { got, taken, not_possible };
  // flock: it goes with the process, however that ends.
  Lock lock() const;

 private:
  int number_;
};

}  // namespace gpumodel
