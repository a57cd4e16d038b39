// What GCC's OpenACC calls, for one device that is the processor with memory of its own. Each
// clause that moves or makes data, and each region, is told to gpumodel (told.hpp). What is in a
// queue runs when the host waits for it, the latest that a device may do it. The functions are
// those of GCC 12.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "src/record/openacc/announced.hpp"
#include "src/record/openacc/memory.hpp"
#include "src/record/openacc/queues.hpp"
#include "src/record/openacc/told.hpp"

namespace gpumodel::openacc {
namespace {

void expect_no_address(const Caller& caller) {
  if (goes_on()) return assume(caller);
  fail(caller, "it uses an array that no data clause brings to the device");
}

// Whether an argument of a region is an address of the host: none of its data clauses brings what
// is there. Programs, their data and their stacks lie far up, where no usual number is.
bool is_address(const char* host, std::size_t bytes) {
  std::uintptr_t value = 0;
  if (bytes != sizeof value) return false;
  std::memcpy(&value, host, sizeof value);
  if (value >> 32 == 0 || value >> 47 != 0) return false;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return msync(reinterpret_cast<void*>(value / page * page), 1, MS_ASYNC) == 0;
}

bool brings(unsigned kind) {
  return (kind & ~unsigned{force}) <= tofrom;
}

// The clauses of a construct, from its begin to its end.
class Clauses {
 public:
  Clauses(std::size_t count, void** hosts, const std::size_t* sizes, const unsigned short* kinds,
          const Caller& caller, std::string& line) {
    for (std::size_t i = 0; i < count; ++i) {
      devices_.push_back(
          clause(static_cast<char*>(hosts[i]), sizes[i], kinds[i] & kind_bits, caller, line));
    }
  }
  void end() {
    for (std::size_t i = entered_.size(); i-- > 0;) leave(entered_[i].first, entered_[i].second);
    for (char* each : own_) std::free(each);
  }
  void** devices() { return devices_.data(); }
  // " used:HOST:BYTES" of each array that is on the device, however it came there.
  std::string used() const {
    std::vector<const Mapping*> all;
    std::string words;
    for (const char* host : arrays_) {
      const Mapping* found = find(host, 0);
      if (found == nullptr || std::ranges::find(all, found) != all.end()) continue;
      all.push_back(found);
      add(words, "used", found->host, found->bytes);
    }
    return words;
  }

 private:
  void* clause(char* host, std::size_t bytes, unsigned kind, const Caller& caller,
               std::string& line) {
    if (brings(kind)) {
      if (host == nullptr) return nullptr;
      entered_.emplace_back(host, bytes);
      // What the region only reads, and is as small as a number, travels with its arguments.
      std::string untold;
      const bool argument = (kind & tofrom) == to && bytes <= 2 * sizeof(double);
      if (argument && is_address(host, bytes)) expect_no_address(caller);
      if (!argument) arrays_.push_back(host);
      return enter(host, bytes, kind, caller, argument ? untold : line);
    }
    if (kind == force_present || kind == no_length || kind == if_present) arrays_.push_back(host);
    switch (kind) {
      case pointer: {  // `bytes` is how far before the data it points
        char* const* variable = reinterpret_cast<char**>(host);
        const Mapping* target = find(*variable + bytes, 0);
        char* device = target == nullptr
                           ? nullptr
                           : target->device + (*variable + bytes - target->host) - bytes;
        return copy_of(&device, sizeof device);
      }
      case first_private:
        if (is_address(host, bytes)) expect_no_address(caller);
        return copy_of(host, bytes);
      case first_private_int:
      case device_pointer:
        return host;
      case force_present:
        // `present(x)` of a pointer is meant for what it points to.
        if (goes_on() && find(host, bytes) == nullptr && is_address(host, bytes))
          return pointer_to(*reinterpret_cast<char**>(host), caller);
        return there(host, bytes, caller);
      case no_length:
        return host == nullptr ? nullptr : there(host, 0, caller);
      case if_present: {
        const Mapping* found = find(host, bytes);
        return found == nullptr ? host : found->device + (host - found->host);
      }
      default:
        fail(caller, "it has a clause that is not modelled");
    }
  }
  void* pointer_to(char* host, const Caller& caller) {
    arrays_.push_back(host);
    char* device = there(host, 0, caller);
    return copy_of(&device, sizeof device);
  }
  void* copy_of(const void* what, std::size_t bytes) {
    own_.push_back(static_cast<char*>(std::malloc(std::max<std::size_t>(bytes, 1))));
    std::memcpy(own_.back(), what, bytes);
    return own_.back();
  }

  std::vector<void*> devices_;
  std::vector<const char*> arrays_;  // of the host
  std::vector<std::pair<char*, std::size_t>> entered_;
  std::vector<char*> own_;
};

std::vector<Clauses>& regions_of_data() {
  static std::vector<Clauses>* all = new std::vector<Clauses>;
  return *all;
}

// `async` and `wait` of a region stand behind its other arguments, each with a tag.
long queue_of(va_list more) {
  long queue = synchronous;
  for (unsigned tag; (tag = va_arg(more, unsigned)) != 0;) {
    const unsigned code = tag >> 28, option = tag & 0xFFFFU;
    if (code == 1) {  // sizes: of the device, each an argument
      for (unsigned axis = 0; axis < 3; ++axis) {
        if ((option >> axis & 1U) != 0) va_arg(more, int);
      }
    } else if (code == 2) {
      queue = option == 0xFFFFU ? va_arg(more, int) : static_cast<long>(option);
    } else if (code == 3) {
      if (option == 0xFFFFU) finish_all();
      for (unsigned i = 0; i < option && option != 0xFFFFU; ++i) finish_queue(va_arg(more, int));
    }
  }
  return queue;
}

bool on_host(int flags) {
  return (~flags & 1) != 0;  // an `if` that does not hold
}

}  // namespace
}  // namespace gpumodel::openacc

using namespace gpumodel::openacc;

// NOLINTBEGIN(readability-identifier-naming): names are those of GCC
extern "C" {

void GOACC_parallel_keyed(int flags, void (*region)(void*), std::size_t count, void** hosts,
                          std::size_t* sizes, unsigned short* kinds, ...) {
  const Call call;
  if (on_host(flags)) {
    take_announced();  // what this is not
    return region(hosts);
  }
  va_list more;
  va_start(more, kinds);
  const Caller caller = caller_of(__builtin_return_address(0), queue_of(more));
  va_end(more);
  std::string line = beginning("region", caller);
  Clauses clauses(count, hosts, sizes, kinds, caller, line);
  tell(line + clauses.used() + take_announced());
  if (caller.queue == synchronous) {
    region(clauses.devices());
    return clauses.end();
  }
  enqueue(caller.queue, [region, clauses]() mutable {
    region(clauses.devices());
    clauses.end();
  });
}

void GOACC_data_start(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                      unsigned short* kinds) {
  const Call call;
  const Caller caller = caller_of(__builtin_return_address(0), synchronous);
  std::string line = beginning("data", caller);
  regions_of_data().emplace_back(on_host(flags) ? 0 : count, hosts, sizes, kinds, caller, line);
  tell(line);
}

void GOACC_data_end() {
  const Call call;
  regions_of_data().back().end();
  regions_of_data().pop_back();
  tell(beginning("end", caller_of(__builtin_return_address(0), synchronous)));
}

void GOACC_enter_data(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                      unsigned short* kinds, int queue, int, ...) {
  const Call call;
  if (on_host(flags)) return;
  const Caller caller = caller_of(__builtin_return_address(0), queue);
  finish_queue(queue);
  std::string line = beginning("enter", caller);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned kind = kinds[i] & kind_bits;
    if (brings(kind)) enter(static_cast<char*>(hosts[i]), sizes[i], kind, caller, line);
  }
  tell(line);
}

void GOACC_exit_data(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                     unsigned short* kinds, int queue, int, ...) {
  const Call call;
  if (on_host(flags)) return;
  const Caller caller = caller_of(__builtin_return_address(0), queue);
  finish_queue(queue);
  std::string line = beginning("exit", caller);
  for (std::size_t i = 0; i < count; ++i) {
    char* host = static_cast<char*>(hosts[i]);
    if (find(host, sizes[i]) == nullptr) continue;
    if (brings(kinds[i] & kind_bits) && (kinds[i] & from) != 0)
      update(host, sizes[i], false, caller, line);
    leave(host, sizes[i]);
  }
  tell(line);
}

void GOACC_update(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                  unsigned short* kinds, int queue, int, ...) {
  const Call call;
  if (on_host(flags)) return;
  const Caller caller = caller_of(__builtin_return_address(0), queue);
  finish_queue(queue);
  std::string line = beginning("update", caller);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned kind = kinds[i] & kind_bits;
    if (!brings(kind) || (kind & tofrom) == alloc) continue;
    update(static_cast<char*>(hosts[i]), sizes[i], (kind & to) != 0, caller, line);
  }
  tell(line);
}

void GOACC_wait(int, int count, ...) {
  const Call call;
  va_list queues;
  va_start(queues, count);
  if (count == 0) finish_all();
  for (int i = 0; i < count; ++i) finish_queue(va_arg(queues, int));
  va_end(queues);
  tell(beginning("wait", caller_of(__builtin_return_address(0), synchronous)));
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
