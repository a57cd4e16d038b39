// Kernels and devices that points of records name, each read once.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/validation/record.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel {

class KernelShelf {
 public:
  // A kernel that was named by its file takes the place of the library's.
  void add(KernelFile file);
  // Null, with the reason, where there is no usable file.
  const KernelFile* find(const std::string& id, std::string& why_not);

 private:
  struct Entry {
    std::optional<KernelFile> file;
    std::string why_not;
  };
  std::map<std::string, Entry> entries_;
};

// The device file for a GPU: the one that is named, or that of the library which is of the same
// kind and shares most words with its name. Throws InputError where there is none.
DeviceFile device_file_for(const RecordedDevice& device, const std::string& named);

// The device file for a processor: the one that is named, or that of the library with its name and
// cores. Throws InputError where there is none.
DeviceFile device_file_for(const RecordedHost& host, const std::string& named);

}  // namespace gpumodel
