// gpumodel kernels: the library of kernels, and one of them with its numbers.
#include "src/cli/common/commands.hpp"
#include "src/cli/library/command.hpp"
#include "src/io/library/load.hpp"
#include "src/view/kernel/json.hpp"

namespace gpumodel {

std::unique_ptr<Command> make_kernels() {
  return std::make_unique<LibraryCommand<KernelFile, KernelAtDefaults>>(
      LibraryPages<KernelFile, KernelAtDefaults>{Shelf::kernels, load_kernel, kernel_list_page,
                                                 kernel_list_json, kernel_page, kernel_json,
                                                 at_defaults});
}

}  // namespace gpumodel
