// What another program prints, as it comes.
#pragma once

#include <string>

#include "src/cli/library/descriptor.hpp"

namespace gpumodel {

constexpr std::size_t most_output = 16UL * 1024 * 1024;
constexpr std::size_t most_messages = 64UL * 1024;
constexpr int look_every_ms = 50;

struct PipeEnds {
  Descriptor read, write;
};
PipeEnds make_pipe();

// Reads what is there; closes at the end of the stream. Keeps the last part if there is too much.
void take(Descriptor& from, std::string& text, std::size_t most);

}  // namespace gpumodel
