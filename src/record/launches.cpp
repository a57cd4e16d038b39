// Launches: kernels do not run, but what they are called with is known.
#include <cxxabi.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "src/record/channel.hpp"
#include "src/record/execute.hpp"
#include "src/record/graphs.hpp"
#include "src/record/kernels.hpp"
#include "src/record/memory.hpp"
#include "src/record/streams.hpp"

namespace gpumodel::record {
namespace {

struct Shape {
  dim3 grid, block;
  std::size_t shared = 0;
  cudaStream_t stream = nullptr;
  const char* file = "";
  unsigned line = 0;
};

struct Waiting {  // between <<<...>>> and the call of the compiler's stub
  Shape shape;
  std::vector<std::string> arguments;  // bytes
};
thread_local Waiting waiting;

std::map<const void*, std::string>& kernels() {
  static auto* all = new std::map<const void*, std::string>;
  return *all;
}

std::string bytes_of(const void* p, std::size_t bytes) {
  return {static_cast<const char*>(p), bytes};
}

// Hexadecimal digits, one argument behind the other.
std::string digits_of(const std::vector<std::string>& arguments) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string all;
  for (const std::string& each : arguments) {
    if (!all.empty()) all += ' ';
    for (const char c : each) {
      const auto byte = static_cast<unsigned char>(c);
      all += digits[byte >> 4U];
      all += digits[byte & 15U];
    }
  }
  return all;
}

// "void ns::k<3>(float*, int)" -> "ns::k<3>".
std::string readable(const char* mangled) {
  int status = 0;
  char* made = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  if (made == nullptr) return mangled;
  std::string name = made;
  std::free(made);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
    if (depth == 0 && name[i] == ' ') begin = i + 1;
    if (depth == 0 && name[i] == '(' && i > begin) return name.substr(begin, i - begin);
  }
  return name;
}

// What no device runs, or this one does not; empty where it can be launched.
std::string why_not(const void* function, const std::string& kernel, const Shape& shape) {
  const auto limit = [](const char* what, std::size_t is, std::size_t most) {
    return std::string(what) + " " + std::to_string(is) + ", and the device allows " +
           std::to_string(most);
  };
  const dim3 &g = shape.grid, &b = shape.block;
  if (g.x == 0 || g.y == 0 || g.z == 0 || b.x == 0 || b.y == 0 || b.z == 0)
    return "a grid or a block of nothing";
  if (g.x > 0x7fffffffU) return limit("a grid of", g.x, 0x7fffffffU);
  if (g.y > 65535) return limit("a grid whose y is", g.y, 65535);
  if (g.z > 65535) return limit("a grid whose z is", g.z, 65535);
  if (b.z > 64) return limit("a block whose z is", b.z, 64);
  const std::size_t threads = std::size_t{b.x} * b.y * b.z;
  if (b.x > 1024 || b.y > 1024 || threads > 1024) return limit("threads of a block", threads, 1024);
  const Setup& setup = Setup::get();
  const std::size_t without = setup.number(current_device(), "sharedMemPerBlock");
  const std::size_t declared = setup.shared(kernel), bound = setup.max_threads(kernel);
  const std::size_t allowed = settings_of(function).shared;
  const std::size_t more = allowed == 0 ? 0 : allowed + declared;
  const std::size_t most = more < without ? without : more;
  if (threads > bound) return limit("threads of a block, by its launch bounds,", threads, bound);
  if (shape.shared + declared > most)
    return limit(declared == 0 ? "bytes of dynamic shared memory" : "bytes of shared memory",
                 shape.shared + declared, most);
  return {};
}

// What stands where arguments point to whole numbers, which may decide on a kernel's indices and
// rounds: each into a file, at the first launch with a block. " 0@0=1 3@16=2": argument 0, file 1.
std::string keep_contents(const Launched& what) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20U;
  static std::set<std::string> seen;
  static std::size_t files = 0;
  const Setup& setup = Setup::get();
  const std::string* wanted = setup.contents(what.kernel);
  const dim3& block = what.block;
  const std::string key = what.kernel + " " + std::to_string(block.x) + " " +
                          std::to_string(block.y) + " " + std::to_string(block.z) + " " +
                          std::to_string(what.shared);
  if (wanted == nullptr || wanted->empty() || !seen.insert(key).second) return {};
  std::istringstream words(*wanted);
  std::string kept;
  char between = 0;
  for (std::size_t i = 0, at = 0; words >> i >> between >> at && i < what.arguments.size();) {
    const char* p = nullptr;
    if (at + sizeof p > what.arguments[i].size()) continue;
    std::memcpy(&p, what.arguments[i].data() + at, sizeof p);
    const Piece* piece = piece_of(p);
    if (piece == nullptr) continue;
    const auto bytes = static_cast<std::size_t>(piece->begin + piece->bytes - p);
    if (bytes > most_bytes) continue;
    settle({{piece->number}, {}});
    std::ofstream file(setup.data + std::to_string(++files), std::ios::binary);
    file.write(p, static_cast<std::streamsize>(bytes));
    if (file.close(), file)
      kept += " " + std::to_string(i) + "@" + std::to_string(at) + "=" + std::to_string(files);
  }
  return kept;
}

cudaError_t launch(const void* function, const Shape& shape,
                   const std::vector<std::string>& arguments) {
  const Call call;
  const auto kernel = kernels().find(function);
  if (kernel == kernels().end()) return failed(cudaErrorInvalidDeviceFunction);
  if (!is_stream(shape.stream)) return failed(cudaErrorInvalidResourceHandle);
  const auto extent = [](const dim3& of) {
    return std::to_string(of.x) + " " + std::to_string(of.y) + " " + std::to_string(of.z);
  };
  if (const std::string why = why_not(function, kernel->second, shape); !why.empty()) {
    Record("refused")
        .text("kernel", kernel->second)
        .text("why", why)
        .place(shape.file, shape.line)
        .send();
    return failed(cudaErrorInvalidConfiguration);
  }
  const Launched what{kernel->second, shape.grid, shape.block, shape.shared, arguments};
  const std::string contents = keep_contents(what);
  Record("launch")
      .text("kernel", kernel->second)
      .text("grid", extent(shape.grid))
      .text("block", extent(shape.block))
      .number("shared", shape.shared)
      .text("carveout", settings_of(function).carveout_text())
      .text("arguments", digits_of(arguments))
      .text("contents", contents)
      .number("stream", number_of(shape.stream))
      .number("device", static_cast<unsigned>(current_device()))
      .place(shape.file, shape.line)
      .send();
  if (!executes()) return done();
  return do_or_capture([what] { launch_later(what); });
}

}  // namespace

const std::string* kernel_at(const void* stub) {
  const auto found = kernels().find(stub);
  return found == kernels().end() ? nullptr : &found->second;
}
std::string KernelSettings::carveout_text() const {
  return carveout ? std::to_string(*carveout) : std::string();
}
KernelSettings& settings_of(const void* stub) {
  static auto* all = new std::map<const void*, KernelSettings>;
  return (*all)[stub];
}

}  // namespace gpumodel::record

using namespace gpumodel::record;

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                              const char* file, unsigned line) {
  waiting = {{grid, block, shared, stream, file, line}, {}};
  return cudaSuccess;
}
cudaError_t cudaSetupArgument(const void* p, size_t bytes, size_t) {
  waiting.arguments.push_back(bytes_of(p, bytes));
  return cudaSuccess;
}
cudaError_t cudaLaunch(const void* function) {
  return launch(function, waiting.shape, waiting.arguments);
}

cudaError_t __gpumodel_launch(const void* function, dim3 grid, dim3 block, void** arguments,
                              size_t shared, cudaStream_t stream, const char* file, unsigned line) {
  const auto kernel = kernels().find(function);
  const std::string* sizes =
      kernel == kernels().end() ? nullptr : Setup::get().parameters(kernel->second);
  if (kernel == kernels().end()) return failed(cudaErrorInvalidDeviceFunction);
  if (sizes == nullptr) {
    const Call call;
    Record("untimed").text("kernel", kernel->second).place(file, line).send();
    return done();
  }
  std::vector<std::string> all;
  const char* at = sizes->c_str();
  for (char* next = nullptr;; at = next) {
    const std::size_t bytes = std::strtoull(at, &next, 10);
    if (next == at) break;
    all.push_back(bytes_of(*arguments++, bytes));
  }
  return launch(function, {grid, block, shared, stream, file, line}, all);
}

cudaError_t __gpumodel_launch_by(const cudaLaunchConfig_t* how, const void* function,
                                 void** arguments, const char* file, unsigned line) {
  if (how == nullptr) return failed(cudaErrorInvalidValue);
  for (unsigned i = 0; i < how->numAttrs; ++i) {
    const cudaLaunchAttribute& of = how->attrs[i];
    const auto& cluster = of.val.clusterDim;
    if (of.id != cudaLaunchAttributeClusterDimension || cluster.x * cluster.y * cluster.z <= 1)
      continue;
    const Call call;
    const auto kernel = kernels().find(function);
    Record("refused")
        .text("kernel", kernel == kernels().end() ? "a kernel" : kernel->second)
        .text("why", "clusters of blocks, which are not modelled")
        .place(file, line)
        .send();
    return failed(cudaErrorNotSupported);
  }
  return __gpumodel_launch(function, how->gridDim, how->blockDim, arguments, how->dynamicSmemBytes,
                           how->stream, file, line);
}

// What the compiler calls before main, for each kernel and each variable of a device.
// NOLINTBEGIN(readability-identifier-naming): the names are the compiler's
extern "C" {
void** __cudaRegisterFatBinary(void*) {
  static void* only = nullptr;
  return &only;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, const char* stub, char*, const char* name, int, void*, void*,
                            void*, void*, int*) {
  const Setup& setup = Setup::get();
  kernels()[stub] = setup.parameters(name) != nullptr ? name : readable(name);
}
void __cudaRegisterVar(void**, char* shadow, char*, const char* name, int, size_t bytes, int, int) {
  const Call call;
  add_piece({shadow, bytes, Kind::symbol, 0, false});
  name_symbol(name, shadow);
  Record("symbol").pointer("at", shadow).number("bytes", bytes).text("name", name).send();
}
}
// NOLINTEND(readability-identifier-naming)
