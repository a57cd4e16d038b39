// The line to gpumodel: what the application calls goes out as a record a line, and what it asks of
// the model comes back as a number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gpumodel::record {

// Of the machine that this runs on, whatever the application is told.
double real_seconds();

class Record {
 public:
  explicit Record(std::string_view what);
  Record& number(std::string_view key, std::uint64_t value);
  Record& text(std::string_view key, std::string_view value);
  Record& json(std::string_view key, std::string_view value);
  Record& pointer(std::string_view key, const void* value) {
    return number(key, reinterpret_cast<std::uintptr_t>(value));
  }
  Record& place(const char* file, unsigned line);
  // Nothing is sent by a child that the application forked.
  void send();
  // What gpumodel answers, in seconds.
  double ask();

 private:
  void key(std::string_view name);
  std::string line_;
};

// Between two calls the host works: `Call` stands in every function of the runtime. One thread at a
// time is in it.
class Call {
 public:
  enum Why { call, clock };
  explicit Call(Why why = call);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

// What gpumodel says of the machine: "device 0 multiProcessorCount 132", "kernel _Z1kPf 8 4".
class Setup {
 public:
  // Ends the application where it was not started by gpumodel.
  static const Setup& get();
  int devices = 1;
  bool warp = false, executes = false;
  unsigned cores = 1;  // that kernels are executed on
  int seconds = 0;     // that the application may run
  std::string data;    // the beginning of files for contents of arrays
  // Null where neither the device file nor its compute capability says it.
  const std::string* stated(int device, std::string_view name) const;
  std::uint64_t number(int device, std::string_view name) const;
  std::string name(int device) const;
  // Bytes of the kernel's parameters, one behind the other: " 8 4"; null if it is unknown.
  const std::string* parameters(std::string_view kernel) const;
  const std::string* read_only(std::string_view kernel) const;  // numbers of parameters: " 0 2"
  const std::string* contents(std::string_view kernel) const;   // the same: they are to be kept
  std::uint64_t shared(std::string_view kernel) const;          // bytes that it declares
  std::uint64_t max_threads(std::string_view kernel) const;     // of a block
  // That the application makes, as far as somebody knows, else 1.
  std::uint64_t launches(std::string_view kernel, const std::array<unsigned, 3>& block) const;

 private:
  Setup();
};

// Seconds since the application began, as the model counts them.
double predicted_seconds();

}  // namespace gpumodel::record
