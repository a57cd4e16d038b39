// --help of the program and of its commands, made from their options; lines of at most 80 columns.
#pragma once

#include <string>

#include "src/cli/common/application.hpp"

namespace gpumodel {

std::string program_help();
std::string command_help(const Application& application);

// "-D, --define NAME=VALUE", "--bars[=FILE]", "KERNEL...": an option as help and manual name it.
std::string option_heading(const CLI::Option& option);
// Options that take a value, if only behind '='.
bool takes_value(const CLI::Option& option);
// Flags with a value that can be left out: --bars, --bars=FILE.
bool has_optional_value(const CLI::Option& option);

}  // namespace gpumodel
