// Functions of OpenACC that programs call themselves (openacc.h of GCC): one device of NVIDIA's.
#include <cstdlib>

#include "src/record/openacc/memory.hpp"
#include "src/record/openacc/queues.hpp"
#include "src/record/openacc/told.hpp"

using namespace gpumodel::openacc;

namespace {

constexpr int nvidia = 5;  // acc_device_nvidia

Caller here(const void* return_address) {
  return caller_of(return_address, synchronous);
}

// A line of its own for what one call moves.
void* enter_one(void* host, std::size_t bytes, unsigned kind, const Caller& caller) {
  std::string line = beginning("enter", caller);
  void* device = enter(static_cast<char*>(host), bytes, kind, caller, line);
  tell(line);
  return device;
}

void update_one(void* host, std::size_t bytes, bool goes, const Caller& caller) {
  finish_all();
  std::string line = beginning("update", caller);
  update(static_cast<char*>(host), bytes, goes, caller, line);
  tell(line);
}

void leave_one(void* host, std::size_t bytes, bool copies, const Caller& caller) {
  finish_all();
  std::string line = beginning("exit", caller);
  if (copies) update(static_cast<char*>(host), bytes, false, caller, line);
  leave(static_cast<char*>(host), bytes);
  tell(line);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names are those of OpenACC
extern "C" {

void acc_init(int) {}
void acc_shutdown(int) {}
int acc_get_num_devices(int kind) {
  return kind == nvidia || kind == 4 ? 1 : 0;  // acc_device_not_host
}
void acc_set_device_type(int) {}
int acc_get_device_type() {
  return nvidia;
}
void acc_set_device_num(int, int) {}
int acc_get_device_num(int) {
  return 0;
}

void acc_wait(int queue) {
  const Call call;
  finish_queue(queue);
  tell(beginning("wait", here(__builtin_return_address(0))));
}
void acc_async_wait(int queue) {
  acc_wait(queue);
}
void acc_wait_all() {
  const Call call;
  finish_all();
  tell(beginning("wait", here(__builtin_return_address(0))));
}
void acc_async_wait_all() {
  acc_wait_all();
}

void* acc_copyin(void* host, std::size_t bytes) {
  const Call call;
  return enter_one(host, bytes, to, here(__builtin_return_address(0)));
}
void* acc_create(void* host, std::size_t bytes) {
  const Call call;
  return enter_one(host, bytes, alloc, here(__builtin_return_address(0)));
}
void acc_copyout(void* host, std::size_t bytes) {
  const Call call;
  leave_one(host, bytes, true, here(__builtin_return_address(0)));
}
void acc_delete(void* host, std::size_t bytes) {
  const Call call;
  leave_one(host, bytes, false, here(__builtin_return_address(0)));
}
void acc_update_device(void* host, std::size_t bytes) {
  const Call call;
  update_one(host, bytes, true, here(__builtin_return_address(0)));
}
void acc_update_self(void* host, std::size_t bytes) {
  const Call call;
  update_one(host, bytes, false, here(__builtin_return_address(0)));
}
int acc_is_present(void* host, std::size_t bytes) {
  return find(static_cast<char*>(host), bytes) != nullptr;
}
void* acc_deviceptr(void* host) {
  const Mapping* found = find(static_cast<char*>(host), 0);
  return found == nullptr ? nullptr : found->device + (static_cast<char*>(host) - found->host);
}

// Memory of the device that no data clause knows.
void* acc_malloc(std::size_t bytes) {
  return std::malloc(bytes);
}
void acc_free(void* device) {
  std::free(device);
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
