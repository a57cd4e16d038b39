// What is wrong with the arguments of a command, said before they are parsed: the parsing library
// names faults in words of its own.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gpumodel {

// Throws UsageError: an unknown option, a value that is missing, empty, not wanted or given twice,
// an argument too many or too few.
void check_arguments(const CLI::App& app, const std::vector<std::string>& arguments);

// Throws UsageError: of a word that only some calls of a command have a use for.
[[noreturn]] void refuse_word(const CLI::App& app, const std::string& word);

}  // namespace gpumodel
