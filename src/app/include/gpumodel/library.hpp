// Kernels, devices, programs and systems: from a library by name, or from text.
//
// A text is what the YAML files of the library hold; docs/kernel-format.md, device-format.md and
// programs.md of gpumodel describe them. Numbers in them have units of their own; everything that
// this interface takes or returns is in base SI units (seconds, bytes, bytes per second).
//
// A Library and what is taken from it are values: cheap to copy, never changed, and used from
// several threads at once without a lock. What is taken from a library owns all it needs.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gpumodel/error.hpp>
#include <gpumodel/export.hpp>

namespace gpumodel {
inline namespace v1 {

// The version of the library, "0.1.0".
GPUMODEL_API std::string version();

// A descriptor in memory.
struct Text {
  std::string content;     // YAML in UTF-8, at most 1 MiB
  std::string file = "-";  // what findings and documents call it
};

// Reads a descriptor. Throws Error: it is missing, too large, a directory.
GPUMODEL_API Text read_text(const std::string& file);

class GPUMODEL_API Library {
 public:
  struct Data;

  // A kernel: what one of its threads does, over parameters.
  class GPUMODEL_API Kernel {
   public:
    struct Data;
    std::string name() const;
    // Names of its parameters, in the order of its file.
    std::vector<std::string> parameters() const;

    explicit Kernel(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }  // of the library itself

   private:
    std::shared_ptr<const Data> data_;
  };

  // A GPU: its numbers, each with its source.
  class GPUMODEL_API Gpu {
   public:
    struct Data;
    std::string name() const;                // "h200", as the library calls it
    std::string product() const;             // "NVIDIA H200"
    std::string compute_capability() const;  // "9.0"
    std::vector<Finding> warnings() const;   // about its file

    explicit Gpu(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }  // of the library itself

   private:
    std::shared_ptr<const Data> data_;
  };

  // A CPU with its memory.
  class GPUMODEL_API Host {
   public:
    struct Data;
    std::string name() const;
    std::string product() const;
    std::vector<Finding> warnings() const;

    explicit Host(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }  // of the library itself

   private:
    std::shared_ptr<const Data> data_;
  };

  // Several GPUs of one host and what connects them.
  class GPUMODEL_API System {
   public:
    struct Data;
    std::string name() const;

    explicit System(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }  // of the library itself

   private:
    std::shared_ptr<const Data> data_;
  };

  // Copies, launches, kernels and host work in the order in which they are issued.
  class GPUMODEL_API Program {
   public:
    struct Data;
    std::string name() const;
    std::vector<std::string> parameters() const;

    explicit Program(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
    const Data& data() const { return *data_; }  // of the library itself

   private:
    std::shared_ptr<const Data> data_;
  };

  // The library that comes with gpumodel, read from the disk whenever something is asked for.
  // Throws Error where it is not installed.
  static Library open();
  // The same from these folders, each with `devices`, `kernels`, `programs` and `systems` below
  // it; of equal names the first found. What is not there is not looked for elsewhere.
  static Library open(const std::vector<std::string>& folders);
  // The folder of the library that comes with gpumodel; empty where it is not installed.
  static std::string shipped();
  // From texts, found by what they call themselves ("kernel: saxpy"). Nothing is read from a disk,
  // now or later. Throws Error with everything that is no descriptor or has the name of another.
  static Library from_texts(const std::vector<Text>& texts);

  // Names, sorted.
  std::vector<std::string> kernels() const;
  std::vector<std::string> gpus() const;
  std::vector<std::string> hosts() const;
  std::vector<std::string> programs() const;
  std::vector<std::string> systems() const;

  // By name, or from a text, which may name what the library holds: the kernels of a program, the
  // devices of a system. Throws Error with everything that is wrong with the text, or the nearest
  // name.
  Kernel kernel(const std::string& name) const;
  Kernel kernel(const Text& text) const;
  Gpu gpu(const std::string& name) const;
  Gpu gpu(const Text& text) const;
  Host host(const std::string& name) const;
  Host host(const Text& text) const;
  Program program(const std::string& name) const;
  Program program(const Text& text) const;
  System system(const std::string& name) const;
  System system(const Text& text) const;

  explicit Library(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  const Data& data() const { return *data_; }  // of the library itself

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace v1
}  // namespace gpumodel
