// The bytes of files: texts before they are checked, compiled images, build logs.
#pragma once

#include <string>

namespace gpumodel {

// The bytes of a regular file of at most `most` bytes. Throws InputError (which names `shown`):
// missing, a directory, not a regular file, unreadable, too large. Every input is read by it.
std::string read_binary_file(const std::string& path, const std::string& shown, std::size_t most);

// Whether this process has read that file, by whatever name: no result may replace it.
bool was_read(const std::string& path);

}  // namespace gpumodel
