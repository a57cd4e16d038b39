// The memory of the device, which is the processor's: kept apart from that of the host, so that
// what a data clause forgets is missing there as it would be on a GPU.
#pragma once

#include <cstddef>
#include <string>

#include "src/record/openacc/told.hpp"

namespace gpumodel::openacc {

// Kinds of clauses, as between GCC 12 and its library (gomp-constants.h).
enum Kind : unsigned {
  alloc = 0,
  to = 1,
  from = 2,
  tofrom = 3,
  pointer = 4,  // a pointer variable to what the clause before brings
  force_present = 6,
  remove = 7,
  device_pointer = 8,
  if_present = 11,
  first_private = 12,
  first_private_int = 13,
  no_length = 15,  // an array that should be there already
  release = 23,
  force = 0x80,  // beside one of the first four
};
constexpr unsigned kind_bits = 0xFF;

struct Mapping {
  char* host;
  std::size_t bytes;
  char* device;
  int users;
  bool copies_back;  // when the last one leaves
};

// That holds all of it; null: none.
Mapping* find(const char* host, std::size_t bytes);
// Where it is on the device; where it is not, fails, or assumes that it is where the host has it.
char* there(char* host, std::size_t bytes, const Caller& caller);
// Brings what is not there yet, and says so in `line`.
char* enter(char* host, std::size_t bytes, unsigned kind, const Caller& caller, std::string& line);
// Copies what is there to the device or back, and says so.
void update(char* host, std::size_t bytes, bool goes, const Caller& caller, std::string& line);
void leave(const char* host, std::size_t bytes);

}  // namespace gpumodel::openacc
