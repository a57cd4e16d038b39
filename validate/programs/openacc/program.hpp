// What a program written in OpenACC sees of its case, how it registers and how it is judged.
//
//   static void check(const gpumodel::OpenAccProgram& p) {
//     p.expect<float>("y", 1e-6, [&](std::int64_t i) { return 2 * p.start<float>("x", i); });
//   }
//
//   GPUMODEL_OPENACC_PROGRAM("double", nothing, check, p) {
//     const int N = p.value("N");
//     const float* x = p.buffer<float>("x");
//     float* y = p.buffer<float>("y");
//   #pragma acc parallel loop copyin(x[0 : N]) copyout(y[0 : N])
//     for (int i = 0; i < N; ++i) y[i] = 2 * x[i];
//   }
//
// The first run is judged, the others are timed, each from its begin to its end: nothing may be
// left running. Only the first one asks for memory (buffer() and its like remember), so a program
// first gets what it needs and then begins.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/timeline/program/script.hpp"
#include "validate/cases/kernel_case.hpp"
#include "validate/openacc/faults.hpp"
#include "validate/programs/openacc/sampled_answer.hpp"

namespace gpumodel {

class OpenAccProgram {
 public:
  // `on_host`: there is no device, regions run on the host.
  OpenAccProgram(Script script, bool on_host);
  ~OpenAccProgram();
  OpenAccProgram(const OpenAccProgram&) = delete;
  OpenAccProgram& operator=(const OpenAccProgram&) = delete;

  // A parameter of the program, a whole number. Throws CaseError: there is none of the name.
  int value(std::string_view parameter) const;
  // Of the first section of chunks; queues, where their number is bounded; and devices.
  int chunks() const;
  int queues() const;
  int devices() const { return script_.devices; }
  // Programs that use a queue for each block count from here: see renew_queues().
  int first_queue() const { return first_queue_; }

  // A buffer of the program in the host's memory, full of random numbers. Pinned where the program
  // says so; `starts_on: device` puts it there before the program begins.
  template <class T>
  T* buffer(std::string_view name) {
    return static_cast<T*>(place(name, sizeof(T), fill_random<T>, false));
  }
  // One that only the device uses, and that is there before the program begins.
  template <class T>
  T* device_buffer(std::string_view name) {
    return static_cast<T*>(place(name, sizeof(T), fill_random<T>, true));
  }
  // Whole numbers beside the buffers, on the device before the program begins: number(i) each.
  template <class Value>
  const int* table(std::string_view name, std::int64_t size, Value number) {
    const std::vector<int>* known = find_table(name);
    if (known != nullptr) return known->data();
    std::vector<int> numbers;
    for (std::int64_t i = 0; i < size; ++i) numbers.push_back(static_cast<int>(number(i)));
    return keep_table(name, std::move(numbers));
  }

  // What stood in a buffer before the first run.
  template <class T>
  T start(std::string_view name, std::int64_t i) const {
    return random_scalar<T>(seed_of(name), i);
  }
  // What the first run left there.
  template <class T>
  const T* left(std::string_view name) const {
    return static_cast<const T*>(at(name));
  }
  // Compares a sample of a buffer's numbers: expected(i) each. Throws WrongAnswer.
  template <class T, class Expected>
  void expect(std::string_view name, double tolerance, Expected expected) const {
    const std::string wrong = first_wrong(
        left<T>(name), bytes_of(name) / static_cast<std::int64_t>(sizeof(T)), tolerance, expected);
    if (!wrong.empty()) throw WrongAnswer("buffer '" + std::string(name) + "': " + wrong);
  }

  // Brings back to the host what only the device has.
  void fetch_resident();
  // Whether making queues belongs to the program.
  bool makes_queues() const { return script_.creates_streams; }
  // Before a run that is timed: no queue exists, and the device is ready (`run` is the program). A
  // queue ends with its device, so the device is closed and opened again.
  void renew_queues(void (*run)(OpenAccProgram&));

 private:
  struct Memory;
  using Fill = void (*)(void* at, std::int64_t bytes, std::uint64_t seed);

  template <class T>
  static T random_scalar(std::uint64_t seed, std::int64_t i) {
    return static_cast<T>(random_real(seed, static_cast<std::uint64_t>(i), 0.5, 1.5));
  }
  template <class T>
  static void fill_random(void* at, std::int64_t bytes, std::uint64_t seed) {
    const std::int64_t count = bytes / static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t i = 0; i < count; ++i) static_cast<T*>(at)[i] = random_scalar<T>(seed, i);
  }

  std::size_t number_of(std::string_view buffer) const;
  std::uint64_t seed_of(std::string_view buffer) const { return number_of(buffer); }
  std::int64_t bytes_of(std::string_view buffer) const;
  const void* at(std::string_view buffer) const;
  void* place(std::string_view buffer, std::size_t scalar_bytes, Fill fill, bool on_device);
  const std::vector<int>* find_table(std::string_view name) const;
  const int* keep_table(std::string_view name, std::vector<int> numbers);

  Script script_;
  bool on_host_;
  int one_chunk_ = 0;  // 1 while the device is made ready
  int first_queue_ = 0;
  std::vector<std::unique_ptr<Memory>> memory_;  // by buffer
  std::vector<std::pair<std::string, std::vector<int>>> tables_;
};

enum class ProgramNeeds {
  nothing,
  device,       // memory of its own
  two_devices,  // or more
};

struct RegisteredProgram {
  std::string id;
  ProgramNeeds needs;
  void (*check)(const OpenAccProgram&);
  void (*run)(OpenAccProgram&);
};
// Called before main() by the macro.
bool register_openacc_program(const RegisteredProgram& program);
// By id.
std::vector<RegisteredProgram> openacc_programs();

}  // namespace gpumodel

#define GPUMODEL_PROGRAM_JOINED(A, B) A##B
#define GPUMODEL_PROGRAM_AS(NAME, LINE, NEEDS, CHECK, P)                                      \
  static void GPUMODEL_PROGRAM_JOINED(run_, LINE)(gpumodel::OpenAccProgram & P);              \
  [[maybe_unused]] static const bool GPUMODEL_PROGRAM_JOINED(registered_, LINE) =             \
      gpumodel::register_openacc_program(                                                     \
          {NAME, gpumodel::ProgramNeeds::NEEDS, CHECK, GPUMODEL_PROGRAM_JOINED(run_, LINE)}); \
  static void GPUMODEL_PROGRAM_JOINED(run_, LINE)([[maybe_unused]] gpumodel::OpenAccProgram & P)
#define GPUMODEL_OPENACC_PROGRAM(NAME, NEEDS, CHECK, P) \
  GPUMODEL_PROGRAM_AS(NAME, __LINE__, NEEDS, CHECK, P)
