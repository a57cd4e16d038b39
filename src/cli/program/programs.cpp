// gpumodel programs: the library of programs, and one of them.
#include "src/cli/common/commands.hpp"
#include "src/cli/library/command.hpp"
#include "src/io/library/load.hpp"
#include "src/view/program/list_page.hpp"

namespace gpumodel {

std::unique_ptr<Command> make_programs() {
  return std::make_unique<LibraryCommand<ProgramFile>>(
      LibraryPages<ProgramFile>{Shelf::programs, load_program, program_list_page, program_list_json,
                                program_file_page, program_file_json});
}

}  // namespace gpumodel
