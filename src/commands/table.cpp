// All subcommands; the order is that of --help.
#include <array>

#include "src/commands/commands.hpp"

namespace gpumodel {

std::span<const CommandRow> command_table() {
  static constexpr std::array<CommandRow, 8> table = {{
      {"predict", "How long a kernel takes, what limits it, does offloading pay",
       "  gpumodel predict saxpy --device v100\n"
       "  gpumodel predict saxpy.yaml --device v100.yaml -D N=2^20 --explain\n"
       "  gpumodel predict exercise6 --device exercise6-gpu --host exercise6-cpu \\\n"
       "    --streams 4 --model textbook\n"
       "  gpumodel predict jacobi2d --device h200 --json - | jq .time_s",
       make_predict},
      {"devices", "The library of devices: list, show one, compare two",
       "  gpumodel devices\n"
       "  gpumodel devices show v100\n"
       "  gpumodel devices diff a100-40gb h200",
       make_devices},
      {"kernels", "The library of kernels: list, show one",
       "  gpumodel kernels\n"
       "  gpumodel kernels show jacobi2d",
       make_kernels},
      {"check", "Everything that is wrong with device and kernel files",
       "  gpumodel check my-kernel.yaml my-gpu.yaml", make_check},
      {"explain", "The page behind an error or warning",
       "  gpumodel explain key-unknown", make_explain},
      {"schema", "JSON Schemas of the documents",
       "  gpumodel schema predict", make_schema},
      {"completion", "Completion script for bash, zsh or fish",
       "  gpumodel completion bash > /etc/bash_completion.d/gpumodel", make_completion},
      {"man", "Manual page of the program or of a command",
       "  gpumodel man predict | man -l -", make_man},
  }};
  return table;
}

}  // namespace gpumodel
