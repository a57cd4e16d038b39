#include "src/record/openacc/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <list>

namespace gpumodel::openacc {
namespace {

std::list<Mapping>& present() {
  static std::list<Mapping>* all = new std::list<Mapping>;
  return *all;
}

const char* clause_of(unsigned kind) {
  constexpr const char* all[] = {"create", "copyin", "copyout", "copy"};
  return all[kind & 3U];
}

bool touches(const char* host, std::size_t bytes) {
  return std::ranges::any_of(present(), [&](const Mapping& each) {
    return host < each.host + each.bytes && each.host < host + bytes;
  });
}

}  // namespace

Mapping* find(const char* host, std::size_t bytes) {
  for (Mapping& each : present()) {
    const bool begins = host >= each.host && host < each.host + each.bytes;
    if (begins && host + bytes <= each.host + each.bytes) return &each;
  }
  return nullptr;
}

char* there(char* host, std::size_t bytes, const Caller& caller) {
  if (const Mapping* found = find(host, bytes)) return found->device + (host - found->host);
  if (goes_on()) {
    assume(caller);
    return host;
  }
  fail(caller, "it uses data that is not on the device");
}

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

void update(char* host, std::size_t bytes, bool goes, const Caller& caller, std::string& line) {
  char* device = there(host, bytes, caller);
  std::memmove(goes ? device : host, goes ? host : device, bytes);
  add(line, clause_of(goes ? to : from), host, bytes);
}

void leave(const char* host, std::size_t bytes) {
  Mapping* found = find(host, bytes);
  if (found == nullptr || --found->users > 0) return;
  if (found->copies_back) std::memcpy(found->host, found->device, found->bytes);
  std::free(found->device);
  present().remove_if([&](const Mapping& each) { return &each == found; });
}

}  // namespace gpumodel::openacc
