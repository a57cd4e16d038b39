// What GCC's OpenACC calls, for one device that is the processor with memory of its own: what a
// data clause forgets is missing there as it would be on a GPU. Each clause that moves or makes
// data, and each region, is told to gpumodel, a line each:
//
//   WHAT ADDRESS QUEUE CLAUSE:HOST:BYTES ...
//
// ADDRESS is where the program called, from its beginning; QUEUE is - or the number of `async`.
// What is in a queue runs when the host waits for it, the latest that a device may do it. The
// functions and the kinds of clauses are those between GCC 12 and its library (libgomp,
// gomp-constants.h).
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" const char __executable_start;  // NOLINT(readability-identifier-naming): the linker's

namespace {

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
constexpr long synchronous = -2;

struct Mapping {
  char* host;
  std::size_t bytes;
  char* device;
  int users;
  bool copies_back;  // when the last one leaves
};

struct Caller {
  std::uintptr_t at;
  long queue;
};

std::vector<Mapping>& present() {
  static std::vector<Mapping>* all = new std::vector<Mapping>;
  return *all;
}

int channel() {
  static const int made = [] {
    const char* text = std::getenv("GPUMODEL_RECORD_SOCKET");
    if (text != nullptr) return std::atoi(text);
    std::fputs("error: this program was built to be judged: gpumodel learn runs it\n", stderr);
    _exit(126);
  }();
  return made;
}

void tell(std::string line) {
  line += '\n';
  const char* at = line.data();
  for (std::size_t left = line.size(); left > 0;) {
    const ssize_t sent = send(channel(), at, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(125);  // gpumodel has ended
    at += sent;
    left -= static_cast<std::size_t>(sent);
  }
}

std::string beginning(const char* what, const Caller& caller) {
  return std::string(what) + ' ' + std::to_string(caller.at) + ' ' +
         (caller.queue == synchronous ? "-" : std::to_string(caller.queue));
}

[[noreturn]] void fail(const Caller& caller, const std::string& why) {
  tell(beginning("fault", caller) + ' ' + why);
  _exit(126);
}

void add(std::string& line, const char* clause, const char* host, std::size_t bytes) {
  line += std::string(" ") + clause + ':' + std::to_string(reinterpret_cast<std::uintptr_t>(host)) +
          ':' + std::to_string(bytes);
}

const char* clause_of(unsigned kind) {
  constexpr const char* all[] = {"create", "copyin", "copyout", "copy"};
  return all[kind & 3U];
}

Mapping* find(const char* host, std::size_t bytes) {
  for (Mapping& each : present()) {
    const bool begins = host >= each.host && host < each.host + each.bytes;
    if (begins && host + bytes <= each.host + each.bytes) return &each;
  }
  return nullptr;
}

bool touches(const char* host, std::size_t bytes) {
  return std::ranges::any_of(present(), [&](const Mapping& each) {
    return host < each.host + each.bytes && each.host < host + bytes;
  });
}

char* there(const char* host, std::size_t bytes, const Caller& caller) {
  if (const Mapping* found = find(host, bytes)) return found->device + (host - found->host);
  fail(caller, "it uses data that is not on the device");
}

[[noreturn]] void refuse_address(const Caller& caller) {
  fail(caller, "it uses an array that no data clause brings to the device");
}

// Brings what is not there yet.
char* enter(char* host, std::size_t bytes, unsigned kind, const Caller& caller, std::string& line) {
  if (Mapping* found = find(host, bytes)) {
    ++found->users;
    return found->device + (host - found->host);
  }
  if (touches(host, bytes)) fail(caller, "a part of its data is on the device, and a part is not");
  char* device = static_cast<char*>(std::malloc(std::max<std::size_t>(bytes, 1)));
  if (device == nullptr) fail(caller, "memory is used up");
  std::memset(device, 0xFF, bytes);  // numbers that are none
  if ((kind & to) != 0) std::memcpy(device, host, bytes);
  present().push_back({host, bytes, device, 1, (kind & from) != 0});
  add(line, clause_of(kind), host, bytes);
  return device;
}

void leave(const char* host, std::size_t bytes) {
  Mapping* found = find(host, bytes);
  if (found == nullptr || --found->users > 0) return;
  if (found->copies_back) std::memcpy(found->host, found->device, found->bytes);
  std::free(found->device);
  present().erase(present().begin() + (found - present().data()));
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

 private:
  void* clause(char* host, std::size_t bytes, unsigned kind, const Caller& caller,
               std::string& line) {
    if (brings(kind)) {
      if (host == nullptr) return nullptr;
      entered_.emplace_back(host, bytes);
      // What the region only reads, and is as small as a number, travels with its arguments.
      std::string untold;
      const bool argument = (kind & tofrom) == to && bytes <= 2 * sizeof(double);
      if (argument && is_address(host, bytes)) refuse_address(caller);
      return enter(host, bytes, kind, caller, argument ? untold : line);
    }
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
        if (is_address(host, bytes)) refuse_address(caller);
        return copy_of(host, bytes);
      case first_private_int:
      case device_pointer:
        return host;
      case force_present:
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
  void* copy_of(const void* what, std::size_t bytes) {
    own_.push_back(static_cast<char*>(std::malloc(std::max<std::size_t>(bytes, 1))));
    std::memcpy(own_.back(), what, bytes);
    return own_.back();
  }

  std::vector<void*> devices_;
  std::vector<std::pair<char*, std::size_t>> entered_;
  std::vector<char*> own_;
};

std::vector<Clauses>& regions_of_data() {
  static std::vector<Clauses>* all = new std::vector<Clauses>;
  return *all;
}

// A region that waits in a queue for its turn.
struct Pending {
  long queue;
  void (*region)(void*);
  Clauses clauses;
};
std::vector<Pending>& pending() {
  static std::vector<Pending>* all = new std::vector<Pending>;
  return *all;
}

void finish(Pending& each) {
  each.region(each.clauses.devices());
  each.clauses.end();
}

void finish_all() {
  for (Pending& each : pending()) finish(each);
  pending().clear();
}

void finish_queue(long queue) {
  std::erase_if(pending(), [&](Pending& each) {
    if (each.queue != queue) return false;
    finish(each);
    return true;
  });
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

Caller caller_of(const void* return_address, long queue) {
  return {
      static_cast<std::uintptr_t>(static_cast<const char*>(return_address) - &__executable_start) -
          1,
      queue};
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names are those of GCC
extern "C" {

void GOACC_parallel_keyed(int flags, void (*region)(void*), std::size_t count, void** hosts,
                          std::size_t* sizes, unsigned short* kinds, ...) {
  if (on_host(flags)) return region(hosts);
  va_list more;
  va_start(more, kinds);
  const Caller caller = caller_of(__builtin_return_address(0), queue_of(more));
  va_end(more);
  std::string line = beginning("region", caller);
  Clauses clauses(count, hosts, sizes, kinds, caller, line);
  tell(line);
  Pending made{caller.queue, region, std::move(clauses)};
  if (caller.queue == synchronous) return finish(made);
  pending().push_back(std::move(made));
}

void GOACC_data_start(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                      unsigned short* kinds) {
  const Caller caller = caller_of(__builtin_return_address(0), synchronous);
  std::string line = beginning("data", caller);
  regions_of_data().emplace_back(on_host(flags) ? 0 : count, hosts, sizes, kinds, caller, line);
  tell(line);
}

void GOACC_data_end() {
  regions_of_data().back().end();
  regions_of_data().pop_back();
  tell(beginning("end", caller_of(__builtin_return_address(0), synchronous)));
}

void GOACC_enter_data(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                      unsigned short* kinds, int queue, int, ...) {
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
  if (on_host(flags)) return;
  const Caller caller = caller_of(__builtin_return_address(0), queue);
  finish_queue(queue);
  std::string line = beginning("exit", caller);
  for (std::size_t i = 0; i < count; ++i) {
    char* host = static_cast<char*>(hosts[i]);
    Mapping* found = find(host, sizes[i]);
    if (found == nullptr) continue;
    if (brings(kinds[i] & kind_bits) && (kinds[i] & from) != 0) {
      std::memcpy(host, found->device + (host - found->host), sizes[i]);
      add(line, "copyout", host, sizes[i]);
    }
    leave(host, sizes[i]);
  }
  tell(line);
}

void GOACC_update(int flags, std::size_t count, void** hosts, std::size_t* sizes,
                  unsigned short* kinds, int queue, int, ...) {
  if (on_host(flags)) return;
  const Caller caller = caller_of(__builtin_return_address(0), queue);
  finish_queue(queue);
  std::string line = beginning("update", caller);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned kind = kinds[i] & kind_bits;
    if (!brings(kind) || (kind & tofrom) == alloc) continue;
    char* host = static_cast<char*>(hosts[i]);
    char* device = there(host, sizes[i], caller);
    const bool goes = (kind & to) != 0;
    std::memcpy(goes ? device : host, goes ? host : device, sizes[i]);
    add(line, goes ? "copyin" : "copyout", host, sizes[i]);
  }
  tell(line);
}

void GOACC_wait(int, int count, ...) {
  va_list queues;
  va_start(queues, count);
  if (count == 0) finish_all();
  for (int i = 0; i < count; ++i) finish_queue(va_arg(queues, int));
  va_end(queues);
  tell(beginning("wait", caller_of(__builtin_return_address(0), synchronous)));
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
