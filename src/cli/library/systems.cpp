// gpumodel systems: the library of systems, and one of them.
#include "src/cli/common/commands.hpp"
#include "src/cli/library/command.hpp"
#include "src/io/library/load.hpp"
#include "src/view/system/list_page.hpp"

namespace gpumodel {

std::unique_ptr<Command> make_systems() {
  return std::make_unique<LibraryCommand<SystemFile>>(
      LibraryPages<SystemFile>{Shelf::systems, load_system, system_list_page, system_list_json,
                               system_file_page, system_file_json});
}

}  // namespace gpumodel
