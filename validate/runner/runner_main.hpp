// What the main() functions of all runners share: options, the result on standard output, exit
// codes.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>

namespace gpumodel {

// Declares options and runs; nothing is thrown. Exit codes: what `run` returns, 2 usage, 3 what was
// asked for cannot be run, 4 no device, 70 a fault on the device.
int runner_main(int argc, char** argv, const char* description,
                const std::function<void(CLI::App&)>& declare, const std::function<int()>& run);

// One line on standard output.
void print_result(const nlohmann::ordered_json& document);

}  // namespace gpumodel
