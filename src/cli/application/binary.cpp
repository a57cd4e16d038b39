#include "src/cli/application/binary.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "src/diagnostics/refuse_call.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

using Taken = LaunchableKernel::Parameter;

struct TypeSize {
  std::string_view name;
  std::int64_t bytes;
  Taken::Kind kind;
};
constexpr auto types = std::to_array<TypeSize>({
    {"bool", 1, Taken::Kind::unsigned_integer},
    {"char", 1, Taken::Kind::integer},
    {"signed char", 1, Taken::Kind::integer},
    {"unsigned char", 1, Taken::Kind::unsigned_integer},
    {"short", 2, Taken::Kind::integer},
    {"unsigned short", 2, Taken::Kind::unsigned_integer},
    {"int", 4, Taken::Kind::integer},
    {"unsigned int", 4, Taken::Kind::unsigned_integer},
    {"unsigned", 4, Taken::Kind::unsigned_integer},
    {"long", 8, Taken::Kind::integer},
    {"unsigned long", 8, Taken::Kind::unsigned_integer},
    {"long long", 8, Taken::Kind::integer},
    {"unsigned long long", 8, Taken::Kind::unsigned_integer},
    {"size_t", 8, Taken::Kind::unsigned_integer},
    {"int32_t", 4, Taken::Kind::integer},
    {"uint32_t", 4, Taken::Kind::unsigned_integer},
    {"int64_t", 8, Taken::Kind::integer},
    {"uint64_t", 8, Taken::Kind::unsigned_integer},
    {"float", 4, Taken::Kind::other},
    {"double", 8, Taken::Kind::other},
    {"float2", 8, Taken::Kind::other},
    {"float4", 16, Taken::Kind::other},
    {"double2", 16, Taken::Kind::other},
    {"int2", 8, Taken::Kind::other},
    {"int4", 16, Taken::Kind::other},
    {"half", 2, Taken::Kind::other},
    {"__half", 2, Taken::Kind::other},
});

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// "const float *__restrict x": the type, what it points to without const, and the name.
Taken parameter_of(const std::string& text, const fs::path& file) {
  const std::size_t end = text.find_last_of(" *&");
  Taken parameter{.name = end == std::string::npos ? text : text.substr(end + 1)};
  std::string type = end == std::string::npos ? "" : text.substr(0, end + 1);
  const std::size_t star = type.find('*');
  const bool pointer = star != std::string::npos;
  type = trimmed(type.substr(0, star));
  bool constant = false;
  constexpr std::string_view word = "const ";
  if (type.starts_with(word)) {
    constant = true;
    type = trimmed(type.substr(word.size()));
  }
  const auto known = std::ranges::find(types, type, &TypeSize::name);
  if (pointer) {
    parameter.kind = Taken::Kind::pointer;
    parameter.bytes = 8;
    parameter.written = !constant;
    parameter.element_bytes = known == types.end() ? 0 : known->bytes;
    return parameter;
  }
  if (known == types.end()) {
    throw InputError{
        {{.id = "descriptor-signature",
          .message = "how large '" + type + "' is, which the kernel takes, is not known",
          .file = file.string(),
          .line = 1,
          .hints = {"kernels of binaries take pointers and numbers"}}}};
  }
  parameter.bytes = known->bytes;
  parameter.kind = known->kind;
  return parameter;
}

// Nothing where the line is no signature.
std::optional<LaunchableKernel> kernel_of(const std::string& line, const fs::path& file) {
  if (!line.starts_with("# ")) return std::nullopt;
  const std::size_t open = line.find('('), close = line.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  LaunchableKernel kernel;
  kernel.name = kernel.mangled = trimmed(line.substr(2, open - 2));
  std::string word;
  int depth = 0;
  const auto add = [&] {
    if (!trimmed(word).empty()) kernel.parameters.push_back(parameter_of(trimmed(word), file));
    word.clear();
  };
  for (const char c : line.substr(open + 1, close - open - 1)) {
    depth += c == '<' ? 1 : c == '>' ? -1 : 0;
    if (c == ',' && depth == 0) {
      add();
    } else {
      word += c;
    }
  }
  add();
  return kernel;
}

// "libcudart.so.13", as the program asks for it.
std::string runtime_of(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  for (const char* name : {"libcudart.so.13", "libcudart.so.12"}) {
    if (bytes.find(name) != std::string::npos) return name;
  }
  throw InputError{{{.id = "application-runtime",
                     .message = program + " does not load libcudart.so.12 or .13",
                     .hints = {"build it with nvcc -cudart shared, or predict its sources"}}}};
}

}  // namespace

bool names_binary(const std::string& name) {
  std::error_code ignored;
  if (!fs::is_regular_file(name, ignored)) return false;
  std::ifstream file(name, std::ios::binary);
  std::array<char, 4> first{};
  return file.read(first.data(), first.size()) && std::string_view(first.data(), 4) ==
                                                      "\x7f"
                                                      "ELF";
}

BuiltApplication load_binary(const std::string& program, const std::string& folder) {
  BuiltApplication built{fs::absolute(program).string(), {}, {}, {}};
  built.runtime = runtime_beside_describer(runtime_of(program));
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  if (error) {
    refuse_call("usage", "--descriptors " + folder + ": " + error.message(),
                {"it names a folder of kernel files: gpumodel describe app.cu --output DIR"});
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    std::string line;
    std::ifstream text(file);
    std::getline(text, line);
    auto kernel = kernel_of(line, file);
    if (!kernel) continue;
    built.sources.try_emplace(kernel->mangled, file.string());
    built.kernels.push_back(std::move(*kernel));
  }
  return built;
}

}  // namespace gpumodel
