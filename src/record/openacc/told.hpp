// What a program in OpenACC does, told to gpumodel, a line each:
//
//   WHAT ADDRESS QUEUE WORD...
//
// ADDRESS is where the program called, from its beginning; QUEUE is - or the number of `async`.
// Words of data are CLAUSE:HOST:BYTES; what else a region has is in announced.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpumodel::openacc {

struct Caller {
  std::uintptr_t at;
  long queue;
};
constexpr long synchronous = -2;

Caller caller_of(const void* return_address, long queue);

std::string beginning(const char* what, const Caller& caller);
void add(std::string& line, const char* clause, const char* host, std::size_t bytes);
void tell(std::string line);
[[noreturn]] void fail(const Caller& caller, const std::string& why);

// Whether the program goes on where a GPU would find no data: of one that is predicted, not judged,
// which a compiler may have been meant for that brings by itself what no clause names.
bool goes_on();
// It did, here: "assumed ADDRESS -".
void assume(const Caller& caller);

// A call of the program: what the host did before it is told where it took its time, as
// "host 0 - NANOSECONDS"; what the call takes here is nobody's.
class Call {
 public:
  Call();
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

}  // namespace gpumodel::openacc
