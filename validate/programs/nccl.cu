#include "validate/programs/nccl.hpp"

#include "validate/cases/kernel_case.hpp"
#include "validate/runner/backend.hpp"

namespace gpumodel {
namespace {

// Values of nccl.h, stable since NCCL 2.
constexpr int float32 = 7, sum = 0;

DynamicLibrary load() {
  std::string why_not;
  auto library = DynamicLibrary::load("libnccl.so.2", why_not);
  if (!library) throw CaseError("an all-reduce is run by NCCL: " + why_not);
  return *library;
}

void must(std::optional<int> result) {
  if (result != 0) throw DeviceFault("NCCL's all-reduce failed");
}

}  // namespace

Nccl::Nccl(int devices)
    : library_(load()), communicators_(static_cast<std::size_t>(devices), nullptr) {
  must(library_.call("ncclCommInitAll", communicators_.data(), devices,
                     static_cast<const int*>(nullptr)));
}

Nccl::~Nccl() {
  for (void* communicator : communicators_) library_.call("ncclCommDestroy", communicator);
}

void Nccl::all_reduce(const std::vector<void*>& data, std::size_t count,
                      const std::vector<cudaStream_t>& streams) {
  must(library_.call("ncclGroupStart"));
  for (std::size_t i = 0; i < communicators_.size(); ++i) {
    must(library_.call("ncclAllReduce", static_cast<const void*>(data[i]), data[i], count, float32,
                       sum, communicators_[i], streams[i]));
  }
  must(library_.call("ncclGroupEnd"));
}

}  // namespace gpumodel
