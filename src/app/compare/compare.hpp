// Kernels and programs side by side, on several devices and by several models.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/core/timed_term.hpp"
#include "models/timeline/program/iteration_times.hpp"
#include "models/validation/program_record.hpp"
#include "src/app/predict/predict.hpp"
#include "src/app/program/answer.hpp"

namespace gpumodel {

using KernelOrProgram =
    std::variant<std::shared_ptr<const KernelFile>, std::shared_ptr<const ProgramFile>>;

// What was measured on a device: a record's points.
template <class Point>
struct MeasuredOn {
  std::string device;  // name of the file that describes it
  std::vector<Point> points;
};

struct CompareAsk {
  std::vector<KernelOrProgram> what;
  std::vector<std::shared_ptr<const DeviceFile>> devices;  // GPUs
  bool default_device = false;
  std::vector<const Model*> models;
  std::vector<std::string> definitions;             // each known to one of `what`
  std::shared_ptr<const DeviceFile> host{};         // a CPU to compare with; null: none
  std::map<std::string, double> prices_per_hour{};  // of devices, by name
  std::vector<MeasuredOn<Point>> records{};         // whose power is taken where they have it
  std::vector<MeasuredOn<ProgramPoint>> program_records{};
  std::vector<InputFile> record_files{};
  CacheStart cache = CacheStart::cold;
  double work = usual_work;
};

// What a kernel reaches of a device, by its predicted time.
struct ReachedRates {
  double dram_bytes_per_s = 0.0, flop_per_s = 0.0;
  std::optional<double> of_peak;  // of the peak it comes nearest to; nothing: none is stated
  std::string peak;               // key of that one
};

struct CompareRow {
  std::string what;
  std::string device;
  std::shared_ptr<const DeviceFile> device_file;
  const Model* model = nullptr;
  std::optional<Estimate<Seconds>> time{};
  std::vector<Diagnostic> why_none{};   // where there is no time
  std::string bound{};                  // of a kernel: its limiting leaf
  std::optional<TimedTerm> terms{};     // of a kernel
  std::optional<PathPart> longest{};    // of a program: on its critical path
  std::string longest_name{};           // of its step
  std::optional<ReachedRates> rates{};  // of a kernel
  std::optional<DeviceMemory> memory{};
  std::optional<double> energy_j{};           // at most: the device draws its TDP all the time
  std::optional<double> power_w{};            // as recorded while the same was measured, the median
  std::optional<double> measured_energy_j{};  // by that power
  std::optional<double> cost{};               // in the unit of the price
  std::optional<double> to_best{};  // over the shortest time of the same kernel or program
  std::optional<Estimate<Seconds>> with_copies{}, on_host{};  // where there is a host
  std::optional<LaunchCount> pays_from{};  // launches; of a program iterations, or runs
  std::optional<IterationTimes> loop_here{}, loop_on_host{};  // of a program with one loop
  std::vector<Diagnostic> warnings{};
};

struct CompareAnswer {
  CompareAsk ask;
  std::vector<CompareRow> rows;
};

// A row that cannot be predicted says why. Throws InputError and UsageError where the call as a
// whole makes no sense: a definition that nobody knows, a price of a device that is not compared.
CompareAnswer compare(CompareAsk ask);

}  // namespace gpumodel
