// Options of the compiler, as users and builds give them.
#pragma once

#include <string>
#include <vector>

namespace gpumodel::describe {

// "-I a -DX='b c'" as a shell would read it.
std::vector<std::string> shell_words(const std::string& text);

// Those by which a build compiles the file, as its compile_commands.json says: folders of headers,
// definitions and the language's standard. `database` names it; empty: the nearest one beside the
// file or above it, where there is any. Throws Failure where one that was named is not usable.
std::vector<std::string> options_of_build(const std::string& file, const std::string& database);

}  // namespace gpumodel::describe
