#include "validate/device/nccl.hpp"

#include <cstdlib>

namespace gpumodel {
namespace {

// Values of nccl.h, stable since NCCL 2.
constexpr int float32 = 7, sum = 0;

// As the loader finds it, then in the toolkit.
std::optional<DynamicLibrary> load(std::string& why_not) {
  const std::string name = "libnccl.so.2";
  auto library = DynamicLibrary::load(name, why_not);
  for (const char* variable : {"NCCL_HOME", "CUDA_HOME", "CUDA_PATH"}) {
    const char* folder = std::getenv(variable);
    if (library || folder == nullptr || *folder == '\0') continue;
    std::string ignored;
    library = DynamicLibrary::load(std::string(folder) + "/lib/" + name, ignored);
  }
  return library;
}

}  // namespace

std::unique_ptr<Nccl> Nccl::open(int devices, std::string& why_not) {
  const auto library = load(why_not);
  if (!library) return nullptr;
  std::unique_ptr<Nccl> nccl(new Nccl(*library, devices));
  const auto code = library->call("ncclCommInitAll", nccl->communicators_.data(), devices,
                                  static_cast<const int*>(nullptr));
  if (code == 0) return nccl;
  why_not = code ? "NCCL did not start: error " + std::to_string(*code) : "it is no NCCL";
  return nullptr;
}

Nccl::~Nccl() {
  for (void* communicator : communicators_) {
    if (communicator != nullptr) library_.call("ncclCommDestroy", communicator);
  }
}

bool Nccl::all_reduce(const std::vector<void*>& data, std::size_t count,
                      const std::vector<void*>& streams) const {
  bool done = library_.succeeds("ncclGroupStart");
  for (std::size_t i = 0; done && i < communicators_.size(); ++i) {
    done = library_.succeeds("ncclAllReduce", static_cast<const void*>(data[i]), data[i], count,
                             float32, sum, communicators_[i], streams[i]);
  }
  return library_.succeeds("ncclGroupEnd") && done;
}

std::optional<std::string> nccl_version(std::string& why_not) {
  const auto library = load(why_not);
  if (!library) return std::nullopt;
  int code = 0;  // 22803 is 2.28.3
  if (!library->succeeds("ncclGetVersion", &code)) {
    why_not = "it is no NCCL";
    return std::nullopt;
  }
  return std::to_string(code / 10000) + "." + std::to_string(code / 100 % 100) + "." +
         std::to_string(code % 100);
}

}  // namespace gpumodel
