// Everything that is wrong with a text of any kind: kernel, device, program, system.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gpumodel/library.hpp>

namespace gpumodel {
inline namespace v1 {

struct CheckOptions {
  std::optional<Library::Gpu> gpu{};    // to evaluate kernels and programs on; none: "v100"
  std::optional<Library::Host> host{};  // for loops of programs; arrays must then fit the device
  double work = 1.0;                    // see PredictOptions
};

class GPUMODEL_API CheckReport {
 public:
  struct Data;

  bool usable() const;       // no finding is an error
  std::string kind() const;  // "kernel", "device", "program", "system"; empty: none of them
  std::vector<Finding> findings() const;
  std::string json() const;  // as `gpumodel check --json -`, byte for byte
  std::string text() const;  // as `gpumodel check`, the findings not included

  explicit CheckReport(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }  // of the library itself

 private:
  std::shared_ptr<const Data> data_;
};

// What can be read is evaluated, at the values of its own parameters. Whatever is wrong is a
// finding: throws nothing for it. `library` holds what the text names.
GPUMODEL_API CheckReport check(const Library& library, const Text& text,
                               const CheckOptions& options = {});

}  // namespace v1
}  // namespace gpumodel
