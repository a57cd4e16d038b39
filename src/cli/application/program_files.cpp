#include "src/cli/application/program_files.hpp"

#include <utility>

#include "src/cli/output/file.hpp"
#include "src/io/text/binary_file.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_numbers = std::size_t{1} << 30;  // bytes of a file of them

// What stands in it comes into the same folder.
std::string without(const std::string& folder, std::string descriptor) {
  for (std::size_t at = 0; (at = descriptor.find(folder, at)) != std::string::npos;)
    descriptor.erase(at, folder.size());
  return descriptor;
}

}  // namespace

void write_program_files(const OutputFolder& folder, const ProgramFile& program,
                         const std::map<std::string, KernelFile>& kernels,
                         const std::vector<std::string>& numbers) {
  if (folder.path.empty()) return;
  std::vector<std::pair<std::string, std::string>> texts = {
      {program.text.shown, program.text.content}};
  for (const auto& [name, file] : kernels)
    texts.emplace_back(name + ".yaml", without(folder.made_in.file(""), file.text.content));
  for (const std::string& name : numbers)
    texts.emplace_back(name, read_binary_file(folder.made_in.file(name), name, most_numbers));
  write_files(folder.path, texts, folder.force);
}

}  // namespace gpumodel
